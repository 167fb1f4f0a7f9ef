//! The menu bar.

use std::path::{Path, PathBuf};

use egui::{RichText, Role, Ui, WidgetInfo, containers::menu::MenuConfig};

use super::{
    command::{Command, Menu},
    workspace_bar,
};
use crate::{
    action::{Action, Gesture},
    app::{
        look::{
            focus,
            icon::{self, Icon},
            style,
        },
        plot::paint,
    },
    lesson::{self, BUNDLED},
    picture::{ColorMap, ColorScale, Face, Vision},
    sanitize,
    scene::{Key, PRESETS, Setting},
    views::{Subject, View, Workspace},
};

/// State of the window that the menus show.
pub(crate) struct MenuState<'a> {
    pub(crate) subject: Subject<'a>,
    /// Files that were opened last.
    pub(crate) recent: &'a [String],
    pub(crate) is_enabled: &'a dyn Fn(Command) -> bool,
    /// Toggle state of a command; `None` if it cannot be on or off.
    pub(crate) is_checked: &'a dyn Fn(Command) -> Option<bool>,
}

/// Target of a menu entry without a command.
pub(crate) enum Entry {
    /// Lesson with an index.
    Lesson(usize),
    /// File that was opened before.
    File(PathBuf),
}

/// Shows the menu bar. Pushes the chosen commands and actions, and sets what is to be opened.
pub(crate) fn menu_ui(
    ui: &mut Ui,
    state: &MenuState<'_>,
    commands: &mut Vec<Command>,
    actions: &mut Vec<Action>,
    opened: &mut Option<Entry>,
) {
    let config = MenuConfig::new().style(style::menu);
    egui::MenuBar::new().config(config).style(style::menu).ui(ui, |ui| {
        ui.add_space(4.0);
        let (mark, _) = ui.allocate_exact_size(egui::vec2(16.0, 16.0), egui::Sense::hover());
        icon::paint_mark(ui, mark, state.subject.theme);
        ui.label(RichText::new("Phasor").font(style::font(Face::SemiBold, 14.0)));
        ui.add_space(6.0);
        for menu in [Menu::File, Menu::Edit, Menu::View] {
            menu_button(ui, menu.title(), &mut |ui| {
                entries_ui(ui, menu, state, commands);
                if menu == Menu::File {
                    ui.separator();
                    recent_ui(ui, state.recent, opened);
                }
                if menu == Menu::Edit {
                    for menu in [Menu::Picture, Menu::Code] {
                        menu_button(ui, menu.title(), &mut |ui| {
                            entries_ui(ui, menu, state, commands);
                        });
                    }
                }
                if menu == Menu::View {
                    ui.separator();
                    menu_button(ui, "Views", &mut |ui| views_ui(ui, state.subject, actions));
                    menu_button(ui, "Colors", &mut |ui| colors_ui(ui, state.subject, actions));
                    menu_button(ui, Menu::Vision.title(), &mut |ui| {
                        entries_ui(ui, Menu::Vision, state, commands);
                    });
                }
            });
        }
        menu_button(ui, Menu::Lessons.title(), &mut |ui| {
            for (index, text) in BUNDLED.iter().enumerate() {
                if let Some(part) = lesson::part_from(index) {
                    ui.label(RichText::new(part).small().weak());
                }
                let title = format!("{}  {}", index + 1, lesson::title(text));
                if entry_ui(ui, egui::Button::new(&title), &title, true, None).clicked() {
                    *opened = Some(Entry::Lesson(index));
                }
            }
            entries_ui(ui, Menu::Lessons, state, commands);
            menu_button(ui, Menu::Print.title(), &mut |ui| {
                entries_ui(ui, Menu::Print, state, commands);
            });
        });
        menu_button(ui, "Presets", &mut |ui| {
            for preset in PRESETS {
                let button = egui::Button::new(preset.title);
                let response = entry_ui(ui, button, preset.title, true, None);
                if response.on_hover_text(preset.sentence).clicked() {
                    let views = state.subject.scene.draft().views;
                    actions.push(Action::LoadScene(preset.text_with_views(views)));
                }
            }
        });
        menu_button(ui, Menu::Help.title(), &mut |ui| entries_ui(ui, Menu::Help, state, commands));
        ui.add_space(16.0);
        workspace_bar::ui(ui, state.subject, commands, actions);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add_space(4.0);
            let (rect, _) = ui.allocate_exact_size(egui::vec2(24.0, 22.0), egui::Sense::hover());
            let is_dark = state.subject.theme.is_dark;
            let name =
                if is_dark { "Switch to the light theme" } else { "Switch to the dark theme" };
            if icon::button(ui, rect, Icon::Theme, name).clicked() {
                commands.push(if is_dark { Command::ThemeLight } else { Command::ThemeDark });
            }
        });
    });
}

/// Shows a menu that scrolls in a low window.
fn menu_button(ui: &mut Ui, title: &str, add: &mut dyn FnMut(&mut Ui)) {
    ui.menu_button(title, |ui| focus::menu(ui, add));
}

fn entries_ui(ui: &mut Ui, menu: Menu, state: &MenuState<'_>, commands: &mut Vec<Command>) {
    ui.set_min_width(190.0);
    for &command in Command::ALL.iter().filter(|command| command.menu() == menu) {
        if command.begins_group() {
            ui.separator();
        }
        let checked = (state.is_checked)(command);
        let mut button = egui::Button::new(command.title());
        if let Some(shortcut) = command.shortcut() {
            button = button.shortcut_text(ui.ctx().format_shortcut(&shortcut));
        }
        let is_enabled = (state.is_enabled)(command);
        let response = entry_ui(ui, button, command.title(), is_enabled, checked);
        if response.clicked() {
            commands.push(command);
            ui.close();
        }
    }
}

