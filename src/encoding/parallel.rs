//! Work on all cores. Callers pass functions as trait objects: what divides the work is compiled once for each type of
//! values, and not anew for each caller, of which there are more than fifty.

use std::sync::Mutex;

use rayon::prelude::*;

/// Number of pieces for each core: enough that a slow piece delays the end little.
const PIECES: usize = 8;

/// Calls `work` with each row of `width` values and its index.
pub(crate) fn for_each_row<T: Send>(
    values: &mut [T],
    width: usize,
    work: &(dyn Fn(usize, &mut [T]) + Sync),
) {
    values.par_chunks_mut(width.max(1)).enumerate().for_each(|(i, row)| work(i, row));
}

/// Values of a function at 0, 1 … `num` − 1, in this order.
pub(crate) fn map_each<T: Send>(num: usize, of: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let num_pieces = num.min(PIECES * rayon::current_num_threads());
    let found: Vec<Mutex<Vec<T>>> = (0..num_pieces).map(|_| Mutex::default()).collect();
    for_each(num_pieces, &|piece| {
        let part = piece * num / num_pieces..(piece + 1) * num / num_pieces;
        let values = part.map(of).collect();
        if let Ok(mut found) = found[piece].lock() {
            *found = values;
        }
    });
    found.into_iter().flat_map(|piece| piece.into_inner().unwrap_or_default()).collect()
}

/// Calls `work` with 0, 1 … `num` − 1.
fn for_each(num: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..num).into_par_iter().for_each(work);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_order() {
        for num in [0, 1, 2, 15, 16, 17, 1000] {
            assert_eq!(map_each(num, &|i| i), (0..num).collect::<Vec<_>>());
        }
        let mut values = [0; 10];
        for_each_row(&mut values, 4, &|i, row| row.fill(i));
        assert_eq!(values, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2]);
    }
}
