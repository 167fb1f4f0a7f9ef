//! Spotlight of a presentation: everything but the cell under the pointer is shaded.

use crate::{app::look::style, picture::Theme};

/// Opacity of the shade.
const SHADE: f32 = 0.55;

/// Shades a frame except for one cell.
pub(super) fn spotlight(
    painter: &egui::Painter,
    frame: egui::Rect,
    cell: egui::Rect,
    theme: Theme,
) {
    /// Smallest width and height of the lit cell.
    const LEAST: f32 = 14.0;
    let cell =
        egui::Rect::from_center_size(cell.center(), cell.size().max(egui::Vec2::splat(LEAST)));
    let cell = cell.intersect(frame.expand(LEAST));
    let shade = style::color(theme.ground).gamma_multiply(SHADE);
    for part in [
        egui::Rect::from_min_max(frame.min, egui::pos2(frame.right(), cell.top())),
        egui::Rect::from_min_max(egui::pos2(frame.left(), cell.bottom()), frame.max),
        egui::Rect::from_min_max(
            egui::pos2(frame.left(), cell.top().max(frame.top())),
            egui::pos2(cell.left(), cell.bottom().min(frame.bottom())),
        ),
        egui::Rect::from_min_max(
            egui::pos2(cell.right(), cell.top().max(frame.top())),
            egui::pos2(frame.right(), cell.bottom().min(frame.bottom())),
        ),
    ] {
        if part.is_positive() {
            painter.rect_filled(part, 0.0, shade);
        }
    }
    let line = egui::Stroke::new(3.0, style::color(theme.selection));
    painter.rect_stroke(cell, 2.0, line, egui::StrokeKind::Outside);
}
