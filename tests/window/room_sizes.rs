//! Rooms at three sizes: pictures fill their tiles, and no text is cut.

use egui::vec2;
use phasor::{
    app::settings::Store,
    views::{Example, WORKSPACES, Workspace},
};

use super::{app, settle};
use crate::headless::{Window, window_with};

const SIZES: [(f32, f32); 3] = [(1024.0, 640.0), (1400.0, 900.0), (1920.0, 1080.0)];

/// Window with a workspace and what it is made for.
fn room(workspace: &Workspace, (width, height): (f32, f32)) -> Window {
    let text = match workspace.example {
        Example::Scene(_, text) => text.to_owned(),
        Example::Table => format!(
            "table={}/assets/examples/learned.npy",
            env!("CARGO_MANIFEST_DIR").replace('/', "%2F")
        ),
    };
    let views = workspace.all_views().next().expect("a workspace has views");
    let text = format!("{text}&views={views}");
    let mut window =
        window_with(text.trim_start_matches('&'), Store::default(), vec2(width, height));
    super::finish_computations(&mut window);
    settle(&mut window);
    window
}

#[test]
fn charts_fill_their_tiles_and_no_text_is_cut() {
    let mut faults = Vec::new();
    for workspace in WORKSPACES {
        for size in SIZES {
            let window = room(workspace, size);
            let views = app(&window).state().scene().draft().views;
            for view in views.iter() {
                let Some(drawing) = app(&window).drawing(view) else { continue };
                let Some(plot) = &drawing.plot else { continue };
                let Some(picture) = super::find_view(&window, view) else { continue };
                let tile = picture.rect();
                let frame = plot.rect;
                // Of one scale in both directions, as a circle's are.
                let scales = [
                    f64::from(frame.width) / plot.x.span.length(),
                    f64::from(frame.height) / plot.y.span.length(),
                ];
                let is_square = (scales[0] / scales[1] - 1.0).abs() < 0.01;
                let most = if is_square { tile.size().min_elem().powi(2) } else { tile.area() };
                let share = frame.width * frame.height / most;
                if share < 0.5 {
                    let share = (100.0 * share).round();
                    faults
                        .push(format!("{} at {size:?}: {view:?} fills {share} %", workspace.title));
                }
            }
            for clipped in &window.output().shapes {
                if let egui::Shape::Text(text) = &clipped.shape
                    && text.galley.elided
                {
                    let text = text.galley.text();
                    faults.push(format!("{} at {size:?}: cut: {text}", workspace.title));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
