//! Layers of a model: their types, and which of them rotate.

use serde_json::Value;

use super::{
    class::{ALL, Class, CodedTypes, LayerTypes},
    error::ModelError,
    keys::{Keys, invalid},
};

/// Largest number of layers.
const MOST: u32 = 100_000;

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
}

impl Layers {
    /// Layers of a file.
    pub(super) fn new(class: &Class, keys: &Keys<'_>) -> Result<Self, ModelError> {
        let own = own_types(keys)?;
        let num = match keys.whole("num_hidden_layers", MOST)? {
            Some(found) => Some(found.value),
            None if !own.is_empty() => Some(own.len() as u32),
            None => class.default_number("num_hidden_layers").map(|it| it as u32),
        };
        let mut layers = Self { num, types: own, rotated: None };
        if layers.types.is_empty()
            && let Some(num) = num
            && let Some(rule) = &class.layer_types
        {
            layers.types = rule.of(num as usize, keys)?;
        }
        layers.rotated = layers.rotated(class, keys)?;
        Ok(layers)
    }

    /// Layers that rotate, where the class or a list in the file says which.
    fn rotated(&self, class: &Class, keys: &Keys<'_>) -> Result<Option<Vec<bool>>, ModelError> {
        let num = self.num.unwrap_or(0) as usize;
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
            let interval = keys.whole("no_rope_layer_interval", MOST)?.map(|it| it.value);
            let interval = interval.or(class.no_rope_layer_interval).unwrap_or(4) as usize;
            return Ok(Some((0..num).map(|i| (i + 1) % interval != 0).collect()));
        }
        let has_window = keys.object().get("sliding_window").is_none_or(|it| !it.is_null());
        let without = class.rotated_types_without_window.as_ref().filter(|_| !has_window);
        let rotated = without.or(class.rotated_types.as_ref());
        Ok(rotated.map(|rotated| self.types.iter().map(|it| rotated.contains(it)).collect()))
    }

    /// Layers of a set that rotate; `None` if the number of layers, or which belong to the set, is not known.
    pub(super) fn of_set(&self, set: &str, class: &Class) -> Option<Vec<u32>> {
        let is_of_set = |layer: u32| {
            let Some(own) = self.types.get(layer as usize) else { return set == ALL };
            set == ALL || class.set_of.get(own).unwrap_or(own) == set
        };
        let is_known = set == ALL || !self.types.is_empty();
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

/// Types of layers that a file lists.
fn own_types(keys: &Keys<'_>) -> Result<Vec<String>, ModelError> {
    let Some(found) = TYPES.iter().find_map(|key| keys.value(key)) else { return Ok(Vec::new()) };
    let name = found.origin.key.as_deref().unwrap_or_default();
    let error = || invalid(name, "a list of types of layers", found.value);
    let list = found.value.as_array().filter(|it| it.len() <= MOST as usize).ok_or_else(error)?;
    list.iter().map(|it| it.as_str().map(ToOwned::to_owned).ok_or_else(error)).collect()
}

impl LayerTypes {
    /// Types of some layers; empty if the class does not tell.
    fn of(&self, num: usize, keys: &Keys<'_>) -> Result<Vec<String>, ModelError> {
        if let Some(coded) = &self.coded
            && let Some(types) = coded.of(num, keys)?
        {
            return Ok(types);
        }
        if !self.layers.is_empty() {
            return Ok(self.layers.get(..num).map(<[String]>::to_vec).unwrap_or_default());
        }
        let mut period = self.period.clone();
        let wanted = match &self.period_key {
            Some(key) => keys.whole(key, MOST)?.map(|it| it.value as usize),
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
