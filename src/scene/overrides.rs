//! Encoding B, which is compared with that of the scene, A: the values that it sets itself.

use std::fmt;

use super::{
    Contents, EncodingDraft, EncodingSetting, FileSource, Key, rotary_setting::RANDOM,
    text_value::SceneText, texts,
};
use crate::encoding::Family;

/// Values that B sets, by their keys. A value that is not set is that of A; what belongs to a convention, a family or a
/// table follows it where that is set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Settings in the order of their keys.
    settings: Vec<EncodingSetting>,
    /// Contents of the file of B, once it has been read. They are no part of the scene's text.
    pub contents: Option<Contents>,
}

/// Prefix of the keys of B in the text of a scene.
pub(super) const PREFIX: &str = "b.";

/// Keys that say what B is; the others say how it differs from that.
const NAMING: [Key; 4] = [Key::Convention, Key::Encoding, Key::Table, Key::Model];

impl Overrides {
    /// Values that make an encoding beside another.
    pub(super) fn of(encoding: &EncodingDraft, beside: &EncodingDraft) -> Self {
        let usual = EncodingDraft::default();
        let mut own = Self { settings: Vec::new(), contents: encoding.contents.clone() };
        for &key in Key::ALL.iter().filter(|key| key.families().contains(&encoding.family)) {
            let Some(text) = encoding.text(key) else { continue };
            let is_written = match key {
                Key::Encoding => encoding.family != Family::Sinusoidal,
                Key::Round => !encoding.round.is_exact(),
                // These have a default, which is written only where it is not followed.
                Key::Reader | Key::Context => usual.text(key).as_ref() != Some(&text),
                key if NAMING.contains(&key) || key == Key::Tensor || key.is_named() => true,
                _ => beside.text(key).as_ref() != Some(&text),
            };
            let it = SceneText { key, text: &text };
            own.settings.extend(is_written.then(|| EncodingSetting::parse(it).ok()).flatten());
        }
        own
    }

    /// True if there is no B.
    pub fn is_empty(&self) -> bool {
        self.settings.is_empty()
    }

    /// True if B sets a key itself.
    pub(super) fn sets(&self, key: Key) -> bool {
        self.settings.iter().any(|known| known.key() == key)
    }

    /// Sets a value of B. What belongs to another convention, family or table is dropped.
    pub(super) fn set(&mut self, setting: EncodingSetting) {
        let key = setting.key();
        if NAMING.contains(&key) {
            let rows = [Key::Start, Key::Step, Key::Length];
            self.settings.retain(|known| {
                let known = known.key();
                let is_name = NAMING.contains(&known) || known == Key::Tensor;
                !is_name && !known.is_named() && !rows.contains(&known)
            });
        }
        if NAMING.contains(&key) || matches!(key, Key::Tensor | Key::BiasTable) {
            self.contents = None;
        }
        self.settings.retain(|known| known.key() != key);
        self.settings.push(setting);
        self.settings.sort_by_key(EncodingSetting::key);
    }

    /// Encoding B, where A is given.
    pub(super) fn encoding(&self, a: EncodingDraft) -> EncodingDraft {
        let is_named = NAMING.iter().any(|&key| self.sets(key));
        let mut encoding = if is_named { a.without_name() } else { a };
        for setting in &self.settings {
            encoding.apply(setting.clone());
        }
        if encoding.contents.is_none() {
            encoding.contents.clone_from(&self.contents);
        }
        encoding
    }

    /// File that B is read from; `None` for an encoding by rule.
    pub fn file_source(&self) -> Option<FileSource> {
        self.encoding(EncodingDraft::default()).file_source()
    }

    /// Values that B sets beside its name: `base 500, start 2`; empty if nothing.
    pub fn details(&self) -> String {
        let encoding = self.encoding(EncodingDraft::default());
        let text = |key: Key| match key {
            key if NAMING.contains(&key) || key == Key::Tensor => None,
            Key::Round => Some(encoding.round.title()),
            Key::Reader => Some(format!("as {}", encoding.rotary.reader.title())),
            key => Some(format!("{} {}", key.key(), encoding.text(key)?)),
        };
        self.settings
            .iter()
            .map(EncodingSetting::key)
            .filter_map(text)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// The `b.…` part of a scene's text: `b.convention=fairseq&b.base=5000`.
impl fmt::Display for Overrides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let encoding = self.encoding(EncodingDraft::default());
        for (i, key) in self.settings.iter().map(EncodingSetting::key).enumerate() {
            let value = match key {
                // The name of a table or a model says its family.
                Key::Encoding => Some(encoding.family.key().to_owned()),
                // A vector that is not set is a random one.
                Key::Query | Key::KeyVector => {
                    encoding.text(key).or_else(|| Some(RANDOM.to_owned()))
                }
                key => encoding.text(key),
            };
            let value = texts::escaped(&value.unwrap_or_default());
            let joint = if i == 0 { "" } else { "&" };
            write!(f, "{joint}{PREFIX}{}={value}", key.key())?;
        }
        Ok(())
    }
}
