//! Figures as SVG. Every other format is made from this one.

use std::ops::Range;

use super::{
    elements::{Elements, escaped, fonts, hex},
    error::FigureError,
    marks::SVG_SOURCE,
    request::FigureRequest,
};
use crate::{
    export::{PROGRAM, Provenance},
    picture::{Drawing, Figure, Frame, Omission, Part, Shape, compose, roomy},
};

/// Writes the figure as SVG. A raster is an image that is not smoothed.
pub(super) fn svg(
    figure: &Figure,
    request: &FigureRequest,
    provenance: &Provenance,
) -> Result<String, FigureError> {
    Composed::new(figure, request).svg(provenance, None)
}

/// Figure as shapes on its page.
pub(super) struct Composed<'a> {
    figure: &'a Figure,
    request: &'a FigureRequest,
    frame: Frame,
    drawing: Drawing,
}

impl<'a> Composed<'a> {
    pub(super) fn new(figure: &'a Figure, request: &'a FigureRequest) -> Self {
        let frame = roomy(figure, &request.size.frame(request.theme(), request.parts));
        let drawing = compose(figure, &frame);
        Self { figure, request, frame, drawing }
    }

    /// Parts for which there was no room, and the size of type that is smaller for that.
    pub(super) fn omitted(self) -> Vec<Omission> {
        let asked = self.request.size.frame(self.request.theme(), self.request.parts);
        let share = self.frame.pixels_per_point / asked.pixels_per_point;
        let mut omitted = self.drawing.omitted;
        if let Some(points) = self.request.size.points_of_type().filter(|_| share < 1.0) {
            let type_ = format!(
                "type of {points} pt ({:.1} pt is used: make the figure larger, or show less)",
                points * f64::from(share)
            );
            omitted.push(Omission::Element(type_));
        }
        omitted
    }

    /// Height of the page in its own units.
    pub(super) fn height(&self) -> f32 {
        self.frame.height
    }

    /// SVG of the whole page, of whose rasters only the part in `band`, an interval of y, is wanted.
    pub(super) fn svg(
        &self,
        provenance: &Provenance,
        band: Option<&Range<f32>>,
    ) -> Result<String, FigureError> {
        let Self { figure, request, frame, drawing } = self;
        let mut out = Elements::new(request, band);
        let (width, height) = match request.size.millimeters() {
            Some((width, height)) => (format!("{width:.4}mm"), format!("{height:.4}mm")),
            None => (request.size.pixels().0.to_string(), request.size.pixels().1.to_string()),
        };
        out.element(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {} {}">"#,
            frame.width, frame.height
        ));
        out.element(format_args!("<title>{}</title>", escaped(&figure.title)));
        out.element(format_args!("<desc>{}</desc>", escaped(&figure.sentence)));
        out.element(format_args!(
            r#"<metadata>{SVG_SOURCE}xmlns:phasor="urn:phasor" program="{PROGRAM}" convention="{}" parameters="{}" scene="{}"/></metadata>"#,
            escaped(&provenance.convention),
            escaped(&provenance.parameters),
            escaped(&provenance.scene)
        ));
        if out.is_live {
            out.element(format_args!("<style>{}</style>", fonts(&drawing.shapes)));
        }
        if frame.parts.has(Part::Ground) {
            let ground = hex(frame.theme.tile);
            out.element(format_args!(r#"<rect width="100%" height="100%" fill="{ground}"/>"#));
        }
        for shape in &drawing.shapes {
            out.shape(shape)?;
        }
        out.element(format_args!("</svg>"));
        Ok(out.text)
    }
}

/// Writes shapes alone as SVG, in points.
pub(super) fn svg_of_shapes<'a>(
    shapes: impl Iterator<Item = &'a Shape>,
    (width, height): (f32, f32),
) -> Result<String, FigureError> {
    let mut out = Elements::default();
    out.element(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
    ));
    for shape in shapes {
        out.shape(shape)?;
    }
    out.element(format_args!("</svg>"));
    Ok(out.text)
}
