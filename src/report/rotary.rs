//! Differences of two rotary encodings besides the values of their caches.

use serde_json::{Value, json};

use crate::{
    encoding::rotary::{Rotary, pairing::Pairing},
    model::runs,
    picture::number,
};

/// Two rotary encodings, pair by pair.
#[derive(Debug)]
pub(super) struct RotaryComparison {
    num_pairs: [u32; 2],
    /// Pairs that turn at other speeds.
    differing: Vec<u32>,
    /// True if one side is a vector of frequencies, which has nothing but these.
    is_of_vector: bool,
    base: [f64; 2],
    attention_factor: [f64; 2],
    pairing: [Option<Pairing>; 2],
    tolerance: f64,
}

/// True if two frequencies are equal up to a relative difference. Infinity equals itself only, and NaN itself.
fn are_equal(a: f64, b: f64, relative: f64) -> bool {
    let is_near = || (a - b).abs() <= relative * a.abs().max(b.abs());
    a == b || (a.is_nan() && b.is_nan()) || (a.is_finite() && b.is_finite() && is_near())
}

impl RotaryComparison {
    /// Relative difference of frequencies that count as equal: of exact ones, and of those of a file in single
    /// precision.
    const EQUAL: (f64, f64) = (1e-12, 4e-7);

    /// Compares two encodings. `tolerance` is the relative difference that frequencies of a vector may have at least.
    pub(super) fn new([a, b]: [&Rotary; 2], tolerance: f64) -> Self {
        let is_of_vector = [a, b].iter().any(|it| it.draft().frequencies.is_some());
        let equal = if is_of_vector { Self::EQUAL.1.max(tolerance) } else { Self::EQUAL.0 };
        let pairs = (0..).zip(a.omegas().iter().zip(b.omegas()));
        let differing = pairs.filter(|(_, (a, b))| !are_equal(a.hi, b.hi, equal));
        Self {
            num_pairs: [a.num_pairs(), b.num_pairs()],
            differing: differing.map(|(pair, _)| pair).collect(),
            is_of_vector,
            base: [a.base(), b.base()],
            attention_factor: [a.attention_factor(), b.attention_factor()],
            pairing: [a.pairing(), b.pairing()],
            tolerance,
        }
    }

    /// True if both sides state a pairing and they differ: then scores differ, whatever the caches hold.
    pub(super) fn has_other_pairing(&self) -> bool {
        let [a, b] = self.pairing;
        !self.is_of_vector && a.zip(b).is_some_and(|(a, b)| a != b)
    }

    /// True if a vector of frequencies is that of the other side, up to rounding to single precision or the tolerance.
    pub(super) fn is_same_vector(&self) -> bool {
        self.is_of_vector && self.differing.is_empty() && self.num_pairs[0] == self.num_pairs[1]
    }

    /// True if one side is a vector of frequencies.
    pub(super) fn is_of_vector(&self) -> bool {
        self.is_of_vector
    }

    /// Findings in sentences. The bases are left out if they are told.
    pub(super) fn words(&self, are_bases_told: bool) -> Vec<String> {
        let mut sentences = Vec::new();
        let num = self.num_pairs[0];
        if self.is_same_vector() {
            let how = if self.tolerance <= Self::EQUAL.1 {
                "are equal up to rounding to f32".to_owned()
            } else {
                format!("agree within {} of each", number::shortest(self.tolerance))
            };
            sentences.push(format!("All {num} frequencies {how}."));
        } else if !self.differing.is_empty() {
            sentences.push(format!(
                "{} of {} turn at other speeds: {}.",
                self.differing.len(),
                number::counted(i64::from(num), "pair"),
                runs(&self.differing)
            ));
        }
        if self.is_of_vector {
            return sentences;
        }
        let differ = |[a, b]: [f64; 2]| a.to_bits() != b.to_bits();
        if differ(self.base) && !are_bases_told {
            let [a, b] = self.base.map(number::base);
            sentences.push(format!("The bases are {a} and {b}."));
        }
        if differ(self.attention_factor) {
            let [a, b] = self.attention_factor.map(|it| number::readable(it, 11));
            let [gain_a, gain_b] = self.attention_factor.map(|it| number::readable(it * it, 6));
            sentences.push(format!(
                "The attention factors are {a} and {b}: scores grow by {gain_a} and {gain_b}."
            ));
        }
        if let (true, [Some(a), Some(b)]) = (self.has_other_pairing(), self.pairing) {
            let consequence = if a.reads_like(b) {
                "Both turn the same pairs of dimensions, but cached keys are in another order."
            } else {
                "Scores are equal only after a permutation of the dimensions."
            };
            sentences.push(format!(
                "The pairings differ, which caches do not show: {} and {}. {consequence}",
                a.key(),
                b.key()
            ));
        }
        sentences
    }

    /// Findings as JSON.
    pub(super) fn json(&self) -> Value {
        json!({
            "pairs": self.num_pairs,
            "differing_pairs": self.differing,
            "base": if self.is_of_vector { Value::Null } else { json!(self.base) },
            "attention_factor": self.attention_factor,
            "logit_gain": self.attention_factor.map(|it| it * it),
            "pairing": self.pairing.map(|it| it.map(Pairing::key)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinite_frequencies_equal_only_themselves() {
        let (infinity, nan) = (f64::INFINITY, f64::NAN);
        for (a, b, expected) in [
            (1.0, 1.0 + 1e-13, true),
            (1.0, 1.1, false),
            (0.0, 0.0, true),
            (infinity, infinity, true),
            (infinity, -infinity, false),
            (infinity, 1.0, false),
            (nan, nan, true),
            (nan, 1.0, false),
            (1.0, nan, false),
        ] {
            assert_eq!(are_equal(a, b, 1e-12), expected, "{a} and {b}");
        }
    }
}
