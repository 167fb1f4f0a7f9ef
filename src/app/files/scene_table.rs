//! Table of the scene: read in the background, again whenever its file is saved, and recognized.

use std::path::PathBuf;

use crate::{
    app::{
        state::{Severity, State},
        tasks::{
            file_watch::FileWatch,
            task::{ShareDone, Task, wake},
        },
    },
    encoding::Data,
    model::UnknownPreset,
    report::{self, IdentityReport},
    scene::{Contents, ContentsKind, FileSource, SceneDraft, Side},
};

/// Recognition of a table, or the reason that there is none.
pub(crate) type TableAnswer = Result<IdentityReport, String>;

/// Table in a file that is watched.
struct WatchedTable {
    source: FileSource,
    watch: FileWatch<Result<Contents, String>>,
    /// Version of the file that was read last.
    contents: Option<Contents>,
    /// Reason that the file cannot be read.
    error: Option<String>,
}

/// Table of a side of the scene, and what it was recognized as.
struct SceneTable {
    side: Side,
    /// File that is not yet allowed to be read, with the error if it can only be a misspelled preset.
    withheld: Option<(FileSource, Option<UnknownPreset>)>,
    watched: Option<WatchedTable>,
    /// Recognition that is running, with the numbers it is about.
    running: Option<(Data, Task<TableAnswer, ShareDone>)>,
    /// Recognition of the numbers read last.
    recognized: Option<(Data, TableAnswer)>,
}

/// Tables of both sides.
pub(crate) struct SceneTables {
    a: SceneTable,
    b: SceneTable,
}

/// Knowledge about the tables of both sides; `None` for a side that is no table.
pub(crate) struct Cards<'a> {
    pub(crate) a: Option<TableStatus<'a>>,
    pub(crate) b: Option<TableStatus<'a>>,
}

impl Default for SceneTables {
    fn default() -> Self {
        Self { a: SceneTable::new(Side::A), b: SceneTable::new(Side::B) }
    }
}

impl SceneTables {
    /// Follows the scene: reads the tables that it names, gives it the numbers, and has them recognized.
    pub(crate) fn follow(&mut self, state: &mut State, ctx: &egui::Context) {
        self.a.follow(state, ctx);
        self.b.follow(state, ctx);
    }

    /// State of the tables of the scene.
    pub(crate) fn cards(&self, state: &State) -> Cards<'_> {
        Cards { a: self.a.status(state), b: self.b.status(state) }
    }

    /// True while a file is read or a table is recognized.
    pub(crate) fn is_busy(&self) -> bool {
        self.a.is_busy() || self.b.is_busy()
    }
}

