//! From a chart and a size to a drawing: margins, ticks, color bar, selection, titles.

use super::{
    Align, Chart, ColorScale, Drawing, Face, Frame, Layer, Pixels, Point, Rect, Rgb, Shape, Source,
    Text, kernels::unresolved_share, number, ticks,
};

const TICK_SIZE: f32 = 11.0;
const NAME_SIZE: f32 = 11.5;
const TICK_LENGTH: f32 = 4.0;
const CAPTION_LINE: f32 = 14.0;
const GAP: f32 = 6.0;
const BAR_WIDTH: f32 = 12.0;
const BAR_GAP: f32 = 14.0;
/// Name of the color of pixels whose cells differ too much for their mean to say anything.
const UNRESOLVED: &str = "unresolved";
/// Half the height of figures: from the middle of a tick to the baseline of its label.
const HALF_FIGURE: f32 = 0.36;

/// Draws a chart.
pub fn compose(chart: &Chart, frame: &Frame) -> Drawing {
    Composer { chart, frame, shapes: Vec::new() }.compose()
}

/// What pixels cannot show, in words.
struct Legend {
    text: String,
    /// Whether the unresolved color stands beside it.
    has_swatch: bool,
}

pub(super) struct Composer<'a> {
    pub(super) chart: &'a Chart,
    pub(super) frame: &'a Frame,
    shapes: Vec<Shape>,
}

