//! Columns that turn with the row: sin or cos of an angle that grows evenly, and their means in closed form.

use super::{Component, Double, Moments, Phasor};

/// Column whose value in row i is a·sin or a·cos of ω·(start + step·i).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turning {
    pub(crate) omega: Double,
    pub(crate) component: Component,
    /// Amplitude a.
    pub(crate) amplitude: f64,
    /// Position of row 0.
    pub(crate) start: f64,
    /// Positions from row to row.
    pub(crate) step: f64,
}

/// Turning column over some consecutive rows.
struct TurningRun {
    /// Angle between two rows.
    between: f64,
    /// Phasor in the middle of the rows whose real part is the value there.
    middle: Phasor,
    /// Square of its length.
    square: f64,
}

impl Turning {
    /// The column over m rows from `first` on; neither need be an integer.
    fn run(self, first: f64, m: f64) -> TurningRun {
        let row = first + (m - 1.0) / 2.0;
        let position = Double::new(self.step).scaled(row).plus(Double::new(self.start));
        let Phasor { cos, sin } = Phasor::from_angle(self.omega.times(position));
        // sin θ is the cosine a quarter turn earlier.
        let (cos, sin) = match self.component {
            Component::Sin => (sin, -cos),
            Component::Cos => (cos, sin),
        };
        let a = self.amplitude;
        let middle = Phasor { cos: a * cos, sin: a * sin };
        TurningRun { between: self.omega.scaled(self.step).hi, middle, square: a * a }
    }

    /// Mean and variance over m ≥ 1 consecutive rows from `first` on; neither need be an integer.
    ///
    /// The mean of m waves is the wave in their middle times sin(mα/2)/(m·sin(α/2)) for the angle α between two rows;
    /// the mean of their squares follows from the wave of twice the angle.
    pub(super) fn moments(self, first: f64, m: f64) -> Moments {
        let run = self.run(first, m);
        let mean = run.mean(m);
        Moments { mean, variance: (run.mean_square(m) - mean * mean).max(0.0) }
    }
}

/// Columns of A and B whose difference is averaged over many runs of m rows: what all runs have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurningPair {
    a: Option<Turning>,
    b: Option<Turning>,
    m: f64,
    /// Factors that the means of A and B keep.
    of_a: f64,
    of_b: f64,
    /// Factors of the products A·A, B·B and A·B.
    squares: [TurningProducts; 3],
}

/// Factors of the two waves that a product is made of: that of the difference and that of the sum of the angles.
#[derive(Clone, Copy, Debug, Default)]
struct TurningProducts {
    apart: f64,
    together: f64,
}

impl TurningPair {
    /// Prepares the difference of two columns; `None` stands for a column of zeros.
    pub(super) fn new(a: Option<Turning>, b: Option<Turning>, m: f64) -> Self {
        let between = |side: Option<Turning>| side.map_or(0.0, |it| it.omega.scaled(it.step).hi);
        let (alpha, beta) = (between(a), between(b));
        let products = |one: f64, other: f64| TurningProducts {
            apart: kept(one - other, m),
            together: kept(one + other, m),
        };
        Self {
            a,
            b,
            m,
            of_a: kept(alpha, m),
            of_b: kept(beta, m),
            squares: [products(alpha, alpha), products(beta, beta), products(alpha, beta)],
        }
    }

    /// Mean and variance of A − B over the rows from `first` on.
    ///
    /// The mean of cos α·cos β = ½[cos(α − β) + cos(α + β)] is that of two waves.
    pub(super) fn moments(&self, first: f64) -> Moments {
        if self.a == self.b {
            return Moments::default();
        }
        let zero = Phasor { cos: 0.0, sin: 0.0 };
        let middle = |side: Option<Turning>| side.map_or(zero, |it| it.run(first, self.m).middle);
        let (a, b) = (middle(self.a), middle(self.b));
        let product = |x: Phasor, y: Phasor, factors: TurningProducts| {
            let [even, odd] = [x.cos * y.cos, x.sin * y.sin];
            0.5 * (factors.apart * (even + odd) + factors.together * (even - odd))
        };
        let mean = self.of_a * a.cos - self.of_b * b.cos;
        if self.m <= 1.0 {
            return Moments { mean, variance: 0.0 };
        }
        let [aa, bb, ab] = self.squares;
        let square = product(a, a, aa) + product(b, b, bb) - 2.0 * product(a, b, ab);
        Moments { mean, variance: (square - mean * mean).max(0.0) }
    }
}

impl TurningRun {
    fn mean(&self, m: f64) -> f64 {
        kept(self.between, m) * self.middle.cos
    }

    /// Mean of the square: cos² α = ½[1 + cos 2α], a wave again.
    fn mean_square(&self, m: f64) -> f64 {
        let Phasor { cos, sin } = self.middle;
        0.5 * (self.square + kept(2.0 * self.between, m) * (cos * cos - sin * sin))
    }
}

/// Factor that the mean of m waves, an angle apart, has of the wave in their middle.
pub(crate) fn kept(angle: f64, m: f64) -> f64 {
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
