//! Layers of a model: their types, and which of them rotate.

use serde_json::{Map, Value};

use super::{
    class::{ALL, BASE, Class, CodedTypes, LayerTypes},
    error::ModelError,
    keys::{Keys, invalid},
    made_lists::rotates_within,
    mechanisms,
};
use crate::encoding::{Limits, rotary::notices::number_text};

/// Keys of the types of the layers.
const TYPES: [&str; 3] = ["layer_types", "layers_block_type", "block_types"];

/// Layers of a model.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    /// Number of layers, where it is known.
    pub(super) num: Option<u32>,
    /// Type of each layer; empty where they are not known or all alike.
    pub(super) types: Vec<String>,
    /// Layers that rotate, where not all with attention do.
    rotated: Option<Vec<bool>>,
    /// Base of each layer, where the file lists them; 0 for layers that do not rotate.
    pub(super) bases: Option<Vec<f64>>,
}

impl Layers {
    /// Layers of a file, whose class has a model type.
    pub(super) fn new(
        class: &Class,
        keys: &Keys<'_>,
        model_type: Option<&str>,
    ) -> Result<Self, ModelError> {
        let own = own_types(class, keys)?;
        let of_key = match &class.layers_key {
            Some(it) => keys.whole(&it.key, Limits::LAYERS_MAX)?.map(|num| num.value * it.times),
            None => None,
        };
        let num = match keys.whole("num_hidden_layers", Limits::LAYERS_MAX)? {
            _ if of_key.is_some() => of_key,
            Some(found) => Some(found.value),
            None if !own.is_empty() => Some(own.len() as u32),
            None => class.default_number("num_hidden_layers").map(|it| it as u32),
        };
        let mut layers = Self { num, types: own, rotated: None, bases: None };
        if let Some(num) = num {
            layers.types = layers.types_of(num as usize, class, keys)?;
        }
        layers.bases = bases(keys)?;
        layers.rotated = layers.rotated(class, keys, model_type)?;
        Ok(layers)
    }

    /// Key of a file that lists or codes its layers in a way of its own.
    pub(super) fn unknown_list(object: &Map<String, Value>) -> Option<&str> {
        const SUBJECTS: [&str; 5] = ["attn", "attention", "layer", "rope", "hybrid"];
        const LISTS: [&str; 6] = ["list", "idx", "indices", "layers", "types", "pattern"];
        const OTHERS: [&str; 4] = ["mlp", "ffn", "moe", "expert"];
        let has = |key: &str, words: &[&str]| words.iter().any(|word| key.contains(word));
        let found = object.iter().find(|(key, value)| {
            let is_list = value.as_array().is_some_and(|all| !all.is_empty())
                || value.is_string() && key.contains("pattern");
            let is_other = TYPES.contains(&key.as_str()) || has(key, &OTHERS);
            is_list && has(key, &SUBJECTS) && has(key, &LISTS) && !is_other
        });
        found.map(|(key, _)| key.as_str())
    }

    /// Types of some layers: those of the file, or as the class makes them from other keys.
    fn types_of(
        &self,
        num: usize,
        class: &Class,
        keys: &Keys<'_>,
    ) -> Result<Vec<String>, ModelError> {
        let rule = class.layer_types.as_ref();
        if self.types.is_empty() {
            return rule.map_or(Ok(Vec::new()), |rule| rule.of(num, keys));
        }
        let repeats = rule.and_then(|rule| rule.repeating.as_ref());
        if repeats.is_some_and(|it| keys.object().contains_key(&it.key)) {
            return Ok(self.types.iter().cycle().take(num).cloned().collect());
        }
        Ok(self.types.clone())
    }

    /// Layers that rotate, where the class or a list in the file says which.
    fn rotated(
        &self,
        class: &Class,
        keys: &Keys<'_>,
        model_type: Option<&str>,
    ) -> Result<Option<Vec<bool>>, ModelError> {
        if let Some(bases) = &self.bases {
            return Ok(Some(bases.iter().map(|&base| base != 0.0).collect()));
        }
        if class.no_rope_layers {
            if let Some(found) = keys.value("no_rope_layers") {
                let list = found.value.as_array();
                let list = list.ok_or_else(|| invalid("no_rope_layers", "a list", found.value))?;
                if !list.is_empty() {
                    // The key is named the other way round: 1 means that the layer rotates.
                    let flags =
                        list.iter().map(|it| it.as_f64() != Some(0.0) && it != &Value::Bool(false));
                    return Ok(Some(flags.collect()));
                }
            }
            let interval =
                keys.whole("no_rope_layer_interval", Limits::LAYERS_MAX)?.map(|it| it.value);
            let interval = interval.or(class.no_rope_layer_interval).unwrap_or(4);
            let all = 0..self.num.unwrap_or(0);
            return Ok(Some(all.map(|layer| rotates_within(interval, layer)).collect()));
        }
        let of_mechanism =
            |model_type| mechanisms::rotating(model_type, keys, &self.types, self.num?);
        if let Some(rotated) = model_type.and_then(of_mechanism) {
            return Ok(Some(rotated));
        }
        let has_window = keys.object().get("sliding_window").is_none_or(|it| !it.is_null());
        let without = class.rotated_types_without_window.as_ref().filter(|_| !has_window);
        let rotated = without.or(class.rotated_types.as_ref());
        Ok(rotated.map(|rotated| self.types.iter().map(|it| rotated.contains(it)).collect()))
    }

