//! Explanation of a rotary encoding: sentences with numbers, and the formula of the selected cell.

use super::wave_words;
use crate::{
    encoding::{
        Component, Rotation, Waves,
        rotary::{Rotary, scaling::Scaling},
    },
    picture::{Formula, number, tex},
    scene::Scene,
};

/// Explains the scene in a few sentences.
pub(super) fn sentences(scene: &Scene, rotary: &Rotary, waves: &Waves) -> Vec<String> {
    let mut sentences = vec![about_pairs(scene, rotary), about_rotation(scene, waves)];
    sentences.extend(about_scaling(rotary));
    sentences.push(wave_words::about_similarity(scene, waves));
    sentences.push(wave_words::about_waves(scene, waves));
    sentences
}

/// Statement of what is turned, and by how much.
fn about_pairs(scene: &Scene, rotary: &Rotary) -> String {
    let (pair, _) = rotary.part_of_column(scene.column());
    let [x, y] = [Component::Cos, Component::Sin].map(|it| rotary.dimension_of(pair, it));
    let angle = rotary.omegas()[pair as usize].scaled(scene.position() as f64).hi;
    let which = match rotary.pairing() {
        Some(_) => format!("dimensions {x} and {y} of queries and keys"),
        None => format!("pair {pair} of queries and keys"),
    };
    let rest = match rotary.head_dim() - rotary.rotary_dim() {
        0 => String::new(),
        rest => format!("; {rest} of {} dimensions are left as they are", rotary.head_dim()),
    };
    format!(
        "Position {} turns {which} by {} rad{rest}.",
        number::grouped(scene.position()),
        number::angle(angle)
    )
}

fn about_rotation(scene: &Scene, waves: &Waves) -> String {
    let (t, k) = (scene.position(), scene.offset());
    let residual = Rotation::new(waves, k).residual(t).max;
    let [here, there] = [t, t + k].map(number::grouped);
    let how = match residual {
        0.0 => "identical down to the last digit".to_owned(),
        residual => wave_words::equal_digits(residual),
    };
    format!("R({there}) is {}·R({here}): {how}.", wave_words::matrix(k))
}

/// Number of pairs that a scaling keeps, blends and divides; `None` without scaling.
fn about_scaling(rotary: &Rotary) -> Option<String> {
    let factor = rotary.scaling().factor()?;
    let plain = Scaling::Default.frequencies(rotary.base(), rotary.exponent_dim(), None);
    let ratios: Vec<f64> = rotary.omegas().iter().zip(&plain).map(|(a, b)| b.hi / a.hi).collect();
    let is = |ratio: f64, value: f64| (ratio - value).abs() <= 1e-9 * value.abs();
    let kept = ratios.iter().filter(|&&ratio| is(ratio, 1.0)).count();
    let divided = ratios.iter().filter(|&&ratio| is(ratio, factor) && !is(ratio, 1.0)).count();
    let other = ratios.len() - kept - divided;
    let name = rotary.scaling().key();
    let factor = number::shortest(factor);
    let gain = rotary.attention_factor();
    let gain = if gain == 1.0 {
        String::new()
    } else {
        let square = number::readable(gain * gain, 6);
        format!("; scores grow by a² = {square}")
    };
    Some(format!(
        "Of {} pairs {name} keeps {kept}, divides {divided} by {factor}, and changes {other} otherwise{gain}.",
        ratios.len()
    ))
}

/// Formula of the selected cell, such as cos(42, 14) = cos(42 · 0.1333) = cos 5.600 = 0.7756.
pub(super) fn cell_formula(
    rotary: &Rotary,
    waves: &Waves,
    (t, j): (i64, u32),
    (pair, component): (usize, Component),
) -> Formula {
    let omega = rotary.omegas()[pair];
    let (wave, position) = (component.name(), number::grouped(t));
    let angle = number::angle(omega.scaled(t as f64).hi);
    let value = number::typographic(&number::readable(waves.value(t, j), 6));
    let omega = number::typographic(&number::readable(omega.hi, 6));
    let factor = rotary.attention_factor();
    if factor == 1.0 {
        return tex!(
            r"\text{#wave(}ω_#pair · \text{#t)} = \text{#wave(#omega · #t)} = \text{#wave #angle} = \value{#value}",
            wave,
            pair,
            t = position,
            omega,
            angle,
            value,
        );
    }
    tex!(
        r"\text{a · #wave(}ω_#pair · \text{#t)} = \text{#factor · #wave(#omega · #t)} = \text{#factor · #wave #angle} = \value{#value}",
        wave,
        pair,
        t = position,
        factor = number::readable(factor, 6),
        omega,
        angle,
        value,
    )
}

/// Formulas of the frequency: the rule before scaling, and the value of the selected pair before and after it.
pub(super) fn frequency_formulas(scene: &Scene, rotary: &Rotary, waves: &Waves) -> Vec<Formula> {
    let base = number::base(rotary.base());
    let mut formulas = vec![tex!("ω_i = #base^{−2i/#dim}", base, dim = rotary.exponent_dim())];
    let (pair, _) = rotary.part_of_column(scene.column());
    let frequency = &waves.frequencies()[pair as usize];
    let own =
        Scaling::Default.frequencies(rotary.base(), rotary.exponent_dim(), None)[pair as usize];
    formulas.push(tex!(
        r"ω_#pair = #base^{−#e} = \value{#omega}",
        pair,
        base,
        e = frequency.exponent.to_string(),
        omega = number::shortest(own.hi),
    ));
    if rotary.scaling() != &Scaling::Default {
        formulas.push(tex!(
            r"\text{#scaling: }ω_#pair = \value{#omega}",
            scaling = rotary.scaling().key(),
            pair,
            omega = number::shortest(frequency.omega.hi),
        ));
    }
    formulas
}

/// Compares the values shown with those of a program that computes in single precision.
pub(super) fn about_precision(scene: &Scene, rotary: &Rotary) -> String {
    match rotary.measured_error(scene.extent()) {
        Some(error) => format!(
            "Exact values; in f32, as programs compute them, this cache differs by up to {}.",
            number::readable(error, 2)
        ),
        None => format!(
            "Exact values; in f32, as programs compute them, this cache differs by less than {}.",
            number::readable(rotary.largest_error(scene.extent()), 2)
        ),
    }
}
