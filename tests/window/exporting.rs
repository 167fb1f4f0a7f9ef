//! Export panel, clipboard, and scenes read back from files.

use std::path::Path;

use assert_cmd::Command;
use egui::{Key, Modifiers, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use phasor::{app::settings::Store, scene::Scene};

use crate::{
    Window, click, enter, finding::search, headless::window_with, menu, scene, settle, wait_for,
    wait_for_notice, wait_until, window,
};

pub(super) fn command_line(arguments: &[&str]) -> Vec<u8> {
    let output = Command::cargo_bin("phasor").unwrap().args(arguments).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} fails: {message}");
    output.stdout
}

/// Types into a field without Enter, which exports.
fn fill(window: &mut Window, label: &str, text: &str) {
    window.get_by_role_and_label(Role::TextInput, label).focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_role_and_label(Role::TextInput, label).type_text(text);
    settle(window);
}

/// Opens the panel for a table.
fn open_table(window: &mut Window, path: &Path) {
    open_export(window, path);
    window.get_by_role_and_label(Role::Button, "Table").click();
    settle(window);
    fill(window, "File", path.to_str().unwrap());
}

fn open_export(window: &mut Window, path: &Path) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(window);
    fill(window, "File", path.to_str().unwrap());
}

/// Presses the button, not the menu entry or the window of the same name.
fn press_export(window: &mut Window) {
    window.get_by_role_and_label(Role::Button, "Export").click();
    settle(window);
}

fn choose(window: &mut Window, list: &str, entry: &str) {
    click(window, list);
    click(window, entry);
}

/// File dropped on the window.
#[derive(Debug)]
pub(super) struct Dropped(pub(super) std::path::PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[track_caller]
fn wait_for_scene(window: &mut Window, text: &str) {
    wait_until(window, format_args!("the scene {text}"), |it| (scene(it) == text).then_some(()));
}

#[test]
fn window_writes_what_the_command_writes() {
    let folder = tempfile::tempdir().unwrap();
    let text = "d_model=24&length=300&start=-5&measure=cosine";
    let mut window = window(text);
    for (what, dtype, format) in
        [("Table", "f64", "csv"), ("Similarity", "f32", "tsv"), ("Rotation", "f32", "npy")]
    {
        let path = folder.path().join(format!("{what}.{format}"));
        open_export(&mut window, &path);
        window.get_by_role_and_label(Role::Button, what).click();
        settle(&mut window);
        click(&mut window, format);
        click(&mut window, dtype);
        press_export(&mut window);
        wait_for_notice(&mut window, path.to_str().unwrap());
        let expected = command_line(&[
            "export",
            &what.to_lowercase(),
            "--scene",
            text,
            "--dtype",
            dtype,
            "--format",
            format,
            "-o",
            "-",
        ]);
        assert_eq!(std::fs::read(&path).unwrap(), expected, "{what} as {format}");
    }
    let path = folder.path().join("figure.png");
    open_export(&mut window, &path);
    click(&mut window, "Figure of a view");
    click(&mut window, "Heatmap figure");
    click(&mut window, "light");
    press_export(&mut window);
    wait_for_notice(&mut window, path.to_str().unwrap());
    let expected = command_line(&["figure", "heatmap", "--scene", text, "-o", "-"]);
    assert_eq!(std::fs::read(&path).unwrap(), expected, "the figure");
}

#[test]
fn export_asks_before_replacing_and_reports_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.csv");
    std::fs::write(&path, "old").unwrap();
    let mut window = window("length=4");
    // Typed without the extension, which the export adds.
    open_table(&mut window, &folder.path().join("old"));
    let export_button = window.get_by_role_and_label(Role::Button, "Export").rect();
    press_export(&mut window);
    window.get_by_label_contains("old.csv exists");
    let place = window.get_by_label("Keep").rect().center();
    assert!(export_button.contains(place), "a double click on Export keeps the file");
    click(&mut window, "Keep");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "old", "kept");
    press_export(&mut window);
    click(&mut window, "Replace");
    wait_for_notice(&mut window, "Wrote ");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("position,"), "replaced");

    let missing = folder.path().join("missing").join("new.csv");
    fill(&mut window, "File", missing.to_str().unwrap());
    press_export(&mut window);
    let message = wait_for_notice(&mut window, "cannot write");
    assert!(message.contains("missing"), "the notice names the path: {message}");
    fill(&mut window, "File", folder.path().to_str().unwrap());
    press_export(&mut window);
    wait_for_notice(&mut window, "is a folder");
    fill(&mut window, "File", folder.path().join("t.npy").to_str().unwrap());
    press_export(&mut window);
    wait_for_notice(&mut window, "the name ends in .npy, but the format is csv");
    click(&mut window, "tsv");
    let path_shown = window.get_by_role_and_label(Role::TextInput, "File").value().unwrap();
    assert!(path_shown.ends_with("t.tsv"), "another format, another ending: {path_shown}");
    fill(&mut window, "Rows", "3..99");
    press_export(&mut window);
    wait_for_notice(&mut window, "expected A..B with 0 <= A < B <= 4");
}

