//! Grids beside what transformers and timm print.

use std::{collections::BTreeMap, process::Command};

use phasor::encoding::{Rows, grid::Resampling};
use serde_json::Value;

/// Rows of the table that the program exports.
fn rows(options: &str) -> Vec<Vec<f64>> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_phasor"));
    let arguments = format!("export table --dtype f64 -o - {options}");
    let output = program.args(arguments.split(' ')).output().unwrap();
    assert!(output.status.success(), "{options}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let row = |line: &str| line.split(',').skip(1).map(|it| it.parse().unwrap()).collect();
    text.lines().skip(1).map(row).collect()
}

fn reference() -> Value {
    serde_json::from_str(include_str!("../data/axes.json")).unwrap()
}

/// Checks rows up to what single precision leaves of their angles, which reach 2π at most here.
fn check(found: &[Vec<f64>], expected: &Value, name: &str) {
    const BOUND: f64 = 8.0 * f32::EPSILON as f64;
    let expected = expected.as_array().unwrap();
    assert_eq!(found.len(), expected.len(), "number of rows of {name}");
    for (t, (found, expected)) in found.iter().zip(expected).enumerate() {
        let expected = expected.as_array().unwrap();
        assert_eq!(found.len(), expected.len(), "number of columns of {name}");
        for (j, (found, expected)) in found.iter().zip(expected).enumerate() {
            let expected = expected.as_f64().unwrap();
            assert!((found - expected).abs() < BOUND, "{name} ({t}, {j}): {found}, not {expected}");
        }
    }
}

#[test]
fn tables_are_those_of_the_libraries() {
    let reference = reference();
    let of_timm = |switches: &str| &reference["timm build_sincos2d_pos_embed"][switches]["rows"];
    for (convention, expected) in [
        ("vit-mae", &reference["mae 2d sincos (transformers vit_mae)"]["rows"]),
        ("detr", &reference["detr sine (transformers detr)"]["rows"]),
        ("timm-2d", of_timm("reverse_coord=False,interleave_sin_cos=False")),
        ("timm-2d-interleaved", of_timm("reverse_coord=False,interleave_sin_cos=True")),
        ("timm-2d-reversed", of_timm("reverse_coord=True,interleave_sin_cos=False")),
        ("timm-2d-reversed-interleaved", of_timm("reverse_coord=True,interleave_sin_cos=True")),
    ] {
        let options = format!("--convention {convention} --grid 3x5 --d-model 16");
        check(&rows(&options), expected, convention);
    }
}

#[test]
fn caches_are_those_of_the_libraries() {
    let reference = reference();
    for (convention, name) in [
        ("dinov3", "dinov3 axial rope"),
        ("pixtral", "pixtral 2d rope"),
        ("mlcd", "qwen2-vl vision rope"),
    ] {
        for cache in ["cos", "sin"] {
            let options =
                format!("--convention {convention} --grid 3x5 --head-dim 16 --cache {cache}");
            check(&rows(&options), &reference[name][cache], &format!("{convention}, {cache}"));
        }
    }
}

/// Each class was run whole, so that the order of its cells and what it does with its helpers count as well.
#[test]
fn conventions_are_those_of_whole_classes() {
    let classes = include_str!("../data/grid_classes.json");
    let classes: BTreeMap<String, Value> = serde_json::from_str(classes).unwrap();
    assert_eq!(classes.len(), 7);
    for (convention, class) in &classes {
        let text = |key: &str| class[key].to_string().replace('"', "");
        let options = |width| {
            format!("--convention {convention} --grid {} --{width} {}", text("grid"), text("width"))
        };
        match class.get("rows") {
            Some(expected) => check(&rows(&options("d-model")), expected, convention),
            None => {
                for cache in ["cos", "sin"] {
                    let found = rows(&format!("{} --cache {cache}", options("head-dim")));
                    check(&found, &class[cache], &format!("{convention}, {cache}"));
                }
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_said() {
    for (options, expected) in [
        ("--convention mae-2d --d-model 18", "invalid d_model \"18\": expected a multiple of 4"),
        ("--convention dinov3 --head-dim 6", "invalid head_dim \"6\": expected a multiple of 4"),
        ("--convention mae-2d --grid 14", "expected ROWSxCOLUMNS"),
        ("--convention mae-2d --grid 0x5", "expected ROWSxCOLUMNS"),
        ("--convention mae-2d --grid 2x3x5", "expected rows and columns"),
        ("--convention tatp22-3d --grid 3x5", "expected frames, rows and columns"),
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_phasor"));
        let arguments = format!("export table -o - {options}");
        let output = program.args(arguments.split(' ')).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{options}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(expected), "{options}: {error}");
    }
}

#[test]
fn grids_are_resized_as_pytorch_resizes_them() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../data/resampling.json")).unwrap();
    let sides = |value: &Value| -> [u32; 2] { serde_json::from_value(value.clone()).unwrap() };
    let numbers = |value: &Value| -> Vec<f64> { serde_json::from_value(value.clone()).unwrap() };
    let mut num_compared = 0;
    for case in &cases {
        let rows = Rows::new(1, numbers(&case["values"]));
        for &resampling in Resampling::ALL {
            let expected = numbers(&case["resized"][resampling.key()]);
            let found = resampling.resized(&rows, sides(&case["from"]), sides(&case["to"]));
            assert_eq!(found.num(), expected.len());
            for (i, (found, expected)) in found.view().iter().zip(expected).enumerate() {
                let off = (found - expected).abs();
                assert!(off < 1e-12, "{resampling:?}, {}: cell {i} is off by {off}", case["to"]);
                num_compared += 1;
            }
        }
    }
    assert!(num_compared > 900, "{num_compared}");
}
