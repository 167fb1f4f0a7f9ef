//! Doors of the first start: what the program is for, once.

use egui::{Key, RichText, Ui};

use crate::{
    app::look::{focus, style},
    picture::{Face, Theme},
};

/// A way to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Door {
    /// The encoding of the paper, and its parameters.
    Explore,
    /// A table of four rows and four columns, which can be computed by hand.
    Worked,
    /// The first lesson.
    Lessons,
    /// A file of the user's own.
    Open,
}

const DOORS: [(Door, &str, &str); 4] = [
    (
        Door::Explore,
        "Explore",
        "The encoding of the paper in pictures that follow your hand: drag a slider, click a cell.",
    ),
    (
        Door::Worked,
        "Worked example 4 × 4",
        "Sixteen numbers to check with a calculator: click one and read how it is computed.",
    ),
    (
        Door::Lessons,
        "Lessons",
        "Why positions need waves, step by step. F5 brings a lesson to the classroom.",
    ),
    (
        Door::Open,
        "Open a table or config",
        "Which encoding is your table, and where is it wrong? By which angles does a checkpoint rotate?",
    ),
];

/// Shows the doors. Returns the one chosen, or the first if they were closed; `None` while they are open.
pub(crate) fn doors_ui(ctx: &egui::Context, theme: Theme) -> Option<Door> {
    const SIZE: egui::Vec2 = egui::vec2(200.0, 140.0);
    let mut chosen = None;
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18);
    let modal = egui::Modal::new(egui::Id::unique("doors")).frame(frame).show(ctx, |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(12.0, 8.0);
        ui.label(RichText::new("Welcome to Phasor").font(style::font(Face::SemiBold, 18.0)));
        ui.label(
            RichText::new(
                "Where do you want to begin? The menus lead to all of these at any time.",
            )
            .weak(),
        );
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            for (door, title, sentence) in DOORS {
                if door_ui(ui, theme, SIZE, title, sentence) {
                    chosen = Some(door);
                }
            }
        });
        focus::follow_focus(ui);
    });
    let is_left = modal.should_close() || ctx.input(|input| input.key_pressed(Key::Escape));
    chosen.or_else(|| is_left.then_some(Door::Explore))
}

/// Shows a large button with a sentence. True if it was clicked.
fn door_ui(ui: &mut Ui, theme: Theme, size: egui::Vec2, title: &str, sentence: &str) -> bool {
    const MARGIN: f32 = 14.0;
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{title}. {sentence}"))
    });
    let is_lit = response.hovered() || response.has_focus();
    let line = if is_lit { theme.accent } else { theme.line };
    let stroke = egui::Stroke::new(if is_lit { 2.0 } else { 1.0 }, style::color(line));
    let painter = ui.painter();
    painter.rect(rect, 8.0, style::color(theme.tile), stroke, egui::StrokeKind::Inside);
    let width = size.x - 2.0 * MARGIN;
    let heading = style::font(Face::SemiBold, 15.5);
    let heading = painter.layout(title.to_owned(), heading, style::color(theme.text), width);
    let font = style::font(Face::Regular, 13.0);
    let text = painter.layout(sentence.to_owned(), font, style::color(theme.weak_text), width);
    let at = rect.min + egui::Vec2::splat(MARGIN);
    let below = at + egui::vec2(0.0, heading.size().y + 8.0);
    painter.galley(at, heading, style::color(theme.text));
    painter.galley(below, text, style::color(theme.weak_text));
    response.clicked()
}
