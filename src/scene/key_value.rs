//! Pairs of keys and values in the text of a scene.

use super::{Key, SceneError, error::shortened, key::NoKey, overrides::PREFIX};

/// Part of a scene's text: a key and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyValue<'a> {
    /// True for a value of B.
    pub(super) is_of_b: bool,
    /// Key.
    pub(super) key: Key,
    /// Value, in which special characters are escaped.
    pub(super) value: &'a str,
}

impl<'a> KeyValue<'a> {
    /// Reads a part of a text, after others.
    pub(super) fn read(part: &'a str, others: &[Self]) -> Result<Self, SceneError> {
        let (name, value) =
            part.split_once('=').ok_or_else(|| SceneError::NotAPair(shortened(part)))?;
        let (is_of_b, key) = named(name)
            .map_err(|source| SceneError::UnknownKey { key: shortened(name), source })?;
        if others.iter().any(|other| (other.is_of_b, other.key) == (is_of_b, key)) {
            return Err(SceneError::Twice(shortened(name)));
        }
        if is_of_b && !key.makes_encoding() {
            return Err(SceneError::Shared(key.key()));
        }
        Ok(Self { is_of_b, key, value })
    }

    /// Error of a value that goes on with further keys; `None` for other values.
    pub(super) fn not_joined(&self) -> Option<SceneError> {
        const BETWEEN: &[char] = &[' ', ',', ';', '\n', '\t'];
        let begins_pair =
            |part: &str| part.split_once('=').is_some_and(|(key, _)| named(key).is_ok());
        let mut parts = self.value.split(BETWEEN).filter(|part| !part.is_empty());
        let first = parts.next()?;
        let next = parts.find(|part| begins_pair(part))?;
        let of_b = if self.is_of_b { PREFIX } else { "" };
        let joined = format!("{of_b}{}={first}&{next}", self.key.key());
        Some(SceneError::NotJoined(shortened(&joined)))
    }
}

/// Key by its name, and true for one of B.
fn named(name: &str) -> Result<(bool, Key), NoKey> {
    let of_b = name.strip_prefix(PREFIX);
    Ok((of_b.is_some(), Key::named(of_b.unwrap_or(name))?))
}
