//! Configurations of models: what they say about rotary positions, compared with what the model's own classes compute.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use ndarray::Array2;
use ndarray_npy::write_npy;
use phasor::model::{Config, Model, Preset, Reader};
use serde_json::{Value, json};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_phasor"))
}

/// Runs `phasor model` with further arguments.
fn run(arguments: &[&str]) -> Output {
    program().arg("model").args(arguments).output().unwrap()
}

/// Answer of `phasor model` as JSON.
fn answer(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--json"]].concat());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Answer about a configuration.
fn answer_to(folder: &Path, config: &Value, arguments: &[&str]) -> Value {
    let file = folder.join("config.json");
    fs::write(&file, config.to_string()).unwrap();
    answer(&[&[file.to_str().unwrap()], arguments].concat())
}

fn set<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let sets = answer["sets"].as_array().unwrap();
    sets.iter().find(|set| set["name"] == name).unwrap_or_else(|| panic!("no {name} in {answer}"))
}

fn notices(answer: &Value) -> String {
    let all = answer["notices"].as_array().unwrap();
    all.iter().map(|it| it.as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

fn llama31() -> Value {
    json!({
        "model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 32,
        "max_position_embeddings": 131_072,
        "rope_parameters": {
            "rope_theta": 500_000.0, "rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
            "high_freq_factor": 4.0, "original_max_position_embeddings": 8192,
        },
    })
}

#[test]
fn sets_are_those_of_the_classes() {
    let all: Value = serde_json::from_str(include_str!("../data/rotary.json")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut num = 0;
    for (name, model) in all.as_object().unwrap() {
        for (of, expected) in model["sets"].as_object().unwrap() {
            let (of, length) =
                of.split_once('@').map_or((of.as_str(), None), |it| (it.0, Some(it.1)));
            let length: Vec<&str> = length.into_iter().flat_map(|it| ["--length", it]).collect();
            let answer = answer_to(folder.path(), &model["config"], &length);
            let set = set(&answer, of);
            let (own, frequencies) = (&set["inv_freq"], expected["inv_freq"].as_array().unwrap());
            assert_eq!(own.as_array().unwrap().len(), frequencies.len(), "{name} {of}");
            for (a, b) in own.as_array().unwrap().iter().zip(frequencies) {
                let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
                // The originals are results of powers in single precision.
                assert!((a - b).abs() <= 4e-7 * b, "{name} {of}: {a} for {b}");
            }
            let factor = set["attention_factor"].as_f64().unwrap();
            let wanted = expected["attention_scaling"].as_f64().unwrap();
            assert!((factor - wanted).abs() < 1e-6, "{name} {of}: {factor} for {wanted}");
            assert_eq!(set["rotary_dim"], 2 * frequencies.len(), "{name} {of}");
            if !expected["pairing"].is_null() {
                assert_eq!(set["pairing"], expected["pairing"], "{name} {of}");
            }
            num += 1;
        }
    }
    assert!(num >= 35, "{num}");
}

#[test]
fn older_programs_miss_the_newer_block() {
    let folder = tempfile::tempdir().unwrap();
    let new = answer_to(folder.path(), &llama31(), &[]);
    let old = answer_to(folder.path(), &llama31(), &["--as", "transformers-4"]);
    assert_eq!(
        (&set(&new, "all")["base"], &set(&new, "all")["rope_type"]),
        (&json!(500_000.0), &json!("llama3"))
    );
    assert_eq!(
        (&set(&old, "all")["base"], &set(&old, "all")["rope_type"]),
        (&json!(10_000.0), &json!("default"))
    );
    assert_eq!(old["unread_keys"], json!(["rope_parameters"]));
    assert_eq!(old["reader"], "transformers-4");
    let origin = &set(&new, "all")["origin"];
    assert_eq!(origin["base"], json!({"source": "key", "key": "rope_parameters.rope_theta"}));
    assert_eq!(origin["head_dim"], json!({"source": "derived", "key": null}));
    assert_eq!(origin["pairing"], json!({"source": "class_default", "key": null}));
}

#[test]
fn magnitudes_differ_between_programs() {
    let factor =
        |arguments: &[&str]| set(&answer(arguments), "all")["attention_factor"].as_f64().unwrap();
    assert_eq!(factor(&["ministral-3-8b"]), 1.0);
    assert!((factor(&["ministral-3-8b", "--as", "vllm"]) - 1.277_258_872_2).abs() < 1e-9);
    let deepseek = answer(&["deepseek-v3"]);
    let logits = set(&deepseek, "all")["logit_factor"].as_f64().unwrap();
    assert!((logits - 1.873_854_2).abs() < 1e-6, "{logits}");
}

#[test]
fn layers_belong_to_sets() {
    let gemma = answer(&["gemma-3-4b"]);
    assert_eq!(set(&gemma, "full_attention")["layers"], json!([5, 11, 17, 23, 29]));
    assert_eq!(set(&gemma, "full_attention")["rope_type"], "linear");
    assert_eq!(set(&gemma, "sliding_attention")["base"], 10_000.0);
    let turning = answer(&["gemma-4"]);
    let turning = set(&turning, "full_attention")["inv_freq"].as_array().unwrap();
    assert_eq!(turning.iter().filter(|it| it.as_f64() != Some(0.0)).count(), 64);
    assert_eq!(turning.len(), 256);
    // The key no_rope_layers is 1 where a layer rotates.
    let smol = answer(&["smollm3-3b"]);
    assert_eq!(smol["unrotated_layers"], json!([3, 7, 11, 15, 19, 23, 27, 31, 35]));
    let folder = tempfile::tempdir().unwrap();
    let config =
        json!({"model_type": "smollm3", "num_hidden_layers": 4, "no_rope_layers": [1, 0, 0, 1]});
    assert_eq!(set(&answer_to(folder.path(), &config, &[]), "all")["layers"], json!([0, 3]));
}

#[test]
fn blocks_that_are_not_used_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let config = |name: &str| json!({"model_type": "olmo3", name: {"rope_type": "linear", "factor": 8.0, "rope_theta": 7e5}});
    let flat = answer_to(folder.path(), &config("rope_parameters"), &[]);
    assert_eq!(set(&flat, "full_attention")["rope_type"], "default");
    assert!(notices(&flat).contains("is not used"), "{flat}");
    assert_eq!(flat["unread_keys"], json!(["rope_parameters"]));
    let scaling = answer_to(folder.path(), &config("rope_scaling"), &[]);
    assert_eq!(set(&scaling, "full_attention")["rope_type"], "linear");
    assert_eq!(set(&scaling, "sliding_attention")["rope_type"], "default");
    let spelled = json!({"model_type": "llama", "rope_thetta": 5e5, "rope_scaling": {"type": "linear", "factor": 2, "fastor": 3}});
    let spelled = answer_to(folder.path(), &spelled, &[]);
    assert_eq!(spelled["unread_keys"], json!(["rope_scaling.fastor", "rope_thetta"]));
    assert!(
        notices(&spelled).contains("rope_thetta is not read; rope_theta would be."),
        "{spelled}"
    );
}

#[test]
fn unknown_types_are_not_guessed() {
    let folder = tempfile::tempdir().unwrap();
    let config = json!({"model_type": "strange", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 1e6});
    let unknown = answer_to(folder.path(), &config, &[]);
    let own = set(&unknown, "all");
    assert_eq!((&own["base"], &own["head_dim"]), (&json!(1e6), &json!(128)));
    for open in ["pairing", "rotary_dim", "inv_freq", "layers"] {
        assert!(own[open].is_null(), "{open}: {own}");
    }
    assert!(notices(&unknown).contains("which dimensions turn together?"), "{unknown}");
}

/// A file of a type without a class, and without a key of a rotation, is told with what each answer to the open
/// question would mean.
#[test]
fn unknown_types_without_a_rotation_are_open_questions() {
    let folder = tempfile::tempdir().unwrap();
    let config = json!({
        "model_type": "strange", "hidden_size": 4096, "num_attention_heads": 32, "seq_length": 2048,
    });
    let unknown = answer_to(folder.path(), &config, &[]);
    assert_eq!(
        (&unknown["sets"], &unknown["mechanisms"], &unknown["max_tokens"]),
        (&json!([]), &json!([]), &Value::Null)
    );
    let told = notices(&unknown);
    for part in [
        "\"strange\" is not known",
        "128 dimensions each",
        "2048 positions (seq_length)",
        "heads=32",
    ] {
        assert!(told.contains(part), "{part:?} in {told}");
    }
    // A file that is no configuration of a model stays an error.
    let file = folder.path().join("other.json");
    fs::write(&file, json!({"do_lower_case": true}).to_string()).unwrap();
    assert_eq!(run(&[file.to_str().unwrap()]).status.code(), Some(2));
}

/// A part of a known class that rotates nothing has no set of layers, whoever asks for it.
#[test]
fn parts_without_a_rotation_have_no_sets() {
    let folder = tempfile::tempdir().unwrap();
    let config = json!({
        "model_type": "clip",
        "text_config": {"model_type": "clip_text_model", "hidden_size": 512, "num_attention_heads": 8, "max_position_embeddings": 77},
        "vision_config": {"hidden_size": 768, "num_attention_heads": 12, "image_size": 224, "patch_size": 32},
    });
    for (part, tokens) in [("text_config", 77), ("vision_config", 50)] {
        let answer = answer_to(folder.path(), &config, &["--part", part]);
        assert_eq!((&answer["sets"], &answer["notices"]), (&json!([]), &json!([])), "{answer:#}");
        assert_eq!(answer["max_tokens"], tokens, "{part}");
    }
}

/// What follows from a configuration has a scene, which the program draws.
#[test]
fn mechanisms_that_need_no_weights_have_scenes() {
    let folder = tempfile::tempdir().unwrap();
    for (config, scene) in [
        (json!({"model_type": "bloom", "n_head": 16}), json!("convention=alibi-bloom&heads=16")),
        (
            json!({"model_type": "xglm", "d_model": 64, "max_position_embeddings": 50}),
            json!("convention=hf-m2m100&d_model=64&length=50"),
        ),
        (
            json!({"model_type": "falcon", "alibi": true, "num_attention_heads": 8}),
            json!("convention=alibi-falcon&heads=8"),
        ),
        (json!({"model_type": "bert"}), Value::Null),
    ] {
        let answer = answer_to(folder.path(), &config, &[]);
        assert_eq!(answer["mechanisms"][0]["scene"], scene, "{config}");
        let Some(scene) = scene.as_str() else { continue };
        let about = format!("{scene}&about={}", folder.path().join("config.json").display());
        let picture = folder.path().join("picture.svg");
        let asked = ["figure", "tensors", "--scene", &about, "--trust-files", "-o"];
        let drawn = program().args(asked).arg(&picture).output().unwrap();
        assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
        let svg = fs::read_to_string(&picture).unwrap();
        assert!(svg.contains("stored"), "{config}");
    }
}

#[test]
fn parts_are_offered_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let config = json!({
        "model_type": "gemma3",
        "text_config": {"model_type": "gemma3_text", "rope_theta": 2e6},
        "vision_config": {"model_type": "siglip_vision_model", "hidden_size": 64},
    });
    let text = answer_to(folder.path(), &config, &[]);
    assert_eq!(
        (&text["part"], &text["model_type"]),
        (&json!("text_config"), &json!("gemma3_text"))
    );
    assert_eq!(set(&text, "full_attention")["base"], 2e6);
    assert!(notices(&text).contains("vision_config"), "{text}");
    let file = folder.path().join("config.json");
    let wrong = run(&[file.to_str().unwrap(), "--part", "audio_config"]);
    let error = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(error.contains("text_config, vision_config"), "{error}");
}

#[test]
fn other_files_are_read_too() {
    let folder = tempfile::tempdir().unwrap();
    let meta = json!({"dim": 4096, "n_layers": 32, "n_heads": 32, "rope_theta": 500_000.0, "use_scaled_rope": true});
    let meta = answer_to(folder.path(), &meta, &[]);
    let new = answer_to(folder.path(), &llama31(), &[]);
    assert_eq!(set(&meta, "all")["inv_freq"], set(&new, "all")["inv_freq"]);
    assert_eq!(set(&meta, "all")["pairing"], "adjacent");
    // A folder stands for the configuration within it.
    assert_eq!(answer(&[folder.path().to_str().unwrap()]), new);
    let file = folder.path().join("model.gguf");
    fs::write(&file, gguf(&["tokenizer.ggml.scores"])).unwrap();
    let header = answer(&[file.to_str().unwrap()]);
    let own = set(&header, "all");
    assert_eq!(header["reader"], "llama.cpp");
    assert_eq!(
        (&own["base"], &own["rotary_dim"], &own["pairing"]),
        (&json!(1e6), &json!(64), &json!("halves"))
    );
    assert_eq!((&own["rope_type"], &own["parameters"]["factor"]), (&json!("yarn"), &json!(4)));
    assert_eq!(own["origin"]["base"]["key"], "qwen2.rope.freq_base");
    assert_eq!(own["layers"].as_array().unwrap().len(), 24);
}

#[test]
fn windows_of_a_gguf_file_have_a_base_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gemma.gguf");
    fs::write(&file, gguf_of("gemma3", &[])).unwrap();
    let header = answer(&[file.to_str().unwrap()]);
    let (full, sliding) = (set(&header, "full_attention"), set(&header, "sliding_attention"));
    assert_eq!(full["layers"], json!([5, 11, 17, 23]));
    assert_eq!(sliding["layers"].as_array().unwrap().len(), 20);
    assert_eq!((&full["base"], &full["rope_type"]), (&json!(1e6), &json!("yarn")));
    assert_eq!((&sliding["base"], &sliding["rope_type"]), (&json!(1e4), &json!("default")));
    assert_eq!(sliding["origin"]["base"]["source"], "class_default");
}

