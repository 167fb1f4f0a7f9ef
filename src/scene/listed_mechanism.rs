//! Mechanisms of positions as they are told: a sentence, and the scene of each that a configuration tells whole.

use super::Scene;
use crate::{
    encoding::bias::{Bias, BiasConvention, BiasDraft, Buckets},
    model::{
        ListedMechanism, Mechanism, MechanismKind, Model, has_other_inputs, is_unlimited,
        kind_title, max_tokens, runs,
    },
    picture::number,
};

/// Mechanisms as views list them.
pub fn listed(mechanisms: &[Mechanism]) -> Vec<ListedMechanism> {
    let listed = |it: &Mechanism| ListedMechanism {
        place: it.place.clone(),
        kind: kind_title(it.kind.key()),
        sentence: sentence(it, false),
        is_trained: it.kind.is_trained(),
        scene: scene(it),
    };
    mechanisms.iter().map(listed).collect()
}

/// Scene of a mechanism with the numbers of a configuration; `None` if these do not tell its values.
pub fn scene(it: &Mechanism) -> Option<String> {
    let part = |key: &str, number: Option<u64>| {
        number.map_or_else(String::new, |number| format!("&{key}={number}"))
    };
    let text = match (it.kind, &it.convention) {
        (MechanismKind::Alibi, own) => {
            // Files of llama.cpp do not say whose slopes they are.
            let convention = own.as_deref().unwrap_or("alibi-bloom");
            format!("convention={convention}{}", part("heads", it.heads))
        }
        (MechanismKind::T5Bias, _) => {
            let numbers = [
                part("heads", it.heads),
                part("buckets", it.rows),
                part("max_distance", it.max_distance),
            ];
            let is_bidirectional = !it.place.contains("decoder");
            format!("convention=t5{}&bidirectional={is_bidirectional}", numbers.concat())
        }
        (MechanismKind::Sinusoidal, Some(convention)) => {
            let first = it.first_row.unwrap_or(0);
            let length = it.rows.map(|rows| rows.saturating_sub(first));
            let numbers = [part("d_model", Some(it.width?)), part("length", length)];
            let text = format!("convention={convention}{}", numbers.concat());
            let usual = text.parse::<Scene>().ok()?.extent().start();
            let own = Some(first).filter(|_| usual != first as i64);
            text + &part("start", own)
        }
        (MechanismKind::GridSinusoidal, Some(convention)) => {
            // A row for the class token, and those of a square image.
            let patches = it.rows?.checked_sub(1)?;
            let side = patches.isqrt();
            if side * side != patches {
                return None;
            }
            format!(
                "convention={convention}{}&grid={side}x{side}",
                part("d_model", Some(it.width?))
            )
        }
        _ => return None,
    };
    text.parse::<Scene>().is_ok().then_some(text)
}

/// Number of tokens that fit, and the length that a rotation was made for, both in words; `None` if it is not known.
pub fn tokens_that_fit(mechanisms: &[Mechanism], rotary: Option<&Model>) -> Option<[String; 2]> {
    if let Some(most) = max_tokens(mechanisms) {
        let of = if has_other_inputs(mechanisms) { "of text" } else { "" };
        return Some([format!("at most {}", grouped(most)), of.to_owned()]);
    }
    let length = || {
        let length = rotary?.largest_length()?;
        let number = number::shortest(length.value);
        let number =
            if length.value.fract() == 0.0 { grouped(length.value as u64) } else { number };
        Some(match &length.origin.key {
            Some(key) => format!("{key} is {number}"),
            None => format!("the class assumes {number}"),
        })
    };
    is_unlimited(mechanisms).then(|| ["any number".to_owned(), length().unwrap_or_default()])
}

fn grouped(number: u64) -> String {
    number::grouped(number as i64)
}

/// Sentence about a mechanism, which names its place if others have another.
pub fn sentence(it: &Mechanism, has_place: bool) -> String {
    let place = if has_place { format!(" ({})", it.place) } else { String::new() };
    let layers = match &it.layers {
        Some(layers) if layers.len() == 1 => format!(", layer {}", runs(layers)),
        Some(layers) => format!(", layers {}", runs(layers)),
        None => String::new(),
    };
    let note = it.note.as_ref().map_or_else(String::new, |note| format!(" Note: {note}."));
    format!("{}{place}{layers}{}.{note}", name(it), facts(it))
}

