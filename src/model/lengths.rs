//! Lengths of a set of layers: the largest one, and that which the model was trained with.

use serde_json::Value;

use super::{
    class::ORIGINAL, error::ModelError, keys::invalid, numbers::Numbers, origin::Sourced,
    reader::Reader,
};

const LONGEST: &str = "max_position_embeddings";

impl Numbers<'_> {
    /// Length that the model was trained with before scaling, by the rule of the type.
    pub(super) fn trained_length(
        &self,
        rope_type: &str,
    ) -> Result<Option<Sourced<f64>>, ModelError> {
        let whole_length = self.given_or_default(LONGEST)?;
        if !matches!(rope_type, "llama3" | "yarn" | "longrope") {
            return Ok(whole_length);
        }
        let beside = if self.block.is_nested { None } else { self.given_or_default(ORIGINAL)? };
        let within = self.number(ORIGINAL)?;
        // It is taken from the attribute of the class before the standard name is read.
        let whole_length = match self.class.aliases.get(LONGEST) {
            Some(own) if self.class.length_by_alias && self.reader == Reader::Transformers5 => {
                let given = self.keys.object().get(own).and_then(Value::as_f64);
                let own = given.map(|value| Sourced::key(value, own));
                own.or_else(|| self.class.default_number(LONGEST).map(Sourced::class_default))
            }
            _ => whole_length,
        };
        let found = match beside {
            Some(it)
                if self.class.trained_length || self.class.default_number(ORIGINAL).is_some() =>
            {
                Some(it)
            }
            beside => within.or(beside),
        };
        let length = found.or(whole_length);
        if let Some(length) = &length
            && length.value <= 1.0
        {
            return Err(invalid(&self.name(ORIGINAL), "a length above 1", &length.value.into()));
        }
        Ok(length)
    }

    /// Largest length of the file or the class.
    pub(super) fn max_length(&self, rope_type: &str) -> Result<f64, ModelError> {
        let found = self.given_or_default(LONGEST)?;
        found.map(|it| it.value).ok_or_else(|| self.missing(rope_type, LONGEST))
    }
}
