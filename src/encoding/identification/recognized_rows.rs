//! Positions of the rows of a table that was recognized.

use super::{
    answer::{Deviating, Deviation, NameBits, Recognized},
    changes::ChangedRows,
    placing::{Placed, RowPositions, row_positions},
    values::Values,
};
use crate::encoding::{Sinusoid, Spacing, Stages, proof::Evidence};

impl Recognized {
    /// Rows of a sinusoid from a position on, before any value is compared.
    pub(super) fn of(sinusoid: Sinusoid, start: i64, values: &Values) -> Self {
        Self {
            convention: None,
            also: Vec::new(),
            sinusoid,
            start,
            spacing: None,
            length: values.num_rows as u64,
            scale: 1.0,
            is_transposed: false,
            rounding: values.rounding,
            stages: Stages::default(),
            deviations: Vec::new(),
            max_abs_difference: 0.0,
            num_off: 0,
            matching: 0,
            num_cells: (values.num_rows * values.width) as u64,
            explained_bits: 0.0,
            name_bits: NameBits::new(sinusoid, start),
            is_noisy: false,
            is_untold: false,
            rows: None,
            affine: None,
        }
    }

    /// The rows with what all values said, none of which deviates.
    pub(super) fn with_evidence(self, evidence: &Evidence) -> Self {
        Self {
            max_abs_difference: evidence.largest_difference,
            matching: evidence.num_agreeing,
            explained_bits: evidence.explained.total(),
            ..self
        }
    }

    /// Takes positions of all rows that make the table certain.
    pub(super) fn place(&mut self, placed: Placed) {
        let cells: Vec<(u64, u32)> = placed.evidence.wrong.clone();
        let of_cells = cells.iter().map(|&at| cell(at));
        let more = of_cells.filter(|cell| !self.deviations.contains(cell)).collect::<Vec<_>>();
        self.deviations.extend(more);
        self.rows = Some(ChangedRows {
            cells,
            positions: placed.positions,
            num_agreeing: placed.evidence.num_agreeing,
            max_abs_difference: placed.evidence.largest_difference,
        });
    }

    /// Positions of rows at the end that repeat the last one, or are at none.
    pub(super) fn place_end(&mut self, num_rows: u64, what: Deviation) {
        let width = u64::from(self.sinusoid.d_model());
        let Some(rows) = &mut self.rows else { return };
        let mut all: Vec<Option<f64>> = rows.positions.iter().collect();
        let num_before = all.len() as u64;
        let last = all.last().copied().flatten().filter(|_| what == Deviation::RepeatedRow);
        all.resize(num_rows as usize, last);
        let RowPositions { is_up_to_sign, are_two, .. } = rows.positions;
        let of_last = |cell: &&(u64, u32)| cell.0 + 1 == num_before;
        if last.is_some() {
            let num_wrong = rows.cells.iter().filter(of_last).count() as u64;
            rows.num_agreeing += (num_rows - num_before) * width.saturating_sub(num_wrong);
        }
        let positions = row_positions(&all, is_up_to_sign, |t| 1e-9 * t.abs().max(1.0));
        rows.positions = RowPositions { are_two, ..positions };
    }

    /// Deviations that are told: those of the rows as they are placed.
    pub fn told_deviations(&self) -> Vec<Deviating> {
        let Some(rows) = &self.rows else { return self.deviations.clone() };
        // Positions of all rows say more.
        let of_columns = self.deviations.iter().filter(|it| it.row.is_none());
        of_columns.copied().chain(rows.cells.iter().map(|&at| cell(at))).collect()
    }

    /// Number of values that agree and their largest difference, where the rows are at positions of their own.
    pub fn agreement_of_rows(&self) -> Option<(u64, f64)> {
        self.rows.as_ref().map(|it| (it.num_agreeing, it.max_abs_difference))
    }

    /// Largest difference of a value that does not deviate.
    pub fn largest_difference(&self) -> f64 {
        self.agreement_of_rows().map_or(self.max_abs_difference, |(_, largest)| largest)
    }

    /// Position of each row.
    pub fn row_positions(&self) -> RowPositions {
        if let Some(rows) = &self.rows {
            return rows.positions.clone();
        }
        let Spacing { start, step } =
            self.spacing.unwrap_or(Spacing { start: self.start as f64, step: 1.0 });
        let of_rows = self.deviations.iter().filter(|it| it.column.is_none());
        let mut changes = of_rows.filter_map(|it| Some((it, it.row?))).peekable();
        if changes.peek().is_none() {
            return RowPositions::line(self.length, start, step);
        }
        let mut all: Vec<Option<f64>> =
            (0..self.length).map(|i| Some(start + step * i as f64)).collect();
        for (change, row) in changes {
            for i in row..=change.row_end.unwrap_or(row) {
                let Some(before) = i.checked_sub(1).map(|before| all[before as usize]) else {
                    all[0] = change.shift.and_then(|it| Some(all[0]? + step * it as f64));
                    continue;
                };
                let own = &mut all[i as usize];
                *own = match change.what {
                    Deviation::RepeatedRow => before,
                    Deviation::ShiftedRow => {
                        own.map(|own| own + step * change.shift.unwrap_or(0) as f64)
                    }
                    _ => None,
                };
            }
        }
        row_positions(&all, false, |t| 1e-9 * t.abs().max(1.0))
    }
}

/// A value that deviates.
fn cell((row, column): (u64, u32)) -> Deviating {
    let (row, column) = (Some(row), Some(column));
    Deviating { row, column, ..Deviating::of(Deviation::Cell) }
}
