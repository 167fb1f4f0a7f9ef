//! A pasted scene is shown or refused; it has no other effect.

use std::time::{Duration, Instant};

use egui::Event;
use egui_kittest::kittest::Queryable as _;
use phasor::scene::{PRESETS, Scene};

use super::{
    app, check_no_warning, click, finish_computations, monkey::GARBAGE, notices, scene, settle,
    wait_for, window,
};

/// Texts that ask for more than a picture.
const DEMANDS: [&str; 6] = [
    "vectors=/etc/passwd&views=tokens",
    "vectors=http://example.org/words.txt&views=tokens",
    "-o=table.csv&format=csv",
    "export=table&path=/tmp/table.csv",
    "d_model=4\nexport table -o /tmp/table.csv",
    "scene-from=/etc/passwd",
];

#[test]
fn pasted_scene_is_only_shown() {
    let mut window = window("");
    let presets = PRESETS.iter().map(|preset| preset.text);
    for text in GARBAGE.into_iter().chain(DEMANDS).chain(presets) {
        let before = scene(&window);
        window.event(Event::Paste(text.to_owned()));
        // The first frame takes the text, the second shows it.
        let began = Instant::now();
        window.run_steps(2);
        // Limit for two frames of a test build on a busy machine.
        assert!(began.elapsed() < Duration::from_secs(2), "{:?} for {text:?}", began.elapsed());
        let expected = match text.parse::<Scene>() {
            // Empty text is not a scene to paste.
            Ok(scene) if !text.is_empty() => scene.to_string(),
            _ => before,
        };
        assert_eq!(scene(&window), expected, "{text:?}");
        for _ in 0..6 {
            let commands = &window.output().platform_output.commands;
            assert!(commands.is_empty(), "{text:?} asks the system for {commands:?}");
            window.step();
        }
        for control in ["Browse…", "Choose…", "Cancel", "Open folder"] {
            assert!(window.query_by_label(control).is_none(), "{text:?} opens a dialog");
        }
        let did = ["Wrote", "Saved", "Copied", "Exported"];
        let notices = notices(&window);
        assert!(
            !notices.iter().any(|notice| did.iter().any(|did| notice.starts_with(did))),
            "{notices:?}"
        );
        check_no_warning(&window);
    }
    finish_computations(&mut window);
    settle(&mut window);
    window.event(Event::Paste("vectors=/etc/passwd&views=tokens".to_owned()));
    settle(&mut window);
    assert!(!app(&window).is_computing(), "the named file is not read");
    assert!(app(&window).state().withheld().is_some(), "until the user agrees");
}

#[test]
fn misspelt_preset_of_a_pasted_scene_is_put_right() {
    let mut window = window("");
    window.event(Event::Paste("model=lama-3.1-8b".to_owned()));
    wait_for(&mut window, "No preset or file is named \"lama-3.1-8b\". Did you mean:");
    click(&mut window, "llama-3.1-8b");
    settle(&mut window);
    // It opens in the workspace of models.
    assert_eq!(scene(&window), "model=llama-3.1-8b&views=wavelengths,config,score,head");
}
