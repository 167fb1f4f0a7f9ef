//! The whole window in a harness, without a display.

use egui_kittest::Harness;
use phasor::{
    app::{App, settings::Store},
    scene::Scene,
};

pub(crate) type Window = Harness<'static, Option<App>>;

pub(crate) fn window_with(scene: &str, store: Store, size: egui::Vec2) -> Window {
    window_at_pace(scene, store, size, 60.0)
}

/// A window that draws so many frames a second.
pub(crate) fn window_at_pace(scene: &str, store: Store, size: egui::Vec2, pace: f32) -> Window {
    let scene: Option<Scene> = (!scene.is_empty()).then(|| scene.parse().expect("a valid scene"));
    let mut start = Some((scene, store));
    let mut window = Harness::builder()
        .with_size(size)
        .with_max_steps(20)
        .with_step_dt(1.0 / pace)
        .allow_missing_glyphs()
        .build_ui_state(
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
