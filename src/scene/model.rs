//! What the model of a scene says.

use std::sync::Arc;

use super::{EncodingDraft, Scene, SceneError};
use crate::{
    encoding::Family,
    model::{LayerSet, Mechanism, ModelFacts, Reader},
};

impl Scene {
    /// Mechanisms by which the model of a rotary encoding tells where a token stands; none without a model.
    pub fn mechanisms(&self) -> Arc<[Mechanism]> {
        let own = &self.draft().encoding;
        let config = self.draft().encoding.config().filter(|_| self.model().is_some());
        config.map_or_else(Arc::default, |it| it.mechanisms(own.part.as_deref(), own.reader))
    }

    /// Facts about the positions of the model that the encoding belongs to; `None` without one.
    pub fn model_facts(&self) -> Option<&ModelFacts> {
        self.draft().encoding.contents.as_ref()?.facts.as_deref()
    }

    /// True while the file of the scene has not been read.
    pub fn is_unread(&self) -> bool {
        self.draft().file_to_read().is_some() && self.draft().encoding.contents.is_none()
    }

    /// True for a model that turns no queries and keys: its configuration alone has no numbers to draw.
    pub fn is_without_numbers(&self) -> bool {
        self.draft().encoding.family == Family::Rotary
            && self.rotary().is_none()
            && !self.is_unread()
    }

    /// The scene, unless it is without numbers.
    ///
    /// # Errors
    ///
    /// Fails with what the model says instead of a rotation.
    pub fn with_numbers(self) -> Result<Self, SceneError> {
        if self.is_without_numbers()
            && let Some(config) = self.draft().encoding.config()
        {
            let own = &self.draft().encoding;
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
        let own = EncodingDraft { reader, ..self.draft().encoding.clone() };
        let config = own.config().ok_or_else(|| SceneError::Model {
            name: self.convention_title(),
            text: "no configuration".to_owned(),
        })?;
        let model = own.model_of(&config)?;
        Ok(own.set_of(&model)?.clone())
    }
}