#[test]
fn cancelled_export_leaves_only_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.csv");
    std::fs::write(&path, "old").unwrap();
    let rows = "of 4\u{202f}294\u{202f}967\u{202f}296 rows";
    let mut window = window("d_model=512&length=4294967296");
    open_table(&mut window, &path);
    press_export(&mut window);
    click(&mut window, "Replace");
    wait_for(&mut window, rows);
    click(&mut window, "Cancel");
    wait_for_notice(&mut window, "cancelled");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "old", "the old file is untouched");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no other file is left");
}

#[test]
fn every_format_matches_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let text = "d_model=12&length=30";
    let mut window = window(text);
    for (format, dtype) in
        [("json", "f64"), ("npz", "f16"), ("safetensors", "bf16"), ("tex", "f32")]
    {
        let path = folder.path().join(format!("table.{format}"));
        open_export(&mut window, &path);
        window.get_by_role_and_label(Role::Button, "Table").click();
        settle(&mut window);
        click(&mut window, format);
        click(&mut window, dtype);
        fill(&mut window, "Rows", "2..9");
        press_export(&mut window);
        wait_for_notice(&mut window, path.to_str().unwrap());
        let arguments = ["export", "table", "--scene", text, "--dtype", dtype, "--rows", "2..9"];
        let expected = command_line(&[&arguments[..], &["--format", format, "-o", "-"]].concat());
        assert_eq!(std::fs::read(&path).unwrap(), expected, "{format}");
    }
    for format in ["svg", "pdf"] {
        let path = folder.path().join(format!("figure.{format}"));
        open_export(&mut window, &path);
        choose(&mut window, "Figure of a view", "Waves figure");
        click(&mut window, format);
        click(&mut window, "dark");
        fill(&mut window, "Size", "100x80mm");
        if format == "svg" {
            click(&mut window, "caption");
        }
        press_export(&mut window);
        wait_for_notice(&mut window, path.to_str().unwrap());
        let arguments =
            ["figure", "waves", "--scene", text, "--theme", "dark", "--size", "100x80mm"];
        let form = ["--with", "caption", "--format", format, "-o", "-"];
        let expected = command_line(&[&arguments[..], &form].concat());
        assert!(std::fs::read(&path).unwrap() == expected, "{format}");
    }
    let path = folder.path().join("film.gif");
    open_export(&mut window, &path);
    choose(&mut window, "Animation of a view", "Rotation animation");
    click(&mut window, "gif");
    fill(&mut window, "Sweep", "offset=0..4");
    fill(&mut window, "Size", "300x200");
    press_export(&mut window);
    wait_for_notice(&mut window, path.to_str().unwrap());
    let own = folder.path().join("own.gif");
    command_line(&[
        "animate",
        "rotation",
        "--scene",
        text,
        "--theme",
        "dark",
        "--size",
        "300x200",
        "--without",
        "title,selection",
        "--with",
        "state",
        "--sweep",
        "offset=0..4",
        "-o",
        own.to_str().unwrap(),
    ]);
    assert!(std::fs::read(&path).unwrap() == std::fs::read(own).unwrap(), "the same film");
    window.get_by_label_contains("film.gif, ");
    assert!(window.query_all_by_label("Open folder").count() > 0, "the file can be found");
}

