//! Every view in pixels, drawn by the software Vulkan driver and compared with a stored picture.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test window -- --ignored pixels` redraws the pictures in `tests/snapshots`.

use egui::{Theme, vec2};
use egui_kittest::{
    Harness, SnapshotOptions, SnapshotResults, try_image_snapshot_options, wgpu::WgpuTestRenderer,
};
use phasor::{app::settings::Store, views::View};

use super::{finish_computations, settle, view_rect};
use crate::{headless::opened, shown::shown};

/// Size of a window that leaves a view a few hundred points beside the panels.
const SIZE: egui::Vec2 = vec2(720.0, 420.0);

/// Table in which single cells are visible.
const TABLE: &str = "d_model=16&length=24&position=9&column=4&offset=5";

fn check(view: View, theme: Theme, scale: f32, results: &mut SnapshotResults) {
    let builder = Harness::builder()
        .with_size(SIZE)
        .with_pixels_per_point(scale)
        .renderer(WgpuTestRenderer::new());
    let scene = format!("{}&views={}", shown(view, TABLE), view.key());
    let mut window = opened(builder, &scene, Store::default());
    window.ctx.set_theme(theme);
    settle(&mut window);
    finish_computations(&mut window);
    settle(&mut window);
    let rect = view_rect(&window, view) * scale;
    let mut picture = window.render().expect("there is a Vulkan driver");
    let [x, y, width, height] =
        [rect.left(), rect.top(), rect.width(), rect.height()].map(|side| side.round() as u32);
    let tile = image::imageops::crop(&mut picture, x, y, width, height).to_image();
    let tone = if theme == Theme::Dark { "dark" } else { "light" };
    let name = format!("{}_{tone}_{scale}x", view.key());
    // Another processor rounds a few edges of letters differently; every real change alters more pixels.
    let options = SnapshotOptions::new().threshold(2.0).max_failed_pixels(8);
    results.add(try_image_snapshot_options(&tile, name, &options));
}

#[test]
#[ignore = "needs a Vulkan driver"]
fn every_view_matches_its_snapshot() {
    let mut results = SnapshotResults::new();
    for &view in View::ALL {
        for theme in [Theme::Light, Theme::Dark] {
            for scale in [1.0, 2.0] {
                check(view, theme, scale, &mut results);
            }
        }
    }
}
