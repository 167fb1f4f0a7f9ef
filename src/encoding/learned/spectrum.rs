//! Columns as waves: their spectrum, and the best sinusoid of each.

use std::f64::consts::TAU;

use ndarray::Array2;
use rustfft::num_complex::Complex;

use crate::encoding::{parallel::map_each, transform::transform};

/// Best sinusoid of a column: mean + amplitude·sin(ωt + φ).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ColumnFit {
    /// Frequency ω in radians per row.
    pub frequency: f64,
    /// Amplitude.
    pub amplitude: f64,
    /// Share R² of the column's variance that it explains.
    pub share: f64,
}

/// Amplitudes of the waves of each column that fit 1, 2 … ⌊n/2⌋ times into the rows.
pub(super) fn amplitudes(centered: &Array2<f64>) -> Array2<f64> {
    let (n, width) = centered.dim();
    let num = n / 2;
    let transform = transform(n);
    let of_column = |j: usize| {
        let column = centered.column(j);
        let mut values: Vec<Complex<f64>> =
            column.iter().map(|&value| Complex::new(value, 0.0)).collect();
        transform.process(&mut values);
        // The wave of the highest frequency of an even number of rows has no partner.
        let scale = |k: usize| if 2 * k == n { 1.0 } else { 2.0 } / n as f64;
        (1..=num).map(|k| scale(k) * values[k].norm()).collect()
    };
    let spectra: Vec<Vec<f64>> = map_each(width, &of_column);
    Array2::from_shape_fn((width, num), |(j, k)| spectra[j][k])
}

/// Sums over the rows for one frequency, by the recurrence of a turning pointer.
fn explained(column: &[f64], omega: f64) -> (f64, f64) {
    let n = column.len() as f64;
    let (step_sin, step_cos) = omega.sin_cos();
    let (mut sin, mut cos) = (0.0_f64, 1.0_f64);
    let (mut s, mut c, mut ss, mut cc, mut sc, mut xs, mut xc) =
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for &x in column {
        s += sin;
        c += cos;
        ss += sin * sin;
        cc += cos * cos;
        sc += sin * cos;
        xs += x * sin;
        xc += x * cos;
        (sin, cos) = (sin * step_cos + cos * step_sin, cos * step_cos - sin * step_sin);
    }
    // The column has a mean of 0; sine and cosine are centered as well.
    let (ss, cc, sc) = (ss - s * s / n, cc - c * c / n, sc - s * c / n);
    let determinant = ss * cc - sc * sc;
    if determinant <= 1e-12 * (ss + cc) * (ss + cc) {
        return (0.0, 0.0);
    }
    let a = (cc * xs - sc * xc) / determinant;
    let b = (ss * xc - sc * xs) / determinant;
    (a * xs + b * xc, a.hypot(b))
}

/// Best sinusoid of a centered column near the strongest wave of its spectrum, by golden-section search over ω.
fn fit(column: &[f64], spectrum: &[f64]) -> ColumnFit {
    /// Steps of the search, each of which shrinks the bracket to 0.618.
    const STEPS: u32 = 48;
    const GOLDEN: f64 = 0.618_033_988_749_894_8;
    let n = column.len() as f64;
    let whole: f64 = column.iter().map(|x| x * x).sum();
    let strongest = (1..).zip(spectrum).max_by(|a, b| a.1.total_cmp(b.1));
    let Some((k, _)) = strongest.filter(|_| whole > 0.0) else { return ColumnFit::default() };
    let unit = TAU / n;
    // Waves of less than a turn are sought as well.
    let low = if k == 1 { 0.1 } else { f64::from(k) - 1.0 };
    let (mut low, mut high) = (low * unit, ((f64::from(k) + 1.0) * unit).min(TAU / 2.0));
    let of = |omega: f64| explained(column, omega).0;
    let (mut a, mut b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut at_a, mut at_b) = (of(a), of(b));
    for _ in 0..STEPS {
        if at_a > at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - GOLDEN * (high - low);
            at_a = of(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + GOLDEN * (high - low);
            at_b = of(b);
        }
    }
    let frequency = f64::midpoint(low, high);
    let (share, amplitude) = explained(column, frequency);
    ColumnFit { frequency, amplitude, share: (share / whole).clamp(0.0, 1.0) }
}

/// Best sinusoid of every column.
pub(super) fn fits(centered: &Array2<f64>, amplitudes: &Array2<f64>) -> Vec<ColumnFit> {
    map_each(centered.ncols(), &|j| {
        let spectrum = amplitudes.row(j).to_vec();
        fit(&centered.column(j).to_vec(), &spectrum)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waves_are_found_with_frequency_and_amplitude() {
        let n = 200;
        let omegas = [0.02, 0.1234, 1.0, 3.0];
        let mut table = Array2::from_shape_fn((n, omegas.len()), |(t, j)| {
            0.5 + 2.0 * (omegas[j] * t as f64 + 0.3).sin()
        });
        for mut column in table.columns_mut() {
            let mean = column.sum() / n as f64;
            column -= mean;
        }
        let found = fits(&table, &amplitudes(&table));
        for (fit, omega) in found.iter().zip(omegas) {
            assert!((fit.frequency - omega).abs() < 1e-6, "{fit:?}, not {omega}");
            assert!((fit.amplitude - 2.0).abs() < 1e-4, "{fit:?}");
            assert!((fit.share - 1.0).abs() < 1e-9, "{fit:?}");
        }
    }
}
