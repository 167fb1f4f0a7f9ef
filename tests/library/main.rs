//! Tests of the library: numbers beside exact ones and those of other programs, figures, exported code, layers.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod conventions;
mod exact;
mod falsification;
mod figures;
mod layers;
mod rotary;
mod snippets;
