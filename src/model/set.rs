//! A set of layers with the same rotation.

use std::collections::BTreeMap;

use serde_json::Value;

use super::origin::Sourced;
use crate::encoding::{
    Double,
    rotary::{Sections, pairing::Pairing, scaling::Scaling},
};

/// Rotation of a set of layers, with the origin of every number. What is `None` the file and the class leave open.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerSet {
    /// Name: the type of the layers, or `all`.
    pub name: String,
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
    /// Factor of the logits besides.
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
    /// Frequencies of all pairs in a sequence of some positions; as the class is constructed if the length is not given.
    /// `None` if base or number of dimensions is not known.
    pub fn frequencies(&self, length: Option<u64>) -> Option<Vec<Double>> {
        let is_known = self.rotary_dim.is_some() && !self.has_other_frequencies;
        let base = self.base.as_ref().filter(|_| is_known)?;
        Some(self.scaling.frequencies(base.value, self.exponent_dim, length))
    }
}
