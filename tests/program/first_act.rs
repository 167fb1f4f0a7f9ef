//! Compatibility with version 0.1.0: exports have the same bytes, and scene texts mean the same scenes.

use std::{fs, path::PathBuf};

use assert_cmd::Command;
use phasor::{export::PROGRAM, scene::Scene};

/// Files of `tests/data/first_act`, with the arguments that wrote them, except format and output.
const EXPORTS: &[(&[&str], &str)] = &[
    (&["csv", "tsv", "json", "npy", "safetensors", "md", "tex"], "table --d-model 6 --length 5"),
    (
        &["csv", "tsv", "json", "npy", "md", "tex"],
        "similarity --d-model 6 --length 5 --measure cosine",
    ),
    (&["csv", "json", "npy", "tex"], "rotation --d-model 6 --offset 3"),
    (&["csv", "json", "npy"], "frequencies --d-model 6"),
];

fn first_act(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests/data/first_act", name].iter().collect()
}

/// Replaces the version of the program in exported bytes by 0.1.0. Most files contain the version.
fn as_first_version(bytes: &[u8]) -> Vec<u8> {
    let (own, first) = (PROGRAM.as_bytes(), b"Phasor 0.1.0");
    let Some(at) = bytes.windows(own.len()).position(|part| part == own) else {
        return bytes.to_vec();
    };
    [&bytes[..at], first, &bytes[at + own.len()..]].concat()
}

#[track_caller]
fn check(arguments: &str, name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let mut command = Command::cargo_bin("phasor").unwrap();
    command.arg("export").args(arguments.split(' ')).arg("-o").arg(&path).assert().success();
    let written = as_first_version(&fs::read(&path).unwrap());
    let expected = as_first_version(&fs::read(first_act(name)).unwrap());
    assert!(written == expected, "{name} differs from that of version 0.1.0 ({arguments})");
}

#[test]
fn exports_have_the_same_bytes() {
    for (formats, arguments) in EXPORTS {
        for format in *formats {
            let what = arguments.split(' ').next().unwrap();
            check(arguments, &format!("{what}.{format}"));
        }
    }
    check("table --d-model 7 --length 9 --convention fairseq --dtype f32", "fairseq.npy");
    check(
        "table --d-model 7 --length 9 --start -3 --components sin --dtype bf16",
        "sin.safetensors",
    );
}

#[test]
fn scene_texts_mean_the_same() {
    let text = fs::read_to_string(first_act("scenes.tsv")).unwrap();
    let mut num_checked = 0;
    for line in text.lines() {
        let (typed, written) = line.split_once('\t').unwrap();
        let scene: Scene = typed.parse().unwrap();
        assert_eq!(scene.to_string(), written, "text of {typed:?}");
        num_checked += 1;
    }
    assert!(num_checked >= 18, "{num_checked} scenes are checked");
}

#[test]
fn files_contain_their_scene() {
    for name in ["table.json", "table.md", "table.tex", "table.safetensors", "sin.safetensors"] {
        let bytes = fs::read(first_act(name)).unwrap();
        let scene: Scene =
            phasor::export::scene_in_file(&first_act(name)).unwrap().parse().unwrap();
        let expected = if name.starts_with("sin") {
            "d_model=7&start=-3&length=9&components=sin"
        } else {
            "d_model=6&length=5"
        };
        assert_eq!(scene.to_string(), expected, "scene in {name}, {} bytes", bytes.len());
    }
}
