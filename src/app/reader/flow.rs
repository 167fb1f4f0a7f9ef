//! Words that run from line to line, with links that can be clicked and reached by keys.

use std::sync::Arc;

use egui::{
    Color32, CursorIcon, Galley, Pos2, Rect, Response, Role, Sense, Stroke, TextFormat, Ui,
    WidgetInfo, text::LayoutJob,
};

use super::super::style;
use crate::{
    lesson::{Goal, Inline, Run, Style},
    picture::{Face, Formula, Theme},
};

/// How text is set.
#[derive(Clone, Copy)]
pub(super) struct Type {
    pub(super) size: f32,
    pub(super) color: Color32,
    pub(super) theme: Theme,
}

/// Height of a line, in sizes of its type.
const LINE: f32 = 1.5;
/// Size of scripts, in sizes of the type.
const SCRIPT: f32 = 0.68;

impl Type {
    fn format(self, face: Face, size: f32, goal: Option<&Goal>) -> TextFormat {
        let color = match goal {
            None => self.color,
            Some(Goal::Error(_)) => style::color(self.theme.error),
            Some(Goal::Scene(_) | Goal::Page(_)) => style::color(self.theme.accent),
        };
        TextFormat {
            font_id: style::font(face, size),
            color,
            line_height: Some(LINE * self.size),
            ..TextFormat::default()
        }
    }
}

/// Text laid out, with the places of its links.
struct Flow {
    job: LayoutJob,
    num_chars: usize,
    /// Characters of each link: first, one beyond the last, and which goal it leads to.
    links: Vec<(usize, usize, usize)>,
}

impl Flow {
    fn new(inline: &Inline, how: Type, width: f32) -> Self {
        let mut flow = Self { job: LayoutJob::default(), num_chars: 0, links: Vec::new() };
        flow.job.wrap.max_width = width;
        for (run, goal) in &inline.runs {
            let first = flow.num_chars;
            flow.run(run, goal.and_then(|goal| inline.goals.get(goal)), how);
            let Some(goal) = *goal else { continue };
            match flow.links.last_mut() {
                Some((_, end, last)) if *last == goal && *end == first => *end = flow.num_chars,
                _ => flow.links.push((first, flow.num_chars, goal)),
            }
        }
        flow
    }

    fn text(&mut self, text: &str, format: TextFormat) {
        self.num_chars += text.chars().count();
        self.job.append(text, 0.0, format);
    }

    fn run(&mut self, run: &Run, goal: Option<&Goal>, how: Type) {
        match run {
            Run::Words(text, Style { is_strong, is_stressed }) => {
                let face = if *is_strong { Face::SemiBold } else { Face::Regular };
                let mut format = how.format(face, how.size, goal);
                format.italics = *is_stressed;
                self.text(text, format);
            }
            Run::Code(text) => {
                let mut format = how.format(Face::Regular, 0.94 * how.size, goal);
                format.background = style::color(how.theme.panel);
                self.text(text, format);
            }
            Run::Formula(formula) => {
                self.formula(formula, 1.1 * how.size, egui::Align::BOTTOM, goal, how);
            }
            Run::Break => self.text("\n", how.format(Face::Regular, how.size, goal)),
        }
    }

    /// A formula in a line: scripts are smaller, and raised or lowered; fractions have a stroke.
    fn formula(
        &mut self,
        formula: &Formula,
        size: f32,
        valign: egui::Align,
        goal: Option<&Goal>,
        how: Type,
    ) {
        let format = |size| TextFormat { valign, ..how.format(Face::Math, size, goal) };
        match formula {
            Formula::Upright(_) | Formula::Italic(_) | Formula::Value(_) => {
                self.text(&formula.glyphs(), format(size));
            }
            Formula::Row(parts) => {
                for part in parts {
                    self.formula(part, size, valign, goal, how);
                }
            }
            Formula::Fraction(above, below) => {
                self.formula(above, size, valign, goal, how);
                self.text("/", format(size));
                self.formula(below, size, valign, goal, how);
            }
            Formula::Superscript(base, exponent) => {
                self.formula(base, size, valign, goal, how);
                self.formula(exponent, SCRIPT * size, egui::Align::TOP, goal, how);
            }
            Formula::Subscript(base, index) => {
                self.formula(base, size, valign, goal, how);
                self.formula(index, SCRIPT * size, egui::Align::BOTTOM, goal, how);
            }
            Formula::Brackets(inner) => {
                self.text("(", format(size));
                self.formula(inner, size, valign, goal, how);
                self.text(")", format(size));
            }
            Formula::Array(_) => self.text(&formula.plain_text(), format(size)),
        }
    }
}

