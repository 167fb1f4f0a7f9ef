//! A sinusoid as a hypothesis about a table: the positions of its rows, and its scale.

use std::f64::consts::TAU;

use super::{
    alone::{lines_alone, scale_alone, starts_alone},
    line::spacings_through,
    measured::Measured,
    precision::TablePrecision,
    values::TableValues,
};
use crate::encoding::{
    Arithmetic, Column, Component, Components, Encoding, Limits, Sinusoid, Spacing, Spec, Waves,
    median::median,
    proof::{FAR_MEDIAN, SINGLE, notable_factor},
};

/// Rows of a hypothesis beside those of a table.
pub(super) struct Hypothesis<'a> {
    pub(super) values: &'a TableValues,
    pub(super) encoding: Encoding,
    pub(super) sinusoid: Sinusoid,
    /// Positions of the rows, where these are not consecutive whole numbers.
    pub(super) spacing: Option<Spacing>,
    /// Scale, where it is known with the positions.
    scale: Option<f64>,
    /// Column of sine and of cosine of each pair, the slowest first, and its frequency.
    pub(super) pairs: Vec<(usize, usize, f64)>,
    /// Way in which the values came about.
    pub(super) precision: TablePrecision,
    /// Frequency of each column; 0 for columns of zeros.
    omegas: Vec<f64>,
    /// Error of the angle of each column as programs compute it, per position.
    errors: Vec<f64>,
    /// Number of the frequency of each column; columns of zeros share one more.
    pub(super) waves: Vec<usize>,
}

