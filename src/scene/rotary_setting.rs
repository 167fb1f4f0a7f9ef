//! Value of one key of a rotary encoding, read from text.

use std::sync::Arc;

use super::{FilePath, Key, SceneError, text_value::SceneText};
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
    /// Reads the value of a key.
    pub(super) fn parse(it: SceneText<'_>) -> Result<Self, SceneError> {
        let name = || {
            let is_name = !it.text.is_empty() && it.text.len() <= 256;
            it.allowed(is_name.then(|| it.text.into()), "expected a name")
        };
        let width = || it.whole(1..=Limits::D_MODEL_MAX.into()).map(|it| it as u32);
        let list = |is_allowed: fn(f64) -> bool, most: usize| {
            let entry = |text: &str| number::parse(text).filter(|&value| is_allowed(value));
            let list: Option<Arc<[f64]>> = it.text.split(',').map(entry).collect();
            list.filter(|list| list.len() <= most)
        };
        Ok(match it.key {
            Key::Model => {
                Self::Model(it.allowed(FilePath::new(it.text), "expected a preset or a file")?)
            }
            Key::Part => Self::Part(name()?),
            Key::Layers => Self::Layers(name()?),
            Key::Reader => Self::Reader(it.keyed(Reader::from_key)?),
            Key::HeadDim => Self::HeadDim(width()?),
            Key::RotaryDim => Self::RotaryDim(width()?),
            Key::Pairing => Self::Pairing(it.keyed(Pairing::from_key)?),
            Key::Scaling => Self::Scaling(it.keyed(Rule::from_key)?),
            Key::Truncate => Self::Truncate(it.parsed("expected true or false")?),
            Key::Query | Key::KeyVector if it.text == RANDOM => Self::List(it.key, [].into()),
            Key::Query | Key::KeyVector => {
                let entries = list(|it| it.abs() <= MOST_ENTRY, Limits::D_MODEL_MAX as usize);
                let expected = format!("expected numbers, such as 1,0,0.5, or {RANDOM}");
                Self::List(it.key, it.allowed(entries, &expected)?)
            }
            Key::ShortFactor | Key::LongFactor => {
                let divisors = list(|it| it > 0.0 && it.is_finite(), MOST_DIVISORS);
                let expected = "expected numbers above 0, such as 1.0,1.5,2.25";
                Self::List(it.key, it.allowed(divisors, expected)?)
            }
            Key::MropeSection if it.text == NO_CONTEXT => Self::Sections(None),
            Key::MropeSection => {
                Self::Sections(Some(it.parsed(&format!("{}, or none", Sections::ALLOWED))?))
            }
            Key::Context if it.text == NO_CONTEXT => Self::Context(None),
            Key::Context => {
                let most = Limits::LENGTH_MAX as i64;
                let found = number::parse_whole(it.text).filter(|it| (1..=most).contains(it));
                let expected = format!("expected a whole number from 1 to {most}, or {NO_CONTEXT}");
                Self::Context(Some(it.allowed(found, &expected)? as u64))
            }
            Key::Cache => Self::Cache(it.keyed(Cache::from_key)?),
            Key::CacheForm => Self::CacheForm(it.keyed(CacheForm::from_key)?),
            key => Self::Number(key, number_of(it)?),
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

/// Number of a rule within its limits.
fn number_of(it: SceneText<'_>) -> Result<f64, SceneError> {
    let (is_allowed, expected): (fn(f64) -> bool, &str) = match it.key {
        Key::TrainedLength => (Limits::is_base, "expected a number above 1, up to 1e12"),
        Key::Turning => (
            |it| it.fract() == 0.0 && (0.0..=f64::from(Limits::PAIRS_MAX)).contains(&it),
            "expected a whole number from 0 to 8192",
        ),
        Key::Mscale | Key::MscaleAllDim => {
            (|it| it.abs() <= 1e6, "expected a number from -1e6 to 1e6")
        }
        _ => (|it| it > 0.0 && it <= Limits::BASE_MAX, "expected a number above 0, up to 1e12"),
    };
    it.number(is_allowed, expected)
}
