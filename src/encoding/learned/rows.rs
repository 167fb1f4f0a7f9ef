//! Norms of rows, and rows that look unlike the others.

use std::sync::Arc;

use ndarray::Array2;

use super::random;
use crate::{
    encoding::{
        Data, Encoding, Extent, Question, RowSource, Spec, Table, median::median,
        similarity::Measure,
    },
    stable_enum::stable_enum,
};

stable_enum! {
    /// Look of a row beside the others.
    pub enum RowMark {
        /// Like its neighbors.
        Usual = "usual",
        /// All zeros: padding, or never written.
        Zero = "zero",
        /// Unlike both neighbors, where neighbors are alike: not trained, a class token, or padding.
        Apart = "apart",
        /// Norm far from the others'.
        Norm = "norm",
    }
}

/// Norm of each row.
pub(super) fn norms(rows: &Array2<f64>) -> Vec<f64> {
    rows.rows().into_iter().map(|row| row.dot(&row).sqrt()).collect()
}

/// Look of each row. A norm counts as far if it is off by more than six times the usual deviation and a tenth; a row
/// stands apart if its cosine with each neighbor is below a third of the usual one, which is at least a half.
pub(super) fn marks(rows: &Array2<f64>, norms: &[f64]) -> Vec<RowMark> {
    /// Median absolute deviations of a normal distribution within a standard deviation.
    const TO_SIGMA: f64 = 1.4826;
    const FAR: f64 = 6.0;
    const SHARE: f64 = 0.1;
    const ALIKE: f64 = 0.5;
    let middle = |mut values: Vec<f64>| median(&mut values).unwrap_or_default();
    let usual = middle(norms.to_vec());
    let deviation = TO_SIGMA * middle(norms.iter().map(|norm| (norm - usual).abs()).collect());
    let n = rows.nrows();
    let beside: Vec<f64> = (1..n)
        .map(|t| Measure::Cosine.of_rows(&rows.row(t - 1).to_vec(), &rows.row(t).to_vec()))
        .collect();
    let usual_cosine = middle(beside.clone());
    let mark = |t: usize| {
        let off = (norms[t] - usual).abs();
        let before = t.checked_sub(1).map(|at| beside[at]);
        let after = beside.get(t).copied();
        let nearest = before.into_iter().chain(after).fold(f64::NEG_INFINITY, f64::max);
        if norms[t] == 0.0 {
            RowMark::Zero
        } else if usual_cosine >= ALIKE && nearest < usual_cosine / 3.0 {
            RowMark::Apart
        } else if off > (FAR * deviation).max(SHARE * usual) {
            RowMark::Norm
        } else {
            RowMark::Usual
        }
    };
    (0..n).map(mark).collect()
}

/// Rows of a table in random order, as they are read.
#[derive(Debug)]
struct InOrder<'a> {
    table: &'a Table,
    order: &'a [usize],
}

impl RowSource for InOrder<'_> {
    fn num_rows(&self) -> u64 {
        self.order.len() as u64
    }

    fn num_columns(&self) -> u32 {
        self.table.num_columns()
    }

    fn fill(&self, first: u64, out: &mut [f64]) -> std::io::Result<()> {
        let width = self.table.num_columns() as usize;
        for (row, &of) in out.chunks_mut(width.max(1)).zip(&self.order[first as usize..]) {
            self.table.fill(of as u64, row)?;
        }
        Ok(())
    }
}

/// Rows of a table in random order, as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct ShuffleQuestion {
    /// Table.
    pub table: Table,
    /// Seed of random choices.
    pub seed: u64,
}

impl Question for ShuffleQuestion {
    type Answer = Shuffled;

    const TITLE: &'static str = "Shuffling the rows";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        Shuffled::new(&self.table, self.seed, is_wanted)
    }
}

/// The same rows in random order: what is left of a picture when the order of positions means nothing.
#[derive(Clone, Debug)]
pub struct Shuffled {
    /// The rows, counted from 0.
    pub rows: Table,
    /// Row of the table that each of them is.
    pub order: Vec<usize>,
}

impl Shuffled {
    /// Largest number of rows, from the first on.
    pub const MOST_ROWS: u64 = 4096;

    /// Shuffles the rows of a table. `None` once `is_wanted` returns false.
    pub fn new(table: &Table, seed: u64, is_wanted: impl Fn(f32) -> bool) -> Option<Self> {
        let num = table.num_rows().min(Self::MOST_ROWS);
        let order = random::order(seed, num as usize);
        // Rows in memory cannot fail.
        let data = Data::read(&InOrder { table, order: &order }, is_wanted).ok().flatten()?;
        let encoding = Arc::new(Encoding::new(Spec::Data { data, start: 0 }));
        let rows = Table { encoding, extent: Extent::new(0, num).ok()? };
        Some(Self { rows, order })
    }
}
