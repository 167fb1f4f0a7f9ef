//! A configuration, read.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    block::{Block, blocks},
    class::{ALL, Class, KeyOfSets, class_of, classes, model_types},
    error::ModelError,
    gguf,
    keys::Keys,
    layers::Layers,
    numbers::Numbers,
    params,
    reader::Reader,
    set::LayerSet,
    unread::unread,
};
use crate::{encoding::grid::GridConvention, likeness::meant_text};

/// Keys that only a configuration with rotary positions has.
const ROTARY_KEYS: [&str; 8] = [
    "rope_theta",
    "rope_parameters",
    "rope_scaling",
    "rotary_dim",
    "rotary_pct",
    "partial_rotary_factor",
    "rotary_emb_base",
    "qk_rope_head_dim",
];

/// Keys of configurations within others, text first.
const TEXT_PARTS: [&str; 5] =
    ["text_config", "llm_config", "language_config", "thinker_config", "decoder"];

/// Model of a configuration, as a reader sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Model type of the file or of its part.
    pub model_type: Option<String>,
    /// Part of the file that was read, with dots between nested ones; `None` for the whole.
    pub part: Option<String>,
    /// Other parts that may be read.
    pub other_parts: Vec<Part>,
    /// Program whose rules were applied.
    pub reader: Reader,
    /// Sets of layers that rotate alike.
    pub sets: Vec<LayerSet>,
    /// Layers that do not rotate, counted from 0.
    pub unrotated_layers: Vec<u32>,
    /// Keys about positions that were not read, with the nearest known one.
    pub unread_keys: Vec<(String, Option<String>)>,
    /// Sentences about what is unusual or not known.
    pub notices: Vec<String>,
}

/// Configuration within another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Name, with dots between nested ones.
    pub name: String,
    /// Model type, where it is known.
    pub model_type: Option<String>,
}

/// Places of a configuration's numbers, and the values of absent ones.
struct Rules<'a> {
    class: &'a Class,
    /// False if nothing is known of absent numbers.
    is_known: bool,
    /// Blocks of parameters, where they do not stand under the keys of transformers.
    blocks: Option<Vec<Block>>,
}

/// Object of a configuration with its name within the file.
struct Found<'a> {
    part: Part,
    object: &'a Map<String, Value>,
}

impl Model {
    /// Reads a file: a GGUF header, or a configuration as JSON, of which `part` says which one within it.
    ///
    /// # Errors
    ///
    /// Fails as [`Model::from_json`] and [`Model::from_gguf`] do.
    pub fn from_bytes(
        bytes: &[u8],
        part: Option<&str>,
        reader: Reader,
    ) -> Result<Self, ModelError> {
        if bytes.starts_with(gguf::MAGIC) {
            return Self::from_gguf(bytes);
        }
        Self::from_json(&String::from_utf8_lossy(bytes), part, reader)
    }

    /// Reads the text of a `config.json`. Of nested configurations, `part` says which; otherwise that of the text.
    ///
    /// # Errors
    ///
    /// Fails if the text is no JSON object, says nothing about rotary positions, or holds values that no rule allows.
    pub fn from_json(text: &str, part: Option<&str>, reader: Reader) -> Result<Self, ModelError> {
        // Editors on Windows begin a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let value: Value =
            serde_json::from_str(text).map_err(|error| ModelError::NoObject(error.to_string()))?;
        let Value::Object(object) = &value else {
            return Err(ModelError::NoObject("it is another JSON value".to_owned()));
        };
        Self::from_object(object, part, reader)
    }

