//! Values of a bias: its convention, its heads and its buckets.

use super::{Key, SceneError, text_value::SceneText};
use crate::encoding::{
    Data,
    bias::{Bias, BiasConvention, BiasDraft, BiasRule, Buckets},
};

/// Value of one key of a bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BiasSetting {
    /// Rule of the bias.
    Convention(BiasConvention),
    /// Number of heads.
    Heads(u32),
    /// Number of buckets.
    Buckets(u32),
    /// Distance from which all share the last bucket.
    MaxDistance(u32),
    /// True if keys after the query have buckets of their own.
    Bidirectional(bool),
}

/// Values of a bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BiasSettings {
    /// Rule of the bias.
    pub convention: BiasConvention,
    /// Number of heads.
    pub heads: u32,
    /// Number of buckets.
    pub buckets: u32,
    /// Distance from which all share the last bucket.
    pub max_distance: u32,
    /// True if keys after the query have buckets of their own.
    pub is_bidirectional: bool,
}

impl Default for BiasSettings {
    /// ALiBi with 12 heads, and the buckets of T5's encoder.
    fn default() -> Self {
        let buckets = Buckets::default();
        Self {
            convention: BiasConvention::ALIBI_BLOOM,
            heads: 12,
            buckets: buckets.num(),
            max_distance: buckets.max_distance(),
            is_bidirectional: buckets.is_bidirectional(),
        }
    }
}

impl BiasSetting {
    /// Key of the value.
    pub(super) fn key(self) -> Key {
        match self {
            Self::Convention(_) => Key::Convention,
            Self::Heads(_) => Key::Heads,
            Self::Buckets(_) => Key::Buckets,
            Self::MaxDistance(_) => Key::MaxDistance,
            Self::Bidirectional(_) => Key::Bidirectional,
        }
    }

    /// Reads the value of a key other than the convention.
    pub(super) fn parse(it: SceneText<'_>) -> Result<Self, SceneError> {
        let whole = |most: u32| it.whole(1..=most.into()).map(|it| it as u32);
        Ok(match it.key {
            Key::Heads => Self::Heads(whole(Bias::MOST_HEADS)?),
            Key::Buckets => Self::Buckets(whole(Buckets::MOST)?),
            Key::MaxDistance => Self::MaxDistance(whole(Buckets::FARTHEST)?),
            _ => Self::Bidirectional(it.parsed("expected true or false")?),
        })
    }
}

impl BiasSettings {
    /// Sets one value.
    pub(super) fn apply(&mut self, setting: BiasSetting) {
        match setting {
            BiasSetting::Convention(convention) => self.convention = convention,
            BiasSetting::Heads(heads) => self.heads = heads,
            BiasSetting::Buckets(buckets) => self.buckets = buckets,
            BiasSetting::MaxDistance(distance) => self.max_distance = distance,
            BiasSetting::Bidirectional(is_bidirectional) => {
                self.is_bidirectional = is_bidirectional;
            }
        }
    }

    /// Text of the value of a key other than the convention.
    pub(super) fn text(self, key: Key) -> String {
        match key {
            Key::Heads => self.heads.to_string(),
            Key::Buckets => self.buckets.to_string(),
            Key::MaxDistance => self.max_distance.to_string(),
            _ => self.is_bidirectional.to_string(),
        }
    }

    /// True for a rule of buckets, whose numbers are learned.
    pub(super) fn has_buckets(self) -> bool {
        self.convention.rule() == BiasRule::Buckets
    }

    /// Bias with these values; with learned numbers, heads and buckets are those of their table.
    pub(super) fn bias(self, learned: Option<&Data>) -> Result<Bias, SceneError> {
        if let Some(data) = learned.filter(|data| self.has_buckets() && !data.is_missing()) {
            return Ok(Bias::learned(self.max_distance, self.is_bidirectional, data.into())?);
        }
        let buckets = match self.convention.rule() {
            BiasRule::Buckets => {
                Buckets::new(self.buckets, self.max_distance, self.is_bidirectional)?
            }
            _ => Buckets::default(),
        };
        Ok(Bias::new(BiasDraft { convention: self.convention, num_heads: self.heads, buckets })?)
    }
}
