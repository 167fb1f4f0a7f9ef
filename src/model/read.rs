//! A configuration, read.

use serde_json::{Map, Value};

use super::{
    class::classes,
    diffusers,
    error::ModelError,
    gguf, json_text, makers, mechanisms,
    origin::Sourced,
    params,
    parts::{ConfigObject, ConfigPart, ConfigParts},
    reader::Reader,
    reading::{ReaderRules, Reading},
    remarks,
    set::LayerSet,
};

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
        notices: Vec<String>,
    ) -> Result<Self, ModelError> {
        let mut reading = Reading::new(own, rules, reader, notices)?;
        reading.tell();
        let mut unread_keys = reading.unread_keys();
        let unrotated_layers = reading.take_unrotated();
        // A file of llama.cpp whose layers do not rotate may still hold keys of a rotation: they have no effect.
        if reading.sets.is_empty() && reader == Reader::LlamaCpp {
            unread_keys.clear();
        }
        let mut notices = reading.notices;
        notices.extend(unread_keys.iter().map(|(key, nearest)| match nearest {
            Some(nearest) => format!("{key} is not read; {nearest} would be."),
            None => format!("{key} is not read."),
        }));
        let part = Some(own.part.name.clone()).filter(|name| !name.is_empty());
        Ok(Self {
            model_type: own.part.model_type.clone(),
            part,
            other_parts,
            reader,
            sets: reading.sets,
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
