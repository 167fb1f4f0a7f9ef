//! Phasors e^{iωt}, correct to about the last bit of an `f64`.

use super::{Component, Double, simd::Level};

/// Complex number of absolute value 1: e^{iθ} = cos θ + i·sin θ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phasor {
    /// Real part, cos θ.
    pub cos: f64,
    /// Imaginary part, sin θ.
    pub sin: f64,
}

impl Phasor {
    /// Phasor e^{iθ} of an angle. Each part has an error of at most 0.6 ulp for |θ| ≤ 2^36.
    ///
    /// The computation consists of sums, products and fused multiply-adds in a fixed order, without branches. The
    /// bits are therefore the same on every processor, in scalar and in vector code.
    #[inline(always)]
    pub fn from_angle(angle: Double) -> Self {
        // Reduction to |x| ≤ π/4 by quarter turns. Adding and subtracting 1.5·2^52 rounds to the nearest integer.
        const ROUND: f64 = 6_755_399_441_055_744.0;
        let turns = (angle.hi * std::f64::consts::FRAC_2_PI + ROUND) - ROUND;
        let near = angle.plus(QUARTER_TURN.scaled(-turns));
        let (x, rest) = (near.hi, near.lo);
        let (sin, cos) = (sin_near_zero(x, rest), cos_near_zero(x, rest));
        // Quadrant: turns modulo 4, in floating point to avoid branches.
        let quarter = turns - 4.0 * (turns * 0.25).floor();
        let is_swapped = quarter == 1.0 || quarter == 3.0;
        let (a, b) = if is_swapped { (cos, sin) } else { (sin, cos) };
        Self {
            sin: if quarter >= 2.0 { -a } else { a },
            cos: if quarter == 1.0 || quarter == 2.0 { -b } else { b },
        }
    }

    /// Product of two phasors, whose angle is the sum of both angles.
    #[must_use]
    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        Self {
            cos: self.cos.mul_add(other.cos, -(self.sin * other.sin)),
            sin: self.sin.mul_add(other.cos, self.cos * other.sin),
        }
    }

    /// Part of the phasor that a column with this component holds.
    #[inline]
    pub fn component(self, component: Component) -> f64 {
        match component {
            Component::Sin => self.sin,
            Component::Cos => self.cos,
        }
    }
}

const QUARTER_TURN: Double =
    Double { hi: std::f64::consts::FRAC_PI_2, lo: 6.123_233_995_736_766e-17 };

/// sin(x + rest) for |x| ≤ π/4, by the Taylor series up to x^17. The remainder is below 1e-19.
#[inline(always)]
fn sin_near_zero(x: f64, rest: f64) -> f64 {
    let z = x * x;
    let mut sum = 1.0 / 355_687_428_096_000.0;
    for term in [
        -1.0 / 1_307_674_368_000.0,
        1.0 / 6_227_020_800.0,
        -1.0 / 39_916_800.0,
        1.0 / 362_880.0,
        -1.0 / 5_040.0,
        1.0 / 120.0,
        -1.0 / 6.0,
    ] {
        sum = z.mul_add(sum, term);
    }
    // The small terms are summed first, so that only the last sum rounds at the magnitude of the result.
    x + (x * z).mul_add(sum, rest * (-0.5_f64).mul_add(z, 1.0))
}

/// cos(x + rest) for |x| ≤ π/4, by the Taylor series up to x^18. The remainder is below 1e-20.
#[inline(always)]
fn cos_near_zero(x: f64, rest: f64) -> f64 {
    let z = x * x;
    let mut sum = -1.0 / 6_402_373_705_728_000.0;
    for term in [
        1.0 / 20_922_789_888_000.0,
        -1.0 / 87_178_291_200.0,
        1.0 / 479_001_600.0,
        -1.0 / 3_628_800.0,
        1.0 / 40_320.0,
        -1.0 / 720.0,
        1.0 / 24.0,
    ] {
        sum = z.mul_add(sum, term);
    }
    // The rounding errors of 1 − z/2 and of z itself are added back with the small terms.
    let z_rest = x.mul_add(x, -z);
    let half = 0.5 * z;
    let whole = 1.0 - half;
    let lost = (1.0 - whole) - half;
    whole + (lost + (z * z).mul_add(sum, -(x * rest)) - 0.5 * z_rest)
}

/// Real and imaginary parts of many phasors, in separate arrays so that vector instructions load adjacent values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phasors {
    pub(crate) cos: Vec<f64>,
    pub(crate) sin: Vec<f64>,
}

impl Phasors {
    /// Phasors e^{iωt} of every frequency at one t.
    pub(crate) fn new(level: Level, omegas: &Omegas, t: f64) -> Self {
        let num = omegas.hi.len();
        let mut phasors = Self { cos: vec![0.0; num], sin: vec![0.0; num] };
        level.run(
            #[inline(always)]
            || phasors.fill(omegas, t),
        );
        phasors
    }

