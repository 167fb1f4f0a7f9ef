//! Sinusoids that fit a table best, by least squares, with their shares of its variance.

use std::f64::consts::PI;

use fastrand::Rng;
use rustfft::num_complex::Complex;

use super::{answer::FittedSinusoid, progress::SearchProgress, values::TableValues};
use crate::encoding::{parallel::map_each, transform::transform};

/// Number of random sums of columns that stand for all columns while frequencies are searched.
const NUM_SUMS: usize = 8;
/// Number of consecutive rows in which frequencies are searched.
const MOST_ROWS: usize = 8192;
/// Number of sinusoids.
const MOST: usize = 3;
/// Share of the variance from which a sinusoid is worth telling.
const LEAST_SHARE: f64 = 0.01;
/// Number of thirds by which the interval of a frequency is narrowed.
const NUM_REFINEMENTS: usize = 24;

/// Number of times that waves are fitted anew in each other's presence.
const NUM_SWEEPS: usize = 3;

/// A row of the random sums.
type Sums = [f64; NUM_SUMS];

/// Sinusoids that fit the columns of a table best, one after the other. Each has an amplitude and a phase of its own in
/// every column. Shares are those of the variance about the means of the columns.
pub(super) fn fitted_sinusoids(
    values: &TableValues,
    progress: &SearchProgress<'_>,
) -> Vec<FittedSinusoid> {
    let num_rows = values.num_rows;
    let most = MOST.min(num_rows.saturating_sub(1) / 4);
    let Some(means) = means(values) else { return Vec::new() };
    let variance: f64 = (0..num_rows)
        .map(|i| {
            values
                .row(i)
                .iter()
                .zip(&means)
                .map(|(value, mean)| (value - mean).powi(2))
                .sum::<f64>()
        })
        .sum();
    if !(variance.is_finite() && variance > 0.0) {
        return Vec::new();
    }
    let sums = random_sums(values, &means);
    let mut omegas = Vec::new();
    let whole: f64 = sums.iter().flatten().map(|it| it * it).sum();
    while omegas.len() < most && progress.is_wanted() {
        let rest = without(&sums, &omegas);
        let omega = strongest(&rest);
        if fit(&rest, omega).power < LEAST_SHARE * whole {
            break;
        }
        omegas.push(omega);
        // Waves that are near each other were found in each other's presence.
        for _ in 0..NUM_SWEEPS {
            for i in 0..omegas.len() {
                let omega = omegas.remove(i);
                omegas.insert(i, refined(&without(&sums, &omegas), omega));
            }
        }
    }
    let mut basis = vec![vec![1.0 / (num_rows as f64).sqrt(); num_rows]];
    let mut found: Vec<FittedSinusoid> = Vec::new();
    for frequency in omegas {
        let mut share = 0.0;
        for wave in [f64::cos, f64::sin] {
            let vector = (0..num_rows).map(|t| wave(frequency * t as f64)).collect();
            if let Some(vector) = orthonormal(vector, &basis) {
                share += power(values, &means, &vector) / variance;
                basis.push(vector);
            }
        }
        found.push(FittedSinusoid { frequency, share });
    }
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    found.retain(|it| it.share >= LEAST_SHARE);
    found
}

/// Means of the columns; `None` if some value is not finite.
fn means(values: &TableValues) -> Option<Vec<f64>> {
    let mut means = vec![0.0; values.width];
    for i in 0..values.num_rows {
        for (mean, value) in means.iter_mut().zip(values.row(i)) {
            *mean += value / values.num_rows as f64;
        }
    }
    means.iter().all(|mean| mean.is_finite()).then_some(means)
}

