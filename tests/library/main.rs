//! Tests of the library: numbers beside exact ones and those of other programs, figures, exported code, layers.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod claims;
mod comparison;
mod configurations;
mod conventions;
mod exact;
mod falsification;
mod figures;
mod formulas;
mod grids;
mod layers;
mod lists;
mod mechanisms;
mod numbers;
mod principal;
mod profile;
mod rotary;
mod rotation;
mod row_positions;
mod scenes;
mod snippets;
mod waves;
