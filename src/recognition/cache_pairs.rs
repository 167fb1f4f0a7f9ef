//! Cosines or sines of a table, one column a pair: their form, frequencies and bases.

use std::sync::OnceLock;

use super::{
    cache_layout::CacheLayout,
    ladder_hypotheses::{bases, fast_base},
};
use crate::encoding::{
    Component, Double, Limits, LoneWaves, NearBase, Rounding, WeightedLine, fewest_digits_first,
    median::median,
    proof::are_few,
    rotary::cache::{self, CacheForm},
};

/// Cosines or sines of a table, one column a pair, with the form that their columns have in the table.
pub(super) struct Pairs<'a> {
    pub(super) waves: LoneWaves,
    pub(super) form: CacheForm,
    /// Values of the whole table, row by row.
    pub(super) cells: &'a [f64],
    omegas: OnceLock<Vec<f64>>,
}

/// Rows of a table that are looked at, of which a few may deviate.
fn some_rows(cells: &[f64], width: usize) -> Vec<&[f64]> {
    const MOST_ROWS: usize = 64;
    let num_rows = cells.len() / width;
    cells.chunks_exact(width).step_by(num_rows.div_ceil(MOST_ROWS).max(1)).collect()
}

/// Forms of a cache of cosines or sines that a table may have, each with its number of pairs, the fewest first.
fn forms(cells: &[f64], width: u32) -> impl Iterator<Item = (CacheForm, u32)> {
    let rows = some_rows(cells, width as usize);
    let has_form = move |&(form, num_pairs): &(CacheForm, u32)| {
        let first_of = |j: u32| form.column_of(form.pair_of(j, num_pairs)) as usize;
        let is_unequal = |row: &&&[f64]| {
            (0..width).any(|j| row[j as usize].to_bits() != row[first_of(j)].to_bits())
        };
        are_few(rows.iter().filter(is_unequal).count() as u64, rows.len() as u64)
    };
    let all = [CacheForm::Halves, CacheForm::Adjacent, CacheForm::Pairs].into_iter();
    all.filter_map(move |form| Some((form, form.num_pairs(width)?))).filter(has_form)
}

impl CacheLayout {
    /// Layouts that a table may have, as far as some rows tell: those of cosines and sines, or else those of either.
    pub(super) fn of_cells(cells: &[f64], width: usize) -> Vec<Self> {
        let both = Self::both(cells, width);
        if both.is_empty() { Self::alone(cells, width) } else { both }
    }

    /// Layouts of cosines and sines that a table may have.
    pub(super) fn both(cells: &[f64], width: usize) -> Vec<Self> {
        Self::with_both(&some_rows(cells, width))
    }

    /// Layouts of cosines or sines that a table may have, the one with the fewest pairs first.
    pub(super) fn alone(cells: &[f64], width: usize) -> Vec<Self> {
        forms(cells, width as u32).map(|(form, _)| Self::of_form(form)).collect()
    }
}

impl<'a> Pairs<'a> {
    /// Columns of the pairs of a table in each form that it may have, the one with the fewest pairs first.
    pub(super) fn of_table(cells: &'a [f64], width: u32) -> impl Iterator<Item = Self> {
        let num_rows = cells.len() / width as usize;
        let row = move |i: usize| &cells[i * width as usize..(i + 1) * width as usize];
        forms(cells, width).map(move |(form, num_pairs)| {
            let columns = || (0..num_pairs).map(|pair| form.column_of(pair) as usize);
            let own = (0..num_rows).flat_map(|i| columns().map(move |j| row(i)[j])).collect();
            let waves = LoneWaves::new(num_rows, num_pairs as usize, own);
            Self { waves, form, cells, omegas: OnceLock::new() }
        })
    }

    pub(super) fn num_pairs(&self) -> u32 {
        self.waves.width() as u32
    }

    /// True if single values tell an angle well.
    pub(super) fn is_fine(&self) -> bool {
        Rounding::is_fine(self.waves.rounding())
    }

    /// Factor of all values of waves with known frequencies and positions: the median ratio.
    pub(super) fn factor(
        &self,
        omegas: &[Double],
        component: Component,
        start: i64,
    ) -> Option<f64> {
        const MOST_ROWS: usize = 32;
        // Near position 0, the angles of frequencies that were rounded are right, too.
        let num_rows = self.waves.num_rows();
        let num_rows = if start == 0 { num_rows.min(MOST_ROWS) } else { num_rows };
        let mut ratios: Vec<f64> = Vec::new();
        for i in (0..num_rows).step_by(num_rows.div_ceil(MOST_ROWS)) {
            let own =
                omegas.iter().map(|&omega| cache::value(component, omega, 1.0, start + i as i64));
            let pairs = self.waves.row(i).iter().zip(own).filter(|(_, own)| own.abs() > 0.5);
            ratios.extend(pairs.map(|(value, own)| value / own).filter(|it| it.is_finite()));
        }
        median(&mut ratios).filter(|it| *it != 0.0)
    }

