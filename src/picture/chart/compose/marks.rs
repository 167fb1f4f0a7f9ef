//! Marks of the selection: thin lines and rings that are visible on every color and hide no cell.

use super::{composer::Composer, curves::runs};
use crate::picture::{Align, Face, Layer, Omission, Plot, Point, Rect, Rgb, Shape};

const DOT_RADIUS: f32 = 4.5;

impl Composer<'_> {
    /// Keeps the area of a dot free of labels.
    pub(super) fn reserve(&mut self, plot: &Plot, layer: &Layer) {
        if let Layer::Dot { at, .. } = *layer {
            let center = plot.point_of(at);
            self.occupied.push(Rect {
                x: center.x - DOT_RADIUS,
                y: center.y - DOT_RADIUS,
                width: 2.0 * DOT_RADIUS,
                height: 2.0 * DOT_RADIUS,
            });
        }
    }

    pub(super) fn mark(&mut self, plot: &Plot, layer: &Layer) {
        let is_selection = matches!(
            layer,
            Layer::Cell(_)
                | Layer::PositionMarker(_)
                | Layer::Row(_)
                | Layer::Column(_)
                | Layer::Cells { .. }
        ) || matches!(layer, Layer::Dot { label, .. } if label.is_empty());
        if is_selection && !self.canvas.marks(true) {
            return;
        }
        let x_at = |cell: i64| plot.x_of(cell as f64);
        let y_at = |cell: i64| plot.y_of(cell as f64);
        match *layer {
            Layer::Raster { .. } | Layer::Curves(_) => {}
            Layer::Points { ref values, ref colors, .. } => self.points(plot, values, colors),
            Layer::Bars(ref values) => self.bars(plot, values),
            Layer::HorizontalLine { at, ref label, is_right } => {
                self.rule(plot, at, label, is_right);
            }
            Layer::Cell(cell) => self.cell(plot, cell),
            Layer::Trace(ref trace) => self.trace(plot, trace),
            Layer::Profile(ref profile) => self.profile(plot, profile),
            Layer::Path { ref points, width, color } => {
                let points: Vec<Point> = points.iter().map(|&at| plot.point_of(at)).collect();
                for points in runs(&points, plot.rect.y, plot.rect.bottom()) {
                    self.canvas.shape(Shape::Line { points, width, color, opacity: 1.0 });
                }
            }
            Layer::Dot { at, color, ref label } => self.dot(plot, at, color, label),
            Layer::PositionMarker(row) => self.position_marker(plot, row),
            Layer::Row(row) => self.band(plot.rect, (y_at(row), y_at(row + 1)), false),
            Layer::Column(column) => {
                self.band(plot.rect, (x_at(column), x_at(column + 1)), true);
            }
            Layer::Cells { at, size } => {
                let x = (x_at(at.0), x_at(at.0 + size.0));
                let y = (y_at(at.1), y_at(at.1 + size.1));
                self.cells(plot.rect, x, y);
            }
        }
    }

    fn dot(&mut self, plot: &Plot, at: (f64, f64), color: Rgb, label: &str) {
        const SIZE: f32 = 12.0;
        // In a small frame labels would overlap.
        const SMALLEST: f32 = 130.0;
        let center = plot.point_of(at);
        self.canvas.shape(Shape::Disc { center, radius: DOT_RADIUS, color });
        if plot.rect.width < SMALLEST {
            self.canvas.omitted.push(Omission::Element(label.to_owned()));
            return;
        }
        let zero = plot.point_of((0.0, 0.0));
        let width = Face::Regular.width(label, SIZE);
        // Kept inside the frame, however long the label.
        let most = (plot.rect.right() - width - 3.0).max(plot.rect.x);
        let beside = |is_left: bool| {
            let left = if is_left { center.x - 8.0 - width } else { center.x + 8.0 };
            left.clamp(plot.rect.x + 3.0_f32.min(most - plot.rect.x), most)
        };
        // Away from 0, or where no other label or dot is: up, down, or on the other side.
        let is_left = center.x < zero.x;
        let away = if center.y < zero.y { -1.0 } else { 1.0 };
        let top = center.y + if away < 0.0 { -6.0 - 0.85 * SIZE } else { 4.0 };
        let nearby = (0_u8..10).flat_map(|step| [0.3, -0.3].map(|lines| lines * f32::from(step)));
        let places = nearby.flat_map(|lines| {
            // The other side is as good as half a line up or down.
            let further = lines + 0.5_f32.copysign(lines);
            [(is_left, further), (!is_left, lines)]
        });
        let places = [(is_left, 0.0), (is_left, 0.3), (is_left, -0.3)].into_iter().chain(places);
        let free = places.into_iter().find_map(|(is_left, lines)| {
            let y = top + away * lines * SIZE;
            let rect = Rect { x: beside(is_left), y, width, height: SIZE };
            let is_inside = rect.y >= plot.rect.y && rect.bottom() <= plot.rect.bottom();
            let is_free = self.occupied.iter().all(|other| !rect.overlaps(other));
            (is_inside && is_free).then_some(rect)
        });
        let Some(rect) = free else {
            self.canvas.omitted.push(Omission::Element(label.to_owned()));
            return;
        };
        self.occupied.push(rect);
        let at = Point { x: rect.x, y: rect.y + 0.85 * SIZE };
        self.canvas.text_on_ground(label, at, Align::Left, SIZE, color);
    }

    /// Widens an interval to at least `smallest` around its middle, so that a ring does not hide the cell inside.
    fn widened(&self, (start, end): (f32, f32), smallest: f32) -> (f32, f32) {
        let (start, end) = if end - start < smallest {
            let middle = f32::midpoint(start, end);
            (middle - smallest / 2.0, middle + smallest / 2.0)
        } else {
            (start, end)
        };
        (self.canvas.snapped(start), self.canvas.snapped(end))
    }

    /// Draws a line at each side of a row or column: selection color inside, casing outside.
    fn band(&mut self, plot: Rect, sides: (f32, f32), is_vertical: bool) {
        let line = self.canvas.hairline();
        let (start, end) = self.widened(sides, 3.0 * line);
        let theme = self.canvas.frame.theme;
        let lines = [
            (start - 2.0 * line, theme.selection_casing),
            (end + line, theme.selection_casing),
            (start - line, theme.selection),
            (end, theme.selection),
        ];
        // The outer lines of the first and the last row or column lie just outside the plot.
        let out = 2.0 * line;
        let room = if is_vertical {
            Rect { x: plot.x - out, width: plot.width + 2.0 * out, ..plot }
        } else {
            Rect { y: plot.y - out, height: plot.height + 2.0 * out, ..plot }
        };
        for (at, color) in lines {
            let rect = if is_vertical {
                Rect { x: at, width: line, ..plot }
            } else {
                Rect { y: at, height: line, ..plot }
            };
            self.canvas.fill_inside(room, rect, color);
        }
    }

    /// Draws a ring around cells: casing, color, casing.
    fn cells(&mut self, plot: Rect, x: (f32, f32), y: (f32, f32)) {
        let line = self.canvas.hairline();
        let (x, y) = (self.widened(x, 5.0 * line), self.widened(y, 5.0 * line));
        let theme = self.canvas.frame.theme;
        for (out, thickness, color) in
            [(3.0 * line, line, theme.selection_casing), (2.0 * line, 2.0 * line, theme.selection)]
        {
            let (x0, x1, y0, y1) = (x.0 - out, x.1 + out, y.0 - out, y.1 + out);
            // The ring of a cell as large as the plot lies just outside it.
            let plot = Rect {
                x: plot.x - 3.0 * line,
                y: plot.y - 3.0 * line,
                width: plot.width + 6.0 * line,
                height: plot.height + 6.0 * line,
            };
            for rect in [
                Rect { x: x0, y: y0, width: x1 - x0, height: thickness },
                Rect { x: x0, y: y1 - thickness, width: x1 - x0, height: thickness },
                Rect { x: x0, y: y0, width: thickness, height: y1 - y0 },
                Rect { x: x1 - thickness, y: y0, width: thickness, height: y1 - y0 },
            ] {
                self.canvas.fill_inside(plot, rect, color);
            }
        }
    }
}
