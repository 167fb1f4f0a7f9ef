//! Evidence that the numbers of a file are those of an encoding.
//!
//! A claim is certain if every value outside the deviations is within its tolerance, at most one in twenty rows and
//! columns deviates, and the bits that the values explain exceed those of all choices by [`MARGIN`]. A value explains
//! log₂(amplitude / tolerance) bits, at most as many as its type has, and none where it equals the value above it.

use super::Rounding;

/// Number of bits by which the values must explain more than the choices.
pub(crate) const MARGIN: f64 = 40.0;

/// One in so many rows, columns or values may deviate.
pub(crate) const FEW: u64 = 20;

/// Half a unit in the last place of 1 in single precision.
pub(crate) const SINGLE: f64 = 1.0 / 16_777_216.0;

/// Largest difference, as a share of the factor, of values that say something of a position: far positions in single
/// precision allow for any value.
pub(crate) const MOST_DIFFERENCE: f64 = 0.25;

/// Share of the error of far angles by which the median of many values may be moved.
pub(crate) const FAR_MEDIAN: f64 = 0.025;

/// Error of the angle of a wave of frequency 1 at a position, as programs compute it in single precision.
pub(crate) fn far_error(position: f64) -> f64 {
    4.0 * SINGLE * position.abs()
}

/// Significant bits of a type; `None`: double precision.
pub(crate) fn significand_bits(rounding: Option<Rounding>) -> f64 {
    rounding.map_or(53.0, |it| -it.unit().log2())
}

/// Half the distance between neighboring numbers of a type at a value; `None`: double precision.
pub(crate) fn half_step(rounding: Option<Rounding>, value: f64) -> f64 {
    /// Half a unit in the last place of 1.
    const DOUBLE: f64 = f64::EPSILON / 2.0;
    match rounding {
        Some(rounding) => rounding.step_at(value) / 2.0,
        None => DOUBLE * value.abs(),
    }
}

/// Largest difference that the last operations and the rounding to a type make: half a step of types that programs
/// cast to, more where sines and products are not rounded to nearest.
pub(crate) fn last_place(rounding: Option<Rounding>, value: f64) -> f64 {
    let half_steps = match rounding {
        None => 8.0,
        Some(Rounding::F32) => 2.02,
        Some(_) => 1.02,
    };
    half_steps * half_step(rounding, value)
}

/// Bits that a value explains which was predicted within a tolerance.
pub(crate) fn value_bits(amplitude: f64, tolerance: f64, rounding: Option<Rounding>) -> f64 {
    let bits = (amplitude.abs() / tolerance).log2();
    if bits.is_nan() { 0.0 } else { bits.clamp(0.0, significand_bits(rounding)) }
}

