//! The window as other eyes see it: every color of a frame is changed on its way to the screen, so nothing can be
//! left out. What is exported and copied stays as it is.

use std::{collections::HashMap, sync::Arc};

use egui::{Color32, FullOutput, ImageData, TextureId, epaint::shape_transform::adjust_colors};

use crate::picture::Vision;

/// Changes the colors of every frame while the vision is another than the full one.
#[derive(Default)]
pub(super) struct Preview {
    vision: Option<Vision>,
}

impl Preview {
    /// Who looks from now on. Textures that are on the screen already keep their colors: whoever has made them
    /// makes them anew.
    pub(super) fn set(ctx: &egui::Context, vision: Vision) {
        let preview = ctx.plugin_or_default::<Self>();
        preview.lock().vision = (vision != Vision::Full).then_some(vision);
        ctx.request_repaint();
    }

    /// Who looks now.
    pub(super) fn vision(ctx: &egui::Context) -> Vision {
        ctx.plugin_or_default::<Self>().lock().vision.unwrap_or(Vision::Full)
    }
}

impl egui::Plugin for Preview {
    fn debug_name(&self) -> &'static str {
        "preview of other eyes"
    }

    fn output_hook(&mut self, _ctx: &egui::Context, output: &mut FullOutput) {
        let Some(vision) = self.vision else { return };
        for clipped in &mut output.shapes {
            adjust_colors(&mut clipped.shape, move |color| *color = seen(vision, *color));
        }
        // A picture has few colors and many pixels.
        let mut known = HashMap::new();
        #[expect(clippy::iter_over_hash_type, reason = "each is changed by itself")]
        for (id, deltas) in &mut output.textures_delta.set {
            // The first texture holds letters, which take their color from the shapes.
            for delta in deltas.iter_mut().filter(|_| *id != TextureId::default()) {
                let ImageData::Color(image) = &mut delta.image;
                for pixel in &mut Arc::make_mut(image).pixels {
                    *pixel = *known.entry(*pixel).or_insert_with(|| seen(vision, *pixel));
                }
            }
        }
    }
}

/// A color of egui, which may let through what is behind it.
fn seen(vision: Vision, color: Color32) -> Color32 {
    // Not a color, but the wish for that of the shape.
    if color == Color32::PLACEHOLDER {
        return color;
    }
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    let [r, g, b] = vision.seen([r, g, b]);
    Color32::from_rgba_unmultiplied(r, g, b, a)
}
