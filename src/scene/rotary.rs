//! Values of a rotary encoding: the model that it is read from, and what the scene sets besides.

use std::{collections::BTreeMap, sync::Arc};

use super::{FilePath, Key, RotarySetting, SceneError, rotary_setting::NO_CONTEXT};
use crate::{
    encoding::rotary::{
        Rotary, RotaryDraft, Sections,
        cache::{Cache, CacheForm},
        pairing::Pairing,
        scaling::{Rule, Scaling},
    },
    model::{Config, LayerSet, Model, Preset, Reader},
    picture::number,
};

/// Values of a rotary encoding that a scene sets. What is `None` follows the model or, without one, the default.
#[derive(Clone, Debug, PartialEq)]
pub struct RotarySettings {
    /// Preset, or file with a configuration; `None`: an encoding of numbers alone.
    pub model: Option<FilePath>,
    /// Configuration within that of the file.
    pub part: Option<Arc<str>>,
    /// Set of layers; `None`: the first.
    pub layers: Option<Arc<str>>,
    /// Program by whose rules the configuration is read.
    pub reader: Reader,
    /// Width of a head.
    pub head_dim: Option<u32>,
    /// Number of rotated dimensions.
    pub rotary_dim: Option<u32>,
    /// Dimensions that turn together.
    pub pairing: Option<Pairing>,
    /// Rule of scaling.
    pub scaling: Option<Rule>,
    /// Numbers of the rule.
    pub numbers: BTreeMap<Key, f64>,
    /// True if the ends of yarn's ramp are rounded.
    pub truncate: Option<bool>,
    /// Lists of divisors.
    pub lists: BTreeMap<Key, Arc<[f64]>>,
    /// Axes of the pairs; `None`: those of the model.
    pub sections: Option<Option<Sections>>,
    /// Length of the sequence; `None`: as the model is constructed.
    pub context: Option<u64>,
    /// Table that is shown.
    pub cache: Cache,
    /// Columns of that table.
    pub cache_form: CacheForm,
}

impl Default for RotarySettings {
    fn default() -> Self {
        Self {
            model: None,
            part: None,
            layers: None,
            reader: Reader::Transformers5,
            head_dim: None,
            rotary_dim: None,
            pairing: None,
            scaling: None,
            numbers: BTreeMap::new(),
            truncate: None,
            lists: BTreeMap::new(),
            sections: None,
            context: None,
            cache: Cache::Cos,
            cache_form: CacheForm::Pairs,
        }
    }
}

impl RotarySettings {
    /// Sets one value.
    pub(super) fn apply(&mut self, setting: RotarySetting) {
        match setting {
            RotarySetting::Model(model) => {
                let (cache, cache_form) = (self.cache, self.cache_form);
                *self = Self { model: Some(model), cache, cache_form, ..Self::default() };
            }
            RotarySetting::Part(part) => (self.part, self.layers) = (Some(part), None),
            RotarySetting::Layers(layers) => self.layers = Some(layers),
            RotarySetting::Reader(reader) => self.reader = reader,
            RotarySetting::HeadDim(head_dim) => self.head_dim = Some(head_dim),
            RotarySetting::RotaryDim(rotary_dim) => self.rotary_dim = Some(rotary_dim),
            RotarySetting::Pairing(pairing) => self.pairing = Some(pairing),
            RotarySetting::Scaling(rule) => self.scaling = Some(rule),
            RotarySetting::Number(key, value) => {
                self.numbers.insert(key, value);
            }
            RotarySetting::Truncate(is_truncated) => self.truncate = Some(is_truncated),
            RotarySetting::List(key, list) if list.is_empty() => {
                self.lists.remove(&key);
            }
            RotarySetting::List(key, list) => {
                self.lists.insert(key, list);
            }
            RotarySetting::Sections(sections) => self.sections = Some(sections),
            RotarySetting::Context(context) => self.context = context,
            RotarySetting::Cache(cache) => self.cache = cache,
            RotarySetting::CacheForm(form) => self.cache_form = form,
        }
    }

    /// The same without a model and its numbers: only the table that is shown stays.
    pub(super) fn of_cache_alone(&self) -> Self {
        Self { cache: self.cache, cache_form: self.cache_form, ..Self::default() }
    }

    /// Text of a value; `None` if none is set.
    pub(crate) fn text(&self, key: Key) -> Option<String> {
        let own = |text: &Arc<str>| text.to_string();
        match key {
            Key::Model => self.model.as_ref().map(|file| file.text().to_owned()),
            Key::Part => self.part.as_ref().map(own),
            Key::Layers => self.layers.as_ref().map(own),
            Key::Reader => Some(self.reader.key().to_owned()),
            Key::HeadDim => self.head_dim.map(|it| it.to_string()),
            Key::RotaryDim => self.rotary_dim.map(|it| it.to_string()),
            Key::Pairing => self.pairing.map(|it| it.key().to_owned()),
            Key::Scaling => self.scaling.map(|it| it.key().to_owned()),
            Key::Truncate => self.truncate.map(|it| it.to_string()),
            Key::ShortFactor | Key::LongFactor | Key::Query | Key::KeyVector => {
                self.lists.get(&key).map(|list| {
                    list.iter().map(|&it| number::shortest(it)).collect::<Vec<_>>().join(",")
                })
            }
            Key::MropeSection => self.sections.map(|sections| {
                sections.map_or_else(|| NO_CONTEXT.to_owned(), |it| it.to_string())
            }),
            Key::Context => {
                Some(self.context.map_or_else(|| NO_CONTEXT.to_owned(), |it| it.to_string()))
            }
            Key::Cache => Some(self.cache.key().to_owned()),
            Key::CacheForm => Some(self.cache_form.key().to_owned()),
            key => self.numbers.get(&key).map(|&it| number::shortest(it)),
        }
    }

