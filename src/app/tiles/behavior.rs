//! Behavior of the tiles for `egui_tiles`, and a single tile: title, buttons, progress and figure.

use egui::{Color32, Rect, Role, Sense, Stroke, Ui, Visuals, WidgetInfo};
use egui_tiles::{TabState, TileId, Tiles, UiResponse};

use super::arrangement::{self, Pane, Stacks};
use crate::{
    app::{
        look::style,
        plot::{figure::PlotContext, pointing},
        request::Request,
        tasks::computations::Computations,
    },
    picture::{Face, Theme},
    scene::{Side, Views},
    views::{self, Facet, View},
};

/// Everything that the tiles need to be drawn, and the changes made to them in this frame.
pub(crate) struct TileBehavior<'a> {
    pub(crate) plots: PlotContext<'a>,
    pub(crate) computations: &'a Computations,
    pub(crate) layout: TileLayout,
    /// True if the tiles have been rearranged in this frame.
    pub(crate) is_edited: bool,
}

/// Layout of the open views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TileLayout {
    /// All, as tiles.
    Tiles,
    /// One of each column or row, since there is no room for more.
    Stacks,
    /// One at a time, since there is no room for more.
    OneByOne(View),
    /// One large, the others aside.
    Main(View),
    /// Two of one size.
    Pair(View, View),
    /// One, maximized.
    Maximized(View),
}

/// Share of the width that the main view of a presentation gets.
const MAIN_SHARE: f32 = 0.6;
/// Smallest size of a chart beside the main view, and of words and numbers.
const ASIDE: egui::Vec2 = egui::vec2(260.0, 180.0);
const WORDS_ASIDE: egui::Vec2 = egui::vec2(440.0, 260.0);

/// True if some views are readable beside a main one, below each other, in an area of this size.
pub(crate) fn has_room_aside(room: egui::Vec2, aside: &[View]) -> bool {
    let height = room.y / aside.len().max(1) as f32 - arrangement::GAP;
    let width = room.x * (1.0 - MAIN_SHARE) - arrangement::GAP;
    aside.iter().all(|view| {
        let least = if view.has_words() { WORDS_ASIDE } else { ASIDE };
        width >= least.x && height >= least.y
    })
}

/// Smallest size of each of two views of a presentation, in points of the screen.
const PRESENTED: egui::Vec2 = egui::vec2(600.0, 480.0);

/// Areas of two views of one size, in which each is readable from the back of a room: beside each other or, if both are
/// wide, below each other.
pub(crate) fn pair_of(area: Rect, zoom: f32, views: [View; 2]) -> Option<[Rect; 2]> {
    let (left, right) = area.split_left_right_at_fraction(0.5);
    let (top, bottom) = area.split_top_bottom_at_fraction(0.5);
    let half = arrangement::GAP / 2.0;
    let beside = [left.with_max_x(left.right() - half), right.with_min_x(right.left() + half)];
    let below = [top.with_max_y(top.bottom() - half), bottom.with_min_y(bottom.top() + half)];
    let are_wide = views.iter().all(|view| view.is_wide());
    let orders = if are_wide { [below, beside] } else { [beside, below] };
    let least = PRESENTED / zoom;
    orders.into_iter().find(|[first, _]| first.width() >= least.x && first.height() >= least.y)
}

/// Height of a line of names of views, with the gap below it.
pub(crate) const NAMES_HEIGHT: f32 = 32.0;

/// Smallest width and height of a tile.
pub(crate) const MIN_SIZE: f32 = 120.0;

impl egui_tiles::Behavior<Pane> for TileBehavior<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        if self.tile_ui(ui, pane.0) { UiResponse::DragStarted } else { UiResponse::None }
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.0.tab().into()
    }

    fn on_edit(&mut self, _edit: egui_tiles::EditAction) {
        self.is_edited = true;
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        arrangement::GAP
    }

    fn min_size(&self) -> f32 {
        MIN_SIZE
    }

    fn resize_stroke(&self, _style: &egui::Style, state: egui_tiles::ResizeState) -> Stroke {
        match state {
            egui_tiles::ResizeState::Idle => Stroke::NONE,
            egui_tiles::ResizeState::Hovering | egui_tiles::ResizeState::Dragging => {
                Stroke::new(2.0, style::color(self.plots.subject.theme.accent))
            }
        }
    }

    fn tab_bar_color(&self, _visuals: &Visuals) -> Color32 {
        style::color(self.plots.subject.theme.ground)
    }

    // The active tab merges with the tile below it; the others have the background's color.
    fn tab_bg_color(&self, _: &Visuals, _: &Tiles<Pane>, _: TileId, tab: &TabState) -> Color32 {
        let theme = self.plots.subject.theme;
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
        Stroke::new(width, style::color(self.plots.subject.theme.line))
    }

    fn tab_text_color(&self, _: &Visuals, _: &Tiles<Pane>, _: TileId, tab: &TabState) -> Color32 {
        let theme = self.plots.subject.theme;
        style::color(if tab.active { theme.text } else { theme.weak_text })
    }
}

