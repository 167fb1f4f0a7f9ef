//! What the window does when it is asked: commands, requests of tiles, and the results of jobs.

use std::path::{Path, PathBuf};

use egui::Key;

use super::{
    App, FOLLOWED, Severity, arrangement,
    clipboard::MIDDLE_SCALE,
    command::Command,
    dialogs::Sheet,
    export_panel::Asked,
    go_to::GoTo,
    jobs::Outcome,
    jobs_ui,
    open_panel::{OpenPanel, Purpose},
    preference, rearrange,
    seen::Preview,
    settings::ThemeChoice,
    style,
    tiles::Request,
};
use crate::{
    action::{Action, Gesture},
    export::{Language, Progress, scene_in_file},
    picture::{Span, Theme, Vision},
    scene::{self, VectorsFile, Window},
    told,
    views::{CellView, Question, Subject, View, says},
};

impl App {
    pub(super) fn take_asked(&mut self, ctx: &egui::Context, asked: Asked) {
        if let Some(error) = asked.error {
            self.state.tell(Severity::Error, error);
        }
        if let Some(note) = asked.note {
            self.state.tell(Severity::Info, note);
        }
        if let Some(task) = asked.task {
            let wake = ctx.clone();
            let title = told::line(&format!("Export to {}", task.path.display()));
            if self.jobs.running().iter().any(|job| job.title == title) {
                let told = format!("{} is being written already", task.path.display());
                self.state.tell(Severity::Refused, told);
                return;
            }
            self.jobs.start(title, task.unit, move || wake.request_repaint(), task.work);
            // The choices of this export are those of the next.
            self.settings_changed(ctx);
        }
        if let Some(path) = asked.folder {
            self.show_in_folder(&path);
        }
    }

    pub(super) fn take_results(&mut self, ctx: &egui::Context) {
        for (title, result) in self.jobs.finished() {
            match result {
                Ok(Outcome::Written(path)) => {
                    let bytes = size_on_disk(&path);
                    let size = jobs_ui::bytes_text(bytes);
                    self.state.tell(Severity::Info, format!("Wrote {} ({size})", path.display()));
                    self.jobs.remember(path, bytes);
                }
                Ok(Outcome::Picture(size, rgba)) => {
                    ctx.copy_image(egui::ColorImage::from_rgba_unmultiplied(size, &rgba));
                    self.state.tell(Severity::Info, "Copied the picture");
                }
                Ok(Outcome::Text(text)) => {
                    ctx.copy_text(text);
                    self.state.tell(Severity::Info, "Copied the values");
                }
                Ok(Outcome::Scene(text)) => self.actions.push(Action::LoadScene(text)),
                Err(error) => self.state.tell(Severity::Error, format!("{title}: {error}")),
            }
        }
    }

    /// A file that was dropped on the window is opened as one of ours.
    pub(super) fn take_dropped(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        if let Some(path) = dropped.first().map(|file| file.path().to_owned()) {
            self.open_scene(ctx, path);
        }
    }

    /// The scene that a file holds. It is read in the background, since it may lie far away; the files that
    /// it names are those of a stranger.
    pub(super) fn open_scene(&mut self, ctx: &egui::Context, path: PathBuf) {
        let wake = ctx.clone();
        self.jobs.start(
            "Open scene".to_owned(),
            "file",
            move || wake.request_repaint(),
            move |_progress: &Progress| Ok(Outcome::Scene(scene_in_file(&path)?)),
        );
    }

