//! The program in its window: its parts, and the two halves of a frame.

use std::time::Duration;

use super::{description::Description, frame_state::Shell};
use crate::{
    action::{Action, Gesture},
    app::{
        controls::control_highlight::HighlightedControl,
        files::{
            Files,
            export_panel::ExportPanel,
            open_panel::{OpenPanel, Purpose},
            recent::Recent,
            scene_table::SceneTables,
        },
        lessons::{course::Lessons, presentation::Presentation},
        look::{focus, style},
        panel::player::Player,
        plot::plots::Plots,
        settings::{Settings, Store, ThemeChoice, autosave::Autosave},
        state::{Severity, State, rooms},
        tasks::{Tasks, task::wake},
        tiles::tile_area::TileArea,
    },
    lesson::Highlight,
    picture::{Drawing, RasterRequest, Theme},
    scene::{FilePath, Scene, Setting, Side},
    views::{Subject, View},
};

/// The program in its window: a list of its parts, each with the state of one module.
///
/// A frame has two halves. [`App::logic`] takes the results of tasks and runs actions; [`App::ui`] draws, and
/// collects the actions of the next frame. Therefore everything that is drawn in one frame is consistent.
pub struct App {
    pub(super) state: State,
    pub(super) shell: Shell,
    pub(super) tiles: TileArea,
    pub(super) plots: Plots,
    pub(super) player: Player,
    pub(super) lessons: Lessons,
    pub(super) files: Files,
    pub(super) autosave: Autosave,
    pub(super) tasks: Tasks,
}

impl App {
    /// Makes the program with a scene, or with the last one, and with the settings of a store.
    pub fn new(ctx: &egui::Context, scene: Option<Scene>, store: Store) -> Self {
        let (settings, load_error) = store.load();
        style::install(ctx);
        if settings.reduce_motion {
            style::set_motion(ctx, true);
        }
        ctx.set_theme(theme_preference(settings.theme));
        ctx.set_zoom_factor(settings.zoom);
        let (last_scene, fault) = settings.last_scene();
        let scene = match scene {
            Some(scene) => rooms::at_home(scene),
            // Views that were chosen stay if they fit.
            None if rooms::fits(&last_scene) => last_scene,
            None => rooms::moved_home(last_scene),
        };
        let mut state = State::new(scene);
        let fault = fault.map(|fault| with_kept_scene(&fault, &store, &settings.scene));
        for error in load_error.into_iter().chain(fault) {
            state.notify(Severity::Error, error);
        }
        let lessons = Lessons::new(settings.lesson.clone());
        if let Some(place) = &lessons.left {
            state.offer_lesson(format!("Resume {}", place.title()));
        }
        let views = state.scene().draft().views;
        let export = ExportPanel::with_kept(settings.export_path.clone(), &settings.export);
        Self {
            state,
            shell: Shell::default(),
            tiles: TileArea::new(&settings.tiles, views),
            plots: Plots::default(),
            player: Player::new(settings.speed),
            lessons,
            files: Files {
                export,
                open: None,
                tables: SceneTables::default(),
                recent: Recent(settings.recent.clone()),
                tensors: None,
            },
            autosave: Autosave::new(settings, store),
            tasks: Tasks::default(),
        }
    }

    /// Shows the doors at the first start, unless the user has asked for something.
    pub fn welcome(&mut self, is_asked: bool) {
        let settings = &mut self.autosave.settings;
        let is_first = !std::mem::replace(&mut settings.is_welcomed, true);
        self.shell.is_welcoming = is_first && !is_asked;
    }

    /// Allows reading the files that the scene names, for a scene typed on the command line.
    pub fn trust_scene(&mut self) {
        self.state.trust_scene();
    }

    /// Leaves the last scene and the recent files as the session before has left them.
    pub fn keep_last_session(&mut self) {
        self.autosave.is_passing = true;
    }

    /// The state behind the window.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Request that made the picture shown by a view.
    pub fn shown(&self, view: View) -> Option<&RasterRequest> {
        self.plots.rasters.shown(view)
    }

    /// Drawing shown by a view.
    pub fn drawing(&self, view: View) -> Option<&Drawing> {
        self.plots.rasters.drawing(view)
    }

    /// True while a computation for a view is running in the background.
    pub fn is_computing(&self) -> bool {
        self.tasks.computations.is_busy() || self.files.tables.is_busy()
    }

    /// Number of pictures computed since the start.
    pub fn num_rasters_rendered(&self) -> u64 {
        self.plots.rasters.num_rendered
    }

    /// The open lesson: its name, the current step from 0, and the number of steps.
    pub fn lesson_step(&self) -> Option<(String, usize, usize)> {
        let reader = self.lessons.reader.as_ref()?;
        Some((reader.name(), reader.step(), reader.lesson().steps.len()))
    }

    /// Target that the lesson points out.
    pub fn pointed(&self) -> Option<Highlight> {
        self.lessons.pointed()
    }

