//! Slopes of ALiBi, as each program computes them.

use super::BiasRule;

/// Slope of every head; empty for a rule without slopes.
pub(super) fn slopes(rule: BiasRule, num_heads: u32) -> Vec<f64> {
    match rule {
        BiasRule::Distance => {
            let of = |i: u32| (-8.0 * f64::from(i) / f64::from(num_heads)).exp2();
            (1..=num_heads).map(of).collect()
        }
        BiasRule::Position(rounding) => {
            two_series(num_heads).into_iter().map(|it| rounding.nearest(it)).collect()
        }
        BiasRule::DistanceOfTwoSeries => two_series(num_heads),
        BiasRule::BeforeLast => every_other(num_heads),
        _ => Vec::new(),
    }
}

fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

/// Series of 2^⌊log₂ heads⌋ slopes, then odd powers of the series with twice as many. Base and powers are in single
/// precision.
fn two_series(num_heads: u32) -> Vec<f64> {
    let num = 1 << num_heads.ilog2();
    let series = |num: u32, powers: &mut dyn Iterator<Item = u32>| -> Vec<f64> {
        let base = single((-8.0 / f64::from(num)).exp2());
        powers.map(|power| single(base.powi(power as i32))).collect()
    };
    let mut slopes = series(num, &mut (1..=num));
    let rest = num_heads - num;
    slopes.extend(series(2 * num, &mut (0..rest).map(|i| 2 * i + 1)));
    slopes
}

/// Series of 2^⌈log₂ heads⌉ slopes, of which the second, fourth and so on come first.
fn every_other(num_heads: u32) -> Vec<f64> {
    let num = num_heads.next_power_of_two();
    let slope = |i: u32| {
        let power = single(f64::from(i) * single(8.0 / f64::from(num)));
        single(1.0 / single(power.exp2()))
    };
    if num == num_heads {
        return (1..=num).map(slope).collect();
    }
    let order = (1..=num).filter(|i| i % 2 == 0).chain((1..=num).filter(|i| i % 2 == 1));
    order.take(num_heads as usize).map(slope).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Rounding;

    #[test]
    fn programs_order_slopes_alike_and_the_sentence_differs() {
        let of = |rule| slopes(rule, 12);
        let bloom = of(BiasRule::Position(Rounding::F32));
        let mpt = of(BiasRule::BeforeLast);
        for (a, b) in bloom.iter().zip(&mpt) {
            assert!((a - b).abs() < 1e-7 * a, "{a} and {b} are equal up to single precision");
        }
        let paper = of(BiasRule::Distance);
        assert!((paper[11] - 2_f64.powi(-8)).abs() < 1e-18, "the last slope is 2^-8");
        assert!((bloom[11] - 2_f64.powf(-3.5)).abs() < 1e-8, "the last of the second series");
        assert!(paper.windows(2).all(|pair| pair[1] < pair[0]), "one falling series");
    }
}
