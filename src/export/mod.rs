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
    figure_pixels, omitted, thumbnail, whole_figure, write_document, write_figure,
};
pub use language::Language;
pub use origin::{OriginError, scene_in, scene_in_file};
pub use progress::{Cancelled, Progress};
pub use provenance::{PROGRAM, Provenance};
#[cfg(feature = "window")]
pub(crate) use write::lock_folder;
pub use write::{WriteError, abandon_all, to_file};
