//! Tables whose columns belong to pairs in some layout: what their rows tell of magnitudes and bases, wherever they
//! are.

use super::{
    cache_layout::{CacheLayout, LayoutColumn},
    ladder_hypotheses::fast_base,
};
use crate::encoding::{
    Arithmetic, Component, NearBase, TableValues, TableWave, WaveTable, fewest_digits_first,
    ladder_ratio,
    median::median,
    proof::SINGLE,
    rotary::{angle_error, scaling::Scaling},
};

/// Number of rows that bases and layouts are told from.
const MOST_ROWS: usize = 64;

/// A table whose columns belong to pairs in some layout.
pub(super) struct LaidOut<'a> {
    pub(super) values: &'a TableValues,
    pub(super) layout: CacheLayout,
    pub(super) component: Component,
    pub(super) columns: Vec<LayoutColumn>,
    pub(super) num_pairs: u32,
}

impl<'a> LaidOut<'a> {
    /// The table in some layouts, with cosines and with sines where a layout has one of them; each of a number of pairs
    /// at least.
    pub(super) fn all(
        values: &'a TableValues,
        layouts: Vec<CacheLayout>,
        least_pairs: u32,
    ) -> impl Iterator<Item = Self> {
        let of_layout =
            |layout: CacheLayout| layout.components().iter().map(move |it| (layout, *it));
        layouts.into_iter().flat_map(of_layout).filter_map(move |(layout, component)| {
            let num_pairs = layout.num_pairs(values.width as u32)?;
            let columns = layout.columns(num_pairs, component);
            (num_pairs >= least_pairs).then_some(Self {
                values,
                layout,
                component,
                columns,
                num_pairs,
            })
        })
    }
}

/// Values of the cosine and of the sine of a pair, as far as a table has them.
type PairValues = (Option<f64>, Option<f64>);

/// Magnitude of the values of a table.
#[derive(Clone, Copy)]
pub(super) enum Magnitude {
    /// Radius of most pairs of a cosine and a sine.
    Radius(f64),
    /// Largest value, where no pair gives a radius.
    Largest(f64),
}

/// Largest magnitude, without a few outliers above a gap: waves come near their height too often to leave one.
pub(super) fn largest_of_most(values: impl Iterator<Item = f64>) -> f64 {
    /// Number of outliers at most: FEW, and one more for every OF values.
    const FEW: usize = 2;
    const OF: usize = 500;
    /// A gap exceeds APART times the spread of the next BELOW values, and LEAST times the value below it.
    const BELOW: usize = 8;
    const APART: f64 = 8.0;
    const LEAST: f64 = 1e-6;
    let mut all: Vec<f64> = values.map(f64::abs).filter(|it| it.is_finite()).collect();
    let num_left_out = FEW + all.len() / OF;
    let num = (num_left_out + BELOW + 1).min(all.len());
    if num < all.len() {
        all.select_nth_unstable_by(num - 1, |a, b| b.total_cmp(a));
        all.truncate(num);
    }
    all.sort_by(|a, b| b.total_cmp(a));
    let is_apart = |i: usize| {
        all.get(i + 1 + BELOW).is_some_and(|below| {
            let (gap, own) = (all[i] - all[i + 1], all[i + 1]);
            gap > APART * (own - below) && gap > LEAST * own
        })
    };
    // Values above a gap are wrong.
    let num_wrong = (0..num_left_out).rev().find(|&i| is_apart(i)).map_or(0, |i| i + 1);
    all.get(num_wrong).copied().unwrap_or(0.0)
}

