//! Difference that is left where a program computes a sinusoidal table in single precision.

use super::side::ComparedSide;
use crate::encoding::{Arithmetic, Comparison, Extent, Form, Spec};

/// Error of a table computed in single precision, step by step, beside the exact one.
#[derive(Clone, Copy, Debug)]
pub(super) struct SinglePrecision {
    /// Largest error at the compared positions, in the form of the original code.
    pub(super) error: f64,
    /// Bound of the error for any order of the steps.
    pub(super) bound: f64,
}

impl SinglePrecision {
    /// Error at the compared positions; `None` unless a file is compared with a sinusoid.
    pub(super) fn of(a: &ComparedSide, b: &ComparedSide, compared: &Comparison) -> Option<Self> {
        let (computed, file) = match (a, b) {
            (ComparedSide::Scene { .. }, ComparedSide::File { .. }) => (a, b),
            (ComparedSide::File { .. }, ComparedSide::Scene { .. }) => (b, a),
            _ => return None,
        };
        let scene = computed.scene_beside(file).ok()??;
        let Spec::Sinusoidal(_) = scene.spec() else { return None };
        let encoding = scene.table().encoding;
        let waves = encoding.waves()?;
        let (first, last) = (*compared.positions.start(), *compared.positions.end());
        let extent = Extent::new(first, first.abs_diff(last) + 1).ok()?;
        let form = scene.draft().encoding.convention.facts().form.unwrap_or(Form::ExpOfProduct);
        let bound = waves.largest_error(Arithmetic::F32, extent);
        let error = waves.measured_error(form, extent).unwrap_or(bound);
        Some(Self { error, bound })
    }

    /// Sentence about a largest difference: whether single precision explains it, and the tolerance that allows for it.
    pub(super) fn words(self, difference: f64) -> String {
        let (error, bound) = (format!("{:.1e}", self.error), format!("{:.1e}", self.bound));
        if difference > self.bound {
            return format!(
                "This is more than computing in f32 leaves, which is less than {bound} at these positions."
            );
        }
        format!(
            "Code that computes this in f32, step by step, is off by some {error} at these positions, by less than {bound} in \
             any order of its steps: `--tolerance {:e}` allows for that.",
            one_digit_above(self.bound)
        )
    }
}

/// Smallest number with one digit that is not below a positive one.
fn one_digit_above(value: f64) -> f64 {
    let power = value.log10().floor() as i32;
    let digit = (value / 10_f64.powi(power)).ceil();
    // Parsed, so that 2e-4 is the number nearest to it.
    format!("{digit}e{power}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerances_have_one_digit() {
        for (value, expected) in
            [(1.9e-4, "2e-4"), (4.5e-6, "5e-6"), (9.4e-6, "1e-5"), (3e-8, "3e-8")]
        {
            assert_eq!(format!("{:e}", one_digit_above(value)), expected, "{value}");
        }
    }

    #[test]
    fn differences_are_explained_or_not() {
        let single = SinglePrecision { error: 1.2e-4, bound: 4.9e-4 };
        let words = single.words(1.9e-4);
        assert!(words.contains("some 1.2e-4") && words.contains("`--tolerance 5e-4`"), "{words}");
        assert!(single.words(0.1).contains("more than computing in f32 leaves"));
    }
}
