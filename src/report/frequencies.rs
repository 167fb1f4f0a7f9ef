//! Answers about rotary frequencies and caches, in words and as JSON.

use serde_json::{Value, json};

use super::{identity_words::IdentityWords, row_positions};
use crate::{
    encoding::{
        Component, Convention, Exponent, Layout, Order, Rounding, Sinusoid, SinusoidDraft,
        conventions_of,
        rotary::{
            cache::CacheForm,
            scaling::{Scaling, Yarn},
        },
        with_digits,
    },
    model::{CacheLayout, KnownCache, KnownFrequencies},
    picture::number,
    scene::Scene,
    views::position_sentences,
};

/// Words about a vector of some numbers, each counted once; `file` stands for it. The answers are the best first.
pub(super) fn words(
    file: &str,
    vector: &[f64],
    num: usize,
    found: &[KnownFrequencies],
) -> IdentityWords {
    let best = found.first();
    let others = found.get(1..).unwrap_or_default();
    IdentityWords {
        statement: best.map(|it| statement(file, vector, num, it)).unwrap_or_default(),
        deviations: Vec::new(),
        // Of numbers that are not all those of the best, the others are not the same either.
        rest: (others.iter().filter(|_| best.is_some_and(|it| it.wrong.is_none())))
            .map(|it| format!("The same numbers: {}.", name(it)))
            .collect(),
        names: Vec::new(),
    }
}

/// True unless the vector looks like memory that was never written.
pub(super) fn are_found(vector: &[f64], found: &[KnownFrequencies]) -> bool {
    let wrong = found.first().map(|best| best.wrong);
    wrong.is_some_and(|wrong| wrong.is_none_or(|it| !is_unwritten(vector, it)))
}

/// Answer as JSON, with the verdict in words.
pub(super) fn json(vector: &[f64], num: usize, found: &[KnownFrequencies], verdict: &str) -> Value {
    let entry = |it: &KnownFrequencies| {
        let presets = it.presets.iter().map(|(preset, set)| json!({"preset": preset, "set": set}));
        json!({
            "name": name(it),
            "scene": scene_of(it, num),
            "max_abs_difference": null,
            "presets": presets.collect::<Vec<_>>(),
            "base": it.base,
            "rope_type": it.scaling.key(),
            "rotary_dim": 2 * num,
            "exponent": it.exponent.key(),
            "same_bases": it.same_bases,
            "max_relative_difference": it.largest_difference,
            "digits": it.num_digits,
        })
    };
    let best = found.first();
    let wrong = best.and_then(|it| it.wrong);
    let is_unwritten = wrong.is_some_and(|it| is_unwritten(vector, it));
    json!({
        "kind": if is_unwritten { "none" } else { "frequencies" },
        "certain": !is_unwritten && best.is_some_and(|it| it.is_certain),
        "reason": is_unwritten.then_some("uninitialized"),
        "name": best.map(name),
        "scene": best.filter(|_| !is_unwritten).and_then(|it| scene_of(it, num)),
        "rounding": best.and_then(|it| it.rounding).map(Rounding::key),
        "scale": 1.0,
        "transposed": false,
        "deviations": wrong_entries(vector, best),
        "max_abs_difference": null,
        "matching_cells": vector.len() - wrong.map_or(0, |(_, num)| num),
        "cells": vector.len(),
        "candidates": found.iter().map(entry).collect::<Vec<_>>(),
        "verdict": verdict,
    })
}

/// The first entry that does not agree.
fn wrong_entries(vector: &[f64], best: Option<&KnownFrequencies>) -> Vec<Value> {
    let first = best.and_then(|it| it.wrong);
    let first = first.map(
        |(first, _)| json!({"what": "cell", "row": first, "column": null, "value": vector[first]}),
    );
    first.into_iter().collect()
}