    /// Reads the object of a `config.json`.
    pub(super) fn from_object(
        object: &Map<String, Value>,
        part: Option<&str>,
        reader: Reader,
    ) -> Result<Self, ModelError> {
        let mut found = Vec::new();
        let top = type_of(object);
        collect(&mut found, Part { name: String::new(), model_type: top }, object);
        let own = match part {
            Some(name) => found.iter().position(|it| it.part.name == name).ok_or_else(|| {
                let names: Vec<&str> = found.iter().map(|it| it.part.name.as_str()).collect();
                let expected =
                    names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>();
                let expected =
                    if expected.is_empty() { "none".to_owned() } else { expected.join(", ") };
                ModelError::UnknownPart { part: name.to_owned(), expected }
            })?,
            None => (0..found.len())
                .filter(|&i| found[i].is_rotary())
                .min_by_key(|&i| found[i].rank())
                .ok_or(ModelError::NothingRotary)?,
        };
        let own = found.remove(own);
        let other_parts = found.into_iter().filter(|it| !it.part.name.is_empty());
        let other_parts = other_parts.map(|it| it.part).collect();
        Self::of_found(&own, other_parts, reader)
    }

    fn of_found(
        own: &Found<'_>,
        other_parts: Vec<Part>,
        reader: Reader,
    ) -> Result<Self, ModelError> {
        let model_type = own.part.model_type.clone();
        let mut notices: Vec<String> = reader.doubt().map(ToOwned::to_owned).into_iter().collect();
        if params::is_params(own.object) {
            let (class, blocks) = (params::class(), vec![params::block(own.object)]);
            let known = Rules { class: &class, is_known: true, blocks: Some(blocks) };
            return Self::by_rules(own, &known, other_parts, reader, notices);
        }
        let known = model_type.as_deref().and_then(class_of).filter(|it| !it.blocks.is_empty());
        if let Some(class) = known {
            let rules = Rules { class, is_known: true, blocks: None };
            return Self::by_rules(own, &rules, other_parts, reader, notices);
        }
        notices.push(unknown_notice(model_type.as_deref()));
        let rules = Rules { class: &unknown_class(), is_known: false, blocks: None };
        Self::by_rules(own, &rules, other_parts, reader, notices)
    }

    /// Reads the first bytes of a GGUF file, which hold its header; some megabytes suffice.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no GGUF file, lack the architecture, or hold values that no rule allows.
    pub fn from_gguf(bytes: &[u8]) -> Result<Self, ModelError> {
        let header = gguf::header(bytes)?;
        let architecture = header.architecture()?;
        let mut notices = Vec::new();
        if !header.is_whole {
            notices.push(
                "The header goes on beyond the bytes that were read: tensors of divisors would not be seen."
                    .to_owned(),
            );
        }
        let class = gguf::Header::class(architecture);
        let part = Part { name: String::new(), model_type: Some(architecture.to_owned()) };
        let own = Found { part, object: &header.values };
        let rules =
            Rules { class: &class, is_known: true, blocks: Some(header.blocks(architecture)) };
        let mut model = Self::by_rules(&own, &rules, Vec::new(), Reader::LlamaCpp, notices)?;
        if let Some(name) = header.divisors.first() {
            for set in &mut model.sets {
                set.has_other_frequencies = true;
            }
            model.notices.push(format!(
                "The tensor {name} divides the frequencies; tensors are not read, so that the frequencies are not known."
            ));
        }
        Ok(model)
    }