/// Draws text. The goal that was clicked.
pub(super) fn text_ui<'a>(
    ui: &mut Ui,
    inline: &'a Inline,
    how: Type,
    name: &str,
) -> Option<&'a Goal> {
    let flow = Flow::new(inline, how, ui.available_width());
    let galley = ui.painter().layout_job(flow.job);
    let (rect, response) =
        ui.allocate_exact_size(egui::vec2(ui.available_width(), galley.size().y), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, inline.plain_text()));
    let mut clicked = None;
    for (i, &(first, end, goal)) in flow.links.iter().enumerate() {
        let Some(lead) = inline.goals.get(goal) else { continue };
        let mut link: Option<Response> = None;
        for (j, (piece, baseline)) in pieces(&galley, rect.min, first, end).into_iter().enumerate()
        {
            let color = match lead {
                Goal::Error(_) => how.theme.error,
                Goal::Scene(_) | Goal::Page(_) => how.theme.accent,
            };
            // Just below the letters: where egui draws it is too low for lines so far apart.
            let line = Stroke::new(1.0, style::color(color));
            ui.painter().hline(piece.x_range(), baseline + 2.5, line);
            let id = ui.scope_id().with((name, i, j));
            // One stop for the keys, however many rows the link runs over.
            let sense = if j == 0 { Sense::click() } else { Sense::CLICK };
            let piece = ui.interact(piece, id, sense);
            if j == 0 {
                let text = inline.goal_text(goal);
                piece.widget_info(|| WidgetInfo::labeled(Role::Link, true, &text));
            }
            link = Some(match link {
                Some(link) => link.union(piece),
                None => piece,
            });
        }
        let Some(link) = link else { continue };
        if link.has_focus() {
            let stroke = Stroke::new(2.0, style::color(how.theme.accent));
            ui.painter().rect_stroke(link.rect.expand(2.0), 3.0, stroke, egui::StrokeKind::Outside);
        }
        if link.clicked() {
            clicked = Some(lead);
        }
        let link = link.on_hover_cursor(CursorIcon::PointingHand);
        match lead {
            Goal::Scene(_) => {}
            Goal::Page(address) => drop(link.on_hover_text(address)),
            Goal::Error(error) => drop(link.on_hover_text(error.to_string())),
        }
    }
    ui.painter().galley(rect.min, galley, how.color);
    clicked
}

/// Where characters stand, a rectangle and a baseline a row.
fn pieces(galley: &Arc<Galley>, origin: Pos2, first: usize, end: usize) -> Vec<(Rect, f32)> {
    let mut before = 0;
    let mut out = Vec::new();
    for row in &galley.rows {
        let num = row.row.glyphs.len();
        let glyphs = row.row.glyphs.iter().enumerate();
        let inside = glyphs.filter(|(i, _)| (first..end).contains(&(before + i)));
        let ends = inside.fold(None, |ends: Option<(f32, f32, f32)>, (_, glyph)| {
            let (left, right) = (glyph.pos.x, glyph.pos.x + glyph.advance_width);
            let (a, b, baseline) = ends.unwrap_or((left, right, glyph.pos.y));
            Some((a.min(left), b.max(right), baseline))
        });
        if let Some((left, right, baseline)) = ends {
            let (row_rect, at) = (row.rect(), origin + row.pos.to_vec2());
            let rect = Rect::from_min_max(
                egui::pos2(at.x + left, origin.y + row_rect.top()),
                egui::pos2(at.x + right, origin.y + row_rect.bottom()),
            );
            out.push((rect, at.y + baseline));
        }
        before += num + usize::from(row.ends_with_newline);
    }
    out
}
