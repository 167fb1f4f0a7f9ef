//! Offsets within a window of patches, as Swin and `BEiT` number them.

/// Rows of a table with one for each offset of two patches in a square window, and perhaps three more of a class token.
///
/// ```
/// use phasor::encoding::bias::Window;
/// assert_eq!(Window::of_rows(169).map(|it| it.num_patches()), Some(7), "Swin: windows of 7 × 7");
/// assert_eq!(Window::of_rows(732).map(|it| it.num_extra), Some(3), "BEiT: 14 × 14, and a class token");
/// assert_eq!(Window::of_rows(512), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Number of offsets along a side: 2w − 1 for w patches.
    pub side: u32,
    /// Number of rows after those of offsets: 0, or 3 for patch and class token in both directions and the token
    /// itself.
    pub num_extra: u32,
}

impl Window {
    /// Window of a number of rows; `None` if it is none.
    pub fn of_rows(num_rows: u64) -> Option<Self> {
        [0, 3].into_iter().find_map(|num_extra| {
            let side = num_rows.checked_sub(num_extra.into())?.isqrt();
            let is_window =
                side % 2 == 1 && side > 1 && side * side + u64::from(num_extra) == num_rows;
            is_window.then(|| Some(Self { side: u32::try_from(side).ok()?, num_extra }))?
        })
    }

    /// Number of patches along a side.
    pub fn num_patches(self) -> u32 {
        self.side.div_ceil(2)
    }
}
