//! Saves the settings a moment after a change.

use std::time::Duration;

use super::store::{Settings, Store};

/// Seconds between a change and saving it.
const SAVE_AFTER: f64 = 1.0;

/// Current settings, and when to save them.
pub(crate) struct Autosave {
    pub(crate) settings: Settings,
    store: Store,
    /// Settings when they were loaded or saved last.
    saved: Settings,
    /// Time of the next save, once something has changed.
    save_at: Option<f64>,
    /// Error of the last save, which is not reported twice.
    last_error: Option<String>,
    /// True to keep the scene and the files of the session before: those of this one will be gone.
    pub(crate) is_passing: bool,
}

impl Autosave {
    /// Settings as loaded, and the store to save them to.
    pub(crate) fn new(settings: Settings, store: Store) -> Self {
        Self {
            saved: settings.clone(),
            settings,
            store,
            save_at: None,
            last_error: None,
            is_passing: false,
        }
    }

    /// Schedules a save.
    pub(crate) fn schedule(&mut self, ctx: &egui::Context) {
        self.save_at.get_or_insert_with(|| ctx.input(|input| input.time) + SAVE_AFTER);
    }

    /// Takes the current settings, and saves them when it is time. Returns a new error as a message.
    pub(crate) fn update(&mut self, ctx: &egui::Context, mut current: Settings) -> Option<String> {
        if self.is_passing {
            current.scene.clone_from(&self.saved.scene);
            current.recent.clone_from(&self.saved.recent);
        }
        if current != self.settings {
            self.settings = current;
            self.schedule(ctx);
        }
        let wait = self.save_at? - ctx.input(|input| input.time);
        if wait <= 0.0 {
            return self.save();
        }
        // Requested in every frame, since a frame forgets the requests of the one before.
        ctx.request_repaint_after(Duration::from_secs_f64(wait));
        None
    }

    /// Saves the settings now. Returns an error as a message, unless the last save had the same.
    pub(crate) fn save(&mut self) -> Option<String> {
        self.save_at = None;
        let saved = self.store.save(&self.settings, &self.saved);
        if saved.is_ok() {
            self.saved.clone_from(&self.settings);
        }
        let error = saved.err().map(|error| error.to_string());
        let is_new = error != self.last_error;
        self.last_error.clone_from(&error);
        error.filter(|_| is_new).map(|error| format!("Settings cannot be saved: {error}"))
    }
}
