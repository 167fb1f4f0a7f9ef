//! Roundings at the stages of a computation, compared with what PyTorch's casts make of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::process::Command;

use serde_json::Value;

/// Rotary encoding of a case, and its stages.
fn scenes(case: &Value) -> [String; 2] {
    let number = |name: &str| case[name].as_f64().unwrap();
    let exact = format!(
        "encoding=rotary&head_dim={}&base={}&length={}",
        number("rotary_dim"),
        number("theta"),
        number("length")
    );
    let stages = ["frequency", "position", "product", "result"];
    let stage = |name: &&str| Some(format!("{name}:{}", case[format!("round_{name}")].as_str()?));
    let round: Vec<String> = stages.iter().filter_map(stage).collect();
    let rounded = format!("{exact}&round={}", round.join(","));
    [exact, rounded]
}

/// Figures of `phasor compare`.
fn figures(exact: &str, rounded: &str) -> Value {
    let mut program = Command::new(env!("CARGO_BIN_EXE_phasor"));
    let output = program.args(["compare", exact, rounded, "--json"]).output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{rounded}: {error}: {output:?}"));
    answer["precision"].clone()
}

#[test]
fn compare_gives_the_figures_of_pytorch() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("data/precision.json")).unwrap();
    assert_eq!(cases.len(), 28);
    for case in cases {
        let [exact, rounded] = scenes(&case);
        let found = figures(&exact, &rounded);
        for name in [
            "first_position_above_0_1",
            "positions_equal_to_the_one_before",
            "first_of_them",
            "first_position_not_finite",
        ] {
            assert_eq!(found[name], case[name], "{name} of {rounded}");
        }
        // 9 stands for a largest difference that is not finite.
        if case["max_abs_delta_cos"] == 9.0 {
            continue;
        }
        for name in ["max_abs_delta_cos", "rms_delta_cos"] {
            let (found, expected) = (found[name].as_f64().unwrap(), case[name].as_f64().unwrap());
            assert!(
                (found - expected).abs() < 1e-6,
                "{name} of {rounded}: {found}, not {expected}"
            );
        }
        for name in ["at_position", "at_pair"] {
            assert_eq!(found[name], case[name], "{name} of {rounded}");
        }
    }
}

#[test]
fn every_family_says_what_it_rounds() {
    let refused = |scene: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_phasor"));
        let output =
            program.args(["export", "table", "--scene", scene, "-o", "-"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{scene}");
        String::from_utf8(output.stderr).unwrap()
    };
    let error = refused("encoding=binary&round=product:f16");
    assert!(error.contains("without waves there are only values to round"), "{error}");
    let error = refused("round=product:f15");
    assert!(
        error.contains(
            "a type for all stages (f64, f32, f16, bf16, tf32, e4m3, e4m3-overflow, e5m2)"
        ),
        "{error}"
    );
}
