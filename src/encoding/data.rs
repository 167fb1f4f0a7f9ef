//! Tables of numbers that no rule gives: those of files.
//!
//! Pictures of them cost pixels, not rows: a pyramid holds the mean and the variance of 8, 16, 32 … consecutive rows,
//! column by column, so that the moments of any run of rows are a sum over few blocks.

use std::{
    fmt, io,
    ops::Range,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, Ordering},
    },
};

use rayon::prelude::*;

use super::{Moments, RowSource};

/// Number of rows of a block on the lowest level of the pyramid. Each further level doubles it.
const LOWEST: usize = 8;
/// Number of values read at once.
const AT_ONCE: usize = 1 << 20;

/// Numbers of a table in memory. Clones share the numbers.
///
/// Two of them are equal if they share the same numbers in memory: comparing all numbers would take as long as drawing
/// them.
#[derive(Clone)]
pub struct Data(Arc<DataContents>);

struct DataContents {
    num_rows: usize,
    width: usize,
    cells: DataCells,
    /// Levels of the pyramid, the finest first.
    levels: Vec<DataLevel>,
    bound: f64,
    square_bound: f64,
    num_not_finite: u64,
    notices: Vec<String>,
    /// True once a search has found the rule of the numbers.
    is_by_rule: AtomicBool,
}

/// Values in row-major order, in the narrower type that holds all of them.
enum DataCells {
    F32(Vec<f32>),
    F64(Vec<f64>),
}

/// Moments of blocks of rows, row-major: a row of values for each block.
struct DataLevel {
    means: Vec<f32>,
    variances: Vec<f32>,
}

impl fmt::Debug for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Data({} × {})", self.0.num_rows, self.0.width)
    }
}

impl PartialEq for Data {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Data {
    /// Brings the rows of a source into memory. Returns `None` once `is_wanted`, which gets the share of the work that
    /// is done, returns false.
    ///
    /// # Errors
    ///
    /// Fails if the rows are read from a file and that fails.
    pub fn read(
        source: &dyn RowSource,
        is_wanted: impl Fn(f32) -> bool,
    ) -> io::Result<Option<Self>> {
        let (num_rows, width) = (source.num_rows() as usize, source.num_columns() as usize);
        let mut cells = DataCells::F32(Vec::with_capacity(num_rows * width));
        let rows_each = (AT_ONCE / width).max(1);
        let mut block = Vec::new();
        for first in (0..num_rows).step_by(rows_each) {
            if !is_wanted(first as f32 / num_rows as f32) {
                return Ok(None);
            }
            block.resize(rows_each.min(num_rows - first) * width, 0.0);
            source.fill(first as u64, &mut block)?;
            cells.extend(&block);
        }
        Ok(Some(Self::new(cells, width)))
    }

    /// Table without numbers: one cell that is not a number. Stands for a table that has not been read.
    pub fn missing() -> Self {
        static MISSING: LazyLock<Data> =
            LazyLock::new(|| Data::new(DataCells::F32(vec![f32::NAN]), 1));
        MISSING.clone()
    }

    /// True for numbers that are known to be those of an encoding by rule: not before they were searched for one.
    pub fn is_by_rule(&self) -> bool {
        self.0.is_by_rule.load(Ordering::Relaxed)
    }

    /// Keeps what a search for the rule of the numbers has found.
    pub fn set_by_rule(&self, is_by_rule: bool) {
        self.0.is_by_rule.store(is_by_rule, Ordering::Relaxed);
    }

    /// True for a table that has not been read.
    pub fn is_missing(&self) -> bool {
        *self == Self::missing()
    }

    fn new(cells: DataCells, width: usize) -> Self {
        let num_rows = cells.len() / width;
        let levels = levels(&cells, num_rows, width);
        let of_row = |i: usize| {
            let (mut largest, mut squares, mut num) = (0.0_f64, 0.0, 0);
            for j in 0..width {
                let value = cells.get(i * width + j);
                if value.is_finite() {
                    largest = largest.max(value.abs());
                    squares += value * value;
                } else {
                    num += 1;
                }
            }
            (largest, squares, num)
        };
        let (bound, square_bound, num_not_finite) = (0..num_rows)
            .into_par_iter()
            .with_min_len(64)
            .map(of_row)
            .reduce(|| (0.0, 0.0, 0), |a, b| (f64::max(a.0, b.0), f64::max(a.1, b.1), a.2 + b.2));
        Self(Arc::new(DataContents {
            num_rows,
            width,
            cells,
            levels,
            bound,
            square_bound,
            num_not_finite,
            is_by_rule: AtomicBool::new(false),
            notices: Vec::new(),
        }))
    }

