//! Conventions by name, and sinusoids made from them.

use std::iter;

use thiserror::Error;

use super::{ConventionFacts, table::TABLE};
use crate::{
    encoding::{Difference, Exponent, Sinusoid, SinusoidDraft},
    likeness::nearest,
    stable_enum::stable_rows,
};

stable_rows! {
    /// Named choice of exponent, layout, order, components, rule for odd widths, first position and base.
    ///
    /// ```
    /// use phasor::encoding::Convention;
    /// assert_eq!(Convention::named("fairseq").unwrap().facts().start, 2);
    /// let error = Convention::named("fairsek").unwrap_err().to_string();
    /// assert!(error.starts_with("unknown convention \"fairsek\": nearest are fairseq"), "{error}");
    /// ```
    pub struct Convention(ConventionFacts) = TABLE;
}

/// Error for a name that no convention has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "unknown convention {name:?}: nearest are {}; `phasor conventions` lists all",
    .nearest.join(", ")
)]
pub struct UnknownConvention {
    name: String,
    nearest: Vec<&'static str>,
}

impl UnknownConvention {
    /// Error for a name, with the nearest of all keys.
    pub(crate) fn new(name: &str, keys: impl Iterator<Item = &'static str>) -> Self {
        // Text from the clipboard may have any length.
        let name: String = name.chars().take(40).collect();
        let nearest = nearest(&name, keys);
        Self { name, nearest }
    }
}

impl Convention {
    /// Convention of "Attention Is All You Need".
    pub const PAPER: Self = Self(&TABLE[0]);

    /// Returns the convention with a key, or an error that lists the nearest keys.
    pub fn named(name: &str) -> Result<Self, UnknownConvention> {
        Self::of_key(name).ok_or_else(|| UnknownConvention::new(name, Self::all().map(Self::key)))
    }

    /// Draft of a sinusoid with `d_model` columns in this convention.
    pub fn draft(self, d_model: u32) -> SinusoidDraft {
        let &ConventionFacts { base, exponent, layout, order, components, odd, .. } = self.0;
        SinusoidDraft { d_model, base, exponent, layout, order, components, odd }
    }

    /// Differences from the paper, one text per difference. Empty if there are none.
    pub fn differences_from_paper(self) -> Vec<String> {
        let (own, paper) = (self.draft(2), Self::PAPER.draft(2));
        let text = |it: &Difference| match it.name {
            "exponent" if own.exponent == Exponent::Half => {
                it.own() + " (the same where d is even)"
            }
            _ => it.own(),
        };
        let found = own.differences(&paper);
        let (others, waves): (Vec<_>, Vec<_>) =
            found.iter().partition(|it| matches!(it.name, "base" | "at odd d"));
        let start = (self.0.start != Self::PAPER.0.start)
            .then(|| format!("first position {}", self.0.start));
        waves.into_iter().map(text).chain(start).chain(others.into_iter().map(text)).collect()
    }

    /// Notices about a width for which the original makes no valid table: its behavior, and what is shown instead.
    pub fn notices(self, sinusoid: &Sinusoid) -> Vec<String> {
        let p = sinusoid;
        let at_odd = self.0.at_odd.filter(|_| p.is_odd()).map(|original| {
            format!("At an odd d_model the original {original}; shown: {}.", p.odd().title())
        });
        let at_one_pair = p.divides_by_zero().then(|| {
            let original = self.0.at_one_pair.map(|original| format!(" the original {original};"));
            let formula = p.exponent().formula(p.components(), p.odd_in_force());
            let original = original.unwrap_or_default();
            format!("The exponent {formula} divides by 0 here:{original} shown: a divisor of 1.")
        });
        iter::chain(at_odd, at_one_pair).collect()
    }
}

impl Default for Sinusoid {
    /// The paper's encoding with 128 columns.
    fn default() -> Self {
        Self::new(Convention::PAPER.draft(128)).expect("the paper's base and 128 columns are valid")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_and_groups_contiguous() {
        let mut groups: Vec<&str> = Convention::all().map(|c| c.facts().group).collect();
        groups.dedup();
        let mut unique = groups.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(groups.len(), unique.len(), "each group stands in one piece: {groups:?}");
        for convention in Convention::all() {
            assert_eq!(Convention::named(convention.key()), Ok(convention), "a key finds its row");
        }
    }

    #[test]
    fn differences_follow_from_the_data() {
        let of = |key| Convention::named(key).unwrap().differences_from_paper().join(", ");
        assert_eq!(of("annotated-transformer"), "");
        assert_eq!(
            of("fairseq"),
            "exponent i/(⌊d/2⌋ − 1), two blocks, first position 2, at odd d a column of zeros at the end"
        );
        assert_eq!(of("cosine-alone"), "cos alone");
    }
}
