//! Key of the colors of dots: a sample of each beside its meaning, in a corner of the data that is free.

use super::{
    canvas::{GAP, HALF_FIGURE, TICK_SIZE},
    composer::Composer,
};
use crate::picture::{Align, Face, Layer, Omission, Plot, Point, Rect, Shape};

const RADIUS: f32 = 3.5;
/// Distance from the sample to its meaning.
const BESIDE: f32 = 6.0;
const LINE: f32 = 1.3 * TICK_SIZE;

impl Composer<'_> {
    /// Draws the meanings of the colors, where dots have several.
    pub(super) fn point_key(&mut self, plot: &Plot) {
        let meanings = self.meanings();
        if meanings.len() < 2 {
            return;
        }
        let width = meanings.iter().map(|(_, it)| Face::Regular.width(it, TICK_SIZE));
        let width = 2.0 * RADIUS + BESIDE + width.fold(0.0, f32::max);
        let Some(rect) = self.free_corner(plot, width, LINE * meanings.len() as f32) else {
            let names: Vec<&str> = meanings.iter().map(|(_, meaning)| meaning.as_str()).collect();
            self.canvas.omitted.push(Omission::Element(format!("colors: {}", names.join(", "))));
            return;
        };
        let theme = self.canvas.frame.theme;
        for (i, (color, meaning)) in meanings.into_iter().enumerate() {
            let center = Point { x: rect.x + RADIUS, y: rect.y + (i as f32 + 0.5) * LINE };
            let at = Point { x: center.x + RADIUS + BESIDE, y: center.y + HALF_FIGURE * TICK_SIZE };
            self.canvas.text_on_ground(meaning, at, Align::Left, TICK_SIZE, theme.text);
            let color = theme.curve(usize::from(color));
            self.canvas.shape(Shape::Disc { center, radius: RADIUS, color });
        }
        self.occupied.push(rect);
    }

    /// Colors that dots of the chart have, with their meanings, in the order of the colors.
    fn meanings(&self) -> Vec<(u8, String)> {
        let mut all = Vec::new();
        for layer in &self.chart.layers {
            let Layer::Points { colors, meanings, .. } = layer else { continue };
            all.extend(meanings.iter().filter(|(color, _)| colors.contains(color)).cloned());
        }
        all.sort_unstable();
        all
    }

    /// Rectangle of a size in the first corner of the data without dots, lines and labels.
    fn free_corner(&self, plot: &Plot, width: f32, height: f32) -> Option<Rect> {
        const INSET: f32 = 2.0 * GAP;
        let Rect { x: left, y: top, .. } = plot.rect;
        let (right, bottom) = (plot.rect.right() - width, plot.rect.bottom() - height);
        let corners = [
            (left + INSET, top + INSET),
            (right - INSET, top + INSET),
            (left + INSET, bottom - INSET),
            (right - INSET, bottom - INSET),
        ];
        let marked = self.marked_places(plot);
        corners.into_iter().map(|(x, y)| Rect { x, y, width, height }).find(|rect| {
            let around = Rect {
                x: rect.x - GAP,
                y: rect.y - GAP,
                width: width + 2.0 * GAP,
                height: height + 2.0 * GAP,
            };
            around.x >= left
                && around.y >= top
                && around.right() <= plot.rect.right()
                && around.bottom() <= plot.rect.bottom()
                && !marked.iter().any(|it| around.overlaps(it))
        })
    }

    /// Dots, ends of lines, and horizontal lines with the text on them.
    fn marked_places(&self, plot: &Plot) -> Vec<Rect> {
        let around = |at: (f64, f64)| {
            let Point { x, y } = plot.point_of(at);
            Rect { x: x - RADIUS, y: y - RADIUS, width: 2.0 * RADIUS, height: 2.0 * RADIUS }
        };
        let mut all = self.occupied.clone();
        for layer in &self.chart.layers {
            match layer {
                Layer::Points { values, .. } => {
                    let values = values.iter().enumerate().filter(|(_, value)| value.is_finite());
                    all.extend(values.map(|(cell, &value)| around((cell as f64 + 0.5, value))));
                }
                Layer::Path { points, .. } => all.extend(points.iter().map(|&at| around(at))),
                &Layer::HorizontalLine { at, .. } => {
                    let y = plot.y_of(at) - 1.5 * TICK_SIZE;
                    all.push(Rect { y, height: 1.5 * TICK_SIZE, ..plot.rect });
                }
                _ => {}
            }
        }
        all
    }
}
