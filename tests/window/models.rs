//! Models from files: whatever a configuration or a checkpoint says about positions is on the screen, with its picture.

use std::{fs, path::Path};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use phasor::{picture::Shape, views::View};
use serde_json::json;

use super::{
    Window, app, choose_from, click, click_at, drawing, enter, find_view, open_views, scene,
    settle, summary,
    tables::{drop_file, text},
    view_rect, wait_for_notice, wait_until, window,
};
use crate::tensors::{write_raw, write_tensors};

/// Drops the folder of a model on the window, and waits until its list says a sentence.
#[track_caller]
fn opened(folder: &Path, sentence: &str) -> Window {
    let mut window = window("");
    drop_file(&mut window, folder);
    wait_until(&mut window, format_args!("{sentence:?} in the list"), |it| {
        find_view(it, View::Tensors)?;
        summary(it, View::Tensors).contains(sentence).then_some(())
    });
    window
}

fn write_config(folder: &Path, config: &serde_json::Value) {
    fs::write(folder.join("config.json"), config.to_string()).unwrap();
}

#[test]
fn every_configuration_is_told_beside_what_it_makes() {
    const ALONE: &[View] = &[View::Tensors];
    const BIAS: &[View] = &[View::Tensors, View::Bias, View::BiasMatrix];
    const SLOPES: &[View] = &[View::Tensors, View::Bias, View::BiasMatrix, View::BiasLayers];
    const ROWS: &[View] = &[View::Tensors, View::Heatmap, View::Similarity];
    for (config, sentence, views, named) in [
        (
            json!({"model_type": "bloom", "n_head": 16, "hidden_size": 64}),
            "ALiBi: 16 heads, slopes 0.7071 to 0.0039",
            SLOPES,
            "convention=alibi-bloom&heads=16",
        ),
        (
            json!({"model_type": "t5", "num_heads": 4, "relative_attention_num_buckets": 16}),
            "16 buckets, 4 heads",
            BIAS,
            "convention=t5&heads=4&buckets=16",
        ),
        (
            json!({"model_type": "whisper", "d_model": 64, "max_source_positions": 150}),
            "Sinusoidal: 150 rows of width 64",
            ROWS,
            "convention=whisper&d_model=64&length=150",
        ),
        (
            json!({"model_type": "m2m_100", "d_model": 32, "max_position_embeddings": 60, "pad_token_id": 1}),
            "the first token uses row 2",
            ROWS,
            "convention=hf-m2m100&d_model=32&length=60",
        ),
        (
            json!({"model_type": "vit_mae", "hidden_size": 64, "image_size": 96, "patch_size": 16}),
            "Sinusoids of a grid: 37 rows of width 64",
            ROWS,
            "convention=vit-mae&grid=6x6&d_model=64",
        ),
        (
            json!({"model_type": "bert", "max_position_embeddings": 40, "hidden_size": 24}),
            "so 40 tokens fit",
            ALONE,
            "model=",
        ),
        (
            json!({"model_type": "mamba", "hidden_size": 24}),
            "order comes from the recurrent state",
            ALONE,
            "model=",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        write_config(folder.path(), &config);
        let window = opened(folder.path(), sentence);
        let mut open = open_views(&window);
        open.sort();
        let mut expected = views.to_vec();
        expected.sort();
        assert_eq!(open, expected, "{config}");
        for view in views {
            // Of two tabs one is in front.
            let is_behind = *view == View::BiasLayers;
            assert!(is_behind || find_view(&window, *view).is_some(), "{view:?} of {config}");
        }
        let shown = scene(&window);
        assert!(shown.contains(named), "{shown} of {config}");
    }
}

#[test]
fn rotation_is_told_beside_all_else_that_gives_positions() {
    for (config, sentences) in [
        (
            json!({"model_type": "qwen2_vl", "max_position_embeddings": 4096}),
            [
                "vision; rotary, two axes",
                "text decoder; rotary, three axes",
                "tokens that fit; any number; max_position_embeddings is 4096",
            ],
        ),
        (
            json!({"model_type": "gptj", "n_positions": 1024}),
            ["text decoder; rotary", "at most 1024 tokens fit", "tokens that fit; at most 1024"],
        ),
        (
            json!({"model_type": "gemma3", "vision_config": {"image_size": 896, "patch_size": 14}}),
            [
                "4096 rows",
                "vision_tower.embeddings.position_embedding.weight",
                "text decoder; rotary",
            ],
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        write_config(folder.path(), &config);
        let mut window = window("");
        drop_file(&mut window, folder.path());
        let told = wait_until(&mut window, format_args!("the view of {config}"), |it| {
            find_view(it, View::Config)?;
            Some(summary(it, View::Config))
        });
        for sentence in sentences {
            assert!(told.contains(sentence), "{sentence} of {config}: {told}");
        }
    }
}

#[test]
fn another_encoding_is_no_longer_about_the_model() {
    let folder = tempfile::tempdir().unwrap();
    write_config(folder.path(), &json!({"model_type": "bloom", "n_head": 16}));
    let mut window = opened(folder.path(), "ALiBi: 16 heads");
    assert!(scene(&window).contains("about="), "{}", scene(&window));
    super::choose_convention(&mut window, "Whisper");
    assert!(!scene(&window).contains("about="), "{}", scene(&window));
    assert!(app(&window).state().scene().model_facts().is_none());
}

#[test]
fn what_a_checkpoint_lacks_is_said_beside_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let config = json!({"model_type": "bert", "max_position_embeddings": 40, "hidden_size": 24});
    write_config(folder.path(), &config);
    let table = "bert.embeddings.position_embeddings.weight";
    let words = "bert.embeddings.word_embeddings.weight";
    let values: Vec<f32> = (0..40 * 24).map(|i| (i as f32 * 0.37).sin()).collect();
    write_tensors(
        &folder.path().join("model-00001-of-00002.safetensors"),
        &[(table, &[40, 24], values)],
    );
    let [first, second] = [1, 2].map(|i| format!("model-0000{i}-of-00002.safetensors"));
    let index = json!({"metadata": {}, "weight_map": {table: first, words: second}});
    fs::write(folder.path().join("model.safetensors.index.json"), index.to_string()).unwrap();
    let window = opened(folder.path(), "cannot read");
    assert!(find_view(&window, View::Heatmap).is_some(), "the table is drawn");
    // A shard that is opened alone belongs to the whole.
    let shard = folder.path().join("model-00001-of-00002.safetensors");
    drop(opened(&shard, "cannot read"));
    // Without the shard of the table, its configuration is told.
    fs::rename(&shard, folder.path().join("model-00002-of-00002.safetensors")).unwrap();
    let window = opened(folder.path(), "where the index places tensors about positions");
    assert_eq!(open_views(&window), [View::Tensors]);
}

#[test]
fn tensor_of_a_file_that_was_cut_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let header = json!({
        "wpe.weight": {"dtype": "F32", "shape": [8, 4], "data_offsets": [0, 128]},
        "wte.weight": {"dtype": "F32", "shape": [90, 4], "data_offsets": [128, 1568]},
    });
    write_raw(&path, &header, &[0x3e; 200]);
    let window = opened(&path, "ends at byte 1568");
    assert!(find_view(&window, View::Heatmap).is_some(), "{}", text(&path));
}

