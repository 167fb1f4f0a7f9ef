//! Gestures on charts: pan, zoom, selection and hover, read before anything is drawn.
//!
//! Gestures apply to the charts of the last frame, which is what the pointer was over, and change the scene before
//! the charts of this frame are made. Therefore picture and axes stay under the pointer in every frame, in linked
//! views as well.

use egui::{Context, PointerButton, Pos2, Response, Vec2};

use super::{
    navigate::{PlotArea, PlotInteraction},
    paint::in_drawing,
    shown::ShownFigure,
};
use crate::{
    action::{Action, Gesture},
    app::request::Request,
    picture::Point,
    scene::Scene,
    views::{Facet, Pointed, Subject},
};

/// Drag in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drag {
    pub(crate) facet: Facet,
    pub(crate) from: Pos2,
    pub(crate) area: PlotArea,
    /// Data coordinates that stay under the pointer.
    pub(crate) held: (f64, f64),
    /// True if it draws a box to zoom to, instead of moving the picture.
    pub(crate) is_box: bool,
}

/// Charts of the last frame, the drag in progress, and the hovered cell.
#[derive(Default)]
pub(crate) struct Gestures {
    pub(crate) shown: Vec<ShownFigure>,
    pub(crate) drag: Option<Drag>,
    /// Position and column under the pointer.
    pub(crate) pointed: Option<Pointed>,
    /// Selection before the last click, which a double click brings back.
    before_click: Option<SelectedNumbers>,
}

/// Position, column and offset of a scene.
type SelectedNumbers = (i64, u32, i64);

fn selection(scene: &Scene) -> SelectedNumbers {
    (scene.position(), scene.column(), scene.offset())
}

impl Gestures {
    /// Reads the gestures of this frame.
    pub(crate) fn read(
        &mut self,
        ctx: &Context,
        subject: Subject<'_>,
        actions: &mut Vec<Action>,
        requests: &mut Vec<Request>,
    ) {
        let Self { shown, drag, pointed, before_click } = self;
        *pointed = None;
        if drag.is_some_and(|drag| shown.iter().all(|figure| figure.facet != drag.facet)) {
            *drag = None;
        }
        for figure in shown {
            let Some(mut response) = ctx.read_response(figure.response) else { continue };
            let frame = figure.chart.as_ref().and_then(|chart| ctx.read_response(chart.response));
            if let Some(frame) = frame {
                response = response.union(frame);
            }
            let hovered = response.hover_pos();
            let subject = subject.at(figure.facet.side);
            if let Some(interaction) = interaction(figure, subject) {
                let over_overview = overview(ctx, &interaction, actions);
                let facet = figure.facet;
                let mut reader =
                    ChartReader { ctx, facet, interaction, drag, before_click, actions, requests };
                reader.read(&response);
                let is_still = !response.dragged() && !over_overview;
                if let Some(cell) = hovered.and_then(|at| reader.interaction.cell_at(at))
                    && is_still
                {
                    let plot = reader.interaction.plot;
                    *pointed = Some(Pointed::at_cell(facet, plot, subject.table, cell));
                }
            } else if let Some(at) = hovered
                && let Some(target) = figure.drawing.target_at(in_drawing(at, figure.origin))
            {
                *pointed = Some(Pointed::at_target(figure.facet, target));
            }
        }
    }
}

/// Chart of cells in a figure, with what it needs to be panned and zoomed.
fn interaction<'a>(figure: &'a ShownFigure, subject: Subject<'a>) -> Option<PlotInteraction<'a>> {
    Some(PlotInteraction {
        view: figure.facet.view.cells(subject.table)?,
        subject,
        plot: figure.drawing.plot.as_ref()?,
        chart: figure.chart.as_ref()?,
    })
}

/// Moves the visible part by a click or drag in the overview. True if the pointer is over it.
fn overview(ctx: &Context, chart: &PlotInteraction<'_>, actions: &mut Vec<Action>) -> bool {
    let Some(overview) = &chart.chart.overview else { return false };
    let Some(response) = ctx.read_response(overview.response) else { return false };
    if let Some(at) = response.interact_pointer_pos() {
        if response.drag_started() {
            actions.push(Action::EndGesture);
        }
        actions.push(chart.center(overview.plot.at(Point { x: at.x, y: at.y })));
    }
    response.contains_pointer()
}

/// Reads the gestures on one chart.
struct ChartReader<'a, 'b> {
    ctx: &'b Context,
    facet: Facet,
    interaction: PlotInteraction<'a>,
    drag: &'b mut Option<Drag>,
    before_click: &'b mut Option<SelectedNumbers>,
    actions: &'b mut Vec<Action>,
    requests: &'b mut Vec<Request>,
}

impl ChartReader<'_, '_> {
    fn read(&mut self, response: &Response) {
        self.wheel(response);
        self.drag(response);
        self.click(response);
    }

    fn click(&mut self, response: &Response) {
        let chart = &self.interaction;
        let now = selection(chart.subject.scene);
        if response.double_clicked() {
            // A double click shows everything and selects nothing: its first click is taken back.
            if self.before_click.take().is_some_and(|before| before != now) {
                self.actions.push(Action::Undo);
            }
            self.actions.push(chart.fit());
        } else if response.clicked() {
            *self.before_click = Some(now);
            self.requests.push(Request::Use(chart.view.view));
            if let Some(cell) = response.interact_pointer_pos().and_then(|at| chart.cell_at(at)) {
                self.actions.push(chart.view.pick(chart.subject, cell, Gesture::Single));
            }
        }
    }

    fn wheel(&mut self, response: &Response) {
        let chart = &self.interaction;
        let Some(pos) = response.hover_pos() else { return };
        let Some(area) = chart.area(pos) else { return };
        let (scroll, pinch) =
            self.ctx.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
        if scroll == Vec2::ZERO && pinch == 1.0 {
            return;
        }
        PlotInteraction::end_run_after_pause(response, self.actions);
        if scroll.x != 0.0 {
            self.actions.push(chart.pan(egui::vec2(-scroll.x, 0.0), area));
        }
        // A notch of a wheel is some 50 points, and zooms by a quarter.
        let factor = (-f64::from(scroll.y) / 180.0).exp() / f64::from(pinch);
        if factor.to_bits() != 1.0_f64.to_bits() {
            self.actions.push(chart.zoom(factor, chart.at(pos), area));
        }
    }

    fn drag(&mut self, response: &Response) {
        let (chart, facet) = (&self.interaction, self.facet);
        if response.drag_started_by(PointerButton::Primary)
            && let Some(from) = self.ctx.input(|input| input.pointer.press_origin())
            && let Some(area) = chart.area(from)
        {
            self.actions.push(Action::EndGesture);
            let is_shifted = self.ctx.input(|input| input.modifiers.shift);
            let is_box = is_shifted && area == PlotArea::Plot;
            *self.drag = Some(Drag { facet, from, area, held: chart.at(from), is_box });
        }
        let Some(drag) = self.drag.filter(|drag| drag.facet == facet) else { return };
        let now = response.interact_pointer_pos();
        if let Some(now) = now
            && !drag.is_box
            && response.dragged()
        {
            self.actions.push(chart.hold(drag.held, now, drag.area));
        }
        if response.drag_stopped() {
            *self.drag = None;
            let boxed = now.filter(|_| drag.is_box);
            self.actions.extend(boxed.and_then(|now| chart.show_box(drag.from, now)));
            self.actions.push(Action::EndGesture);
        } else if !response.dragged() {
            // The drag was cancelled, for example by Escape.
            *self.drag = None;
        }
    }
}
