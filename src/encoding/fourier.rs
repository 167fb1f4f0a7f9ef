//! Fourier features of a coordinate: sines and cosines at frequencies that double.
//!
//! | column | value, for octaves i = 0, 1, …, L − 1 and the factor f of 1, π or 2π |
//! |---|---|
//! | sine | sin(f·2^i·x) |
//! | cosine | cos(f·2^i·x) |
//! | identity | x itself, in the first column |
//!
//! Row t is at x = start + step·t, computed in double precision; the features of that x are exact. Mildenhall et al.
//! 2020, `NeRF`, equation 4, has the factor π; its code has none, and keeps x itself.

use super::{
    Component, Double, Layout, Order, OutOfLimits, Phasor, Spacing, double::TWO_PI,
    turning::Turning,
};
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Factor of all frequencies.
    pub enum FourierFactor {
        /// 1: octave i has the frequency 2^i.
        One = "false",
        /// π: octave i has the frequency π·2^i.
        Pi = "true",
        /// 2π: octave i makes 2^i turns from x = 0 to 1.
        TwoPi = "twice",
    }
}

impl FourierFactor {
    /// Value of the factor.
    pub fn value(self) -> f64 {
        self.exact().hi
    }

    fn exact(self) -> Double {
        match self {
            Self::One => Double::ONE,
            Self::Pi => TWO_PI.scaled(0.5),
            Self::TwoPi => TWO_PI,
        }
    }

    /// The factor in words: `no π`, `times π` or `times 2π`.
    pub fn words(self) -> &'static str {
        match self {
            Self::One => "no π",
            Self::Pi => "times π",
            Self::TwoPi => "times 2π",
        }
    }
}

/// Fourier features of one coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fourier {
    /// Number of octaves.
    pub num_octaves: u32,
    /// Factor of all frequencies.
    pub factor: FourierFactor,
    /// True if the first column is x itself.
    pub has_identity: bool,
    /// Sine and cosine of an octave beside each other, or in one block each.
    pub layout: Layout,
    /// Which of sine and cosine comes first.
    pub order: Order,
    /// Coordinates of the rows.
    pub spacing: Spacing,
}

impl Fourier {
    /// Largest number of octaves.
    pub const MOST_OCTAVES: u32 = 32;
    /// Largest angle, up to which sines and cosines are exact.
    const LARGEST_ANGLE: f64 = (1_u64 << 45) as f64;

    /// Coordinate of the first row, unless another is given.
    pub const FIRST: f64 = -1.0;

    /// Coordinates of rows: from −1 to 1, from `start` to 1, or as `start` and `step` say.
    pub fn spacing(start: Option<f64>, step: Option<f64>, num_rows: u64) -> Spacing {
        let start = start.unwrap_or(Self::FIRST);
        let span = if start < 1.0 { 1.0 - start } else { 1.0 };
        let step = step.unwrap_or_else(|| span / num_rows.saturating_sub(1).max(1) as f64);
        Spacing { start, step }
    }

    /// Checks the number of octaves, and that no angle of some rows is too large to be exact.
    ///
    /// # Errors
    ///
    /// Fails with the parameter that is out of its limits.
    pub fn checked(self, num_rows: u64) -> Result<Self, OutOfLimits> {
        let refused = |name, value: String, allowed: String| OutOfLimits { name, value, allowed };
        if !(1..=Self::MOST_OCTAVES).contains(&self.num_octaves) {
            let allowed = format!("a whole number from 1 to {}", Self::MOST_OCTAVES);
            return Err(refused("octaves", self.num_octaves.to_string(), allowed));
        }
        let Spacing { start, step } = self.spacing;
        let last = start + step * num_rows.saturating_sub(1) as f64;
        let furthest = start.abs().max(last.abs());
        if furthest * self.omega(self.num_octaves - 1).hi > Self::LARGEST_ANGLE {
            let allowed = "fewer octaves or smaller coordinates: angles up to 2^45".to_owned();
            return Err(refused("octaves", self.num_octaves.to_string(), allowed));
        }
        Ok(self)
    }

    /// Number of columns.
    pub fn num_columns(self) -> u32 {
        2 * self.num_octaves + u32::from(self.has_identity)
    }

    /// Frequency of an octave.
    fn omega(self, octave: u32) -> Double {
        self.factor.exact().scaled(2.0_f64.powi(octave as i32))
    }

    /// Coordinate x of a row, in double precision as programs compute it.
    pub(super) fn coordinate(self, row: i64) -> f64 {
        // Not fused: a coordinate of 0 is 0.
        self.spacing.start + self.spacing.step * row as f64
    }

