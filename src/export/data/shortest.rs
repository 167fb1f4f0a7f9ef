//! Shortest digits of the numbers that fill a table: `f32` of an absolute value from 1/64 to 1.
//!
//! Such a number times 10⁸ or 10⁹ is exact in `f64`. The nearest decimals of two lengths are found by rounding, and the
//! shorter one is taken if it reads back as the same number. Other numbers are left to `zmij`. A test compares both for
//! every number in the range.
//!
//! A general formatter branches on the number of digits, which no processor predicts. Without branches, many numbers
//! are computed at once, in vectors. Together with [`Buffer`](super::buffer::Buffer) a whole csv takes two fifths of
//! the time that it takes with `zmij` and a `Vec`: the bench `export` compares `export/csv…` with `plain/csv…`.

use super::buffer::Chunk;
use crate::encoding::Level;

/// Numbers whose digits are computed at once.
pub(super) const AT_ONCE: usize = 128;
/// Bits after the point of an `f32`.
const BITS: u32 = f32::MANTISSA_DIGITS - 1;
/// Bits after the point of an `f64`.
const WIDE_BITS: u32 = f64::MANTISSA_DIGITS - 1;
/// First biased exponent of the range, and the first beyond it: 2⁻⁶ and 2⁰.
const EXPONENTS: [u32; 2] = [127 - 6, 127];
/// Numbers from here on need no more than eight decimals, smaller ones no more than nine.
const FEW_DECIMALS: f64 = 0.125;

/// Digits of a few numbers.
pub(super) struct Shortest {
    /// First of nine decimals; 10 or more where the number rounds to 1.
    first: [u32; AT_ONCE],
    /// Text of the other eight, the first in the lowest byte.
    others: [u64; AT_ONCE],
}

impl Default for Shortest {
    fn default() -> Self {
        Self { first: [0; AT_ONCE], others: [0; AT_ONCE] }
    }
}

impl Shortest {
    /// Computes the digits of at most [`AT_ONCE`] numbers.
    pub(super) fn renew(&mut self, values: &[f32]) {
        let num = values.len().min(AT_ONCE);
        let (first, others) = (&mut self.first[..num], &mut self.others[..num]);
        let mut fours = [[0; AT_ONCE]; 2];
        Level::detected().run(
            #[inline(always)]
            || {
                for (first, &value) in first.iter_mut().zip(values) {
                    *first = nine_decimals(value);
                }
                let [upper, lower] = &mut fours;
                for ((first, upper), lower) in first.iter_mut().zip(upper).zip(lower) {
                    let decimals = *first;
                    *first = decimals / 100_000_000;
                    let eight = decimals - *first * 100_000_000;
                    *upper = eight / 10_000;
                    *lower = eight - *upper * 10_000;
                }
                for four in fours.as_flattened_mut() {
                    *four = four_digits(*four);
                }
                let [upper, lower] = &fours;
                for ((others, &upper), &lower) in others.iter_mut().zip(upper).zip(lower) {
                    *others = u64::from(upper) | u64::from(lower) << u32::BITS;
                }
            },
        );
    }

    /// Text of the i-th number, `None` outside the range.
    #[inline(always)]
    pub(super) fn chunk(&self, i: usize, value: f32) -> Option<Chunk> {
        let (first, others) = (self.first[i], self.others[i]);
        if !is_in_range(value) || first > 9 {
            return None;
        }
        let beginning = u32::from_le_bytes([b'0', b'.', b'0', 0]) | first << 16;
        let text = [others << 24 | u64::from(beginning), others >> 40];
        let len = (3 + 8 - trailing_zeros(others)) as usize;
        Some(Chunk { is_negative: value < 0.0, text, len })
    }
}

/// True for a number of the range. The neighbors of a power of two are at unequal distances.
#[inline(always)]
fn is_in_range(value: f32) -> bool {
    let bits = value.abs().to_bits();
    let [first, end] = EXPONENTS;
    (first << BITS..end << BITS).contains(&bits) && bits & ((1 << BITS) - 1) != 0
}

