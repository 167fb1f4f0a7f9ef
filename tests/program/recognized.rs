//! Whatever is exported is recognized: conventions, models, biases and families, in every format and type.

use std::path::Path;

use crate::tables::{json, phasor};
use phasor::{
    encoding::bias::BiasConvention,
    model::Preset,
    scene::{Named, Scene},
};

/// Formats with the type of their numbers, and what a scene that is found may differ by.
const FORMATS: [(&str, &str, &str); 8] = [
    ("npy", "f32", "1e-6"),
    ("npy", "f64", "1e-6"),
    ("npy", "f16", "1e-3"),
    ("safetensors", "bf16", "8e-3"),
    ("csv", "f32", "1e-6"),
    ("npz", "f32", "1e-6"),
    ("json", "f32", "1e-6"),
    ("tsv", "f64", "1e-6"),
];

/// Exports what a scene makes, asks what it is, and compares the scene of the answer with the file.
fn check(folder: &Path, number: usize, (what, scene, kind): (&str, &str, &str)) {
    let (format, dtype, tolerance) = FORMATS[number % FORMATS.len()];
    let file = format!("{number}.{format}");
    let export = ["export", what, "--scene", scene, "--dtype", dtype, "-q", "-o", &file];
    let (code, _, error) = phasor(folder, &export);
    assert_eq!(code, 0, "{scene}: {error}");
    let (_, answer) = json(folder, &["identify", &file]);
    let told = format!("{what} of {scene} as {format} in {dtype}: {answer:#}");
    assert_eq!(answer["certain"], true, "{told}");
    assert!(kind.split('|').any(|it| answer["kind"] == it), "{told}");
    let (Some(found), "table") = (answer["scene"].as_str(), what) else { return };
    let (code, words, _) = phasor(folder, &["compare", &file, found, "--tolerance", tolerance]);
    assert_eq!(code, 0, "{told}: {words}");
}

#[test]
fn exports_of_every_convention_are_recognized() {
    let folder = tempfile::tempdir().unwrap();
    for (i, named) in Named::all().enumerate() {
        let key = named.key();
        let d_model = [64, 33, 130][i % 3];
        match named {
            Named::Sinusoid(_) => {
                let scene = format!("convention={key}&d_model={d_model}&length=90&start={}", i % 5);
                check(folder.path(), i, ("table", &scene, "table|cache"));
            }
            Named::Grid(it) => {
                let frames = if it.has_frames() { "3x" } else { "" };
                let scene = format!("convention={key}&grid={frames}5x11&d_model=96");
                check(folder.path(), i, ("table", &scene, "table|cache|grid"));
            }
            Named::Bias(it) => {
                let scene = format!("convention={key}&heads={}&length=50", [8, 12][i % 2]);
                if it == BiasConvention::T5 {
                    check(folder.path(), i, ("buckets", "convention=t5&length=256", "buckets"));
                    continue;
                }
                check(folder.path(), i, ("bias", &scene, "bias"));
                if it.is_alibi() {
                    // In single precision: 16 bits do not hold every slope.
                    check(folder.path(), 4 * (i % 2), ("slopes", &scene, "slopes"));
                }
            }
        }
    }
}

#[test]
fn exports_of_models_are_recognized() {
    const STEP: usize = 5;
    let folder = tempfile::tempdir().unwrap();
    for (i, preset) in Preset::all().iter().step_by(STEP).enumerate() {
        let (cache, form) =
            (["cos", "both", "sin"][i % 3], ["pairs", "halves", "adjacent"][i / 3 % 3]);
        let scene = format!(
            "model={}&length=60&start={}&cache={cache}&cache_form={form}",
            preset.name,
            [0, 7, 4000][i % 3]
        );
        check(folder.path(), i, ("table", &scene, "table|cache"));
        check(folder.path(), 0, ("frequencies", &format!("model={}", preset.name), "frequencies"));
    }
}

#[test]
fn exports_of_other_families_are_recognized() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = [
        "encoding=fourier",
        "encoding=fourier&octaves=6&pi=true&identity=false&layout=grouped&length=90",
        "encoding=fourier&octaves=5&pi=twice&order=cos-first&length=333&start=0",
        "encoding=fourier&octaves=8&pi=true&length=120",
        "encoding=fourier&octaves=4&identity=false&length=333",
        "encoding=fourier&octaves=12&start=-3.5&step=0.125&length=100",
        "encoding=fourier&octaves=9&pi=twice&identity=false&length=64&start=0&step=0.015625",
        "encoding=binary&d_model=12&length=300&start=5",
        "encoding=binary&d_model=4&length=100",
        "convention=paper&step=0.25&d_model=32",
        "convention=paper&start=0.5&step=-2&length=90&d_model=32",
    ];
    for (i, scene) in scenes.into_iter().enumerate() {
        check(folder.path(), i, ("table", scene, "table"));
        let read: Scene = scene.parse().unwrap();
        assert_eq!(read.to_string().parse(), Ok(read), "{scene} is read again");
    }
    for (i, scene) in ["encoding=index", "encoding=fraction"].into_iter().enumerate() {
        for format in [0, 1, 4, 5] {
            check(folder.path(), 8 * i + format, ("table", scene, "positions"));
        }
    }
}
