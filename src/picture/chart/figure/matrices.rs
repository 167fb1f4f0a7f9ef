//! Square matrices over the same names, such as the similarity of words before and after positions are added.

use crate::encoding::Rows;
use crate::picture::ColorScale;

/// Square matrices over the same names, in the same colors.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrices {
    /// Names along both sides, from the top and from the left.
    pub names: Vec<String>,
    /// Matrices with their titles.
    pub matrices: Vec<(String, Rows)>,
    /// Color scale of the entries.
    pub scale: ColorScale,
    /// Row and column of the selected entry.
    pub selected: (usize, usize),
}
