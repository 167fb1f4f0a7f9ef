//! Similarity profile: for every offset, the least, mean and greatest similarity over all pairs of positions with
//! that offset.
//!
//! If every column has its partner, the three are equal, since similarity depends on the offset alone. Otherwise
//! K₊(t + s) varies along the table, and the least and greatest values are the edges of a band.

use std::{ops::RangeInclusive, sync::Arc};

use super::{
    Extent, Question, Waves,
    parallel::map_each,
    simd::Level,
    similarity::{self, Kernels, Measure, Weights},
};

/// Number of offsets between two checks for cancellation; enough to share between threads.
const BATCH: usize = 8192;

/// Similarity of two positions by their offset, as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileQuestion {
    /// Frequencies.
    pub waves: Arc<Waves>,
    /// Positions.
    pub extent: Extent,
    /// Measure of similarity.
    pub measure: Measure,
}

impl Question for ProfileQuestion {
    type Answer = Profile;

    const TITLE: &'static str = "Computing the similarity profile";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        Profile::new(&self.waves, self.extent, self.measure, is_wanted)
    }
}

/// Least, mean and greatest similarity at every offset, over the first [`Profile::num_compared`] positions of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    measure: Measure,
    bands: Vec<Band>,
    ends: (f64, f64),
    norms: (f64, f64),
}

/// Range of the similarity over all pairs of positions with the same offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Least value.
    pub least: f64,
    /// Mean value.
    pub mean: f64,
    /// Greatest value.
    pub greatest: f64,
}

impl Band {
    fn of(value: f64) -> Self {
        Self { least: value, mean: value, greatest: value }
    }
}

impl Profile {
    /// Maximum number of positions compared; they form about two billion pairs.
    pub const MOST: u64 = 65_536;

    /// Largest table, and most waves in all of its rows, of which every offset is computed where the similarity depends
    /// on the offset alone.
    const MOST_OFFSETS: u64 = 1 << 20;
    const MOST_TERMS: u64 = 1 << 29;

    /// Number of positions of a table that are compared, from the first one on.
    pub fn num_compared(waves: &Waves, extent: Extent) -> u64 {
        let length = extent.length();
        let num_waves = waves.frequencies().len() as u64;
        let is_whole = waves.is_paired()
            && length <= Self::MOST_OFFSETS
            && length * num_waves <= Self::MOST_TERMS;
        if is_whole { length } else { length.min(Self::MOST) }
    }

    /// Compares all pairs among the first [`Profile::num_compared`] positions of the table.
    ///
    /// Calls `is_wanted` from time to time with the share of the work that is done. Returns `None` once `is_wanted`
    /// returns false.
    ///
    /// The error of a value is about 1e-15 of the largest value that the measure can have.
    pub fn new(
        waves: &Waves,
        extent: Extent,
        measure: Measure,
        is_wanted: impl Fn(f32) -> bool + Sync,
    ) -> Option<Self> {
        let num = Self::num_compared(waves, extent) as usize;
        let weights = Weights::new(waves);
        let mut kernels = vec![Kernels::default(); num];
        for (i, kernels) in kernels.chunks_mut(BATCH).enumerate() {
            waves.engine().map(
                (i * BATCH) as i64,
                kernels,
                #[inline(always)]
                |cos, sin| weights.minus(measure, cos, sin),
            );
            let share = (i * BATCH) as f32 / num as f32;
            // If every column has its partner, the kernels are all of the work.
            if !is_wanted(if waves.is_paired() { share } else { 0.1 * share }) {
                return None;
            }
        }
        if waves.is_paired() {
            let paired_square = weights.paired_square();
            let value = |&minus: &Kernels| {
                let norm = paired_square;
                similarity::from_kernels(measure, paired_square, minus, 0.0, norm, norm)
            };
            let bands = kernels.iter().map(|kernels| Band::of(value(kernels))).collect();
            let norm = paired_square.sqrt();
            return Some(Self::of(measure, bands, (norm, norm)));
        }
        let pairs = ProfilePairs::new((waves, extent), &weights, measure, num, |share| {
            is_wanted(0.1 + 0.3 * share)
        })?;
        let mut bands = Vec::with_capacity(num);
        for (i, kernels) in kernels.chunks(BATCH).enumerate() {
            let band = |u: usize| pairs.band(i * BATCH + u, kernels[u]);
            bands.extend(map_each(kernels.len(), &band));
            let left = 1.0 - bands.len() as f32 / num as f32;
            if !is_wanted(0.4 + 0.6 * (1.0 - left * left)) {
                return None;
            }
        }
        let longest = pairs.squared_norms.iter().copied().fold(0.0, f64::max);
        let norms = (pairs.shortest.sqrt(), longest.sqrt());
        Some(Self::of(measure, bands, norms))
    }

