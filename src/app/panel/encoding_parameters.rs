//! Parameters of an encoding: a row for each that its family has.

use egui::{RichText, Ui};

use super::{
    parameter_row::{ParameterRow, at_least_one},
    track::Scale,
};
use crate::{
    action::Action,
    app::look::style,
    encoding::{Convention, Limits, grid::GridAxis, with_digits},
    picture::Face,
    scene::{EncodingSetting, Key, Scene, Setting, Side},
    views::{Subject, View},
};

/// Shows the heading of a part of the panel.
pub(super) fn heading(ui: &mut Ui, subject: Subject<'_>, text: &str) {
    ui.add_space(4.0);
    let font = style::font(Face::SemiBold, 11.0);
    ui.label(RichText::new(text).font(font).color(style::color(subject.theme.weak_text)));
}

/// Stops of a drag: powers of two, and the number halfway to the next from 48 on.
fn stops(least: u64, most: u64) -> Scale {
    let powers = std::iter::successors(Some(least), |power| power.checked_mul(2));
    let stops = powers.flat_map(|power| [Some(power), (power >= 32).then_some(power / 2 * 3)]);
    let stops = stops.flatten().take_while(|&stop| stop <= most);
    Scale::Stops(stops.map(|stop| stop as f64).collect())
}

/// Rows of the parameters that the encoding has and the scene leaves visible.
pub(super) fn rows(subject: Subject<'_>) -> impl Iterator<Item = ParameterRow> {
    let scene = subject.scene;
    let extent = scene.extent();
    let of_convention = scene.draft().encoding.convention;
    let family = scene.draft().encoding.family;
    let of_model = || match scene.model() {
        Some(_) => "from the model".to_owned(),
        None => "default".to_owned(),
    };
    let is_fourier = family.is_fourier();
    let grid = scene.grid();
    let shape =
        grid.map(|it| it.shape()).or_else(|| scene.draft().encoding.grid).unwrap_or_default();
    // A table from a file may hold the patches of an image.
    let is_grid_shown = scene.draft().views.iter().any(View::shows_grid);
    let head_dim = match grid {
        Some(grid) => grid.width(),
        None => scene.rotary().map_or(0, |rotary| rotary.head_dim()),
    };
    let own = &scene.draft().encoding;
    let (start, step) = match scene.spacing() {
        Some(spacing) => (spacing.start, shown_step(scene, spacing.step)),
        None => (extent.start() as f64, 1.0),
    };
    let starts = if is_fourier {
        Scale::Stops(vec![-4.0, -2.0, -1.0, -0.5, 0.0, 1.0])
    } else {
        Scale::Widening(extent.start().min(0)..=Limits::POSITION_MAX)
    };
    let steps = if is_fourier {
        Scale::Logarithmic(2.0_f64.powi(-20)..=1.0)
    } else {
        // Not 1, which would take the row away while it is dragged.
        Scale::Stops(vec![-2.0, -1.0, -0.5, -0.25, 0.125, 0.25, 0.5, 2.0])
    };
    let of_start = (own.start.is_none() && family.is_sinusoidal()).then(|| from(of_convention));
    let of_step = (is_fourier && own.step.is_none()).then(|| "ends at 1".to_owned());
    let of_base = own.base.is_none().then(|| match grid {
        Some(grid) => format!("from {}", grid.convention().key()),
        None if family.is_rotary() => of_model(),
        None => from(of_convention),
    });
    let octaves = Scale::Stops((1..=16).map(f64::from).collect());
    let lengths = stops(1, Limits::LENGTH_MAX);
    let bases = Scale::Logarithmic(1.01..=Limits::BASE_MAX);
    let seeds = Scale::Widening(0..=i64::from(u32::MAX));
    let rotary_dim = scene.rotary().map_or(0.0, |rotary| f64::from(rotary.exponent_dim()));
    let of_width = own.head_dim.is_none().then(of_model);
    let of_turning = own.rotary_dim.is_none().then(of_model);
    let cells = |name, axis| {
        let num = f64::from(shape.along(axis));
        ParameterRow::new(Key::Grid, name, num, Scale::Widening(1..=4096), move |num| {
            Setting::GridAlong(axis, at_least_one(num))
        })
    };
    let rows = [
        ParameterRow::new(
            Key::DModel,
            "d_model",
            f64::from(scene.num_columns()),
            stops(8, u64::from(Limits::D_MODEL_MAX)),
            |value| EncodingSetting::DModel(at_least_one(value)),
        ),
        ParameterRow::new(Key::Octaves, "Octaves", f64::from(own.octaves), octaves, |value| {
            EncodingSetting::Octaves(at_least_one(value))
        }),
        ParameterRow::new(Key::HeadDim, "head_dim", f64::from(head_dim), stops(8, 1024), |value| {
            EncodingSetting::HeadDim(at_least_one(value))
        })
        .noted(of_width),
        ParameterRow::new(Key::RotaryDim, "rotary_dim", rotary_dim, stops(8, 1024), |value| {
            EncodingSetting::RotaryDim(at_least_one(value))
        })
        .noted(of_turning),
        cells("Rows", GridAxis::Row),
        cells("Columns", GridAxis::Column),
        ParameterRow::new(Key::Length, "Length", extent.length() as f64, lengths, |value| {
            EncodingSetting::Length(value.round() as u64)
        }),
        ParameterRow::new(Key::Start, "Start", start, starts, EncodingSetting::Start)
            .noted(of_start),
        ParameterRow::new(Key::Step, "Step", step, steps, EncodingSetting::Step).noted(of_step),
        ParameterRow::new(Key::Base, "Base", scene.base(), bases, |value| {
            EncodingSetting::Base(rounded_to_pixel(value))
        })
        .noted(of_base),
        ParameterRow::new(Key::Seed, "Seed", own.seed as f64, seeds, |value| {
            EncodingSetting::Seed(value.round() as u64)
        }),
    ];
    rows.into_iter().filter(move |ParameterRow { key, .. }| {
        scene.is_control_visible(*key) && is_shown(scene, *key, subject.side, is_grid_shown)
    })
}

