//! Preview for color vision deficiencies: changes every color of a frame on its way to the screen, so that nothing is
//! left out. Exports and copies are not affected.

use std::{collections::HashMap, sync::Arc};

use egui::{Color32, FullOutput, ImageData, TextureId, epaint::shape_transform::adjust_colors};

use crate::picture::Vision;

/// Plugin that changes the colors of every frame, unless color vision is full.
#[derive(Default)]
pub(crate) struct ColorVision {
    vision: Option<Vision>,
}

impl ColorVision {
    /// Sets the color vision. Existing textures keep their colors until their owner makes them anew.
    pub(crate) fn set(ctx: &egui::Context, vision: Vision) {
        let preview = ctx.plugin_or_default::<Self>();
        preview.lock().vision = (vision != Vision::Full).then_some(vision);
        ctx.request_repaint();
    }

    /// Current color vision.
    pub(crate) fn vision(ctx: &egui::Context) -> Vision {
        ctx.plugin_or_default::<Self>().lock().vision.unwrap_or(Vision::Full)
    }
}

impl egui::Plugin for ColorVision {
    fn debug_name(&self) -> &'static str {
        "preview of other eyes"
    }

    fn output_hook(&mut self, _ctx: &egui::Context, output: &mut FullOutput) {
        let Some(vision) = self.vision else { return };
        for clipped in &mut output.shapes {
            adjust_colors(&mut clipped.shape, move |color| *color = seen(vision, *color));
        }
        // Cached: a picture has few colors and many pixels.
        let mut known = HashMap::new();
        #[expect(clippy::iter_over_hash_type, reason = "each is changed by itself")]
        for (id, deltas) in &mut output.textures_delta.set {
            // The first texture holds glyphs, which take their color from the shapes.
            for delta in deltas.iter_mut().filter(|_| *id != TextureId::default()) {
                let ImageData::Color(image) = &mut delta.image;
                for pixel in &mut Arc::make_mut(image).pixels {
                    *pixel = *known.entry(*pixel).or_insert_with(|| seen(vision, *pixel));
                }
            }
        }
    }
}

/// Color as seen, with the same opacity.
fn seen(vision: Vision, color: Color32) -> Color32 {
    // The placeholder stands for the color of the shape.
    if color == Color32::PLACEHOLDER {
        return color;
    }
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    let [r, g, b] = vision.seen([r, g, b]);
    Color32::from_rgba_unmultiplied(r, g, b, a)
}
