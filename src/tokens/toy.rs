//! Generated embeddings, for examples that need no file and do not pretend to be trained.

use std::f64::consts::TAU;

/// Generated embedding of a word: independent normal numbers with variance 1/width.
///
/// The length of ψ(w) is about 1, and that of √width·ψ(w) about √width, as in an embedding table at initialization.
/// The embedding depends on the lowercase word alone: a word has the same embedding wherever it occurs.
pub fn toy(word: &str, width: usize) -> Vec<f64> {
    let mut numbers = ToyNumbers::seeded(&word.to_lowercase());
    let scale = 1.0 / (width as f64).sqrt();
    let mut values = Vec::with_capacity(width + 1);
    while values.len() < width {
        // Box-Muller transform: two uniform numbers give two normal numbers.
        let length = (-2.0 * libm::log(1.0 - numbers.uniform())).sqrt() * scale;
        let angle = TAU * numbers.uniform();
        values.extend([length * libm::cos(angle), length * libm::sin(angle)]);
    }
    values.truncate(width);
    values
}

/// Pseudorandom numbers that are the same on every machine and in every version: `SplitMix64`, seeded with the 64-bit
/// FNV-1a hash of a word.
struct ToyNumbers(u64);

impl ToyNumbers {
    fn seeded(word: &str) -> Self {
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(word.bytes().fold(0xcbf2_9ce4_8422_2325, hash))
    }

    /// Returns the next number, uniform in [0, 1).
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedding_depends_on_the_word_alone() {
        assert_eq!(toy("The", 512), toy("the", 512), "case does not count");
        assert_ne!(toy("black", 512), toy("brown", 512), "another word");
        assert_eq!(toy("cat", 7).len(), 7, "odd widths as well");
        let (mean, square) = toy("couch", 16_384)
            .iter()
            .fold((0.0, 0.0), |(sum, squares), value| (sum + value, squares + value * value));
        // Both bounds are five standard deviations.
        assert!(
            mean.abs() < 5.0,
            "the sum of 16384 numbers of mean 0 and variance 1/16384: {mean}"
        );
        assert!((square - 1.0).abs() < 5.0 * (2.0_f64 / 16_384.0).sqrt(), "length² {square}");
        let dot: f64 = toy("cat", 4096).iter().zip(toy("dog", 4096)).map(|(a, b)| a * b).sum();
        assert!(dot.abs() < 5.0 / 64.0, "two words have nothing to do with each other: {dot}");
    }

    #[test]
    fn generator_is_splitmix64() {
        // First output of the reference implementation of SplitMix64 from state 0.
        let mut numbers = ToyNumbers(0);
        let first = numbers.uniform();
        assert_eq!(first, (0xe220_a839_7b1d_cdaf_u64 >> 11) as f64 / (1_u64 << 53) as f64);
    }
}
