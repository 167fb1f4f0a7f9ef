//! Rounding to the types of numbers that programs store and compute with.

use half::{bf16, f16};
use rayon::prelude::*;

use super::{Double, parallel::map_each};
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Type that numbers are rounded to; of those that programs store, the more precise first.
    pub enum Rounding {
        /// Single precision.
        F32 = "f32",
        /// Half precision.
        F16 = "f16",
        /// Upper half of single precision.
        Bf16 = "bf16",
        /// Single precision with 10 bits after the point, as tensor cores multiply.
        Tf32 = "tf32",
        /// Eight bits, three after the point; what is too large becomes 448.
        E4m3 = "e4m3",
        /// Eight bits, three after the point; what is too large becomes NaN.
        E4m3Overflow = "e4m3-overflow",
        /// Eight bits, two after the point.
        E5m2 = "e5m2",
    }
}

/// Binary floating-point format.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloatFormat {
    /// Bits after the point.
    num_bits: u64,
    /// Exponent of the smallest normal number, biased as in `f64`.
    least_exponent: u64,
    /// Largest finite number.
    most: f64,
    /// Value of numbers that round to more than that.
    overflow: f64,
}

/// Bias of the exponent of `f64`.
const BIAS: u64 = 1023;
/// Bits after the point of `f64`.
const NUM_BITS: u64 = 52;

impl FloatFormat {
    const fn new(num_bits: u64, least_exponent: i64, most: f64, overflow: f64) -> Self {
        let least_exponent = (BIAS as i64 + least_exponent) as u64;
        Self { num_bits, least_exponent, most, overflow }
    }

    /// Nearest number of the format; ties go to even, and −0 stays −0.
    #[inline(always)]
    pub(super) fn nearest(self, value: f64) -> f64 {
        /// Sum with a number below 2^51 has no bits after the point.
        const ROUND: f64 = 6_755_399_441_055_744.0;
        let exponent = ((value.to_bits() >> NUM_BITS) & 0x7ff).max(self.least_exponent);
        let (up, down) = (2 * BIAS + self.num_bits - exponent, exponent - self.num_bits);
        let (up, down) = (f64::from_bits(up << NUM_BITS), f64::from_bits(down << NUM_BITS));
        let nearest = ((value * up + ROUND) - ROUND) * down;
        let nearest = if nearest.abs() > self.most { self.overflow } else { nearest };
        nearest.copysign(value)
    }

    /// Nearest number of the format to a sum of two, rounded once.
    #[inline(always)]
    fn nearest_double(self, value: Double) -> f64 {
        self.nearest(odd(value))
    }
}

/// Rounds to odd: toward 0, with the last bit set if bits are lost. A second rounding to a type of at most 51 bits then
/// gives the same as a single one (Boldo and Melquiond, 2008). What double-double arithmetic leaves of an exact number
/// is no lost bit.
#[inline(always)]
fn odd(value: Double) -> f64 {
    /// Largest error of double-double arithmetic, relative to the number, with room to spare.
    const NOISE: f64 = 1.0 / (1_u128 << 98) as f64;
    let Double { hi, lo } = value;
    let is_beyond = (hi > 0.0) != (lo > 0.0);
    let toward_zero = hi.to_bits().wrapping_sub(u64::from(is_beyond)) | 1;
    if lo.abs() > NOISE * hi.abs() && hi.abs() < f64::INFINITY {
        f64::from_bits(toward_zero)
    } else {
        hi
    }
}

impl Rounding {
    /// Format of the type.
    pub(super) const fn format(self) -> FloatFormat {
        const INFINITE: f64 = f64::INFINITY;
        match self {
            Self::F32 => FloatFormat::new(23, -126, f32::MAX as f64, INFINITE),
            Self::Tf32 => FloatFormat::new(10, -126, 3.401_162_134_214_653_5e38, INFINITE),
            Self::F16 => FloatFormat::new(10, -14, 65_504.0, INFINITE),
            Self::Bf16 => FloatFormat::new(7, -126, 3.389_531_389_251_535_5e38, INFINITE),
            Self::E4m3 => FloatFormat::new(3, -6, 448.0, 448.0),
            Self::E4m3Overflow => FloatFormat::new(3, -6, 448.0, f64::NAN),
            Self::E5m2 => FloatFormat::new(2, -14, 57_344.0, INFINITE),
        }
    }

