//! Rows of Fourier features.

use std::ops::Range;

use crate::encoding::{
    Extent, Fourier, Moments, Number, NumberBlock, family_rows::FamilyRows, parallel::for_each_row,
    turning::Turning,
};

/// Fills `out` with rows from `first` on.
fn fill_rows<T: Number>(of: Fourier, first: i64, columns: Range<u32>, out: &mut [T]) {
    let waves: Vec<Option<Turning>> = columns.map(|j| of.turning(j)).collect();
    for_each_row(out, waves.len(), &|i, row| {
        let x = of.coordinate(first + i as i64);
        for (out, wave) in row.iter_mut().zip(&waves) {
            *out = T::nearest(Fourier::value_at(*wave, x));
        }
    });
}

impl FamilyRows for Fourier {
    fn value(&self, t: i64, j: u32) -> f64 {
        Self::value_at(self.turning(j), self.coordinate(t))
    }

    fn bound(&self, extent: Extent) -> f64 {
        let ends = [extent.start(), extent.last()].map(|t| self.coordinate(t).abs());
        let furthest = if self.has_identity { ends[0].max(ends[1]) } else { 0.0 };
        furthest.max(1.0)
    }

    fn square_bound(&self, extent: Extent) -> f64 {
        let identity = if self.has_identity { self.bound(extent).powi(2) } else { 0.0 };
        f64::from(self.num_octaves) + identity
    }

    fn fill(&self, first: i64, columns: Range<u32>, out: NumberBlock<'_>) {
        match out {
            NumberBlock::Single(out) => fill_rows(*self, first, columns, out),
            NumberBlock::Double(out) => fill_rows(*self, first, columns, out),
        }
    }

    fn fill_moments(&self, first: f64, m: f64, columns: Range<u32>, out: &mut [Moments]) {
        // Positions with a constant step have the variance step²·(m² − 1)/12.
        let of_identity = || {
            let middle = first + (m - 1.0) / 2.0;
            let step = self.spacing.step;
            Moments {
                mean: step.mul_add(middle, self.spacing.start),
                variance: step * step * (m * m - 1.0).max(0.0) / 12.0,
            }
        };
        for (out, j) in out.iter_mut().zip(columns) {
            *out = self.turning(j).map_or_else(of_identity, |wave| wave.moments(first, m));
        }
    }

    fn turns(&self) -> bool {
        !self.has_identity
    }

    fn turning(&self, j: u32) -> Option<Turning> {
        Self::turning(*self, j)
    }
}