/// Bits of a number that is chosen freely: those of its decimal digits and of its exponent. None for 0 and 1.
pub(crate) fn number_bits(value: f64) -> f64 {
    /// Largest number of bits of a number in double precision.
    const MOST: f64 = 64.0;
    if value == 0.0 || value.to_bits() == 1.0_f64.to_bits() {
        return 0.0;
    }
    let text = format!("{:e}", value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let num_digits = mantissa.bytes().filter(u8::is_ascii_digit).count() as f64;
    let exponent: f64 = exponent.parse().unwrap_or(0.0);
    let sign = f64::from(u8::from(value < 0.0));
    (num_digits * 10.0_f64.log2() + 2.0 * (1.0 + exponent.abs()).log2() + sign).min(MOST)
}

/// Bits of the differences that a hypothesis leaves in some waves, beyond the last bit of their type.
pub(crate) fn difference_bits(num_waves: u64, difference: f64, rounding: Option<Rounding>) -> f64 {
    /// Number of values of a wave that say something: its phase and its frequency.
    const VALUES: f64 = 2.0;
    let units = difference * significand_bits(rounding).exp2();
    VALUES * num_waves as f64 * units.max(1.0).log2()
}

/// Bits of one choice among so many.
pub(crate) fn choice_bits(num: u64) -> f64 {
    (num.max(1) as f64).log2()
}

/// True if so few of all deviate that the rest may be called the encoding.
pub(crate) fn are_few(num_deviating: u64, num: u64) -> bool {
    FEW * num_deviating <= num
}

/// Takes the factor off numbers of a type of few bits that were scaled in a type of more, as far as their largest is
/// that of sines and cosines: the factor and the type, or `None`, with the numbers unchanged.
pub(crate) fn unscale(cells: &mut [f64]) -> Option<(f64, Rounding)> {
    /// Number of numbers of a type, from 1 downward, that the largest sine or cosine may be.
    const TOPS: u32 = 3;
    /// Relative difference of a product, of the factor and of their quotient.
    const NEAR: f64 = 4.0 * SINGLE;
    let own = Rounding::narrowest_of_many(cells);
    let largest =
        cells.iter().copied().filter(|it| it.is_finite()).fold(0.0, |a: f64, b| a.max(b.abs()));
    if largest == 0.0 {
        return None;
    }
    let has_fewer_bits = |it: &Rounding| own.is_none_or(|own| it.unit() > own.unit());
    for rounding in [Rounding::Bf16, Rounding::F16].into_iter().filter(has_fewer_bits) {
        for top in 0..TOPS {
            let factor = largest / (1.0 - f64::from(top) * rounding.unit());
            let own = |value: f64| rounding.nearest(value / factor);
            let is_own = |value: &f64| {
                let own = own(*value);
                (value / factor - own).abs() <= NEAR * own.abs()
            };
            if cells.iter().filter(|it| it.is_finite()).all(is_own) {
                for value in cells {
                    *value = own(*value);
                }
                return Some((factor, rounding));
            }
        }
    }
    None
}

/// A factor, or the notable one beside it: 1, and those that tables of a width are multiplied with.
pub(crate) fn notable_factor(factor: f64, width: f64, near: f64) -> f64 {
    let is_near = |it: &f64| (factor.abs() / it - 1.0).abs() < near;
    let found = notable_factors(width).into_iter().find(is_near);
    found.map_or(factor, |it| it.copysign(factor))
}

/// Bits of a factor of all values of a type.
pub(crate) fn factor_bits(factor: f64, width: f64, rounding: Option<Rounding>) -> f64 {
    /// Bits of a factor that tables often have.
    const NOTABLE: f64 = 3.0;
    if factor.to_bits() == 1.0_f64.to_bits() {
        0.0
    } else if notable_factors(width).contains(&factor.abs()) {
        NOTABLE
    } else {
        number_bits(factor).min(significand_bits(rounding))
    }
}

/// Factors that tables of a width are multiplied with.
fn notable_factors(width: f64) -> [f64; 7] {
    [1.0, width.sqrt(), 1.0 / width.sqrt(), 0.5, 2.0, 0.1, 0.02]
}

/// Least base. Below it, all frequencies are nearly one: a row of a single number would be at a position.
pub(crate) const LEAST_BASE: f64 = 2.0;

/// Value that a hypothesis predicts, with the largest difference that computing and rounding explain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    pub(crate) value: f64,
    pub(crate) tolerance: f64,
}

/// Bits that values explain, wave by wave: waves of one amplitude have a phase and a frequency each, so that one
/// explains no more than two of its values, however many it has.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ExplainedBits {
    /// Sum and largest of the bits of each wave.
    waves: Vec<(f64, f64)>,
}

impl ExplainedBits {
    /// Adds those of a value of a wave.
    pub(crate) fn add(&mut self, wave: usize, bits: f64) {
        if self.waves.len() <= wave {
            self.waves.resize(wave + 1, (0.0, 0.0));
        }
        let (sum, most) = &mut self.waves[wave];
        (*sum, *most) = (*sum + bits, most.max(bits));
    }

    /// Those of these values and of others.
    pub(crate) fn and(mut self, other: Self) -> Self {
        let num = self.waves.len().max(other.waves.len());
        self.waves.resize(num, (0.0, 0.0));
        for ((sum, most), (other_sum, other_most)) in self.waves.iter_mut().zip(other.waves) {
            (*sum, *most) = (*sum + other_sum, most.max(other_most));
        }
        self
    }

    /// Those of all waves.
    pub(crate) fn total(&self) -> f64 {
        const VALUES: f64 = 2.0;
        self.waves.iter().map(|&(sum, most)| sum.min(VALUES * most)).sum()
    }
}

/// Agreement of the rows of a file with a hypothesis.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Evidence {
    /// Bits that the agreeing values explain.
    pub(crate) explained: ExplainedBits,
    /// Number of values that agree.
    pub(crate) num_agreeing: u64,
    /// Largest difference of the values that agree.
    pub(crate) largest_difference: f64,
    /// Row and column of the first values that do not agree.
    pub(crate) wrong: Vec<(u64, u32)>,
    /// Number of values that do not agree, and of rows that hold them.
    pub(crate) num_wrong: u64,
    pub(crate) num_wrong_rows: u64,
}

