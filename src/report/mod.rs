//! Answers of the command line about tables, in words and as JSON: what differs, and what a table is.

mod compare;
mod identify;
mod identity_words;
mod side;

pub use self::{
    compare::ComparisonReport,
    identify::IdentityReport,
    identity_words::{DeviationText, IdentityWords},
    side::{ReportError, Subject},
};