    /// Layers of a set that rotate; `None` if the number of layers, or which belong to the set, is not known.
    pub(super) fn of_set(&self, set: &str, class: &Class) -> Option<Vec<u32>> {
        let is_of_set = |layer: u32| {
            if let Some(base) = base_of_set(set) {
                return self.bases.as_ref().and_then(|it| it.get(layer as usize)) == Some(&base);
            }
            let Some(own) = self.types.get(layer as usize) else { return set == ALL };
            set == ALL || class.set_of.get(own).unwrap_or(own) == set
        };
        let is_known = set == ALL || !self.types.is_empty() || self.bases.is_some();
        let layers = (0..self.num.filter(|_| is_known)?).filter(|&it| is_of_set(it));
        Some(layers.filter(|&layer| self.is_rotating(layer)).collect())
    }

    /// True if a layer rotates, if its set does.
    fn is_rotating(&self, layer: u32) -> bool {
        let at = layer as usize;
        let is_attention = self.types.get(at).is_none_or(|own| {
            own == "hybrid" || own.contains("attention") && !own.contains("linear")
        });
        is_attention
            && self.rotated.as_ref().and_then(|it| it.get(at)).is_none_or(|&rotates| rotates)
    }
}

/// Keys of the base of each layer.
pub(super) const BASES: [&str; 2] = ["layer_rope_theta", BASE];

/// Name of the set of layers with a base.
pub(super) fn set_of_base(base: f64) -> String {
    format!("base-{}", number_text(base))
}

fn base_of_set(set: &str) -> Option<f64> {
    set.strip_prefix("base-")?.parse().ok()
}

/// Bases of the layers that a file lists.
fn bases(keys: &Keys<'_>) -> Result<Option<Vec<f64>>, ModelError> {
    let is_list = |key: &&&str| keys.object().get(**key).is_some_and(Value::is_array);
    let Some(key) = BASES.iter().find(is_list) else { return Ok(None) };
    let Some(found) = keys.value(key) else { return Ok(None) };
    let is_base = |base: &f64| *base == 0.0 || Limits::is_base(*base);
    let list: Option<Vec<f64>> = found
        .value
        .as_array()
        .filter(|list| list.len() <= Limits::LAYERS_MAX as usize)
        .and_then(|list| list.iter().map(|it| it.as_f64().filter(is_base)).collect());
    list.map(Some).ok_or_else(|| invalid(key, "a list with a base for each layer", found.value))
}

/// Types of layers that a file lists, by the names of the class.
fn own_types(class: &Class, keys: &Keys<'_>) -> Result<Vec<String>, ModelError> {
    let Some(found) = TYPES.iter().find_map(|key| keys.value(key)) else { return Ok(Vec::new()) };
    let name = found.origin.key.as_deref().unwrap_or_default();
    let error = || invalid(name, "a list of types of layers", found.value);
    let list = found
        .value
        .as_array()
        .filter(|it| it.len() <= Limits::LAYERS_MAX as usize)
        .ok_or_else(error)?;
    let repeating = class.layer_types.as_ref().and_then(|it| it.repeating.as_ref());
    let named = |own: &str| {
        let of_class = repeating.filter(|it| it.key == name).and_then(|it| it.types.get(own));
        of_class.map_or_else(|| own.to_owned(), Clone::clone)
    };
    list.iter().map(|it| it.as_str().map(named).ok_or_else(error)).collect()
}

impl LayerTypes {
    /// Types of some layers; empty if the class does not tell.
    fn of(&self, num: usize, keys: &Keys<'_>) -> Result<Vec<String>, ModelError> {
        if let Some(coded) = &self.coded
            && let Some(types) = coded.of(num, keys)?
        {
            return Ok(types);
        }
        for (key, types) in &self.lists {
            let Some(found) = keys.value(key) else { continue };
            let error = || invalid(key, "a list of indices of layers", found.value);
            let list = found.value.as_array().ok_or_else(error)?;
            let indices: Option<Vec<u64>> = list.iter().map(Value::as_u64).collect();
            let indices = indices.ok_or_else(error)?;
            let type_of = |layer: usize| {
                let is_listed = indices.contains(&(layer as u64));
                if is_listed { types.listed.clone() } else { types.others.clone() }
            };
            return Ok((0..num).map(type_of).collect());
        }
        if !self.layers.is_empty() {
            return Ok(self.layers.get(..num).map(<[String]>::to_vec).unwrap_or_default());
        }
        let mut period = self.period.clone();
        let wanted = match &self.period_key {
            Some(key) => keys.whole(key, Limits::LAYERS_MAX)?.map(|it| it.value as usize),
            None => None,
        };
        if let Some(length) = wanted {
            let at = |length: usize| self.period_at.rem_euclid(length as i64) as usize;
            let odd = period[at(period.len())].clone();
            let usual =
                period.iter().find(|it| **it != odd).cloned().unwrap_or_else(|| odd.clone());
            period = vec![usual; length];
            period[at(length)] = odd;
        }
        let mut types: Vec<String> = period.iter().cycle().take(num).cloned().collect();
        if self.reversed {
            types.reverse();
        }
        types.iter_mut().zip(&self.first).for_each(|(own, first)| own.clone_from(first));
        if let (Some(own), Some(last)) = (types.last_mut(), &self.last) {
            own.clone_from(last);
        }
        Ok(types)
    }
}

impl CodedTypes {
    /// Types of some layers as the file codes them; `None` if it has no such list.
    fn of(&self, num: usize, keys: &Keys<'_>) -> Result<Option<Vec<String>>, ModelError> {
        let Some(found) = keys.value(&self.key) else { return Ok(None) };
        let error = || invalid(&self.key, "a list with a known number for each layer", found.value);
        let list = found.value.as_array().ok_or_else(error)?;
        let named = |code: &Value| self.types.get(&code.to_string()).cloned().ok_or_else(error);
        list.iter().take(num).map(named).collect::<Result<_, _>>().map(Some)
    }
}