/// Sums of the columns with random signs, in the middle rows: their power is that of all columns, on average.
fn random_sums(values: &TableValues, means: &[f64]) -> Vec<Sums> {
    let mut rng = Rng::with_seed(1);
    let signs: Vec<Sums> = (0..values.width)
        .map(|_| std::array::from_fn(|_| if rng.bool() { 1.0 } else { -1.0 }))
        .collect();
    let num = values.num_rows.min(MOST_ROWS);
    let first = (values.num_rows - num) / 2;
    let of_row = |i: usize| {
        let mut sums = [0.0; NUM_SUMS];
        for ((value, mean), signs) in values.row(i).iter().zip(means).zip(&signs) {
            for (sum, sign) in sums.iter_mut().zip(signs) {
                *sum += sign * (value - mean);
            }
        }
        sums
    };
    let mut sums = map_each(num, &|i| of_row(first + i));
    for k in 0..NUM_SUMS {
        let mean = sums.iter().map(|row| row[k]).sum::<f64>() / num as f64;
        for row in &mut sums {
            row[k] -= mean;
        }
    }
    sums
}

/// Frequency of the sinusoid that fits best.
fn strongest(sums: &[Sums]) -> f64 {
    let step = PI / sums.len() as f64;
    let powers = periodogram(sums);
    let greater = |best: usize, g: usize| if powers[g] > powers[best] { g } else { best };
    let g = (1..=sums.len()).fold(1, greater);
    refined(sums, g as f64 * step)
}

/// Frequency near another that fits best, by ternary search.
fn refined(sums: &[Sums], omega: f64) -> f64 {
    let step = PI / sums.len() as f64;
    let (mut low, mut high) = ((omega - step).max(0.5 * step), (omega + step).min(PI));
    for _ in 0..NUM_REFINEMENTS {
        let third = (high - low) / 3.0;
        if fit(sums, low + third).power < fit(sums, high - third).power {
            low += third;
        } else {
            high -= third;
        }
    }
    0.5 * (low + high)
}

/// Power of all sums at ω = gπ/n for n rows, from g = 0 to n.
fn periodogram(sums: &[Sums]) -> Vec<f64> {
    let num_rows = sums.len();
    // Twice as many points as rows: a frequency between two multiples of 2π/n is not missed.
    let transform = transform(2 * num_rows);
    let mut powers = vec![0.0; num_rows + 1];
    for pair in 0..NUM_SUMS / 2 {
        // Two sums in one transform, as real and imaginary part: the power of both is the mean of those at g and −g.
        let mut points: Vec<Complex<f64>> =
            sums.iter().map(|row| Complex::new(row[2 * pair], row[2 * pair + 1])).collect();
        points.resize(2 * num_rows, Complex::default());
        transform.process(&mut points);
        for (g, power) in powers.iter_mut().enumerate() {
            let opposite = (2 * num_rows - g) % (2 * num_rows);
            *power += 0.5 * (points[g].norm_sqr() + points[opposite].norm_sqr());
        }
    }
    powers
}

/// A wave that is fitted to each sum: cos ωt and sin ωt without their means, with factors.
struct SpectrumWave {
    omega: f64,
    /// Means of cos ωt and sin ωt.
    means: (f64, f64),
    /// Factors of both in each sum.
    factors: [(f64, f64); NUM_SUMS],
    /// Power that the wave explains.
    power: f64,
}

/// Best wave of a frequency, by least squares.
fn fit(sums: &[Sums], omega: f64) -> SpectrumWave {
    let (mut c, mut s) = (0.0, 0.0);
    let (mut cc, mut cs, mut ss) = (0.0, 0.0, 0.0);
    let (mut of_cos, mut of_sin) = ([0.0; NUM_SUMS], [0.0; NUM_SUMS]);
    for (t, row) in sums.iter().enumerate() {
        let (y, x) = (omega * t as f64).sin_cos();
        c += x;
        s += y;
        cc += x * x;
        cs += x * y;
        ss += y * y;
        for k in 0..NUM_SUMS {
            of_cos[k] += x * row[k];
            of_sin[k] += y * row[k];
        }
    }
    // The sums have no mean, so that only the products of the waves among themselves lose theirs.
    let n = sums.len() as f64;
    let means = (c / n, s / n);
    let (cc, cs, ss) = (cc - c * means.0, cs - c * means.1, ss - s * means.1);
    let determinant = cc * ss - cs * cs;
    let is_plane = determinant > 1e-12 * cc * ss;
    let factors = std::array::from_fn(|k| {
        if is_plane {
            let (c, s) = (of_cos[k], of_sin[k]);
            ((c * ss - s * cs) / determinant, (s * cc - c * cs) / determinant)
        } else {
            (of_cos[k] / cc.max(f64::MIN_POSITIVE), 0.0)
        }
    });
    let explained = |k: usize| factors[k].0 * of_cos[k] + factors[k].1 * of_sin[k];
    let power = (0..NUM_SUMS).map(explained).sum();
    SpectrumWave { omega, means, factors, power }
}

