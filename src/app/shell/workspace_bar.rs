//! Workspaces in the menu bar: those that fit what is open, and all others in a menu.

use egui::{Button, Ui, containers::menu::MenuButton};

use super::command::Command;
use crate::{
    action::{Action, Comparand, Gesture},
    app::look::focus,
    sanitize,
    scene::{Setting, Sides},
    views::{Example, Subject, WORKSPACES, Workspace},
};

/// Button of the workspaces for which there is no room, and of those that do not fit.
const MORE: &str = "More";
/// Width of the theme button at the right, and of the chip of B.
const SWITCH: f32 = 40.0;

/// Shows the workspaces that fit, as many as there is room for; the last ones stand apart. All others are in a menu.
pub(super) fn ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    commands: &mut Vec<Command>,
    actions: &mut Vec<Action>,
) {
    let (fitting, others): (Vec<_>, Vec<_>) = WORKSPACES.iter().partition(|it| it.fits(subject));
    let (apart, first): (Vec<_>, Vec<_>) = fitting.into_iter().partition(|it| it.is_apart());
    let is_open = |it: &&Workspace| it.has_views(subject.scene.draft().views);
    let hidden_b = hidden_b(subject);
    let chip = hidden_b.as_ref().map_or(0.0, |title| width(ui, title) + width(ui, "×"));
    let fixed = apart.iter().map(|it| width(ui, it.title)).sum::<f32>() + SWITCH + chip + 12.0;
    let longest = WORKSPACES.iter().map(|it| width(ui, it.title)).fold(0.0, f32::max);
    let mut room = ui.available_width() - fixed - longest - width(ui, " ▾");
    let has_room = |it: &&&'static Workspace| {
        room -= width(ui, it.title);
        room >= 0.0
    };
    let num_shown = first.iter().take_while(has_room).count();
    let (shown, rest) = first.split_at(num_shown);
    for &workspace in shown {
        button_ui(ui, subject, workspace, actions);
    }
    let open = rest.iter().copied().find(is_open);
    let title = format!("{} ▾", open.map_or(MORE, |it| it.title));
    // The button of an open workspace is marked, as those beside it are.
    let button = MenuButton::from_button(Button::selectable(open.is_some(), title));
    let (menu, _) = button.ui(ui, |ui| {
        focus::menu(ui, |ui| {
            for &workspace in rest {
                button_ui(ui, subject, workspace, actions);
            }
            if !rest.is_empty() && !others.is_empty() {
                ui.separator();
            }
            for &workspace in &others {
                let button = ui.button(workspace.title_of_example());
                if button.on_hover_text(workspace.sentence).clicked() {
                    match entering(workspace, false) {
                        Ok(action) => actions.push(action),
                        Err(command) => commands.push(command),
                    }
                }
            }
        });
    });
    menu.accessible_name(MORE);
    if !apart.is_empty() {
        ui.separator();
    }
    for workspace in apart {
        button_ui(ui, subject, workspace, actions);
    }
    if let Some(title) = hidden_b {
        chip_ui(ui, subject, &title, actions);
    }
}

/// Action that enters a workspace; if it does not fit and its example is a file, the command that opens that.
pub(super) fn entering(workspace: &Workspace, fits: bool) -> Result<Action, Command> {
    match workspace.example {
        Example::Table if !fits => Err(Command::OpenExample),
        _ => Ok(Action::Enter(workspace.title)),
    }
}

/// Name of a B that is not seen.
fn hidden_b(subject: Subject<'_>) -> Option<String> {
    /// Number of letters of a name.
    const LONGEST: usize = 18;
    let is_hidden = subject.scene.draft().sides == Sides::A;
    let title = subject.scene.title_of_b().filter(|_| is_hidden)?;
    Some(format!("B: {}", sanitize::truncated(&title, LONGEST)))
}

/// Shows what is compared, but not seen here: a click leads to it, another one closes it.
fn chip_ui(ui: &mut Ui, subject: Subject<'_>, title: &str, actions: &mut Vec<Action>) {
    ui.add_space(8.0);
    ui.spacing_mut().item_spacing.x = 1.0;
    if ui.button(title).on_hover_text("Compares A with it").clicked() {
        let compare = Workspace::named(Workspace::COMPARE).filter(|it| it.fits(subject));
        // Biases have no workspace for it: both are shown here.
        let both = || Action::Edit(Setting::Side(Sides::All), Gesture::Single);
        actions.push(compare.map_or_else(both, |it| Action::Enter(it.title)));
    }
    let close = ui.button("×").on_hover_text("Ends the comparison");
    if close.clicked() {
        actions.push(Action::Compare(Comparand::None));
    }
    close.accessible_name("Close the comparison");
}

fn button_ui(ui: &mut Ui, subject: Subject<'_>, workspace: &Workspace, actions: &mut Vec<Action>) {
    let is_open = workspace.has_views(subject.scene.draft().views);
    let button = ui.add(Button::selectable(is_open, workspace.title));
    let title = workspace.title;
    button.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_open, title));
    if button.on_hover_text(workspace.sentence).clicked() {
        actions.push(Action::Enter(workspace.title));
    }
}

/// Width of a button with a text.
fn width(ui: &Ui, title: &str) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let around = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    let color = egui::Color32::PLACEHOLDER;
    ui.painter().layout_no_wrap(title.to_owned(), font, color).size().x + around
}
