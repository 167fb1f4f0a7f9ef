//! Figures: composed at a size, as SVG; and from that, with the same tree of shapes, as png and pdf.

mod error;
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
    error::FigureError,
    pixels::{figure_pixels, thumbnail},
    request::{CellShape, FigureFormat, FigureRequest},
    size::{FigureSize, NotASize},
    whole::whole_figure,
    write::write_figure,
};
pub(super) use self::{
    pdf::SCENE as PDF_SCENE,
    png_encoding::{SCENE as PNG_SCENE, png_failed, png_writer},
    svg::SOURCE as SVG_SOURCE,
};