/// Words about a cache; `file` stands for it.
pub(super) fn cache_words(file: &str, shape: (u64, u32), it: &KnownCache) -> IdentityWords {
    let rounded = match it.rounding {
        _ if !it.stages.is_exact() => format!(", with {}", it.stages.words()),
        None | Some(Rounding::F32) => String::new(),
        Some(to) => format!(", rounded to {}", to.key()),
    };
    let times = if it.factor.to_bits() == 1.0_f64.to_bits() {
        String::new()
    } else {
        format!(", times {}", number::shortest(it.factor))
    };
    let start = match it.positions.only_line() {
        Some((start, 1.0)) if start != 0.0 => {
            format!(", from position {} on", number::typographic(&number::shortest(start)))
        }
        _ => String::new(),
    };
    let (num, matching) = (num_cells(shape), it.evidence.num_agreeing);
    let grouped = |num: u64| number::grouped(num as i64);
    let agreement = match it.evidence.wrong.first() {
        None if matching < num => format!("{} of {} values agree", grouped(matching), grouped(num)),
        None => format!("all {} values agree", grouped(num)),
        Some((row, column)) => format!(
            "{} of {} values agree, not row {row}, column {column}",
            grouped(matching),
            grouped(num)
        ),
    };
    let relation = if it.is_certain { "holds" } else { "is closest to" };
    let statement = format!(
        "{file} {relation} the {} of a rotary cache ({}): {}{times}{start}{rounded}: {agreement}, the largest difference is \
         {}.",
        component_words(it.layout, it.component),
        form_words(it),
        named(&[], it.base, &it.scaling),
        number::readable(it.evidence.largest_difference, 2)
    );
    let others =
        it.others.iter().map(|(base, scaling)| format!("Or {}.", named(&[], *base, scaling)));
    let is_plain = it.positions.only_line().is_some_and(|(_, step)| step == 1.0);
    let placed = if is_plain { Vec::new() } else { position_sentences(&it.positions) };
    let names = preset_names(&it.presets);
    let names = (!names.is_empty()).then(|| format!("Models with these angles: {names}."));
    let endpoint = endpoint_base(it, shape.1).map(|base| {
        format!(
            "That is base {} with the exponent i/(n − 1) instead of i/n, as ladders from 1 to 1/base have it.",
            number::base(base)
        )
    });
    let rest = (endpoint.into_iter().chain(placed).chain(names).chain(others))
        .chain(same_table(it, shape.1))
        .collect();
    IdentityWords { statement, deviations: Vec::new(), rest, names: Vec::new() }
}

/// Round base of a ladder whose last frequency is 1/base, if the frequencies of a cache are such a ladder and its own base
/// is not round.
fn endpoint_base(it: &KnownCache, num_columns: u32) -> Option<f64> {
    /// Digits of a round base, and the relative error of a fitted one.
    const DIGITS: usize = 1;
    const NEAR: f64 = 1e-5;
    let num = f64::from(it.layout.num_pairs(num_columns)?);
    let is_fitted = it.presets.is_empty() && with_digits(it.base, 4).to_bits() != it.base.to_bits();
    let base = it.base.powf((num - 1.0) / num);
    let round = with_digits(base, DIGITS);
    let is_it = is_fitted && it.scaling == Scaling::Default && (round / base - 1.0).abs() < NEAR;
    is_it.then_some(round)
}

/// Sentence about the conventions whose tables have the numbers of a cache; `None` if there are none.
fn same_table(it: &KnownCache, num_columns: u32) -> Option<String> {
    let is_buffer = it.layout == CacheLayout::CosSin
        && !(it.is_stacked || it.is_transposed)
        && it.scaling == Scaling::Default
        && it.factor.to_bits() == 1.0_f64.to_bits()
        && it.positions.only_line().is_some_and(|(start, step)| (start, step) == (0.0, 1.0));
    let draft = SinusoidDraft {
        layout: Layout::Split,
        order: Order::CosFirst,
        base: it.base,
        ..Convention::PAPER.draft(num_columns)
    };
    let sinusoid = Sinusoid::new(draft).ok().filter(|_| is_buffer)?;
    let names: Vec<&str> = conventions_of(sinusoid).map(Convention::key).collect();
    (!names.is_empty()).then(|| format!("The same numbers: tables of {}.", names.join(", ")))
}

