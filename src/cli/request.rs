//! Commands as the command line asks for them.

use std::path::PathBuf;

use crate::{
    export::{AnimationRequest, CaptionForm, DataRequest, FigureContent, FigureRequest, Language},
    handout::{HandoutKind, Paper},
    model::Reader,
    scene::{Scene, Swept},
};

/// Destination of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Standard output, `-`.
    Stdout,
    /// File.
    File(PathBuf),
}

/// Command to run.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Opens the window.
    Open {
        /// Scene to open; `None` opens the last one.
        scene: Option<Box<Scene>>,
        /// True if the files that the scene names may be read.
        is_trusted: bool,
        /// Lesson to open: its number, counted from 1, or a file.
        lesson: Option<String>,
        /// Table, file with a scene, or lesson to open.
        file: Option<PathBuf>,
        /// Files to remove when the window closes.
        temporary: Vec<PathBuf>,
        /// True to say once that the window is open.
        announces: bool,
        /// True to report when each frame is on the screen.
        has_timing: bool,
    },
    /// Writes numbers.
    Export {
        /// Scenes and their destinations.
        files: Vec<(Scene, Output)>,
        /// Values to write, and their format.
        request: DataRequest,
        /// Notes on options that change nothing.
        notes: Vec<String>,
        /// True to show no progress.
        is_quiet: bool,
    },
    /// Draws figures.
    Figure {
        /// Views to draw, and their places.
        content: FigureContent,
        /// Scenes and their destinations.
        files: Vec<(Scene, Output)>,
        /// Format, size and appearance.
        request: FigureRequest,
        /// Form of the captions that are written beside the figures.
        caption: Option<CaptionForm>,
        /// True if a caption may replace a file that is none of the program's captions.
        is_forced: bool,
        /// Notes on options that change nothing.
        notes: Vec<String>,
        /// True if the files that the scenes name may be read.
        is_trusted: bool,
        /// True to show no progress.
        is_quiet: bool,
    },
    /// Draws an animation.
    Animate {
        /// View to draw.
        content: FigureContent,
        /// Scenes, one for each frame.
        scenes: Vec<Swept>,
        /// Format, speed and appearance.
        request: AnimationRequest,
        /// Notes on options that change nothing.
        notes: Vec<String>,
        /// True if the files that the scenes name may be read.
        is_trusted: bool,
        /// True to show no progress.
        is_quiet: bool,
        /// Destination: a file or a folder.
        output: PathBuf,
    },
    /// Prints code that produces the table.
    Code {
        /// Scene of the table.
        scene: Box<Scene>,
        /// Language of the code.
        language: Language,
    },
    /// Measures a learned table.
    Measure {
        /// Scene of the table.
        scene: Box<Scene>,
        /// True for an answer as JSON.
        is_json: bool,
    },
    /// Writes a lesson as PDF.
    Handout {
        /// Number of a bundled lesson, counted from 1, a name such as `class`, or a file.
        lesson: String,
        /// Part of it that is printed.
        sheet: HandoutKind,
        /// Destination.
        output: Output,
        /// Paper of the pages.
        paper: Paper,
        /// True if the files that the scenes name may be read.
        is_trusted: bool,
        /// True to show no progress.
        is_quiet: bool,
    },
    /// Compares two tables.
    Compare {
        /// Scene text, file or convention of A.
        a: String,
        /// Scene text, file or convention of B.
        b: String,
        /// Name of the tensor in files with several.
        tensor: Option<String>,
        /// Largest difference of equal values.
        tolerance: f64,
        /// True to resize the patches of A to those of B.
        is_resized: bool,
        /// True to turn A to fit B best.
        is_turned: bool,
        /// True for an answer as JSON.
        is_json: bool,
    },
    /// Tells what a table is.
    Identify {
        /// File of the table.
        file: PathBuf,
        /// Name of its tensor.
        tensor: Option<String>,
        /// True to ask all tensors of a checkpoint.
        is_all: bool,
        /// Language of a test to print instead of the answer.
        test: Option<Language>,
        /// True for an answer as JSON.
        is_json: bool,
    },
    /// Tells what a model's configuration means.
    Model {
        /// File, folder or preset.
        name: String,
        /// Configuration within the file.
        part: Option<String>,
        /// Length of the sequence.
        length: Option<u64>,
        /// Program whose rules are applied.
        reader: Reader,
        /// True for an answer as JSON.
        is_json: bool,
    },
    /// Lists the models that come with the program.
    Models {
        /// True for a list as JSON.
        is_json: bool,
    },
    /// Lists the conventions.
    Conventions {
        /// True for a list as JSON.
        is_json: bool,
    },
    /// Adds the program to a Linux desktop, or removes it.
    InstallDesktop {
        /// Folder whose `share` is written to; the user's if unset.
        prefix: Option<std::path::PathBuf>,
        /// True if the files are removed instead.
        is_removed: bool,
    },
    /// Prints a completion script for a shell.
    Completions(clap_complete::Shell),
    /// Prints the manual page of one command, or of the program for `None`.
    Man(Option<String>),
}