impl Hypothesis<'_> {
    /// Number of the row whose values a row of the table has, and the scale; `None` if the angles of its pairs
    /// contradict each other.
    pub(super) fn position_of(&self, row: &[f64]) -> Option<(i64, f64)> {
        self.decoded(row, |it, position, error, scale| {
            let number = match it.spacing {
                Some(Spacing { start, step }) => (position - start) / step,
                None => position,
            };
            let error = it.spacing.map_or(error, |spacing| error / spacing.step.abs());
            let t = number.round();
            let is_whole = (number - t).abs() < 0.2 + error.min(0.2);
            let is_inside = t.abs() <= Limits::POSITION_MAX as f64;
            let t = (is_whole && is_inside).then_some(t as i64)?;
            let all = it.row(t);
            let close =
                (0..row.len()).filter(|&j| it.is_close(row[j], all[j], t, j, scale)).count();
            (10 * close >= 8 * row.len()).then_some((t, scale))
        })
    }

    /// Real position of a row, and the scale.
    fn real_position_of(&self, row: &[f64]) -> Option<(f64, f64)> {
        self.decoded(row, |_, position, error, scale| (error < 0.1).then_some((position, scale)))
    }

    /// First of the positions of a row that `judged` accepts: it gets the position, its error, and the scale.
    fn decoded<T>(
        &self,
        row: &[f64],
        judged: impl Fn(&Self, f64, f64, f64) -> Option<T> + Copy,
    ) -> Option<T> {
        let mut lengths: Vec<f64> =
            self.pairs.iter().map(|&(s, c, _)| row[s].hypot(row[c])).collect();
        let scale = median(&mut lengths)?;
        if !(scale.is_finite() && scale > 0.0) {
            return None;
        }
        let noise = 4.0 * self.precision.noise();
        // One pair may be wrong, also the slowest.
        let firsts = self.pairs.len().min(3);
        [scale, -scale].into_iter().find_map(|scale| {
            (0..firsts).find_map(|first| self.decoded_from(row, first, scale, noise, judged))
        })
    }

    /// First accepted of the positions that follow from the angles of a row's pairs, beginning with one of the
    /// slowest.
    fn decoded_from<T>(
        &self,
        row: &[f64],
        first: usize,
        scale: f64,
        noise: f64,
        judged: impl Fn(&Self, f64, f64, f64) -> Option<T>,
    ) -> Option<T> {
        /// Number of turns of the slowest pair within which positions are found.
        const MOST_TURNS: u32 = 128;
        /// Number of pairs that may contradict the others, of few.
        const MOST_WRONG: usize = 1;
        let angle = |&(s, c, _): &(usize, usize, f64)| (row[s] / scale).atan2(row[c] / scale);
        let &(s, _, slowest) = self.pairs.get(first)?;
        let angles: Vec<f64> = self.pairs[first..].iter().map(angle).collect();
        let turns = (0..MOST_TURNS).map(f64::from).chain([-1.0]);
        turns.into_iter().find_map(|turns| {
            let mut t = (angles[0] + turns * TAU) / slowest;
            let mut error = noise / slowest + self.errors[s] / slowest * t.abs();
            let (mut num_asked, mut num_agreeing) = (0, 0);
            for (&(s, _, omega), angle) in self.pairs[first..].iter().zip(&angles) {
                // Far positions, whose angles programs compute with errors.
                let noise = noise + self.errors[s] * t.abs();
                if error * omega > 1.0 || noise > 1.0 {
                    continue;
                }
                let off = angle - omega * t;
                let off = off - TAU * (off / TAU).round();
                num_asked += 1;
                if num_asked - num_agreeing > MOST_WRONG.max(self.pairs.len() / 4) {
                    return None;
                }
                if off.abs() <= 2.0 * error * omega + 2.0 * noise {
                    num_agreeing += 1;
                    t += off / omega;
                    error = error.min(noise / omega);
                }
            }
            if 4 * num_agreeing < 3 * num_asked {
                return None;
            }
            judged(self, t, error, scale)
        })
    }

    fn row(&self, t: i64) -> Vec<f64> {
        self.encoding.row(t)
    }

    /// Largest error of computing an expected value: that of the angle, which grows with the position, and one unit in
    /// the last place of the sine.
    pub(super) fn computing_error(&self, t: i64, j: usize, expected: f64) -> f64 {
        let position = match self.spacing {
            // The parts of a real position are rounded, too.
            Some(Spacing { start, step }) => start.abs().max((step * t as f64).abs()),
            None => (t as f64).abs(),
        };
        let angle = self.errors[j] * position;
        let slope = ((1.0 - expected * expected).max(0.0).sqrt() + angle).min(1.0);
        (angle * slope + self.precision.sine_error() * expected.abs()).min(2.0)
    }

    /// True if a value is the scale times the expected one, as far as its type and computing allow.
    pub(super) fn is_close(&self, value: f64, expected: f64, t: i64, j: usize, scale: f64) -> bool {
        self.precision.is_close(value, expected, self.computing_error(t, j, expected), scale)
    }
}

impl<'a> Hypothesis<'a> {
    pub(super) fn new(
        values: &'a TableValues,
        sinusoid: Sinusoid,
        precision: TablePrecision,
    ) -> Self {
        let waves = Waves::new(sinusoid);
        let mut pairs: Vec<(usize, usize, f64)> = Vec::new();
        if sinusoid.components() == Components::Both {
            for frequency in waves.frequencies() {
                if let (Some(s), Some(c)) = (frequency.sin_column, frequency.cos_column) {
                    pairs.push((s as usize, c as usize, frequency.omega.hi));
                }
            }
        }
        pairs.sort_by(|a, b| a.2.total_cmp(&b.2));
        let arithmetic = precision.arithmetic();
        // The position and the angle are rounded besides.
        let steps = 2.0 * if arithmetic == Arithmetic::F64 { f64::EPSILON / 2.0 } else { SINGLE };
        let of_frequency: Vec<(f64, f64)> = waves
            .frequencies()
            .iter()
            .map(|it| {
                let own = arithmetic.frequency_error(sinusoid.base(), it.exponent);
                (it.omega.hi, it.omega.hi * (own + steps))
            })
            .collect();
        let of_column = (0..values.width as u32).map(|j| match waves.column(j) {
            Column::Wave { frequency, .. } => of_frequency[frequency],
            Column::Zero => (0.0, 0.0),
        });
        let (omegas, errors) = of_column.unzip();
        let num_waves = waves.frequencies().len();
        let waves = (0..values.width as u32).map(|j| match waves.column(j) {
            Column::Wave { frequency, .. } => frequency,
            Column::Zero => num_waves,
        });
        let waves = waves.collect();
        let encoding = Encoding::new(sinusoid);
        Hypothesis {
            values,
            encoding,
            sinusoid,
            spacing: None,
            scale: None,
            pairs,
            precision,
            omegas,
            errors,
            waves,
        }
    }

