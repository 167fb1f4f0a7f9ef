//! Words about the positions of the rows of a table.

use crate::{
    encoding::{Cause, Places, RowPositions, RowRun},
    picture::number,
};

/// Number of runs that are told in words, and of listed positions.
const MOST_TOLD: usize = 6;
const MOST_WORDS: usize = 8;

/// Sentences about the positions; none where the rows are consecutive from 0 on.
pub fn sentences(positions: &RowPositions) -> Vec<String> {
    sentences_of("row", positions)
}

/// The same of whatever stands for rows, such as `key`.
pub fn sentences_of(noun: &str, positions: &RowPositions) -> Vec<String> {
    if positions.only_line() == Some((0.0, 1.0)) {
        return Vec::new();
    }
    let runs = &positions.runs;
    if positions.cause() == Some(Cause::Stacked) {
        let each = runs[0].num_rows() as i64;
        return vec![format!(
            "{}; the same again for every {} {noun}s, {} times in all, as of layers or heads.",
            number::capital(&run_words(noun, &runs[0], &[])),
            number::grouped(each),
            runs.len()
        )];
    }
    let told: Vec<String> =
        (0..runs.len().min(MOST_TOLD)).map(|i| run_words(noun, &runs[i], &runs[..i])).collect();
    let mut text = told.join("; ");
    if runs.len() > MOST_TOLD {
        let more = number::counted((runs.len() - MOST_TOLD) as i64, "more run");
        text = format!("{text}; and {more}");
    }
    let cause = positions.cause().map_or_else(String::new, |it| format!(" ({})", cause_words(it)));
    let end = if cause.is_empty() && text.ends_with('…') { "" } else { "." };
    let mut all = vec![format!("{}{cause}{end}", number::capital(&text))];
    if positions.is_up_to_sign && positions.iter().flatten().any(|it| it != 0.0) {
        all.push("Cosines do not tell a position from its negative (±).".to_owned());
    }
    all
}

/// Position with all its digits.
pub(super) fn shown(position: f64) -> String {
    if position.fract() == 0.0 {
        number::grouped(position as i64)
    } else {
        number::typographic(&number::shortest(position))
    }
}

/// Words about a run after others.
fn run_words(noun: &str, run: &RowRun, before: &[RowRun]) -> String {
    let (first, last) = (run.rows.start as i64, run.rows.end as i64 - 1);
    let rows = if first == last {
        format!("{noun} {}", number::grouped(first))
    } else {
        format!("{noun}s {} to {}", number::grouped(first), number::grouped(last))
    };
    let Some((start, end)) = run.ends() else { return format!("{rows}: at no position") };
    match &run.places {
        Places::List(all) => {
            let some: Vec<String> = all.iter().take(MOST_WORDS).map(|&it| shown(it)).collect();
            let more = if all.len() > MOST_WORDS { ", …" } else { "" };
            format!("{rows}: positions {}{more}", some.join(", "))
        }
        Places::Line { step: Some(step), .. } if *step == 0.0 => {
            format!("{rows}: position {}", shown(start))
        }
        Places::Line { step: Some(step), .. } => {
            let steps = match *step {
                1.0 => String::new(),
                -1.0 => " in reverse".to_owned(),
                step => format!(" in steps of {}", shown(step)),
            };
            let is_again = |it: &RowRun| {
                it.num_rows() > 1
                    && it.position(0) == Some(start)
                    && it.position(1) == run.position(1)
            };
            let again = if before.iter().any(is_again) { " again" } else { "" };
            format!("{rows}: positions {} to {}{steps}{again}", shown(start), shown(end))
        }
        _ => format!("{rows}: position {}", shown(start)),
    }
}

/// Usual reason for positions, in words.
fn cause_words(cause: Cause) -> &'static str {
    match cause {
        Cause::Packed => "packed documents",
        Cause::Stacked => "the same rows again, as of layers or heads",
        Cause::LeftPadding => "left padding",
        Cause::RightPadding => "padding at the end",
        Cause::DecodeOffset => "a decode offset",
        Cause::LongSteps => "long steps",
        Cause::Reversed => "reversed",
        Cause::Absolute => "absolute distances, mirrored at position 0",
        Cause::Clamped => "clamped beyond a length",
        Cause::Gap => "a gap",
    }
}
