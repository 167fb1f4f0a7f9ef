//! Selected entry of the criteria: a candidate encoding and a criterion.

use std::{fmt, str::FromStr};

use crate::{
    encoding::{Candidate, Criterion},
    stable_enum::UnknownKey,
};

/// Candidate and criterion. The text form is `fraction,distance`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CriteriaSelection {
    /// Candidate encoding.
    pub candidate: Candidate,
    /// Criterion that the candidate is measured by.
    pub criterion: Criterion,
}

impl Default for CriteriaSelection {
    fn default() -> Self {
        Self { candidate: Candidate::Fraction, criterion: Criterion::Distance }
    }
}

impl fmt::Display for CriteriaSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.candidate.key(), self.criterion.key())
    }
}

impl FromStr for CriteriaSelection {
    type Err = UnknownKey;

    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let (candidate, criterion) = text.split_once(',').unwrap_or((text, ""));
        Ok(Self {
            candidate: Candidate::from_key(candidate.trim())?,
            criterion: Criterion::from_key(criterion.trim())?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selection_is_read_and_written() {
        let criteria_selection: CriteriaSelection = "binary,unique".parse().unwrap();
        assert_eq!(criteria_selection.to_string(), "binary,unique");
        for text in ["", "binary", "unique,binary", "binary,unique,alike"] {
            assert!(text.parse::<CriteriaSelection>().is_err(), "{text:?}");
        }
    }
}