#[test]
fn a_late_note_moves_no_button() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window("d_model=12&length=30");
    open_export(&mut window, &folder.path().join("film.gif"));
    choose(&mut window, "Animation of a view", "Rotation animation");
    let place = |window: &Window| window.get_by_role_and_label(Role::Button, "Export").rect();
    fill(&mut window, "Size", "800x600");
    let before = place(&window);
    assert!(window.query_by_label_contains("No room for").is_none(), "all of it has room");
    fill(&mut window, "Size", "300x200");
    wait_for(&mut window, "No room for");
    assert_eq!(place(&window), before, "the button stays where it is");
}

#[test]
fn panel_previews_the_export() {
    let mut window = window("d_model=12&length=30");
    open_table(&mut window, Path::new("x"));
    window.get_by_label_contains("30 rows × 12 columns, about");
    window.get_by_label("0.84147096");
    click(&mut window, "npy");
    window.get_by_label_contains("30 rows × 12 columns, 1.6 kB");
    fill(&mut window, "Rows", "5..3");
    window.get_by_label_contains("invalid rows \"5..3\"");
    fill(&mut window, "Rows", "all");
    choose(&mut window, "Figure of a view", "Heatmap figure");
    wait_for(&mut window, "1640 × 1200 pixels, ");
    window.get_by_label("Preview of the figure");
    fill(&mut window, "Size", "88x60mm");
    wait_for(&mut window, "1039 × 709 pixels (88 × 60 mm), ");
    fill(&mut window, "Size", "tall");
    window.get_by_label_contains("invalid size \"tall\": expected WxH in pixels");
    fill(&mut window, "Size", "820x600");
    choose(&mut window, "Animation of a view", "Rotation animation");
    window.get_by_label_contains("32 frames, 3.2 s, 820 × 600 pixels");
    click(&mut window, "position");
    window.get_by_label_contains("64 frames, 6.4 s");
    fill(&mut window, "Sweep", "offset");
    window.get_by_label_contains("invalid sweep \"offset\": expected");
}

#[test]
fn panels_caption_and_names_match_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("three.pdf");
    let text = "d_model=24&length=40&offset=7";
    let mut window = window(text);
    open_export(&mut window, &path);
    choose(&mut window, "Figure of a view", "Rotation figure");
    choose(&mut window, "Add a panel", "Heatmap panel");
    choose(&mut window, "Add a panel", "Waves panel");
    choose(&mut window, "Add a panel", "Similarity panel");
    click(&mut window, "Remove Waves");
    click(&mut window, "Move Rotation later");
    click(&mut window, "Move Rotation later");
    click(&mut window, "pdf");
    click(&mut window, "text");
    click(&mut window, "light");
    click(&mut window, "tex");
    press_export(&mut window);
    wait_for_notice(&mut window, "Wrote ");
    let own = folder.path().join("own").join("three.pdf");
    std::fs::create_dir(own.parent().unwrap()).unwrap();
    command_line(&[
        "figure",
        "heatmap,similarity,rotation",
        "--scene",
        text,
        "--letters",
        "--width",
        "text",
        "--caption",
        "tex",
        "-o",
        own.to_str().unwrap(),
    ]);
    for name in ["three.pdf", "three.tex"] {
        let [window, command] =
            [folder.path(), own.parent().unwrap()].map(|it| std::fs::read(it.join(name)).unwrap());
        assert!(window == command, "{name}");
    }
    // The form has changed: the message about the last file would be taken for one about this form.
    click(&mut window, "md");
    assert!(window.query_by_label_contains("Wrote ").is_none(), "the message goes");
    assert!(window.query_by_label("Open folder").is_none(), "the file goes");
    let caption = copied_caption(&mut window);
    for part in ["(a) Heatmap", "(c) Rotation: M_k, offset k = 7", "d_model = 24", "(<three.pdf>)"]
    {
        assert!(caption.contains(part), "{part} in {caption}");
    }
}