    /// Component of a table that starts at position 0, where all cosines are the factor and all sines are 0.
    pub(super) fn component_at_zero(&self) -> Option<Component> {
        let first = self.waves.row(0);
        match first[0] {
            _ if first.iter().any(|&it| it != first[0]) => None,
            0.0 => Some(Component::Sin),
            it if it.is_finite() => Some(Component::Cos),
            _ => None,
        }
    }

    /// Bases that the angles from row to row tell.
    pub(super) fn bases(&self) -> Vec<f64> {
        let omegas = self.omegas();
        let component = self.component_at_zero().unwrap_or(Component::Cos);
        let least = least_angle(component, self.waves.rounding());
        let mut all = bases(omegas, omegas.len());
        for base in rough_bases(omegas, least) {
            if !all.contains(&base) {
                all.push(base);
            }
        }
        all
    }

    /// Round base that the fast pairs alone tell.
    pub(super) fn fast_base(&self) -> Option<f64> {
        /// Relative error of a base that is measured.
        const NEAR: f64 = 1e-3;
        fast_base(|pair| self.omegas().get(pair).copied(), self.num_pairs(), NEAR)
    }

    /// Angle of each pair from row to row, as far as the values tell it; 0 where they do not.
    pub(super) fn omegas(&self) -> &[f64] {
        self.omegas.get_or_init(|| self.measured_omegas())
    }

    fn measured_omegas(&self) -> Vec<f64> {
        let measured = self.waves.frequencies();
        let second = self.waves.row(1);
        // Of sines at position 0, the measured frequencies tell the factor.
        let known =
            measured.iter().zip(second).filter_map(|(omega, value)| Some(value / (*omega)?.sin()));
        let amplitude =
            median(&mut known.filter(|it| it.is_finite()).collect::<Vec<f64>>()).unwrap_or(1.0);
        let at_one = |pair: usize| match self.component_at_zero() {
            Some(Component::Cos) => {
                (second[pair] / self.waves.row(0)[pair]).clamp(-1.0, 1.0).acos()
            }
            Some(Component::Sin) => (second[pair] / amplitude).clamp(-1.0, 1.0).asin(),
            None => 0.0,
        };
        // A value of few bits tells less than the rows together.
        let is_told_at_one = self.is_fine() && self.component_at_zero().is_some();
        let own = |(pair, measured): (usize, Option<f64>)| match measured {
            Some(measured) if !is_told_at_one => measured,
            _ => at_one(pair),
        };
        measured.into_iter().enumerate().map(own).collect()
    }
}

/// Least angle at position 1 that a rounded value gives to a percent.
pub(super) fn least_angle(component: Component, rounding: Option<Rounding>) -> f64 {
    match component {
        // Near 1, a cosine changes by half the square of the angle.
        Component::Cos => f64::max(0.01, (50.0 * rounding.map_or(0.0, Rounding::unit)).sqrt()),
        Component::Sin => 0.001,
    }
}

/// Candidate bases: usual ones, then those fitted to all angles and to the faster half, rounded to few digits first.
fn rough_bases(angles: &[f64], least: f64) -> Vec<f64> {
    const MOST_DIGITS: usize = 8;
    let mut found = NearBase::USUAL.to_vec();
    let half = angles.len().div_ceil(2);
    // Weights ω² for angles that are measured over many rows; equal weights for frequencies that were rounded.
    let lines = [(angles, 2), (&angles[..half], 2), (angles, 0)];
    for (part, power) in lines {
        let Some(base) = base_of(part, angles.len(), least, power) else { continue };
        for base in fewest_digits_first(base, MOST_DIGITS) {
            if Limits::is_base(base) && !found.contains(&base) {
                found.push(base);
            }
        }
    }
    found
}

/// Base of the ladder through some angles: each of the logarithms weighs as much as a power of its angle.
fn base_of(angles: &[f64], num: usize, least: f64, power: i32) -> Option<f64> {
    let points = angles.iter().enumerate().filter(|(_, angle)| **angle > least);
    let weighted = points.map(|(k, it)| (k as f64 / num as f64, it.ln(), it.powi(power)));
    let base = (-WeightedLine::through(weighted).slope()).exp();
    (base.is_finite() && base > 1.0).then_some(base)
}
