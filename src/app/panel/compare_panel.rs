//! Comparison of two encodings: what B is, its parameters, and the sides that the views show.

use egui::Ui;

use super::{
    bias_panel, convention_chooser,
    encoding_parameters::{heading, parameters_ui},
    model_panel,
    parameter_row::set,
    rounding_chooser::rounding_ui,
    table_card,
};
use crate::{
    action::{Action, Comparand, Gesture},
    app::{
        controls::{
            control_highlight::{choice_ui, point_out},
            value_field::{ValueField, refusal_ui},
        },
        files::scene_table::Cards,
        look::{focus, help::Help as _},
    },
    encoding::with_digits,
    import,
    picture::number,
    scene::{DifferenceScale, Key, Setting, Side, Sides},
    views::Subject,
};

/// Shows the comparison, or how to begin one.
pub(super) fn ui(ui: &mut Ui, subject: Subject<'_>, cards: &Cards<'_>, actions: &mut Vec<Action>) {
    heading(ui, subject, "B, COMPARED WITH A");
    let shown = ui.scope(|ui| {
        // Controls of B have names and states of their own.
        ui.push_id("B", |ui| {
            chooser_ui(ui, subject, actions);
            if subject.counterpart.is_some() {
                buttons_ui(ui, actions);
                encoding_ui(ui, subject.at(Side::B), cards, actions);
                sides_ui(ui, subject, actions);
                tolerance_ui(ui, subject, actions);
            }
        });
    });
    point_out(ui, Key::Side, shown.response.rect);
}

/// Shows the list of what A can be compared with.
fn chooser_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let title = match subject.counterpart {
        Some(counterpart) => counterpart.scene.convention_title(),
        None => "Compare with…".to_owned(),
    };
    let mut first = Vec::new();
    let list_subject = subject.at(Side::B);
    let name = ("Compare with", &*title);
    let chosen = convention_chooser::list_of_encodings(ui, list_subject, name, |ui| {
        let entries = [
            (
                "A, changed",
                "A copy of A, whose parameters you then change",
                Action::Compare(Comparand::Copy),
            ),
            ("Table from a file…", import::TABLE_FORMATS, Action::ChooseTableOfB),
            (
                "Model from a file…",
                "config.json, params.json or GGUF",
                Action::ChooseModel(Side::B),
            ),
        ];
        for (title, help, action) in entries {
            if ui.button(title).on_hover_text(help).clicked() {
                first.push(action);
                ui.close();
            }
        }
    });
    actions.extend(chosen.map(|setting| Action::Compare(Comparand::Of(setting))));
    actions.append(&mut first);
}

fn buttons_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        for (title, name, help, comparand) in [
            ("Swap", "Swap A and B", "Exchanges A and B", Comparand::Swap),
            ("Copy A", "Copy A to B", "Makes B a copy of A", Comparand::Copy),
            ("Close", "Close B", "Ends the comparison", Comparand::None),
        ] {
            let response = ui.button(title).on_hover_text(help);
            if response.clicked() {
                actions.push(Action::Compare(comparand));
            }
            response.accessible_name(name);
        }
    });
}

/// Shows the table of B, or its parameters.
fn encoding_ui(ui: &mut Ui, b: Subject<'_>, cards: &Cards<'_>, actions: &mut Vec<Action>) {
    if let Some(status) = &cards.b {
        table_card::ui(ui, b, status, actions);
    }
    focus::disclosure(ui, "Parameters of B", |ui| {
        let mut own = Vec::new();
        if let Some(bias) = b.scene.bias() {
            bias_panel::ui(ui, b, bias, &mut own);
        }
        parameters_ui(ui, b, &mut own);
        if b.scene.draft().encoding.family.is_rotary() {
            model_panel::ui(ui, b, &mut own);
        }
        if b.scene.draft().encoding.family.is_sinusoidal() {
            convention_chooser::parts_ui(ui, b, &mut own);
        }
        let is_among_parts = b.scene.draft().encoding.family.is_sinusoidal();
        let is_rounded = b.scene.bias().is_none();
        if is_rounded && (!is_among_parts || !b.scene.draft().encoding.round.is_exact()) {
            rounding_ui(ui, b, &mut own);
        }
        actions.extend(own.into_iter().map(of_b));
    });
}

/// The same action for B.
fn of_b(action: Action) -> Action {
    match action {
        Action::Edit(setting, gesture) => Action::Edit(setting.of_b(), gesture),
        action => action,
    }
}

fn sides_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let draft = subject.scene.draft();
    ui.horizontal(|ui| {
        for &sides in Sides::ALL {
            let (title, help) = match sides {
                Sides::A => ("A", "Views show A"),
                Sides::B => ("B", "Views show B"),
                Sides::Difference => ("A − B", "Views show the difference, where there is one"),
                Sides::All => ("All three", "Views show A, B and A − B beside each other"),
            };
            if choice_ui(ui, draft.sides == sides, title, help) {
                set(actions, Setting::Side(sides));
            }
        }
    });
    if matches!(draft.sides, Sides::Difference | Sides::All) {
        ui.horizontal(|ui| {
            for &scale in DifferenceScale::ALL {
                let (title, help) = match scale {
                    DifferenceScale::Linear => {
                        ("Linear", "The difference, on a scale symmetric about 0")
                    }
                    DifferenceScale::Log => ("Logarithmic", "Powers of ten of |A − B|"),
                };
                if choice_ui(ui, draft.difference_scale == scale, title, help) {
                    set(actions, Setting::DifferenceScale(scale));
                }
            }
        });
    }
}

fn tolerance_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    const WIDTH: f32 = 110.0;
    let id = ui.make_persistent_id("tolerance");
    let tolerance = subject.scene.draft().tolerance;
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    let used = ui.allocate_ui_with_layout(size, layout, |ui| {
        let text = number::typographic(&number::shortest(tolerance));
        let help = Key::Tolerance.help().to_owned();
        let used = ValueField { id, name: "Tolerance", text, help, width: WIDTH }.ui(ui);
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.label("Tolerance").help(Key::Tolerance.help());
        });
        used
    });
    let used = used.inner;
    let mut refusal = None;
    if used.steps != 0.0 {
        // A step is a tenth of a power of ten.
        let from = if tolerance > 0.0 { tolerance } else { 1e-6 };
        let stepped = from * 10.0_f64.powf(0.1 * used.steps);
        set(actions, Setting::Tolerance(with_digits(stepped, 1)));
    }
    if let Some(typed) = &used.entered {
        match Setting::parse(Key::Tolerance, typed) {
            Ok(setting) => actions.push(Action::Edit(setting, Gesture::Single)),
            Err(error) => refusal = Some(error.to_string()),
        }
    }
    if used.has_ended {
        actions.push(Action::EndGesture);
    }
    refusal_ui(ui, id, subject.theme, &used, refusal);
}
