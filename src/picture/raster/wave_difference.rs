//! Pixels of A − B where both sides are waves, in closed form.
//!
//! With A = a·cos α and B = b·cos β under a pixel, A − B is a sum of two waves, and (A − B)² one of four: of 2α, 2β, α
//! + β and α − β, beside a constant. Each keeps a factor when it is averaged over the rows under the pixel.

use rayon::prelude::*;

use super::{
    RasterRequest,
    ink::{Ink, Pixel, enlarged},
    samples::{Covered, Samples},
};
use crate::encoding::{
    Component, Double, Turning, TurningSides, kept,
    wave_sums::{SampledRow, Wave, WaveSums},
};

/// Wave a·cos(θ + ψ), where θ grows with the row.
#[derive(Clone, Copy)]
struct Shifted {
    amplitude: f64,
    omega: Double,
    phase: f64,
}

impl Shifted {
    fn of(turning: Turning) -> Self {
        // A sine is a cosine a quarter turn later. Whole turns of the first row leave nothing.
        let quarter = match turning.component {
            Component::Sin => std::f64::consts::FRAC_PI_2,
            Component::Cos => 0.0,
        };
        let phase = turning.omega.scaled(turning.start).hi - quarter;
        let omega = turning.omega.scaled(turning.step);
        Self { amplitude: turning.amplitude, omega, phase }
    }

    /// Product of both, as two waves: that of the sum of the angles and that of their difference.
    fn times(self, other: Self) -> [Self; 2] {
        let amplitude = 0.5 * self.amplitude * other.amplitude;
        [1.0, -1.0].map(|sign| Self {
            amplitude,
            omega: self.omega.plus(other.omega.scaled(sign)),
            phase: self.phase + sign * other.phase,
        })
    }
}

/// Waves of a strip of pixels; those of one frequency are added up.
#[derive(Default)]
struct Terms(Vec<Wave>);

impl Terms {
    /// Adds a wave as its mean over m rows, times a factor.
    fn add(&mut self, it: Shifted, (factor, m): (f64, f64)) {
        /// Sines and cosines of a pair have equal frequencies, and stand near each other.
        const NEAR: usize = 12;
        let size = factor * it.amplitude * kept(it.omega.hi, m);
        let (sin, cos) = (-size * libm::sin(it.phase), size * libm::cos(it.phase));
        let same = self.0.iter_mut().rev().take(NEAR).find(|known| known.omega == it.omega);
        match same {
            Some(known) => (known.sin, known.cos) = (known.sin + sin, known.cos + cos),
            None => self.0.push(Wave { omega: it.omega, sin, cos, square: 0.0 }),
        }
    }

    /// Leaves out waves that cancel each other.
    fn reduce(&mut self) {
        self.0.retain(|it| it.sin.abs() + it.cos.abs() > 1e-17);
    }
}

/// Sums of a strip, whose memory is reused for many.
#[derive(Default)]
struct DifferenceStrip {
    values: Terms,
    squares: Terms,
    sum: WaveSums,
    sum_of_squares: WaveSums,
}

impl DifferenceStrip {
    /// Computes the mean of A − B and of its square at every sample of a row, from the columns under the strip with
    /// their shares. Returns the part of the mean square that is the same everywhere.
    fn renew(
        &mut self,
        (sides, row): (&TurningSides, SampledRow),
        columns: impl Iterator<Item = (u32, f64)>,
    ) -> f64 {
        let (mut constant, m) = (0.0, row.step);
        self.values.0.clear();
        self.squares.0.clear();
        for (j, share) in columns {
            let [a, b] = sides.column(j).map(|it| it.map(Shifted::of));
            for (side, sign) in [(a, 1.0), (b, -1.0)] {
                let Some(it) = side else { continue };
                self.values.add(it, (sign * share, m));
                let [twice, _] = it.times(it);
                constant += 0.5 * share * it.amplitude * it.amplitude;
                self.squares.add(twice, (share, m));
            }
            if let Some((a, b)) = a.zip(b) {
                for product in a.times(b) {
                    self.squares.add(product, (-2.0 * share, m));
                }
            }
        }
        self.values.reduce();
        self.squares.reduce();
        self.sum.renew(row, &self.values.0);
        self.sum_of_squares.renew(row, &self.squares.0);
        constant
    }
}

