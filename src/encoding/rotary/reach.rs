//! Reach of a base: the first offset at which the score of equal vectors falls below 0.
//!
//! The score of two equal vectors with equal energy in every pair is B(m) = Σ cos(ω m). B(m) ≥ 0 for all m ≤ L is the
//! bound of arXiv 2405.14591.

use std::sync::Arc;

use super::{Rotary, scaling::Scaling};
use crate::encoding::{
    Double, Limits, Question,
    parallel::map_each,
    wave_sums::{SampledRow, Wave, WaveSums},
};

/// Offsets at which scores fall below 0, as a question.
#[derive(Clone, Debug)]
pub struct ReachQuestion {
    /// Encoding.
    pub rotary: Arc<Rotary>,
    /// Largest offset.
    pub limit: u64,
}

impl PartialEq for ReachQuestion {
    /// Compares the frequencies, the base and the limit. What is shown of the cache does not matter.
    fn eq(&self, other: &Self) -> bool {
        let of = |it: &Self| (it.limit, it.rotary.base().to_bits(), it.rotary.exponent_dim());
        of(self) == of(other) && self.rotary.omegas() == other.rotary.omegas()
    }
}

impl Question for ReachQuestion {
    type Answer = Reach;

    const TITLE: &'static str = "Searching for scores below 0";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        Reach::new(&self.rotary, self.limit, is_wanted)
    }
}

/// Offsets at which scores fall below 0, up to a limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    limit: u64,
    /// First offset with a negative score; `None` if there is none up to the limit.
    pub first_below: Option<u64>,
    /// The same before scaling.
    pub first_below_unscaled: Option<u64>,
    /// Least base, to three digits, with which no score is negative up to the limit; `None` if none is found.
    pub least_base: Option<f64>,
}

/// Number of offsets searched at once.
const BLOCK: u64 = 8192;

impl Reach {
    /// Largest limit.
    pub const MOST: u64 = 1 << 21;

    /// Searches the offsets from 1 to a limit, at most [`Reach::MOST`]. Calls `is_wanted` from time to time with the
    /// share of the work that is done, and returns `None` once it returns false.
    pub fn new(
        rotary: &Rotary,
        limit: u64,
        is_wanted: impl Fn(f32) -> bool + Sync,
    ) -> Option<Self> {
        let searched = limit.min(Self::MOST);
        let plain = |base: f64| Scaling::Default.frequencies(base, rotary.exponent_dim(), None);
        let first_below = first_negative(rotary.omegas(), searched);
        if !is_wanted(0.1) {
            return None;
        }
        let first_below_unscaled = first_negative(&plain(rotary.base()), searched);
        if !is_wanted(0.2) {
            return None;
        }
        let least_base = least_base(searched, plain, &is_wanted).ok()?;
        Some(Self { limit, first_below, first_below_unscaled, least_base })
    }

    /// Largest offset that was searched.
    pub fn searched(&self) -> u64 {
        self.limit.min(Self::MOST)
    }
}

/// First offset m from 1 to a limit with Σ cos(ω m) < 0.
pub fn first_negative(omegas: &[Double], limit: u64) -> Option<u64> {
    /// Number of offsets searched before all others: small bases fall below 0 early.
    const NEAR: u64 = 512;
    let near = NEAR.min(limit);
    if let Some(found) = first_in_block(omegas, 1, near) {
        return Some(found);
    }
    let block = |first: u64| first_in_block(omegas, first, BLOCK.min(limit + 1 - first));
    // Blocks side by side, in order: the search ends with the first that has one.
    let firsts: Vec<u64> = (near + 1..=limit).step_by(BLOCK as usize).collect();
    let threads = rayon::current_num_threads().max(1);
    firsts.chunks(threads).find_map(|chunk| {
        let found = map_each(chunk.len(), &|i| block(chunk[i]));
        found.into_iter().flatten().next()
    })
}

