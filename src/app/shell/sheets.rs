//! Help sheets over the window: shortcuts and About.

use egui::{KeyboardShortcut, RichText, Ui};

use super::command::{Command, OTHER_KEYS};
use crate::{
    app::look::{focus, style},
    picture::Face,
};

/// A help sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HelpSheet {
    /// All shortcuts.
    Shortcuts,
    /// Version and licenses.
    About,
}

/// Shows a sheet. False once it is closed.
pub(crate) fn sheet_ui(ctx: &egui::Context, sheet: HelpSheet) -> bool {
    let mut is_open = true;
    let title = match sheet {
        HelpSheet::Shortcuts => "Keyboard shortcuts",
        HelpSheet::About => "About Phasor",
    };
    let window = egui::Window::new(title)
        .open(&mut is_open)
        .collapsible(false)
        .resizable(false)
        .frame(egui::Frame::window(&ctx.global_style()).inner_margin(14))
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO);
    focus::fitting(ctx, window).show(ctx, |ui| {
        focus::contents(ui, |ui| match sheet {
            HelpSheet::Shortcuts => shortcuts_ui(ui),
            HelpSheet::About => about_ui(ui),
        });
    });
    is_open && !ctx.input(|input| input.key_pressed(egui::Key::Escape))
}

fn shortcuts_ui(ui: &mut Ui) {
    let row = |ui: &mut Ui, keys: &str, what: &str| {
        ui.label(RichText::new(keys).font(style::font(Face::SemiBold, 13.0)));
        ui.label(what);
        ui.end_row();
    };
    // Two columns with tight lines fit into a window of 1024 × 640.
    ui.spacing_mut().interact_size.y = 0.0;
    ui.horizontal_top(|ui| {
        let with_keys = |&command: &Command| Some((command, command.shortcut()?));
        let commands: Vec<_> = Command::ALL.iter().filter_map(with_keys).collect();
        let (first, second) = commands.split_at((commands.len() + OTHER_KEYS.len()).div_ceil(2));
        let grid =
            |ui: &mut Ui, commands: &[(Command, KeyboardShortcut)], others: &[(&str, &str)]| {
                egui::Grid::new(commands.len()).spacing([16.0, 4.0]).show(ui, |ui| {
                    for (command, shortcut) in commands {
                        let keys = ui.ctx().format_shortcut(shortcut);
                        row(ui, &keys, command.title().trim_end_matches('…'));
                    }
                    for (keys, what) in others {
                        row(ui, keys, what);
                    }
                });
            };
        grid(ui, first, &[]);
        ui.add_space(24.0);
        grid(ui, second, OTHER_KEYS);
    });
}

fn about_ui(ui: &mut Ui) {
    ui.set_max_width(440.0);
    ui.label(format!("Phasor {}", env!("PHASOR_VERSION")));
    ui.label(
        "A native explorer of positional encodings: sinusoidal tables and the rotations of models, the similarity of \
         positions, and the rotation that moves them.",
    );
    ui.add_space(6.0);
    ui.label("Licensed under MIT or Apache 2.0, at your option.");
    ui.label(RichText::new("Included").font(style::font(Face::SemiBold, 13.0)));
    for line in [
        "Inter, © The Inter Project Authors, SIL Open Font License 1.1",
        "STIX Two Math, © The STIX Fonts Project Authors, SIL Open Font License 1.1",
        "Scientific colour maps, © Fabio Crameri, MIT",
        "cividis, J. Nuñez, C. Anderton and R. Renslow, CC0",
        "egui and the other Rust libraries named in Cargo.lock, under MIT, Apache 2.0 and like terms",
    ] {
        ui.label(RichText::new(line).small().weak());
    }
    focus::disclosure(ui, "SIL Open Font License", |ui| {
        egui::ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
            ui.label(RichText::new(include_str!("../../../assets/fonts/OFL-Inter.txt")).small());
        });
    });
    focus::disclosure(ui, "License of the color maps", |ui| {
        egui::ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
            ui.label(RichText::new(include_str!("../../../assets/LICENSE-colormaps.txt")).small());
        });
    });
}