/// Shortest decimals of a number in the range, in units of 10⁻⁹; meaningless for others.
#[inline(always)]
fn nine_decimals(value: f32) -> u32 {
    let wide = f64::from(value.abs());
    let [fine, coarse, to_nine] =
        if wide < FEW_DECIMALS { [1e9, 1e8, 1.0] } else { [1e8, 1e7, 10.0] };
    let shorter = wide * coarse;
    let (long, short) = (rounded(wide * fine), rounded(shorter));
    // Decimals within half the distance of two neighbors read back as the number; at just half, as the even one of two.
    let exponent = wide.to_bits() & (0x7ff << WIDE_BITS);
    let half = f64::from_bits(exponent.wrapping_sub(u64::from(BITS + 1) << WIDE_BITS));
    let is_even = value.to_bits() & 1 == 0;
    let beyond = f64::from_bits((half * coarse).to_bits() + u64::from(is_even));
    let reads_back = (shorter - short).abs() < beyond;
    let digits = if reads_back { 10.0 * short } else { long };
    // A conversion would look for numbers that do not fit.
    (digits * to_nine + ROUND).to_bits() as u32
}

/// Large number whose sum with another has no bits after the point: 1.5 · 2⁵². The last bits of the sum are those of
/// the nearest whole number, ties to even.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// Nearest whole number, ties to even.
#[inline(always)]
fn rounded(value: f64) -> f64 {
    (value + ROUND) - ROUND
}

/// Four digits as text, the first in the lowest byte: split into pairs, and these into digits, both pairs at once.
#[inline(always)]
fn four_digits(number: u32) -> u32 {
    // ⌊n/100⌋ for n < 10000, and ⌊n/10⌋ for n < 100.
    let hundreds = (number * 10_486) >> 20;
    let pairs = hundreds | (number - 100 * hundreds) << 16;
    let tens = ((pairs * 103) >> 10) & 0x000f_000f;
    let digits = tens | (pairs - 10 * tens) << 8;
    digits | ZEROS as u32
}

/// Eight digits `0`.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// Number of trailing zeros among eight digits.
#[inline(always)]
fn trailing_zeros(digits: u64) -> u32 {
    (digits ^ ZEROS).leading_zeros() / 8
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::*;
    use crate::export::data::buffer::{Buffer, Mark};

    /// Compares every `stride`th number of the range in both signs, and returns how many there are and how many are
    /// ours.
    fn compare(stride: usize) -> (usize, usize) {
        let range = 0.015_625_f32.to_bits()..1.0_f32.to_bits() + 1;
        let num = 2 * range.clone().step_by(stride).len();
        let num_ours = range
            .into_par_iter()
            .step_by(stride)
            .map(|bits| {
                let mut num_ours = 0;
                for value in [f32::from_bits(bits), -f32::from_bits(bits)] {
                    let mut digits = Shortest::default();
                    digits.renew(&[value]);
                    if let Some(chunk) = digits.chunk(0, value) {
                        let mut buffer = Buffer::default();
                        buffer.push_chunk(Mark::default(), chunk);
                        let own = std::str::from_utf8(buffer.as_slice()).unwrap();
                        assert_eq!(own, zmij::Buffer::new().format(value), "{bits:x}");
                        num_ours += 1;
                    }
                }
                num_ours
            })
            .sum();
        (num, num_ours)
    }

    #[test]
    fn numbers_have_the_digits_of_the_library() {
        let (num, num_ours) = compare(997);
        assert!(num_ours + num / 500 > num, "all but a few of {num}: {num_ours}");
    }

    #[test]
    #[ignore = "takes minutes without optimization"]
    fn every_number_has_the_digits_of_the_library() {
        let (num, num_ours) = compare(1);
        assert!(num_ours + 2000 > num, "all but a few of {num}: {num_ours}");
    }

    #[test]
    fn other_numbers_are_left_to_zmij() {
        let others = [0.0, -0.0, 1.0, -1.0, 0.5, 0.01, 1e-40, 3.5, f32::NAN, f32::INFINITY];
        let mut digits = Shortest::default();
        digits.renew(&others);
        for (i, value) in others.into_iter().enumerate() {
            assert!(digits.chunk(i, value).is_none(), "{value}");
        }
    }
}
