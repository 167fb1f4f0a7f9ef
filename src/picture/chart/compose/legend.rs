//! Legend at the lower right of the data: states what the picture cannot resolve.

use super::{
    canvas::{GAP, HALF_FIGURE, NAME_SIZE, SIDE_GAP, TICK_SIZE},
    composer::{Composer, TICK_LENGTH},
    curves,
};
use crate::picture::{
    Align, Face, Layer, Omission, Pixels, Plot, Point, Rect, Rgb, Shape, Source, Text,
    raster::kernels::unresolved_share,
};

const SWATCH_WIDTH: f32 = 12.0;
const MEANING_OF_UNRESOLVED: &str =
    "The values under a pixel differ so much that their mean says little: zoom in to see them";
/// Label for the color of pixels whose cells differ too much for their mean to be meaningful.
const UNRESOLVED: &str = "unresolved";

/// Text, and a swatch of the color that it explains.
pub(super) struct Legend {
    pub(super) text: String,
    /// Color and opacity.
    swatch: Option<(Rgb, f32)>,
    /// Meaning of the text, in one sentence.
    meaning: &'static str,
}

impl Legend {
    /// The legend among the parts for which a figure has no room.
    pub(super) fn omission(&self) -> Omission {
        Omission::Element(format!("the legend “{}”", self.text))
    }

    /// Width that the legend needs right of the data.
    pub(super) fn room(&self) -> f32 {
        let swatch = if self.swatch.is_some() { SWATCH_WIDTH + TICK_LENGTH } else { 0.0 };
        SIDE_GAP + swatch + Face::Regular.width(&self.text, NAME_SIZE)
    }
}

impl Composer<'_> {
    /// Legend for charts where a pixel covers more than one cell or more than a wave; `None` elsewhere.
    pub(super) fn legend(&self, plot: &Plot) -> Option<Legend> {
        if self.has_envelope(plot) {
            let swatch = Some((self.canvas.frame.theme.weak_text, curves::ENVELOPE_OPACITY));
            let meaning = "The wave is too short to be drawn: the band shows how far it reaches";
            return Some(Legend { text: "envelope".to_owned(), swatch, meaning });
        }
        let pixels = |length: f32| f64::from(length * self.canvas.frame.pixels_per_point).round();
        let cells = plot.x.span.length() / pixels(plot.rect.width);
        let rows = plot.y.span.length() / pixels(plot.rect.height);
        let cells = if plot.has_values_down() { cells } else { cells.max(rows) };
        if cells <= 1.0 {
            return None;
        }
        self.chart.layers.iter().find_map(|layer| match layer {
            Layer::Raster { pixels: Pixels::Nearest, .. } => {
                let meaning = "A pixel shows one of the values under it, which may form patterns that are not there";
                Some(Legend { text: "may alias".to_owned(), swatch: None, meaning })
            }
            Layer::Raster {
                source: Source::Table { .. } | Source::Shift { .. },
                pixels: Pixels::Mean,
                ..
            } => {
                let swatch = Some((self.canvas.frame.theme.unresolved, 1.0));
                let meaning = MEANING_OF_UNRESOLVED;
                Some(Legend { text: UNRESOLVED.to_owned(), swatch, meaning })
            }
            Layer::Raster { source: Source::Similarity { table, .. }, .. } => {
                let percent = 100.0 * unresolved_share(table.waves()?, cells);
                let meaning = "Share of the waves that are shorter than a pixel: zoom in to see them";
                let text = format!("{percent:.0} % {UNRESOLVED}");
                (percent >= 1.0).then_some(Legend { text, swatch: None, meaning })
            }
            _ => None,
        })
    }

    /// Writes "unresolved" onto the columns of a heatmap that have faded to gray, from the first visible column on, if
    /// there is room for it.
    pub(super) fn unresolved_columns(&mut self, plot: &Plot) {
        /// Angle under a pixel at which less than half of a wave's amplitude is left.
        const UNRESOLVED_ANGLE: f64 = 3.8;
        const MARGIN: f32 = 4.0;
        let source = self.chart.layers.iter().find_map(|layer| match layer {
            Layer::Raster { source: Source::Table { table, is_transposed }, pixels, .. } => {
                (*pixels == Pixels::Mean).then_some((table, *is_transposed))
            }
            _ => None,
        });
        let Some((table, is_transposed)) = source else { return };
        let Some(waves) = table.column_waves() else { return };
        let rect = plot.rect;
        let (columns, positions, length) = if is_transposed {
            (plot.y.span, plot.x.span, rect.width)
        } else {
            (plot.x.span, plot.y.span, rect.height)
        };
        let pixels = f64::from(length * self.canvas.frame.pixels_per_point).round();
        let under_pixel = positions.length() / pixels;
        let first = columns.start.floor().max(0.0) as u32;
        let faded = (first..columns.end.ceil() as u32).take_while(|&column| {
            let frequency = waves.frequency_of(column);
            frequency.is_some_and(|it| it.omega.hi * under_pixel >= UNRESOLVED_ANGLE)
        });
        let end = f64::from(first + faded.count() as u32).min(columns.end);
        let region = if is_transposed {
            Rect { height: plot.y_of(end) - rect.y, ..rect }
        } else {
            Rect { width: plot.x_of(end) - rect.x, ..rect }
        };
        let width = Face::Regular.width(UNRESOLVED, TICK_SIZE) + 2.0 * MARGIN;
        let height = TICK_SIZE + MARGIN;
        let is_turned = region.width < width;
        let (across, down) = if is_turned { (height, width) } else { (width, height) };
        if under_pixel <= 1.0 || region.width < across || region.height < down {
            return;
        }
        let (x, y) = (region.x + region.width / 2.0, region.y + region.height / 2.0);
        let ground = Rect { x: x - across / 2.0, y: y - down / 2.0, width: across, height: down };
        let theme = self.canvas.frame.theme;
        self.canvas.shape(Shape::Tint { rect: ground, color: theme.tile, opacity: 0.85 });
        let below = HALF_FIGURE * TICK_SIZE;
        self.canvas.shape(Shape::Text(Text {
            is_turned,
            ..Text::new(
                if is_turned { Point { x: x + below, y } } else { Point { x, y: y + below } },
                Align::Center,
                UNRESOLVED.to_owned(),
                TICK_SIZE,
                Face::Regular,
                theme.weak_text,
            )
        }));
    }

    pub(super) fn draw_legend(&mut self, plot: Rect, legend: Legend) {
        let [_, baseline] = self.canvas.baselines_below(plot);
        let mut x = plot.right() + SIDE_GAP;
        let (y, height, width) = (baseline - NAME_SIZE, 1.3 * NAME_SIZE, legend.room());
        let name = self.chart.x.title().fitting(plot.width);
        let name = name.map_or(0.0, |(_, laid)| laid.width);
        let name_end = plot.x + f32::midpoint(plot.width, name);
        if name_end + GAP > x {
            self.canvas.omitted.push(legend.omission());
            return;
        }
        self.canvas.terms.push((Rect { x, y, width, height }, legend.meaning));
        if let Some((color, opacity)) = legend.swatch {
            let side = NAME_SIZE * 0.9;
            let rect = Rect { x, y: baseline - side, width: SWATCH_WIDTH, height: side };
            self.canvas.shape(Shape::Tint { rect, color, opacity });
            x += SWATCH_WIDTH + TICK_LENGTH;
        }
        let at = Point { x, y: baseline };
        self.canvas.text(
            legend.text,
            at,
            Align::Left,
            NAME_SIZE,
            self.canvas.frame.theme.weak_text,
        );
    }
}
