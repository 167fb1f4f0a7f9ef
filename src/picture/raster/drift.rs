//! Pixels of the drift of scores: the power of ten by which the score of (t + u, t + u + k) differs from that of (t, t
//! + k).

use super::{
    RasterRequest,
    ink::{Ink, Pixel},
};
use crate::{
    encoding::{
        Table,
        parallel::map_each,
        similarity::{self, Measure},
    },
    picture::Span,
};

/// Largest number of lattice points along an axis. Both axes share a step, so that sums of their points are points of
/// one lattice: a picture takes twice as many scores, not its square.
const MOST_POINTS: f64 = 512.0;

pub(super) fn pixels<K, P: Copy + Send + Sync>(
    request: &RasterRequest,
    table: &Table,
    offset: i64,
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> Vec<P> {
    let (width, height) = (request.width as usize, request.height as usize);
    let longest = request.x.length().max(request.y.length());
    let step = (longest / MOST_POINTS).ceil().max(1.0) as i64;
    let lattice = |span: Span, num: usize| -> Vec<i64> {
        (0..num).map(|pixel| RasterRequest::cell(span, pixel, num).div_euclid(step)).collect()
    };
    let (down, across) = (lattice(request.y, height), lattice(request.x, width));
    let ends = |points: &[i64]| {
        (points.first().copied().unwrap_or_default(), points.last().copied().unwrap_or_default())
    };
    let (of_t, of_u) = (ends(&down), ends(&across));
    let first = of_t.0.min(of_t.0 + of_u.0);
    let last = of_t.1.max(of_t.1 + of_u.1);
    let start = table.extent.start();
    let score = |point: i64| {
        let t = start + point * step;
        similarity::of(&table.encoding, Measure::Dot, t, t + offset)
    };
    let scores = map_each((last - first + 1) as usize, &|i| score(first + i as i64));
    let at = |point: i64| scores[(point - first) as usize];
    let line = |&t: &i64| {
        let here = at(t);
        across.iter().map(move |&u| Pixel::of((at(t + u) - here).abs().log10(), 0.0))
    };
    down.iter().flat_map(line).map(|pixel| (ink.color)((ink.key)(pixel))).collect()
}

/// Value of a cell.
pub(in crate::picture) fn value(table: &Table, offset: i64, row: usize, column: usize) -> f64 {
    let t = table.extent.start() + row as i64;
    let score = |t: i64| similarity::of(&table.encoding, Measure::Dot, t, t + offset);
    (score(t + column as i64) - score(t)).abs().log10()
}
