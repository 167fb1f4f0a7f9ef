//! Figure of a view in its tile.

use std::{ops::Range, sync::Arc, time::Duration};

use egui::{Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo};

use super::{
    chart_plot::{self, ChartPlot},
    gestures::Gestures,
    grid_scroll::{self, GridScroll},
    navigate::PlotInteraction,
    paint::{self, Rasters, TextureSlot, on_screen},
    pointing,
    shown::{ShownChart, ShownFigure},
    spotlight::spotlight,
};
use crate::{
    action::Action,
    app::{
        look::{focus, style},
        request::Request,
    },
    lesson::Highlight,
    picture::{self, Body, Chart, Drawing, Figure, Frame, Parts, Plot},
    views::{CellView, Facet, Pointed, Subject, View},
};

/// Seconds that the spotlight of a presentation stays after the pointer has come to rest.
const SPOTLIGHT_SECONDS: f32 = 3.0;

/// Everything that a figure on the screen needs, and the queues for its actions and requests.
pub(crate) struct PlotContext<'a> {
    pub(crate) subject: Subject<'a>,
    pub(crate) rasters: &'a mut Rasters,
    pub(crate) gestures: &'a mut Gestures,
    pub(crate) actions: &'a mut Vec<Action>,
    pub(crate) requests: &'a mut Vec<Request>,
    /// Target that a lesson points out.
    pub(crate) pointed: Option<Highlight>,
    /// True if the window shows nothing but views.
    pub(crate) is_presenting: bool,
    /// True if tiles have the controls of their views; a lesson has them beside its text.
    pub(crate) has_controls: bool,
    /// True while positions play, too fast to be announced.
    pub(crate) is_playing: bool,
}

fn heatmap_pixels_id() -> egui::Id {
    egui::Id::unique("pixels of the heatmap")
}

/// Size in pixels of the heatmap as it was drawn last.
pub(crate) fn heatmap_pixels(ctx: &egui::Context) -> Option<egui::Vec2> {
    ctx.data(|data| data.get_temp(heatmap_pixels_id()))
}

