//! Square matrices over the same names, such as the similarity of words before and after positions are added.

use crate::encoding::Rows;
use crate::picture::ColorScale;

/// Square matrices over the same names.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrices {
    /// Names along both sides, from the top and from the left.
    pub names: Vec<String>,
    /// Matrices, from left to right.
    pub matrices: Vec<WordMatrix>,
    /// Row and column of the selected entry.
    pub selected: (usize, usize),
}

/// Square matrix with a title.
#[derive(Clone, Debug, PartialEq)]
pub struct WordMatrix {
    /// Title.
    pub title: String,
    /// Entries.
    pub rows: Rows,
    /// Color scale of the entries.
    pub scale: ColorScale,
}

impl Matrices {
    /// True if a color bar belongs beside a matrix: beside the last, and beside one whose neighbor has other colors.
    pub(in crate::picture::chart) fn has_bar(&self, i: usize) -> bool {
        self.matrices.get(i + 1).is_none_or(|next| next.scale != self.matrices[i].scale)
    }
}