fn first_in_block(omegas: &[Double], first: u64, num: u64) -> Option<u64> {
    let row = SampledRow { first: first as f64, step: 1.0, num: num as usize };
    let wave = |&omega: &Double| Wave { omega, sin: 0.0, cos: 1.0, square: 0.0 };
    let sums = WaveSums::new(row, &omegas.iter().map(wave).collect::<Vec<_>>());
    let found = sums.sum()[..row.num].iter().position(|&sum| sum < 0.0)?;
    Some(first + found as u64)
}

/// True if Σ cos(ω m) < 0 for some offset m from 1 to a limit. It is looked for first where it was `last` found, and at
/// the end: of a base that does not reach, nearly every part far away has one.
fn has_negative(omegas: &[Double], limit: u64, last: &mut Option<u64>) -> bool {
    const NEAR: u64 = 512;
    let likely =
        [last.map(|it| it.saturating_sub(NEAR / 4).max(1)), Some(limit.max(NEAR) - NEAR + 1)];
    let near = |first: u64| first_in_block(omegas, first, NEAR.min(limit + 1 - first));
    let found = likely.into_iter().flatten().find_map(near);
    let found = found.or_else(|| first_negative(omegas, limit));
    *last = found.or(*last);
    found.is_some()
}

/// Search that was no longer wanted.
struct Unwanted;

/// Least base, to three digits, with which no score is negative up to a limit; `None` if none is found up to the
/// largest base.
fn least_base(
    limit: u64,
    frequencies: impl Fn(f64) -> Vec<Double>,
    is_wanted: &(impl Fn(f32) -> bool + Sync),
) -> Result<Option<f64>, Unwanted> {
    const LEAST: f64 = 10.0;
    const MOST: f64 = Limits::BASE_MAX;
    const STEP: f64 = 1.02;
    /// Numbers of three digits that are tried: larger bases do not always reach farther.
    const NEAR: u32 = 100;
    let mut last = None;
    let mut reaches = |base: f64| !has_negative(&frequencies(base), limit, &mut last);
    let mut base = LEAST;
    let whole = (MOST / LEAST).ln();
    while base <= MOST {
        if !is_wanted(0.2 + 0.7 * ((base / LEAST).ln() / whole) as f32) {
            return Err(Unwanted);
        }
        if reaches(base) {
            break;
        }
        base *= STEP;
    }
    if base > MOST {
        return Ok(None);
    }
    let (mut below, mut above) = (base / STEP, base);
    while above / below > 1.0005 {
        let middle = (below * above).sqrt();
        if reaches(middle) {
            above = middle;
        } else {
            below = middle;
        }
    }
    // Rounded up, so that it reaches.
    let unit = 10.0_f64.powf(above.log10().floor() - 2.0);
    let first = (above / unit).ceil();
    let mut rounded = (0..NEAR).map(|i| (first + f64::from(i)) * unit);
    Ok(rounded.find(|&base| reaches(base)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::rotary::RotaryDraft;

    #[test]
    fn first_negative_scores_are_known() {
        for (dim, first) in [(128, 1707), (64, 725)] {
            let omegas = Scaling::Default.frequencies(1e4, dim, None);
            assert_eq!(first_negative(&omegas, 10_000), Some(first), "D = {dim}");
            assert_eq!(first_negative(&omegas, first - 1), None, "D = {dim}");
        }
    }

    #[test]
    fn least_base_reaches_and_a_smaller_one_does_not() {
        let rotary = Arc::new(Rotary::new(RotaryDraft::default()).unwrap());
        let reach = Reach::new(&rotary, 4096, |_| true).unwrap();
        assert_eq!(reach.first_below, Some(1707));
        let base = reach.least_base.unwrap();
        assert!((2.8e4..2.9e4).contains(&base), "{base}");
        let frequencies = |base: f64| Scaling::Default.frequencies(base, 128, None);
        assert_eq!(first_negative(&frequencies(base), 4096), None);
        assert!(first_negative(&frequencies(0.97 * base), 4096).is_some());
    }
}
