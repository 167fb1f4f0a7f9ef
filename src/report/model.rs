//! Meaning of a configuration, in words and as JSON.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::{
    mechanisms, open_questions,
    tensors::{Known, TensorsReport},
};
use crate::{
    encoding::rotary::{notices::notices as of_numbers, scaling::Scaling},
    import::{self, Checkpoint, ImportError},
    model::{
        Config, LayerSet, ListedMechanism, Mechanism, Model, ModelError, ModelFacts, Origin,
        Preset, Reader, UnknownPreset, max_tokens, runs,
    },
    picture::number,
    regular_file, sanitize,
    scene::{FileKind, Key, Scene, View, listed_mechanism},
};

/// Error of a question about a model.
#[derive(Debug, Error)]
pub enum ModelReportError {
    /// Configuration that no rule allows.
    #[error("{name}: {error}")]
    Model {
        /// File or preset.
        name: String,
        /// Description of what is wrong.
        error: ModelError,
    },
    /// File that cannot be read.
    #[error("{0}")]
    Import(#[from] ImportError),
    /// Text that is neither a file nor a preset.
    #[error("no such file, and {0}")]
    Preset(#[from] UnknownPreset),
}

/// Answer about a configuration.
#[derive(Debug)]
pub struct ModelReport {
    /// Rotation; `None` for a model of a known type that does not rotate.
    rotary: Option<Arc<Model>>,
    model_type: Option<String>,
    mechanisms: Vec<Mechanism>,
    reader: Reader,
    length: Option<u64>,
    /// Open questions about a model type without a class.
    open_questions: Vec<String>,
    /// Tensors of the checkpoint; `None` for a configuration alone.
    tensors: Option<TensorsReport>,
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
        if regular_file::exists(path) {
            if let Some(checkpoint) = Checkpoint::open(path)? {
                return Self::of_checkpoint(path, &checkpoint, part, reader, length);
            }
            let config = Config::of_file(import::config(path)?);
            return Self::of_config(&config, part, reader, length).map_err(wrong);
        }
        let config = Config::of_preset(Preset::of_repository(name)?);
        Self::of_config(&config, part, reader, length).map_err(wrong)
    }

    /// Reads a checkpoint, and the configuration beside it where there is one. If that cannot be read, the tensors
    /// still are.
    fn of_checkpoint(
        path: &Path,
        checkpoint: &Checkpoint,
        part: Option<&str>,
        reader: Reader,
        length: Option<u64>,
    ) -> Result<Self, ModelReportError> {
        // A GGUF file that is named is its own configuration, whatever lies beside it.
        let named = checkpoint.gguf().filter(|_| path.is_file());
        let own: Option<PathBuf> =
            named.or_else(|| import::config_beside(path)).or_else(|| checkpoint.gguf());
        let config = own.as_deref().map(import::config).transpose();
        let mut notices = Vec::new();
        let config = config.unwrap_or_else(|error| {
            notices.push(error.to_string());
            None
        });
        let config = config.map(Config::of_file);
        let name = || sanitize::path(own.as_deref().unwrap_or(path));
        let mut report = match &config {
            None => Self::unconfigured(reader, length),
            Some(config) => Self::of_config(config, part, reader, length).or_else(|error| {
                // A GGUF file may hold tensors alone.
                if own != checkpoint.gguf() || part.is_some() {
                    let error = ModelReportError::Model { name: name(), error };
                    if part.is_some() {
                        return Err(error);
                    }
                    notices.push(error.to_string());
                }
                Ok(Self::unconfigured(reader, length))
            })?,
        };
        let known = Known {
            config: config.as_ref(),
            mechanisms: &report.mechanisms,
            rotary: report.rotary.as_deref(),
            length,
        };
        let mut tensors = TensorsReport::new(checkpoint, known);
        tensors.notices.splice(0..0, notices);
        for mechanism in &mut report.mechanisms {
            mechanisms::limit_to_stored(mechanism, &tensors.tensors);
        }
        report.tensors = Some(tensors);
        Ok(report)
    }

    /// Report of a checkpoint without a configuration that can be read.
    fn unconfigured(reader: Reader, length: Option<u64>) -> Self {
        let (rotary, model_type, mechanisms) = (None, None, Vec::new());
        let open_questions = Vec::new();
        Self { rotary, model_type, mechanisms, reader, length, open_questions, tensors: None }
    }

    fn of_config(
        config: &Config,
        part: Option<&str>,
        reader: Reader,
        length: Option<u64>,
    ) -> Result<Self, ModelError> {
        let known = config.known_type();
        let mut open_questions = Vec::new();
        let rotary = match config.model(part, reader) {
            Ok(model) => Some(model),
            Err(ModelError::NothingRotary { .. }) if known.is_some() => None,
            Err(ModelError::NothingRotary { model_type: Some(own), .. }) if part.is_none() => {
                open_questions = open_questions::sentences(&own, config);
                None
            }
            Err(error) => return Err(error),
        };
        let mechanisms = config.mechanisms(part, reader).to_vec();
        let reader = rotary.as_ref().map_or(reader, |model| model.reader);
        let model_type = match &rotary {
            Some(model) => model.model_type.clone(),
            None => known.or_else(|| config.model_type()),
        };
        Ok(Self { rotary, model_type, mechanisms, reader, length, open_questions, tensors: None })
    }

    /// True if the model turns queries and keys, as a rotary encoding shows them.
    pub fn is_rotary(&self) -> bool {
        self.rotary.as_ref().is_some_and(|model| !model.sets.is_empty())
    }

    /// Number of tensors about positions that views show.
    pub fn num_scenes(&self) -> usize {
        let tensors = self.tensors.iter().flat_map(|it| &it.tensors);
        tensors.filter(|it| it.scene.is_some()).count()
    }

    /// Scene of the first tensor about positions that a view shows, in the room that lists all of them. `None` if the
    /// checkpoint has none.
    pub fn scene_of_tensors(&self) -> Option<String> {
        let mut scenes = self.tensors.as_ref()?.tensors.iter().filter_map(|it| it.scene.as_ref());
        let first: Scene = scenes.next()?.parse().ok()?;
        let mut draft = first.into_draft();
        draft.set(Key::Views, View::Tensors.key()).ok()?;
        Some(Scene::new(draft).ok()?.to_copy())
    }

    /// Scene of the first mechanism whose numbers follow from the configuration at a path, such as a bias with its
    /// heads. `None` if there is none.
    pub fn scene_of_mechanism(&self, path: &Path) -> Option<String> {
        let text = self.listed_mechanisms().into_iter().find_map(|it| it.scene)?;
        let mut draft = text.parse::<Scene>().ok()?.into_draft();
        draft.set(Key::About, path.to_str()?).ok()?;
        Some(Scene::new(draft).ok()?.to_copy())
    }

    /// Mechanisms as views list them. Those with a tensor are shown by its numbers.
    fn listed_mechanisms(&self) -> Vec<ListedMechanism> {
        let mut listed = listed_mechanism::listed(&self.mechanisms);
        let tensors = self.tensors.iter().flat_map(|it| &it.tensors);
        for tensor in tensors.filter(|it| it.scene.is_some()) {
            let own = listed.iter_mut().find(|it| tensor.place.as_ref() == Some(&it.place));
            if let Some(own) = own.filter(|it| it.is_trained) {
                (own.is_trained, own.scene) = (false, tensor.scene.clone());
            }
        }
        listed
    }

    /// Facts about positions, as views list them.
    fn facts(&self) -> ModelFacts {
        ModelFacts {
            model_type: self.model_type.clone(),
            tokens: listed_mechanism::tokens_that_fit(&self.mechanisms, self.rotary.as_deref()),
            mechanisms: self.listed_mechanisms(),
            tensors: self.tensors.as_ref().map_or_else(Vec::new, TensorsReport::listed),
            biases: self.tensors.as_ref().map_or_else(Vec::new, TensorsReport::biases),
            is_config_alone: self.tensors.is_none(),
            // Those about a rotation stand in the view of the configuration.
            notices: match (&self.tensors, self.is_rotary()) {
                (Some(tensors), true) => tensors.notices.clone(),
                _ => self.notices(),
            },
        }
    }

    /// True if something is unusual, not known, or not read.
    pub fn has_notices(&self) -> bool {
        !self.notices().is_empty()
    }

    /// Sentences about what is unusual, not known, or not read.
    fn notices(&self) -> Vec<String> {
        let of_tensors = self.tensors.iter().flat_map(|it| it.notices.iter().cloned());
        let Some(model) = &self.rotary else {
            return self.open_questions.iter().cloned().chain(of_tensors).collect();
        };
        let mut notices = model.notices.clone();
        notices.extend(of_tensors);
        let depends = |set: &&LayerSet| match &set.scaling {
            Scaling::Dynamic { .. } => true,
            Scaling::LongRope(it) => it.short_factor != it.long_factor,
            _ => false,
        };
        if self.length.is_none() {
            for set in model.sets.iter().filter(depends) {
                notices.push(format!(
                    "{}: {} depends on the length of the sequence: shown as the class is constructed; see --length.",
                    set.name, set.rope_type.value
                ));
            }
        }
        for set in model.sets.iter().filter(|set| set.rotary_dim.is_some()) {
            let sections = set.sections.as_ref().map(|it| &it.value);
            let found = of_numbers(set.exponent_dim.div_ceil(2), sections, &set.scaling);
            notices.extend(found.into_iter().map(|text| match model.sets.len() {
                1 => text,
                _ => format!("{}: {text}", set.name),
            }));
        }
        for part in &model.other_parts {
            notices.push(format!("The file also holds {}: see --part.", part.name));
        }
        notices
    }

    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let model = self.rotary.as_deref();
        let sets = model.map_or(&[][..], |it| &it.sets);
        let sets = sets.iter().map(|set| set_json(set, self.length)).collect::<Vec<_>>();
        let unread = model.map_or(&[][..], |it| &it.unread_keys);
        let unread = unread.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>();
        json!({
            "model_type": self.model_type,
            "part": model.and_then(|it| it.part.as_deref()),
            "reader": self.reader.key(),
            "sets": sets,
            "unrotated_layers": model.map_or(&[][..], |it| &it.unrotated_layers),
            "unread_keys": unread,
            "notices": self.notices(),
            "mechanisms": mechanisms::json(&self.mechanisms),
            "max_tokens": max_tokens(&self.mechanisms),
            "verdict": self.words(),
            "tensors": self.tensors.as_ref().map_or_else(Vec::new, TensorsReport::json),
        })
    }