    /// Value of column j at a coordinate; `wave` is that of the column.
    pub(super) fn value_at(wave: Option<Turning>, x: f64) -> f64 {
        wave.map_or(x, |it| Phasor::from_angle(it.omega.scaled(x)).component(it.component))
    }

    /// Column j as a wave over the rows; `None` for x itself.
    pub(super) fn turning(self, j: u32) -> Option<Turning> {
        let i = j.checked_sub(u32::from(self.has_identity))?;
        let (octave, is_second) = match self.layout {
            Layout::Interleaved => (i / 2, i % 2 == 1),
            Layout::Split => (i % self.num_octaves, i >= self.num_octaves),
        };
        let is_sine = is_second == (self.order == Order::CosFirst);
        let component = if is_sine { Component::Sin } else { Component::Cos };
        let (omega, Spacing { start, step }) = (self.omega(octave), self.spacing);
        Some(Turning { omega, component, amplitude: 1.0, start, step })
    }

    /// Description of the features, such as `octaves 0 to 9, no π, x itself in the first column`.
    pub fn words(self) -> String {
        let identity =
            if self.has_identity { "x itself in the first column" } else { "without x itself" };
        let octaves = match self.num_octaves {
            1 => "octave 0".to_owned(),
            num => format!("octaves 0 to {}", num - 1),
        };
        format!("{octaves}, {}, {identity}", self.factor.words())
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::encoding::{Encoding, Extent, Moments};

    fn features(factor: FourierFactor, layout: Layout, order: Order) -> Encoding {
        let spacing = Fourier::spacing(None, None, 101);
        let of = Fourier { num_octaves: 10, factor, has_identity: true, layout, order, spacing };
        Encoding::new(of.checked(101).unwrap())
    }

    #[test]
    fn columns_are_sines_and_cosines_of_octaves() {
        for (factor, f) in FourierFactor::ALL.iter().zip([1.0, PI, 2.0 * PI]) {
            let features = features(*factor, Layout::Interleaved, Order::SinFirst);
            let row = features.row(63);
            let x = -1.0 + 2.0 / 100.0 * 63.0;
            assert_eq!((row.len(), row[0]), (21, x), "x itself comes first");
            for octave in 0..10 {
                let (sin, cos) = (f * 2.0_f64.powi(octave) * x).sin_cos();
                let at = 1 + 2 * octave as usize;
                assert!((row[at] - sin).abs() < 1e-12 && (row[at + 1] - cos).abs() < 1e-12);
            }
        }
        let split = features(FourierFactor::One, Layout::Split, Order::CosFirst);
        let row = split.row(100);
        assert!((row[1] - 1.0_f64.cos()).abs() < 1e-15 && (row[11] - 1.0_f64.sin()).abs() < 1e-15);
        assert_eq!(split.row(50)[0], 0.0, "the middle is 0, as linspace has it");
    }

    #[test]
    fn moments_are_those_of_the_rows() {
        let features = features(FourierFactor::Pi, Layout::Interleaved, Order::SinFirst);
        let mut found = vec![Moments::default(); 21];
        features.fill_moments(20.0, 30.0, 0..21, &mut found);
        for (j, found) in (0..).zip(found) {
            let values: Vec<f64> = (20..50).map(|t| features.value(t, j)).collect();
            let mean = values.iter().sum::<f64>() / 30.0;
            let variance = values.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / 30.0;
            assert!((found.mean - mean).abs() < 1e-12, "mean of column {j}");
            assert!((found.variance - variance).abs() < 1e-12, "variance of column {j}");
        }
        let extent = Extent::new(0, 101).unwrap();
        assert_eq!((features.bound(extent), features.square_bound(extent)), (1.0, 11.0));
    }

    #[test]
    fn angles_beyond_double_precision_are_refused() {
        let spacing = Spacing { start: 0.0, step: 1e6 };
        let (layout, order) = (Layout::Interleaved, Order::SinFirst);
        let factor = FourierFactor::One;
        let of = |num_octaves| Fourier {
            num_octaves,
            factor,
            has_identity: false,
            layout,
            order,
            spacing,
        };
        assert!(of(10).checked(1000).is_ok());
        for (num_octaves, expected) in [(0, "from 1 to 32"), (33, "from 1 to 32"), (32, "angles")] {
            let error = of(num_octaves).checked(1000).unwrap_err().to_string();
            assert!(error.contains(expected), "{num_octaves}: {error}");
        }
    }
}
