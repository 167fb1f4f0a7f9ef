//! What a configuration means, in words and as JSON.

use std::{io::Read as _, path::Path};

use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::{
    encoding::rotary::scaling::Scaling,
    model::{LayerSet, Model, ModelError, Origin, Preset, Reader, Source, Sourced, UnknownPreset},
    picture::number,
    regular_file, sanitize,
};

/// Name of the configuration in a model's folder, in the order in which they are looked for.
const NAMES: [&str; 2] = ["config.json", "params.json"];

/// Number of bytes that are read: configurations are smaller, and so are the headers of nearly all models.
const LARGEST: u64 = 16 << 20;

/// Error of a question about a model.
#[derive(Debug, Error)]
pub enum ModelReportError {
    /// Configuration that no rule allows.
    #[error("{name}: {error}")]
    Model {
        /// File or preset.
        name: String,
        /// What is wrong.
        error: ModelError,
    },
    /// File that cannot be read.
    #[error("cannot read {name}: {error}")]
    File {
        /// File as shown.
        name: String,
        /// Reason.
        error: std::io::Error,
    },
    /// Folder without a configuration.
    #[error("{0} holds no config.json and no params.json")]
    Folder(String),
    /// Text that is neither a file nor a preset.
    #[error("no such file, and {0}")]
    Preset(#[from] UnknownPreset),
}

/// Answer about a configuration.
#[derive(Debug)]
pub struct ModelReport {
    model: Model,
    length: Option<u64>,
}

impl ModelReport {
    /// Reads a file, the configuration in a folder, or a preset. `length` is that of a sequence, on which some rules
    /// depend; otherwise they are as the class is constructed.
    pub fn new(
        name: &str,
        part: Option<&str>,
        reader: Reader,
        length: Option<u64>,
    ) -> Result<Self, ModelReportError> {
        let path = Path::new(name);
        let wrong = |error| ModelReportError::Model { name: sanitize::path(path), error };
        if path.exists() {
            let model = Model::from_bytes(&bytes_of(path)?, part, reader).map_err(wrong)?;
            return Ok(Self { model, length });
        }
        let model = Preset::named(name)?.model(reader).map_err(wrong)?;
        Ok(Self { model, length })
    }

    /// Sentences about what is unusual, not known, or not read.
    fn notices(&self) -> Vec<String> {
        let mut notices = self.model.notices.clone();
        let depends =
            |set: &&LayerSet| matches!(set.scaling, Scaling::Dynamic { .. } | Scaling::LongRope(_));
        if self.length.is_none() {
            for set in self.model.sets.iter().filter(depends) {
                notices.push(format!(
                    "{}: {} depends on the length of the sequence: shown as the class is constructed; see --length.",
                    set.name, set.rope_type.value
                ));
            }
        }
        for part in &self.model.other_parts {
            notices.push(format!("The file also holds {}: see --part.", part.name));
        }
        notices
    }

    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let model = &self.model;
        let sets = model.sets.iter().map(|set| set_json(set, self.length)).collect::<Vec<_>>();
        let unread = model.unread_keys.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>();
        json!({
            "model_type": model.model_type,
            "part": model.part,
            "reader": model.reader.key(),
            "sets": sets,
            "unrotated_layers": model.unrotated_layers,
            "unread_keys": unread,
            "notices": self.notices(),
        })
    }

    /// Answer in words: every number with its origin.
    pub fn words(&self) -> String {
        let model = &self.model;
        let own = model.model_type.as_deref().unwrap_or("A configuration without a model type");
        let part = model.part.as_ref().map_or_else(String::new, |part| format!(" ({part})"));
        let mut parts = vec![format!("{own}{part}, read as {}", model.reader.title())];
        parts.extend(model.sets.iter().map(|set| set_text(set, self.length)));
        if !model.unrotated_layers.is_empty() {
            parts.push(format!("Layers that do not rotate: {}.", runs(&model.unrotated_layers)));
        }
        let notices: Vec<String> = self.notices().iter().map(|it| format!("- {it}")).collect();
        if !notices.is_empty() {
            parts.push(notices.join("\n"));
        }
        parts.join("\n\n")
    }
}

/// First bytes of a file, or of the configuration in a folder.
fn bytes_of(path: &Path) -> Result<Vec<u8>, ModelReportError> {
    let inner = NAMES.iter().map(|name| path.join(name)).find(|it| it.exists());
    let file = match (path.is_dir(), inner) {
        (true, Some(inner)) => inner,
        (true, None) => return Err(ModelReportError::Folder(sanitize::path(path))),
        (false, _) => path.to_owned(),
    };
    let wrong = |error| ModelReportError::File { name: sanitize::path(&file), error };
    let mut bytes = Vec::new();
    let open = regular_file::open(&file).map_err(wrong)?;
    open.take(LARGEST).read_to_end(&mut bytes).map_err(wrong)?;
    Ok(bytes)
}

