//! Data of a convention.

use super::{Arithmetic, Form};
use crate::encoding::{Components, Exponent, Layout, OddRule, Order};

/// Data of a convention.
#[derive(Debug)]
pub struct ConventionFacts {
    /// Stable name, used in scene texts and on the command line.
    pub key: &'static str,
    /// Display name.
    pub title: &'static str,
    /// Heading under which the convention is listed.
    pub group: &'static str,
    /// Source: repository and file, or publication.
    pub source: &'static str,
    /// Description in one sentence; for a common mistake, its consequence.
    pub sentence: &'static str,
    /// Exponent rule.
    pub exponent: Exponent,
    /// Layout: interleaved or split.
    pub layout: Layout,
    /// Order: sine or cosine first.
    pub order: Order,
    /// Components: sine, cosine or both.
    pub components: Components,
    /// Position of the first row.
    pub start: i64,
    /// Base of the exponent; 10000 in the paper.
    pub base: f64,
    /// Rule for an odd width.
    pub odd: OddRule,
    /// Formula of the frequency in the original code; `None` for a publication without code.
    pub form: Option<Form>,
    /// Precision of the original code.
    pub arithmetic: Arithmetic,
    /// Behavior of the original at an odd `d_model`, if it fails or makes a table of another width.
    pub at_odd: Option<&'static str>,
    /// Behavior of the original with a single pair, where the exponent divides by 0.
    pub at_one_pair: Option<&'static str>,
}