/// Before and after fine-tuning: the folder of a model is compared by the table that was trained.
#[test]
fn folder_of_a_model_becomes_b_by_its_learned_table() {
    let config = json!({"model_type": "bert", "max_position_embeddings": 40, "hidden_size": 24});
    let model = |seed: f32| {
        let folder = tempfile::tempdir().unwrap();
        write_config(folder.path(), &config);
        let values: Vec<f32> = (0..40 * 24).map(|i| (i as f32 * seed).sin()).collect();
        let table = "bert.embeddings.position_embeddings.weight";
        let path = folder.path().join("model.safetensors");
        write_tensors(&path, &[(table, &[40, 24], values)]);
        folder
    };
    let (before, after) = (model(0.37), model(0.38));
    let mut window = opened(before.path(), "40 tokens fit");
    choose_from(&mut window, "Compare with", "Model from a file…");
    enter(&mut window, "Path of a file", text(after.path()));
    wait_until(&mut window, "A and B", |it| {
        let b = app(it).state().scene().b()?;
        (b.num_columns() == 24 && !b.is_unread()).then_some(())
    });
    let title = app(&window).state().scene().title_of_b().unwrap();
    let name = after.path().file_name().unwrap().to_str().unwrap();
    assert!(title.contains(&format!("{name}/model.safetensors")), "{title}");
}

