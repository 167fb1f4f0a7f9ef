//! Named conventions: the choices that real code makes, one row of data each.

mod arithmetic;
mod table;

use std::{fmt, iter};

use thiserror::Error;

pub use arithmetic::{Arithmetic, Form};

use super::{Components, Exponent, Layout, OddRule, Order, Sinusoid, SinusoidDraft};

/// All that is known of one convention.
#[derive(Debug)]
pub struct ConventionFacts {
    /// Stable name, in scene texts and on the command line.
    pub key: &'static str,
    /// Name to show.
    pub title: &'static str,
    /// Under which heading it is offered.
    pub group: &'static str,
    /// The repository and file, or the text, that it was read from.
    pub source: &'static str,
    /// What it does; for a slip, what that breaks.
    pub sentence: &'static str,
    /// Rule of the exponent.
    pub exponent: Exponent,
    /// Interleaved or split.
    pub layout: Layout,
    /// Sine or cosine first.
    pub order: Order,
    /// Both, or one alone.
    pub components: Components,
    /// Position of the first row.
    pub start: i64,
    /// The 10000 of the paper.
    pub base: f64,
    /// What becomes of an odd width.
    pub odd: OddRule,
    /// How the original writes the frequency; a text without code has none.
    pub form: Option<Form>,
    /// What the original computes in.
    pub arithmetic: Arithmetic,
    /// What the original does at an odd `d_model`, where there is nothing that could be shown.
    pub at_odd: Option<&'static str>,
    /// What the original does where there is one pair alone, if not this.
    pub at_one_pair: Option<&'static str>,
}

/// A named choice of exponent, layout, order, components, odd-d rule, first position and base.
///
/// ```
/// use phasor::encoding::Convention;
/// assert_eq!(Convention::named("fairseq").unwrap().facts().start, 2);
/// let error = Convention::named("fairsek").unwrap_err().to_string();
/// assert!(error.starts_with("unknown convention \"fairsek\": nearest are fairseq"), "{error}");
/// ```
#[derive(Clone, Copy)]
pub struct Convention(&'static ConventionFacts);

impl PartialEq for Convention {
    /// Keys are unique.
    fn eq(&self, other: &Self) -> bool {
        self.0.key == other.0.key
    }
}

impl Eq for Convention {}

impl fmt::Debug for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.key)
    }
}

/// A name that no convention has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "there is no convention {name:?}: nearest are {}; `phasor conventions` lists all",
    .nearest.join(", ")
)]
pub struct UnknownConvention {
    name: String,
    nearest: Vec<&'static str>,
}

impl Convention {
    /// The formula of "Attention Is All You Need".
    pub const PAPER: Self = Self(&table::TABLE[0]);

    /// Every convention, group by group.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        table::TABLE.iter().map(Self)
    }

    /// The convention with that key, or an error that names the nearest ones.
    pub fn named(name: &str) -> Result<Self, UnknownConvention> {
        const NUM_NEAREST: usize = 3;
        Self::all().find(|convention| convention.key() == name).ok_or_else(|| {
            let mut nearest: Vec<_> = Self::all().map(Self::key).collect();
            nearest.sort_by(|a, b| {
                strsim::jaro_winkler(b, name).total_cmp(&strsim::jaro_winkler(a, name))
            });
            nearest.truncate(NUM_NEAREST);
            // Text from a clipboard may be of any length.
            UnknownConvention { name: name.chars().take(40).collect(), nearest }
        })
    }

    /// Its stable name.
    pub fn key(self) -> &'static str {
        self.0.key
    }

    /// All that is known of it.
    pub fn facts(self) -> &'static ConventionFacts {
        self.0
    }

    /// Parts of this convention for `d_model` columns.
    pub fn draft(self, d_model: u32) -> SinusoidDraft {
        let &ConventionFacts { base, exponent, layout, order, components, odd, .. } = self.0;
        SinusoidDraft { d_model, base, exponent, layout, order, components, odd }
    }

    /// What it does otherwise than the paper, part by part; empty where nothing is.
    pub fn differences_from_paper(self) -> Vec<String> {
        let (own, paper) = (self.0, Self::PAPER.0);
        let mut found = Vec::new();
        if own.components != paper.components {
            found.push(format!("{} alone", own.components.key()));
        }
        if own.exponent != paper.exponent {
            let formula = own.exponent.formula(own.components, OddRule::Lone);
            let when =
                if own.exponent == Exponent::Half { " (the same where d is even)" } else { "" };
            found.push(format!("exponent {formula}{when}"));
        }
        if own.layout != paper.layout {
            found.push("two blocks".to_owned());
        }
        if own.order != paper.order {
            found.push("cosine first".to_owned());
        }
        if own.start != paper.start {
            found.push(format!("first position {}", own.start));
        }
        if own.base.to_bits() != paper.base.to_bits() {
            found.push(format!("base {}", own.base));
        }
        if own.odd != paper.odd {
            found.push(format!("at odd d {}", own.odd.title()));
        }
        found
    }

    /// Where the original does nothing that could be shown, what it does, and what is shown instead.
    pub fn notices(self, sinusoid: &Sinusoid) -> Vec<String> {
        let p = sinusoid;
        let at_odd = self.0.at_odd.filter(|_| p.is_odd()).map(|original| {
            format!("At an odd d_model the original {original}; shown: {}.", p.odd().title())
        });
        let at_one_pair = p.exponent().divides_by_zero(p).then(|| {
            let original = self.0.at_one_pair.map(|original| format!(" the original {original};"));
            let formula = p.exponent().formula(p.components(), p.odd_in_force());
            let original = original.unwrap_or_default();
            format!("The exponent {formula} divides by 0 here:{original} shown: a divisor of 1.")
        });
        iter::chain(at_odd, at_one_pair).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_and_groups_hold_together() {
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
            "exponent k/(⌊d/2⌋ − 1), two blocks, first position 2, at odd d a column of zeros at the end"
        );
        assert_eq!(of("cosine-alone"), "cos alone");
    }
}
