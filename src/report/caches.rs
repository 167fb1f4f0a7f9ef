//! Answers about rotary caches, in words and as JSON.

use std::ops::Range;

use serde_json::{Value, json};

use super::{
    deviations::{deviation_json, deviation_texts},
    frequencies::{named, preset_names, scene_of_rule},
    identity_json::IdentityJson,
    identity_words::{IdentityWords, rounded_words},
    row_positions,
};
use crate::{
    encoding::{
        Component, Convention, Layout, Order, Sinusoid, SinusoidDraft, Spacing, conventions_of,
        rotary::{cache::CacheForm, scaling::Scaling},
        with_digits,
    },
    picture::number,
    recognition::{CacheLayout, KnownCache},
    views::position_sentences,
};

/// Words about a cache; `file` stands for it.
pub(super) fn words(file: &str, shape: (u64, u32), it: &KnownCache) -> IdentityWords {
    let rounded = match it.rounding {
        _ if !it.stages.is_exact() => format!(", with {}", it.stages.words()),
        // The type of values that are not exactly these says nothing.
        _ if !it.is_certain => String::new(),
        rounding => rounded_words(rounding),
    };
    let times = if it.factor.to_bits() == 1.0_f64.to_bits() {
        String::new()
    } else {
        format!(", times {}", number::shortest(it.factor))
    };
    let start = match it.positions.only_line() {
        Some((start, _)) if shape.0 == 1 => {
            format!(", at position {}", number::typographic(&number::shortest(start)))
        }
        Some((start, 1.0)) if start != 0.0 => {
            format!(", from position {} on", number::typographic(&number::shortest(start)))
        }
        _ => String::new(),
    };
    let (num, matching) = (num_cells(shape), it.evidence.num_agreeing);
    let grouped = |num: u64| number::grouped(num as i64);
    let agreement = match it.evidence.wrong.first() {
        None if 2 * matching < num => "the values are not exactly these".to_owned(),
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
    let still = still_columns(it, shape.1).map(|columns| {
        let value = u8::from(it.component == Component::Cos);
        let (first, last) = (columns.start, columns.end - 1);
        format!("Columns {first} to {last} are {value}, as of dimensions that do not turn.")
    });
    let num_columns = shape.1 - it.num_still;
    let endpoint = endpoint_base(it, num_columns).map(|base| {
        format!(
            "That is base {} with the exponent i/(n − 1) instead of i/n, as ladders from 1 to 1/base have it.",
            number::base(base)
        )
    });
    let part = part_that_turns(it, num_columns);
    let rest =
        (still.into_iter().chain(endpoint).chain(part).chain(placed).chain(names).chain(others))
            .chain(same_table(it, num_columns))
            .collect();
    let deviations = deviation_texts(&it.columns, false);
    IdentityWords { statement, deviations, rest, names: Vec::new() }
}

/// Columns after those of the cache, which are the same in all rows.
fn still_columns(it: &KnownCache, num_columns: u32) -> Option<Range<u32>> {
    (it.num_still > 0).then(|| num_columns - it.num_still..num_columns)
}

/// Sentence about the base that the turning pairs of a cache have alone, if that is a round one.
fn part_that_turns(it: &KnownCache, num_columns: u32) -> Option<String> {
    const DIGITS: usize = 3;
    let Scaling::Proportional { num_turning, .. } = it.scaling else { return None };
    let num = f64::from(it.layout.num_pairs(num_columns)?);
    let base = with_digits(it.base.powf(f64::from(num_turning) / num), 6);
    (with_digits(base, DIGITS).to_bits() == base.to_bits()).then(|| {
        format!(
            "That is base {} over {} of {} dimensions; the others stand still.",
            number::base(base),
            2 * num_turning,
            2.0 * num
        )
    })
}

/// Round base of a ladder whose last frequency is 1/base, if the frequencies of a cache are such a ladder and its own
/// base is not round.
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
        && it.has_unit_factor();
    let draft = SinusoidDraft {
        layout: Layout::Split,
        order: Order::CosFirst,
        base: it.base,
        ..Convention::PAPER.draft(num_columns)
    };
    let sinusoid = Sinusoid::new(draft).ok().filter(|_| is_buffer)?;
    let names: Vec<&str> = conventions_of(sinusoid).map(Convention::key).collect();
    let is_whole = it.positions.only_line() == Some((0.0, 1.0));
    let part = if is_whole { "tables" } else { "rows of the tables" };
    (!names.is_empty()).then(|| format!("The same numbers: {part} of {}.", names.join(", ")))
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
pub(super) fn also_words(it: &KnownCache) -> String {
    format!(
        "As a rotary cache, it holds the {} of {}.",
        component_words(it.layout, it.component),
        named(&it.presets, it.base, &it.scaling)
    )
}

/// Answer about a cache as JSON, with the verdict in words.
pub(super) fn json(shape: (u64, u32), it: &KnownCache, verdict: &str) -> Value {
    let rows = shape.0;
    let (rows, columns) = match (it.is_transposed, it.is_stacked) {
        (true, _) => (u64::from(shape.1), shape.0 as u32),
        (false, true) => (rows / 2, 2 * shape.1),
        (false, false) => (rows, shape.1 - it.num_still),
    };
    let pairs = it.layout.num_pairs(columns).unwrap_or(columns) as usize;
    let cache = component_key(it.layout, it.component);
    // The factor is that of all values, so that the scene has none of its own.
    let line = it.positions.main_line().or_else(|| it.positions.longest_line());
    let line = line.unwrap_or(Spacing { start: 0.0, step: 1.0 });
    let (start, step) = it.positions.only_line().unwrap_or((line.start, line.step));
    let start = if start == 0.0 { String::new() } else { format!("&start={start}") };
    // Rows at one position are one.
    let length = if step == 0.0 { 1 } else { rows };
    let step = if step == 1.0 || step == 0.0 { String::new() } else { format!("&step={step}") };
    let form = it.layout.form().unwrap_or(CacheForm::Pairs).key();
    let rest =
        format!("&attention_factor=1&cache={cache}&cache_form={form}{start}{step}&length={length}");
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
    let wrong = it.columns.iter().map(deviation_json).chain(wrong);
    let answer = IdentityJson {
        is_certain: it.is_certain,
        name: Some(named(&it.presets, it.base, &it.scaling)),
        scene: scene(it.base, &it.scaling),
        rounding: it.rounding,
        scale: it.factor,
        is_transposed: it.is_transposed,
        deviations: wrong.collect(),
        largest_difference: Some(it.evidence.largest_difference),
        matching_cells: it.evidence.num_agreeing,
        candidates: first.chain(others).collect(),
        ..IdentityJson::new("cache", num_cells(shape), verdict)
    };
    let mut answer = answer.with(json!({
        "cache": cache,
        "cache_form": it.layout.key(),
        "stages": (!it.stages.is_exact()).then(|| it.stages.to_string()),
    }));
    if it.is_stacked {
        answer["cache_form"] = format!("tables-{}", it.layout.key()).into();
    }
    if let Some(columns) = still_columns(it, shape.1) {
        answer["still_columns"] = json!([columns.start, columns.end]);
    }
    row_positions::add(&mut answer, &it.positions);
    answer
}

fn num_cells((rows, columns): (u64, u32)) -> u64 {
    rows * u64::from(columns)
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
