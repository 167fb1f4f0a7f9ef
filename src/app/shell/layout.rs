//! Layout of the window: menu bar, panels, tiles, and overlays.

use super::{
    app::App,
    beginning,
    command::Command,
    formula_bar,
    go_to::GoToOutcome,
    menu_bar,
    notices::{self, NoticeAnswer},
    palette::{Chosen, PaletteOutcome},
    sheets,
    welcome::{self, Door},
};
use crate::{
    action::Action,
    app::{
        controls::control_highlight,
        files::{
            open_panel::{OpenPanel, Opened, Purpose},
            tensor_chooser::Choice,
        },
        look::{color_vision::ColorVision, style},
        panel::parameter_panel,
        plot::figure::PlotContext,
        request::Request,
        settings::ThemeChoice,
        state::Severity,
        tiles::tile_area::Room,
    },
    scene::{PRESETS, WORKED_EXAMPLE},
    views::{Subject, View, Workspace},
};

/// Height of the menu bar. It is fixed: a height that follows the text would move the window after the first
/// frame.
const MENU_BAR_HEIGHT: f32 = 36.0;

impl App {
    pub(super) fn menu_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        let frame = egui::Frame::new()
            .fill(style::color(subject.theme.panel))
            .inner_margin(egui::Margin::symmetric(6, 5));
        let enabled: Vec<Command> =
            Command::ALL.iter().copied().filter(|&it| self.is_enabled(it)).collect();
        let settings = &self.autosave.settings;
        let (choice, has_reduced_motion) = (settings.theme, settings.reduce_motion);
        let is_maximized = self.tiles.maximized.is_some();
        let is_playing = self.player.is_playing();
        let vision = ColorVision::vision(ui.ctx());
        let state = menu_bar::MenuState {
            subject,
            recent: &self.files.recent.0,
            is_enabled: &|command| enabled.contains(&command),
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
        let panel = egui::Panel::top("menu").exact_size(MENU_BAR_HEIGHT).resizable(false);
        let mut opened = None;
        panel.frame(frame).show(ui, |ui| {
            let (commands, actions) = (&mut self.shell.commands, &mut self.shell.actions);
            menu_bar::menu_ui(ui, &state, commands, actions, &mut opened);
        });
        match opened {
            Some(menu_bar::Entry::Lesson(index)) => self.open_lesson(ui.ctx(), index),
            Some(menu_bar::Entry::File(path)) => self.open_any(ui.ctx(), path),
            None => {}
        }
    }

