//! Rasters: pixels of a picture, computed from closed forms at screen resolution.
//!
//! A pixel that covers m ≥ 1 cells shows their exact mean. The mean of sin(ωt + φ) over m consecutive positions
//! from a is D₁·sin(ω(a + (m − 1)/2) + φ) with D₁ = sin(mω/2)/(m·sin(ω/2)). That is again a phasor, at the center
//! of the pixel, with one factor per frequency. The cost of a picture is therefore proportional to its pixels,
//! whatever the size of the table. Where the cells under a pixel differ too much for their mean to be meaningful,
//! the pixel fades to gray.

mod bias;
mod drift;
mod grid;
mod ink;
pub(in crate::picture) mod kernels;
mod matrix;
mod render;
mod request;
mod rows;
mod sampled;
pub(in crate::picture) mod samples;
mod similarity;
mod table;
#[cfg(test)]
mod tests;
mod wave_difference;

pub(in crate::picture) use bias::value as bias_value;
pub(in crate::picture) use drift::value as drift_value;
pub(in crate::picture) use grid::value as grid_value;
pub use request::{Image, Pixels, Raster, RasterRequest, Source};
