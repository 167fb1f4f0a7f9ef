//! Checkpoints: every tensor about positions is found, judged and opened; lies of headers are told, and the rest is
//! shown.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use serde_json::{Value, json};

use crate::tensors::{write_raw, write_tensors};

/// Smooth rows that no rule gives.
pub(crate) fn smooth(rows: usize, columns: usize) -> Vec<f32> {
    let value = |i: usize| {
        let (t, j) = ((i / columns) as f32, (i % columns) as f32);
        0.1 * (0.03 * t * (1.0 + 0.37 * j) + j * j).sin() + 0.01 * (0.011 * t * t + j).cos()
    };
    (0..rows * columns).map(value).collect()
}

fn phasor(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_phasor")).args(arguments).output().unwrap()
}

/// Answer of `phasor model` about a folder or a file.
#[track_caller]
fn model(path: &Path) -> Value {
    let output = phasor(&["model", path.to_str().unwrap(), "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn tensor<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let all = answer["tensors"].as_array().unwrap();
    all.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("{name}: {answer}"))
}

fn has_notice(answer: &Value, text: &str) -> bool {
    let all = answer["notices"].as_array().unwrap();
    all.iter().any(|it| it.as_str().unwrap().contains(text))
}

const ROWS: &str = "roberta.embeddings.position_embeddings.weight";

#[test]
fn rows_are_those_of_the_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let mut rows = smooth(66, 8);
    rows[8..16].fill(0.0);
    rows[5 * 8 + 3] = f32::NAN;
    let words = smooth(40, 8);
    write_tensors(
        &path.join("model.safetensors"),
        &[(ROWS, &[66, 8], rows), ("roberta.embeddings.word_embeddings.weight", &[40, 8], words)],
    );
    let config = |rows: u32| {
        let config = json!({"model_type": "roberta", "max_position_embeddings": rows, "hidden_size": 8, "pad_token_id": 1});
        fs::write(path.join("config.json"), config.to_string()).unwrap();
    };
    config(66);
    let answer = model(path);
    let it = tensor(&answer, ROWS);
    assert_eq!(answer["tensors"].as_array().unwrap().len(), 1, "{answer}");
    assert_eq!(
        (&it["kind"], &it["agrees"], &it["layers"]),
        (&json!("learned"), &json!(true), &Value::Null)
    );
    assert_eq!(
        (&it["shape"], &it["type"], &it["found_by"]),
        (&json!([66, 8]), &json!("f32"), &json!("mechanism"))
    );
    let verdict = it["verdict"].as_str().unwrap();
    for part in [
        "as the configuration says",
        "row 2: 64 tokens fit",
        "1 value is not finite, in row 5",
        "Row 1 is zero",
    ] {
        assert!(verdict.contains(part), "{part}: {verdict}");
    }
    config(128);
    assert_eq!(tensor(&model(path), ROWS)["agrees"], json!(false), "66 rows are not 128");
    fs::remove_file(path.join("config.json")).unwrap();
    let answer = model(&path.join("model.safetensors"));
    let it = tensor(&answer, ROWS);
    assert_eq!(
        (&it["agrees"], &it["found_by"]),
        (&Value::Null, &json!("name")),
        "nothing to compare"
    );
}

/// Bias of 32 buckets and two heads: the first falls by a tenth for each bucket of keys before, the second does not
/// vary.
#[test]
fn layers_of_a_part_that_computes_are_told_and_not_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("config.json"), json!({"model_type": "swinv2"}).to_string()).unwrap();
    // Two layers of such a part in each of four blocks.
    let part = |stage: u32, block: u32, layer: u32| {
        format!(
            "swinv2.encoder.layers.{stage}.blocks.{block}.attention.self.continuous_position_bias_mlp.{layer}.weight"
        )
    };
    let places: Vec<(u32, u32, u32)> = (0..2)
        .flat_map(|stage| (0..2).flat_map(move |block| [0, 2].map(|layer| (stage, block, layer))))
        .collect();
    let named: Vec<(String, [usize; 2])> = places
        .iter()
        .map(|&(stage, block, layer)| {
            (part(stage, block, layer), if layer == 0 { [16, 2] } else { [3, 16] })
        })
        .collect();
    let tensors: Vec<(&str, &[usize], Vec<f32>)> = named
        .iter()
        .map(|(name, shape)| (name.as_str(), &shape[..], smooth(shape[0], shape[1])))
        .collect();
    write_tensors(&path.join("model.safetensors"), &tensors);
    let answer = model(path);
    for &(stage, block, layer) in &places {
        let own = tensor(&answer, &part(stage, block, layer));
        assert_eq!(own["layers"], json!([2 * stage + block]), "{own}");
        assert_eq!((&own["kind"], &own["scene"]), (&json!("coordinates"), &Value::Null), "{own}");
    }
    // No two lines have the same name.
    let words = answer["verdict"].as_str().unwrap();
    assert!(words.contains("blocks.*.attention.self.continuous_position_bias_mlp.0"), "{words}");
    assert!(words.contains("blocks.*.attention.self.continuous_position_bias_mlp.2"), "{words}");
}

