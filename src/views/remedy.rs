//! Ways out of a view that the encoding does not serve: encodings that it needs.

use super::{Subject, behavior::Need};
use crate::{
    action::{Action, Gesture},
    encoding::Family,
    scene::{Named, Side},
};

/// Way out of an empty view: the text of a button, and its action.
pub struct Remedy {
    /// Text of the button.
    pub title: &'static str,
    /// Action of the button.
    pub action: Action,
}

/// Encodings that have what a view needs, the best known first.
pub(super) fn remedies(need: Need, subject: Subject<'_>) -> Vec<Remedy> {
    let convention = |title: &'static str, key: &str| {
        let named = Named::find(key).ok()?;
        Some(Remedy { title, action: Action::Edit(named.into(), Gesture::Single) })
    };
    let is_rotary = subject.table.encoding.spec().family() == Family::Rotary;
    // Rounded and real positions are left where they were chosen.
    let is_plain = subject.scene.draft().round.is_exact() && subject.scene.spacing().is_none();
    let found = match need {
        Need::Rotary | Need::RotaryPairs if !is_rotary => {
            let model = Action::ReadModel { side: Side::A, model: "llama-3.1-8b".to_owned() };
            vec![
                Some(Remedy { title: "Llama 3.1 8B", action: model }),
                Some(Remedy { title: "Open a model…", action: Action::ChooseModel(Side::A) }),
            ]
        }
        Need::Bias => vec![convention("ALiBi", "alibi-bloom"), convention("T5", "t5")],
        Need::Axes => vec![convention("ViT-MAE", "vit-mae"), convention("DINOv3", "dinov3")],
        Need::Rule | Need::Waves | Need::Sinusoid | Need::Pairs | Need::Addend if is_plain => {
            vec![convention("The paper's encoding", "paper")]
        }
        _ => Vec::new(),
    };
    found.into_iter().flatten().collect()
}