    /// The same hypothesis at real positions. Those in steps below 1 may be the slow columns of a wider table, whose
    /// exponents were larger by the logarithm of the step, and with them their errors.
    pub(super) fn spaced(&self, sinusoid: Sinusoid, spacing: Spacing, scale: Option<f64>) -> Self {
        let more = match spacing.step.abs() {
            step if step < 1.0 => self.precision.arithmetic().power_bound(step.ln()),
            _ => 0.0,
        };
        let errors = self.errors.iter().zip(&self.omegas).map(|(own, omega)| own + more * omega);
        Hypothesis {
            values: self.values,
            encoding: Encoding::new(Spec::Spaced { sinusoid, spacing }),
            sinusoid,
            spacing: Some(spacing),
            scale,
            pairs: self.pairs.clone(),
            precision: self.precision,
            omegas: self.omegas.clone(),
            errors: errors.collect(),
            waves: self.waves.clone(),
        }
    }

    /// Positions of the rows that the angles of some rows tell, the simplest first, with the scale if that is known.
    /// None if they are consecutive whole numbers, or on no line.
    pub(super) fn spacings(&self, measured: &Measured) -> Vec<(Spacing, Option<f64>)> {
        const PROBES: usize = 33;
        let num = self.values.num_rows;
        if num < 2 {
            return Vec::new();
        }
        if self.pairs.is_empty() {
            let lines = lines_alone(measured, self.sinusoid, self.precision).into_iter();
            return lines.map(|(spacing, scale)| (spacing, Some(scale))).collect();
        }
        let num_probes = PROBES.min(num);
        let probes = (0..num_probes).map(|i| i * (num - 1) / (num_probes - 1));
        let found: Vec<(f64, f64)> = probes
            .filter_map(|i| Some((i as f64, self.real_position_of(self.values.row(i))?.0)))
            .collect();
        if 2 * found.len() <= num_probes {
            return Vec::new();
        }
        spacings_through(&found, num).into_iter().map(|spacing| (spacing, None)).collect()
    }
}

