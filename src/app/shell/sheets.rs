//! The sheet of shortcuts, About, and notices.

use egui::{RichText, Ui};

use super::{
    command::{Command, OTHER_KEYS},
    icon::{self, Icon},
    sight,
    state::{Notice, Severity},
    style,
};
use crate::picture::{Face, Theme};

/// A sheet that lies over the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sheet {
    /// All shortcuts.
    Shortcuts,
    /// Version and licenses.
    About,
}

/// Draws a sheet. Whether it stays open.
pub(crate) fn sheet_ui(ctx: &egui::Context, sheet: Sheet) -> bool {
    let mut is_open = true;
    let title = match sheet {
        Sheet::Shortcuts => "Keyboard shortcuts",
        Sheet::About => "About Phasor",
    };
    let window = egui::Window::new(title)
        .open(&mut is_open)
        .collapsible(false)
        .resizable(false)
        .frame(egui::Frame::window(&ctx.global_style()).inner_margin(14))
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO);
    sight::fitting(ctx, window).show(ctx, |ui| {
        sight::contents(ui, |ui| match sheet {
            Sheet::Shortcuts => shortcuts_ui(ui),
            Sheet::About => about_ui(ui),
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
    // Side by side, and as close as text stands: so all of it fits into a window of 1024 × 640.
    ui.spacing_mut().interact_size.y = 0.0;
    ui.horizontal_top(|ui| {
        egui::Grid::new("commands").spacing([16.0, 5.0]).show(ui, |ui| {
            for &command in Command::ALL {
                if let Some(shortcut) = command.shortcut() {
                    let keys = ui.ctx().format_shortcut(&shortcut);
                    row(ui, &keys, command.title().trim_end_matches('…'));
                }
            }
        });
        ui.add_space(24.0);
        egui::Grid::new("other keys").spacing([16.0, 5.0]).show(ui, |ui| {
            for (keys, what) in OTHER_KEYS {
                row(ui, keys, what);
            }
        });
    });
}

fn about_ui(ui: &mut Ui) {
    ui.set_max_width(440.0);
    ui.label(format!("Phasor {}", env!("CARGO_PKG_VERSION")));
    ui.label(
        "A native explorer of sinusoidal positional encodings: PE(t), how alike positions are, and \
         the rotation that moves them.",
    );
    ui.add_space(6.0);
    ui.label("Licensed under MIT or Apache 2.0, as you choose.");
    ui.label(RichText::new("In the program").font(style::font(Face::SemiBold, 13.0)));
    for line in [
        "Inter, © The Inter Project Authors, SIL Open Font License 1.1",
        "STIX Two Math, © The STIX Fonts Project Authors, SIL Open Font License 1.1",
        "Scientific colour maps, © Fabio Crameri, MIT",
        "cividis, J. Nuñez, C. Anderton and R. Renslow, CC0",
        "egui and the other Rust libraries named in Cargo.lock, under MIT, Apache 2.0 and like terms",
    ] {
        ui.label(RichText::new(line).small().weak());
    }
    sight::disclosure(ui, "SIL Open Font License", |ui| {
        egui::ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
            ui.label(RichText::new(include_str!("../../../assets/fonts/OFL-Inter.txt")).small());
        });
    });
    sight::disclosure(ui, "License of the color maps", |ui| {
        egui::ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
            ui.label(RichText::new(include_str!("../../../assets/LICENSE-colormaps.txt")).small());
        });
    });
}

/// The last few notices at the lower right; which one was dismissed.
pub(crate) fn notices_ui(
    ctx: &egui::Context,
    notices: &[Notice],
    above: f32,
    theme: Theme,
) -> Option<usize> {
    const MOST: usize = 4;
    let mut dismissed = None;
    let first = notices.len().saturating_sub(MOST);
    egui::Area::new(egui::Id::unique("notices"))
        .order(egui::Order::Foreground)
        .anchor(egui::Align2::RIGHT_BOTTOM, [-12.0, -above - 12.0])
        .show(ctx, |ui| {
            for (index, notice) in notices.iter().enumerate().skip(first) {
                let color = match notice.severity {
                    Severity::Info => theme.accent,
                    Severity::Refused | Severity::Error => theme.error,
                };
                let frame = egui::Frame::new()
                    .fill(style::color(theme.tile))
                    .stroke(egui::Stroke::new(1.5, style::color(color)))
                    .corner_radius(5)
                    .inner_margin(10);
                frame.show(ui, |ui| {
                    ui.set_width(380.0);
                    ui.push_id(index, |ui| {
                        ui.horizontal(|ui| {
                            // All crosses in one column at the right, however long the text.
                            let cross = egui::vec2(20.0, 20.0);
                            let width =
                                ui.available_width() - cross.x - ui.spacing().item_spacing.x;
                            let text = RichText::new(&notice.text).color(style::color(theme.text));
                            ui.vertical(|ui| {
                                ui.set_width(width);
                                ui.add(egui::Label::new(text).wrap());
                            });
                            let (rect, _) = ui.allocate_exact_size(cross, egui::Sense::hover());
                            if icon::button(ui, rect, Icon::Close, "Dismiss notice").clicked() {
                                dismissed = Some(index);
                            }
                        })
                    });
                });
            }
        });
    dismissed
}
