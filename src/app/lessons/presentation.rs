//! Presentation: no panels and large type. Its end restores the window.

use std::time::Duration;

use egui::Event;

use crate::{picture::SMALLEST_TYPE, scene::Scene, views::View};

/// Smallest font size as a share of the screen's height, readable from the back of a room.
const READABLE: f32 = 0.02;
/// Smallest font size on any screen, in points of the screen.
const LEAST: f32 = 16.0;
/// Largest zoom that leaves room for the views.
const MAX_ZOOM: f32 = 4.0;

/// Seconds after which a still pointer is hidden.
const POINTER_REST: f64 = 2.0;

/// State from before the presentation.
pub(crate) struct Presentation {
    pub(crate) scene: Scene,
    pub(crate) maximized: Option<View>,
    zoom: f32,
    was_full_screen: bool,
    /// Time of the last motion of the pointer.
    moved: f64,
}

impl Presentation {
    /// Starts a presentation in full screen.
    pub(crate) fn begin(ctx: &egui::Context, scene: &Scene, maximized: Option<View>) -> Self {
        let was_full_screen = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
        ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(true));
        let (zoom, moved) = (ctx.zoom_factor(), ctx.input(|input| input.time));
        Self { scene: scene.clone(), maximized, zoom, was_full_screen, moved }
    }

    /// Hides the pointer, and what appears at it, once it has been still for a while or a key is pressed.
    pub(crate) fn hide_pointer(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        let is_event = |is: fn(&Event) -> bool| ctx.input(|input| input.events.iter().any(is));
        if is_event(|it| matches!(it, Event::PointerMoved(_) | Event::PointerButton { .. })) {
            self.moved = now;
        } else if is_event(|it| matches!(it, Event::Key { pressed: true, .. })) {
            self.moved = now - POINTER_REST;
        }
        let rest = self.moved + POINTER_REST - now;
        if rest > 0.0 {
            ctx.request_repaint_after(Duration::from_secs_f64(rest));
        } else {
            ctx.input_mut(|input| input.pointer = egui::PointerState::default());
            ctx.set_cursor_icon(egui::CursorIcon::None);
        }
    }

    /// Enlarges the type to a readable size. Called in every frame, since the window grows after the start.
    pub(crate) fn fit_type(ctx: &egui::Context) {
        let height = ctx.content_rect().height() * ctx.zoom_factor();
        let least = ((READABLE * height).max(LEAST) / SMALLEST_TYPE).clamp(1.0, MAX_ZOOM);
        if ctx.zoom_factor() < least - 1e-3 {
            ctx.set_zoom_factor(least);
        }
    }

    /// Restores zoom and full screen.
    pub(crate) fn end(&self, ctx: &egui::Context) {
        ctx.set_zoom_factor(self.zoom);
        ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(self.was_full_screen));
    }

    /// Zoom from before the presentation, for the settings.
    pub(crate) fn zoom_before(&self) -> f32 {
        self.zoom
    }
}