/// Form of a cache in words.
fn form_words(it: &KnownCache) -> String {
    let own = match (it.is_stacked, it.layout) {
        (true, CacheLayout::CosSin) => "a table of cosines, then one of sines",
        (true, CacheLayout::CosSinHalves) => "a table of cosines in halves, then one of sines",
        (true, CacheLayout::CosSinAdjacent) => "a table of cosines in neighbors, then one of sines",
        (_, layout) => layout.words(),
    };
    if it.is_transposed { format!("transposed, {own}") } else { own.to_owned() }
}

/// Sentence about a table that is a cache besides.
pub(super) fn also_cache(it: &KnownCache) -> String {
    format!(
        "As a rotary cache, it holds the {} of {}.",
        component_words(it.layout, it.component),
        named(&it.presets, it.base, &it.scaling)
    )
}

/// Answer about a cache as JSON, with the verdict in words.
pub(super) fn cache_json(shape: (u64, u32), it: &KnownCache, verdict: &str) -> Value {
    let rows = shape.0;
    let (rows, columns) = match (it.is_transposed, it.is_stacked) {
        (true, _) => (u64::from(shape.1), shape.0 as u32),
        (false, true) => (rows / 2, 2 * shape.1),
        (false, false) => (rows, shape.1),
    };
    let pairs = it.layout.num_pairs(columns).unwrap_or(columns) as usize;
    let cache = component_key(it.layout, it.component);
    // The factor is that of all values, so that the scene has none of its own.
    let (start, step) = it.positions.only_line().unwrap_or((0.0, 1.0));
    let start = if start == 0.0 { String::new() } else { format!("&start={start}") };
    let step = if step == 1.0 || step == 0.0 { String::new() } else { format!("&step={step}") };
    let form = it.layout.form().unwrap_or(CacheForm::Pairs).key();
    let rest =
        format!("&attention_factor=1&cache={cache}&cache_form={form}{start}{step}&length={rows}");
    let round = if it.stages.is_exact() { String::new() } else { format!("&round={}", it.stages) };
    let rest = format!("{rest}{round}");
    let scene = |base: f64, scaling: &Scaling| scene_of_rule(base, scaling, pairs, &rest);
    let entry = |presets: &[(String, String)], base: f64, scaling: &Scaling| {
        let all = presets.iter().map(|(preset, set)| json!({"preset": preset, "set": set}));
        json!({
            "name": named(presets, base, scaling),
            "scene": scene(base, scaling),
            "max_abs_difference": it.evidence.largest_difference,
            "presets": all.collect::<Vec<_>>(),
            "base": base,
            "rope_type": scaling.key(),
        })
    };
    let others = it.others.iter().map(|(base, scaling)| entry(&[], *base, scaling));
    let first = std::iter::once(entry(&it.presets, it.base, &it.scaling));
    let wrong = it.evidence.wrong.iter();
    let wrong = wrong.map(|(row, column)| json!({"what": "cell", "row": row, "column": column}));
    let mut answer = json!({
        "kind": "cache",
        "certain": it.is_certain,
        "name": named(&it.presets, it.base, &it.scaling),
        "cache": cache,
        "cache_form": it.layout.key(),
        "scene": scene(it.base, &it.scaling),
        "rounding": it.rounding.map(Rounding::key),
        "stages": (!it.stages.is_exact()).then(|| it.stages.to_string()),
        "scale": it.factor,
        "transposed": it.is_transposed,
        "deviations": wrong.collect::<Vec<_>>(),
        "max_abs_difference": it.evidence.largest_difference,
        "matching_cells": it.evidence.num_agreeing,
        "cells": shape.0 * u64::from(shape.1),
        "candidates": first.chain(others).collect::<Vec<_>>(),
        "verdict": verdict,
    });
    if it.is_stacked {
        answer["cache_form"] = format!("tables-{}", it.layout.key()).into();
    }
    row_positions::add(&mut answer, &it.positions);
    answer
}

fn num_cells((rows, columns): (u64, u32)) -> u64 {
    rows * u64::from(columns)
}

