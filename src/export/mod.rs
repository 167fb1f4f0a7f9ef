//! Exports numbers, figures, animations and code. The window and the command line write through the
//! same functions, so the same scene gives the same bytes.

mod animation;
mod code;
mod data;
mod error;
mod figure;
mod language;
mod origin;
mod progress;
mod provenance;
mod rotary_code;
mod write;

pub use animation::{
    AnimationError, AnimationFormat, AnimationRequest, Film, FrameRate, NotAFrameRate,
    write_animation,
};
pub use code::{Assertion, code, test_code};
pub use data::{
    DataExport, DataRequest, DigitFormat, Dtype, Format, RequestError, Sample, What, parse_range,
    parse_signed_range,
};
pub use error::ExportError;
pub use figure::{
    AxisNames, CaptionForm, CellShape, FigureContent, FigureError, FigureFormat, FigureOptions,
    FigureOptionsError, FigureRequest, FigureSize, NotASize, Page, PageItem, PanelGrid, TextForm,
    figure_pixels, omitted_note, thumbnail, whole_figure, write_document, write_figure,
};
pub use language::Language;
pub use origin::{OriginError, scene_in, scene_in_file};
pub use progress::{Cancelled, Progress};
pub use provenance::{PROGRAM, Provenance};
#[cfg(feature = "window")]
pub(crate) use write::lock_folder;
pub use write::{WriteError, abandon_all, to_file};

/// Command that writes a kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenBy {
    /// Numbers: `phasor export`.
    Export,
    /// Figures: `phasor figure`.
    Figure,
    /// Animations: `phasor animate`.
    Animate,
}

/// Ending of every kind of file that is written, and the command that writes it.
pub fn written_endings() -> impl Iterator<Item = (&'static str, WrittenBy)> {
    let numbers = Format::ALL.iter().map(|format| (format.key(), WrittenBy::Export));
    let figures = FigureFormat::ALL.iter().map(|format| (format.key(), WrittenBy::Figure));
    let films = AnimationFormat::ALL.iter().filter(|format| format.is_file());
    numbers.chain(figures).chain(films.map(|format| (format.key(), WrittenBy::Animate)))
}

/// True if files of an ending hold the scene that they were made from.
pub fn holds_scene(ending: &str) -> bool {
    !matches!(ending, "csv" | "tsv" | "npy")
}
