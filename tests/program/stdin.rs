//! Tables from standard input, and names in place of scenes.

use assert_cmd::Command;
use serde_json::Value;

fn phasor(arguments: &[&str], input: &[u8]) -> std::process::Output {
    let mut command = Command::cargo_bin("phasor").unwrap();
    command.args(arguments).write_stdin(input).output().unwrap()
}

/// Table of a convention in a format.
fn table(format: &str) -> Vec<u8> {
    let arguments =
        ["export", "table", "--scene", "fairseq", "--length", "40", "--format", format, "-o", "-"];
    phasor(&arguments, &[]).stdout
}

#[test]
fn standard_input_is_identified_in_every_format() {
    for format in ["npy", "npz", "safetensors", "csv"] {
        let done = phasor(&["identify", "-", "--json"], &table(format));
        let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
        assert_eq!(answer["certain"], true, "{format}: {answer}");
        let verdict = answer["verdict"].as_str().unwrap();
        assert!(verdict.starts_with("standard input is the table of"), "{format}: {verdict}");
    }
}

#[test]
fn standard_input_is_compared() {
    for (arguments, code) in [
        (["compare", "-", "fairseq", "--tolerance=1e-6"], 0),
        (["compare", "fairseq", "-", "--tolerance=1e-6"], 0),
        (["compare", "table=-&start=2", "fairseq", "--tolerance=1e-6"], 0),
        (["compare", "-", "paper", "--tolerance=1e-6"], 1),
    ] {
        let done = phasor(&arguments, &table("npy"));
        let words = String::from_utf8_lossy(&done.stdout);
        assert_eq!(done.status.code(), Some(code), "{arguments:?}: {words}");
        // Nobody can ask what standard input was once it is read.
        assert!(words.contains("standard input") && !words.contains("phasor identify"), "{words}");
    }
}

#[test]
fn errors_name_standard_input() {
    for (arguments, input, expected) in [
        (["compare", "-", "-"], &b""[..], "A and B cannot both be standard input"),
        (["identify", "-", "--json"], b"", "standard input: it is empty"),
        (["identify", "-", "--json"], b"\x93NUMPY", "standard input: it ends within its header"),
    ] {
        let done = phasor(&arguments, input);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        let words = String::from_utf8_lossy(&done.stderr);
        assert_eq!(words, format!("phasor: {expected}\n"), "{arguments:?}");
    }
}

#[test]
fn names_are_scenes() {
    let export = |scene: &str| {
        phasor(&["export", "table", "--scene", scene, "--length", "5", "-o", "-"], &[])
    };
    for (name, scene) in [
        ("whisper", "convention=whisper"),
        ("vit-mae", "convention=vit-mae"),
        ("llama-3.1-8b", "model=llama-3.1-8b"),
    ] {
        let (of_name, of_scene) = (export(name), export(scene));
        assert!(of_name.status.success(), "{name}: {of_name:?}");
        assert_eq!(of_name.stdout, of_scene.stdout, "{name}");
    }
    let unknown = export("whispr");
    assert_eq!(unknown.status.code(), Some(2));
    let words = String::from_utf8_lossy(&unknown.stderr);
    let expected = "phasor: \"whispr\" is no scene text (with =); unknown convention \"whispr\": nearest are whisper";
    assert!(words.starts_with(expected), "{words}");
}
