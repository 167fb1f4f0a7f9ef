//! Named conventions: the choices that some real code makes, one row of data each.

use thiserror::Error;

use super::{Components, Exponent, Layout, Order, ParameterDraft};
use crate::keyed::keyed;

keyed! {
    /// A named choice of exponent, layout, order, components, first position and base.
    pub enum Convention {
        /// "Attention Is All You Need".
        Paper = "paper",
        /// The same frequencies in two blocks.
        Split = "split",
    }
}

/// A name that no convention has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("there is no convention {name:?}: nearest is {nearest}; all are {all}")]
pub struct UnknownConvention {
    name: String,
    nearest: &'static str,
    all: String,
}

impl Convention {
    /// The convention with that key, or an error that names the nearest one.
    pub fn named(name: &str) -> Result<Self, UnknownConvention> {
        Self::from_key(name).map_err(|unknown| UnknownConvention {
            name: name.to_owned(),
            nearest: unknown
                .allowed
                .iter()
                .copied()
                .max_by(|a, b| {
                    strsim::jaro_winkler(a, name).total_cmp(&strsim::jaro_winkler(b, name))
                })
                .unwrap_or("paper"),
            all: unknown.allowed.join(", "),
        })
    }

    /// Name to show.
    pub fn title(self) -> &'static str {
        match self {
            Self::Paper => "Attention Is All You Need",
            Self::Split => "Two blocks, sine then cosine",
        }
    }

    /// What it does, in one sentence or two.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Paper => "Sine in even columns, cosine in odd ones, exponent 2k/d",
            Self::Split => "All sines, then all cosines, with the paper's exponent 2k/d",
        }
    }

    /// Position of the first row where nothing else is asked for.
    pub fn start(self) -> i64 {
        match self {
            Self::Paper | Self::Split => 0,
        }
    }

    /// Base where nothing else is asked for.
    pub fn base(self) -> f64 {
        match self {
            Self::Paper | Self::Split => 10_000.0,
        }
    }

    /// The parameters of this convention for a table of `length` rows and `d_model` columns.
    pub fn draft(self, d_model: u32, length: u64) -> ParameterDraft {
        ParameterDraft {
            d_model,
            start: self.start(),
            length,
            base: self.base(),
            exponent: Exponent::Paper,
            layout: match self {
                Self::Paper => Layout::Interleaved,
                Self::Split => Layout::Split,
            },
            order: Order::SinFirst,
            components: Components::Both,
        }
    }
}
