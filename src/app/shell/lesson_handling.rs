//! The window while a lesson is open: its steps, its links and the presentation.

use std::path::Path;

use super::app::App;
use crate::{
    action::Action,
    app::{
        lessons::{presentation::Presentation, reader::ReaderRequest},
        settings::LessonPlace,
        state::Severity,
    },
    lesson::{CLASS, Highlight, Link},
};

/// Bundled lesson, counted from 0, by its number from 1 on; `None` for the name of a file.
fn bundled_lesson(name: &str) -> Option<usize> {
    let number: usize = name.parse().ok()?;
    (1..=crate::lesson::NUM_BUNDLED).contains(&number).then(|| number - 1)
}

impl App {
    /// Opens a bundled lesson, counted from 0, at its first step.
    pub(super) fn open_lesson(&mut self, ctx: &egui::Context, index: usize) {
        self.begin_lesson();
        if let Some(link) = self.lessons.open_bundled(index, 0) {
            self.follow(ctx, &link);
        }
    }

    /// Opens a lesson from a file. It is shown once the file has been read.
    pub fn open_lesson_file(&mut self, ctx: &egui::Context, path: &Path) {
        self.begin_lesson();
        self.lessons.open_file(ctx, path, 0);
    }

    /// Remembers the scene that comes back when the lesson is closed. An earlier lesson is no longer offered.
    fn begin_lesson(&mut self) {
        self.lessons.remember(self.state.scene());
        self.lessons.left = None;
        self.state.withdraw_lesson();
    }

    /// Opens the lesson again in which the last session ended.
    pub(super) fn resume_lesson(&mut self, ctx: &egui::Context) {
        let Some(LessonPlace { lesson, step }) = self.lessons.left.take() else { return };
        self.open_lesson_at(ctx, &lesson, step.saturating_sub(1));
    }

    /// Opens a lesson named on the command line: by a number from 1 on, as the path of one class, or by a file.
    pub fn open_lesson_named(&mut self, ctx: &egui::Context, name: &str) {
        self.open_lesson_at(ctx, name, 0);
    }

    fn open_lesson_at(&mut self, ctx: &egui::Context, name: &str, step: usize) {
        self.begin_lesson();
        let link = match bundled_lesson(name) {
            Some(index) => self.lessons.open_bundled(index, step),
            None if name == CLASS => self.lessons.open_class(step),
            None => {
                self.lessons.open_file(ctx, Path::new(name), step);
                None
            }
        };
        if let Some(link) = link {
            self.follow(ctx, &link);
        }
    }

    /// Goes some steps forward or back, into the next or previous lesson if necessary.
    pub(super) fn step_lesson(&mut self, ctx: &egui::Context, by: i64) {
        if let Some(link) = self.lessons.go_by(by) {
            self.follow(ctx, &link);
        }
    }

    /// Shows the answer of an open question, otherwise goes to the next step.
    pub(super) fn next_step(&mut self, ctx: &egui::Context) {
        if let Some(link) = self.lessons.go_on() {
            self.follow(ctx, &link);
        }
    }

    fn answer(&mut self, ctx: &egui::Context, block: usize) {
        let reader = self.lessons.reader.as_mut();
        if let Some(link) = reader.and_then(|reader| reader.answer(Some(block))) {
            self.follow(ctx, &link);
        }
    }

    /// Answers the open question with the number of a choice, if such a key was pressed.
    pub(super) fn take_answer(&mut self, ctx: &egui::Context) {
        const NUMBERS: [egui::Key; 9] = [
            egui::Key::Num1,
            egui::Key::Num2,
            egui::Key::Num3,
            egui::Key::Num4,
            egui::Key::Num5,
            egui::Key::Num6,
            egui::Key::Num7,
            egui::Key::Num8,
            egui::Key::Num9,
        ];
        let plain = egui::Modifiers::NONE;
        let pressed = |&key: &egui::Key| ctx.input_mut(|input| input.consume_key(plain, key));
        let Some(reader) = self.lessons.reader.as_ref().filter(|it| it.has_open_question()) else {
            return;
        };
        let block = NUMBERS.iter().position(pressed).and_then(|number| reader.choice(number));
        if let Some(block) = block {
            self.answer(ctx, block);
        }
    }

    /// Shows the scene of a link, and points out its target.
    fn follow(&mut self, ctx: &egui::Context, link: &Link) {
        self.player.stop();
        let is_animated = !self.autosave.settings.reduce_motion;
        let now = ctx.input(|input| input.time);
        self.lessons.follow(&mut self.state, link, now, is_animated);
        self.tiles.maximized = None;
        let views = link.scene.draft().views;
        let pointed = link.target.and_then(Highlight::view).filter(|&view| views.contains(view));
        if let Some(main) = pointed.or_else(|| views.iter().next()) {
            self.tiles.use_view(main);
        }
    }

    /// Handles a request of the reader.
    pub(super) fn handle_reader_request(&mut self, ctx: &egui::Context, request: ReaderRequest) {
        match request {
            ReaderRequest::Next => self.next_step(ctx),
            ReaderRequest::Steps(by) => self.step_lesson(ctx, by),
            ReaderRequest::Follow(link) => self.follow(ctx, &link),
            ReaderRequest::Answer(block) => self.answer(ctx, block),
            ReaderRequest::Page(address) => self.show_page(&address),
            ReaderRequest::Close => self.close_lesson(),
        }
    }

    /// Shows a page in the web browser of the system.
    pub(super) fn show_page(&mut self, address: &str) {
        if let Err(error) = open::that_detached(address) {
            let message = format!("cannot open {address}: {error}");
            self.state.notify(Severity::Error, message);
        }
    }

    /// Shows a lesson whose file has been saved.
    pub(super) fn take_saved_lesson(&mut self, ctx: &egui::Context) {
        let Some(reader) = &mut self.lessons.reader else { return };
        match reader.take_saved() {
            Ok(Some(link)) => self.follow(ctx, &link),
            Ok(None) => {}
            Err(error) => {
                self.state.notify(Severity::Error, format!("Reading the lesson {error}"));
            }
        }
    }

    /// Closes the lesson, and brings back the scene from before it.
    pub(super) fn close_lesson(&mut self) {
        self.lessons.finish_transition(&mut self.state);
        if let Some(before) = self.lessons.close()
            && *before != *self.state.scene()
        {
            self.state.run(Action::Visit(before));
        }
    }

    /// Starts or ends a presentation.
    pub(super) fn toggle_presentation(&mut self, ctx: &egui::Context) {
        if let Some(presentation) = self.lessons.presentation.take() {
            self.end_presentation(ctx, presentation);
            return;
        }
        self.lessons.finish_transition(&mut self.state);
        self.lessons.present(ctx, self.state.scene(), self.tiles.maximized);
        self.shell.sheet = None;
        self.files.export.close();
    }

    /// Restores the window from before the presentation. A lesson stays at its step, from which F5 takes it up again;
    /// without a lesson the scene comes back as well.
    fn end_presentation(&mut self, ctx: &egui::Context, presentation: Presentation) {
        presentation.end(ctx);
        self.player.stop();
        self.lessons.finish_transition(&mut self.state);
        if !self.lessons.is_open() && *self.state.scene() != presentation.scene {
            // An undo step, so that the scene shown last is not lost.
            self.state.run(Action::Visit(Box::new(presentation.scene)));
        }
        self.tiles.maximized = presentation.maximized;
        self.take_opened_views();
    }
}
