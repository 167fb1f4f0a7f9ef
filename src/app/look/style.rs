//! Fonts and colors of the window, from the theme's plain numbers.

use std::sync::Arc;

use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, TextStyle,
    Visuals,
    epaint::Shadow,
    style::{HandleShape, ScrollAnimation},
};

use crate::picture::{Face, Rgb, Theme};

/// How long menus fade and switches glide.
const ANIMATION_SECONDS: f32 = 0.08;

/// A color of ours for egui.
pub(crate) fn color([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// A typeface of ours at a size.
pub(crate) fn font(face: Face, size: f32) -> FontId {
    FontId::new(size, family(face))
}

fn family(face: Face) -> FontFamily {
    match face {
        Face::Regular => FontFamily::Proportional,
        Face::SemiBold => FontFamily::Name("semi-bold".into()),
        Face::Math => FontFamily::Name("math".into()),
    }
}

/// Gives a context our fonts and both of our themes.
pub(crate) fn install(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    let fallbacks = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for face in Face::ALL {
        let name = format!("{face:?}");
        fonts.font_data.insert(name, Arc::new(FontData::from_static(face.data())));
    }
    for face in Face::ALL {
        // What our fonts lack (an emoji in a file name) is drawn with egui's.
        let own = [face, Face::Regular, Face::Math].map(|face| format!("{face:?}"));
        let names = own.into_iter().chain(fallbacks.iter().cloned()).collect();
        fonts.families.insert(family(face), names);
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
            // What pops up may be as high as the window; its own scroll bar does the rest.
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

/// Entries of menus are flat until they are pointed at or have the focus.
pub(crate) fn menu(style: &mut egui::Style) {
    let widgets = style.visuals.widgets.clone();
    egui::containers::menu::menu_style(style);
    style.visuals.widgets.hovered.bg_stroke = widgets.hovered.bg_stroke;
    style.visuals.widgets.active.bg_stroke = widgets.active.bg_stroke;
}

/// Whether menus fade and switches glide.
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
