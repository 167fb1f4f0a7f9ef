//! Rotary encodings: pairs of dimensions that are turned by the angle ω·t.

pub mod cache;
mod head;
pub mod notices;
pub mod pairing;
mod precision;
mod reach;
pub mod scaling;
mod score;
mod sections;

pub(crate) use precision::angle_error;

pub use head::{Rotary, RotaryDraft};
pub use reach::{Reach, ReachQuestion, first_negative};
pub use score::Precision;
pub use sections::{NoSections, SectionRule, Sections, TokenAxis};