    fn by_rules(
        own: &Found<'_>,
        rules: &Rules<'_>,
        other_parts: Vec<Part>,
        reader: Reader,
        mut notices: Vec<String>,
    ) -> Result<Self, ModelError> {
        let model_type = own.part.model_type.clone();
        let class = rules.class;
        let keys = Keys::new(own.object, &class.aliases);
        let layers = Layers::new(class, &keys)?;
        let blocks = match &rules.blocks {
            Some(own) => own.clone(),
            None => blocks(class, &keys, &layers.types, reader, &mut notices)?,
        };
        let mut sets = Vec::new();
        let mut read: Vec<(Block, String)> = Vec::new();
        for block in blocks {
            let numbers = Numbers {
                class,
                is_known: rules.is_known,
                keys: &keys,
                block: &block,
                reader,
                model_type: model_type.as_deref().unwrap_or_default(),
            };
            let mut set = numbers.set(&layers, &mut notices)?;
            // Pairs that take turns have the frequencies of the rule, whatever order a program keeps them in.
            set.has_other_frequencies = class.axial && set.sections.is_none();
            read.push((block, set.rope_type.value.clone()));
            sets.push(set);
        }
        if sets.iter().any(|set| set.has_other_frequencies) {
            let convention = model_type.as_deref().and_then(GridConvention::of_model_type);
            let own = convention.map_or_else(String::new, |it| {
                format!(
                    " Its rule is the convention {}, whose d_model is the width of a head.",
                    it.key()
                )
            });
            notices.push(format!(
                "{} rotates by the coordinates of several axes: its frequencies are not shown.{own}",
                class.name
            ));
        }
        questions(rules.is_known, &sets, &mut notices);
        others(&keys, &mut notices);
        read.iter().filter_map(|(block, _)| query_factor(block)).for_each(|it| notices.push(it));
        let unread_keys = unread(class, &keys, &read);
        for (key, nearest) in &unread_keys {
            let nearest =
                nearest.as_ref().map_or_else(String::new, |it| format!("; {it} would be"));
            notices.push(format!("{key} is not read{nearest}."));
        }
        let rotated: Vec<u32> =
            sets.iter().filter_map(|set| set.layers.as_ref()).flatten().copied().collect();
        let are_known = sets.iter().all(|set| set.layers.is_some());
        let unrotated =
            (0..layers.num.filter(|_| are_known).unwrap_or(0)).filter(|it| !rotated.contains(it));
        let part = Some(own.part.name.clone()).filter(|name| !name.is_empty());
        Ok(Self {
            model_type,
            part,
            other_parts,
            reader,
            unrotated_layers: unrotated.collect(),
            sets,
            unread_keys,
            notices,
        })
    }

    /// Release that the class defaults were read out of.
    pub fn release() -> &'static str {
        &classes().transformers
    }
}

impl Found<'_> {
    /// True if the object says something about rotary positions.
    fn is_rotary(&self) -> bool {
        let class = self.part.model_type.as_deref().and_then(class_of);
        class.is_some_and(|class| !class.blocks.is_empty())
            || params::is_params(self.object)
            || ROTARY_KEYS.iter().any(|key| self.object.contains_key(*key))
    }

    /// Rank among the parts, the least for the one that is meant: the whole, the text, and others by depth.
    fn rank(&self) -> (usize, usize, usize) {
        let depth =
            if self.part.name.is_empty() { 0 } else { 1 + self.part.name.matches('.').count() };
        let last = self.part.name.rsplit('.').next().unwrap_or_default();
        let place = TEXT_PARTS.iter().position(|name| *name == last);
        let is_other =
            depth > 0 && !self.part.name.split('.').all(|name| TEXT_PARTS.contains(&name));
        (usize::from(is_other), depth, place.unwrap_or(TEXT_PARTS.len()))
    }
}

fn type_of(object: &Map<String, Value>) -> Option<String> {
    object.get("model_type")?.as_str().map(ToOwned::to_owned)
}

/// Adds a configuration and those within it.
fn collect<'a>(found: &mut Vec<Found<'a>>, part: Part, object: &'a Map<String, Value>) {
    /// Deepest nesting.
    const DEEPEST: usize = 3;
    let class = part.model_type.as_deref().and_then(class_of);
    let prefix = if part.name.is_empty() { String::new() } else { format!("{}.", part.name) };
    let is_deep = part.name.matches('.').count() + 1 >= DEEPEST;
    found.push(Found { part, object });
    for (key, value) in object.iter().filter(|_| !is_deep) {
        let known = class.and_then(|class| class.parts.get(key));
        let Value::Object(inner) = value else { continue };
        if known.is_some() || key.ends_with("_config") && key != "quantization_config" {
            // A class makes its parts itself: a type within one counts if it is that of a rotary class.
            let is_rotary = |own: &String| class_of(own).is_some_and(|it| !it.blocks.is_empty());
            let own = type_of(inner);
            let model_type = own.clone().filter(is_rotary).or_else(|| known.cloned()).or(own);
            collect(found, Part { name: format!("{prefix}{key}"), model_type }, inner);
        }
    }
}