    /// Nearest value of the type; ties go to even.
    #[inline(always)]
    pub fn nearest(self, value: f64) -> f64 {
        match self {
            Self::F32 => f64::from(value as f32),
            _ => self.format().nearest(value),
        }
    }

    /// Number as programs cast it: what is narrower than single precision is rounded to that first, so rounded twice.
    #[inline(always)]
    pub(super) fn cast(self, value: Double) -> f64 {
        let single = Self::F32.format().nearest_double(value);
        if self == Self::F32 { single } else { self.format().nearest(single) }
    }

    /// True if a number is another one in this type, rounded once or cast.
    #[inline(always)]
    pub(super) fn gives(self, exact: f64, rounded: f64) -> bool {
        (self.nearest(exact) == rounded) | (self.cast(Double::new(exact)) == rounded)
    }

    /// True for single precision, and for double precision, which is `None`: values tell angles and positions well.
    pub(crate) fn is_fine(rounding: Option<Self>) -> bool {
        matches!(rounding, None | Some(Self::F32))
    }

    /// Types that programs keep tables in, the narrowest first.
    const OF_TABLES: [Self; 3] = [Self::Bf16, Self::F16, Self::F32];

    /// True for a number of the type. Values that are not finite are of every type.
    fn holds(self, value: f64) -> bool {
        !value.is_finite() || self.nearest(value) == value
    }

