//! Encodings that a scene reads from files: the numbers of a table, and the rotary encoding of a model.

use std::sync::Arc;

use super::{Contents, RotarySettings, Scene, SceneDraft, SceneError};
use crate::{
    encoding::{Data, Family, rotary::Rotary},
    model::{Config, LayerSet, Mechanism, Model, ModelError, ModelFacts, Reader},
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
        // What a model without rotation says is listed.
        let is_told = self.contents.as_ref().is_some_and(|it| it.facts.is_some());
        let model = match config.model(own.part.as_deref(), own.reader) {
            Ok(model) if is_told && model.sets.is_empty() => return Ok((None, Some(model))),
            Err(ModelError::NothingRotary { .. }) if is_told => return Ok((None, None)),
            model => model.map_err(|error| own.error(&error.to_string()))?,
        };
        let rotary = own.rotary(self.base, Some(own.set_of(&model)?))?;
        Ok((Some(Arc::new(rotary)), Some(model)))
    }
}

impl Scene {
    /// Mechanisms by which the model of a rotary encoding tells where a token stands; none without a model.
    pub fn mechanisms(&self) -> Arc<[Mechanism]> {
        let own = &self.draft().rotary;
        let config = self.draft().config().filter(|_| self.model().is_some());
        config.map_or_else(Arc::default, |it| it.mechanisms(own.part.as_deref(), own.reader))
    }

    /// What the model says about positions that the encoding belongs to; `None` without one.
    pub fn model_facts(&self) -> Option<&ModelFacts> {
        self.draft().contents.as_ref()?.facts.as_deref()
    }

    /// True while the file of the scene has not been read.
    pub fn is_unread(&self) -> bool {
        self.draft().file_to_read().is_some() && self.draft().contents.is_none()
    }

    /// True for a model that turns no queries and keys: its configuration alone has no numbers to draw.
    pub fn is_without_numbers(&self) -> bool {
        self.draft().encoding == Family::Rotary && self.rotary().is_none() && !self.is_unread()
    }

    /// The scene, unless it is without numbers.
    ///
    /// # Errors
    ///
    /// Fails with what the model says instead of a rotation.
    pub fn with_numbers(self) -> Result<Self, SceneError> {
        if self.is_without_numbers()
            && let Some(config) = self.draft().config()
        {
            let own = &self.draft().rotary;
            own.set_of(&*own.model_of(&config)?)?;
        }
        Ok(self)
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
