//! Similarity of one position with the positions at every offset.

use std::sync::Arc;

use crate::encoding::{
    Extent, Profile, Waves,
    similarity::{self, Measure, from_kernels},
};
use crate::picture::raster::kernels::{KernelAxis, KernelRow, PlusRow, SquaredNorms};

/// Similarity of one position with the positions at every offset.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileCurve {
    /// Waves whose positions are compared.
    pub waves: Arc<Waves>,
    /// Extent of the table.
    pub extent: Extent,
    /// Measure of similarity.
    pub measure: Measure,
    /// Position t.
    pub position: i64,
    /// Selected offset.
    pub offset: i64,
    /// Index of the line's color.
    pub color: usize,
    /// Minimum and maximum over all pairs of positions, once they are computed.
    pub bands: Option<Arc<Profile>>,
}

impl ProfileCurve {
    /// Values at evenly spaced real offsets. Where `step` exceeds 1, each is the mean over `step` offsets.
    pub(in crate::picture::chart) fn values(
        &self,
        waves: &Waves,
        first: f64,
        step: f64,
        num: usize,
    ) -> Vec<f64> {
        let paired = waves.paired_square();
        let t = self.position as f64;
        let minus = KernelRow::new(waves, self.measure, first, step, num, KernelAxis::One).0;
        if waves.is_paired() {
            let norm = paired;
            let value = |minus| from_kernels(self.measure, paired, minus, 0.0, norm, norm);
            return minus.into_iter().map(value).collect();
        }
        let plus = PlusRow::new(waves, 2.0 * t + first, step, num, KernelAxis::One).0;
        let norms = SquaredNorms::new(waves, t + first, step, num).0;
        let own = similarity::squared_norms_at(waves, &[self.position])[0];
        minus
            .into_iter()
            .zip(plus)
            .zip(norms)
            .map(|((minus, plus), norm)| from_kernels(self.measure, paired, minus, plus, own, norm))
            .collect()
    }
}
