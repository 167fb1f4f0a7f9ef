//! Pan and zoom of a chart: the actions for gestures and keys, and the overview.

use egui::{Key, Modifiers, Pos2, Rect, Sense, Stroke, Ui, Vec2, WidgetInfo};

use super::shown::{ShownChart, ShownOverview};
use crate::{
    action::{Action, Gesture, GestureSource},
    app::look::style,
    picture::{Plot, Span},
    scene::Viewport,
    views::{CellView, Subject},
};

/// Pause in seconds that ends a run of wheel turns.
const RUN_SECONDS: f64 = 0.7;
/// Height of the overview.
const OVERVIEW: f32 = 84.0;
const OVERVIEW_MARGIN: f32 = 8.0;
/// Width and height in points below which a box counts as an accidental drag.
const SMALLEST_BOX: f32 = 3.0;

/// Area of a chart under the pointer, which decides the axes that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlotArea {
    Plot,
    /// Tick labels below.
    XAxis,
    /// Tick labels at the left.
    YAxis,
}

/// Pan and zoom of a chart on the screen.
pub(crate) struct PlotInteraction<'a> {
    pub(crate) view: CellView,
    pub(crate) subject: Subject<'a>,
    /// Axes of the chart.
    pub(crate) plot: &'a Plot,
    pub(crate) chart: &'a ShownChart,
}