    /// Vector of a head that the scene gives by a key, filled with zeros or cut to the width; `None`: a random one.
    pub fn vector(&self, key: Key, head_dim: u32) -> Option<Vec<f64>> {
        let list = self.lists.get(&key)?;
        let padded = list.iter().copied().chain(std::iter::repeat(0.0));
        Some(padded.take(head_dim as usize).collect())
    }

    /// Preset that the model names; `None` for a file.
    pub fn preset(&self) -> Option<&'static Preset> {
        Preset::named(self.model.as_ref()?.text()).ok()
    }

    /// File that the model names; `None` for a preset.
    pub fn file(&self) -> Option<&FilePath> {
        self.model.as_ref().filter(|_| self.preset().is_none())
    }

    /// Model of a configuration, read by the rules of the reader.
    pub(super) fn model_of(&self, config: &Config) -> Result<Arc<Model>, SceneError> {
        config
            .model(self.part.as_deref(), self.reader)
            .map_err(|error| self.error(&error.to_string()))
    }

    pub(super) fn error(&self, text: &str) -> SceneError {
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
                return self.error("no layer rotates");
            }
            SceneError::BadValue {
                key: Key::Layers.key(),
                value: self.layers.as_deref().unwrap_or_default().to_owned(),
                allowed: format!("expected one of {}", names().join(", ")),
            }
        })
    }

    /// Encoding of the values, those that are not set from a set of layers or, without one, from the defaults.
    pub(super) fn rotary(
        &self,
        base: Option<f64>,
        set: Option<&LayerSet>,
    ) -> Result<Rotary, SceneError> {
        let usual = RotaryDraft::default();
        let asked = |key: Key| {
            let text = format!("{} is not known: set {}", key.key(), key.key());
            self.error(&text)
        };
        if set.is_some_and(|set| set.has_other_frequencies) && self.rotary_dim.is_none() {
            return Err(self.error("more than base and rule determine the frequencies"));
        }
        let (of_base, of_head, of_rotary) = match set {
            Some(set) => (
                set.base.as_ref().map(|it| it.value),
                set.head_dim.as_ref().map(|it| it.value),
                set.rotary_dim.as_ref().map(|_| set.exponent_dim),
            ),
            None => (Some(usual.base), None, None),
        };
        let base = base.or(of_base).ok_or_else(|| asked(Key::Base))?;
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
        let attention_factor = self.numbers.get(&Key::AttentionFactor).copied().or(of_model);
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
            sections: self.sections.unwrap_or_else(|| Some(set?.sections.as_ref()?.value)),
            frequencies: None,
        })?)
    }

    /// Rule of scaling: that of a model, with the numbers that are set, or a rule of its own. Numbers that nobody gives
    /// are those of well-known models.
    fn scaling_over(&self, of_model: Option<&Scaling>, rotary_dim: u32) -> Scaling {
        let rule = self.scaling.or_else(|| of_model.map(Scaling::rule)).unwrap_or(Rule::Default);
        let mut scaling = match of_model {
            Some(own) if own.rule() == rule => own.clone(),
            _ => Scaling::usual(rule, rotary_dim),
        };
        let number = |key: Key, target: &mut f64| {
            if let Some(value) = self.numbers.get(&key) {
                *target = *value;
            }
        };
        let list = |key: Key, target: &mut Arc<[f64]>| {
            if let Some(list) = self.lists.get(&key) {
                *target = Arc::clone(list);
            }
        };
        match &mut scaling {
            Scaling::Default => {}
            Scaling::Linear { factor } | Scaling::Ntk { factor } => number(Key::Factor, factor),
            Scaling::Dynamic { factor, max_length } => {
                number(Key::Factor, factor);
                number(Key::TrainedLength, max_length);
            }
            Scaling::Yarn(yarn) => {
                number(Key::Factor, &mut yarn.factor);
                number(Key::TrainedLength, &mut yarn.original_length);
                number(Key::BetaFast, &mut yarn.beta_fast);
                number(Key::BetaSlow, &mut yarn.beta_slow);
                yarn.is_truncated = self.truncate.unwrap_or(yarn.is_truncated);
                let of = |key: Key| self.numbers.get(&key).copied();
                yarn.mscale = of(Key::Mscale).or(yarn.mscale);
                yarn.mscale_all_dim = of(Key::MscaleAllDim).or(yarn.mscale_all_dim);
            }
            Scaling::LongRope(longrope) => {
                number(Key::Factor, &mut longrope.factor);
                number(Key::TrainedLength, &mut longrope.original_length);
                list(Key::ShortFactor, &mut longrope.short_factor);
                list(Key::LongFactor, &mut longrope.long_factor);
            }
            Scaling::Llama3(llama) => {
                number(Key::Factor, &mut llama.factor);
                number(Key::TrainedLength, &mut llama.original_length);
                number(Key::LowFreqFactor, &mut llama.low_freq_factor);
                number(Key::HighFreqFactor, &mut llama.high_freq_factor);
            }
            Scaling::Proportional { factor, num_turning } => {
                number(Key::Factor, factor);
                let turning = self.numbers.get(&Key::Turning);
                *num_turning = turning.map_or(*num_turning, |&it| it as u32);
            }
        }
        scaling
    }
}
