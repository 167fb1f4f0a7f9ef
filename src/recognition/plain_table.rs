//! Early test for tables of sinusoids, which need no other recognizer.

use ndarray::Array2;

use crate::encoding::{Components, Convention, Encoding, Order, proof::SINGLE};

/// True if some sampled rows are those of a convention with sines first, from its own first position or from 0 on. No
/// cache of a rotation is laid out with its sines first.
pub(super) fn begins_as_convention(cells: &Array2<f64>) -> bool {
    /// Fewest columns, and rounding of a value.
    const LEAST: usize = 8;
    const NEAR: f64 = 4.0 * SINGLE;
    let (num_rows, width) = cells.dim();
    if width < LEAST || num_rows < LEAST {
        return false;
    }
    let rows = [0, 1, 2, num_rows / 2, num_rows - 1];
    let sines_first = Convention::all().filter(|it| {
        let facts = it.facts();
        facts.order == Order::SinFirst && facts.components == Components::Both
    });
    let mut places = sines_first.flat_map(|it| [(it, it.facts().start), (it, 0)]);
    places.any(|(convention, start)| {
        let Ok(encoding) = Encoding::sinusoidal(convention.draft(width as u32)) else {
            return false;
        };
        rows.iter().all(|&i| {
            let t = start + i as i64;
            // Far angles are rounded before their sines are taken.
            let near = NEAR * (1.0 + t.unsigned_abs() as f64);
            cells
                .row(i)
                .iter()
                .zip(0..)
                .all(|(&found, j)| (found - encoding.value(t, j)).abs() <= near)
        })
    })
}
