//! Composes several figures in a grid: their data are of one size and on common lines, and scales that agree share a
//! bar.

use super::{
    canvas::Canvas,
    chart::{self, Margins},
    color_bar::BarPlace,
    composer::Composer,
    heading::Heading,
};
use crate::picture::{Chart, Drawing, Figure, Frame, Panels, Part, Parts, Point, Rect};

/// Gap between two panels.
const GAP: f32 = 14.0;
/// Gap where space is spared.
const TIGHT_GAP: f32 = 12.0;

/// Width of a panel below which the shared color bar is not beside the panels: the data come first.
const NARROW: f32 = 120.0;
/// Height of a panel below which it is not below them.
const LOW: f32 = 90.0;

/// Place of a panel.
pub(super) struct PanelPlace<'a> {
    /// Letter, title and state above it.
    pub(super) heading: &'a Heading<'a>,
    /// Height for the headings of all panels.
    pub(super) head: f32,
    /// True if the heading begins at the left of the panel, false if it begins above its data.
    pub(super) is_heading_left: bool,
    /// Place for the data of a chart, within the frame of the panel, and the corner of other panels.
    pub(super) data: Option<Rect>,
}

/// Draws each figure in its place with `compose`.
pub(super) fn compose(
    panels: &Panels,
    mut canvas: Canvas<'_>,
    area: Rect,
    compose: impl Fn(&Figure, &Frame, PanelPlace<'_>) -> Drawing,
) -> Drawing {
    let layout = PanelLayout::new(panels, canvas.frame, area);
    for (i, panel) in panels.figures.iter().enumerate() {
        let (own, at) = layout.cell(i);
        let drawing = compose(panel, &own, layout.place(i));
        canvas.omitted.extend(drawing.omitted);
        canvas.shapes.extend(drawing.shapes.into_iter().map(|shape| shape.moved(at.x, at.y)));
    }
    if let (Some((chart, place)), Some(data)) = (layout.shared, layout.all_data()) {
        match place {
            BarPlace::Beside => {
                let width = data.width.max(layout.end_of_headings() - data.x);
                canvas.bar_beside(chart, Rect { width, ..data });
            }
            BarPlace::Below => {
                let y = layout.area.bottom();
                let below = Rect { x: data.x, y, width: area.right() - data.x, height: 0.0 };
                canvas.bar_below(chart, below, data.width);
            }
        }
    }
    let titles: Vec<&str> = panels.figures.iter().map(|figure| figure.title.as_str()).collect();
    canvas.say(area, titles.join(", "));
    canvas.finished()
}

/// True if every figure has room in its place.
pub(super) fn fits(
    panels: &Panels,
    whole: &Frame,
    area: Rect,
    has_room: impl Fn(&Figure, &Frame) -> bool,
) -> bool {
    let layout = PanelLayout::new(panels, whole, area);
    (0..panels.figures.len()).all(|i| has_room(&panels.figures[i], &layout.uniform))
}

/// Height of a frame in which charts of square cells leave no space beside them. Others are as high as in the frame,
/// and not much lower than wide; `None` without charts.
pub(super) fn fitting_height(panels: &Panels, whole: &Frame, area: Rect) -> Option<f32> {
    /// Height over width of narrow data, and the width from which on any height will do.
    const LEAST_SHAPE: f32 = 0.75;
    const WIDE: f32 = 160.0;
    panels.figures.iter().find_map(Figure::chart)?;
    // High enough for all that stands below the data.
    let more = (whole.width - whole.height).max(0.0);
    let high = Frame { height: whole.height + more, ..*whole };
    let (layout, area) =
        (PanelLayout::new(panels, whole, area), Rect { height: area.height + more, ..area });
    let of_high = PanelLayout::new(panels, &high, area);
    let (width, height) = of_high.room;
    let wanted = match common_shape(panels) {
        Some(shape) => width / shape,
        None => layout.room.1.max(LEAST_SHAPE * width.min(WIDE)),
    };
    Some(high.height + (wanted - height) * of_high.heights.len() as f32)
}

/// Sizes and places of the panels.
struct PanelLayout<'a> {
    panels: &'a Panels,
    area: Rect,
    gap: f32,
    /// Frame of a panel if all were of one size, without what stands around all of them.
    uniform: Frame,
    /// Heading of each panel, and the height for any of them.
    headings: Vec<Heading<'a>>,
    head: f32,
    /// True if a heading is longer than the data and what is right of them.
    is_heading_left: bool,
    /// Widths of the columns, and heights of the rows.
    widths: Vec<f32>,
    heights: Vec<f32>,
    /// Margins of the data in each column and each row.
    columns: Vec<Margins>,
    rows: Vec<Margins>,
    /// Room for the data of each chart, and their size.
    room: (f32, f32),
    data: (f32, f32),
    /// Chart whose color bar stands for those of all panels, and the place of the bar.
    shared: Option<(&'a Chart, BarPlace)>,
    /// Parts that each panel draws.
    parts: Vec<Parts>,
}

impl<'a> PanelLayout<'a> {
    fn new(panels: &'a Panels, whole: &Frame, area: Rect) -> Self {
        let placed = |head: f32, is_left: bool| Self::placed((panels, whole, area), head, is_left);
        let first = placed(0.0, false);
        let below = placed(first.head_room(false), false);
        let is_fitting = (0..panels.figures.len()).all(|i| {
            let heading = &below.headings[i];
            heading.width() <= below.room_of_heading(i, false)
        });
        if is_fitting { below } else { placed(first.head_room(true), true) }
    }

    /// Width for the heading of a panel, from the left of the panel or of its data on.
    fn room_of_heading(&self, i: usize, is_left: bool) -> f32 {
        let (frame, place) = (self.cell(i).0, self.place(i));
        let x = place.data.filter(|_| !is_left).map_or(0.0, |data| data.x);
        frame.width - x
    }

    /// Height for the headings of all panels.
    fn head_room(&self, is_left: bool) -> f32 {
        let height = |i: usize| self.headings[i].height(self.room_of_heading(i, is_left));
        (0..self.headings.len()).map(height).fold(0.0, f32::max)
    }

    /// Layout with headings of a height, at the left of the panels or of their data.
    fn placed(
        (panels, whole, area): (&'a Panels, &Frame, Rect),
        head: f32,
        is_heading_left: bool,
    ) -> Self {
        let gap = if whole.is_tight { TIGHT_GAP } else { GAP };
        let parts = [Part::Title, Part::State, Part::Caption];
        let parts = parts.into_iter().fold(whole.parts, Parts::without);
        let (across, down) = (panels.across.max(1) as usize, panels.down.max(1) as usize);
        let shared = shared_bar(panels)
            .filter(|_| parts.has(Part::ColorBar))
            .and_then(|chart| Some((chart, bar_place(chart, whole, area, (across, down), gap)?)));
        let (parts, area) = match shared {
            Some((chart, place)) => {
                (parts.without(Part::ColorBar), spared(chart, place, whole, area))
            }
            None => (parts, area),
        };
        let [width, height] = [(area.width, across), (area.height, down)]
            .map(|(length, num)| shared_out(length, num, gap));
        let uniform = Frame { width, height, parts, ..*whole };
        let headings: Vec<Heading<'a>> =
            (0..panels.figures.len()).map(|i| heading(panels, i, whole)).collect();
        // Margins of each panel around its data, below its heading.
        let below = Frame { height: uniform.height - head, ..uniform };
        let own_parts: Vec<Parts> = (0..panels.figures.len())
            .map(|i| {
                let has_own = !has_bar_of_next(panels, i, &below);
                if has_own { parts } else { parts.without(Part::ColorBar) }
            })
            .collect();
        let margins: Vec<Option<Margins>> = (panels.figures.iter().zip(&own_parts))
            .map(|(figure, &parts)| margins_of(figure, &Frame { parts, ..below }))
            .collect();
        let line = |of: &dyn Fn(usize) -> bool| {
            let own = margins.iter().enumerate().filter(|(i, _)| of(*i));
            own.filter_map(|(_, own)| *own).fold(Margins::default(), Margins::max)
        };
        let columns: Vec<Margins> =
            (0..across).map(|column| line(&|i| i % across == column)).collect();
        let rows: Vec<Margins> = (0..down).map(|row| line(&|i| i / across == row)).collect();
        let around = columns.iter().map(|it| it.left + it.right);
        let is_even = margins.iter().all(Option::is_some);
        let data_width = data_length(width, across, around.clone(), is_even);
        let above = rows.iter().map(|it| it.top + it.bottom + head);
        let data_height = data_length(height, down, above.clone(), is_even);
        let lengths = |around: &mut dyn Iterator<Item = f32>, data: f32, uniform: f32| {
            around.map(|it| if is_even { it + data } else { uniform }).collect::<Vec<f32>>()
        };
        let widths = lengths(&mut around.clone(), data_width, width);
        let heights = lengths(&mut above.clone(), data_height, height);
        let room = (data_width, data_height);
        let data = squared(panels, room);
        Self {
            panels,
            area,
            gap,
            uniform,
            headings,
            head,
            is_heading_left,
            widths,
            heights,
            columns,
            rows,
            room,
            data,
            shared,
            parts: own_parts,
        }
    }

    fn place_in_grid(&self, i: usize) -> (usize, usize) {
        let across = self.widths.len();
        (i % across, i / across)
    }

    /// Frame of a panel, and its corner.
    fn cell(&self, i: usize) -> (Frame, Point) {
        let (column, row) = self.place_in_grid(i);
        let before = |lengths: &[f32], num: usize| {
            lengths[..num].iter().sum::<f32>() + num as f32 * self.gap
        };
        let at = Point {
            x: self.area.x + before(&self.widths, column),
            y: self.area.y + before(&self.heights, row),
        };
        let (width, height) = (self.widths[column], self.heights[row]);
        (Frame { width, height, parts: self.parts[i], ..self.uniform }, at)
    }

    /// Heading and data of a panel.
    fn place(&self, i: usize) -> PanelPlace<'_> {
        let (column, row) = self.place_in_grid(i);
        let (across, down) = (self.columns[column], self.rows[row]);
        let (width, height) = self.data;
        let spare = |length: f32, margins: f32, data: f32| (length - margins - data).max(0.0) / 2.0;
        let x = across.left + spare(self.widths[column], across.left + across.right, width);
        let top = self.head + down.top;
        let y = top + spare(self.heights[row], top + down.bottom, height);
        PanelPlace {
            heading: &self.headings[i],
            head: self.head,
            is_heading_left: self.is_heading_left,
            data: Some(Rect { x, y, width, height }),
        }
    }

    /// Area of all data.
    fn all_data(&self) -> Option<Rect> {
        let own = |i: usize| {
            let (_, at) = self.cell(i);
            let data = self.place(i).data?;
            Some(Rect { x: at.x + data.x, y: at.y + data.y, ..data })
        };
        (0..self.panels.figures.len()).filter_map(own).reduce(Rect::union)
    }

    /// Right end of the headings, which a bar beside the panels stays clear of.
    fn end_of_headings(&self) -> f32 {
        let end = |i: usize| {
            let room = self.room_of_heading(i, self.is_heading_left);
            let (frame, at) = self.cell(i);
            at.x + frame.width - room + self.headings[i].width().min(room)
        };
        (0..self.headings.len()).map(end).fold(0.0, f32::max)
    }
}

/// Place of the color bar of all panels: beside them, or below them where that would leave them too little of their
/// width. `None` without room.
fn bar_place(
    chart: &Chart,
    whole: &Frame,
    area: Rect,
    (across, down): (usize, usize),
    gap: f32,
) -> Option<BarPlace> {
    let of_panel = |place: BarPlace| {
        let left = spared(chart, place, whole, area);
        (shared_out(left.width, across, gap), shared_out(left.height, down, gap))
    };
    if of_panel(BarPlace::Beside).0 >= NARROW {
        return Some(BarPlace::Beside);
    }
    let is_high = of_panel(BarPlace::Below).1 >= LOW;
    (whole.is_tight && is_high).then_some(BarPlace::Below)
}

/// Area that the color bar of all panels leaves.
fn spared(chart: &Chart, place: BarPlace, whole: &Frame, area: Rect) -> Rect {
    let canvas = Canvas::new(whole);
    match place {
        BarPlace::Below => Rect { height: area.height - canvas.room_of_bar_below(), ..area },
        BarPlace::Beside => {
            let room = Composer::new(chart, canvas).color_bar_room();
            Rect { width: area.width - room, ..area }
        }
    }
}

/// Length of each of some parts of a length with gaps between them.
fn shared_out(length: f32, num: usize, gap: f32) -> f32 {
    (length - gap * (num as f32 - 1.0)) / num as f32
}

/// Length of the data of each part: what all margins leave, or, unless every part has margins, what the widest leave.
fn data_length(uniform: f32, num: usize, margins: impl Iterator<Item = f32>, is_even: bool) -> f32 {
    let length = if is_even {
        uniform - margins.sum::<f32>() / num as f32
    } else {
        uniform - margins.fold(0.0, f32::max)
    };
    length.max(8.0)
}

/// Size of the data of every chart within its room: that of square cells where there are charts of square cells.
fn squared(panels: &Panels, (width, height): (f32, f32)) -> (f32, f32) {
    let shape = common_shape(panels);
    shape.map_or((width, height), |shape| (width.min(height * shape), height.min(width / shape)))
}

/// Width over height of all charts of square cells; `None` where they differ, or there are none.
fn common_shape(panels: &Panels) -> Option<f32> {
    const TOLERANCE: f64 = 1e-6;
    let charts = panels.figures.iter().filter_map(Figure::chart);
    let squares = charts.filter(|chart| chart.is_square);
    let mut shapes = squares.map(|chart| chart.x.span.length() / chart.y.span.length());
    let first = shapes.next()?;
    let is_common = shapes.all(|shape| (shape - first).abs() <= TOLERANCE * first);
    is_common.then_some(first as f32)
}

/// Margins around the data of a chart within a frame, with the texts that surround it; `None` for other figures.
fn margins_of(figure: &Figure, frame: &Frame) -> Option<Margins> {
    let chart = figure.chart()?;
    let area = Canvas::new(frame).surround(figure);
    let own = chart::margins(chart, frame, area);
    Some(Margins {
        left: area.x + own.left,
        right: frame.width - area.right() + own.right,
        top: area.y + own.top,
        bottom: frame.height - area.bottom() + own.bottom,
    })
}

/// Chart whose color bar is that of every panel; `None` where they differ, or are not two or more.
fn shared_bar(panels: &Panels) -> Option<&Chart> {
    let (first, others) = panels.figures.split_first()?;
    let is_one = !others.is_empty() && others.iter().all(|other| has_bar_of(other, first));
    first.chart().filter(|_| is_one)
}

/// True if both figures have color bars, and they are the same.
fn has_bar_of(figure: &Figure, other: &Figure) -> bool {
    let bar = |figure: &Figure| {
        let chart = figure.chart()?;
        Some((chart.scale()?, chart.value_name()?.clone()))
    };
    bar(figure).is_some_and(|own| bar(other) == Some(own))
}

/// True if the color bar of a panel is that of the panel right of it, which draws it beside its data.
fn has_bar_of_next(panels: &Panels, i: usize, frame: &Frame) -> bool {
    let is_last = (i + 1).is_multiple_of(panels.across.max(1) as usize);
    let next = panels.figures.get(i + 1).filter(|_| !is_last);
    next.is_some_and(|next| {
        let area = Canvas::new(frame).surround(next);
        let is_beside = next.chart().is_some_and(|it| chart::has_bar_beside(it, frame, area));
        is_beside && has_bar_of(&panels.figures[i], next)
    })
}

/// Heading of a panel: letter, title, and what it shows of the scene.
fn heading<'a>(panels: &'a Panels, i: usize, whole: &Frame) -> Heading<'a> {
    let figure = &panels.figures[i];
    let has_title = panels.are_sides || whole.parts.has(Part::Title);
    let has_state = !panels.are_sides && (has_title || whole.parts.has(Part::State));
    Heading {
        letter: panels.letter(i),
        title: if has_title { &figure.title } else { "" },
        state: if has_state { &figure.state } else { "" },
    }
}