/// GGUF file of a header alone, with long lists of numbers under further keys.
fn gguf(lists: &[&str]) -> Vec<u8> {
    gguf_of("qwen2", lists)
}

/// GGUF file of an architecture.
fn gguf_of(architecture: &str, lists: &[&str]) -> Vec<u8> {
    fn text(bytes: &mut Vec<u8>, text: &str) {
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    let named = |key: &str| match key {
        "general.architecture" => key.to_owned(),
        key => format!("{architecture}.{key}"),
    };
    let mut bytes = b"GGUF\x03\0\0\0".to_vec();
    let numbers: [(&str, u32); 5] = [
        ("block_count", 24),
        ("embedding_length", 896),
        ("attention.head_count", 14),
        ("context_length", 131_072),
        ("rope.scaling.original_context_length", 32_768),
    ];
    let reals = [("rope.freq_base", 1e6_f32), ("rope.scaling.factor", 4.0)];
    let texts = [("general.architecture", architecture), ("rope.scaling.type", "yarn")];
    bytes.extend(0_u64.to_le_bytes());
    bytes.extend(((numbers.len() + reals.len() + texts.len() + lists.len()) as u64).to_le_bytes());
    for (key, value) in texts {
        text(&mut bytes, &named(key));
        bytes.extend(8_u32.to_le_bytes());
        text(&mut bytes, value);
    }
    for key in lists {
        text(&mut bytes, key);
        bytes.extend(9_u32.to_le_bytes());
        bytes.extend(6_u32.to_le_bytes());
        bytes.extend(10_000_u64.to_le_bytes());
        bytes.extend(std::iter::repeat_n(0_u8, 40_000));
    }
    for (key, value) in numbers {
        text(&mut bytes, &named(key));
        bytes.extend(4_u32.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    for (key, value) in reals {
        text(&mut bytes, &named(key));
        bytes.extend(6_u32.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    bytes
}

#[test]
fn gguf_files_that_rotate_nothing_say_what_they_have() {
    let folder = tempfile::tempdir().unwrap();
    let of = |architecture: &str, keys: Value| {
        let tensors = serde_json::Map::new();
        let file = folder.path().join("model.gguf");
        fs::write(&file, crate::gguf::gguf(architecture, keys.as_object().unwrap(), &tensors))
            .unwrap();
        run(&[file.to_str().unwrap(), "--json"])
    };
    let granite = of(
        "granitehybrid",
        json!({"block_count": 4, "embedding_length": 64, "attention.head_count": 4, "rope.scaling.finetuned": false}),
    );
    let granite: Value = serde_json::from_slice(&granite.stdout).unwrap();
    assert_eq!((&granite["mechanisms"][0]["kind"], &granite["sets"]), (&json!("none"), &json!([])));
    assert_eq!(granite["unread_keys"], json!([]), "{granite}");
    let bloom = of("bloom", json!({"block_count": 4, "attention.head_count": 16}));
    let bloom: Value = serde_json::from_slice(&bloom.stdout).unwrap();
    assert!(bloom["verdict"].as_str().unwrap().contains("16 heads, slopes 0.7071"), "{bloom}");
    // What is not known is not taken for a rotation.
    let unknown = of("frobnicator", json!({"block_count": 4}));
    let unknown: Value = serde_json::from_slice(&unknown.stdout).unwrap();
    assert_eq!((&unknown["mechanisms"], &unknown["sets"]), (&json!([]), &json!([])), "{unknown}");
}

#[test]
fn keys_of_other_parts_are_not_called_unread() {
    let folder = tempfile::tempdir().unwrap();
    let unread = |config: Value| answer_to(folder.path(), &config, &[])["unread_keys"].clone();
    let deepseek =
        json!({"model_type": "deepseek_v3", "num_hidden_layers": 2, "routed_scaling_factor": 2.5});
    assert_eq!(unread(deepseek), json!([]));
    let granite = json!({"model_type": "granite", "num_hidden_layers": 2, "logits_scaling": 8.0});
    assert_eq!(unread(granite), json!([]));
    let next =
        json!({"model_type": "qwen3_next", "num_hidden_layers": 4, "linear_key_head_dim": 128});
    assert_eq!(unread(next), json!([]));
    let llama = json!({"model_type": "llama", "num_hidden_layers": 2, "rope_thetaa": 5e5});
    assert_eq!(unread(llama), json!(["rope_thetaa"]), "a spelling is");
}

/// Factors at the ends of the numbers: the frequencies are those of f64, and each that is not finite has its name.
#[test]
fn frequencies_beyond_all_numbers_have_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.json");
    let digits = format!("1{}", "0".repeat(308));
    for (factor, omega, words) in [
        ("0", Some("inf"), "infinity"),
        ("5e-324", Some("inf"), "infinity"),
        ("-0.0", Some("-inf"), "-infinity"),
        ("2", None, "0.500000"),
        (digits.as_str(), None, "1.00000e-308"),
    ] {
        let text = format!(
            r#"{{"model_type": "llama", "hidden_size": 64, "num_attention_heads": 8, "rope_theta": 10000,
            "rope_scaling": {{"rope_type": "linear", "factor": {factor}}}}}"#
        );
        // A byte order mark, as editors write it, changes nothing.
        for mark in ["", "\u{feff}"] {
            fs::write(&path, format!("{mark}{text}")).unwrap();
            let file = path.to_str().unwrap();
            let found = answer(&[file]);
            let set = set(&found, "all");
            let nulls = set["inv_freq"].as_array().unwrap().iter().filter(|it| it.is_null());
            let names: Vec<&str> = omega.into_iter().cycle().take(nulls.count()).collect();
            assert_eq!(set["not_finite"], serde_json::json!(names), "factor {factor}");
            assert_eq!(
                names.len(),
                if omega.is_some() { 4 } else { 0 },
                "factor {factor}: {set:#}"
            );
            let output = run(&[file]);
            let said = String::from_utf8(output.stdout).unwrap();
            assert!(said.contains(&format!("4 frequencies: {words}")), "factor {factor}: {said}");
            let longest = said.split_whitespace().map(str::len).max();
            assert!(longest < Some(60), "numbers are readable: {said}");
        }
    }
}

#[test]
fn spoiled_headers_are_refused_or_read() {
    let whole = gguf(&[]);
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..10_000 {
        let mut bytes = whole.clone();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..bytes.len());
            bytes[at] = rng.u8(..);
        }
        bytes.truncate(rng.usize(..=bytes.len()));
        // Either is fine; neither a panic nor memory without end.
        if let Ok(model) = Model::from_gguf(&bytes) {
            model.sets.iter().for_each(|set| drop(set.frequencies(Some(100_000))));
        }
    }
}

