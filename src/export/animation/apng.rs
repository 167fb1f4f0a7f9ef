//! Animated png: the first frame whole, and of every other frame the area that changed.

use std::io::Write;

use png::{BlendOp, ColorType, DisposeOp};

use super::{
    film::{Film, each_frame},
    request::AnimationRequest,
};
use crate::{
    export::{
        error::ExportError,
        figure::{png_failed, png_writer},
        progress::Progress,
    },
    picture::Part,
};

pub(super) fn write(
    film: &Film<'_>,
    request: &AnimationRequest,
    out: &mut impl Write,
    progress: &Progress,
) -> Result<(), ExportError> {
    let (width, height) = request.figure.size.pixels();
    let is_opaque = request.figure.parts.has(Part::Ground);
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(if is_opaque { ColorType::Rgb } else { ColorType::Rgba });
    let prepare = |encoder: &mut png::Encoder<'_, _>| {
        encoder.set_animated(film.num_frames as u32, 0)?;
        encoder.set_frame_delay(request.speed.hundredths(0), 100)?;
        encoder.set_blend_op(BlendOp::Source)?;
        encoder.set_dispose_op(DisposeOp::None)
    };
    prepare(&mut encoder).map_err(png_failed)?;
    let title = (film.frame)(0)?.title;
    let mut writer = png_writer(encoder, &title, &(film.provenance)(0)).map_err(png_failed)?;
    let bytes = if is_opaque { 3 } else { 4 };
    each_frame(film, &request.figure, progress, |number, area, now| {
        let data: Vec<u8> =
            area.pixels(now, width).flat_map(|pixel| &pixel[..bytes]).copied().collect();
        let mut add = || {
            if number > 0 {
                // Reset first, so that position and size stay inside the picture in any order.
                writer.reset_frame_dimension()?;
                writer.reset_frame_position()?;
                writer.set_frame_dimension(area.width, area.height)?;
                writer.set_frame_position(area.x, area.y)?;
                writer.set_frame_delay(request.speed.hundredths(number), 100)?;
            }
            writer.write_image_data(&data)
        };
        add().map_err(png_failed)
    })?;
    writer.finish().map_err(png_failed)
}
