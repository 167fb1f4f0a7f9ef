//! Encoding B, which is compared with that of the scene, A: the values that it sets.

use super::{Contents, Key, Setting};

/// Values that make B, by their keys. A value that is not set is that of A; what belongs to a convention, a family or a
/// table follows it where that is set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// Settings in the order of their keys.
    pub(super) settings: Vec<(Key, Setting)>,
    /// Contents of the file of B, once it has been read. They are no part of the scene's text.
    pub contents: Option<Contents>,
}

/// Prefix of the keys of B in the text of a scene.
pub(super) const PREFIX: &str = "b.";

/// Keys that say what B is; the others say how it differs from that.
pub(super) const NAMING: [Key; 4] = [Key::Convention, Key::Encoding, Key::Table, Key::Model];
/// Keys whose values belong to a convention.
const OF_CONVENTION: [Key; 6] =
    [Key::Base, Key::Exponent, Key::Layout, Key::Order, Key::Components, Key::Round];

/// True for a key whose value belongs to a convention or a model.
pub(super) fn belongs(key: Key) -> bool {
    let is_of_model = key.is_rotary() && !matches!(key, Key::Cache | Key::CacheForm);
    is_of_model || OF_CONVENTION.contains(&key)
}

impl Beside {
    /// True if there is no B.
    pub fn is_empty(&self) -> bool {
        self.settings.is_empty()
    }

    /// True if B sets a key itself.
    pub(super) fn sets(&self, key: Key) -> bool {
        self.settings.iter().any(|&(known, _)| known == key)
    }

    /// Sets a value of B. What belongs to another convention, family or table is dropped.
    pub(super) fn set(&mut self, key: Key, setting: Setting) {
        if NAMING.contains(&key) {
            let rows = [Key::Start, Key::Step, Key::Length];
            self.settings.retain(|(known, _)| {
                let is_named = NAMING.contains(known) || *known == Key::Tensor;
                !is_named && !belongs(*known) && !rows.contains(known)
            });
        }
        if NAMING.contains(&key) || matches!(key, Key::Tensor | Key::BiasTable) {
            self.contents = None;
        }
        self.settings.retain(|&(known, _)| known != key);
        self.settings.push((key, setting));
        self.settings.sort_by_key(|&(key, _)| key);
    }
}
