//! Columns and frequencies of sinusoids.

use phasor::encoding::{Components, Convention, Exponent, Layout, Sinusoid, SinusoidDraft, Waves};

fn waves(change: impl FnOnce(&mut SinusoidDraft), d_model: u32) -> Waves {
    let mut draft = Convention::PAPER.draft(d_model);
    change(&mut draft);
    Waves::new(Sinusoid::new(draft).unwrap())
}

#[track_caller]
fn check_omegas(exponent: Exponent, d_model: u32, expected: &[f64]) {
    let waves = waves(|draft| draft.exponent = exponent, d_model);
    let actual: Vec<f64> = waves.frequencies().iter().map(|f| f.omega.hi).collect();
    assert_eq!(actual.len(), expected.len(), "{exponent:?}: number of frequencies");
    for (actual, expected) in actual.iter().zip(expected) {
        let error = (actual - expected).abs() / expected;
        assert!(error < 3e-16, "{exponent:?}: ω = {actual:e} instead of {expected:e}");
    }
}

#[test]
fn exponent_rules_give_their_frequencies() {
    check_omegas(Exponent::Paper, 4, &[1.0, 0.01]);
    check_omegas(Exponent::Half, 5, &[1.0, 0.01, 0.0001]);
    check_omegas(Exponent::Endpoint, 4, &[1.0, 0.0001]);
    check_omegas(Exponent::Doubled, 4, &[1.0, 0.0001]);
    check_omegas(Exponent::PerColumn, 4, &[1.0, 0.1, 0.01, 0.001]);
    check_omegas(Exponent::PerColumnDoubled, 4, &[1.0, 0.01, 0.0001, 0.000_001]);
    check_omegas(Exponent::OneBased, 4, &[0.01, 0.0001]);
}

#[test]
fn small_and_odd_widths_are_handled() {
    for &exponent in Exponent::ALL {
        for &components in Components::ALL {
            for &layout in Layout::ALL {
                for d_model in [1, 2, 3, 5, 7] {
                    let waves = waves(
                        |draft| {
                            draft.exponent = exponent;
                            draft.components = components;
                            draft.layout = layout;
                        },
                        d_model,
                    );
                    let row = waves.row(3);
                    assert_eq!(row.len(), d_model as usize, "width of {waves:?}");
                    assert!(row.iter().all(|v| v.abs() <= 1.0), "{row:?} of {waves:?}");
                }
            }
        }
    }
}

#[test]
fn odd_width_ends_with_a_lone_sine() {
    let waves = waves(|_| {}, 5);
    let last = waves.frequencies().last().unwrap();
    assert_eq!((last.sin_column, last.cos_column), (Some(4), None), "column 4 is a sine");
    assert!(!waves.is_paired(), "a lone sine makes the encoding unpaired");
}
