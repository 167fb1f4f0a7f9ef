//! Rooms at three sizes: pictures fill their tiles, and no text is cut.

use egui::vec2;
use phasor::{
    app::settings::Store,
    views::{Example, View, WORKSPACES, Workspace},
};

use super::{app, settle};
use crate::headless::{Window, window_with};

const SIZES: [(f32, f32); 3] = [(1024.0, 640.0), (1400.0, 900.0), (1920.0, 1080.0)];

/// Charts that do not yet cover half of their tile: workspace, width of the window, view.
const TOO_SMALL: [(&str, u32, View); 27] = [
    ("Model", 1024, View::Wavelengths),
    ("Model", 1024, View::Score),
    ("Grid", 1024, View::GridSimilarity),
    ("Grid", 1024, View::GridAxes),
    ("Learned", 1024, View::Similarity),
    ("Bias", 1024, View::BiasMatrix),
    ("Bias", 1400, View::Slopes),
    ("Bias", 1400, View::HalfLife),
    ("Explore", 1024, View::Similarity),
    ("Rotation", 1024, View::Rotation),
    ("Rotation", 1024, View::RotationLab),
    ("Rotation", 1400, View::Rotation),
    ("Rotation", 1400, View::RotationLab),
    ("Rotation", 1400, View::Pair),
    ("Rotation", 1920, View::Rotation),
    ("Similarity", 1024, View::Profile),
    ("Frequencies", 1024, View::Waves),
    ("Frequencies", 1024, View::Pair),
    ("Frequencies", 1024, View::Wavelengths),
    ("Frequencies", 1024, View::Shares),
    ("Frequencies", 1400, View::Pair),
    ("Frequencies", 1920, View::Pair),
    ("Clocks", 1024, View::Manifold),
    ("Tokens", 1024, View::Tokens),
    ("Tokens", 1024, View::Sum),
    ("Tokens", 1400, View::Sum),
    ("Precision", 1024, View::Heatmap),
];

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
                let is_square = view.is_square();
                let most = if is_square { tile.size().min_elem().powi(2) } else { tile.area() };
                let share = frame.width * frame.height / most;
                let is_known = TOO_SMALL.contains(&(workspace.title, size.0 as u32, view));
                if is_known && share > 0.55 {
                    faults.push(format!(
                        "{} at {size:?}: {view:?} is no longer too small",
                        workspace.title
                    ));
                }
                if share < 0.5 && !is_known {
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