/// Scene of an encoding with known frequencies: a rotary one, or a sinusoid with another exponent.
fn scene_of(it: &KnownFrequencies, num: usize) -> Option<String> {
    if it.exponent == Exponent::Half {
        return scene_of_rule(it.base, &it.scaling, num, "");
    }
    let (base, exponent) = (it.base, it.exponent.key());
    let text = format!("d_model={}&base={base}&exponent={exponent}", 2 * num);
    text.parse::<Scene>().ok().map(|scene| scene.to_copy())
}

/// Scene of a rotary encoding with a base and a rule; `None` if no scene has them.
fn scene_of_rule(base: f64, scaling: &Scaling, pairs: usize, rest: &str) -> Option<String> {
    let numbers: Vec<(&str, f64)> = match scaling {
        // Which list was used, a scene says by its context.
        Scaling::LongRope(_) => return None,
        Scaling::Default => Vec::new(),
        Scaling::Linear { factor } | Scaling::Ntk { factor } => vec![("factor", *factor)],
        Scaling::Dynamic { factor, max_length } => {
            vec![("factor", *factor), ("trained_length", *max_length)]
        }
        Scaling::Yarn(yarn) => vec![
            ("factor", yarn.factor),
            ("trained_length", yarn.original_length),
            ("beta_fast", yarn.beta_fast),
            ("beta_slow", yarn.beta_slow),
        ],
        Scaling::Llama3(llama) => vec![
            ("factor", llama.factor),
            ("trained_length", llama.original_length),
            ("low_freq_factor", llama.low_freq_factor),
            ("high_freq_factor", llama.high_freq_factor),
        ],
        Scaling::Proportional { factor, num_turning } => {
            vec![("factor", *factor), ("turning", f64::from(*num_turning))]
        }
    };
    let numbers: Vec<String> =
        numbers.iter().map(|(key, value)| format!("&{key}={value}")).collect();
    let numbers = numbers.concat();
    let truncate = match scaling {
        Scaling::Yarn(yarn) => format!("&truncate={}", yarn.is_truncated),
        _ => String::new(),
    };
    let (head_dim, rule) = (2 * pairs, scaling.key());
    let text = format!(
        "encoding=rotary&base={base}&head_dim={head_dim}&scaling={rule}{numbers}{truncate}{rest}"
    );
    let scene: Scene = text.parse().ok()?;
    Some(scene.to_copy())
}

/// Value of `cache` in a scene: the components that a cache holds.
pub(super) fn component_key(layout: CacheLayout, component: Component) -> &'static str {
    match (layout.has_both(), component) {
        (true, _) => "both",
        (false, Component::Cos) => "cos",
        (false, Component::Sin) => "sin",
    }
}

/// Words about the components that a cache holds.
pub(super) fn component_words(layout: CacheLayout, component: Component) -> &'static str {
    match (layout.has_both(), component) {
        (true, _) => "cosines and sines",
        (false, Component::Cos) => "cosines",
        (false, Component::Sin) => "sines",
    }
}

/// Base and rule, or the preset that has them.
pub(super) fn name(it: &KnownFrequencies) -> String {
    // Exponents of n frequencies.
    let exponents = match it.exponent {
        Exponent::Endpoint => Some("i/(n − 1)"),
        Exponent::OneBased => Some("(k + 1)/n"),
        _ => None,
    };
    if let Some(exponents) = exponents {
        let key = it.exponent.key();
        return format!("base {}, exponents {exponents} ({key})", readable(it.base));
    }
    named(&it.presets, it.base, &it.scaling)
}

/// Names of presets with their sets of layers.
fn preset_names(presets: &[(String, String)]) -> String {
    let presets: Vec<String> = presets
        .iter()
        .map(|(preset, set)| match set.as_str() {
            "all" => preset.clone(),
            set => format!("{preset} ({set})"),
        })
        .collect();
    presets.join(", ")
}

pub(super) fn named(presets: &[(String, String)], base: f64, scaling: &Scaling) -> String {
    let presets = preset_names(presets);
    let own = format!("base {}, {}", readable(base), scaling_text(scaling));
    if presets.is_empty() { own } else { format!("{presets}: {own}") }
}

