//! The parts of the window, each drawn in its place: menu, panels, tiles, and what lies over them.

use super::{
    App, FORMULA_BAR_HEIGHT, MENU_BAR_HEIGHT,
    arrangement::has_room,
    bars,
    command::Command,
    dialogs,
    edges::edges_ui,
    go_to::Answer,
    open_panel::Opened,
    panel,
    seen::Preview,
    settings::ThemeChoice,
    style,
    tiles::{self, Desk, Request, Shown},
};
use crate::views::{Subject, View};

impl App {
    pub(super) fn menu_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        let frame = egui::Frame::new()
            .fill(style::color(subject.theme.panel))
            .inner_margin(egui::Margin::symmetric(6, 5));
        let (can_undo, can_redo) = (self.state.can_undo(), self.state.can_redo());
        let key = self.window_key();
        let can_show_earlier = key.is_some_and(|key| self.state.can_show_earlier(key));
        let can_show_later = key.is_some_and(|key| self.state.can_show_later(key));
        let (choice, is_maximized) = (self.settings.theme, self.maximized.is_some());
        let is_playing = self.player.is_playing();
        let has_lesson = self.reader.is_some();
        let has_reduced_motion = self.settings.reduce_motion;
        let vision = Preview::vision(ui.ctx());
        let state = bars::MenuState {
            subject,
            is_enabled: &|command| match command {
                Command::Undo => can_undo,
                Command::Redo => can_redo,
                Command::ShowEarlier => can_show_earlier,
                Command::ShowLater => can_show_later,
                Command::NextStep | Command::PreviousStep | Command::CloseLesson => has_lesson,
                _ => true,
            },
            is_checked: &|command| match command {
                Command::ThemeLight => Some(choice == ThemeChoice::Light),
                Command::ThemeDark => Some(choice == ThemeChoice::Dark),
                Command::ThemeSystem => Some(choice == ThemeChoice::System),
                Command::ReduceMotion => Some(has_reduced_motion),
                Command::Maximize => Some(is_maximized),
                Command::Play => Some(is_playing),
                command => command.vision().map(|of| of == vision),
            },
        };
        // Of a fixed height: one that follows its text would move everything after the first frame.
        let panel = egui::Panel::top("menu").exact_size(MENU_BAR_HEIGHT).resizable(false);
        let mut opened = None;
        panel.frame(frame).show(ui, |ui| {
            bars::menu_ui(ui, &state, &mut self.commands, &mut self.actions, &mut opened);
        });
        if let Some(index) = opened {
            self.open_lesson(ui.ctx(), index);
        }
    }

    pub(super) fn panels_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        let Some(words) = &self.words else { return };
        let frame = |x, y| {
            egui::Frame::new()
                .fill(style::color(subject.theme.panel))
                .inner_margin(egui::Margin::symmetric(x, y))
        };
        // Its scroll bar stands in the margin.
        let margin =
            egui::Margin { right: 14 - panel::BAR_WIDTH, ..egui::Margin::symmetric(14, 0) };
        let plain_text = words.formula.plain_text();
        let mut is_copied = false;
        egui::Panel::bottom("formula")
            .exact_size(FORMULA_BAR_HEIGHT)
            .resizable(false)
            .frame(frame(16, 4))
            .show(ui, |ui| {
                is_copied = bars::formula_ui(ui, subject, &words.laid, &plain_text);
            });
        if is_copied {
            self.commands.push(Command::CopyFormula);
        }
        if self.reader.is_some() {
            self.reader_ui(ui, subject);
            return;
        }
        egui::Panel::left("parameters")
            .default_size(316.0)
            .size_range(280.0..=440.0)
            .frame(frame(0, 0).inner_margin(margin))
            .show(ui, |ui| {
                panel::ui(ui, subject, &words.said, &mut self.player, &mut self.actions);
            });
    }

    pub(super) fn tiles_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        let frame = egui::Frame::new().fill(style::color(subject.theme.ground)).inner_margin(8);
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            let has_room = self.presenting.is_some() || has_room(&self.tree, ui.available_size());
            let shown = match self.maximized {
                Some(view) => Shown::Maximized(view),
                None if has_room => Shown::Tiles,
                None => Shown::OneByOne(self.used_view),
            };
            let mut desk = Desk {
                subject,
                rasters: &mut self.rasters,
                studies: &self.studies,
                actions: &mut self.actions,
                requests: &mut self.requests,
                shown,
                pointed: self.reader.as_ref().and_then(|reader| reader.pointed),
                is_presenting: self.presenting.is_some(),
                is_playing: self.player.is_playing(),
                is_edited: false,
            };
            match shown {
                Shown::Maximized(view) => {
                    desk.tile_ui(ui, view);
                }
                Shown::OneByOne(view) => desk.one_by_one_ui(ui, self.views, view),
                Shown::Tiles => {
                    self.tree.ui(&mut desk, ui);
                    desk.is_edited |= edges_ui(ui, &mut self.tree, tiles::SMALLEST);
                }
            }
            self.has_tiles_to_keep |= desk.is_edited;
            if let Some(transition) = &self.transition {
                let cover = transition.cover(ui.input(|input| input.time));
                let ground = style::color(subject.theme.ground).gamma_multiply(cover);
                ui.painter().rect_filled(ui.max_rect(), 0.0, ground);
            }
        });
    }

    pub(super) fn overlays_ui(&mut self, ctx: &egui::Context, subject: Subject<'_>) {
        let answered = self.export.take_dialog(subject);
        self.take_asked(ctx, answered);
        if self.export.is_open {
            let asked = self.export.ui(ctx, subject, &self.jobs);
            self.take_asked(ctx, asked);
        }
        if let Some(go_to) = &mut self.go_to {
            match go_to.ui(ctx, subject) {
                Answer::Open => {}
                Answer::Closed => self.go_to = None,
                Answer::Chosen(action) => {
                    self.actions.push(action);
                    self.requests.extend(View::ALL.iter().map(|&view| Request::Reveal(view)));
                    self.go_to = None;
                }
            }
        }
        if let Some(open) = &mut self.open {
            match open.ui(ctx) {
                Opened::Waiting => {}
                Opened::Closed => self.open = None,
                Opened::Chosen(purpose, path) => {
                    self.open = None;
                    self.opened(ctx, purpose, &path);
                }
            }
        }
        if let Some(sheet) = self.sheet
            && !dialogs::sheet_ui(ctx, sheet)
        {
            self.sheet = None;
        }
        self.age_notices(ctx);
        let above = FORMULA_BAR_HEIGHT;
        let dismissed = dialogs::notices_ui(ctx, &self.state.notices, above, subject.theme);
        if let Some(index) = dismissed {
            self.state.notices.remove(index);
        }
    }
}