#[test]
fn spoiled_configurations_are_refused_or_read() {
    let all: Value = serde_json::from_str(include_str!("../data/rotary.json")).unwrap();
    let configs: Vec<&Value> = all.as_object().unwrap().values().map(|it| &it["config"]).collect();
    let odd = [
        json!(null),
        json!(0),
        json!(-1),
        json!(0.5),
        json!(1e300),
        json!(1e-300),
        json!("text"),
        json!([]),
        json!({}),
        json!(true),
        json!([1, "a"]),
        json!(4_294_967_296_u64),
        json!({"rope_type": "yarn"}),
        json!("yarn"),
        json!(["full_attention"]),
    ];
    let mut rng = fastrand::Rng::with_seed(8);
    for _ in 0..10_000 {
        let mut config = configs[rng.usize(..configs.len())].clone();
        for _ in 0..rng.usize(1..4) {
            spoil(&mut config, &odd, &mut rng);
        }
        let mut text = config.to_string();
        if rng.usize(..10) == 0 {
            text.truncate(rng.usize(..text.len()));
        }
        let reader = Reader::ALL[rng.usize(..Reader::ALL.len())];
        if let Ok(model) = Model::from_json(&text, None, reader) {
            model.sets.iter().for_each(|set| drop(set.frequencies(Some(100_000))));
        }
    }
}

