//! Lesson 10: differences of two tables.

use phasor::{encoding::Form, views::View};

use super::{between, encoding, says, scene, words};

/// Largest difference of A and B, and whether each column and each row has one.
fn differences(place: &str) -> (f64, Vec<bool>, Vec<bool>) {
    let scene = scene(place, "");
    let a = scene.table();
    let b = scene.b().expect("the step compares").table().encoding;
    let (rows, columns) = (a.extent.length() as usize, a.encoding.num_columns() as usize);
    let (mut largest, mut of_columns, mut of_rows) =
        (0.0_f64, vec![false; columns], vec![false; rows]);
    for (t, of_row) in of_rows.iter_mut().enumerate() {
        for (j, (a, b)) in a.encoding.row(t as i64).iter().zip(b.row(t as i64)).enumerate() {
            largest = largest.max((a - b).abs());
            of_columns[j] |= *a != b;
            *of_row |= *a != b;
        }
    }
    (largest, of_columns, of_rows)
}

#[test]
fn lesson_10_faults() {
    let (largest, columns, rows) = differences("10.3");
    let num = columns.iter().filter(|&&differs| differs).count();
    assert_eq!(columns[..3], [false, false, true], "columns 0 and 1 are equal");
    assert!(!rows[0] && rows[1], "row 0 is equal");
    says("10.1", &format!("{num} of {} columns differ, by up to {largest:.2}", columns.len()));
    says("10.2", &format!("as much as {largest:.2}"));
    let (_, columns, rows) = differences("10.4");
    assert!(rows[0] && columns.iter().all(|&differs| differs));
    let (a, b) = (encoding("10.4", ""), encoding("10.4", "order=cos-first"));
    assert!(a.row(0).iter().zip(b.row(0)).all(|(a, b)| (a - b).abs() == 1.0), "by exactly 1");
    let (largest, columns, rows) = differences("10.5");
    assert!(largest > 1.99 && !rows[0] && columns.iter().all(|&differs| differs), "{largest}");
    assert_eq!(encoding("10.5", "step=0.5").row(2), encoding("10.5", "").row(1));
}

#[test]
fn lesson_10_tolerances() {
    let (largest, ..) = differences("10.6");
    says("10.6", &format!("{largest:.1e} at most"));
    says("10.6", &format!("{largest:.2e}, the largest difference"));
    let error = |changes: &str| {
        let table = scene("10.7", changes).table();
        table.encoding.waves().unwrap().measured_error(Form::ExpOfProduct, table.extent).unwrap()
    };
    says("10.7", &format!("about {:.1e} here", error("")));
    let large = "d_model=512&length=2048";
    let rounded = |changes: &str| words(&scene("10.7", changes), View::Verdict);
    let of_scene = between(&rounded(large), "largest difference is ", " at");
    says("10.7", &format!("512 columns it is {of_scene:.1e} with the rounding of this scene"));
    says("10.7", &format!("{:.1e} in PyTorch", error(large)));
    let verdict = words(&scene("10.7", ""), View::Verdict);
    assert!(
        (between(&verdict, "largest difference is ", " ×") * 1e-6 / error("") - 1.0).abs() < 0.2
    );
    let single = rounded("b.round=result:f32");
    assert_eq!(between(&single, "largest difference is ", " ×").round(), 3.0, "3e-8: {single}");
    let short = between(&rounded("b.round=result:bf16"), "largest difference is ", " at");
    says("10.7", &format!("by up to {short:.3}"));
}
