//! Scrolls a grid of numbers with wheel, scroll bars and keys, and marks a range. Rows are counted as integers,
//! since points of the screen could not distinguish 2^32 of them.

use egui::{Key, Modifiers, Pos2, Rect, Role, Sense, Ui, WidgetInfo};

use crate::{
    action::{Action, Gesture, GestureSource},
    app::look::{focus::keep_arrows, style},
    picture::{GridShown, Point, Span},
    scene::{View, Viewport},
    views::Subject,
};

/// Thickness of the scroll bars at the right and below.
pub(crate) const BAR: f32 = 12.0;
const SHORTEST_HANDLE: f32 = 18.0;
/// Scroll distance of a row and of a column, in points.
const WHEEL: [f32; 2] = [16.0, 40.0];

/// A grid of numbers on the screen.
pub(crate) struct GridScroll<'a> {
    pub(crate) subject: Subject<'a>,
    pub(crate) shown: GridShown,
    /// Area of the grid with its scroll bars.
    pub(crate) rect: Rect,
    pub(crate) origin: Pos2,
}

impl GridScroll<'_> {
    fn whole(&self) -> (i64, i64) {
        let scene = self.subject.scene;
        (scene.extent().length() as i64, i64::from(scene.num_columns()))
    }

    fn selected(&self) -> (i64, i64) {
        let scene = self.subject.scene;
        (scene.position() - scene.extent().start(), i64::from(scene.column()))
    }

    /// Selects a cell, or the nearest one in the table.
    fn select(&self, (row, column): (i64, i64), gesture: Gesture) -> Action {
        let (rows, columns) = self.whole();
        Action::Select {
            position: self.subject.scene.extent().start() + row.clamp(0, rows - 1),
            column: column.clamp(0, columns - 1) as u32,
            gesture,
        }
    }

    /// Scrolls to the given first row and column, as far as the table allows.
    fn begin_with(&self, (row, column): (i64, i64)) -> Action {
        let (rows, columns) = self.whole();
        let span = |first: i64, num: i64, whole: i64| {
            let first = first.clamp(0, (whole - num).max(0)) as f64;
            Span { start: first, end: first + num as f64 }
        };
        let viewport = Viewport {
            x: span(column, self.shown.num_columns, columns),
            y: span(row, self.shown.num_rows, rows),
        };
        let gesture = Gesture::Continuous(GestureSource::Scroll);
        Action::Show { view: View::Values, viewport: Some(viewport), gesture }
    }

    /// Reacts to pointer and keys.
    pub(crate) fn ui(&self, ui: &Ui, response: &egui::Response, actions: &mut Vec<Action>) {
        let clicked = response.interact_pointer_pos().filter(|_| response.clicked());
        if clicked.and_then(|at| self.cell_at(at)).is_some() {
            // A visible cell keeps its place when it is clicked.
            actions.push(self.begin_with((self.shown.first_row, self.shown.first_column)));
        }
        self.wheel_ui(ui, response, actions);
        self.bars_ui(ui, actions);
        self.mark_ui(ui, response, actions);
        if response.has_focus() {
            self.keys_ui(ui, response, actions);
        }
    }

    fn wheel_ui(&self, ui: &Ui, response: &egui::Response, actions: &mut Vec<Action>) {
        if !response.contains_pointer() {
            return;
        }
        let scroll = ui.input(egui::InputState::smooth_scroll_delta);
        if scroll == egui::Vec2::ZERO {
            return;
        }
        // A fraction of a row is kept for the next frame.
        let id = response.id.with("wheel");
        let rest: [f32; 2] = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let turned = [rest[0] - scroll.y, rest[1] - scroll.x];
        let by = [0, 1].map(|i| (turned[i] / WHEEL[i]).trunc());
        let rest = [0, 1].map(|i| turned[i] - by[i] * WHEEL[i]);
        ui.data_mut(|data| data.insert_temp(id, rest));
        if by != [0.0, 0.0] {
            let first = (
                self.shown.first_row.saturating_add(by[0] as i64),
                self.shown.first_column.saturating_add(by[1] as i64),
            );
            actions.push(self.begin_with(first));
        }
    }

    fn bars_ui(&self, ui: &Ui, actions: &mut Vec<Action>) {
        let (rows, columns) = self.whole();
        let GridShown { first_row, num_rows, first_column, num_columns, .. } = self.shown;
        let (rect, corner) = (self.rect, self.rect.max - egui::vec2(BAR, BAR));
        let down = Rect::from_min_max(
            egui::pos2(corner.x, rect.top()),
            egui::pos2(rect.right(), corner.y),
        );
        let across = Rect::from_min_max(
            egui::pos2(rect.left(), corner.y),
            egui::pos2(corner.x, rect.bottom()),
        );
        if let Some(first) = self.bar_ui(ui, "Rows", down, (first_row, num_rows, rows)) {
            actions.push(self.begin_with((first, first_column)));
        }
        if let Some(first) =
            self.bar_ui(ui, "Columns", across, (first_column, num_columns, columns))
        {
            actions.push(self.begin_with((first_row, first)));
        }
    }

    /// Shows a scroll bar. Returns the new first row or column if it was moved.
    fn bar_ui(
        &self,
        ui: &Ui,
        name: &str,
        rect: Rect,
        (first, num, whole): (i64, i64, i64),
    ) -> Option<i64> {
        let last_first = whole - num;
        if last_first <= 0 {
            return None;
        }
        let is_down = rect.height() > rect.width();
        let response =
            ui.interact(rect, ui.scope_id().with(("bar", name)), Sense::click_and_drag());
        response.widget_info(|| {
            let description = format!("{name} {} to {} of {whole}", first, first + num - 1);
            WidgetInfo::labeled(Role::ScrollBar, true, description)
        });
        let theme = self.subject.theme;
        let bar = rect.shrink2(if is_down { egui::vec2(3.0, 1.0) } else { egui::vec2(1.0, 3.0) });
        let length = if is_down { bar.height() } else { bar.width() };
        let handle = (length * num as f32 / whole as f32).max(SHORTEST_HANDLE).min(length);
        let room = f64::from(length - handle);
        let at = (first as f64 / last_first as f64 * room) as f32;
        let piece = |from: f32, length: f32| {
            if is_down {
                let top = egui::pos2(bar.left(), bar.top() + from);
                Rect::from_min_size(top, egui::vec2(bar.width(), length))
            } else {
                let left = egui::pos2(bar.left() + from, bar.top());
                Rect::from_min_size(left, egui::vec2(length, bar.height()))
            }
        };
        let is_used = response.hovered() || response.dragged();
        let color = if is_used { theme.accent } else { theme.rail };
        ui.painter().rect_filled(piece(at, handle), 3.0, style::color(color));
        let pos = response.interact_pointer_pos()?;
        let along = if is_down { pos.y - bar.top() } else { pos.x - bar.left() };
        // A drag keeps the handle under the pointer; a click elsewhere moves the center of the handle there.
        let id = response.id.with("taken");
        if response.drag_started() || response.clicked() {
            let within = along - at;
            let taken = if (0.0..=handle).contains(&within) { within } else { handle / 2.0 };
            ui.data_mut(|data| data.insert_temp(id, taken));
        }
        let taken: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(handle / 2.0);
        let share = (f64::from(along - taken) / room.max(1.0)).clamp(0.0, 1.0);
        let moved = (share * last_first as f64).round() as i64;
        (moved != first && (response.dragged() || response.clicked())).then_some(moved)
    }

    /// Cell under a point of the screen.
    fn cell_at(&self, pos: Pos2) -> Option<(i64, i64)> {
        let offset = pos - self.origin;
        let point = Point { x: offset.x, y: offset.y };
        let GridShown { rect, first_row, num_rows, first_column, num_columns } = self.shown;
        if !rect.contains(point) {
            return None;
        }
        let along = |at: f32, length: f32, num: i64| (at / length * num as f32).floor() as i64;
        Some((
            first_row + along(point.y - rect.y, rect.height, num_rows),
            first_column + along(point.x - rect.x, rect.width, num_columns),
        ))
    }

    /// Marks the range from one cell to another.
    fn mark(from: (i64, i64), to: (i64, i64)) -> Action {
        let span = |a: i64, b: i64| Span { start: a.min(b) as f64, end: a.max(b) as f64 + 1.0 };
        let viewport = Viewport { x: span(from.1, to.1), y: span(from.0, to.0) };
        Action::Mark(Some(viewport))
    }

    /// Marks a range by dragging, or with Shift + click from the selected cell.
    fn mark_ui(&self, ui: &Ui, response: &egui::Response, actions: &mut Vec<Action>) {
        let id = response.id.with("mark from");
        if response.drag_started() {
            let from =
                ui.input(|input| input.pointer.press_origin()).and_then(|at| self.cell_at(at));
            ui.data_mut(|data| data.insert_temp(id, from));
        }
        let to = response.interact_pointer_pos().and_then(|at| self.cell_at(at));
        if response.dragged() {
            let from: Option<(i64, i64)> = ui.data(|data| data.get_temp(id)).flatten();
            actions.extend(from.zip(to).map(|(from, to)| Self::mark(from, to)));
        } else if response.clicked() && ui.input(|input| input.modifiers.shift) {
            actions.extend(to.map(|to| Self::mark(self.selected(), to)));
        }
    }

    /// Corner of the marked range that moves: the one opposite to the selected cell.
    fn marked_end(&self) -> (i64, i64) {
        let (row, column) = self.selected();
        let Some(Viewport { x, y }) = self.subject.scene.draft().marked else {
            return (row, column);
        };
        let other = |span: Span, at: i64| {
            let (first, last) = (span.start as i64, span.end as i64 - 1);
            match at {
                at if at == first => Some(last),
                at if at == last => Some(first),
                _ => None,
            }
        };
        other(y, row).zip(other(x, column)).unwrap_or((row, column))
    }

    fn keys_ui(&self, ui: &Ui, response: &egui::Response, actions: &mut Vec<Action>) {
        keep_arrows(ui, response);
        let (rows, columns) = self.whole();
        let page = self.shown.num_rows.max(1);
        let (mut by, mut marked_by) = ((0, 0), (0, 0));
        let mut to = None;
        ui.input_mut(|input| {
            for (modifiers, by) in [(Modifiers::SHIFT, &mut marked_by), (Modifiers::NONE, &mut by)]
            {
                let mut presses = |key| input.count_and_consume_key(modifiers, key) as i64;
                by.0 += presses(Key::ArrowDown) - presses(Key::ArrowUp);
                by.1 += presses(Key::ArrowRight) - presses(Key::ArrowLeft);
                by.0 += page * (presses(Key::PageDown) - presses(Key::PageUp));
            }
            let (row, _) = self.selected();
            let ends = [
                (Modifiers::CTRL, Key::Home, (0, 0)),
                (Modifiers::CTRL, Key::End, (rows - 1, columns - 1)),
                (Modifiers::NONE, Key::Home, (row, 0)),
                (Modifiers::NONE, Key::End, (row, columns - 1)),
            ];
            to = ends
                .into_iter()
                .find(|(modifiers, key, _)| input.consume_key(*modifiers, *key))
                .map(|(_, _, to)| to);
        });
        let gesture = Gesture::Continuous(GestureSource::GridKeys);
        if by != (0, 0) || to.is_some() {
            let (row, column) = self.selected();
            let to = to.unwrap_or_else(|| (row.saturating_add(by.0), column.saturating_add(by.1)));
            actions.push(self.select(to, gesture));
        }
        if marked_by != (0, 0) {
            let end = self.marked_end();
            let moved = |at: i64, by: i64, num: i64| at.saturating_add(by).clamp(0, num - 1);
            let end = (moved(end.0, marked_by.0, rows), moved(end.1, marked_by.1, columns));
            actions.push(Self::mark(self.selected(), end));
            // The moving corner stays visible.
            actions.push(self.begin_with(self.shown.revealing(end.0, end.1)));
        }
    }
}
