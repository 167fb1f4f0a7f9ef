//! Opens a file, or names a new one: its path is typed, or chosen in the system's dialog.

use std::path::PathBuf;

use egui::Key;

use super::{
    file_dialog::{DIALOG_OPEN, DialogOutcome, FileDialog, NOTHING_CHOSEN},
    path_input::typed_path,
};
use crate::{app::lessons::print::Printed, export, handout::HandoutKind, import, scene::Side};

/// Purpose of the file to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Whatever the program reads.
    Any,
    /// A table, for a side.
    Table(Side),
    /// A model's configuration, for a side.
    Model(Side),
    /// Word vectors.
    Vectors,
    /// A lesson.
    Lesson,
    /// A file that holds a scene.
    Scene,
    /// A new file for the scene.
    SaveScene,
    /// A new file for a sheet of a lesson.
    Print(Printed),
}

impl Purpose {
    fn title(self) -> &'static str {
        match self {
            Self::Any => "Open a table or config",
            Self::Table(Side::B) => "Compare with table",
            Self::Table(_) => "Open table",
            Self::Model(Side::B) => "Compare with model",
            Self::Model(_) => "Open model",
            Self::Vectors => "Open word vectors",
            Self::Lesson => "Open lesson",
            Self::Scene => "Open scene from file",
            Self::SaveScene => "Save scene",
            Self::Print(Printed::OfLesson(HandoutKind::Handout)) => "Save handout",
            Self::Print(Printed::OfLesson(HandoutKind::Quiz)) => "Save quiz",
            Self::Print(Printed::OfLesson(HandoutKind::Notes)) => "Save teacher's notes",
            Self::Print(Printed::Summary) => "Save summary",
            Self::Print(Printed::Exercises) => "Save exercises",
        }
    }

    /// True for a file that does not exist yet.
    fn is_new(self) -> bool {
        self.new_name().is_some()
    }

    /// Name that a new file has unless another is chosen.
    fn new_name(self) -> Option<String> {
        match self {
            Self::SaveScene => Some("scene.txt".to_owned()),
            Self::Print(printed) => Some(printed.file_name()),
            _ => None,
        }
    }

    /// True for files that are offered again.
    pub(crate) fn is_recalled(self) -> bool {
        self != Self::Vectors && !self.is_new()
    }

    fn help(self) -> &'static str {
        match self {
            Self::Any => {
                "A table (npy, npz, safetensors, csv, tsv) is recognized if it is a known encoding; a config.json, \
                 params.json or GGUF file shows by which angles the model rotates. You can also drop a file on the window."
            }
            Self::Table(Side::B) => {
                "npy, npz, safetensors, csv or tsv: it is compared with the encoding, which takes its width and \
                 length, and is read again when it is saved."
            }
            Self::Table(_) => {
                "npy, npz, safetensors, csv or tsv: it becomes the encoding, is recognized if it is a known one, and is \
                 read again when it is saved. You can also drop it on the window."
            }
            Self::Model(_) => {
                "A config.json or params.json, a GGUF file (of which the header is read), or the folder of a model: its \
                 rotary encoding is shown, and read again when it is saved. You can also drop it on the window."
            }
            Self::Vectors => {
                "A text file with a word and its numbers on each line (GloVe, fastText, word2vec), or an npy array with \
                 NAME.txt next to it, one word per line."
            }
            Self::Scene => {
                "A file written by Phasor: figures, animations, json, npz, safetensors, md and tex contain \
                 their scene. You can also drop it on the window."
            }
            Self::SaveScene => {
                "A text file (txt) with the scene and nothing else. Open it with File ▸ Open scene from file…, drop it on the \
                 window, or name it on the command line."
            }
            Self::Print(Printed::OfLesson(_)) => {
                "A PDF on A4 of the open lesson; without one, of One class. phasor handout prints on other paper, too."
            }
            Self::Print(Printed::Summary | Printed::Exercises) => "A PDF on A4.",
            Self::Lesson => {
                "A Markdown file: steps begin with ##, and links such as scene:d_model=64 carry a scene. It is \
                 reloaded when it is saved."
            }
        }
    }

    /// File name extensions, for the dialog.
    pub(crate) fn endings(self) -> Vec<&'static str> {
        match self {
            Self::Any => [import::TABLE_ENDINGS, import::MODEL_ENDINGS].concat(),
            Self::Table(_) => import::TABLE_ENDINGS.to_vec(),
            Self::Model(_) => import::MODEL_ENDINGS.to_vec(),
            Self::Vectors => vec!["txt", "vec", "npy"],
            Self::Lesson => vec!["md"],
            Self::Scene => {
                let written = export::written_endings().map(|(ending, _)| ending);
                std::iter::once("txt").chain(written.filter(|it| export::holds_scene(it))).collect()
            }
            Self::SaveScene => vec!["txt"],
            Self::Print(_) => vec!["pdf"],
        }
    }
}