impl PlotInteraction<'_> {
    /// Frame of the data, in screen coordinates.
    pub(crate) fn frame(&self) -> Rect {
        *self.chart.transform.frame()
    }

    /// Rectangle of a cell, in screen coordinates.
    pub(crate) fn cell_rect(&self, (column, row): (i64, i64)) -> Rect {
        let transform = &self.chart.transform;
        let x = |cell: i64| transform.position_from_point_x(cell as f64);
        let y = |cell: i64| transform.position_from_point_y(cell as f64);
        let y_range = if self.plot.has_values_down() {
            self.frame().y_range()
        } else {
            (y(row)..=y(row + 1)).into()
        };
        Rect::from_x_y_ranges(x(column)..=x(column + 1), y_range)
    }

    fn viewport(&self) -> Viewport {
        self.view.viewport(self.subject)
    }

    /// Data coordinates at a screen position.
    pub(crate) fn at(&self, pos: Pos2) -> (f64, f64) {
        let at = self.chart.transform.value_from_position(pos);
        (at.x, at.y)
    }

    /// Cell at a screen position inside the frame.
    pub(crate) fn cell_at(&self, pos: Pos2) -> Option<(i64, i64)> {
        let frame = self.frame();
        // The right and the lower edge belong to no cell.
        let is_inside = frame.contains(pos) && pos.x < frame.right() && pos.y < frame.bottom();
        is_inside.then(|| self.plot.cell(self.at(pos)))
    }

    /// Area of the chart at a screen position.
    pub(crate) fn area(&self, pos: Pos2) -> Option<PlotArea> {
        let plot = self.frame();
        if plot.contains(pos) {
            Some(PlotArea::Plot)
        } else if plot.x_range().contains(pos.x) && pos.y > plot.bottom() {
            Some(PlotArea::XAxis)
        } else if plot.y_range().contains(pos.y) && pos.x < plot.left() {
            Some(PlotArea::YAxis)
        } else {
            None
        }
    }

    fn show(&self, viewport: Viewport, gesture: Gesture) -> Action {
        self.view.show(self.subject, viewport, gesture)
    }

    /// Shows everything; if that is shown already, the part that the view shows initially.
    pub(crate) fn fit(&self) -> Action {
        let whole = self.view.whole(self.subject);
        if self.viewport() == whole {
            let view = self.view.view;
            return Action::Show { view, viewport: None, gesture: Gesture::Single };
        }
        self.show(whole, Gesture::Single)
    }

    /// Shows a box between two screen positions. `None` if it is too small to be intended.
    pub(crate) fn show_box(&self, from: Pos2, to: Pos2) -> Option<Action> {
        let rect = self.box_rect(from, to);
        if rect.width() <= SMALLEST_BOX || rect.height() <= SMALLEST_BOX {
            return None;
        }
        let ((x0, y0), (x1, y1)) = (self.at(rect.min), self.at(rect.max));
        let y = Span { start: y0.min(y1), end: y0.max(y1) };
        Some(self.show(Viewport { x: Span { start: x0, end: x1 }, y }, Gesture::Single))
    }

    fn box_rect(&self, from: Pos2, to: Pos2) -> Rect {
        let frame = self.frame();
        Rect::from_two_pos(frame.clamp(from), frame.clamp(to))
    }

    /// Draws the box of a drag.
    pub(crate) fn box_ui(&self, ui: &Ui, from: Pos2, to: Pos2) {
        let rect = self.box_rect(from, to);
        let accent = style::color(self.subject.theme.accent);
        let stroke = Stroke::new(1.5, accent);
        ui.painter().rect_filled(rect, 0.0, accent.gamma_multiply(0.15));
        ui.painter().rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
    }

    /// Ends the undo step of a run of wheel turns or keys after a pause.
    pub(crate) fn end_run_after_pause(response: &egui::Response, actions: &mut Vec<Action>) {
        let now = response.ctx.input(|input| input.time);
        let last = response.id.with("last turn");
        let before: Option<f64> = response.ctx.data_mut(|data| {
            let before = data.get_temp(last);
            data.insert_temp(last, now);
            before
        });
        if before.is_none_or(|before| now - before > RUN_SECONDS) {
            actions.push(Action::EndGesture);
        }
    }

    fn gesture(&self) -> Gesture {
        Gesture::Continuous(GestureSource::Navigation(self.view.view))
    }

    /// Zooms to `factor` times as many cells, around a fixed point.
    pub(crate) fn zoom(&self, factor: f64, at: (f64, f64), area: PlotArea) -> Action {
        let whole = self.view.whole(self.subject);
        let smallest = self.view.smallest(self.subject);
        let zoomed = |span: Span, at: f64, whole: Span, smallest: f64| {
            // The length is clamped here, since clamping it later would move the point.
            let length = (span.length() * factor).clamp(smallest, whole.length());
            let share = (at - span.start) / span.length();
            Span { start: at - share * length, end: at + (1.0 - share) * length }
        };
        let mut viewport = self.viewport();
        // Curves are zoomed along their positions; values have their axis for that.
        let area = match area {
            PlotArea::Plot if self.plot.has_values_down() => PlotArea::XAxis,
            area => area,
        };
        if area != PlotArea::YAxis || self.view.is_square() {
            viewport.x = zoomed(viewport.x, at.0, whole.x, smallest[0]);
        }
        if area != PlotArea::XAxis || self.view.is_square() {
            viewport.y = zoomed(viewport.y, at.1, whole.y, smallest[1]);
        }
        self.show(viewport, self.gesture())
    }

    /// Pans so that data coordinates are at a screen position, as far as the table reaches.
    pub(crate) fn hold(&self, held: (f64, f64), pos: Pos2, area: PlotArea) -> Action {
        let frame = self.frame();
        let mut viewport = self.viewport();
        let moved = |span: Span, held: f64, share: f32| {
            let start = held - f64::from(share) * span.length();
            Span { start, end: start + span.length() }
        };
        if area != PlotArea::YAxis {
            viewport.x = moved(viewport.x, held.0, (pos.x - frame.left()) / frame.width());
        }
        if area != PlotArea::XAxis {
            let down = (pos.y - frame.top()) / frame.height();
            let share = if self.plot.has_values_down() { 1.0 - down } else { down };
            viewport.y = moved(viewport.y, held.1, share);
        }
        self.show(viewport, self.gesture())
    }

    /// Pans by a distance in points of the screen.
    pub(crate) fn pan(&self, by: Vec2, area: PlotArea) -> Action {
        let middle = self.frame().center();
        self.hold(self.at(middle), middle - by, area)
    }

    /// Moves the visible part around a point.
    pub(crate) fn center(&self, (x, y): (f64, f64)) -> Action {
        let viewport = self.viewport();
        let around = |span: Span, middle: f64| {
            let half = span.length() / 2.0;
            Span { start: middle - half, end: middle + half }
        };
        self.show(Viewport { x: around(viewport.x, x), y: around(viewport.y, y) }, self.gesture())
    }

    /// Zooms around the selection with plus and minus, and shows everything with 0.
    pub(crate) fn keys_ui(&self, ui: &Ui, response: &egui::Response, actions: &mut Vec<Action>) {
        let mut steps = 0;
        let mut fits = false;
        ui.input_mut(|input| {
            let mut presses = |key| input.count_and_consume_key(Modifiers::NONE, key) as i32;
            steps += presses(Key::Plus) + presses(Key::Equals) - presses(Key::Minus);
            fits = presses(Key::Num0) > 0;
        });
        if fits {
            actions.push(self.fit());
        }
        if steps != 0 {
            Self::end_run_after_pause(response, actions);
            let (x, y) = self.view.selected(self.subject);
            let viewport = self.viewport();
            let inside = |span: Span, cell: i64| (cell as f64 + 0.5).clamp(span.start, span.end);
            let at = (inside(viewport.x, x), inside(viewport.y, y));
            actions.push(self.zoom(0.75_f64.powi(steps), at, PlotArea::Plot));
        }
    }

    /// Rectangle of the overview, if the view shows a chosen part and has room.
    pub(crate) fn overview_rect(&self) -> Option<Rect> {
        self.subject.scene.draft().viewports.get(self.view.view)?;
        let plot = self.frame();
        let whole = self.view.whole(self.subject);
        let size = if self.view.is_square() {
            Vec2::splat(OVERVIEW)
        } else {
            let aspect = (whole.x.length() / whole.y.length()).clamp(0.6, 1.3) as f32;
            egui::vec2(OVERVIEW * aspect, OVERVIEW)
        };
        let has_room = plot.width() > 2.5 * size.x && plot.height() > 2.5 * size.y;
        let corner = plot.right_top() + egui::vec2(-size.x - OVERVIEW_MARGIN, OVERVIEW_MARGIN);
        has_room.then(|| Rect::from_min_size(corner.round(), size.round()))
    }

    /// Draws the frame of the visible part in the overview.
    pub(crate) fn overview_ui(&self, ui: &Ui, rect: Rect) -> ShownOverview {
        let response = ui.interact(
            rect,
            ui.scope_id().with((self.view.view.key(), "overview")),
            Sense::drag(),
        );
        let name = format!("Overview of {}", self.view.view.title().to_lowercase());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &name));
        let viewport = self.viewport();
        let corner = crate::picture::Rect {
            x: rect.left(),
            y: rect.top(),
            width: rect.width(),
            height: rect.height(),
        };
        let all = self.plot.overview(corner);
        let seen = Rect::from_two_pos(
            egui::pos2(all.x_of(viewport.x.start), all.y_of(viewport.y.start)),
            egui::pos2(all.x_of(viewport.x.end), all.y_of(viewport.y.end)),
        );
        // A tiny part stays visible.
        let seen = Rect::from_center_size(seen.center(), seen.size().max(Vec2::splat(4.0)));
        let theme = self.subject.theme;
        let painter = ui.painter();
        painter.rect_stroke(
            rect,
            0.0,
            Stroke::new(1.0, style::color(theme.text)),
            egui::StrokeKind::Outside,
        );
        let (casing, line) = (style::color(theme.selection_casing), style::color(theme.selection));
        let seen = seen.intersect(rect.expand(1.0));
        painter.rect_stroke(seen, 0.0, Stroke::new(3.5, casing), egui::StrokeKind::Middle);
        painter.rect_stroke(seen, 0.0, Stroke::new(1.5, line), egui::StrokeKind::Middle);
        ShownOverview { response: response.id, plot: all }
    }
}
