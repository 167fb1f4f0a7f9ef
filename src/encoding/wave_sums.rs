//! Sums of waves along a row of samples: the inner loop of every picture.
//!
//! The angle θ at sample i = 32a + b is the angle of block a plus that of step b. Each wave therefore costs two
//! short tables of phasors, and two fused multiply-adds per sample. Neighboring samples are lanes of one vector.

use super::{Double, Level, Phasor, Waves};

/// Samples in one block.
const BLOCK: usize = 32;

/// Waves added together in one pass.
const BATCH: usize = 8;

/// Evenly spaced positions, not necessarily integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SampledRow {
    pub(crate) first: f64,
    pub(crate) step: f64,
    pub(crate) num: usize,
}

/// Terms of one wave at θ = ω·position: `sin`·sin θ + `cos`·cos θ for the sum, and `square`·sin²θ for the sum of
/// squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wave {
    pub(crate) omega: Double,
    pub(crate) sin: f64,
    pub(crate) cos: f64,
    pub(crate) square: f64,
}

/// Sums at every sample, with a few extra samples that fill the last block.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaveSums {
    sum: Vec<[f64; BLOCK]>,
    squares: Vec<[f64; BLOCK]>,
}

impl WaveSums {
    /// Sums all waves at every sample of the row.
    pub(crate) fn new(row: SampledRow, waves: &[Wave]) -> Self {
        let mut sums = Self::default();
        sums.renew(row, waves);
        sums
    }

    /// Computes the sums of other waves in the same memory.
    pub(crate) fn renew(&mut self, row: SampledRow, waves: &[Wave]) {
        let num_blocks = row.num.div_ceil(BLOCK);
        for sums in [&mut self.sum, &mut self.squares] {
            sums.clear();
            sums.resize(num_blocks, [0.0; BLOCK]);
        }
        Level::detected().run(
            #[inline(always)]
            || {
                for waves in waves.chunks(BATCH) {
                    self.add(row, waves);
                }
            },
        );
    }

    /// Adds a batch of waves. The sums of a block stay in registers during the addition.
    #[inline(always)]
    fn add(&mut self, row: SampledRow, waves: &[Wave]) {
        let block_step = BLOCK as f64 * row.step;
        let (mut steps, mut leaps) = ([PixelBlock::ZEROS; BATCH], [PixelBlock::ZEROS; BATCH]);
        let of_steps = phasors(waves, row.step);
        let of_leaps = phasors(waves, block_step);
        for i in 0..waves.len() {
            (steps[i], leaps[i]) =
                (PixelBlock::powers(of_steps[i]), PixelBlock::powers(of_leaps[i]));
        }
        let mut anchors = [PixelBlock::ZEROS; BATCH];
        for first_block in (0..self.sum.len()).step_by(BLOCK) {
            let firsts = phasors(waves, row.first + first_block as f64 * block_step);
            for i in 0..waves.len() {
                anchors[i] = leaps[i].turned(firsts[i]);
            }
            let last = (first_block + BLOCK).min(self.sum.len());
            let blocks = self.sum[first_block..last].iter_mut();
            for (a, sums) in blocks.enumerate() {
                let mut sum = *sums;
                for ((wave, steps), anchors) in waves.iter().zip(&steps).zip(&anchors) {
                    let (cos, sin) = (anchors.cos[a], anchors.sin[a]);
                    let (p, q) = (wave.sin * sin + wave.cos * cos, wave.sin * cos - wave.cos * sin);
                    for (sum, (&cos, &sin)) in sum.iter_mut().zip(steps.parts()) {
                        *sum = p.mul_add(cos, q.mul_add(sin, *sum));
                    }
                }
                *sums = sum;
            }
            let squares = &mut self.squares[first_block..last];
            for ((wave, steps), anchors) in waves.iter().zip(&steps).zip(&anchors) {
                if wave.square != 0.0 {
                    for (a, squares) in squares.iter_mut().enumerate() {
                        let (cos, sin) = (anchors.cos[a], anchors.sin[a]);
                        for (square, (&step_cos, &step_sin)) in
                            squares.iter_mut().zip(steps.parts())
                        {
                            let x = sin.mul_add(step_cos, cos * step_sin);
                            *square = (wave.square * x).mul_add(x, *square);
                        }
                    }
                }
            }
        }
    }

    /// Adds other sums of the same row.
    pub(crate) fn join(&mut self, other: &Self) {
        for (a, b) in [(&mut self.sum, &other.sum), (&mut self.squares, &other.squares)] {
            for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
                *a += b;
            }
        }
    }

    /// Returns the sums, without the sums of squares.
    pub(crate) fn into_sum(self) -> Vec<f64> {
        self.sum.into_flattened()
    }

    /// Sums at every sample.
    pub(crate) fn sum(&self) -> &[f64] {
        self.sum.as_flattened()
    }

    /// Sums of squares at every sample.
    pub(crate) fn squares(&self) -> &[f64] {
        self.squares.as_flattened()
    }
}

