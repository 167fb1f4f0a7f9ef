//! Keyboard shortcuts. None acts while text has the focus.

use egui::Key;

use super::{app::App, command::Command};
use crate::{
    action::Action,
    app::{request::Request, state::Severity},
    views::View,
};

/// True for a key that types a letter: one without Ctrl and Alt that is no function key.
fn is_typed(shortcut: egui::KeyboardShortcut) -> bool {
    let modifiers = shortcut.modifiers;
    let has_letter = shortcut.logical_key.name().chars().count() == 1
        || shortcut.logical_key.symbol_or_name().chars().count() == 1
        || shortcut.logical_key == Key::Space;
    has_letter && !modifiers.ctrl && !modifiers.command && !modifiers.alt
}

impl App {
    /// Turns the keys of this frame into commands.
    pub(super) fn take_shortcuts(&mut self, ctx: &egui::Context) {
        if ctx.text_edit_focused() || self.shell.had_text_focus {
            return;
        }
        let has_overlay = self.has_overlay();
        let mut shortcuts: Vec<_> = Command::ALL
            .iter()
            .filter(|command| !command.is_handled_by_platform())
            .filter(|&&command| command != Command::Play || self.is_space_free(ctx))
            // Without a lesson these keys scroll the widget that has the focus.
            .filter(|command| {
                self.lessons.is_open()
                    || !matches!(command, Command::NextStep | Command::PreviousStep)
            })
            .filter_map(|&command| Some((command.shortcut()?, self.meant(command))))
            // What is typed over an open panel does not act on what is behind it.
            .filter(|(shortcut, _)| !has_overlay || !is_typed(*shortcut))
            .collect();
        // Shortcuts with Shift or Alt first: egui matches Ctrl + Z even if Shift is held.
        shortcuts
            .sort_by_key(|(shortcut, _)| !(shortcut.modifiers.shift || shortcut.modifiers.alt));
        for (shortcut, command) in shortcuts {
            if ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
                self.shell.commands.push(command);
            }
        }
        if !has_overlay {
            self.take_answer(ctx);
        }
        self.take_clipboard_events(ctx);
        self.take_escape(ctx);
    }

    /// Takes copy and paste, which the platform turns into events.
    fn take_clipboard_events(&mut self, ctx: &egui::Context) {
        for event in ctx.input(|input| input.events.clone()) {
            match event {
                egui::Event::Copy => self.shell.commands.push(self.copied()),
                egui::Event::Paste(text) if text.trim().is_empty() => {
                    let refusal = "Not a scene: the clipboard holds no text";
                    self.state.notify(Severity::Refused, refusal);
                }
                egui::Event::Paste(text) => self.shell.actions.push(Action::LoadScene(text)),
                _ => {}
            }
        }
    }

    /// Leaves the presentation or the maximized view, and closes the export panel.
    fn take_escape(&mut self, ctx: &egui::Context) {
        if !ctx.input(|input| input.key_pressed(Key::Escape)) {
            return;
        }
        let has_overlay = self.has_overlay();
        if !has_overlay && self.lessons.is_presenting() {
            self.toggle_presentation(ctx);
        } else if !has_overlay {
            self.tiles.maximized = None;
        }
        if self.shell.sheet.is_none() {
            self.files.export.close();
        }
    }

    /// True if a panel, a sheet or a question is open over the views.
    fn has_overlay(&self) -> bool {
        self.shell.sheet.is_some()
            || self.shell.go_to.is_some()
            || self.shell.palette.is_some()
            || self.shell.is_welcoming
            || self.shell.closing.is_asking()
            || self.files.export.is_open
            || self.files.open.is_some()
    }

    /// Text for Ctrl + C: the marked numbers of the table of values, if there are any, otherwise the scene.
    fn copied(&self) -> Command {
        let is_marked = self.state.scene().draft().marked.is_some();
        if is_marked && self.tiles.used_view() == View::Values {
            Command::CopyValues
        } else {
            Command::CopyScene
        }
    }

    /// Command that a shortcut means now: Space plays, or goes to the next step of a lesson.
    fn meant(&self, command: Command) -> Command {
        match command {
            Command::Play if self.lessons.is_open() => Command::NextStep,
            command => command,
        }
    }

    /// True if Space presses no button: either nothing or a view has the focus.
    fn is_space_free(&self, ctx: &egui::Context) -> bool {
        let is_use = |request: &Request| matches!(request, Request::Use(_));
        self.shell.requests.iter().any(is_use) || ctx.memory(|memory| memory.focused().is_none())
    }
}
