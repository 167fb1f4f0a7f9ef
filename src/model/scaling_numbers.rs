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

    /// Rule of scaling with its numbers, which are noted among the parameters.
    pub(super) fn scaling(
        &self,
        rope_type: &str,
        parameters: &mut BTreeMap<String, Sourced<Value>>,
        notices: &mut Vec<String>,
    ) -> Result<Scaling, ModelError> {
        RuleReader { numbers: self, rope_type, parameters, notices }.rule()
    }

    /// Magnitude that a class of its own reads beside the lists of longrope.
    pub(super) fn magnitude(&self, key: &str) -> Result<Option<f64>, ModelError> {
        if !self.class.magnitudes {
            return Ok(None);
        }
        Ok(self.number(key)?.map(|it| it.value))
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

/// Reader of a rule of scaling, which notes each number that it reads.
struct RuleReader<'a> {
    numbers: &'a Numbers<'a>,
    rope_type: &'a str,
    parameters: &'a mut BTreeMap<String, Sourced<Value>>,
    notices: &'a mut Vec<String>,
}

impl RuleReader<'_> {
    fn rule(&mut self) -> Result<Scaling, ModelError> {
        let numbers = self.numbers;
        Ok(match self.rope_type {
            "default" | "axial" => Scaling::Default,
            // The larger base stretches the frequencies once; no length does.
            "dynamic" if numbers.alpha(self.rope_type)?.is_some() => {
                self.optional("factor")?;
                Scaling::Default
            }
            "ntk" if numbers.reader == Reader::Vllm || !numbers.is_known => {
                Scaling::Ntk { factor: self.needed("factor")? }
            }
            "linear" => Scaling::Linear { factor: self.needed("factor")? },
            "dynamic" => Scaling::Dynamic {
                factor: self.needed("factor")?,
                max_length: {
                    let length = numbers.max_length(self.rope_type)?;
                    self.note("max_position_embeddings", &Sourced::derived(length))
                },
            },
            "yarn" => Scaling::Yarn(self.yarn()?),
            "longrope" => Scaling::LongRope(self.longrope()?),
            "llama3" => Scaling::Llama3(Llama3 {
                factor: self.needed("factor")?,
                low_freq_factor: self.needed("low_freq_factor")?,
                high_freq_factor: self.needed("high_freq_factor")?,
                original_length: self.original_length()?,
            }),
            // The number of pairs that turn follows from the width of the head.
            "proportional" => {
                let factor = numbers.number("factor")?;
                let factor = factor.unwrap_or_else(|| Sourced::class_default(1.0));
                Scaling::Proportional { factor: self.note("factor", &factor), num_turning: 0 }
            }
            other => return Err(ModelError::UnknownType(sanitize::truncated(other, 80))),
        })
    }

    fn yarn(&mut self) -> Result<Yarn, ModelError> {
        let numbers = self.numbers;
        let original_length = self.original_length()?;
        let factor = match numbers.number("factor")? {
            Some(own) => own,
            None if numbers.block.parameters.contains_key("factor") => {
                self.factor_of_lengths(original_length)?
            }
            None => return Err(self.missing("factor")),
        };
        let drops = numbers.reader.drops_magnitudes(numbers.model_type);
        let magnitudes = ["attention_factor", "mscale", "mscale_all_dim"];
        if drops && magnitudes.iter().any(|key| numbers.parameter(key).is_some()) {
            self.notices.push(
                "attention_factor, mscale and mscale_all_dim are not read: the magnitude follows from factor."
                    .to_owned(),
            );
        }
        let attention_factor = numbers.number("attention_factor")?.filter(|_| !drops);
        Ok(Yarn {
            factor: self.note("factor", &factor),
            original_length,
            beta_fast: self.optional_or("beta_fast", 32.0)?,
            beta_slow: self.optional_or("beta_slow", 1.0)?,
            is_truncated: self.truncate(),
            mscale: if drops { None } else { self.optional("mscale")? },
            mscale_all_dim: if drops { None } else { self.optional("mscale_all_dim")? },
            attention_factor: attention_factor.map(|own| self.note("attention_factor", &own)),
        })
    }

    fn longrope(&mut self) -> Result<LongRope, ModelError> {
        let numbers = self.numbers;
        let original_length = self.original_length()?;
        let factor = match numbers.number("factor")? {
            Some(own) => own,
            None => self.factor_of_lengths(original_length)?,
        };
        let attention_factor = match numbers.magnitude("short_mscale")? {
            Some(own) => {
                let beyond = numbers.magnitude("long_mscale")?.unwrap_or(own);
                self.note("long_mscale", &Sourced::key(beyond, numbers.name("long_mscale")));
                Some(Sourced::key(own, numbers.name("short_mscale")))
            }
            None => numbers.number("attention_factor")?,
        };
        Ok(LongRope {
            short_factor: self.list("short_factor")?.into(),
            long_factor: self.list("long_factor")?.into(),
            original_length,
            factor: self.note("factor", &factor),
            attention_factor: attention_factor.map(|own| self.note("attention_factor", &own)),
        })
    }

    fn missing(&self, key: &'static str) -> ModelError {
        self.numbers.missing(self.rope_type, key)
    }

    fn note(&mut self, key: &str, found: &Sourced<f64>) -> f64 {
        self.parameters.insert(key.to_owned(), found.with(found.value.into()));
        found.value
    }

    /// Number that the rule cannot do without.
    fn needed(&mut self, key: &'static str) -> Result<f64, ModelError> {
        let found = self.numbers.number(key)?.ok_or_else(|| self.missing(key))?;
        Ok(self.note(key, &found))
    }

    /// Number that may be missing; 0 stands for a missing one, as for the original.
    fn optional(&mut self, key: &str) -> Result<Option<f64>, ModelError> {
        let found = self.numbers.number(key)?.filter(|it| it.value != 0.0);
        Ok(found.map(|found| self.note(key, &found)))
    }

    /// The same with the number that the rule has for a missing one.
    fn optional_or(&mut self, key: &str, usual: f64) -> Result<f64, ModelError> {
        let found = self.optional(key)?;
        Ok(found.unwrap_or_else(|| self.note(key, &Sourced::class_default(usual))))
    }

    fn original_length(&mut self) -> Result<f64, ModelError> {
        let found = self.numbers.trained_length(self.rope_type)?;
        let found = found.ok_or_else(|| self.missing(ORIGINAL))?;
        Ok(self.note(ORIGINAL, &found))
    }

    /// Factor that follows from both lengths.
    fn factor_of_lengths(&self, original: f64) -> Result<Sourced<f64>, ModelError> {
        Ok(Sourced::derived(self.numbers.max_length(self.rope_type)? / original))
    }

    /// True if the ends of yarn's ramp are rounded to whole pairs. For nested blocks, transformers reads `truncate`
    /// beside them.
    fn truncate(&mut self) -> bool {
        let Numbers { block, keys, .. } = self.numbers;
        let found = if block.is_nested {
            let beside = keys.value(PARAMETERS);
            let beside = beside.and_then(|it| it.value.as_object()?.get("truncate"));
            beside.map(|it| Sourced::key(is_true(it), format!("{PARAMETERS}.truncate")))
        } else {
            block.parameters.get("truncate").map(|it| it.with(is_true(&it.value)))
        };
        let found = found.unwrap_or_else(|| Sourced::class_default(true));
        self.parameters.insert("truncate".to_owned(), found.with(found.value.into()));
        found.value
    }

    /// List of divisors.
    fn list(&mut self, key: &'static str) -> Result<Vec<f64>, ModelError> {
        let found = self.numbers.parameter(key).ok_or_else(|| self.missing(key))?;
        let list = found.value.as_array().map(|list| list.iter().map(Value::as_f64).collect());
        let list: Option<Option<Vec<f64>>> = list;
        let is_divisor = |it: &f64| it.is_finite() && *it > 0.0;
        let list = list.flatten().filter(|it| !it.is_empty() && it.iter().all(is_divisor));
        let error = || invalid(&self.numbers.name(key), "a list of numbers above 0", found.value);
        let list = list.ok_or_else(error)?;
        self.parameters.insert(key.to_owned(), found.with(found.value.clone()));
        Ok(list)
    }
}
