//! The layers of the source: who may know whom.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::{fs, path::Path};

/// Every line of code below `folder` (comments aside) with its place.
fn lines_below(folder: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let mut pending = vec![path];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        for (number, line) in (1..).zip(fs::read_to_string(&path).unwrap().lines()) {
            if !line.trim_start().starts_with("//") {
                out.push((format!("{}:{number}", path.display()), line.to_owned()));
            }
        }
    }
    assert!(!out.is_empty(), "nothing below {folder}");
    out
}

#[track_caller]
fn check_never(folder: &str, words: &[&str]) {
    for (place, line) in lines_below(folder) {
        for word in words {
            assert!(!line.contains(word), "{place} knows {word}: {line}");
        }
    }
}

#[test]
fn each_layer_knows_only_what_is_below() {
    let window = ["egui::", "eframe", "rfd::", "winit"];
    let ours = |allowed: &[&str]| -> Vec<String> {
        [
            "encoding", "tokens", "picture", "scene", "lesson", "action", "views", "export", "app",
            "cli",
        ]
        .iter()
        .filter(|layer| !allowed.contains(layer))
        .flat_map(|layer| [format!("crate::{layer}"), format!("    {layer}::")])
        .collect()
    };
    for (folder, allowed) in [
        ("encoding", &["encoding"][..]),
        ("tokens", &["encoding", "tokens"]),
        ("picture", &["encoding", "picture"]),
        ("scene", &["encoding", "tokens", "picture", "scene"]),
        ("lesson", &["encoding", "tokens", "picture", "scene", "lesson"]),
        ("action.rs", &["picture", "scene", "action"]),
        ("views", &["encoding", "tokens", "picture", "scene", "action", "views"]),
        ("export", &["encoding", "tokens", "picture", "scene", "views", "export"]),
    ] {
        let forbidden = ours(allowed);
        check_never(folder, &forbidden.iter().map(String::as_str).collect::<Vec<_>>());
    }
    for folder in ["encoding", "tokens", "picture", "scene", "lesson", "action.rs", "export", "cli"]
    {
        check_never(folder, &window);
    }
    check_never("views", &["eframe", "rfd::", "winit"]);
}

#[test]
fn only_main_prints() {
    for folder in ["encoding", "tokens", "picture", "export", "views", "app", "cli", "scene"] {
        check_never(folder, &["println!", "eprintln!", "print!(", "io::stdout", "io::stderr"]);
    }
}
