//! Configuration as a file or a preset holds it, read by any program's rules.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::{Map, Value};

use super::{
    agreement, diffusers,
    error::ModelError,
    gguf, json_text,
    mechanisms::{self, Mechanism},
    parts::type_of,
    preset::Preset,
    read::Model,
    reader::Reader,
    unread,
};

/// Configuration of a model. What readers make of it is computed once.
#[derive(Clone, Debug)]
pub struct Config {
    content: ConfigContent,
    readings: Arc<Mutex<Vec<Reading>>>,
}

#[derive(Clone, Debug)]
enum ConfigContent {
    /// First bytes of a file.
    File(Arc<[u8]>),
    Preset(&'static Preset),
}

#[derive(Debug)]
struct Reading {
    part: Option<Arc<str>>,
    reader: Reader,
    model: Result<Arc<Model>, ModelError>,
    mechanisms: Option<Arc<[Mechanism]>>,
}

impl PartialEq for Config {
    fn eq(&self, other: &Self) -> bool {
        match (&self.content, &other.content) {
            (ConfigContent::File(a), ConfigContent::File(b)) => Arc::ptr_eq(a, b) || a == b,
            (ConfigContent::Preset(a), ConfigContent::Preset(b)) => std::ptr::eq(*a, *b),
            _ => false,
        }
    }
}

impl Config {
    /// Configuration of the first bytes of a file.
    pub fn of_file(bytes: Vec<u8>) -> Self {
        Self { content: ConfigContent::File(bytes.into()), readings: Arc::default() }
    }

    /// Configuration of a preset, read once by each reader.
    pub fn of_preset(preset: &'static Preset) -> Self {
        static KNOWN: Mutex<Vec<(&'static str, Config)>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, config)) = known.iter().find(|(name, _)| *name == preset.name) {
            return config.clone();
        }
        let config = Self { content: ConfigContent::Preset(preset), readings: Arc::default() };
        known.push((&preset.name, config.clone()));
        config
    }

    /// Mechanisms of the model, or of a part of it: those of its class, else the rotation that a program reads.
    pub fn mechanisms(&self, part: Option<&str>, reader: Reader) -> Arc<[Mechanism]> {
        self.with_reading(part, reader, |reading| {
            let rotary = reading.model.as_deref().ok();
            let own = &mut reading.mechanisms;
            Arc::clone(own.get_or_insert_with(|| self.mechanisms_with(part, rotary).into()))
        })
    }

    fn mechanisms_with(&self, part: Option<&str>, rotary: Option<&Model>) -> Vec<Mechanism> {
        let object = self.object();
        let of_diffusers = object.as_ref().filter(|it| diffusers::class_of(it).is_some());
        if let Some(object) = of_diffusers {
            return diffusers::mechanisms(object);
        }
        if let Some(of_gguf) = self.gguf_without_rotation() {
            return vec![of_gguf];
        }
        let found = object.and_then(|object| agreement::mechanisms(&object, part, rotary));
        found.unwrap_or_else(|| rotary.map(agreement::of_rotation).into_iter().collect())
    }

    /// Model type that the file states.
    pub fn model_type(&self) -> Option<String> {
        let object = self.object()?;
        type_of(&object).map(ToOwned::to_owned)
    }

    /// Model type that the file states, if it is one of those whose mechanisms are known.
    pub fn known_type(&self) -> Option<String> {
        let object = self.object()?;
        if let Some(class) = diffusers::class_of(&object) {
            return (!diffusers::mechanisms(&object).is_empty()).then(|| class.to_owned());
        }
        type_of(&object).filter(|own| mechanisms::is_known(own)).map(ToOwned::to_owned)
    }

    /// Keys that speak of positions, with their values.
    pub fn keys_about_positions(&self) -> Vec<String> {
        let Some(object) = self.object() else { return Vec::new() };
        let is_meant =
            |key: &str| unread::is_about_positions(key) && key != "max_position_embeddings";
        let keys = object.iter().filter(|(key, value)| is_meant(key) && !value.is_object());
        keys.map(|(key, value)| format!("{key} = {value}")).collect()
    }

