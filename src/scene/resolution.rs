//! Encodings that a scene reads from files: the numbers of a table, and the rotary encoding of a model.

use std::sync::Arc;

use super::{Contents, RotarySettings, Scene, SceneDraft, SceneError};
use crate::{
    encoding::{Data, Family, rotary::Rotary},
    model::{Config, LayerSet, Model, Reader, TensorList},
};

/// Rotary encoding, and the model that it is read from.
type RotaryOfModel = (Option<Arc<Rotary>>, Option<Arc<Model>>);

impl SceneDraft {
    /// Numbers of the table; without any until they have been read.
    pub(super) fn data(&self) -> Data {
        self.contents.as_ref().and_then(Contents::data).cloned().unwrap_or_else(Data::missing)
    }

    /// Configuration of the model; `None` without a model, and while its file has not been read.
    fn config(&self) -> Option<Config> {
        match self.rotary.preset() {
            Some(preset) => Some(Config::of_preset(preset)),
            None => self.contents.as_ref().and_then(Contents::config).cloned(),
        }
    }

    /// Rotary encoding, and the model that it is read from. `None` for another family, and while the configuration has
    /// not been read.
    pub(super) fn rotary_of_model(&self) -> Result<RotaryOfModel, SceneError> {
        if self.encoding != Family::Rotary {
            return Ok((None, None));
        }
        let own = &self.rotary;
        if own.model.is_none() {
            return Ok((Some(Arc::new(own.rotary(self.base, None)?)), None));
        }
        let Some(config) = self.config() else { return Ok((None, None)) };
        let model = own.model_of(&config)?;
        let rotary = own.rotary(self.base, Some(own.set_of(&model)?))?;
        Ok((Some(Arc::new(rotary)), Some(model)))
    }
}

impl Scene {
    /// Tensors about positions in the checkpoint that the encoding is read from; `None` without one.
    pub fn tensors(&self) -> Option<&TensorList> {
        self.draft().contents.as_ref()?.tensors.as_deref()
    }

    /// The set of layers that is shown, as another program reads it.
    ///
    /// # Errors
    ///
    /// Fails if that program cannot read the configuration, or finds no such set.
    pub fn read_as(&self, reader: Reader) -> Result<LayerSet, SceneError> {
        let own = RotarySettings { reader, ..self.draft().rotary.clone() };
        let config = self.draft().config().ok_or_else(|| SceneError::Model {
            name: self.convention_title(),
            text: "no configuration".to_owned(),
        })?;
        let model = own.model_of(&config)?;
        Ok(own.set_of(&model)?.clone())
    }
}