/// Text that "Copy caption" puts on the clipboard.
fn copied_caption(window: &mut Window) -> String {
    window.get_by_label("Copy caption").click();
    wait_until(window, "a text for the clipboard", |it| {
        it.output().platform_output.commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    })
}

#[test]
fn caption_is_that_of_the_choices_however_soon_it_is_copied() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window("d_model=24&length=40&offset=7");
    open_export(&mut window, &folder.path().join("one.pdf"));
    for (view, words) in
        [("Rotation", "offset k = 7"), ("Similarity", "Similarity"), ("Heatmap", "Heatmap")]
    {
        click(&mut window, "Figure of a view");
        window.get_by_label(&format!("{view} figure")).click();
        // One frame: the figure of the choice before is on the screen.
        window.step();
        let caption = copied_caption(&mut window);
        assert!(caption.contains(words), "{view}: {caption}");
    }
}

#[test]
fn caption_asks_before_it_replaces_a_paper() {
    let folder = tempfile::tempdir().unwrap();
    let paper = folder.path().join("paper.tex");
    std::fs::write(&paper, "years of work").unwrap();
    let mut window = window("d_model=8&length=8");
    open_export(&mut window, &folder.path().join("paper.png"));
    click(&mut window, "tex");
    press_export(&mut window);
    window.get_by_label_contains("paper.tex exists");
    click(&mut window, "Keep");
    assert_eq!(std::fs::read_to_string(&paper).unwrap(), "years of work");
    press_export(&mut window);
    click(&mut window, "Replace");
    wait_for_notice(&mut window, "Wrote ");
    assert!(std::fs::read_to_string(&paper).unwrap().contains("\\caption{"), "replaced");
}

#[test]
fn file_is_named_after_the_view_until_a_name_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let file = |window: &Window| {
        let path = window.get_by_role_and_label(Role::TextInput, "File").value().unwrap();
        Path::new(&path).file_name().unwrap().to_str().unwrap().to_owned()
    };
    let mut window = window("d_model=8&length=8&offset=-3");
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(&mut window);
    assert_eq!(file(&window), "heatmap.png");
    choose(&mut window, "Figure of a view", "Rotation figure");
    click(&mut window, "pdf");
    assert_eq!(file(&window), "rotation-k-3.pdf");
    choose(&mut window, "Add a panel", "Heatmap panel");
    assert_eq!(file(&window), "figure.pdf");
    click(&mut window, "Table");
    assert_eq!(file(&window), "table.csv");
    let path = folder.path().join("own.csv");
    // Enter exports.
    enter(&mut window, "File", path.to_str().unwrap());
    wait_for_notice(&mut window, "Wrote ");
    click(&mut window, "tsv");
    assert_eq!(file(&window), "own.tsv", "a typed name stays");
}

#[test]
fn export_choices_are_restored() {
    let folder = tempfile::tempdir().unwrap();
    let store = || Store::at(folder.path().join("settings.json"));
    let size = vec2(1024.0, 640.0);
    let mut first = window_with("d_model=8&length=8", store(), size);
    open_export(&mut first, &folder.path().join("a.pdf"));
    choose(&mut first, "Figure of a view", "Rotation figure");
    click(&mut first, "pdf");
    click(&mut first, "title");
    press_export(&mut first);
    wait_for_notice(&mut first, "Wrote ");
    first.state_mut().as_mut().unwrap().save_settings();
    let mut second = window_with("d_model=8&length=8", store(), size);
    second.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(&mut second);
    let path = second.get_by_role_and_label(Role::TextInput, "File").value().unwrap();
    assert!(path.ends_with("a.pdf"), "the path: {path}");
    let title = second.get_by_role_and_label(Role::CheckBox, "title");
    let is_checked = title.accesskit_node().toggled();
    assert_eq!(is_checked, Some(egui::accesskit::Toggled::False), "without title");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "settings and figure");
}