    /// The same numbers with sentences about how they were read. Only for numbers that nothing else shares.
    #[must_use]
    pub fn with_notices(mut self, notices: Vec<String>) -> Self {
        if let Some(contents) = Arc::get_mut(&mut self.0) {
            contents.notices = notices;
        }
        self
    }

    /// Sentences about how the numbers were read, where their file may be read in two ways.
    pub fn notices(&self) -> &[String] {
        &self.0.notices
    }

    /// Number of rows, at least 1.
    pub fn num_rows(&self) -> u64 {
        self.0.num_rows as u64
    }

    /// Number of columns, at least 1.
    pub fn num_columns(&self) -> u32 {
        self.0.width as u32
    }

    /// True if single precision holds every value.
    pub fn is_single(&self) -> bool {
        matches!(self.0.cells, DataCells::F32(_))
    }

    /// Number of values that are infinite or not a number.
    pub fn num_not_finite(&self) -> u64 {
        self.0.num_not_finite
    }

    /// Value in a row and a column; NaN outside the table.
    pub fn value(&self, row: i64, column: u32) -> f64 {
        let DataContents { num_rows, width, ref cells, .. } = *self.0;
        let row = usize::try_from(row).ok().filter(|&row| row < num_rows);
        match row {
            Some(row) if (column as usize) < width => cells.get(row * width + column as usize),
            _ => f64::NAN,
        }
    }

    /// Largest absolute value of those that are finite.
    pub(super) fn bound(&self) -> f64 {
        // A table of zeros has a color scale as well.
        if self.0.bound > 0.0 { self.0.bound } else { 1.0 }
    }

    /// Largest sum of the squares of a row.
    pub(super) fn square_bound(&self) -> f64 {
        if self.0.square_bound > 0.0 { self.0.square_bound } else { 1.0 }
    }

    /// Mean and variance of each of some columns over the rows from `first` to `first + m`, whole rows and at least
    /// one.
    pub(super) fn fill_moments(
        &self,
        first: f64,
        m: f64,
        columns: Range<u32>,
        out: &mut [Moments],
    ) {
        let DataContents { num_rows, width, ref cells, ref levels, .. } = *self.0;
        let last_row = num_rows as f64;
        let (mut from, end) = (first.floor(), (first + m).floor().max(first.floor() + 1.0));
        if from < 0.0 || end > last_row {
            // Half a pixel may lie beyond the edge.
            from = from.clamp(0.0, last_row - 1.0);
        }
        let (from, end) =
            (from as usize, (end.clamp(1.0, last_row) as usize).max(from as usize + 1));
        let num = (end - from) as f64;
        let columns = columns.start as usize..columns.end as usize;
        out.fill(Moments::default());
        // Sums of the means, and of variances and squared means, over blocks that are as large as possible.
        let mut at = from;
        while at < end {
            let fits = |level: &usize| {
                let size = LOWEST << level;
                at.is_multiple_of(size) && at + size <= end
            };
            if let Some(level) = (0..levels.len()).rev().find(fits) {
                let size = LOWEST << level;
                let start = at / size * width;
                let part = start + columns.start..start + columns.end;
                let means = &levels[level].means[part.clone()];
                let variances = &levels[level].variances[part];
                let share = size as f64 / num;
                for ((out, &mean), &variance) in out.iter_mut().zip(means).zip(variances) {
                    let (mean, variance) = (f64::from(mean), f64::from(variance));
                    out.mean += share * mean;
                    out.variance += share * (variance + mean * mean);
                }
                at += size;
            } else {
                let start = at * width;
                let part = start + columns.start..start + columns.end;
                cells.add(part, 1.0 / num, out);
                at += 1;
            }
        }
        for moments in out {
            moments.variance = (moments.variance - moments.mean * moments.mean).max(0.0);
        }
    }
}

impl RowSource for Data {
    fn num_rows(&self) -> u64 {
        Self::num_rows(self)
    }

    fn num_columns(&self) -> u32 {
        Self::num_columns(self)
    }

    fn fill(&self, first: u64, out: &mut [f64]) -> io::Result<()> {
        let start = first as usize * self.0.width;
        for (at, out) in (start..).zip(out) {
            *out = self.0.cells.get(at);
        }
        Ok(())
    }
}

impl DataCells {
    fn len(&self) -> usize {
        match self {
            Self::F32(cells) => cells.len(),
            Self::F64(cells) => cells.len(),
        }
    }

    fn get(&self, at: usize) -> f64 {
        match self {
            Self::F32(cells) => f64::from(cells[at]),
            Self::F64(cells) => cells[at],
        }
    }

