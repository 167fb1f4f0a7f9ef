//! Card of the table that is shown: whether it is read, and what it was recognized as.

use egui::{RichText, Ui};

use crate::{
    action::{Action, Gesture},
    app::{files::scene_table::TableStatus, look::style},
    export::Language,
    model::UnknownPreset,
    picture::number,
    report::IdentityReport,
    sanitize,
    scene::{FileKind, Scene, Side},
    views::{Subject, View, Workspace},
};

/// Shows the card.
pub(super) fn ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    status: &TableStatus<'_>,
    actions: &mut Vec<Action>,
) {
    let theme = subject.theme;
    let bar = match status {
        TableStatus::Withheld(_) | TableStatus::Reading(_) | TableStatus::Recognizing(_) => {
            theme.rail
        }
        TableStatus::Recognized(Ok(report)) if report.is_exact() => theme.good,
        TableStatus::Recognized(Ok(report)) if report.is_found() => theme.selection,
        // A table without an encoding is no fault: most are learned.
        TableStatus::Recognized(Ok(_)) => theme.rail,
        TableStatus::Failed(_) | TableStatus::Recognized(Err(_)) => theme.error,
    };
    style::beside_bar(ui, bar, |ui| {
        ui.set_width(ui.available_width());
        contents_ui(ui, subject, status, actions);
        if !matches!(status, TableStatus::Withheld(_)) {
            other_tensors_ui(ui, subject, actions);
        }
    });
}

fn contents_ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    status: &TableStatus<'_>,
    actions: &mut Vec<Action>,
) {
    let scene = subject.scene;
    let Some(source) = scene.draft().file_to_read() else { return };
    match status {
        TableStatus::Withheld(Some(preset)) => misspelled_ui(ui, subject.side, preset, actions),
        TableStatus::Withheld(None) => {
            ui.label(format!("The scene names the file {}.", source.file.text()));
            if ui.button("Read the file").clicked() {
                let (side, file) = (subject.side, source.file.text().to_owned());
                actions.push(match &source.kind {
                    FileKind::Table(tensor) => {
                        let tensor = tensor.as_deref().map(ToOwned::to_owned);
                        Action::ReadTable { side, file, tensor }
                    }
                    FileKind::Model => Action::ReadModel { side, model: file },
                    FileKind::About => Action::ReadTensor(scene.to_string()),
                });
            }
        }
        TableStatus::Reading(share) => {
            progress_ui(ui, "Reading…", *share);
        }
        TableStatus::Failed(error) => {
            ui.label(*error);
            ui.label(RichText::new("It is read again when it changes.").small().weak());
        }
        // All rows are read: how long the positions of each take is not known.
        TableStatus::Recognizing(share) if *share >= 1.0 => {
            ui.label("Recognizing…");
        }
        TableStatus::Recognizing(share) => {
            progress_ui(ui, "Recognizing…", *share);
        }
        TableStatus::Recognized(Err(error)) => {
            ui.label(error.as_str());
        }
        TableStatus::Recognized(Ok(report)) => recognized_ui(ui, subject, report, actions),
    }
}

/// Shows what is being done above a bar for the share that is done: text on a bar is read against two colors.
fn progress_ui(ui: &mut Ui, what: &str, share: f32) {
    const HEIGHT: f32 = 6.0;
    ui.label(what);
    ui.add(egui::ProgressBar::new(share).desired_height(HEIGHT));
}

/// Leads to the other tensors of the file, if it has several.
fn other_tensors_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let Some(source) = subject.scene.draft().encoding.file_source() else { return };
    let FileKind::Table(Some(tensor)) = &source.kind else { return };
    let name = ui.label(RichText::new(sanitize::ends(tensor)).small().weak());
    name.on_hover_text(sanitize::word(tensor));
    if ui.button("Other tensors…").on_hover_text("The tensors of the file").clicked() {
        let (side, file) = (subject.side, source.file.text().to_owned());
        actions.push(Action::ChooseTensor { side, file });
    }
}

