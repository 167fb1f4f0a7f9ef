//! Rotary encodings as scenes: caches, similarity, `M_k`, files of configurations, comparison and code, through the
//! program.

use std::{
    f64::consts::TAU,
    path::Path,
    process::{Command, Output},
};

use phasor::{
    encoding::{
        Encoding, Rotation, Spec,
        similarity::{self, Measure},
    },
    scene::{Key, Scene, SceneDraft},
};
use serde_json::{Value, json};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_phasor")).args(arguments).output().unwrap()
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Numbers of a row of a table without its position.
fn row(table: &str, row: usize) -> Vec<f64> {
    let line = table.lines().nth(row + 1).unwrap();
    line.split(',').skip(1).map(|it| it.parse().unwrap()).collect()
}

fn scene(text: &str) -> Scene {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn encoding(text: &str) -> Encoding {
    Encoding::new(scene(text).spec())
}

#[test]
fn caches_are_those_of_the_classes() {
    let all: Value = serde_json::from_str(include_str!("../data/rotary.json")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.json");
    let path = file.display().to_string();
    let mut num = 0;
    for (name, model) in all.as_object().unwrap() {
        std::fs::write(&file, model["config"].to_string()).unwrap();
        for (of, expected) in model["sets"].as_object().unwrap() {
            let (layers, context) = of.split_once('@').unwrap_or((of, "none"));
            let num_columns = expected["cos_at_1000"].as_array().unwrap().len();
            let num_pairs = expected["inv_freq"].as_array().unwrap().len();
            let form = if num_columns == num_pairs { "pairs" } else { "halves" };
            let is_adjacent = expected["pairing"] == "adjacent" && form == "halves" && {
                let first = &expected["cos_at_1000"];
                first[0] == first[1]
            };
            let form = if is_adjacent { "adjacent" } else { form };
            for cache in ["cos", "sin"] {
                let table = printed(&[
                    "export",
                    "table",
                    "-o",
                    "-",
                    "--dtype",
                    "f64",
                    "--model",
                    &path,
                    "--layers",
                    layers,
                    "--context",
                    context,
                    "--cache",
                    cache,
                    "--cache-form",
                    form,
                    "--start",
                    "1000",
                    "--length",
                    "1",
                ]);
                let own = row(&table, 0);
                let theirs = expected[format!("{cache}_at_1000")].as_array().unwrap();
                assert_eq!(own.len(), theirs.len(), "{name} {of} {cache}");
                for (column, (a, b)) in own.iter().zip(theirs).enumerate() {
                    let pair = match form {
                        "halves" => column % num_pairs,
                        "adjacent" => column / 2,
                        _ => column,
                    };
                    let omega = expected["inv_freq"][pair].as_f64().unwrap();
                    let bound = 1000.0 * omega * 2.0_f64.powi(-23) * 4.0 + 2.0_f64.powi(-22);
                    let off = (a - b.as_f64().unwrap()).abs();
                    assert!(
                        off <= bound,
                        "{name} {of} {cache} {column}: off by {off}, not {bound}"
                    );
                }
                num += 1;
            }
        }
    }
    assert!(num >= 70, "{num}");
}

#[test]
fn vectors_are_turned_as_the_classes_turn_them() {
    let all: Value = serde_json::from_str(include_str!("../data/rotary.json")).unwrap();
    let mut num = 0;
    for (name, model) in all.as_object().unwrap() {
        for (of, expected) in model["sets"].as_object().unwrap() {
            if expected["q"].is_null() || expected["pairing"].is_null() {
                continue;
            }
            let (layers, context) = of.split_once('@').unwrap_or((of, "none"));
            let config = phasor::model::Config::of_file(model["config"].to_string().into_bytes());
            let mut draft = SceneDraft::default();
            draft.set(Key::Model, "config.json").unwrap();
            draft.set(Key::Layers, layers).unwrap();
            draft.set(Key::Context, context).unwrap();
            draft.encoding.contents = Some(phasor::scene::ContentsKind::Model(config).into());
            let scene = Scene::new(draft).unwrap();
            let rotary = scene.rotary().unwrap();
            let numbers = |key: &str| -> Vec<f64> {
                expected[key].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
            };
            let pairing = rotary.pairing().unwrap();
            let factor = rotary.attention_factor();
            let turned = pairing.rotated(&numbers("q"), rotary.omegas(), factor, 17);
            for (a, b) in turned.iter().zip(numbers("q_rotated_at_17")) {
                assert!((a - b).abs() < 1e-5, "{name} {of}: {a} for {b}");
            }
            num += 1;
        }
    }
    assert!(num >= 30, "{num}");
}

#[test]
fn similarity_is_the_score_of_equal_vectors() {
    let encoding = encoding("model=qwen3-4b-yarn&cache=sin");
    let Spec::Rotary(rotary) = encoding.spec() else { panic!("rotary") };
    let a = rotary.attention_factor();
    assert!((a - 1.138_629_436_1).abs() < 1e-9, "{a}");
    for k in [0_i64, 1, 10, 40_000] {
        let mean: f64 =
            rotary.omegas().iter().map(|omega| (omega.hi * k as f64).cos()).sum::<f64>();
        let expected = a * a * mean / rotary.omegas().len() as f64;
        let found = similarity::of(&encoding, Measure::Dot, 7, 7 + k);
        assert!((found - expected).abs() < 1e-9, "k = {k}: {found} for {expected}");
    }
}

#[test]
fn rotation_turns_a_head_in_its_pairing() {
    for (text, pair) in [
        ("encoding=rotary&head_dim=8&rotary_dim=4&pairing=halves", (1_usize, 3_usize)),
        ("encoding=rotary&head_dim=8&rotary_dim=4&pairing=adjacent", (2, 3)),
        ("encoding=rotary&head_dim=8&rotary_dim=4&pairing=adjacent_to_halves", (1, 3)),
    ] {
        let encoding = encoding(text);
        let matrix = Rotation::new(encoding.waves().unwrap(), 5).matrix();
        let (sin, cos) = 0.05_f64.sin_cos();
        let (i, j) = pair;
        for (at, expected) in [((i, i), cos), ((i, j), -sin), ((j, i), sin), ((j, j), cos)] {
            assert!((matrix[at] - expected).abs() < 1e-15, "{text}, {at:?}");
        }
        for i in 4..8 {
            assert_eq!(matrix[(i, i)], 1.0, "untouched dimensions: {text}");
            assert_eq!(matrix.row(i).sum(), 1.0, "{text}");
        }
    }
}

#[test]
fn caches_have_the_columns_of_their_form() {
    let rows = |arguments: &[&str]| {
        let own = ["export", "table", "-o", "-", "--dtype", "f64", "--encoding", "rotary"];
        let more = ["--head-dim", "4", "--start", "3", "--length", "1"];
        row(&printed(&[&own[..], &more[..], arguments].concat()), 0)
    };
    let (c, d) = (3.0_f64.cos(), 0.03_f64.cos());
    let (s, e) = (3.0_f64.sin(), 0.03_f64.sin());
    assert_eq!(rows(&[]), [c, d]);
    assert_eq!(rows(&["--cache", "sin"]), [s, e]);
    assert_eq!(rows(&["--cache", "both"]), [c, d, s, e]);
    assert_eq!(rows(&["--cache-form", "halves"]), [c, d, c, d]);
    assert_eq!(rows(&["--cache-form", "adjacent", "--cache", "sin"]), [s, s, e, e]);
}

#[test]
fn bad_numbers_are_refused_or_said() {
    for (text, expected) in [
        ("encoding=rotary&head_dim=0", "invalid head_dim"),
        ("encoding=rotary&rotary_dim=99999", "invalid rotary_dim"),
        ("encoding=rotary&factor=-1", "invalid factor"),
        ("encoding=rotary&pairing=left", "expected one of halves, adjacent, adjacent_to_halves"),
        ("encoding=rotary&scaling=dinamic", "expected one of default, linear, dynamic"),
        ("encoding=rotary&short_factor=1,,2", "expected numbers above 0"),
        ("encoding=rotary&context=0", "invalid context"),
        ("model=llama-3.1-8b&layers=odd", "expected one of all"),
    ] {
        let error = text.parse::<Scene>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let notices = |text: &str| scene(text).notices().join(" ");
    assert!(notices("encoding=rotary&rotary_dim=5&head_dim=5").contains("fails with it"));
    assert!(notices("encoding=rotary&scaling=linear&factor=0.5").contains("below 1"));
    assert!(notices("encoding=rotary&scaling=yarn&beta_fast=1").contains("step"));
    assert!(notices("encoding=rotary&scaling=longrope&short_factor=1,2").contains("refuses it"));
    assert!(notices("encoding=rotary&scaling=dynamic").contains("as the model is constructed"));
    assert!(notices("model=gemma-4").contains("sliding_attention"));
    assert!(notices("encoding=rotary").is_empty());
}

#[test]
fn scenes_of_models_round_trip() {
    for text in [
        "model=llama-3.1-8b",
        "model=gemma-4&layers=full_attention&base=500",
        "encoding=rotary&head_dim=64&pairing=adjacent&scaling=yarn&factor=8&context=9000",
        "encoding=rotary&scaling=longrope&short_factor=1,1.5&long_factor=2,4&cache=both&cache_form=halves",
        "model=ministral-3-8b&side=all&b.reader=vllm",
        "convention=fairseq&b.model=llama-2-7b&b.layers=all",
        "model=no%20such/config.json&part=text_config&views=wavelengths,config,score,head",
    ] {
        let own = scene(text);
        assert_eq!(own.to_string(), text);
        assert_eq!(scene(&own.to_string()), own);
    }
    let both = scene("model=llama-3.1-8b&b.scaling=default");
    let bases = (both.base(), both.b().unwrap().base());
    assert_eq!(bases, (500_000.0, 500_000.0), "B follows A's model");
    let other = scene("model=llama-3.1-8b&base=77&b.model=llama-2-7b");
    assert_eq!(other.b().unwrap().base(), 10_000.0, "a model brings its own base");
    let swapped = Scene::new(other.swapped()).unwrap();
    assert_eq!(swapped.b().unwrap().base(), 77.0);
}

#[test]
fn presets_and_files_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let answer = |arguments: &[&str]| {
        let output = run(&[&["compare"], arguments, &["--json"]].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        let json: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        (output.status.code(), json, String::from_utf8(output.stderr).unwrap())
    };
    let (code, json, _) = answer(&["llama-3.1-8b", "llama-3-8b"]);
    assert_eq!(code, Some(1));
    let differing: Vec<u32> = (29..64).collect();
    assert_eq!(json["rotary"]["differing_pairs"], json!(differing));
    // MarinFold: a file of version 5, read as version 4.
    let config = json!({
        "model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 32,
        "max_position_embeddings": 131_072,
        "rope_parameters": {
            "rope_theta": 500_000.0, "rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
            "high_freq_factor": 4.0, "original_max_position_embeddings": 8192,
        },
    });
    let file = folder.path().join("config.json");
    std::fs::write(&file, config.to_string()).unwrap();
    let path = file.display().to_string();
    let old = format!("model={path}&reader=transformers-4");
    let (code, json, _) = answer(&[&path, &old]);
    assert_eq!((code, &json["rotary"]["base"]), (Some(1), &json!([500_000.0, 10_000.0])));
    assert_eq!(json["rotary"]["differing_pairs"].as_array().unwrap().len(), 63);
    // Read by the same rules, a file is its preset.
    assert_eq!(answer(&[&path, "llama-3.1-8b"]).0, Some(0));
    // Caches do not show the pairing.
    let (code, json, _) = answer(&["model=deepseek-v3", "model=deepseek-v3&pairing=halves"]);
    assert_eq!((code, &json["equal_bits"]), (Some(1), &json!(true)));
    assert_eq!(json["rotary"]["pairing"], json!(["adjacent_to_halves", "halves"]));
    // Several sets: one has to be chosen.
    let (code, _, error) = answer(&["gemma-3-4b", "gemma-3-12b"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("full_attention, sliding_attention"), "{error}");
    let set = "&layers=full_attention";
    let pair = [format!("model=gemma-3-4b{set}"), format!("model=gemma-3-12b{set}")];
    assert_eq!(answer(&[&pair[0], &pair[1]]).0, Some(0));
    // The magnitude that vLLM drops.
    let (_, json, _) = answer(&["ministral-3-8b", "model=ministral-3-8b&reader=vllm"]);
    let factor = json["rotary"]["attention_factor"][1].as_f64().unwrap();
    assert!((factor - 1.277_258_872_2).abs() < 1e-9, "{factor}");
}

/// Writes numbers as an npy file of single precision.
fn write_vector(path: &Path, numbers: &[f64]) {
    let mut header =
        format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({},), }}", numbers.len());
    while (header.len() + 11) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend(numbers.iter().flat_map(|&it| (it as f32).to_le_bytes()));
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn vectors_of_frequencies_are_compared_with_models() {
    let folder = tempfile::tempdir().unwrap();
    let answer: Value =
        serde_json::from_str(&printed(&["model", "llama-3.1-8b", "--json"])).unwrap();
    let frequencies = answer["sets"][0]["inv_freq"].as_array().unwrap();
    let mut vector: Vec<f64> = frequencies.iter().map(|it| it.as_f64().unwrap()).collect();
    let file = folder.path().join("inv_freq.npy");
    write_vector(&file, &vector);
    let path = file.display().to_string();
    let good = run(&["compare", &path, "llama-3.1-8b"]);
    assert_eq!(good.status.code(), Some(0));
    let words = String::from_utf8(good.stdout).unwrap();
    assert!(words.contains("All 64 frequencies are equal up to rounding to f32"), "{words}");
    for omega in &mut vector[20..] {
        *omega /= 2.0;
    }
    write_vector(&file, &vector);
    // The tolerance is that of the frequencies, not of cosines in which slow pairs hardly show.
    assert_eq!(
        run(&["compare", &path, "llama-3.1-8b", "--tolerance", "0.1"]).status.code(),
        Some(1)
    );
    assert_eq!(
        run(&["compare", &path, "llama-3.1-8b", "--tolerance", "0.6"]).status.code(),
        Some(0)
    );
    let bad = run(&["compare", &path, "llama-3.1-8b"]);
    assert_eq!(bad.status.code(), Some(1));
    let words = String::from_utf8(bad.stdout).unwrap();
    assert!(words.contains("44 of 64 pairs turn at other speeds: 20–63"), "{words}");
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    for arguments in [
        &["model", "llama-3.1-8b", "--head-dim", "8"][..],
        &["model", "llama-3.1-8b", "--reader", "vllm"],
        &["compare", "llama-3.1-8b", "llama-3-8b", "--layers", "all"],
        &["identify", "no.npy", "--base", "7"],
        &["measure", "--about", "model"],
        &["export", "table", "--about", "model", "-o", "-"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("does not belong to"), "{arguments:?}: {error}");
    }
    let short = tempfile::tempdir().unwrap();
    let file = short.path().join("short.npy");
    write_vector(&file, &[1.0, 0.5, 0.25]);
    let output = run(&["compare", &file.display().to_string(), "llama-3.1-8b"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("3 numbers") && error.contains("64 frequencies"), "{error}");
    let output = run(&["compare", "lama-3.1-8b", "llama-3-8b"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("llama-3.1-8b"), "{error}");
}

#[test]
fn configurations_of_scenes_are_read_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.json");
    std::fs::write(&file, json!({"model_type": "llama", "head_dim": 8}).to_string()).unwrap();
    let scene = format!("model={}", file.display());
    let output = run(&["export", "frequencies", "-o", "-", "--scene", &scene]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("names the model") && error.contains("--trust-files"), "{error}");
    let trusted =
        printed(&["export", "frequencies", "-o", "-", "--scene", &scene, "--trust-files"]);
    assert_eq!(trusted.lines().count(), 5, "{trusted}");
    let asked =
        printed(&["export", "frequencies", "-o", "-", "--model", &file.display().to_string()]);
    assert_eq!(asked, trusted);
}

#[test]
fn wavelengths_of_models_are_known() {
    // Longest wavelength, and pairs that turn within the length of training.
    for (model, longest, turning, length) in [
        ("llama-2-7b", 54_410.0, 46, 4096.0),
        ("llama-3-8b", 2_559_196.0, 35, 8192.0),
        ("mistral-7b-v0.3", 5_063_256.0, 40, 32_768.0),
        ("phi-4-14b", 1_293_532.0, 41, 16_384.0),
        ("gpt-neox-20b", 29_164.0, 8, 2048.0),
    ] {
        let encoding = encoding(&format!("model={model}"));
        let waves = encoding.waves().unwrap();
        let all: Vec<f64> =
            waves.frequencies().iter().map(|frequency| TAU / frequency.omega.hi).collect();
        assert_eq!(all.iter().copied().fold(0.0, f64::max).round(), longest, "{model}");
        assert_eq!(all.iter().filter(|&&it| it <= length).count(), turning, "{model}");
    }
}

/// Frame of a figure.
fn frame() -> phasor::picture::Frame {
    phasor::picture::Frame {
        width: 640.0,
        height: 480.0,
        pixels_per_point: 1.0,
        theme: phasor::picture::Theme::LIGHT,
        parts: phasor::picture::Parts::all_but([].into_iter()),
        is_tight: false,
    }
}

#[test]
fn every_rule_draws_every_view() {
    use phasor::{export::whole_figure, picture::Theme, views::Results};
    for text in [
        "encoding=rotary&head_dim=2",
        "encoding=rotary&head_dim=7&rotary_dim=5",
        "encoding=rotary&head_dim=16384&rotary_dim=16384&length=16",
        "encoding=rotary&scaling=proportional&turning=0",
        "encoding=rotary&scaling=longrope&context=100000",
        "encoding=rotary&scaling=dynamic&context=100000&attention_factor=0.001",
        "model=gemma-4&layers=full_attention&cache=both&cache_form=adjacent",
        "model=kimi-k2&column=63&position=-5&start=-9&length=1",
    ] {
        let scene = scene(text);
        let table = scene.table();
        for &view in phasor::scene::View::ALL {
            let results = Results::default();
            let figure =
                whole_figure(view, &scene, &table, Theme::LIGHT, &results, || true).unwrap();
            assert!(!figure.title.is_empty(), "{view:?} of {text}");
            let drawing = phasor::picture::compose(&figure, &frame());
            assert!(!drawing.shapes.is_empty(), "{view:?} of {text}");
        }
    }
}