impl Evidence {
    /// Largest number of wrong values whose places are kept.
    pub(crate) const MOST_PLACES: usize = 10;

    /// Adds a row with its number and the row above it, as predicted for values of an amplitude and a type, and for
    /// columns of some waves.
    pub(crate) fn add_row(
        &mut self,
        (number, row, above): (u64, &[f64], Option<&[f64]>),
        expected: impl Iterator<Item = Expected>,
        (amplitude, rounding): (f64, Option<Rounding>),
        wave_of: impl Fn(usize) -> usize,
    ) {
        let before = self.num_wrong;
        for (j, (&found, Expected { value, tolerance })) in row.iter().zip(expected).enumerate() {
            let off = (found - value).abs();
            // False also where either is no number.
            if off <= tolerance {
                self.num_agreeing += 1;
                self.largest_difference = self.largest_difference.max(off);
                if !is_predictable(found, above.map(|above| above[j]), amplitude) {
                    self.explained.add(wave_of(j), value_bits(amplitude, tolerance, rounding));
                }
                continue;
            }
            self.num_wrong += 1;
            if self.wrong.len() < Self::MOST_PLACES {
                self.wrong.push((number, j as u32));
            }
        }
        self.num_wrong_rows += u64::from(self.num_wrong > before);
    }

    /// Evidence of these rows and of those that follow.
    #[must_use]
    pub(crate) fn and(mut self, mut next: Self) -> Self {
        self.wrong.append(&mut next.wrong);
        self.wrong.truncate(Self::MOST_PLACES);
        Self {
            explained: self.explained.and(next.explained),
            num_agreeing: self.num_agreeing + next.num_agreeing,
            largest_difference: self.largest_difference.max(next.largest_difference),
            wrong: self.wrong,
            num_wrong: self.num_wrong + next.num_wrong,
            num_wrong_rows: self.num_wrong_rows + next.num_wrong_rows,
        }
    }

    /// Bits that are explained, without those of all choices and of the places of wrong values.
    pub(crate) fn score(&self, choices: f64) -> f64 {
        let num = self.num_agreeing + self.num_wrong;
        self.explained.total() - choices - self.num_wrong as f64 * choice_bits(num)
    }

    /// True if the values are those of the hypothesis, but for the few whose places are kept. A hypothesis that allows
    /// for differences as large as the values themselves, as at far positions in single precision, is not certain.
    pub(crate) fn is_certain(&self, choices: f64, num_rows: u64) -> bool {
        if self.largest_difference > MOST_DIFFERENCE {
            return false;
        }
        let are_known = self.num_wrong <= Self::MOST_PLACES as u64;
        are_known && are_few(self.num_wrong_rows, num_rows) && self.score(choices) >= MARGIN
    }
}

/// True for a value that says little of an encoding: it equals the one above, or it is 0 or the amplitude, as those of
/// a mask and of position 0 are, whatever the frequencies.
pub(crate) fn is_predictable(value: f64, above: Option<f64>, amplitude: f64) -> bool {
    const NEAR: f64 = 1e-6;
    let is_amplitude = (value.abs() - amplitude.abs()).abs() <= NEAR * amplitude.abs();
    value == 0.0 || is_amplitude || above == Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_numbers_cost_their_digits() {
        assert_eq!(number_bits(0.0), 0.0, "nothing is chosen");
        assert!(number_bits(10_000.0) < 9.0, "a round base is cheap");
        assert!(number_bits(7498.9) > 16.0, "every digit is paid for");
        assert!(number_bits(1.333_517_83) > 29.0, "a fitted step costs most");
        assert!(number_bits(std::f64::consts::PI) > 53.0, "all bits of a number without a name");
    }

    #[test]
    fn values_explain_at_most_the_bits_of_their_type() {
        assert_eq!(value_bits(1.0, 0.0, Some(Rounding::Bf16)), 8.0, "bf16 has 8 bits");
        assert_eq!(value_bits(1.0, 0.25, Some(Rounding::F32)), 2.0, "a quarter is left");
        assert_eq!(value_bits(1.0, 4.0, None), 0.0, "any value would do");
        assert_eq!(half_step(Some(Rounding::F16), 1e-7), 2.0_f64.powi(-25), "subnormal");
    }
}
