//! The tiles: one for each view, resized, rearranged, made into tabs, or one alone.

use std::sync::Arc;

use egui::{Color32, Pos2, Rect, Role, Sense, Stroke, Ui, Visuals, WidgetInfo};
use egui_tiles::{TabState, TileId, Tiles, UiResponse};

use super::{
    arrangement::{self, Pane},
    icon::{self, Icon},
    navigate::Ground,
    paint::{self, Part},
    pointing, present,
    rearrange::Way,
    scroll::{self, Scroll},
    sight,
    studies::Studies,
    style,
};
use crate::{
    action::{Action, Gesture},
    lesson::Target,
    picture::{Body, Chart, Face, Figure, Frame, Parts},
    scene::Views,
    views::{Subject, View},
};

/// What drawing the tiles needs, and what it asks for.
pub(crate) struct Desk<'a> {
    pub(crate) subject: Subject<'a>,
    pub(crate) rasters: &'a mut paint::Rasters,
    pub(crate) studies: &'a Studies,
    pub(crate) actions: &'a mut Vec<Action>,
    pub(crate) requests: &'a mut Vec<Request>,
    pub(crate) shown: Shown,
    /// What a lesson points out.
    pub(crate) pointed: Option<Target>,
    /// Whether nothing but the views is shown.
    pub(crate) is_presenting: bool,
    /// Whether positions play: too fast to be said.
    pub(crate) is_playing: bool,
    /// Whether the tiles have been changed in this frame.
    pub(crate) is_edited: bool,
}

/// How many of the open views are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// All, as tiles.
    Tiles,
    /// One after the other, for lack of room.
    OneByOne(View),
    /// One, since that was asked for.
    Maximized(View),
}

/// What a tile asks of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// This view alone, or all again.
    ToggleMaximized(View),
    /// The export panel, set to this view.
    Export(View),
    /// This view is the one in use.
    Use(View),
    /// The view's figure to the clipboard.
    CopyPicture(View),
    /// The view's values to the clipboard.
    CopyValues(View),
    /// The selected cell, where it is out of sight.
    Reveal(View),
    /// The view changes places with its neighbor to the right, left, below or above.
    Swap(View, Way),
    /// The view becomes a tab of its neighbor there; a tab becomes a tile of its own there.
    Tab(View, Way),
}

/// No tile becomes narrower or lower than this.
pub(crate) const SMALLEST: f32 = 120.0;

impl egui_tiles::Behavior<Pane> for Desk<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        if self.tile_ui(ui, pane.0) { UiResponse::DragStarted } else { UiResponse::None }
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.0.title().into()
    }

    fn on_edit(&mut self, _edit: egui_tiles::EditAction) {
        self.is_edited = true;
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        arrangement::GAP
    }

    fn min_size(&self) -> f32 {
        SMALLEST
    }

    fn resize_stroke(&self, _style: &egui::Style, state: egui_tiles::ResizeState) -> Stroke {
        match state {
            egui_tiles::ResizeState::Idle => Stroke::NONE,
            egui_tiles::ResizeState::Hovering | egui_tiles::ResizeState::Dragging => {
                Stroke::new(2.0, style::color(self.subject.theme.accent))
            }
        }
    }

    fn tab_bar_color(&self, _visuals: &Visuals) -> Color32 {
        style::color(self.subject.theme.ground)
    }

    // The tab that is shown is one with the tile below it; the others lie on the ground.
    fn tab_bg_color(&self, _: &Visuals, _: &Tiles<Pane>, _: TileId, tab: &TabState) -> Color32 {
        let theme = self.subject.theme;
        style::color(if tab.active { theme.tile } else { theme.ground })
    }

    fn tab_outline_stroke(
        &self,
        _: &Visuals,
        _: &Tiles<Pane>,
        _: TileId,
        tab: &TabState,
    ) -> Stroke {
        let width = if tab.active { 1.0 } else { 0.0 };
        Stroke::new(width, style::color(self.subject.theme.line))
    }

    fn tab_text_color(&self, _: &Visuals, _: &Tiles<Pane>, _: TileId, tab: &TabState) -> Color32 {
        let theme = self.subject.theme;
        style::color(if tab.active { theme.text } else { theme.weak_text })
    }
}

