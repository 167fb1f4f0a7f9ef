//! Composes columns of the encoding as continuous curves over real positions.
//!
//! A column is sin(ωt + φ) at every real t; the table holds its values at integer t. A drawn line deviates from the
//! curve by less than a pixel: its points are at most a pixel apart where the curve bends, and include every crest,
//! so that the curve is monotonic between two points. A wave that is too short to be visible as a line is drawn as
//! its envelope, from the minimum to the maximum of the curve there: −1 to 1. A line through samples would show a
//! wave that does not exist.

use super::composer::Composer;
use crate::encoding::{Column, Component, Double, Level, Phasors, Waves};
use crate::picture::{Curve, Curves, Plot, Point, Rect, Rgb, Shape};

/// Wavelength in points up to which only the envelope of a wave is drawn.
const DENSE: f64 = 8.0;
/// Wavelength in points from which on only the line is drawn. In between, envelope and line cross-fade.
const CLEAR: f64 = 16.0;
/// Share of both lengths on paper, whose points have more pixels.
const ON_PAPER: f64 = 0.5;
/// Opacity of an envelope.
pub(super) const ENVELOPE_OPACITY: f32 = 0.28;
/// Thickness of a curve.
pub(super) const STROKE: f32 = 1.8;
/// Width of a cell from which on its value is marked on the curve.
pub(super) const DOTTED: f32 = 9.0;
pub(super) const DOT: f32 = 2.8;
const MARKER_DOT: f32 = 4.2;

/// Column as a function of real t.
#[derive(Clone, Copy, Debug)]
pub(super) struct CurveWave {
    pub(super) omega: Double,
    pub(super) component: Component,
    pub(super) amplitude: f64,
}

impl CurveWave {
    /// Returns `None` for a column of zeros.
    fn new(waves: &Waves, column: u32) -> Option<Self> {
        match waves.column(column) {
            Column::Wave { frequency, component } => {
                let omega = waves.frequencies()[frequency].omega;
                Some(Self { omega, component, amplitude: waves.amplitude() })
            }
            Column::Zero => None,
        }
    }

    /// Values and slopes with respect to ωt, both from one phasor.
    fn at(&self, times: &[f64]) -> impl Iterator<Item = (f64, f64)> + use<> {
        let Phasors { cos, sin } = Phasors::along(Level::detected(), self.omega, times);
        let Self { component, amplitude: a, .. } = *self;
        cos.into_iter().zip(sin).map(move |(cos, sin)| match component {
            Component::Sin => (a * sin, a * cos),
            Component::Cos => (a * cos, -(a * sin)),
        })
    }

    /// Points of the curve along the whole horizontal axis. `start` is the position of cell 0, whose middle is ½.
    fn points(&self, plot: &Plot, start: f64, pixels_per_point: f32) -> Vec<Point> {
        // A chord over an angle φ deviates from a sine by at most φ²/8 of its height.
        const ERROR_IN_PIXELS: f64 = 0.1;
        // With every crest included, points at this distance keep a steep line within that error.
        const NEAREST: f64 = 0.5;
        const FARTHEST: f64 = 8.0;
        let span = plot.x.span;
        let num_pixels = f64::from(plot.rect.width * pixels_per_point);
        let height = f64::from(plot.rect.height * pixels_per_point) / plot.y.span.length();
        let angle_of_pixel = self.omega.hi * span.length() / num_pixels;
        let angle = (8.0 * ERROR_IN_PIXELS / height).sqrt();
        let pixels = (angle / angle_of_pixel).clamp(NEAREST, FARTHEST);
        let num = (num_pixels / pixels).ceil().max(1.0);
        let point = |u: f64, value: f64| Point { x: plot.x_of(u), y: plot.y_of(value) };
        let places = (0..=num as usize).map(|i| span.start + span.length() * (i as f64 / num));
        let times: Vec<f64> = places.clone().map(|u| start + u - 0.5).collect();
        let mut points: Vec<Point> = Vec::with_capacity(times.len());
        let mut before: Option<(f64, f64, f64)> = None;
        for (u, (value, slope)) in places.zip(self.at(&times)) {
            if let Some((u, value, slope_before)) = before
                && slope_before * slope < 0.0
            {
                // Distance to the crest: the angle whose tangent is slope over value.
                let crest = if slope_before > 0.0 { 1.0 } else { -1.0 };
                let angle = libm::atan2(slope_before * crest, value * crest);
                points.push(point(u + angle / self.omega.hi, crest * self.amplitude.abs()));
            }
            points.push(point(u, value));
            before = Some((u, value, slope));
        }
        points
    }
}

