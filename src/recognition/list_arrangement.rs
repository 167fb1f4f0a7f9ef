//! Orders and units in which a list holds its numbers.

use std::f64::consts::TAU;

use crate::{encoding::Rounding, stable_enum::stable_enum};

stable_enum! {
    /// Order or unit in which a list holds its numbers.
    pub enum Arrangement {
        /// As they are computed.
        Plain = "plain",
        /// The last first.
        Reversed = "reversed",
        /// All of them, and all of them again, as code leaves them that joins the numbers with themselves.
        Twice = "twice",
        /// Each of them twice in a row, as code leaves them that repeats each.
        EachTwice = "each-twice",
        /// Each with the other sign.
        Negated = "negated",
        /// In turns per position instead of radians.
        Turns = "turns",
        /// As wavelengths, 2π divided by each.
        Wavelengths = "wavelengths",
        /// Every second one, then the others; some at the end may stand in order.
        Sections = "sections",
        /// In any other order.
        Permuted = "permuted",
        /// The same row again and again, as of layers.
        Stacked = "stacked",
        /// Along the diagonals of a matrix of queries and keys, by their distance.
        Diagonals = "diagonals",
    }
}

impl Arrangement {
    /// The numbers of a list that is arranged so, in their own order; `None` if it is not.
    pub fn undone(self, vector: &[f64]) -> Option<Vec<f64>> {
        let half = vector.len() / 2;
        // Units are changed in the type of the list.
        let converted = |convert: fn(f64) -> f64| {
            let single = Rounding::narrowest(vector).is_some();
            let own = |&value: &f64| {
                let value = convert(value);
                if single { Rounding::F32.nearest(value) } else { value }
            };
            vector.iter().map(own).collect()
        };
        match self {
            Self::Plain => Some(vector.to_vec()),
            Self::Reversed => Some(vector.iter().rev().copied().collect()),
            Self::Twice => (2 * half == vector.len() && vector[..half] == vector[half..])
                .then(|| vector[..half].to_vec()),
            Self::EachTwice => {
                let is_pair = |pair: &[f64]| pair.len() == 2 && pair[0] == pair[1];
                let first = || vector.iter().step_by(2).copied().collect();
                vector.chunks(2).all(is_pair).then(first)
            }
            Self::Negated => {
                let is_negative = vector.iter().all(|&it| it <= 0.0);
                is_negative.then(|| vector.iter().map(|it| -it).collect())
            }
            Self::Turns => Some(converted(|value| value * TAU)),
            Self::Wavelengths => Some(converted(|value| TAU / value)),
            Self::Sections => sections_undone(vector),
            Self::Permuted => {
                let mut sorted = vector.to_vec();
                sorted.sort_by(|a, b| b.total_cmp(a));
                (sorted != vector).then_some(sorted)
            }
            // Of rows, which a list has none of.
            Self::Stacked | Self::Diagonals => None,
        }
    }

    /// Bits of the choice of this order.
    pub(super) fn choice_bits(self, num: usize) -> f64 {
        const CHOSEN: f64 = 3.0;
        match self {
            Self::Plain => 0.0,
            Self::Permuted => (1..=num).map(|it| (it as f64).log2()).sum(),
            Self::Sections => CHOSEN + (num as f64).log2(),
            _ => CHOSEN,
        }
    }
}

/// A falling list of which every second number of the first section stands before the others.
fn sections_undone(vector: &[f64]) -> Option<Vec<f64>> {
    // The rest is smaller than all of the section.
    let mut largest_from = vec![f64::NEG_INFINITY; vector.len() + 1];
    for (i, &value) in vector.iter().enumerate().rev() {
        largest_from[i] = value.max(largest_from[i + 1]);
    }
    let smallest_before = vector.iter().scan(f64::INFINITY, |least, &value| {
        *least = value.min(*least);
        Some(*least)
    });
    let ends = smallest_before
        .zip(1..)
        .filter(|&(least, end)| end >= 4 && end % 2 == 0 && least > largest_from[end]);
    let ends: Vec<usize> = ends.map(|(_, end)| end).collect();
    ends.into_iter().rev().find_map(|end| {
        let (first, second) = vector[..end].split_at(end / 2);
        let both = first.iter().zip(second).flat_map(|(a, b)| [*a, *b]);
        let own = both.chain(vector[end..].iter().copied());
        let is_falling = own.clone().zip(own.clone().skip(1)).all(|(a, b)| a > b);
        is_falling.then(|| own.collect()).filter(|own: &Vec<f64>| own != vector)
    })
}