    /// Phasors of angles.
    pub(crate) fn of_angles(level: Level, angles: &[f64]) -> Self {
        let mut phasors = Self { cos: vec![0.0; angles.len()], sin: vec![0.0; angles.len()] };
        level.run(
            #[inline(always)]
            || {
                let parts = phasors.cos.iter_mut().zip(&mut phasors.sin);
                for ((cos, sin), &angle) in parts.zip(angles) {
                    let phasor = Phasor::from_angle(Double::new(angle));
                    *cos = phasor.cos;
                    *sin = phasor.sin;
                }
            },
        );
        phasors
    }

    /// Phasors of all frequencies at a real position.
    pub(crate) fn at(level: Level, omegas: &Omegas, position: Double) -> Self {
        let num = omegas.hi.len();
        let mut phasors = Self { cos: vec![0.0; num], sin: vec![0.0; num] };
        level.run(
            #[inline(always)]
            || {
                let omegas = omegas.hi.iter().zip(&omegas.lo);
                let parts = phasors.cos.iter_mut().zip(&mut phasors.sin);
                for ((cos, sin), (&hi, &lo)) in parts.zip(omegas) {
                    let phasor = Phasor::from_angle(Double { hi, lo }.times(position));
                    *cos = phasor.cos;
                    *sin = phasor.sin;
                }
            },
        );
        phasors
    }

    /// Phasors e^{iωt} of one frequency at many t.
    pub(crate) fn along(level: Level, omega: Double, times: &[f64]) -> Self {
        let mut phasors = Self { cos: vec![0.0; times.len()], sin: vec![0.0; times.len()] };
        level.run(
            #[inline(always)]
            || {
                let parts = phasors.cos.iter_mut().zip(&mut phasors.sin);
                for ((cos, sin), &t) in parts.zip(times) {
                    let phasor = Phasor::from_angle(omega.scaled(t));
                    *cos = phasor.cos;
                    *sin = phasor.sin;
                }
            },
        );
        phasors
    }

    #[inline(always)]
    pub(crate) fn fill(&mut self, omegas: &Omegas, t: f64) {
        let parts = self.cos.iter_mut().zip(&mut self.sin);
        for ((cos, sin), (&hi, &lo)) in parts.zip(omegas.hi.iter().zip(&omegas.lo)) {
            let phasor = Phasor::from_angle(Double { hi, lo }.scaled(t));
            *cos = phasor.cos;
            *sin = phasor.sin;
        }
    }

    /// Sets each phasor to the product of the corresponding phasors of `a` and `b`.
    #[inline(always)]
    pub(crate) fn turn(&mut self, a: &Self, b_cos: &[f64], b_sin: &[f64]) {
        let b = b_cos.iter().zip(b_sin);
        let a = a.cos.iter().zip(&a.sin);
        for (((cos, sin), (&a_cos, &a_sin)), (&b_cos, &b_sin)) in
            self.cos.iter_mut().zip(&mut self.sin).zip(a).zip(b)
        {
            let turned = Phasor { cos: a_cos, sin: a_sin }.times(Phasor { cos: b_cos, sin: b_sin });
            *cos = turned.cos;
            *sin = turned.sin;
        }
    }
}

/// Frequencies in double-double precision, with high and low parts in separate arrays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Omegas {
    pub(crate) hi: Vec<f64>,
    pub(crate) lo: Vec<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phasors_agree_with_libm() {
        let mut largest: f64 = 0.0;
        for i in -20_000..20_000 {
            let x = f64::from(i) * 0.000_317;
            let phasor = Phasor::from_angle(Double::new(x));
            largest = largest
                .max((phasor.sin - libm::sin(x)).abs())
                .max((phasor.cos - libm::cos(x)).abs());
        }
        // Both functions are within 0.6 ulp, and values are at most 1 in magnitude.
        assert!(largest <= 1.2e-16, "off by {largest:e}");
    }

    #[test]
    fn quarter_turns_are_exact() {
        let zero = Phasor::from_angle(Double::new(0.0));
        assert_eq!(zero, Phasor { cos: 1.0, sin: 0.0 }, "no turn");
        for turns in -9_i32..=9 {
            let phasor = Phasor::from_angle(QUARTER_TURN.scaled(f64::from(turns)));
            let expected =
                [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][turns.rem_euclid(4) as usize];
            assert!((phasor.cos - expected.0).abs() < 1e-31, "cos of {turns} quarters: {phasor:?}");
            assert!((phasor.sin - expected.1).abs() < 1e-31, "sin of {turns} quarters: {phasor:?}");
        }
    }

    #[test]
    fn every_level_gives_the_same_bits() {
        let omegas = Omegas {
            hi: (0..37).map(|i| 1.7_f64.powi(-i)).collect(),
            lo: (0..37).map(|i| 1e-17 * 1.7_f64.powi(-i)).collect(),
        };
        for t in [0.0, 1.0, -255.0, 4_294_967_295.0, 17_179_869_184.0] {
            let plain = Phasors::new(Level::Plain, &omegas, t);
            for level in Level::all_available() {
                let phasors = Phasors::new(level, &omegas, t);
                assert_eq!(phasors.sin, plain.sin, "sines at {t} by {level:?}");
                assert_eq!(phasors.cos, plain.cos, "cosines at {t} by {level:?}");
            }
        }
    }
}
