//! Formulas as shapes.

use crate::picture::{Align, Item, Laid, Point, Rect, Rgb, Role, Shape, Text};

/// Shapes of a formula whose baseline starts at a point, with the colors of its symbols and of its values. Fraction
/// bars are at least `hairline` thick.
pub fn formula_shapes(laid: &Laid, at: Point, colors: [Rgb; 2], hairline: f32) -> Vec<Shape> {
    let [color, value_color] = colors;
    let shape = |item: &Item| match item {
        Item::Glyphs(glyphs) => Shape::Text(Text::new(
            Point { x: at.x + glyphs.x, y: at.y + glyphs.y },
            Align::Left,
            glyphs.text.clone(),
            glyphs.size,
            glyphs.face,
            if glyphs.role == Role::Value { value_color } else { color },
        )),
        Item::Rule { x, y, width, thickness } => Shape::Fill {
            rect: Rect {
                x: at.x + x,
                y: at.y + y - thickness / 2.0,
                width: *width,
                height: thickness.max(hairline),
            },
            color,
        },
    };
    laid.items.iter().map(shape).collect()
}
