//! Columns drawn as waves, and columns whose waves are hidden.

use std::{fmt, str::FromStr};

use crate::{encoding::Limits, picture::number};

/// Columns drawn as waves, in the order of their colors. If empty, the selected column and its partner are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CurveColumns {
    columns: [u32; Self::MOST],
    num: usize,
}

/// Error for a text that is not a list of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCurves;

impl CurveColumns {
    /// Maximum number of columns: more could not be distinguished by color.
    pub const MOST: usize = 6;
    /// Expected form, for the error message.
    pub(super) const ALLOWED: &'static str =
        "expected up to six columns, each once, such as 0,1,14, or selected";
    /// Text for no chosen columns.
    pub const SELECTED: &'static str = "selected";
    /// Expected form of the hidden columns, for the error message.
    pub(super) const HIDDEN_ALLOWED: &'static str =
        "expected up to six columns, each once, such as 0,1,14, or none";
    const NONE: &'static str = "none";

    /// Chosen columns, which may lie beyond the end of the table.
    pub fn columns(&self) -> &[u32] {
        &self.columns[..self.num]
    }

    /// Parses the hidden columns.
    ///
    /// # Errors
    ///
    /// Returns an error for anything but up to six columns or `none`.
    pub(super) fn parse_hidden(text: &str) -> Result<Self, InvalidCurves> {
        match text.trim() {
            Self::NONE => Ok(Self::default()),
            Self::SELECTED => Err(InvalidCurves),
            columns => columns.parse(),
        }
    }

    /// Adds a column; `None` if there is no room or the column is already present.
    pub fn with(mut self, column: u32) -> Option<Self> {
        if self.num == Self::MOST || self.columns().contains(&column) {
            return None;
        }
        self.columns[self.num] = column;
        self.num += 1;
        Some(self)
    }

    /// Removes a column.
    #[must_use]
    pub fn without(self, column: u32) -> Self {
        let kept = self.columns().iter().filter(|&&kept| kept != column);
        kept.fold(Self::default(), |curves, &kept| curves.with(kept).unwrap_or(curves))
    }
}

impl fmt::Display for CurveColumns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.num == 0 {
            return f.write_str(Self::SELECTED);
        }
        let columns: Vec<String> = self.columns().iter().map(u32::to_string).collect();
        f.write_str(&columns.join(","))
    }
}

impl FromStr for CurveColumns {
    type Err = InvalidCurves;

    fn from_str(text: &str) -> Result<Self, InvalidCurves> {
        let mut curves = Self::default();
        if text.trim() == Self::SELECTED {
            return Ok(curves);
        }
        for column in text.split(',') {
            let column = number::parse_whole(column)
                .filter(|column| (0..i64::from(Limits::D_MODEL_MAX)).contains(column))
                .ok_or(InvalidCurves)?;
            curves = curves.with(column as u32).ok_or(InvalidCurves)?;
        }
        Ok(curves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_and_written() {
        for text in ["0", "14,15", "5,4,3,2,1,0", "selected"] {
            assert_eq!(text.parse::<CurveColumns>().unwrap().to_string(), text);
        }
        for text in ["", "1,1", "0,1,2,3,4,5,6", "-1", "16384", "a", "1,,2"] {
            assert_eq!(text.parse::<CurveColumns>(), Err(InvalidCurves), "{text:?}");
        }
        assert_eq!(CurveColumns::parse_hidden("3,2").unwrap().to_string(), "3,2");
        assert_eq!(CurveColumns::parse_hidden("none"), Ok(CurveColumns::default()));
        assert_eq!(CurveColumns::parse_hidden("selected"), Err(InvalidCurves));
    }

    #[test]
    fn columns_are_added_and_removed() {
        let curves: CurveColumns = "4,20".parse().unwrap();
        assert_eq!(curves.with(7).unwrap().without(4).to_string(), "20,7");
        assert_eq!(curves.with(4), None, "it is there already");
        assert_eq!(curves.without(4).without(20), CurveColumns::default(), "none is left");
    }
}
