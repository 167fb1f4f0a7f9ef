//! Rasters: the pixels of a picture, computed from closed forms at the resolution of the screen.
//!
//! A pixel that covers m ≥ 1 cells shows their exact mean. The mean of sin(ωt + φ) over m consecutive
//! positions from a is D₁·sin(ω(a + (m − 1)/2) + φ) with D₁ = sin(mω/2)/(m·sin(ω/2)): again a phasor, at
//! the pixel's center, with one factor a frequency. So a picture of any size costs its pixels. Where the
//! cells under one pixel differ too much for their mean to say anything, the pixel fades to gray.

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
pub(in crate::picture) mod wave_sums;

pub use request::{Image, Pixels, Raster, RasterRequest, Source};
