//! Color map and range of each open view that colors its values.

use egui::{ComboBox, PopupCloseBehavior, Ui};

use super::{
    control_highlight::choice_ui,
    parameter_row::{label, set},
    value_field::{ValueField, refusal_ui},
};
use crate::{
    action::Action,
    app::{look::help::Help as _, plot::paint},
    picture::{ColorMap, ColorScale, number},
    sanitize,
    scene::{ColorRange, Key, Scales, Setting, View, ViewScale},
    views::Subject,
};

/// Width of the list of maps, and of the list of ranges.
const WIDTH: f32 = 72.0;
/// Width of the field of a typed range.
const FIELD_WIDTH: f32 = 140.0;

/// Open views that color their values.
pub(super) fn views(subject: Subject<'_>) -> impl Iterator<Item = View> {
    subject.scene.draft().views.iter().filter(|&view| Scales::has(view))
}

/// Shows a row for each open view that colors its values.
pub(super) fn ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    for view in views(subject) {
        let chosen = subject.scene.draft().scales.get(view);
        ui.push_id(view.key(), |ui| {
            ui.horizontal(|ui| {
                label(ui, view.title(), Key::Scales);
                let changed = [map_ui(ui, view, chosen), range_ui(ui, view, chosen, subject)];
                for changed in changed.into_iter().flatten() {
                    set(actions, Setting::ViewScale(view, changed));
                }
            });
        });
    }
}

fn map_ui(ui: &mut Ui, view: View, chosen: ViewScale) -> Option<ViewScale> {
    let name = chosen.map.map_or("default", ColorMap::key);
    let list = ComboBox::from_id_salt("map").width(WIDTH).truncate().selected_text(name);
    let mut changed = None;
    let shown = list.show_ui(ui, |ui| {
        if ui.selectable_label(chosen.map.is_none(), "Default, chosen in View ▸ Colors").clicked()
        {
            changed = Some(None);
        }
        for &map in ColorMap::ALL {
            ui.horizontal(|ui| {
                let size = egui::vec2(64.0, 12.0);
                let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
                let scale = if map.is_diverging() {
                    ColorScale::symmetric(map, 1.0)
                } else {
                    ColorScale::from_zero(map, 1.0)
                };
                ui.painter().add(paint::color_strip(rect, scale, false));
                if ui.selectable_label(chosen.map == Some(map), map.key()).clicked() {
                    changed = Some(Some(map));
                }
            });
        }
    });
    let name = format!("{}: color map", view.title());
    shown.response.accessible_name(name).help("Color map of this view alone");
    changed.map(|map| ViewScale { map, ..chosen })
}

fn range_ui(ui: &mut Ui, view: View, chosen: ViewScale, subject: Subject<'_>) -> Option<ViewScale> {
    let text = match chosen.range {
        ColorRange::Automatic => "automatic".to_owned(),
        ColorRange::Full => "full".to_owned(),
        ColorRange::Tight => "tight".to_owned(),
        ColorRange::Typed(low, high) => {
            let [low, high] = [low, high].map(|end| number::typographic(&number::shortest(end)));
            format!("{low} to {high}")
        }
    };
    let list = ComboBox::from_id_salt("range")
        .width(WIDTH)
        .truncate()
        .selected_text(text)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let mut changed = None;
    let shown = list.show_ui(ui, |ui| {
        for (range, title, help) in [
            (
                ColorRange::Automatic,
                "Automatic",
                "All values that the quantity can have; of tables of files without their outliers",
            ),
            (ColorRange::Full, "Full", "All values that the quantity can have"),
            (ColorRange::Tight, "Tight to the data", "From the least value to the greatest"),
        ] {
            if choice_ui(ui, chosen.range == range, title, help) {
                changed = Some(range);
                ui.close();
            }
        }
        let typed = typed_ui(ui, view, chosen.range, subject);
        changed = changed.or(typed);
    });
    let name = format!("{}: color range", view.title());
    shown.response.accessible_name(name).help("Values that the colors tell apart");
    changed.map(|range| ViewScale { range, ..chosen })
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
    // The list is no wider than its field, and a message takes several lines.
    ui.set_max_width(FIELD_WIDTH.max(200.0));
    refusal_ui(ui, id, subject.theme, &used, refusal);
    range
}
