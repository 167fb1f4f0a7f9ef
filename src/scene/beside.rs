//! Encoding B, which is compared with that of the scene, A: the values that differ, and the sides that are shown.

use std::fmt;

use super::{Key, SceneDraft, Setting, TableSource};
use crate::{encoding::Data, stable_enum::stable_enum};

stable_enum! {
    /// Sides of a comparison that the views show.
    pub enum Sides {
        /// A alone.
        A = "a",
        /// B alone.
        B = "b",
        /// A − B.
        Difference = "difference",
        /// A, B and A − B beside each other.
        All = "all",
    }
}

stable_enum! {
    /// Scale on which A − B is shown.
    pub enum DifferenceScale {
        /// A − B itself, symmetric about 0.
        Linear = "linear",
        /// Powers of ten of |A − B|.
        Log = "log",
    }
}

/// Side of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Encoding of the scene.
    #[default]
    A,
    /// Encoding that it is compared with.
    B,
    /// A − B.
    Difference,
}

impl Side {
    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::Difference => "A − B",
        }
    }
}

/// Values that make B, by their keys. A value that is not set is that of A; what belongs to a convention, a family or a
/// table follows it where that is set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// Settings in the order of their keys.
    settings: Vec<(Key, Setting)>,
    /// Numbers of B's table, once they have been read. They are no part of the scene's text.
    pub data: Option<Data>,
}

/// Prefix of the keys of B in the text of a scene.
pub(super) const PREFIX: &str = "b.";

/// Keys that make an encoding, each of which B may set as well.
pub(super) const KEYS: [Key; 14] = [
    Key::Convention,
    Key::Encoding,
    Key::Table,
    Key::Tensor,
    Key::Seed,
    Key::DModel,
    Key::Start,
    Key::Step,
    Key::Length,
    Key::Base,
    Key::Exponent,
    Key::Layout,
    Key::Order,
    Key::Components,
];

/// Keys that say what B is; the others say how it differs from that.
const NAMING: [Key; 3] = [Key::Convention, Key::Encoding, Key::Table];
/// Keys whose values belong to a convention.
const OF_CONVENTION: [Key; 5] =
    [Key::Base, Key::Exponent, Key::Layout, Key::Order, Key::Components];

impl Beside {
    /// Values that make an encoding beside another.
    pub(super) fn of(encoding: &SceneDraft, beside: &SceneDraft) -> Self {
        let mut own = Self { settings: Vec::new(), data: encoding.data.clone() };
        for key in KEYS {
            let is_named = match key {
                Key::Convention => encoding.encoding == crate::encoding::Family::Sinusoidal,
                Key::Encoding => encoding.encoding != crate::encoding::Family::Sinusoidal,
                _ => true,
            };
            let text = encoding.text(key).filter(|_| is_named);
            let belongs = NAMING.contains(&key) || OF_CONVENTION.contains(&key);
            if let Some(text) = text
                && (belongs || key == Key::Tensor || beside.text(key).as_ref() != Some(&text))
                && let Ok(setting) = Setting::parse(key, &text)
            {
                own.settings.push((key, setting));
            }
        }
        own
    }

    /// True if there is no B.
    pub fn is_empty(&self) -> bool {
        self.settings.is_empty()
    }

    /// True if B sets a key itself.
    pub fn sets(&self, key: Key) -> bool {
        self.settings.iter().any(|&(known, _)| known == key)
    }

    /// Table that B names; `None` for an encoding by rule.
    pub fn table_source(&self) -> Option<TableSource> {
        let mut draft = SceneDraft::default();
        for (_, setting) in &self.settings {
            draft.apply(setting.clone());
        }
        draft.table_source()
    }

    /// What B sets beside its name: `base 500, start 2`; empty if nothing.
    pub fn details(&self) -> String {
        let named = |key: &Key| NAMING.contains(key) || *key == Key::Tensor;
        let settings = self.settings.iter().filter(|(key, _)| !named(key));
        let text = |(key, setting): &(Key, Setting)| {
            let mut draft = SceneDraft::default();
            draft.apply(setting.clone());
            Some(format!("{} {}", key.key(), draft.text(*key)?))
        };
        settings.filter_map(text).collect::<Vec<_>>().join(", ")
    }

    /// Sets a value of B. What belongs to another convention, family or table is dropped.
    pub(super) fn set(&mut self, key: Key, setting: Setting) {
        if NAMING.contains(&key) {
            let rows = [Key::Start, Key::Step, Key::Length];
            self.settings.retain(|(known, _)| {
                let is_named = NAMING.contains(known) || *known == Key::Tensor;
                !is_named && !OF_CONVENTION.contains(known) && !rows.contains(known)
            });
        }
        if NAMING.contains(&key) || key == Key::Tensor {
            self.data = None;
        }
        self.settings.retain(|&(known, _)| known != key);
        self.settings.push((key, setting));
        self.settings.sort_by_key(|&(key, _)| key);
    }

    /// Values of B, where those of A are given with its own width, first position and number of rows.
    pub(super) fn draft(&self, a: &SceneDraft) -> SceneDraft {
        let mut draft = SceneDraft { beside: Self::default(), sides: Sides::A, ..a.clone() };
        if NAMING.iter().any(|&key| self.sets(key)) {
            (draft.base, draft.exponent, draft.layout) = (None, None, None);
            (draft.order, draft.components) = (None, None);
            (draft.table, draft.tensor, draft.data) = (None, None, None);
            draft.encoding = crate::encoding::Family::Sinusoidal;
        }
        for (_, setting) in &self.settings {
            draft.apply(setting.clone());
        }
        if draft.data.is_none() {
            draft.data.clone_from(&self.data);
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
            // The name of a table says its family.
            let value = match key {
                Key::Encoding => Some(draft.encoding.key().to_owned()),
                key => draft.text(*key),
            };
            let value = super::texts::escaped(&value.unwrap_or_default());
            let joint = if i == 0 { "" } else { "&" };
            write!(f, "{joint}{PREFIX}{}={value}", key.key())?;
        }
        Ok(())
    }
}
