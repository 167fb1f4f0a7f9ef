//! Parameters of a hypothesis, made as exact as the values of a table allow.

use super::values::TableValues;
use crate::encoding::{Column, Component, Sinusoid, Waves};

/// Number of rows and of columns whose values are compared: all that tell something, and few, which refuse most
/// hypotheses.
pub(super) const MANY: (usize, usize) = (256, 64);
pub(super) const FEW: (usize, usize) = (48, 16);
/// Number of steps towards the best parameters.
const NUM_STEPS: usize = 6;

/// Numbers that determine the values of a row i in a column with the exponent e: scale·sin or cos of
/// base^(−e)·(start + step·i).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Parameters {
    pub(super) ln_base: f64,
    pub(super) start: f64,
    pub(super) step: f64,
    pub(super) scale: f64,
}

impl Parameters {
    fn as_array(&mut self) -> [&mut f64; 4] {
        [&mut self.ln_base, &mut self.start, &mut self.step, &mut self.scale]
    }
}

/// Parameters near others, by least squares, in steps of Gauss and Newton. The free ones change. Values that are far
/// off are left out.
pub(super) fn refined(
    values: &TableValues,
    sinusoid: Sinusoid,
    mut parameters: Parameters,
    free: [bool; 4],
    (most_rows, most_columns): (usize, usize),
) -> Parameters {
    let waves = Waves::new(sinusoid);
    let ln_base = sinusoid.base().ln();
    let columns: Vec<(usize, f64, Component)> = (0..values.width)
        .step_by((values.width / most_columns).max(1))
        .filter_map(|j| {
            let Column::Wave { frequency, component } = waves.column(j as u32) else { return None };
            Some((j, -waves.frequencies()[frequency].omega.hi.ln() / ln_base, component))
        })
        .collect();
    for _ in 0..NUM_STEPS {
        let (mut matrix, mut right) = ([[0.0; 4]; 4], [0.0; 4]);
        for i in (0..values.num_rows).step_by((values.num_rows / most_rows).max(1)) {
            let Parameters { ln_base, start, step, scale } = parameters;
            let position = start + step * i as f64;
            for &(j, exponent, component) in &columns {
                let omega = (-exponent * ln_base).exp();
                let (sin, cos) = (omega * position).sin_cos();
                let (value, slope) = match component {
                    Component::Sin => (sin, cos),
                    Component::Cos => (cos, -sin),
                };
                let off = values.row(i)[j] - scale * value;
                // False also where this is no number.
                let is_near = off.abs() < 0.1 * scale.abs();
                if !is_near {
                    continue;
                }
                let slope = scale * slope * omega;
                let slopes = [-exponent * position * slope, slope, slope * i as f64, value];
                for (m, row) in matrix.iter_mut().enumerate() {
                    for (n, cell) in row.iter_mut().enumerate() {
                        *cell += slopes[m] * slopes[n];
                    }
                    right[m] += slopes[m] * off;
                }
            }
        }
        for m in (0..4).filter(|&m| !free[m]) {
            (matrix[m], right[m]) = ([0.0; 4], 0.0);
            for row in &mut matrix {
                row[m] = 0.0;
            }
            matrix[m][m] = 1.0;
        }
        let Some(change) = solved(matrix, right) else { break };
        for (own, change) in parameters.as_array().into_iter().zip(change) {
            *own += change;
        }
    }
    parameters
}

/// Solution of linear equations; `None` if there is none, or many.
fn solved(mut matrix: [[f64; 4]; 4], mut right: [f64; 4]) -> Option<[f64; 4]> {
    // Each unknown in units of its own: start and step differ by the number of rows.
    let units: [f64; 4] = std::array::from_fn(|m| matrix[m][m].sqrt());
    if !units.iter().all(|&unit| unit > 0.0 && unit.is_finite()) {
        return None;
    }
    for m in 0..4 {
        for n in 0..4 {
            matrix[m][n] /= units[m] * units[n];
        }
        right[m] /= units[m];
    }
    for m in 0..4 {
        let pivot = (m..4).max_by(|&a, &b| matrix[a][m].abs().total_cmp(&matrix[b][m].abs()))?;
        matrix.swap(m, pivot);
        right.swap(m, pivot);
        if matrix[m][m].abs() < 1e-13 {
            return None;
        }
        let row = matrix[m];
        for (n, other) in matrix.iter_mut().enumerate().skip(m + 1) {
            let factor = other[m] / row[m];
            for (cell, own) in other.iter_mut().zip(row) {
                *cell -= factor * own;
            }
            right[n] -= factor * right[m];
        }
    }
    let mut solution = [0.0; 4];
    for m in (0..4).rev() {
        let known: f64 = (m + 1..4).map(|n| matrix[m][n] * solution[n]).sum();
        solution[m] = (right[m] - known) / matrix[m][m];
    }
    let found: [f64; 4] = std::array::from_fn(|m| solution[m] / units[m]);
    found.iter().all(|it| it.is_finite()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Convention, SinusoidDraft};

    #[test]
    fn parameters_are_found_from_near_ones() {
        let draft = |base: f64| SinusoidDraft { base, ..Convention::PAPER.draft(16) };
        let sinusoid = Sinusoid::new(draft(12_345.678)).unwrap();
        let expected =
            Parameters { ln_base: 12_345.678_f64.ln(), start: 3.3, step: 0.77, scale: 2.5 };
        let waves = Waves::new(sinusoid);
        let cells = (0..200).flat_map(|i| {
            let position = expected.start + expected.step * f64::from(i);
            waves.columns().iter().map(move |_| position).zip(waves.columns()).collect::<Vec<_>>()
        });
        let value = |(position, column): (f64, &Column)| match *column {
            Column::Wave { frequency, component } => {
                let angle = waves.frequencies()[frequency].omega.hi * position;
                2.5 * if component == Component::Sin { angle.sin() } else { angle.cos() }
            }
            Column::Zero => 0.0,
        };
        let mut cells: Vec<f64> = cells.map(value).collect();
        cells[77] = 9.0;
        let values = TableValues::new(200, 16, cells);
        let near = Parameters {
            ln_base: expected.ln_base * (1.0 + 1e-5),
            start: 3.301,
            step: 0.770_01,
            scale: 2.501,
        };
        let found = refined(&values, sinusoid, near, [true; 4], MANY);
        assert!((found.ln_base - expected.ln_base).abs() < 1e-11, "{found:?}");
        assert!(
            (found.start - 3.3).abs() < 1e-11 && (found.step - 0.77).abs() < 1e-12,
            "{found:?}"
        );
        let kept = refined(&values, sinusoid, near, [true, false, true, true], MANY);
        assert_eq!(kept.start, 3.301, "what is not free stays");
    }
}