    /// True if the control that the lesson points out was drawn in the last frame.
    pub fn has_drawn_pointed_control(&self, ctx: &egui::Context) -> bool {
        HighlightedControl::of(ctx).is_drawn
    }

    /// First half of a frame: takes the results of tasks, reads gestures on charts, and runs the commands and actions
    /// of the last frame.
    pub fn logic(&mut self, ctx: &egui::Context) {
        self.take_job_results(ctx);
        self.shell.closing.follow(ctx, &self.tasks.jobs);
        self.take_dropped_file(ctx);
        self.take_shortcuts(ctx);
        self.read_gestures(ctx);
        // A command or a request is a beginning of one's own.
        self.shell.is_welcoming &= self.shell.commands.is_empty() && self.shell.requests.is_empty();
        for command in std::mem::take(&mut self.shell.commands) {
            self.run(ctx, command);
        }
        for request in std::mem::take(&mut self.shell.requests) {
            self.handle_request(ctx, request);
        }
        if self.shell.actions.iter().any(|action| *action != Action::EndGesture) {
            self.lessons.finish_transition(&mut self.state);
        }
        for action in std::mem::take(&mut self.shell.actions) {
            if let Action::ChooseTensor { side, file } = &action {
                self.choose_tensor(ctx, *side, file.clone());
            }
            let purpose = match action {
                Action::ChooseVectors => Some(Purpose::Vectors),
                Action::ChooseTableOfB => Some(Purpose::Table(Side::B)),
                Action::ChooseModel(side) => Some(Purpose::Model(side)),
                _ => None,
            };
            if let Some(purpose) = purpose {
                self.files.open = Some(OpenPanel::new(purpose));
            }
            if let Action::CopyText(text) = action {
                ctx.copy_text(text);
                self.state.notify(Severity::Info, "Copied");
                continue;
            }
            if self.lessons.is_open() && matches!(action, Action::OpenViews(_) | Action::Enter(_)) {
                // The controls that a step chooses are not those of other views.
                self.state.run(Action::Edit(Setting::Controls(None), Gesture::Single));
            }
            self.state.run(action);
        }
        if let Some(action) = self.player.advance(ctx, self.state.scene()) {
            self.state.run(action);
            self.plots.to_reveal.extend(self.tiles.views.iter());
        }
        self.take_saved_lesson(ctx);
        self.files.tables.follow(&mut self.state, ctx);
        self.lessons.animate(&mut self.state, ctx);
        let results = self.tasks.computations.results();
        self.plots.reveal(&mut self.state, theme(ctx), results);
        self.plots.follow_selection(&mut self.state);
        self.take_opened_views();
        self.follow_computations(ctx);
        self.autosave(ctx);
    }

    /// Second half of a frame: draws the window.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        // Name of the window for screen readers.
        ctx.accesskit_node_builder(egui::accesskit_root_id(), |node| node.set_label("Phasor"));
        let scene = self.state.scene().clone();
        let table = self.state.table().clone();
        let results = self.tasks.computations.results().clone();
        let theme = theme(&ctx);
        let counterpart = self.state.counterpart().cloned();
        let subject = Subject::new((&scene, &table), counterpart.as_ref(), theme, &results);
        Description::update(&mut self.shell.description, subject);
        let key = match self.lessons.pointed() {
            Some(Highlight::Control(key)) => Some(key),
            _ => None,
        };
        HighlightedControl::begin(&ctx, key);
        if !self.shell.is_fitted {
            self.shell.is_fitted = fit_window(&ctx);
        }
        if let Some(presentation) = &mut self.lessons.presentation {
            presentation.hide_pointer(&ctx);
            Presentation::fit_type(&ctx);
            self.caption_ui(ui, subject);
        } else {
            self.menu_ui(ui, subject);
            self.panels_ui(ui, subject);
        }
        self.tiles_ui(ui, subject);
        self.overlays_ui(&ctx, subject);
        focus::focus_ui(&ctx, theme);
        self.shell.had_text_focus = ctx.text_edit_focused();
        if self.shell.has_work() {
            // The next frame follows at once, and shows what this one requested.
            ctx.request_repaint();
        }
        if self.tasks.is_busy() || self.files.tables.is_busy() {
            ctx.request_repaint_after(Duration::from_millis(100));
        }
    }

    /// Saves the settings now. Also called when the window closes.
    pub fn save_settings(&mut self) {
        if let Some(error) = self.autosave.save() {
            self.state.notify(Severity::Error, error);
        }
    }

    /// Reads the gestures on charts: panning, zooming, selection and hover.
    fn read_gestures(&mut self, ctx: &egui::Context) {
        let results = self.tasks.computations.results();
        let subject = self.state.subject(theme(ctx), results);
        let (actions, requests) = (&mut self.shell.actions, &mut self.shell.requests);
        self.plots.gestures.read(ctx, subject, actions, requests);
    }

    fn autosave(&mut self, ctx: &egui::Context) {
        if self.player.is_playing() {
            // A moving scene is saved once it has stopped.
            return;
        }
        let current = self.current_settings(ctx);
        if let Some(error) = self.autosave.update(ctx, current) {
            self.state.notify(Severity::Error, error);
        }
    }

    fn current_settings(&mut self, ctx: &egui::Context) -> Settings {
        let settings = &self.autosave.settings;
        let presentation = self.lessons.presentation.as_ref();
        Settings {
            theme: settings.theme,
            reduce_motion: settings.reduce_motion,
            is_welcomed: settings.is_welcomed,
            zoom: presentation.map_or_else(|| ctx.zoom_factor(), Presentation::zoom_before),
            scene: self.lessons.scene_to_keep(self.state.scene()).to_string(),
            lesson: self.lessons.place(),
            tiles: self.tiles.take_stored(&settings.tiles),
            export_path: self.files.export.path().to_owned(),
            export: self.files.export.kept(),
            speed: self.player.speed,
            recent: self.files.recent.0.clone(),
            others: settings.others.clone(),
        }
    }

    /// Opens the tiles of other views, after the scene has changed.
    pub(super) fn take_opened_views(&mut self) {
        let views = self.state.scene().draft().views;
        if views == self.tiles.views {
            return;
        }
        let settings = &mut self.autosave.settings;
        settings.tiles = self.tiles.take_stored(&settings.tiles);
        self.plots.rasters.keep(views);
        self.tiles.open(&settings.tiles, views);
    }

    /// Starts the computations that the visible views need.
    fn follow_computations(&mut self, ctx: &egui::Context) {
        let subject = self.state.subject(theme(ctx), self.tasks.computations.results());
        let mut computations = Vec::new();
        for view in self.tiles.visible_views() {
            for computation in view.computations(subject) {
                if !computations.contains(&computation) {
                    computations.push(computation);
                }
            }
        }
        let withheld = self.state.withheld();
        let withheld = withheld.as_ref().map(FilePath::text);
        computations
            .retain(|computation| computation.file().is_none() || computation.file() != withheld);
        self.tasks.computations.withhold(withheld);
        for error in self.tasks.computations.follow(&computations, wake(ctx)) {
            self.state.notify(Severity::Error, error);
        }
    }
}

