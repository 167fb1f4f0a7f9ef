//! Sums over rows that are compared, in vectors, and the largest differences that several threads find together.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Level, Rounding};

/// Largest value of each place, which several threads find together.
pub(super) struct Largest(Vec<AtomicU64>);

impl Largest {
    pub(super) fn new(num: usize) -> Self {
        Self((0..num).map(|_| AtomicU64::new(0)).collect())
    }

    /// Bits of numbers that are not negative have the order of the numbers.
    pub(super) fn add(&self, place: usize, value: f64) {
        if let Some(known) = self.0.get(place).filter(|_| value > 0.0) {
            known.fetch_max(value.to_bits(), Ordering::Relaxed);
        }
    }

    pub(super) fn values(self) -> Vec<f64> {
        self.0.into_iter().map(|bits| f64::from_bits(bits.into_inner())).collect()
    }
}

/// Findings of one pass over a row. Neighboring cells are lanes of one vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowSums {
    pub(super) largest: f64,
    pub(super) sum_of_squares: f64,
    /// True if all cells have the same bits.
    pub(super) is_same: bool,
    /// True if all cells of both sides are finite.
    pub(super) is_finite: bool,
}

impl RowSums {
    /// Sums up a row, and adds its differences to the largest of each column.
    #[inline(always)]
    pub(super) fn new(a: &[f64], b: &[f64], by_column: &mut [f64]) -> Self {
        const LANES: usize = 8;
        /// Times any finite number, this is 0; times infinity or NaN, it is NaN.
        const NOTHING: f64 = 0.0;
        let (mut largest, mut sums) = ([0.0_f64; LANES], [0.0_f64; LANES]);
        // Stays 0 as long as all cells are finite.
        let mut zeros = [0.0_f64; LANES];
        let mut bits = [0_u64; LANES];
        let mut add = |i: usize, a: f64, b: f64, of_column: &mut f64| {
            let difference = (a - b).abs();
            largest[i] = if difference > largest[i] { difference } else { largest[i] };
            *of_column = if difference > *of_column { difference } else { *of_column };
            sums[i] += difference * difference;
            zeros[i] += NOTHING * a + NOTHING * b;
            bits[i] |= a.to_bits() ^ b.to_bits();
        };
        let (whole_a, rest_a) = a.as_chunks::<LANES>();
        let (whole_b, rest_b) = b.as_chunks::<LANES>();
        let (whole, rest) = by_column.as_chunks_mut::<LANES>();
        for ((a, b), of_column) in whole_a.iter().zip(whole_b).zip(whole) {
            for i in 0..LANES {
                add(i, a[i], b[i], &mut of_column[i]);
            }
        }
        for (i, ((&a, &b), of_column)) in rest_a.iter().zip(rest_b).zip(rest).enumerate() {
            add(i, a, b, of_column);
        }
        Self {
            largest: largest.into_iter().fold(0.0, f64::max),
            sum_of_squares: sums.into_iter().sum(),
            is_same: bits == [0; LANES],
            is_finite: zeros.iter().all(|&zero| zero == 0.0),
        }
    }
}

/// True if a row is another one rounded to a type, once or by way of single precision.
pub(super) fn is_rounded(rounding: Rounding, rounded: &[f64], exact: &[f64]) -> bool {
    /// Number of cells that are looked at before a row is given up.
    const AT_ONCE: usize = 64;
    let mut parts = rounded.chunks(AT_ONCE).zip(exact.chunks(AT_ONCE));
    parts.all(|(rounded, exact)| {
        Level::detected().run(
            #[inline(always)]
            || {
                let cells = rounded.iter().zip(exact);
                cells.fold(true, |all, (&rounded, &exact)| all & rounding.gives(exact, rounded))
            },
        )
    })
}
