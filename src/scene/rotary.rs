//! Rotary encoding of a draft: what its model says, and what the draft sets besides.

use std::sync::Arc;

use super::{EncodingDraft, FilePath, Key, SceneError};
use crate::{
    encoding::rotary::{
        Rotary, RotaryDraft,
        scaling::{Rule, Scaling},
    },
    model::{Config, LayerSet, Model, Preset},
};

impl EncodingDraft {
    /// Query and key of a head, filled with zeros or cut to its width; `None` where they are random.
    pub fn vectors(&self, head_dim: u32) -> [Option<Vec<f64>>; 2] {
        let padded = |vector: &Arc<[f64]>| {
            let entries = vector.iter().copied().chain(std::iter::repeat(0.0));
            entries.take(head_dim as usize).collect()
        };
        [&self.query, &self.key_vector].map(|vector| vector.as_ref().map(padded))
    }

    /// Preset that the model names; `None` for a file.
    pub fn preset(&self) -> Option<&'static Preset> {
        Preset::named(self.model.as_ref()?.text()).ok()
    }

    /// File that the model names; `None` for a preset.
    pub fn model_file(&self) -> Option<&FilePath> {
        self.model.as_ref().filter(|_| self.preset().is_none())
    }

    /// Model of a configuration, read by the rules of the reader.
    pub(super) fn model_of(&self, config: &Config) -> Result<Arc<Model>, SceneError> {
        config
            .model(self.part.as_deref(), self.reader)
            .map_err(|error| self.model_error(&error.to_string()))
    }

    pub(super) fn model_error(&self, text: &str) -> SceneError {
        let name = self.model.as_ref().map_or("model", |file| file.text());
        SceneError::Model { name: name.to_owned(), text: text.to_owned() }
    }

    /// Set of layers of a model: the one that is named, or the first.
    pub(super) fn set_of<'a>(&self, model: &'a Model) -> Result<&'a LayerSet, SceneError> {
        let names = || model.sets.iter().map(|set| set.name.as_str()).collect::<Vec<_>>();
        let found = match &self.layers {
            Some(name) => model.sets.iter().find(|set| set.name == **name),
            None => model.sets.first(),
        };
        found.ok_or_else(|| {
            if model.sets.is_empty() {
                return self.model_error("no layer rotates");
            }
            SceneError::BadValue {
                key: Key::Layers.key(),
                value: self.layers.as_deref().unwrap_or_default().to_owned(),
                allowed: format!("expected one of {}", names().join(", ")),
            }
        })
    }

    /// Encoding of the values, those that are not set from a set of layers or, without one, from the defaults.
    pub(super) fn rotary(&self, set: Option<&LayerSet>) -> Result<Rotary, SceneError> {
        let usual = RotaryDraft::default();
        let asked = |key: Key| {
            let text = format!("{} is not known: set {}", key.key(), key.key());
            self.model_error(&text)
        };
        if set.is_some_and(|set| set.has_other_frequencies) && self.rotary_dim.is_none() {
            return Err(self.model_error("more than base and rule determine the frequencies"));
        }
        let (of_base, of_head, of_rotary) = match set {
            Some(set) => (
                set.base.as_ref().map(|it| it.value),
                set.head_dim.as_ref().map(|it| it.value),
                set.rotary_dim.as_ref().map(|_| set.exponent_dim),
            ),
            None => (Some(usual.base), None, None),
        };
        let base = self.base.or(of_base).ok_or_else(|| asked(Key::Base))?;
        let (head_dim, rotary_dim) = if set.is_some() {
            let rotary = self.rotary_dim.or(of_rotary).ok_or_else(|| asked(Key::RotaryDim))?;
            (self.head_dim.or(of_head).unwrap_or(rotary), rotary)
        } else {
            let head = self.head_dim.or(self.rotary_dim).unwrap_or(usual.head_dim);
            (head, self.rotary_dim.unwrap_or(head))
        };
        let of_model = match set {
            Some(set) => set.pairing.as_ref().map(|it| it.value),
            None => usual.pairing,
        };
        let pairing = self.pairing.or(of_model);
        let of_set = set.map(|set| &set.scaling);
        let scaling = self.scaling_over(of_set, rotary_dim);
        let is_as_read = Some(&scaling) == of_set;
        let of_model = set.map(|set| set.attention_factor.value).filter(|_| is_as_read);
        let attention_factor = self.attention_factor.or(of_model);
        Ok(Rotary::new(RotaryDraft {
            base,
            head_dim,
            rotary_dim,
            pairing,
            scaling,
            attention_factor,
            context: self.context,
            cache: self.cache,
            cache_form: self.cache_form,
            sections: self.mrope_section.unwrap_or_else(|| Some(set?.sections.as_ref()?.value)),
            frequencies: None,
        })?)
    }

    /// Scaling of the model with the numbers that are set; or else the rule that is set, whose other numbers are those of
    /// well-known models.
    fn scaling_over(&self, of_model: Option<&Scaling>, rotary_dim: u32) -> Scaling {
        let rule = self.scaling.or_else(|| of_model.map(Scaling::rule)).unwrap_or(Rule::Default);
        let mut scaling = match of_model {
            Some(own) if own.rule() == rule => own.clone(),
            _ => Scaling::usual(rule, rotary_dim),
        };
        let set = |own: Option<f64>, number: &mut f64| *number = own.unwrap_or(*number);
        let set_list = |own: &Option<Arc<[f64]>>, list: &mut Arc<[f64]>| {
            if let Some(own) = own {
                list.clone_from(own);
            }
        };
        match &mut scaling {
            Scaling::Default => {}
            Scaling::Linear { factor } | Scaling::Ntk { factor } => set(self.factor, factor),
            Scaling::Dynamic { factor, max_length } => {
                set(self.factor, factor);
                set(self.trained_length, max_length);
            }
            Scaling::Yarn(yarn) => {
                set(self.factor, &mut yarn.factor);
                set(self.trained_length, &mut yarn.original_length);
                set(self.beta_fast, &mut yarn.beta_fast);
                set(self.beta_slow, &mut yarn.beta_slow);
                yarn.is_truncated = self.truncate.unwrap_or(yarn.is_truncated);
                yarn.mscale = self.mscale.or(yarn.mscale);
                yarn.mscale_all_dim = self.mscale_all_dim.or(yarn.mscale_all_dim);
            }
            Scaling::LongRope(longrope) => {
                set(self.factor, &mut longrope.factor);
                set(self.trained_length, &mut longrope.original_length);
                set_list(&self.short_factor, &mut longrope.short_factor);
                set_list(&self.long_factor, &mut longrope.long_factor);
            }
            Scaling::Llama3(llama) => {
                set(self.factor, &mut llama.factor);
                set(self.trained_length, &mut llama.original_length);
                set(self.low_freq_factor, &mut llama.low_freq_factor);
                set(self.high_freq_factor, &mut llama.high_freq_factor);
            }
            Scaling::Proportional { factor, num_turning } => {
                set(self.factor, factor);
                *num_turning = self.turning.unwrap_or(*num_turning);
            }
        }
        scaling
    }
}
