//! Icons drawn with lines. Each button has a name and a tooltip.

use egui::{Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, pos2};

use super::style;
use crate::picture::Theme;

/// Icon of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    /// Arrows to two corners.
    Maximize,
    /// Arrows from two corners.
    Restore,
    /// An arrow down, out of the window.
    Export,
    /// Two sliders.
    Settings,
    /// A disc, half dark.
    Theme,
    /// A cross.
    Close,
    /// A triangle to the right.
    Play,
    /// Two bars.
    Pause,
}

/// The program's mark: a phasor in its circle.
pub(crate) fn paint_mark(ui: &Ui, rect: Rect, theme: Theme) {
    let (center, radius) = (rect.center(), 6.5);
    let tip = center + egui::vec2(0.72, -0.69) * radius;
    let (line, hand) = (style::color(theme.accent), style::color(theme.selection));
    ui.painter().circle_stroke(center, radius, Stroke::new(1.5, line));
    ui.painter().line_segment([center, tip], Stroke::new(1.8, hand));
    ui.painter().circle_filled(tip, 2.2, hand);
}

/// Shows an icon button in a rectangle.
pub(crate) fn button(ui: &Ui, rect: Rect, icon: Icon, name: &str) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(("icon", name)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    let visuals = ui.style().interact(&response);
    if response.hovered() || response.has_focus() {
        ui.painter().rect(
            rect.shrink(1.0),
            4.0,
            visuals.weak_bg_fill,
            visuals.bg_stroke,
            egui::StrokeKind::Inside,
        );
    }
    let color = if response.hovered() || response.has_focus() {
        visuals.text_color()
    } else {
        ui.visuals().weak_text_color()
    };
    paint(ui, rect, icon, color);
    response.on_hover_text(name)
}

fn paint(ui: &Ui, rect: Rect, icon: Icon, color: egui::Color32) {
    let painter = ui.painter();
    let stroke = Stroke::new(1.4, color);
    let center = rect.center();
    let at = |x: f32, y: f32| pos2(center.x + x, center.y + y);
    let line = |points: &[(f32, f32)]| {
        painter.line(points.iter().map(|&(x, y)| at(x, y)).collect(), stroke);
    };
    match icon {
        Icon::Maximize => {
            line(&[(1.5, -1.5), (5.0, -5.0)]);
            line(&[(1.5, -5.0), (5.0, -5.0), (5.0, -1.5)]);
            line(&[(-1.5, 1.5), (-5.0, 5.0)]);
            line(&[(-1.5, 5.0), (-5.0, 5.0), (-5.0, 1.5)]);
        }
        Icon::Restore => {
            line(&[(1.5, -1.5), (5.0, -5.0)]);
            line(&[(1.5, -5.0), (1.5, -1.5), (5.0, -1.5)]);
            line(&[(-1.5, 1.5), (-5.0, 5.0)]);
            line(&[(-1.5, 5.0), (-1.5, 1.5), (-5.0, 1.5)]);
        }
        Icon::Export => {
            line(&[(0.0, -5.5), (0.0, 1.5)]);
            line(&[(-3.0, -1.5), (0.0, 1.5), (3.0, -1.5)]);
            line(&[(-5.0, 2.0), (-5.0, 5.0), (5.0, 5.0), (5.0, 2.0)]);
        }
        Icon::Settings => {
            for (y, knob) in [(-3.0, 2.0), (3.0, -2.0)] {
                line(&[(-5.5, y), (knob - 2.0, y)]);
                line(&[(knob + 2.0, y), (5.5, y)]);
                painter.circle_stroke(at(knob, y), 2.0, stroke);
            }
        }
        Icon::Theme => {
            painter.circle_stroke(center, 5.5, stroke);
            painter.add(egui::Shape::convex_polygon(
                (0..=16)
                    .map(|i| {
                        let angle = std::f32::consts::PI * (i as f32 / 16.0 + 0.5);
                        at(5.5 * angle.cos(), 5.5 * angle.sin())
                    })
                    .collect(),
                color,
                Stroke::NONE,
            ));
        }
        Icon::Play => {
            let corners = [at(-3.5, -5.0), at(5.0, 0.0), at(-3.5, 5.0)];
            painter.add(egui::Shape::convex_polygon(corners.into(), color, Stroke::NONE));
        }
        Icon::Pause => {
            for x in [-4.0, 1.0] {
                let bar = Rect::from_min_max(at(x, -5.0), at(x + 3.0, 5.0));
                painter.rect_filled(bar, 0.0, color);
            }
        }
        Icon::Close => {
            line(&[(-3.5, -3.5), (3.5, 3.5)]);
            line(&[(-3.5, 3.5), (3.5, -3.5)]);
        }
    }
}
