//! The whole window in a test harness, without a display.

use egui::{Context, FullOutput, TexturesDelta};
use egui_kittest::{Harness, HarnessBuilder, TestRenderer};
use phasor::{
    app::{App, settings::Store},
    scene::Scene,
};

pub(crate) type Window = Harness<'static, Option<App>>;

/// Discards textures. Without a renderer, a harness would keep every part of every texture that it is given.
struct Blind;

impl TestRenderer for Blind {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        delta.clear();
    }

    fn render(&mut self, _ctx: &Context, _output: &FullOutput) -> Result<image::RgbaImage, String> {
        Err("this window is not drawn".to_owned())
    }
}

pub(crate) fn window_with(scene: &str, store: Store, size: egui::Vec2) -> Window {
    window_at_pace(scene, store, size, 60.0)
}

/// Opens a window that draws `pace` frames per second.
pub(crate) fn window_at_pace(scene: &str, store: Store, size: egui::Vec2, pace: f32) -> Window {
    let builder = Harness::builder().with_size(size).with_step_dt(1.0 / pace).renderer(Blind);
    opened(builder, scene, store)
}

/// Opens a window with a harness builder and runs a few frames.
pub(crate) fn opened(builder: HarnessBuilder<Option<App>>, scene: &str, store: Store) -> Window {
    let scene: Option<Scene> = (!scene.is_empty()).then(|| scene.parse().expect("a valid scene"));
    let mut start = Some((scene, store));
    let mut window = builder.with_max_steps(20).allow_missing_glyphs().build_ui_state(
        move |ui, app: &mut Option<App>| {
            let ctx = ui.ctx().clone();
            let app = app.get_or_insert_with(|| {
                let (scene, store) = start.take().expect("the app is made once");
                let is_given = scene.is_some();
                let mut app = App::new(&ctx, scene, store);
                if is_given {
                    app.trust_scene();
                }
                app
            });
            app.logic(&ctx);
            app.ui(ui);
        },
        None,
    );
    window.run_steps(6);
    window
}
