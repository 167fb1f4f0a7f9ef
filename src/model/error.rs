//! Errors of reading configurations.

use std::borrow::Cow;

use thiserror::Error;

use super::class::model_types;
use crate::{encoding::rotary::scaling::Rule, likeness::meant_text};

/// Configuration that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// Text that is no JSON object.
    #[error("expected a JSON object, as in config.json: {0}")]
    NoObject(String),
    /// GGUF file whose header cannot be read.
    #[error("expected a GGUF file: {0}")]
    Gguf(String),
    /// Value that is none of the expected kind.
    #[error("invalid {key}: expected {expected}, found {found}")]
    Invalid {
        /// Key, with the object that holds it.
        key: String,
        /// Description of what is expected.
        expected: Cow<'static, str>,
        /// Value that was found.
        found: String,
    },
    /// Number that a rule of scaling needs.
    #[error("rope_type {rope_type} needs {key}, which {object} lacks")]
    Missing {
        /// Rule of scaling.
        rope_type: String,
        /// Key that is missing.
        key: &'static str,
        /// Object that lacks it.
        object: String,
    },
    /// Rule of scaling that is not known.
    #[error(
        "unknown rope_type {0:?}{like}: expected {expected}",
        like = meant_text(.0, Rule::ALL.iter().map(|it| it.key())),
        expected = Rule::ALL.iter().map(|it| it.key()).collect::<Vec<_>>().join(", ")
    )]
    UnknownType(String),
    /// File without any key about rotation.
    #[error("{}", nothing_rotary(model_type.as_deref(), *is_known))]
    NothingRotary {
        /// Model type, if the file has one.
        model_type: Option<String>,
        /// True if models of that type are known to rotate nothing.
        is_known: bool,
    },
    /// Architecture of a GGUF file that is not known, and of which no key says that it rotates.
    #[error(
        "the architecture {0:?} is not known, and the file has no key about rotary positions, such as {0}.rope.freq_base"
    )]
    UnknownArchitecture(String),
    /// Part that the file does not hold.
    #[error("no part {part:?}: expected {expected}")]
    UnknownPart {
        /// Name as typed.
        part: String,
        /// Names of the parts.
        expected: String,
    },
}

/// Words about a model type that is not known: it, and the known one that may be meant.
pub fn unknown_type_clause(model_type: &str) -> String {
    let like = meant_text(model_type, model_types());
    format!("the model type {model_type:?} is not known{like}")
}

fn nothing_rotary(model_type: Option<&str>, is_known: bool) -> String {
    if let Some(own) = model_type.filter(|_| is_known) {
        return format!(
            "models of type {own:?} have no rotary positions; `phasor model` lists what they have instead"
        );
    }
    let own = model_type.map_or_else(|| "there is no model_type".to_owned(), unknown_type_clause);
    format!(
        "{own}, and the file has no key about rotary positions, such as rope_theta or rope_parameters"
    )
}