/// Sets a random key of an object, or of one within it.
fn spoil(config: &mut Value, odd: &[Value], rng: &mut fastrand::Rng) {
    let Some(object) = config.as_object_mut().filter(|it| !it.is_empty()) else { return };
    let at = rng.usize(..object.len());
    let value = object.values_mut().nth(at).unwrap();
    if value.is_object() && rng.bool() {
        spoil(value, odd, rng);
    } else {
        *value = odd[rng.usize(..odd.len())].clone();
    }
}

#[test]
fn presets_are_read_without_a_doubt() {
    assert!(Preset::all().len() >= 40);
    for preset in Preset::all() {
        let model = Config::of_preset(preset)
            .model(None, Reader::Transformers5)
            .unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        assert!(model.unread_keys.is_empty(), "{}: {:?}", preset.name, model.unread_keys);
        for set in &model.sets {
            let all =
                set.frequencies(None).unwrap_or_else(|| panic!("{}: {}", preset.name, set.name));
            assert!(set.pairing.is_some() && all[0].hi > 0.0, "{}: {}", preset.name, set.name);
        }
    }
    let list = program().arg("models").output().unwrap();
    assert_eq!(String::from_utf8(list.stdout).unwrap().lines().count(), Preset::all().len());
    let wrong = run(&["lama-3"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("llama-3-8b"));
}

#[test]
fn frequencies_in_a_file_are_recognized() {
    let folder = tempfile::tempdir().unwrap();
    let identified = |vector: &[f64]| -> Value {
        let lines: Vec<String> = vector.iter().map(|it| (*it as f32).to_string()).collect();
        let file = folder.path().join("inv_freq.csv");
        fs::write(&file, lines.join("\n")).unwrap();
        let output = program().arg("identify").arg(&file).arg("--json").output().unwrap();
        let mut answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        answer["code"] = output.status.code().into();
        answer
    };
    let vector = |preset: &str| -> Vec<f64> {
        let answer = answer(&[preset]);
        let own = answer["sets"][0]["inv_freq"].as_array().unwrap().clone();
        own.iter().map(|it| it.as_f64().unwrap()).collect()
    };
    let mut llama = vector("llama-3.1-8b");
    let found = identified(&llama);
    assert_eq!((&found["kind"], &found["code"]), (&json!("frequencies"), &json!(0)));
    assert_eq!(
        found["candidates"][0]["presets"],
        json!([{"preset": "llama-3.1-8b", "set": "all"}])
    );
    assert_eq!(
        (&found["candidates"][0]["rope_type"], &found["candidates"][0]["base"]),
        (&json!("llama3"), &json!(5e5))
    );
    // Scaling that was read and never applied.
    let plain = identified(&vector("llama-3-8b"));
    assert_eq!(plain["candidates"][0]["rope_type"], "default");
    // Memory that was never written.
    llama[0] = 6.93e-18;
    let broken = identified(&llama);
    assert_eq!(
        (&broken["kind"], &broken["reason"], &broken["code"]),
        (&json!("none"), &json!("uninitialized"), &json!(1))
    );
    assert!(broken["verdict"].as_str().unwrap().contains("Entry 0 must be 1"), "{broken}");
}

/// Classes that divide by lists alone read the share of the head beside a block, too.
#[test]
fn share_beside_a_default_block_is_read() {
    for model_type in ["phi3", "phi4_multimodal"] {
        let config = json!({
            "model_type": model_type, "num_attention_heads": 16, "hidden_size": 1024, "head_dim": 64,
            "partial_rotary_factor": 0.5, "rope_scaling": {"type": "default", "rope_theta": 5e5},
        });
        let model = Model::from_json(&config.to_string(), None, Reader::Transformers5).unwrap();
        let dim = model.sets[0].rotary_dim.as_ref().map(|it| it.value);
        assert_eq!(dim, Some(32), "{model_type}");
    }
}

/// NumPy's complex numbers, of one step of decoding or of all.
#[test]
fn complex_numbers_of_one_position_are_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("freqs_cis.npy");
    for shape in ["(1, 64)", "(64,)", "(1, 1, 64)"] {
        let header = format!("{{'descr': '<c8', 'fortran_order': False, 'shape': {shape}, }}");
        let header = format!("{header:<117}\n");
        let mut bytes = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
        bytes.extend(header.as_bytes());
        for pair in 0..64 {
            let angle = 17.0 * 1e4_f32.powf(-(pair as f32) / 64.0);
            bytes.extend(angle.cos().to_le_bytes());
            bytes.extend(angle.sin().to_le_bytes());
        }
        fs::write(&path, bytes).unwrap();
        let output = program().arg("identify").arg(&path).arg("--json").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let it: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&it["kind"], &it["certain"]), (&json!("cache"), &json!(true)), "{shape}: {it}");
        assert_eq!(it["row_positions"][0]["position"], 17, "{shape}: {it}");
    }
}

