//! Controls for the choices, one per line.

use egui::{RichText, Ui};

use super::choices::{Choices, ExportKind};
use crate::{
    export::{
        AnimationFormat, AnimationRequest, CaptionForm, CellShape, DataRequest, Dtype,
        FigureFormat, FigureSize, Format, TextForm, What,
    },
    picture::Part,
    views::{Subject, View},
};

/// Width of the controls.
pub(super) const WIDTH: f32 = 548.0;

/// Changes made in the form.
pub(super) struct Changes {
    /// True if another kind of file is written.
    pub(super) is_other_kind: bool,
    /// True if Enter was pressed in a field.
    pub(super) is_entered: bool,
}

/// Shows all controls.
pub(super) fn choices_ui(ui: &mut Ui, choices: &mut Choices, subject: Subject<'_>) -> Changes {
    let kind_of_file =
        |c: &Choices| (c.kind, c.what, c.view(), c.format, c.figure_format, c.animation_format);
    let before = kind_of_file(choices);
    choose_what_is_there(choices, subject);
    view_ui(ui, choices, subject, ExportKind::Figure);
    let has_numbers = has_numbers(subject);
    row_ui(ui, "Numbers", |ui| {
        if !has_numbers {
            ui.weak("The model's configuration has none.");
        }
        for what in offered(subject).filter(|_| has_numbers) {
            let is_it = choices.kind == ExportKind::Numbers && choices.what == what;
            if ui.selectable_label(is_it, title(what)).clicked() {
                (choices.kind, choices.what) = (ExportKind::Numbers, what);
            }
        }
    });
    view_ui(ui, choices, subject, ExportKind::Animation);
    ui.separator();
    match choices.kind {
        ExportKind::Numbers => numbers_ui(ui, choices),
        ExportKind::Figure => {
            panels_ui(ui, choices, subject);
            row_ui(ui, "Format", |ui| {
                for &format in FigureFormat::ALL {
                    ui.selectable_value(&mut choices.figure_format, format, format.key());
                }
            });
            let standard = choices.usual_size();
            figure_ui(ui, choices, standard);
            if choices.views.len() == 1 {
                axes_ui(ui, choices);
            }
            row_ui(ui, "Caption file", |ui| {
                ui.selectable_value(&mut choices.caption, None, "none");
                for &form in CaptionForm::ALL {
                    let help = "Written beside the figure, with its parameters";
                    ui.selectable_value(&mut choices.caption, Some(form), form.key())
                        .on_hover_text(help);
                }
            });
            if choices.figure_format != FigureFormat::Png {
                row_ui(ui, "Cells", |ui| {
                    for (shape, name, help) in [
                        (CellShape::Raster, "as a picture", "One image, not smoothed"),
                        (
                            CellShape::Rectangles,
                            "as rectangles",
                            "One shape per cell, editable: for small tables",
                        ),
                    ] {
                        let is_it = &mut choices.cells;
                        ui.selectable_value(is_it, shape, name).on_hover_text(help);
                    }
                });
            }
            if choices.figure_format == FigureFormat::Svg {
                row_ui(ui, "Text", |ui| {
                    for (form, name, help) in [
                        (TextForm::Outlines, "as outlines", "Every program draws it alike"),
                        (TextForm::Live, "as text", "For editing, with fonts in the file"),
                    ] {
                        let is_it = &mut choices.text;
                        ui.selectable_value(is_it, form, name).on_hover_text(help);
                    }
                });
            }
        }
        ExportKind::Animation => animation_ui(ui, choices),
    }
    let is_entered = ui.data_mut(|data| data.remove_temp(entered())).unwrap_or(false);
    Changes { is_other_kind: before != kind_of_file(choices), is_entered }
}

/// Key of the flag that Enter was pressed in a field of the form.
fn entered() -> egui::Id {
    egui::Id::unique("entered in the export panel")
}

/// Adds a field, and remembers that Enter was pressed in it.
pub(super) fn edit_ui(
    ui: &mut Ui,
    name: &str,
    text: &mut String,
    hint: &str,
    width: f32,
) -> egui::Response {
    let edit = egui::TextEdit::singleline(text).hint_text(hint);
    let response = ui.add(edit.desired_width(width)).accessible_name(name);
    if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        ui.data_mut(|data| data.insert_temp(entered(), true));
    }
    response
}