/// Computes the pixels strip by strip, each strip along the rows. The flag is true if that order is transposed relative
/// to the picture.
pub(super) fn pixels<K, P>(
    request: &RasterRequest,
    (sides, start): (&TurningSides, i64),
    is_transposed: bool,
    shade: impl Fn(f64, f64) -> Pixel + Sync,
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> (Vec<P>, bool)
where
    P: Copy + Default + Send + Sync,
{
    let (x, y) = ((request.x, request.width as usize), (request.y, request.height as usize));
    let (positions, columns) = if is_transposed { (x, y) } else { (y, x) };
    let samples = Samples::new(positions.0, positions.1);
    let covered = Covered::new(columns.0, columns.1);
    let row =
        SampledRow { first: start as f64 + samples.first, step: samples.step, num: samples.num };
    let mut grid = vec![P::default(); covered.num * row.num];
    grid.par_chunks_mut(row.num).enumerate().for_each_init(
        DifferenceStrip::default,
        |strip, (i, colors)| {
            let num_columns = covered.numbers(i).count();
            let constant = strip.renew((sides, row), covered.numbers(i));
            let is_one_cell = num_columns == 1 && row.step <= 1.0;
            let sums = strip.sum.sum().iter().zip(strip.sum_of_squares.sum());
            for (color, (&mean, &square)) in colors.iter_mut().zip(sums) {
                let variance =
                    if is_one_cell { 0.0 } else { (constant + square - mean * mean).max(0.0) };
                *color = (ink.color)((ink.key)(shade(mean, variance)));
            }
        },
    );
    (enlarged(grid, row.num, &samples.index, &covered.index), !is_transposed)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        encoding::{Convention, Encoding, Extent, Moments, Spacing, Spec, Table},
        picture::{ColorMap, ColorScale, Pixels, Source, Span},
    };

    #[test]
    fn pixels_are_means_and_variances_of_what_they_cover() {
        let sinusoid = |key: &str, base: f64| {
            let draft = Convention::named(key).unwrap().draft(10);
            let draft = crate::encoding::SinusoidDraft { base, ..draft };
            Encoding::sinusoidal(draft).unwrap()
        };
        let reversed = || {
            let spacing = Spacing { start: 40.5, step: -0.25 };
            let Spec::Sinusoidal(sinusoid) = *sinusoid("paper", 1e4).spec() else { unreachable!() };
            Encoding::new(Spec::Spaced { sinusoid, spacing })
        };
        let sides = [
            sinusoid("paper", 1e4),
            sinusoid("fairseq", 1e4),
            sinusoid("paper", 900.0),
            reversed(),
        ];
        let sides = sides.map(Arc::new);
        for a in &sides {
            for b in &sides {
                let encoding = Arc::new(Encoding::difference(a, b).unwrap());
                let table = Table { encoding, extent: Extent::new(7, 600).unwrap() };
                check(&table);
            }
        }
    }

    /// Compares pixels of 24 rows and two columns each, and of single cells, with the values under them.
    fn check(table: &Table) {
        let sides = table.encoding.turning_sides().unwrap();
        let scale = ColorScale::symmetric(ColorMap::Vik, 1.0);
        for (rows, columns, size) in [(600.0, 10.0, (5, 25)), (5.0, 10.0, (10, 5))] {
            let request = RasterRequest {
                source: Source::Table { table: table.clone(), is_transposed: false },
                pixels: Pixels::Mean,
                x: Span { start: 0.0, end: columns },
                y: Span { start: 0.0, end: rows },
                width: size.0,
                height: size.1,
                scale,
                unresolved: [0; 3],
            };
            let ink =
                Ink { key: |pixel| pixel, color: |pixel: Pixel| (pixel.value, pixel.variance) };
            let shade = |value, variance| Pixel { value, variance };
            let at = (&sides, table.extent.start());
            let (pixels, is_turned) = pixels(&request, at, false, shade, &ink);
            assert!(is_turned, "strips run along the rows");
            let (width, height) = (size.0 as usize, size.1 as usize);
            let (across, down) = (10 / width, rows as usize / height);
            for (i, &(mean, variance)) in pixels.iter().enumerate() {
                let (strip, row) = (i / height, i % height);
                let expected = under(table, (strip * across, across), (row * down, down));
                assert!((mean - expected.mean).abs() < 1e-11, "mean of {strip}, {row}");
                assert!((variance - expected.variance).abs() < 1e-11, "variance of {strip}, {row}");
            }
        }
    }

    fn under(table: &Table, columns: (usize, usize), rows: (usize, usize)) -> Moments {
        let at = |(i, j): (usize, usize)| {
            table.encoding.value(table.extent.start() + i as i64, j as u32)
        };
        let cells = (rows.0..rows.0 + rows.1)
            .flat_map(|i| (columns.0..columns.0 + columns.1).map(move |j| (i, j)));
        let values: Vec<f64> = cells.map(at).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let square = values.iter().map(|it| it * it).sum::<f64>() / values.len() as f64;
        Moments { mean, variance: square - mean * mean }
    }
}
