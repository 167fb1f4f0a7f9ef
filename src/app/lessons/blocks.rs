//! Blocks of a lesson: paragraphs, points, formulas, answers and errors.

use egui::{RichText, Role, Sense, Ui, WidgetInfo};

use super::text_flow::{Type, code_size, text_ui};
use crate::{
    app::{look::style, plot::paint},
    lesson::{Block, LinkTarget},
    picture::{Face, Formula, Theme},
};

/// Size of formulas on a line of their own, relative to the text.
const FORMULA: f32 = 1.31;
/// Smallest scale of a formula that is too wide.
const MIN_SCALE: f32 = 0.5;

/// Shows a block of text and returns the link that was clicked.
pub(super) fn block_ui<'a>(
    ui: &mut Ui,
    how: Type,
    block: &'a Block,
    name: &str,
) -> Option<&'a LinkTarget> {
    let theme = how.theme;
    match block {
        Block::Paragraph(inline) | Block::Choice(_, inline) => text_ui(ui, inline, how, name),
        Block::Point(depth, marker, inline) => {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                ui.add_space(6.0 + 16.0 * *depth as f32);
                let marker = RichText::new(marker).font(style::font(Face::Regular, how.size));
                ui.label(marker);
                text_ui(ui, inline, how, name)
            })
            .inner
        }
        Block::Aside(inline) => {
            let frame = egui::Frame::new()
                .fill(style::color(theme.panel))
                .corner_radius(5)
                .inner_margin(egui::Margin::symmetric(12, 9));
            frame
                .show(ui, |ui| {
                    ui.set_min_width(ui.available_width());
                    text_ui(ui, inline, how, name)
                })
                .inner
        }
        Block::Formula(formula) => {
            formula_ui(ui, how, formula);
            None
        }
        Block::Code(code) => {
            // Lines of code are never broken: the type shrinks.
            let size = code_size(how.size);
            let widths = code.lines().map(|line| Face::Mono.width(line, size));
            let widest = widths.fold(0.0, f32::max).max(1.0);
            let size = size * (ui.available_width() / widest).clamp(MIN_SCALE, 1.0);
            let text = RichText::new(code).font(style::font(Face::Mono, size)).color(how.color);
            ui.add(egui::Label::new(text).extend());
            None
        }
        Block::Error(error) => {
            error_ui(ui, theme, &error.to_string());
            None
        }
    }
}

/// Shows an answer as a button; once one was chosen, whether it is the chosen and the right one. True if it was
/// clicked.
pub(super) fn choice_ui(
    ui: &mut Ui,
    how: Type,
    number: usize,
    text: &str,
    chosen: Option<(bool, bool)>,
) -> bool {
    let theme = how.theme;
    let (mark, color) = match chosen {
        Some((_, true)) => (" ✓", theme.good),
        Some((true, false)) => (" ✗", theme.error),
        _ => ("", theme.text),
    };
    let is_right = matches!(chosen, Some((_, true)));
    let face = if is_right { Face::SemiBold } else { Face::Regular };
    let marked = |mark: &str| format!("{number}  {text}{mark}");
    let color = style::color(color);
    let words = RichText::new(marked(mark)).font(style::font(face, how.size));
    let width = ui.available_width();
    // A mark and bold type do not make it higher than it was.
    let padding = ui.spacing().button_padding;
    let whole = ui.painter().layout(
        marked(" ✓"),
        style::font(Face::SemiBold, how.size),
        color,
        width - 2.0 * padding.x - 2.0,
    );
    let height = whole.size().y + 2.0 * padding.y + 2.0;
    let mut button = egui::Button::new(words.color(color)).wrap();
    button = button.min_size(egui::vec2(width, height.ceil()));
    if chosen.is_some() {
        button = button.sense(Sense::hover());
    }
    let response = ui.add(button);
    if is_right {
        // The right answer has a line of its own color, and the others keep theirs.
        let line = egui::Stroke::new(2.0, color);
        let corner = ui.visuals().widgets.inactive.corner_radius;
        ui.painter().rect_stroke(response.rect, corner, line, egui::StrokeKind::Inside);
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Button, chosen.is_none(), text));
    response.clicked()
}

/// Shows a formula in the middle, smaller if it would not fit.
fn formula_ui(ui: &mut Ui, how: Type, formula: &Formula) {
    let room = ui.available_width();
    let formula_size = FORMULA * how.size;
    let laid = formula.laid(formula_size);
    let share = (room / laid.width.max(1.0)).clamp(MIN_SCALE, 1.0);
    let laid = if share < 1.0 { formula.laid(formula_size * share) } else { laid };
    let size = egui::vec2(room, laid.ascent + laid.descent + 12.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, formula.plain_text()));
    let left = rect.left() + ((room - laid.width) / 2.0).max(0.0);
    let at = egui::pos2(left, rect.top() + 6.0 + laid.ascent);
    paint::formula(ui.painter(), &laid, at, how.theme);
}

/// Shows an error with a bar beside it.
pub(super) fn error_ui(ui: &mut Ui, theme: Theme, text: &str) {
    let frame = egui::Frame::new().inner_margin(egui::Margin { left: 10, ..egui::Margin::ZERO });
    let shown = frame.show(ui, |ui| {
        ui.add(egui::Label::new(RichText::new(text).color(style::color(theme.error))).wrap());
    });
    let rect = shown.response.rect;
    let bar = egui::Rect::from_min_max(rect.min, egui::pos2(rect.left() + 3.0, rect.bottom()));
    ui.painter().rect_filled(bar, 1.5, style::color(theme.error));
}
