//! Keys of a file, as the expressions of mechanisms name them.

use serde_json::{Map, Value};

use super::{
    expression::Names,
    made_lists::{made_list, num_of_pattern},
    mechanism_rows::{TypeRow, types},
};
use crate::encoding::Limits;

/// Numbers of the text, also where they stand in the whole of a model with other parts.
pub(super) const NUMBERS_OF_TEXT: [&str; 4] =
    ["hidden_size", "num_hidden_layers", "num_attention_heads", "max_position_embeddings"];

/// Object at a path with dots between keys.
pub(super) fn object_at<'a>(
    object: &'a Map<String, Value>,
    path: &str,
) -> Option<&'a Map<String, Value>> {
    path.split('.').try_fold(object, |object, key| object.get(key)?.as_object())
}

/// Keys of a file, with the defaults of its class.
pub(super) struct MechanismKeys<'a> {
    pub(super) object: &'a Map<String, Value>,
    pub(super) row: &'a TypeRow,
    pub(super) from: Option<&'a str>,
    /// Model type of the configuration within, where the file has one.
    pub(super) inner_type: Option<&'a str>,
    /// Types of the layers, if they are known from elsewhere.
    pub(super) types: &'a [String],
    /// Number of the layers likewise.
    pub(super) num_layers: Option<u32>,
}

impl MechanismKeys<'_> {
    /// Value that the file states at a path.
    fn stated(&self, path: &str) -> Option<Value> {
        let (parents, key) = path.rsplit_once('.').map_or((None, path), |(a, b)| (Some(a), b));
        let parent = match parents {
            Some(parents) => object_at(self.object, parents)?,
            None => self.object,
        };
        // An empty list leaves the layers to the class.
        let says_something = |it: &&Value| it.as_array().is_none_or(|all| !all.is_empty());
        parent.get(key).filter(says_something).cloned()
    }

    /// The first of some keys that is a whole number: one that the file states, else the default of the class.
    pub(super) fn whole(&self, keys: &[&str]) -> Option<u64> {
        let stated = keys.iter().find_map(|key| self.stated_within(key)?.as_u64());
        stated.or_else(|| keys.iter().find_map(|key| self.value(key)?.as_u64()))
    }

    /// Paths at which a key may stand: in the configuration within, or in the whole.
    fn paths(&self, name: &str) -> Vec<String> {
        let within = self.from.map(|from| format!("{from}.{name}"));
        let is_of_text = NUMBERS_OF_TEXT.contains(&name);
        let is_other =
            self.from.is_some_and(|from| from.contains("vision") || from.contains("audio"));
        let of_whole = Some(name.to_owned()).filter(|_| !(is_of_text && is_other));
        within.into_iter().chain(of_whole).collect()
    }

    /// Value of a key that the file states.
    fn stated_within(&self, name: &str) -> Option<Value> {
        self.paths(name).iter().find_map(|path| self.stated(path))
    }

    /// Default of a key: that of the configuration within, as the class makes it or as its own type has it, before that
    /// of the whole.
    fn default(&self, name: &str) -> Option<Value> {
        let of_inner_type = || types().get(self.inner_type?)?.defaults.get(name).cloned();
        let within = self.from.and_then(|from| {
            let of_class = self.row.defaults.get(&format!("{from}.{name}")).cloned();
            of_class.or_else(of_inner_type)
        });
        within.or_else(|| self.row.defaults.get(name).cloned())
    }

    /// Number of layers.
    pub(super) fn num_layers(&self) -> Option<u32> {
        if self.num_layers.is_some() {
            return self.num_layers;
        }
        if let Some(num) = num_of_pattern(|path| self.stated_within(path)) {
            return Some(num);
        }
        let keys = ["num_hidden_layers", "n_layer", "num_layers", "n_layers"];
        u32::try_from(self.whole(&keys)?).ok().filter(|&num| num <= Limits::LAYERS_MAX)
    }

    /// Value of a key; a list for each layer that is too short, as the class's own is for a file of more layers, goes
    /// on as it began.
    fn extended(&self, name: &str, value: Value) -> Value {
        let is_of_layers = is_of_layers(name) || name.ends_with("block_types");
        let Value::Array(all) = &value else { return value };
        let num = self.num_layers().filter(|_| is_of_layers).unwrap_or(0) as usize;
        if all.len() >= num || all.is_empty() {
            return value;
        }
        let has_period = |period: &usize| (*period..all.len()).all(|i| all[i] == all[i - period]);
        let period = (1..=all.len()).find(has_period).unwrap_or(all.len());
        (0..num).map(|i| all[i % period].clone()).collect()
    }
}

/// True for the types of the layers, under the names of the class.
fn is_of_layers(name: &str) -> bool {
    name.ends_with("layer_types") || name.ends_with("layers_block_type")
}

impl Names for MechanismKeys<'_> {
    fn value(&self, name: &str) -> Option<Value> {
        if is_of_layers(name) && !self.types.is_empty() {
            return Some(self.types.into());
        }
        if self.stated_within(name).is_none_or(|it| it.is_null())
            && let Some(made) =
                made_list(name, || self.num_layers(), |path| self.stated_within(path))
        {
            return Some(made.into());
        }
        // A flat file has the keys of the configuration within.
        let flat = name.rsplit('.').next().filter(|_| name.contains('.'));
        let has_inner = self.from.is_some_and(|from| object_at(self.object, from).is_some());
        let stated = self.stated_within(name);
        let stated =
            stated.or_else(|| flat.filter(|_| !has_inner).and_then(|key| self.stated(key)));
        let value = stated.or_else(|| self.default(name))?;
        Some(self.extended(name, value))
    }
}
