//! Sinusoids whose base a table itself tells.

use std::f64::consts::TAU;

use super::{measured::Measured, values::Values};
use crate::encoding::{Components, Convention, Exponent, Layout, Order, SinusoidDraft};

/// Arrangements of sines and cosines.
pub(super) const ARRANGEMENTS: [(Layout, Order); 4] = [
    (Layout::Interleaved, Order::SinFirst),
    (Layout::Interleaved, Order::CosFirst),
    (Layout::Split, Order::SinFirst),
    (Layout::Split, Order::CosFirst),
];

/// Sinusoids of the base that the pairs of a table tell, in each arrangement in which they are points on a circle.
pub(super) fn fitted(measured: &Measured<'_>, d_model: u32) -> Vec<SinusoidDraft> {
    let half = measured.values.width / 2;
    let mut found = Vec::new();
    if half < 2 {
        return found;
    }
    for (layout, order) in ARRANGEMENTS {
        let pair = |k: usize| match layout {
            Layout::Interleaved => (2 * k, 2 * k + 1),
            Layout::Split => (k, k + half),
        };
        let columns = |k: usize| match order {
            Order::SinFirst => pair(k),
            Order::CosFirst => (pair(k).1, pair(k).0),
        };
        let omegas: Vec<(usize, f64, f64)> = (0..half)
            .filter_map(|k| {
                let (omega, weight) = measured.at(columns(k))?;
                Some((k, omega, weight))
            })
            .collect();
        if omegas.len() < 2 {
            continue;
        }
        let own = SinusoidDraft { layout, order, ..Convention::PAPER.draft(d_model) };
        let rules = [
            (Exponent::Paper, 2.0 / f64::from(d_model)),
            (Exponent::Endpoint, 1.0 / (half as f64 - 1.0)),
        ];
        found.extend(of_ladder(&omegas, rules, own));
        // Pairs may stand in another order.
        let mut sorted = omegas.clone();
        sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
        if sorted.len() == half && sorted != omegas {
            let ranked = sorted.iter().enumerate();
            let ranked: Vec<_> =
                ranked.map(|(k, &(_, omega, weight))| (k, omega, weight)).collect();
            found.extend(of_ladder(&ranked, rules, own));
        }
    }
    found
}

/// Sines or cosines alone, of the base that the columns of a table tell.
pub(super) fn fitted_alone(measured: &Measured<'_>, d_model: u32) -> Vec<SinusoidDraft> {
    let width = measured.values.width;
    let omegas: Vec<(usize, f64, f64)> = (0..width)
        .filter_map(|j| {
            let (omega, weight) = measured.at((j, j))?;
            Some((j, omega, weight))
        })
        .collect();
    if omegas.len() < 2 || width < 2 {
        return Vec::new();
    }
    let rules = [
        (Exponent::Paper, 1.0 / f64::from(d_model)),
        (Exponent::Endpoint, 1.0 / (f64::from(d_model) - 1.0)),
        (Exponent::OneBased, 1.0 / f64::from(d_model)),
    ];
    let alone = [Components::Sin, Components::Cos].into_iter();
    alone
        .flat_map(|components| {
            let own = SinusoidDraft { components, ..Convention::PAPER.draft(d_model) };
            of_ladder(&omegas, rules, own)
        })
        .collect()
}

/// Sinusoids of the base that frequencies tell, given as index, frequency and weight. A rule says how much the exponent
/// grows from index to index.
fn of_ladder<const N: usize>(
    omegas: &[(usize, f64, f64)],
    rules: [(Exponent, f64); N],
    own: SinusoidDraft,
) -> Vec<SinusoidDraft> {
    // Line through (k, ln ω), weighted by how well each frequency is known.
    let (mut w, mut x, mut y, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for &(k, omega, weight) in omegas {
        let (k, ln) = (k as f64, omega.ln());
        w += weight;
        x += weight * k;
        y += weight * ln;
        xx += weight * k * k;
        xy += weight * k * ln;
    }
    let slope = (w * xy - x * y) / (w * xx - x * x);
    let mut found = Vec::new();
    // Round bases come first: they are more frequent, and several rules give the same frequencies.
    for digits in [0, 1, 2, 3, 4, 16] {
        for (exponent, per_index) in rules {
            let base = (-slope / per_index).exp();
            let base = format!("{base:.digits$e}").parse().unwrap_or(base);
            if base.is_finite() && base > 1.0 {
                found.push(SinusoidDraft { base, exponent, ..own });
            }
        }
    }
    found
}

/// Frequency of a column of sines or of cosines, and the weight of its logarithm: x(t + m) + x(t − m) is
/// 2 cos(ωm)·x(t). `None` for columns that hardly turn within the table.
pub(super) fn frequency_alone(values: &Values, column: usize) -> Option<(f64, f64)> {
    const MOST: usize = 512;
    let num = values.num_rows;
    let x = |i: usize| values.row(i)[column];
    let largest = (0..num).map(x).filter(|it| it.is_finite()).fold(0.0, |a: f64, b| a.max(b.abs()));
    let cosine = |lag: usize| -> Option<f64> {
        let range = lag..num.checked_sub(lag)?;
        let every = (range.len() / MOST).max(1);
        let mut ratios: Vec<f64> = range
            .step_by(every)
            .filter(|&i| x(i).abs() > 0.3 * largest)
            .map(|i| (x(i + lag) + x(i - lag)) / (2.0 * x(i)))
            .filter(|it| it.is_finite())
            .collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied().filter(|it| it.abs() <= 1.0)
    };
    let (mut lag, mut omega) = (1, cosine(1)?.acos());
    // The cosine tells most where it is far from 1 and from −1.
    while omega * (lag as f64) < 0.7 {
        lag *= 2;
        omega = cosine(lag)?.acos() / lag as f64;
    }
    (omega > 0.0).then_some((omega, (omega * lag as f64).powi(2)))
}

/// Median angle per row of the points (cos, sin) of two columns, and the weight of its logarithm. The lag is doubled as
/// long as the angle stays unambiguous.
pub(super) fn median_frequency(values: &Values, (sin, cos): (usize, usize)) -> Option<(f64, f64)> {
    let point = |i: usize| (values.row(i)[cos], values.row(i)[sin]);
    let turn = |lag: usize| -> Option<f64> {
        const MOST: usize = 512;
        let num = values.num_rows.checked_sub(lag)?;
        let every = (num / MOST).max(1);
        let mut angles: Vec<f64> = (0..num)
            .step_by(every)
            .filter_map(|i| {
                let ((c, s), (d, t)) = (point(i), point(i + lag));
                let angle = (t * c - s * d).atan2(d * c + t * s);
                ((c * c + s * s) * (d * d + t * t) > 0.0 && angle.is_finite()).then_some(angle)
            })
            .collect();
        angles.sort_by(f64::total_cmp);
        angles.get(angles.len() / 2).copied()
    };
    let mut omega = turn(1)?;
    let mut lag = 2;
    while 2 * lag <= values.num_rows {
        let expected = omega * lag as f64;
        let off = turn(lag)? - expected;
        let off = off - TAU * (off / TAU).round();
        omega = (expected + off) / lag as f64;
        lag *= 2;
    }
    // The error of ω is that of an angle divided by the lag, that of ln ω is relative.
    let weight = (omega * lag as f64).powi(2);
    omega.is_finite().then_some((omega, weight))
}
