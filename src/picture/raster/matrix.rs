//! Pixels of the rotation matrix.

use super::{
    Pixels, RasterRequest,
    ink::{Ink, Pixel, enlarged},
};
use crate::{
    encoding::{Rotation, parallel::for_each_row},
    picture::raster::samples::Samples,
};

pub(super) fn pixels<K, P>(
    request: &RasterRequest,
    rotation: &Rotation<'_>,
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> Vec<P>
where
    K: Copy + Default,
    P: Copy + Default + Send + Sync,
{
    let (width, height) = (request.width as usize, request.height as usize);
    let last = rotation.num_columns() - 1;
    let of = |value| (ink.color)((ink.key)(Pixel { value, variance: 0.0 }));
    let zero = of(0.0);
    let cells_per_pixel = request.x.length() / width as f64;
    if cells_per_pixel <= 1.0 {
        let (down, across) = (Samples::new(request.y, height), Samples::new(request.x, width));
        let mut grid = vec![zero; across.num * down.num];
        for (i, line) in grid.chunks_mut(across.num).enumerate() {
            for (j, entry) in rotation.row((down.first as u32 + i as u32).min(last)) {
                let x = i64::from(j) - across.first as i64;
                if let Some(pixel) = usize::try_from(x).ok().and_then(|x| line.get_mut(x)) {
                    *pixel = of(entry);
                }
            }
        }
        return enlarged(grid, across.num, &across.index, &down.index);
    }
    let mut out = vec![zero; width * height];
    for_each_row(&mut out, width, &|y, line| {
        let i = RasterRequest::cell(request.y, y, height).clamp(0, i64::from(last)) as u32;
        for (j, entry) in rotation.row(i) {
            let x = ((f64::from(j) + 0.5 - request.x.start) / cells_per_pixel).floor();
            // A block is drawn one pixel wide: averaged with the zeros around it, the block would vanish.
            let is_seen = request.pixels != Pixels::Nearest
                || RasterRequest::cell(request.x, x.max(0.0) as usize, width) == i64::from(j);
            if x >= 0.0
                && is_seen
                && let Some(pixel) = line.get_mut(x as usize)
            {
                *pixel = of(entry);
            }
        }
    });
    out
}
