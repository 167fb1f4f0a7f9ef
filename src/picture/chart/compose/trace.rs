//! Composes the curve t ↦ PE(t), projected onto two axes, at integer positions and every real t between them.

use super::{canvas::TICK_SIZE, composer::Composer, curves::DOT};
use crate::encoding::wave_sums::SampledRow;
use crate::picture::{Align, Coordinate, Face, Plot, Point, Rect, Rgb, Shape, Trace, number};

const STROKE: f32 = 1.2;
const OPACITY: f32 = 0.55;
const BEHIND_OPACITY: f32 = 0.35;
const TRAIL_STROKE: f32 = 2.6;
/// Number of positions before the selected one whose path is highlighted.
const TRAIL: i64 = 6;
/// Largest angle of the fastest wave between two points, in radians. A chord then deviates from its arc by 0.002 of
/// the radius.
const ANGLE: f64 = 0.125;
const TARGET: f32 = 9.0;
/// Height of a position label.
const NAME_ROOM: f32 = 15.0;

impl Trace {
    /// Points at evenly spaced real positions.
    fn points(&self, plot: &Plot, row: SampledRow) -> Vec<Point> {
        let [x, y] = self.axes.each_ref().map(|axis| axis.values(row));
        x.into_iter().zip(y).map(|at| plot.point_of(at)).collect()
    }

    /// Points of the curve from one position to another.
    fn curve(&self, plot: &Plot, first: i64, last: i64) -> Vec<Point> {
        let fastest = self.axes.iter().map(Coordinate::fastest).fold(0.0, f64::max);
        let per_position = (fastest / ANGLE).ceil().clamp(1.0, 64.0);
        let num = (last - first) as usize * per_position as usize + 1;
        self.points(plot, SampledRow { first: first as f64, step: 1.0 / per_position, num })
    }
}

impl Composer<'_> {
    pub(super) fn trace(&mut self, plot: &Plot, trace: &Trace) {
        let theme = self.canvas.frame.theme;
        let color = theme.curve(0);
        let curve = trace.curve(plot, trace.first, trace.last);
        // A table from a file may hold values that are not finite.
        let is_drawn = |point: &Point| point.x.is_finite() && point.y.is_finite();
        let line = |mut points: Vec<Point>, width, color, opacity| {
            points.retain(is_drawn);
            Shape::Line { points, width, color, opacity }
        };
        if let Some((first, last)) = trace.behind {
            let num = (last - first + 1) as usize;
            let row = SampledRow { first: first as f64, step: 1.0, num };
            let points = trace.points(plot, row);
            self.canvas.shape(line(points, STROKE, theme.weak_text, BEHIND_OPACITY));
        }
        self.canvas.shape(line(curve, STROKE, color, OPACITY));
        let num = (trace.last - trace.first + 1) as usize;
        let whole = SampledRow { first: trace.first as f64, step: 1.0, num };
        let points = (trace.first..).zip(trace.points(plot, whole));
        for (t, center) in points.filter(|(_, center)| is_drawn(center)) {
            self.canvas.shape(Shape::Disc { center, radius: DOT, color });
            self.target(center, t);
        }
        if !self.canvas.marks(true) {
            return;
        }
        let from = (trace.position - TRAIL).max(trace.first);
        let trail = trace.curve(plot, from, trace.position);
        self.canvas.shape(line(trail, TRAIL_STROKE, theme.selection, 1.0));
        let at = |t: i64| plot.point_of((trace.axes[0].at(t), trace.axes[1].at(t)));
        let (here, there) = (at(trace.position), at(trace.other));
        // Labels of nearby points are stacked.
        let is_near = (here.x - there.x).abs() < 50.0 && (here.y - there.y).abs() < NAME_ROOM;
        let apart = NAME_ROOM / 2.0 * if there.y < here.y { 1.0 } else { -1.0 };
        let apart = if is_near { apart } else { 0.0 };
        if trace.other != trace.position && plot.rect.contains(there) {
            self.canvas.shape(Shape::Disc { center: there, radius: 4.5, color: theme.accent });
            let at = Point { y: there.y - apart, ..there };
            self.position_name(plot, at, trace.other, theme.accent);
        }
        if plot.rect.contains(here) {
            self.ring(here);
            let at = Point { y: here.y + apart, ..here };
            self.position_name(plot, at, trace.position, theme.selection);
        }
    }

    /// Draws the number of a position beside its point, on the side away from the middle.
    fn position_name(&mut self, plot: &Plot, at: Point, t: i64, color: Rgb) {
        let text = number::grouped(t);
        let room = Face::Regular.width(&text, TICK_SIZE + 1.0) + 10.0;
        // Away from the middle, unless the frame is too close on that side.
        let is_left = if at.x < plot.rect.x + plot.rect.width / 2.0 {
            at.x - room > plot.rect.x
        } else {
            at.x + room > plot.rect.right()
        };
        let x = if is_left { at.x - 8.0 } else { at.x + 8.0 };
        let align = if is_left { Align::Right } else { Align::Left };
        let at = Point { x, y: at.y + 4.0 };
        self.canvas.text_on_ground(text, at, align, TICK_SIZE + 1.0, color);
    }

    fn target(&mut self, center: Point, position: i64) {
        let half = TARGET / 2.0;
        let rect = Rect { x: center.x - half, y: center.y - half, width: TARGET, height: TARGET };
        self.canvas.target(rect, Some(position), None);
    }
}