/// Sums without the best sinusoids of some frequencies.
fn without(sums: &[Sums], omegas: &[f64]) -> Vec<Sums> {
    let mut rest = sums.to_vec();
    // Again and again: what is subtracted of one wave holds some of another.
    for _ in 0..NUM_SWEEPS {
        for &omega in omegas {
            let wave = fit(&rest, omega);
            for (t, row) in rest.iter_mut().enumerate() {
                let (y, x) = (wave.omega * t as f64).sin_cos();
                let (x, y) = (x - wave.means.0, y - wave.means.1);
                for (sum, (of_cos, of_sin)) in row.iter_mut().zip(wave.factors) {
                    *sum -= of_cos * x + of_sin * y;
                }
            }
        }
    }
    rest
}

/// Part of a vector that is orthogonal to others, of length 1; `None` if nothing is left.
fn orthonormal(mut vector: Vec<f64>, basis: &[Vec<f64>]) -> Option<Vec<f64>> {
    let before = length(&vector);
    // Twice: the first leaves an error where the vectors are nearly parallel.
    for other in basis.iter().chain(basis) {
        let dot: f64 = vector.iter().zip(other).map(|(a, b)| a * b).sum();
        for (a, b) in vector.iter_mut().zip(other) {
            *a -= dot * b;
        }
    }
    let after = length(&vector);
    for it in &mut vector {
        *it /= after;
    }
    (after > 1e-6 * before).then_some(vector)
}

fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|it| it * it).sum::<f64>().sqrt()
}

/// Power of the columns in the direction of a vector of length 1.
fn power(values: &TableValues, means: &[f64], vector: &[f64]) -> f64 {
    let mut dots = vec![0.0; values.width];
    for (i, factor) in vector.iter().enumerate() {
        for ((dot, value), mean) in dots.iter_mut().zip(values.row(i)).zip(means) {
            *dot += factor * (value - mean);
        }
    }
    dots.iter().map(|it| it * it).sum()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;

    #[test]
    fn two_waves_are_found_with_their_shares() {
        let (num_rows, width) = (200, 12);
        let mut rng = Rng::with_seed(3);
        let mut columns: Vec<[f64; 3]> = Vec::new();
        columns.resize_with(width, || std::array::from_fn(|_| TAU * rng.f64()));
        let cells = (0..num_rows).flat_map(|t| {
            let t = t as f64;
            columns.iter().map(move |[a, b, mean]| {
                mean + 2.0 * (TAU * t / 37.3 + a).sin() + (TAU * t / 9.81 + b).sin()
            })
        });
        let values = TableValues::new(num_rows, width, cells.collect());
        let found = fitted_sinusoids(&values, &SearchProgress::new(&|_| true, 1));
        let near = |found: f64, expected: f64| (found / expected - 1.0).abs() < 0.005;
        assert!(near(TAU / found[0].frequency, 37.3), "{found:?}");
        assert!(near(TAU / found[1].frequency, 9.81), "{found:?}");
        assert!(
            (found[0].share - 0.8).abs() < 0.02 && (found[1].share - 0.2).abs() < 0.02,
            "{found:?}"
        );
        assert_eq!(found.len(), 2, "{found:?}");
    }
}
