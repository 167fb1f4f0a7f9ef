//! Choice of the types that the stages of the computation are rounded to.

use egui::{RichText, Ui};

use super::parameter_row::{choice, label, named, set};
use crate::{
    action::Action,
    encoding::{NAMED_STAGES, Rounding, Stage, Stages},
    scene::{EncodingSetting, Key},
    views::Subject,
};

/// Shows the combinations that occur in programs and, for waves, the type of each stage.
pub(super) fn rounding_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let round = subject.scene.draft().encoding.round;
    let has_stages = subject.scene.has_stages();
    let exact = (Stages::default(), "none: exact".to_owned());
    let occurring = NAMED_STAGES.iter().filter(|it| has_stages || it.stages.is_of_result());
    let occurring = occurring.map(|it| (it.stages, it.title.to_owned()));
    let of_result = Rounding::ALL.iter().map(|&it| Stages::of_result(it));
    let of_result = of_result.map(|it| (it, it.words()));
    let own = [(round, round.words())];
    let mut options: Vec<(Stages, String)> = vec![exact];
    for option in occurring.chain(of_result).chain(own) {
        if options.iter().all(|(known, _)| *known != option.0) {
            options.push(option);
        }
    }
    let chosen = choice(ui, subject, Key::Round, "Rounding", round, options.into_iter());
    if let Some(stages) = chosen {
        set(actions, EncodingSetting::Round(stages));
    }
    if !subject.scene.is_control_visible(Key::Round) || round.is_exact() || !has_stages {
        return;
    }
    if let Some(named) = round.name() {
        ui.label(RichText::new(named.source).small().weak());
    }
    for &stage in Stage::ALL {
        if let Some(stages) = stage_ui(ui, subject, stage, round) {
            set(actions, EncodingSetting::Round(stages));
        }
    }
}

/// Shows the type of a stage. Returns the stages with the one that was chosen.
fn stage_ui(ui: &mut Ui, subject: Subject<'_>, stage: Stage, round: Stages) -> Option<Stages> {
    let current = round.of(stage);
    let types = Rounding::ALL.iter().map(|&it| Some(it));
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        label(ui, stage.title(), Key::Round);
        let text = round.kind(stage);
        let combo = egui::ComboBox::from_id_salt(("stage", stage.key()))
            .width(ui.available_width())
            .selected_text(text)
            .show_ui(ui, |ui| {
                let mut chosen = None;
                for rounding in [None].into_iter().chain(types) {
                    let name = rounding.map_or("f64", Rounding::key);
                    if ui.selectable_label(rounding == current, name).clicked() {
                        chosen = Some(round.with(stage, rounding));
                    }
                }
                chosen
            });
        let name = format!("{}, rounding", stage.title());
        combo.response.accessible_name(named(&name, subject.side));
        combo.inner.flatten()
    })
    .inner
}
