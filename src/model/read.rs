//! A configuration, read.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    block::{ScalingBlock, blocks, by_base},
    class::{Class, classes},
    diffusers,
    error::ModelError,
    gguf, json_text,
    keys::Keys,
    layers::Layers,
    makers, mechanisms,
    numbers::Numbers,
    origin::Sourced,
    params,
    parts::{ConfigObject, ConfigPart, ConfigParts},
    reader::{Reader, own_keys},
    remarks,
    set::LayerSet,
    unread::unread,
};
use crate::encoding::grid::GridConvention;

/// Model of a configuration, as a reader sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Model type of the file or of its part.
    pub model_type: Option<String>,
    /// Part of the file that was read, with dots between nested ones; `None` for the whole.
    pub part: Option<String>,
    /// Other parts that may be read.
    pub other_parts: Vec<ConfigPart>,
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

/// Places of a configuration's numbers, and the values of absent ones.
struct ReaderRules<'a> {
    class: &'a Class,
    /// False if nothing is known of absent numbers.
    is_known: bool,
    /// Blocks of parameters, where they do not stand under the keys of transformers.
    blocks: Option<Vec<ScalingBlock>>,
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
        if bytes.starts_with(crate::gguf::MAGIC) {
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
        let value = json_text::value_of(text).map_err(ModelError::NoObject)?;
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
        if part.is_none() && diffusers::rotates(object) {
            return Ok(Self {
                model_type: diffusers::class_of(object).map(ToOwned::to_owned),
                part: None,
                other_parts: Vec::new(),
                reader,
                sets: diffusers::sets(object)?,
                unrotated_layers: Vec::new(),
                unread_keys: Vec::new(),
                notices: Vec::new(),
            });
        }
        let parts = ConfigParts::new(object, part)?;
        let mut model = Self::of_found(&parts.own, parts.others(), reader)?;
        model.notices.extend(parts.own.keys_outside(object));
        // The whole may turn other inputs by a rotation of its own.
        if let (None, Some(whole)) = (part, parts.of_whole()) {
            let place = whole.class_type().and_then(mechanisms::place_of_rotation);
            let place = place.unwrap_or("whole").to_owned();
            let sets = Self::of_found(whole, Vec::new(), reader)?.sets;
            model.sets.extend(sets.into_iter().map(|set| LayerSet {
                name: place.clone(),
                layers: None,
                part: Some(place.clone()),
                ..set
            }));
        }
        Ok(model)
    }

    fn of_found(
        own: &ConfigObject<'_>,
        other_parts: Vec<ConfigPart>,
        reader: Reader,
    ) -> Result<Self, ModelError> {
        let mut notices: Vec<String> = reader.doubt().into_iter().collect();
        if params::is_params(own.object) {
            let (class, blocks) = (params::class(own.object), vec![params::block(own.object)]);
            let known = ReaderRules { class: &class, is_known: true, blocks: Some(blocks) };
            return Self::by_rules(own, &known, other_parts, reader, notices);
        }
        if let Some(class) = own.class() {
            let rules = ReaderRules { class: &class, is_known: true, blocks: None };
            return Self::by_rules(own, &rules, other_parts, reader, notices);
        }
        notices.push(remarks::unknown_type_notice(own.class_type()));
        let class = makers::class(own.object);
        let rules = ReaderRules { class: &class, is_known: false, blocks: None };
        Self::by_rules(own, &rules, other_parts, reader, notices)
    }

    /// Reads the first bytes of a GGUF file, which hold its header; some megabytes suffice.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no GGUF file, lack the architecture, or hold values that no rule allows.
    pub fn from_gguf(bytes: &[u8]) -> Result<Self, ModelError> {
        let mut header = gguf::header(bytes)?;
        let architecture = &header.architecture()?.to_owned();
        header.reduce_head_counts(architecture);
        let mut notices = Vec::new();
        if !header.is_whole {
            notices.push(
                "The header goes on beyond the bytes that were read: tensors of divisors would not be seen."
                    .to_owned(),
            );
        }
        let class = header.class(architecture);
        let part = ConfigPart { name: String::new(), model_type: Some(architecture.to_owned()) };
        let own = ConfigObject::stated(part, &header.values);
        let rules = ReaderRules {
            class: &class,
            is_known: true,
            blocks: Some(header.blocks(architecture)?),
        };
        let mut model = Self::by_rules(&own, &rules, Vec::new(), Reader::LlamaCpp, notices)?;
        for (name, numbers) in &header.divisors {
            if numbers.is_some() {
                model.notices.push(format!("The tensor {name} divides the frequencies."));
                continue;
            }
            for set in &mut model.sets {
                set.has_other_frequencies = true;
            }
            model.notices.push(format!(
                "The tensor {name} divides the frequencies; its numbers were not read, so that the frequencies are not known."
            ));
        }
        Ok(model)
    }

    fn by_rules(
        own: &ConfigObject<'_>,
        rules: &ReaderRules<'_>,
        other_parts: Vec<ConfigPart>,
        reader: Reader,
        mut notices: Vec<String>,
    ) -> Result<Self, ModelError> {
        let model_type = own.part.model_type.clone();
        let class = rules.class;
        let keys = Keys::new(own.object, &class.aliases);
        // The conditions of model types are those of transformers.
        let class_type = own.class_type().filter(|_| rules.is_known && rules.blocks.is_none());
        let mut layers = Layers::new(class, &keys, class_type)?;
        if let Some(key) = Layers::unknown_list(own.object).filter(|_| !rules.is_known) {
            layers.num = None;
            notices.push(remarks::unknown_list(key));
        }
        let blocks = match &rules.blocks {
            Some(own) => own.clone(),
            None => blocks(class, &keys, &layers.types, reader, &mut notices)?,
        };
        let blocks = by_base(&blocks, &layers, &keys);
        let mut sets = Vec::new();
        let mut read: Vec<(ScalingBlock, String)> = Vec::new();
        for block in blocks {
            let numbers = Numbers {
                class,
                is_known: rules.is_known,
                keys: &keys,
                block: &block,
                reader,
                model_type: own.class_type().unwrap_or_default(),
            };
            let mut set = numbers.set(&layers, &mut notices)?;
            // Sections only assign pairs to axes: the frequencies stay those of the rule. An axial class without
            // sections has frequencies of its own.
            let has_axes = class.axial && set.sections.is_none();
            set.has_other_frequencies = has_axes && class.axis_share.is_none();
            if has_axes {
                let dims = set.rotary_dim.as_ref().filter(|_| class.axis_share.is_some());
                notices.push(remarks::axes(&class.name, dims.map(|it| it.value)));
            }
            read.push((block.clone(), set.rope_type.value.clone()));
            sets.push(set);
        }
        if let (Some(indexer), Some(first)) = (&class.indexer, sets.first()) {
            let indexer = first.of_indexer(indexer, &keys, reader, &mut notices)?;
            sets.push(indexer);
        }
        let convention = model_type.as_deref().and_then(GridConvention::of_model_type);
        if let Some(it) = convention.filter(|_| sets.iter().any(|set| set.has_other_frequencies)) {
            notices.push(format!(
                "Its rule is the convention {}, whose d_model is the width of a head.",
                it.key()
            ));
        }
        remarks::questions(rules.is_known, &sets, &mut notices);
        if sets.iter().any(|set| set.pairing.is_none()) {
            notices.extend(remarks::namesake(&keys));
        }
        remarks::others(&keys, own.class_type(), &mut notices);
        let factors = read.iter().filter_map(|(block, _)| remarks::query_factor(block));
        notices.extend(factors);
        if let Some(model_type) = own.class_type() {
            notices.extend(remarks::other_readers(model_type, &keys, reader));
        }
        let mut unread_keys = unread_beside(own, unread(class, &keys, &read, &sets));
        let unrotated_layers = unrotated(&mut sets, layers.num);
        // A file of llama.cpp whose layers do not rotate may still hold keys of a rotation: they have no effect.
        if sets.is_empty() && reader == Reader::LlamaCpp {
            unread_keys.clear();
        }
        notices.extend(unread_keys.iter().map(|(key, nearest)| match nearest {
            Some(nearest) => format!("{key} is not read; {nearest} would be."),
            None => format!("{key} is not read."),
        }));
        let part = Some(own.part.name.clone()).filter(|name| !name.is_empty());
        Ok(Self {
            model_type,
            part,
            other_parts,
            reader,
            sets,
            unrotated_layers,
            unread_keys,
            notices,
        })
    }

    /// Largest length that the file or the class names.
    pub fn largest_length(&self) -> Option<&Sourced<f64>> {
        let set = self.sets.first()?;
        set.max_length.as_ref().or(set.trained_length.as_ref())
    }

    /// Release that the class defaults were read out of.
    pub fn release() -> &'static str {
        &classes().transformers
    }
}

/// Keys that the class does not read, without those that its model type reads for another purpose or that a reader has
/// of its own.
fn unread_beside(
    own: &ConfigObject<'_>,
    mut unread: Vec<(String, Option<String>)>,
) -> Vec<(String, Option<String>)> {
    if let Some(model_type) = own.class_type() {
        let is_read = |key: &str| {
            mechanisms::reads(model_type, key) || own_keys(model_type).any(|it| it.key == key)
        };
        unread.retain(|(key, _)| !is_read(key));
    }
    unread
}

/// Layers that do not rotate, of so many. If none rotates, there is no set.
fn unrotated(sets: &mut Vec<LayerSet>, num_layers: Option<u32>) -> Vec<u32> {
    let of_sets = sets.iter().map(|set| set.layers.as_deref());
    let Some(of_sets) = of_sets.collect::<Option<Vec<&[u32]>>>() else { return Vec::new() };
    let rotated: BTreeSet<u32> = of_sets.concat().into_iter().collect();
    let num = num_layers.unwrap_or(0);
    if rotated.is_empty() && num > 0 {
        sets.clear();
    }
    (0..num).filter(|layer| !rotated.contains(layer)).collect()
}
