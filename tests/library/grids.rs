//! Grids that are recognized.

use std::{io, sync::Arc};

use phasor::encoding::{
    Computed, Encoding, Extent, RowSource, Spec, Table,
    grid::{Grid, GridConvention, GridDraft, GridShape, recognize_grid},
    rotary::cache::Cache,
};

/// Rows in memory.
#[derive(Debug)]
struct Cells(u64, u32, Vec<f64>);

impl RowSource for Cells {
    fn num_rows(&self) -> u64 {
        self.0
    }

    fn num_columns(&self) -> u32 {
        self.1
    }

    fn fill(&self, first: u64, out: &mut [f64]) -> io::Result<()> {
        let first = first as usize * self.1 as usize;
        out.copy_from_slice(&self.2[first..first + out.len()]);
        Ok(())
    }
}

#[test]
fn grids_are_told_although_they_deviate() {
    let (convention, shape) = (GridConvention::MAE, "7x10".parse().unwrap());
    let draft = GridDraft { convention, shape, width: 24, base: None, cache: Cache::Cos };
    let grid = Grid::new(draft).unwrap();
    let value = |t: usize, j: usize| grid.value(t as i64, j as u32);
    let rows: Vec<f64> = (0..70 * 24).map(|i| 0.02 * value(i / 24, i % 24)).collect();
    let known = |cells: Cells| recognize_grid(&cells).unwrap().unwrap();
    let scaled = known(Cells(70, 24, rows.clone()));
    assert!((scaled.scale - 0.02).abs() < 1e-9 && scaled.wrong_rows.is_empty(), "{scaled:?}");
    let across = (0..24 * 70).map(|i| rows[(i % 70) * 24 + i / 70]).collect();
    let across = known(Cells(24, 70, across));
    assert!(across.is_transposed && across.grid.convention() == convention, "{across:?}");
    let mut faulty = rows;
    faulty.copy_within(30 * 24..31 * 24, 31 * 24);
    faulty[50 * 24 + 3] = f64::NAN;
    let faulty = known(Cells(70, 24, faulty));
    assert_eq!((faulty.wrong_rows, faulty.grid.shape()), (vec![31, 50], shape));
}

#[test]
fn grids_are_told_from_each_other() {
    for convention in GridConvention::all().filter(|it| !it.has_frames()) {
        let shape: GridShape = "6x9".parse().unwrap();
        let draft = GridDraft { convention, shape, width: 24, base: None, cache: Cache::Cos };
        let grid = Arc::new(Grid::new(draft).unwrap());
        let encoding = Arc::new(Encoding::new(Spec::Grid(Arc::clone(&grid))));
        let table = Table { encoding, extent: Extent::new(0, 54).unwrap() };
        let known = recognize_grid(&table).unwrap().unwrap();
        let names =
            known.also.iter().copied().chain([(known.grid.convention(), known.grid.shape())]);
        assert!(names.into_iter().any(|it| it == (convention, shape)), "{convention:?}: {known:?}");
        assert_eq!((known.num_before, known.largest_difference), (0, 0.0));
    }
    let noise = Encoding::new(Computed::Random { d_model: 24, seed: 1 });
    let table = Table { encoding: Arc::new(noise), extent: Extent::new(0, 54).unwrap() };
    assert_eq!(recognize_grid(&table).unwrap(), None);
}

/// Frequencies of `simple-vit` end with 1/base, in single precision as its code computes them.
#[test]
fn frequencies_of_both_ends_are_told() {
    for (width, shape) in [(64_usize, "14x14"), (192, "7x9"), (384, "14x14")] {
        let quarter = width / 4;
        let omega = |k: usize| 1.0 / 10_000_f32.powf(k as f32 / (quarter - 1) as f32);
        let shape: GridShape = shape.parse().unwrap();
        let [rows, columns] = shape.sides().map(|side| side as usize);
        let value = |t: usize, j: usize| {
            let coordinate = if j < 2 * quarter { t % columns } else { t / columns };
            let angle = coordinate as f32 * omega(j % quarter);
            f64::from(if (j / quarter).is_multiple_of(2) { angle.sin() } else { angle.cos() })
        };
        let cells = (0..rows * columns * width).map(|i| value(i / width, i % width)).collect();
        let cells = Cells((rows * columns) as u64, width as u32, cells);
        let known = recognize_grid(&cells).unwrap().unwrap();
        let found = (known.grid.convention().key(), known.grid.shape(), known.grid.base());
        assert_eq!(found, ("simple-vit", shape, 10_000.0), "{known:?}");
        assert!(known.is_certain && known.wrong_rows.is_empty());
    }
}