    /// Appends values, in the wider type from the first on that needs it.
    fn extend(&mut self, values: &[f64]) {
        if let Self::F32(cells) = self {
            let is_narrow = |value: &f64| value.is_nan() || f64::from(*value as f32) == *value;
            if values.iter().all(is_narrow) {
                cells.extend(values.iter().map(|&value| value as f32));
                return;
            }
            *self = Self::F64(cells.iter().map(|&value| f64::from(value)).collect());
        }
        if let Self::F64(cells) = self {
            cells.extend_from_slice(values);
        }
    }

    /// Adds a share of values and of their squares.
    fn add(&self, part: Range<usize>, share: f64, out: &mut [Moments]) {
        let add = |(out, value): (&mut Moments, f64)| {
            out.mean += share * value;
            out.variance += share * value * value;
        };
        match self {
            Self::F32(cells) => {
                out.iter_mut().zip(cells[part].iter().map(|&it| f64::from(it))).for_each(add);
            }
            Self::F64(cells) => out.iter_mut().zip(cells[part].iter().copied()).for_each(add),
        }
    }
}

/// Levels of the pyramid, up to one with a single block. Rows after the last whole block are left out.
fn levels(cells: &DataCells, num_rows: usize, width: usize) -> Vec<DataLevel> {
    let mut levels: Vec<DataLevel> = Vec::new();
    loop {
        let size = LOWEST << levels.len();
        let num_blocks = num_rows / size;
        if num_blocks == 0 {
            return levels;
        }
        let mut level = DataLevel {
            means: vec![0.0; num_blocks * width],
            variances: vec![0.0; num_blocks * width],
        };
        let below = levels.last();
        let blocks = level.means.par_chunks_mut(width).zip(level.variances.par_chunks_mut(width));
        blocks.enumerate().for_each(|(i, (means, variances))| match below {
            None => {
                let mut sums = vec![Moments::default(); width];
                for row in i * LOWEST..(i + 1) * LOWEST {
                    let part = row * width..(row + 1) * width;
                    cells.add(part, 1.0 / LOWEST as f64, &mut sums);
                }
                for ((sum, mean), variance) in sums.iter().zip(means).zip(variances) {
                    *mean = sum.mean as f32;
                    *variance = (sum.variance - sum.mean * sum.mean).max(0.0) as f32;
                }
            }
            Some(below) => {
                let (a, b) = (2 * i * width, (2 * i + 1) * width);
                for (j, (mean, variance)) in means.iter_mut().zip(variances).enumerate() {
                    let (m, n) = (below.means[a + j], below.means[b + j]);
                    let apart = 0.5 * (m - n);
                    *mean = 0.5 * (m + n);
                    *variance =
                        0.5 * (below.variances[a + j] + below.variances[b + j]) + apart * apart;
                }
            }
        });
        levels.push(level);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Computed, Encoding, Extent, Table};

    fn random(num_rows: u64, d_model: u32) -> Table {
        let encoding = Encoding::new(Computed::Random { d_model, seed: 1 });
        Table { encoding: Arc::new(encoding), extent: Extent::new(0, num_rows).unwrap() }
    }

    fn data(table: &Table) -> Data {
        Data::read(table, |_| true).unwrap().expect("nothing cancels")
    }

    #[test]
    fn moments_are_those_of_the_rows() {
        let table = random(203, 5);
        let data = data(&table);
        for (from, end) in [(0, 1), (0, 203), (3, 4), (7, 9), (5, 170), (8, 200), (199, 203)] {
            let mut out = vec![Moments::default(); 3];
            data.fill_moments(from as f64, (end - from) as f64, 1..4, &mut out);
            for (j, found) in (1..).zip(&out) {
                let values: Vec<f64> = (from..end).map(|t| table.encoding.value(t, j)).collect();
                let num = values.len() as f64;
                let mean = values.iter().sum::<f64>() / num;
                let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / num;
                // The pyramid holds single precision.
                assert!((found.mean - mean).abs() < 1e-7, "mean of {from}..{end}, column {j}");
                assert!((found.variance - variance).abs() < 1e-6, "variance of {from}..{end}");
            }
        }
    }

    #[test]
    fn values_are_kept_exactly() {
        let table = random(9, 4);
        let data = data(&table);
        for (t, j) in [(0, 0), (8, 3), (4, 1)] {
            assert_eq!(data.value(t, j), table.encoding.value(t, j), "row {t}, column {j}");
        }
        for (t, j) in [(-1, 0), (9, 0), (0, 4)] {
            assert!(data.value(t, j).is_nan(), "there is no row {t}, column {j}");
        }
        assert!(Data::read(&table, |_| false).unwrap().is_none(), "nobody wants it");
        assert_eq!(Data::missing().num_not_finite(), 1, "no number");
    }
}
