//! Surroundings of every figure: title and sentence above the data; explanation, formula and caption below.

use super::canvas::{Canvas, EXPLANATION_LINE, EXPLANATION_SIZE, TICK_SIZE};
use crate::picture::{
    Align, Body, Caption, Face, Figure, Formula, Frame, Laid, Omission, Part, Point, Rect, Shape,
    Text, typeset::text_lines,
};

const CAPTION_LINE: f32 = 14.0;
/// Gap above the caption.
const CAPTION_GAP: f32 = 12.0;
const SENTENCE_SIZE: f32 = 12.5;
/// Height of title and sentence.
const TITLES: f32 = 52.0;
/// Smallest share of a figure's height that is reserved for data and axes.
const LEAST_SHARE: f32 = 0.5;
/// Smallest share of a tile's height that is reserved for data and axes.
const LEAST_SHARE_OF_TILE: f32 = 0.3;
/// Largest share of the height that panels keep for themselves.
const MOST_SHARE: f32 = 0.75;
const DISPLAY_SIZE: f32 = 17.0;
const SMALLEST_DISPLAY: f32 = 0.55;

impl Canvas<'_> {
    /// Draws titles above, and text and caption below. Returns the area left for the data.
    pub(super) fn surround(&mut self, figure: &Figure) -> Rect {
        let Frame { width, height, theme, parts, .. } = *self.frame;
        let (has_title, has_caption) = (parts.has(Part::Title), parts.has(Part::Caption));
        let is_figure = has_title || has_caption;
        let side = match (is_figure, self.frame.is_tight) {
            (true, _) => 16.0,
            (false, true) => 1.0,
            (false, false) => 4.0,
        };
        let x = if is_figure { 20.0 } else { side };
        let room = width - 2.0 * x;
        // Data come first where space is short: the text goes first, then the caption, then the title.
        let mut left = height - 2.0 * side - if has_title { TITLES } else { 0.0 };
        let clauses = figure.caption.as_ref().map(Caption::clauses).unwrap_or_default();
        let caption =
            text_lines(clauses.iter().map(String::as_str), " · ", room, (Face::Regular, TICK_SIZE));
        left -= if has_caption { CAPTION_LINE * caption.len() as f32 + CAPTION_GAP } else { 0.0 };
        let explanation =
            text_lines(figure.explanation.split(' '), " ", room, (Face::Regular, EXPLANATION_SIZE));
        let explanation_height = EXPLANATION_LINE * explanation.len() as f32;
        let has_words = !figure.explanation.is_empty() && parts.has(Part::Words);
        left -= if has_words { explanation_height } else { 0.0 };
        let num_below = match &figure.body {
            Body::Panels(panels) => panels.down as f32,
            _ => 1.0,
        };
        let mut spare = |is_there: bool, block: f32| {
            let least = if is_figure { LEAST_SHARE } else { LEAST_SHARE_OF_TILE };
            // Panels below each other need as much each.
            let least = (num_below * least).min(MOST_SHARE);
            let stays = is_there && left >= least * height;
            left += if is_there && !stays { block } else { 0.0 };
            stays
        };
        let wanted = [(has_words, "text"), (has_caption, "caption"), (has_title, "title")];
        let has_words = spare(has_words, explanation_height);
        let has_caption = spare(has_caption, CAPTION_LINE * caption.len() as f32 + CAPTION_GAP);
        let has_title = spare(has_title, TITLES);
        let omitted = wanted.into_iter().zip([has_words, has_caption, has_title]);
        let omitted = omitted.filter(|((is_wanted, _), stays)| *is_wanted && !stays);
        self.omitted.extend(omitted.map(|((_, name), _)| Omission::Element(name.to_owned())));
        let (mut top, mut bottom) = (side, height - side);
        if has_title {
            self.shape(Shape::Text(Text::new(
                Point { x, y: 32.0 },
                Align::Left,
                figure.title.clone(),
                17.0,
                Face::SemiBold,
                theme.text,
            )));
            let at = Point { x, y: 52.0 };
            let (sentence, laid) = fitting_sentence(&figure.sentence, room);
            self.words(&sentence, &laid, at, theme.weak_text);
            top += TITLES;
        }
        if has_caption {
            let block = CAPTION_LINE * caption.len() as f32;
            let first = Point { x, y: height - block };
            self.lines(caption, first, CAPTION_LINE, TICK_SIZE, theme.weak_text);
            bottom -= block + CAPTION_GAP;
        }
        if has_words {
            let first = Point { x, y: bottom - explanation_height + EXPLANATION_SIZE };
            self.lines(explanation, first, EXPLANATION_LINE, EXPLANATION_SIZE, theme.text);
            bottom -= explanation_height + 4.0;
        }
        // A formula that is too wide is shrunk rather than cut, and omitted if it would be unreadable.
        let shrunk = |formula: &Formula| {
            let share = (room / formula.laid(DISPLAY_SIZE).width).min(1.0);
            (share >= SMALLEST_DISPLAY).then(|| formula.laid(DISPLAY_SIZE * share))
        };
        let laid = figure.display.as_ref().and_then(shrunk);
        if figure.display.is_some() && laid.is_none() {
            self.omitted.push(Omission::Element("formula".to_owned()));
        }
        if let Some(laid) = laid {
            let at =
                Point { x: x + (room - laid.width).max(0.0) / 2.0, y: bottom - laid.descent - 6.0 };
            self.formula(&laid, at, theme.text);
            bottom -= laid.ascent + laid.descent + 14.0;
        }
        // Lines of a table begin below those of the title; the name of a vertical axis keeps a margin of its own.
        let side = if matches!(figure.body, Body::Fields(_)) { x } else { side };
        let size = (width - 2.0 * side, bottom - top);
        Rect { x: side, y: top, width: size.0.max(8.0), height: size.1.max(8.0) }
    }
}

/// A sentence on one line, with its quantities as mathematics; an ellipsis marks a longer one.
fn fitting_sentence(sentence: &str, room: f32) -> (String, Laid) {
    let laid = |text: &str| Formula::named(text).laid(SENTENCE_SIZE / Formula::WORDS);
    let whole = laid(sentence);
    if whole.width <= room {
        return (sentence.to_owned(), whole);
    }
    let ends = sentence.rmatch_indices(' ').map(|(end, _)| format!("{} …", &sentence[..end]));
    let mut shorter = ends.map(|text| (laid(&text), text));
    let fitting = shorter.find(|(laid, _)| laid.width <= room);
    fitting.map_or_else(|| ("…".to_owned(), laid("…")), |(laid, text)| (text, laid))
}
