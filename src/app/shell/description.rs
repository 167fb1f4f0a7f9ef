//! Description of the scene in words and as a formula. Cached, since it costs more than drawing it.

use crate::{
    encoding::Encoding,
    picture::{Formula, Laid},
    scene::Scene,
    views::says,
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
    /// Describes the scene, unless the cached description is that of the same scene.
    pub(super) fn update(cached: &mut Option<Self>, scene: &Scene, encoding: &Encoding) {
        if cached.as_ref().is_none_or(|description| description.scene != *scene) {
            *cached = Some(Self::new(scene, encoding));
        }
    }

    fn new(scene: &Scene, encoding: &Encoding) -> Self {
        let formula = says::cell_formula(scene, encoding);
        let laid = formula.laid(FORMULA_SIZE);
        Self { scene: scene.clone(), sentences: says::sentences(scene, encoding), formula, laid }
    }
}
