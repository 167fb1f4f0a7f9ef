//! Numbers of a set of layers, from its block of parameters and the keys beside it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    block::ScalingBlock,
    class::{ALL, BASE, BySet, Class, KeyOfSets, SHARE},
    error::ModelError,
    keys::{Keys, invalid, number, whole},
    layers::Layers,
    llama_cpp::pairing_of,
    origin::{Origin, Sourced},
    reader::Reader,
    sections::sections,
    set::LayerSet,
};
use crate::encoding::{
    Limits,
    rotary::{
        notices::number_text,
        pairing::Pairing,
        scaling::{Scaling, Yarn, magnitude},
    },
};

/// True for a head of latent attention of which the key gives just the part that turns.
fn is_rotated_part(head: &Sourced<u32>) -> bool {
    head.origin.key.as_deref() == Some("qk_rope_head_dim")
}

/// Everything from which the numbers of a set follow.
pub(super) struct Numbers<'a> {
    pub(super) class: &'a Class,
    /// False if the class stands for a model type that is not known.
    pub(super) is_known: bool,
    pub(super) keys: &'a Keys<'a>,
    pub(super) block: &'a ScalingBlock,
    pub(super) reader: Reader,
    pub(super) model_type: &'a str,
}

impl Numbers<'_> {
    /// The set, with notices about what is unusual.
    pub(super) fn set(
        &self,
        layers: &Layers,
        notices: &mut Vec<String>,
    ) -> Result<LayerSet, ModelError> {
        let rope_type = self.rope_type();
        let mut base = self.base()?;
        let head_dim = self.head_dim(notices)?;
        let share = self.share(head_dim.as_ref(), &rope_type.value)?;
        let trained_length = self.trained_length(&rope_type.value)?;
        let mut parameters = BTreeMap::new();
        let mut scaling = self.scaling(&rope_type.value, &mut parameters, notices)?;
        let (exponent_dim, rotary_dim) = self.rotated(head_dim.as_ref(), share, &mut scaling)?;
        if let (Some(own), Some(alpha)) = (&mut base, self.alpha(&rope_type.value)?) {
            parameters.insert("alpha".to_owned(), alpha.with(alpha.value.into()));
            *own = self.stretched(own, &alpha, exponent_dim)?;
        }
        let attention_factor = self.attention_factor(&scaling)?;
        let logit_factor = match (&scaling, self.class.logits) {
            (Scaling::Yarn(Yarn { factor, mscale_all_dim: Some(all), .. }), true)
                if *all != 0.0 =>
            {
                magnitude(*factor, *all).powi(2)
            }
            _ => 1.0,
        };
        self.warn(&scaling, exponent_dim, notices);
        Ok(LayerSet {
            name: self.block.set.clone(),
            part: None,
            layers: layers.of_set(&self.block.set, self.class),
            rope_type,
            scaling,
            base,
            head_dim,
            rotary_dim,
            exponent_dim,
            pairing: self.pairing(),
            attention_factor,
            attention_factor_beyond: self.magnitude("long_mscale")?,
            logit_factor,
            trained_length,
            max_length: self.given_or_default("max_position_embeddings")?,
            sections: sections(self.model_type, self.block),
            has_other_frequencies: false,
            parameters,
        })
    }

    /// Divisor of the exponents, and the number of rotated dimensions: 0 and `None` where nothing says them. Sets the
    /// number of turning pairs of a proportional rule.
    fn rotated(
        &self,
        head: Option<&Sourced<u32>>,
        share: Option<Sourced<f64>>,
        scaling: &mut Scaling,
    ) -> Result<(u32, Option<Sourced<u32>>), ModelError> {
        let of_head = self.rotated_of_head(head, share, scaling);
        let Some(name) = &self.class.rotated_key else { return Ok(of_head) };
        // Layers with a window may have a number of their own, which stands in the block.
        let given = match self.number("dimension_count")? {
            Some(own) => Some(own.with(whole(&own, Limits::D_MODEL_MAX)?)),
            None => self.keys.whole(name, Limits::D_MODEL_MAX)?,
        };
        let given = given.or_else(|| self.class.rotated.map(Sourced::class_default));
        let of_given = |it: Sourced<u32>| (it.value, Some(it.with(2 * it.value.div_ceil(2))));
        Ok(given.map_or(of_head, of_given))
    }

    /// The same by a share of the head.
    fn rotated_of_head(
        &self,
        head: Option<&Sourced<u32>>,
        share: Option<Sourced<f64>>,
        scaling: &mut Scaling,
    ) -> (u32, Option<Sourced<u32>>) {
        let is_said =
            |head: &&Sourced<u32>| self.is_known || share.is_some() || is_rotated_part(head);
        let Some(head) = head.filter(is_said) else { return (0, None) };
        let ignores_share = self.class.share_unread && self.reader != Reader::Transformers4;
        let is_whole =
            ignores_share && *scaling == Scaling::Default || self.class.rotated_key.is_some();
        let share = share.filter(|_| !is_whole);
        let factor = share.as_ref().map_or(1.0, |it| it.value);
        // The frequencies of one axis are those of a part of the head.
        let factor = factor * self.class.axis_share.unwrap_or(1.0);
        let mut exponent_dim = (f64::from(head.value) * factor) as u32;
        if let Scaling::Proportional { num_turning, .. } = scaling {
            // The original rounds the product down to a whole number of pairs.
            *num_turning = (factor * f64::from(head.value)).div_euclid(2.0) as u32;
            exponent_dim = head.value;
        }
        let origin = share.map_or_else(|| head.origin.clone(), |share| share.origin);
        (exponent_dim, Some(Sourced { value: 2 * exponent_dim.div_ceil(2), origin }))
    }

    /// Base that the number alpha of a dynamic rule stretches.
    fn stretched(
        &self,
        base: &Sourced<f64>,
        alpha: &Sourced<f64>,
        exponent_dim: u32,
    ) -> Result<Sourced<f64>, ModelError> {
        // A single pair has the frequency 1, whatever the base is.
        if exponent_dim <= 2 {
            return Ok(base.clone());
        }
        let dims = f64::from(exponent_dim);
        let value = base.value * alpha.value.powf(dims / (dims - 2.0));
        if !(value > 0.0 && value.is_finite()) {
            let expected = "a number that keeps the base finite";
            return Err(invalid(&self.name("alpha"), expected, &alpha.value.into()));
        }
        Ok(Sourced { value, origin: Origin::derived_from(&[&base.origin, &alpha.origin]) })
    }

    /// Name of a parameter for messages.
    pub(super) fn name(&self, key: &str) -> String {
        self.block
            .object
            .as_ref()
            .map_or_else(|| key.to_owned(), |object| format!("{object}.{key}"))
    }

    /// Parameter of the block; `None` also for null.
    pub(super) fn parameter(&self, key: &str) -> Option<Sourced<&Value>> {
        let found = self.block.parameters.get(key)?;
        (!found.value.is_null()).then(|| found.with(&found.value))
    }

    pub(super) fn number(&self, key: &str) -> Result<Option<Sourced<f64>>, ModelError> {
        let named = |found: Sourced<&Value>| match found.value.as_f64() {
            Some(_) => number(&found),
            None => Err(invalid(&self.name(key), "a number", found.value)),
        };
        self.parameter(key).map(named).transpose()
    }

    fn rope_type(&self) -> Sourced<String> {
        let found = ["rope_type", "type"].iter().find_map(|key| self.parameter(key));
        let Some(found) = found else { return Sourced::class_default("default".to_owned()) };
        let own = found.value.as_str().unwrap_or_default();
        let standing = self.class.types.get(own).map_or(own, String::as_str);
        found.with(standing.to_owned())
    }

    /// First number of the file among the keys of a set.
    fn number_of(
        &self,
        keys: &BTreeMap<String, KeyOfSets>,
    ) -> Result<Option<(Sourced<f64>, bool)>, ModelError> {
        for (name, of) in keys {
            let is_own = of.sets.contains(&self.block.set)
                || self.class.has_one_block() && of.sets.iter().any(|set| set == ALL);
            // A list has a base for each layer, which stands in the block.
            let is_list = self.keys.object().get(name).is_some_and(Value::is_array);
            if is_own
                && !is_list
                && let Some(found) = self.keys.number(name)?
            {
                return Ok(Some((found, of.dims)));
            }
        }
        Ok(None)
    }

    /// Largest share of a head: the whole, or more where the class divides another width than it turns.
    fn largest_share(&self) -> f64 {
        let all = self.class.blocks.values().chain(self.class.filled.values());
        let shares = all.filter_map(|block| block.get(SHARE)?.as_f64());
        shares.fold(1.0, f64::max)
    }

    /// Default of the class for a parameter of this set.
    fn class_number(&self, key: &str) -> Option<Sourced<f64>> {
        let of_set = |blocks: &BySet<Map<String, Value>>| {
            let block = blocks.get(&self.block.set).or_else(|| blocks.get(ALL))?;
            block.get(key)?.as_f64()
        };
        // A block of the file gets a base in any case, and other numbers only if the class adds them.
        let has_class_defaults = self.has_class_defaults();
        let of_filled = |values: &Map<String, Value>| values.get(key)?.as_f64();
        let filled = self.class.filled_of(&self.block.set, self.block.object.as_deref());
        let filled = filled.filter(|_| has_class_defaults).and_then(of_filled);
        let is_needed = !has_class_defaults || key == BASE;
        let found = filled.or_else(|| of_set(&self.class.blocks).filter(|_| is_needed));
        found.map(Sourced::class_default)
    }

    /// True if the class lists defaults for a block given in the file.
    fn has_class_defaults(&self) -> bool {
        let is_own = self.block.object.is_some() && !self.block.is_laid_over;
        is_own && !self.class.filled.is_empty()
    }

    fn base(&self) -> Result<Option<Sourced<f64>>, ModelError> {
        let of_block = self.number(BASE)?;
        let reads_block = self.reader != Reader::Transformers4
            && !(self.block.is_laid_over && self.class.flat_base_unread);
        let of_file =
            of_block.as_ref().filter(|it| it.origin.key.is_some() && reads_block).cloned();
        let keys = if self.has_class_defaults() {
            &self.class.base_keys_in_block
        } else {
            &self.class.base_keys
        };
        let of_reader = match self.reader.own_key(self.model_type, BASE) {
            Some(key) => self.keys.number(key)?,
            None => None,
        };
        let base = match (of_reader.or(of_file), self.number_of(keys)?) {
            (Some(own), _) => Some(own),
            (None, Some((found, _))) => Some(found),
            (None, None) => of_block.filter(|_| reads_block).or_else(|| self.class_number(BASE)),
        };
        let base = match &self.class.base_times {
            Some((key, usual)) => self.times(base, key, *usual)?,
            None => base,
        };
        if let Some(base) = &base
            && !Limits::is_base(base.value)
        {
            let name = base.origin.key.clone().unwrap_or_else(|| self.name(BASE));
            return Err(invalid(&name, Limits::BASES, &base.value.into()));
        }
        Ok(base)
    }

    /// Base times a number of the file, if it has one.
    fn times(
        &self,
        base: Option<Sourced<f64>>,
        key: &str,
        usual: f64,
    ) -> Result<Option<Sourced<f64>>, ModelError> {
        let Some(ratio) = self.keys.number(key)? else { return Ok(base) };
        Ok(Some(match base {
            None => Sourced {
                value: usual * ratio.value,
                origin: Origin::derived_from(&[&ratio.origin]),
            },
            Some(base) => Sourced {
                value: base.value * ratio.value,
                origin: Origin::derived_from(&[&base.origin, &ratio.origin]),
            },
        }))
    }

    /// Number that multiplies the base once, whatever the length: base·alpha^(d/(d − 2)).
    pub(super) fn alpha(&self, rope_type: &str) -> Result<Option<Sourced<f64>>, ModelError> {
        let takes_it = self.class.alpha && rope_type == "dynamic";
        let found = if takes_it { self.number("alpha")? } else { None };
        let found = found.filter(|it| it.value != 0.0);
        if let Some(it) = found.as_ref().filter(|it| it.value < 0.0) {
            return Err(invalid(&self.name("alpha"), "a number above 0", &it.value.into()));
        }
        Ok(found)
    }

    /// Width of a head: of the strongest key, of the class, or from the hidden size.
    fn head_dim(&self, notices: &mut Vec<String>) -> Result<Option<Sourced<u32>>, ModelError> {
        let of_set = |by_set: &BySet<Vec<String>>| {
            let own = by_set.get(&self.block.set).or_else(|| by_set.values().next());
            own.cloned().unwrap_or_default()
        };
        let mut is_null = false;
        for name in of_set(&self.class.head_keys) {
            if let Some(found) = self.keys.whole(&name, Limits::D_MODEL_MAX)? {
                return Ok(Some(found));
            }
            is_null |= self.keys.object().get(&name).is_some_and(Value::is_null);
        }
        let of_class =
            self.class.head.get(&self.block.set).or_else(|| self.class.head.values().next());
        if let Some(Some(head)) = of_class
            && !is_null
        {
            return Ok(Some(Sourced::class_default(*head)));
        }
        let hidden = self.given_or_default("hidden_size")?;
        let heads = self.given_or_default("num_attention_heads")?;
        let (Some(hidden), Some(heads)) = (hidden, heads) else { return Ok(None) };
        let of_sets = &self.class.head_times;
        let times = of_sets.get(&self.block.set).or_else(|| of_sets.values().next());
        let times = times.copied().unwrap_or(1.0);
        let head = (times * hidden.value / heads.value).floor();
        if head * heads.value != times * hidden.value {
            notices.push(format!(
                "hidden_size {} is no multiple of the {} heads: head_dim is their quotient rounded down, {head}.",
                hidden.value, heads.value
            ));
        }
        whole(&Sourced::derived(head), Limits::D_MODEL_MAX).map(|head| Some(Sourced::derived(head)))
    }

    /// Number of the file, or of the class.
    pub(super) fn given_or_default(&self, name: &str) -> Result<Option<Sourced<f64>>, ModelError> {
        let of_file = self.keys.whole(name, u32::MAX)?.map(|it| it.with(f64::from(it.value)));
        Ok(of_file.or_else(|| self.class.default_number(name).map(Sourced::class_default)))
    }

    /// Share of the head that is rotated; `None` if nothing says that it is not all.
    fn share(
        &self,
        head: Option<&Sourced<u32>>,
        rope_type: &str,
    ) -> Result<Option<Sourced<f64>>, ModelError> {
        let of_reader = match self.reader.own_key(self.model_type, SHARE) {
            Some(key) => self.keys.number(key)?,
            None if self.reader == Reader::Transformers4 => self.keys.number(SHARE)?,
            None => None,
        };
        let of_block = self.number(SHARE)?;
        let keys = if self.has_class_defaults() {
            &self.class.share_keys_in_block
        } else {
            &self.class.share_keys
        };
        let of_file = of_block.as_ref().filter(|it| it.origin.key.is_some()).cloned();
        let share = match (of_reader.or(of_file), self.number_of(keys)?) {
            (Some(own), _) => Some(own),
            (None, Some((dims, true))) => {
                head.map(|head| dims.with(dims.value / f64::from(head.value)))
            }
            (None, Some((share, false))) => Some(share),
            (None, None) => {
                // Rules other than the default look beside the block themselves, after the class has filled it.
                let is_late = rope_type != "default"
                    && self.block.object.is_some()
                    && self.class.inherits_share_unless_default();
                let beside = if is_late { self.keys.number(SHARE)? } else { None };
                // The default rule knows the block alone.
                let is_bare = self.class.nested_unfilled
                    && self.has_class_defaults()
                    && rope_type == "default";
                of_block.or(beside).or_else(|| self.class_number(SHARE).filter(|_| !is_bare))
            }
        };
        let most = self.largest_share();
        if let Some(share) = &share
            && !(0.0..=most).contains(&share.value)
        {
            let name = share.origin.key.clone().unwrap_or_else(|| self.name(SHARE));
            let expected = if most > 1.0 {
                "a share of the head, from 0 to that of the model's class"
            } else {
                "a share of the head, from 0 to 1"
            };
            return Err(invalid(&name, expected, &share.value.into()));
        }
        Ok(share)
    }

    fn pairing(&self) -> Option<Sourced<Pairing>> {
        if self.reader == Reader::LlamaCpp && self.class.rotated_key.is_none() {
            return pairing_of(self.model_type).map(Sourced::class_default);
        }
        let interleaved = self.class.pairing_not_interleaved.as_ref().and_then(|other| {
            let found = self.keys.flag("rope_interleave").filter(|it| !it.value)?;
            Some(found.with(other))
        });
        let own =
            interleaved.or_else(|| self.class.pairing.as_ref().map(Sourced::class_default))?;
        Pairing::from_key(own.value).ok().map(|pairing| own.with(pairing))
    }

    /// Notices about unusual numbers.
    fn warn(&self, scaling: &Scaling, exponent_dim: u32, notices: &mut Vec<String>) {
        let mut warn = |text: String| notices.push(format!("{}: {text}", self.block.set));
        scaling.notices(exponent_dim.div_ceil(2)).into_iter().for_each(&mut warn);
        if let Scaling::Yarn(yarn) = scaling {
            let ratio = self.max_length("yarn").unwrap_or(0.0) / yarn.original_length;
            if ratio > 0.0 && ratio != 1.0 && (ratio - yarn.factor).abs() > 1e-9 * ratio {
                warn(format!(
                    "factor {} is not the ratio of the lengths, {}; factor is used.",
                    number_text(yarn.factor),
                    number_text(ratio)
                ));
            }
        }
        if exponent_dim % 2 == 1 {
            warn(format!(
                "{exponent_dim} rotated dimensions are odd: there are {} frequencies.",
                exponent_dim.div_ceil(2)
            ));
        }
    }
}
