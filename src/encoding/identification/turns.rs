//! Frequencies of pairs and of single columns, from how far they turn between rows.

use std::f64::consts::TAU;

use super::values::Values;

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
