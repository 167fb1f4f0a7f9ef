//! Effect of a rounding, in words and stage by stage.

use super::{Behavior, Computation, Descriptor, Requirement, Subject, ViewSides, rounding};
use crate::{
    encoding::{Blame, BlameQuestion, Comparison, ErrorSize, StageError},
    picture::{Body, FieldRow, Fields, Figure, number},
};

pub(super) struct PrecisionView;

fn error_text(error: f64) -> String {
    if error.is_finite() { number::readable(error, 6) } else { "not finite".to_owned() }
}

/// Rows about the whole table.
fn of_table(subject: Subject<'_>) -> Vec<FieldRow> {
    let Ok(it) = rounding::found(subject) else { return Vec::new() };
    let (found, neighbors) = (&it.found, &it.neighbors);
    let at = found.at.map_or_else(String::new, |at| {
        format!("position {}, column {}", number::grouped(at.position), at.column)
    });
    let first = |position: Option<i64>| {
        position
            .map_or_else(|| "never".to_owned(), |t| format!("from position {}", number::grouped(t)))
    };
    let mut rows = vec![
        match found.at {
            Some(_) => FieldRow::new("largest error", error_text(found.max_abs_difference), at),
            None => FieldRow::new("largest error", "no value is finite", ""),
        },
        FieldRow::new("root mean square", number::readable(found.root_mean_square, 6), ""),
        FieldRow::new(
            format!("off by more than {}", number::shortest(Comparison::FAR_OFF)),
            first(found.first_far_off),
            "",
        )
        .warned(found.first_far_off.is_some()),
        FieldRow::new(
            "equal to the one before",
            number::grouped(neighbors.num_equal as i64),
            neighbors
                .first_equal
                .map_or_else(String::new, |t| format!("first {}", number::grouped(t))),
        )
        .warned(neighbors.num_equal > 0),
    ];
    if neighbors.least.is_finite() {
        rows.push(FieldRow::new(
            "distance of neighboring positions",
            format!(
                "{} to {}",
                number::readable(neighbors.least, 4),
                number::readable(neighbors.greatest, 4)
            ),
            "",
        ));
    }
    if found.not_finite.b > 0 {
        rows.push(
            FieldRow::new(
                "not finite",
                number::counted(found.not_finite.b as i64, "value"),
                first(found.not_finite.first_b),
            )
            .warned(true),
        );
    }
    rows
}

/// Known share of each stage.
fn blame(subject: Subject<'_>) -> Option<&Blame> {
    Some(subject.results.find(&question(subject))?)
}

fn question(subject: Subject<'_>) -> BlameQuestion {
    BlameQuestion { table: subject.table.clone() }
}

/// Stage that costs most: without its rounding, less than half of the error would be left. `None` unless several stages
/// are rounded.
fn culprit<'a>(blame: &'a Blame, whole: &Comparison) -> Option<&'a StageError> {
    let size = |it: &&StageError| it.without.root_mean_square;
    let least = blame.stages.iter().min_by(|a, b| size(a).total_cmp(&size(b)))?;
    (blame.stages.len() > 1 && 2.0 * size(&least) < whole.root_mean_square).then_some(least)
}

/// Largest error, and from where on it matters.
fn size_text(size: &ErrorSize) -> String {
    match size.first_far_off {
        Some(first) => {
            format!("{}, over 0.1 from {}", error_text(size.largest), number::grouped(first))
        }
        None => error_text(size.largest),
    }
}

fn of_stages(subject: Subject<'_>) -> Vec<FieldRow> {
    let (Some(blame), Ok(errors)) = (blame(subject), rounding::found(subject)) else {
        return Vec::new();
    };
    let stages = rounding::stages(subject.table);
    let worst = culprit(blame, &errors.found).map(|it| it.stage);
    let of = |it: &StageError| {
        let remark = if blame.stages.len() > 1 {
            format!("if exact: {}", size_text(&it.without))
        } else {
            String::new()
        };
        FieldRow::new(
            format!("{} in {} alone", it.stage.key(), stages.kind(it.stage)),
            size_text(&it.alone),
            remark,
        )
        .warned(worst == Some(it.stage))
    };
    blame.stages.iter().map(of).collect()
}

fn rows(subject: Subject<'_>) -> Vec<FieldRow> {
    let mut rows = of_table(subject);
    rows.extend(of_stages(subject));
    rows
}

impl Behavior for PrecisionView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Rows,
            sides: ViewSides::Both,
            shown_with: "round=bf16",
            ..Descriptor::of("What rounding does")
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        rounding::refusal(subject)
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let body = Body::Fields(Fields { headings: ["figure", "value", ""], rows: rows(subject) });
        self.drawn(subject, rounding::name(subject.table), body)
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let mut text = rounding::words(subject);
        let Some(blame) = blame(subject) else { return text };
        let mut add = |sentence: String| text = format!("{text} {sentence}");
        let whole = rounding::found(subject).ok();
        let whole_square = whole.map_or(0.0, |it| it.found.root_mean_square);
        if let Some(worst) = whole.and_then(|it| culprit(blame, &it.found)) {
            add(format!(
                "By the root mean square, most of it comes from the {}: {} in all, {} if that were exact.",
                worst.stage.key(),
                number::readable(whole_square, 3),
                number::readable(worst.without.root_mean_square, 3)
            ));
        }
        if blame.num_positions < subject.scene.extent().length() {
            add(format!(
                "Stages alone: the first {}.",
                number::counted(blame.num_positions as i64, "position")
            ));
        }
        text
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        Some(FieldRow::tab_separated(&rows(subject)))
    }

    fn computations(&self, subject: Subject<'_>) -> Vec<Computation> {
        let Some(errors) = rounding::computation(subject) else { return Vec::new() };
        vec![errors, question(subject).into()]
    }
}
