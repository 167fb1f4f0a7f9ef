//! The window: panels, tiles, dialogs, jobs, and the state behind them.
//!
//! A frame has two halves. [`App::logic`] takes the results of jobs and runs actions; [`App::ui`]
//! draws, and collects the actions of the next frame. So everything that is drawn in one frame agrees.

#[path = "tiles/arrangement.rs"]
mod arrangement;
#[path = "shell/menu_bar.rs"]
mod bars;
#[path = "files/clipboard.rs"]
mod clipboard;
#[path = "shell/command.rs"]
mod command;
#[path = "panel/convention_chooser.rs"]
mod convention_ui;
#[path = "shell/sheets.rs"]
mod dialogs;
#[path = "shell/layout.rs"]
mod draw;
#[path = "tiles/edges.rs"]
mod edges;
#[path = "files/export_panel/panel.rs"]
mod export_panel;
#[path = "files/file_dialog.rs"]
mod file_dialog;
#[path = "shell/go_to.rs"]
mod go_to;
#[path = "look/icon.rs"]
mod icon;
#[path = "tasks/jobs.rs"]
mod jobs;
#[path = "tasks/jobs_ui.rs"]
mod jobs_ui;
#[path = "settings/autosave.rs"]
mod keep;
#[path = "shell/launch.rs"]
mod launch;
#[path = "shell/lesson_panel.rs"]
mod lesson_ui;
#[path = "shell/lesson_handling.rs"]
mod lessons;
#[path = "plot/navigate.rs"]
mod navigate;
#[path = "files/open_panel.rs"]
mod open_panel;
#[path = "plot/paint.rs"]
mod paint;
#[path = "panel/parameter_panel.rs"]
mod panel;
#[path = "panel/player.rs"]
mod player;
#[path = "plot/pointing.rs"]
mod pointing;
#[path = "lessons/presentation.rs"]
mod present;
#[path = "lessons/reader.rs"]
mod reader;
#[path = "tiles/rearrange.rs"]
mod rearrange;
#[path = "plot/grid_scroll.rs"]
mod scroll;
#[path = "look/color_vision.rs"]
mod seen;
#[path = "shell/command_handling.rs"]
mod serve;
#[path = "settings/store.rs"]
pub mod settings;
#[path = "look/focus.rs"]
mod sight;
pub mod state;
#[path = "tasks/computations.rs"]
mod studies;
#[path = "look/style.rs"]
mod style;
#[path = "files/path_input.rs"]
mod target;
#[path = "plot/hit_targets.rs"]
mod targets;
#[path = "tiles/tile_keys.rs"]
mod tile_keys;
#[path = "tiles/behavior.rs"]
mod tiles;
#[path = "lessons/transition.rs"]
mod transition;

use std::{path::Path, time::Duration};

pub use command::Command;
pub use launch::{LaunchError, OnFrame, Options, run};

use crate::{
    action::Action,
    encoding::Table,
    lesson::Target,
    picture::{Drawing, Formula, Laid, RasterRequest, Theme},
    scene::{Scene, Views},
    views::{Subject, View, controls::Pointed, says},
};
use arrangement::Pane;
use dialogs::Sheet;
use export_panel::ExportPanel;
use go_to::GoTo;
use jobs::Jobs;
use open_panel::{OpenPanel, Purpose};
use player::Player;
use present::Presenting;
use reader::Reader;
use settings::{Settings, Store, ThemeChoice};
use state::{Severity, State};
use studies::Studies;
use tiles::Request;
use transition::Transition;

/// Seconds for which something done is told.
const NOTICE_SECONDS: f64 = 6.0;
/// Gesture of windows that follow the selection.
const FOLLOWED: u64 = 3000;
const FORMULA_BAR_HEIGHT: f32 = 62.0;
const MENU_BAR_HEIGHT: f32 = 36.0;

