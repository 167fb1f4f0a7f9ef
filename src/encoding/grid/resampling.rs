//! Resizing a grid of rows: the ways in which programs interpolate learned positions, and what each does at the border.

use ndarray::{Array2, Axis};

use crate::{encoding::Rows, stable_enum::stable_enum};

stable_enum! {
    /// Way in which a grid of rows is resized, as `torch.nn.functional.interpolate` has it.
    ///
    /// With n cells enlarged to m, the cell i is taken from the place `(i + ½)·n/m − ½`; where corners are aligned,
    /// from `i·(n − 1)/(m − 1)`.
    pub enum Resampling {
        /// `mode="bicubic"`.
        Bicubic = "bicubic",
        /// `mode="bicubic", align_corners=True`.
        BicubicCorners = "bicubic-corners",
        /// `mode="bicubic", antialias=True`.
        BicubicAntialias = "bicubic-antialias",
        /// `mode="bicubic"` with `scale_factor=(m + 0.1)/n`, which keeps a rounding error from losing a cell.
        BicubicOffset = "bicubic-offset",
        /// `mode="bilinear"`.
        Bilinear = "bilinear",
        /// `mode="bilinear", align_corners=True`.
        BilinearCorners = "bilinear-corners",
        /// `mode="bilinear", antialias=True`.
        BilinearAntialias = "bilinear-antialias",
    }
}

/// Sides of two square grids, and the number of rows before their patches; `None` if the numbers of rows are not those
/// of such.
pub fn square_sides(from: u64, to: u64) -> Option<([u32; 2], u64)> {
    let side = |num: u64| {
        let side = num.isqrt();
        (side > 0 && side * side == num).then_some(u32::try_from(side).ok()?)
    };
    // Most tables have a row for the class token.
    [1, 0].into_iter().find_map(|before| {
        let [from, to] = [from, to].map(|num| side(num.checked_sub(before)?));
        Some(([from?, to?], before))
    })
}

/// Weight of a cubic kernel at a distance, with its constant a (Keys 1981).
fn cubic(distance: f64, a: f64) -> f64 {
    let x = distance.abs();
    if x < 1.0 {
        ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
    } else if x < 2.0 {
        ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a
    } else {
        0.0
    }
}

