//! Mechanisms of positions of every known model type.

use std::collections::{BTreeMap, BTreeSet};

use phasor::model::{Config, Mechanism, Model, Reader, is_unlimited, max_tokens};
use serde_json::Value;

fn mechanisms(config: &Value) -> Vec<Mechanism> {
    let config = Config::of_file(config.to_string().into_bytes());
    config.mechanisms(None, Reader::Transformers5).to_vec()
}

#[test]
fn every_model_type_answers() {
    let asset: Value =
        serde_json::from_str(include_str!("../../assets/models/mechanisms.json")).unwrap();
    let types = asset["model_types"].as_object().unwrap();
    assert_eq!(types.len(), 822);
    let mut num_unknown = 0;
    for (model_type, row) in types {
        let found = mechanisms(&serde_json::json!({ "model_type": model_type }));
        // What the defaults switch off is left out; all else stays.
        let always = row["mechanisms"].as_array().unwrap();
        let always = always.iter().filter(|it| it["condition"].is_null());
        assert!(found.len() >= always.count(), "{model_type}: {found:?}");
        for it in &found {
            // A number that is not known has its reason.
            let has_reason = it.note.as_deref().is_some_and(|note| note.contains("rows: "));
            num_unknown += usize::from(has_reason);
            assert!(it.layers.as_ref().is_none_or(|layers| !layers.is_empty()), "{model_type}");
        }
    }
    assert!(num_unknown < 180, "{num_unknown} rows are not computed");
}

#[test]
fn tokens_are_unlimited_where_no_table_is_read() {
    for (model_type, is_free) in [
        ("llama", true),
        ("qwen2_vl", true),
        ("gemma3", true),
        ("modernbert", true),
        ("jamba", true),
        ("bloom", true),
        // Angles of the largest image, of a table of sines, of the codebooks of a frame.
        ("pixtral", false),
        ("gptj", false),
        ("csm_depth_decoder_model", false),
        ("bert", false),
        ("vit", false),
    ] {
        let found = mechanisms(&serde_json::json!({ "model_type": model_type }));
        assert_eq!(is_unlimited(&found), is_free, "{model_type}: {found:?}");
    }
}

