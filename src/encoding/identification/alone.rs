//! Tables without pairs, such as of sines alone: their scale and their positions, from waves fitted to their columns.

use std::{f64::consts::TAU, ops::Range};

use super::{
    line::{simple_spacings, simple_steps},
    measured::Measured,
    precision::TablePrecision,
    values::TableValues,
};
use crate::encoding::{
    Column, Component, Components, Sinusoid, Spacing, Waves, median::median, proof::far_error,
};

/// Number of rows that a wave is fitted to.
const MOST_ROWS: usize = 256;

/// Number of columns that tell the positions of the rows.
const MOST_COLUMNS: usize = 24;

/// Number of rounds in which rows that are off are left out.
const ROUNDS: usize = 4;

/// Factors (a, b) of a·sin αi + b·cos αi over the rows i of a column. Rows that are far off are left out.
fn wave_fit(values: &TableValues, column: usize, alpha: f64) -> Option<(f64, f64)> {
    wave_fit_within(values, column, alpha, 0..values.num_rows)
}

/// The same for some rows.
pub(super) fn wave_fit_within(
    values: &TableValues,
    column: usize,
    alpha: f64,
    within: Range<usize>,
) -> Option<(f64, f64)> {
    let num = within.len();
    let x = |i: usize| values.row(i)[column];
    let every = (num / MOST_ROWS).max(1);
    let mut rows: Vec<(f64, f64, f64)> = within
        .step_by(every)
        .filter(|&i| x(i).is_finite() && values.row(i).iter().any(|&it| it != 0.0))
        .map(|i| {
            let (s, c) = (alpha * i as f64).sin_cos();
            (s, c, x(i))
        })
        .collect();
    let mut found = None;
    for _ in 0..ROUNDS {
        let (mut ss, mut sc, mut cc, mut sx, mut cx) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for &(s, c, x) in &rows {
            ss += s * s;
            sc += s * c;
            cc += c * c;
            sx += s * x;
            cx += c * x;
        }
        let determinant = ss * cc - sc * sc;
        let (a, b) = ((sx * cc - cx * sc) / determinant, (cx * ss - sx * sc) / determinant);
        if !(a.is_finite() && b.is_finite()) {
            return None;
        }
        found = Some((a, b));
        let off = |&(s, c, x): &(f64, f64, f64)| (x - a * s - b * c).abs();
        let mut offs: Vec<f64> = rows.iter().map(off).collect();
        let most = 4.0 * median(&mut offs)?;
        if offs.iter().all(|&off| off <= most) || rows.len() < num / every / 2 {
            break;
        }
        rows.retain(|row| off(row) <= most);
    }
    found
}

/// Scale of the columns: the median of their lengths.
pub(super) fn scale_alone(values: &TableValues, sinusoid: Sinusoid) -> f64 {
    const MOST: usize = 9;
    let waves = Waves::new(sinusoid);
    let mut lengths: Vec<f64> = (0..values.width.min(MOST))
        .filter_map(|j| {
            let (a, b) = wave_fit(values, j, waves.frequency_of(j as u32)?.omega.hi)?;
            Some(a.hypot(b))
        })
        .collect();
    median(&mut lengths).unwrap_or(1.0)
}

/// Whole positions of row 0 with their scales that the phases of the columns tell, where rows are at consecutive
/// positions. `None` where too few columns turn enough.
pub(super) fn starts_alone(
    values: &TableValues,
    sinusoid: Sinusoid,
    precision: TablePrecision,
) -> Option<Vec<(i64, f64)>> {
    /// Farthest from a whole number that phases may be.
    const NEAR: f64 = 0.2;
    /// Least number of columns that turn enough.
    const LEAST: usize = 4;
    let columns = wave_columns(sinusoid);
    let noise = PHASE * precision.noise();
    let num_turning =
        columns.iter().filter(|it| is_turning(it.omega, values.num_rows, noise)).count();
    if num_turning < LEAST {
        return None;
    }
    let of_sign = |rows: Range<usize>, sign: f64| {
        let (start, scale) = start_alone(values, rows, &columns, (1.0, sign), noise)?;
        ((start - start.round()).abs() < NEAR).then_some((start.round() as i64, scale))
    };
    let of_rows = |rows: Range<usize>| [1.0, -1.0].map(|sign| of_sign(rows.clone(), sign));
    // A cosine does not tell a position from its negative.
    let is_even = sinusoid.components() == Components::Cos;
    let mut found: Vec<(i64, f64)> = Vec::new();
    for (start, scale) in parts(values).flat_map(of_rows).flatten() {
        let either = if is_even { [start.abs(), -start.abs()] } else { [start; 2] };
        for start in either {
            if found.iter().all(|it| it.0 != start || it.1.signum() != scale.signum()) {
                found.push((start, scale));
            }
        }
    }
    Some(found)
}

/// All rows, and the halves, of which one is on a line where a row is left out or repeated.
fn parts(values: &TableValues) -> impl Iterator<Item = Range<usize>> {
    /// Number of rows whose halves tell something.
    const LEAST: usize = 32;
    let num = values.num_rows;
    let halves = (num >= LEAST).then_some([num / 2..num, 0..num / 2]);
    std::iter::once(0..num).chain(halves.into_iter().flatten())
}

/// Error of a phase that is fitted to rows of which some deviate, in units of the precision of a value.
const PHASE: f64 = 30.0;

/// True if a wave turns enough within some rows for its phase to be known, for an error of phases.
fn is_turning(omega: f64, num_rows: usize, noise: f64) -> bool {
    omega * num_rows as f64 >= f64::min(2.0, 20.0 * noise.sqrt())
}

