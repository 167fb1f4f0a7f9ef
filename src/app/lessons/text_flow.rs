//! Flowing text with formulas and links, which can be clicked and reached with keys.

use egui::{
    Color32, CursorIcon, FontId, Galley, Pos2, Rect, Response, Role, Sense, Stroke, TextFormat, Ui,
    WidgetInfo, text::LayoutJob,
};

use crate::{
    app::look::{focus, style},
    lesson::{Inline, LinkTarget, Run, Style},
    picture::{Face, Formula, SMALLEST_TYPE, Theme},
};

/// Font size and colors of text.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    pub(crate) size: f32,
    pub(crate) color: Color32,
    pub(crate) theme: Theme,
}

/// Height of a line, relative to its font size.
const LINE: f32 = 1.5;
/// Font size of formulas, relative to the text around them.
const FORMULA: f32 = 1.1;
/// Font size of code, relative to the text around it.
const CODE: f32 = 0.94;
/// Font size of scripts relative to their base, and their shifts relative to their own size.
const SCRIPT: f32 = 0.7;
const RAISED: f32 = -0.5;
const LOWERED: f32 = 0.28;

/// Font size of code in text of a size, which is readable in a room too.
pub(super) fn code_size(size: f32) -> f32 {
    (CODE * size).max(SMALLEST_TYPE)
}

impl Type {
    fn format(self, face: Face, size: f32, link_target: Option<&LinkTarget>) -> TextFormat {
        let color = match link_target {
            None => self.color,
            Some(LinkTarget::Error(_)) => style::color(self.theme.error),
            Some(LinkTarget::Scene(_) | LinkTarget::Page(_)) => style::color(self.theme.accent),
        };
        TextFormat {
            font_id: style::font(face, size),
            color,
            line_height: Some(LINE * self.size),
            ..TextFormat::default()
        }
    }
}

/// Ascent and height of a font.
fn metrics(ui: &Ui, font: FontId) -> (f32, f32) {
    let galley = ui.painter().layout_no_wrap("x".to_owned(), font, Color32::PLACEHOLDER);
    let glyph = galley.rows.first().and_then(|row| row.glyphs.first());
    glyph.map_or((0.0, 0.0), |glyph| (glyph.font_face_ascent, glyph.font_face_height))
}

/// Places a font on the baseline of the text around it, or `below` it. egui centers a font in its line height, and
/// aligns that with the top or bottom of the row, so the line height sets the baseline.
fn placed(ui: &Ui, how: Type, mut format: TextFormat, below: f32) -> TextFormat {
    let line = LINE * how.size;
    let (ascent, height) = metrics(ui, style::font(Face::Regular, how.size));
    let baseline = ascent + (line - height) / 2.0 + below;
    let (own_ascent, own_height) = metrics(ui, format.font_id.clone());
    let from_top = own_height + 2.0 * (baseline - own_ascent);
    if from_top <= line {
        (format.valign, format.line_height) = (egui::Align::TOP, Some(from_top.max(0.0)));
    } else {
        let from_bottom = 2.0 * (own_ascent + line - baseline) - own_height;
        (format.valign, format.line_height) = (egui::Align::BOTTOM, Some(from_bottom.max(0.0)));
    }
    format
}

/// Text laid out, with its links.
struct Flow {
    job: LayoutJob,
    num_chars: usize,
    /// Links: first character, one beyond the last, and index of the goal.
    links: Vec<(usize, usize, usize)>,
}

impl Flow {
    fn new(ui: &Ui, inline: &Inline, how: Type, width: f32) -> Self {
        let mut flow = Self { job: LayoutJob::default(), num_chars: 0, links: Vec::new() };
        flow.job.wrap.max_width = width;
        for (run, link_target) in &inline.runs {
            let first = flow.num_chars;
            flow.run(
                ui,
                run,
                link_target.and_then(|link_target| inline.link_targets.get(link_target)),
                how,
            );
            let Some(link_target) = *link_target else { continue };
            match flow.links.last_mut() {
                Some((_, end, last)) if *last == link_target && *end == first => {
                    *end = flow.num_chars;
                }
                _ => flow.links.push((first, flow.num_chars, link_target)),
            }
        }
        flow
    }

    fn text(&mut self, text: &str, format: TextFormat) {
        self.num_chars += text.chars().count();
        self.job.append(text, 0.0, format);
    }

    fn run(&mut self, ui: &Ui, run: &Run, link_target: Option<&LinkTarget>, how: Type) {
        match run {
            Run::Words(text, Style { is_strong, is_emphasized }) => {
                let face = if *is_strong { Face::SemiBold } else { Face::Regular };
                let mut format = how.format(face, how.size, link_target);
                format.italics = *is_emphasized;
                self.text(text, format);
            }
            Run::Code(text) => {
                let mut format = how.format(Face::Regular, code_size(how.size), link_target);
                format.background = style::color(how.theme.panel);
                self.text(text, placed(ui, how, format, 0.0));
            }
            Run::Formula(formula) => {
                let format =
                    |size, below| placed(ui, how, how.format(Face::Math, size, link_target), below);
                self.formula(formula, FORMULA * how.size, 0.0, &format);
            }
            Run::Break => self.text("\n", how.format(Face::Regular, how.size, link_target)),
        }
    }