/// Clips a line to a range of heights, which may split it into several lines.
pub(super) fn runs(points: &[Point], top: f32, bottom: f32) -> Vec<Vec<Point>> {
    let mut runs: Vec<Vec<Point>> = Vec::new();
    let mut is_open = false;
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let share = |y: f32| (y - a.y) / (b.y - a.y);
        let (mut from, mut to) = (0.0_f32, 1.0_f32);
        if a.y == b.y {
            if a.y < top || a.y > bottom {
                to = -1.0;
            }
        } else {
            let (enter, leave) = if b.y > a.y { (top, bottom) } else { (bottom, top) };
            from = from.max(share(enter));
            to = to.min(share(leave));
        }
        if from >= to {
            is_open = false;
            continue;
        }
        let at = |share: f32| Point { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
        match runs.last_mut().filter(|_| is_open && from == 0.0) {
            Some(run) => run.push(at(to)),
            None => runs.push(vec![at(from), at(to)]),
        }
        is_open = to == 1.0;
    }
    runs
}

impl Composer<'_> {
    /// Appearance of a curve, from 0 (envelope only) to 1 (line only).
    pub(super) fn clearness(&self, curve: CurveWave, plot: &Plot) -> f64 {
        let per_cell = f64::from(plot.rect.width) / plot.x.span.length();
        let wavelength = std::f64::consts::TAU / curve.omega.hi * per_cell;
        let share = if self.canvas.frame.is_tight { ON_PAPER } else { 1.0 };
        ((wavelength / share - DENSE) / (CLEAR - DENSE)).clamp(0.0, 1.0)
    }

    pub(super) fn all_curves(&self) -> &[Curve] {
        self.chart.curves().map_or(&[], |curves| &curves.columns)
    }

    /// Visible curves, each with its wave; a column of zeros has none.
    fn drawn_curves(&self) -> Vec<(Curve, Option<CurveWave>)> {
        let drawn = self.all_curves().iter().filter(|curve| !curve.is_hidden);
        drawn.map(|&curve| (curve, self.wave(curve))).collect()
    }

    pub(super) fn wave(&self, curve: Curve) -> Option<CurveWave> {
        CurveWave::new(&self.chart.curves()?.waves, curve.column)
    }

    /// True if any curve is drawn with an envelope.
    pub(super) fn has_envelope(&self, plot: &Plot) -> bool {
        let waves = self.drawn_curves().into_iter().filter_map(|(_, wave)| wave);
        waves.into_iter().any(|wave| self.clearness(wave, plot) < 1.0)
    }

    /// Draws envelopes, lines, and the values of the table on them.
    pub(super) fn curves(&mut self, plot: &Plot) {
        let drawn = self.drawn_curves();
        let shown = |at: f64| plot.y_of(at).clamp(plot.rect.y, plot.rect.bottom());
        let is_envelope = |(_, wave): &&(Curve, Option<CurveWave>)| {
            wave.is_some_and(|it| self.clearness(it, plot) < 1.0)
        };
        // Envelopes overlap: together they are no more opaque than a single one.
        let share = ENVELOPE_OPACITY / drawn.iter().filter(is_envelope).count().max(1) as f32;
        for &(curve, wave) in &drawn {
            let Some(wave) = wave else { continue };
            let opacity = share * (1.0 - self.clearness(wave, plot)) as f32;
            let reach = wave.amplitude.abs();
            let (top, bottom) = (shown(reach), shown(-reach));
            if opacity > 0.0 && bottom > top {
                let rect = Rect { y: top, height: bottom - top, ..plot.rect };
                let color = self.canvas.frame.theme.curve(curve.color);
                self.canvas.shape(Shape::Tint { rect, color, opacity });
            }
        }
        for (curve, wave) in drawn {
            self.line(plot, curve, wave);
        }
        let cell = plot.rect.width / plot.x.span.length() as f32;
        if cell >= DOTTED {
            for row in plot.x.span.start.floor() as i64..plot.x.span.end.ceil() as i64 {
                for (center, color) in self.held(plot, row) {
                    self.canvas.shape(Shape::Disc { center, radius: DOT, color });
                }
            }
        }
    }

    fn line(&mut self, plot: &Plot, curve: Curve, wave: Option<CurveWave>) {
        let Some(start) = self.chart.curves().map(|curves| curves.start as f64) else { return };
        let (points, opacity) = if let Some(wave) = wave {
            let clearness = self.clearness(wave, plot);
            if clearness == 0.0 {
                return;
            }
            (wave.points(plot, start, self.canvas.frame.pixels_per_point), clearness as f32)
        } else {
            let y = plot.y_of(0.0);
            (vec![Point { x: plot.rect.x, y }, Point { x: plot.rect.right(), y }], 1.0)
        };
        let color = self.canvas.frame.theme.curve(curve.color);
        for points in runs(&points, plot.rect.y, plot.rect.bottom()) {
            self.canvas.shape(Shape::Line { points, width: STROKE, color, opacity });
        }
    }

    /// Visible values of every curve at a row of the table, each with the color of its curve.
    fn held(&self, plot: &Plot, row: i64) -> Vec<(Point, Rgb)> {
        let Some(Curves { waves, start, columns }) = self.chart.curves() else {
            return Vec::new();
        };
        let x = plot.x_of(row as f64 + 0.5);
        let curves = columns.iter().filter(|curve| !curve.is_hidden);
        curves
            .map(|curve| {
                let y = plot.y_of(waves.value(start + row, curve.column));
                (Point { x, y }, self.canvas.frame.theme.curve(curve.color))
            })
            .filter(|&(center, _)| plot.rect.contains(center))
            .collect()
    }

    /// Draws the selected position: a vertical line, and a ring on every curve.
    pub(super) fn position_marker(&mut self, plot: &Plot, row: i64) {
        self.selected_across(plot, row);
        for (center, _) in self.held(plot, row) {
            self.ring(center);
        }
    }

    /// Draws a vertical line through the middle of the selected cell.
    pub(super) fn selected_across(&mut self, plot: &Plot, cell: i64) {
        let line = self.canvas.hairline();
        let x = plot.x_of(cell as f64 + 0.5);
        let rect = Rect { x: self.canvas.snapped(x - line / 2.0), width: line, ..plot.rect };
        self.canvas.fill_inside(plot.rect, rect, self.canvas.frame.theme.selection);
    }

    /// Draws a ring around a selected value.
    pub(super) fn ring(&mut self, center: Point) {
        if !self.canvas.marks(true) {
            return;
        }
        let theme = self.canvas.frame.theme;
        for (radius, color) in [
            (MARKER_DOT + 1.5, theme.selection_casing),
            (MARKER_DOT, theme.selection),
            (MARKER_DOT - 2.0, theme.tile),
        ] {
            self.canvas.shape(Shape::Disc { center, radius, color });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        encoding::{Convention, Extent, Sinusoid, SinusoidDraft},
        picture::{Axis, Chart, Frame, Layer, Parts, Span, Theme, compose_bare},
    };

    const WIDTH: f32 = 800.0;
    const HEIGHT: f32 = 300.0;

    /// Plot and shapes of a single column.
    fn drawn(
        waves: &Arc<Waves>,
        extent: Extent,
        column: u32,
        (x, y): (Span, Span),
    ) -> (Plot, Vec<Shape>) {
        let curves = Curves {
            waves: Arc::clone(waves),
            start: extent.start(),
            columns: vec![Curve { color: 0, column, is_hidden: false }],
        };
        let chart = Chart {
            x: Axis::cells("", extent.start(), x, extent.length() as f64),
            y: Axis::values("", y, Span { start: -1.1, end: 1.1 }),
            is_square: false,
            layers: vec![Layer::Curves(curves)],
        };
        let frame = Frame {
            width: WIDTH,
            height: HEIGHT,
            pixels_per_point: 1.0,
            theme: Theme::LIGHT,
            parts: Parts::TILE,
            is_tight: false,
        };
        let drawing = compose_bare(&chart, &frame);
        (drawing.plot.unwrap(), drawing.shapes)
    }

    /// Largest distance from a visible point of the curve to the nearest point of its line.
    fn farthest(plot: &Plot, curve: CurveWave, start: f64, lines: &[Vec<Point>]) -> f32 {
        let distance = |p: Point, a: Point, b: Point| {
            let (dx, dy) = (b.x - a.x, b.y - a.y);
            let along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy).max(1e-12);
            let along = along.clamp(0.0, 1.0);
            (p.x - a.x - along * dx).hypot(p.y - a.y - along * dy)
        };
        let mut farthest: f32 = 0.0;
        for i in 0..4000 {
            let u = plot.x.span.start + plot.x.span.length() * (f64::from(i) + 0.5) / 4000.0;
            let (value, _) = curve.at(&[start + u - 0.5]).next().unwrap();
            let at = Point { x: plot.x_of(u), y: plot.y_of(value) };
            if !plot.rect.contains(at) {
                continue;
            }
            let nearest = lines
                .iter()
                .flat_map(|line| line.windows(2))
                .filter(|pair| pair[1].x > at.x - 3.0 && pair[0].x < at.x + 3.0)
                .map(|pair| distance(at, pair[0], pair[1]))
                .fold(f32::INFINITY, f32::min);
            farthest = farthest.max(nearest);
        }
        farthest
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn line_follows_its_curve(
            column in 0_u32..64, base in 1.01_f64..1e6, start in -(1_i64 << 32)..1 << 32,
            first in 0.0_f64..1.0, log_cells in 0.0_f64..20.0,
            middle in -1.0_f64..1.0, log_values in -6.0_f64..0.3,
        ) {
            let draft = SinusoidDraft { base, ..Convention::PAPER.draft(64) };
            let waves = Arc::new(Waves::new(Sinusoid::new(draft).unwrap()));
            let extent = Extent::new(start, 1 << 30).unwrap();
            let cells = log_cells.exp2();
            let from = first * (f64::from(1 << 30) - cells);
            let half = 10.0_f64.powf(log_values) / 2.0;
            let y = Span { start: middle - half, end: middle + half };
            let (plot, shapes) = drawn(&waves, extent, column, (Span { start: from, end: from + cells }, y));
            let curve = CurveWave::new(&waves, column).unwrap();
            let wavelength = std::f64::consts::TAU / curve.omega.hi * f64::from(WIDTH) / cells;
            let mut lines = Vec::new();
            let mut envelopes = Vec::new();
            for shape in shapes {
                match shape {
                    Shape::Line { points, .. } => lines.push(points),
                    Shape::Tint { rect, .. } => envelopes.push(rect),
                    _ => {}
                }
            }
            if wavelength <= DENSE {
                prop_assert!(lines.is_empty(), "{wavelength} points are too few for a line");
            } else {
                let farthest = farthest(&plot, curve, start as f64, &lines);
                prop_assert!(farthest < 0.35, "{farthest} pixels off");
            }
            let is_seen = y.start < 1.0 && y.end > -1.0;
            prop_assert_eq!(envelopes.is_empty(), wavelength >= CLEAR || !is_seen);
            for envelope in envelopes {
                // From the minimum to the maximum, as far as they are visible.
                let (top, bottom) = (plot.y_of(1.0_f64.min(y.end)), plot.y_of((-1.0_f64).max(y.start)));
                prop_assert!((envelope.y - top).abs() < 0.1 && (envelope.bottom() - bottom).abs() < 0.1);
                prop_assert_eq!(envelope.width, WIDTH);
            }
        }
    }

    #[test]
    fn runs_are_clipped_at_edges() {
        let point = |(x, y): (f32, f32)| Point { x, y };
        let line = [(0.0, -10.0), (2.0, 10.0), (3.0, 10.0), (4.0, 30.0), (5.0, 20.0), (6.0, 5.0)];
        let cut = runs(&line.map(point), 0.0, 20.0);
        let expected = [
            vec![(1.0, 0.0), (2.0, 10.0), (3.0, 10.0), (3.5, 20.0)],
            vec![(5.0, 20.0), (6.0, 5.0)],
        ];
        assert_eq!(cut, expected.map(|run| run.into_iter().map(point).collect::<Vec<_>>()));
    }
}
