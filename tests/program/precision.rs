//! Roundings at the stages of a computation, compared with what PyTorch's casts make of them.

use std::{path::Path, process::Command};

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
    let cases: Vec<Value> = serde_json::from_str(include_str!("../data/precision.json")).unwrap();
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

/// Answer of the program to a question about files in a folder, which ends without an error.
fn answered(folder: &Path, arguments: &[&str]) -> Value {
    let mut program = Command::new(env!("CARGO_BIN_EXE_phasor"));
    let output = program.current_dir(folder).args(arguments).output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap_or_default()
}

/// A cache that was rounded on the way to its values is told with its stages, and with a scene that gives it again.
#[test]
fn stages_of_caches_are_identified() {
    let folder = tempfile::tempdir().unwrap();
    let single = "product:f32,result:f32";
    for (round, expected) in [
        ("inv-freq-bf16", format!("frequency:bf16,position:f32,{single}")),
        ("positions-bf16", format!("frequency:f32,position:bf16,{single}")),
        ("autocast-f16", "frequency:f32,position:f32,product:f16,result:f16".to_owned()),
        ("bf16", "frequency:bf16,position:bf16,product:bf16,result:bf16".to_owned()),
    ] {
        for form in ["&base=500000", "&base=23000&cache=sin&cache_form=halves"] {
            let scene = format!("encoding=rotary&head_dim=64&length=700{form}&round={round}");
            let export =
                ["export", "table", "--scene", &scene, "--dtype", "f32", "-o", "cache.npy"];
            answered(folder.path(), &export);
            let found = answered(folder.path(), &["identify", "cache.npy", "--json"]);
            assert_eq!(found["kind"], "cache", "{scene}: {found}");
            assert_eq!(found["stages"], *expected, "{scene}: {found}");
            let told = found["scene"].as_str().unwrap();
            let again = answered(folder.path(), &["compare", "cache.npy", told, "--json"]);
            // Frequencies by steps in single precision are those of one step to a few units, so that few angles near
            // the middle of two numbers are rounded the other way.
            let off = again["root_mean_square"].as_f64().unwrap();
            assert!(off < 2e-4, "{scene}: {told} differs by {off}");
        }
    }
}