    fn of(measure: Measure, bands: Vec<Band>, norms: (f64, f64)) -> Self {
        let edges = bands.iter().map(|band| (band.least, band.greatest));
        let ends = edges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default();
        Self { measure, bands, ends, norms }
    }

    /// Number of positions compared, from the first of the table on.
    pub fn num_positions(&self) -> u64 {
        self.bands.len() as u64
    }

    /// Band at an offset, positive or negative. `None` if no two compared positions are that far apart.
    pub fn band(&self, offset: i64) -> Option<Band> {
        self.bands.get(usize::try_from(offset.unsigned_abs()).ok()?).copied()
    }

    /// Least and greatest value over a range of offsets. `None` if no two compared positions are that far apart.
    pub fn over(&self, offsets: RangeInclusive<i64>) -> Option<(f64, f64)> {
        let (first, last) = offsets.into_inner();
        // Bands are symmetric in the offset, so negative offsets are folded onto positive ones.
        let nearest = if first <= 0 && last >= 0 { 0 } else { first.abs().min(last.abs()) };
        let farthest = first.abs().max(last.abs()).min(self.bands.len() as i64 - 1);
        let bands = self.bands.get(nearest as usize..=farthest as usize)?;
        let edges = bands.iter().map(|band| (band.least, band.greatest));
        edges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }

    /// Least and greatest value over all pairs.
    pub fn ends(&self) -> (f64, f64) {
        self.ends
    }

    /// First offset after which similarity does not decrease further, by the mean over pairs: up to this offset dot
    /// product and cosine decrease, and the distance increases. `None` if they do so up to the last offset.
    pub fn first_turn(&self) -> Option<u64> {
        let goes_on = |pair: &[Band]| match self.measure {
            Measure::Dot | Measure::Cosine => pair[1].mean < pair[0].mean,
            Measure::Distance => pair[1].mean > pair[0].mean,
        };
        self.bands.windows(2).position(|pair| !goes_on(pair)).map(|offset| offset as u64)
    }

    /// Least and greatest norm |PE(t)| of a row.
    pub fn norms(&self) -> (f64, f64) {
        self.norms
    }
}

/// Kernels and norms shared by all pairs of positions, for waves with lone columns.
struct ProfilePairs<'a> {
    waves: &'a Waves,
    start: i64,
    weights: &'a Weights,
    measure: Measure,
    /// K₊ at even and at odd sums t + s, counted from twice the first position. Split by parity, the sums of pairs
    /// with the same offset are adjacent.
    plus: [Vec<f64>; 2],
    squared_norms: Vec<f64>,
    /// 1/|PE(t)|, or 0 for a zero vector, so that a cosine with it is 0.
    inverse_norms: Vec<f64>,
    /// |PE(t)|² of the shortest row. Cheap bound that rules out cancellation for most bands.
    shortest: f64,
}

