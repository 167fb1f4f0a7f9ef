//! Sinusoids whose base a table itself tells.

use std::f64::consts::TAU;

use super::values::Values;
use crate::encoding::{Convention, Exponent, Layout, Order, SinusoidDraft};

/// Arrangements of sines and cosines.
pub(super) const ARRANGEMENTS: [(Layout, Order); 4] = [
    (Layout::Interleaved, Order::SinFirst),
    (Layout::Interleaved, Order::CosFirst),
    (Layout::Split, Order::SinFirst),
    (Layout::Split, Order::CosFirst),
];

/// Sinusoids of the base that the pairs of a table tell, in each arrangement in which they are points on a circle.
pub(super) fn fitted(values: &Values, d_model: u32) -> Vec<SinusoidDraft> {
    let half = values.width / 2;
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
                let (sin, cos) = columns(k);
                let (omega, weight) = median_frequency(values, (sin, cos))?;
                (omega > 0.0).then_some((k, omega, weight))
            })
            .collect();
        if omegas.len() < 2 {
            continue;
        }
        // Line through (k, ln ω), weighted by how well each frequency is known.
        let (mut w, mut x, mut y, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for &(k, omega, weight) in &omegas {
            let (k, ln) = (k as f64, omega.ln());
            w += weight;
            x += weight * k;
            y += weight * ln;
            xx += weight * k * k;
            xy += weight * k * ln;
        }
        let slope = (w * xy - x * y) / (w * xx - x * x);
        let own = Convention::PAPER.draft(d_model);
        let rules = [
            (Exponent::Paper, 2.0 / f64::from(d_model)),
            (Exponent::Endpoint, 1.0 / (half as f64 - 1.0)),
        ];
        // Round bases come first: they are more frequent, and several rules give the same frequencies.
        for digits in [0, 1, 2, 3, 4, 16] {
            for (exponent, per_pair) in rules {
                let base = (-slope / per_pair).exp();
                let base = format!("{base:.digits$e}").parse().unwrap_or(base);
                if base.is_finite() && base > 1.0 {
                    found.push(SinusoidDraft { base, exponent, layout, order, ..own });
                }
            }
        }
    }
    found
}

/// Median angle per row of the points (cos, sin) of two columns, and the weight of its logarithm. The lag is doubled as
/// long as the angle stays unambiguous.
fn median_frequency(values: &Values, (sin, cos): (usize, usize)) -> Option<(f64, f64)> {
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