    /// Narrowest type of which all values are numbers, of those that programs keep tables in; `None` for double
    /// precision.
    pub fn narrowest<'a>(
        values: impl IntoIterator<Item = &'a f64, IntoIter: Clone>,
    ) -> Option<Self> {
        let values = values.into_iter();
        Self::OF_TABLES.into_iter().find(|to| values.clone().all(|&value| to.holds(value)))
    }

    /// The same of many values, on all cores.
    pub(crate) fn narrowest_of_many(values: &[f64]) -> Option<Self> {
        const CHUNK: usize = 1 << 18;
        let chunks: Vec<&[f64]> = values.chunks(CHUNK).collect();
        let holds_chunk = |to: Self, i: usize| chunks[i].iter().all(|&value| to.holds(value));
        Self::OF_TABLES.into_iter().find(|&to| {
            // Most types fail at one of the first values.
            (chunks.is_empty() || holds_chunk(to, 0))
                && map_each(chunks.len(), &|i| holds_chunk(to, i)).into_iter().all(|it| it)
        })
    }

    /// Distance of two neighboring numbers of the type at a value: 2^(exponent − bits).
    pub fn step_at(self, value: f64) -> f64 {
        let FloatFormat { num_bits, least_exponent, .. } = self.format();
        let exponent = ((value.to_bits() >> NUM_BITS) & 0x7ff).clamp(least_exponent, 2 * BIAS);
        f64::from_bits((exponent - num_bits) << NUM_BITS)
    }

    /// Largest finite number of the type.
    pub fn most(self) -> f64 {
        self.format().most
    }

    /// Half the distance of 1 and the next larger number: the largest relative error of a rounding.
    pub fn unit(self) -> f64 {
        self.step_at(1.0) / 2.0
    }

    /// Reads numbers that were written with as few digits as tell numbers in single precision apart, and then read in
    /// double precision, as single precision again. Others are left as they are.
    pub(crate) fn read_shortest_singles(numbers: &mut [f64]) {
        /// Digits that decimals of a program that rounds to them seldom have.
        const LEAST_DIGITS: usize = 8;
        let single = |value: f64| f64::from(value as f32);
        let is_digit = |it: &u8| it.is_ascii_digit();
        let mantissa = |text: String| text.into_bytes().into_iter().take_while(|it| *it != b'e');
        let num_digits = |text: String| mantissa(text).filter(is_digit).count();
        let is_exact = |value: f64| single(value) == value || !value.is_finite();
        // Programs choose either of two numbers with equally few digits.
        let is_shortest = |value: f64| {
            is_exact(value)
                || num_digits(format!("{value:e}")) <= num_digits(format!("{:e}", value as f32))
        };
        let has_digits =
            |value: f64| !is_exact(value) && num_digits(format!("{value:e}")) >= LEAST_DIGITS;
        // Most tables end here: with the first number in double precision, or without one.
        let is_text = numbers.iter().take(64).all(|&it| is_shortest(it))
            && numbers.iter().any(|&it| has_digits(it))
            && numbers.par_iter().all(|&it| is_shortest(it));
        if is_text {
            for it in numbers {
                *it = single(*it);
            }
        }
    }

    /// Bits of the nearest number in half precision.
    pub fn f16_bits(value: f64) -> u16 {
        f16::from_f64(Self::F16.nearest(value)).to_bits()
    }

    /// Bits of the nearest number in the upper half of single precision.
    pub fn bf16_bits(value: f64) -> u16 {
        bf16::from_f64(Self::Bf16.nearest(value)).to_bits()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Nearest of all finite 16-bit numbers, ties to even, by exhaustive search.
    fn nearest_of_all(value: f64, number: impl Fn(u16) -> f64) -> u16 {
        let all = (0..=u16::MAX).filter(|&bits| number(bits).is_finite());
        let distance = |bits: u16| (number(bits) - value).abs();
        let sign = |bits: u16| (bits >> 15 == 1) != value.is_sign_negative();
        all.min_by(|&a, &b| {
            let ties = || (sign(a), a & 1).cmp(&(sign(b), b & 1));
            distance(a).total_cmp(&distance(b)).then_with(ties)
        })
        .expect("there are finite numbers")
    }

    fn check(value: f64) {
        let half = f16::from_bits(Rounding::f16_bits(value));
        let expected = nearest_of_all(value, |bits| f16::from_bits(bits).to_f64());
        assert_eq!(half.to_bits(), expected, "f16 of {value:e}");
        let brain = bf16::from_bits(Rounding::bf16_bits(value));
        let expected = nearest_of_all(value, |bits| bf16::from_bits(bits).to_f64());
        assert_eq!(brain.to_bits(), expected, "bf16 of {value:e}");
    }

    #[test]
    fn halves_are_rounded_once() {
        for value in [0.0, 1.0, -1.0, 0.1, 1e-7, -6e-8, 3e-8, 5.96e-8, 1e-40, 62831.85, -0.0] {
            check(value);
        }
        // Just beside the midpoint of two neighbors, where rounding by way of f32 goes wrong.
        let middle = 1.0 + 2.0_f64.powi(-11);
        for beside in [middle, middle + 2.0_f64.powi(-40), middle - 2.0_f64.powi(-40)] {
            check(beside);
            check(-beside);
        }
        let astray = middle + 2.0_f64.powi(-40);
        assert_ne!(
            f16::from_f32(astray as f32).to_bits(),
            Rounding::f16_bits(astray),
            "the case is one that two roundings get wrong"
        );
    }

    #[test]
    fn overflow_is_that_of_the_type() {
        let nan = f64::NAN;
        for (rounding, value, expected) in [
            (Rounding::F16, 65_519.99, 65_504.0),
            (Rounding::F16, 65_520.0, f64::INFINITY),
            (Rounding::F16, -1e300, f64::NEG_INFINITY),
            (Rounding::Bf16, 3.4e38, f64::INFINITY),
            (Rounding::Tf32, 1.0 + 2.0_f64.powi(-11), 1.0),
            (Rounding::Tf32, 1.0 + 3.0 * 2.0_f64.powi(-11), 1.0 + 2.0_f64.powi(-9)),
            (Rounding::F32, 1e39, f64::INFINITY),
            (Rounding::E4m3, 460.0, 448.0),
            (Rounding::E4m3, -1e9, -448.0),
            (Rounding::E4m3, f64::INFINITY, 448.0),
            (Rounding::E4m3Overflow, 464.0, 448.0),
            (Rounding::E4m3Overflow, 464.1, nan),
            (Rounding::E4m3, 2.0_f64.powi(-10), 0.0),
            (Rounding::E4m3, 3.0 * 2.0_f64.powi(-10), 2.0_f64.powi(-8)),
            (Rounding::E5m2, 61_439.0, 57_344.0),
            (Rounding::E5m2, 61_440.0, f64::INFINITY),
            (Rounding::E5m2, 2.0_f64.powi(-17), 0.0),
        ] {
            let found = rounding.nearest(value);
            assert!(
                found == expected || (found.is_nan() && expected.is_nan()),
                "{value} is {found} in {rounding:?}, not {expected}"
            );
        }
        for rounding in Rounding::ALL {
            assert!(rounding.nearest(nan).is_nan());
            assert_eq!(rounding.nearest(-0.0).to_bits(), (-0.0_f64).to_bits(), "−0 stays");
            assert_eq!(rounding.nearest(rounding.most()), rounding.most());
        }
    }

    /// All numbers from 0 on of an OCP 8-bit type, by its bits.
    fn of_eight_bits(num_bits: u32, bias: i32) -> Vec<f64> {
        let number = |code: u32| {
            let (exponent, rest) = (code >> num_bits, code & ((1 << num_bits) - 1));
            let part = f64::from(rest) / f64::from(1_u32 << num_bits);
            match exponent {
                0 => part * 2.0_f64.powi(1 - bias),
                _ => (1.0 + part) * 2.0_f64.powi(exponent as i32 - bias),
            }
        };
        (0..128).map(number).collect()
    }

    #[test]
    fn eight_bits_are_those_of_the_specification() {
        // E4M3 has one NaN, its last code; E5M2 has infinity and three NaN.
        for (rounding, numbers) in [
            (Rounding::E4m3, &of_eight_bits(3, 7)[..127]),
            (Rounding::E4m3Overflow, &of_eight_bits(3, 7)[..127]),
            (Rounding::E5m2, &of_eight_bits(2, 15)[..124]),
        ] {
            assert_eq!(numbers.last(), Some(&rounding.most()));
            for (code, pair) in numbers.windows(2).enumerate() {
                let middle = f64::midpoint(pair[0], pair[1]);
                let even = pair[code % 2];
                assert_eq!(rounding.nearest(pair[0]), pair[0], "{rounding:?}");
                assert_eq!(rounding.nearest(middle), even, "a tie at {middle} in {rounding:?}");
                assert_eq!(rounding.nearest(middle * (1.0 - 1e-15)), pair[0], "{rounding:?}");
                assert_eq!(rounding.nearest(-middle * (1.0 + 1e-15)), -pair[1], "{rounding:?}");
            }
        }
    }

    #[test]
    fn sums_are_rounded_once() {
        let tie = 1.0 + 2.0_f64.powi(-8);
        for (hi, lo, expected) in [
            (tie, 0.0, 1.0),
            (tie, 1e-20, 1.0 + 2.0_f64.powi(-7)),
            (tie, -1e-20, 1.0),
            (-tie, -1e-20, -1.0 - 2.0_f64.powi(-7)),
            (1.0 + 3.0 * 2.0_f64.powi(-8), -1e-20, 1.0 + 2.0_f64.powi(-7)),
        ] {
            let found = Rounding::Bf16.format().nearest_double(Double { hi, lo });
            assert_eq!(found, expected, "{hi} + {lo}");
        }
    }

    #[test]
    fn narrowest_type_holds_all_values() {
        let narrowest = |values: &[f64]| Rounding::narrowest(values);
        assert_eq!(narrowest(&[0.5, 1.0, f64::NAN]), Some(Rounding::Bf16));
        assert_eq!(narrowest(&[0.5, 1.0 + 2.0_f64.powi(-10)]), Some(Rounding::F16));
        assert_eq!(narrowest(&[f64::from(0.1_f32), f64::INFINITY]), Some(Rounding::F32));
        assert_eq!(narrowest(&[0.5, 0.1]), None);
    }

    #[test]
    fn casts_round_twice() {
        // Just above a tie of bf16: single precision does not see by how much.
        let value = Double { hi: 1.0 + 2.0_f64.powi(-8) + 2.0_f64.powi(-40), lo: 0.0 };
        assert_eq!(Rounding::Bf16.nearest(value.hi), 1.0 + 2.0_f64.powi(-7));
        assert_eq!(
            Rounding::Bf16.cast(value),
            1.0,
            "the tie that single precision made goes to even"
        );
        assert_eq!(Rounding::F32.cast(value), 1.0 + 2.0_f64.powi(-8));
        // A tenth times 10,435 is a tie, whatever the last bits of a tenth are.
        let tie = Double { hi: 0.1, lo: -5.551_115_123_125_783e-18 }.scaled(10_435.0);
        assert_eq!(Rounding::F16.cast(tie), 1044.0);
        assert_eq!(Rounding::F16.format().nearest_double(tie), 1044.0);
    }

    proptest! {
        #[test]
        fn single_precision_is_that_of_the_language(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            let found = Rounding::F32.format().nearest(value);
            let expected = f64::from(value as f32);
            prop_assert!(found.to_bits() == expected.to_bits() || value.is_nan(), "{value:e}: {found:e}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
        #[test]
        fn halves_are_the_nearest(value in -1.0..1.0_f64, ulps in -3_i32..=3) {
            check(value);
            let near = f16::from_f64(value).to_f64() + f64::from(ulps) * 2.0_f64.powi(-30);
            check(near);
        }
    }
}
