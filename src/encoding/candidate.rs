//! Encodings side by side: the sinusoids, and the naive ones that they are better than.
//!
//! | candidate | row of position t |
//! |---|---|
//! | index | (t) |
//! | fraction | (i/(n − 1)) for row i of n; 0 for a single one |
//! | binary | the lowest `d_model` bits of t, the fastest first; negative t in two's complement |
//! | sine, cosine | as the encoding, with one component alone |
//! | sinusoidal | the encoding itself |

use std::{collections::HashMap, sync::Arc};

use super::{Components, Encoding, Parameters, Profile, similarity::Measure};
use crate::keyed::keyed;

/// Values done together: some megabytes.
const BLOCK: usize = 1 << 20;

keyed! {
    /// An encoding that is judged.
    pub enum Candidate {
        /// The position itself.
        Index = "index",
        /// The position as a share of the length, from 0 to 1.
        Fraction = "fraction",
        /// The digits of the position in binary.
        Binary = "binary",
        /// The sines alone.
        Sine = "sine",
        /// The cosines alone.
        Cosine = "cosine",
        /// The encoding as it is chosen.
        Sinusoidal = "sinusoidal",
    }
}

/// Positions that lie nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// |PE(t) − PE(s)|.
    pub distance: f64,
    /// The first position.
    pub t: i64,
    /// The second position.
    pub s: i64,
}

/// A candidate for a table of some length: `width` columns for every row.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateTable {
    candidate: Candidate,
    parameters: Parameters,
    /// Where its values are waves.
    encoding: Option<Arc<Encoding>>,
}

impl CandidateTable {
    /// The candidate in place of the encoding that these parameters make.
    pub fn new(candidate: Candidate, parameters: Parameters) -> Self {
        let parameters = match candidate {
            Candidate::Sine => parameters.with_components(Components::Sin),
            Candidate::Cosine => parameters.with_components(Components::Cos),
            _ => parameters,
        };
        let encoding = match candidate {
            Candidate::Index | Candidate::Fraction | Candidate::Binary => None,
            Candidate::Sine | Candidate::Cosine | Candidate::Sinusoidal => {
                Some(Arc::new(Encoding::new(parameters)))
            }
        };
        Self { candidate, parameters, encoding }
    }

    /// An encoding that is there already.
    pub fn of(encoding: &Arc<Encoding>) -> Self {
        Self {
            candidate: Candidate::Sinusoidal,
            parameters: *encoding.parameters(),
            encoding: Some(Arc::clone(encoding)),
        }
    }

    /// Which.
    pub fn candidate(&self) -> Candidate {
        self.candidate
    }

    /// What it is made from.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Rows that are looked at.
    pub(super) fn num(&self) -> u64 {
        self.parameters().length().min(Profile::MOST)
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        match self.candidate {
            Candidate::Index | Candidate::Fraction => 1,
            _ => self.parameters().d_model() as usize,
        }
    }

    /// Rows that are done together.
    pub(super) fn block(&self) -> u64 {
        (BLOCK / self.width()).clamp(1, 1024) as u64
    }

    /// The largest absolute value of all rows, or what bounds it.
    pub fn bound(&self) -> f64 {
        let p = self.parameters();
        match self.candidate {
            Candidate::Index => {
                p.start().unsigned_abs().max(p.last_position().unsigned_abs()) as f64
            }
            _ => 1.0,
        }
    }

    /// One value. Of many, [`CandidateTable::rows`] makes quicker work.
    pub fn value(&self, row: u64, column: u32) -> f64 {
        let p = self.parameters();
        let t = p.start() + row as i64;
        match (&self.encoding, self.candidate) {
            (Some(encoding), _) => encoding.value(t, column),
            (None, Candidate::Fraction) if p.length() == 1 => 0.0,
            (None, Candidate::Fraction) => row as f64 / (p.length() - 1) as f64,
            (None, Candidate::Binary) => f64::from(u8::from(bit_of(t, column))),
            (None, _) => t as f64,
        }
    }

    /// Rows from number `first` on: `num` × `width` values.
    pub fn rows(&self, first: u64, num: u64) -> Vec<f64> {
        let columns = 0..self.width() as u32;
        if let Some(encoding) = &self.encoding {
            let mut out = vec![0.0; num as usize * columns.len()];
            encoding.fill_rows(first, columns, &mut out);
            return out;
        }
        let cells =
            (first..first + num).flat_map(|row| columns.clone().map(move |column| (row, column)));
        cells.map(|(row, column)| self.value(row, column)).collect()
    }

    /// The nearest two of at least two rows; `None` once nobody wants to know.
    pub(super) fn nearest(&self, is_wanted: impl Fn(f32) -> bool + Sync) -> Option<Nearest> {
        let start = self.parameters().start();
        if let Some(encoding) = &self.encoding {
            let profile = Profile::new(encoding, Measure::Distance, is_wanted)?;
            let least = |offset: &i64| profile.band(*offset).map_or(f64::MAX, |band| band.least);
            let offset = (1..self.num() as i64).min_by(|a, b| least(a).total_cmp(&least(b)))?;
            let (distance, row) = self.nearest_so_far_apart(encoding, offset as u64);
            let t = start + row as i64;
            return Some(Nearest { distance, t, s: t + offset });
        }
        if self.candidate == Candidate::Binary {
            return Some(self.nearest_bits());
        }
        // One value a row, and they rise: the nearest two are neighbors.
        let values = self.rows(0, self.num());
        let gaps = values.windows(2).map(|pair| pair[1] - pair[0]).zip(start..);
        let (distance, t) = gaps.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Nearest { distance, t, s: t + 1 })
    }

    /// The least distance of two rows so far apart, and the first of them.
    fn nearest_so_far_apart(&self, encoding: &Encoding, offset: u64) -> (f64, u64) {
        // Where similarity depends on the offset alone the first pair is as near as any.
        let num = if encoding.is_paired() { 1 } else { self.num() - offset };
        let (width, block) = (self.width(), self.block());
        let mut nearest = (f64::INFINITY, 0);
        for first in (0..num).step_by(block as usize) {
            let num = block.min(num - first);
            let (near, far) = (self.rows(first, num), self.rows(first + offset, num));
            for (row, (a, b)) in (first..).zip(near.chunks(width).zip(far.chunks(width))) {
                let distance = distance(a, b);
                if distance < nearest.0 {
                    nearest = (distance, row);
                }
            }
        }
        nearest
    }

    /// The first two positions with the same bits, else two that differ in one.
    fn nearest_bits(&self) -> Nearest {
        let p = self.parameters();
        let mut seen: HashMap<u64, i64> = HashMap::new();
        let mask = if p.d_model() >= 64 { u64::MAX } else { (1 << p.d_model()) - 1 };
        let bits = |t: i64| t.cast_unsigned() & mask;
        for t in p.start()..p.start() + self.num() as i64 {
            if let Some(before) = seen.insert(bits(t), t) {
                return Nearest { distance: 0.0, t: before, s: t };
            }
        }
        let pairs = (p.start()..p.start() + self.num() as i64 - 1)
            .map(|t| (f64::from((bits(t) ^ bits(t + 1)).count_ones()).sqrt(), t));
        let (distance, t) =
            pairs.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_else(|| (0.0, p.start()));
        Nearest { distance, t, s: t + 1 }
    }
}

/// A bit of a position, in two's complement: the sign goes on for ever.
fn bit_of(t: i64, bit: u32) -> bool {
    t >> bit.min(63) & 1 == 1
}

/// |a − b|
pub(super) fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}