fn set_json(set: &LayerSet, length: Option<u64>) -> Value {
    let inv_freq: Option<Vec<f64>> =
        set.frequencies(length).map(|all| all.iter().map(|omega| omega.hi).collect());
    let mut origin = Map::new();
    let mut note = |field: &str, found: Option<&Origin>| {
        if let Some(found) = found {
            let entry = json!({"source": found.source.key(), "key": found.key});
            origin.insert(field.to_owned(), entry);
        }
    };
    note("rope_type", Some(&set.rope_type.origin));
    note("base", set.base.as_ref().map(|it| &it.origin));
    note("head_dim", set.head_dim.as_ref().map(|it| &it.origin));
    note("rotary_dim", set.rotary_dim.as_ref().map(|it| &it.origin));
    note("pairing", set.pairing.as_ref().map(|it| &it.origin));
    note("attention_factor", Some(&set.attention_factor.origin));
    note("trained_length", set.trained_length.as_ref().map(|it| &it.origin));
    for (key, found) in &set.parameters {
        note(key, Some(&found.origin));
    }
    let parameters: Map<String, Value> =
        set.parameters.iter().map(|(key, found)| (key.clone(), plain(&found.value))).collect();
    json!({
        "name": set.name,
        "layers": set.layers,
        "rope_type": set.rope_type.value,
        "base": set.base.as_ref().map(|it| it.value),
        "head_dim": set.head_dim.as_ref().map(|it| it.value),
        "rotary_dim": set.rotary_dim.as_ref().map(|it| it.value),
        "pairing": set.pairing.as_ref().map(|it| it.value.key()),
        "attention_factor": set.attention_factor.value,
        "logit_factor": set.logit_factor,
        "trained_length": set.trained_length.as_ref().map(|it| plain(&it.value.into())),
        "parameters": parameters,
        "inv_freq": inv_freq,
        "origin": origin,
    })
}

/// Number without a fraction of 0.
fn plain(value: &Value) -> Value {
    /// Whole numbers below this have exact doubles.
    const MOST: f64 = 9_007_199_254_740_992.0;
    match value.as_f64() {
        Some(number) if number.fract() == 0.0 && number.abs() < MOST => (number as i64).into(),
        _ => value.clone(),
    }
}

/// Table of a set: fields, values and origins.
fn set_text(set: &LayerSet, length: Option<u64>) -> String {
    /// Widths of the columns of fields and of values.
    const WIDTHS: (usize, usize) = (34, 22);
    let layers = match &set.layers {
        Some(layers) => format!("layers {}", runs(layers)),
        None => "layers not known".to_owned(),
    };
    let mut text = format!("{}: {layers}\n", set.name);
    let mut row = |field: &str, value: String, origin: Option<&Origin>| {
        let from = origin.map(origin_text).unwrap_or_default();
        let (of_field, of_value) = WIDTHS;
        text.push_str(format!("  {field:of_field$}{value:of_value$}{from}").trim_end());
        text.push('\n');
    };
    let unknown = || "not known".to_owned();
    let whole = |found: &Option<Sourced<u32>>| {
        found.as_ref().map_or_else(unknown, |it| number::grouped(i64::from(it.value)))
    };
    row("rope_type", set.rope_type.value.clone(), Some(&set.rope_type.origin));
    let base = set.base.as_ref();
    row(
        "base",
        base.map_or_else(unknown, |it| number::shortest(it.value)),
        base.map(|it| &it.origin),
    );
    row("head_dim", whole(&set.head_dim), set.head_dim.as_ref().map(|it| &it.origin));
    row("rotary_dim", whole(&set.rotary_dim), set.rotary_dim.as_ref().map(|it| &it.origin));
    let pairing = set.pairing.as_ref();
    row(
        "pairing",
        pairing.map_or_else(unknown, |it| it.value.key().to_owned()),
        pairing.map(|it| &it.origin),
    );
    for (key, found) in &set.parameters {
        let value = match &found.value {
            Value::Array(list) => format!("{} numbers", list.len()),
            Value::Number(it) => it.as_f64().map_or_else(|| it.to_string(), number::shortest),
            other => other.to_string(),
        };
        row(key, value, Some(&found.origin));
    }
    let factor = &set.attention_factor;
    row("attention_factor", number::shortest(factor.value), Some(&factor.origin));
    if set.logit_factor.to_bits() != 1.0_f64.to_bits() {
        row("logit_factor", number::shortest(set.logit_factor), Some(&Origin::derived()));
    }
    if let Some(trained) = &set.trained_length {
        row("trained_length", number::shortest(trained.value), Some(&trained.origin));
    }
    if let Some(all) = set.frequencies(length) {
        let some: Vec<String> =
            all.iter().take(4).map(|omega| number::readable(omega.hi, 6)).collect();
        let more = if all.len() > some.len() { ", …" } else { "" };
        row("inv_freq", format!("{} frequencies: {}{more}", all.len(), some.join(", ")), None);
    }
    text.trim_end().to_owned()
}

fn origin_text(origin: &Origin) -> String {
    match (origin.source, &origin.key) {
        (Source::Key, Some(key)) => key.clone(),
        (Source::Key, None) => "key".to_owned(),
        (Source::ClassDefault, _) => "class default".to_owned(),
        (Source::Derived, _) => "derived".to_owned(),
    }
}

/// Numbers as runs, such as `0–3, 5`.
fn runs(numbers: &[u32]) -> String {
    if numbers.is_empty() {
        return "none".to_owned();
    }
    let mut found: Vec<(u32, u32)> = Vec::new();
    for &it in numbers {
        match found.last_mut() {
            Some((_, last)) if *last + 1 == it => *last = it,
            _ => found.push((it, it)),
        }
    }
    let texts = found.into_iter().map(|(first, last)| {
        if first == last { first.to_string() } else { format!("{first}–{last}") }
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Presets, one per line: name, display name, and what is known of the source.
pub fn presets_text() -> String {
    let width = Preset::all().iter().map(|preset| preset.name.len()).max().unwrap_or(0);
    let lines = Preset::all().iter().map(|preset| {
        let seen = if preset.is_file_seen { "" } else { "; the file itself was not seen" };
        format!("{:width$}  {} ({}{seen})\n", preset.name, preset.title, preset.source)
    });
    lines.collect()
}