    /// Answer in words: the mechanisms, and every number of a rotation with its origin.
    pub fn words(&self) -> String {
        let without = match (&self.tensors, &self.rotary) {
            (Some(_), None) => "A checkpoint without a configuration that says its positions",
            _ => "A configuration without a model type",
        };
        let own = self.model_type.as_deref().unwrap_or(without);
        let part = self.rotary.as_ref().and_then(|it| it.part.as_ref());
        let part = part.map_or_else(String::new, |part| format!(" ({part})"));
        let mut parts = vec![format!("{own}{part}, read as {}", self.reader.title())];
        parts.push(mechanisms::words(&self.mechanisms, self.rotary.as_deref()));
        if let Some(model) = &self.rotary {
            parts.extend(model.sets.iter().map(|set| set_text(set, self.length)));
            if !model.sets.is_empty() && !model.unrotated_layers.is_empty() {
                let layers = runs(&model.unrotated_layers);
                parts.push(format!("Layers that do not rotate: {layers}."));
            }
        }
        parts.extend(self.tensors.as_ref().map(TensorsReport::words));
        let notices: Vec<String> = self.notices().iter().map(|it| format!("- {it}")).collect();
        if !notices.is_empty() {
            parts.push(notices.join("\n"));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n")
    }
}

/// Facts about the positions of the model that a file belongs to, as views list them. `None` for a table of its own, and for
/// a configuration that is all about the rotation.
pub(super) fn facts(path: &Path, kind: &FileKind) -> Option<Arc<ModelFacts>> {
    let is_table = matches!(kind, FileKind::Table(_));
    if is_table && !Checkpoint::is_at(path) {
        return None;
    }
    let name = path.to_str()?;
    let report = ModelReport::new(name, None, Reader::Transformers5, None).ok()?;
    let is_told = report.tensors.is_some() || !report.is_rotary();
    is_told.then(|| Arc::new(report.facts()))
}

fn set_json(set: &LayerSet, length: Option<u64>) -> Value {
    let inv_freq: Option<Vec<f64>> =
        set.frequencies(length).map(|all| all.iter().map(|omega| omega.hi).collect());
    let not_finite = inv_freq.iter().flatten().filter(|omega| !omega.is_finite());
    let not_finite: Vec<&str> =
        not_finite.map(|&omega| name_of(omega, ["inf", "-inf", "nan"])).collect();
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
    note("sections", set.sections.as_ref().map(|it| &it.origin));
    for (key, found) in &set.parameters {
        note(key, Some(&found.origin));
    }
    let parameters: Map<String, Value> =
        set.parameters.iter().map(|(key, found)| (key.clone(), plain(&found.value))).collect();
    json!({
        "name": set.name,
        "part": set.part,
        "layers": set.layers,
        "rope_type": set.rope_type.value,
        "base": set.base.as_ref().map(|it| it.value),
        "head_dim": set.head_dim.as_ref().map(|it| it.value),
        "rotary_dim": set.rotary_dim.as_ref().map(|it| it.value),
        "pairing": set.pairing.as_ref().map(|it| it.value.key()),
        "attention_factor": set.attention_factor_at(length),
        "logit_factor": set.logit_factor,
        "trained_length": set.trained_length.as_ref().map(|it| plain(&it.value.into())),
        "sections": set.sections.as_ref().map(|it| &it.value).map(
            |it| json!({"sizes": it.sizes, "rule": it.rule.key()}),
        ),
        "parameters": parameters,
        "inv_freq": inv_freq,
        "not_finite": not_finite,
        "origin": origin,
    })
}

/// Name of a number that is not finite: of infinity, of the negative one, or of NaN.
fn name_of(number: f64, [infinity, negative, nan]: [&'static str; 3]) -> &'static str {
    match number {
        f64::INFINITY => infinity,
        f64::NEG_INFINITY => negative,
        _ => nan,
    }
}

/// Frequency in words.
fn omega_text(omega: f64) -> String {
    if omega.is_finite() {
        return number::readable(omega, 6);
    }
    name_of(omega, ["infinity", "-infinity", "not a number"]).to_owned()
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
    let (of_field, of_value) = WIDTHS;
    let mut text = format!("{}: {}\n", set.name, set.layers_text());
    let mut row = |field: &str, value: &str, from: &str| {
        text.push_str(format!("  {field:of_field$}{value:of_value$}{from}").trim_end());
        text.push('\n');
    };
    for field in set.fields() {
        let from = field.origin.map_or_else(String::new, |it| it.to_string());
        row(&field.name, field.value.as_deref().unwrap_or("not known"), &from);
    }
    if let Some(all) = set.frequencies(length) {
        let some: Vec<String> = all.iter().take(4).map(|omega| omega_text(omega.hi)).collect();
        let more = if all.len() > some.len() { ", …" } else { "" };
        row("inv_freq", &format!("{} frequencies: {}{more}", all.len(), some.join(", ")), "");
    }
    text.trim_end().to_owned()
}