impl Hypothesis<'_> {
    /// First position and scale, by the vote of some rows.
    pub(super) fn start_and_scale(&self) -> Option<(i64, f64)> {
        const PROBES: usize = 9;
        let num = self.values.num_rows;
        if let Some(scale) = self.scale {
            return Some((0, self.scale_at(0, scale))).filter(|it| it.1 != 0.0);
        }
        let probes = (0..PROBES).map(|i| (i * (num - 1)) / (PROBES - 1));
        if self.pairs.is_empty()
            && self.spacing.is_none()
            && let Some(starts) = starts_alone(self.values, self.sinusoid, self.precision)
        {
            let is_meant = |&(start, scale): &(i64, f64)| {
                let scale = self.scale_at(start, scale);
                let is_close = |&i: &usize| self.is_row_close(i, start + i as i64, scale);
                3 * probes.clone().filter(is_close).count() >= PROBES
            };
            let (start, scale) = starts.into_iter().find(is_meant)?;
            return Some((start, self.scale_at(start, scale))).filter(|it| it.1 != 0.0);
        }
        let mut votes: Vec<(i64, f64, usize)> = Vec::new();
        let alone =
            if self.pairs.is_empty() { scale_alone(self.values, self.sinusoid) } else { 1.0 };
        for i in probes {
            let found: Vec<(i64, f64)> = if self.pairs.is_empty() {
                [1.0, alone, -alone]
                    .into_iter()
                    .filter_map(|scale| self.searched(i, scale))
                    .collect()
            } else {
                self.position_of(self.values.row(i)).into_iter().collect()
            };
            for (t, scale) in found {
                let start = t - i as i64;
                match votes.iter_mut().find(|vote| vote.0 == start) {
                    Some(vote) => vote.2 += 1,
                    None => votes.push((start, scale, 1)),
                }
            }
        }
        // Rows that tell a position at all are many; of starts that are told about as often, or by a third of them, the
        // first is meant.
        let num_told: usize = votes.iter().map(|vote| vote.2).sum();
        let most = votes.iter().map(|vote| vote.2).max()?;
        let is_meant = |vote: &(i64, f64, usize)| {
            vote.2 + 1 >= most || (vote.2 >= 3 && 3 * vote.2 >= num_told)
        };
        let best = votes.into_iter().find(is_meant)?;
        if 3 * num_told < PROBES {
            return None;
        }
        let start = i64::clamp(best.0, -Limits::POSITION_MAX, Limits::POSITION_MAX);
        Some((start, self.scale_at(start, best.1))).filter(|it| it.1 != 0.0)
    }

    /// True if most values of a row are those of a position.
    pub(super) fn is_row_close(&self, i: usize, t: i64, scale: f64) -> bool {
        let row = self.values.row(i);
        let pairs = row.iter().zip(self.row(t)).enumerate();
        let num =
            pairs.filter(|&(j, (&value, own))| self.is_close(value, own, t, j, scale)).count();
        10 * num >= 8 * row.len()
    }

    /// Position of a row whose columns have no partners: tried one by one.
    fn searched(&self, i: usize, scale: f64) -> Option<(i64, f64)> {
        const FIRST: i64 = -256;
        const LAST: i64 = 4096;
        let row = self.values.row(i);
        let waves = Waves::new(self.sinusoid);
        let some: Vec<(usize, Column)> =
            (0..row.len().min(6)).map(|j| (j, waves.column(j as u32))).collect();
        // Double precision suffices to refuse most positions.
        let roughly = |t: i64, column: Column| {
            let Column::Wave { frequency, component } = column else { return 0.0 };
            let position =
                self.spacing.map_or(t as f64, |Spacing { start, step }| start + step * t as f64);
            let angle = waves.frequencies()[frequency].omega.hi * position;
            match component {
                Component::Sin => angle.sin(),
                Component::Cos => angle.cos(),
            }
        };
        // Cosines alone are even: the start nearest to 0 is meant.
        let later = (1..LAST).flat_map(|start| [start, -start]).filter(|&start| start >= FIRST);
        std::iter::once(0).chain(later).map(|start| start + i as i64).find_map(|t| {
            // The scale is a guess, and is measured afterwards.
            let slack = 2e-5 * scale.abs();
            let is_close = |j: usize, value: f64| {
                (row[j] - scale * value).abs() <= slack || self.is_close(row[j], value, t, j, scale)
            };
            // One of the first may be wrong.
            let is_off = |(j, column): &&(usize, Column)| !is_close(*j, roughly(t, *column));
            if some.iter().filter(is_off).nth(1).is_some() {
                return None;
            }
            let all = self.row(t);
            let close = all.iter().enumerate().filter(|&(j, &value)| is_close(j, value)).count();
            (10 * close >= 8 * row.len()).then_some((t, scale))
        })
    }

    /// Scale of the whole table: the median ratio, or a notable number that is as near.
    fn scale_at(&self, start: i64, scale: f64) -> f64 {
        let mut ratios = Vec::new();
        for i in (0..self.values.num_rows).step_by((self.values.num_rows / 64).max(1)) {
            let expected = self.row(start + i as i64);
            let pairs = self.values.row(i).iter().zip(expected);
            ratios.extend(pairs.filter(|(_, it)| it.abs() > 0.5).map(|(value, it)| value / it));
        }
        let median = median(&mut ratios).unwrap_or(scale);
        // The errors of far angles move the median.
        let far = self.errors.iter().copied().fold(0.0, f64::max) * start.unsigned_abs() as f64;
        let near = 2.0 * self.precision.noise() + FAR_MEDIAN * far;
        notable_factor(median, self.values.width as f64, near)
    }
}