/// Name of a mechanism, at the beginning of its sentence.
fn name(it: &Mechanism) -> String {
    let name = match it.kind {
        MechanismKind::Learned => "Learned",
        MechanismKind::Sinusoidal => "Sinusoidal",
        MechanismKind::GridSinusoidal => "Sinusoids of a grid",
        MechanismKind::Rotary => "Rotary",
        MechanismKind::Rotary2d | MechanismKind::Rotary3d if !it.axes.is_empty() => {
            return format!("Rotary by {}", it.axes.join(", "));
        }
        MechanismKind::Rotary2d => "Rotary by rows and columns",
        MechanismKind::Rotary3d => "Rotary by time, rows and columns",
        MechanismKind::Alibi => "ALiBi",
        MechanismKind::T5Bias => "Learned bias of scores by buckets of offsets",
        MechanismKind::RelativeTable if it.rows.is_some() => "Learned table of offsets",
        MechanismKind::RelativeTable => "Learned from offsets",
        MechanismKind::RelativeSinusoidal => "Sinusoids of offsets",
        MechanismKind::Convolutional if it.layers.is_some() => "Convolutions",
        MechanismKind::Convolutional => {
            let width = it.rows.map(|num| format!(" of width {}", grouped(num)));
            return format!("A convolution{} gives positions", width.unwrap_or_default());
        }
        MechanismKind::Recurrent if it.layers.is_some() => "Recurrent",
        MechanismKind::Recurrent | MechanismKind::Nothing => "No positional encoding",
        MechanismKind::TimeFeatures => "Features of the time",
        MechanismKind::Coordinates => "Coordinates through a layer",
        MechanismKind::Depends => "Positions",
    };
    name.to_owned()
}

/// Facts about a mechanism, which follow its name, place and layers.
fn facts(it: &Mechanism) -> String {
    let tensor = it.tensor.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    let heads = it.heads.map(|num| format!("{} heads", grouped(num)));
    let limit = || {
        let limit = it.limit.map(|most| format!("; at most {} tokens fit", grouped(most)));
        limit.unwrap_or_default()
    };
    match it.kind {
        MechanismKind::Learned | MechanismKind::GridSinusoidal => {
            format!(": {}{tensor}", table(it))
        }
        MechanismKind::Sinusoidal if it.tensor.is_some() => format!(": {}{tensor}", table(it)),
        MechanismKind::Sinusoidal if it.rows.is_none() => ": computed, nothing is stored".into(),
        MechanismKind::Sinusoidal => {
            let more = if it.grows { ", and more where they are needed" } else { "" };
            format!(": {}, computed, not stored{more}", table(it))
        }
        MechanismKind::Rotary => format!(": queries and keys are turned{}", limit()),
        MechanismKind::Alibi => {
            let slopes = it.heads.and_then(slopes);
            let slopes = slopes.map(|[first, last]| format!("slopes {first:.4} to {last:.4}"));
            let numbers: Vec<String> = [heads, slopes].into_iter().flatten().collect();
            let semicolon = if numbers.is_empty() { "" } else { "; " };
            format!(": {}{semicolon}nothing is stored{}", numbers.join(", "), limit())
        }
        MechanismKind::T5Bias => {
            let buckets = it.rows.map(|num| format!("{} buckets", grouped(num)));
            let numbers: Vec<String> = [buckets, heads].into_iter().flatten().collect();
            let colon = if numbers.is_empty() { "" } else { ": " };
            format!("{colon}{}{tensor}", numbers.join(", "))
        }
        MechanismKind::RelativeTable => {
            let rows = it.rows.map(|num| format!(": {} rows", grouped(num)));
            format!("{}{tensor}", rows.unwrap_or_default())
        }
        MechanismKind::Convolutional if it.layers.is_some() => {
            format!(": order comes from their kernels{tensor}")
        }
        MechanismKind::Recurrent if it.layers.is_some() => {
            ": order comes from the recurrent state".into()
        }
        MechanismKind::Recurrent => "; order comes from the recurrent state".into(),
        MechanismKind::RelativeSinusoidal
        | MechanismKind::Convolutional
        | MechanismKind::TimeFeatures
        | MechanismKind::Coordinates => tensor,
        MechanismKind::Depends => " are those of the model within".into(),
        MechanismKind::Rotary2d | MechanismKind::Rotary3d | MechanismKind::Nothing => String::new(),
    }
}

/// Rows of a table, and how many tokens fit.
fn table(it: &Mechanism) -> String {
    let Some(rows) = it.rows else { return "the number of rows is not known".to_owned() };
    let width = it.width.map_or_else(String::new, |width| format!(" of width {}", grouped(width)));
    let (rows_word, stands) = match rows {
        1 => ("row", "stands"),
        _ => ("rows", "stand"),
    };
    if let Some(of) = &it.rows_of {
        return format!("{} {rows_word}{width}, which {stands} for {of}", grouped(rows));
    }
    let first = it.first_row.map_or_else(String::new, |row| {
        let fit = it
            .max_tokens()
            .map_or_else(String::new, |num| format!(", so {} tokens fit", grouped(num)));
        format!("; the first token uses row {row}{fit}")
    });
    format!("{} {rows_word}{width}{first}", grouped(rows))
}

/// First and last slope of ALiBi.
fn slopes(heads: u64) -> Option<[f64; 2]> {
    let heads = u32::try_from(heads).ok()?;
    let convention = BiasConvention::ALIBI_BLOOM;
    let buckets = Buckets::default();
    let bias = Bias::new(BiasDraft { convention, num_heads: heads, buckets }).ok()?;
    let all = bias.slopes();
    let most = all.iter().copied().fold(f64::MIN, f64::max);
    let least = all.iter().copied().fold(f64::MAX, f64::min);
    (!all.is_empty()).then_some([most, least])
}
