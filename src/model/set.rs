//! A set of layers with the same rotation.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    class::Indexer,
    error::ModelError,
    keys::Keys,
    origin::{Origin, Sourced},
    reader::Reader,
};
use crate::encoding::{
    Double, Limits,
    rotary::{Sections, pairing::Pairing, scaling::Scaling},
};

/// Rotation of a set of layers, with the origin of every number. A field is `None` if neither the file nor the class
/// sets it.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerSet {
    /// Name: the type of the layers, or `all`.
    pub name: String,
    /// Component that rotates separately from the attention heads or the text model, such as `indexer`; `None` for
    /// these.
    pub part: Option<String>,
    /// Layers that rotate, counted from 0.
    pub layers: Option<Vec<u32>>,
    /// Key of the rule of scaling.
    pub rope_type: Sourced<String>,
    /// The rule with its numbers.
    pub scaling: Scaling,
    /// Base θ.
    pub base: Option<Sourced<f64>>,
    /// Width of a head, as far as it is rotated at all.
    pub head_dim: Option<Sourced<u32>>,
    /// Number of rotated dimensions: twice the number of frequencies.
    pub rotary_dim: Option<Sourced<u32>>,
    /// Divisor of the exponents: the number of rotated dimensions, odd or even.
    pub exponent_dim: u32,
    /// Dimensions that turn together.
    pub pairing: Option<Sourced<Pairing>>,
    /// Factor of cosines and sines.
    pub attention_factor: Sourced<f64>,
    /// Factor of cosines and sines in sequences beyond the trained length, where it is another.
    pub attention_factor_beyond: Option<f64>,
    /// Factor of the attention logits, in addition to `attention_factor`.
    pub logit_factor: f64,
    /// Length that the model was trained with, before scaling.
    pub trained_length: Option<Sourced<f64>>,
    /// Largest length that the file or the class names.
    pub max_length: Option<Sourced<f64>>,
    /// Axes of the pairs, where tokens have three positions.
    pub sections: Option<Sourced<Sections>>,
    /// True if more than base and rule determine the frequencies (several axes, or tensors of the file), so that they
    /// are not known.
    pub has_other_frequencies: bool,
    /// Numbers of the rule.
    pub parameters: BTreeMap<String, Sourced<Value>>,
}

impl LayerSet {
    /// Rotation of the indexer: the frequencies of the heads, with a width and a pairing of its own.
    pub(super) fn of_indexer(
        &self,
        indexer: &Indexer,
        keys: &Keys<'_>,
        reader: Reader,
        notices: &mut Vec<String>,
    ) -> Result<Self, ModelError> {
        const NAME: &str = "indexer";
        /// Key of the indexer's pairing, which the classes of transformers leave to their code.
        const KEY: &str = "indexer_rope_interleave";
        let head = keys.whole(&indexer.head_key, Limits::D_MODEL_MAX)?;
        let of_class = Pairing::from_key(&indexer.pairing).ok();
        let of_file = keys
            .flag(KEY)
            .map(|it| it.with(if it.value { Pairing::Adjacent } else { Pairing::Halves }));
        let agree = of_file.as_ref().zip(of_class).is_none_or(|(a, b)| a.value.reads_like(b));
        if !agree && reader.is_transformers() {
            notices.push(format!(
                "{KEY} is not read: the class pairs the dimensions of the indexer as {}; other programs follow the key.",
                indexer.pairing
            ));
        }
        let of_file = of_file.filter(|_| !reader.is_transformers());
        let pairing = of_file.or_else(|| of_class.map(Sourced::class_default));
        Ok(Self {
            name: NAME.to_owned(),
            part: Some(NAME.to_owned()),
            head_dim: Some(head.unwrap_or_else(|| Sourced::class_default(indexer.head))),
            pairing,
            logit_factor: 1.0,
            ..self.clone()
        })
    }

    /// Origins of all numbers.
    pub(super) fn origins(&self) -> impl Iterator<Item = &Origin> {
        let optional = [
            self.base.as_ref().map(|it| &it.origin),
            self.head_dim.as_ref().map(|it| &it.origin),
            self.rotary_dim.as_ref().map(|it| &it.origin),
            self.pairing.as_ref().map(|it| &it.origin),
            self.trained_length.as_ref().map(|it| &it.origin),
            self.max_length.as_ref().map(|it| &it.origin),
            self.sections.as_ref().map(|it| &it.origin),
        ];
        let always = [&self.rope_type.origin, &self.attention_factor.origin];
        let of_rule = self.parameters.values().map(|it| &it.origin);
        always.into_iter().chain(optional.into_iter().flatten()).chain(of_rule)
    }

    /// Factor of cosines and sines in a sequence of some positions.
    pub fn attention_factor_at(&self, length: Option<u64>) -> f64 {
        let is_beyond = length
            .zip(self.trained_length.as_ref())
            .is_some_and(|(length, trained)| length as f64 > trained.value);
        let beyond = self.attention_factor_beyond.filter(|_| is_beyond);
        beyond.unwrap_or(self.attention_factor.value)
    }

    /// Frequencies of all pairs in a sequence of some positions; as the class is constructed if the length is not
    /// given. `None` if base or number of dimensions is not known.
    pub fn frequencies(&self, length: Option<u64>) -> Option<Vec<Double>> {
        let is_known = self.rotary_dim.is_some() && !self.has_other_frequencies;
        let base = self.base.as_ref().filter(|_| is_known)?;
        Some(self.scaling.frequencies(base.value, self.exponent_dim, length))
    }
}
