//! Shortest digits of the numbers that fill a table: `f32` of an absolute value from 0.125 to 1.
//!
//! The interval of decimals that read back as the same number is compared with its roundings to 7, 8 and 9
//! digits, in integers and so exactly. Other numbers are left to `zmij`. A test compares both for every
//! number in the range.
//!
//! Most numbers of a table lie in the range, and a general formatter branches on their number of digits, which
//! no processor predicts. Together with [`Buffer`](super::buffer::Buffer) a whole csv takes a sixth less time
//! than with `zmij` and a `Vec`: the bench `export` compares `export/csv…` with `plain/csv…`.

use super::buffer::Chunk;

/// Bits of the significand, including the first, which is not stored.
const BITS: u32 = f32::MANTISSA_DIGITS;
/// Biased exponent of 2⁻³, from which on no zero follows the point.
const SMALLEST_EXPONENT: u32 = 127 - 3;
const ONE: u32 = 127;
/// Decimals that are enough for every number in the range.
const DECIMALS: u32 = 9;
const POWER: u64 = 10_u64.pow(DECIMALS);
/// 10⁻⁹ in the integers that are compared.
const UNIT: u64 = 2 << (BITS - 1 + 127 - SMALLEST_EXPONENT);

/// Shortest text of a number in the range, `None` for others.
#[inline(always)]
pub(super) fn shortest(value: f32) -> Option<Chunk> {
    let bits = value.to_bits();
    let exponent = (bits >> (BITS - 1)) & 0xff;
    let stored = bits & ((1 << (BITS - 1)) - 1);
    // The neighbors of a power of two are at unequal distances.
    if !(SMALLEST_EXPONENT..ONE).contains(&exponent) || stored == 0 {
        return None;
    }
    let significand = u64::from(stored | 1 << (BITS - 1));
    // value = significand·2^up/2^26. In units of 10⁻⁹ it is middle/UNIT, and every decimal that is nearer
    // to it than `reach`, as near where it is even, reads back the same.
    let up = exponent - SMALLEST_EXPONENT;
    let middle = (2 * significand * POWER) << up;
    let reach = (POWER << up) - (significand & 1);
    let whole = middle / UNIT;
    // Fewest digits first. There is at most one multiple of 100 within reach.
    let digits = nearest::<100>(whole, middle, reach)
        .or_else(|| nearest::<10>(whole, middle, reach))
        .or_else(|| nearest::<1>(whole, middle, reach))?;
    // 1.0 itself has another form.
    if digits >= POWER {
        return None;
    }
    let (first, others) = ((digits / 100_000_000) as u8, (digits % 100_000_000) as u32);
    let others = eight_digits(others);
    let text = [b'0', b'.', b'0' + first]
        .into_iter()
        .rev()
        .fold(u128::from(others), |text, byte| text << 8 | u128::from(byte));
    let len = (3 + 8 - trailing_zeros(others)) as usize;
    Some(Chunk { is_negative: value < 0.0, text, len })
}

/// Multiple of `STEP` nearest to middle/UNIT, ties to even, if it is within reach.
#[inline(always)]
fn nearest<const STEP: u64>(whole: u64, middle: u64, reach: u64) -> Option<u64> {
    let below = whole / STEP;
    let step = STEP * UNIT;
    let rest = middle - below * step;
    let is_above = 2 * rest + (below & 1) > step;
    let distance = if is_above { step - rest } else { rest };
    (distance <= reach).then_some((below + u64::from(is_above)) * STEP)
}

/// Eight digits as text, the first in the lowest byte: split into groups of four, two and one, all groups of a
/// size at once.
#[inline(always)]
fn eight_digits(number: u32) -> u64 {
    let fours = u64::from(number / 10_000) | u64::from(number % 10_000) << 32;
    // ⌊n/100⌋ for n < 10000, and ⌊n/10⌋ for n < 100.
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    let ones = tens | (twos - 10 * tens) << 8;
    ones | ZEROS
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
    use crate::export::data::buffer::Buffer;

    /// Compares every `stride`th number of the range in both signs, and returns how many there are and how many are ours.
    fn compare(stride: usize) -> (usize, usize) {
        let range = 0.125_f32.to_bits()..1.0_f32.to_bits() + 1;
        let num = 2 * range.clone().step_by(stride).len();
        let num_ours = range
            .into_par_iter()
            .step_by(stride)
            .map(|bits| {
                let mut num_ours = 0;
                for value in [f32::from_bits(bits), -f32::from_bits(bits)] {
                    if let Some(chunk) = shortest(value) {
                        let mut buffer = Buffer::default();
                        buffer.push_chunk(chunk);
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
        for value in [0.0, -0.0, 1.0, -1.0, 0.5, 0.1, 1e-40, 3.5, f32::NAN, f32::INFINITY] {
            assert!(shortest(value).is_none(), "{value}");
        }
    }
}
