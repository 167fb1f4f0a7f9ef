//! The mathematics of sinusoidal positional encodings.
//!
//! Everything here is a pure function of [`Parameters`], which are valid by construction: after
//! that nothing returns an error and nothing panics. There is no I/O and no window.
//!
//! | question | answered by |
//! |---|---|
//! | what may be asked for? | [`Parameters`], [`Convention`] |
//! | what is the frequency of column j? | [`Encoding::column`], [`Encoding::frequencies`] |
//! | what is PE(t, j)? | [`Encoding::value`], [`Encoding::fill_rows`] |
//! | how alike are two positions? | [`similarity`], [`Profile`] |
//! | what makes an encoding good? | [`Criteria`] |
//! | along what do positions differ most? | [`Principal`] |
//! | how does PE(t + k) follow from PE(t)? | [`Rotation`] |

mod candidate;
mod convention;
mod criteria;
mod double;
mod engine;
mod frequency;
mod parameters;
mod phasor;
mod principal;
mod profile;
pub mod rotation;
mod rows;
mod simd;
pub mod similarity;

pub use candidate::{Candidate, CandidateTable, Nearest};
pub use convention::{Arithmetic, Convention, Facts, Form, UnknownConvention};
pub use criteria::{Criteria, Criterion, Findings};
pub use double::Double;
pub use frequency::{Column, Component, Encoding, Exponent, Frequency, Ratio};
pub(crate) use parameters::check_position;
pub use parameters::{
    Components, Layout, Limits, OddRule, Order, OutOfLimits, ParameterDraft, Parameters,
};
pub use phasor::Phasor;
pub(crate) use phasor::{Omegas, Phasors};
pub use principal::Principal;
pub use profile::{Band, Profile};
pub use rotation::{Residual, Rotation};
pub use rows::Rows;
pub(crate) use simd::Level;
pub use simd::Number;
