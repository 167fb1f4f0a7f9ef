//! Pixels of encodings without frequencies, from the moments of the rows under them.

use ndarray::{Array1, Array2, ArrayView1, Axis, Zip};
use rayon::prelude::*;

use super::{
    Pixels, RasterRequest,
    ink::{Ink, Pixel, enlarged},
    wave_difference,
};
use crate::{
    encoding::{Encoding, Moments, Table, parallel::for_each_row, similarity::Measure},
    picture::{
        Span,
        raster::samples::{Covered, Samples},
    },
};

/// Largest number of products for one similarity picture. Above it pixels become coarser, to keep frames short.
const MOST_PRODUCTS: usize = 1 << 28;
/// Largest number of means of one picture of a difference. Above it columns are sampled, to keep frames short.
const MOST_MOMENTS: usize = 1 << 20;
/// Largest number of rows sampled under a pixel where there is no closed form.
const MOST_SAMPLES: usize = 16;

/// Quantity that a pixel shows of the mean and the variance of the values under it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shade {
    /// Mean, which fades as the variance nears the square of a bound.
    Mean(f64),
    /// Standard deviation.
    Spread,
    /// Decimal logarithm of the root mean square.
    Magnitude,
}

impl Shade {
    /// Quantity that a request shows of the values of a table.
    pub(super) fn of(request: &RasterRequest, table: &Table) -> Self {
        if request.pixels == Pixels::Spread {
            return Self::Spread;
        }
        // Differences are small beside their bound: what is visible of them is in the color scale.
        let of_scale = request.scale.high.abs().max(request.scale.low.abs());
        Self::Mean(if table.encoding.is_difference() { of_scale } else { table.bound() })
    }

    /// True if rounding errors of means of squares are too small to be seen.
    fn hides_rounding(self, request: &RasterRequest) -> bool {
        /// Smallest end of a color scale on which these errors are invisible.
        const LEAST: f64 = 1e-5;
        let of_scale = request.scale.high.abs().max(request.scale.low.abs());
        self != Self::Magnitude && of_scale >= LEAST
    }

    fn pixel(self, Moments { mean, variance }: Moments) -> Pixel {
        match self {
            Self::Mean(bound) => Pixel::of(mean, variance / bound.powi(2)),
            Self::Spread => Pixel::of(variance.sqrt(), 0.0),
            Self::Magnitude => Pixel::of(0.5 * (mean * mean + variance).log10(), 0.0),
        }
    }
}

/// Mean and spread of the table's values under each pixel. The flag is true if their order is transposed relative to
/// the picture.
pub(super) fn table_pixels<K, P>(
    request: &RasterRequest,
    table: &Table,
    is_transposed: bool,
    shade: Shade,
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> (Vec<P>, bool)
where
    P: Copy + Default + Send + Sync,
{
    let encoding = &*table.encoding;
    if request.pixels != Pixels::Nearest
        && shade.hides_rounding(request)
        && let Some(sides) = encoding.turning_sides()
    {
        let shaded = |mean, variance| shade.pixel(Moments { mean, variance });
        let at = (&sides, table.extent.start());
        return wave_difference::pixels(request, at, is_transposed, shaded, ink);
    }
    let (x, y) = ((request.x, request.width as usize), (request.y, request.height as usize));
    let (positions, columns) = if is_transposed { (x, y) } else { (y, x) };
    let samples = Samples::new(positions.0, positions.1);
    let covered = Covered::new(columns.0, columns.1);
    let start = table.extent.start() as f64;
    let last_column = encoding.num_columns();
    let shown = (columns.0.start.floor().max(0.0) as u32).min(last_column)
        ..(columns.0.end.ceil().max(0.0) as u32).min(last_column);
    // Differences of waves cost more than the waves: of many columns under a pixel the middle one is shown.
    let is_coarse = encoding.is_difference() && shown.len() * samples.num > MOST_MOMENTS;
    let taken: Vec<u32> = if is_coarse {
        (0..covered.num).map(|strip| covered.middle(strip).min(last_column - 1)).collect()
    } else {
        shown.clone().collect()
    };
    let prepared = encoding.prepared(samples.step, &taken);
    let is_coarse = is_coarse && prepared.is_some();
    // Strips of columns along each line of samples.
    let mut grid = vec![P::default(); covered.num * samples.num];
    let moments = || vec![Moments::default(); taken.len().max(shown.len())];
    grid.par_chunks_mut(covered.num).enumerate().for_each_init(moments, |moments, (i, line)| {
        let middle = start + samples.first + i as f64 * samples.step;
        let first = middle - (samples.step - 1.0) / 2.0;
        let is_nearest = request.pixels == Pixels::Nearest;
        // A row of which many cells are shown is computed at once.
        let row = if is_nearest && 4 * covered.num >= shown.len() {
            let mut row = vec![0.0_f64; shown.len()];
            encoding.fill_slice(middle.round() as i64, shown.clone(), &mut row);
            row
        } else {
            Vec::new()
        };
        if !is_nearest {
            match &prepared {
                Some(prepared) => prepared.fill(first, moments),
                None => encoding.fill_moments(first, samples.step, shown.clone(), moments),
            }
        }
        for (strip, pixel) in line.iter_mut().enumerate() {
            let of_strip = if is_nearest {
                let column = covered.middle(strip);
                let known = row.get(column.wrapping_sub(shown.start) as usize).copied();
                let value = known.unwrap_or_else(|| encoding.value(middle.round() as i64, column));
                shade.pixel(Moments { mean: value, variance: 0.0 })
            } else if is_coarse {
                shade.pixel(moments[strip])
            } else {
                let (mut mean, mut square) = (0.0, 0.0);
                for (j, share) in covered.numbers(strip) {
                    let index = j.saturating_sub(shown.start) as usize;
                    let Some(moments) = moments.get(index) else { continue };
                    mean += share * moments.mean;
                    square += share * (moments.variance + moments.mean * moments.mean);
                }
                // The maximum of NaN and 0 would be 0.
                let variance = if mean.is_nan() { mean } else { (square - mean * mean).max(0.0) };
                shade.pixel(Moments { mean, variance })
            };
            *pixel = (ink.color)((ink.key)(of_strip));
        }
    });
    if !is_transposed {
        return (enlarged(grid, covered.num, &covered.index, &samples.index), false);
    }
    let turned: Vec<P> = (0..covered.num)
        .flat_map(|strip| (0..samples.num).map(move |sample| sample * covered.num + strip))
        .map(|at| grid[at])
        .collect();
    (enlarged(turned, samples.num, &samples.index, &covered.index), false)
}

/// Way in which the rows under a pixel are averaged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Averaging {
    /// As the encoding does it best.
    Own,
    /// Over rows that are the same ones for every encoding, so that equal encodings have no difference.
    Alike,
}