/// The program in its window.
pub struct App {
    state: State,
    actions: Vec<Action>,
    commands: Vec<Command>,
    requests: Vec<Request>,
    tree: egui_tiles::Tree<Pane>,
    /// The views that the tree holds.
    views: Views,
    maximized: Option<View>,
    used_view: View,
    rasters: paint::Rasters,
    words: Option<Words>,
    sheet: Option<Sheet>,
    export: ExportPanel,
    jobs: Jobs,
    studies: Studies,
    go_to: Option<GoTo>,
    open: Option<OpenPanel>,
    player: Player,
    reader: Option<Reader>,
    transition: Option<Transition>,
    presenting: Option<Presenting>,
    /// The selection of the last frame: a table of numbers follows it when it moves.
    selected: (i64, u32),
    /// Views whose selection must be in sight once the actions have run.
    to_reveal: Vec<View>,
    settings: Settings,
    store: Store,
    /// When what has changed is to be kept.
    save_at: Option<f64>,
    /// Why they could not be kept the last time.
    save_error: Option<String>,
    /// Whether the tiles differ from what the settings say.
    has_tiles_to_keep: bool,
    /// Whether text had the focus when the last frame ended: an Escape of this frame is then for it.
    had_text_focus: bool,
}

/// Words about a scene: kept, since they cost more than drawing them.
struct Words {
    scene: Scene,
    said: Vec<String>,
    formula: Formula,
    laid: Laid,
}

impl Words {
    fn new(scene: &Scene, table: &Table) -> Self {
        let formula = says::cell_formula(scene, table);
        let laid = formula.laid(bars::FORMULA_SIZE);
        Self { scene: scene.clone(), said: says::sentences(scene, table), formula, laid }
    }
}

impl App {
    /// The program with a scene, or with the last one, and with the settings of a store.
    pub fn new(ctx: &egui::Context, scene: Option<Scene>, store: Store) -> Self {
        let (settings, told) = store.load();
        style::install(ctx);
        if settings.reduce_motion {
            style::set_motion(ctx, true);
        }
        ctx.set_theme(preference(settings.theme));
        ctx.set_zoom_factor(settings.zoom);
        let (scene, unknown) = scene.map_or_else(|| settings.last_scene(), |scene| (scene, None));
        let mut state = State::new(scene);
        for told in told.into_iter().chain(unknown) {
            state.tell(Severity::Error, told);
        }
        let views = state.scene().draft().views;
        let tree = arrangement::tree_from_stored(&settings.tiles, views);
        let export = ExportPanel::with_kept(settings.export_path.clone(), &settings.export);
        Self {
            state,
            actions: Vec::new(),
            commands: Vec::new(),
            requests: Vec::new(),
            tree: tree.unwrap_or_else(|| arrangement::default_tree(views)),
            views,
            maximized: None,
            used_view: views.iter().next().unwrap_or(View::Heatmap),
            rasters: paint::Rasters::default(),
            words: None,
            sheet: None,
            export,
            jobs: Jobs::default(),
            studies: Studies::default(),
            go_to: None,
            open: None,
            player: Player::new(settings.speed),
            reader: None,
            transition: None,
            presenting: None,
            selected: (0, 0),
            to_reveal: Vec::new(),
            settings,
            store,
            save_at: None,
            save_error: None,
            has_tiles_to_keep: false,
            had_text_focus: false,
        }
    }

    /// The files that the scene names may be read: who types a command line means what stands in it.
    pub fn trust_scene(&mut self) {
        let draft = self.state.scene().draft();
        self.state.trust(&draft);
    }

    /// The state behind the window.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What a view shows now, as the request that made its picture.
    pub fn shown(&self, view: View) -> Option<&RasterRequest> {
        self.rasters.shown(view)
    }

    /// How a view is drawn now.
    pub fn drawing(&self, view: View) -> Option<&Drawing> {
        self.rasters.drawing(view)
    }

    /// Whether anything that a view asks is being found out in the background.
    pub fn is_studying(&self) -> bool {
        self.studies.is_busy()
    }

    /// How many pictures have been computed since the start.
    pub fn num_rasters_rendered(&self) -> u64 {
        self.rasters.num_rendered
    }

