//! Table of values: numbers are read from the screen, moved through, marked and copied.

use egui::{Event, Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::Queryable as _;
use phasor::views::View;

use super::{
    app, click_at, drawing, enter, navigation::drag, numbers::lines, scene, settle, summary,
    toggle_settings, view_rect, window,
};
use crate::headless::Window;

fn value(t: f64, j: usize) -> f64 {
    let angle = t * 10_000.0_f64.powf(-2.0 * (j / 2) as f64 / 128.0);
    if j.is_multiple_of(2) { angle.sin() } else { angle.cos() }
}

/// Center of a cell on the screen.
fn cell(window: &Window, row: i64, column: i64) -> egui::Pos2 {
    let shown = drawing(window, View::Values).grid.expect("a grid");
    let along = |first: i64, num: i64, at: i64, from: f32, length: f32| {
        from + ((at - first) as f32 + 0.5) * length / num as f32
    };
    let rect = shown.rect;
    view_rect(window, View::Values).min
        + egui::vec2(
            along(shown.first_column, shown.num_columns, column, rect.x, rect.width),
            along(shown.first_row, shown.num_rows, row, rect.y, rect.height),
        )
}

#[test]
fn visible_numbers_match_their_cells() {
    let window = window("views=values");
    let shown = drawing(&window, View::Values).grid.expect("a grid");
    let rows = lines(&window, View::Values);
    assert_eq!(rows.len() as i64, shown.num_rows);
    for (row, line) in (shown.first_row..).zip(&rows) {
        let (name, numbers) = line.split_once(": ").unwrap();
        assert_eq!(name, format!("position {row}"));
        let numbers: Vec<&str> = numbers.split(", ").collect();
        assert_eq!(numbers.len() as i64, shown.num_columns);
        for (column, number) in (shown.first_column..).zip(numbers) {
            let expected = format!("{:.6}", value(row as f64, column as usize)).replace('-', "−");
            assert_eq!(number, expected, "position {row}, column {column}");
        }
    }
    let mut window = super::window("views=values&digits=12");
    settle(&mut window);
    let text = summary(&window, View::Values);
    assert!(text.contains(&format!("column 14: {:.12}", value(42.0, 14))), "{text}");
}

#[test]
fn selected_cell_stays_visible() {
    let mut window = window("length=4294967296&d_model=16384&views=values");
    for (entry, typed) in [
        ("Position t", "4294967295"),
        ("Column j", "16383"),
        ("Position t", "0"),
        ("Column j", "7"),
    ] {
        enter(&mut window, entry, typed);
        let shown = drawing(&window, View::Values).grid.expect("a grid");
        let at = typed.parse::<i64>().unwrap();
        let (first, num) = if entry == "Column j" {
            (shown.first_column, shown.num_columns)
        } else {
            (shown.first_row, shown.num_rows)
        };
        assert!((first..first + num).contains(&at), "{entry} {typed}: {first} and {num} more");
    }
    // The wheel moves away from the cell, an arrow key back to it.
    let pos = cell(&window, 3, 7);
    window.event(Event::PointerMoved(pos));
    click_at(&mut window, pos, Modifiers::NONE);
    for _ in 0..6 {
        window.event(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, -400.0),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        settle(&mut window);
    }
    // egui spreads a turn of the wheel over several frames.
    window.run_steps(30);
    let away = drawing(&window, View::Values).grid.expect("a grid").first_row;
    assert!(away > 20, "{away}");
    window.key_press(Key::ArrowDown);
    settle(&mut window);
    assert!(scene(&window).contains("position=4&"), "{}", scene(&window));
    let shown = drawing(&window, View::Values).grid.expect("a grid");
    assert!((shown.first_row..shown.first_row + shown.num_rows).contains(&4), "{shown:?}");
    window.key_press_modifiers(Modifiers::CTRL, Key::End);
    settle(&mut window);
    assert!(scene(&window).contains("position=4294967295&column=16383"), "{}", scene(&window));
    let shown = drawing(&window, View::Values).grid.expect("a grid");
    assert_eq!(shown.first_row + shown.num_rows, 1 << 32, "up to the last row");
}

#[test]
fn scroll_bar_reaches_both_ends() {
    let mut window = window("length=4294967296&views=values");
    let bar = window.get_by_label_contains("Rows ").rect();
    click_at(&mut window, bar.center_bottom() - egui::vec2(0.0, 1.0), Modifiers::NONE);
    let shown = drawing(&window, View::Values).grid.expect("a grid");
    assert_eq!(shown.first_row + shown.num_rows, 1 << 32, "the last row");
    click_at(&mut window, bar.center_top() + egui::vec2(0.0, 1.0), Modifiers::NONE);
    assert_eq!(drawing(&window, View::Values).grid.expect("a grid").first_row, 0);
}

#[test]
fn marked_range_is_copied_as_text() {
    let mut window = window("position=40&column=2&views=values");
    let pos = cell(&window, 42, 4);
    click_at(&mut window, pos, Modifiers::SHIFT);
    assert!(scene(&window).contains("range=2..5,40..43"), "{}", scene(&window));
    assert!(
        summary(&window, View::Values).contains("Selected: positions 40 to 42, columns 2 to 4")
    );
    assert!(scene(&window).contains("position=40"), "marking does not move the selection");
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp);
    settle(&mut window);
    assert!(scene(&window).contains("range=2..5,40..42"), "{}", scene(&window));
    let copied = super::copied_values(&mut window);
    let rows: Vec<Vec<&str>> = copied.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0], ["position", "2", "3", "4"]);
    assert_eq!(rows.len(), 3, "{copied}");
    for (i, row) in rows[1..].iter().enumerate() {
        let t = 40.0 + i as f64;
        assert_eq!(row[0], format!("{t}"));
        for (j, number) in (2..).zip(&row[1..]) {
            let error = (number.parse::<f64>().unwrap() - value(t, j)).abs();
            assert!(error < 1e-14, "position {t}, column {j}: {number}");
        }
    }
    toggle_settings(&mut window, View::Values);
    let clear = window.query_all_by_label("Clear selection").last();
    clear.expect("a button in the settings").click();
    settle(&mut window);
    assert!(!scene(&window).contains("range"), "{}", scene(&window));
}

#[test]
fn number_drag_is_one_undo_step() {
    for (view, name, key) in [
        ("values", "Digits", "digits="),
        ("criteria", "Second length", "other_length="),
        ("manifold&axes=0,14", "Horizontal column", "axes="),
        ("checks", "Second offset a", "offset_a="),
    ] {
        let mut window = window(&format!("views={view}"));
        let before = scene(&window);
        if window.query_by_role_and_label(Role::TextInput, name).is_none() {
            let view = app(&window).state().scene().draft().views.iter().next().unwrap();
            toggle_settings(&mut window, view);
        }
        let at = window.get_by_role_and_label(Role::TextInput, name).rect().center();
        drag(&mut window, at, at + egui::vec2(120.0, 0.0), Modifiers::NONE);
        let after = scene(&window);
        assert!(after != before && after.contains(key), "{name}: {after}");
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        settle(&mut window);
        assert_eq!(scene(&window), before, "{name}: one undo takes it all back");
    }
}
