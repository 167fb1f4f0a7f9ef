//! Description of the scene in words and as a formula. Cached, since it costs more than drawing it.

use crate::{
    encoding::Table,
    picture::{Formula, Laid},
    scene::Scene,
    views::explanation,
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
    pub(super) fn update(cached: &mut Option<Self>, scene: &Scene, table: &Table) {
        if cached.as_ref().is_none_or(|description| description.scene != *scene) {
            *cached = Some(Self::new(scene, table));
        }
    }

    fn new(scene: &Scene, table: &Table) -> Self {
        let formula = explanation::cell_formula(scene, table);
        let laid = formula.laid(FORMULA_SIZE);
        Self {
            scene: scene.clone(),
            sentences: explanation::sentences(scene, table),
            formula,
            laid,
        }
    }
}
