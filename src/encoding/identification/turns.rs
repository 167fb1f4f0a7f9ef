//! Frequencies of pairs and of single columns, from how far they turn between rows.

use std::f64::consts::{PI, TAU};

use super::values::TableValues;
use crate::encoding::median::median;

/// Number of rows that tell a frequency.
const MOST: usize = 128;

/// Angle from one point to another, seen from the origin.
pub(super) fn turn((c, s): (f64, f64), (d, t): (f64, f64)) -> Option<f64> {
    let angle = (t * c - s * d).atan2(d * c + t * s);
    ((c * c + s * s) * (d * d + t * t) > 0.0 && angle.is_finite()).then_some(angle)
}

/// Median of some values; `None` if fewer than two fifths are near it: columns that do not turn like a wave have no
/// frequency.
fn common(values: &mut [f64], near: f64) -> Option<f64> {
    let median = median(values)?;
    let num_near = values.iter().filter(|it| (*it - median).abs() < near).count();
    (5 * num_near >= 2 * values.len()).then_some(median)
}

/// Median angle per row of the points (cos, sin) of two columns, and the weight of its logarithm. The lag is doubled as
/// long as the angle stays unambiguous.
pub(super) fn median_frequency(
    values: &TableValues,
    (sin, cos): (usize, usize),
) -> Option<(f64, f64)> {
    let point = |i: usize| (values.row(i)[cos], values.row(i)[sin]);
    let median_turn = |lag: usize| -> Option<f64> {
        let num = values.num_rows.checked_sub(lag)?;
        let every = (num / MOST).max(1);
        let mut angles: Vec<f64> =
            (0..num).step_by(every).filter_map(|i| turn(point(i), point(i + lag))).collect();
        common(&mut angles, 0.25)
    };
    let mut omega = median_turn(1)?;
    let mut lag = 2;
    while 2 * lag <= values.num_rows {
        let expected = omega * lag as f64;
        let off = median_turn(lag)? - expected;
        let off = off - TAU * (off / TAU).round();
        omega = (expected + off) / lag as f64;
        lag *= 2;
    }
    // The error of ω is that of an angle divided by the lag, that of ln ω is relative.
    let weight = (omega * lag as f64).powi(2);
    omega.is_finite().then_some((omega, weight))
}

/// Frequency of a column of sines or of cosines, and the weight of its logarithm: x(t + m) + x(t − m) is
/// 2 cos(ωm)·x(t). `None` for columns that turn too little within the table for the precision of its values.
pub(super) fn frequency_alone(values: &TableValues, column: usize) -> Option<(f64, f64)> {
    /// Angle at which the cosine tells most: it is far from 1 and from −1.
    const TELLING: f64 = 0.7;
    let num = values.num_rows;
    let x = |i: usize| values.row(i)[column];
    let some = (0..num).step_by((num / MOST).max(1)).map(x).filter(|it| it.is_finite());
    let largest = some.fold(0.0, |a: f64, b| a.max(b.abs()));
    let cosine = |lag: usize| -> Option<f64> {
        let range = lag..num.checked_sub(lag)?;
        let every = (range.len() / MOST).max(1);
        let mut ratios: Vec<f64> = range
            .step_by(every)
            // Rows of zeros, as of padding, are none of the wave.
            .filter(|&i| x(i).abs() > 0.3 * largest && x(i + lag) != 0.0 && x(i - lag) != 0.0)
            .map(|i| (x(i + lag) + x(i - lag)) / (2.0 * x(i)))
            .filter(|it| it.is_finite())
            .collect();
        common(&mut ratios, 0.1)
    };
    let mut lag = 1;
    let mut turn = angle(cosine(lag)?);
    while turn < TELLING {
        let Some(next) = cosine(2 * lag) else { break };
        lag *= 2;
        turn = angle(next);
    }
    // An error of the cosine weighs the more the smaller the angle is.
    let least = TELLING.min(30.0 * values.precision().sqrt());
    (turn >= least && turn < PI).then_some((turn / lag as f64, turn.powi(2)))
}

/// Angle of a cosine that rounding may have brought beyond 1.
fn angle(cosine: f64) -> f64 {
    cosine.clamp(-1.0, 1.0).acos()
}