#[test]
fn frames_are_written_replaced_and_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window("d_model=8&length=8");
    let path = folder.path().join("frames");
    open_export(&mut window, &path);
    choose(&mut window, "Animation of a view", "Rotation animation");
    click(&mut window, "frames");
    fill(&mut window, "Sweep", "offset=0..3");
    fill(&mut window, "Size", "200x150");
    press_export(&mut window);
    wait_for_notice(&mut window, "Wrote ");
    assert_eq!(std::fs::read_dir(&path).unwrap().count(), 3, "one file per frame");
    press_export(&mut window);
    window.get_by_label_contains("the numbered frames in it are replaced");
    click(&mut window, "Keep");
    fill(&mut window, "Sweep", "offset=0..9999");
    fill(&mut window, "File", folder.path().join("many").to_str().unwrap());
    press_export(&mut window);
    wait_for(&mut window, "of 9999 frames");
    click(&mut window, "Cancel");
    wait_for_notice(&mut window, "cancelled");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "only the first folder: {left:?}");
}

#[test]
fn scene_is_saved_as_text_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.txt");
    let mut window = window("d_model=48&offset=-3");
    let text = scene(&window);
    menu(&mut window, "File", "Save scene");
    enter(&mut window, "Path of a file", path.to_str().unwrap());
    wait_for_notice(&mut window, "Wrote");
    menu(&mut window, "File", "Save scene");
    enter(&mut window, "Path of a file", path.to_str().unwrap());
    window.get_by_label_contains("This file exists");
    let mut window = super::window("");
    menu(&mut window, "File", "Open scene from file");
    enter(&mut window, "Path of a file", path.to_str().unwrap());
    wait_for_scene(&mut window, &text);
    window.event(egui::Event::Paste("length=7".to_owned()));
    settle(&mut window);
    click(&mut window, "File");
    click(&mut window, "Open recent");
    click(&mut window, "scene.txt");
    wait_for_scene(&mut window, &text);
}

#[test]
fn sheets_of_lessons_are_printed_from_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window("");
    let save = |window: &mut Window, entry: &str, name: &str| {
        search(window, entry);
        window.key_press(Key::Enter);
        settle(window);
        let path = folder.path().join(name);
        enter(window, "Path of a file", path.to_str().unwrap());
        let path = path.with_extension("pdf");
        wait_for_notice(window, &format!("Wrote {}", path.display()));
        std::fs::read(path).unwrap()
    };
    let summary = save(&mut window, "Save summary", "summary.pdf");
    assert_eq!(summary, command_line(&["handout", "--summary", "-o", "-"]));
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().open_lesson_named(&ctx, "2");
    settle(&mut window);
    // The ending may be left out.
    let quiz = save(&mut window, "Save quiz", "quiz");
    assert_eq!(quiz, command_line(&["handout", "2", "--quiz", "-o", "-"]));
    let handout = save(&mut window, "Save handout", "handout.pdf");
    assert_eq!(handout, command_line(&["handout", "2", "-o", "-"]));
}

#[test]
fn scene_is_read_from_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        "convention=fairseq&d_model=10&length=20&sentence=50%25%20of%20-->%20\"one\"%20%26%20é";
    let text = text.parse::<Scene>().unwrap().to_string();
    let path = |ending: &str| folder.path().join(format!("made.{ending}"));
    for ending in ["json", "npz", "safetensors", "md", "tex"] {
        let file = path(ending);
        let form = ["--force", "-o", file.to_str().unwrap()];
        command_line(&[&["export", "table", "--scene", &text], &form[..]].concat());
    }
    for ending in ["png", "svg", "pdf"] {
        let file = path(ending);
        command_line(&["figure", "heatmap", "--scene", &text, "-o", file.to_str().unwrap()]);
    }
    for ending in ["gif", "apng"] {
        let file = path(ending);
        let sweep = ["--sweep", "offset=10..12", "--size", "100x80"];
        let output = ["-o", file.to_str().unwrap()];
        command_line(&[&["animate", "heatmap", "--scene", &text], &sweep[..], &output].concat());
    }
    let asked = command_line(&["export", "table", "--scene", &text, "-o", "-"]);
    for ending in ["json", "npz", "safetensors", "md", "tex", "png", "svg", "pdf", "gif", "apng"] {
        let file = path(ending);
        let from =
            command_line(&["export", "table", "--scene-from", file.to_str().unwrap(), "-o", "-"]);
        assert!(from == asked, "{ending} on the command line");
        let mut window = window("");
        window.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(file.clone())));
        // Animations hold the scene of their first frame.
        wait_for_scene(&mut window, &text);
    }
    let mut window = window("");
    menu(&mut window, "File", "Open scene from file");
    enter(&mut window, "Path of a file", path("pdf").to_str().unwrap());
    wait_for_scene(&mut window, &text);
    let other = folder.path().join("other.csv");
    std::fs::write(&other, "position,0\n").unwrap();
    menu(&mut window, "File", "Open scene from file");
    enter(&mut window, "Path of a file", other.to_str().unwrap());
    wait_for_notice(&mut window, "other.csv contains no scene: expected a png, apng, gif");
}

