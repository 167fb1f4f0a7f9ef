//! Positions that the values of one row allow.

use std::f64::consts::{PI, TAU};

use super::wave_table::{WavePair, WaveTable};
use crate::encoding::{Limits, Rounding, fewest_digits_first};

/// Positions within which a row is, and the number of waves that contradict them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) high: f64,
    num_off: usize,
    /// True if it is one position, which all values of the row are known to have.
    is_told: bool,
}

/// Angles that a value allows: those within `half` of each.
struct Angles {
    centers: [f64; 2],
    num: usize,
    half: f64,
}

impl WaveTable<'_> {
    /// Positions of a row that its values allow, those nearest to 0 first. Empty if they contradict each other.
    pub(super) fn positions(&self, row: &[f64]) -> Vec<f64> {
        /// One wave in so many may be another's.
        const FEW: usize = 8;
        /// Number of intervals beyond which a row tells nothing.
        const MOST: usize = 256;
        let of = |most_off: usize, turns: f64| {
            let mut found: Vec<f64> = Vec::new();
            let intervals = self.intervals(row, 1, most_off, turns);
            let intervals = intervals.filter(|all| all.len() <= MOST).unwrap_or_default();
            for interval in intervals {
                let own = self.simplest(row, interval);
                let own = own.map(|t| if self.is_even { t.abs() } else { t });
                found.extend(own.filter(|t| !found.contains(t)));
            }
            found.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
            found
        };
        if self.is_telling() && !self.is_periodic {
            let near = of(0, 1.0);
            if !near.is_empty() {
                return near;
            }
        }
        let turns = self.most_turns();
        let strict = of(0, turns);
        if !strict.is_empty() || self.is_hopeless(row, turns) {
            return strict;
        }
        of((self.pairs.len() / FEW).max(1), turns)
    }

    /// True if some of many waves, spread over all, refuse every position, though twice as many of them may be off as
    /// of all.
    fn is_hopeless(&self, row: &[f64], turns: f64) -> bool {
        /// Number of waves that are asked, and that may be off.
        const SOME: usize = 32;
        const MOST_OFF: usize = 8;
        let step = self.pairs.len() / SOME;
        step >= 2 && self.intervals(row, step, MOST_OFF, turns).is_some_and(|all| all.is_empty())
    }

    /// True if the waves are as many and as precise as tell the turns of the slowest one apart, and one whole position.
    fn is_telling(&self) -> bool {
        const MANY: usize = 8;
        Rounding::is_fine(self.values.rounding) && self.pairs.len() >= MANY
    }

    /// Number of turns of the slowest wave within which positions are found.
    fn most_turns(&self) -> f64 {
        const MOST_TURNS: f64 = 128.0;
        const HALF_TURN: f64 = 0.5 + 1e-6;
        if self.is_periodic { HALF_TURN } else { MOST_TURNS }
    }

    /// Position beyond which the angles of half of the waves are anything.
    fn farthest(&self) -> f64 {
        let mut errors: Vec<f64> = self.pairs.iter().map(|it| it.error).collect();
        errors.sort_by(f64::total_cmp);
        errors.get(errors.len() / 2).map_or(0.0, |error| 1.0 / error)
    }

    /// Positions within some turns of the slowest wave within which a row may be, by every wave so many. `None` if they
    /// are so many that the row tells nothing.
    fn intervals(
        &self,
        row: &[f64],
        step: usize,
        most_off: usize,
        turns: f64,
    ) -> Option<Vec<Interval>> {
        /// Number of intervals beyond which a row tells nothing.
        const MOST: usize = 2048;
        let Some(slowest) = self.pairs.first() else { return Some(Vec::new()) };
        let far = (turns * TAU / slowest.omega).min(Limits::POSITION_MAX as f64);
        let far = far.min(self.farthest());
        let low = if self.is_even { -PI / (64.0 * slowest.omega) } else { -far };
        let mut found = vec![Interval { low, high: far, num_off: 0, is_told: false }];
        let mut tried = f64::NAN;
        for (num_before, pair) in self.pairs.iter().step_by(step).enumerate() {
            let angles = self.angles(row, pair);
            // Slow waves in coarse types may be anywhere.
            let mut next: Vec<Interval> = Vec::with_capacity(found.len());
            for interval in &found {
                let before = next.len();
                if let Some(angles) = &angles {
                    narrowed(*interval, pair, angles, &mut next);
                }
                if next.len() == before && interval.num_off < most_off {
                    // The first one limits the number of turns.
                    if num_before == 0 {
                        return Some(Vec::new());
                    }
                    next.push(Interval { num_off: interval.num_off + 1, ..*interval });
                }
                if next.len() > MOST {
                    return None;
                }
            }
            found = merged(next);
            match found.as_slice() {
                [] => return Some(found),
                // Waves that are faster tell nothing else.
                &[Interval { low, high, num_off: 0, .. }] if self.is_telling() => {
                    let whole = low.ceil();
                    let is_alone = whole <= high && high < whole + 1.0 && low > whole - 1.0;
                    if is_alone && whole != tried {
                        tried = whole;
                        if self.is_within(row, whole, 0) {
                            let (low, high) = (whole, whole);
                            return Some(vec![Interval { low, high, num_off: 0, is_told: true }]);
                        }
                    }
                }
                _ => {}
            }
        }
        Some(found)
    }

    /// Angles that the values of a wave allow; `None` if they are those of no angle.
    fn angles(&self, row: &[f64], pair: &WavePair) -> Option<Angles> {
        let value = |(j, sign): (usize, f64)| sign * row[j] / self.scale;
        // As far as its rounding allows, with some room for a sine in single precision.
        let room = |value: f64| {
            1.01 * self.precision.tolerance(value, self.precision.sine_error(), self.scale)
                / self.scale.abs()
        };
        let ends = |value: f64| {
            let room = room(value);
            let is_inside = value.abs() <= 1.0 + room;
            is_inside.then(|| ((value - room).max(-1.0), (value + room).min(1.0)))
        };
        match (pair.cos, pair.sin) {
            (Some(cos), Some(sin)) => {
                let (c, s) = (value(cos), value(sin));
                let half = 1.5 * room(1.0);
                let is_on = (c.hypot(s) - 1.0).abs() <= 2.0 * half;
                is_on.then(|| Angles { centers: [s.atan2(c), 0.0], num: 1, half })
            }
            (Some(cos), None) => {
                let (low, high) = ends(value(cos))?;
                let (near, far) = (high.acos(), low.acos());
                let center = f64::midpoint(near, far);
                let half = (far - near) / 2.0;
                // Around 0 and around π, both are one.
                Some(if near == 0.0 {
                    Angles { centers: [0.0, 0.0], num: 1, half: far }
                } else if far == PI {
                    Angles { centers: [PI, 0.0], num: 1, half: PI - near }
                } else {
                    Angles { centers: [center, -center], num: 2, half }
                })
            }
            (None, Some(sin)) => {
                let (low, high) = ends(value(sin))?;
                let (near, far) = (low.asin(), high.asin());
                let center = f64::midpoint(near, far);
                Some(Angles { centers: [center, PI - center], num: 2, half: (far - near) / 2.0 })
            }
            (None, None) => None,
        }
    }

    /// The simplest position of an interval: a whole one, or one with the fewest digits. Those that give all values
    /// come before those that give nearly all.
    fn simplest(&self, row: &[f64], interval: Interval) -> Option<f64> {
        /// Number of whole positions of an interval that are tried.
        const MOST: usize = 64;
        const DIGITS: usize = 17;
        let Interval { low, high, is_told, .. } = interval;
        if is_told {
            return Some(low + 0.0);
        }
        let middle = f64::midpoint(low, high);
        let room = 0.25 * (high - low) + 1e-9;
        let (first, last) = ((low - room).ceil(), (high + room).floor());
        let mut all: Vec<f64> =
            (0..MOST).map(|i| first + i as f64).take_while(|it| *it <= last).collect();
        all.sort_by(|a, b| (a - middle).abs().total_cmp(&(b - middle).abs()));
        let gives_all = |all: &[f64]| all.iter().copied().find(|&t| self.is_within(row, t, 0));
        let found = gives_all(&all).or_else(|| {
            let num_whole = all.len();
            let (best, off) = self.refined(row, middle);
            let digits = fewest_digits_first(best, DIGITS);
            all.extend(digits.filter(|t| (t - best).abs() <= off));
            all.extend([best, middle]);
            let gives_nearly_all = || all.iter().copied().find(|&t| self.is_at(row, t));
            gives_all(&all[num_whole..]).or_else(gives_nearly_all)
        });
        found.map(|t| if t == 0.0 { 0.0 } else { t })
    }
}

