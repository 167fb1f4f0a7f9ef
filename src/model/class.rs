//! Assumptions of the configuration classes of transformers, as `assets/models/classes.json` says it.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;
use serde_json::{Map, Value};

/// Values by set of layers.
pub(super) type BySet<T> = BTreeMap<String, T>;

/// All classes, by the name of the model type.
#[derive(Debug, Deserialize)]
pub(super) struct Classes {
    /// Release of transformers that they were read out of.
    pub(super) transformers: String,
    pub(super) classes: BTreeMap<String, Class>,
}

/// A class. Its fields are explained in `tests/readers/model_classes.py`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "the fields are those of the data file")]
pub(super) struct Class {
    #[serde(rename = "class")]
    pub(super) name: String,
    pub(super) parts: BTreeMap<String, String>,
    pub(super) flat_part: Option<String>,
    pub(super) part_values: BTreeMap<String, Map<String, Value>>,
    pub(super) defaults: BTreeMap<String, Value>,
    pub(super) aliases: BTreeMap<String, String>,
    pub(super) blocks: BySet<Map<String, Value>>,
    pub(super) base_keys: BTreeMap<String, KeyOfSets>,
    pub(super) base_keys_in_block: BTreeMap<String, KeyOfSets>,
    pub(super) share_keys: BTreeMap<String, KeyOfSets>,
    pub(super) share_keys_in_block: BTreeMap<String, KeyOfSets>,
    pub(super) filled: BySet<Map<String, Value>>,
    pub(super) filled_yarn: BySet<Map<String, Value>>,
    pub(super) scaling_sets: Vec<String>,
    pub(super) flat_sets: Vec<String>,
    pub(super) filled_scaling: BySet<Map<String, Value>>,
    pub(super) flat_base_unread: bool,
    pub(super) nested: bool,
    pub(super) scaling_unread: bool,
    pub(super) axial: bool,
    pub(super) types: BTreeMap<String, String>,
    pub(super) type_unread: bool,
    pub(super) nested_type_unread: bool,
    pub(super) nested_unfilled: bool,
    pub(super) head_keys: BySet<Vec<String>>,
    pub(super) head: BySet<Option<u32>>,
    pub(super) head_times: BySet<f64>,
    pub(super) axis_share: Option<f64>,
    pub(super) alpha: bool,
    pub(super) magnitudes: bool,
    pub(super) indexer: Option<Indexer>,
    /// Key that multiplies a base, and that base. Not of the data file.
    #[serde(skip)]
    pub(super) base_times: Option<(String, f64)>,
    pub(super) rotated_key: Option<String>,
    pub(super) rotated: Option<u32>,
    pub(super) share_unread: bool,
    pub(super) trained_length: bool,
    pub(super) length_by_alias: bool,
    pub(super) layer_types: Option<LayerTypes>,
    pub(super) layers_key: Option<LayersKey>,
    pub(super) set_of: BTreeMap<String, String>,
    pub(super) rotated_types: Option<Vec<String>>,
    pub(super) rotated_types_without_window: Option<Vec<String>>,
    pub(super) no_rope_layers: bool,
    pub(super) no_rope_layer_interval: Option<u32>,
    pub(super) pairing: Option<String>,
    pub(super) pairing_not_interleaved: Option<String>,
    pub(super) logits: bool,
    pub(super) fields: Vec<String>,
}

/// Rotation of an indexer beside the heads, at the speeds of these.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Indexer {
    /// Key of its width.
    pub(super) head_key: String,
    /// Width without the key.
    pub(super) head: u32,
    /// Its pairing, such as `halves`.
    pub(super) pairing: String,
}

/// Sets whose number a key gives.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct KeyOfSets {
    pub(super) sets: Vec<String>,
    /// The key gives a number of dimensions, not a share of the head.
    #[serde(default)]
    pub(super) dims: bool,
}

/// Key of a number of layers that counts each several times.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct LayersKey {
    pub(super) key: String,
    pub(super) times: u32,
}