    /// Shows the formula bar, and the lesson or the parameter panel.
    pub(super) fn panels_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        let Some(description) = &self.shell.description else { return };
        let frame = |x, y| {
            egui::Frame::new()
                .fill(style::color(subject.theme.panel))
                .inner_margin(egui::Margin::symmetric(x, y))
        };
        // The scroll bar of the panel lies in its margin.
        let margin = egui::Margin {
            right: 14 - parameter_panel::BAR_WIDTH,
            ..egui::Margin::symmetric(14, 0)
        };
        let mut is_copied = false;
        egui::Panel::bottom("formula")
            .exact_size(formula_bar::HEIGHT)
            .resizable(false)
            .frame(frame(16, 4))
            .show(ui, |ui| {
                // The formula of another scene is no answer, and nothing is known of a file that is being read.
                let is_known = !subject.table.encoding.is_missing();
                if is_known && !self.lessons.has_open_question() {
                    is_copied = formula_bar::formula_ui(ui, subject, description);
                }
            });
        if is_copied {
            self.shell.commands.push(Command::CopyFormula);
        }
        if self.lessons.is_open() {
            self.lesson_ui(ui, subject);
            return;
        }
        // In a small window the views come first.
        let width = (0.28 * ui.available_width()).clamp(280.0, 316.0);
        egui::Panel::left("parameters")
            .default_size(width)
            .size_range(280.0..=440.0)
            .frame(frame(0, 0).inner_margin(margin))
            .show(ui, |ui| {
                let (player, actions) = (&mut self.player, &mut self.shell.actions);
                let cards = self.files.tables.cards(&self.state);
                // Sentences of a tile are not repeated in the panel.
                let rasters = &mut self.plots.rasters;
                let figures: Vec<_> = self
                    .tiles
                    .visible_views()
                    .filter(|view| view.sides(subject).len() == 1)
                    .map(|view| rasters.figure(view, subject.at(view.sides(subject)[0])))
                    .collect();
                let is_said = |sentence: &&String| {
                    figures.iter().any(|figure| figure.explanation.contains(sentence.as_str()))
                };
                let sentences: Vec<&String> =
                    description.sentences.iter().filter(|it| !is_said(it)).collect();
                parameter_panel::ui(ui, subject, &cards, &sentences, player, actions);
            });
    }

    pub(super) fn tiles_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        // The ground is the color that the window is cleared with.
        let frame = egui::Frame::new().inner_margin(8);
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            if self.lessons.has_open_question() {
                self.plots.gestures.shown.clear();
                let text = "The picture follows your answer.";
                let text = egui::RichText::new(text).color(style::color(subject.theme.weak_text));
                ui.centered_and_justified(|ui| ui.label(text));
                return;
            }
            let open = Workspace::with_views(subject.scene.draft().views);
            let beginnings = open.map_or_else(Vec::new, |(open, _)| open.beginnings(subject));
            if let Some((open, _)) = open.filter(|_| !beginnings.is_empty()) {
                self.plots.gestures.shown.clear();
                beginning::ui(ui, subject, open, beginnings, &mut self.shell.actions);
                return;
            }
            let is_presenting = self.lessons.is_presenting();
            let room = if is_presenting && self.lessons.is_open() {
                Room::Step
            } else if is_presenting {
                Room::All
            } else {
                self.tiles.room(ui.available_size())
            };
            self.plots.gestures.shown.clear();
            let plots = PlotContext {
                subject,
                rasters: &mut self.plots.rasters,
                gestures: &mut self.plots.gestures,
                actions: &mut self.shell.actions,
                requests: &mut self.shell.requests,
                pointed: self.lessons.pointed(),
                is_presenting,
                has_controls: !self.lessons.is_open(),
                is_playing: self.player.is_playing(),
            };
            self.tiles.ui(ui, plots, &self.tasks.computations, room);
            if let Some(cover) = self.lessons.cover(ui.input(|input| input.time)) {
                let cover = style::color(subject.theme.ground).gamma_multiply(cover);
                ui.painter().rect_filled(ui.max_rect(), 0.0, cover);
            }
        });
    }

    /// Shows panels and notices over the window.
    pub(super) fn overlays_ui(&mut self, ctx: &egui::Context, subject: Subject<'_>) {
        let requests = self.files.export.take_dialog();
        self.handle_export_requests(ctx, requests);
        if self.files.export.is_open {
            let requests = self.files.export.ui(ctx, subject, &self.tasks.jobs);
            self.handle_export_requests(ctx, requests);
        }
        self.go_to_ui(ctx, subject);
        self.palette_ui(ctx, subject);
        self.doors_ui(ctx, subject);
        self.open_panel_ui(ctx);
        self.tensors_ui(ctx);
        self.shell.closing.ui(ctx, &self.tasks.jobs);
        if let Some(sheet) = self.shell.sheet
            && !sheets::sheet_ui(ctx, sheet)
        {
            self.shell.sheet = None;
        }
        notices::expire(ctx, &mut self.state.notices);
        let above = formula_bar::HEIGHT;
        match notices::notices_ui(ctx, &self.state.notices, above, subject.theme) {
            None => {}
            Some(NoticeAnswer::Dismissed(index)) => {
                let dismissed = self.state.notices.remove(index);
                if dismissed.resume.is_some() {
                    self.lessons.left = None;
                }
            }
            Some(NoticeAnswer::Resumed(_)) => self.shell.commands.push(Command::ResumeLesson),
        }
    }

    fn palette_ui(&mut self, ctx: &egui::Context, subject: Subject<'_>) {
        let Some(mut palette) = self.shell.palette.take() else { return };
        match palette.ui(ctx, subject, |command| self.is_enabled(command)) {
            PaletteOutcome::Open => self.shell.palette = Some(palette),
            PaletteOutcome::Closed => {}
            PaletteOutcome::Chosen(Chosen::Control(key)) => control_highlight::lead_to(ctx, key),
            PaletteOutcome::Chosen(Chosen::Command(command)) => self.shell.commands.push(command),
            PaletteOutcome::Chosen(Chosen::Action(action)) => self.shell.actions.push(action),
            PaletteOutcome::Chosen(Chosen::Request(request)) => self.shell.requests.push(request),
            PaletteOutcome::Chosen(Chosen::Lesson(index)) => self.open_lesson(ctx, index),
        }
    }

    fn doors_ui(&mut self, ctx: &egui::Context, subject: Subject<'_>) {
        if !self.shell.is_welcoming {
            return;
        }
        let Some(door) = welcome::doors_ui(ctx, subject.theme) else { return };
        self.shell.is_welcoming = false;
        self.autosave.schedule(ctx);
        match door {
            Door::Explore => {}
            Door::Worked => {
                let preset = PRESETS.iter().find(|preset| preset.title == WORKED_EXAMPLE);
                self.shell
                    .actions
                    .extend(preset.map(|preset| Action::LoadScene(preset.text_without_views())));
            }
            Door::Lessons => self.open_lesson(ctx, 0),
            Door::Open => self.files.open = Some(OpenPanel::new(Purpose::Any)),
        }
    }

    /// True if a command can run now.
    fn is_enabled(&self, command: Command) -> bool {
        let view = self.zoomable_view();
        match command {
            Command::Undo => self.state.can_undo(),
            Command::Redo => self.state.can_redo(),
            Command::ShowEarlier => view.is_some_and(|view| self.state.can_show_earlier(view)),
            Command::ShowLater => view.is_some_and(|view| self.state.can_show_later(view)),
            Command::NextStep | Command::PreviousStep | Command::CloseLesson => {
                self.lessons.is_open()
            }
            Command::ResumeLesson => self.lessons.left.is_some(),
            _ => true,
        }
    }

    fn go_to_ui(&mut self, ctx: &egui::Context, subject: Subject<'_>) {
        let Some(go_to) = &mut self.shell.go_to else { return };
        match go_to.ui(ctx, subject) {
            GoToOutcome::Open => {}
            GoToOutcome::Closed => self.shell.go_to = None,
            GoToOutcome::Chosen(action) => {
                self.shell.actions.push(action);
                self.shell.requests.extend(View::ALL.iter().map(|&view| Request::Center(view)));
                self.shell.go_to = None;
            }
        }
    }

    fn tensors_ui(&mut self, ctx: &egui::Context) {
        let Some(chooser) = &mut self.files.tensors else { return };
        match chooser.ui(ctx) {
            Choice::Open => {}
            Choice::Closed => self.files.tensors = None,
            Choice::Chosen(side, path, tensor) => {
                self.files.tensors = None;
                self.read_table(side, &path, Some(tensor));
            }
        }
    }

    fn open_panel_ui(&mut self, ctx: &egui::Context) {
        let Some(open) = &mut self.files.open else { return };
        match open.ui(ctx) {
            Opened::Waiting => {}
            Opened::Closed => self.files.open = None,
            Opened::Failed(error) => self.state.notify(Severity::Error, error),
            Opened::Chosen(purpose, path) => {
                self.files.open = None;
                self.open_file(ctx, purpose, path);
            }
        }
    }
}
