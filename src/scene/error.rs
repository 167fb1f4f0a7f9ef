//! Reasons why a text is no scene.

use thiserror::Error;

use crate::{
    encoding::{OutOfLimits, UnknownConvention},
    sanitize,
    stable_enum::UnknownKey,
};

/// Why a text is not a scene.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SceneError {
    /// A key that no scene has.
    #[error("unknown scene key \"{}\": {source}", sanitize::word(key))]
    UnknownKey {
        /// What was written.
        key: String,
        /// The keys there are.
        source: UnknownKey,
    },
    /// A part without `=`.
    #[error("\"{}\" is not of the form key=value", sanitize::word(.0))]
    NotAPair(String),
    /// A key that stands twice.
    #[error("{0} is given twice")]
    Twice(&'static str),
    /// A value that cannot be read.
    #[error("invalid {key} \"{}\": {allowed}", sanitize::word(value))]
    BadValue {
        /// The key.
        key: &'static str,
        /// What was written.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A convention that does not exist.
    #[error("{0}")]
    UnknownConvention(#[from] UnknownConvention),
    /// A number outside its limits.
    #[error("{0}")]
    OutOfLimits(#[from] OutOfLimits),
}

/// Beginning of a text of any length, for an error.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}