/// Mean rows under pixels, and the variance of the rows about them.
struct MeanRows {
    means: Array2<f64>,
    /// Σ over columns of the variance under each pixel.
    variances: Array1<f64>,
}

impl MeanRows {
    fn new(
        encoding: &Encoding,
        (measure, averaging): (Measure, Averaging),
        first: f64,
        samples: &Samples,
    ) -> Self {
        let num_columns = encoding.num_columns() as usize;
        let is_sampled = measure == Measure::Cosine || averaging == Averaging::Alike;
        let columns = 0..num_columns as u32;
        let prepared = || encoding.prepared(samples.step, &columns.clone().collect::<Vec<u32>>());
        let prepared = if is_sampled { None } else { prepared() };
        let mut means = Array2::zeros((samples.num, num_columns));
        let mut variances = Array1::zeros(samples.num);
        Zip::indexed(means.axis_iter_mut(Axis(0))).and(&mut variances).for_each(
            |i, mut mean, variance: &mut f64| {
                let middle = first + samples.first + i as f64 * samples.step;
                let from = middle - (samples.step - 1.0) / 2.0;
                if is_sampled {
                    let num = (samples.step as usize).clamp(1, MOST_SAMPLES);
                    for k in 0..num {
                        let t = from + (k as f64 + 0.5) * samples.step / num as f64;
                        let t = if num == 1 { middle.round() } else { t.floor() } as i64;
                        let row = Array1::from_vec(encoding.row(t));
                        *variance += row.dot(&row) / num as f64;
                        // Rows are normalized before averaging: their products are the cosines.
                        let is_scaled = measure == Measure::Cosine;
                        let length = if is_scaled { row.dot(&row).sqrt() } else { 1.0 };
                        if length.is_nan() {
                            mean.fill(f64::NAN);
                        } else if length > 0.0 {
                            mean.scaled_add(1.0 / (length * num as f64), &row);
                        }
                    }
                    *variance = (*variance - mean.dot(&mean)).max(0.0);
                    return;
                }
                let mut moments = vec![Moments::default(); num_columns];
                if let Some(prepared) = &prepared {
                    prepared.fill(from, &mut moments);
                } else {
                    encoding.fill_moments(from, samples.step, columns.clone(), &mut moments);
                }
                for (mean, moments) in mean.iter_mut().zip(moments) {
                    *mean = moments.mean;
                    *variance += moments.variance;
                }
            },
        );
        Self { means, variances }
    }

    fn row(&self, i: usize) -> (ArrayView1<'_, f64>, f64) {
        (self.means.row(i), self.variances[i])
    }
}

/// Similarity of the mean rows under each pixel. The mean of products is the product of means; the mean of squared
/// distances exceeds the squared distance of the means by the variances.
pub(super) fn similarity_pixels<K, P>(
    request: &RasterRequest,
    table: &Table,
    (measure, averaging): (Measure, Averaging),
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> Vec<P>
where
    P: Copy + Default + Send + Sync,
{
    let encoding = table.encoding.scored_rows();
    let size = [request.width as usize, request.height as usize];
    let products = size[0] * size[1] * encoding.num_columns() as usize;
    let coarseness = (products as f64 / MOST_PRODUCTS as f64).sqrt().max(1.0);
    let sampled = |span: Span, pixels: usize| {
        let num = ((pixels as f64 / coarseness) as usize).max(1);
        let samples = Samples::new(span, num);
        let index = (0..pixels).map(|pixel| samples.index[pixel * num / pixels]).collect();
        Samples { index, ..samples }
    };
    let (down, across) = (sampled(request.y, size[1]), sampled(request.x, size[0]));
    let start = table.extent.start() as f64;
    let rows = |samples: &Samples| MeanRows::new(encoding, (measure, averaging), start, samples);
    let (t, s) = (rows(&down), rows(&across));
    let mut grid = vec![P::default(); across.num * down.num];
    for_each_row(&mut grid, across.num, &|i, line| {
        let (own, own_variance) = t.row(i);
        for (j, pixel) in line.iter_mut().enumerate() {
            let (other, variance) = s.row(j);
            let value = match measure {
                Measure::Dot | Measure::Cosine => own.dot(&other),
                Measure::Distance => {
                    let square =
                        Zip::from(own).and(other).fold(0.0, |sum, a, b| sum + (a - b) * (a - b));
                    (square + own_variance + variance).sqrt()
                }
            };
            *pixel = (ink.color)((ink.key)(Pixel::of(value, 0.0)));
        }
    });
    enlarged(grid, across.num, &across.index, &down.index)
}