/// Number with its digits in groups, if it is whole.
fn readable(value: f64) -> String {
    if value.fract() == 0.0 { number::grouped(value as i64) } else { number::shortest(value) }
}

fn scaling_text(scaling: &Scaling) -> String {
    let n = readable;
    match scaling {
        Scaling::Default => "no scaling".to_owned(),
        Scaling::Linear { factor } => format!("linear, factor {}", n(*factor)),
        Scaling::Dynamic { factor, .. } => {
            format!("dynamic, factor {}, unscaled up to its length", n(*factor))
        }
        Scaling::Ntk { factor } => format!("ntk, factor {}", n(*factor)),
        Scaling::Yarn(Yarn { factor, original_length, beta_fast, beta_slow, .. }) => format!(
            "yarn, factor {}, trained length {}, beta_fast {}, beta_slow {}",
            n(*factor),
            n(*original_length),
            n(*beta_fast),
            n(*beta_slow)
        ),
        Scaling::LongRope(longrope) => {
            format!("longrope, short list, trained length {}", n(longrope.original_length))
        }
        Scaling::Llama3(llama) => format!(
            "llama3, factor {}, low_freq_factor {}, high_freq_factor {}, trained length {}",
            n(llama.factor),
            n(llama.low_freq_factor),
            n(llama.high_freq_factor),
            n(llama.original_length)
        ),
        Scaling::Proportional { num_turning, .. } => {
            format!("proportional, {num_turning} pairs turn")
        }
    }
}

/// True if wrong entries look like memory that was never written: the first of all, which must be 1, or one that is
/// larger than that, negative, or next to nothing.
fn is_unwritten(vector: &[f64], (first, _): (usize, usize)) -> bool {
    let value = vector[first];
    first == 0 || !(1e-12..=1.0).contains(&value)
}

fn statement(file: &str, vector: &[f64], num: usize, best: &KnownFrequencies) -> String {
    let name = name(best);
    let largest = || number::readable(best.largest_difference, 2);
    if best.wrong.is_none() && !best.is_chosen {
        return format!(
            "{file} holds {num} numbers in geometric progression, like the frequencies of {name}; the largest relative \
             difference is {}. Nothing shows that somebody chose this base.",
            largest()
        );
    }
    if let (None, Some((least, most))) = (best.wrong, best.same_bases) {
        return format!(
            "{file} is closest to the {num} frequencies of {name}: the largest relative difference is {}. Bases from {} to \
             {} give the same numbers.",
            largest(),
            readable(least),
            readable(most)
        );
    }
    if best.wrong.is_none() && !best.is_certain {
        return format!(
            "{file} is closest to the {num} frequencies of {name}: the largest relative difference is {}, but so few \
             numbers prove nothing.",
            largest()
        );
    }
    if let Some((first, num_wrong)) = best.wrong.filter(|&it| !is_unwritten(vector, it)) {
        let value = number::readable(vector[first], 6);
        let wrong = match num_wrong {
            1 => format!("entry {first}, which is {value}"),
            num_wrong => {
                format!("{num_wrong} entries, of which the first is entry {first}, {value}")
            }
        };
        return if best.is_certain {
            format!("{file} holds the {num} frequencies of {name}, except for {wrong}.")
        } else {
            format!("{file} is closest to the {num} frequencies of {name}, except for {wrong}.")
        };
    }
    if let Some((first, num_wrong)) = best.wrong {
        let rule = if first == 0 { " Entry 0 must be 1." } else { "" };
        return format!(
            "{file} is no frequency table: entry {first} is {}, as of memory that was never written.{rule} {} of {num} \
             entries are those of {name}.",
            number::readable(vector[first], 3),
            num - num_wrong
        );
    }
    let rounded = best.rounding.map_or_else(String::new, |to| format!(", rounded to {}", to.key()));
    let rounded = match best.num_digits {
        Some(digits) => format!("{rounded}, to {digits} digits"),
        None => rounded,
    };
    format!(
        "{file} holds the {num} frequencies of {name}{rounded}: the largest relative difference is {}.",
        largest()
    )
}
