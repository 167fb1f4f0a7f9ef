//! Color map and range of a view that colors its values.

use egui::{Role, Stroke, StrokeKind, Ui, WidgetInfo};

use super::{
    control_highlight::choice_ui,
    value_field::{ValueField, refusal_ui},
};
use crate::{
    action::{Action, Gesture},
    app::{look::help::Help as _, plot::paint},
    picture::{ColorMap, ColorScale},
    sanitize,
    scene::{ColorRange, Scales, Setting, View, ViewScale},
    views::Subject,
};

/// Size of the strip of a map.
const STRIP: egui::Vec2 = egui::vec2(52.0, 16.0);
/// Width of the field of a typed range.
const FIELD_WIDTH: f32 = 140.0;

/// Open views that color their values.
pub(crate) fn views(subject: Subject<'_>) -> impl Iterator<Item = View> {
    subject.scene.draft().views.iter().filter(|&view| Scales::has(view))
}

/// Shows the color map and the range of a view.
pub(crate) fn ui(ui: &mut Ui, subject: Subject<'_>, view: View, actions: &mut Vec<Action>) {
    let chosen = subject.scene.draft().scales.get(view);
    let changed = [map_ui(ui, view, chosen), range_ui(ui, view, chosen, subject)];
    for changed in changed.into_iter().flatten() {
        actions.push(Action::Edit(Setting::ViewScale(view, changed), Gesture::Single));
    }
}

/// Shows the maps, each as a strip of its colors.
fn map_ui(ui: &mut Ui, view: View, chosen: ViewScale) -> Option<ViewScale> {
    let mut changed = None;
    ui.horizontal(|ui| {
        ui.label("Colors").help("Color map of this view alone");
        let name = format!("{}: default colors", view.title());
        let button = egui::Button::selectable(chosen.map.is_none(), "Default");
        let response = ui.add(button.frame_when_inactive(true));
        if response.accessible_name(name).help("As chosen in View ▸ Colors").clicked() {
            changed = Some(None);
        }
    });
    ui.horizontal_wrapped(|ui| {
        for &map in ColorMap::ALL {
            let (rect, response) = ui.allocate_exact_size(STRIP, egui::Sense::click());
            let name = format!("{}: {}", view.title(), map.key());
            let is_chosen = chosen.map == Some(map);
            response.widget_info(|| {
                WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, name.as_str())
            });
            let scale = if map.is_diverging() {
                ColorScale::symmetric(map, 1.0)
            } else {
                ColorScale::from_zero(map, 1.0)
            };
            ui.painter().add(paint::color_strip(rect.shrink(2.0), scale, false));
            if is_chosen || response.hovered() || response.has_focus() {
                let line =
                    Stroke::new(if is_chosen { 2.0 } else { 1.0 }, ui.visuals().text_color());
                ui.painter().rect_stroke(rect, 2.0, line, StrokeKind::Inside);
            }
            if response.help(format!("{}: {}", map.key(), map.sentence())).clicked() {
                changed = Some(Some(map));
            }
        }
    });
    changed.map(|map| ViewScale { map, ..chosen })
}

/// Shows the ranges: three by rule, and a field for typed ends.
fn range_ui(ui: &mut Ui, view: View, chosen: ViewScale, subject: Subject<'_>) -> Option<ViewScale> {
    let mut changed = None;
    ui.horizontal_wrapped(|ui| {
        ui.label("Range").help("Values that the colors distinguish");
        for (range, title, help) in [
            (
                ColorRange::Automatic,
                "Automatic",
                "Full range of the quantity; for tables from files, without outliers",
            ),
            (ColorRange::Full, "Full", "All values that the quantity can have"),
            (ColorRange::Tight, "Tight", "From the least value to the greatest"),
        ] {
            if choice_ui(ui, chosen.range == range, title, help) {
                changed = Some(range);
            }
        }
    });
    let typed = typed_ui(ui, view, chosen.range, subject);
    changed.or(typed).map(|range| ViewScale { range, ..chosen })
}

/// Field for the ends of a range.
fn typed_ui(
    ui: &mut Ui,
    view: View,
    chosen: ColorRange,
    subject: Subject<'_>,
) -> Option<ColorRange> {
    let id = ui.make_persistent_id("typed");
    let name = format!("{}: typed range", view.title());
    let help = "Two numbers, the lower first, such as -1..1".to_owned();
    let text = match chosen {
        ColorRange::Typed(..) => chosen.to_string(),
        ColorRange::Automatic | ColorRange::Full | ColorRange::Tight => "-1..1".to_owned(),
    };
    let field = ValueField { id, name: &name, text, help, width: FIELD_WIDTH };
    let used = field.ui(ui);
    let read = used.entered.as_ref().map(|typed| (typed, typed.parse()));
    let (range, refusal) = match read {
        Some((_, Ok(range))) => (Some(range), None),
        Some((typed, Err(_))) => {
            let typed = sanitize::word(typed);
            (None, Some(format!("invalid range \"{typed}\": {}", ColorRange::ALLOWED)))
        }
        None => (None, None),
    };
    refusal_ui(ui, id, subject.theme, &used, refusal);
    range
}
