//! Shows the figure of a view in its tile, and reacts to pointer and keys there.

use std::sync::Arc;

use egui::{Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo};

use super::{
    grid_scroll::{self, GridScroll},
    navigate::PlotInteraction,
    paint::{self, Rasters, TextureSlot},
    pointing,
    spotlight::spotlight,
};
use crate::{
    action::{Action, Gesture},
    app::{
        look::{focus, style},
        request::Request,
    },
    lesson::Target,
    picture::{Body, Chart, Figure, Frame, Parts},
    views::{Subject, View},
};

/// Everything that a figure on the screen needs, and the queues for its actions and requests.
pub(crate) struct PlotContext<'a> {
    pub(crate) subject: Subject<'a>,
    pub(crate) rasters: &'a mut Rasters,
    pub(crate) actions: &'a mut Vec<Action>,
    pub(crate) requests: &'a mut Vec<Request>,
    /// Target that a lesson points out.
    pub(crate) pointed: Option<Target>,
    /// The window shows nothing but views.
    pub(crate) is_presenting: bool,
    /// Positions play, too fast to be announced.
    pub(crate) is_playing: bool,
}

impl PlotContext<'_> {
    /// Shows the figure of a view, and reacts to pointer and keys.
    pub(crate) fn figure_ui(&mut self, ui: &mut Ui, view: View, figure: &Arc<Figure>) {
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
        };
        let drawing = self.rasters.composed(view, figure, frame);
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        if ui.is_rect_visible(rect) {
            paint::drawing(&painter, self.rasters, (view, TextureSlot::Shown), &drawing, origin);
        }
        let subject = self.subject;
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, view.summary(subject)));
        self.announce(ui, view, &response);
        if let (Some(cells), Some(plot), Some(chart)) =
            (view.cells(subject.table), &drawing.plot, figure.chart())
        {
            let plot = PlotInteraction { view: cells, subject, plot, origin };
            self.cells_ui(ui, &plot, chart, &painter, &response);
        } else {
            self.still_ui(ui, view, &response);
            // Boards and grids of numbers have keys of their own.
            if drawing.grid.is_none() && view.chosen(subject).is_none() {
                self.still_keys_ui(ui, view, &response);
            }
        }
        if let Some(target) = self.pointed {
            pointing::in_view(ui.painter(), target, view, subject, &drawing, origin);
        }
        let is_marking = drawing.grid.is_some() && ui.input(|input| input.modifiers.shift);
        if !is_marking {
            self.hit_targets_ui(ui, view, &drawing.targets, origin, &response);
            self.board_keys_ui(ui, view, &drawing.targets, &response);
        }
        if let Some(shown) = drawing.grid {
            GridScroll { subject, shown, rect, origin }.ui(ui, &response, self.actions);
        }
        for (i, (line, text)) in drawing.lines.iter().enumerate() {
            let at = origin + egui::vec2(line.x, line.y);
            let line = Rect::from_min_size(at, egui::vec2(line.width, line.height));
            let id = ui.scope_id().with((view.key(), "line", i));
            let response = ui.interact(line, id, Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        }
        egui::Popup::context_menu(&response).style(style::menu).show(|ui| {
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

    /// A view without cells: a click gives it the focus.
    fn still_ui(&mut self, ui: &Ui, view: View, response: &egui::Response) {
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
                egui::StrokeKind::Outside,
            );
        }
    }

    /// A view of cells: hover, pan, zoom, selection and keys.
    fn cells_ui(
        &mut self,
        ui: &Ui,
        plot: &PlotInteraction<'_>,
        chart: &Chart,
        painter: &egui::Painter,
        response: &egui::Response,
    ) {
        if response.has_focus() {
            focus::shows_focus(response);
            let stroke = Stroke::new(2.0, style::color(self.subject.theme.accent));
            let frame = plot.frame().expand(3.0);
            painter.rect_stroke(frame, 2.0, stroke, egui::StrokeKind::Outside);
        }
        let overview = plot.overview_rect();
        if let Some(rect) = overview {
            self.rasters.overview(painter, plot.view.view, chart, rect, self.subject.theme);
        }
        plot.pointer_ui(ui, response, self.actions);
        if let Some(rect) = overview {
            plot.overview_ui(ui, rect, self.actions);
        }
        let over_overview =
            overview.zip(response.hover_pos()).is_some_and(|(rect, pos)| rect.contains(pos));
        if !over_overview {
            self.pointer_ui(ui, plot, response);
        }
        self.keys_ui(ui, plot, response);
    }

    fn pointer_ui(&mut self, ui: &Ui, plot: &PlotInteraction<'_>, response: &egui::Response) {
        let view = plot.view;
        let cell_at = |pos: Pos2| plot.plot.cell_at(plot.point(pos));
        if response.double_clicked() {
            plot.fit(self.actions);
        } else if response.clicked() {
            response.request_focus();
            self.requests.push(Request::Use(view.view));
            if let Some(cell) = response.interact_pointer_pos().and_then(cell_at) {
                self.actions.push(view.pick(self.subject, cell, Gesture::Single));
            }
        }
        let is_moving = response.dragged();
        let Some(cell) = response.hover_pos().and_then(cell_at).filter(|_| !is_moving) else {
            return;
        };
        ui.ctx().set_cursor_icon(egui::CursorIcon::Crosshair);
        if self.is_presenting {
            let cell = plot.cell_rect(cell);
            spotlight(ui.painter(), plot.frame(), cell, self.subject.theme);
        }
        let readout = view.readout(self.subject, cell);
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
