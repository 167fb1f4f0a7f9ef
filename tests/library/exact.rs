//! Checks accuracy against exact values: 400 cases from 60-digit arithmetic, and random cases from an
//! arbitrary-precision library that shares no code with the engine.

use astro_float::{BigFloat, Consts, RoundingMode};
use ndarray::Array2;
use phasor::encoding::{
    Components, Convention, Encoding, Exponent, Extent, Layout, SinusoidDraft, Waves,
    similarity::{self, Matrix, Measure},
};
use proptest::prelude::*;

/// Error bound of the engine for `f64`.
const F64_ERROR: f64 = 1e-15;

fn encoding(draft: SinusoidDraft) -> Encoding {
    Encoding::sinusoidal(draft).unwrap()
}

fn waves(encoding: &Encoding) -> &Waves {
    encoding.waves().unwrap()
}

/// Checks one value, computed alone and in tables of both types.
#[track_caller]
fn check(encoding: &Encoding, t: i64, j: u32, expected: f64, what: &str) {
    let value = encoding.value(t, j);
    let error = (value - expected).abs();
    assert!(error <= F64_ERROR, "{what}: {value} is off by {error:e} from {expected}");
    let double = encoding.table::<f64>(t..t + 1, j..j + 1)[[0, 0]];
    let single = encoding.table::<f32>(t..t + 1, j..j + 1)[[0, 0]];
    assert_eq!(double, value, "{what}: the table holds the value");
    assert_eq!(single, value as f32, "{what}: f32 is the nearest to the f64");
    let half_ulp = f64::from(single.abs().next_up() - single.abs()) / 2.0;
    let error = (f64::from(single) - expected).abs();
    assert!(error <= half_ulp + F64_ERROR, "{what}: f32 is off by {error:e}");
}

#[test]
fn four_hundred_exact_values() {
    let text = include_str!("../data/exact.csv");
    let mut num_checked = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [exponent, d_model, base, position, index, omega, sin, cos] = fields[..] else {
            panic!("eight fields in {line:?}")
        };
        let number = |text: &str| text.parse::<f64>().unwrap();
        let t: i64 = position.parse().unwrap();
        let encoding = encoding(SinusoidDraft {
            base: number(base),
            exponent: Exponent::from_key(exponent).unwrap(),
            ..Convention::PAPER.draft(d_model.parse().unwrap())
        });
        // Under the per-column rule every column has its own frequency, with sines in the even columns.
        let frequency = &waves(&encoding).frequencies()[index.parse::<usize>().unwrap()];
        let relative = (frequency.omega.hi - number(omega)).abs() / number(omega);
        assert!(relative <= 2.3e-16, "ω of {line:?} has a relative error of {relative:e}");
        for (column, expected) in [(frequency.sin_column, sin), (frequency.cos_column, cos)] {
            if let Some(j) = column {
                check(&encoding, t, j, number(expected), line);
                num_checked += 1;
            }
        }
    }
    assert!(num_checked >= 700, "{num_checked} values are checked");
}

