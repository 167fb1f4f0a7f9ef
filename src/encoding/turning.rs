//! Columns that turn with the row: sin or cos of an angle that grows evenly, and their means in closed form.

use super::{Component, Double, Moments, Phasor};

/// Column whose value in row i is sin or cos of ω·(start + step·i).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turning {
    pub(super) omega: Double,
    pub(super) component: Component,
    /// Position of row 0.
    pub(super) start: f64,
    /// Positions from row to row.
    pub(super) step: f64,
}

/// Turning column over some consecutive rows.
struct Run {
    /// Angle between two rows.
    between: f64,
    /// Phasor in the middle of the rows whose real part is the value there.
    middle: Phasor,
}

impl Turning {
    /// The column over m rows from `first` on; neither need be an integer.
    fn run(self, first: f64, m: f64) -> Run {
        let row = first + (m - 1.0) / 2.0;
        let position = Double::new(self.step).scaled(row).plus(Double::new(self.start));
        let Phasor { cos, sin } = Phasor::from_angle(self.omega.times(position));
        // sin θ is the cosine a quarter turn earlier.
        let middle = match self.component {
            Component::Sin => Phasor { cos: sin, sin: -cos },
            Component::Cos => Phasor { cos, sin },
        };
        Run { between: self.omega.scaled(self.step).hi, middle }
    }

    /// Mean and variance over m ≥ 1 consecutive rows from `first` on; neither need be an integer.
    ///
    /// The mean of m waves is the wave in their middle times sin(mα/2)/(m·sin(α/2)) for the angle α between two rows;
    /// the mean of their squares follows from the wave of twice the angle.
    pub(super) fn moments(self, first: f64, m: f64) -> Moments {
        let run = self.run(first, m);
        let mean = run.mean(m);
        Moments { mean, variance: (run.mean_product(&run, m) - mean * mean).max(0.0) }
    }

    /// Mean and variance of A − B over m ≥ 1 consecutive rows from `first` on.
    pub(super) fn difference(a: Self, b: Self, first: f64, m: f64) -> Moments {
        if a == b {
            return Moments::default();
        }
        let (a, b) = (a.run(first, m), b.run(first, m));
        let mean = a.mean(m) - b.mean(m);
        let square = a.mean_product(&a, m) + b.mean_product(&b, m) - 2.0 * a.mean_product(&b, m);
        Moments { mean, variance: (square - mean * mean).max(0.0) }
    }
}

impl Run {
    fn mean(&self, m: f64) -> f64 {
        kept(self.between, m) * self.middle.cos
    }

    /// Mean of the product of two columns: cos α·cos β = ½[cos(α − β) + cos(α + β)], two waves again.
    fn mean_product(&self, other: &Self, m: f64) -> f64 {
        let (a, b) = (self.middle, other.middle);
        let [even, odd] = [a.cos * b.cos, a.sin * b.sin];
        let apart = kept(self.between - other.between, m) * (even + odd);
        let together = kept(self.between + other.between, m) * (even - odd);
        0.5 * (apart + together)
    }
}

/// Factor that the mean of m waves, an angle apart, has of the wave in their middle.
fn kept(angle: f64, m: f64) -> f64 {
    let half = libm::sin(0.5 * angle);
    if m <= 1.0 || angle == 0.0 {
        return 1.0;
    }
    if half.abs() < 1e-9 && angle.abs() > 1.0 {
        // Whole turns apart, the waves are all alike; their middle may lie half a turn away.
        return libm::cos(0.5 * m * angle) / libm::cos(0.5 * angle);
    }
    libm::sin(0.5 * m * angle) / (m * half)
}
