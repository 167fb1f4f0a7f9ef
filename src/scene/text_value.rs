//! Values of keys as text: read within their limits, and written.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr, sync::Arc};

use super::{
    CriteriaSelection, CurveAxes, CurveColumns, DifferenceScale, Digits, FilePath, Key, SceneError,
    Sentence, Sides, Views, error::shortened,
};
use crate::{
    encoding::{
        Components, Exponent, FourierFactor, Layout, Limits, Order, Stages,
        grid::{GridShape, Sequence},
        rotary::{
            Sections,
            cache::{Cache, CacheForm},
            pairing::Pairing,
            scaling::Rule,
        },
        similarity::Measure,
    },
    model::Reader,
    picture::{Pixels, number},
    stable_enum::UnknownKey,
    tokens::{Join, Overlong},
};

/// Text of a key's value, to be read.
#[derive(Clone, Copy)]
pub(super) struct SceneText<'a> {
    pub(super) key: Key,
    pub(super) text: &'a str,
}

impl SceneText<'_> {
    /// Error that says what is expected.
    pub(super) fn refused(self, allowed: impl Into<String>) -> SceneError {
        SceneError::BadValue {
            key: self.key.key(),
            value: if self.text.is_empty() { "nothing".to_owned() } else { shortened(self.text) },
            allowed: allowed.into(),
        }
    }

    /// The value, or an error that says what is expected.
    pub(super) fn allowed<T>(self, value: Option<T>, allowed: &str) -> Result<T, SceneError> {
        value.ok_or_else(|| self.refused(allowed))
    }

    /// Value of a type whose text has one form.
    pub(super) fn parsed<T: FromStr>(self, allowed: &str) -> Result<T, SceneError> {
        self.allowed(self.text.parse().ok(), allowed)
    }

    /// Value of a type whose error says what is expected.
    pub(super) fn told<T: FromStr<Err: Display>>(self) -> Result<T, SceneError> {
        self.text.parse().map_err(|error: T::Err| self.refused(error.to_string()))
    }

    /// Variant with a stable key.
    pub(super) fn keyed<T>(
        self,
        from_key: fn(&str) -> Result<T, UnknownKey>,
    ) -> Result<T, SceneError> {
        from_key(self.text).map_err(|error| self.refused(error.to_string()))
    }

    /// Whole number within a range.
    pub(super) fn whole(self, range: RangeInclusive<i64>) -> Result<i64, SceneError> {
        let value = number::parse_whole(self.text).filter(|value| range.contains(value));
        let (first, last) = range.into_inner();
        value.ok_or_else(|| self.refused(format!("expected a whole number from {first} to {last}")))
    }

    /// Number that is allowed.
    pub(super) fn number(
        self,
        is_allowed: impl Fn(f64) -> bool,
        allowed: &str,
    ) -> Result<f64, SceneError> {
        self.allowed(number::parse(self.text).filter(|&it| is_allowed(it)), allowed)
    }

    /// Number within the limits of positions.
    pub(super) fn real(
        self,
        is_allowed: impl Fn(f64) -> bool,
        what: &str,
    ) -> Result<f64, SceneError> {
        let farthest = Limits::POSITION_MAX as f64;
        let within = |it: f64| it.abs() <= farthest && is_allowed(it);
        self.number(within, &format!("expected {what} from -{farthest} to {farthest}"))
    }
}

/// Text of a value that is none.
const NONE: &str = "none";
/// Text of a vector of a head that comes from the seed.
const RANDOM: &str = "random";

