//! Mechanisms of positions of every known model type.

use phasor::model::{Config, Mechanism, Reader, max_tokens};
use serde_json::Value;

fn mechanisms(config: &Value) -> Vec<Mechanism> {
    let config = Config::of_file(config.to_string().into_bytes());
    let rotary = config.model(None, Reader::Transformers5).ok();
    config.mechanisms(None, rotary.as_deref())
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
        (config.known_type().as_deref(), config.mechanisms(None, None).len()),
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
fn conditions_say_which_layers() {
    let layers = |text: &str| -> Vec<(String, Option<Vec<u32>>)> {
        let found = mechanisms(&serde_json::from_str(text).unwrap());
        found.into_iter().map(|it| (it.kind, it.layers)).collect()
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
