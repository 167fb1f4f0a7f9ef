//! Commands of menus and shortcuts, and requests of tiles.

use super::{
    app::{App, theme, theme_preference},
    command::Command,
    go_to::GoTo,
    guide,
    palette::Palette,
    sheets::HelpSheet,
};
use crate::{
    action::Action,
    app::{
        files::{
            clipboard::{self, STANDARD_SCALE},
            open_panel::{OpenPanel, Purpose},
        },
        lessons::print::Printed,
        look::{color_vision::ColorVision, style},
        panel::player::Played,
        request::Request,
        settings::ThemeChoice,
        state::Severity,
    },
    export::{Language, code},
    handout::HandoutKind,
    lesson::CLASS,
    picture::{Formula, Vision},
    scene::Side,
    views::{View, explanation},
};

impl App {
    /// Formula of the selected cell.
    fn formula(&self, ctx: &egui::Context) -> Formula {
        let results = self.tasks.computations.results();
        explanation::formula(self.state.subject(theme(ctx), results))
    }

    /// Steps the position or the offset, and keeps the position visible in all views.
    fn step(&mut self, played: Played, by: i64) {
        self.shell.actions.push(self.player.step(played, self.state.scene(), by));
        self.plots.to_reveal.extend(self.tiles.views.iter());
    }

    fn ask_where_to_print(&mut self, printed: Printed) {
        self.files.open = Some(OpenPanel::new(Purpose::Print(printed)));
    }

