//! Drafts of a scene with another encoding: a file that the user opens, or an encoding B.

use crate::{
    action::Comparand,
    scene::{FilePath, Key, Scene, SceneDraft, SceneError, Setting, Side, Sides, Viewports},
};

/// Draft of a scene, and the file that it newly names.
type OpenedDraft = Result<(SceneDraft, Option<FilePath>), SceneError>;

/// Scene with the word vectors of a file.
pub(super) fn vectors(scene: &Scene, file: &str) -> OpenedDraft {
    let mut draft = scene.draft().clone();
    draft.set(Key::Vectors, file)?;
    Ok((draft, FilePath::new(file)))
}

/// Scene with a table as the encoding of a side.
pub(super) fn table(scene: &Scene, side: Side, file: &str, tensor: Option<&str>) -> OpenedDraft {
    let mut draft = scene.draft().clone();
    let named = [(Key::Table, Some(file)), (Key::Tensor, tensor)];
    for (key, text) in named {
        let Some(text) = text else { continue };
        let setting = Setting::parse(key, text)?;
        draft.apply(if side == Side::B { setting.of_b() } else { setting });
    }
    if side == Side::B {
        show_all_sides(&mut draft, scene);
    } else if draft.encoding.file_source() != scene.draft().encoding.file_source() {
        // The visible part of another table says nothing about this one.
        (draft.encoding.start, draft.viewports) = (None, Viewports::default());
    }
    Ok((draft, FilePath::new(file)))
}

/// Scene with a model as the encoding of a side: a preset, or a file.
pub(super) fn model(scene: &Scene, side: Side, model: &str) -> OpenedDraft {
    let mut draft = scene.draft().clone();
    let setting = Setting::parse(Key::Model, model)?;
    if side == Side::B {
        draft.apply(setting.of_b());
        show_all_sides(&mut draft, scene);
    } else {
        if !draft.encoding.family.is_rotary() {
            // The visible part of another encoding says nothing about this one.
            (draft.encoding.start, draft.viewports) = (None, Viewports::default());
        }
        draft.apply(setting);
    }
    Ok((draft, FilePath::new(model)))
}

/// Scene whose encoding is compared with another, or with none.
pub(super) fn comparison(scene: &Scene, comparand: Comparand) -> SceneDraft {
    let mut draft = scene.draft().clone();
    match comparand {
        Comparand::Copy => draft.copy_to_b(),
        Comparand::Of(setting) => draft.apply(Setting::OfB(setting)),
        Comparand::Swap => draft = scene.swapped(),
        Comparand::None => draft.close_b(),
    }
    show_all_sides(&mut draft, scene);
    draft
}

/// Shows all sides of a comparison that has just begun.
fn show_all_sides(draft: &mut SceneDraft, before: &Scene) {
    if before.b().is_none() && !draft.b.is_empty() {
        draft.sides = Sides::All;
    }
}
