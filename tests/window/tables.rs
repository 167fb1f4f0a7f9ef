//! Tables from files: opening, recognition, files that change, and files that nobody has asked for.

use std::{path::Path, sync::Arc};

use egui_kittest::kittest::Queryable as _;
use phasor::views::{View, Workspace};

use super::{
    Window, app, click, enter,
    exporting::{Dropped, command_line},
    find_view, menu, scene, view_rect, wait_for, window,
};
use crate::tensors::write_tensors;

/// Drops a file on the window.
pub(super) fn drop_file(window: &mut Window, path: &Path) {
    window.input_mut().dropped_files.push(Arc::new(Dropped(path.to_owned())));
    window.step();
    window.input_mut().dropped_files.clear();
}

/// Shape of the table that is shown.
fn shape(window: &Window) -> (u64, u32) {
    let scene = app(window).state().scene();
    (scene.extent().length(), scene.num_columns())
}

pub(super) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn dropped_table_is_shown_and_recognized() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pe.npy");
    let made = ["export", "table", "--convention", "fairseq", "--d-model", "24", "--length", "40"];
    command_line(&[&made[..], &["-o", text(&path)]].concat());
    let mut window = window("views=heatmap,waves");
    drop_file(&mut window, &path);
    wait_for(
        &mut window,
        "pe.npy is the table of fairseq, start 2, rounded to f32: all 960 values",
    );
    assert_eq!(shape(&window), (40, 24), "rows and columns of the file");
    assert_eq!(scene(&window), format!("table={}&views=heatmap,waves", text(&path)));
    assert!(super::find_view(&window, View::Heatmap).is_some(), "the heatmap shows its numbers");
    let waves = super::summary(&window, View::Waves);
    assert!(waves.contains("needs frequencies"), "a table has no frequencies: {waves}");
    click(&mut window, "Show the recognized encoding");
    assert_eq!(scene(&window), "convention=fairseq&d_model=24&length=40&views=heatmap,waves");
    menu(&mut window, "Edit", "Undo");
    wait_for(&mut window, "pe.npy is the table of fairseq");
    assert_eq!(shape(&window), (40, 24), "the table is back at once");
}

#[test]
fn recognized_biases_and_caches_are_shown_in_their_rooms() {
    let folder = tempfile::tempdir().unwrap();
    for (made, words, room) in [
        ("bias --convention alibi-paper --heads 8 --length 48", "the bias of a head", "Bias"),
        (
            "table --encoding rotary --head-dim 64 --cache both --start 7 --length 90",
            "sines of a rotary cache",
            "Model",
        ),
    ] {
        let path = folder.path().join(format!("{room}.npy"));
        let made: Vec<&str> = ["export"].into_iter().chain(made.split(' ')).collect();
        command_line(&[&made[..], &["-o", text(&path)]].concat());
        let mut window = window("");
        drop_file(&mut window, &path);
        wait_for(&mut window, words);
        click(&mut window, "Show the recognized encoding");
        let views = app(&window).state().scene().draft().views;
        let open = Workspace::with_views(views).map(|(open, _)| open.title);
        assert_eq!(open, Some(room), "{}", scene(&window));
        menu(&mut window, "Edit", "Undo");
        wait_for(&mut window, words);
    }
}

#[test]
fn changed_file_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let (path, new) = (folder.path().join("pe.csv"), folder.path().join("new.csv"));
    let make = |convention: &str, length: &str, path: &Path| {
        let made =
            ["export", "table", "--convention", convention, "--d-model", "16", "--length", length];
        command_line(&[&made[..], &["-o", text(path)]].concat());
    };
    make("paper", "30", &path);
    let mut window = window("");
    menu(&mut window, "File", "Open table");
    enter(&mut window, "Path of a file", text(&path));
    wait_for(&mut window, "the table of Attention Is All You Need");
    make("tensor2tensor", "44", &new);
    std::fs::rename(&new, &path).unwrap();
    wait_for(&mut window, "pe.csv is the table of Tensor2Tensor");
    assert_eq!(shape(&window), (44, 16), "rows of the new file");
    std::fs::write(&path, "").unwrap();
    wait_for(&mut window, "it is empty");
    assert_eq!(shape(&window), (44, 16), "what was read earlier stays");
}

#[test]
fn table_of_a_scene_from_elsewhere_is_read_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let (path, figure) = (folder.path().join("pe.csv"), folder.path().join("figure.svg"));
    command_line(&["export", "table", "--d-model", "8", "--length", "20", "-o", text(&path)]);
    command_line(&["figure", "heatmap", "--table", text(&path), "-o", text(&figure)]);
    let mut window = window("");
    drop_file(&mut window, &figure);
    wait_for(&mut window, "The scene names the file");
    wait_for(&mut window, "“pe.csv” has not been read.");
    assert_eq!(shape(&window), (1, 1), "nothing is known about the table");
    click(&mut window, "Read the file");
    wait_for(&mut window, "pe.csv is the table of Attention Is All You Need");
    assert_eq!(shape(&window), (20, 8), "rows and columns of the file");
}

