//! Pairs of dimensions of an attention head that are turned together.

use crate::{
    encoding::{Double, Phasor, engine},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Dimensions that a pair joins. D is the number of rotated dimensions.
    pub enum Pairing {
        /// Pair k joins k and k + D/2.
        Halves = "halves",
        /// Pair k joins 2k and 2k + 1.
        Adjacent = "adjacent",
        /// Pair k is read from 2k and 2k + 1, and written to k and k + D/2.
        AdjacentToHalves = "adjacent_to_halves",
    }
}

impl Pairing {
    /// Dimensions from which a pair is read.
    pub fn read(self, pair: usize, num_pairs: usize) -> (usize, usize) {
        match self {
            Self::Halves => (pair, pair + num_pairs),
            Self::Adjacent | Self::AdjacentToHalves => (2 * pair, 2 * pair + 1),
        }
    }

    /// True if another pairing joins the same dimensions, so that scores are equal within one program.
    pub fn reads_like(self, other: Self) -> bool {
        (self == Self::Halves) == (other == Self::Halves)
    }

    /// Dimensions to which a pair is written.
    pub fn written(self, pair: usize, num_pairs: usize) -> (usize, usize) {
        match self {
            Self::Halves | Self::AdjacentToHalves => (pair, pair + num_pairs),
            Self::Adjacent => (2 * pair, 2 * pair + 1),
        }
    }

    /// Head as a model makes it from a query or a key at position t: pair k is turned by its frequency times t, and
    /// becomes a times as long. Dimensions beyond the pairs are left as they are.
    ///
    /// ```
    /// use phasor::encoding::rotary::{pairing::Pairing, scaling::Scaling};
    /// let omegas = Scaling::Default.frequencies(10_000.0, 2, None);
    /// let turned = Pairing::Halves.rotated(&[1.0, 0.0, 5.0], &omegas, 1.0, 3);
    /// assert!((turned[0] - 3.0_f64.cos()).abs() < 1e-15 && (turned[1] - 3.0_f64.sin()).abs() < 1e-15);
    /// assert_eq!(turned[2], 5.0);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the head has fewer dimensions than the pairs.
    pub fn rotated(self, head: &[f64], omegas: &[Double], factor: f64, t: i64) -> Vec<f64> {
        let phasors: Vec<Phasor> =
            omegas.iter().map(|&omega| engine::phasor_at(omega, t)).collect();
        self.turned(head, &phasors, factor)
    }

    /// Head whose pairs are turned by phasors.
    pub(super) fn turned(self, head: &[f64], phasors: &[Phasor], factor: f64) -> Vec<f64> {
        let num_pairs = phasors.len();
        let mut turned = head.to_vec();
        for (k, phasor) in phasors.iter().enumerate() {
            let ((i, j), (to_i, to_j)) = (self.read(k, num_pairs), self.written(k, num_pairs));
            let (x, y) = (head[i], head[j]);
            turned[to_i] = factor * (x * phasor.cos - y * phasor.sin);
            turned[to_j] = factor * (x * phasor.sin + y * phasor.cos);
        }
        turned
    }

    /// Order of the dimensions that turns heads of one pairing into heads of another: dimension i of the other is
    /// dimension `order[i]` of this one. Queries and keys in that order get the same scores.
    pub fn order_for(self, other: Self, num_pairs: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..2 * num_pairs).collect();
        for k in 0..num_pairs {
            let ((own_i, own_j), (i, j)) = (self.read(k, num_pairs), other.read(k, num_pairs));
            (order[i], order[j]) = (own_i, own_j);
        }
        order
    }
}