#[test]
fn caches_in_a_file_are_recognized() {
    let folder = tempfile::tempdir().unwrap();
    let identified = |cache: &Array2<f32>| -> Value {
        let file = folder.path().join("cache.npy");
        write_npy(&file, cache).unwrap();
        let output = program().arg("identify").arg(&file).arg("--json").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let cache = |preset: &str,
                 num_rows: usize,
                 is_sine: bool,
                 pair_of: &dyn Fn(usize, usize) -> usize,
                 width: usize| {
        let answer = answer(&[preset]);
        let own = answer["sets"][0]["inv_freq"].as_array().unwrap().clone();
        let omegas: Vec<f64> = own.iter().map(|it| it.as_f64().unwrap()).collect();
        let factor = answer["sets"][0]["attention_factor"].as_f64().unwrap();
        Array2::from_shape_fn((num_rows, width), |(t, j)| {
            let angle = f64::from(t as f32 * omegas[pair_of(j, omegas.len())] as f32);
            (factor * if is_sine { angle.sin() } else { angle.cos() }) as f32
        })
    };
    let halves = |j: usize, num: usize| j % num;
    let llama = identified(&cache("llama-3.1-8b", 2048, false, &halves, 128));
    assert_eq!(
        (&llama["kind"], &llama["cache"], &llama["cache_form"]),
        (&json!("cache"), &json!("cos"), &json!("halves"))
    );
    assert_eq!(
        llama["candidates"][0]["presets"],
        json!([{"preset": "llama-3.1-8b", "set": "all"}]),
        "{llama}"
    );
    assert_eq!(llama["matching_cells"], llama["cells"]);
    let adjacent = |j: usize, _: usize| j / 2;
    let gpt = identified(&cache("gpt-oss-20b", 512, true, &adjacent, 64));
    assert_eq!((&gpt["cache"], &gpt["cache_form"]), (&json!("sin"), &json!("adjacent")));
    assert_eq!(gpt["candidates"][0]["rope_type"], "yarn");
    assert!((gpt["scale"].as_f64().unwrap() - 1.346_573_590_3).abs() < 1e-9, "{gpt}");
    // Complex numbers and buffers of a language model, at positions of their own, with the usual base.
    let usual = |t: usize, k: usize| f64::from((t as f32) * (1e4_f32.powf(-(k as f32) / 64.0)));
    let complex = identified(&Array2::from_shape_fn((256, 128), |(t, j)| {
        let angle = usual(t, j / 2);
        (if j % 2 == 0 { angle.cos() } else { angle.sin() }) as f32
    }));
    assert_eq!((&complex["kind"], &complex["certain"]), (&json!("cache"), &json!(true)));
    assert_eq!(complex["candidates"][0]["base"], 1e4, "{complex}");
    let buffer = identified(&Array2::from_shape_fn((200, 128), |(t, j)| {
        let angle = usual(900 + t, j % 64);
        (if j < 64 { angle.cos() } else { angle.sin() }) as f32
    }));
    assert_eq!((&buffer["kind"], &buffer["certain"]), (&json!("cache"), &json!(true)), "{buffer}");
    // The pairs that turn, of a head whose others stand still, at any positions.
    let still = |is_sine: bool, of: &dyn Fn(usize) -> usize| {
        identified(&Array2::from_shape_fn((90, 256), |(i, j)| {
            let pair = j % 128;
            let omega = if pair < 32 { 1e6_f64.powf(-(pair as f64) / 128.0) } else { 0.0 };
            let angle = of(i) as f64 * omega;
            (if is_sine { angle.sin() } else { angle.cos() }) as f32
        }))
    };
    for (is_sine, of) in [(false, &(|i| i) as &dyn Fn(usize) -> usize), (true, &|i| i + 3)] {
        let it = still(is_sine, of);
        assert_eq!((&it["kind"], &it["certain"]), (&json!("cache"), &json!(true)), "{it}");
        let first = &it["candidates"][0];
        assert_eq!((&first["base"], &first["rope_type"]), (&json!(1e6), &json!("proportional")));
        assert!(it["scene"].as_str().unwrap().contains("turning=32"), "{it}");
        assert_eq!(it["matching_cells"], it["cells"], "{it}");
    }
    // Rules that divide slow frequencies, with a factor of all values: of cosines, and of a buffer of both.
    let yarn = |base: f64, factor: f64, length: f64, row: (usize, bool)| {
        let (num_rows, has_both) = row;
        let correction = |turns: f64| {
            128.0 * (length / (turns * std::f64::consts::TAU)).ln() / (2.0 * base.ln())
        };
        let (low, high) = (correction(32.0).floor(), correction(1.0).ceil());
        let omega = |k: usize| {
            let plain = base.powf(-(k as f64) / 64.0);
            let ramp = ((k as f64 - low) / (high - low)).clamp(0.0, 1.0);
            plain / factor * ramp + plain * (1.0 - ramp)
        };
        identified(&Array2::from_shape_fn((num_rows, 128), |(t, j)| {
            let angle = f64::from(t as f32 * omega(j % 64) as f32);
            let own = if has_both && j >= 64 { angle.sin() } else { angle.cos() };
            let own = (own * (0.1 * factor.ln() + 1.0)) as f32;
            if has_both { half::bf16::from_f32(own).to_f32() } else { own }
        }))
    };
    for (base, factor, length, row) in [
        (1e4, 16.0, 4096.0, (256, false)),
        (1e6, 4.0, 40_960.0, (256, false)),
        (1e6, 4.0, 32_768.0, (600, true)),
    ] {
        let it = yarn(base, factor, length, row);
        assert_eq!((&it["kind"], &it["certain"]), (&json!("cache"), &json!(true)), "{it}");
        assert_eq!(it["candidates"][0]["base"], base, "{it}");
        let scene = it["scene"].as_str().unwrap();
        for told in [format!("factor={factor}"), format!("trained_length={length}")] {
            assert!(scene.contains(&told), "{scene}");
        }
    }
    // A step of decoding: the position of one row.
    let step =
        identified(&Array2::from_shape_fn((1, 128), |(_, j)| usual(1033, j % 64).cos() as f32));
    assert_eq!((&step["kind"], &step["certain"]), (&json!("cache"), &json!(true)), "{step}");
    assert_eq!(step["row_positions"], json!([{"rows": [0, 1], "position": 1033, "step": null}]));
    // The positions themselves.
    let ids = identified(&Array2::from_shape_fn((1, 90), |(_, j)| (j % 50) as f32));
    assert_eq!(
        (&ids["kind"], &ids["row_positions_cause"]),
        (&json!("positions"), &json!("packed")),
        "{ids}"
    );
    // Tables of sinusoids by several coordinates: scaled, centered, in neighbors of four, with time before.
    for (sides, split, of) in [
        (vec![6, 9], "halves", (&|i: usize| i as f64 / 3.0) as &dyn Fn(usize) -> f64),
        (vec![6, 9], "halves", &|i| i as f64 - 2.5),
        (vec![7, 10], "fours", &|i| (i + 1) as f64),
        (vec![3, 5, 7], "video", &|i| i as f64),
    ] {
        let num_rows = sides.iter().product();
        let table = identified(&Array2::from_shape_fn((num_rows, 96), |(i, j)| {
            // Axis, place of the frequency, number of frequencies, and true for a sine.
            let (axis, k, num, is_sine) = match (split, j) {
                ("halves", _) => (1 - j / 48, j % 24, 24, j % 48 < 24),
                ("fours", _) => (1 - j % 4 / 2, j / 4, 24, j % 2 == 0),
                (_, 0..24) => (0, j % 12, 12, j < 12),
                (_, 24..60) => (2, (j - 24) % 18, 18, j < 42),
                _ => (1, (j - 60) % 18, 18, j < 78),
            };
            let line: usize = sides[axis + 1..].iter().product();
            let at = of(i / line % sides[axis]);
            let angle = at * 1e4_f64.powf(-(k as f64) / f64::from(num));
            (if is_sine { angle.sin() } else { angle.cos() }) as f32
        }));
        assert_eq!((&table["kind"], &table["certain"]), (&json!("grid"), &json!(true)), "{table}");
        let shape: Vec<String> = sides.iter().map(ToString::to_string).collect();
        let told = (&table["grid"], &table["base"]);
        assert_eq!(told, (&json!(shape.join("x")), &json!(1e4)), "{table}");
        let axes = table["axes"].as_array();
        let Some(axes) = axes else { continue };
        let columns = axes.iter().find(|it| it["name"] == "columns").unwrap();
        let first = &columns["row_positions"][0];
        let (start, step) = (of(0), of(1) - of(0));
        assert!((first["position"].as_f64().unwrap() - start).abs() < 1e-4, "{columns}");
        assert!((first["step"].as_f64().unwrap() - step).abs() < 1e-4, "{columns}");
    }
    // Patches of a video, which turn 44 dimensions by time, and 42 each by rows and columns.
    let (frames, rows, columns) = (3, 5, 7);
    let video = identified(&Array2::from_shape_fn((frames * rows * columns, 128), |(i, j)| {
        let at = [i / (rows * columns), i / columns % rows, i % columns];
        let pair = j / 2;
        let (axis, k, num) = match pair {
            0..22 => (0, pair, 22.0),
            22..43 => (1, pair - 22, 21.0),
            _ => (2, pair - 43, 21.0),
        };
        let angle = at[axis] as f64 * 1e4_f64.powf(-(k as f64) / num);
        (if j % 2 == 0 { angle.cos() } else { angle.sin() }) as f32
    }));
    let axes = video["axes"].as_array().unwrap();
    let told: Vec<(&str, u64, f64)> = axes
        .iter()
        .map(|it| {
            let (name, dims, base) = (&it["name"], &it["dims"], &it["base"]);
            (name.as_str().unwrap(), dims.as_u64().unwrap(), base.as_f64().unwrap())
        })
        .collect();
    assert_eq!(told, [("time", 44, 1e4), ("rows", 42, 1e4), ("columns", 42, 1e4)], "{video}");
    assert_eq!((&video["grid"], &video["base"]), (&json!("3x5x7"), &json!(1e4)));
    let of_columns = &axes[2]["row_positions"];
    assert_eq!(of_columns[1], json!({"rows": [7, 14], "position": 0, "step": 1}), "{of_columns}");
    // So far on, single precision says nothing of fast pairs.
    let far = identified(&Array2::from_shape_fn((64, 128), |(t, j)| {
        (f64::from(16_777_200 + t as u32) * 5e5_f64.powf(-((j % 64) as f64) / 64.0)).sin() as f32
    }));
    let is_right = far["row_positions"][0]["position"] == 16_777_200;
    assert!(is_right || far["certain"] == false, "{far}");
    let reversed = identified(&Array2::from_shape_fn((200, 128), |(t, j)| {
        ((199 - t) as f64 * 5e5_f64.powf(-((j % 64) as f64) / 64.0)).sin() as f32
    }));
    let run = &reversed["row_positions"][0];
    assert_eq!((&run["position"], &run["step"]), (&json!(199), &json!(-1)), "{reversed}");
    let mut wrong = cache("llama-3.1-8b", 2048, false, &halves, 128);
    wrong[[700, 5]] += 0.1;
    let wrong = identified(&wrong);
    assert_eq!(wrong["deviations"], json!([{"what": "cell", "row": 700, "column": 5}]));
}
