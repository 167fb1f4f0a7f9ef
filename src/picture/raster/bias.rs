//! Pixels of a bias: queries down, keys across. A pixel shows the cell in its middle; keys that are masked have no
//! value.

use super::{
    RasterRequest,
    ink::{Ink, Pixel},
};
use crate::encoding::{Extent, bias::Bias, parallel::for_each_row};

pub(super) fn pixels<K, P: Copy + Default + Send + Sync>(
    request: &RasterRequest,
    (bias, head): (&Bias, u32),
    extent: Extent,
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> Vec<P> {
    let (width, height) = (request.width as usize, request.height as usize);
    let columns: Vec<i64> =
        (0..width).map(|pixel| RasterRequest::cell(request.x, pixel, width)).collect();
    let mut out = vec![P::default(); width * height];
    for_each_row(&mut out, width, &|y, line| {
        let row = RasterRequest::cell(request.y, y, height);
        for (out, &column) in line.iter_mut().zip(&columns) {
            let pixel = Pixel::of(value((bias, head), extent, row, column), 0.0);
            *out = (ink.color)((ink.key)(pixel));
        }
    });
    out
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
