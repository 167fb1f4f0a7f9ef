//! Columns that are drawn as waves, and those that are hidden.

use std::{fmt, str::FromStr};

use crate::{encoding::Limits, picture::number};

/// Columns drawn as waves, in the order of their colors. None chosen: the selected one with its partner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Curves {
    columns: [u32; Self::MOST],
    num: usize,
}

/// Why a text names no columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotCurves;

impl Curves {
    /// More could not be told apart by their colors.
    pub const MOST: usize = 6;
    /// What is allowed, for an error.
    pub(super) const ALLOWED: &'static str =
        "expected up to six columns, each once, such as 0,1,14, or selected";
    /// The text for none chosen.
    pub const SELECTED: &'static str = "selected";
    /// Allowed texts of the hidden columns, for an error.
    pub(super) const HIDDEN_ALLOWED: &'static str =
        "expected up to six columns, each once, such as 0,1,14, or none";
    const NONE: &'static str = "none";

    /// The columns chosen, wherever the table ends.
    pub fn columns(&self) -> &[u32] {
        &self.columns[..self.num]
    }

    /// Hidden columns from a text.
    ///
    /// # Errors
    ///
    /// Anything but up to six columns or `none`.
    pub(super) fn parse_hidden(text: &str) -> Result<Self, NotCurves> {
        match text.trim() {
            Self::NONE => Ok(Self::default()),
            Self::SELECTED => Err(NotCurves),
            columns => columns.parse(),
        }
    }

    /// With one more; `None` where there is no room, or the column is there already.
    pub fn with(mut self, column: u32) -> Option<Self> {
        if self.num == Self::MOST || self.columns().contains(&column) {
            return None;
        }
        self.columns[self.num] = column;
        self.num += 1;
        Some(self)
    }

    /// Without one of them.
    #[must_use]
    pub fn without(self, column: u32) -> Self {
        let kept = self.columns().iter().filter(|&&kept| kept != column);
        kept.fold(Self::default(), |curves, &kept| curves.with(kept).unwrap_or(curves))
    }
}

impl fmt::Display for Curves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.num == 0 {
            return f.write_str(Self::SELECTED);
        }
        let columns: Vec<String> = self.columns().iter().map(u32::to_string).collect();
        f.write_str(&columns.join(","))
    }
}

impl FromStr for Curves {
    type Err = NotCurves;

    fn from_str(text: &str) -> Result<Self, NotCurves> {
        let mut curves = Self::default();
        if text.trim() == Self::SELECTED {
            return Ok(curves);
        }
        for column in text.split(',') {
            let column = number::parse_whole(column)
                .filter(|column| (0..i64::from(Limits::D_MODEL_MAX)).contains(column))
                .ok_or(NotCurves)?;
            curves = curves.with(column as u32).ok_or(NotCurves)?;
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
            assert_eq!(text.parse::<Curves>().unwrap().to_string(), text);
        }
        for text in ["", "1,1", "0,1,2,3,4,5,6", "-1", "16384", "a", "1,,2"] {
            assert_eq!(text.parse::<Curves>(), Err(NotCurves), "{text:?}");
        }
        assert_eq!(Curves::parse_hidden("3,2").unwrap().to_string(), "3,2");
        assert_eq!(Curves::parse_hidden("none"), Ok(Curves::default()));
        assert_eq!(Curves::parse_hidden("selected"), Err(NotCurves));
    }

    #[test]
    fn columns_come_and_go() {
        let curves: Curves = "4,20".parse().unwrap();
        assert_eq!(curves.with(7).unwrap().without(4).to_string(), "20,7");
        assert_eq!(curves.with(4), None, "it is there already");
        assert_eq!(curves.without(4).without(20), Curves::default(), "none is left");
    }
}
