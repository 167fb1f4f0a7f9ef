//! Axes that the curve of positions is drawn along.

use std::{fmt, str::FromStr};

use crate::{
    encoding::{Limits, Principal},
    picture::number,
};

/// Axis of the curve of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveAxis {
    /// Column, which may lie beyond the end of the table.
    Column(u32),
    /// Principal direction, counted from 0; `p1` in text is direction 0.
    Direction(u8),
}

/// Horizontal and vertical axis. The text form is `p1,p2` or `0,14`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveAxes(pub [CurveAxis; 2]);

/// Error for a text that does not name two axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidAxes;

impl CurveAxes {
    /// Expected form, for the error message.
    pub(super) const ALLOWED: &'static str =
        "expected two columns such as 0,14, or principal directions such as p1,p2, of p1 to p3";

    /// The two principal directions of largest variance.
    pub const PRINCIPAL: Self = Self([CurveAxis::Direction(0), CurveAxis::Direction(1)]);

    /// True if at least one axis is a principal direction.
    pub fn has_directions(&self) -> bool {
        self.0.iter().any(|axis| matches!(axis, CurveAxis::Direction(_)))
    }
}

impl Default for CurveAxes {
    fn default() -> Self {
        Self::PRINCIPAL
    }
}

impl fmt::Display for CurveAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column(column) => write!(f, "{column}"),
            Self::Direction(direction) => write!(f, "p{}", direction + 1),
        }
    }
}

impl fmt::Display for CurveAxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0[0], self.0[1])
    }
}

impl FromStr for CurveAxes {
    type Err = InvalidAxes;

    fn from_str(text: &str) -> Result<Self, InvalidAxes> {
        let axis = |text: &str| {
            let (text, end) = match text.trim().strip_prefix('p') {
                Some(number) => (number, Principal::MOST_DIRECTIONS as i64),
                None => (text, i64::from(Limits::D_MODEL_MAX) - 1),
            };
            let is_direction = end == Principal::MOST_DIRECTIONS as i64;
            let first = i64::from(is_direction);
            let number = number::parse_whole(text)
                .filter(|number| (first..=end).contains(number))
                .ok_or(InvalidAxes)?;
            Ok(if is_direction {
                CurveAxis::Direction(number as u8 - 1)
            } else {
                CurveAxis::Column(number as u32)
            })
        };
        let (across, up) = text.split_once(',').ok_or(InvalidAxes)?;
        Ok(Self([axis(across)?, axis(up)?]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_read_and_written() {
        for text in ["p1,p2", "0,14", "p3,16383", "5,5"] {
            assert_eq!(text.parse::<CurveAxes>().unwrap().to_string(), text);
        }
        for text in ["", "1", "p0,p1", "p4,p1", "0,16384", "a,b", "1,2,3", "-1,0", "p,p"] {
            assert_eq!(text.parse::<CurveAxes>(), Err(InvalidAxes), "{text:?}");
        }
    }
}
