//! Player: advances the selected position or the offset to its end, at a chosen speed.

use std::{ops::RangeInclusive, time::Duration};

use egui::{Sense, Ui};

use crate::{
    action::{Action, Gesture, GestureSource},
    app::{
        controls::value_field::{ValueField, refusal_ui},
        look::icon::{self, Icon},
    },
    picture::{Theme, number},
    sanitize,
    scene::{Scene, Setting},
};

/// Speeds in steps per second.
pub(crate) const SPEEDS: RangeInclusive<f64> = 0.5..=1000.0;
/// Longest time in seconds that is counted between two frames, since the machine may have slept.
const LONGEST_PAUSE: f64 = 0.25;

/// Value of the selection that plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Played {
    /// Position t.
    Position,
    /// Offset k.
    Offset,
}

impl Played {
    fn value(self, scene: &Scene) -> i64 {
        match self {
            Self::Position => scene.position(),
            Self::Offset => scene.offset(),
        }
    }

    /// All values, from the first to the last.
    pub(super) fn range(self, scene: &Scene) -> RangeInclusive<i64> {
        let extent = scene.extent();
        if self == Self::Position {
            return extent.start()..=extent.last();
        }
        let reach = (extent.length() as i64 - 1).max(1);
        // A causal bias sees no keys after the query.
        let is_causal = scene.bias().is_some_and(|bias| bias.is_causal());
        -reach..=if is_causal { 0 } else { reach }
    }

    /// Value that playing starts over with: the first, or no offset.
    fn beginning(self, scene: &Scene) -> i64 {
        let range = self.range(scene);
        if self == Self::Offset && *range.end() > 0 { 0 } else { *range.start() }
    }

    fn setting(self, value: i64) -> Setting {
        match self {
            Self::Position => Setting::Position(value),
            Self::Offset => Setting::Offset(value),
        }
    }
}

/// Speed within its limits.
fn limited(speed: f64) -> f64 {
    speed.clamp(*SPEEDS.start(), *SPEEDS.end())
}

/// State of the player.
pub(crate) struct Player {
    /// Value that plays, or played last.
    played: Played,
    /// Time of the last move; `None` while nothing plays.
    since: Option<f64>,
    /// Fraction of a step that has not been moved yet.
    rest: f64,
    /// Speed in steps per second.
    pub(crate) speed: f64,
}

impl Player {
    pub(crate) fn new(speed: f64) -> Self {
        let speed = if speed.is_finite() { speed } else { *SPEEDS.start() };
        Self { played: Played::Position, since: None, rest: 0.0, speed: limited(speed) }
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.since.is_some()
    }

    /// Stops at the current value.
    pub(crate) fn stop(&mut self) {
        self.since = None;
    }

    /// Stops whatever plays, or plays again what played last.
    pub(crate) fn toggle(&mut self, ctx: &egui::Context, scene: &Scene) -> Option<Action> {
        let played = self.played;
        if self.is_playing() {
            self.stop();
            return None;
        }
        self.toggle_of(played, ctx, scene)
    }

    /// Plays a value, or stops it. From the last value it starts over.
    pub(crate) fn toggle_of(
        &mut self,
        played: Played,
        ctx: &egui::Context,
        scene: &Scene,
    ) -> Option<Action> {
        if self.is_playing() && self.played == played {
            self.stop();
            return None;
        }
        self.played = played;
        self.since = Some(ctx.input(|input| input.time));
        self.rest = 0.0;
        let is_at_end = played.value(scene) == *played.range(scene).end();
        is_at_end.then(|| Action::Play(played.setting(played.beginning(scene))))
    }

    /// Steps a value, which stops the player.
    pub(crate) fn step(&mut self, played: Played, scene: &Scene, by: i64) -> Action {
        self.stop();
        let range = played.range(scene);
        let value = (played.value(scene) + by).clamp(*range.start(), *range.end());
        Action::Edit(played.setting(value), Gesture::Continuous(GestureSource::Steps))
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
        let (before, last) = (self.played.value(scene), *self.played.range(scene).end());
        let value = before.saturating_add(steps as i64).min(last);
        if value == last {
            self.stop();
        } else {
            ctx.request_repaint_after(Duration::from_secs_f64((1.0 - self.rest) / self.speed));
        }
        (value != before).then(|| Action::Play(self.played.setting(value)))
    }

    /// Shows the button that plays a value.
    pub(super) fn button_ui(
        &mut self,
        ui: &mut Ui,
        played: Played,
        scene: &Scene,
        actions: &mut Vec<Action>,
    ) {
        let size = egui::vec2(26.0, ui.spacing().interact_size.y);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let look = ui.visuals().widgets.inactive;
        ui.painter().rect(
            rect.shrink(1.0),
            4.0,
            look.weak_bg_fill,
            look.bg_stroke,
            egui::StrokeKind::Inside,
        );
        let does_play = self.is_playing() && self.played == played;
        let (icon, name) = match (played, does_play) {
            (Played::Position, false) => (Icon::Play, "Play (Space)"),
            (Played::Position, true) => (Icon::Pause, "Pause (Space)"),
            (Played::Offset, false) => (Icon::Play, "Play k (Alt + Space)"),
            (Played::Offset, true) => (Icon::Pause, "Pause k (Alt + Space)"),
        };
        if icon::button(ui, rect, icon, name).clicked() {
            let ctx = ui.ctx().clone();
            actions.extend(self.toggle_of(played, &ctx, scene));
        }
    }

    /// Shows the speed, which is dragged or typed.
    pub(super) fn speed_ui(&mut self, ui: &mut Ui, theme: Theme) {
        const UNIT: &str = "steps/s";
        const WIDTH: f32 = 92.0;
        /// Factor of a step of a drag.
        const STEP: f64 = 1.05;
        let id = ui.make_persistent_id("speed");
        let text = format!("{:.1} {UNIT}", self.speed);
        let help = "Playback speed: positions or offsets a second".to_owned();
        let used = ValueField { id, name: "Playback speed", text, help, width: WIDTH }.ui(ui);
        if used.steps != 0.0 {
            // At least a tenth, which is what is shown.
            let step = (self.speed * (STEP.powf(used.steps.abs()) - 1.0)).max(0.1);
            self.speed = (limited(self.speed + step * used.steps.signum()) * 10.0).round() / 10.0;
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