/// Radius of the corners of a tile.
const CORNER: u8 = 5;

/// Ground of a tile: all of it but for a picture inside, which covers its part.
fn ground_around(tile: Rect, picture: Option<Rect>, color: Color32) -> egui::Shape {
    let rounded = egui::CornerRadius::same(CORNER);
    let inside = tile.shrink(f32::from(CORNER));
    let Some(picture) = picture.filter(|it| inside.contains_rect(*it)) else {
        return egui::Shape::rect_filled(tile, rounded, color);
    };
    let (above, below) = (tile.with_max_y(picture.top()), tile.with_min_y(picture.bottom()));
    let beside = tile.with_min_y(picture.top()).with_max_y(picture.bottom());
    let part = |rect: Rect, corners| egui::Shape::rect_filled(rect, corners, color);
    egui::Shape::Vec(vec![
        part(above, egui::CornerRadius { sw: 0, se: 0, ..rounded }),
        part(below, egui::CornerRadius { nw: 0, ne: 0, ..rounded }),
        part(beside.with_max_x(picture.left()), egui::CornerRadius::ZERO),
        part(beside.with_min_x(picture.right()), egui::CornerRadius::ZERO),
    ])
}

/// Shows the name of a side above its figure.
fn heading_ui(ui: &mut Ui, theme: Theme, name: &str) {
    const HEIGHT: f32 = 17.0;
    let size = egui::vec2(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
    let font = style::font(Face::SemiBold, 12.5);
    let color = style::color(theme.text);
    let mut job = egui::text::LayoutJob::simple_singleline(name.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width());
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(rect.min, galley, Color32::PLACEHOLDER);
}

impl TileBehavior<'_> {
    /// Shows a tile. True if a drag of its title has started.
    pub(crate) fn tile_ui(&mut self, ui: &mut Ui, view: View) -> bool {
        let theme = self.plots.subject.theme;
        let margin = egui::Margin { left: 10, right: 8, top: 6, bottom: 6 };
        let frame = egui::Frame::new()
            .stroke(Stroke::new(1.0, style::color(theme.line)))
            .corner_radius(CORNER)
            .inner_margin(margin);
        // Filled once it is known which part a picture covers: software renderers take long for every pixel.
        let ground = ui.painter().add(egui::Shape::Noop);
        let num_shown = self.plots.gestures.shown.len();
        let shown = frame.show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            if let Some(target) = self.plots.pointed {
                let margin = egui::vec2(9.0, 6.0);
                pointing::at_view(
                    ui.painter(),
                    target,
                    view,
                    self.plots.subject,
                    ui.max_rect().expand2(margin),
                );
            }
            let subject = self.plots.subject;
            let sides = view.sides(subject);
            self.plots.rasters.keep_sides(view, sides);
            let is_dragged = if let [side] = sides {
                self.plots.subject = subject.at(*side);
                let figure = self.plots.rasters.figure(view, self.plots.subject);
                let is_dragged = self.title_ui(ui, view, &figure.sentence);
                self.progress_ui(ui, view);
                self.plots.figure_ui(ui, view, &figure);
                is_dragged
            } else {
                let sentence = "beside each other; move one and the others follow";
                let is_dragged = self.title_ui(ui, view, sentence);
                self.progress_ui(ui, view);
                self.sides_ui(ui, view, sides);
                is_dragged
            };
            self.plots.subject = subject;
            is_dragged
        });
        let pictures = self.plots.gestures.shown.get(num_shown..).unwrap_or_default();
        let picture = match pictures {
            [only] => only.picture(),
            _ => None,
        };
        let shapes = ground_around(shown.response.rect, picture, style::color(theme.tile));
        ui.painter().set(ground, shapes);
        shown.inner
    }

    /// Shows several sides of a view beside each other, below each other in a narrow tile.
    fn sides_ui(&mut self, ui: &mut Ui, view: View, sides: &[Side]) {
        let subject = self.plots.subject;
        let area = ui.available_rect_before_wrap();
        let num = sides.len() as f32;
        let is_row = area.width() >= area.height();
        let gaps = (num - 1.0) * arrangement::GAP;
        let step = if is_row {
            egui::vec2((area.width() - gaps) / num, area.height())
        } else {
            egui::vec2(area.width(), (area.height() - gaps) / num)
        };
        for (i, &side) in (0_u8..).zip(sides) {
            let by = f32::from(i);
            let by = if is_row {
                egui::vec2(by * (step.x + arrangement::GAP), 0.0)
            } else {
                egui::vec2(0.0, by * (step.y + arrangement::GAP))
            };
            let rect = Rect::from_min_size(area.min + by, step);
            let facet = Facet { view, side };
            let builder = egui::UiBuilder::new().max_rect(rect).id_salt(facet.key());
            self.plots.subject = subject.at(side);
            let figure = self.plots.rasters.figure(view, self.plots.subject);
            let name = views::heading(self.plots.subject, &figure);
            ui.scope_builder(builder, |ui| {
                heading_ui(ui, subject.theme, &name);
                self.plots.figure_ui(ui, view, &figure);
            });
        }
    }

    /// Shows one view, and buttons for all of them, if there is no room for tiles.
    pub(crate) fn one_by_one_ui(&mut self, ui: &mut Ui, views: Views, shown: View) {
        // None is out of sight.
        ui.horizontal_wrapped(|ui| {
            for view in views.iter() {
                let button = egui::Button::selectable(view == shown, view.tab());
                if ui.add(button).accessible_name(view.title()).clicked() {
                    self.plots.requests.push(Request::Use(view));
                    ui.ctx().request_repaint();
                }
            }
        });
        self.tile_ui(ui, shown);
    }

    /// Shows the last used view of each stack, and buttons for all of them.
    pub(crate) fn stacks_ui(&mut self, ui: &mut Ui, stacks: &Stacks, recent: &[View]) {
        let area = ui.available_rect_before_wrap();
        for (i, (rect, views)) in stacks.rects(area).enumerate() {
            let used = recent.iter().copied().find(|&view| views.contains(view));
            let Some(front) = used.or_else(|| views.iter().next()) else { continue };
            let builder = egui::UiBuilder::new().max_rect(rect).id_salt(("stack", i));
            ui.scope_builder(builder, |ui| match views.iter().count() {
                1 => {
                    self.tile_ui(ui, front);
                }
                _ => self.one_by_one_ui(ui, views, front),
            });
        }
    }

    /// Shows two views.
    pub(crate) fn pair_ui(&mut self, ui: &mut Ui, views: [View; 2]) {
        let area = ui.available_rect_before_wrap();
        let rects = pair_of(area, ui.ctx().zoom_factor(), views);
        for (rect, view) in rects.into_iter().flatten().zip(views) {
            let builder = egui::UiBuilder::new().max_rect(rect).id_salt((view.key(), "presented"));
            ui.scope_builder(builder, |ui| self.tile_ui(ui, view));
        }
    }

    /// Shows one view large and the others beside it, below each other.
    pub(crate) fn main_ui(&mut self, ui: &mut Ui, views: Views, main: View) {
        let whole = ui.available_rect_before_wrap();
        let (left, right) = whole.split_left_right_at_fraction(MAIN_SHARE);
        let left = left.with_max_x(left.right() - arrangement::GAP / 2.0);
        let right = right.with_min_x(right.left() + arrangement::GAP / 2.0);
        let mut show = |view: View, rect: Rect| {
            let builder = egui::UiBuilder::new().max_rect(rect).id_salt((view.key(), "presented"));
            ui.scope_builder(builder, |ui| self.tile_ui(ui, view));
        };
        show(main, left);
        let num = views.iter().count().saturating_sub(1).max(1) as f32;
        let height = (right.height() - (num - 1.0) * arrangement::GAP) / num;
        for (i, view) in views.iter().filter(|&view| view != main).enumerate() {
            let top = right.top() + i as f32 * (height + arrangement::GAP);
            show(
                view,
                Rect::from_min_size(
                    egui::pos2(right.left(), top),
                    egui::vec2(right.width(), height),
                ),
            );
        }
    }

    /// Shows the progress of the view's computation, as a thin line below its title.
    fn progress_ui(&self, ui: &Ui, view: View) {
        let asked = view.computations(self.plots.subject);
        let done = asked.iter().find_map(|computation| self.computations.done(computation));
        let Some(done) = done else { return };
        let top = ui.cursor().min;
        let width = ui.available_width();
        let rect = Rect::from_min_size(top, egui::vec2(width * done, 2.0));
        ui.painter().rect_filled(rect, 0.0, style::color(self.plots.subject.theme.accent));
        let whole = Rect::from_min_size(top, egui::vec2(width, 2.0));
        let id = ui.scope_id().with((view.key(), "progress"));
        ui.interact(whole, id, Sense::hover()).widget_info(|| {
            let percent = (100.0 * done).round();
            let description = format!("{}: computing, {percent} %", view.title());
            WidgetInfo::labeled(Role::ProgressIndicator, true, description)
        });
    }
}
