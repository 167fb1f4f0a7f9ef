//! Pan and zoom of a chart: wheel, drag, box, double click, keys, and the overview.

use egui::{Key, Modifiers, Pos2, Rect, Sense, Stroke, Ui, Vec2, WidgetInfo};

use crate::{
    action::{Action, Gesture, GestureSource},
    app::look::style,
    picture::{Plot, Point, Span},
    scene::Viewport,
    views::{CellView, Subject},
};

/// Pause in seconds that ends a turn of the wheel.
const RUN_SECONDS: f64 = 0.7;
/// Height of the overview.
const OVERVIEW: f32 = 84.0;
const OVERVIEW_MARGIN: f32 = 8.0;

/// Area of a chart under the pointer, which decides the axes that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlotArea {
    Plot,
    /// Tick labels below.
    XAxis,
    /// Tick labels at the left.
    YAxis,
}

/// Start of the current drag.
#[derive(Clone, Copy)]
struct Drag {
    from: Pos2,
    is_box: bool,
}

/// Pan and zoom of a chart on the screen.
pub(crate) struct PlotInteraction<'a> {
    pub(crate) view: CellView,
    pub(crate) subject: Subject<'a>,
    pub(crate) plot: &'a Plot,
    pub(crate) origin: Pos2,
}

impl PlotInteraction<'_> {
    /// Frame of the data, in screen coordinates.
    pub(crate) fn frame(&self) -> Rect {
        self.on_screen(self.plot.rect)
    }

    /// Rectangle of a cell, in screen coordinates.
    pub(crate) fn cell_rect(&self, cell: (i64, i64)) -> Rect {
        self.on_screen(self.plot.rect_of(cell))
    }

    fn on_screen(&self, rect: crate::picture::Rect) -> Rect {
        let corner = self.origin + egui::vec2(rect.x, rect.y);
        Rect::from_min_size(corner, egui::vec2(rect.width, rect.height))
    }

    fn window(&self) -> Viewport {
        self.view.window(self.subject)
    }

    /// Point of the drawing at a screen position.
    pub(crate) fn point(&self, pos: Pos2) -> Point {
        let offset = pos - self.origin;
        Point { x: offset.x, y: offset.y }
    }

    /// Data coordinates at a screen position.
    fn at(&self, pos: Pos2) -> (f64, f64) {
        self.plot.at(self.point(pos))
    }

    fn area(&self, pos: Pos2) -> Option<PlotArea> {
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

    /// Pans and zooms with the pointer.
    pub(crate) fn pointer_ui(&self, ui: &Ui, response: &egui::Response, actions: &mut Vec<Action>) {
        self.wheel_ui(ui, response, actions);
        let id = response.id.with("drag");
        if response.drag_started()
            && let Some(from) = ui.input(|input| input.pointer.press_origin())
        {
            actions.push(Action::EndGesture);
            let is_box = ui.input(|input| input.modifiers.shift);
            ui.data_mut(|data| data.insert_temp(id, Drag { from, is_box }));
        }
        // Stored, since egui forgets the press in the frame of the release.
        let drag: Option<Drag> = ui.data(|data| data.get_temp(id));
        let (Some(Drag { from, is_box }), Some(now)) = (drag, response.interact_pointer_pos())
        else {
            return;
        };
        let Some(area) = self.area(from) else { return };
        let is_box = is_box && area == PlotArea::Plot;
        if is_box {
            let plot = self.frame();
            let rect = Rect::from_two_pos(plot.clamp(from), plot.clamp(now));
            if response.dragged() {
                let accent = style::color(self.subject.theme.accent);
                let stroke = Stroke::new(1.5, accent);
                ui.painter().rect_filled(rect, 0.0, accent.gamma_multiply(0.15));
                ui.painter().rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
            } else if response.drag_stopped() && rect.width() > 3.0 && rect.height() > 3.0 {
                let ((x0, y0), (x1, y1)) = (self.at(rect.min), self.at(rect.max));
                let y = Span { start: y0.min(y1), end: y0.max(y1) };
                let window = Viewport { x: Span { start: x0, end: x1 }, y };
                actions.push(self.view.show(self.subject, window, Gesture::Single));
            }
            return;
        }
        if response.dragged() {
            let delta = response.drag_delta();
            if delta != Vec2::ZERO {
                self.pan(-delta, area, actions);
                ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
            }
        }
        if response.drag_stopped() {
            actions.push(Action::EndGesture);
        }
    }

    /// Shows everything; where it is shown already, the part that the view opens on.
    pub(crate) fn fit(&self, actions: &mut Vec<Action>) {
        let whole = self.view.whole(self.subject);
        if self.window() == whole {
            let view = self.view.view;
            actions.push(Action::Show { view, viewport: None, gesture: Gesture::Single });
        } else {
            actions.push(self.view.show(self.subject, whole, Gesture::Single));
        }
    }

    fn wheel_ui(&self, ui: &Ui, response: &egui::Response, actions: &mut Vec<Action>) {
        let Some(pos) = response.hover_pos() else { return };
        let Some(area) = self.area(pos) else { return };
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
        if scroll == Vec2::ZERO && pinch == 1.0 {
            return;
        }
        Self::end_run_after_pause(ui, response, actions);
        if scroll.x != 0.0 {
            self.pan(egui::vec2(-scroll.x, 0.0), area, actions);
        }
        // A notch of a wheel is some 50 points, and zooms by a quarter.
        let factor = (-f64::from(scroll.y) / 180.0).exp() / f64::from(pinch);
        if factor.to_bits() != 1.0_f64.to_bits() {
            self.zoom(factor, self.at(pos), area, actions);
        }
    }

    fn end_run_after_pause(ui: &Ui, response: &egui::Response, actions: &mut Vec<Action>) {
        let now = ui.input(|input| input.time);
        let last = response.id.with("last turn");
        let before: Option<f64> = ui.data_mut(|data| {
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

    /// Shows `factor` times as many cells, around a fixed point.
    fn zoom(&self, factor: f64, at: (f64, f64), area: PlotArea, actions: &mut Vec<Action>) {
        let whole = self.view.whole(self.subject);
        let smallest = self.view.smallest(self.subject);
        let zoomed = |span: Span, at: f64, whole: Span, smallest: f64| {
            // The length is clamped here, since clamping it later would move the point.
            let length = (span.length() * factor).clamp(smallest, whole.length());
            let share = (at - span.start) / span.length();
            Span { start: at - share * length, end: at + (1.0 - share) * length }
        };
        let mut window = self.window();
        // Curves are zoomed along their positions; values have their axis for that.
        let area = match area {
            PlotArea::Plot if self.plot.has_values_down() => PlotArea::XAxis,
            area => area,
        };
        if area != PlotArea::YAxis || self.view.is_square() {
            window.x = zoomed(window.x, at.0, whole.x, smallest[0]);
        }
        if area != PlotArea::XAxis || self.view.is_square() {
            window.y = zoomed(window.y, at.1, whole.y, smallest[1]);
        }
        actions.push(self.view.show(self.subject, window, self.gesture()));
    }

    /// Pans by a distance in points of the screen.
    fn pan(&self, by: Vec2, area: PlotArea, actions: &mut Vec<Action>) {
        let mut window = self.window();
        let middle = self.frame().center();
        let (from, to) = (self.at(middle), self.at(middle + by));
        let moved = |span: Span, by: f64| Span { start: span.start + by, end: span.end + by };
        if area != PlotArea::YAxis {
            window.x = moved(window.x, to.0 - from.0);
        }
        if area != PlotArea::XAxis {
            window.y = moved(window.y, to.1 - from.1);
        }
        actions.push(self.view.show(self.subject, window, self.gesture()));
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
            self.fit(actions);
        }
        if steps != 0 {
            Self::end_run_after_pause(ui, response, actions);
            let (x, y) = self.view.selected(self.subject);
            let window = self.window();
            let inside = |span: Span, cell: i64| (cell as f64 + 0.5).clamp(span.start, span.end);
            let at = (inside(window.x, x), inside(window.y, y));
            self.zoom(0.75_f64.powi(steps), at, PlotArea::Plot, actions);
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

    /// Draws the frame of the visible part in the overview; a click or drag moves it.
    pub(crate) fn overview_ui(&self, ui: &Ui, rect: Rect, actions: &mut Vec<Action>) {
        let response = ui.interact(
            rect,
            ui.scope_id().with((self.view.view.key(), "overview")),
            Sense::drag(),
        );
        let name = format!("Overview of {}", self.view.view.title().to_lowercase());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &name));
        let window = self.window();
        let corner = crate::picture::Rect {
            x: rect.left(),
            y: rect.top(),
            width: rect.width(),
            height: rect.height(),
        };
        let all = self.plot.overview(corner);
        let seen = Rect::from_two_pos(
            egui::pos2(all.x_of(window.x.start), all.y_of(window.y.start)),
            egui::pos2(all.x_of(window.x.end), all.y_of(window.y.end)),
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
        if let Some(pos) = response.interact_pointer_pos() {
            if response.drag_started() {
                actions.push(Action::EndGesture);
            }
            let (x, y) = all.at(Point { x: pos.x, y: pos.y });
            let around = |span: Span, middle: f64| {
                let half = span.length() / 2.0;
                Span { start: middle - half, end: middle + half }
            };
            let window = Viewport { x: around(window.x, x), y: around(window.y, y) };
            actions.push(self.view.show(self.subject, window, self.gesture()));
        }
    }
}