    /// Appends an inline formula: scripts are smaller and shifted; fractions have a slash.
    fn formula(
        &mut self,
        formula: &Formula,
        size: f32,
        below: f32,
        format: &impl Fn(f32, f32) -> TextFormat,
    ) {
        match formula {
            Formula::Upright(_) | Formula::Italic(_) | Formula::Value(_) => {
                self.text(&formula.glyphs(), format(size, below));
            }
            Formula::Words(text) => self.text(text, format(size, below)),
            Formula::Row(parts) => {
                for part in parts {
                    self.formula(part, size, below, format);
                }
            }
            Formula::Fraction(above, under) => {
                self.formula(above, size, below, format);
                self.text("/", format(size, below));
                self.formula(under, size, below, format);
            }
            Formula::Superscript(base, exponent) => {
                self.formula(base, size, below, format);
                let size = SCRIPT * size;
                self.formula(exponent, size, below + RAISED * size, format);
            }
            Formula::Subscript(base, index) => {
                self.formula(base, size, below, format);
                let size = SCRIPT * size;
                self.formula(index, size, below + LOWERED * size, format);
            }
            Formula::Brackets(inner) => {
                self.text("(", format(size, below));
                self.formula(inner, size, below, format);
                self.text(")", format(size, below));
            }
            Formula::Array(_) => self.text(&formula.plain_text(), format(size, below)),
        }
    }
}

/// Visible area and its surroundings. What lies there is drawn, so that keys reach it.
pub(super) fn near(ui: &Ui) -> Rect {
    ui.clip_rect().expand(ui.clip_rect().height())
}

/// Draws text. Returns the goal that was clicked.
pub(crate) fn text_ui<'a>(
    ui: &mut Ui,
    inline: &'a Inline,
    how: Type,
    name: &str,
) -> Option<&'a LinkTarget> {
    let flow = Flow::new(ui, inline, how, ui.available_width());
    let galley = ui.painter().layout_job(flow.job);
    let (rect, response) =
        ui.allocate_exact_size(egui::vec2(ui.available_width(), galley.size().y), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, inline.plain_text()));
    let mut clicked = None;
    let rows = FlowRows::new(&galley);
    // Links out of sight are left out: there may be thousands.
    let near = near(ui);
    for (i, &(first, end, link_target)) in flow.links.iter().enumerate() {
        let Some(lead) = inline.link_targets.get(link_target) else { continue };
        let mut link: Option<Response> = None;
        let pieces = rows.pieces(rect.min, first, end);
        if !pieces.iter().any(|(piece, _)| near.intersects(*piece)) {
            continue;
        }
        for (j, (piece, baseline)) in pieces.into_iter().enumerate() {
            let color = match lead {
                LinkTarget::Error(_) => how.theme.error,
                LinkTarget::Scene(_) | LinkTarget::Page(_) => how.theme.accent,
            };
            // Just below the letters: egui's own underline is too low for this line height.
            let line = Stroke::new(1.0, style::color(color));
            ui.painter().hline(piece.x_range(), baseline + 2.5, line);
            let id = ui.scope_id().with((name, i, j));
            // One tab stop, however many rows the link spans.
            let sense = if j == 0 { Sense::click() } else { Sense::CLICK };
            let piece = ui.interact(piece, id, sense);
            if j == 0 {
                let text = inline.goal_text(link_target);
                piece.widget_info(|| WidgetInfo::labeled(Role::Link, true, &text));
            }
            link = Some(match link {
                Some(link) => link.union(piece),
                None => piece,
            });
        }
        let Some(link) = link else { continue };
        if link.has_focus() {
            focus::shows_focus(&link);
            let stroke = Stroke::new(2.0, style::color(how.theme.accent));
            ui.painter().rect_stroke(link.rect.expand(2.0), 3.0, stroke, egui::StrokeKind::Outside);
        }
        if link.clicked() {
            clicked = Some(lead);
        }
        let link = link.on_hover_cursor(CursorIcon::PointingHand);
        match lead {
            LinkTarget::Scene(_) => {}
            LinkTarget::Page(address) => drop(link.on_hover_text(address)),
            LinkTarget::Error(error) => drop(link.on_hover_text(error.to_string())),
        }
    }
    ui.painter().galley(rect.min, galley, how.color);
    clicked
}

/// Rows of a galley, and the character with which each begins.
struct FlowRows<'a> {
    galley: &'a Galley,
    starts: Vec<usize>,
}

impl<'a> FlowRows<'a> {
    fn new(galley: &'a Galley) -> Self {
        let mut next = 0;
        let begin = |row: &egui::epaint::text::PlacedRow| {
            let start = next;
            next += row.row.glyphs.len() + usize::from(row.ends_with_newline);
            start
        };
        Self { galley, starts: galley.rows.iter().map(begin).collect() }
    }

    /// Rectangle and baseline of a range of characters, row by row.
    fn pieces(&self, origin: Pos2, first: usize, end: usize) -> Vec<(Rect, f32)> {
        let from = self.starts.partition_point(|&start| start <= first).saturating_sub(1);
        let rows = self.galley.rows.iter().zip(&self.starts).skip(from);
        let mut out = Vec::new();
        for (row, &start) in rows.take_while(|&(_, &start)| start < end) {
            let num = row.row.glyphs.len();
            let inside = first.saturating_sub(start).min(num)..(end - start).min(num);
            let glyphs = &row.row.glyphs[inside];
            let Some(baseline) = glyphs.first().map(|glyph| glyph.pos.y) else { continue };
            let left = glyphs.iter().map(|glyph| glyph.pos.x).fold(f32::INFINITY, f32::min);
            let right = glyphs.iter().map(|glyph| glyph.pos.x + glyph.advance_width);
            let right = right.fold(f32::NEG_INFINITY, f32::max);
            let (row_rect, at) = (row.rect(), origin + row.pos.to_vec2());
            let rect = Rect::from_min_max(
                egui::pos2(at.x + left, origin.y + row_rect.top()),
                egui::pos2(at.x + right, origin.y + row_rect.bottom()),
            );
            out.push((rect, at.y + baseline));
        }
        out
    }
}
