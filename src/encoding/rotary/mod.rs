//! Rotary encodings: pairs of dimensions that are turned by the angle ω·t.

pub mod cache;
pub mod pairing;
pub mod scaling;
