//! Errors of the rounded table, and sentences about them, for all views about precision.

use super::{Computation, Subject};
use crate::{
    encoding::{
        Comparison, Encoding, ErrorsQuestion, Rounding, RoundingErrors, Spec, Stage, Stages, Table,
    },
    picture::number,
};

/// Sentence where nothing is rounded.
pub(super) const EXACT: &str = "Nothing is rounded. Choose a rounding under Encoding, such as cache in bf16 (round=cache-bf16).";

/// Errors of the rounded table; else the reason that there are none.
pub(super) fn found(subject: Subject<'_>) -> Result<&RoundingErrors, &'static str> {
    if subject.table.encoding.exact().is_none() {
        return Err(EXACT);
    }
    let known = subject.results.find(&ErrorsQuestion { table: subject.table.clone() });
    known.map(|it| &**it).ok_or("Measuring…")
}

/// Reason that there are no errors to show; `None` if something is rounded.
pub(super) fn refusal(subject: Subject<'_>) -> Option<String> {
    subject.table.encoding.exact().is_none().then(|| EXACT.to_owned())
}

/// Computation of these errors; `None` if nothing is rounded.
pub(super) fn computation(subject: Subject<'_>) -> Option<Computation> {
    subject.table.encoding.exact()?;
    Some(ErrorsQuestion { table: subject.table.clone() }.into())
}

/// Rounded table minus the exact one; `None` if nothing is rounded.
pub(super) fn errors(table: &Table) -> Option<Table> {
    let encoding = Encoding::difference(&table.encoding, table.encoding.exact()?)?;
    Some(Table { encoding: encoding.into(), extent: table.extent })
}

/// Stages of the table.
pub(super) fn stages(table: &Table) -> Stages {
    match table.encoding.spec() {
        Spec::Rounded(_, stages) => *stages,
        _ => Stages::default(),
    }
}

/// The same stages in another type; all stages if nothing is rounded.
pub(super) fn in_type(stages: Stages, has_stages: bool, rounding: Rounding) -> Stages {
    let is_meant = |stage: Stage| {
        let is_narrow = stages.of(stage).is_some_and(|it| it != Rounding::F32);
        let all_single =
            Stage::ALL.iter().all(|&it| stages.of(it).is_none_or(|it| it == Rounding::F32));
        is_narrow || (all_single && (stages.is_exact() || stages.of(stage).is_some()))
    };
    let mut own = if stages.is_exact() { Stages::default() } else { stages };
    for &stage in Stage::ALL {
        if is_meant(stage) && (has_stages || stage == Stage::Result) {
            own = own.with(stage, Some(rounding));
        }
    }
    own
}

/// Name of the rounding, as it follows “with”.
pub(super) fn name(table: &Table) -> String {
    let stages = stages(table);
    match stages.name() {
        _ if stages.is_of_result() => stages.words(),
        Some(named) => format!("“{}”", named.title),
        None => stages.title(),
    }
}

/// Largest error, in words.
pub(super) fn largest_words(found: &Comparison) -> String {
    let at = found.at.map_or_else(String::new, |at| {
        format!(
            " (position {}, column {})",
            number::grouped(at.position),
            number::grouped(i64::from(at.column))
        )
    });
    format!("{}{at}", number::readable(found.max_abs_difference, 6))
}

/// Sentences about the whole table.
pub(super) fn words(subject: Subject<'_>) -> String {
    let it = match found(subject) {
        Ok(it) => it,
        Err(reason) => return reason.to_owned(),
    };
    let num = it.found.positions.end() - it.found.positions.start() + 1;
    let positions = number::counted(num, "position");
    let mut sentences = Vec::new();
    let name = name(subject.table);
    if it.found.max_abs_difference == 0.0 && it.found.not_finite.b == 0 {
        return format!("With {name} nothing is lost at {positions}.");
    }
    let largest = largest_words(&it.found);
    sentences.push(match it.found.first_far_off {
        _ if it.found.at.is_none() => format!("With {name}, no value at {positions} is finite."),
        Some(first) => format!(
            "With {name}, the first value that is off by more than {} is at position {}; the largest error is {largest}.",
            number::shortest(Comparison::FAR_OFF),
            number::grouped(first)
        ),
        None => format!("With {name}, the largest error at {positions} is {largest}."),
    });
    let (all, neighbors) = (number::grouped(num), &it.neighbors);
    if let Some(first) = neighbors.first_equal {
        let equal = number::grouped(neighbors.num_equal as i64);
        let first = number::grouped(first);
        sentences.push(if neighbors.num_equal == 1 {
            format!("Of {all} positions one equals the one before: {first}.")
        } else {
            format!("Of {all} positions {equal} equal the one before, the first at {first}.")
        });
    }
    if let Some(first) = it.found.not_finite.first_b.filter(|_| it.found.at.is_some()) {
        sentences.push(format!(
            "From position {} on there are values that are not finite: {} in all.",
            number::grouped(first),
            number::grouped(it.found.not_finite.b as i64)
        ));
    }
    if !it.is_whole {
        sentences.push(format!("Only the first {positions} were looked at."));
    }
    sentences.join(" ")
}
