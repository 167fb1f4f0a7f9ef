//! The formula bar: formula of the selected cell, frequency and wavelength.

use egui::Ui;

use super::description::{Description, FORMULA_SIZE};
use crate::{
    app::{look::style, plot::paint},
    picture::{Face, number},
    views::{Subject, explanation},
};

/// Height of the bar.
pub(super) const HEIGHT: f32 = 62.0;
/// Scale below which the formula takes the room of the frequency.
const READABLE_SCALE: f32 = 0.85;
/// Typical width of the frequency.
const FACTS_WIDTH: f32 = 340.0;
/// Scale below which the formula is cut, since it would not be readable.
const MIN_SCALE: f32 = 0.4;

/// Shows the formula of the selected cell, and its frequency. True if the formula was clicked.
pub(super) fn formula_ui(ui: &Ui, subject: Subject<'_>, description: &Description) -> bool {
    let laid = &description.laid;
    let theme = subject.theme;
    let rect = ui.available_rect_before_wrap();
    // In a window smaller than its minimum, the formula has priority.
    let has_room = rect.width() > READABLE_SCALE * laid.width + FACTS_WIDTH;
    let facts_width = if has_room { facts_ui(ui, subject, rect) } else { 0.0 };
    let room = rect.width() - facts_width - 24.0;
    // A formula wider than the window is drawn smaller rather than cut.
    let scale = (room / laid.width).clamp(MIN_SCALE, 1.0);
    let laid =
        if scale < 1.0 { &explanation::formula(subject).laid(FORMULA_SIZE * scale) } else { laid };
    let area = egui::Rect::from_min_size(rect.min, egui::vec2(laid.width + 8.0, rect.height()));
    let response = ui
        .interact(area, ui.scope_id().with("formula"), egui::Sense::click())
        .on_hover_cursor(egui::CursorIcon::PointingHand)
        .on_hover_text("Click to copy the formula as text");
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, description.formula.plain_text())
    });
    let middle = (laid.ascent - laid.descent) / 2.0;
    let at = egui::pos2(rect.left() + 4.0, rect.center().y + middle);
    paint::formula(ui.painter(), laid, at, theme);
    response.clicked()
}

/// Shows frequency and wavelength of the selected column at the right. Returns their width.
fn facts_ui(ui: &Ui, subject: Subject<'_>, rect: egui::Rect) -> f32 {
    let theme = subject.theme;
    let Some(waves) = subject.table.waves() else { return 0.0 };
    let column = subject.table.encoding.wave_column(subject.scene.column());
    let Some(index) = waves.frequency_index(column) else { return 0.0 };
    let frequency = &waves.frequencies()[index];
    let name = explanation::frequency_name(index, frequency);
    let name = if frequency.pair().is_some() { format!("{name}, frequency") } else { name };
    let rows = [
        (name, format!("{} rad/position", number::readable(frequency.omega.hi, 6))),
        ("Wavelength".to_owned(), explanation::wavelength_text(frequency)),
    ];
    let layout = |text: &str, color| {
        let font = style::font(Face::Regular, 13.0);
        ui.painter().layout_no_wrap(text.to_owned(), font, style::color(color))
    };
    let rows =
        rows.map(|(name, value)| (layout(&name, theme.weak_text), layout(&value, theme.text)));
    let values_width = rows.iter().map(|(_, value)| value.size().x).fold(150.0, f32::max);
    let names_width = rows.iter().map(|(name, _)| name.size().x).fold(0.0, f32::max);
    let mut y = rect.center().y - 19.0;
    for (name, value) in rows {
        let x = rect.right() - values_width;
        let name_at = egui::pos2(x - 14.0 - names_width, y);
        ui.painter().galley(name_at, name, egui::Color32::PLACEHOLDER);
        ui.painter().galley(egui::pos2(x, y), value, egui::Color32::PLACEHOLDER);
        y += 19.0;
    }
    values_width + names_width + 14.0
}
