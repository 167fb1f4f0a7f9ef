//! Colors of pixels: a palette of faded colors, and indexes into it.

use crate::encoding::parallel::for_each_row;
use crate::picture::{
    ColorScale, Rgb,
    color::{ColorPlaces, WHOLE, between, mixed, rounded},
};

/// Mean and variance of the cells under a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pixel {
    pub(super) value: f64,
    pub(super) variance: f64,
}

impl Pixel {
    /// Pixel without a value, in the same gray as an unresolved pixel.
    pub(super) const NOTHING: Self = Self { value: 0.0, variance: 0.5 };

    /// Pixel of a number; one without a value if it is none.
    pub(super) fn of(value: f64, variance: f64) -> Self {
        if value.is_nan() { Self::NOTHING } else { Self { value, variance } }
    }
}

/// Computes the color of a pixel in two steps: `key` is arithmetic and vectorizes, `color` is a table lookup.
pub(super) struct Ink<F, G> {
    pub(super) key: F,
    pub(super) color: G,
}

/// Number of fading steps: too fine to see, and few enough that all colors fit into the L1 cache.
const STEPS: u32 = 24;
/// Palette entries per fading step; slightly more than a map has.
const STRIDE: u32 = 256;
/// Size of the palette: a power of two.
pub(super) const PLACES: usize = (STRIDE * (STEPS + 1)).next_power_of_two() as usize;

/// Every color that a picture can have: those of its map, in every fading step. The size is a power of two, so that
/// a masked index needs no bounds check.
pub(super) fn palette<P: Copy + Default>(
    scale: ColorScale,
    unresolved: Rgb,
    paint: impl Fn(Rgb) -> P,
) -> [P; PLACES] {
    let table = scale.map.table();
    let mut palette = [P::default(); PLACES];
    let places = (0..=STEPS).flat_map(|step| (0..STRIDE).map(move |index| (step, index as usize)));
    for (color, (step, index)) in palette.iter_mut().zip(places) {
        *color = paint(mixed(table[index.min(table.len() - 1)], unresolved, 256 * step / STEPS));
    }
    palette
}

/// Index of a pixel's color in the palette.
#[inline(always)]
pub(super) fn palette_index(places: ColorPlaces, pixel: Pixel) -> u16 {
    // A full wave under a pixel has variance ½: there the pixel has faded completely.
    let step = rounded(between(2.0 * f64::from(STEPS) * pixel.variance, 0.0, f64::from(STEPS)));
    let index = step * f64::from(STRIDE) + places.place(pixel.value);
    (index + WHOLE).to_bits() as u16
}

/// Repeats each sample over the pixels that show it.
pub(super) fn enlarged<P: Copy + Default + Send + Sync>(
    grid: Vec<P>,
    num_across: usize,
    across: &[usize],
    down: &[usize],
) -> Vec<P> {
    let is_identity = |index: &[usize]| index.iter().enumerate().all(|(i, &sample)| i == sample);
    let is_across_whole = across.len() == num_across && is_identity(across);
    if is_across_whole && down.len() * num_across == grid.len() && is_identity(down) {
        return grid;
    }
    let mut out = vec![P::default(); across.len() * down.len()];
    for_each_row(&mut out, across.len(), &|i, row| {
        let sample = down[i];
        let samples = &grid[sample * num_across..(sample + 1) * num_across];
        if is_across_whole {
            row.copy_from_slice(samples);
            return;
        }
        for (pixel, &sample) in row.iter_mut().zip(across) {
            *pixel = samples[sample];
        }
    });
    out
}
