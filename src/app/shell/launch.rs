//! Opens the window, and explains why it cannot be opened.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use thiserror::Error;

use super::app::App;
use crate::{
    app::{look::style, settings::Store, share_memory},
    export,
    launch::{OnFrame, Options},
    picture::Theme,
};

/// Reason that there is no window.
#[derive(Debug, Error)]
#[error(
    "cannot open a window: {reason} (on a bare Debian machine: apt-get install libgl1 libegl1 \
     libxkbcommon-x11-0 libx11-xcb1 libxcursor1 libxi6 libxrandr2; without a display: phasor export \
     table -o table.csv, phasor figure heatmap -o heatmap.png)"
)]
pub struct LaunchError {
    reason: String,
}

/// Opens the window and stays until it is closed.
pub fn run(options: Options) -> Result<(), LaunchError> {
    share_memory();
    let icon = eframe::icon_data::from_png_bytes(include_bytes!("../../../assets/phasor.png"))
        .unwrap_or_default();
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Phasor")
            .with_app_id("phasor")
            .with_inner_size([1400.0, 860.0])
            .with_min_inner_size([960.0, 600.0])
            .with_icon(icon),
        // OpenGL, for old classroom machines.
        renderer: eframe::Renderer::Glow,
        persist_window: false,
        // Colors carry values: none is changed to smooth a gradient, and every pixel is cheaper.
        dithering: false,
        ..eframe::NativeOptions::default()
    };
    // winit panics if a library of the window system is missing. That becomes a one-line error, too.
    let has_opened = Arc::new(AtomicBool::new(false));
    let opening = Arc::clone(&has_opened);
    let opened = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        eframe::run_native(
            "phasor",
            native,
            Box::new(|creation| {
                let is_asked =
                    options.scene.is_some() || options.file.is_some() || options.lesson.is_some();
                let is_meant = options.is_trusted && options.scene.is_some();
                let mut app = App::new(&creation.egui_ctx, options.scene, Store::of_system());
                if is_meant {
                    app.trust_scene();
                }
                if options.is_passing {
                    app.keep_last_session();
                }
                app.welcome(is_asked);
                if let Some(file) = options.file {
                    app.open_at_start(&creation.egui_ctx, file);
                }
                if let Some(lesson) = &options.lesson {
                    app.open_lesson_named(&creation.egui_ctx, lesson);
                }
                Ok(Box::new(NativeWindow {
                    app,
                    started: options.started,
                    num_frames: 0,
                    has_opened: opening,
                    on_frame: options.on_frame,
                }))
            }),
        )
    }));
    match opened {
        Ok(Ok(())) => Ok(()),
        Ok(Err(eframe::Error::NoGlutinConfigs(_, error))) => {
            Err(LaunchError { reason: format!("no OpenGL, {}", one_line(&error.to_string())) })
        }
        Ok(Err(error)) => Err(LaunchError { reason: one_line(&error.to_string()) }),
        Err(panic) if has_opened.load(Ordering::Relaxed) => std::panic::resume_unwind(panic),
        Err(panic) => {
            let reason = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("the window system failed");
            Err(LaunchError { reason: one_line(reason) })
        }
    }
}

/// Reason on one line, without the source location that winit prepends.
fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    match (text.contains("os error at"), text.rsplit_once(": ")) {
        (true, Some((_place, reason))) => reason.to_owned(),
        _ => text,
    }
}

struct NativeWindow {
    app: App,
    started: Instant,
    num_frames: u64,
    has_opened: Arc<AtomicBool>,
    on_frame: Option<OnFrame>,
}

impl eframe::App for NativeWindow {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        if self.num_frames > 0
            && let Some(report) = &mut self.on_frame
        {
            report(self.num_frames, self.started.elapsed());
        }
        self.app.logic(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.num_frames += 1;
        self.has_opened.store(true, Ordering::Relaxed);
        self.app.ui(ui);
        if self.on_frame.is_some() && self.num_frames == 1 {
            ui.ctx().request_repaint();
        }
    }

    /// The ground between the tiles. Filled by the renderer, it costs nothing where a tile covers it.
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        style::color(Theme::new(visuals.dark_mode).ground).to_normalized_gamma_f32()
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.app.save_settings();
        // What is still being written ends with the program.
        export::abandon_all();
    }
}