/// Sentence about a scene that cannot be read, with the file that keeps its text: the settings get another scene.
fn with_kept_scene(fault: &str, store: &Store, text: &str) -> String {
    match store.keep_scene(text) {
        Ok(Some(path)) => format!("{fault}. Its text is kept in {}", path.display()),
        Ok(None) => fault.to_owned(),
        Err(error) => format!("{fault}. Its text cannot be kept: {error}"),
    }
}

/// Current theme of the window.
pub(super) fn theme(ctx: &egui::Context) -> Theme {
    Theme::new(ctx.theme() == egui::Theme::Dark)
}

/// Theme preference of egui for a choice in the settings.
pub(super) fn theme_preference(choice: ThemeChoice) -> egui::ThemePreference {
    match choice {
        ThemeChoice::Light => egui::ThemePreference::Light,
        ThemeChoice::Dark => egui::ThemePreference::Dark,
        ThemeChoice::System => egui::ThemePreference::System,
    }
}

/// Shrinks the first window to its screen, with its title bar. True once the size of the screen is known.
fn fit_window(ctx: &egui::Context) -> bool {
    /// Height of a title bar and of the bar of a desktop.
    const BARS: f32 = 72.0;
    let (screen, inner) = ctx.input(|input| {
        let viewport = input.viewport();
        (viewport.monitor_size, viewport.inner_rect)
    });
    let Some((screen, inner)) = screen.zip(inner) else { return false };
    let fitting = inner.size().min(screen - egui::vec2(0.0, BARS));
    if fitting != inner.size() && screen.min_elem() > 0.0 {
        ctx.send_viewport_cmd(egui::ViewportCommand::InnerSize(fitting));
    }
    true
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::app::tasks::computations::Computations;

    #[test]
    fn panicking_computation_is_one_notice() {
        let ctx = egui::Context::default();
        let scene = "views=criteria".parse().unwrap();
        let mut app = App::new(&ctx, Some(scene), Store::default());
        app.tasks.computations =
            Computations::new(|_question, _report| panic!("a row has no mean"));
        let frame = |app: &mut App| {
            let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                app.logic(ui.ctx());
                app.ui(ui);
            });
            output.textures_delta.clear();
        };
        let began = Instant::now();
        for _ in 0..5 {
            frame(&mut app);
            while app.is_computing() {
                assert!(began.elapsed() < Duration::from_mins(1), "waited for the computation");
                frame(&mut app);
            }
        }
        let notices: Vec<(Severity, &str)> =
            app.state().notices.iter().map(|it| (it.severity, it.text.as_str())).collect();
        let expected = "Measuring the criteria failed unexpectedly: a row has no mean";
        assert_eq!(notices, [(Severity::Error, expected)]);
    }
}
