//! The window while a lesson is open: going from step to step, and to where links lead.

use std::path::Path;

use super::{
    App, Severity,
    present::Presenting,
    reader::{Asked, Place, Reader},
    transition::Transition,
};
use crate::{action::Action, lesson::Link, views::controls::Pointed};

impl App {
    /// Opens one of the lessons that come with the program, counted from 0, at its beginning.
    pub(super) fn open_lesson(&mut self, ctx: &egui::Context, index: usize) {
        self.reader = Some(Reader::bundled(index));
        self.go_to_step(ctx, 0);
    }

    /// Opens a lesson from a file; it is there once the file has been read.
    pub fn open_lesson_file(&mut self, ctx: &egui::Context, path: &Path) {
        let wake = ctx.clone();
        self.reader = Some(Reader::file(path, move || wake.request_repaint()));
    }

    /// Opens a lesson as the command line names it: a number from 1 on, or a file.
    pub fn open_lesson_named(&mut self, ctx: &egui::Context, name: &str) {
        match name.parse::<usize>() {
            Ok(number @ 1..=crate::lesson::NUM_BUNDLED) => self.open_lesson(ctx, number - 1),
            _ => self.open_lesson_file(ctx, Path::new(name)),
        }
    }

    /// The lesson that is open: which, the step from 0, and how many there are.
    pub fn lesson_step(&self) -> Option<(String, usize, usize)> {
        let reader = self.reader.as_ref()?;
        Some((reader.name(), reader.step(), reader.lesson().steps.len()))
    }

    /// What the lesson points out.
    pub fn pointed(&self) -> Option<crate::lesson::Target> {
        self.reader.as_ref()?.pointed
    }

    /// Whether the control that the lesson points out was drawn in the last frame.
    pub fn has_drawn_pointed_control(&self, ctx: &egui::Context) -> bool {
        Pointed::of(ctx).is_drawn
    }

    /// Some steps on or back; beyond the last step comes the next lesson, before the first the one before.
    pub(super) fn step_lesson(&mut self, ctx: &egui::Context, by: i64) {
        let Some(reader) = &self.reader else { return };
        let step = reader.step() as i64 + by;
        if step >= reader.lesson().steps.len() as i64 {
            if let Some(following) = reader.following() {
                self.open_lesson(ctx, following);
            }
        } else if step >= 0 {
            self.go_to_step(ctx, step as usize);
        } else if let Some(preceding) = reader.preceding() {
            self.reader = Some(Reader::bundled(preceding));
            self.go_to_step(ctx, usize::MAX);
        }
    }

    pub(super) fn go_to_step(&mut self, ctx: &egui::Context, step: usize) {
        if let Some(link) = self.reader.as_mut().map(|reader| reader.go(step)) {
            self.follow(ctx, &link);
        }
    }

    /// Shows a scene, and points out what is to be seen in it.
    pub(super) fn follow(&mut self, ctx: &egui::Context, link: &Link) {
        if let Some(reader) = &mut self.reader {
            reader.pointed = link.target;
        }
        self.player.stop();
        self.land();
        let (from, to) = (self.state.scene().draft(), link.scene.draft());
        self.state.run(Action::Visit(link.scene.clone()));
        self.maximized = None;
        if from != to && !self.settings.reduce_motion {
            let now = ctx.input(|input| input.time);
            let transition = Transition::new(from, to, now);
            self.state.run(Action::Glide(Box::new(transition.at(now).0)));
            self.transition = Some(transition);
        }
    }

    pub(super) fn close_lesson(&mut self) {
        self.reader = None;
    }

    pub(super) fn ask_reader(&mut self, ctx: &egui::Context, asked: Asked) {
        match asked {
            Asked::Steps(by) => self.step_lesson(ctx, by),
            Asked::Follow(link) => self.follow(ctx, &link),
            Asked::Page(address) => self.show_page(&address),
            Asked::Close => self.close_lesson(),
        }
    }

    /// Shows a page in the web browser of the system.
    fn show_page(&mut self, address: &str) {
        if let Err(error) = open::that_detached(address) {
            let message = format!("cannot open {address}: {error}");
            self.state.tell(Severity::Error, message);
        }
    }

    /// Takes what a teacher has saved.
    pub(super) fn take_lesson(&mut self, ctx: &egui::Context) {
        if let Some(link) = self.reader.as_mut().and_then(Reader::take_news) {
            self.follow(ctx, &link);
        }
    }

    /// Moves the scene on while it is on its way.
    pub(super) fn glide(&mut self, ctx: &egui::Context) {
        let Some(transition) = &self.transition else { return };
        let (draft, is_over) = transition.at(ctx.input(|input| input.time));
        self.state.run(Action::Glide(Box::new(draft)));
        if is_over {
            self.transition = None;
        } else {
            ctx.request_repaint();
        }
    }

    /// A scene that is on its way is there at once: whatever is asked for now is asked of it.
    pub(super) fn land(&mut self) {
        if let Some(transition) = self.transition.take() {
            self.state.run(Action::Glide(Box::new(transition.end().clone())));
        }
    }

    /// Nothing but the views and what is said about them, in large type; and back to where one was.
    pub(super) fn toggle_presenting(&mut self, ctx: &egui::Context) {
        if let Some(presenting) = self.presenting.take() {
            self.stop_presenting(ctx, presenting);
            return;
        }
        self.land();
        let lesson = self.reader.as_ref().map(|reader| (reader.place().clone(), reader.step()));
        self.presenting = Some(Presenting::begin(ctx, self.state.scene(), lesson, self.maximized));
        self.sheet = None;
        self.export.close();
    }

    fn stop_presenting(&mut self, ctx: &egui::Context, presenting: Presenting) {
        presenting.end(ctx);
        self.player.stop();
        self.land();
        if *self.state.scene() != presenting.scene {
            // A step that can be undone: what was shown last is not lost.
            self.state.run(Action::Visit(Box::new(presenting.scene.clone())));
        }
        self.maximized = presenting.maximized;
        match presenting.lesson {
            None => self.reader = None,
            Some((place, step)) => {
                if self.reader.as_ref().map(Reader::place) != Some(&place) {
                    match place {
                        Place::Bundled(index) => self.reader = Some(Reader::bundled(index)),
                        Place::File(path) => self.open_lesson_file(ctx, &path),
                    }
                }
                if let Some(reader) = &mut self.reader {
                    let _link = reader.go(step);
                }
            }
        }
        self.take_views();
    }

    /// Tells that a lesson needs one to be open.
    pub(super) fn tell_no_lesson(&mut self) {
        self.state.tell(Severity::Info, "No lesson is open: choose one in the menu Lessons");
    }
}
