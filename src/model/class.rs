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
    /// Classes by model type.
    pub(super) classes: BTreeMap<String, Class>,
}

/// A class, as `tests/readers/model_classes.py` reads it out of transformers. Empty fields, and those that are as in
/// most classes, are left out of the file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "the fields are those of the data file")]
pub(super) struct Class {
    /// Name of the class.
    #[serde(rename = "class")]
    pub(super) name: String,
    /// Configurations within it: key, and model type where the file states none.
    pub(super) parts: BTreeMap<String, String>,
    /// Part whose keys a file may have beside the model type.
    pub(super) flat_part: Option<String>,
    /// Numbers that the class gives to a part which is not in the file.
    pub(super) part_values: BTreeMap<String, Map<String, Value>>,
    /// Numbers that a missing key stands for.
    pub(super) defaults: BTreeMap<String, Value>,
    /// Spellings of its own: standard name of a key, and that name.
    pub(super) aliases: BTreeMap<String, String>,
    /// Rotary parameters without any key, by set of layers; [`ALL`] where one block serves all.
    pub(super) blocks: BySet<Map<String, Value>>,
    /// Keys of the base, where the file has no block.
    pub(super) base_keys: BTreeMap<String, KeyOfSets>,
    /// Keys of the base beside a block that lacks it.
    pub(super) base_keys_in_block: BTreeMap<String, KeyOfSets>,
    /// Keys of the share of a head that rotates, where the file has no block.
    pub(super) share_keys: BTreeMap<String, KeyOfSets>,
    /// The same beside a block that lacks it.
    pub(super) share_keys_in_block: BTreeMap<String, KeyOfSets>,
    /// Entries that a block gets which lacks them.
    pub(super) filled: BySet<Map<String, Value>>,
    /// Further entries for a block of type yarn.
    pub(super) filled_yarn: BySet<Map<String, Value>>,
    /// Sets that `rope_scaling` applies to.
    pub(super) scaling_sets: Vec<String>,
    /// Sets that `rope_parameters` without types of layers applies to.
    pub(super) flat_sets: Vec<String>,
    /// Entries that `rope_scaling` gets which lacks them, where these differ from those of a block.
    pub(super) filled_scaling: BySet<Map<String, Value>>,
    /// True if base and share are not read within a block without types of layers.
    pub(super) flat_base_unread: bool,
    /// True if blocks by type of layer are read.
    pub(super) nested: bool,
    /// True if a class of one block does not read `rope_scaling`.
    pub(super) scaling_unread: bool,
    /// True if the frequencies are those of several axes.
    pub(super) axial: bool,
    /// Types of scaling that stand for another.
    pub(super) types: BTreeMap<String, String>,
    /// True if the older key `type` is not read beside `rope_scaling`.
    pub(super) type_unread: bool,
    /// True if the older key `type` is not read in blocks by type of layer.
    pub(super) nested_type_unread: bool,
    /// True if blocks by type of layer get nothing that they lack but the base.
    pub(super) nested_unfilled: bool,
    /// Keys of the width of the heads that rotate, the strongest first.
    pub(super) head_keys: BySet<Vec<String>>,
    /// Width without such a key; `None` for `hidden_size / num_attention_heads`.
    pub(super) head: BySet<Option<u32>>,
    /// Factor of that quotient, where it is not 1.
    pub(super) head_times: BySet<f64>,
    /// Share of a head that each axis turns by the same ladder.
    pub(super) axis_share: Option<f64>,
    /// True if dynamic scaling reads `alpha`.
    pub(super) alpha: bool,
    /// True if longrope reads `short_mscale` and `long_mscale`.
    pub(super) magnitudes: bool,
    /// Rotation of an indexer beside the heads.
    pub(super) indexer: Option<Indexer>,
    /// Key that multiplies a base, and that base. Not of the data file.
    #[serde(skip)]
    pub(super) base_times: Option<(String, f64)>,
    /// Key of the number of dimensions that rotate, where the base is fixed.
    pub(super) rotated_key: Option<String>,
    /// That number without the key.
    pub(super) rotated: Option<u32>,
    /// True if the type default rotates the whole head, whatever the share is.
    pub(super) share_unread: bool,
    /// True if `original_max_position_embeddings` beside a block wins over that within.
    pub(super) trained_length: bool,
    /// True if the trained length is not read under its standard name where a block lacks it.
    pub(super) length_by_alias: bool,
    /// Types of the layers where the file does not say them.
    pub(super) layer_types: Option<LayerTypes>,
    /// Key of a number of layers that counts each several times.
    pub(super) layers_key: Option<LayersKey>,
    /// Set of layers by type of layer, where the names differ.
    pub(super) set_of: BTreeMap<String, String>,
    /// Types of layers that rotate, where not all do.
    pub(super) rotated_types: Option<Vec<String>>,
    /// The same where `sliding_window` is null.
    pub(super) rotated_types_without_window: Option<Vec<String>>,
    /// True if `no_rope_layers` names the layers that rotate (1) and those that do not (0).
    pub(super) no_rope_layers: bool,
    /// Distance of the layers that do not rotate, without a key.
    pub(super) no_rope_layer_interval: Option<u32>,
    /// Dimensions that turn together, such as `halves`.
    pub(super) pairing: Option<String>,
    /// The same where the file says `rope_interleave: false`.
    pub(super) pairing_not_interleaved: Option<String>,
    /// True if `mscale_all_dim` also multiplies the logits.
    pub(super) logits: bool,
    /// Other keys of the class whose names speak of positions.
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
    pub(super) fn has_one_block(&self) -> bool {
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
                Value::Object(block) if key == PARAMETERS && class.has_one_block() => {
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
