//! Fields of a set of layers as text, each with its origin.

use std::fmt;

use serde_json::Value;

use super::{
    origin::{Origin, Sourced, ValueSource},
    set::LayerSet,
};
use crate::{encoding::rotary::notices::number_text, sanitize};

/// Number of a set of layers as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name of the number, as configurations have it.
    pub name: String,
    /// Value; `None` if it is not known.
    pub value: Option<String>,
    /// Place that it comes from.
    pub origin: Option<Origin>,
}

/// Key of the file, or how the number came about.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.source, &self.key) {
            (ValueSource::Key, Some(key)) => f.write_str(key),
            (ValueSource::Key, None) => f.write_str("key"),
            (ValueSource::ClassDefault, _) => f.write_str("class default"),
            (ValueSource::Derived, None) => f.write_str("derived"),
            (ValueSource::Derived, Some(keys)) => write!(f, "derived from {keys}"),
        }
    }
}

impl LayerSet {
    /// All numbers of the set.
    pub fn fields(&self) -> Vec<Field> {
        let mut fields = vec![
            field("rope_type", Some(&self.rope_type), Clone::clone),
            field("base", self.base.as_ref(), |&it| number_text(it)),
            field("head_dim", self.head_dim.as_ref(), ToString::to_string),
            field("rotary_dim", self.rotary_dim.as_ref(), ToString::to_string),
            field("pairing", self.pairing.as_ref(), |it| it.key().to_owned()),
        ];
        if let Some(sections) = &self.sections {
            fields.push(field("sections", Some(sections), ToString::to_string));
        }
        // `attention_factor` has a field of its own below.
        let parameters = self.parameters.iter().filter(|(name, _)| *name != "attention_factor");
        fields.extend(parameters.map(|(name, found)| field(name, Some(found), parameter_text)));
        fields.push(field("attention_factor", Some(&self.attention_factor), |&it| number_text(it)));
        if self.logit_factor.to_bits() != 1.0_f64.to_bits() {
            let found = Sourced { value: self.logit_factor, origin: Origin::derived() };
            fields.push(field("logit_factor", Some(&found), |&it| number_text(it)));
        }
        if let Some(trained) = &self.trained_length {
            fields.push(field("trained_length", Some(trained), |&it| number_text(it)));
        }
        let is_trained = |length: f64| {
            self.trained_length.as_ref().is_some_and(|it| it.value.to_bits() == length.to_bits())
        };
        if let Some(longest) = self.max_length.as_ref().filter(|it| !is_trained(it.value)) {
            fields.push(field("max_position_embeddings", Some(longest), |&it| number_text(it)));
        }
        fields
    }

    /// Layers of the set as runs, such as `layers 0–3, 5`.
    pub fn layers_text(&self) -> String {
        match &self.layers {
            Some(layers) => format!("layers {}", runs(layers)),
            None => "layers not known".to_owned(),
        }
    }
}

fn field<T>(name: &str, found: Option<&Sourced<T>>, text: impl Fn(&T) -> String) -> Field {
    Field {
        name: name.to_owned(),
        value: found.map(|it| text(&it.value)),
        origin: found.map(|it| it.origin.clone()),
    }
}

fn parameter_text(value: &Value) -> String {
    /// Longest text of a file that is shown.
    const LONGEST: usize = 80;
    match value {
        Value::Array(list) => format!("{} numbers", list.len()),
        Value::Number(it) => it.as_f64().map_or_else(|| it.to_string(), number_text),
        other => sanitize::truncated(&other.to_string(), LONGEST),
    }
}

/// Numbers as runs, such as `0–3, 5`.
pub fn runs(numbers: &[u32]) -> String {
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
