//! Keeps the settings a moment after they have changed.

use std::time::Duration;

use super::{App, present::Presenting, settings::Settings, state::Severity};

/// Seconds between a change and its being kept.
const SAVE_AFTER: f64 = 1.0;

impl App {
    pub(super) fn settings_changed(&mut self, ctx: &egui::Context) {
        self.save_at.get_or_insert_with(|| ctx.input(|input| input.time) + SAVE_AFTER);
    }

    /// Keeps what has changed, a moment after it has.
    pub(super) fn keep_settings(&mut self, ctx: &egui::Context) {
        if self.player.is_playing() {
            // A scene that moves is kept when it has stopped.
            return;
        }
        let current = self.current_settings(ctx);
        self.has_tiles_to_keep = false;
        if current != self.settings {
            self.settings = current;
            self.settings_changed(ctx);
        }
        let Some(at) = self.save_at else { return };
        let wait = at - ctx.input(|input| input.time);
        if wait <= 0.0 {
            self.save_settings();
        } else {
            // Asked for in every frame: the next one forgets what this one has asked for.
            ctx.request_repaint_after(Duration::from_secs_f64(wait));
        }
    }

    fn current_settings(&self, ctx: &egui::Context) -> Settings {
        Settings {
            theme: self.settings.theme,
            reduce_motion: self.settings.reduce_motion,
            zoom: self
                .presenting
                .as_ref()
                .map_or_else(|| ctx.zoom_factor(), Presenting::zoom_before),
            scene: self.state.scene().to_string(),
            tiles: self.tiles_to_keep(),
            export_path: self.export.path.clone(),
            export: self.export.kept(),
            speed: self.player.speed,
            others: self.settings.others.clone(),
        }
    }

    /// The tiles of every set of views; those that are open may have been changed.
    pub(super) fn tiles_to_keep(&self) -> serde_json::Map<String, serde_json::Value> {
        let mut tiles = self.settings.tiles.clone();
        if self.has_tiles_to_keep
            && let Ok(tree) = serde_json::to_value(&self.tree)
        {
            tiles.insert(self.views.to_string(), tree);
        }
        tiles
    }

    /// Keeps the settings now; called as well when the window closes. Where they cannot be kept, that is told once.
    pub fn save_settings(&mut self) {
        self.save_at = None;
        let failed = self.store.save(&self.settings).err().map(|error| error.to_string());
        if let Some(error) = &failed
            && failed != self.save_error
        {
            self.state.tell(Severity::Error, format!("Settings are not kept: {error}"));
        }
        self.save_error = failed;
    }
}