/// State of the panel while it is open.
pub(crate) struct OpenPanel {
    purpose: Purpose,
    path: String,
    dialog: Option<FileDialog>,
    note: Option<&'static str>,
    /// True if the path field takes the focus in the next frame.
    wants_path: bool,
}

/// State of the panel after a frame.
pub(crate) enum Opened {
    /// Still open.
    Waiting,
    /// Closed without a file.
    Closed,
    /// Ended with a file.
    Chosen(Purpose, PathBuf),
    /// Still open, with a message for a notice.
    Failed(String),
}

impl OpenPanel {
    pub(crate) fn new(purpose: Purpose) -> Self {
        Self { purpose, path: String::new(), dialog: None, note: None, wants_path: true }
    }

    pub(crate) fn ui(&mut self, ctx: &egui::Context) -> Opened {
        let mut failure = None;
        let verb = if self.purpose.is_new() { "Save" } else { "Open" };
        match self.dialog.as_mut().map(FileDialog::outcome) {
            Some(DialogOutcome::Chosen(path)) => return Opened::Chosen(self.purpose, path),
            Some(DialogOutcome::Nothing) => {
                (self.dialog, self.note) = (None, Some(NOTHING_CHOSEN));
                self.wants_path = true;
            }
            Some(DialogOutcome::Failed(error)) => {
                (self.dialog, failure) = (None, Some(error));
                self.wants_path = true;
            }
            Some(DialogOutcome::Waiting) | None => {}
        }
        let mut is_entered = false;
        let mut is_cancelled = false;
        let modal = egui::Modal::new(egui::Id::unique("open file")).show(ctx, |ui| {
            ui.set_width(460.0);
            ui.strong(self.purpose.title());
            ui.label(egui::RichText::new(self.purpose.help()).small().weak());
            ui.add_space(4.0);
            let edit = egui::TextEdit::singleline(&mut self.path)
                .desired_width(f32::INFINITY)
                .hint_text("Path of a file");
            let response = ui.add(edit).accessible_name("Path of a file");
            if std::mem::take(&mut self.wants_path) {
                response.request_focus();
            }
            is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            ui.horizontal(|ui| {
                let is_typed = !self.path.trim().is_empty();
                is_entered |= ui.add_enabled(is_typed, egui::Button::new(verb)).clicked();
                let browse = ui.add_enabled(self.dialog.is_none(), egui::Button::new("Browse…"));
                if browse.on_disabled_hover_text(DIALOG_OPEN).clicked() {
                    self.browse(ui.ctx());
                }
                is_cancelled = ui.button("Cancel").clicked();
            });
            if let Some(note) = self.note {
                ui.label(egui::RichText::new(note).small());
            }
        });
        if is_entered && !self.path.trim().is_empty() {
            let path = typed_path(&self.path);
            if self.purpose.is_new() && path.exists() {
                // The system's dialog asks before it replaces a file.
                self.note =
                    Some("This file exists: type another name, or choose Browse… to replace it");
                return Opened::Waiting;
            }
            return Opened::Chosen(self.purpose, path);
        }
        if is_cancelled || (modal.should_close() && !is_entered) {
            Opened::Closed
        } else {
            failure.map_or(Opened::Waiting, Opened::Failed)
        }
    }

    fn browse(&mut self, ctx: &egui::Context) {
        let dialog = rfd::AsyncFileDialog::new()
            .set_title(self.purpose.title())
            .add_filter(self.purpose.endings().join(", "), &self.purpose.endings())
            .add_filter("All files", &["*"]);
        self.note = None;
        self.dialog = Some(match self.purpose.new_name() {
            Some(name) => FileDialog::open(ctx, dialog.set_file_name(name).save_file()),
            None => FileDialog::open(ctx, dialog.pick_file()),
        });
    }
}
