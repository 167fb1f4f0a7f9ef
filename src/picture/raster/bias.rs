//! Pixels of a bias: queries down, keys across. A pixel shows the cell in its middle; keys that are masked have no value.

use rayon::prelude::*;

use super::{
    RasterRequest,
    ink::{Ink, Pixel},
};
use crate::encoding::{Extent, bias::Bias};

pub(super) fn pixels<K, P: Copy + Send + Sync>(
    request: &RasterRequest,
    (bias, head): (&Bias, u32),
    extent: Extent,
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> Vec<P> {
    let (width, height) = (request.width as usize, request.height as usize);
    let columns: Vec<i64> =
        (0..width).map(|pixel| RasterRequest::cell(request.x, pixel, width)).collect();
    let rows = (0..height).into_par_iter();
    let row = |pixel: usize| {
        let row = RasterRequest::cell(request.y, pixel, height);
        let pixel = |&column: &i64| Pixel::of(value((bias, head), extent, row, column), 0.0);
        columns.iter().map(|column| (ink.color)((ink.key)(pixel(column)))).collect::<Vec<P>>()
    };
    rows.flat_map_iter(row).collect()
}

/// Value of a cell: the bias, for T5 the bucket; NaN where the key is masked.
pub(in crate::picture) fn value(
    (bias, head): (&Bias, u32),
    extent: Extent,
    row: i64,
    column: i64,
) -> f64 {
    let [t, s] = [row, column].map(|it| extent.start() + it);
    if bias.is_causal() && s > t {
        return f64::NAN;
    }
    match bias.unknown_buckets() {
        Some(buckets) => f64::from(buckets.of(s - t)),
        None => bias.value(head, (t, s), extent.last()),
    }
}