    /// The first of some keys that the file states as a whole number above 0, with the number.
    pub fn first_positive<'a>(&self, keys: &[&'a str]) -> Option<(&'a str, u64)> {
        let object = self.object()?;
        let of_key = |key: &&'a str| Some((*key, object.get(*key)?.as_u64().filter(|it| *it > 0)?));
        keys.iter().find_map(of_key)
    }

    /// Header of a GGUF file.
    fn gguf_header(&self) -> Option<gguf::GgufFields> {
        let ConfigContent::File(bytes) = &self.content else { return None };
        bytes.starts_with(crate::gguf::MAGIC).then(|| gguf::header(bytes).ok())?
    }

    /// Mechanism of a GGUF file whose architecture rotates nothing.
    fn gguf_without_rotation(&self) -> Option<Mechanism> {
        let header = self.gguf_header()?;
        header.mechanism_without_rotation(header.architecture().ok()?)
    }

    /// Number that a GGUF file states under a key of its architecture, such as `context_length`.
    pub fn gguf_number(&self, key: &str) -> Option<u64> {
        let header = self.gguf_header()?;
        let architecture = header.architecture().ok()?;
        header.values.get(&format!("{architecture}.{key}"))?.as_u64()
    }

    /// True if a whole number stands anywhere in a configuration in JSON, or if there is no such object to be searched,
    /// as in a GGUF file.
    pub fn may_hold_number(&self, number: u64) -> bool {
        fn holds(value: &Value, number: u64) -> bool {
            match value {
                Value::Number(own) => own.as_u64() == Some(number),
                Value::Array(all) => all.iter().any(|it| holds(it, number)),
                Value::Object(all) => all.values().any(|it| holds(it, number)),
                _ => false,
            }
        }
        self.object().is_none_or(|object| object.values().any(|it| holds(it, number)))
    }

    /// Standard deviation that the weights are initialized with, as the file states it.
    pub fn initializer_range(&self) -> Option<f64> {
        self.object()?.get("initializer_range")?.as_f64().filter(|it| *it > 0.0)
    }

    /// Keys and values; `None` if the file is no JSON object.
    fn object(&self) -> Option<Cow<'_, Map<String, Value>>> {
        match &self.content {
            ConfigContent::File(bytes) => {
                match json_text::value_of(&String::from_utf8_lossy(bytes)) {
                    Ok(Value::Object(object)) => Some(Cow::Owned(object)),
                    _ => None,
                }
            }
            ConfigContent::Preset(preset) => Some(Cow::Borrowed(preset.config())),
        }
    }

    /// Model as a reader sees it. Of nested configurations, `part` says which.
    ///
    /// # Errors
    ///
    /// Fails as [`Model::from_bytes`] does.
    pub fn model(&self, part: Option<&str>, reader: Reader) -> Result<Arc<Model>, ModelError> {
        self.with_reading(part, reader, |reading| reading.model.clone())
    }

    /// Applies a function to a part as a program reads it. Each is read once.
    fn with_reading<T>(
        &self,
        part: Option<&str>,
        reader: Reader,
        get: impl FnOnce(&mut Reading) -> T,
    ) -> T {
        let mut readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        let known =
            readings.iter().position(|it| it.part.as_deref() == part && it.reader == reader);
        let at = known.unwrap_or_else(|| {
            let model = match &self.content {
                ConfigContent::File(bytes) => Model::from_bytes(bytes, part, reader),
                ConfigContent::Preset(preset) => preset.read(part, reader),
            };
            let (part, model) = (part.map(Into::into), model.map(Arc::new));
            readings.push(Reading { part, reader, model, mechanisms: None });
            readings.len() - 1
        });
        get(&mut readings[at])
    }
}