impl Desk<'_> {
    /// One tile. Whether its title has begun to be dragged.
    pub(crate) fn tile_ui(&mut self, ui: &mut Ui, view: View) -> bool {
        let theme = self.subject.theme;
        let frame = egui::Frame::new()
            .fill(style::color(theme.tile))
            .stroke(Stroke::new(1.0, style::color(theme.line)))
            .corner_radius(5)
            .inner_margin(egui::Margin { left: 10, right: 8, top: 6, bottom: 6 });
        frame
            .show(ui, |ui| {
                ui.set_min_size(ui.available_size());
                if let Some(target) = self.pointed {
                    let margin = egui::vec2(9.0, 6.0);
                    pointing::at_view(
                        ui.painter(),
                        target,
                        view,
                        self.subject,
                        ui.max_rect().expand2(margin),
                    );
                }
                let figure = self.rasters.figure(view, self.subject);
                let is_dragged = self.title_ui(ui, view, &figure.sentence);
                self.progress_ui(ui, view);
                self.figure_ui(ui, view, &figure);
                is_dragged
            })
            .inner
    }

    /// Where there is no room for tiles beside each other: one, and the names of all.
    pub(crate) fn one_by_one_ui(&mut self, ui: &mut Ui, views: Views, shown: View) {
        egui::ScrollArea::horizontal().id_salt("names of views").show(ui, |ui| {
            ui.horizontal(|ui| {
                for view in views.iter() {
                    let button = egui::Button::selectable(view == shown, view.title());
                    if ui.add(button).clicked() {
                        self.requests.push(Request::Use(view));
                        ui.ctx().request_repaint();
                    }
                }
            });
            sight::follow_focus(ui);
        });
        self.tile_ui(ui, shown);
    }

    fn title_ui(&mut self, ui: &mut Ui, view: View, sentence: &str) -> bool {
        let theme = self.subject.theme;
        let height = 22.0;
        let (bar, _) =
            ui.allocate_exact_size(egui::vec2(ui.available_width(), height), Sense::hover());
        let buttons_width = if self.is_presenting { 0.0 } else { 2.0 * height + 4.0 };
        let title_rect = bar.with_max_x(bar.right() - buttons_width);
        let response = ui
            // Of the view and not of its place: where it goes, the focus goes.
            .interact(title_rect, egui::Id::unique((view.key(), "title")), Sense::click_and_drag())
            .on_hover_cursor(egui::CursorIcon::Grab);
        response.widget_info(|| {
            WidgetInfo::labeled(Role::TitleBar, true, format!("{} title", view.title()))
        });
        if response.double_clicked() {
            self.requests.push(Request::ToggleMaximized(view));
        }
        if response.has_focus() {
            self.title_keys_ui(ui, view, &response);
        }
        let painter = ui.painter().with_clip_rect(title_rect.intersect(ui.clip_rect()));
        let title = painter.layout_no_wrap(
            view.title().to_owned(),
            style::font(Face::SemiBold, 14.0),
            style::color(theme.text),
        );
        let title_width = title.size().x;
        let y = |text_height: f32| bar.center().y - text_height / 2.0;
        painter.galley(egui::pos2(bar.left(), y(title.size().y)), title, Color32::PLACEHOLDER);
        let mut job = egui::text::LayoutJob::simple_singleline(
            sentence.to_owned(),
            style::font(Face::Regular, 12.5),
            style::color(theme.weak_text),
        );
        // What does not fit ends with an ellipsis; the tooltip says the whole.
        job.wrap = egui::text::TextWrapping::truncate_at_width(
            (title_rect.width() - title_width - 16.0).max(0.0),
        );
        let sentence_galley = painter.layout_job(job);
        let is_cut = sentence_galley.elided;
        let at = egui::pos2(bar.left() + title_width + 10.0, y(sentence_galley.size().y) + 0.5);
        painter.galley(at, sentence_galley, Color32::PLACEHOLDER);
        if is_cut {
            response.clone().on_hover_text(sentence);
        }
        if self.is_presenting {
            return false;
        }
        let button = |right: f32| {
            Rect::from_min_size(
                egui::pos2(bar.right() - right, bar.top()),
                egui::vec2(height, height),
            )
        };
        let is_maximized = self.shown == Shown::Maximized(view);
        let (icon, verb) =
            if is_maximized { (Icon::Restore, "Restore") } else { (Icon::Maximize, "Maximize") };
        let name = format!("{verb} {}", view.title().to_lowercase());
        if icon::button(ui, button(buttons_width), icon, &name).clicked() {
            self.requests.push(Request::ToggleMaximized(view));
        }
        let name = format!("Export {}", view.title().to_lowercase());
        if icon::button(ui, button(height), Icon::Export, &name).clicked() {
            self.requests.push(Request::Export(view));
        }
        response.drag_started() && !is_maximized
    }

    /// How far the answer to the view's question is, as a thin line below its title.
    fn progress_ui(&self, ui: &Ui, view: View) {
        let asked = view.question(self.subject.scene, self.subject.table);
        let Some(done) = asked.and_then(|question| self.studies.done(&question)) else { return };
        let top = ui.cursor().min;
        let width = ui.available_width();
        let rect = Rect::from_min_size(top, egui::vec2(width * done, 2.0));
        ui.painter().rect_filled(rect, 0.0, style::color(self.subject.theme.accent));
        let whole = Rect::from_min_size(top, egui::vec2(width, 2.0));
        let id = ui.scope_id().with((view.key(), "progress"));
        ui.interact(whole, id, Sense::hover()).widget_info(|| {
            let percent = (100.0 * done).round();
            let told = format!("{}: computing, {percent} %", view.title());
            WidgetInfo::labeled(Role::ProgressIndicator, true, told)
        });
    }

    fn figure_ui(&mut self, ui: &mut Ui, view: View, figure: &Arc<Figure>) {
        let (rect, response) = ui.allocate_exact_size(
            ui.available_size(),
            Sense::click_and_drag() | Sense::focusable_noninteractive(),
        );
        let pixels_per_point = ui.pixels_per_point();
        let to_pixel = |x: f32| (x * pixels_per_point).round() / pixels_per_point;
        let origin = egui::pos2(to_pixel(rect.left()), to_pixel(rect.top()));
        // Bars stand right of a table of numbers, and below it.
        let bar = if matches!(figure.body, Body::Values(_)) { scroll::BAR } else { 0.0 };
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
            paint::drawing(&painter, self.rasters, (view, Part::Shown), &drawing, origin);
        }
        let subject = self.subject;
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, view.summary(subject)));
        self.announce(ui, view, &response);
        if let (Some(cells), Some(plot), Some(chart)) =
            (view.cells(subject.table), &drawing.plot, figure.chart())
        {
            let ground = Ground { view: cells, subject, plot, origin };
            self.cells_ui(ui, &ground, chart, &painter, &response);
        } else {
            self.still_ui(ui, view, &response);
            // A board and a table of numbers have keys of their own.
            if drawing.grid.is_none() && view.chosen(subject).is_none() {
                self.still_keys_ui(ui, view, &response);
            }
        }
        if let Some(target) = self.pointed {
            pointing::in_view(ui.painter(), target, view, subject, &drawing, origin);
        }
        let is_marking = drawing.grid.is_some() && ui.input(|input| input.modifiers.shift);
        if !is_marking {
            self.targets_ui(ui, view, &drawing.targets, origin, &response);
            self.board_keys_ui(ui, view, &drawing.targets, &response);
        }
        if let Some(shown) = drawing.grid {
            Scroll { subject, shown, rect, origin }.ui(ui, &response, self.actions);
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

    /// A view without cells: it can be chosen, and that is seen.
    fn still_ui(&mut self, ui: &Ui, view: View, response: &egui::Response) {
        if response.clicked() {
            response.request_focus();
        }
        if response.has_focus() {
            sight::shows_focus(response);
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

    /// A view of cells: pointed at, moved about in, and walked through with keys.
    fn cells_ui(
        &mut self,
        ui: &Ui,
        ground: &Ground<'_>,
        chart: &Chart,
        painter: &egui::Painter,
        response: &egui::Response,
    ) {
        if response.has_focus() {
            sight::shows_focus(response);
            let stroke = Stroke::new(2.0, style::color(self.subject.theme.accent));
            let frame = ground.frame().expand(3.0);
            painter.rect_stroke(frame, 2.0, stroke, egui::StrokeKind::Outside);
        }
        let overview = ground.overview_rect();
        if let Some(rect) = overview {
            self.rasters.overview(painter, ground.view.view, chart, rect, self.subject.theme);
        }
        ground.pointer_ui(ui, response, self.actions);
        if let Some(rect) = overview {
            ground.overview_ui(ui, rect, self.actions);
        }
        let over_overview =
            overview.zip(response.hover_pos()).is_some_and(|(rect, pos)| rect.contains(pos));
        if !over_overview {
            self.pointer_ui(ui, ground, response);
        }
        self.keys_ui(ui, ground, response);
    }

    fn pointer_ui(&mut self, ui: &Ui, ground: &Ground<'_>, response: &egui::Response) {
        let view = ground.view;
        let cell_at = |pos: Pos2| ground.plot.cell_at(ground.point(pos));
        if response.double_clicked() {
            ground.fit(self.actions);
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
            let cell = ground.cell_rect(cell);
            present::spotlight(ui.painter(), ground.frame(), cell, self.subject.theme);
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