/// Factors that a wave keeps when averaged over m consecutive positions: D₁ for the wave itself, D₂ for twice its
/// frequency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Filter {
    pub(crate) d1: f64,
    pub(crate) d2: f64,
}

/// D₁ = sin(mω/2)/(m·sin(ω/2)) of every frequency, and D₂, the same for 2ω; both are 1 where m ≤ 1.
pub(crate) fn filters(waves: &Waves, m: f64) -> Vec<Filter> {
    let mut filters = vec![Filter { d1: 1.0, d2: 1.0 }; waves.frequencies().len()];
    if m <= 1.0 {
        return filters;
    }
    Level::detected().run(
        #[inline(always)]
        || {
            for (filter, frequency) in filters.iter_mut().zip(waves.frequencies()) {
                let half = Phasor::from_angle(frequency.omega.scaled(0.5));
                let whole = Phasor::from_angle(frequency.omega.scaled(0.5 * m));
                let d1 = whole.sin / (m * half.sin);
                // sin mω / sin ω = (sin cos)(mω/2) / (sin cos)(ω/2). No cosine is 0, since ω ≤ 1.
                *filter = Filter { d1, d2: d1 * whole.cos / half.cos };
            }
        },
    );
    filters
}

/// Cosines and sines of one block.
#[derive(Clone, Copy)]
struct PixelBlock {
    cos: [f64; BLOCK],
    sin: [f64; BLOCK],
}

impl PixelBlock {
    const ZEROS: Self = Self { cos: [0.0; BLOCK], sin: [0.0; BLOCK] };

    /// Powers 1, p, p², … by doubling: each is a product of at most five factors. The angle of p is off by half a
    /// unit in its last place, the angle of its 31st power by 31 times as much: 4e-15.
    #[inline(always)]
    fn powers(p: Phasor) -> Self {
        let mut block = Self::ZEROS;
        block.cos[0] = 1.0;
        let (mut num, mut factor) = (1, p);
        while num < BLOCK {
            for i in 0..num {
                let phasor = Phasor { cos: block.cos[i], sin: block.sin[i] }.times(factor);
                (block.cos[num + i], block.sin[num + i]) = (phasor.cos, phasor.sin);
            }
            (num, factor) = (2 * num, factor.times(factor));
        }
        block
    }

    /// Multiplies each phasor by another.
    #[inline(always)]
    fn turned(&self, by: Phasor) -> Self {
        let mut block = Self::ZEROS;
        for i in 0..BLOCK {
            let phasor = Phasor { cos: self.cos[i], sin: self.sin[i] }.times(by);
            (block.cos[i], block.sin[i]) = (phasor.cos, phasor.sin);
        }
        block
    }

    #[inline(always)]
    fn parts(&self) -> impl Iterator<Item = (&f64, &f64)> {
        self.cos.iter().zip(&self.sin)
    }
}

/// e^{iω·position} of every wave of a batch, each computed directly from its angle.
#[inline(always)]
fn phasors(waves: &[Wave], position: f64) -> [Phasor; BATCH] {
    // Separate arrays, so that neighboring waves are lanes of one vector.
    let (mut cos, mut sin) = ([0.0; BATCH], [0.0; BATCH]);
    let mut omegas = [Double::new(0.0); BATCH];
    for (omega, wave) in omegas.iter_mut().zip(waves) {
        *omega = wave.omega;
    }
    for i in 0..BATCH {
        let phasor = Phasor::from_angle(omegas[i].scaled(position));
        (cos[i], sin[i]) = (phasor.cos, phasor.sin);
    }
    std::array::from_fn(|i| Phasor { cos: cos[i], sin: sin[i] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_match_direct_evaluation() {
        let row = SampledRow { first: -17.5, step: 2.25, num: 2500 };
        let omegas = [1.0, 0.3, 1e-4];
        let waves = omegas.map(|omega| Wave {
            omega: Double::new(omega),
            sin: 0.5,
            cos: -0.25,
            square: 2.0 * omega,
        });
        let sums = WaveSums::new(row, &waves);
        for i in [0, 1, 31, 32, 1023, 1024, 2499] {
            let t = row.first + i as f64 * row.step;
            let angles = omegas.map(|omega| omega * t);
            let expected: f64 = angles.iter().map(|x| 0.5 * x.sin() - 0.25 * x.cos()).sum();
            let parts = angles.iter().zip(omegas);
            let squares: f64 = parts.map(|(x, omega)| 2.0 * omega * x.sin().powi(2)).sum();
            assert!((sums.sum()[i] - expected).abs() < 1e-12, "sum {i}");
            assert!((sums.squares()[i] - squares).abs() < 1e-12, "squares {i}");
        }
    }
}
