//! Frequencies, and the columns of their sines and cosines.

use super::{Double, Ratio};

/// Function of the angle that a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// Sine, sin ωt.
    Sin,
    /// Cosine, cos ωt.
    Cos,
}

impl Component {
    /// Name of the function: `sin` or `cos`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sin => "sin",
            Self::Cos => "cos",
        }
    }
}

/// Content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Column of sin ωt or cos ωt.
    Wave {
        /// Index of the frequency.
        frequency: usize,
        /// Sine or cosine.
        component: Component,
    },
    /// Column of zeros, with which some conventions fill an odd width.
    Zero,
}

/// Frequency with the columns of its sine and cosine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frequency {
    /// Frequency ω in radians per position.
    pub omega: Double,
    /// Exponent e in ω = base^(−e).
    pub exponent: Ratio,
    /// Column of the sine.
    pub sin_column: Option<u32>,
    /// Column of the cosine.
    pub cos_column: Option<u32>,
    /// Index of the frequency whose cosine this one repeats in the last column.
    pub repeats: Option<usize>,
}

impl Frequency {
    /// Wavelength 2π/ω in positions.
    pub fn wavelength(&self) -> f64 {
        std::f64::consts::TAU / self.omega.hi
    }

    /// Angle ω·t in radians, not reduced modulo 2π.
    pub fn angle(&self, t: i64) -> f64 {
        self.omega.scaled(t as f64).hi
    }

    /// True if no column has the other component of this frequency.
    pub fn is_lone(&self) -> bool {
        self.pair().is_none() && self.repeats.is_none()
    }

    /// Columns of the sine and the cosine; `None` unless both exist.
    pub fn pair(&self) -> Option<(u32, u32)> {
        self.sin_column.zip(self.cos_column)
    }

    /// Notes a column; the first of a component counts.
    pub(super) fn set_column(&mut self, component: Component, column: u32) {
        match component {
            Component::Sin => self.sin_column.get_or_insert(column),
            Component::Cos => self.cos_column.get_or_insert(column),
        };
    }
}
