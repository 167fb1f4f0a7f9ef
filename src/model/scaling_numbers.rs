//! Rule of scaling of a set of layers, with its numbers.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    class::{ORIGINAL, PARAMETERS},
    error::ModelError,
    keys::{invalid, is_true},
    numbers::Numbers,
    origin::{Origin, Sourced},
    reader::Reader,
};
use crate::{
    encoding::rotary::scaling::{Llama3, LongRope, Scaling, Yarn},
    sanitize,
};

impl Numbers<'_> {
    pub(super) fn missing(&self, rope_type: &str, key: &'static str) -> ModelError {
        let object = self.block.object.clone().unwrap_or_else(|| "the file".to_owned());
        ModelError::Missing { rope_type: rope_type.to_owned(), key, object }
    }

    /// Number that a rule of scaling needs, which is noted among the parameters.
    fn needed(
        &self,
        rope_type: &str,
        key: &'static str,
        parameters: &mut BTreeMap<String, Sourced<Value>>,
    ) -> Result<f64, ModelError> {
        let found = self.number(key)?.ok_or_else(|| self.missing(rope_type, key))?;
        parameters.insert(key.to_owned(), found.with(found.value.into()));
        Ok(found.value)
    }

    /// Number of the block that the rule has a default for; 0 stands for the default, as for the original.
    fn optional(
        &self,
        key: &str,
        default: Option<f64>,
        parameters: &mut BTreeMap<String, Sourced<Value>>,
    ) -> Result<Option<f64>, ModelError> {
        let found = self.number(key)?.filter(|it| it.value != 0.0);
        let found = found.or_else(|| default.map(Sourced::class_default));
        if let Some(found) = &found {
            parameters.insert(key.to_owned(), found.with(found.value.into()));
        }
        Ok(found.map(|it| it.value))
    }

    /// Rule of scaling with its numbers, which are noted among the parameters.
    pub(super) fn scaling(
        &self,
        rope_type: &str,
        parameters: &mut BTreeMap<String, Sourced<Value>>,
        notices: &mut Vec<String>,
    ) -> Result<Scaling, ModelError> {
        let note = |key: &str, value: Sourced<f64>, parameters: &mut BTreeMap<_, _>| {
            parameters.insert(key.to_owned(), value.with(Value::from(value.value)));
            value.value
        };
        let original = |parameters: &mut BTreeMap<_, _>| -> Result<f64, ModelError> {
            let found = self.trained_length(rope_type)?;
            let found = found.ok_or_else(|| self.missing(rope_type, ORIGINAL))?;
            Ok(note(ORIGINAL, found, parameters))
        };
        Ok(match rope_type {
            "default" | "axial" => Scaling::Default,
            // The larger base stretches the frequencies once; no length does.
            "dynamic" if self.alpha(rope_type)?.is_some() => {
                self.optional("factor", None, parameters)?;
                Scaling::Default
            }
            "ntk" if self.reader == Reader::Vllm || !self.is_known => {
                Scaling::Ntk { factor: self.needed(rope_type, "factor", parameters)? }
            }
            "linear" => Scaling::Linear { factor: self.needed(rope_type, "factor", parameters)? },
            "dynamic" => Scaling::Dynamic {
                factor: self.needed(rope_type, "factor", parameters)?,
                max_length: note(
                    "max_position_embeddings",
                    Sourced::derived(self.max_length(rope_type)?),
                    parameters,
                ),
            },
            "yarn" => {
                let original_length = original(parameters)?;
                let factor = match self.number("factor")? {
                    Some(own) => own,
                    None if self.block.parameters.contains_key("factor") => {
                        Sourced::derived(self.max_length(rope_type)? / original_length)
                    }
                    None => return Err(self.missing(rope_type, "factor")),
                };
                let drops = self.reader.drops_magnitudes(self.model_type);
                let magnitudes = ["attention_factor", "mscale", "mscale_all_dim"];
                if drops && magnitudes.iter().any(|key| self.parameter(key).is_some()) {
                    notices.push(
                        "attention_factor, mscale and mscale_all_dim are not read: the magnitude follows from factor."
                            .to_owned(),
                    );
                }
                let mut magnitude = |key: &str| -> Result<Option<f64>, ModelError> {
                    if drops { Ok(None) } else { self.optional(key, None, parameters) }
                };
                let (mscale, mscale_all_dim) = (magnitude("mscale")?, magnitude("mscale_all_dim")?);
                let attention_factor = match self.number("attention_factor")? {
                    Some(own) if !drops => Some(note("attention_factor", own, parameters)),
                    _ => None,
                };
                Scaling::Yarn(Yarn {
                    factor: note("factor", factor, parameters),
                    original_length,
                    beta_fast: self.optional("beta_fast", Some(32.0), parameters)?.unwrap_or(32.0),
                    beta_slow: self.optional("beta_slow", Some(1.0), parameters)?.unwrap_or(1.0),
                    is_truncated: self.truncate(parameters),
                    attention_factor,
                    mscale,
                    mscale_all_dim,
                })
            }
            "longrope" => {
                let original_length = original(parameters)?;
                let factor = match self.number("factor")? {
                    Some(own) => own,
                    None => Sourced::derived(self.max_length(rope_type)? / original_length),
                };
                let attention_factor = match self.magnitude("short_mscale")? {
                    Some(own) => {
                        let beyond = self.magnitude("long_mscale")?.unwrap_or(own);
                        let name = self.name("long_mscale");
                        note("long_mscale", Sourced::key(beyond, name), parameters);
                        Some(Sourced::key(own, self.name("short_mscale")))
                    }
                    None => self.number("attention_factor")?,
                };
                Scaling::LongRope(LongRope {
                    short_factor: self.list(rope_type, "short_factor", parameters)?.into(),
                    long_factor: self.list(rope_type, "long_factor", parameters)?.into(),
                    original_length,
                    factor: note("factor", factor, parameters),
                    attention_factor: attention_factor
                        .map(|own| note("attention_factor", own, parameters)),
                })
            }
            "llama3" => Scaling::Llama3(Llama3 {
                factor: self.needed(rope_type, "factor", parameters)?,
                low_freq_factor: self.needed(rope_type, "low_freq_factor", parameters)?,
                high_freq_factor: self.needed(rope_type, "high_freq_factor", parameters)?,
                original_length: original(parameters)?,
            }),
            "proportional" => {
                let factor = self.number("factor")?.unwrap_or_else(|| Sourced::class_default(1.0));
                // The number of pairs that turn follows from the width of the head.
                Scaling::Proportional { factor: note("factor", factor, parameters), num_turning: 0 }
            }
            other => return Err(ModelError::UnknownType(sanitize::truncated(other, 80))),
        })
    }

    /// Magnitude that a class of its own reads beside the lists of longrope.
    pub(super) fn magnitude(&self, key: &str) -> Result<Option<f64>, ModelError> {
        if !self.class.magnitudes {
            return Ok(None);
        }
        Ok(self.number(key)?.map(|it| it.value))
    }

    /// True if the ends of yarn's ramp are rounded. Of nested blocks, the original looks beside them.
    fn truncate(&self, parameters: &mut BTreeMap<String, Sourced<Value>>) -> bool {
        let found = if self.block.is_nested {
            let beside = self.keys.value(PARAMETERS);
            let beside = beside.and_then(|it| it.value.as_object()?.get("truncate"));
            beside.map(|it| Sourced::key(is_true(it), format!("{PARAMETERS}.truncate")))
        } else {
            let own = self.block.parameters.get("truncate");
            own.map(|it| it.with(is_true(&it.value)))
        };
        let found = found.unwrap_or_else(|| Sourced::class_default(true));
        parameters.insert("truncate".to_owned(), found.with(found.value.into()));
        found.value
    }

    /// List of divisors.
    fn list(
        &self,
        rope_type: &str,
        key: &'static str,
        parameters: &mut BTreeMap<String, Sourced<Value>>,
    ) -> Result<Vec<f64>, ModelError> {
        let found = self.parameter(key).ok_or_else(|| self.missing(rope_type, key))?;
        let list = found.value.as_array().map(|list| list.iter().map(Value::as_f64).collect());
        let list: Option<Option<Vec<f64>>> = list;
        let is_divisor = |it: &f64| it.is_finite() && *it > 0.0;
        let list = list.flatten().filter(|it| !it.is_empty() && it.iter().all(is_divisor));
        let error = || invalid(&self.name(key), "a list of numbers above 0", found.value);
        let list = list.ok_or_else(error)?;
        parameters.insert(key.to_owned(), found.with(found.value.clone()));
        Ok(list)
    }

    /// Factor of cosines and sines: that of the rule, times that of a GGUF file.
    pub(super) fn attention_factor(&self, scaling: &Scaling) -> Result<Sourced<f64>, ModelError> {
        let value = scaling.attention_factor();
        let keys = ["attention_factor", "short_mscale"];
        let given = keys.iter().find_map(|key| self.block.parameters.get(*key));
        let given = given.filter(|it| it.value.as_f64() == Some(value));
        let own = match (scaling, given) {
            (Scaling::Yarn(_) | Scaling::LongRope(_), Some(given)) => given.with(value),
            (Scaling::Yarn(_) | Scaling::LongRope(_), None) => Sourced::derived(value),
            _ => Sourced::class_default(value),
        };
        let Some(times) = self.number("rope_attn_factor")?.filter(|it| it.value > 0.0) else {
            return Ok(own);
        };
        let is_alone = own.value.to_bits() == 1.0_f64.to_bits();
        let origin = if is_alone {
            times.origin.clone()
        } else {
            Origin::derived_from(&[&own.origin, &times.origin])
        };
        Ok(Sourced { value: own.value * times.value, origin })
    }
}
