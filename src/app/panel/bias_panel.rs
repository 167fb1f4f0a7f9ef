//! Bias of scores: its heads and its buckets.

use egui::Ui;

use super::{
    parameter_row::{ParameterRow, at_least_one, set},
    track::Scale,
};
use crate::{
    action::Action,
    app::controls::control_highlight::{choice_ui, point_out},
    encoding::bias::{Bias, Buckets},
    scene::{EncodingSetting, Key},
    views::Subject,
};

/// Numbers of heads that models have.
const HEADS: [u32; 22] =
    [1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 71, 80, 96, 112, 128];
/// Numbers of buckets, and distances beyond which all share one.
const BUCKETS: [u32; 8] = [8, 16, 24, 32, 48, 64, 128, 256];
const DISTANCES: [u32; 10] = [32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048];

fn stops(numbers: &[u32]) -> Scale {
    Scale::Stops(numbers.iter().map(|&it| f64::from(it)).collect())
}

/// Shows the numbers of a bias.
pub(super) fn ui(ui: &mut Ui, subject: Subject<'_>, bias: &Bias, actions: &mut Vec<Action>) {
    let scene = subject.scene;
    let buckets = bias.buckets();
    let num_heads = f64::from(bias.num_heads());
    let heads = ParameterRow::new(Key::Heads, "Heads", num_heads, stops(&HEADS), |value| {
        EncodingSetting::Heads(at_least_one(value))
    });
    let of_buckets = buckets.map(|it| {
        let (num, farthest) = (f64::from(it.num()), f64::from(it.max_distance()));
        let distances = stops(&DISTANCES);
        [
            ParameterRow::new(Key::Buckets, "Buckets", num, stops(&BUCKETS), |value| {
                EncodingSetting::Buckets(at_least_one(value))
            }),
            ParameterRow::new(Key::MaxDistance, "Max distance", farthest, distances, |value| {
                EncodingSetting::MaxDistance(at_least_one(value))
            }),
        ]
    });
    let rows = std::iter::once(heads).chain(of_buckets.into_iter().flatten());
    // Heads and buckets of learned numbers are those of their table.
    let is_free = |row: &ParameterRow| !bias.is_learned() || row.key == Key::MaxDistance;
    let rows = rows.filter(is_free);
    for row in rows.filter(|row| scene.is_control_visible(row.key)) {
        row.ui(ui, subject, actions);
    }
    if let Some(buckets) = buckets.filter(|_| scene.is_control_visible(Key::Bidirectional)) {
        directions_ui(ui, buckets, actions);
    }
}

fn directions_ui(ui: &mut Ui, buckets: Buckets, actions: &mut Vec<Action>) {
    let shown = ui.horizontal_wrapped(|ui| {
        for (is_bidirectional, title, help) in [
            (true, "Both directions", "Keys after the query have buckets of their own: encoders"),
            (false, "Keys before", "Keys after the query are not seen: decoders"),
        ] {
            let is_chosen = buckets.is_bidirectional() == is_bidirectional;
            if choice_ui(ui, is_chosen, title, help) {
                set(actions, EncodingSetting::Bidirectional(is_bidirectional));
            }
        }
    });
    point_out(ui, Key::Bidirectional, shown.response.rect);
}
