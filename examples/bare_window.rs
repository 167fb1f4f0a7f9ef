//! Opens an empty window of the size and kind of the program's, to measure what the system and the renderer need
//! until the first frame is on the screen. `tests/outside/desktop.rs` compares the two.

#![expect(clippy::print_stderr, reason = "what it measures is told there, as the program does")]

use std::time::Instant;

use eframe::egui;

struct Bare {
    started: Instant,
    num_frames: u64,
}

impl eframe::App for Bare {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.num_frames += 1;
        match self.num_frames {
            1 => ui.ctx().request_repaint(),
            2 => eprintln!("first frame after {} ms", self.started.elapsed().as_millis()),
            _ => {}
        }
        ui.painter().rect_filled(ui.max_rect(), 0.0, egui::Color32::GRAY);
    }
}

fn main() -> eframe::Result {
    let started = Instant::now();
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default().with_inner_size([1400.0, 860.0]),
        renderer: eframe::Renderer::Glow,
        persist_window: false,
        ..eframe::NativeOptions::default()
    };
    eframe::run_native("bare", native, Box::new(|_| Ok(Box::new(Bare { started, num_frames: 0 }))))
}