/// Knowledge about the table of the scene.
pub(crate) enum TableStatus<'a> {
    /// Not yet allowed to be read; the error of a model that can only be a misspelled preset.
    Withheld(Option<&'a UnknownPreset>),
    /// The share of the file that has been read.
    Reading(f32),
    /// Reason that the file cannot be read.
    Failed(&'a str),
    /// The numbers are there; the share of the search for the encoding that is done.
    Recognizing(f32),
    /// Recognition of the table, or the reason that there is none.
    Recognized(&'a TableAnswer),
}

impl SceneTable {
    /// Table of a side, which nobody has read.
    fn new(side: Side) -> Self {
        Self { side, withheld: None, watched: None, running: None, recognized: None }
    }

    /// Follows the scene: reads the table that it names, gives it the numbers, and has them recognized.
    fn follow(&mut self, state: &mut State, ctx: &egui::Context) {
        let Some(source) = state.readable_file(self.side) else {
            self.withhold(state);
            return;
        };
        if self.side != Side::A && state.readable_file(Side::A).as_ref() == Some(&source) {
            // Read once, for both.
            return;
        }
        if self.watched.as_ref().is_none_or(|watched| watched.source != source) {
            self.watched = Some(WatchedTable::new(source.clone(), ctx));
        }
        let Some(watched) = &mut self.watched else { return };
        watched.take_contents(state);
        watched.supply(state, self.side);
        let is_table =
            state.draft_of(self.side).is_some_and(|draft| draft.encoding.family.is_table());
        let data = watched.contents.as_ref().and_then(Contents::data).filter(|_| is_table);
        let Some(data) = data.cloned() else { return };
        self.recognize(source, data.clone(), ctx);
        if self.side == Side::A
            && let Some((of, Ok(report))) = &self.recognized
            && *of == data
        {
            state.know(&data, report.is_certain());
        }
    }

    /// Keeps the file that the scene names and that is not read before a person asks for it.
    fn withhold(&mut self, state: &State) {
        let named = state.draft_of(self.side).and_then(SceneDraft::file_to_read);
        if self.withheld.as_ref().map(|(known, _)| known) != named.as_ref() {
            // The disk is asked once.
            self.withheld = named.map(|it| (it.clone(), it.misspelled_preset()));
        }
    }

    /// Has numbers recognized. A search for others is cancelled.
    fn recognize(&mut self, source: FileSource, data: Data, ctx: &egui::Context) {
        if let Some((_, mut task)) = self.running.take_if(|(of, _)| *of == data) {
            let Some(result) = task.take() else {
                self.running = Some((data, task));
                return;
            };
            let answer = result.unwrap_or_else(|error| Err(format!("Recognizing {error}")));
            self.recognized = Some((data.clone(), answer));
        }
        if self.recognized.as_ref().is_some_and(|(of, _)| *of == data) {
            return;
        }
        let rows = data.clone();
        let work = move |done: &ShareDone| {
            let report = |share| done.report(share);
            let answer = IdentityReport::of_rows(&source.to_string(), &rows, report);
            answer.map_err(|error| error.to_string())
        };
        let task = Task::start("identification", wake(ctx), work);
        self.running = Some((data, task));
    }

    /// Returns the state of the scene's table; `None` if its encoding is no table.
    fn status(&self, state: &State) -> Option<TableStatus<'_>> {
        state.draft_of(self.side)?.file_to_read()?;
        let Some(source) = state.readable_file(self.side) else {
            let known = self.withheld.as_ref().and_then(|(_, preset)| preset.as_ref());
            return Some(TableStatus::Withheld(known));
        };
        let watched = self.watched.as_ref().filter(|watched| watched.source == source);
        let Some(watched) = watched else { return Some(TableStatus::Reading(0.0)) };
        let is_table = state.draft_of(self.side)?.encoding.family.is_table();
        let kind = watched.contents.as_ref().map(|it| &it.kind);
        let status = match (&watched.error, kind, &self.recognized) {
            (Some(error), ..) => TableStatus::Failed(error),
            (None, Some(ContentsKind::Model(_) | ContentsKind::Rule), _) => return None,
            (None, Some(_), _) if !is_table => return None,
            (None, Some(ContentsKind::Table(data)), Some((of, answer))) if of == data => {
                TableStatus::Recognized(answer)
            }
            (None, Some(_), _) => {
                let share = self.running.as_ref().map_or(0.0, |(_, task)| task.progress().share());
                TableStatus::Recognizing(share)
            }
            (None, None, _) => TableStatus::Reading(watched.watch.progress().unwrap_or(0.0)),
        };
        Some(status)
    }

    /// True while a file is read or a table is recognized.
    fn is_busy(&self) -> bool {
        let is_reading = |it: &WatchedTable| it.contents.is_none() && it.error.is_none();
        self.running.is_some() || self.watched.as_ref().is_some_and(is_reading)
    }
}

impl WatchedTable {
    fn new(source: FileSource, ctx: &egui::Context) -> Self {
        let path = PathBuf::from(source.file.text());
        let read_source = source.clone();
        let watch = FileWatch::new(
            path,
            move |_path, is_wanted| {
                let read = report::contents(&read_source, is_wanted);
                read.map_err(|error| error.to_string()).transpose()
            },
            wake(ctx),
        );
        Self { source, watch, contents: None, error: None }
    }

    /// Takes what has been read since the last frame.
    fn take_contents(&mut self, state: &mut State) {
        match self.watch.take() {
            Some(Ok(Ok(contents))) => (self.contents, self.error) = (Some(contents), None),
            // The numbers read earlier stay: a program may be in the middle of writing.
            Some(Ok(Err(error))) => self.error = Some(error),
            Some(Err(error)) => {
                let message = format!("Reading {} {error}", self.source);
                self.error = Some(message.clone());
                state.notify(Severity::Error, message);
            }
            None => {}
        }
    }

    /// Gives the scene what has been read, unless it has it.
    fn supply(&mut self, state: &mut State, side: Side) {
        let Some(contents) = self.contents.as_ref().filter(|_| self.error.is_none()) else {
            return;
        };
        let is_known = |draft: &SceneDraft| draft.encoding.contents.as_ref() == Some(contents);
        if !state.draft_of(side).is_some_and(is_known)
            && let Err(error) = state.supply(self.source.clone(), contents.clone())
        {
            self.error = Some(error.to_string());
        }
    }
}
