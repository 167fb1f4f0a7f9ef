//! Lesson 15: grids of patches.

use phasor::encoding::{
    grid::{GridConvention, GridFault},
    similarity::{self, Measure},
};

use super::{encoding, linked, says, scene};

#[test]
fn lesson_15_neighbors() {
    let grid = std::sync::Arc::clone(encoding("15.1", "").grid().unwrap());
    let of = |t| grid.cell(t).unwrap();
    assert_eq!((of(15), of(16)), ([0, 1, 7], [0, 2, 0]), "the next one begins a row");
    assert_eq!([of(7), of(14), of(23)], [[0, 0, 7], [0, 1, 6], [0, 2, 7]], "the nearest");
    let table = encoding("15.1", "");
    let like = |s| similarity::of(&table, Measure::Dot, 15, s);
    let mut others: Vec<i64> = (0..40).filter(|&s| s != 15).collect();
    others.sort_by(|a, b| like(*b).total_cmp(&like(*a)));
    others[..3].sort_unstable();
    assert_eq!(others[..3], [7, 14, 23], "by similarity, too");
    says("15.1", "7, 14 and 23");
}

#[test]
fn lesson_15_halves() {
    let (a, b) = (encoding("15.3", ""), encoding("15.3", "convention=timm-2d-interleaved"));
    for grid in ["5x8", "6x6", "3x11"] {
        let of =
            |convention: &str| encoding("15.3", &format!("convention={convention}&grid={grid}"));
        let (a, b) = (of("mae-2d"), of("timm-2d-interleaved"));
        for (t, s) in (0..30).flat_map(|t| (0..30).map(move |s| (t, s))) {
            let dot = |table| similarity::of(table, Measure::Dot, t, s);
            assert!((dot(&a) - dot(&b)).abs() < 1e-12, "{grid}: {t}, {s}");
        }
    }
    assert!((a.value(1, 0) - 1_f64.sin()).abs() < 1e-15, "x comes first");
    assert!(a.row(12).iter().zip(b.row(12)).any(|(a, b)| (a - b).abs() > 0.5), "A − B is not 0");
    let (a, b) = (encoding("15.4", ""), encoding("15.4", "convention=vit-mae"));
    assert!((0..40).all(|t| a.row(t) == b.row(t)), "ViT-MAE is MAE");
}

#[test]
fn lesson_15_faults() {
    let num_kept = |rows: u32, columns: u32| {
        let shape = format!("{rows}x{columns}").parse().unwrap();
        (0..rows * columns)
            .filter(|i| {
                let place = [i / columns, i % columns];
                GridFault::Sides.coordinates(shape, place) == place
            })
            .count()
    };
    says(
        "15.5",
        &format!("How many of the 40 patches keep their own row? None. {}", num_kept(5, 8)),
    );
    let square = num_kept(6, 6);
    assert_eq!(square, 36);
    says("15.5", &format!("all {square} keep theirs"));
    assert_eq!(linked("15.5", "6 × 6").table().extent.length(), 36);
    let scene = scene("15.6", "");
    let shape = scene.table().encoding.grid().unwrap().shape();
    let [y, x] = [scene.position() as u32 / 8, scene.position() as u32 % 8];
    says("15.6", &format!("row {y}, column {x}"));
    for (fault, words) in [
        (GridFault::Exchanged, "the axes are exchanged, the one at"),
        (GridFault::Sides, "flattened as 8 × 5, the one at"),
        (GridFault::ColumnsFirst, "flattened as 8 × 5, the one at"),
    ] {
        let [row, column] = fault.coordinates(shape, [y, x]);
        assert!(row < 5 && column < 8, "within the grid");
        says("15.6", &format!("{words} row {row}, column {column}"));
    }
    // Two of the faults make the third; on a square they undo each other.
    for (rows, columns) in [(5, 8), (6, 6)] {
        let shape = format!("{rows}x{columns}").parse().unwrap();
        for place in (0..rows).flat_map(|y| (0..columns).map(move |x| [y, x])) {
            let of = |fault: GridFault, place| fault.coordinates(shape, place);
            let swapped = of(GridFault::Exchanged, place);
            if rows == columns {
                assert_eq!(of(GridFault::ColumnsFirst, place), swapped, "the same on a square");
                assert_eq!(of(GridFault::Exchanged, swapped), place, "both leave no trace");
                assert_eq!(of(GridFault::Sides, place), place, "the third disappears");
            }
        }
    }
    assert!(GridConvention::of_key("dinov3").unwrap().is_rotary());
}