impl WaveTable<'_> {
    /// Position near another that fits the values of a row best, by least squares, and how far it may be off.
    fn refined(&self, row: &[f64], near: f64) -> (f64, f64) {
        const STEPS: usize = 4;
        /// Errors of the type by which the best position may be off.
        const ROOM: f64 = 2.0;
        let (mut t, mut slopes) = (near, 0.0);
        for _ in 0..STEPS {
            let (mut along, mut square) = (0.0, 0.0);
            for (j, it) in self.columns.iter().enumerate() {
                let (value, slope) = it.value_and_slope(t);
                let off = row[j] / self.scale - value;
                if off.abs() < 0.1 {
                    along += off * slope;
                    square += slope * slope;
                }
            }
            if square == 0.0 {
                break;
            }
            (t, slopes) = (t + along / square, square);
        }
        let unit = self.precision.tolerance(1.0, 0.0, self.scale) / self.scale.abs();
        let off = if slopes > 0.0 { ROOM * unit / slopes.sqrt() } else { 0.0 };
        if (t - near).abs() < 0.1 / self.pairs.last().map_or(1.0, |it| it.omega) {
            (t, off)
        } else {
            (near, 0.0)
        }
    }
}

/// Parts of an interval that the angles of a wave allow.
fn narrowed(interval: Interval, pair: &WavePair, angles: &Angles, out: &mut Vec<Interval>) {
    let Interval { low, high, .. } = interval;
    let WavePair { omega, error, .. } = *pair;
    let half = angles.half + error * low.abs().max(high.abs());
    if half >= PI {
        out.push(interval);
        return;
    }
    let reach = half / omega;
    for &center in &angles.centers[..angles.num] {
        let first = ceil((omega * low - center - half) / TAU);
        let last = floor((omega * high - center + half) / TAU);
        let mut turns = first;
        while turns <= last {
            let middle = (center + turns * TAU) / omega;
            let (a, b) = (middle - reach, middle + reach);
            if a.max(low) <= b.min(high) {
                out.push(Interval { low: a.max(low), high: b.min(high), ..interval });
            }
            turns += 1.0;
        }
    }
}

/// Largest whole number up to one of at most 2⁶², in two instructions where [`f64::floor`] is a call.
fn floor(value: f64) -> f64 {
    let whole = (value as i64) as f64;
    if whole > value { whole - 1.0 } else { whole }
}

fn ceil(value: f64) -> f64 {
    -floor(-value)
}

/// Intervals without overlaps.
fn merged(mut all: Vec<Interval>) -> Vec<Interval> {
    all.sort_by(|a, b| a.low.total_cmp(&b.low));
    let mut found: Vec<Interval> = Vec::with_capacity(all.len());
    for it in all {
        match found.last_mut() {
            Some(last) if it.low <= last.high && it.num_off == last.num_off => {
                last.high = last.high.max(it.high);
            }
            _ => found.push(it),
        }
    }
    found
}