/// Readers of the values that make an encoding.
impl SceneText<'_> {
    /// File that is not read before a person asks for it.
    pub(super) fn file(self) -> Result<FilePath, SceneError> {
        self.allowed(FilePath::new(self.text), FilePath::ALLOWED)
    }

    /// Preset, or file with a configuration.
    pub(super) fn model(self) -> Result<FilePath, SceneError> {
        self.allowed(FilePath::new(self.text), "expected a preset or a file")
    }

    /// Name of a tensor.
    pub(super) fn name_of_tensor(self) -> Result<Arc<str>, SceneError> {
        const MOST_BYTES: usize = 4096;
        self.name_within(MOST_BYTES, "expected the name of a tensor")
    }

    /// Name of a part of a configuration, or of a set of layers.
    pub(super) fn name(self) -> Result<Arc<str>, SceneError> {
        const MOST_BYTES: usize = 256;
        self.name_within(MOST_BYTES, "expected a name")
    }

    fn name_within(self, most_bytes: usize, allowed: &str) -> Result<Arc<str>, SceneError> {
        let is_name = !self.text.is_empty() && self.text.len() <= most_bytes;
        self.allowed(is_name.then(|| self.text.into()), allowed)
    }

    /// Number of columns.
    pub(super) fn width(self) -> Result<u32, SceneError> {
        Ok(self.whole(1..=Limits::D_MODEL_MAX.into())? as u32)
    }

    /// Base, or a length that limits turns.
    pub(super) fn base(self) -> Result<f64, SceneError> {
        self.number(Limits::is_base, &format!("expected {}", Limits::BASES))
    }

    /// Pairs of each axis, or none.
    pub(super) fn sections(self) -> Result<Option<Sections>, SceneError> {
        if self.text == NONE {
            return Ok(None);
        }
        self.parsed(&format!("{}, or {NONE}", Sections::ALLOWED)).map(Some)
    }

    /// Length of a sequence, or none.
    pub(super) fn length_or_none(self) -> Result<Option<u64>, SceneError> {
        if self.text == NONE {
            return Ok(None);
        }
        let most = Limits::LENGTH_MAX as i64;
        let found = number::parse_whole(self.text).filter(|it| (1..=most).contains(it));
        let expected = format!("expected a whole number from 1 to {most}, or {NONE}");
        Ok(Some(self.allowed(found, &expected)? as u64))
    }

    /// Number that is not huge.
    pub(super) fn moderate(self) -> Result<f64, SceneError> {
        self.number(|it| it.abs() <= 1e6, "expected a number from -1e6 to 1e6")
    }

    /// Number of a rule of scaling.
    pub(super) fn positive(self) -> Result<f64, SceneError> {
        let is_allowed = |it| it > 0.0 && it <= Limits::BASE_MAX;
        self.number(is_allowed, "expected a number above 0, up to 1e12")
    }

    /// Divisors of the frequencies, at most one for each pair of the widest head.
    pub(super) fn divisors(self) -> Result<Arc<[f64]>, SceneError> {
        let divisors = self.numbers(Limits::PAIRS_MAX, |it| it > 0.0 && it.is_finite());
        self.allowed(divisors, "expected numbers above 0, such as 1.0,1.5,2.25")
    }

    /// Vector of a head, or none for a random one.
    pub(super) fn vector(self) -> Result<Option<Arc<[f64]>>, SceneError> {
        /// Largest absolute value of an entry.
        const MOST: f64 = 1e6;
        if self.text == RANDOM {
            return Ok(None);
        }
        let entries = self.numbers(Limits::D_MODEL_MAX, |it| it.abs() <= MOST);
        let expected = format!("expected numbers, such as 1,0,0.5, or {RANDOM}");
        self.allowed(entries, &expected).map(Some)
    }

    /// At most so many numbers separated by commas; `None` unless all are allowed.
    fn numbers(self, most: u32, is_allowed: fn(f64) -> bool) -> Option<Arc<[f64]>> {
        let entry = |text: &str| number::parse(text).filter(|&value| is_allowed(value));
        let list: Option<Arc<[f64]>> = self.text.split(',').map(entry).collect();
        list.filter(|list| list.len() <= most as usize)
    }
}

/// Value that a scene's text holds.
pub(super) trait WrittenValue {
    fn written(&self) -> String;
}

impl WrittenValue for f64 {
    fn written(&self) -> String {
        number::shortest(*self)
    }
}

impl WrittenValue for Digits {
    fn written(&self) -> String {
        self.get().to_string()
    }
}

impl WrittenValue for FilePath {
    fn written(&self) -> String {
        self.text().to_owned()
    }
}

impl WrittenValue for Sentence {
    fn written(&self) -> String {
        self.text().to_string()
    }
}

impl WrittenValue for Arc<str> {
    fn written(&self) -> String {
        self.to_string()
    }
}

impl WrittenValue for Arc<[f64]> {
    fn written(&self) -> String {
        self.iter().map(f64::written).collect::<Vec<_>>().join(",")
    }
}

impl WrittenValue for Option<Arc<[f64]>> {
    fn written(&self) -> String {
        self.as_ref().map_or_else(|| RANDOM.to_owned(), WrittenValue::written)
    }
}

impl WrittenValue for Option<u64> {
    fn written(&self) -> String {
        self.map_or_else(|| NONE.to_owned(), |it| it.to_string())
    }
}

impl WrittenValue for Option<Sections> {
    fn written(&self) -> String {
        self.map_or_else(|| NONE.to_owned(), |it| it.to_string())
    }
}

macro_rules! written {
    ($method:ident: $( $type:ty ),+) => {
        $( impl WrittenValue for $type {
            fn written(&self) -> String {
                ToOwned::to_owned(&*self.$method()).into()
            }
        } )+
    };
}

written!(to_string: bool, i64, u32, u64, CriteriaSelection, CurveAxes, CurveColumns, GridShape, Sequence, Stages, Views);
written!(key: Cache, CacheForm, Components, DifferenceScale, Exponent, FourierFactor, Join, Layout, Measure, Order, Overlong, Pairing, Pixels, Reader, Rule, Sides);
