//! Answers about grids of patches, in words and as JSON.

use serde_json::{Value, json};

use super::{
    deviations::DeviationText,
    identity_json::IdentityJson,
    identity_words::{IdentityWords, rounded_words},
    row_positions,
};
use crate::{
    encoding::{
        grid::{CellOrder, GridConvention, GridShape, KnownGrid},
        rotary::cache::Cache,
    },
    picture::number,
    scene::{EncodingDraft, Named, Scene},
};

fn named((convention, shape): (GridConvention, GridShape)) -> String {
    format!("{} on a grid of {}", convention.key(), shape.to_string().replace('x', " × "))
}

/// Base that is not the convention's.
fn own_base(it: &KnownGrid) -> Option<f64> {
    let own = it.grid.convention().facts().base;
    Some(it.grid.base()).filter(|base| base.to_bits() != own.to_bits())
}

/// Words about a grid; `file` stands for it.
pub(super) fn words(file: &str, it: &KnownGrid) -> IdentityWords {
    let name = named((it.grid.convention(), it.grid.shape()));
    let cache = match (it.grid.convention().is_rotary(), it.grid.cache()) {
        (true, Cache::Sin) => "the sines of ",
        (true, _) => "the cosines of ",
        (false, _) => "the table of ",
    };
    let rounded = rounded_words(it.rounding);
    let relation = if it.is_certain { "is" } else { "is closest to" };
    let before = rows_before(it).map_or_else(String::new, |rows| format!(", {rows}"));
    let base =
        own_base(it).map_or_else(String::new, |base| format!(", base {}", number::base(base)));
    let mut rest = Vec::new();
    if !it.also.is_empty() {
        let also: Vec<String> = it.also.iter().map(|&it| named(it)).collect();
        rest.push(format!("The same table: {}.", also.join(", ")));
    }
    if let Some(other) = it.grid.convention().exchanged().filter(|_| !it.grid.shape().is_square()) {
        rest.push(format!("With height and width exchanged it would be that of {}.", other.key()));
    }
    match it.grid.convention().facts().order {
        CellOrder::Rows => {}
        CellOrder::Columns => rest.push(
            "Its rows run down the columns of the image: where patches run along the rows, that is the other order of \
             meshgrid."
                .to_owned(),
        ),
        CellOrder::Blocks(side) => {
            rest.push(format!("Its rows run through blocks of {side} × {side} patches."));
        }
    }
    let turned = if it.is_transposed { ", transposed" } else { "" };
    let scaled = if it.scale.to_bits() == 1.0_f64.to_bits() {
        String::new()
    } else {
        format!(", times {}", number::factor(it.scale, it.grid.width()))
    };
    let num_cells = it.grid.shape().num_cells();
    let agreement = if it.wrong_rows.is_empty() {
        "all values of its patches agree".to_owned()
    } else {
        let num_right = num_cells - it.wrong_rows.len() as u64;
        format!(
            "{} of {} patches agree",
            number::grouped(num_right as i64),
            number::grouped(num_cells as i64)
        )
    };
    let deviations = it.wrong_rows.iter().map(|&row| DeviationText {
        text: format!("Row {row} is not that of its patch"),
        row: Some(row),
        column: None,
    });
    IdentityWords {
        statement: format!(
            "{file} {relation} {cache}{name}{base}{turned}{scaled}{rounded}{before}: {agreement}, the largest difference is {}.",
            number::readable(it.largest_difference, 2)
        ),
        deviations: deviations.collect(),
        rest,
        names: vec![it.grid.convention().facts().title.to_owned()],
    }
}

/// Words about the rows before the patches; `None` if there are none.
pub(super) fn rows_before(it: &KnownGrid) -> Option<String> {
    Some(match (it.num_before, it.is_zero_before) {
        (0, _) => return None,
        (1, true) => "after a row of zeros".to_owned(),
        (1, false) => "after another row (a class token)".to_owned(),
        (num, true) => format!("after {num} rows of zeros"),
        (num, false) => format!("after {num} other rows (class token and registers)"),
    })
}

/// Draft of the encoding that makes the table, with all else as in another draft.
pub(super) fn draft(it: &KnownGrid, beside: EncodingDraft) -> EncodingDraft {
    let convention = it.grid.convention();
    let width = it.grid.width();
    let is_rotary = convention.is_rotary();
    EncodingDraft {
        family: Named::Grid(convention).family(),
        grid_convention: convention,
        grid: Some(it.grid.shape()),
        d_model: if is_rotary { beside.d_model } else { width },
        head_dim: is_rotary.then_some(width),
        cache: it.grid.cache(),
        base: own_base(it),
        round: beside.round,
        start: None,
        ..beside.without_name()
    }
}

/// Answer as JSON, with the verdict in words.
pub(super) fn json(shape: (u64, u32), it: &KnownGrid, verdict: &str) -> Value {
    let cells = shape.0 * u64::from(shape.1);
    let scene =
        Scene::new(draft(it, EncodingDraft::default()).into()).ok().map(|scene| scene.to_copy());
    let what = if it.is_zero_before { "zero_row" } else { "other_row" };
    let before = (0..it.num_before).map(|row| json!({"what": what, "row": row, "column": null}));
    let wrong =
        it.wrong_rows.iter().map(|row| json!({"what": "other_row", "row": row, "column": null}));
    let num_other = it.num_before + it.wrong_rows.len() as u64;
    let row_cells = cells / (it.num_before + it.grid.shape().num_cells());
    let convention = it.grid.convention();
    let answer = IdentityJson {
        is_certain: it.is_certain,
        name: Some(convention.key().to_owned()),
        scene,
        rounding: it.rounding,
        scale: it.scale,
        is_transposed: it.is_transposed,
        deviations: before.chain(wrong).collect(),
        largest_difference: Some(it.largest_difference),
        matching_cells: cells - num_other * row_cells,
        ..IdentityJson::new(if convention.is_rotary() { "cache" } else { "table" }, cells, verdict)
    };
    let mut answer = answer.with_candidate(convention.key()).with(json!({
        "also": it.also.iter().map(|(convention, _)| convention.key()).collect::<Vec<_>>(),
        "base": it.grid.base(),
        "grid": it.grid.shape().to_string(),
    }));
    row_positions::add(&mut answer, &it.row_positions());
    answer
}