    /// The system's own program for files shows where one is.
    fn show_in_folder(&mut self, path: &Path) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or_else(|| Path::new("."));
        // It may take its time, and what it says of itself is nobody's business here.
        if let Err(error) = open::that_detached(folder) {
            let told = format!("cannot open {}: {error}", folder.display());
            self.state.tell(Severity::Error, told);
        }
    }

    /// No shortcut acts while text has the focus.
    pub(super) fn shortcuts(&mut self, ctx: &egui::Context) {
        if ctx.text_edit_focused() || self.had_text_focus {
            return;
        }
        let mut shortcuts: Vec<_> = Command::ALL
            .iter()
            .filter(|command| !command.is_handled_by_platform())
            .filter(|&&command| command != Command::Play || self.is_space_free(ctx))
            // Without a lesson these keys scroll what has the focus.
            .filter(|command| {
                self.reader.is_some()
                    || !matches!(command, Command::NextStep | Command::PreviousStep)
            })
            .filter_map(|&command| Some((command.shortcut()?, self.meant(command))))
            .collect();
        // egui lets Ctrl + Z match where Shift is held as well: those that want Shift come first.
        shortcuts.sort_by_key(|(shortcut, _)| !shortcut.modifiers.shift);
        for (shortcut, command) in shortcuts {
            if ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
                self.commands.push(command);
            }
        }
        // The platform turns its own keys for copy and paste into events.
        for event in ctx.input(|input| input.events.clone()) {
            match event {
                egui::Event::Copy => self.commands.push(Command::CopyScene),
                egui::Event::Paste(text) if text.trim().is_empty() => {
                    self.state.tell(Severity::Refused, "Not a scene: the clipboard holds no text");
                }
                egui::Event::Paste(text) => self.actions.push(Action::LoadScene(text)),
                _ => {}
            }
        }
        let is_alone = self.sheet.is_none() && !self.export.is_open && self.go_to.is_none();
        let is_escaped = ctx.input(|input| input.key_pressed(Key::Escape));
        if is_alone && self.open.is_none() && self.presenting.is_some() && is_escaped {
            self.toggle_presenting(ctx);
        } else if is_alone && self.maximized.is_some() && is_escaped {
            self.maximized = None;
        }
        if self.sheet.is_none() && is_escaped {
            self.export.close();
        }
    }

    /// Space goes on in a lesson; else it plays.
    fn meant(&self, command: Command) -> Command {
        match command {
            Command::Play if self.reader.is_some() => Command::NextStep,
            command => command,
        }
    }

    /// Whether Space presses no button: nothing has the focus, or a view.
    fn is_space_free(&self, ctx: &egui::Context) -> bool {
        let has_view_focus = self.requests.iter().any(|request| matches!(request, Request::Use(_)));
        has_view_focus || ctx.memory(|memory| memory.focused().is_none())
    }

    fn step(&mut self, by: i64) {
        self.actions.push(self.player.step(self.state.scene(), by));
        self.to_reveal.extend(self.views.iter());
    }

    pub(super) fn run(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::Export => self.export.is_open = true,
            Command::OpenScene => self.open = Some(OpenPanel::new(Purpose::Scene)),
            Command::OpenLesson => self.open = Some(OpenPanel::new(Purpose::Lesson)),
            Command::NextStep | Command::PreviousStep if self.reader.is_none() => {
                self.tell_no_lesson();
            }
            Command::NextStep => self.step_lesson(ctx, 1),
            Command::PreviousStep => self.step_lesson(ctx, -1),
            Command::CloseLesson => self.close_lesson(),
            Command::Present => self.toggle_presenting(ctx),
            Command::OpenVectors => self.open = Some(OpenPanel::new(Purpose::Vectors)),
            Command::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Command::Undo => self.actions.push(Action::Undo),
            Command::Redo => self.actions.push(Action::Redo),
            Command::CopyScene => {
                ctx.copy_text(self.state.scene().to_copy());
                self.state.tell(Severity::Info, "Copied the scene");
            }
            Command::PasteScene => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Command::CopyFormula => {
                let formula = says::cell_formula(self.state.scene(), self.state.table());
                ctx.copy_text(formula.plain_text());
                self.state.tell(Severity::Info, "Copied the formula");
            }
            Command::CopyPicture => self.copy_picture(ctx, self.used_view, MIDDLE_SCALE),
            Command::CopyPictureSmall => self.copy_picture(ctx, self.used_view, 1),
            Command::CopyPictureLarge => self.copy_picture(ctx, self.used_view, 4),
            Command::CopyNumPy => self.copy_code(ctx, Language::NumPy),
            Command::CopyPyTorch => self.copy_code(ctx, Language::PyTorch),
            Command::CopyJax => self.copy_code(ctx, Language::Jax),
            Command::CopyRust => self.copy_code(ctx, Language::Rust),
            Command::CopyValues => self.copy_values(ctx, self.used_view),
            Command::ThemeLight => self.set_theme(ctx, ThemeChoice::Light),
            Command::ThemeDark => self.set_theme(ctx, ThemeChoice::Dark),
            Command::ThemeSystem => self.set_theme(ctx, ThemeChoice::System),
            Command::ReduceMotion => {
                self.settings.reduce_motion = !self.settings.reduce_motion;
                style::set_motion(ctx, self.settings.reduce_motion);
                self.settings_changed(ctx);
            }
            Command::SeenFull => self.preview(ctx, Vision::Full),
            Command::SeenGreyscale => self.preview(ctx, Vision::Greyscale),
            Command::SeenProtanopia => self.preview(ctx, Vision::Protanopia),
            Command::SeenDeuteranopia => self.preview(ctx, Vision::Deuteranopia),
            Command::SeenTritanopia => self.preview(ctx, Vision::Tritanopia),
            Command::ZoomIn => egui::gui_zoom::zoom_in(ctx),
            Command::ZoomOut => egui::gui_zoom::zoom_out(ctx),
            Command::ZoomReset => ctx.set_zoom_factor(1.0),
            Command::ShowEarlier => {
                self.actions.extend(self.window_key().map(Action::ShowEarlier));
            }
            Command::ShowLater => {
                self.actions.extend(self.window_key().map(Action::ShowLater));
            }
            Command::Play => self.actions.extend(self.player.toggle(ctx, self.state.scene())),
            Command::StepBack => self.step(-1),
            Command::StepOn => self.step(1),
            Command::GoTo => self.go_to = Some(GoTo::default()),
            Command::Maximize => self.toggle_maximized(self.used_view),
            Command::ResetLayout => {
                self.tree = arrangement::default_tree(self.views);
                self.has_tiles_to_keep = true;
                self.maximized = None;
            }
            Command::FullScreen => {
                let is_full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!is_full));
            }
            Command::Shortcuts => self.toggle_sheet(Sheet::Shortcuts),
            Command::About => self.toggle_sheet(Sheet::About),
        }
    }

    pub(super) fn serve(&mut self, ctx: &egui::Context, request: Request) {
        match request {
            Request::ToggleMaximized(view) => self.toggle_maximized(view),
            Request::Export(view) => self.export.open_for(view),
            Request::Use(view) => self.used_view = view,
            Request::CopyPicture(view) => self.copy_picture(ctx, view, MIDDLE_SCALE),
            Request::CopyValues(view) => self.copy_values(ctx, view),
            Request::Reveal(view) => self.to_reveal.push(view),
            Request::Swap(view, way) => {
                self.has_tiles_to_keep |= rearrange::swap_with_neighbor(&mut self.tree, view, way);
            }
            Request::Tab(view, way) => {
                self.has_tiles_to_keep |= rearrange::into_or_out_of_tabs(&mut self.tree, view, way);
            }
        }
    }

    /// Other views have been opened: their tiles as they were left, or as they lie at first.
    pub(super) fn take_views(&mut self) {
        let views = self.state.scene().draft().views;
        if views == self.views {
            return;
        }
        self.settings.tiles = self.tiles_to_keep();
        self.has_tiles_to_keep = false;
        self.views = views;
        self.rasters.keep(views);
        let tree = arrangement::tree_from_stored(&self.settings.tiles, views);
        self.tree = tree.unwrap_or_else(|| arrangement::default_tree(views));
        self.maximized = self.maximized.filter(|&view| views.contains(view));
        if !views.contains(self.used_view) {
            self.used_view = views.iter().next().unwrap_or(View::Heatmap);
        }
    }

    /// What the views in sight ask is found out.
    pub(super) fn study(&mut self, ctx: &egui::Context) {
        let (scene, table) = (self.state.scene(), self.state.table());
        let is_seen = |view: &View| self.maximized.is_none_or(|maximized| maximized == *view);
        let mut questions: Vec<Question> = Vec::new();
        for view in self.views.iter().filter(is_seen) {
            questions
                .extend(view.question(scene, table).filter(|asked| !questions.contains(asked)));
        }
        let withheld = self.state.withheld();
        let withheld = withheld.as_ref().map(VectorsFile::text);
        questions.retain(|asked| asked.file().is_none() || asked.file() != withheld);
        self.studies.withhold(withheld);
        let ctx = ctx.clone();
        self.studies.follow(&questions, move || ctx.request_repaint());
    }

    /// What views look at.
    pub(super) fn subject(&self, ctx: &egui::Context) -> Subject<'_> {
        Subject {
            scene: self.state.scene(),
            table: self.state.table(),
            theme: Theme::new(ctx.theme() == egui::Theme::Dark),
            answers: self.studies.answers(),
        }
    }

    /// Selections that have moved out of sight are followed.
    pub(super) fn reveal(&mut self, ctx: &egui::Context) {
        for view in std::mem::take(&mut self.to_reveal) {
            let subject = self.subject(ctx);
            let reveal = view
                .cells(subject.table)
                .and_then(|cells| cells.reveal(subject, Gesture::Continuous(FOLLOWED)));
            if let Some(action) = reveal {
                self.state.run(action);
            }
        }
    }

    /// A table of numbers keeps the selected cell in sight, whoever has moved it.
    pub(super) fn follow_selection(&mut self) {
        let scene = self.state.scene();
        let selected = (scene.position(), scene.column());
        if std::mem::replace(&mut self.selected, selected) == selected {
            return;
        }
        let key = scene::Key::Values;
        let Some(window) = scene.draft().windows.get(key) else { return };
        let Some(shown) = self.rasters.drawing(View::Values).and_then(|drawing| drawing.grid)
        else {
            return;
        };
        let row = selected.0 - scene.extent().start();
        let (first_row, first_column) = shown.revealing(row, i64::from(selected.1));
        let moved = |span: Span, first: i64| Span {
            start: first as f64,
            end: first as f64 + span.length(),
        };
        let moved = Window { x: moved(window.x, first_column), y: moved(window.y, first_row) };
        if moved != window {
            let gesture = Gesture::Continuous(FOLLOWED);
            self.state.run(Action::Show { key, window: Some(moved), gesture });
        }
    }

    /// The key of the scene that says what the view in use shows.
    pub(super) fn window_key(&self) -> Option<scene::Key> {
        self.used_view.cells(self.state.table()).map(CellView::window_key)
    }

    fn toggle_maximized(&mut self, view: View) {
        self.used_view = view;
        self.maximized = if self.maximized.is_none() { Some(view) } else { None };
    }

    /// The window as other eyes see it.
    fn preview(&mut self, ctx: &egui::Context, vision: Vision) {
        Preview::set(ctx, vision);
        self.rasters.forget();
    }

    fn toggle_sheet(&mut self, sheet: Sheet) {
        self.sheet = if self.sheet == Some(sheet) { None } else { Some(sheet) };
    }

    fn set_theme(&mut self, ctx: &egui::Context, choice: ThemeChoice) {
        self.settings.theme = choice;
        ctx.set_theme(preference(choice));
        self.settings_changed(ctx);
    }
}

/// Of a file, or of the files in a folder.
fn size_on_disk(path: &Path) -> u64 {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    match std::fs::read_dir(path) {
        Ok(entries) => entries.flatten().map(|entry| size(&entry.path())).sum(),
        Err(_no_folder) => size(path),
    }
}