    /// Runs a command.
    pub(super) fn run(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::Export => self.files.export.is_open = true,
            Command::OpenScene => self.files.open = Some(OpenPanel::new(Purpose::Scene)),
            Command::SaveScene => self.files.open = Some(OpenPanel::new(Purpose::SaveScene)),
            Command::OpenTable => self.files.open = Some(OpenPanel::new(Purpose::Table(Side::A))),
            Command::OpenExample => self.open_example(ctx),
            Command::OpenModel => self.files.open = Some(OpenPanel::new(Purpose::Model(Side::A))),
            Command::SaveHandout => {
                self.ask_where_to_print(Printed::OfLesson(HandoutKind::Handout));
            }
            Command::SaveQuiz => self.ask_where_to_print(Printed::OfLesson(HandoutKind::Quiz)),
            Command::SaveNotes => self.ask_where_to_print(Printed::OfLesson(HandoutKind::Notes)),
            Command::SaveSummary => self.ask_where_to_print(Printed::Summary),
            Command::SaveExercises => self.ask_where_to_print(Printed::Exercises),
            Command::OneClass => self.open_lesson_named(ctx, CLASS),
            Command::OpenLesson => self.files.open = Some(OpenPanel::new(Purpose::Lesson)),
            Command::NextStep | Command::PreviousStep if !self.lessons.is_open() => {
                let note = "No lesson is open: choose one from the Lessons menu";
                self.state.notify(Severity::Info, note);
            }
            Command::NextStep => self.next_step(ctx),
            Command::PreviousStep => self.step_lesson(ctx, -1),
            Command::CloseLesson => self.close_lesson(),
            Command::ResumeLesson => self.resume_lesson(ctx),
            Command::Present => self.toggle_presentation(ctx),
            Command::OpenVectors => self.files.open = Some(OpenPanel::new(Purpose::Vectors)),
            Command::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Command::Undo => self.shell.actions.push(Action::Undo),
            Command::Redo => self.shell.actions.push(Action::Redo),
            Command::CopyScene => {
                ctx.copy_text(self.state.scene().to_copy());
                self.state.notify(Severity::Info, "Copied the scene");
            }
            Command::PasteScene => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Command::CopyFormula => {
                let formula = self.formula(ctx);
                ctx.copy_text(formula.plain_text());
                self.state.notify(Severity::Info, "Copied the formula");
            }
            Command::CopyFormulaTex => {
                let formula = self.formula(ctx);
                ctx.copy_text(formula.to_tex());
                self.state.notify(Severity::Info, "Copied the formula as LaTeX");
            }
            Command::CopyPicture => self.copy_picture(ctx, self.tiles.used_view(), STANDARD_SCALE),
            Command::CopyPictureSmall => self.copy_picture(ctx, self.tiles.used_view(), 1),
            Command::CopyPictureLarge => self.copy_picture(ctx, self.tiles.used_view(), 4),
            Command::CopyNumPy => self.copy_code(ctx, Language::NumPy),
            Command::CopyPyTorch => self.copy_code(ctx, Language::PyTorch),
            Command::CopyJax => self.copy_code(ctx, Language::Jax),
            Command::CopyRust => self.copy_code(ctx, Language::Rust),
            Command::CopyValues => self.copy_values(ctx, self.tiles.used_view()),
            Command::ThemeLight => self.set_theme(ctx, ThemeChoice::Light),
            Command::ThemeDark => self.set_theme(ctx, ThemeChoice::Dark),
            Command::ThemeSystem => self.set_theme(ctx, ThemeChoice::System),
            Command::ReduceMotion => {
                self.autosave.settings.reduce_motion = !self.autosave.settings.reduce_motion;
                style::set_motion(ctx, self.autosave.settings.reduce_motion);
                self.autosave.schedule(ctx);
            }
            Command::SeenFull => self.preview_vision(ctx, Vision::Full),
            Command::SeenGreyscale => self.preview_vision(ctx, Vision::Greyscale),
            Command::SeenProtanopia => self.preview_vision(ctx, Vision::Protanopia),
            Command::SeenDeuteranopia => self.preview_vision(ctx, Vision::Deuteranopia),
            Command::SeenTritanopia => self.preview_vision(ctx, Vision::Tritanopia),
            Command::ZoomIn => egui::gui_zoom::zoom_in(ctx),
            Command::ZoomOut => egui::gui_zoom::zoom_out(ctx),
            Command::ZoomReset => ctx.set_zoom_factor(1.0),
            Command::ShowEarlier => {
                self.shell.actions.extend(self.zoomable_view().map(Action::ShowEarlier));
            }
            Command::ShowLater => {
                self.shell.actions.extend(self.zoomable_view().map(Action::ShowLater));
            }
            Command::Play => self.shell.actions.extend(self.player.toggle(ctx, self.state.scene())),
            Command::PlayOffset => {
                let scene = self.state.scene();
                self.shell.actions.extend(self.player.toggle_of(Played::Offset, ctx, scene));
            }
            Command::StepBack => self.step(Played::Position, -1),
            Command::StepOn => self.step(Played::Position, 1),
            Command::OffsetBack => self.step(Played::Offset, -1),
            Command::OffsetOn => self.step(Played::Offset, 1),
            Command::Palette => self.shell.palette = Some(Palette::default()),
            Command::GoTo => self.shell.go_to = Some(GoTo::default()),
            Command::Maximize => self.tiles.toggle_maximized(self.tiles.used_view()),
            Command::ResetLayout => self.tiles.reset(),
            Command::FullScreen => {
                let is_full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!is_full));
            }
            Command::Guide => self.open_guide(),
            Command::Shortcuts => self.shell.toggle_sheet(HelpSheet::Shortcuts),
            Command::About => self.shell.toggle_sheet(HelpSheet::About),
        }
    }

    /// Opens the guide in the browser.
    fn open_guide(&mut self) {
        match guide::write() {
            Ok(path) => {
                let opened = open::that_detached(&path);
                if let Err(message) = guide::opened(&path, opened) {
                    self.state.notify(Severity::Error, message);
                }
            }
            Err(error) => {
                self.state.notify(Severity::Error, format!("The guide cannot be written: {error}"));
            }
        }
    }

    /// Handles a request of a tile.
    pub(super) fn handle_request(&mut self, ctx: &egui::Context, request: Request) {
        match request {
            Request::ToggleMaximized(view) => self.tiles.toggle_maximized(view),
            Request::Export(view) => self.files.export.open_for(view),
            Request::Use(view) => self.tiles.use_view(view),
            Request::CopyPicture(view) => self.copy_picture(ctx, view, STANDARD_SCALE),
            Request::CopyValues(view) => self.copy_values(ctx, view),
            Request::Reveal(view) => self.plots.to_reveal.push(view),
            Request::Center(view) => self.plots.to_center.push(view),
            Request::Swap(view, direction) => self.tiles.swap(view, direction),
            Request::Tab(view, direction) => self.tiles.tab(view, direction),
        }
    }

    fn copy_picture(&mut self, ctx: &egui::Context, view: View, scale: u32) {
        let subject = self.state.subject(theme(ctx), self.tasks.computations.results());
        clipboard::copy_picture(ctx, &mut self.tasks.jobs, subject, view, scale);
    }

    fn copy_values(&mut self, ctx: &egui::Context, view: View) {
        let subject = self.state.subject(theme(ctx), self.tasks.computations.results());
        match clipboard::copy_values(ctx, &mut self.tasks.jobs, subject, view) {
            Ok(None) => {}
            Ok(Some(text)) => {
                ctx.copy_text(text);
                self.state.notify(Severity::Info, "Copied the values");
            }
            Err(error) => self.state.notify(Severity::Error, error),
        }
    }

    /// Copies code that makes the table.
    fn copy_code(&mut self, ctx: &egui::Context, language: Language) {
        let Some(code) = code(self.state.scene(), language) else {
            self.state.notify(Severity::Refused, "Code is available for sinusoids");
            return;
        };
        ctx.copy_text(code);
        self.state.notify(Severity::Info, format!("Copied code for {}", language.title()));
    }

    /// View that holds the visible part of the active view, if that can be zoomed.
    pub(super) fn zoomable_view(&self) -> Option<View> {
        self.tiles.used_view().cells(self.state.table()).map(|cells| cells.view)
    }

    /// Previews the window as seen with a color vision deficiency.
    fn preview_vision(&mut self, ctx: &egui::Context, vision: Vision) {
        ColorVision::set(ctx, vision);
        self.plots.rasters.forget();
    }

    fn set_theme(&mut self, ctx: &egui::Context, choice: ThemeChoice) {
        self.autosave.settings.theme = choice;
        ctx.set_theme(theme_preference(choice));
        self.autosave.schedule(ctx);
    }
}