/// Positions of the rows and the scale, as far as the columns tell, the simplest first.
pub(super) fn lines_alone(
    measured: &Measured,
    sinusoid: Sinusoid,
    precision: TablePrecision,
) -> Vec<(Spacing, f64)> {
    let values = &measured.values;
    let columns = wave_columns(sinusoid);
    let noise = PHASE * precision.noise();
    let waves = Waves::new(sinusoid);
    let omega = |j: usize| waves.frequency_of(j as u32).map(|it| it.omega.hi);
    let mut ratios: Vec<f64> = (0..values.width)
        .step_by((values.width / MOST_COLUMNS).max(1))
        .filter_map(|j| Some(measured.at((j, j))?.0 / omega(j)?))
        .collect();
    let Some(step) = median(&mut ratios) else { return Vec::new() };
    let near: Vec<f64> = ratios.into_iter().filter(|it| (it / step - 1.0).abs() < 0.01).collect();
    let step = near.iter().sum::<f64>() / near.len() as f64;
    let simple = simple_steps(step, 1e-3 * step, values.num_rows).next();
    let mut found: Vec<(Spacing, f64)> = Vec::new();
    // Sines and cosines tell by their order which way the rows run; of one component, both ways are alike.
    let directions: &[f64] =
        if sinusoid.components() == Components::Both { &[1.0, -1.0] } else { &[1.0] };
    let steps = simple.into_iter().chain([step]);
    for step in steps.flat_map(|step| directions.iter().map(move |direction| direction * step)) {
        for sign in [1.0, -1.0] {
            let of_part = |rows| start_alone(values, rows, &columns, (step, sign), noise);
            let Some((start, scale)) = parts(values).find_map(of_part) else { continue };
            let last = start + step * (values.num_rows - 1) as f64;
            // A sine in reverse is a negative one before 0; a cosine in reverse is one before 0.
            let is_reverse = start < 0.0 && last <= 0.5 * step;
            let (spacing, scale) = match (sinusoid.components(), is_reverse) {
                (Components::Sin, true) => (Spacing { start: -start, step: -step }, -scale),
                (Components::Cos, true) => (Spacing { start: -start, step: -step }, scale),
                _ => (Spacing { start, step }, scale),
            };
            let off = 1e-3 * step.abs();
            for simple in simple_spacings(spacing.start, spacing.step, off, values.num_rows) {
                if !found.contains(&(simple, scale)) {
                    found.push((simple, scale));
                }
            }
        }
    }
    found
}

/// Column that is known to hold sin ωt or cos ωt, with ω in radians per position.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaveColumn {
    pub(super) column: usize,
    pub(super) omega: f64,
    pub(super) component: Component,
}

/// Columns of a sinusoid that are waves.
fn wave_columns(sinusoid: Sinusoid) -> Vec<WaveColumn> {
    let waves = Waves::new(sinusoid);
    let column = |j: u32| match waves.column(j) {
        Column::Wave { frequency, component } => {
            let omega = waves.frequencies()[frequency].omega.hi;
            Some(WaveColumn { column: j as usize, omega, component })
        }
        Column::Zero => None,
    };
    (0..sinusoid.d_model()).filter_map(column).collect()
}

/// Position of row 0 and the scale, by some rows, for a distance between rows, the sign of the scale, and the error of
/// a phase.
pub(super) fn start_alone(
    values: &TableValues,
    rows: Range<usize>,
    columns: &[WaveColumn],
    (step, sign): (f64, f64),
    noise: f64,
) -> Option<(f64, f64)> {
    let mut phases: Vec<(f64, f64, f64)> = Vec::new();
    let mut lengths: Vec<f64> = Vec::new();
    for &WaveColumn { column, omega, component } in
        columns.iter().step_by((columns.len() / MOST_COLUMNS).max(1))
    {
        if !is_turning(omega * step.abs(), rows.len(), noise) {
            continue;
        }
        let turn = omega * step.abs() * rows.len() as f64;
        let Some((a, b)) = wave_fit_within(values, column, omega * step, rows.clone()) else {
            continue;
        };
        let phase = match component {
            Component::Cos => (-sign * a).atan2(sign * b),
            Component::Sin => (sign * b).atan2(sign * a),
        };
        phases.push((omega, phase, noise * (1.0 + (2.0 / turn).powi(2))));
        lengths.push(a.hypot(b));
    }
    phases.sort_by(|a, b| a.0.total_cmp(&b.0));
    let scale = sign * median(&mut lengths)?;
    let &(slowest, first, noise) = phases.first()?;
    (-4..=512).find_map(|turns| {
        let mut start = (first + f64::from(turns) * TAU) / slowest;
        let mut error = noise / slowest + far_error(start);
        let (mut num_agreeing, mut num_asked) = (0, 0);
        for &(omega, phase, noise) in &phases {
            // Most turns are contradicted by the first columns.
            num_asked += 1;
            if 4 * (num_asked - num_agreeing) > phases.len() + 4 {
                return None;
            }
            let off = phase - omega * start;
            let off = off - TAU * (off / TAU).round();
            let noise = noise + omega * far_error(start);
            if off.abs() <= 2.0 * error * omega + 2.0 * noise {
                num_agreeing += 1;
                start += off / omega;
                error = error.min(noise / omega);
            }
        }
        (4 * num_agreeing >= 3 * phases.len() && phases.len() > 1).then_some((start, scale))
    })
}