/// Shows the files that were opened last.
fn recent_ui(ui: &mut Ui, recent: &[String], opened: &mut Option<Entry>) {
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        menu_button(ui, "Open recent", &mut |ui| {
            for path in recent.iter().map(Path::new) {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let name = sanitize::ends(&name);
                let response = entry_ui(ui, egui::Button::new(&name), &name, true, None);
                if response.on_hover_text(sanitize::path(path)).clicked() {
                    *opened = Some(Entry::File(path.to_owned()));
                    ui.close();
                }
            }
        });
    });
}

/// Shows an entry of a menu, with its state for screen readers.
fn entry_ui(
    ui: &mut Ui,
    button: egui::Button<'_>,
    title: &str,
    is_enabled: bool,
    checked: Option<bool>,
) -> egui::Response {
    let button = match checked {
        Some(is_checked) => button.selected(is_checked),
        None => button,
    };
    let response = ui.add_enabled(is_enabled, button);
    response.widget_info(|| match checked {
        Some(is_checked) => {
            WidgetInfo::selected(Role::MenuItemCheckBox, is_enabled, is_checked, title)
        }
        None => WidgetInfo::labeled(Role::MenuItem, is_enabled, title),
    });
    response
}

/// Shows all views below the names of workspaces, in columns that fit into the smallest window; a click opens or closes
/// one.
fn views_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    /// Number of lines in a column.
    const DOWN: usize = 18;
    /// Width of a column: that of the longest title.
    const WIDTH: f32 = 176.0;
    let views = subject.scene.draft().views;
    let mut entry = |ui: &mut Ui, view: View| {
        let toggled = views.toggled(view);
        let button = egui::Button::new(view.title());
        let (can_toggle, is_open) = (toggled.is_some(), views.contains(view));
        let response = entry_ui(ui, button, view.title(), can_toggle, Some(is_open))
            .on_disabled_hover_text("At least one view stays open");
        if let Some(toggled) = toggled.filter(|_| response.clicked()) {
            actions.push(Action::OpenViews(toggled));
        }
    };
    let mut columns: Vec<Vec<(&str, Vec<View>)>> = vec![Vec::new()];
    let mut lines = 0;
    for (title, views) in Workspace::grouped_views() {
        let more = views.len() + 1;
        if lines + more > DOWN && lines > 0 {
            columns.push(Vec::new());
            lines = 0;
        }
        lines += more;
        if let Some(column) = columns.last_mut() {
            column.push((title, views));
        }
    }
    ui.horizontal_top(|ui| {
        for column in columns {
            let layout = egui::Layout::top_down_justified(egui::Align::LEFT);
            ui.allocate_ui_with_layout(egui::vec2(WIDTH, 0.0), layout, |ui| {
                for (title, views) in column {
                    ui.label(RichText::new(title).small().weak());
                    for view in views {
                        entry(ui, view);
                    }
                }
            });
        }
    });
}

/// Shows all color maps with their colors.
fn colors_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let draft = subject.scene.draft();
    for (heading, is_diverging) in [("Signed values", true), ("Unsigned values", false)] {
        ui.label(RichText::new(heading).small().weak()).on_hover_text(Key::Colors.help());
        let chosen = if is_diverging { draft.colors.diverging } else { draft.colors.sequential };
        let mut choose = |map: Option<ColorMap>| {
            let setting =
                if is_diverging { Setting::DivergingMap(map) } else { Setting::SequentialMap(map) };
            actions.push(Action::Edit(setting, Gesture::Single));
        };
        let automatic = if is_diverging {
            subject.theme.diverging(None, 1.0)
        } else {
            subject.theme.sequential(None, 1.0)
        };
        let name = format!("Theme default ({})", automatic.map.key());
        if map_ui(ui, &name, automatic, chosen.is_none()) {
            choose(None);
        }
        for &map in ColorMap::ALL.iter().filter(|map| map.is_diverging() == is_diverging) {
            let scale = ColorScale { map, low: automatic.low, high: automatic.high };
            let name = format!("{}: {}", map.key(), map.sentence());
            if map_ui(ui, &name, scale, chosen == Some(map)) {
                choose(Some(map));
            }
        }
        ui.add_space(4.0);
    }
}

fn map_ui(ui: &mut Ui, name: &str, scale: ColorScale, is_chosen: bool) -> bool {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(96.0, 14.0), egui::Sense::hover());
        ui.painter().add(paint::color_strip(rect, scale, false));
        let button = egui::Button::new(name).frame_when_inactive(is_chosen);
        entry_ui(ui, button, name, true, Some(is_chosen))
            .on_hover_ui(|ui| {
                ui.label(confusion_of(scale.map));
            })
            .clicked()
    })
    .inner
}

/// Sentence about the color vision deficiencies that confuse the two ends of a map.
fn confusion_of(map: ColorMap) -> String {
    let confused: Vec<&str> = Vision::ALL
        .iter()
        .filter(|vision| !vision.tells_apart(map))
        .map(|vision| vision.title())
        .collect();
    if confused.is_empty() {
        return "Readable with every kind of color vision, and in gray".to_owned();
    }
    format!("Signs are hard to distinguish with: {}", confused.join(", "))
}