#[test]
fn tables_of_a_rule_that_hold_other_values_are_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let config = json!({"model_type": "whisper", "d_model": 8, "max_source_positions": 40});
    fs::write(path.join("config.json"), config.to_string()).unwrap();
    let name = "model.encoder.embed_positions.weight";
    let write = |values: Vec<f32>| {
        write_tensors(&path.join("model.safetensors"), &[(name, &[40, 8], values)]);
        tensor(&model(path), name).clone()
    };
    for values in [smooth(40, 8), vec![0.0; 320]] {
        let other = write(values);
        assert_eq!(other["agrees"], false, "{other}");
        let verdict = other["verdict"].as_str().unwrap();
        assert!(verdict.contains("The class has the sinusoids of whisper"), "{verdict}");
    }
    let table = |i: usize| {
        let (t, j) = ((i / 8) as f64, i % 8);
        let angle = t * 10_000_f64.powf(-((j % 4) as f64) / 3.0);
        if j < 4 { angle.sin() as f32 } else { angle.cos() as f32 }
    };
    let right = write((0..320).map(table).collect());
    assert_eq!(right["agrees"], true, "{right}");
}

#[test]
fn factors_and_biases_beside_sinusoids_are_told_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (config, name, shape, told) in [
        (
            json!({"model_type": "xlnet"}),
            "transformer.layer.0.rel_attn.r_r_bias",
            &[2, 4][..],
            "A bias that is added to queries",
        ),
        (
            json!({"model_type": "speecht5"}),
            "speecht5.encoder.prenet.encode_positions.alpha",
            &[1][..],
            "A learned factor",
        ),
    ] {
        fs::write(path.join("config.json"), config.to_string()).unwrap();
        let values = smooth(1, shape.iter().product());
        write_tensors(&path.join("model.safetensors"), &[(name, shape, values)]);
        let own = tensor(&model(path), name).clone();
        assert!(own["verdict"].as_str().unwrap().contains(told), "{own}");
        assert_eq!(own["agrees"], Value::Null, "{own}");
    }
}

fn buckets() -> Vec<f32> {
    let value = |i: usize| if i.is_multiple_of(2) { -0.1 * ((i / 2) % 16) as f32 } else { 0.5 };
    (0..64).map(value).collect()
}

/// Layers with biases of their own are one picture each.
#[test]
fn every_layer_with_a_bias_of_its_own_is_told_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let name = |layer: usize| {
        format!("encoder.block.{layer}.layer.0.SelfAttention.relative_attention_bias.weight")
    };
    let names: Vec<String> = (0..3).map(name).collect();
    let scaled = |by: f32| buckets().iter().map(|it| it * by).collect::<Vec<_>>();
    let tensors: Vec<(&str, &[usize], Vec<f32>)> = names
        .iter()
        .zip([1.0, 2.0, 3.0])
        .map(|(it, by)| (&**it, &[32, 2][..], scaled(by)))
        .collect();
    write_tensors(&folder.path().join("model.safetensors"), &tensors);
    let config = r#"{"model_type": "umt5", "num_heads": 2, "num_layers": 3}"#;
    fs::write(folder.path().join("config.json"), config).unwrap();
    let answer = model(folder.path());
    for (layer, name) in (0..).zip(&names) {
        assert_eq!(tensor(&answer, name)["layers"], json!([layer]), "{name}");
    }
    let scene = tensor(&answer, &names[1])["scene"].as_str().unwrap().to_owned();
    let figure = folder.path().join("layers.svg");
    let drawn = ["--text", "live", "-o", figure.to_str().unwrap()];
    let scene = ["--trust-files", "--scene", &scene];
    let output = phasor(&[&["figure", "bias-layers"], &scene[..], &drawn].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(figure).unwrap();
    for part in ["enc 0", "enc 1", "enc 2", "3 layers, each with biases of its own"] {
        assert!(text.contains(part), "{part}");
    }
}

