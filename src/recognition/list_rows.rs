//! Lists of numbers as rows of a table.

use std::{f64::consts::TAU, io};

use crate::encoding::{Limits, RowSource};

/// Numbers of a table of one row or column, of any length, or frequencies of a list; `None` for another table.
pub(super) fn list_of_any_length(rows: &dyn RowSource) -> io::Result<Option<Vec<f64>>> {
    let (num, width) = (rows.num_rows(), u64::from(rows.num_columns()));
    if num.min(width) != 1 {
        return short_list(rows);
    }
    let mut list = vec![0.0; num.max(width) as usize];
    rows.fill(0, &mut list)?;
    Ok(Some(list))
}

/// Numbers of a table with a single row or a single column, or the frequencies of a list as exports write it; `None`
/// for another table.
///
/// # Errors
///
/// Fails if the table is read from a file and that fails.
pub fn short_list(rows: &dyn RowSource) -> io::Result<Option<Vec<f64>>> {
    /// Longest vector.
    const MOST: u64 = Limits::PAIRS_MAX as u64;
    let (num, width) = (rows.num_rows(), u64::from(rows.num_columns()));
    if width == 2 && (2..=MOST).contains(&num) {
        return numbered(rows);
    }
    if matches!(width, 4 | 5) && (2..=MOST).contains(&num) {
        return listed_frequencies(rows);
    }
    if num.min(width) != 1 || num.max(width) > MOST {
        return Ok(None);
    }
    let mut vector = vec![0.0; num.max(width) as usize];
    rows.fill(0, &mut vector)?;
    Ok(Some(vector))
}

/// Numbers of a list whose rows are numbered in the first of two columns, as of heads or of offsets; `None` for another
/// table.
fn numbered(rows: &dyn RowSource) -> io::Result<Option<Vec<f64>>> {
    let mut values = vec![0.0; 2 * rows.num_rows() as usize];
    rows.fill(0, &mut values)?;
    let first = values[0];
    let is_number = |(i, row): (usize, &[f64])| row[0] == first + i as f64;
    let is_list = first.fract() == 0.0 && values.chunks(2).enumerate().all(is_number);
    Ok(is_list.then(|| values.chunks(2).map(|row| row[1]).collect()))
}

/// Frequencies of a list with a pair in each row: its number, unless that names the row, its frequency ω and its
/// wavelength 2π/ω, and two columns. `None` for another table.
fn listed_frequencies(source: &dyn RowSource) -> io::Result<Option<Vec<f64>>> {
    /// Relative error of numbers in single precision, and of a few digits.
    const NEAR: f64 = 1e-3;
    let width = source.num_columns() as usize;
    let mut values = vec![0.0; source.num_rows() as usize * width];
    source.fill(0, &mut values)?;
    let at = width - 4;
    let is_pair = |row: &[f64]| {
        let (omega, wavelength) = (row[at], row[at + 1]);
        omega == 0.0 || (omega * wavelength / TAU - 1.0).abs() < NEAR
    };
    let is_numbered = |(i, row): (usize, &[f64])| at == 0 || row[0] == i as f64;
    let rows = || values.chunks(width);
    let is_list = rows().all(is_pair)
        && rows().any(|row| row[at] != 0.0)
        && rows().enumerate().all(is_numbered);
    Ok(is_list.then(|| values.chunks(width).map(|row| row[at]).collect()))
}
