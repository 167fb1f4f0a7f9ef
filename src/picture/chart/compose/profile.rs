//! Composes similarity against the offset: a line, and a band where the similarity depends on the position.

use super::{
    canvas::{GAP, NAME_SIZE},
    composer::Composer,
    curves::{DOT, DOTTED, STROKE, runs},
};
use crate::encoding::{Profile, similarity};
use crate::picture::{Align, AxisKind, Face, Omission, Plot, Point, ProfileCurve, Shape, Span};

const BAND_OPACITY: f32 = 0.3;
/// Number of offsets per pixel from which a note states that the line is a mean.
const MEAN: f64 = 2.0;

impl Composer<'_> {
    pub(super) fn profile(&mut self, plot: &Plot, curve: &ProfileCurve) {
        let AxisKind::Cells { first_label } = plot.x.kind else { return };
        let waves = &*curve.waves;
        let theme = self.canvas.frame.theme;
        let color = theme.curve(curve.color);
        let span = plot.x.span;
        let num = (plot.rect.width * self.canvas.frame.pixels_per_point).round().max(1.0) as usize;
        let step = span.length() / num as f64;
        // A whole offset lies at the middle of its cell.
        let offset_at = |u: f64| u - 0.5 + first_label as f64;
        if let Some(bands) = &curve.bands {
            self.bands(plot, bands, num, first_label);
        }
        // The line starts and ends half a pixel outside the frame, so that it reaches both edges.
        let first = span.start - step / 2.0;
        let values = curve.values(waves, offset_at(first), step, num + 2);
        let points: Vec<Point> = values
            .into_iter()
            .enumerate()
            .map(|(i, value)| Point {
                x: plot.x_of((first + i as f64 * step).clamp(span.start, span.end)),
                y: plot.y_of(value),
            })
            .collect();
        // With lone columns similarity depends on the position, so offsets beyond the table are not drawn.
        let within = if waves.is_paired() {
            plot.rect.x..=plot.rect.right()
        } else {
            let x_of = |s: i64| plot.x_of((s - curve.position - first_label) as f64 + 0.5);
            // One pixel farther, so that the line reaches both ends.
            let pixel = 1.0 / self.canvas.frame.pixels_per_point;
            x_of(curve.extent.start()) - pixel..=x_of(curve.extent.last()) + pixel
        };
        let points: Vec<Point> =
            points.into_iter().filter(|point| within.contains(&point.x)).collect();
        for points in runs(&points, plot.rect.y, plot.rect.bottom()) {
            self.canvas.shape(Shape::Line { points, width: STROKE, color, opacity: 1.0 });
        }
        let cell = plot.rect.width / span.length() as f32;
        let held = |offset: i64| Point {
            x: plot.x_of((offset - first_label) as f64 + 0.5),
            y: plot.y_of(similarity::of_waves(
                waves,
                curve.measure,
                curve.position,
                curve.position + offset,
            )),
        };
        if cell >= DOTTED {
            for cell in span.start.floor() as i64..span.end.ceil() as i64 {
                let center = held(cell + first_label);
                if plot.rect.contains(center) && within.contains(&center.x) {
                    self.canvas.shape(Shape::Disc { center, radius: DOT, color });
                }
            }
        }
        if step >= MEAN {
            let note = "line: mean of each pixel";
            let at = Point { x: plot.rect.right() - GAP, y: plot.rect.y + NAME_SIZE + GAP / 2.0 };
            if Face::Regular.width(note, NAME_SIZE) + 2.0 * GAP <= plot.rect.width {
                self.canvas.text_on_ground(note, at, Align::Right, NAME_SIZE, theme.weak_text);
            } else {
                self.canvas.omitted.push(Omission::Element(note.to_owned()));
            }
        }
        if !self.canvas.marks(true) {
            return;
        }
        self.selected_across(plot, curve.offset - first_label);
        let center = held(curve.offset);
        if plot.rect.contains(center) {
            self.ring(center);
        }
    }

    /// Draws the range of values under every pixel as a band.
    fn bands(&mut self, plot: &Plot, bands: &Profile, num: usize, first_label: i64) {
        let span = plot.x.span;
        let step = span.length() / num as f64;
        let mut edges: Vec<(f64, (f64, f64))> = Vec::new();
        let mut add = |u: f64, band: Option<(f64, f64)>| edges.extend(band.map(|band| (u, band)));
        if step >= 1.0 {
            for i in 0..num {
                let from = span.start + i as f64 * step;
                // Every offset whose middle is under the pixel, or the nearest one.
                let first = (from - 0.5).ceil() as i64;
                let last = ((from + step - 0.5).ceil() as i64 - 1).max(first);
                add(from + step / 2.0, bands.over(first + first_label..=last + first_label));
            }
        } else {
            for cell in span.start.floor() as i64 - 1..=span.end.ceil() as i64 {
                let offset = cell + first_label;
                add(cell as f64 + 0.5, bands.over(offset..=offset));
            }
        }
        let inside = |value: f64| plot.y_of(value).clamp(plot.rect.y, plot.rect.bottom());
        let (upper, lower) = clipped(&edges, span)
            .into_iter()
            .map(|(u, (least, greatest))| {
                let x = plot.x_of(u);
                (Point { x, y: inside(greatest) }, Point { x, y: inside(least) })
            })
            .unzip();
        let color = self.canvas.frame.theme.curve(0);
        self.canvas.shape(Shape::Band { upper, lower, color, opacity: BAND_OPACITY });
    }
}

/// Clips a band to a span, with linear interpolation between its points.
fn clipped(edges: &[(f64, (f64, f64))], span: Span) -> Vec<(f64, (f64, f64))> {
    let mut inside = Vec::new();
    for (i, &(u, band)) in edges.iter().enumerate() {
        let at = |edge: f64, (v, other): (f64, (f64, f64))| {
            let share = (edge - u) / (v - u);
            let between = |a: f64, b: f64| a + share * (b - a);
            (edge, (between(band.0, other.0), between(band.1, other.1)))
        };
        let next = edges.get(i + 1).copied();
        if (span.start..=span.end).contains(&u) {
            inside.push((u, band));
        }
        for edge in [span.start, span.end] {
            inside.extend(next.filter(|next| u < edge && edge < next.0).map(|next| at(edge, next)));
        }
    }
    inside
}