/// Without a class and without a name that speaks of positions, the numbers do; those of other layers do not.
#[test]
fn encodings_without_names_are_found_by_their_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let angle = |i: usize| (i / 16) as f64 / 10_000_f64.powf((i % 16 / 2 * 2) as f64 / 16.0);
    let waves = |i: usize| if i.is_multiple_of(2) { angle(i).sin() } else { angle(i).cos() };
    let ladder = |i: usize| 10_000_f64.powf(-(i as f64) / 16.0) as f32;
    let list = |num: usize, of: &dyn Fn(usize) -> f32| (0..num).map(of).collect::<Vec<f32>>();
    write_tensors(
        &path,
        &[
            ("net.table", &[50, 16], list(800, &|i| waves(i) as f32)),
            ("net.rates", &[16], list(16, &ladder)),
            ("net.cosines", &[50, 16], list(800, &|i| angle(i / 16 * 16 + i % 16).cos() as f32)),
            ("net.norm", &[16], vec![1.0; 16]),
            ("net.gains", &[8], list(8, &|i| 1.0 - i as f32 / 8.0)),
            ("net.ones", &[8, 8], vec![1.0; 64]),
            ("net.mix", &[50, 16], smooth(50, 16)),
        ],
    );
    let answer = model(&path);
    let found: Vec<(&Value, &Value)> = answer["tensors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (&it["name"], &it["found_by"]))
        .collect();
    let by_content = json!("content");
    let names = ["net.cosines", "net.rates", "net.table"].map(|name| json!(name));
    assert_eq!(found, names.each_ref().map(|name| (name, &by_content)), "{answer:#}");
    assert!(
        tensor(&answer, "net.table")["verdict"]
            .as_str()
            .unwrap()
            .contains("Attention Is All You Need")
    );
}

#[test]
fn learned_biases_are_curves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let name = "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight";
    let file = path.join("model.safetensors");
    write_tensors(&file, &[(name, &[32, 2], buckets())]);
    let config = r#"{"model_type": "t5", "num_heads": 2, "relative_attention_num_buckets": 32}"#;
    fs::write(path.join("config.json"), config).unwrap();
    let answer = model(path);
    let it = tensor(&answer, name);
    assert_eq!(
        (&it["kind"], &it["agrees"], &it["layers"]),
        (&json!("t5_bias"), &json!(true), &json!("all"))
    );
    let heads = it["heads"].as_array().unwrap();
    // Bucket 7 is the first at which the bias has fallen by ln 2.
    assert_eq!((&heads[0]["half"], &heads[1]["half"]), (&json!(7.0), &Value::Null), "{heads:?}");
    assert!(heads[0]["slope"].as_f64().unwrap() > 0.005, "{heads:?}");
    assert_eq!(heads[1]["slope"].as_f64(), Some(0.0), "{heads:?}");
    let file = file.to_str().unwrap();
    let scene = it["scene"].as_str().unwrap();
    let exported = phasor(&[
        "export",
        "bias",
        "--scene",
        scene,
        "--trust-files",
        "--offsets=-3..2",
        "-o",
        "-",
    ]);
    let text = String::from_utf8(exported.stdout).unwrap();
    assert!(text.starts_with("offset,bias\n-3,-0.3"), "{text}");
    assert!(
        phasor(&["export", "bias", "--scene", scene, "-o", "-"]).status.code() == Some(2),
        "not asked for"
    );
    let turned = path.join("turned.safetensors");
    write_tensors(&turned, &[(name, &[2, 32], buckets())]);
    let answer = model(&turned);
    assert_eq!(
        tensor(&answer, name)["agrees"],
        json!(false),
        "heads and buckets are exchanged: {answer}"
    );
    let scene_of = |file: &str| format!("convention=t5&bias_table={file}&tensor={name}");
    let same = phasor(&["compare", &scene_of(file), &scene_of(file)]);
    assert_eq!(same.status.code(), Some(0), "{}", String::from_utf8_lossy(&same.stderr));
}

