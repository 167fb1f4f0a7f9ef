//! A beside B: choosing B, the sides of the views, and the workspace for comparing.

use std::path::Path;

use egui::{accesskit::Role, vec2};
use egui_kittest::kittest::Queryable as _;
use phasor::views::View;

use super::{
    Window, app, choose_from, click, drag, drawing, enter, exporting::command_line,
    finish_computations, label, menu, navigation::turn_wheel, scene, settle, summary, wait_for,
    window,
};

/// Parts of the pictures of all sides of a view, as their accessible names.
fn sides(window: &Window, view: View) -> Vec<String> {
    let all = window.query_all_by(|node| node.role() == Role::Image);
    let names = all.map(|node| label(&node));
    names.filter(|name| name.contains(&format!("{}, ", view.title()))).collect()
}

#[test]
fn chosen_b_is_shown_beside_a() {
    let mut window = window("length=40&views=heatmap");
    choose_from(&mut window, "Compare with", "fairseq");
    finish_computations(&mut window);
    assert_eq!(scene(&window), "length=40&side=all&views=heatmap&b.convention=fairseq");
    let shown = sides(&window, View::Heatmap);
    assert_eq!(shown.len(), 3, "{shown:?}");
    for (side, begins) in shown.iter().zip(["Heatmap", "B · fairseq: Heatmap", "A − B: Heatmap"])
    {
        assert!(side.starts_with(begins), "{side}");
    }
    window.get_by_label("PE(39, 14): A = 0.994531898, B = −0.947760923, A − B = 1.94229");
    window.get_by_role_and_label(Role::Button, "A − B").click();
    settle(&mut window);
    assert_eq!(sides(&window, View::Heatmap).len(), 1, "the difference alone");
    click(&mut window, "Swap A and B");
    assert_eq!(
        scene(&window),
        "convention=fairseq&start=0&length=40&side=difference&views=heatmap&b.convention=paper"
    );
    click(&mut window, "Close B");
    assert_eq!(scene(&window), "convention=fairseq&start=0&length=40&views=heatmap");
    for _ in 0..4 {
        menu(&mut window, "Edit", "Undo");
    }
    assert_eq!(scene(&window), "length=40&views=heatmap", "every step is undone");
}

#[test]
fn parameters_of_b_leave_a_alone() {
    let mut window = window("length=40&views=heatmap,verdict");
    choose_from(&mut window, "Compare with", "A, changed");
    finish_computations(&mut window);
    assert!(summary(&window, View::Verdict).contains("A and B are equal, bit for bit"));
    click(&mut window, "Parameters of B");
    enter(&mut window, "Base of B", "500");
    finish_computations(&mut window);
    let text = "length=40&side=all&views=heatmap,verdict&b.convention=paper&b.base=500";
    assert_eq!(scene(&window), text);
    let said = summary(&window, View::Verdict);
    assert!(said.contains("base 10000 instead of 500. A and B differ: the largest difference is"));
}

#[test]
fn one_viewport_serves_all_sides() {
    let mut window = window("length=400&views=heatmap&side=all&b.base=500");
    finish_computations(&mut window);
    let parts = |window: &Window| {
        let plot = drawing(window, View::Heatmap).plot.clone().unwrap();
        plot.y.span
    };
    let before = parts(&window);
    let b = window
        .query_all_by(|node| node.role() == Role::Image)
        .find(|node| label(node).starts_with("B · base 500"))
        .map(|node| node.rect())
        .unwrap();
    // Zoomed in B, A follows.
    let at = b.center();
    turn_wheel(&mut window, at, 3);
    let zoomed = parts(&window);
    assert!(zoomed.length() < before.length(), "{zoomed:?}, before {before:?}");
    drag(&mut window, at, at + vec2(0.0, 30.0));
    settle(&mut window);
    assert_ne!(parts(&window), zoomed, "A follows the hand in B");
    assert!(app(&window).state().scene().draft().viewports.get(View::Heatmap).is_some());
}

#[test]
fn table_of_b_gives_its_width_and_length() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pe.npy");
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let made = ["export", "table", "--base", "9000", "--d-model", "24", "--length", "50", "-o"];
    command_line(&[&made[..], &[&text(&path)]].concat());
    let mut window = window("views=heatmap,verdict,profile");
    choose_from(&mut window, "Compare with", "Table from a file…");
    enter(&mut window, "Path of a file", &text(&path));
    wait_for(&mut window, "pe.npy is");
    finish_computations(&mut window);
    let extent = app(&window).state().scene().extent();
    assert_eq!((app(&window).state().scene().num_columns(), extent.length()), (24, 50));
    let verdict = summary(&window, View::Verdict);
    assert!(verdict.contains("Attention Is All You Need and pe.npy differ"), "{verdict}");
    let profile = summary(&window, View::Profile);
    assert!(profile.contains("in A and") && profile.contains("in B."), "{profile}");
}

#[test]
fn recognized_encoding_becomes_b() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pe.npy");
    let made = ["export", "table", "--convention", "fairseq", "--d-model", "24", "--length", "40"];
    command_line(&[&made[..], &["-o", path.to_str().unwrap()]].concat());
    let mut window = window("views=heatmap,verdict");
    menu(&mut window, "File", "Open table");
    enter(&mut window, "Path of a file", path.to_str().unwrap());
    wait_for(&mut window, "pe.npy is the table of fairseq");
    click(&mut window, "Compare with the recognized encoding");
    finish_computations(&mut window);
    let verdict = summary(&window, View::Verdict);
    let equal = "pe.npy and fairseq, rounded to f32 are equal, bit for bit";
    assert!(verdict.contains(equal), "B is rounded as the file is: {verdict}");
    let text = scene(&window);
    assert!(text.contains("start=2") && text.contains("b.round=result:f32"), "{text}");
}

#[test]
fn deviation_of_a_table_is_selected_by_a_click() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pe.csv");
    let made = ["export", "table", "--convention", "paper", "--d-model", "24", "--length", "40"];
    command_line(&[&made[..], &["-o", path.to_str().unwrap()]].concat());
    let text = std::fs::read_to_string(&path).unwrap();
    let spoiled = text.lines().enumerate().map(|(number, line)| {
        let mut cells: Vec<&str> = line.split(',').collect();
        if number > 0 {
            cells[10] = "0";
        }
        if number == 18 {
            cells[1..].fill("0");
        }
        cells.join(",") + "\n"
    });
    std::fs::write(&path, spoiled.collect::<String>()).unwrap();
    let mut window = window("views=heatmap");
    menu(&mut window, "File", "Open table");
    enter(&mut window, "Path of a file", path.to_str().unwrap());
    wait_for(&mut window, "pe.csv is the table of");
    click(&mut window, "Row 17 is zero");
    assert!(scene(&window).contains("position=17"), "{}", scene(&window));
    click(&mut window, "Column 9 is zero");
    let selected = scene(&window);
    assert!(selected.contains("position=17") && selected.contains("column=9"), "{selected}");
}
