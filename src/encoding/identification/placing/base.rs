//! Base that rows at their positions tell.

use super::wave_table::WaveTable;
use crate::encoding::{Limits, with_digits};

/// Base, and the share by which it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NearBase {
    pub(crate) base: f64,
    pub(crate) off: f64,
}

impl NearBase {
    /// Bases that many models have, the likeliest first.
    pub(crate) const USUAL: [f64; 10] = [1e4, 5e5, 1e6, 1e5, 1.5e5, 5e6, 1e7, 5e4, 100.0, 1000.0];

    /// The base as the positions of some rows tell it. `table` has the waves of a base that is off by a share, and a
    /// wave's frequency is base^(−share).
    #[must_use]
    pub(crate) fn sharpened<'a>(
        mut self,
        table: impl Fn(f64, f64) -> Option<WaveTable<'a>>,
        share: impl Fn(usize) -> f64,
    ) -> Self {
        /// Number of times that the positions are found anew, and errors of the base that may be left.
        const STEPS: usize = 3;
        const ROOM: f64 = 4.0;
        for _ in 0..STEPS {
            let change = table(self.base, self.off).and_then(|it| it.base_change(&share));
            let is_better =
                |it: &BaseChange| ROOM * it.error < self.off && it.ln.abs() < 2.0 * self.off;
            let Some(change) = change.filter(is_better) else { break };
            self = Self { base: self.base * change.ln.exp(), off: ROOM * change.error };
        }
        self
    }

    /// Likely bases, those with the fewest digits first.
    pub(crate) fn told(self) -> Vec<f64> {
        const DIGITS: usize = 7;
        let mut found: Vec<f64> = Vec::new();
        for digits in 0..DIGITS {
            let own = self.of_digits(digits).into_iter().filter(|&it| Limits::is_base(it));
            found.extend(own.filter(|it| !found.contains(it)).collect::<Vec<_>>());
        }
        found
    }

    /// Bases with so many digits after the first; none where they are too many to be compared.
    fn of_digits(self, digits: usize) -> Vec<f64> {
        const MOST: f64 = 9.0;
        /// Share by which a measured number is off at least.
        const LEAST: f64 = 1e-6;
        let off = self.off.max(LEAST);
        let last = 10.0_f64.powf(self.base.log10().floor() - digits as f64);
        let (low, high) = ((-off).exp() * self.base / last, off.exp() * self.base / last);
        let (low, high) = (low.ceil(), high.floor());
        let num = high - low + 1.0;
        if !(1.0..=MOST).contains(&num) {
            return Vec::new();
        }
        (0..num as u32).map(|i| with_digits((low + f64::from(i)) * last, digits)).collect()
    }
}

/// Change of the logarithm of a base, and its error.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BaseChange {
    ln: f64,
    error: f64,
}

impl WaveTable<'_> {
    /// Change of the base that fits some rows best, by least squares in the base and in the position of each row;
    /// `None` without such rows.
    fn base_change(&self, share: impl Fn(usize) -> f64) -> Option<BaseChange> {
        /// Number of rows, and largest difference of a value that is no other wave's.
        const ROWS: usize = 64;
        const NEAR: f64 = 0.3;
        let (mut square, mut along) = (0.0, 0.0);
        let (mut num, mut differences) = (0_u32, 0.0);
        // Equal rows have the same rounding.
        let (placed, _) = self.probes(ROWS);
        for (i, t) in placed.into_iter().filter(|&(i, _)| !self.is_repeated(i)) {
            let (mut tt, mut tb, mut bb, mut tr, mut br) = (0.0, 0.0, 0.0, 0.0, 0.0);
            for (it, value) in self.columns.iter().zip(self.values.row(i)) {
                let (own, by_position) = it.value_and_slope(t);
                let off = value / self.scale - own;
                if off.abs() >= NEAR {
                    continue;
                }
                let by_base = -by_position * t * share(it.wave);
                tt += by_position * by_position;
                tb += by_position * by_base;
                bb += by_base * by_base;
                tr += by_position * off;
                br += by_base * off;
                num += 1;
                differences += off * off;
            }
            // Without what another position explains as well.
            if tt > 0.0 {
                square += bb - tb * tb / tt;
                along += br - tb * tr / tt;
            }
        }
        let error = (differences / f64::from(num) / square).sqrt();
        let change = BaseChange { ln: along / square, error };
        (change.ln.is_finite() && change.error.is_finite()).then_some(change)
    }
}
