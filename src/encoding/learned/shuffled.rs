//! Rows of a table in random order.

use std::sync::Arc;

use super::random;
use crate::encoding::{Data, Encoding, Extent, Question, RowSource, Spec, Table};

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
