//! Positions of the rows of a table as JSON.

use serde_json::{Value, json};

use crate::encoding::{Places, RowPositions, RowRun};

/// Number of listed positions as JSON.
const MOST_LISTED: usize = 4096;

/// Positions as JSON: runs of rows, half-open.
pub(super) fn json(positions: &RowPositions) -> Value {
    let mut num_left = MOST_LISTED;
    let of_run = |run: &RowRun| {
        let rows = [run.rows.start, run.rows.end];
        match &run.places {
            Places::Line { position, step } => {
                json!({"rows": rows, "position": exact(*position), "step": step.map(exact)})
            }
            Places::List(all) => {
                let listed = &all[..all.len().min(num_left)];
                num_left -= listed.len();
                let listed: Vec<Value> = listed.iter().map(|&it| exact(it)).collect();
                json!({"rows": rows, "positions": listed, "count": all.len()})
            }
            Places::Nowhere => json!({"rows": rows, "position": null, "step": null}),
        }
    };
    positions.runs.iter().map(of_run).collect()
}

/// Number as JSON, whole ones without a fraction.
fn exact(value: f64) -> Value {
    const WHOLE: f64 = 9e15;
    if value.fract() == 0.0 && value.abs() < WHOLE { json!(value as i64) } else { json!(value) }
}

/// Adds the positions of the rows to an answer.
pub(super) fn add(answer: &mut Value, positions: &RowPositions) {
    answer["row_positions"] = json(positions);
    if positions.is_up_to_sign {
        answer["positions_up_to_sign"] = true.into();
    }
    if let Some(cause) = positions.cause() {
        answer["row_positions_cause"] = cause.key().into();
    }
}
