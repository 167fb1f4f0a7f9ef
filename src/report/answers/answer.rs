//! Answer of a command: its keys, a row each.

use crate::report::kind::Kind;

/// Answer of a command in JSON.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Name of its type.
    pub name: &'static str,
    /// Command that gives it.
    pub command: &'static str,
    /// Keys with the types of their values and their meanings; keys within objects are joined by a point. Where several
    /// keys have objects of one type, its keys follow the first of them.
    pub fields: &'static [AnswerRow],
}

/// Key, type of its value, and meaning.
pub type AnswerRow = (&'static str, Kind, &'static str);
