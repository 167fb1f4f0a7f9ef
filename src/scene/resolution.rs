//! Encodings that a draft reads from files: the numbers of a table, and the rotary encoding of a model.

use std::sync::Arc;

use super::{Contents, EncodingDraft, SceneError};
use crate::{
    encoding::{
        Data, Family,
        rotary::{Rotary, pairing::Pairing},
    },
    model::{Config, Model, ModelError},
};

/// Rotary encoding, and the model that it is read from; `None` where there is none, or its file has not been read.
#[derive(Default)]
pub(super) struct RotaryOfModel {
    pub(super) rotary: Option<Arc<Rotary>>,
    pub(super) model: Option<Arc<Model>>,
}

impl EncodingDraft {
    /// Numbers of the table; without any until they have been read.
    pub(super) fn data(&self) -> Data {
        self.contents.as_ref().and_then(Contents::data).cloned().unwrap_or_else(Data::missing)
    }

    /// Configuration of the model; `None` without a model, and while its file has not been read.
    pub(super) fn config(&self) -> Option<Config> {
        match self.preset() {
            Some(preset) => Some(Config::of_preset(preset)),
            None => self.contents.as_ref().and_then(Contents::config).cloned(),
        }
    }

    /// Rotary encoding, and the model that it is read from.
    pub(super) fn rotary_of_model(&self) -> Result<RotaryOfModel, SceneError> {
        if self.family != Family::Rotary {
            return Ok(RotaryOfModel::default());
        }
        if self.model.is_none() {
            let rotary = Some(Arc::new(self.rotary(None)?));
            return Ok(RotaryOfModel { rotary, model: None });
        }
        let Some(config) = self.config() else { return Ok(RotaryOfModel::default()) };
        // What a model without rotation says is listed.
        let is_told = self.contents.as_ref().is_some_and(|it| it.facts.is_some());
        let model = match config.model(self.part.as_deref(), self.reader) {
            Ok(model) if is_told && model.sets.is_empty() => {
                return Ok(RotaryOfModel { rotary: None, model: Some(model) });
            }
            Err(ModelError::NothingRotary { .. }) if is_told => {
                return Ok(RotaryOfModel::default());
            }
            model => model.map_err(|error| self.model_error(&error.to_string()))?,
        };
        let rotary = self.rotary(Some(self.set_of(&model)?))?;
        Ok(RotaryOfModel { rotary: Some(Arc::new(rotary)), model: Some(model) })
    }

    /// The same with all dimensions of a head turning, in halves, where its configuration does not say which do, and
    /// words about what was assumed, such as `which dimensions turn together (here halves)`. `None` if the
    /// configuration leaves nothing open.
    pub fn with_usual_rotation(&self) -> Option<(Self, String)> {
        let config = self.config()?;
        let model = self.model_of(&config).ok()?;
        let set = self.set_of(&model).ok()?;
        let (mut draft, mut assumed) = (self.clone(), Vec::new());
        if set.rotary_dim.is_none() && self.rotary_dim.is_none() {
            let width = self.head_dim.or_else(|| Some(set.head_dim.as_ref()?.value))?;
            draft.rotary_dim = Some(width);
            assumed.push(format!("how many dimensions of a head turn (here all {width})"));
        }
        if set.pairing.is_none() && self.pairing.is_none() {
            draft.pairing = Some(Pairing::Halves);
            assumed.push("which of them turn together (here halves)".to_owned());
        }
        (!assumed.is_empty()).then(|| (draft, assumed.join(", nor ")))
    }
}
