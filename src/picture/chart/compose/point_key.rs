//! Key of the colors of dots: a sample of each beside its meaning, where the data leave room.

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
        let Some(rect) = self.free_place(plot, width, LINE * meanings.len() as f32) else {
            let names: Vec<&str> = meanings.iter().map(|(_, meaning)| meaning.as_str()).collect();
            self.canvas
                .omitted
                .push(Omission::Element(format!("the key of the colors ({})", names.join(", "))));
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

    /// Rectangle of a size among the data without dots, lines and labels: in a corner, along the upper or the lower
    /// edge, or elsewhere.
    fn free_place(&self, plot: &Plot, width: f32, height: f32) -> Option<Rect> {
        const INSET: f32 = 1.5 * GAP;
        /// Shares of the free width and height at which a place begins.
        const ACROSS: [f32; 7] = [0.0, 1.0, 0.5, 0.25, 0.75, 0.125, 0.875];
        const DOWN: [f32; 5] = [0.0, 1.0, 0.5, 0.25, 0.75];
        let (free_width, free_height) =
            (plot.rect.width - width - 2.0 * INSET, plot.rect.height - height - 2.0 * INSET);
        if free_width < 0.0 || free_height < 0.0 {
            return None;
        }
        let corners = ACROSS[..2].iter().flat_map(|&x| DOWN[..2].iter().map(move |&y| (x, y)));
        let places = DOWN.iter().flat_map(|&y| ACROSS.iter().map(move |&x| (x, y)));
        let marked = self.marked_places(plot);
        let rect_at = |(across, down): (f32, f32)| Rect {
            x: plot.rect.x + INSET + across * free_width,
            y: plot.rect.y + INSET + down * free_height,
            width,
            height,
        };
        corners.chain(places).map(rect_at).find(|rect| {
            let around = Rect {
                x: rect.x - GAP,
                y: rect.y - GAP,
                width: width + 2.0 * GAP,
                height: height + 2.0 * GAP,
            };
            !marked.iter().any(|it| around.overlaps(it))
        })
    }

    /// Dots, ends of lines, the selection, and horizontal lines with the text on them.
    fn marked_places(&self, plot: &Plot) -> Vec<Rect> {
        let around = |at: (f64, f64)| {
            let Point { x, y } = plot.point_of(at);
            Rect { x: x - RADIUS, y: y - RADIUS, width: 2.0 * RADIUS, height: 2.0 * RADIUS }
        };
        let mut all = self.occupied.clone();
        for layer in &self.chart.layers {
            match layer {
                Layer::Points { values, .. } => {
                    let shown = Self::cells_shown(plot, values.len());
                    let shown = shown.filter(|&cell| values[cell].is_finite());
                    all.extend(shown.map(|cell| around((cell as f64 + 0.5, values[cell]))));
                }
                Layer::Path { points, .. } => all.extend(points.iter().map(|&at| around(at))),
                &Layer::Cell(cell) if self.canvas.marks(true) => {
                    let x = plot.x_of(cell as f64 + 0.5) - RADIUS;
                    all.push(Rect { x, width: 2.0 * RADIUS, ..plot.rect });
                }
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