/// Types of the layers where the file does not say them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct LayerTypes {
    /// Types that repeat.
    pub(super) period: Vec<String>,
    /// Type of the last layer, where it is another.
    pub(super) last: Option<String>,
    /// Types of the first layers, where they are others.
    pub(super) first: Vec<String>,
    /// True if the period is counted from the last layer.
    pub(super) reversed: bool,
    /// Types of as many layers as the class has, where they do not repeat.
    pub(super) layers: Vec<String>,
    /// Key of the length of the period.
    pub(super) period_key: Option<String>,
    /// Place of the odd type within the period, from the end if negative.
    pub(super) period_at: i64,
    /// Key of a list with a number for each layer, and the type that each number stands for.
    pub(super) coded: Option<CodedTypes>,
    /// Keys with the indices of some layers, and the types that follow.
    pub(super) lists: BTreeMap<String, ListedTypes>,
    /// Key with types that repeat.
    pub(super) repeating: Option<CodedTypes>,
}

/// Types of the layers that a list of indices names, and of the others.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ListedTypes {
    pub(super) listed: String,
    pub(super) others: String,
}

/// Types of the layers, as numbers in a list of the file.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct CodedTypes {
    /// Key of the list.
    pub(super) key: String,
    /// Type by number.
    pub(super) types: BTreeMap<String, String>,
}

impl Class {
    /// True if the class turns queries and keys.
    pub(super) fn rotates(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// True if the class has one block of rotary parameters for all layers.
    pub(super) fn is_flat(&self) -> bool {
        self.blocks.contains_key(ALL)
    }

    /// Entries that the class adds to a block of the file that lacks them.
    pub(super) fn filled_of(&self, set: &str, object: Option<&str>) -> Option<&Map<String, Value>> {
        let of_scaling = self.filled_scaling.get(set).filter(|_| object == Some(SCALING));
        of_scaling.or_else(|| self.filled.get(set))
    }

    /// The class with other numbers for absent keys, as the class of a whole gives them to its part.
    pub(super) fn with_values(&self, values: &Map<String, Value>) -> Self {
        let mut class = self.clone();
        for (key, value) in values {
            match value {
                Value::Object(block) if key == PARAMETERS && class.is_flat() => {
                    class.blocks.insert(ALL.to_owned(), block.clone());
                }
                Value::Number(_) if class.head_keys.values().flatten().any(|it| it == key) => {
                    let head = value.as_u64().and_then(|it| u32::try_from(it).ok());
                    class.head.values_mut().for_each(|own| *own = head);
                }
                Value::Number(_) => {
                    class.defaults.insert(key.clone(), value.clone());
                }
                _ => {}
            }
        }
        class
    }

    /// Number that an absent key stands for.
    pub(super) fn default_number(&self, name: &str) -> Option<f64> {
        self.defaults.get(name)?.as_f64()
    }

    /// True if rules other than the default take `partial_rotary_factor` from beside a block that lacks it.
    pub(super) fn inherits_share_unless_default(&self) -> bool {
        let has = |keys: &BTreeMap<String, KeyOfSets>| keys.contains_key(SHARE);
        let (alone, within) = (has(&self.share_keys), has(&self.share_keys_in_block));
        alone == within || !alone && self.share_unread
    }
}

/// Key of the rotary parameters, and its older name.
pub(super) const PARAMETERS: &str = "rope_parameters";
pub(super) const SCALING: &str = "rope_scaling";

/// Parameter with the share of a head that rotates.
pub(super) const SHARE: &str = "partial_rotary_factor";
/// Key of the base.
pub(super) const BASE: &str = "rope_theta";
/// Key of the length before scaling.
pub(super) const ORIGINAL: &str = "original_max_position_embeddings";

/// Name of the set of all layers.
pub(super) const ALL: &str = "all";

/// All classes.
pub(super) fn classes() -> &'static Classes {
    static CLASSES: OnceLock<Classes> = OnceLock::new();
    CLASSES.get_or_init(|| {
        serde_json::from_str(include_str!("../../assets/models/classes.json"))
            .unwrap_or_else(|error| unreachable!("the bundled classes are valid: {error}"))
    })
}

/// Names of all model types with a class.
pub(super) fn model_types() -> impl Iterator<Item = &'static str> {
    classes().classes.keys().map(String::as_str)
}

/// Class of a model type.
pub(super) fn class_of(model_type: &str) -> Option<&'static Class> {
    classes().classes.get(model_type)
}
