//! Typed values of the keys that make an encoding, and parsing of their text.

use std::sync::Arc;

use super::{
    FilePath, Key, Named, RotarySetting, SceneError, declarations::define_setting,
    key_rows::for_encoding_fields, text_value::SceneText,
};
use crate::encoding::{
    Components, Convention, Exponent, Family, Fourier, FourierFactor, Layout, Limits, Order,
    Stages,
    bias::{Bias, BiasConvention, Buckets},
    grid::{GridAxis, GridConvention, GridShape},
};

/// Largest seed, 2⁵³: an f64 represents every whole number up to it.
const SEED_MAX: i64 = 1 << 53;
/// Longest name of a tensor in bytes.
const MOST_NAME_BYTES: usize = 4096;

for_encoding_fields! { define_setting
    /// Change of an encoding: the value of one key.
    EncodingSetting {
        /// Convention; overrides of its parts are dropped.
        Convention(Convention) of (_) Key::Convention,
        /// Family.
        Family(Family) of (_) Key::Encoding,
        /// File of the table; its numbers become the encoding.
        Table(FilePath) of (_) Key::Table,
        /// Tensor of the file.
        Tensor(Arc<str>) of (_) Key::Tensor,
        /// Value of a rotary encoding.
        Rotary(RotarySetting) of (setting) setting.key(),
        /// Convention of a bias.
        BiasConvention(BiasConvention) of (_) Key::Convention,
        /// Convention of a grid.
        GridConvention(GridConvention) of (_) Key::Convention,
        /// Number of cells along an axis of the grid.
        GridAlong(GridAxis, u32) of (_, _) Key::Grid,
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

impl From<RotarySetting> for EncodingSetting {
    fn from(setting: RotarySetting) -> Self {
        Self::Rotary(setting)
    }
}

impl EncodingSetting {
    /// Key of the value.
    pub(super) fn key(&self) -> Key {
        self.own_key()
    }

    /// Reads the value of a key.
    pub(super) fn parse(it: SceneText<'_>) -> Result<Self, SceneError> {
        if let Some(field) = Self::read_field(it) {
            return field;
        }
        let text = it.text;
        Ok(match it.key {
            Key::Convention => Named::find(text)?.into(),
            Key::Encoding => Self::Family(it.keyed(Family::from_key)?),
            Key::Table => Self::Table(it.allowed(FilePath::new(text), FilePath::ALLOWED)?),
            Key::Tensor => {
                let is_name = !text.is_empty() && text.len() <= MOST_NAME_BYTES;
                let name = is_name.then(|| text.into());
                Self::Tensor(it.allowed(name, "expected the name of a tensor")?)
            }
            _ => Self::Rotary(RotarySetting::parse(it)?),
        })
    }
}
