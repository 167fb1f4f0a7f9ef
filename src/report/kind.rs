//! Types of the values in answers in JSON.

use std::fmt;

/// Type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Bool,
    /// Whole number.
    Whole,
    /// Number.
    Number,
    /// Text.
    Text,
    /// Any value.
    Any,
    /// Value of a type; the key may be null or absent.
    Null(&'static Self),
    /// List of values of one type.
    List(&'static Self),
    /// List of numbers, as many as there are rows or pairs; null for one that is not finite.
    Array,
    /// Object with any keys, and values of one type.
    Map(&'static Self),
    /// Value of one type or the other.
    Either(&'static Self, &'static Self),
    /// Object with keys of its own; the name of its type.
    Object(&'static str),
}

impl Kind {
    /// Name of the object that values, or their parts, are; `None` for plain ones.
    pub fn object(self) -> Option<&'static str> {
        match self {
            Self::Object(name) => Some(name),
            Self::Null(of) | Self::List(of) | Self::Map(of) => of.object(),
            Self::Either(one, other) => one.object().or_else(|| other.object()),
            Self::Bool | Self::Whole | Self::Number | Self::Text | Self::Any | Self::Array => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("bool"),
            Self::Whole => f.write_str("int"),
            Self::Number => f.write_str("number"),
            Self::Text => f.write_str("text"),
            Self::Any => f.write_str("any"),
            Self::Null(of) => write!(f, "{of}?"),
            Self::List(of) => write!(f, "list of {of}"),
            Self::Array => f.write_str("list of number"),
            Self::Map(of) => write!(f, "{of} by key"),
            Self::Either(one, other) => write!(f, "{one} or {other}"),
            Self::Object(name) => f.write_str(name),
        }
    }
}