impl Resampling {
    /// Name in a title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Bicubic => "bicubic",
            Self::BicubicCorners => "bicubic with aligned corners",
            Self::BicubicAntialias => "bicubic with antialias",
            Self::BicubicOffset => "bicubic with scale + 0.1",
            Self::Bilinear => "bilinear",
            Self::BilinearCorners => "bilinear with aligned corners",
            Self::BilinearAntialias => "bilinear with antialias",
        }
    }

    /// Program that resizes like this.
    pub fn source(self) -> &'static str {
        match self {
            Self::Bicubic => "transformers: interpolate_pos_encoding of ViT",
            Self::BicubicAntialias => "timm: resample_abs_pos_embed",
            Self::BicubicOffset => "DINO, DINOv2: interpolate_pos_encoding with interpolate_offset",
            _ => "torch.nn.functional.interpolate",
        }
    }

    fn is_cubic(self) -> bool {
        !matches!(self, Self::Bilinear | Self::BilinearCorners | Self::BilinearAntialias)
    }

    /// Weights of n cells in each of m: cell and weight. A cell beyond the border is the one at the border.
    fn weights(self, n: u32, m: u32) -> Vec<Vec<(usize, f64)>> {
        let (from, to) = (f64::from(n), f64::from(m));
        let last = i64::from(n) - 1;
        let own = |i: u32| {
            let i = f64::from(i);
            let place = match self {
                Self::BicubicAntialias | Self::BilinearAntialias => {
                    return self.antialiased(i, from / to, n);
                }
                Self::BicubicCorners | Self::BilinearCorners if m == 1 => 0.0,
                Self::BicubicCorners | Self::BilinearCorners => i * (from - 1.0) / (to - 1.0),
                Self::BicubicOffset => (i + 0.5) * from / (to + 0.1) - 0.5,
                Self::Bicubic => (i + 0.5) * from / to - 0.5,
                // PyTorch moves coordinates before the first cell to it.
                Self::Bilinear => ((i + 0.5) * from / to - 0.5).max(0.0),
            };
            let first = place.floor();
            let rest = place - first;
            let cell = |k: i64| (first as i64 + k).clamp(0, last) as usize;
            if self.is_cubic() {
                (-1..=2).map(|k| (cell(k), cubic(rest - k as f64, CUBIC))).collect()
            } else {
                vec![(cell(0), 1.0 - rest), (cell(1), rest)]
            }
        };
        (0..m).map(own).collect()
    }

    /// Weights of a kernel that is as wide as the cells are far apart, where the grid becomes smaller; those inside the
    /// grid make up the whole.
    fn antialiased(self, i: f64, step: f64, n: u32) -> Vec<(usize, f64)> {
        let width = step.max(1.0);
        let radius = width * if self.is_cubic() { 2.0 } else { 1.0 };
        let center = step * (i + 0.5);
        let first = (center - radius + 0.5).floor().max(0.0) as usize;
        let end = ((center + radius + 0.5).floor() as usize).min(n as usize);
        let weight = |cell: usize| {
            let distance = (cell as f64 - center + 0.5) / width;
            if self.is_cubic() {
                cubic(distance, CUBIC_ANTIALIASED)
            } else {
                (1.0 - distance.abs()).max(0.0)
            }
        };
        let sum: f64 = (first..end).map(weight).sum();
        (first..end).map(|cell| (cell, weight(cell) / sum)).collect()
    }

    /// Rows of a grid of H × W, row by row, resized to another number of rows and columns.
    ///
    /// ```
    /// use phasor::encoding::{Rows, grid::Resampling};
    /// let rows = Rows::new(1, vec![0.0, 1.0, 2.0, 3.0]);
    /// let resized = Resampling::BilinearCorners.resized(&rows, [2, 2], [2, 3]);
    /// let values: Vec<f64> = resized.view().iter().copied().collect();
    /// assert_eq!(values, [0.0, 0.5, 1.0, 2.0, 2.5, 3.0]);
    /// ```
    #[must_use]
    pub fn resized(self, rows: &Rows, [height, width]: [u32; 2], to: [u32; 2]) -> Rows {
        let source = rows.view();
        let [down, across] = [self.weights(height, to[0]), self.weights(width, to[1])];
        let num_columns = source.ncols();
        // Along the columns first, then along the rows.
        let mut narrow: Array2<f64> = Array2::zeros((height as usize * across.len(), num_columns));
        for (i, mut out) in narrow.axis_iter_mut(Axis(0)).enumerate() {
            let (y, x) = (i / across.len(), i % across.len());
            for &(cell, weight) in &across[x] {
                out.scaled_add(weight, &source.row(y * width as usize + cell));
            }
        }
        let mut all: Array2<f64> = Array2::zeros((down.len() * across.len(), num_columns));
        for (i, mut out) in all.axis_iter_mut(Axis(0)).enumerate() {
            let (y, x) = (i / across.len(), i % across.len());
            for &(cell, weight) in &down[y] {
                out.scaled_add(weight, &narrow.row(cell * across.len() + x));
            }
        }
        Rows::from(all)
    }
}

/// Constant of the cubic kernel, and that of the kernel against aliasing, which is Pillow's.
const CUBIC: f64 = -0.75;
const CUBIC_ANTIALIASED: f64 = -0.5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_make_up_the_whole() {
        for &resampling in Resampling::ALL {
            for (n, m) in [(14, 24), (24, 14), (1, 5), (5, 1), (7, 7), (3, 100), (100, 3)] {
                for (i, weights) in resampling.weights(n, m).iter().enumerate() {
                    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
                    assert!(
                        (sum - 1.0).abs() < 1e-12,
                        "{resampling:?} {n} to {m}, cell {i}: {sum}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_grid_of_the_same_size_stays_as_it_is() {
        let rows = Rows::new(2, (0..24).map(|i| f64::from(i * i % 11)).collect());
        for &resampling in Resampling::ALL {
            if resampling == Resampling::BicubicOffset {
                continue;
            }
            let resized = resampling.resized(&rows, [3, 4], [3, 4]);
            for (a, b) in rows.view().iter().zip(resized.view()) {
                assert!((a - b).abs() < 1e-12, "{resampling:?}");
            }
        }
    }

    #[test]
    fn sides_are_those_of_squares_with_the_same_rows_before() {
        assert_eq!(square_sides(197, 577), Some(([14, 24], 1)));
        assert_eq!(square_sides(196, 576), Some(([14, 24], 0)));
        assert_eq!(square_sides(197, 576), None, "one has a class token");
        assert_eq!(square_sides(200, 577), None);
        assert_eq!(square_sides(0, 0), None);
    }
}
