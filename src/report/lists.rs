//! Answers about lists of numbers: a vector, or a table of one row or column.

use serde_json::{Value, json};

use super::{
    frequencies::{self, named},
    identity_json::{IdentityJson, candidate},
    identity_words::{IdentityWords, nothing_text},
    row_positions,
};
use crate::{
    encoding::{Nothing, nothing_in_list},
    picture::number,
    recognition::{ArrangedList, Arrangement, KnownList, Schedule},
    scene::Scene,
    views::position_sentences,
};

/// Words about a list; `file` stands for it.
pub(super) fn words(file: &str, list: &[f64], found: Option<&ArrangedList>) -> IdentityWords {
    let Some(found) = found else {
        let num = number::counted(list.len() as i64, "number");
        let why = nothing_text(nothing_in_list(list));
        let statement = format!(
            "{file} is no list of frequencies, slopes, divisors or positions: {num}; {why}."
        );
        return of_statement(statement);
    };
    let mut words = match &found.list {
        KnownList::Frequencies(own) => frequencies::words(file, list, found.num, own),
        KnownList::Divisors(own) => {
            let name = own.first().map(frequencies::name).unwrap_or_default();
            let num = found.num;
            of_statement(format!(
                "{file} holds the reciprocals of the {num} frequencies of {name}."
            ))
        }
        other => {
            let relation = if other.is_certain() { "holds" } else { "may hold" };
            of_statement(format!("{file} {relation} {}.", reading(other, found.num)))
        }
    };
    if let KnownList::PositionRuns(positions) = &found.list {
        words.rest.extend(position_sentences(positions));
    }
    words.rest.extend(order(found.arrangement).map(str::to_owned));
    let also: Vec<String> = found.also.iter().map(|it| reading(it, found.num)).collect();
    if !also.is_empty() {
        words.rest.push(format!("The same numbers are {}.", also.join(", or ")));
    }
    words
}

/// Content of a list, as an object of a sentence.
fn reading(list: &KnownList, num: usize) -> String {
    let counted = |what: &str| number::counted(num as i64, what);
    let short = number::shortest;
    match list {
        KnownList::Frequencies(own) | KnownList::Divisors(own) => {
            let name = own.first().map(frequencies::name).unwrap_or_default();
            let what = match list {
                KnownList::Divisors(_) => "reciprocals of the ",
                _ => "",
            };
            format!("the {what}{num} frequencies of {name}")
        }
        KnownList::ScalingDivisors { presets, base, scaling } => format!(
            "the {} of the frequencies of {}",
            counted("divisor"),
            named(presets, *base, scaling)
        ),
        KnownList::Slopes(convention) => format!(
            "the slopes of {} ({}) for {}",
            convention.facts().title,
            convention.key(),
            counted("head")
        ),
        KnownList::Buckets { rule, first } => format!(
            "the T5 buckets of {}, from {first} to {}: {} buckets up to distance {}, {}",
            counted("offset"),
            first + num as i64 - 1,
            rule.num(),
            rule.max_distance(),
            if rule.is_bidirectional() { "both directions" } else { "keys before" }
        ),
        KnownList::Positions { start, step } => {
            format!("{}: start {}, step {}", counted("position"), short(*start), short(*step))
        }
        KnownList::Schedule { rule, start, end } => {
            let how = match rule {
                Schedule::Rounded => "evenly spaced and rounded to whole numbers",
                Schedule::Geometric => "with evenly spaced logarithms",
                Schedule::Karras => "with evenly spaced seventh roots (Karras)",
            };
            format!("{}, {how}, from {} to {}", counted("position"), short(*start), short(*end))
        }
        KnownList::PositionRuns(positions) => {
            let runs = number::counted(positions.runs.len() as i64, "run");
            format!("{} in {runs}", counted("position"))
        }
        KnownList::EvenFrequencies { first, last } => format!(
            "{num} evenly spaced frequencies, from {} π to {} π",
            short(*first),
            short(*last)
        ),
        KnownList::Octaves { first, turns } => format!(
            "the frequencies of {num} octaves of Fourier features, {}",
            octaves_text(*first, *turns, num)
        ),
        KnownList::Factors { preset, list } => {
            format!("the {} of longrope that {preset} has as {list}", counted("factor"))
        }
    }
}

/// Octaves in words: `0 to 9, times π`.
fn octaves_text(first: i32, turns: u32, num: usize) -> String {
    let times = ["no π", "times π", "times 2π"][turns.min(2) as usize];
    format!("{first} to {}, {times}", i64::from(first) + num as i64 - 1)
}

/// Kind of a list, by its key.
fn kind(list: &KnownList) -> &'static str {
    match list {
        KnownList::Frequencies(_)
        | KnownList::EvenFrequencies { .. }
        | KnownList::Octaves { .. } => "frequencies",
        KnownList::Divisors(_) | KnownList::ScalingDivisors { .. } => "divisors",
        KnownList::Slopes(_) => "slopes",
        KnownList::Buckets { .. } => "buckets",
        KnownList::Positions { .. } | KnownList::Schedule { .. } | KnownList::PositionRuns(_) => {
            "positions"
        }
        KnownList::Factors { .. } => "factors",
    }
}

