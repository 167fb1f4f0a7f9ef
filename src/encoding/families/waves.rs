//! Rows of sines and cosines at whole positions.

use std::{ops::Range, sync::Arc};

use crate::encoding::{
    Column, Extent, NumberBlock, Stages, Waves, family_rows::FamilyRows, staged::StagedWaves,
    turning::Turning,
};

impl FamilyRows for Arc<Waves> {
    fn value(&self, t: i64, j: u32) -> f64 {
        Waves::value(self, t, j)
    }

    fn square_bound(&self, _extent: Extent) -> f64 {
        Waves::square_bound(self)
    }

    fn fill(&self, first: i64, columns: Range<u32>, out: NumberBlock<'_>) {
        match out {
            NumberBlock::Single(out) => Waves::fill(self, first, columns, out),
            NumberBlock::Double(out) => Waves::fill(self, first, columns, out),
        }
    }

    fn waves(&self) -> Option<&Arc<Waves>> {
        Some(self)
    }

    fn turns(&self) -> bool {
        true
    }

    fn turning(&self, j: u32) -> Option<Turning> {
        match self.column(j) {
            Column::Wave { frequency, component } => {
                let omega = self.frequencies()[frequency].omega;
                let amplitude = self.amplitude();
                Some(Turning { omega, component, amplitude, start: 0.0, step: 1.0 })
            }
            Column::Zero => None,
        }
    }

    fn staged(&self, stages: Stages) -> Option<StagedWaves> {
        Some(StagedWaves::new(self, None, stages))
    }
}