/// Shows the list of views of a kind of export: those that can show the scene.
fn view_ui(ui: &mut Ui, choices: &mut Choices, subject: Subject<'_>, kind: ExportKind) {
    let name = if kind == ExportKind::Figure { "Figure" } else { "Animation" };
    row_ui(ui, name, |ui| {
        let chosen = if choices.kind == kind { choices.view().title() } else { "of a view…" };
        let list = egui::ComboBox::from_id_salt(name).width(220.0).selected_text(chosen);
        let response = list.height(400.0).show_ui(ui, |ui| {
            for view in shown(subject) {
                let is_it = choices.kind == kind && choices.view() == view;
                let response = ui.selectable_label(is_it, view.title());
                if response.clicked() {
                    (choices.kind, choices.views) = (kind, vec![view]);
                }
                response.accessible_name(format!("{} {}", view.title(), name.to_lowercase()));
            }
        });
        response.response.accessible_name(format!("{name} of a view"));
    });
}

/// False for a model that turns no queries and keys, whose configuration alone is open.
fn has_numbers(subject: Subject<'_>) -> bool {
    !subject.scene.is_without_numbers()
}

/// Numbers that the scene has.
fn offered(subject: Subject<'_>) -> impl Iterator<Item = What> {
    let Subject { scene, table, .. } = subject;
    let is_offered = move |what: &What| match what {
        What::Difference => scene.b().is_some(),
        What::Positions => scene.rotary().is_some_and(|it| it.sections().is_some()),
        What::Rotation | What::Frequencies => table.waves().is_some(),
        what => what.is_of_bias() == scene.bias().is_some(),
    };
    What::ALL.iter().copied().filter(is_offered)
}

/// Chooses other numbers where the scene lacks those chosen before, and another view where that one shows nothing of a
/// model without numbers.
fn choose_what_is_there(choices: &mut Choices, subject: Subject<'_>) {
    if has_numbers(subject) {
        if !offered(subject).any(|it| it == choices.what) {
            choices.what = offered(subject).next().unwrap_or(choices.what);
        }
        return;
    }
    if choices.kind == ExportKind::Numbers {
        choices.kind = ExportKind::Figure;
    }
    choices.views.retain(|view| view.can_show(subject));
    if choices.views.is_empty() {
        choices.views.extend(shown(subject).next());
    }
}

/// Views that can show the scene.
fn shown(subject: Subject<'_>) -> impl Iterator<Item = View> {
    View::ALL.iter().copied().filter(move |view| view.can_show(subject))
}

/// Shows the views of a figure in their order, and the grid that they stand in.
fn panels_ui(ui: &mut Ui, choices: &mut Choices, subject: Subject<'_>) {
    let num = choices.views.len();
    row_ui(ui, "Panels", |ui| {
        ui.vertical(|ui| {
            let mut change = None;
            for (i, view) in choices.views.iter().enumerate().filter(|_| num > 1) {
                let title = view.title();
                ui.horizontal(|ui| {
                    for (sign, action, to, is_possible) in [
                        ("↑", "earlier", i.wrapping_sub(1), i > 0),
                        ("↓", "later", i + 1, i + 1 < num),
                    ] {
                        let button = ui.add_enabled(is_possible, egui::Button::new(sign));
                        let name = format!("Move {title} {action}");
                        if button.on_hover_text(&name).accessible_name(name).clicked() {
                            change = Some((i, Some(to)));
                        }
                    }
                    let name = format!("Remove {title}");
                    if ui.button("×").on_hover_text(&name).accessible_name(name).clicked() {
                        change = Some((i, None));
                    }
                    ui.label(title);
                });
            }
            match change {
                Some((i, Some(to))) => choices.views.swap(i, to),
                Some((i, None)) => drop(choices.views.remove(i)),
                None => {}
            }
            let list = egui::ComboBox::from_id_salt("panels").width(220.0);
            let list = list.selected_text("add a view beside it…").height(400.0);
            let response = list.show_ui(ui, |ui| {
                for view in shown(subject) {
                    let response = ui.selectable_label(false, view.title());
                    if response.clicked() {
                        choices.views.push(view);
                    }
                    response.accessible_name(format!("{} panel", view.title()));
                }
            });
            response.response.accessible_name("Add a panel");
        });
    });
    if num > 1 {
        row_ui(ui, "Grid", |ui| {
            let hint = format!("{num}x1");
            edit_ui(ui, "Grid", &mut choices.panels.grid, &hint, 160.0)
                .on_hover_text("Panels beside and below each other, such as 2x2");
            ui.checkbox(&mut choices.panels.has_letters, "letters (a), (b), (c)");
        });
    }
}

