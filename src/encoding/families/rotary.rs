//! Rows of a rotary encoding: those of its cache.

use std::{ops::Range, sync::Arc};

use crate::encoding::{
    Column, Extent, NumberBlock, Stages, Waves, family_rows::FamilyRows, rotary::Rotary,
    staged::StagedWaves, turning::Turning,
};

/// Rotated head, and the cache whose columns are the columns of the rows.
#[derive(Debug)]
pub(super) struct RotaryRows {
    head: Arc<Waves>,
    cache: Arc<Waves>,
}

impl RotaryRows {
    pub(super) fn new(rotary: &Arc<Rotary>) -> Self {
        Self { head: Arc::new(Waves::of_head(rotary)), cache: Arc::new(Waves::of_cache(rotary)) }
    }
}

impl FamilyRows for RotaryRows {
    fn value(&self, t: i64, j: u32) -> f64 {
        self.cache.value(t, j)
    }

    fn bound(&self, _extent: Extent) -> f64 {
        match self.cache.amplitude().abs() {
            0.0 => 1.0,
            amplitude => amplitude,
        }
    }

    fn square_bound(&self, extent: Extent) -> f64 {
        self.head.square_bound(extent)
    }

    fn fill(&self, first: i64, columns: Range<u32>, out: NumberBlock<'_>) {
        FamilyRows::fill(&self.cache, first, columns, out);
    }

    fn waves(&self) -> Option<&Arc<Waves>> {
        Some(&self.head)
    }

    fn column_waves(&self) -> Option<&Arc<Waves>> {
        Some(&self.cache)
    }

    fn row_column(&self, i: u32) -> Option<u32> {
        match self.head.column(i) {
            Column::Wave { frequency, component } => {
                Some(self.cache.rotary()?.column_of_part(frequency as u32, component))
            }
            Column::Zero => None,
        }
    }

    fn turns(&self) -> bool {
        true
    }

    fn turning(&self, j: u32) -> Option<Turning> {
        self.cache.turning(j)
    }

    fn staged(&self, stages: Stages) -> Option<StagedWaves> {
        self.cache.staged(stages)
    }
}
