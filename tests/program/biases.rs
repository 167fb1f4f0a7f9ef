//! Slopes and buckets beside those that transformers prints.

use std::process::Command;

use serde_json::Value;

/// Lines of a list that the program exports, each a whole number and a number.
fn exported(arguments: &[&str]) -> Vec<(i64, f64)> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_phasor"));
    let output = program.arg("export").args(arguments).args(["-o", "-"]).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let number = |line: &str| {
        let (first, second) = line.split_once(',').unwrap();
        (first.parse().unwrap(), second.parse().unwrap())
    };
    text.lines().skip(1).map(number).collect()
}

/// What an export says when it is refused.
fn refused(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_phasor"));
    let output = program.arg("export").args(arguments).args(["-o", "-"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn reference() -> Value {
    serde_json::from_str(include_str!("../data/bias.json")).unwrap()
}

#[test]
fn slopes_are_those_of_transformers() {
    let reference = reference();
    for (heads, by_program) in reference["alibi"].as_object().unwrap() {
        for (program, expected) in by_program.as_object().unwrap() {
            let convention = format!("alibi-{program}");
            let found = exported(&["slopes", "--convention", &convention, "--heads", heads]);
            let expected = expected.as_array().unwrap();
            assert_eq!(found.len(), expected.len(), "{convention}, {heads} heads");
            for (i, ((head, slope), expected)) in found.iter().zip(expected).enumerate() {
                assert_eq!(*head, i as i64);
                let [slope, expected] = [*slope as f32, expected.as_f64().unwrap() as f32];
                // The power of a library may differ in its last bit.
                let off = (slope - expected).abs() / expected;
                assert!(off <= f32::EPSILON, "{convention}, {heads}, {head}: {slope}, {expected}");
            }
        }
    }
}

#[test]
fn buckets_are_those_of_transformers() {
    let reference = &reference()["t5"];
    let offsets = reference["relative_position"].as_array().unwrap();
    let range =
        format!("--offsets={}..{}", offsets[0], offsets[offsets.len() - 1].as_i64().unwrap() + 1);
    for (is_bidirectional, name) in [("true", "True"), ("false", "False")] {
        let expected = &reference[format!("bidirectional={name},buckets=32,max_distance=128")];
        let found = exported(&[
            "buckets",
            "--convention",
            "t5",
            "--buckets",
            "32",
            "--max-distance",
            "128",
            "--bidirectional",
            is_bidirectional,
            &range,
        ]);
        assert_eq!(found.len(), offsets.len());
        for ((found, offset), expected) in
            found.iter().zip(offsets).zip(expected.as_array().unwrap())
        {
            let expected = (offset.as_i64().unwrap(), expected.as_f64().unwrap());
            assert_eq!(*found, expected, "bidirectional {is_bidirectional}");
        }
    }
}

#[test]
fn bias_is_a_matrix_or_a_list() {
    let list =
        exported(&["bias", "--convention", "alibi-paper", "--heads", "8", "--offsets=-4..1"]);
    assert_eq!(list, [(-4, -2.0), (-3, -1.5), (-2, -1.0), (-1, -0.5), (0, 0.0)]);
    let mut program = Command::new(env!("CARGO_BIN_EXE_phasor"));
    let arguments = "export bias --convention alibi-mpt --heads 8 --head 1 --length 3 -o -";
    let output = program.args(arguments.split(' ')).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // Keys after the query are masked.
    assert_eq!(text, "position,0,1,2\n0,-0.5,,\n1,-0.5,-0.25,\n2,-0.5,-0.25,0\n");
}

#[test]
fn what_a_bias_lacks_is_said() {
    for (arguments, expected) in [
        (&["table", "--convention", "alibi-mpt"][..], "alibi-mpt is a bias, which has no rows"),
        (&["slopes", "--convention", "t5"], "expected --convention alibi-bloom"),
        (&["slopes"], "expected --convention alibi-bloom"),
        (&["bias", "--convention", "t5"], "T5 learns its own"),
        (&["buckets", "--convention", "t5", "--offsets=3..3"], "invalid offsets"),
        (&["buckets", "--convention", "t5", "--offsets=x"], "as in --offsets=-8..1"),
        (&["slopes", "--convention", "alibi-mpt", "--offsets=0..3"], "not for slopes"),
        (&["slopes", "--convention", "alibi-mpt", "--heads", "0"], "invalid heads"),
        (&["buckets", "--convention", "t5", "--max-distance", "8"], "invalid max_distance"),
        (&["bias", "--convention", "alibi-bloom", "--round", "bf16"], "invalid round"),
    ] {
        let error = refused(arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
