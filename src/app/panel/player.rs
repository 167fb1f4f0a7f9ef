//! Player: advances the selected position to the end of the table, at a chosen speed.

use std::time::Duration;

use egui::{Sense, Ui};

use super::value_field::{ValueField, refusal_ui};
use crate::{
    action::{Action, Gesture, GestureSource},
    app::look::icon::{self, Icon},
    picture::{Theme, number},
    sanitize,
    scene::Scene,
    views::Subject,
};

/// Speeds in positions per second.
pub(crate) const SPEEDS: std::ops::RangeInclusive<f64> = 0.5..=1000.0;
/// Longest time in seconds that is counted between two frames, since the machine may have slept.
const LONGEST_PAUSE: f64 = 0.25;

/// State of the player.
pub(crate) struct Player {
    /// Time of the last move; `None` while nothing plays.
    since: Option<f64>,
    /// Fraction of a position that has not been moved yet.
    rest: f64,
    /// Speed in positions per second.
    pub(crate) speed: f64,
}

impl Player {
    pub(crate) fn new(speed: f64) -> Self {
        let speed = if speed.is_finite() { speed } else { *SPEEDS.start() };
        Self { since: None, rest: 0.0, speed: speed.clamp(*SPEEDS.start(), *SPEEDS.end()) }
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.since.is_some()
    }

    /// Stops at the current position.
    pub(crate) fn stop(&mut self) {
        self.since = None;
    }

    /// Starts or stops. From the last position it starts over at the first.
    pub(crate) fn toggle(&mut self, ctx: &egui::Context, scene: &Scene) -> Option<Action> {
        if self.is_playing() {
            self.since = None;
            return None;
        }
        self.since = Some(ctx.input(|input| input.time));
        self.rest = 0.0;
        let extent = scene.extent();
        (scene.position() == extent.last()).then(|| Action::Play { position: extent.start() })
    }

    /// Steps by some positions, which stops the player.
    pub(crate) fn step(&mut self, scene: &Scene, by: i64) -> Action {
        self.since = None;
        let extent = scene.extent();
        let position = (scene.position() + by).clamp(extent.start(), extent.last());
        Action::Select {
            position,
            column: scene.column(),
            gesture: Gesture::Continuous(GestureSource::Steps),
        }
    }

    /// Moves by the time that has passed, and wakes the window for the next move. Costs nothing while nothing
    /// plays.
    pub(crate) fn advance(&mut self, ctx: &egui::Context, scene: &Scene) -> Option<Action> {
        let since = self.since?;
        let now = ctx.input(|input| input.time);
        self.since = Some(now);
        self.rest += (now - since).clamp(0.0, LONGEST_PAUSE) * self.speed;
        let steps = self.rest.floor();
        self.rest -= steps;
        let last = scene.extent().last();
        let position = scene.position().saturating_add(steps as i64).min(last);
        if position == last {
            self.since = None;
        } else {
            ctx.request_repaint_after(Duration::from_secs_f64((1.0 - self.rest) / self.speed));
        }
        (position != scene.position()).then_some(Action::Play { position })
    }

    /// Shows the buttons and the speed.
    pub(crate) fn ui(&mut self, ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
        let scene = subject.scene;
        ui.horizontal(|ui| {
            let is_clicked = |ui: &mut Ui, icon, name: &str| {
                let size = egui::Vec2::splat(ui.spacing().interact_size.y);
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                let look = ui.visuals().widgets.inactive;
                let (fill, line) = (look.weak_bg_fill, look.bg_stroke);
                ui.painter().rect(rect.shrink(1.0), 4.0, fill, line, egui::StrokeKind::Inside);
                icon::button(ui, rect, icon, name).clicked()
            };
            let (icon, name) = if self.is_playing() {
                (Icon::Pause, "Pause (Space)")
            } else {
                (Icon::Play, "Play (Space)")
            };
            if is_clicked(ui, icon, name) {
                let ctx = ui.ctx().clone();
                actions.extend(self.toggle(&ctx, scene));
            }
            if is_clicked(ui, Icon::Back, "Previous position (comma)") {
                actions.push(self.step(scene, -1));
            }
            if is_clicked(ui, Icon::Forward, "Next position (period)") {
                actions.push(self.step(scene, 1));
            }
            self.speed_ui(ui, subject.theme);
        });
    }

    /// Shows the speed, which is dragged or typed.
    fn speed_ui(&mut self, ui: &mut Ui, theme: Theme) {
        const UNIT: &str = "positions/s";
        const WIDTH: f32 = 124.0;
        /// Factor of a step of a drag.
        const STEP: f64 = 1.05;
        let id = ui.make_persistent_id("speed");
        let text = format!("{:.1} {UNIT}", self.speed);
        let help = "Playback speed".to_owned();
        let used = ValueField { id, name: "Playback speed", text, help, width: WIDTH }.ui(ui);
        let limits = |speed: f64| speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        if used.steps != 0.0 {
            // At least a tenth, which is what is shown.
            let step = (self.speed * (STEP.powf(used.steps.abs()) - 1.0)).max(0.1);
            self.speed = (limits(self.speed + step * used.steps.signum()) * 10.0).round() / 10.0;
        }
        let mut refusal = None;
        if let Some(typed) = &used.entered {
            let parsed = number::parse(typed.replace(UNIT, "").trim());
            if let Some(speed) = parsed.filter(|it| SPEEDS.contains(it)) {
                self.speed = speed;
            } else {
                refusal = Some(format!(
                    "invalid speed \"{}\": expected a number from {} to {}",
                    sanitize::word(typed),
                    SPEEDS.start(),
                    SPEEDS.end()
                ));
            }
        }
        refusal_ui(ui, id, theme, &used, refusal);
    }
}
