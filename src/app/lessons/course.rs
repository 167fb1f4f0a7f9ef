//! The open lesson, the transition to its step, and the presentation.

use std::path::Path;

use super::{presentation::Presentation, reader::LessonReader, transition::Transition};
use crate::{
    action::Action,
    app::{settings::LessonPlace, state::State, tasks::task::wake},
    lesson::{Highlight, Link},
    scene::Scene,
    views::View,
};

/// The open lesson and the presentation.
#[derive(Default)]
pub(crate) struct Lessons {
    /// The open lesson.
    pub(crate) reader: Option<LessonReader>,
    /// Transition in progress.
    transition: Option<Transition>,
    /// Scene and window from before the presentation, while there is one.
    pub(crate) presentation: Option<Presentation>,
    /// Scene from before the lesson, which comes back when it is closed.
    before: Option<Box<Scene>>,
    /// Lesson that was open when the last session ended, until it is resumed or another is opened.
    pub(crate) left: Option<LessonPlace>,
}

impl Lessons {
    /// No open lesson, and the one that the last session left.
    pub(crate) fn new(left: Option<LessonPlace>) -> Self {
        Self { left, ..Self::default() }
    }

    /// True while a lesson is open.
    pub(crate) fn is_open(&self) -> bool {
        self.reader.is_some()
    }

    /// True if the step asks, and its picture waits for the answer.
    pub(crate) fn has_open_question(&self) -> bool {
        self.reader.as_ref().is_some_and(LessonReader::has_open_question)
    }

    /// True while the window presents.
    pub(crate) fn is_presenting(&self) -> bool {
        self.presentation.is_some()
    }

    /// Target that the lesson points out.
    pub(crate) fn pointed(&self) -> Option<Highlight> {
        self.reader.as_ref()?.pointed
    }

    /// Opens a bundled lesson, counted from 0, at a step. Returns the link of the step; `None` while its question
    /// is open.
    pub(crate) fn open_bundled(&mut self, index: usize, step: usize) -> Option<Link> {
        self.reader.insert(LessonReader::bundled(index)).go(step)
    }

    /// Opens the path of one class at a step. Returns the link of the step; `None` while its question is open.
    pub(crate) fn open_class(&mut self, step: usize) -> Option<Link> {
        self.reader.insert(LessonReader::class()).go(step)
    }

    /// Opens a lesson from a file at a step. It is shown once the file has been read.
    pub(crate) fn open_file(&mut self, ctx: &egui::Context, path: &Path, step: usize) {
        self.reader = Some(LessonReader::file(path, step, wake(ctx)));
    }

    /// Shows the answer of an open question, otherwise goes to the next step. Returns the link of what is shown.
    pub(crate) fn go_on(&mut self) -> Option<Link> {
        match &mut self.reader {
            Some(reader) if reader.has_open_question() => reader.answer(None),
            _ => self.go_by(1),
        }
    }

    /// Goes some steps forward or back: from the last step to the next lesson, and from the first to the one
    /// before. Returns the link of the new step.
    pub(crate) fn go_by(&mut self, by: i64) -> Option<Link> {
        let reader = self.reader.as_mut()?;
        let step = reader.step() as i64 + by;
        if step >= reader.lesson().steps.len() as i64 {
            let following = reader.following()?;
            self.open_bundled(following, 0)
        } else if step >= 0 {
            reader.go(step as usize)
        } else {
            let preceding = reader.preceding()?;
            self.open_bundled(preceding, usize::MAX)
        }
    }

    /// Shows the scene of a link and points out its target, with a transition that begins `now` if it is animated.
    pub(crate) fn follow(&mut self, state: &mut State, link: &Link, now: f64, is_animated: bool) {
        if let Some(reader) = &mut self.reader {
            reader.pointed = link.target;
        }
        self.finish_transition(state);
        let (from, to) = (state.scene().draft().clone(), link.scene.draft().clone());
        state.run(Action::Visit(link.scene.clone()));
        if from != to && is_animated {
            let transition = Transition::new(from, to, now);
            state.run(Action::Glide(Box::new(transition.at(now).0)));
            self.transition = Some(transition);
        }
    }

    /// Moves the scene along its transition.
    pub(crate) fn animate(&mut self, state: &mut State, ctx: &egui::Context) {
        let Some(transition) = &self.transition else { return };
        let (draft, is_over) = transition.at(ctx.input(|input| input.time));
        state.run(Action::Glide(Box::new(draft)));
        if is_over {
            self.transition = None;
        } else {
            ctx.request_repaint();
        }
    }

    /// Moves the scene to the end of its transition, before an action that assumes the final scene.
    pub(crate) fn finish_transition(&mut self, state: &mut State) {
        if let Some(transition) = self.transition.take() {
            state.run(Action::Glide(Box::new(transition.end().clone())));
        }
    }

    /// Opacity of the cover over views that the transition has just opened.
    pub(crate) fn cover(&self, now: f64) -> Option<f32> {
        self.transition.as_ref().map(|transition| transition.cover(now))
    }

    /// Remembers the scene that comes back when the lesson is closed, if none is open yet.
    pub(crate) fn remember(&mut self, scene: &Scene) {
        if self.reader.is_none() {
            self.before = Some(Box::new(scene.clone()));
        }
    }

    /// Scene for the settings: that from before the lesson while one is open, as if it had been closed.
    pub(crate) fn scene_to_keep<'a>(&'a self, scene: &'a Scene) -> &'a Scene {
        self.before.as_deref().filter(|_| self.is_open()).unwrap_or(scene)
    }

    /// Place for the settings: that in the open lesson, or in the one that the last session left.
    pub(crate) fn place(&self) -> Option<LessonPlace> {
        self.reader.as_ref().map(LessonReader::lesson_place).or_else(|| self.left.clone())
    }

    /// Closes the lesson. Returns the scene from before it.
    pub(crate) fn close(&mut self) -> Option<Box<Scene>> {
        self.reader.take()?;
        self.before.take()
    }

    /// Scene of the current step; `None` without a lesson.
    pub(crate) fn step_scene(&self) -> Option<&Scene> {
        let reader = self.reader.as_ref()?;
        Some(&reader.lesson().steps[reader.step()].link.scene)
    }

    /// Starts a presentation.
    pub(crate) fn present(&mut self, ctx: &egui::Context, scene: &Scene, maximized: Option<View>) {
        self.presentation = Some(Presentation::begin(ctx, scene, maximized));
    }
}