/// Shows fields for the names of the axes.
fn axes_ui(ui: &mut Ui, choices: &mut Choices) {
    row_ui(ui, "Axis names", |ui| {
        for (name, text) in
            [("Horizontal axis", &mut choices.x_label), ("Vertical axis", &mut choices.y_label)]
        {
            edit_ui(ui, name, text, &name.to_lowercase(), 160.0).on_hover_text(
                "Instead of its own; mathematics between dollar signs: position $t$",
            );
        }
    });
}

fn numbers_ui(ui: &mut Ui, choices: &mut Choices) {
    row_ui(ui, "Format", |ui| {
        for &format in Format::ALL {
            ui.selectable_value(&mut choices.format, format, format.key());
        }
    });
    row_ui(ui, "Type", |ui| {
        for &dtype in choices.format.dtypes() {
            let help = match dtype {
                Dtype::F16 => "16 bits: float16 in NumPy, half in PyTorch",
                Dtype::Bf16 => "16 bits with the range of f32",
                Dtype::F32 => "32 bits: the exact value, rounded once",
                Dtype::F64 => "64 bits",
            };
            ui.selectable_value(&mut choices.dtype, dtype, dtype.key()).on_hover_text(help);
        }
    });
    if choices.format.is_text() {
        let hint = if choices.format.is_printed() { "4" } else { "shortest" };
        field_ui(ui, "Digits", &mut choices.digits, hint).on_hover_text(
            "Decimals, 0 to 17; shortest: the fewest digits that read back as the same number",
        );
    }
    for (name, text) in [("Rows", &mut choices.rows), ("Columns", &mut choices.columns)] {
        field_ui(ui, name, text, "all, or A..B")
            .on_hover_text("Counted from 0, end excluded: 0..16 are the first sixteen");
    }
    if choices.format.is_printed() {
        let text = format!("also more than {} values", DataRequest::MOST_PRINTED);
        row_ui(ui, "Print", |ui| ui.checkbox(&mut choices.is_forced, text));
    }
    if choices.format == Format::Latex {
        row_ui(ui, "Alignment", |ui| {
            let text = "at the decimal point (package siunitx), with a caption";
            ui.checkbox(&mut choices.is_siunitx, text)
        });
    }
}

fn figure_ui(ui: &mut Ui, choices: &mut Choices, standard: FigureSize) {
    let (width, height) = standard.pixels();
    row_ui(ui, "Size", |ui| {
        let hint = format!("{width}x{height}");
        edit_ui(ui, "Size", &mut choices.size, &hint, 160.0).on_hover_text(
            "Pixels, or mm, cm, in or pt with type at print size: 88x60mm fits a column of a paper",
        );
        for (width, help) in [("column", "88 mm wide"), ("text", "180 mm wide")] {
            let is_it = choices.paper_width() == Some(width);
            if ui.selectable_label(is_it, width).on_hover_text(help).clicked() {
                choices.size = if is_it { String::new() } else { width.to_owned() };
            }
        }
    });
    field_ui(ui, "Font size", &mut choices.font_size, "usual")
        .on_hover_text("On paper, such as 8pt");
    field_ui(ui, "Resolution (dpi)", &mut choices.dpi, "300 for mm")
        .on_hover_text("Pixels per inch on paper, 30 to 2400");
    row_ui(ui, "Colors", |ui| {
        for (name, value) in [("light", false), ("dark", true)] {
            if ui.selectable_label(choices.is_dark == value, name).clicked() {
                choices.is_dark = value;
            }
        }
    });
    row_ui(ui, "With", |ui| {
        ui.vertical(|ui| {
            for parts in Part::ALL.chunks(4) {
                ui.horizontal(|ui| {
                    for &part in parts {
                        let chosen = choices.parts();
                        let mut is_there = chosen.has(part);
                        let response = ui.checkbox(&mut is_there, part_title(part));
                        if response.on_hover_text(part_help(part)).changed() {
                            choices.parts = Some(chosen.with(part, is_there));
                        }
                    }
                });
            }
        });
    });
}