    /// Takes what jobs have done, and runs what the last frame has asked for.
    pub fn logic(&mut self, ctx: &egui::Context) {
        self.take_results(ctx);
        self.take_dropped(ctx);
        self.shortcuts(ctx);
        for command in std::mem::take(&mut self.commands) {
            self.run(ctx, command);
        }
        for request in std::mem::take(&mut self.requests) {
            self.serve(ctx, request);
        }
        if self.actions.iter().any(|action| *action != Action::EndGesture) {
            self.land();
        }
        for action in std::mem::take(&mut self.actions) {
            if action == Action::ChooseVectors {
                self.open = Some(OpenPanel::new(Purpose::Vectors));
            }
            self.state.run(action);
        }
        if let Some(action) = self.player.advance(ctx, self.state.scene()) {
            self.state.run(action);
            self.to_reveal.extend(self.views.iter());
        }
        self.take_lesson(ctx);
        self.glide(ctx);
        self.reveal(ctx);
        self.follow_selection();
        self.take_views();
        self.study(ctx);
        self.keep_settings(ctx);
    }

    /// Draws the window.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        // What a screen reader calls the window itself.
        ctx.accesskit_node_builder(egui::accesskit_root_id(), |node| node.set_label("Phasor"));
        let theme = Theme::new(ctx.theme() == egui::Theme::Dark);
        let scene = self.state.scene().clone();
        let table = self.state.table().clone();
        let answers = self.studies.answers().clone();
        let subject = Subject { scene: &scene, table: &table, theme, answers: &answers };
        if self.words.as_ref().is_none_or(|words| words.scene != scene) {
            self.words = Some(Words::new(&scene, &table));
        }
        let pointed = self.reader.as_ref().and_then(|reader| reader.pointed);
        let key = match pointed {
            Some(Target::Control(key)) => Some(key),
            _ => None,
        };
        Pointed::begin(&ctx, key);
        if self.presenting.is_some() {
            Presenting::fit_type(&ctx);
            self.caption_ui(ui, subject);
        } else {
            self.menu_ui(ui, subject);
            self.panels_ui(ui, subject);
        }
        self.tiles_ui(ui, subject);
        self.overlays_ui(&ctx, subject);
        sight::focus_ui(&ctx, theme);
        self.had_text_focus = ctx.text_edit_focused();
        let has_work = !self.actions.is_empty()
            || !self.commands.is_empty()
            || !self.requests.iter().all(|request| matches!(request, Request::Use(_)));
        if has_work {
            // What was asked for in this frame is seen in the next, and that comes at once.
            ctx.request_repaint();
        }
        if !self.jobs.running().is_empty() || self.studies.is_busy() {
            ctx.request_repaint_after(Duration::from_millis(100));
        }
    }

    fn opened(&mut self, ctx: &egui::Context, purpose: Purpose, path: &Path) {
        match purpose {
            Purpose::Vectors => {
                // Who opens a file again means what is in it now.
                self.studies.forget_files();
                self.actions.push(Action::ReadVectors(path.display().to_string()));
            }
            Purpose::Lesson => self.open_lesson_file(ctx, path),
            Purpose::Scene => self.open_scene(ctx, path.to_owned()),
        }
    }

    /// What was done is told for a while; what could not be done stays until it is dismissed.
    fn age_notices(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        for notice in &mut self.state.notices {
            if notice.severity == Severity::Info {
                let until = *notice.until.get_or_insert(now + NOTICE_SECONDS);
                ctx.request_repaint_after(Duration::from_secs_f64((until - now).max(0.0)));
            }
        }
        self.state.notices.retain(|notice| notice.until.is_none_or(|until| now < until));
    }
}

fn preference(choice: ThemeChoice) -> egui::ThemePreference {
    match choice {
        ThemeChoice::Light => egui::ThemePreference::Light,
        ThemeChoice::Dark => egui::ThemePreference::Dark,
        ThemeChoice::System => egui::ThemePreference::System,
    }
}