/// Sentence about an order other than the usual one.
fn order(arrangement: Arrangement) -> Option<&'static str> {
    match arrangement {
        Arrangement::Plain => None,
        Arrangement::Reversed => Some("They are in reverse order."),
        Arrangement::Twice => Some("They stand twice, one half after the other."),
        Arrangement::EachTwice => Some("Each stands twice, one beside the other."),
        Arrangement::Negated => Some("They have the opposite sign."),
        Arrangement::Turns => Some("They are in turns per position, divided by 2π."),
        Arrangement::Wavelengths => Some("They are written as wavelengths, 2π divided by each."),
        Arrangement::Sections => {
            Some("They are permuted by sections: every second one first, then the others.")
        }
        Arrangement::Permuted => Some("They are permuted."),
        Arrangement::Stacked => Some("They stand in every row, as stacked over layers."),
        Arrangement::Diagonals => {
            Some("They stand along the diagonals of a matrix: queries down, keys across.")
        }
    }
}

fn of_statement(statement: String) -> IdentityWords {
    IdentityWords { statement, deviations: Vec::new(), rest: Vec::new(), names: Vec::new() }
}

/// True unless the list is nothing, or looks like memory that was never written.
pub(super) fn is_found(list: &[f64], found: Option<&ArrangedList>) -> bool {
    found.is_some_and(|found| match &found.list {
        KnownList::Frequencies(found) => frequencies::are_found(list, found),
        _ => true,
    })
}

/// Answer as JSON, with the verdict in words.
pub(super) fn json(list: &[f64], found: Option<&ArrangedList>, verdict: &str) -> Value {
    let mut answer = json_of_list(list, found, verdict);
    let Some(found) = found else { return answer };
    if let KnownList::PositionRuns(positions) = &found.list {
        row_positions::add(&mut answer, positions);
    }
    if found.arrangement != Arrangement::Plain {
        answer["arrangement"] = found.arrangement.key().into();
    }
    answer["also"] = found
        .also
        .iter()
        .map(|it| json!({"kind": kind(it), "name": reading(it, found.num)}))
        .collect();
    answer
}

fn json_of_list(list: &[f64], arranged: Option<&ArrangedList>, verdict: &str) -> Value {
    let found = arranged.map(|it| &it.list);
    let num = arranged.map_or(0, |it| it.num);
    if let Some(KnownList::Frequencies(found)) = found {
        return frequencies::json(list, num, found, verdict);
    }
    let (kind, name, scene) = match found {
        Some(KnownList::Divisors(found)) => {
            ("divisors", found.first().map(frequencies::name).unwrap_or_default(), None)
        }
        Some(KnownList::ScalingDivisors { presets, base, scaling }) => {
            ("divisors", named(presets, *base, scaling), None)
        }
        Some(KnownList::Slopes(convention)) => {
            let scene = format!("convention={}&heads={num}", convention.key());
            ("slopes", convention.key().to_owned(), Some(scene))
        }
        Some(KnownList::Buckets { rule, first }) => {
            let scene = format!(
                "convention=t5&buckets={}&max_distance={}&bidirectional={}&length={}",
                rule.num(),
                rule.max_distance(),
                rule.is_bidirectional(),
                1 - first
            );
            ("buckets", "t5".to_owned(), Some(scene))
        }
        Some(KnownList::Positions { start, step }) => {
            let name =
                format!("start {}, step {}", number::shortest(*start), number::shortest(*step));
            let is_index = step.to_bits() == 1.0_f64.to_bits() && start.fract() == 0.0;
            let scene = format!("encoding=index&start={start}&length={num}");
            ("positions", name, is_index.then_some(scene))
        }
        Some(it @ KnownList::Schedule { rule, start, end }) => {
            let (start, end) = (number::shortest(*start), number::shortest(*end));
            (kind(it), format!("{}, {start} to {end}", rule.key()), None)
        }
        Some(it @ KnownList::PositionRuns(_)) => (kind(it), reading(it, num), None),
        Some(it @ KnownList::EvenFrequencies { first, last }) => {
            let (first, last) = (number::shortest(*first), number::shortest(*last));
            (kind(it), format!("evenly spaced, {first} π to {last} π"), None)
        }
        Some(it @ &KnownList::Octaves { first, turns }) => {
            let times = ["false", "true", "twice"][turns.min(2) as usize];
            let scene = format!("encoding=fourier&octaves={num}&pi={times}");
            let is_whole = first == 0;
            (
                kind(it),
                format!("octaves {}", octaves_text(first, turns, num)),
                is_whole.then_some(scene),
            )
        }
        Some(it @ KnownList::Factors { preset, list }) => {
            (kind(it), format!("longrope, {list} of {preset}"), None)
        }
        Some(KnownList::Frequencies(_)) | None => ("none", "none".to_owned(), None),
    };
    let scene = scene.and_then(|text| text.parse::<Scene>().ok()).map(|scene| scene.to_copy());
    let reason: Option<Nothing> = found.is_none().then(|| nothing_in_list(list));
    let cells = list.len() as u64;
    let answer = IdentityJson {
        is_certain: found.is_some_and(KnownList::is_certain),
        matching_cells: if found.is_some() { cells } else { 0 },
        candidates: found.iter().map(|_| candidate(&name, scene.as_deref(), None)).collect(),
        name: Some(name),
        scene,
        ..IdentityJson::new(kind, cells, verdict)
    };
    answer.with(json!({"reason": reason.map(Nothing::key)}))
}