fn animation_ui(ui: &mut Ui, choices: &mut Choices) {
    row_ui(ui, "Format", |ui| {
        for (format, help) in [
            (AnimationFormat::Apng, "All colors; for the web and for slides"),
            (AnimationFormat::Gif, "256 colors; for everything else"),
            (AnimationFormat::Frames, "A folder of numbered png files"),
        ] {
            ui.selectable_value(&mut choices.animation_format, format, format.key())
                .on_hover_text(help);
        }
    });
    row_ui(ui, "Sweep", |ui| {
        edit_ui(ui, "Sweep", &mut choices.sweep, "offset=0..32", 160.0).on_hover_text(
            "What changes from frame to frame: offset=0..32 without 32, offset=0..320:10 in steps of 10, \
             d_model=16,32,64",
        );
        for (name, sweep) in [("position", "position=0..64"), ("offset", "offset=0..32")] {
            if ui.button(name).clicked() {
                sweep.clone_into(&mut choices.sweep);
            }
        }
    });
    field_ui(ui, "Frames per second", &mut choices.fps, "10");
    figure_ui(ui, choices, AnimationRequest::new(choices.animation_format).figure.size);
}

fn field_ui(ui: &mut Ui, name: &str, text: &mut String, hint: &str) -> egui::Response {
    row_ui(ui, name, |ui| edit_ui(ui, name, text, hint, 160.0))
}

/// Shows a line of the panel: a name and its controls.
pub(super) fn row_ui<R>(ui: &mut Ui, name: &str, choices: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        let size = egui::vec2(112.0, ui.spacing().interact_size.y);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(size.x);
            ui.label(RichText::new(name).weak());
        });
        choices(ui)
    })
    .inner
}

/// Size such as `1640 × 1200 pixels`, with millimeters if they were given.
pub(super) fn size_text(size: FigureSize) -> String {
    let (width, height) = size.pixels();
    let paper = match size.millimeters() {
        Some((width, height)) => format!(" ({width:.0} × {height:.0} mm)"),
        None => String::new(),
    };
    format!("{width} × {height} pixels{paper}")
}

fn title(what: What) -> &'static str {
    match what {
        What::Table => "Table",
        What::Similarity => "Similarity",
        What::Rotation => "Rotation",
        What::Frequencies => "Frequencies",
        What::Difference => "A − B",
        What::Slopes => "Slopes of heads",
        What::Buckets => "Buckets of offsets",
        What::Bias => "Bias of a head",
        What::Positions => "Positions of tokens",
    }
}

fn part_title(part: Part) -> &'static str {
    match part {
        Part::Title => "title",
        Part::State => "k, t, part shown",
        Part::Words => "explanatory text",
        Part::Caption => "caption",
        Part::Axes => "axes",
        Part::ColorBar => "color bar",
        Part::Selection => "selection",
        Part::Ground => "background",
    }
}

fn part_help(part: Part) -> &'static str {
    match part {
        Part::Title => "Name of the view and one sentence about it",
        Part::State => "Offset, position, head and part that the figure shows",
        Part::Words => "What the figure shows, in words",
        Part::Caption => "Parameters, below the figure",
        Part::Axes => "Axis names and ticks",
        Part::ColorBar => "Scale of the colors",
        Part::Selection => "Rings and lines around the selection",
        Part::Ground => "Without it the figure is transparent",
    }
}
