//! Errors in the arguments of the command line.

use std::path::PathBuf;

use thiserror::Error;

use crate::{
    encoding::UnknownConvention,
    export::{DigitFormat, FigureOptionsError, NotAFrameRate, OriginError},
    import::ImportError,
    model::UnknownPreset,
    sanitize,
    scene::{SceneError, SweepError},
};

/// Error in the arguments of the command line.
#[derive(Debug, Error)]
pub enum UsageError {
    /// Error of the argument parser; also a request for help or the version.
    #[error(transparent)]
    Words(#[from] clap::Error),
    /// Invalid value of the scene.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// Text that is neither a scene nor a preset nor a convention.
    #[error("{text:?} is no scene text (with =); {source}; {preset}")]
    UnknownName {
        /// Text as typed.
        text: String,
        /// Nearest presets.
        preset: UnknownPreset,
        /// Nearest conventions.
        source: UnknownConvention,
    },
    /// Comparison of standard input with itself.
    #[error("A and B cannot both be standard input")]
    TwiceStdin,
    /// File that no scene can be read from.
    #[error("{0}")]
    Origin(#[from] OriginError),
    /// Scene in a file that this version cannot read.
    #[error("the scene in {}: {source}", sanitize::path(file))]
    SceneFrom {
        /// File that contains the scene.
        file: PathBuf,
        /// Error in the scene.
        source: SceneError,
    },
    /// Name of a file that ends as files of another format do.
    #[error(
        "the name ends in .{ending}, but the format is {format}: leave out --format, or change the name"
    )]
    OtherEnding {
        /// Format as typed.
        format: String,
        /// Ending of the name.
        ending: String,
    },
    /// Caption that would replace a file which is none of the program's captions.
    #[error(
        "{} exists and is no caption that Phasor wrote: give the figure another name, or add --force",
        sanitize::path(.0)
    )]
    NoCaption(PathBuf),
    /// Caption beside a figure that has no file.
    #[error("--caption writes a file beside the figure: name one with -o, such as fig.pdf")]
    CaptionToStdout,
    /// Code requested for an encoding without frequencies.
    #[error("cannot write code for encoding={0}: expected encoding=sinusoidal")]
    NoCode(&'static str),
    /// Code requested for rounded values.
    #[error("cannot write code for rounded values: expected a scene without round")]
    RoundedCode,
    /// File of word vectors that a scene names and nobody has allowed to be read.
    #[error("the scene names the word vectors {0:?}, which are read on request: add --trust-files")]
    Untrusted(String),
    /// File of an encoding that a scene names and nobody has allowed to be read.
    #[error("the scene names the {kind} {file:?}, which is read on request: add --trust-files")]
    UntrustedFile {
        /// Kind of the file.
        kind: &'static str,
        /// Path of the file.
        file: String,
    },
    /// Model that is neither a file nor a preset.
    #[error("no such file, and {0}")]
    NoModel(UnknownPreset),
    /// Table or configuration that cannot be read.
    #[error("{0}")]
    Import(#[from] ImportError),
    /// Invalid sweep.
    #[error("{0}")]
    Sweep(#[from] SweepError),
    /// Invalid range.
    #[error("invalid {name} {value:?}: expected A..B with A < B, such as 0..16")]
    Range {
        /// Name of the option.
        name: &'static str,
        /// Value as typed.
        value: String,
    },
    /// Invalid offsets.
    #[error("invalid offsets {0:?}: expected A..B with A < B, as in --offsets=-8..1")]
    Offsets(String),
    /// Invalid number of digits.
    #[error("invalid digits {0:?}: {allowed}", allowed = DigitFormat::ALLOWED)]
    Digits(String),
    /// Option of a scene given to a command that has none.
    #[error("--{option} does not belong to `phasor {command}`: expected {expected}")]
    NoSceneOption {
        /// Option as typed.
        option: String,
        /// Name of the command.
        command: &'static str,
        /// Description of what is expected instead.
        expected: &'static str,
    },
    /// Invalid tolerance.
    #[error("invalid tolerance {0:?}: expected a number, 0 or more")]
    Tolerance(String),
    /// Length of a sequence that is no whole number.
    #[error("invalid --length {0:?}: expected a whole number from 1 to 4294967296")]
    Length(String),
    /// View that shows nothing of a scene.
    #[error("{view} shows nothing of this scene: {reason}")]
    NothingToDraw {
        /// Key of the view.
        view: &'static str,
        /// Note that it shows instead.
        reason: String,
    },
    /// Invalid options of a figure.
    #[error("{0}")]
    Figure(#[from] FigureOptionsError),
    /// Invalid frame rate.
    #[error("{0}")]
    FrameRate(#[from] NotAFrameRate),
    /// File name whose extension is missing, or is not that of an allowed format.
    #[error("unknown format of {name:?}: expected --format with one of {allowed}{hint}")]
    Format {
        /// File name as typed.
        name: String,
        /// Allowed formats.
        allowed: String,
        /// Hint with the command that writes such a file.
        hint: &'static str,
    },
    /// Handout in another format than PDF.
    #[error("invalid output {0:?}: expected a name that ends with .pdf, as a handout is one")]
    NotPdf(String),
    /// Several files for standard output, which takes one.
    #[error("standard output takes one file: a sweep needs -o with a name, such as pe_{{n}}.npy")]
    ManyToStdout,
    /// Animation for standard output; it needs a file.
    #[error("an animation needs a file: -o with a name that ends with .apng or .gif, or a folder")]
    AnimationToStdout,
}