/// Class of a model type that is not known: it assumes nothing.
fn unknown_class() -> Class {
    let all = || vec![ALL.to_owned()];
    let key = |name: &str, dims: bool| (name.to_owned(), KeyOfSets { sets: all(), dims });
    let base = BTreeMap::from([key("rope_theta", false), key("rotary_emb_base", false)]);
    let share = BTreeMap::from([
        key("partial_rotary_factor", false),
        key("rotary_pct", false),
        key("rotary_dim", true),
    ]);
    let aliases = [
        ("hidden_size", "n_embd"),
        ("num_attention_heads", "n_head"),
        ("num_hidden_layers", "n_layer"),
        ("max_position_embeddings", "n_positions"),
    ];
    Class {
        blocks: BTreeMap::from([(ALL.to_owned(), Map::new())]),
        base_keys: base.clone(),
        base_keys_in_block: base,
        share_keys: share.clone(),
        share_keys_in_block: share,
        head_keys: BTreeMap::from([(
            ALL.to_owned(),
            ["qk_rope_head_dim", "head_dim", "kv_channels"].map(ToOwned::to_owned).to_vec(),
        )]),
        head: BTreeMap::from([(ALL.to_owned(), None)]),
        nested: true,
        aliases: aliases.map(|(name, own)| (name.to_owned(), own.to_owned())).into(),
        ..Class::default()
    }
}

fn unknown_notice(model_type: Option<&str>) -> String {
    let release = Model::release();
    match model_type {
        Some(own) => format!(
            "transformers {release} has no class for the model type {own:?}{}: only what the file says is shown.",
            meant_text(own, model_types())
        ),
        None => "The file has no model_type: only what the file says is shown.".to_owned(),
    }
}

/// Questions that an unknown model type leaves open, with the consequence of each answer.
fn questions(is_known: bool, sets: &[LayerSet], notices: &mut Vec<String>) {
    for set in sets {
        if set.pairing.is_none() {
            notices.push(format!(
                "{}: which dimensions turn together? With halves k and k + D/2, with adjacent 2k and 2k + 1; caches are \
                 the same, scores are not.",
                set.name
            ));
        }
        if is_known {
            continue;
        }
        if set.base.is_none() {
            notices.push(format!(
                "{}: which base? Most models without the key have 10,000.",
                set.name
            ));
        }
        if let (None, Some(head)) = (&set.rotary_dim, &set.head_dim) {
            notices.push(format!(
                "{}: is the whole head rotated? Then {} dimensions in {} pairs; with partial_rotary_factor 0.5, {}.",
                set.name,
                head.value,
                head.value / 2,
                head.value / 2
            ));
        }
    }
}

/// Notice about a factor of the queries that grows with the position p: 1 + β·ln(1 + ⌊p/M⌋).
fn query_factor(block: &Block) -> Option<String> {
    let number = |key: &str| block.parameters.get(key)?.value.as_f64();
    let (beta, length) =
        (number("llama_4_scaling_beta")?, number("original_max_position_embeddings")?);
    (beta != 0.0).then(|| {
        format!(
            "{}: llama_4_scaling_beta: queries at position p are multiplied by 1 + {beta} · ln(1 + ⌊p / {length}⌋) besides.",
            block.set
        )
    })
}

/// Notices about keys that change positions in ways that frequencies do not show.
fn others(keys: &Keys<'_>, notices: &mut Vec<String>) {
    if keys.flag("alibi").is_some_and(|it| it.value) {
        notices.push(
            "alibi is true: the model adds a bias to the scores, and rotates nothing.".to_owned(),
        );
    }
    if let Some(found) = keys.value("position_embedding_type")
        && let Some(kind) = found.value.as_str()
        && !matches!(kind, "rotary" | "rope")
    {
        notices.push(format!("position_embedding_type is {kind:?}: the model does not rotate."));
    }
    if keys.flag("attn_temperature_tuning").is_some_and(|it| it.value) {
        notices.push(
            "attn_temperature_tuning: in layers without rotation, queries grow with the position."
                .to_owned(),
        );
    }
}
