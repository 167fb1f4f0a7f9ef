//! Typed values of the keys that make an encoding, and parsing of their text.

use std::sync::Arc;

use super::{
    FilePath, Key, Named, SceneError,
    declarations::define_setting,
    key_rows::for_encoding_fields,
    text_value::{SceneText, WrittenValue as _},
};
use crate::{
    encoding::{
        Components, Convention, Exponent, Family, Fourier, FourierFactor, Layout, Limits, Order,
        Stages,
        bias::{Bias, BiasConvention, Buckets},
        grid::{GridConvention, GridShape},
        rotary::{
            Sections,
            cache::{Cache, CacheForm},
            pairing::Pairing,
            scaling::Rule,
        },
    },
    model::Reader,
};

/// Largest seed, 2⁵³: an f64 represents every whole number up to it.
const SEED_MAX: i64 = 1 << 53;

for_encoding_fields! { define_setting
    /// Change of an encoding: the value of one key.
    EncodingSetting {
        /// Convention; overrides of its parts are dropped.
        Convention(Convention) of (_) Key::Convention,
        /// Family.
        Family(Family) of (_) Key::Encoding,
        /// Convention of a bias.
        BiasConvention(BiasConvention) of (_) Key::Convention,
        /// Convention of a grid.
        GridConvention(GridConvention) of (_) Key::Convention,
    }
}

impl From<Named> for EncodingSetting {
    /// Chooses the convention.
    fn from(named: Named) -> Self {
        match named {
            Named::Sinusoid(it) => Self::Convention(it),
            Named::Grid(it) => Self::GridConvention(it),
            Named::Bias(it) => Self::BiasConvention(it),
        }
    }
}

impl EncodingSetting {
    /// Key of the value.
    pub(super) fn key(&self) -> Key {
        self.own_key()
    }

    /// Reads the value of a key.
    pub(super) fn parse(it: SceneText<'_>) -> Result<Self, SceneError> {
        match Self::read_row(it) {
            Some(row) => row,
            None if it.key == Key::Encoding => Ok(Self::Family(it.keyed(Family::from_key)?)),
            None => Ok(Named::find(it.text)?.into()),
        }
    }

    /// Text of the value.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Convention(it) => it.key().to_owned(),
            Self::Family(it) => it.key().to_owned(),
            Self::BiasConvention(it) => it.key().to_owned(),
            Self::GridConvention(it) => it.key().to_owned(),
            row => row.row_text().unwrap_or_default(),
        }
    }
}