#[test]
fn rows_and_tokens_follow_the_file() {
    let cases = [
        (r#"{"model_type":"bert"}"#, Some(512)),
        (r#"{"model_type":"bert","max_position_embeddings":2048}"#, Some(2048)),
        (r#"{"model_type":"roberta","max_position_embeddings":514}"#, Some(512)),
        (r#"{"model_type":"opt","max_position_embeddings":2048}"#, Some(2048)),
        (r#"{"model_type":"gpt2","n_positions":1024}"#, Some(1024)),
        (r#"{"model_type":"whisper"}"#, Some(448)),
        (r#"{"model_type":"clip"}"#, Some(77)),
        (r#"{"model_type":"vit","image_size":384}"#, Some(577)),
        (r#"{"model_type":"t5"}"#, None),
        (r#"{"model_type":"bloom"}"#, None),
        (r#"{"model_type":"mamba"}"#, None),
        (r#"{"model_type":"llama"}"#, None),
        // Its table is made anew for longer sequences.
        (r#"{"model_type":"m2m_100"}"#, None),
        (r#"{"model_type":"speecht5"}"#, None),
        (r#"{"model_type":"seamless_m4t"}"#, None),
        // What its encoder takes.
        (r#"{"model_type":"led"}"#, Some(16_384)),
        // As many as the class makes biases for.
        (r#"{"model_type":"mpt","n_heads":32,"max_seq_len":4096}"#, Some(4096)),
        // Rows for coordinates, feature levels and other things than tokens.
        (r#"{"model_type":"layoutlm","max_position_embeddings":256}"#, Some(256)),
        (r#"{"model_type":"tapas"}"#, Some(1024)),
        (r#"{"model_type":"udop"}"#, None),
        (r#"{"model_type":"glm5_next"}"#, None),
        (r#"{"model_type":"deformable_detr"}"#, None),
        (r#"{"model_type":"mlcd"}"#, None),
        // More than a number that a table has.
        (r#"{"model_type":"bert","max_position_embeddings":99999999999999999999}"#, None),
    ];
    for (text, expected) in cases {
        let found = mechanisms(&serde_json::from_str(text).unwrap());
        assert_eq!(max_tokens(&found), expected, "{text}: {found:?}");
    }
}

#[test]
fn a_byte_order_mark_and_types_within_change_nothing() {
    let bytes = "\u{feff}{\"model_type\": \"bert\"}".as_bytes().to_vec();
    let config = Config::of_file(bytes);
    assert_eq!(
        (config.known_type().as_deref(), config.mechanisms(None, Reader::Transformers5).len()),
        (Some("bert"), 1)
    );
    // Another text model brings its own mechanisms; a part with the type of the whole keeps those of the class.
    let text = r#"{"model_type":"llava","text_config":{"model_type":"opt"}}"#;
    let found = mechanisms(&serde_json::from_str(text).unwrap());
    assert_eq!(max_tokens(&found), Some(2048), "{found:?}");
    let text = r#"{"model_type":"qwen3_vl","vision_config":{"model_type":"qwen3_vl"}}"#;
    let plain = mechanisms(&serde_json::from_str(r#"{"model_type":"qwen3_vl"}"#).unwrap());
    assert_eq!(mechanisms(&serde_json::from_str(text).unwrap()), plain);
}

#[test]
fn positions_of_diffusion_models_follow_their_classes() {
    let of = |text: &str| mechanisms(&serde_json::from_str(text).unwrap());
    let flux = &of(r#"{"_class_name":"FluxTransformer2DModel","attention_head_dim":128}"#)[0];
    assert_eq!(
        (flux.kind.key(), flux.axes.join(" ")),
        ("rotary_3d", "time rows columns".to_owned())
    );
    assert!(flux.note.as_ref().is_some_and(|note| note.contains("16 for time, 56 for rows")));
    let flux2 = &of(r#"{"_class_name":"Flux2Transformer2DModel"}"#)[0];
    assert_eq!(flux2.axes, ["time", "rows", "columns", "text"]);
    let unknown = &of(r#"{"_class_name":"NewTransformer2DModel","axes_dims_rope":[8,8,8,8]}"#)[0];
    assert_eq!(
        unknown.axes,
        ["axis-0", "axis-1", "axis-2", "axis-3"],
        "nothing says what they are"
    );
    let cogvideo = |key: &str| {
        let text = format!(
            r#"{{"_class_name":"CogVideoXTransformer3DModel","attention_head_dim":64{key}}}"#
        );
        of(&text)[0].kind.key()
    };
    assert_eq!(cogvideo(""), "grid_sinusoidal");
    assert_eq!(cogvideo(r#","use_learned_positional_embeddings":true"#), "learned");
    assert_eq!(cogvideo(r#","use_rotary_positional_embeddings":true"#), "rotary_3d");
    let aura = &of(r#"{"_class_name":"AuraFlowTransformer2DModel","pos_embed_max_size":1024}"#)[0];
    assert_eq!((aura.kind.key(), aura.rows), ("learned", Some(1024)));
    // Of a class that is not known, neither base nor pairs are guessed.
    let config = Config::of_file(br#"{"_class_name":"New","axes_dim":[8,8]}"#.to_vec());
    let set = &config.model(None, Reader::Transformers5).unwrap().sets[0];
    assert_eq!((set.base.is_none(), set.pairing.is_none()), (true, true), "{set:?}");
}

#[test]
fn numbers_that_json_lacks_are_read_as_python_writes_them() {
    let text = r#"{"model_type":"nemotron_h","num_hidden_layers":4,"hidden_size":512,
        "hybrid_override_pattern":"M-*-","time_step_limit":[0.0, Infinity], "other": NaN}"#;
    let config = Config::of_file(text.as_bytes().to_vec());
    assert_eq!(config.known_type().as_deref(), Some("nemotron_h"));
    assert!(!config.mechanisms(None, Reader::Transformers5).is_empty());
}

#[test]
fn tables_that_the_class_does_not_ask_for_are_told() {
    let text =
        r#"{"model_type":"bert","position_embedding_type":"alibi","auto_map":{"AutoModel":"x"}}"#;
    let found = mechanisms(&serde_json::from_str(text).unwrap());
    let note = found[0].note.as_deref().unwrap_or_default();
    assert!(note.contains("\"alibi\"") && note.contains("auto_map"), "{note}");
    assert_eq!((found[0].kind.key(), max_tokens(&found)), ("alibi", None), "by its own code");
    let mosaic = r#"{"model_type":"bert","alibi_starting_size":512,"auto_map":{"AutoModel":"x"}}"#;
    assert_eq!(mechanisms(&serde_json::from_str(mosaic).unwrap())[0].kind.key(), "alibi");
    let older = r#"{"model_type":"bert","position_embedding_type":"relative_key"}"#;
    assert_eq!(mechanisms(&serde_json::from_str(older).unwrap())[0].kind.key(), "learned");
    let plain = mechanisms(&serde_json::from_str(r#"{"model_type":"bert"}"#).unwrap());
    assert_eq!(plain[0].note, None);
}

/// Lists that a class makes of keys with other names.
#[test]
fn layers_are_those_of_keys_with_other_names() {
    for (text, kind, layers) in [
        (
            r#"{"model_type":"nemotron_h","hybrid_override_pattern":"M-M*-ME*"}"#,
            "none",
            &[3, 7][..],
        ),
        (
            r#"{"model_type":"kimi_linear","num_hidden_layers":5,
                "linear_attn_config":{"full_attn_layers":[4],"kda_layers":[1,2,3,5]}}"#,
            "none",
            &[3],
        ),
        (r#"{"model_type":"lfm2","num_hidden_layers":4,"full_attn_idxs":[2]}"#, "rotary", &[2]),
        (
            r#"{"model_type":"smollm3","num_hidden_layers":7,"no_rope_layer_interval":3}"#,
            "none",
            &[2, 5],
        ),
        (
            r#"{"model_type":"llama4_text","num_hidden_layers":7,"no_rope_layer_interval":3,
                "no_rope_layers":null}"#,
            "none",
            &[2, 5],
        ),
    ] {
        let found = mechanisms(&serde_json::from_str(text).unwrap());
        let own = found.iter().find(|it| it.kind.key() == kind);
        let own = own.unwrap_or_else(|| panic!("{text}: {found:?}"));
        assert_eq!(own.layers.as_deref(), Some(layers), "{text}");
    }
}

/// What a file switches on, off or leaves to a part that it lacks.
#[test]
fn mechanisms_are_those_that_the_class_builds() {
    let kinds = |text: &str| -> Vec<String> {
        let found = mechanisms(&serde_json::from_str(text).unwrap());
        found.into_iter().map(|it| format!("{} {}", it.kind.key(), it.place)).collect()
    };
    assert_eq!(kinds(r#"{"model_type":"timesfm"}"#), ["none time series"]);
    let switched_on = r#"{"model_type":"timesfm","use_positional_embedding":true}"#;
    assert_eq!(kinds(switched_on), ["sinusoidal time series"]);
    assert_eq!(kinds(r#"{"model_type":"deberta-v2"}"#), ["learned text encoder"]);
    let buckets = r#"{"model_type":"deberta-v2","relative_attention":true,"position_buckets":256,
        "position_biased_input":false}"#;
    assert_eq!(kinds(buckets), ["relative_table text encoder"]);
    let donut = r#"{"model_type":"vision-encoder-decoder","encoder":{"model_type":"donut-swin"},
        "decoder":{"model_type":"mbart"}}"#;
    assert_eq!(kinds(donut), ["relative_table vision", "learned decoder"], "no second encoder");
    let video = r#"{"_class_name":"CogVideoXTransformer3DModel","attention_head_dim":64,
        "use_rotary_positional_embeddings":true,"use_learned_positional_embeddings":true}"#;
    assert_eq!(kinds(video), ["rotary_3d patches", "learned vision"]);
    let width = |text: &str| mechanisms(&serde_json::from_str(text).unwrap())[0].width;
    assert_eq!(width(r#"{"model_type":"xlm","emb_dim":1024}"#), Some(1024));
    let flat = r#"{"model_type":"llava","hidden_size":5120,"num_hidden_layers":40}"#;
    assert_eq!(width(flat), Some(1024), "the width of the text is not that of the vision");
}

#[test]
fn numbers_that_the_class_leaves_are_told() {
    let read = |text: &str, reader| Model::from_json(text, None, reader).unwrap();
    let dbrx = r#"{"model_type":"dbrx","attn_config":{"rope_theta":500000}}"#;
    for (reader, base) in [
        (Reader::Transformers5, 1e4),
        (Reader::Transformers4, 5e5),
        (Reader::Vllm, 5e5),
        (Reader::LlamaCpp, 5e5),
    ] {
        let model = read(dbrx, reader);
        assert_eq!(model.sets[0].base.as_ref().map(|it| it.value), Some(base), "{reader:?}");
        let is_told = model.notices.iter().any(|it| it.contains("attn_config.rope_theta, 500000"));
        assert_eq!(is_told, base == 1e4, "{reader:?}: {:?}", model.notices);
    }
    let flat = read(r#"{"model_type":"llava","num_hidden_layers":40}"#, Reader::Transformers5);
    assert!(flat.notices.iter().any(|it| it.contains("num_hidden_layers in text_config")));
    let plain = r#"{"model_type":"deepseek_v2","use_mla":false,"qk_rope_head_dim":0,
        "hidden_size":1280,"num_attention_heads":10}"#;
    let model = read(plain, Reader::Transformers5);
    assert_eq!(model.sets[0].head_dim.as_ref().map(|it| it.value), Some(128), "as Llama has it");
    assert!(model.notices.iter().any(|it| it.contains("use_mla is false")), "{:?}", model.notices);
    let long = r#"{"model_type":"zamba2","use_mem_rope":true,"use_long_context":true}"#;
    let long = read(long, Reader::Transformers5);
    assert!(long.notices.iter().any(|it| it.contains("16384")), "{:?}", long.notices);
    let own = r#"{"model_type":"striped","rope_theta":1e4,"num_hidden_layers":4,"head_dim":8,
        "attn_layer_idxs":[1]}"#;
    let own = read(own, Reader::Transformers5);
    assert_eq!(own.sets[0].layers, None, "the list is not understood");
    assert!(own.notices.iter().any(|it| it.contains("attn_layer_idxs")), "{:?}", own.notices);
}

#[test]
fn conditions_say_which_layers() {
    let layers = |text: &str| -> Vec<(String, Option<Vec<u32>>)> {
        let found = mechanisms(&serde_json::from_str(text).unwrap());
        found.into_iter().map(|it| (it.kind.key().to_owned(), it.layers)).collect()
    };
    let own = |kind: &str, layers: &[u32]| (kind.to_owned(), Some(layers.to_vec()));
    assert_eq!(
        layers(
            r#"{"model_type":"jamba","num_hidden_layers":6,"attn_layer_period":3,"attn_layer_offset":1}"#
        ),
        [own("recurrent", &[0, 2, 3, 5]), own("none", &[1, 4])]
    );
    let falcon = |alibi| format!(r#"{{"model_type":"falcon","alibi":{alibi}}}"#);
    assert_eq!(layers(&falcon(true))[0].0, "alibi");
    assert_eq!(layers(&falcon(false))[0].0, "rotary");
}

/// Shapes that the classes of transformers give to their tensors, read by `tests/readers/positional_tensors.py`.
#[test]
fn rows_and_widths_are_those_of_the_classes() {
    let mut shapes: BTreeMap<(&str, &str), Vec<Vec<u64>>> = BTreeMap::new();
    for line in include_str!("../data/positional_tensors.csv").lines().skip(1) {
        // Names of several tensors hold commas, and are quoted.
        let (model_type, rest) = line.split_once(',').unwrap();
        let (tensor, rest) = match rest.strip_prefix('"') {
            Some(rest) => rest.split_once("\",").unwrap(),
            None => rest.split_once(',').unwrap(),
        };
        let shape = rest.rsplit_once(',').unwrap().1;
        let shape = shape.split('x').filter(|it| !it.is_empty()).map(|it| it.parse().unwrap());
        shapes.entry((model_type, tensor)).or_default().push(shape.collect());
    }
    let (mut num_compared, mut wrong) = ([0, 0], Vec::new());
    let types: BTreeSet<&str> = shapes.keys().map(|&(model_type, _)| model_type).collect();
    for model_type in types {
        for it in mechanisms(&serde_json::json!({ "model_type": model_type })) {
            let tensor = it.tensor.as_deref().unwrap_or_default();
            let Some(shapes) = shapes.get(&(model_type, tensor)) else { continue };
            if let Some(rows) = it.rows.filter(|_| it.kind.key() == "learned") {
                // A table may be stored as a grid, as one for each axis, or as factors.
                let leading = |shape: &[u64]| shape.iter().rev().skip(1).product::<u64>();
                let is_it = |shape: &Vec<u64>| shape.contains(&rows) || leading(shape) == rows;
                let of_axes = shapes.iter().map(|shape| shape[0]).sum::<u64>() == rows;
                let of_grid =
                    |it: &Vec<u64>| it.len() == 4 && [it[1] * it[2], it[2] * it[3]].contains(&rows);
                let of_factors = shapes.iter().map(|it| leading(it)).product::<u64>() == rows;
                let is_told = of_axes || of_factors;
                if !is_told && !shapes.iter().any(|it| is_it(it) || of_grid(it)) {
                    wrong.push(format!("{model_type} {tensor}: {rows} rows of {shapes:?}"));
                }
                num_compared[0] += 1;
            }
            if let Some(width) = it.width.filter(|_| it.kind.key() == "learned") {
                let of_factors = shapes.iter().filter_map(|it| it.last()).sum::<u64>() == width;
                if !of_factors && !shapes.iter().any(|shape| shape.contains(&width)) {
                    wrong.push(format!("{model_type} {tensor}: width {width} of {shapes:?}"));
                }
                num_compared[1] += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(num_compared.iter().all(|&num| num > 200), "{num_compared:?}");
}
