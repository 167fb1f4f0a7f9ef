//! Presenting: no panels, large type, and back to exactly where one was.

use crate::{
    picture::{SMALLEST_TYPE, Theme},
    scene::Scene,
    views::View,
};

use super::{reader::Place, style};

/// The smallest type, as a share of the screen's height: it is read at the back of a room.
const READABLE: f32 = 0.02;
/// Larger would leave no room for the views.
const LARGEST_ZOOM: f32 = 4.0;
/// How much of what is not pointed at is left.
const SHADE: f32 = 0.55;

/// What was there before.
pub(super) struct Presenting {
    pub(super) scene: Scene,
    /// The lesson, and its step.
    pub(super) lesson: Option<(Place, usize)>,
    pub(super) maximized: Option<View>,
    zoom: f32,
    was_full_screen: bool,
}

impl Presenting {
    pub(super) fn begin(
        ctx: &egui::Context,
        scene: &Scene,
        lesson: Option<(Place, usize)>,
        maximized: Option<View>,
    ) -> Self {
        let was_full_screen = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
        ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(true));
        Self { scene: scene.clone(), lesson, maximized, zoom: ctx.zoom_factor(), was_full_screen }
    }

    /// Type as large as the screen asks for, or larger where a person wants that. Called in every frame: the
    /// window grows after it has begun.
    pub(super) fn fit_type(ctx: &egui::Context) {
        let height = ctx.content_rect().height() * ctx.zoom_factor();
        let least = (READABLE * height / SMALLEST_TYPE).clamp(1.0, LARGEST_ZOOM);
        if ctx.zoom_factor() < least - 1e-3 {
            ctx.set_zoom_factor(least);
        }
    }

    /// As it was.
    pub(super) fn end(&self, ctx: &egui::Context) {
        ctx.set_zoom_factor(self.zoom);
        ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(self.was_full_screen));
    }

    /// The zoom that the settings keep.
    pub(super) fn zoom_before(&self) -> f32 {
        self.zoom
    }
}

/// Everything in a frame but one cell lies in the shade.
pub(super) fn spotlight(
    painter: &egui::Painter,
    frame: egui::Rect,
    cell: egui::Rect,
    theme: Theme,
) {
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
