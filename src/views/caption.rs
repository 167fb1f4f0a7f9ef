//! Encodings of figures in words, for their captions.

use super::bias_words;
use crate::{
    encoding::{Components, Computed, Spacing, Spec},
    picture::{Caption, number},
    scene::Scene,
};

/// Caption of a figure that does not depend on the offset.
pub fn caption(scene: &Scene) -> Caption {
    let parameters = parameters(scene);
    let compared = scene.b().zip(scene.title_of_b()).map(|(b, title)| {
        let is_told =
            |it: &String| parameters.contains(it) || title.split(", ").any(|own| own == it);
        let own = self::parameters(b).into_iter().filter(|it| !is_told(it)).collect();
        (title, own)
    });
    Caption { name: scene.convention_title(), parameters, offset: None, compared }
}

/// Caption of a figure that depends on the offset as well.
pub(in crate::views) fn caption_with_offset(scene: &Scene) -> Caption {
    Caption { offset: Some(number::grouped(scene.offset())), ..caption(scene) }
}

/// Parameters of a scene's encoding, each with its name.
fn parameters(scene: &Scene) -> Vec<String> {
    let spec = scene.spec();
    match spec.exact() {
        Spec::Rotary(rotary) | Spec::SpacedRotary { rotary, .. } => vec![
            format!("head_dim {}", rotary.head_dim()),
            format!("base {}", number::base(rotary.base())),
            format!("scaling {}", rotary.scaling().key()),
            positions(scene),
        ],
        Spec::Grid(grid) => {
            let width = if grid.convention().is_rotary() { "head_dim" } else { "d_model" };
            vec![
                format!("grid {}", grid.shape().to_string().replace('x', " × ")),
                format!("{width} {}", grid.width()),
                format!("base {}", number::base(grid.base())),
            ]
        }
        Spec::Bias(bias) => {
            let num = i64::from(bias.num_heads());
            let buckets = bias.buckets().map(|it| {
                let both = if it.is_bidirectional() { "both directions" } else { "keys before" };
                format!("{} buckets up to {}, {both}", it.num(), it.max_distance())
            });
            let heads = number::counted(num, bias_words::each(bias));
            [heads].into_iter().chain(buckets).chain([positions(scene)]).collect()
        }
        Spec::Sinusoidal(p) | Spec::Spaced { sinusoid: p, .. } => {
            let components = match p.components() {
                Components::Both => format!("{}, {}", p.layout().key(), p.order().key()),
                alone @ (Components::Sin | Components::Cos) => format!("{} alone", alone.key()),
            };
            // The typeface of figures lacks these symbols, so they are spelled out.
            let exponent = (p.exponent().formula(p.components(), p.odd_in_force()))
                .replace("⌊d/2⌋", "floor(d/2)")
                .replace("⌈d/2⌉", "ceil(d/2)");
            vec![
                format!("d_model {}", p.d_model()),
                positions(scene),
                format!("base {}", number::base(p.base())),
                format!("exponent {exponent}"),
                components,
            ]
        }
        other => {
            let own = match other {
                Spec::Computed(Computed::Random { seed, .. }) => Some(format!("seed {seed}")),
                Spec::Fourier(fourier) => Some(fourier.words()),
                _ => None,
            };
            let columns = number::counted(i64::from(scene.num_columns()), "column");
            [columns, positions(scene)].into_iter().chain(own).collect()
        }
    }
}

fn positions(scene: &Scene) -> String {
    let extent = scene.extent();
    match scene.spacing() {
        Some(Spacing { start, step }) => format!(
            "{} rows from position {} in steps of {}",
            number::grouped(extent.length() as i64),
            number::typographic(&number::shortest(start)),
            number::typographic(&number::shortest(step))
        ),
        None => format!(
            "positions {} to {}",
            number::grouped(extent.start()),
            number::grouped(extent.last())
        ),
    }
}