#[test]
fn code_is_copied_to_the_clipboard() {
    let mut window = window("d_model=6&length=9&start=3");
    for (entry, language) in
        [("NumPy", "numpy"), ("PyTorch", "pytorch"), ("JAX", "jax"), ("Rust (ndarray)", "rust")]
    {
        click(&mut window, "Edit");
        click(&mut window, "Copy code for");
        window.get_by_label(entry).click();
        window.step();
        let mut copied = None;
        for _ in 0..6 {
            for command in &window.output().platform_output.commands {
                if let egui::OutputCommand::CopyText(text) = command {
                    copied = Some(text.clone());
                }
            }
            window.step();
        }
        let expected = command_line(&["code", language, "--scene", "d_model=6&length=9&start=3"]);
        assert_eq!(copied.unwrap().into_bytes(), expected, "{entry}");
        settle(&mut window);
    }
}

#[test]
fn picture_is_copied_in_the_chosen_size() {
    let mut window = window("d_model=6&length=9");
    for (entry, width) in [("820 × 600", 820), ("3280 × 2400", 3280)] {
        click(&mut window, "Edit");
        click(&mut window, "Copy picture at size");
        window.get_by_label(entry).click();
        let copied = wait_until(&mut window, "an image for the clipboard", |it| {
            it.output().platform_output.commands.iter().find_map(|command| match command {
                egui::OutputCommand::CopyImage(image) => Some(image.size),
                _ => None,
            })
        });
        assert_eq!(copied, [width, width * 600 / 820], "{entry}");
        settle(&mut window);
    }
}

/// Asks the window to close, and returns true if it stays open.
fn stays_open(window: &mut Window) -> bool {
    let viewport = window.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
    viewport.events.push(egui::ViewportEvent::Close);
    window.step();
    let commands = &window.output().viewport_output[&egui::ViewportId::ROOT].commands;
    let stays = commands.contains(&egui::ViewportCommand::CancelClose);
    window.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default().events.clear();
    window.step();
    stays
}

#[test]
fn window_asks_before_it_closes_while_a_file_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.csv");
    let mut window = window("d_model=512&length=4294967296");
    assert!(!stays_open(&mut window), "nothing is being written");
    open_table(&mut window, &path);
    press_export(&mut window);
    assert!(stays_open(&mut window), "a file is being written");
    settle(&mut window);
    window.get_by_label_contains("long.csv is still being written");
    click(&mut window, "Keep open");
    assert!(window.query_by_label("Close Phasor?").is_none(), "the question is answered");
    assert!(stays_open(&mut window), "it is asked again");
    settle(&mut window);
    window.get_by_label("Discard and close").click();
    window.step();
    window.step();
    assert!(!stays_open(&mut window), "the question is answered");
    wait_until(&mut window, "the temporary file to go", |_| {
        (std::fs::read_dir(folder.path()).unwrap().count() == 0).then_some(())
    });
}

#[test]
fn formula_is_copied_as_latex() {
    let mut window = window("");
    click(&mut window, "Edit");
    window.get_by_label("Copy formula as LaTeX").click();
    window.step();
    let mut copied = String::new();
    for _ in 0..4 {
        window.step();
        for command in &window.output().platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                copied.clone_from(text);
            }
        }
    }
    let expected = r"\mathit{PE}(42, 14) = \sin \left(\frac{42}{10000^{14/128}}\right) = \sin 15.3373 = \mathbf{0.362221}";
    assert_eq!(copied, expected);
}
