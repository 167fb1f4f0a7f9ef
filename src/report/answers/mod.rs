//! Meaning and type of every key of the answers in JSON.

mod answer;
mod compare;
mod conventions;
mod identify;
mod identify_all;
mod measure;
mod model;

pub use answer::{Answer, AnswerRow};

use self::{
    compare::{COMPARE, COMPARE_ROTATIONS},
    conventions::CONVENTIONS,
    identify::IDENTIFY,
    identify_all::IDENTIFY_ALL,
    measure::MEASURE,
    model::{MODEL, MODELS},
};

impl Answer {
    /// Answer, or part of one with a heading of its own, of a type.
    pub fn named(name: &str) -> Option<&'static Self> {
        ANSWERS.iter().find(|it| it.name == name)
    }

    /// True for an answer of a command, false for a part of one.
    pub fn is_whole(&self) -> bool {
        self.command.starts_with("phasor ")
    }

    /// Keys of an object of this answer, or of the whole, whose name is that of the answer. Their rows come with the
    /// keys as they are documented, and as they stand in the object.
    pub fn keys_of(&self, object: &str) -> Vec<(&'static AnswerRow, &'static str)> {
        let prefix = if object == self.name {
            String::new()
        } else {
            let named = |row: &&AnswerRow| row.1.object() == Some(object);
            self.fields.iter().find(named).map_or_else(String::new, |row| format!("{}.", row.0))
        };
        let rows = self.fields.iter();
        let own = rows.filter_map(|row| Some((row, row.0.strip_prefix(prefix.as_str())?)));
        own.filter(|(_, key)| !key.contains('.')).collect()
    }
}

/// Key of all answers, and of every entry of those that are lists.
pub const VERSION_KEY: &str = "phasor";

/// Answers of all commands with `--json`.
pub const ANSWERS: &[Answer] =
    &[COMPARE, COMPARE_ROTATIONS, IDENTIFY, IDENTIFY_ALL, MODEL, MEASURE, MODELS, CONVENTIONS];
