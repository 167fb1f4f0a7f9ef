//! Answers about rotary frequencies, in words and as JSON, and the names and scenes of rules.

use serde_json::{Value, json};

use super::{identity_json::IdentityJson, identity_words::IdentityWords};
use crate::{
    encoding::{
        Exponent,
        rotary::scaling::{Scaling, Yarn},
    },
    picture::number,
    recognition::KnownFrequencies,
    scene::Scene,
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
    let answer = IdentityJson {
        is_certain: !is_unwritten && best.is_some_and(|it| it.is_certain),
        name: best.map(name),
        scene: best.filter(|_| !is_unwritten).and_then(|it| scene_of(it, num)),
        rounding: best.and_then(|it| it.rounding),
        deviations: wrong_entries(vector, best),
        matching_cells: (vector.len() - wrong.map_or(0, |(_, num)| num)) as u64,
        candidates: found.iter().map(entry).collect(),
        ..IdentityJson::new(
            if is_unwritten { "none" } else { "frequencies" },
            vector.len() as u64,
            verdict,
        )
    };
    answer.with(json!({"reason": is_unwritten.then_some("uninitialized")}))
}

/// The first entry that does not agree.
fn wrong_entries(vector: &[f64], best: Option<&KnownFrequencies>) -> Vec<Value> {
    let first = best.and_then(|it| it.wrong);
    let first = first.map(
        |(first, _)| json!({"what": "cell", "row": first, "column": null, "value": vector[first]}),
    );
    first.into_iter().collect()
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
pub(super) fn scene_of_rule(
    base: f64,
    scaling: &Scaling,
    pairs: usize,
    rest: &str,
) -> Option<String> {
    let numbers: Vec<(&str, f64)> = match scaling {
        // Which of two lists was used, a scene says by its context.
        Scaling::LongRope(it) if it.short_factor != it.long_factor => return None,
        Scaling::LongRope(it) => vec![("trained_length", it.original_length)],
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
    let list = match scaling {
        Scaling::LongRope(it) => {
            let all: Vec<String> = it.short_factor.iter().map(f64::to_string).collect();
            format!("&short_factor={}", all.join(","))
        }
        _ => String::new(),
    };
    let (head_dim, rule) = (2 * pairs, scaling.key());
    let text = format!(
        "encoding=rotary&base={base}&head_dim={head_dim}&scaling={rule}{numbers}{list}{truncate}{rest}"
    );
    let scene: Scene = text.parse().ok()?;
    Some(scene.to_copy())
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
pub(super) fn preset_names(presets: &[(String, String)]) -> String {
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
        Scaling::LongRope(longrope) if longrope.short_factor == longrope.long_factor => {
            let all = &longrope.short_factor;
            let moving = all.iter().filter(|it| **it < f64::MAX);
            let ends =
                moving.fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(*it), high.max(*it)));
            let [low, high] = [ends.0, ends.1].map(|it| number::readable(it, 4));
            format!("{} frequencies of their own, divided by {low} to {high} (longrope)", all.len())
        }
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
