//! Contents of tensors. Small ones are read whole, until a checkpoint's budget is used up; of all others only the
//! header is.

use ndarray::Array2;

use super::find::TensorCandidate;
use crate::{
    encoding::{Nothing, RowSource as _, learned::RowLooks, nothing},
    import::{Checkpoint, TensorKind},
    report::IdentityReport,
};

/// Largest number of values that are read for one report.
const MOST_CELLS: u64 = 1 << 22;
/// Largest number of values that are asked which encoding they are.
const MOST_ASKED: u64 = 1 << 17;

/// Number of values that may still be read.
pub(super) struct Budget(u64);

impl Default for Budget {
    fn default() -> Self {
        Self(MOST_CELLS)
    }
}

/// Content of a tensor.
pub(super) struct TensorContent {
    /// Rows and columns; a description if it has none.
    pub(super) grid: Result<(u64, u32), String>,
    /// Its numbers; `None` if they were not read.
    pub(super) numbers: Option<Array2<f64>>,
    /// Look of the rows of a table.
    pub(super) rows: Option<RowLooks>,
    /// Reason that the numbers are no encoding.
    pub(super) nothing: Option<Nothing>,
    /// First sentence about the encoding that the rows are, and how many of them were asked.
    pub(super) identity: Option<(String, u64)>,
}

/// Reads a tensor, as far as the budget allows.
pub(super) fn read(
    checkpoint: &Checkpoint,
    it: &TensorCandidate<'_>,
    budget: &mut Budget,
) -> TensorContent {
    let unread =
        |grid| TensorContent { grid, numbers: None, rows: None, nothing: None, identity: None };
    let table = match checkpoint.table(it.tensor) {
        Ok(table) => table,
        Err(error) => return unread(Err(error.to_string())),
    };
    let (num_rows, width) = (table.num_rows(), table.num_columns());
    let grid = Ok((num_rows, width));
    let cells = num_rows * u64::from(width);
    let is_read = has_numbers(it.kind) && cells <= budget.0;
    if !is_read {
        return unread(grid);
    }
    budget.0 -= cells;
    let mut numbers = Array2::zeros((num_rows as usize, width as usize));
    let filled = numbers.as_slice_mut().map(|out| table.fill(0, out));
    match filled {
        Some(Ok(())) => {}
        Some(Err(error)) => return unread(Err(format!("its numbers cannot be read: {error}"))),
        None => return unread(grid),
    }
    let is_table = it.kind.is_table() && num_rows > 1 && width > 1;
    let found_nothing = numbers.as_slice().and_then(nothing);
    let rows = (is_table && found_nothing.is_none()).then(|| RowLooks::of(&numbers));
    let identity = if found_nothing.is_none() && is_asked(it.kind, &numbers, rows.as_ref()) {
        identity(&numbers)
    } else {
        None
    };
    TensorContent { grid, numbers: Some(numbers), rows, nothing: found_nothing, identity }
}

/// True for kinds whose numbers say something here.
fn has_numbers(kind: TensorKind) -> bool {
    !matches!(
        kind,
        TensorKind::Convolutional
            | TensorKind::Coordinates
            | TensorKind::TimeFeatures
            | TensorKind::RelativeSinusoidal
            | TensorKind::Recurrent
    )
}

/// True for numbers that may be those of an encoding by rule: lists of frequencies, and tables with rows of equal
/// lengths or of one size, as sines and cosines have.
fn is_asked(kind: TensorKind, numbers: &Array2<f64>, rows: Option<&RowLooks>) -> bool {
    /// Share by which norms of sinusoids in pairs differ, with rounding and rows of class tokens.
    const EQUAL: f64 = 0.02;
    match (kind, rows) {
        (
            TensorKind::InvFreq
            | TensorKind::Divisors
            | TensorKind::RotaryCache
            | TensorKind::Sinusoidal
            | TensorKind::GridSinusoidal,
            _,
        ) => true,
        (TensorKind::Learned, Some(rows)) => {
            let largest = numbers.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
            let mut norms: Vec<f64> = rows.norms.iter().copied().filter(|it| *it > 0.0).collect();
            norms.sort_by(f64::total_cmp);
            let Some(&middle) = norms.get(norms.len() / 2) else { return false };
            let alike = norms.iter().filter(|it| (*it - middle).abs() < EQUAL * middle).count();
            largest <= 1.01 && 10 * alike > 9 * norms.len()
        }
        _ => false,
    }
}

/// First sentence about the encoding that rows are; as many rows are asked as there is time for.
fn identity(numbers: &Array2<f64>) -> Option<(String, u64)> {
    let width = numbers.ncols().max(1) as u64;
    let num = (MOST_ASKED / width).clamp(1, numbers.nrows() as u64);
    let asked = numbers.slice(ndarray::s![..num as usize, ..]).to_owned();
    let report = IdentityReport::of_rows("It", &asked, |_| true).ok()?;
    let is_by_rule = report.is_found() && !report.is_learned();
    is_by_rule.then(|| (report.words().verdict(), num))
}