/// Sine and cosine of base^(−numerator/denominator)·t, with 200 bits to spare.
fn precisely(base: f64, numerator: u32, denominator: u32, t: i64) -> (f64, f64) {
    const BITS: usize = 320;
    let round = RoundingMode::ToEven;
    let mut consts = Consts::new().unwrap();
    let number = |value: f64| BigFloat::from_f64(value, BITS);
    let exponent = number(-f64::from(numerator)).div(&number(f64::from(denominator)), BITS, round);
    let omega = number(base).ln(BITS, round, &mut consts).mul(&exponent, BITS, round).exp(
        BITS,
        round,
        &mut consts,
    );
    let angle = omega.mul(&number(t as f64), BITS, round);
    let as_f64 = |value: &BigFloat| value.to_string().parse::<f64>().unwrap();
    (as_f64(&angle.sin(BITS, round, &mut consts)), as_f64(&angle.cos(BITS, round, &mut consts)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn random_values_at_large_positions(
        d_model in 1_u32..=16_384, base in 1.001_f64..1e12, row in 0_u64..1 << 32,
        start in -(1_i64 << 32)..=1 << 32, share in 0.0_f64..1.0, exponent in 0_usize..7,
    ) {
        let exponent = Exponent::ALL[exponent];
        let draft = SinusoidDraft { base, exponent, ..Convention::PAPER.draft(d_model) };
        let encoding = encoding(draft);
        let j = (share * f64::from(d_model)) as u32;
        let t = start + row as i64;
        let frequency = waves(&encoding).frequency_of(j).unwrap();
        let ratio = frequency.exponent;
        let (sin, cos) = precisely(base, ratio.numerator, ratio.denominator, t);
        let expected = if frequency.sin_column == Some(j) { sin } else { cos };
        check(&encoding, t, j, expected, &format!("{draft:?}, t = {t}, j = {j}"));
    }
}

#[test]
fn similarity_matches_brute_force() {
    type Slip = fn(&mut SinusoidDraft);
    let slips: [(&str, Slip); 6] = [
        ("paired", |_| {}),
        ("split", |draft| draft.layout = Layout::Split),
        ("odd", |draft| draft.d_model = 97),
        ("sine alone", |draft| draft.components = Components::Sin),
        ("cosine alone", |draft| draft.components = Components::Cos),
        ("per column", |draft| draft.exponent = Exponent::PerColumn),
    ];
    for (name, slip) in slips {
        let mut draft = Convention::PAPER.draft(96);
        slip(&mut draft);
        let encoding = encoding(draft);
        let rows: Vec<Vec<f64>> = (-7..53).map(|t| encoding.row(t)).collect();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        for &measure in Measure::ALL {
            let bound = measure.bound(&encoding, Extent::new(-7, 60).unwrap());
            let mut whole = Array2::<f64>::zeros((60, 60));
            Matrix::new(&encoding, measure, (-7, 60), (-7, 60)).fill(-7, whole.view_mut());
            let mut part = Array2::<f64>::zeros((11, 20));
            Matrix::new(&encoding, measure, (10, 11), (3, 20)).fill(10, part.view_mut());
            for (t, a) in (-7_i64..).zip(&rows) {
                for (s, b) in (-7_i64..).zip(&rows) {
                    let value = whole[[(t + 7) as usize, (s + 7) as usize]];
                    let norms = (dot(a, a) * dot(b, b)).sqrt();
                    let expected = match measure {
                        Measure::Dot => dot(a, b),
                        Measure::Cosine if norms == 0.0 => 0.0,
                        Measure::Cosine => dot(a, b) / norms,
                        Measure::Distance => {
                            a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
                        }
                    };
                    let error = (value - expected).abs();
                    let what = format!("{name}, {measure:?} of {t} and {s}");
                    assert!(error <= 5e-15 * bound, "{what}: {value}, not {expected}");
                    assert_eq!(similarity::of(&encoding, measure, t, s), value, "{what} alone");
                    if (10..21).contains(&t) && (3..23).contains(&s) {
                        let in_part = part[[(t - 10) as usize, (s - 3) as usize]];
                        assert_eq!(in_part, value, "{what} in a part");
                    }
                }
            }
        }
    }
}

#[test]
fn small_distances_keep_their_digits() {
    for components in [Components::Both, Components::Sin] {
        // Waves so long that neighboring positions differ in the twelfth digit.
        let draft = SinusoidDraft {
            components,
            base: 1e12,
            exponent: Exponent::OneBased,
            ..Convention::PAPER.draft(1)
        };
        let draft = if components == Components::Both {
            SinusoidDraft { d_model: 2, ..draft }
        } else {
            draft
        };
        let encoding = encoding(draft);
        let mut matrix = Array2::<f64>::zeros((8, 8));
        Matrix::new(&encoding, Measure::Distance, (0, 8), (0, 8)).fill(0, matrix.view_mut());
        for (s, distance) in matrix.row(0).iter().enumerate().skip(1) {
            let expected = s as f64 * 1e-12;
            let relative = (distance - expected).abs() / expected;
            assert!(relative < 1e-12, "{components:?}: {distance} instead of {expected}");
        }
        if components == Components::Sin {
            let cosine = similarity::of(&encoding, Measure::Cosine, 1, 7);
            assert!((cosine - 1.0).abs() < 1e-15, "parallel vectors, however short: {cosine}");
        }
    }
}
