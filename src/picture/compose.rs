//! From a chart and a size to a drawing: margins, titles, and the order in which all is drawn.

use super::{Align, Chart, Drawing, Face, Frame, Plot, Point, Rect, Rgb, Shape, Text, Theme};

/// Size of the numbers beside ticks.
pub(super) const TICK_SIZE: f32 = 11.0;
/// Size of the names of axes.
pub(super) const NAME_SIZE: f32 = 11.5;
/// Length of ticks.
pub(super) const TICK_LENGTH: f32 = 4.0;
/// Between things that belong together.
pub(super) const GAP: f32 = 6.0;
/// Between the data and what stands right of them.
pub(super) const SIDE_GAP: f32 = 14.0;
/// Half the height of figures: from the middle of a tick to the baseline of its label.
pub(super) const HALF_FIGURE: f32 = 0.36;
const CAPTION_LINE: f32 = 14.0;

/// Draws a chart.
pub fn compose(chart: &Chart, frame: &Frame) -> Drawing {
    Composer { chart, frame, shapes: Vec::new() }.compose()
}

/// Draws the data of a chart and nothing around them: its overview.
pub fn compose_bare(chart: &Chart, frame: &Frame) -> Drawing {
    let rect = Rect { x: 0.0, y: 0.0, width: frame.width, height: frame.height };
    let plot = Plot { rect, x: chart.x.clone(), y: chart.y.clone() };
    let mut composer = Composer { chart, frame, shapes: Vec::new() };
    composer.raster(rect);
    composer.curves(&plot);
    Drawing { shapes: composer.shapes, plot }
}

pub(super) struct Composer<'a> {
    pub(super) chart: &'a Chart,
    pub(super) frame: &'a Frame,
    shapes: Vec<Shape>,
}

impl Composer<'_> {
    fn compose(mut self) -> Drawing {
        let room = self.room_right();
        let mut plot = self.plot(room);
        let legend = self.legend(&plot);
        if let Some(legend) = &legend {
            plot = self.plot(room.max(legend.room()));
        }
        if self.frame.has_titles {
            self.titles();
        }
        self.frame_around(plot.rect);
        if self.raster(plot.rect) {
            self.color_bar(plot.rect);
        }
        if let Some(legend) = legend {
            self.draw_legend(plot.rect, legend);
        }
        self.grid(&plot);
        self.curves(&plot);
        self.curve_key(&plot);
        self.cell_values(&plot);
        for layer in &self.chart.layers {
            self.mark(&plot, layer);
        }
        self.axes(&plot);
        Drawing { shapes: self.shapes, plot }
    }

    /// The picture of values, if the chart has one.
    fn raster(&mut self, rect: Rect) -> bool {
        let size = [rect.width, rect.height]
            .map(|length| (length * self.frame.pixels_per_point).round().max(1.0) as u32);
        let request = self.chart.raster(size, self.frame.theme.unresolved);
        let has_raster = request.is_some();
        self.shapes.extend(request.map(|request| Shape::Raster { rect, request }));
        has_raster
    }

    /// To whole pixels, so that cells and lines are crisp.
    pub(super) fn snapped(&self, length: f32) -> f32 {
        (length * self.frame.pixels_per_point).round() / self.frame.pixels_per_point
    }

    /// The thinnest line that is seen: a point in whole pixels, and one pixel at least.
    pub(super) fn hairline(&self) -> f32 {
        self.snapped(1.0).max(1.0 / self.frame.pixels_per_point)
    }

    /// What is left for the data beside what stands right of them.
    fn plot(&self, room_right: f32) -> Plot {
        let chart = self.chart;
        let (top_titles, bottom_caption) = if self.frame.has_titles {
            (52.0, 12.0 + CAPTION_LINE * self.caption_lines().len() as f32)
        } else {
            (0.0, 0.0)
        };
        let margin = if self.frame.has_titles { 16.0 } else { 4.0 };
        let mut top = margin + top_titles + TICK_SIZE / 2.0;
        let bottom = margin + bottom_caption + TICK_LENGTH + TICK_SIZE + NAME_SIZE + 2.0 * GAP;
        let mut height = (self.frame.height - top - bottom).max(8.0);
        let left = margin + self.room_left(height);
        let right = margin + room_right;
        let mut width = (self.frame.width - left - right).max(8.0);
        let mut x = left;
        if chart.is_square {
            let (available, down) = (width, height);
            let per_cell = f64::from(width) / chart.x.span.length();
            let per_cell = per_cell.min(f64::from(height) / chart.y.span.length());
            width = (per_cell * chart.x.span.length()) as f32;
            height = (per_cell * chart.y.span.length()) as f32;
            x += (available - width) / 2.0;
            top += (down - height) / 2.0;
        }
        let rect = Rect {
            x: self.snapped(x),
            y: self.snapped(top),
            width: self.snapped(width),
            height: self.snapped(height),
        };
        Plot { rect, x: chart.x.clone(), y: chart.y.clone() }
    }

    /// What the color bar or the names of the curves need.
    fn room_right(&self) -> f32 {
        if self.chart.scale().is_some() { self.color_bar_room() } else { self.curve_key_room() }
    }

    pub(super) fn text(
        &mut self,
        text: impl Into<String>,
        at: Point,
        align: Align,
        size: f32,
        color: Rgb,
    ) {
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

    /// The name of something along a side, running upwards around a point.
    pub(super) fn turned_name(&mut self, text: String, at: Point) {
        self.shapes.push(Shape::Text(Text {
            at,
            align: Align::Center,
            text,
            size: NAME_SIZE,
            face: Face::Regular,
            color: self.frame.theme.weak_text,
            is_turned: true,
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

    /// A frame, and the ground where no raster hides it.
    fn frame_around(&mut self, plot: Rect) {
        let line = self.hairline();
        let Theme { line: color, tile, .. } = self.frame.theme;
        let around = Rect {
            x: plot.x - line,
            y: plot.y - line,
            width: plot.width + 2.0 * line,
            height: plot.height + 2.0 * line,
        };
        self.fill(around, color);
        if self.chart.scale().is_none() {
            self.fill(plot, tile);
        }
    }
}

/// A name with its unit, the name alone, or nothing, as an axis of that length has room.
pub(super) fn fitting_name(name: &str, length: f32) -> String {
    let without_unit = name.split(" (").next().unwrap_or_default();
    [name, without_unit]
        .into_iter()
        .find(|name| Face::Regular.width(name, NAME_SIZE) <= length)
        .unwrap_or_default()
        .to_owned()
}
