//! Ways to begin what a workspace is about: what to compare, what to round.

use crate::{
    action::{Action, Comparand, Gesture},
    encoding::{NAMED_STAGES, Rounding, Stages},
    scene::{EncodingSetting, Key, Named, Scene, Setting},
};

/// Way to begin what a workspace is about: the text of a button, what it does, and its action.
pub struct Beginning {
    /// Text of the button.
    pub title: String,
    /// Effect of the button, in a few words.
    pub sentence: &'static str,
    /// Action of the button.
    pub action: Action,
}

/// Likely counterparts of an encoding: three others of its kind, a file, or itself with a change.
pub(super) fn comparisons(scene: &Scene) -> Vec<Beginning> {
    /// Conventions that people compare, by kind; the first three that differ from A are offered.
    const SINUSOIDS: [&str; 4] = ["fairseq", "tensor2tensor", "paper", "diffusers"];
    const GRIDS: [&str; 4] = ["mae-2d", "timm-2d", "detr", "moco-v3"];
    let family = scene.draft().encoding.family;
    let own = scene.convention_title();
    let mut found = Vec::new();
    let names: &[&str] = match family {
        _ if family.is_rotary() => &[],
        _ if family.is_grid() => &GRIDS,
        _ => &SINUSOIDS,
    };
    for named in names.iter().filter_map(|key| Named::find(key).ok()) {
        if named.title() != own && found.len() < 3 {
            found.push(Beginning {
                title: named.title().to_owned(),
                sentence: named.sentence(),
                action: Action::Compare(Comparand::Of(named.into())),
            });
        }
    }
    if family.is_rotary() {
        let has_usual_base = scene.rotary().is_some_and(|it| it.base() == 1e4);
        let base = if has_usual_base { "500000" } else { "10000" };
        let others = [
            ("Another base", "The same head with θ = 10,000, or 500,000", Key::Base, base),
            ("Linear scaling", "Every position divided by a factor", Key::Scaling, "linear"),
            ("Cache in bf16", "The same angles, cosines rounded", Key::Round, "cache-bf16"),
        ];
        found.extend(others.into_iter().filter_map(|(title, sentence, key, text)| {
            let Ok(Setting::Encoding(setting)) = Setting::parse(key, text) else { return None };
            let action = Action::Compare(Comparand::Of(setting));
            Some(Beginning { title: title.to_owned(), sentence, action })
        }));
    }
    found.push(Beginning {
        title: "A table from a file…".to_owned(),
        sentence: "npy, npz, safetensors, csv or tsv",
        action: Action::ChooseTableOfB,
    });
    found.push(Beginning {
        title: "A, changed".to_owned(),
        sentence: "A copy of A, whose parameters you then change",
        action: Action::Compare(Comparand::Copy),
    });
    found
}

/// Roundings that programs have, or types of the values.
pub(super) fn roundings(scene: &Scene) -> Vec<Beginning> {
    const KEYS: [&str; 3] = ["cache-bf16", "inv-freq-bf16", "f16"];
    let round = |stages: Stages, title: String, sentence| Beginning {
        title,
        sentence,
        action: Action::Edit(EncodingSetting::Round(stages).into(), Gesture::Single),
    };
    if scene.has_stages() {
        let named = NAMED_STAGES.iter().filter(|it| KEYS.contains(&it.key));
        return named.map(|it| round(it.stages, it.title.to_owned(), it.source)).collect();
    }
    let of_result =
        |it: Rounding| round(Stages::of_result(it), format!("Values in {}", it.key()), "");
    [Rounding::Bf16, Rounding::F16, Rounding::F32].map(of_result).into()
}
