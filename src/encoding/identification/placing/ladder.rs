//! Ratio of neighboring frequencies that single rows tell, whatever their positions.

use std::f64::consts::PI;

use crate::encoding::{WeightedLine, median::median};

/// Ratio of neighboring frequencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LadderRatio {
    /// Its logarithm, of a frequency and the next slower one.
    pub(crate) ln: f64,
    /// Error of the logarithm.
    pub(crate) error: f64,
}

/// Ratio of the frequencies of a ladder, from the rows of its angles: (cos, sin) of each wave, the fastest first. The
/// angles of slow waves are those of less than half a turn, so that they are to each other as the frequencies. `unit`
/// is the error of a value.
pub(crate) fn ladder_ratio(
    rows: impl Iterator<Item = Vec<(Option<f64>, Option<f64>)>>,
    unit: f64,
) -> Option<LadderRatio> {
    /// Number of the rows that tell it best.
    const MOST: usize = 24;
    let mut all: Vec<(f64, f64)> = rows.filter_map(|row| of_row(&row, unit)).collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    all.truncate(MOST.max(all.len() / 2));
    let mut lns: Vec<f64> = all.iter().map(|it| it.0).collect();
    let ln = median(&mut lns)?;
    let mut errors: Vec<f64> = all.iter().map(|it| it.1).collect();
    let error = median(&mut errors)?;
    (ln > 0.0 && ln.is_finite()).then_some(LadderRatio { ln, error })
}

/// Logarithm of the ratio that one row tells, and its error.
fn of_row(row: &[(Option<f64>, Option<f64>)], unit: f64) -> Option<(f64, f64)> {
    /// Share of half a turn within which an angle is told, and of a quarter for sines alone.
    const INSIDE: f64 = 0.9;
    /// Largest relative error of an angle that is of use.
    const COARSE: f64 = 0.1;
    /// Relative difference from a ladder, and number of errors, by which an angle is one beyond half a turn.
    const OFF: f64 = 0.05;
    const ERRORS: f64 = 4.0;
    let mut points: Vec<(f64, f64, f64)> = Vec::new();
    let mut before = 0.0;
    for (k, values) in row.iter().enumerate().rev() {
        let (angle, most, error) = match *values {
            (Some(c), Some(s)) => (s.atan2(c).abs(), INSIDE * PI, unit),
            (Some(c), None) => {
                let angle = c.clamp(-1.0, 1.0).acos();
                (angle, INSIDE * PI, unit / angle.sin().max(unit.sqrt()))
            }
            (None, Some(s)) => {
                let angle = s.abs().min(1.0).asin();
                (angle, INSIDE * PI / 2.0, unit / angle.cos().max(unit.sqrt()))
            }
            // Columns that are left out.
            (None, None) => continue,
        };
        if angle > most || angle < before || angle.is_nan() {
            break;
        }
        before = angle;
        let relative = error / angle;
        if relative < COARSE {
            if let [first, .., last] = points[..] {
                let step = (last.1 - first.1) / (first.0 - last.0);
                let off = last.1 + step * (last.0 - k as f64) - angle.ln();
                let own = (first.2 + last.2 + relative) * (1.0 + (last.0 - k as f64));
                if off.abs() > OFF + ERRORS * own {
                    break;
                }
            }
            points.push((k as f64, angle.ln(), relative));
        }
    }
    let weighted = points.iter().map(|&(k, ln, error)| (k, ln, error.powi(-2)));
    let line = WeightedLine::through(weighted);
    let (slope, error) = (line.slope(), line.error());
    (points.len() >= 2 && slope.is_finite() && error.is_finite()).then_some((-slope, error))
}