impl Composer<'_> {
    fn compose(mut self) -> Drawing {
        let bar_labels = self.chart.scale().map(bar_labels).unwrap_or_default();
        let labels_width = bar_label_width(&bar_labels);
        let mut plot = self.plot(labels_width);
        let legend = self.legend(plot);
        if let Some(legend) = &legend {
            // It stands below the color bar, and is wider than the numbers beside that.
            let width = Face::Regular.width(&legend.text, NAME_SIZE) - GAP - NAME_SIZE;
            let swatch = if legend.has_swatch { 0.0 } else { BAR_WIDTH + TICK_LENGTH };
            plot = self.plot(labels_width.max(width - swatch));
        }
        if self.frame.has_titles {
            self.titles();
        }
        self.frame_around(plot);
        let size = [plot.width, plot.height]
            .map(|length| (length * self.frame.pixels_per_point).round().max(1.0) as u32);
        if let Some(request) = self.chart.raster(size, self.frame.theme.unresolved) {
            self.shapes.push(Shape::Raster { rect: plot, request });
            self.color_bar(plot, &bar_labels);
            if let Some(legend) = legend {
                self.legend_below_bar(plot, &legend);
            }
        }
        self.cell_values(plot);
        for layer in &self.chart.layers {
            self.mark(plot, layer);
        }
        self.axes(plot);
        Drawing { shapes: self.shapes, plot, x: self.chart.x.clone(), y: self.chart.y.clone() }
    }

    /// To whole pixels, so that cells and lines are crisp.
    pub(super) fn snapped(&self, length: f32) -> f32 {
        (length * self.frame.pixels_per_point).round() / self.frame.pixels_per_point
    }

    /// The thinnest line that is seen: a point in whole pixels, and one pixel at least.
    pub(super) fn hairline(&self) -> f32 {
        self.snapped(1.0).max(1.0 / self.frame.pixels_per_point)
    }

    /// What is to be said where a pixel covers more than one cell.
    fn legend(&self, plot: Rect) -> Option<Legend> {
        let pixels = |length: f32| f64::from(length * self.frame.pixels_per_point).round();
        let cells = self.chart.x.span.cells() / pixels(plot.width);
        let cells = cells.max(self.chart.y.span.cells() / pixels(plot.height));
        if cells <= 1.0 {
            return None;
        }
        self.chart.layers.iter().find_map(|layer| match layer {
            Layer::Raster { pixels: Pixels::Nearest, .. } => {
                Some(Legend { text: "may alias".to_owned(), has_swatch: false })
            }
            Layer::Raster { source: Source::Table { .. }, pixels: Pixels::Mean, .. } => {
                Some(Legend { text: UNRESOLVED.to_owned(), has_swatch: true })
            }
            Layer::Raster { source: Source::Similarity { .. }, .. } => {
                let percent = 100.0 * unresolved_share(&self.chart.encoding, cells);
                (percent >= 1.0).then(|| Legend {
                    text: format!("{percent:.0} % {UNRESOLVED}"),
                    has_swatch: false,
                })
            }
            _ => None,
        })
    }

    /// What is left for the data beside a color bar whose labels are so wide.
    fn plot(&self, labels_width: f32) -> Rect {
        let chart = self.chart;
        let (top_titles, bottom_caption) = if self.frame.has_titles {
            (52.0, 12.0 + CAPTION_LINE * self.caption_lines().len() as f32)
        } else {
            (0.0, 0.0)
        };
        let margin = if self.frame.has_titles { 16.0 } else { 4.0 };
        let widest_row_label = self.widest_row_label();
        let left = margin + NAME_SIZE + GAP + widest_row_label + TICK_LENGTH + GAP;
        let bar = BAR_GAP + BAR_WIDTH + TICK_LENGTH + GAP + labels_width + GAP + NAME_SIZE;
        let right = margin + if chart.scale().is_some() { bar } else { 0.0 };
        let mut top = margin + top_titles + TICK_SIZE / 2.0;
        let bottom = margin + bottom_caption + TICK_LENGTH + TICK_SIZE + NAME_SIZE + 2.0 * GAP;
        let mut width = (self.frame.width - left - right).max(8.0);
        let mut height = (self.frame.height - top - bottom).max(8.0);
        let mut x = left;
        if chart.is_square {
            let (available, down) = (width, height);
            let per_cell = f64::from(width) / chart.x.span.cells();
            let per_cell = per_cell.min(f64::from(height) / chart.y.span.cells());
            width = (per_cell * chart.x.span.cells()) as f32;
            height = (per_cell * chart.y.span.cells()) as f32;
            x += (available - width) / 2.0;
            top += (down - height) / 2.0;
        }
        Rect {
            x: self.snapped(x),
            y: self.snapped(top),
            width: self.snapped(width),
            height: self.snapped(height),
        }
    }

    /// Width of the widest number beside the rows.
    fn widest_row_label(&self) -> f32 {
        let axis = &self.chart.y;
        [axis.span.start.floor() as i64, axis.span.end.ceil() as i64 - 1]
            .map(|cell| label_width(cell + axis.first_label))
            .into_iter()
            .fold(0.0, f32::max)
    }

    fn text(&mut self, text: impl Into<String>, at: Point, align: Align, size: f32, color: Rgb) {
        self.shapes.push(Shape::Text(Text {
            at,
            align,
            text: text.into(),
            size,
            face: Face::Regular,
            color,
            is_turned: false,
        }));
    }

    pub(super) fn shape(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    pub(super) fn fill(&mut self, rect: Rect, color: Rgb) {
        self.shapes.push(Shape::Fill { rect, color });
    }

    fn titles(&mut self) {
        let theme = self.frame.theme;
        let (title, sentence) = (self.chart.title.clone(), self.chart.sentence.clone());
        self.shapes.push(Shape::Text(Text {
            at: Point { x: 20.0, y: 32.0 },
            align: Align::Left,
            text: title,
            size: 17.0,
            face: Face::SemiBold,
            color: theme.text,
            is_turned: false,
        }));
        self.text(sentence, Point { x: 20.0, y: 52.0 }, Align::Left, 12.5, theme.weak_text);
        let lines = self.caption_lines();
        let first = self.frame.height - 14.0 - CAPTION_LINE * (lines.len() as f32 - 1.0);
        for (i, line) in lines.into_iter().enumerate() {
            let at = Point { x: 20.0, y: first + CAPTION_LINE * i as f32 };
            self.text(line, at, Align::Left, TICK_SIZE, theme.weak_text);
        }
    }

    /// The caption, broken between parameters where the figure is narrow.
    fn caption_lines(&self) -> Vec<String> {
        const BETWEEN: &str = " · ";
        let room = self.frame.width - 40.0;
        let mut lines: Vec<String> = Vec::new();
        for part in self.chart.caption.split(BETWEEN) {
            match lines.last_mut() {
                Some(line)
                    if Face::Regular.width(&format!("{line}{BETWEEN}{part}"), TICK_SIZE)
                        <= room =>
                {
                    line.push_str(BETWEEN);
                    line.push_str(part);
                }
                _ => lines.push(part.to_owned()),
            }
        }
        lines
    }

    fn frame_around(&mut self, plot: Rect) {
        let line = self.hairline();
        let color = self.frame.theme.line;
        let around = Rect {
            x: plot.x - line,
            y: plot.y - line,
            width: plot.width + 2.0 * line,
            height: plot.height + 2.0 * line,
        };
        self.fill(around, color);
    }

    fn axes(&mut self, plot: Rect) {
        let theme = self.frame.theme;
        let line = self.hairline();
        let chart = self.chart;
        let per_cell = f64::from(plot.height) / chart.y.span.cells();
        let spacing = f64::from(TICK_SIZE) * 2.8 / per_cell;
        for cell in ticks::cells(&chart.y, spacing) {
            let share = (cell as f64 + 0.5 - chart.y.span.start) / chart.y.span.cells();
            let y = plot.y + share as f32 * plot.height;
            let tick = Rect {
                x: plot.x - line - TICK_LENGTH,
                y: self.snapped(y - line / 2.0),
                width: TICK_LENGTH,
                height: line,
            };
            self.fill(tick, theme.rail);
            let at = Point { x: plot.x - TICK_LENGTH - GAP, y: y + HALF_FIGURE * TICK_SIZE };
            let label = number::grouped(cell + chart.y.first_label);
            self.text(label, at, Align::Right, TICK_SIZE, theme.weak_text);
        }
        let per_cell = f64::from(plot.width) / chart.x.span.cells();
        let widest = label_width(chart.x.span.end as i64 + chart.x.first_label)
            .max(label_width(chart.x.first_label));
        let spacing = (f64::from(widest) * 1.2 + 16.0) / per_cell;
        let baseline = plot.bottom() + TICK_LENGTH + GAP / 2.0 + TICK_SIZE * 0.9;
        for cell in ticks::cells(&chart.x, spacing) {
            let share = (cell as f64 + 0.5 - chart.x.span.start) / chart.x.span.cells();
            let x = plot.x + share as f32 * plot.width;
            let tick = Rect {
                x: self.snapped(x - line / 2.0),
                y: plot.bottom() + line,
                width: line,
                height: TICK_LENGTH,
            };
            self.fill(tick, theme.rail);
            let label = number::grouped(cell + chart.x.first_label);
            self.text(label, Point { x, y: baseline }, Align::Center, TICK_SIZE, theme.weak_text);
        }
        let at = Point { x: plot.x + plot.width / 2.0, y: baseline + GAP + NAME_SIZE };
        self.text(
            fitting_name(&chart.x.name, plot.width),
            at,
            Align::Center,
            NAME_SIZE,
            theme.weak_text,
        );
        let widest_row_label = self.widest_row_label();
        self.shapes.push(Shape::Text(Text {
            at: Point {
                x: plot.x - TICK_LENGTH - GAP - widest_row_label - GAP,
                y: plot.y + plot.height / 2.0,
            },
            align: Align::Center,
            text: fitting_name(&chart.y.name, plot.height),
            size: NAME_SIZE,
            face: Face::Regular,
            color: theme.weak_text,
            is_turned: true,
        }));
    }

    fn color_bar(&mut self, plot: Rect, labels: &[(f64, String)]) {
        let Some(scale) = self.chart.scale() else {
            return;
        };
        let theme = self.frame.theme;
        let line = self.hairline();
        let bar = Rect {
            x: self.snapped(plot.right() + BAR_GAP),
            y: plot.y,
            width: BAR_WIDTH,
            height: plot.height,
        };
        self.shapes.push(Shape::ColorBar { rect: bar, scale });
        let labels_width = bar_label_width(labels);
        self.shapes.push(Shape::Text(Text {
            at: Point {
                x: bar.right() + TICK_LENGTH + GAP + labels_width + NAME_SIZE,
                y: bar.y + bar.height / 2.0,
            },
            align: Align::Center,
            text: fitting_name(self.chart.value_name(), plot.height),
            size: NAME_SIZE,
            face: Face::Regular,
            color: theme.weak_text,
            is_turned: true,
        }));
        let has_room_for_all = plot.height > 6.0 * TICK_SIZE;
        for (i, (share, label)) in labels.iter().enumerate() {
            if !has_room_for_all && i % 2 == 1 {
                continue;
            }
            let y = bar.bottom() - *share as f32 * bar.height;
            let tick = Rect {
                x: bar.right(),
                y: self.snapped(y - line / 2.0).clamp(bar.y, bar.bottom() - line),
                width: TICK_LENGTH,
                height: line,
            };
            self.fill(tick, theme.rail);
            let at =
                Point { x: bar.right() + TICK_LENGTH + GAP / 2.0, y: y + HALF_FIGURE * TICK_SIZE };
            self.text(label.clone(), at, Align::Left, TICK_SIZE, theme.weak_text);
        }
    }

    fn legend_below_bar(&mut self, plot: Rect, legend: &Legend) {
        let baseline = plot.bottom() + TICK_LENGTH + 1.5 * GAP + TICK_SIZE * 0.9 + NAME_SIZE;
        let mut x = plot.right() + BAR_GAP;
        let name = fitting_name(&self.chart.x.name, plot.width);
        let name_end = plot.x + f32::midpoint(plot.width, Face::Regular.width(&name, NAME_SIZE));
        if name_end + GAP > x {
            return;
        }
        let theme = self.frame.theme;
        if legend.has_swatch {
            let side = NAME_SIZE * 0.9;
            let swatch = Rect { x, y: baseline - side, width: BAR_WIDTH, height: side };
            self.fill(swatch, theme.unresolved);
            x += BAR_WIDTH + TICK_LENGTH;
        }
        let at = Point { x, y: baseline };
        self.text(legend.text.clone(), at, Align::Left, NAME_SIZE, theme.weak_text);
    }
}

/// A name with its unit, the name alone, or nothing, as an axis of that length has room.
fn fitting_name(name: &str, length: f32) -> String {
    let without_unit = name.split(" (").next().unwrap_or_default();
    [name, without_unit]
        .into_iter()
        .find(|name| Face::Regular.width(name, NAME_SIZE) <= length)
        .unwrap_or_default()
        .to_owned()
}

fn label_width(label: i64) -> f32 {
    Face::Regular.width(&number::grouped(label), TICK_SIZE)
}

/// Where a color bar has ticks, from the bottom: share of its height, and label.
fn bar_labels(scale: ColorScale) -> Vec<(f64, String)> {
    (0..5)
        .map(|i| {
            let share = f64::from(i) / 4.0;
            let value = scale.low() + share * (scale.bound - scale.low());
            (share, bar_label(value))
        })
        .collect()
}

/// Four digits, without zeros at the end.
fn bar_label(value: f64) -> String {
    let text = number::readable(value, 4);
    if text.contains('.') && !text.contains('×') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn bar_label_width(labels: &[(f64, String)]) -> f32 {
    labels.iter().map(|(_, label)| Face::Regular.width(label, TICK_SIZE)).fold(0.0, f32::max)
}
