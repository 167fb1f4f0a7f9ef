//! Asks which tensor of a file becomes the table.

use std::path::PathBuf;

use egui::RichText;

use crate::{import::TensorFacts, model::kind_title, sanitize, scene::Side};

/// Number of tensors without a filter. A checkpoint has thousands.
const MOST_LISTED: usize = 200;

/// List of the tensors of a file, while it is open.
pub(crate) struct TensorChooser {
    path: PathBuf,
    /// Side that becomes the table.
    side: Side,
    /// The likely ones first.
    tensors: Vec<TensorFacts>,
    filter: String,
    /// True until the filter has taken the focus.
    is_new: bool,
}

/// State of the list after a frame.
pub(crate) enum Choice {
    /// Still open.
    Open,
    /// Closed without a choice.
    Closed,
    /// Side, file, and the name of the tensor.
    Chosen(Side, PathBuf, String),
}

impl TensorChooser {
    pub(crate) fn new(side: Side, path: PathBuf, tensors: Vec<TensorFacts>) -> Self {
        Self { side, path, tensors, filter: String::new(), is_new: true }
    }

    pub(crate) fn ui(&mut self, ctx: &egui::Context) -> Choice {
        let mut chosen = None;
        let mut is_cancelled = false;
        let modal = egui::Modal::new(egui::Id::unique("choose tensor")).show(ctx, |ui| {
            ui.set_width(560.0);
            ui.strong("Choose a tensor");
            let name = self.path.file_name().unwrap_or_default().to_string_lossy();
            let text = format!("{} has {} tensors.", sanitize::word(&name), self.tensors.len());
            ui.label(RichText::new(text).small().weak());
            let field = egui::TextEdit::singleline(&mut self.filter)
                .desired_width(f32::INFINITY)
                .hint_text("Filter by name");
            let response = ui.add(field).accessible_name("Filter");
            if std::mem::take(&mut self.is_new) {
                response.request_focus();
            }
            let filter = self.filter.trim().to_lowercase();
            let matching: Vec<&TensorFacts> = self
                .tensors
                .iter()
                .filter(|tensor| tensor.name.to_lowercase().contains(&filter))
                .collect();
            let most = (ctx.content_rect().height() - 260.0).clamp(120.0, 420.0);
            egui::ScrollArea::vertical().max_height(most).auto_shrink(false).show(ui, |ui| {
                for tensor in matching.iter().take(MOST_LISTED) {
                    let text = tensor.to_string();
                    let mut button = egui::Button::selectable(false, text).truncate();
                    if let Some(kind) = tensor.kind() {
                        button =
                            button.right_text(RichText::new(kind_title(kind.key())).small().weak());
                    }
                    let size = egui::vec2(ui.available_width(), 0.0);
                    let is_readable = tensor.element.is_ok();
                    let response = ui.add_enabled(is_readable, button.min_size(size));
                    let why = "Unsupported type: expected floating-point numbers or integers";
                    if response.on_disabled_hover_text(why).clicked() {
                        chosen = Some(tensor.name.clone());
                    }
                }
                let num = matching.len().saturating_sub(MOST_LISTED);
                if num > 0 {
                    ui.label(RichText::new(format!("and {num} more")).small().weak());
                }
                if matching.is_empty() {
                    ui.label(RichText::new("No tensor has such a name.").small().weak());
                }
            });
            is_cancelled = ui.button("Cancel").clicked();
        });
        match chosen {
            Some(tensor) => Choice::Chosen(self.side, self.path.clone(), tensor),
            None if is_cancelled || modal.should_close() => Choice::Closed,
            None => Choice::Open,
        }
    }
}
