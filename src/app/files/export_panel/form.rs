//! Controls for the choices, one per line.

use egui::{RichText, Ui};

use super::choices::{Choices, Kind};
use crate::{
    export::{
        AnimationFormat, AnimationRequest, CellShape, DataRequest, Dtype, FigureFormat,
        FigureRequest, FigureSize, Format, TextForm, What,
    },
    picture::Part,
    scene::Scene,
    views::View,
};

/// Width of the controls.
pub(super) const WIDTH: f32 = 484.0;

/// Shows all controls. True if the kind of file has changed.
pub(super) fn choices_ui(ui: &mut Ui, choices: &mut Choices, scene: &Scene) -> bool {
    let kind_of_file =
        |c: &Choices| (c.kind, c.what, c.view, c.format, c.figure_format, c.animation_format);
    let before = kind_of_file(choices);
    row_ui(ui, "Numbers", |ui| {
        let is_offered = |what: &&What| match what {
            What::Difference => scene.b().is_some(),
            What::Positions => scene.rotary().is_some_and(|it| it.sections().is_some()),
            what => what.is_of_bias() == scene.bias().is_some(),
        };
        for &what in What::ALL.iter().filter(is_offered) {
            let is_it = choices.kind == Kind::Numbers && choices.what == what;
            if ui.selectable_label(is_it, title(what)).clicked() {
                (choices.kind, choices.what) = (Kind::Numbers, what);
            }
        }
    });
    for (kind, name) in [(Kind::Figure, "Figure"), (Kind::Animation, "Animation")] {
        row_ui(ui, name, |ui| {
            let chosen = if choices.kind == kind { choices.view.title() } else { "of a view…" };
            let list = egui::ComboBox::from_id_salt(name).width(220.0).selected_text(chosen);
            let response = list.height(400.0).show_ui(ui, |ui| {
                for &view in View::ALL {
                    let is_it = choices.kind == kind && choices.view == view;
                    let response = ui.selectable_label(is_it, view.title());
                    if response.clicked() {
                        (choices.kind, choices.view) = (kind, view);
                    }
                    response.accessible_name(format!("{} {}", view.title(), name.to_lowercase()));
                }
            });
            response.response.accessible_name(format!("{name} of a view"));
        });
    }
    ui.separator();
    match choices.kind {
        Kind::Numbers => numbers_ui(ui, choices),
        Kind::Figure => {
            row_ui(ui, "Format", |ui| {
                for &format in FigureFormat::ALL {
                    ui.selectable_value(&mut choices.figure_format, format, format.key());
                }
            });
            let standard = FigureRequest::new(choices.figure_format).size;
            figure_ui(ui, choices, standard);
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
        Kind::Animation => animation_ui(ui, choices),
    }
    before != kind_of_file(choices)
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
        row_ui(ui, "Columns", |ui| {
            ui.checkbox(&mut choices.is_siunitx, "of the package siunitx, with a caption")
        });
    }
}

fn figure_ui(ui: &mut Ui, choices: &mut Choices, standard: FigureSize) {
    let (width, height) = standard.pixels();
    row_ui(ui, "Size", |ui| {
        let hint = format!("{width}x{height}");
        let edit = egui::TextEdit::singleline(&mut choices.size).hint_text(hint);
        ui.add(edit.desired_width(160.0)).accessible_name("Size").on_hover_text(
            "Pixels, or mm, cm, in or pt with type at print size: 88x60mm fits a column of a paper",
        );
        for (width, help) in [("column", "88 mm wide"), ("text", "180 mm wide")] {
            let size = FigureSize::of_width(width, 1.0).unwrap_or_default();
            let is_it = choices.size == size;
            if ui.selectable_label(is_it, width).on_hover_text(help).clicked() {
                choices.size = if is_it { String::new() } else { size };
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
        let edit = egui::TextEdit::singleline(&mut choices.sweep).hint_text("offset=0..32");
        ui.add(edit.desired_width(160.0)).accessible_name("Sweep").on_hover_text(
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
    row_ui(ui, name, |ui| {
        let edit = egui::TextEdit::singleline(text).hint_text(hint);
        ui.add(edit.desired_width(160.0)).accessible_name(name)
    })
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
        Part::State => "k, columns …",
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