impl<'a> ProfilePairs<'a> {
    fn new(
        (waves, extent): (&'a Waves, Extent),
        weights: &'a Weights,
        measure: Measure,
        num: usize,
        is_wanted: impl Fn(f32) -> bool,
    ) -> Option<Self> {
        let start = extent.start();
        let first = 2 * start;
        let mut sums = vec![0.0; 2 * num];
        for (i, sums) in sums.chunks_mut(BATCH).enumerate() {
            waves.engine().map(
                first + (i * BATCH) as i64,
                sums,
                #[inline(always)]
                |cos, _| weights.plus(cos),
            );
            if !is_wanted((i * BATCH) as f32 / (2 * num) as f32) {
                return None;
            }
        }
        let plus = [0, 1].map(|odd| sums.iter().skip(odd).step_by(2).copied().collect::<Vec<_>>());
        let squared_norms: Vec<f64> =
            plus[0].iter().map(|&plus| weights.squared_norm(plus)).collect();
        let inverse = |&norm: &f64| if norm > 0.0 { 1.0 / norm.sqrt() } else { 0.0 };
        let inverse_norms = squared_norms.iter().map(inverse).collect();
        let shortest = squared_norms.iter().copied().fold(f64::INFINITY, f64::min);
        Some(Self { waves, start, weights, measure, plus, squared_norms, inverse_norms, shortest })
    }

    /// Band over all pairs of positions with this offset. `minus` is K₋ at the offset.
    fn band(&self, offset: usize, minus: Kernels) -> Band {
        let num = self.squared_norms.len() - offset;
        // K₊(2t + u) for t from the first position on.
        let plus = &self.plus[offset % 2][offset / 2..][..num];
        let both = |of| -> [&[f64]; 2] {
            let of: &Vec<f64> = of;
            [&of[..num], &of[offset..][..num]]
        };
        let dot = move |plus: f64| minus.pairs + 0.5 * (minus.lone + plus);
        match self.measure {
            Measure::Dot => self.exact(offset, plus, [plus, plus], move |plus, _, _| dot(plus)),
            Measure::Cosine => {
                let norms = both(&self.inverse_norms);
                self.exact(offset, plus, norms, move |plus, a, b| {
                    (dot(plus) * (a * b)).clamp(-1.0, 1.0)
                })
            }
            Measure::Distance => {
                let norms = both(&self.squared_norms);
                let paired = self.weights.paired_square();
                self.exact(offset, plus, norms, move |plus, a, b| {
                    let lone = (a - paired) + (b - paired) - (minus.lone + plus);
                    (minus.pairs_squared_distance + lone.max(0.0)).sqrt()
                })
            }
        }
    }

    /// Band of the values computed from K₊ and from one number for each of both positions. If norms and products have
    /// cancelled at an edge of the band, the edge is computed again from the rows themselves.
    fn exact(
        &self,
        offset: usize,
        plus: &[f64],
        [a, b]: [&[f64]; 2],
        value: impl Fn(f64, f64, f64) -> f64 + Copy,
    ) -> Band {
        let band = Level::detected().run(
            #[inline(always)]
            || summary(plus, a, b, value),
        );
        let exactly = |edge: f64| {
            if !self.weights.is_cancelled(self.measure, edge, self.shortest, self.shortest) {
                return edge;
            }
            let found = (0..plus.len()).find(|&i| value(plus[i], a[i], b[i]) == edge);
            let Some(i) = found else { return edge };
            let (norm_t, norm_s) = (self.squared_norms[i], self.squared_norms[i + offset]);
            if !self.weights.is_cancelled(self.measure, edge, norm_t, norm_s) {
                return edge;
            }
            let t = self.start + i as i64;
            similarity::of_waves(self.waves, self.measure, t, t + offset as i64)
        };
        Band { least: exactly(band.least), mean: band.mean, greatest: exactly(band.greatest) }
    }
}

/// Least, mean and greatest value, accumulated in parallel lanes for vector instructions.
#[inline(always)]
fn summary(plus: &[f64], a: &[f64], b: &[f64], value: impl Fn(f64, f64, f64) -> f64) -> Band {
    const LANES: usize = 8;
    let (mut least, mut greatest) = ([f64::INFINITY; LANES], [f64::NEG_INFINITY; LANES]);
    let mut sum = [0.0; LANES];
    let (plus_lanes, plus_rest) = plus.as_chunks::<LANES>();
    let (a_lanes, a_rest) = a.as_chunks::<LANES>();
    let (b_lanes, b_rest) = b.as_chunks::<LANES>();
    for ((plus, a), b) in plus_lanes.iter().zip(a_lanes).zip(b_lanes) {
        for i in 0..LANES {
            let value = value(plus[i], a[i], b[i]);
            least[i] = if value < least[i] { value } else { least[i] };
            greatest[i] = if value > greatest[i] { value } else { greatest[i] };
            sum[i] += value;
        }
    }
    for ((&plus, &a), &b) in plus_rest.iter().zip(a_rest).zip(b_rest) {
        let value = value(plus, a, b);
        least[0] = least[0].min(value);
        greatest[0] = greatest[0].max(value);
        sum[0] += value;
    }
    Band {
        least: least.into_iter().fold(f64::INFINITY, f64::min),
        mean: sum.iter().sum::<f64>() / plus.len() as f64,
        greatest: greatest.into_iter().fold(f64::NEG_INFINITY, f64::max),
    }
}