/// True if a key is a parameter that the window shows for a side. B has the width, the cells and the rows of A, but for
/// a table, whose first row may stand elsewhere. `is_grid_shown` where a view shows the rows of a table as patches.
fn is_shown(scene: &Scene, key: Key, side: Side, is_grid_shown: bool) -> bool {
    let (family, is_a) = (scene.draft().encoding.family, side != Side::B);
    scene.depends_on(key)
        && match key {
            // Few encodings have another one than 1: it is typed in a scene, or recognized.
            Key::Step => scene.spacing().is_some(),
            // Views of other families have random vectors as well.
            Key::Seed => family.is_random(),
            Key::Grid => is_a && (family.is_grid() || is_grid_shown),
            Key::DModel | Key::Length => is_a,
            Key::Start => is_a || family.is_table(),
            Key::HeadDim | Key::RotaryDim => family.is_grid() || scene.rotary().is_some(),
            _ => true,
        }
}

/// True for a number that comes from the configuration, unless a lesson has chosen what is shown.
pub(super) fn is_of_model(scene: &Scene, key: Key) -> bool {
    scene.model().is_some()
        && scene.draft().controls.is_none()
        && matches!(key, Key::HeadDim | Key::RotaryDim | Key::Base)
}

/// Shows the parameters but for those that the model's part of the panel shows.
pub(super) fn parameters_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    for row in rows(subject).filter(|row| !is_of_model(subject.scene, row.key)) {
        row.ui(ui, subject, actions);
    }
}

/// Step as the field shows it: one that follows from the length has many digits.
fn shown_step(scene: &Scene, step: f64) -> f64 {
    const DIGITS: usize = 5;
    if scene.draft().encoding.step.is_some() { step } else { with_digits(step, DIGITS) }
}

/// Rounds to four digits, since a pixel of a slider resolves no more.
pub(super) fn rounded_to_pixel(value: f64) -> f64 {
    with_digits(value, 3)
}

/// Origin of a value that follows the convention.
fn from(convention: Convention) -> String {
    format!("from {}", convention.key())
}
