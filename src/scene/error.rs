//! Errors of reading a scene.

use thiserror::Error;

use super::key::NoKey;
use crate::{
    encoding::{OutOfLimits, UnknownConvention},
    sanitize,
};

/// Error of reading or validating a scene.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SceneError {
    /// Key that does not exist.
    #[error("unknown scene key \"{}\": {source}", sanitize::word(key))]
    UnknownKey {
        /// Key as written.
        key: String,
        /// Nearest keys.
        source: NoKey,
    },
    /// Part without `=`.
    #[error("\"{}\" is not of the form key=value", sanitize::word(.0))]
    NotAPair(String),
    /// Several pairs that are not joined with `&`.
    #[error("keys of a scene are joined with &, as in \"{}\"", sanitize::word(.0))]
    NotJoined(String),
    /// Key that is given twice.
    #[error("{} is given twice", sanitize::word(.0))]
    Twice(String),
    /// Key of B that A and B share.
    #[error(
        "b.{0} is no key of B: A and B share {0}; B has the keys that make an encoding, such as b.convention"
    )]
    Shared(&'static str),
    /// Value that cannot be parsed.
    #[error("invalid {key} \"{}\": {allowed}", sanitize::word(value))]
    BadValue {
        /// Key of the value.
        key: &'static str,
        /// Value as written.
        value: String,
        /// Description of the allowed values.
        allowed: String,
    },
    /// Model that cannot be shown.
    #[error("{}: {text}", sanitize::word(name))]
    Model {
        /// Preset or file.
        name: String,
        /// Reason.
        text: String,
    },
    /// Error of a value that makes B.
    #[error("B: {0}")]
    OfB(Box<Self>),
    /// Convention that does not exist.
    #[error("{0}")]
    UnknownConvention(#[from] UnknownConvention),
    /// Number outside its limits.
    #[error("{0}")]
    OutOfLimits(#[from] OutOfLimits),
}

impl SceneError {
    /// The same error, about B.
    pub(super) fn of_b(self) -> Self {
        Self::OfB(Box::new(self))
    }
}

/// Truncates a text to 40 characters, for an error message.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}
