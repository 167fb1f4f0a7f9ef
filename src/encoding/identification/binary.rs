//! Tables of the binary digits of consecutive positions.

use ndarray::Array2;

use crate::encoding::proof::{MARGIN, number_bits};

/// Binary digits that a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownBinary {
    /// Position of the first row.
    pub start: i64,
    /// Number of rows.
    pub num_rows: u64,
    /// Number of columns.
    pub num_bits: u32,
}

/// Finds the positions whose binary digits the rows of a table are, the least significant first; `None` if they are not
/// consecutive, or too few to tell. Positions with more digits than columns begin again at 0.
pub fn recognize_binary(cells: &Array2<f64>) -> Option<KnownBinary> {
    /// Largest number of digits of a position.
    const MOST_BITS: usize = 33;
    let (num_rows, num_bits) = cells.dim();
    if num_bits > MOST_BITS {
        return None;
    }
    let mut start = None;
    for (i, row) in (0_i64..).zip(cells.rows()) {
        let mut position = 0;
        for (j, &digit) in row.iter().enumerate() {
            if digit != 0.0 && digit.to_bits() != 1.0_f64.to_bits() {
                return None;
            }
            position |= i64::from(digit != 0.0) << j;
        }
        let first = *start.get_or_insert(position);
        if (first + i) % (1 << num_bits) != position {
            return None;
        }
    }
    let start = start?;
    // Digits that no position reaches tell nothing.
    let last = (start + num_rows as i64 - 1).clamp(1, (1 << num_bits) - 1);
    let told = num_rows as f64 * f64::from(last.ilog2() + 1);
    let is_certain = told - number_bits(start as f64) >= MARGIN;
    let (num_rows, num_bits) = (num_rows as u64, num_bits as u32);
    is_certain.then_some(KnownBinary { start, num_rows, num_bits })
}
