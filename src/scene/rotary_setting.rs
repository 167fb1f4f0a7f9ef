//! Value of one key of a rotary encoding, read from text.

use std::sync::Arc;

use super::{FilePath, Key, SceneError, error::shortened};
use crate::{
    encoding::{
        Limits,
        rotary::{
            Sections,
            cache::{Cache, CacheForm},
            pairing::Pairing,
            scaling::Rule,
        },
    },
    model::Reader,
    picture::number,
    stable_enum::UnknownKey,
};

/// Value of one key of a rotary encoding.
#[derive(Clone, Debug, PartialEq)]
pub enum RotarySetting {
    /// Preset, or file with a configuration. All that belongs to another model is dropped.
    Model(FilePath),
    /// Configuration within that of the file.
    Part(Arc<str>),
    /// Set of layers.
    Layers(Arc<str>),
    /// Program by whose rules the configuration is read.
    Reader(Reader),
    /// Width of a head.
    HeadDim(u32),
    /// Number of rotated dimensions.
    RotaryDim(u32),
    /// Dimensions that turn together.
    Pairing(Pairing),
    /// Rule of scaling.
    Scaling(Rule),
    /// Number of the rule, by its key.
    Number(Key, f64),
    /// True if the ends of yarn's ramp are rounded.
    Truncate(bool),
    /// List of divisors or vector of a head, by its key. An empty one drops it.
    List(Key, Arc<[f64]>),
    /// Axes of the pairs; `None`: one position for all.
    Sections(Option<Sections>),
    /// Length of the sequence; `None`: as the model is constructed.
    Context(Option<u64>),
    /// Table that is shown.
    Cache(Cache),
    /// Columns of that table.
    CacheForm(CacheForm),
}

/// Text of a context that is as the model is constructed.
pub(super) const NO_CONTEXT: &str = "none";
/// Text of a vector of a head that comes from the seed.
pub(super) const RANDOM: &str = "random";
/// Largest absolute value of an entry of such a vector.
const MOST_ENTRY: f64 = 1e6;
/// Largest number of divisors in a list: one for each pair of the widest head.
const MOST_DIVISORS: usize = Limits::D_MODEL_MAX as usize / 2;

impl RotarySetting {
    /// Parses the value of a key.
    pub(super) fn parse(key: Key, text: &str) -> Result<Self, SceneError> {
        let bad = |allowed: String| SceneError::BadValue {
            key: key.key(),
            value: if text.is_empty() { "nothing".to_owned() } else { shortened(text) },
            allowed,
        };
        let unknown = |error: UnknownKey| bad(error.to_string());
        let name = || {
            let is_name = !text.is_empty() && text.len() <= 256;
            is_name.then(|| text.into()).ok_or_else(|| bad("expected a name".to_owned()))
        };
        let width = || {
            let most = Limits::D_MODEL_MAX;
            let found = number::parse_whole(text).filter(|it| (1..=i64::from(most)).contains(it));
            let refused = || bad(format!("expected a whole number from 1 to {most}"));
            found.map(|it| it as u32).ok_or_else(refused)
        };
        Ok(match key {
            Key::Model => {
                let refused = || bad("expected a preset or a file".to_owned());
                Self::Model(FilePath::new(text).ok_or_else(refused)?)
            }
            Key::Part => Self::Part(name()?),
            Key::Layers => Self::Layers(name()?),
            Key::Reader => Self::Reader(Reader::from_key(text).map_err(unknown)?),
            Key::HeadDim => Self::HeadDim(width()?),
            Key::RotaryDim => Self::RotaryDim(width()?),
            Key::Pairing => Self::Pairing(Pairing::from_key(text).map_err(unknown)?),
            Key::Scaling => Self::Scaling(Rule::from_key(text).map_err(unknown)?),
            Key::Truncate => Self::Truncate(
                text.parse().map_err(|_not_a_bool| bad("expected true or false".to_owned()))?,
            ),
            Key::Query | Key::KeyVector if text == RANDOM => Self::List(key, [].into()),
            Key::Query | Key::KeyVector => {
                let entry = |it: &str| number::parse(it).filter(|it| it.abs() <= MOST_ENTRY);
                let list: Option<Arc<[f64]>> = text.split(',').map(entry).collect();
                let list = list.filter(|list| list.len() <= Limits::D_MODEL_MAX as usize);
                let refused = || bad(format!("expected numbers, such as 1,0,0.5, or {RANDOM}"));
                Self::List(key, list.ok_or_else(refused)?)
            }
            Key::ShortFactor | Key::LongFactor => {
                let divisor = |it: &str| number::parse(it).filter(|it| *it > 0.0 && it.is_finite());
                let list: Option<Arc<[f64]>> = text.split(',').map(divisor).collect();
                let list = list.filter(|list| list.len() <= MOST_DIVISORS);
                let refused = || bad("expected numbers above 0, such as 1.0,1.5,2.25".to_owned());
                Self::List(key, list.ok_or_else(refused)?)
            }
            Key::MropeSection if text == NO_CONTEXT => Self::Sections(None),
            Key::MropeSection => {
                let refused = |_no_sections| bad(format!("{}, or none", Sections::ALLOWED));
                Self::Sections(Some(text.parse().map_err(refused)?))
            }
            Key::Context if text == NO_CONTEXT => Self::Context(None),
            Key::Context => {
                let most = Limits::LENGTH_MAX as i64;
                let found = number::parse_whole(text).filter(|it| (1..=most).contains(it));
                let refused =
                    || bad(format!("expected a whole number from 1 to {most}, or {NO_CONTEXT}"));
                Self::Context(Some(found.ok_or_else(refused)? as u64))
            }
            Key::Cache => Self::Cache(Cache::from_key(text).map_err(unknown)?),
            Key::CacheForm => Self::CacheForm(CacheForm::from_key(text).map_err(unknown)?),
            _ => Self::Number(key, number_of(key, text).map_err(bad)?),
        })
    }

    /// Key of the value.
    pub(super) fn key(&self) -> Key {
        match self {
            Self::Model(_) => Key::Model,
            Self::Part(_) => Key::Part,
            Self::Layers(_) => Key::Layers,
            Self::Reader(_) => Key::Reader,
            Self::HeadDim(_) => Key::HeadDim,
            Self::RotaryDim(_) => Key::RotaryDim,
            Self::Pairing(_) => Key::Pairing,
            Self::Scaling(_) => Key::Scaling,
            Self::Number(key, _) | Self::List(key, _) => *key,
            Self::Truncate(_) => Key::Truncate,
            Self::Sections(_) => Key::MropeSection,
            Self::Context(_) => Key::Context,
            Self::Cache(_) => Key::Cache,
            Self::CacheForm(_) => Key::CacheForm,
        }
    }
}

/// Number of a rule within its limits, or what is expected.
fn number_of(key: Key, text: &str) -> Result<f64, String> {
    let (is_allowed, expected): (fn(f64) -> bool, &str) = match key {
        Key::TrainedLength => {
            (|it| it > 1.0 && it <= 1e12, "expected a number above 1, up to 1e12")
        }
        Key::Turning => (
            |it| it.fract() == 0.0 && (0.0..=8192.0).contains(&it),
            "expected a whole number from 0 to 8192",
        ),
        Key::Mscale | Key::MscaleAllDim => {
            (|it| it.abs() <= 1e6, "expected a number from -1e6 to 1e6")
        }
        _ => (|it| it > 0.0 && it <= 1e12, "expected a number above 0, up to 1e12"),
    };
    number::parse(text).filter(|&it| is_allowed(it)).ok_or_else(|| expected.to_owned())
}
