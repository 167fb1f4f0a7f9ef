//! Figures: composed at a size and written as SVG; png and pdf are drawn from the shapes of that SVG.

mod caption;
mod document;
mod elements;
mod error;
mod marks;
mod options;
mod pdf;
mod pixels;
mod png;
mod png_encoding;
mod request;
mod size;
mod svg;
mod tree;
mod whole;
mod write;

pub use self::{
    caption::CaptionForm,
    document::{Page, PageItem, write_document},
    error::FigureError,
    options::{AxisNames, FigureOptions, FigureOptionsError, PanelGrid},
    pixels::{figure_pixels, thumbnail},
    request::{CellShape, FigureFormat, FigureRequest, TextForm},
    size::{FigureSize, NotASize},
    whole::{FigureContent, whole_figure},
    write::{omitted_note, write_figure},
};
pub(super) use self::{
    caption::{encoding_words, label_of},
    marks::{PNG_FRAME, PNG_SCENE, SCENE_PREFIX, SVG_SOURCE},
    png_encoding::{png_failed, png_writer},
};
