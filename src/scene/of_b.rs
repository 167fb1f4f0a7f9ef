//! Encoding B as a draft of its own: what it takes from A, and its part of the scene's text.

use std::fmt;

use super::{
    Beside, FileSource, Key, SceneDraft, Setting, Sides,
    beside::{self, NAMING, PREFIX},
    rotary_setting::RANDOM,
    texts,
};
use crate::encoding::{Family, Stages};

impl SceneDraft {
    /// Makes B an encoding of its own with the values of A.
    pub fn copy_to_b(&mut self) {
        self.beside = Beside::of(self, self);
    }

    /// Removes B.
    pub fn close_b(&mut self) {
        (self.beside, self.sides) = (Beside::default(), Sides::A);
    }
}

impl Beside {
    /// Values that make an encoding beside another.
    pub(super) fn of(encoding: &SceneDraft, beside: &SceneDraft) -> Self {
        let mut own = Self { settings: Vec::new(), contents: encoding.contents.clone() };
        for &key in Key::ALL.iter().filter(|key| key.makes_encoding()) {
            let is_named = match key {
                Key::Convention => {
                    matches!(encoding.encoding, Family::Sinusoidal | Family::Grid | Family::Bias)
                }
                Key::Encoding => encoding.encoding != Family::Sinusoidal,
                Key::Round => !encoding.round.is_exact(),
                Key::DModel => encoding.encoding != Family::Rotary,
                Key::Grid => encoding.encoding == Family::Grid,
                Key::HeadDim | Key::Cache if encoding.encoding == Family::Grid => true,
                // These have a default, which is written only where it is not followed.
                Key::Reader | Key::Context => {
                    encoding.encoding == Family::Rotary && encoding.get(key).is_some()
                }
                key if key.is_of_bias() => encoding.encoding == Family::Bias,
                key if key.is_rotary() => encoding.encoding == Family::Rotary,
                _ => true,
            };
            let text = encoding.text(key).filter(|_| is_named);
            let belongs = NAMING.contains(&key) || beside::belongs(key);
            if let Some(text) = text
                && (belongs || key == Key::Tensor || beside.text(key).as_ref() != Some(&text))
                && let Ok(setting) = Setting::parse(key, &text)
            {
                own.settings.push((key, setting));
            }
        }
        own
    }

    /// File that B is read from; `None` for an encoding by rule.
    pub fn file_source(&self) -> Option<FileSource> {
        let mut draft = SceneDraft::default();
        for (_, setting) in &self.settings {
            draft.apply(setting.clone());
        }
        draft.file_source()
    }

    /// Values that B sets beside its name: `base 500, start 2`; empty if nothing.
    pub fn details(&self) -> String {
        let named = |key: &Key| NAMING.contains(key) || *key == Key::Tensor;
        let settings = self.settings.iter().filter(|(key, _)| !named(key));
        let text = |(key, setting): &(Key, Setting)| {
            let mut draft = SceneDraft::default();
            draft.apply(setting.clone());
            match key {
                Key::Round => Some(draft.round.title()),
                Key::Reader => Some(format!("as {}", draft.rotary.reader.title())),
                _ => Some(format!("{} {}", key.key(), draft.text(*key)?)),
            }
        };
        settings.filter_map(text).collect::<Vec<_>>().join(", ")
    }

    /// Values of B, where those of A are given with its own width, first position and number of rows.
    pub(super) fn draft(&self, a: &SceneDraft) -> SceneDraft {
        let mut draft = SceneDraft { beside: Self::default(), sides: Sides::A, ..a.clone() };
        if NAMING.iter().any(|&key| self.sets(key)) {
            (draft.base, draft.exponent, draft.layout) = (None, None, None);
            (draft.order, draft.components) = (None, None);
            draft.round = Stages::default();
            (draft.table, draft.tensor, draft.contents) = (None, None, None);
            draft.rotary = draft.rotary.of_cache_alone();
            draft.encoding = Family::Sinusoidal;
        }
        for (_, setting) in &self.settings {
            draft.apply(setting.clone());
        }
        if draft.contents.is_none() {
            draft.contents.clone_from(&self.contents);
        }
        draft
    }
}

/// The `b.…` part of a scene's text: `b.convention=fairseq&b.base=5000`.
impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (key, setting)) in self.settings.iter().enumerate() {
            let mut draft = SceneDraft::default();
            draft.apply(setting.clone());
            // The name of a table or a model says its family.
            let value = match key {
                Key::Encoding => Some(draft.encoding.key().to_owned()),
                // A vector that is not set is a random one.
                Key::Query | Key::KeyVector => draft.text(*key).or_else(|| Some(RANDOM.to_owned())),
                key => draft.text(*key),
            };
            let value = texts::escaped(&value.unwrap_or_default());
            let joint = if i == 0 { "" } else { "&" };
            write!(f, "{joint}{PREFIX}{}={value}", key.key())?;
        }
        Ok(())
    }
}
