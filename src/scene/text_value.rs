//! Values of keys as text: read within their limits, and written.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use super::{
    CriteriaSelection, CurveAxes, CurveColumns, DifferenceScale, Digits, FilePath, Key, SceneError,
    Sentence, Sides, Views, error::shortened,
};
use crate::{
    encoding::{
        Components, Exponent, FourierFactor, Layout, Limits, Order, Stages,
        grid::{GridShape, Sequence},
        similarity::Measure,
    },
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
written!(key: Components, DifferenceScale, Exponent, FourierFactor, Join, Layout, Measure, Order, Overlong, Pixels, Sides);