/// The presets that a misspelled one may mean.
fn misspelled_ui(ui: &mut Ui, side: Side, preset: &UnknownPreset, actions: &mut Vec<Action>) {
    ui.label(format!("No preset or file is named {:?}. Did you mean:", preset.name));
    for &name in &preset.nearest {
        if ui.button(name).on_hover_text("Shows this preset.").clicked() {
            actions.push(Action::ReadModel { side, model: name.to_owned() });
        }
    }
}

fn recognized_ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    report: &IdentityReport,
    actions: &mut Vec<Action>,
) {
    // egui breaks lines at narrow spaces, but not at this one: numbers stay whole.
    let sentence = |text: &str| text.replace(number::NARROW_SPACE, "\u{a0}");
    let words = report.words();
    ui.label(sentence(&words.statement));
    let draft = subject.scene.draft();
    let extent = subject.table.extent;
    for deviation in &words.deviations {
        let help = "Selects the place.";
        if ui.link(sentence(&deviation.text)).on_hover_text(help).clicked() {
            let row = deviation
                .row
                .map(|row| extent.nearest(extent.start().saturating_add_unsigned(row)));
            let column = deviation.column.and_then(|column| u32::try_from(column).ok());
            actions.push(Action::Select {
                position: row.unwrap_or(draft.position),
                column: column.unwrap_or(draft.column),
                gesture: Gesture::Single,
            });
        }
    }
    for rest in &words.rest {
        ui.label(rest);
    }
    if subject.side == Side::A
        && report.is_at_positions()
        && !draft.views.contains(View::RowPositions)
        && let Some(opened) = draft.views.toggled(View::RowPositions)
    {
        let help = "Opens a view: position against row.";
        if ui.button("Show the position of each row").on_hover_text(help).clicked() {
            actions.push(Action::OpenViews(opened));
        }
    }
    let is_elsewhere =
        Workspace::named(Workspace::LEARNED).is_some_and(|it| !it.has_views(draft.views));
    if subject.side == Side::A && report.is_learned() && is_elsewhere {
        let help = "Opens the workspace Learned: its spectrum, its norms, and what simple models read from it.";
        if ui.button("Show what it learned").on_hover_text(help).clicked() {
            actions.push(Action::Enter(Workspace::LEARNED));
        }
    }
    if subject.side == Side::A {
        let mut compare_with = |ui: &mut Ui, title: &str, candidate: usize| {
            let help = "Makes this encoding B: A, B and A − B are shown beside each other.";
            if ui.button(title).on_hover_text(help).clicked()
                && let Some(rounded) = report.rounded_scene_beside(draft, candidate)
                && let Ok(compared) = Scene::new(subject.scene.compared_with(&rounded))
            {
                actions.push(Action::Visit(Box::new(compared)));
                actions.push(Action::Enter(Workspace::COMPARE));
            }
        };
        // Further ones are nearly the same.
        for (candidate, name) in words.names.iter().take(3).enumerate() {
            let what = if candidate == 0 { "the recognized encoding" } else { name };
            compare_with(ui, &format!("Compare with {what}"), candidate);
        }
        let help =
            "Shows the encoding by its rule instead of the table. Undo brings the table back.";
        if report.has_scene()
            && ui.button("Show the recognized encoding").on_hover_text(help).clicked()
            && let Some(recognized) = report.scene_beside(draft)
        {
            actions.push(Action::Visit(Box::new(recognized)));
        }
        let left_out = report.left_out();
        if report.has_scene() && !left_out.is_empty() {
            let text = format!("It is shown without {}.", left_out.join(", "));
            ui.label(RichText::new(text).small().weak());
        }
    }
    if words.names.is_empty() {
        return;
    }
    ui.label("Copy as a test").on_hover_text(
        "Code that makes the recognized encoding and compares your tensor with it, with a tolerance that follows from the \
         arithmetic.",
    );
    ui.horizontal(|ui| {
        for language in [Language::NumPy, Language::PyTorch, Language::Jax] {
            if ui.button(language.title()).clicked()
                && let Some(test) = report.test(language)
            {
                ui.ctx().copy_text(test);
            }
        }
    });
}
