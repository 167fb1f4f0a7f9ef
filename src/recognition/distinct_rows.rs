//! Distinct rows of one coordinate, each of which occurs in many places of a table.

use std::collections::HashMap;

use super::{
    cache_candidates::Rules, cache_layout::CacheLayout, known_axes::KnownAxis,
    placed_caches::recognize_placed,
};
use crate::encoding::{Component, TableValues, row_positions};

/// Rows of a coordinate, each once.
pub(super) struct DistinctRows {
    /// Place of each row of the table among them; `None` for rows of no coordinate.
    places: Vec<Option<usize>>,
    values: TableValues,
}

impl DistinctRows {
    /// Finds the distinct ones of some rows of the same width.
    pub(super) fn new(rows: impl Iterator<Item = Option<Vec<f64>>>) -> Self {
        let mut known: HashMap<Vec<u64>, usize> = HashMap::new();
        let mut cells: Vec<f64> = Vec::new();
        let place_of = |row: Option<Vec<f64>>| {
            let (row, next) = (row?, known.len());
            let bits = row.iter().map(|it| it.to_bits()).collect();
            let place = *known.entry(bits).or_insert(next);
            if place == next {
                cells.extend(row);
            }
            Some(place)
        };
        let places = rows.map(place_of).collect();
        let width = cells.len() / known.len().max(1);
        Self { places, values: TableValues::new(known.len(), width, cells) }
    }

    /// Number of the distinct rows.
    pub(super) fn num(&self) -> usize {
        self.values.num_rows
    }

    /// The distinct rows, in the order in which they occur first.
    pub(super) fn values(&self) -> &TableValues {
        &self.values
    }

    /// Place of each row of the table among the distinct ones; `None` for rows of no coordinate.
    pub(super) fn places(&self) -> &[Option<usize>] {
        &self.places
    }

    /// Positions of all rows of the table, from those of the distinct ones.
    pub(super) fn spread(&self, positions: &[Option<f64>]) -> Vec<Option<f64>> {
        self.places.iter().map(|place| positions[(*place)?]).collect()
    }

    /// True if the rows are equal to each other where those of another coordinate are.
    pub(super) fn has_places_of(&self, other: &Self) -> bool {
        self.places == other.places
    }

    /// Coordinate by which the rows turn, with the largest difference; `None` if they are no cache with certainty.
    pub(super) fn axis(
        &self,
        layout: CacheLayout,
        component: Component,
    ) -> Option<(KnownAxis, f64)> {
        let cache = recognize_placed(&self.values, &[layout], Rules::Plain)?;
        if !cache.is_clean() || cache.component != component {
            return None;
        }
        let all = self.spread(&cache.positions.iter().collect::<Vec<_>>());
        let num_changes = all.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
        let axis = KnownAxis {
            num_pairs: layout.num_pairs(self.values.width as u32)?,
            base: Some(cache.base),
            positions: row_positions(&all, cache.positions.is_up_to_sign, |_| 0.0),
            num_changes,
        };
        Some((axis, cache.evidence.largest_difference))
    }
}