impl LaidOut<'_> {
    /// The table with the waves of a hypothesis.
    pub(super) fn table(&self, base: f64, scaling: &Scaling, scale: f64) -> WaveTable<'_> {
        self.table_near(base, scaling, scale, 0.0)
    }

    /// The table with the waves of a hypothesis, whose base is off by a share.
    fn table_near(&self, base: f64, scaling: &Scaling, scale: f64, off: f64) -> WaveTable<'_> {
        let omegas = scaling.frequencies(base, 2 * self.num_pairs, None);
        let arithmetic =
            if self.values.rounding.is_none() { Arithmetic::F64 } else { Arithmetic::F32 };
        let errors: Vec<f64> = (0..self.num_pairs)
            .map(|pair| {
                let omega = omegas[pair as usize].hi;
                let own = angle_error(arithmetic, (base, scaling), (pair, self.num_pairs), omega);
                own + omega * off * self.share(pair as usize)
            })
            .collect();
        let columns = self.columns.iter().map(|&(pair, component, sign)| {
            let wave = pair as usize;
            TableWave { wave, omega: omegas[wave].hi, error: errors[wave], component, sign }
        });
        WaveTable::new(self.values, columns.collect(), scale)
    }

    /// Share s of a pair, whose frequency is base^(−s).
    fn share(&self, pair: usize) -> f64 {
        pair as f64 / f64::from(self.num_pairs)
    }

    /// Round base that the fast pairs of neighboring rows tell, if these are one position apart. `None` unless there
    /// are cosines and sines.
    pub(super) fn fast_base(&self) -> Option<f64> {
        /// Share by which a base that few bits tell is off.
        const NEAR: f64 = 0.05;
        let num = self.values.num_rows.saturating_sub(1);
        let turns: Vec<Vec<Option<f64>>> = (0..num)
            .step_by(num.div_ceil(MOST_ROWS).max(1))
            .map(|i| {
                let [a, b] = [i, i + 1].map(|i| self.of_pairs(self.values.row(i)));
                let turn = |(a, b): (PairValues, PairValues)| {
                    let ((c, s), (d, t)) = ((a.0?, a.1?), (b.0?, b.1?));
                    Some((t * c - d * s).atan2(d * c + t * s))
                };
                a.into_iter().zip(b).map(turn).collect()
            })
            .collect();
        let omega = |pair: usize| {
            let of_rows = turns.iter().filter_map(|row| *row.get(pair)?);
            median(&mut of_rows.collect::<Vec<f64>>())
        };
        fast_base(omega, self.num_pairs, NEAR)
    }

    /// Rows that are looked at.
    fn some_rows(&self) -> impl Iterator<Item = &[f64]> {
        let step = self.values.num_rows.div_ceil(MOST_ROWS);
        (0..self.values.num_rows).step_by(step).map(|i| self.values.row(i))
    }

    /// Values of the cosine and of the sine of each pair in a row.
    fn of_pairs(&self, row: &[f64]) -> Vec<PairValues> {
        let mut all = vec![(None, None); self.num_pairs as usize];
        for (&(pair, component, sign), value) in self.columns.iter().zip(row) {
            let own = &mut all[pair as usize];
            let place = if component == Component::Cos { &mut own.0 } else { &mut own.1 };
            *place = Some(sign * value);
        }
        all
    }

    /// Relative error of a value in the table's type, in single precision, or as text.
    fn unit(&self) -> f64 {
        self.values.own_unit().max(SINGLE)
    }

    /// Measures the magnitude of the values.
    pub(super) fn magnitude(&self) -> Magnitude {
        /// Number of values all of which are looked at: the largest may stand in any row.
        const MOST: usize = 1 << 17;
        let mut radii: Vec<f64> = self
            .some_rows()
            .flat_map(|row| self.of_pairs(row))
            .filter_map(|(c, s)| Some(c?.hypot(s?)))
            .filter(|it| *it > 0.0)
            .collect();
        let cells = self.values.cells();
        let largest = || match cells.len() {
            ..MOST => largest_of_most(cells.iter().copied()),
            _ => largest_of_most(self.some_rows().flatten().copied()),
        };
        median(&mut radii).map_or_else(|| Magnitude::Largest(largest()), Magnitude::Radius)
    }

    /// Factors of all values that the table may have, the likeliest first.
    pub(super) fn scales(&self, magnitude: Magnitude, scaling: &Scaling) -> Vec<f64> {
        /// Relative difference of a factor that rounding makes.
        const NEAR: f64 = 0.01;
        /// Digits of a factor that is likelier than one that is measured so close to it.
        const DIGITS: usize = 3;
        const CLOSE: f64 = 1e-5;
        let own = scaling.attention_factor();
        let (measured, near) = match magnitude {
            Magnitude::Radius(radius) => (radius, 4.0 * self.unit()),
            Magnitude::Largest(largest) => (largest, NEAR),
        };
        let known = [own, 1.0].into_iter().find(|it| (measured / it - 1.0).abs() < near);
        let mut all = vec![known.unwrap_or(measured)];
        // A short number close to the largest value, where no row reaches the factor itself.
        let mut short = fewest_digits_first(measured, DIGITS);
        let short = short.find(|it| (it / measured - 1.0).abs() < CLOSE);
        all.splice(0..0, short.filter(|_| known.is_none()));
        // Sines and cosines that never come near 1.
        let is_largest = matches!(magnitude, Magnitude::Largest(_));
        if is_largest && known.is_none() && measured < 1.0 {
            all.insert(0, own);
        }
        all.dedup();
        all.retain(|it| it.is_finite() && *it > 0.0);
        all
    }

    /// Usual bases and those that the rows tell, whatever their positions; then these alone.
    pub(super) fn bases(&self, magnitude: Magnitude) -> (Vec<f64>, Vec<f64>) {
        let mut all = NearBase::USUAL.to_vec();
        let scale = self.scales(magnitude, &Scaling::Default).first().copied().unwrap_or(1.0);
        let rows = self.some_rows().map(|row| {
            let of = |it: Option<f64>| it.map(|it| it / scale);
            self.of_pairs(row).into_iter().map(|(c, s)| (of(c), of(s))).collect()
        });
        let Some(ratio) = ladder_ratio(rows, self.unit()) else { return (all, Vec::new()) };
        let num = f64::from(self.num_pairs);
        let table = |base: f64, off: f64| {
            Some(self.table_near(base, &Scaling::Default, scale, off).within_a_turn())
        };
        let near = NearBase { base: (num * ratio.ln).exp(), off: 4.0 * num * ratio.error };
        let told = near.sharpened(table, |wave| self.share(wave)).told();
        all.extend(told.iter().filter(|it| !NearBase::USUAL.contains(it)));
        (all, told)
    }
}
