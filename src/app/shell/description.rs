//! Description of the scene in words and as a formula. Cached, since it costs more than drawing it.

use crate::{
    picture::{Formula, Laid},
    scene::Scene,
    views::{Subject, explanation},
};

/// Font size of the formula bar, readable from the second row of a classroom.
pub(super) const FORMULA_SIZE: f32 = 23.0;

/// Description of a scene.
pub(super) struct Description {
    scene: Scene,
    pub(super) sentences: Vec<String>,
    /// Formula of the selected cell.
    pub(super) formula: Formula,
    pub(super) laid: Laid,
}

impl Description {
    /// Updates the cached description, unless it is that of the same scene.
    pub(super) fn update(cached: &mut Option<Self>, subject: Subject<'_>) {
        if cached.as_ref().is_none_or(|description| description.scene != *subject.scene) {
            *cached = Some(Self::new(subject));
        }
    }

    fn new(subject: Subject<'_>) -> Self {
        let formula = explanation::formula(subject);
        let laid = formula.laid(FORMULA_SIZE);
        Self {
            scene: subject.scene.clone(),
            sentences: explanation::sentences(subject.scene, subject.table),
            formula,
            laid,
        }
    }
}
