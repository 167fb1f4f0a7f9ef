//! Shows charts in `egui_plot`. No other module does.
//!
//! The frame on the screen, the transform between data and screen, and the hit test of a chart are those of an
//! [`egui_plot::Plot`]. Its bounds come from the scene. Its only item paints what our composition draws inside the
//! frame, so that curves are made by the same code for the window and for figures. [`super::gestures`] reads
//! gestures before anything is drawn. The plot's own interactions are off: its drags overshoot the edges of a
//! table, and act on bounds that the scene does not know.

use std::{cell::RefCell, ops::RangeInclusive};

use egui::{Color32, Id, Rect, Sense, Shape, Stroke, Ui, UiBuilder, Vec2};
use egui_plot::{
    PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotPoint, PlotResponse, PlotTransform,
};

use crate::{
    app::look::style,
    encoding::Table,
    picture::{Plot, Theme},
    views::{Facet, Pointed},
};

/// Width in points above which a cell hovered in another view has a line at each side, instead of one in the
/// middle.
const WIDE: f32 = 10.0;

/// Chart as shown inside its frame.
pub(crate) struct ChartPlot<'a> {
    pub(crate) facet: Facet,
    /// Frame of the data on the screen.
    pub(crate) frame: Rect,
    pub(crate) axes: &'a Plot,
    /// Area in which the data are painted: rings and strokes reach a little beyond the frame.
    pub(crate) clip: Rect,
    /// Shapes of the data.
    pub(crate) data: Vec<Shape>,
    /// Position or column under the pointer in another view.
    pub(crate) pointed: Option<(Pointed, &'a Table, Theme)>,
}

impl ChartPlot<'_> {
    /// Shows the chart, and returns its response and transform.
    pub(crate) fn show(self, ui: &mut Ui) -> PlotResponse<()> {
        let id = Id::unique((self.facet.key(), "plot"));
        let mut ui = ui.new_child(UiBuilder::new().scope_id(id).max_rect(self.frame));
        let (x, y) = (self.axes.x.span, self.axes.y.span);
        let bounds = PlotBounds::from_min_max([x.start, y.start], [x.end, y.end]);
        let lines = match self.pointed {
            Some((pointed, table, theme)) => Lines::new(self.axes, &pointed, table, theme),
            None => Lines::default(),
        };
        let data = DataLayers {
            base: PlotItemBase::new(self.facet.view.title().to_owned()),
            clip: self.clip,
            shapes: RefCell::new(self.data),
            bounds,
            lines,
        };
        egui_plot::Plot::new(self.facet.key())
            .id(id.with("transform"))
            .width(self.frame.width())
            .height(self.frame.height())
            .min_size(Vec2::ZERO)
            .sense(Sense::CLICK | Sense::DRAG)
            .invert_y(!self.axes.has_values_down())
            .auto_bounds(false)
            .allow_drag(false)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_axis_zoom_drag(false)
            .allow_boxed_zoom(false)
            .allow_double_click_reset(false)
            .show_axes(false)
            .show_grid(false)
            .show_background(false)
            .show_crosshair(false)
            .show_x(false)
            .show_y(false)
            .show(&mut ui, move |plot| {
                plot.set_plot_bounds(bounds);
                plot.add(data);
            })
    }
}

/// Shapes that our composition draws inside the frame, as the only item of a plot.
struct DataLayers {
    base: PlotItemBase,
    clip: Rect,
    shapes: RefCell<Vec<Shape>>,
    bounds: PlotBounds,
    lines: Lines,
}

impl PlotItem for DataLayers {
    fn shapes(&self, ui: &Ui, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        // Painted here, since the plot clips its own shapes to the frame.
        let mut painter = ui.painter().clone();
        painter.set_clip_rect(self.clip);
        painter.extend(self.shapes.take());
        self.lines.shapes(transform, shapes);
    }

    fn initialize(&mut self, _x_range: RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        Color32::TRANSPARENT
    }

    fn allow_hover(&self) -> bool {
        false
    }

    fn geometry(&self) -> PlotGeometry<'_> {
        PlotGeometry::None
    }

    fn bounds(&self) -> PlotBounds {
        self.bounds
    }

    fn base(&self) -> &PlotItemBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut PlotItemBase {
        &mut self.base
    }
}

/// Cells under the pointer in another view, as unobtrusive lines across the frame.
#[derive(Default)]
struct Lines {
    columns: Vec<i64>,
    rows: Vec<i64>,
    stroke: Stroke,
}

impl Lines {
    fn new(axes: &Plot, pointed: &Pointed, table: &Table, theme: Theme) -> Self {
        Self {
            columns: pointed.cells(&axes.x, table),
            rows: pointed.cells(&axes.y, table),
            stroke: linked_hover_stroke(theme),
        }
    }

    fn shapes(&self, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let corner = |column: i64, row: i64| {
            transform.position_from_point(&PlotPoint::new(column as f64, row as f64))
        };
        let lines = |start: f32, end: f32| {
            let is_wide = (end - start).abs() >= WIDE;
            if is_wide { vec![start, end] } else { vec![f32::midpoint(start, end)] }
        };
        let frame = transform.frame();
        for &column in &self.columns {
            for x in lines(corner(column, 0).x, corner(column + 1, 0).x) {
                shapes.push(Shape::vline(x, frame.y_range(), self.stroke));
            }
        }
        for &row in &self.rows {
            for y in lines(corner(0, row).y, corner(0, row + 1).y) {
                shapes.push(Shape::hline(frame.x_range(), y, self.stroke));
            }
        }
    }
}

/// Stroke around what is under the pointer in another view.
pub(crate) fn linked_hover_stroke(theme: Theme) -> Stroke {
    Stroke::new(1.0, style::color(theme.text).gamma_multiply(0.7))
}
