//! Positions of the rows of a table that was recognized.

use super::{
    answer::{NameBits, Recognized},
    changes::ChangedRows,
    deviation::{Deviating, Deviation},
    placing::{Placed, RowPositions, row_positions},
    values::TableValues,
};
use crate::encoding::{Components, Sinusoid, Spacing, Stages, proof::Evidence};

impl Recognized {
    /// Rows of a sinusoid from a position on, before any value is compared.
    pub(super) fn of(sinusoid: Sinusoid, start: i64, values: &TableValues) -> Self {
        Self {
            convention: None,
            also: Vec::new(),
            sinusoid,
            start,
            spacing: None,
            length: values.num_rows as u64,
            scale: 1.0,
            is_transposed: false,
            rounding: values.rounding.filter(|_| values.decimals.is_none()),
            decimals: values.decimals,
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

    /// Takes the line on which most rows are as start and step: the other rows deviate. Nothing changes where there is
    /// none.
    pub(super) fn align(&mut self, values: &TableValues) {
        let Some(rows) = &self.rows else { return };
        let Some(line) = rows.positions.main_line() else { return };
        let all: Vec<Option<f64>> = rows.positions.iter().collect();
        let is_whole = line.step.to_bits() == 1.0_f64.to_bits() && line.start.fract() == 0.0;
        self.start = if is_whole { line.start as i64 } else { 0 };
        self.spacing = (!is_whole).then_some(line);
        let mut deviations = Vec::new();
        let is_on = |i: usize| all[i].is_some_and(|t| line.is_at(i, t));
        for i in (0..all.len()).filter(|&i| !is_on(i)) {
            let (what, shift) = match all[i] {
                None if values.is_zero_row(i) => (Deviation::ZeroRow, None),
                None => (Deviation::OtherRow, None),
                Some(t) if i > 0 && all[i - 1] == Some(t) => (Deviation::RepeatedRow, None),
                Some(t) => {
                    let shift = (t - line.at(i)) / line.step;
                    (Deviation::ShiftedRow, Some(shift.round() as i64))
                }
            };
            Deviating::add_row(&mut deviations, i as u64, what, shift);
        }
        // Values at other positions than those of the line do not match it.
        let of_columns = self.deviations.iter().filter(|it| it.row.is_none()).count();
        let of_row = (values.width - of_columns) as u64;
        let moved = [Deviation::RepeatedRow, Deviation::ShiftedRow];
        let moved = deviations.iter().filter(|it: &&Deviating| moved.contains(&it.what));
        let num_moved = of_row * moved.map(Deviating::num_rows).sum::<u64>();
        self.matching = self.matching.saturating_sub(num_moved);
        self.deviations.splice(0..0, deviations);
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
        let positions = row_positions(&all, is_up_to_sign, Spacing::slack);
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

    /// Positions of the rows that do not deviate.
    pub(super) fn line(&self) -> Spacing {
        self.spacing.unwrap_or(Spacing { start: self.start as f64, step: 1.0 })
    }

    /// Position of each row.
    pub fn row_positions(&self) -> RowPositions {
        if let Some(rows) = &self.rows {
            return rows.positions.clone();
        }
        let Spacing { start, step } = self.line();
        let is_up_to_sign = self.sinusoid.components() == Components::Cos;
        let of_rows = self.deviations.iter().filter(|it| it.column.is_none());
        let mut changes = of_rows.filter_map(|it| Some((it, it.row?))).peekable();
        if changes.peek().is_none() {
            let line = RowPositions::line(self.length, start, step);
            return RowPositions { is_up_to_sign, ..line };
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
        RowPositions { is_up_to_sign, ..row_positions(&all, false, Spacing::slack) }
    }
}

/// A value that deviates.
fn cell((row, column): (u64, u32)) -> Deviating {
    let (row, column) = (Some(row), Some(column));
    Deviating { row, column, ..Deviating::of(Deviation::Cell) }
}