#[test]
fn table_is_shown_where_no_open_view_could_show_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pe.csv");
    command_line(&["export", "table", "--d-model", "8", "--length", "20", "-o", text(&path)]);
    let mut window = window("convention=alibi-bloom&views=slopes");
    drop_file(&mut window, &path);
    wait_for(&mut window, "pe.csv is the table of Attention Is All You Need");
    view_rect(&window, View::Heatmap);
    assert!(find_view(&window, View::Slopes).is_none(), "a table has no slopes");
}

/// Writes a file with a tensor of four numbers, and one of six under a name.
fn write_two_tensors(path: &Path, name: &str) {
    let all: Vec<f32> = (0..10_u8).map(f32::from).collect();
    let other = ("decoder.norm.weight", &[2, 2][..], all[..4].to_vec());
    write_tensors(path, &[other, (name, &[3, 2], all[4..].to_vec())]);
}

#[test]
fn tensor_is_chosen_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    write_two_tensors(&path, "decoder.own.weight");
    let mut window = window("");
    drop_file(&mut window, &path);
    wait_for(&mut window, "model.safetensors has 2 tensors.");
    click(&mut window, "decoder.own.weight (3, 2) f32");
    wait_for(&mut window, "decoder.own.weight is no sinusoid");
    assert_eq!(shape(&window), (3, 2), "rows and columns of the tensor");
    let expected = format!("table={}&tensor=decoder.own.weight&views=", text(&path));
    assert!(scene(&window).starts_with(&expected), "{}", scene(&window));
    assert!(super::find_view(&window, View::Learned).is_some(), "the workspace of learned tables");
}

#[test]
fn only_tensor_about_positions_is_opened_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    write_two_tensors(&path, "wpe.weight");
    let mut window = window("");
    drop_file(&mut window, &path);
    wait_for(&mut window, "wpe.weight is no sinusoid");
    assert_eq!(shape(&window), (3, 2), "rows and columns of the tensor");
}

#[test]
fn positions_of_packed_rows_are_a_staircase() {
    const SHOW: &str = "Show the position of each row";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("packed.safetensors");
    let positions: Vec<f64> = (0..50).chain(0..40).map(f64::from).collect();
    let omega = |pair: i32| 10_000_f64.powf(f64::from(-2 * pair) / 32.0);
    let row = |&t: &f64| {
        let angles = (0..16).map(move |pair| t * omega(pair));
        angles.flat_map(|angle| [angle.sin() as f32, angle.cos() as f32])
    };
    write_tensors(&path, &[("pe", &[90, 32], positions.iter().flat_map(row).collect())]);
    let mut window = window("views=heatmap");
    drop_file(&mut window, &path);
    wait_for(&mut window, "packed documents");
    click(&mut window, SHOW);
    assert_eq!(
        super::wait_for_summary(&mut window, View::RowPositions, "packed documents"),
        "Position of each row. Rows 0 to 49: positions 0 to 49; rows 50 to 89: positions 0 to 39 again (packed documents)."
    );
    assert_eq!(window.query_all_by_label(SHOW).count(), 0, "it is open");
}

#[test]
fn missing_table_is_explained() {
    let mut window = window("table=/nowhere/pe.npy");
    wait_for(&mut window, "cannot read /nowhere/pe.npy");
    wait_for(&mut window, "“pe.npy” has not been read.");
}

/// A table by rule is nothing that a network learned.
#[test]
fn table_by_rule_is_not_shown_as_learned() {
    let folder = tempfile::tempdir().unwrap();
    let (path, learned) = (folder.path().join("pe.npy"), folder.path().join("wpe.safetensors"));
    let made = ["export", "table", "--d-model", "16", "--length", "50"];
    command_line(&[&made[..], &["-o", text(&path)]].concat());
    let mut window = window("");
    let room = |window: &Window| {
        let views = app(window).state().scene().draft().views;
        Workspace::with_views(views).map(|(open, _)| open.title)
    };
    drop_file(&mut window, &path);
    wait_for(&mut window, "is the table of Attention Is All You Need");
    assert_eq!(room(&window), Some("Explore"), "{}", scene(&window));
    view_rect(&window, View::Heatmap);
    let noise = |i: u16| ((f32::from(i) * 12.9898).sin() * 43_758.547).fract();
    write_tensors(&learned, &[("wpe.weight", &[40, 8], (0..320).map(noise).collect())]);
    drop_file(&mut window, &learned);
    wait_for(&mut window, "no sinusoid");
    assert_eq!(room(&window), Some(Workspace::LEARNED), "{}", scene(&window));
    // Back at what is known already.
    menu(&mut window, "Edit", "Undo");
    wait_for(&mut window, "is the table of Attention Is All You Need");
    assert_eq!(room(&window), Some("Explore"), "{}", scene(&window));
}

/// The file that the program was started with is the beginning: no step leads to an encoding that nobody asked for.
#[test]
fn undo_keeps_the_file_of_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pe.npy");
    command_line(&["export", "table", "--d-model", "24", "--length", "40", "-o", text(&path)]);
    let mut window = window("");
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().open_at_start(&ctx, path.clone());
    wait_for(&mut window, "pe.npy is the table of");
    let before = scene(&window);
    menu(&mut window, "Edit", "Undo");
    assert_eq!(scene(&window), before);
    assert_eq!(shape(&window), (40, 24));
}
