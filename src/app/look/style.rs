//! Fonts and colors of the window, made from the theme.

use std::sync::Arc;

use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, TextStyle,
    Visuals,
    epaint::Shadow,
    style::{HandleShape, ScrollAnimation},
};

use crate::picture::{Face, Rgb, Theme};

/// Duration of animations.
const ANIMATION_SECONDS: f32 = 0.08;

/// Color for egui from a color of the theme.
pub(crate) fn color([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// Font of a typeface at a size.
pub(crate) fn font(face: Face, size: f32) -> FontId {
    FontId::new(size, family(face))
}

fn family(face: Face) -> FontFamily {
    match face {
        Face::Regular => FontFamily::Proportional,
        Face::SemiBold => FontFamily::Name("semi-bold".into()),
        Face::Math => FontFamily::Name("math".into()),
        Face::Mono => FontFamily::Monospace,
    }
}

/// Shows a text or controls with a colored bar at their left.
pub(crate) fn beside_bar(ui: &mut egui::Ui, bar: Rgb, contents: impl FnOnce(&mut egui::Ui)) {
    let frame = egui::Frame::new().inner_margin(egui::Margin { left: 10, ..egui::Margin::ZERO });
    let rect = frame.show(ui, contents).response.rect;
    let edge = egui::Rect::from_min_max(rect.min, egui::pos2(rect.left() + 3.0, rect.bottom()));
    ui.painter().rect_filled(edge, 1.5, color(bar));
}

/// Installs fonts and both themes in a context.
pub(crate) fn install(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::empty();
    for face in Face::ALL {
        let name = format!("{face:?}");
        fonts.font_data.insert(name, Arc::new(FontData::from_static(face.data())));
    }
    for face in Face::ALL {
        // Glyphs that these lack, such as an emoji in a file name, come from the fonts of the system.
        let names = [face, Face::Regular, Face::Math].map(|face| format!("{face:?}"));
        fonts.families.insert(family(face), names.into());
    }
    ctx.set_fonts(fonts);
    for theme in [Theme::LIGHT, Theme::DARK] {
        let of = if theme.is_dark { egui::Theme::Dark } else { egui::Theme::Light };
        ctx.style_mut_of(of, |style| {
            style.visuals = visuals(theme);
            style.text_styles = [
                (TextStyle::Small, 11.5),
                (TextStyle::Body, 13.5),
                (TextStyle::Button, 13.5),
                (TextStyle::Monospace, 13.0),
            ]
            .map(|(text_style, size)| (text_style, font(Face::Regular, size)))
            .into_iter()
            .chain([(TextStyle::Heading, font(Face::SemiBold, 17.0))])
            .collect();
            // A popup may be as high as the window, and scrolls beyond that.
            style.spacing.default_area_size = egui::vec2(600.0, 2000.0);
            style.spacing.item_spacing = egui::vec2(8.0, 5.0);
            style.spacing.button_padding = egui::vec2(9.0, 3.5);
            style.spacing.interact_size = egui::vec2(36.0, 23.0);
            style.spacing.slider_rail_height = 4.0;
            style.spacing.menu_spacing = 2.0;
            style.interaction.tooltip_delay = 0.4;
            style.animation_time = ANIMATION_SECONDS;
            // Ctrl + C copies the scene, not a piece of a label.
            style.interaction.selectable_labels = false;
        });
    }
}

/// Style of menus: entries are flat unless hovered or focused.
pub(crate) fn menu(style: &mut egui::Style) {
    let widgets = style.visuals.widgets.clone();
    egui::containers::menu::menu_style(style);
    style.visuals.widgets.hovered.bg_stroke = widgets.hovered.bg_stroke;
    style.visuals.widgets.active.bg_stroke = widgets.active.bg_stroke;
}

/// Turns animations off or on.
pub(crate) fn set_motion(ctx: &egui::Context, is_reduced: bool) {
    let seconds = if is_reduced { 0.0 } else { ANIMATION_SECONDS };
    for theme in [egui::Theme::Light, egui::Theme::Dark] {
        ctx.style_mut_of(theme, |style| {
            style.animation_time = seconds;
            if is_reduced {
                style.scroll_animation = ScrollAnimation::none();
            } else {
                style.scroll_animation = ScrollAnimation::default();
            }
        });
    }
}

fn visuals(theme: Theme) -> Visuals {
    let mut visuals = if theme.is_dark { Visuals::dark() } else { Visuals::light() };
    let radius = CornerRadius::same(4);
    let text = color(theme.text);
    visuals.panel_fill = color(theme.panel);
    visuals.window_fill = color(theme.tile);
    visuals.window_stroke = Stroke::new(1.0, color(theme.line));
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.window_shadow = Shadow::NONE;
    visuals.popup_shadow = Shadow::NONE;
    visuals.extreme_bg_color = color(theme.field);
    visuals.text_edit_bg_color = Some(color(theme.field));
    visuals.faint_bg_color = color(theme.panel);
    visuals.code_bg_color = color(theme.panel);
    visuals.weak_text_color = Some(color(theme.weak_text));
    visuals.hyperlink_color = color(theme.accent);
    visuals.error_fg_color = color(theme.error);
    visuals.warn_fg_color = color(theme.selection);
    visuals.selection.bg_fill = color(theme.accent);
    visuals.selection.stroke = Stroke::new(1.0, color(theme.on_accent));
    visuals.slider_trailing_fill = true;
    visuals.handle_shape = HandleShape::Circle;
    let widgets = &mut visuals.widgets;
    for (widget, fill, line) in [
        (&mut widgets.noninteractive, theme.panel, theme.line),
        (&mut widgets.inactive, theme.field, theme.line),
        (&mut widgets.hovered, theme.field, theme.accent),
        (&mut widgets.active, theme.field, theme.accent),
        (&mut widgets.open, theme.field, theme.accent),
    ] {
        widget.weak_bg_fill = color(fill);
        widget.bg_fill = color(fill);
        widget.bg_stroke = Stroke::new(1.0, color(line));
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.corner_radius = radius;
        widget.expansion = 0.0;
    }
    // Rails and handles of sliders.
    widgets.inactive.bg_fill = color(theme.rail);
    widgets.inactive.fg_stroke = Stroke::new(1.0, text);
    visuals
}