/// A click on a tensor opens its views; undone, the list is there again.
#[test]
fn undo_of_a_click_on_a_tensor_leads_back_to_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let values: Vec<f32> = (0..49 * 4).map(|i| (i as f32 * 0.37).sin()).collect();
    let name = "layers.0.blocks.0.attn.relative_position_bias_table";
    let other = "embeddings.position_embeddings.weight";
    write_tensors(
        &folder.path().join("model.safetensors"),
        &[(name, &[49, 4], values.clone()), (other, &[49, 4], values)],
    );
    let mut window = opened(folder.path(), "window");
    let before = open_views(&window);
    let shown = scene(&window);
    let row = drawing(&window, View::Tensors).shapes.iter().find_map(|shape| match shape {
        Shape::Text(it) if it.text.starts_with("layers.0") => Some(it.at),
        _ => None,
    });
    let row = row.expect("the tensor has a row");
    let corner = view_rect(&window, View::Tensors).min;
    click_at(&mut window, corner + egui::vec2(row.x + 8.0, row.y - 3.0), Modifiers::default());
    wait_until(&mut window, "its window of offsets", |it| find_view(it, View::Window).map(drop));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    wait_until(&mut window, "the list", |it| (open_views(it) == before).then_some(()));
    assert_eq!(scene(&window), shown);
}

#[test]
fn list_of_a_model_without_numbers_is_exported() {
    let folder = tempfile::tempdir().unwrap();
    write_config(folder.path(), &json!({"model_type": "xclip"}));
    let mut window = opened(folder.path(), "tokens that fit");
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(&mut window);
    window.get_by_label("The model's configuration has none.");
    assert_eq!(window.query_all_by_label("Similarity").count(), 0, "no numbers are offered");
    let path = folder.path().join("list.svg");
    click(&mut window, "svg");
    enter(&mut window, "File", text(&path));
    wait_for_notice(&mut window, "Wrote");
    let figure = fs::read_to_string(&path).unwrap();
    assert!(figure.contains("tokens that fit") && !figure.contains("has not been read"));
}

#[test]
fn cosines_beside_their_sines_are_opened_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.safetensors");
    let table = |wave: fn(f32) -> f32| -> Vec<f32> {
        (0..64 * 16).map(|i| wave((i / 16) as f32 * 0.3_f32.powi(i % 16))).collect()
    };
    let tensors = [
        ("rope.sin", &[64, 16][..], table(f32::sin)),
        ("rope.cos", &[64, 16][..], table(f32::cos)),
    ];
    write_tensors(&path, &tensors);
    let mut window = window("");
    drop_file(&mut window, &path);
    wait_until(&mut window, "the cosines", |it| {
        scene(it).contains("tensor=rope.cos").then_some(())
    });
    window.get_by_label("Other tensors…");
}

/// A configuration of a type that the program does not know is shown as most models turn, which is said.
#[test]
fn configuration_of_an_unknown_type_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let config = json!({
        "model_type": "acme", "hidden_size": 2048, "num_attention_heads": 32, "rope_theta": 500_000.0,
        "max_position_embeddings": 8192, "rope_scaling": {"type": "linear", "factor": 4.0}
    });
    write_config(folder.path(), &config);
    let mut window = window("");
    drop_file(&mut window, &folder.path().join("config.json"));
    super::wait_for(
        &mut window,
        "The configuration does not say how many dimensions of a head turn (here all 64), nor which of them turn together (here \
         halves)",
    );
    assert!(scene(&window).contains("rotary_dim=64&pairing=halves"), "{}", scene(&window));
    let rotary = app(&window).state().scene().rotary().unwrap().clone();
    assert_eq!((rotary.base(), rotary.head_dim()), (500_000.0, 64));
}
