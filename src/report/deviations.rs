//! Deviations of a table from its encoding, in words and as JSON.

use serde_json::{Value, json};

use crate::{
    encoding::{Deviating, Deviation},
    picture::number,
};

/// Number of deviations that are told in words.
pub(super) const MOST_TOLD: usize = 10;

/// Deviation in words, without a full stop, and its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviationText {
    /// Name of the deviation and its place, as a sentence.
    pub text: String,
    /// Row of the file, counted from 0.
    pub row: Option<u64>,
    /// Column of the file, counted from 0.
    pub column: Option<u64>,
}

/// Deviations in words, as many as are told.
pub(super) fn deviation_texts(all: &[Deviating], is_transposed: bool) -> Vec<DeviationText> {
    // Two columns in each other's place are one sentence.
    let exchanged = |own: &Deviating| {
        let is_it = |other: &&Deviating| {
            (other.what, other.column, other.from) == (own.what, own.from, own.column)
        };
        let is_moved = own.what == Deviation::MovedColumn && own.from.is_some();
        is_moved && all.iter().any(|other| is_it(&other))
    };
    let told = joined(all).into_iter().filter(|own| !exchanged(own) || own.column < own.from);
    let text = |deviation: Deviating| {
        let (mut row, mut column) = (deviation.row, deviation.column.map(u64::from));
        if is_transposed {
            (row, column) = (column, row);
        }
        let text = match (deviation.column, deviation.from) {
            (Some(a), Some(b)) if exchanged(&deviation) => {
                format!("Columns {a} and {b} are exchanged")
            }
            _ => deviation_text(&deviation, all),
        };
        DeviationText { text, row, column }
    };
    told.take(MOST_TOLD).map(text).collect()
}

/// Deviation as JSON.
pub(super) fn deviation_json(it: &Deviating) -> Value {
    let mut entry = json!({"what": it.what.key(), "row": it.row, "column": it.column});
    if let Some(end) = it.row_end {
        entry["row_end"] = end.into();
    }
    if let Some(from) = it.from {
        entry["from"] = from.into();
    }
    if let Some(shift) = it.shift {
        entry["shift"] = shift.into();
    }
    entry
}

fn deviation_text(it: &Deviating, all: &[Deviating]) -> String {
    let row = it.row.unwrap_or_default();
    let rows = match it.row_end {
        Some(end) => format!("Rows {row} to {end} are"),
        None => format!("Row {row} is"),
    };
    let column = it.column.unwrap_or_default();
    match it.what {
        Deviation::ZeroRow => format!("{rows} zero"),
        Deviation::RepeatedRow => format!("{rows} equal to the row before"),
        Deviation::ShiftedRow if let Some(from) = repeated(it, all) => match it.row_end {
            Some(end) => {
                format!("Rows {row} to {end} repeat rows {from} to {}", from + end - row)
            }
            None => format!("Row {row} repeats row {from}"),
        },
        Deviation::ShiftedRow => {
            let shift = it.shift.unwrap_or_default();
            let (num, side) = (
                number::counted(shift.saturating_abs(), "position"),
                if shift < 0 { "behind" } else { "ahead" },
            );
            format!("{rows} {num} {side}")
        }
        Deviation::OtherRow if (it.row, it.row_end) == (Some(0), None) => {
            format!("{rows} of no position, as that of a class token is")
        }
        Deviation::OtherRow => format!("{rows} of no position"),
        Deviation::ZeroColumn => format!("Column {column} is zero"),
        Deviation::MovedColumn => {
            format!("Column {column} holds column {}", it.from.unwrap_or_default())
        }
        Deviation::MissingColumn => format!("Column {column} is missing"),
        Deviation::OtherColumn => format!("Column {column} is not of the encoding"),
        Deviation::Cell => match it.row_end {
            Some(end) => format!("Rows {row} to {end}, column {column} differ"),
            None => format!("Row {row}, column {column} differs"),
        },
    }
}

/// Deviations, with values below each other in one column as one.
pub(super) fn joined(all: &[Deviating]) -> Vec<Deviating> {
    let mut found: Vec<Deviating> = Vec::new();
    for own in all {
        if own.what == Deviation::Cell
            && let Some(last) = found.last_mut()
            && (last.what, last.column) == (own.what, own.column)
            && last.row_end.or(last.row).map(|end| end + 1) == own.row
        {
            last.row_end = own.row;
            continue;
        }
        found.push(*own);
    }
    found
}

/// First of the rows above that shifted rows repeat; `None` if they are at positions of no row above, or of rows that
/// deviate themselves.
fn repeated(it: &Deviating, all: &[Deviating]) -> Option<u64> {
    let row = it.row?;
    let shift = it.shift.filter(|&shift| shift < 0)?;
    let from = row.checked_add_signed(shift)?;
    let num = it.row_end.map_or(1, |end| end - row + 1);
    let deviates = |other: &Deviating| {
        let rows = other.row.map(|first| first..=other.row_end.unwrap_or(first));
        rows.is_some_and(|rows| *rows.start() < from + num && *rows.end() >= from)
    };
    (from + num <= row && !all.iter().any(deviates)).then_some(from)
}
