//! Contents of a view: texts around one body.

use super::{
    Board, Candidates, Caption, Chart, Counter, Dials, Fields, Head, Layer, Matrices, Sheet, Values,
};
use crate::picture::{Formula, Span};

/// Contents of a view, without size and theme.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// Name of the view.
    pub title: String,
    /// Sentence about the content.
    pub sentence: String,
    /// State of the scene beside the encoding: `k = 10, columns 0–31 of 128`; empty where all of it is.
    pub state: String,
    /// Encoding in words; `None` for a figure of no encoding.
    pub caption: Option<Caption>,
    /// Explanatory text below the drawing; empty if none is needed.
    pub explanation: String,
    /// Display formula below the drawing.
    pub display: Option<Formula>,
    /// Main content.
    pub body: Body,
}

/// Main content of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Data with axes.
    Chart(Chart),
    /// Lines of formulas with their numbers.
    Sheet(Sheet),
    /// Frequencies as hands on dials.
    Dials(Dials),
    /// Bits of positions beside the sinusoids.
    Counter(Counter),
    /// Encodings side by side.
    Candidates(Candidates),
    /// Table of numbers.
    Values(Values),
    /// Comparison of encodings by several criteria.
    Board(Board),
    /// Square matrices over the same few names, side by side.
    Matrices(Matrices),
    /// Several figures in one.
    Panels(Panels),
    /// Names, values and remarks in columns.
    Fields(Fields),
    /// Dimensions of a head, and which of them turn together.
    Head(Head),
    /// Text in place of a picture.
    Note(String),
}

/// Figures in a grid, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Panels {
    /// Figures, at most as many as the grid has places.
    pub figures: Vec<Figure>,
    /// Number of figures beside each other.
    pub across: u32,
    /// Number of figures below each other.
    pub down: u32,
    /// True for (a), (b), (c) above the figures.
    pub has_letters: bool,
    /// True for sides of a comparison, whose titles tell them apart: they stay where a figure has no title.
    pub are_sides: bool,
}

impl Default for Body {
    fn default() -> Self {
        Self::Note(String::new())
    }
}

impl Panels {
    /// A text of each panel, one after the other.
    fn joined(&self, text: fn(&Figure) -> &str) -> String {
        self.figures.iter().map(text).collect::<Vec<_>>().join("; ")
    }

    /// Letter of a panel, as in `(a)`; empty for panels without letters.
    pub(crate) fn letter(&self, i: usize) -> String {
        let letter = char::from(b'a' + (i % 26) as u8);
        if self.has_letters { format!("({letter})") } else { String::new() }
    }

    /// Titles of the panels, one after the other.
    pub fn titles(&self) -> String {
        self.joined(|figure| &figure.title)
    }
}

impl From<Panels> for Figure {
    /// Figure of all panels, with the caption of the first.
    fn from(panels: Panels) -> Self {
        Self {
            title: panels.titles(),
            sentence: panels.joined(|figure| &figure.sentence),
            caption: panels.figures.first().and_then(|first| first.caption.clone()),
            body: Body::Panels(panels),
            ..Self::default()
        }
    }
}

impl Figure {
    /// Adds an explanation, unless a note stands in place of the picture.
    #[must_use]
    pub fn explained(mut self, explanation: impl FnOnce() -> String) -> Self {
        if !matches!(self.body, Body::Note(_)) {
            self.explanation = explanation();
        }
        self
    }

    /// Removes hidden curves, for an export: only the window can show them again.
    #[must_use]
    pub fn without_hidden(mut self) -> Self {
        if let Body::Chart(chart) = &mut self.body {
            for layer in &mut chart.layers {
                if let Layer::Curves(curves) = layer {
                    curves.columns.retain(|curve| !curve.is_hidden);
                }
            }
        }
        self
    }

    /// Replaces the names of the axes; `None` keeps one. False if the figure has no axes.
    pub fn name_axes(&mut self, x: Option<&str>, y: Option<&str>) -> bool {
        match &mut self.body {
            Body::Chart(chart) => {
                for (axis, name) in [(&mut chart.x, x), (&mut chart.y, y)] {
                    if let Some(name) = name {
                        name.clone_into(&mut axis.name);
                        axis.is_typed = true;
                    }
                }
                true
            }
            Body::Panels(panels) => {
                let named = panels.figures.iter_mut().map(|figure| figure.name_axes(x, y));
                named.fold(false, |any, is_named| any | is_named)
            }
            _ => false,
        }
    }

    /// Calls `change` for every axis of values and every color scale, with its name, and with its visible and its full
    /// range.
    pub fn change_ranges(&mut self, change: &mut dyn FnMut(&str, &mut [Span; 2])) {
        match &mut self.body {
            Body::Chart(chart) => {
                for axis in [&mut chart.x, &mut chart.y].into_iter().filter(|it| it.has_values()) {
                    let mut ranges = [axis.span, axis.whole];
                    change(&axis.name, &mut ranges);
                    [axis.span, axis.whole] = ranges;
                }
                for layer in &mut chart.layers {
                    let Layer::Raster { scale, name, .. } = layer else { continue };
                    let mut ranges = [Span { start: scale.low, end: scale.high }; 2];
                    change(&name.words, &mut ranges);
                    (scale.low, scale.high) = (ranges[0].start, ranges[0].end);
                }
            }
            Body::Panels(panels) => {
                panels.figures.iter_mut().for_each(|figure| figure.change_ranges(change));
            }
            _ => {}
        }
    }

    /// The figure with more clauses of its state, unless it has them.
    #[must_use]
    pub fn with_state(mut self, clauses: &str) -> Self {
        let own: Vec<&str> = self.state.split(", ").filter(|own| !own.is_empty()).collect();
        let more = clauses.split(", ").filter(|clause| !clause.is_empty() && !own.contains(clause));
        self.state = more.chain(own.iter().copied()).collect::<Vec<_>>().join(", ");
        self
    }

    /// Returns the text in place of a picture, if there is no picture.
    pub fn note(&self) -> Option<&str> {
        match &self.body {
            Body::Note(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the first text in place of a picture, and the number of its panel.
    pub fn first_note(&self) -> Option<(usize, &str)> {
        match &self.body {
            Body::Panels(panels) if !panels.are_sides => {
                let mut figures = panels.figures.iter().enumerate();
                figures.find_map(|(i, figure)| Some((i, figure.note()?)))
            }
            _ => self.note().map(|note| (0, note)),
        }
    }

    /// Returns the chart, if the body is one.
    pub fn chart(&self) -> Option<&Chart> {
        match &self.body {
            Body::Chart(chart) => Some(chart),
            _ => None,
        }
    }
}
