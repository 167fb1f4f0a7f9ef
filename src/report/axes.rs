//! Answers about caches of several coordinates, in words and as JSON.

use serde_json::{Value, json};

use super::{
    caches::{component_key, component_words},
    identity_json::IdentityJson,
    identity_words::IdentityWords,
    row_positions,
};
use crate::{
    encoding::{RowPositions, with_digits},
    picture::number,
    recognition::{AxisColumns, KnownAxes, KnownAxis},
    views::position_sentences,
};

/// Pairs and base of a coordinate: `time: 8 pairs of base 10 000, positions 0 to 20`.
fn axis_words(name: &str, it: &KnownAxis) -> String {
    let pairs = number::counted(it.num_pairs.into(), "pair");
    let Some(base) = it.base else { return format!("{name}: {pairs}, position 0 everywhere") };
    let range = it.positions.range().map_or_else(String::new, |(first, last)| {
        let short = |it: f64| number::typographic(&number::shortest(with_digits(it, 5)));
        let [first, last] = [first, last].map(short);
        let step = it.spacing().map(|(_, step)| step).filter(|step| *step != 1.0);
        let step = step.map(|step| format!(" in steps of {}", short(step)));
        format!(", positions {first} to {last}{}", step.unwrap_or_default())
    });
    format!("{name}: {pairs} of base {}{range}", number::base(base))
}

fn joined(sides: &[u64], between: &str) -> String {
    sides.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// Words about a cache or a table; `file` stands for it.
pub(super) fn words(file: &str, (rows, columns): (u64, u32), it: &KnownAxes) -> IdentityWords {
    let component = component_words(it.layout, it.component);
    let grid = it
        .grid()
        .map_or_else(String::new, |sides| format!(" over {} patches", joined(&sides, " × ")));
    let what = match it.columns {
        Some(columns) => format!("sinusoids of {} axes{grid} ({})", it.axes.len(), columns.words()),
        None if it.is_shared => format!(
            "the {component} of a rotary cache whose {} axes share the pairs of base {} ({}{})",
            it.axes.len(),
            it.base().map_or_else(String::new, number::base),
            it.layout.words(),
            it.sections.map_or_else(String::new, |it| format!(", M-RoPE with sections {it}"))
        ),
        None => format!(
            "the {component} of a rotary cache with {} axes{grid} ({})",
            it.axes.len(),
            it.layout.words()
        ),
    };
    let statement = format!(
        "{file} holds {what}: all {} values agree, the largest difference is {}.",
        number::grouped((rows * u64::from(columns)) as i64),
        number::readable(it.largest_difference, 2)
    );
    let names = it.names();
    let words = |(name, axis): (&String, &KnownAxis)| {
        if it.is_shared {
            let told = position_sentences(&axis.positions);
            let positions =
                if told.is_empty() { "Positions 0, 1, 2 ….".to_owned() } else { told.join(" ") };
            let name = number::capital(name);
            return format!(
                "{name}, {}: {positions}",
                number::counted(axis.num_pairs.into(), "pair")
            );
        }
        axis_words(name, axis)
    };
    let axes: Vec<String> = names.iter().zip(&it.axes).map(words).collect();
    let rest = if it.is_shared {
        axes
    } else {
        vec![format!("In the order of the columns: {}.", axes.join("; "))]
    };
    IdentityWords { statement, deviations: Vec::new(), rest, names: Vec::new() }
}

/// Answer as JSON, with the verdict in words.
pub(super) fn json((rows, columns): (u64, u32), it: &KnownAxes, verdict: &str) -> Value {
    let cells = rows * u64::from(columns);
    let names = it.names();
    let axes = names.iter().zip(&it.axes).map(|(name, axis)| {
        json!({
            "name": name,
            "dims": 2 * axis.num_pairs,
            "base": axis.base,
            "row_positions": row_positions::json(&axis.positions),
        })
    });
    let grid = it.grid();
    let is_cache = it.columns.is_none();
    let (kind, what) = if is_cache { ("cache", "rotary") } else { ("grid", "sinusoids") };
    let answer = IdentityJson {
        name: Some(format!("{what}, {} axes", it.axes.len())),
        rounding: it.rounding,
        largest_difference: Some(it.largest_difference),
        ..IdentityJson::new(kind, cells, verdict)
    };
    let mut answer = answer.with(json!({
        "cache": is_cache.then(|| component_key(it.layout, it.component)),
        "cache_form": is_cache.then(|| it.layout.key()),
        "columns": it.columns.map(AxisColumns::key),
        "mrope_section": it.sections.map(|it| it.to_string()),
        "axes": axes.collect::<Vec<_>>(),
        "base": it.base(),
        "grid": grid.as_ref().map(|sides| joined(sides, "x")),
        "positions_up_to_sign": it.axes.iter().any(|axis| axis.positions.is_up_to_sign),
    }));
    // The number of a patch is its position in the grid.
    if grid.is_some() {
        answer["row_positions"] = row_positions::json(&RowPositions::line(rows, 0.0, 1.0));
    }
    answer
}