impl PlotContext<'_> {
    /// Shows the figure of a view of the subject's side, and reacts to keys and clicks.
    pub(crate) fn figure_ui(&mut self, ui: &mut Ui, view: View, figure: &Arc<Figure>) {
        let facet = Facet { view, side: self.subject.side };
        let had_focus = ui.memory(|memory| memory.has_focus(ui.next_auto_id()));
        let (rect, response) = ui.allocate_exact_size(
            ui.available_size(),
            Sense::click_and_drag() | Sense::focusable_noninteractive(),
        );
        let pixels_per_point = ui.pixels_per_point();
        let to_pixel = |x: f32| (x * pixels_per_point).round() / pixels_per_point;
        let origin = egui::pos2(to_pixel(rect.left()), to_pixel(rect.top()));
        // A grid of numbers has scroll bars at the right and below.
        let bar = if matches!(figure.body, Body::Values(_)) { grid_scroll::BAR } else { 0.0 };
        let frame = Frame {
            width: rect.right() - origin.x - bar,
            height: rect.bottom() - origin.y - bar,
            pixels_per_point,
            theme: self.subject.theme,
            parts: Parts::TILE,
            is_tight: false,
        };
        let drawing = self.rasters.composed(facet, figure, frame);
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let mut shown = ShownFigure {
            facet,
            response: response.id,
            origin,
            drawing: Arc::clone(&drawing),
            chart: None,
        };
        let response = if let Some(plot) = &drawing.plot {
            let (chart, of_frame) = self.chart_ui(ui, facet, (&drawing, plot), origin, &painter);
            shown.chart = Some(chart);
            // The focus belongs to the whole figure: a press inside the frame must not take it away.
            let is_pressed = ui.input(|input| input.pointer.any_pressed());
            if had_focus && is_pressed && of_frame.contains_pointer() {
                response.request_focus();
            }
            response.union(of_frame)
        } else {
            self.paint(&painter, facet, &drawing, 0..drawing.shapes.len(), origin);
            response
        };
        let subject = self.subject;
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, view.summary(subject)));
        self.announce(ui, view, &response);
        let cells = view.cells(subject.table);
        if let (Some(cells), Some(plot), Some(chart), Some(shown)) =
            (cells, &drawing.plot, figure.chart(), &mut shown.chart)
        {
            let texts = drawing.texts().map(|at| origin + egui::vec2(at.x, at.y)).collect();
            self.cells_ui(ui, (cells, plot, shown), (chart, texts), &painter, &response);
        } else {
            self.still_ui(ui, view, &response);
            // Boards and grids of numbers have keys of their own.
            if drawing.grid.is_none() && view.chosen(subject).is_none() {
                self.still_keys_ui(ui, view, &response);
            }
        }
        self.outlines_ui(&painter, facet, &drawing, origin);
        if let Some(target) = self.pointed {
            pointing::in_view(ui.painter(), target, view, subject, &drawing, origin);
        }
        let is_marking = drawing.grid.is_some() && ui.input(|input| input.modifiers.shift);
        if !is_marking {
            self.hit_targets_ui(ui, view, &drawing, origin, &response);
            self.board_keys_ui(ui, view, &drawing.targets, &response);
        }
        if let Some(shown) = drawing.grid {
            GridScroll { subject, shown, rect, origin }.ui(ui, &response, self.actions);
        }
        for (i, (line, text)) in drawing.lines.iter().enumerate() {
            let line = on_screen(*line, origin);
            let id = ui.scope_id().with((view.key(), "line", i));
            let response = ui.interact(line, id, Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        }
        for (i, (term, meaning)) in drawing.terms.iter().enumerate() {
            let id = ui.scope_id().with((facet.key(), "term", i));
            ui.interact(on_screen(*term, origin), id, Sense::hover()).on_hover_text(*meaning);
        }
        self.curve_key_ui(ui, view, &drawing.key, origin);
        if matches!(figure.body, Body::Note(_)) {
            self.remedies_ui(ui, view, rect);
        }
        self.context_menu(view, &response);
        self.gestures.shown.push(shown);
    }

    /// Shows what to do in place of a picture, below the sentence in the middle.
    fn remedies_ui(&mut self, ui: &mut Ui, view: View, rect: Rect) {
        /// Room for the sentence.
        const BELOW: f32 = 44.0;
        let remedies = view.remedies(self.subject);
        if remedies.is_empty() || rect.height() < 4.0 * BELOW {
            return;
        }
        let place = Rect::from_min_max(
            egui::pos2(rect.left(), rect.center().y + BELOW),
            rect.right_bottom(),
        );
        let layout = egui::Layout::top_down(egui::Align::Center);
        ui.scope_builder(egui::UiBuilder::new().max_rect(place).layout(layout), |ui| {
            for remedy in remedies {
                if ui.button(remedy.title).clicked() {
                    self.actions.push(remedy.action);
                }
            }
        });
    }

    /// Paints some of the shapes of a drawing.
    fn paint(
        &mut self,
        painter: &Painter,
        facet: Facet,
        drawing: &Drawing,
        shapes: Range<usize>,
        origin: Pos2,
    ) {
        painter.extend(self.shapes(painter, facet, drawing, shapes, origin));
    }

    fn shapes(
        &mut self,
        painter: &Painter,
        facet: Facet,
        drawing: &Drawing,
        shapes: Range<usize>,
        origin: Pos2,
    ) -> Vec<Shape> {
        let before = &drawing.shapes[..shapes.start];
        let is_raster = |shape: &&picture::Shape| matches!(shape, picture::Shape::Raster { .. });
        let first = TextureSlot::Shown(before.iter().filter(is_raster).count());
        paint::shapes(painter, self.rasters, (facet, first), &drawing.shapes[shapes], origin)
    }

    /// Shows a chart: its surroundings, and the data in a plot. Shapes keep their order where they overlap.
    fn chart_ui(
        &mut self,
        ui: &mut Ui,
        facet: Facet,
        (drawing, plot): (&Drawing, &Plot),
        origin: Pos2,
        painter: &Painter,
    ) -> (ShownChart, Response) {
        let mut data = Vec::new();
        let mut painted = 0;
        for range in &drawing.data {
            self.paint(painter, facet, drawing, painted..range.start, origin);
            data.extend(self.shapes(painter, facet, drawing, range.clone(), origin));
            painted = range.end;
        }
        let chart_plot = ChartPlot {
            facet,
            frame: on_screen(plot.rect, origin),
            axes: plot,
            clip: painter.clip_rect(),
            data,
            pointed: self
                .pointed_elsewhere(facet)
                .map(|pointed| (pointed, self.subject.table, self.subject.theme)),
        };
        let shown = chart_plot.show(ui);
        self.paint(painter, facet, drawing, painted..drawing.shapes.len(), origin);
        let chart =
            ShownChart { response: shown.response.id, transform: shown.transform, overview: None };
        (chart, shown.response)
    }

    /// Position and column under the pointer in another view, or on another side.
    fn pointed_elsewhere(&self, facet: Facet) -> Option<Pointed> {
        self.gestures.pointed.filter(|pointed| pointed.facet != facet)
    }

    /// Outlines the hit targets of a position or column under the pointer in another view.
    fn outlines_ui(&self, painter: &Painter, facet: Facet, drawing: &Drawing, origin: Pos2) {
        let Some(pointed) = self.pointed_elsewhere(facet) else { return };
        let stroke = chart_plot::linked_hover_stroke(self.subject.theme);
        for rect in pointed.outlines(&drawing.targets, self.subject.table) {
            let rect = on_screen(rect, origin);
            if drawing.plot.is_some() {
                // Points on a curve.
                painter.circle_stroke(rect.center(), rect.width() / 2.0, stroke);
            } else {
                painter.rect_stroke(rect, 2.0, stroke, StrokeKind::Inside);
            }
        }
    }

    fn context_menu(&mut self, view: View, response: &Response) {
        egui::Popup::context_menu(response).style(style::menu).show(|ui| {
            if ui.button("Copy picture").clicked() {
                self.requests.push(Request::CopyPicture(view));
            }
            if ui.button("Copy values").clicked() {
                self.requests.push(Request::CopyValues(view));
            }
            if ui.button("Export…").clicked() {
                self.requests.push(Request::Export(view));
            }
        });
    }

    /// Handles a view without cells: a click gives it the focus.
    fn still_ui(&mut self, ui: &Ui, view: View, response: &Response) {
        if response.clicked() {
            response.request_focus();
        }
        if response.has_focus() {
            focus::shows_focus(response);
            self.requests.push(Request::Use(view));
            let stroke = Stroke::new(2.0, style::color(self.subject.theme.accent));
            ui.painter().rect_stroke(
                response.rect.expand2(egui::vec2(5.0, 3.0)),
                2.0,
                stroke,
                StrokeKind::Outside,
            );
        }
    }

    /// Handles a view of cells: focus, overview, hover and keys.
    fn cells_ui(
        &mut self,
        ui: &Ui,
        (view, plot, shown): (CellView, &Plot, &mut ShownChart),
        (chart, texts): (&Chart, Vec<Pos2>),
        painter: &Painter,
        response: &Response,
    ) {
        let subject = self.subject;
        let interaction = PlotInteraction { view, subject, plot, chart: shown };
        if response.clicked() {
            response.request_focus();
        }
        if view.view == View::Heatmap {
            let pixels = interaction.frame().size() * ui.pixels_per_point();
            ui.data_mut(|data| data.insert_temp(heatmap_pixels_id(), pixels));
        }
        if response.has_focus() {
            focus::shows_focus(response);
            let stroke = Stroke::new(2.0, style::color(subject.theme.accent));
            let frame = interaction.frame().expand(3.0);
            painter.rect_stroke(frame, 2.0, stroke, StrokeKind::Outside);
        }
        // Numbers in the cells are not covered.
        let is_free = |rect: &Rect| !texts.iter().any(|&at| rect.expand(12.0).contains(at));
        let overview = interaction.overview_rect().filter(is_free).map(|rect| {
            let facet = Facet { view: view.view, side: subject.side };
            self.rasters.overview(painter, facet, chart, rect, subject.theme);
            (rect, interaction.overview_ui(ui, rect))
        });
        if let Some(drag) = self
            .gestures
            .drag
            .filter(|drag| drag.facet == Facet { view: view.view, side: subject.side })
        {
            match response.interact_pointer_pos() {
                Some(now) if drag.is_box => interaction.box_ui(ui, drag.from, now),
                _ => ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing),
            }
        }
        let over_overview = overview
            .as_ref()
            .zip(response.hover_pos())
            .is_some_and(|((rect, _), pos)| rect.contains(pos));
        if !over_overview {
            self.readout_ui(ui, &interaction, response);
        }
        self.keys_ui(ui, &interaction, response);
        shown.overview = overview.map(|(_, overview)| overview);
    }

    /// Shows names and values of the cell under the pointer.
    fn readout_ui(&self, ui: &Ui, plot: &PlotInteraction<'_>, response: &Response) {
        let hovered = response.hover_pos().filter(|_| !response.dragged());
        let Some(cell) = hovered.and_then(|pos| plot.cell_at(pos)) else { return };
        ui.ctx().set_cursor_icon(egui::CursorIcon::Crosshair);
        // A pointer that rests dims nothing.
        let moved = ui.input(|input| input.pointer.time_since_last_movement());
        if self.is_presenting && moved < SPOTLIGHT_SECONDS {
            ui.ctx().request_repaint_after(Duration::from_secs_f32(SPOTLIGHT_SECONDS));
            let cell = plot.cell_rect(cell);
            spotlight(ui.painter(), plot.frame(), cell, self.subject.theme);
        }
        let readout = plot.view.readout(self.subject, cell);
        egui::Tooltip::always_open(
            ui.ctx().clone(),
            ui.layer_id(),
            response.id.with("readout"),
            egui::PopupAnchor::Pointer,
        )
        .gap(14.0)
        .show(|ui| {
            ui.spacing_mut().interact_size.y = 0.0;
            egui::Grid::new("readout").spacing([12.0, 2.0]).show(ui, |ui| {
                for (name, value) in &readout {
                    ui.label(egui::RichText::new(name.as_ref()).small().weak());
                    ui.label(egui::RichText::new(value).small());
                    ui.end_row();
                }
            });
        });
    }
}