#[test]
fn what_is_wrong_is_told_and_the_rest_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let good = json!({"dtype": "F32", "shape": [8, 4], "data_offsets": [0, 128]});
    for (other, told) in [
        (json!({"dtype": "F32", "shape": [8, 4], "data_offsets": [64, 900]}), "ends at byte 900"),
        (json!({"dtype": "F32", "shape": [8, 4], "data_offsets": [64, 192]}), "share bytes"),
        (
            json!({"dtype": "F32", "shape": [1_u64 << 40, 1_u64 << 40], "data_offsets": [0, 128]}),
            "not their size",
        ),
        (json!(7), "has no dtype"),
    ] {
        let file = path.join("model.safetensors");
        write_raw(&file, &json!({"wpe.weight": good, "x.weight": other}), &[0; 200]);
        let answer = model(&file);
        assert_eq!(tensor(&answer, "wpe.weight")["shape"], json!([8, 4]), "{told}");
        assert!(has_notice(&answer, told), "{told}: {answer}");
    }
    let shards = path.join("shards");
    fs::create_dir(&shards).unwrap();
    let index = json!({"weight_map": {"wpe.weight": "model-00001-of-00002.safetensors", "h.0.mlp.weight": "model-00002-of-00002.safetensors",
        "h.0.relative_attention_bias.weight": "model-00002-of-00002.safetensors",
        "secret": "../model.safetensors", "ghost": "model-00001-of-00002.safetensors"}});
    fs::write(shards.join("model.safetensors.index.json"), index.to_string()).unwrap();
    write_tensors(
        &shards.join("model-00001-of-00002.safetensors"),
        &[("wpe.weight", &[16, 4], smooth(16, 4))],
    );
    let answer = model(&shards);
    tensor(&answer, "wpe.weight");
    for told in [
        "model-00002-of-00002.safetensors",
        "tensors about positions: h.0.relative_attention_bias.weight",
        "not in its folder",
        "lacks 1 of the tensors",
    ] {
        assert!(has_notice(&answer, told), "{told}: {answer}");
    }
}

#[test]
fn all_tensors_are_asked_by_their_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("any.safetensors");
    let sinusoid: Vec<f32> = (0..64 * 16)
        .map(|i| {
            let angle = f64::from(i / 16) / 1e4_f64.powf(f64::from(i % 16 / 2) / 8.0);
            (if i % 2 == 0 { angle.sin() } else { angle.cos() }) as f32
        })
        .collect();
    let layer: Vec<f32> =
        (0..64_u64 * 16).map(|i| ((i * 7919 % 1009) as f32 / 504.5) - 1.0).collect();
    write_tensors(&file, &[("a", &[64, 16], sinusoid), ("b", &[64, 16], layer)]);
    let output = phasor(&["identify", file.to_str().unwrap(), "--all", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<&str> = answer["tensors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!((names, &answer["asked"]), (vec!["a"], &json!(2)), "{answer}");
    assert_eq!(answer["tensors"][0]["identity"]["certain"], json!(true), "{answer}");
}

#[test]
fn folders_are_compared_by_their_learned_tables() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/examples");
    let folder = tempfile::tempdir().unwrap();
    let copy = |name: &str| {
        fs::create_dir(folder.path().join(name)).unwrap();
        for file in ["config.json", "model.safetensors"] {
            fs::copy(examples.join("bert").join(file), folder.path().join(name).join(file))
                .unwrap();
        }
    };
    copy("before");
    copy("after");
    // A config with more rows than the checkpoint: the tokens that fit are those of the rows.
    let config = fs::read_to_string(folder.path().join("after/config.json")).unwrap();
    let config =
        config.replace("\"max_position_embeddings\": 256", "\"max_position_embeddings\": 300");
    fs::write(folder.path().join("after/config.json"), config).unwrap();
    let [before, after] = ["before", "after"].map(|name| folder.path().join(name));
    let compared = phasor(&["compare", before.to_str().unwrap(), after.to_str().unwrap()]);
    let compared = String::from_utf8(compared.stdout).unwrap();
    assert!(compared.contains("equal, bit for bit: 256 positions × 64 columns"), "{compared}");
    let answer = model(&after);
    assert_eq!(answer["max_tokens"], 256);
    let verdict = answer["tensors"][0]["verdict"].as_str().unwrap();
    assert!(verdict.contains("Rows 192–255 look as they were initialized"), "{verdict}");
}
