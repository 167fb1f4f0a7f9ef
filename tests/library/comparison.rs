//! Differences of two tables, with their places.

use std::io;

use phasor::encoding::{ComparedRows, Comparison, Counts, Place, Rounding, RowSource};

#[derive(Debug)]
struct Fixed(Vec<Vec<f64>>);

impl RowSource for Fixed {
    fn num_rows(&self) -> u64 {
        self.0.len() as u64
    }

    fn num_columns(&self) -> u32 {
        self.0[0].len() as u32
    }

    fn fill(&self, first: u64, out: &mut [f64]) -> io::Result<()> {
        let values: Vec<f64> = self.0[first as usize..].concat();
        out.copy_from_slice(&values[..out.len()]);
        Ok(())
    }
}

fn compared(a: &[&[f64]], b: &[&[f64]], starts: (i64, i64), tolerance: f64) -> Comparison {
    let [a, b] = [a, b].map(|rows| Fixed(rows.iter().map(|row| row.to_vec()).collect()));
    let (a, b) =
        (ComparedRows { rows: &a, start: starts.0 }, ComparedRows { rows: &b, start: starts.1 });
    Comparison::new(a, b, tolerance).unwrap().unwrap()
}

#[test]
fn differences_are_found_with_their_places() {
    let nan = f64::NAN;
    let found = compared(
        &[&[0.0, 1.0], &[2.0, 3.0], &[2.0, 3.0], &[4.0, nan]],
        &[&[0.0, 1.5], &[2.0, 3.0], &[2.0, 3.25], &[4.0, 5.0]],
        (10, 10),
        0.25,
    );
    assert!(!found.equal_bits && !found.is_within_tolerance());
    assert_eq!(found.positions, 10..=13);
    let place = |position, column| Some(Place { position, column });
    assert_eq!((found.max_abs_difference, found.at), (0.5, place(10, 1)));
    assert_eq!(found.first_difference, place(10, 1));
    assert_eq!(found.first_above_tolerance, place(10, 1), "0.25 itself is within");
    assert_eq!((found.rows_above_tolerance, found.columns_above_tolerance), (2, 1));
    assert_eq!(found.not_finite, Counts { a: 1, b: 0, first_b: None });
    assert_eq!(found.repeated_positions, Counts { a: 1, b: 0, first_b: None });
    assert_eq!(found.root_mean_square, ((0.25 + 0.0625) / 7.0_f64).sqrt());
    assert_eq!(found.equal_after_rounding, None);
    assert_eq!(found.by_column, [0.0, f64::INFINITY]);
    assert_eq!(found.by_position, [0.5, 0.0, 0.25, f64::INFINITY]);
}

/// Both sides may lack a number, hold the same infinity, or differ in either.
#[test]
fn values_that_are_not_finite_are_judged_cell_by_cell() {
    let (nan, infinity) = (f64::NAN, f64::INFINITY);
    let other_nan = f64::from_bits(nan.to_bits() | 1);
    for (a, b, is_equal, equal_bits) in [
        (nan, nan, true, true),
        (nan, other_nan, true, false),
        (nan, -nan, true, false),
        (infinity, infinity, true, true),
        (infinity, -infinity, false, false),
        (nan, infinity, false, false),
        (nan, 1.0, false, false),
        (1.0, nan, false, false),
        (infinity, 1.0, false, false),
    ] {
        // Beside the cell, its row has eight lanes of numbers, and so have the rows around it.
        let number = |i: u32| f64::from(i).sin();
        let row = |cell: f64| (0..8).map(number).chain([cell, 0.5]).collect::<Vec<f64>>();
        let [of_a, of_b] = [a, b].map(|cell| [row(0.25), row(cell), row(0.75)]);
        let [of_a, of_b] = [&of_a, &of_b].map(|rows| rows.each_ref().map(|row| &row[..]));
        for tolerance in [0.0, 1e300] {
            let found = compared(&of_a, &of_b, (0, 0), tolerance);
            let place = Some(Place { position: 1, column: 8 }).filter(|_| !is_equal);
            let said = format!("{a} beside {b}, tolerance {tolerance}");
            assert_eq!(found.is_within_tolerance(), is_equal, "within tolerance: {said}");
            assert_eq!(found.equal_bits, equal_bits, "bits: {said}");
            assert_eq!(found.first_difference, place, "first difference: {said}");
            assert_eq!(found.first_above_tolerance, place, "first above: {said}");
            assert_eq!(found.rows_above_tolerance, u64::from(!is_equal), "rows: {said}");
            assert_eq!(found.columns_above_tolerance, u64::from(!is_equal), "columns: {said}");
            let num = |value: f64| u64::from(!value.is_finite());
            assert_eq!((found.not_finite.a, found.not_finite.b), (num(a), num(b)), "{said}");
            assert_eq!(found.not_finite_in_both, u64::from(is_equal), "in both: {said}");
            let largest = if is_equal { 0.0 } else { f64::INFINITY };
            assert_eq!(found.by_column[8], largest, "by column: {said}");
            assert_eq!(found.by_position, [0.0, largest, 0.0], "by position: {said}");
            assert_eq!(found.max_abs_difference, 0.0, "finite cells are equal: {said}");
        }
    }
}

/// A cell without a number on both sides hides neither a factor nor a rounding of the others.
#[test]
fn cells_that_both_lack_leave_the_other_findings() {
    let exact: Vec<f64> = (1..50).map(|i| 1.0 / f64::from(i)).chain([f64::NAN]).collect();
    let rounded: Vec<f64> = exact.iter().map(|&it| Rounding::Bf16.nearest(it)).collect();
    let found = compared(&[&exact], &[&rounded], (0, 0), 0.0);
    assert_eq!(found.equal_after_rounding, Some(Rounding::Bf16), "the rounding");
    let double: Vec<f64> = exact.iter().map(|it| 2.0 * it).collect();
    let found = compared(&[&double], &[&exact], (0, 0), 0.0);
    assert_eq!(found.scale, Some(2.0), "the factor");
}

/// Two rows without numbers are no repetition, as NaN equals nothing within one side.
#[test]
fn rows_of_nan_are_not_repeated() {
    let rows: &[&[f64]] = &[&[f64::NAN], &[f64::NAN], &[1.0], &[1.0]];
    let found = compared(rows, rows, (0, 0), 0.0);
    assert!(found.is_within_tolerance(), "both sides are the same");
    assert_eq!((found.repeated_positions.a, found.repeated_positions.b), (1, 1), "repeated");
}

#[test]
fn rows_are_joined_by_position() {
    let found = compared(&[&[0.0], &[1.0], &[2.0]], &[&[1.0], &[2.0], &[3.0]], (0, 1), 0.0);
    assert_eq!((found.positions.clone(), found.equal_bits), (1..=2, true));
    assert!(found.is_within_tolerance());
}

#[test]
fn rounding_is_recognized() {
    for (rounding, expected) in [
        (Rounding::F32, Rounding::F32),
        (Rounding::F16, Rounding::F16),
        (Rounding::Bf16, Rounding::Bf16),
    ] {
        let a: Vec<f64> = (1..50).map(|i| 1.0 / f64::from(i)).collect();
        let b: Vec<f64> = a.iter().map(|&value| rounding.nearest(value)).collect();
        let found = compared(&[&a], &[&b], (0, 0), 1e-2);
        assert_eq!(found.equal_after_rounding, Some(expected));
        assert!(found.is_within_tolerance() && found.max_abs_difference > 0.0);
    }
}
