//! Encoding B, which is compared with that of the scene, A: the values that it sets itself.

use std::fmt;

use super::{Contents, EncodingDraft, EncodingSetting, FileSource, Key, texts};

/// Values that B sets, by their keys. A value that is not set is that of A, or the usual one where it belongs to a
/// convention, a family, a file or a model, and B names one itself.
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
        let setting = |&key: &Key| {
            let setting = encoding.setting(key)?;
            // What belongs to a name is not taken from A.
            let follows = match key {
                Key::Convention => None,
                key if key == Key::Encoding || key.is_named() => usual.setting(key),
                key => beside.setting(key),
            };
            (follows.as_ref() != Some(&setting)).then_some(setting)
        };
        let of_family = |key: &&Key| key.families().contains(&encoding.family);
        let settings = Key::ALL.iter().filter(of_family).filter_map(setting).collect();
        Self { settings, contents: encoding.contents.clone() }
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
        let is_name = NAMING.contains(&key);
        if is_name || matches!(key, Key::Tensor | Key::BiasTable) {
            self.contents = None;
        }
        self.settings.retain(|known| {
            let known = known.key();
            let is_of_name = NAMING.contains(&known)
                || known.is_named()
                || matches!(known, Key::Start | Key::Step | Key::Length);
            known != key && !(is_name && is_of_name)
        });
        self.settings.push(setting);
        self.settings.sort_by_key(EncodingSetting::key);
        if is_name {
            let family = self.encoding(EncodingDraft::default()).family;
            self.settings.retain(|known| known.key().families().contains(&family));
        }
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
        let text = |setting: &EncodingSetting| match setting {
            EncodingSetting::Round(stages) => Some(stages.title()),
            EncodingSetting::Reader(reader) => Some(format!("as {}", reader.title())),
            EncodingSetting::Tensor(_) => None,
            other if NAMING.contains(&other.key()) => None,
            other => Some(format!("{} {}", other.key().key(), other.text())),
        };
        self.settings.iter().filter_map(text).collect::<Vec<_>>().join(", ")
    }
}

/// The `b.…` part of a scene's text: `b.convention=fairseq&b.base=5000`.
impl fmt::Display for Overrides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, setting) in self.settings.iter().enumerate() {
            let joint = if i == 0 { "" } else { "&" };
            let value = texts::escaped(&setting.text());
            write!(f, "{joint}{PREFIX}{}={value}", setting.key().key())?;
        }
        Ok(())
    }
}
