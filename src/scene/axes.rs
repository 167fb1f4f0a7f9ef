//! What the curve of positions is drawn along.

use std::{fmt, str::FromStr};

use crate::{
    encoding::{Limits, Principal},
    picture::number,
};

/// One axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveAxis {
    /// A column, wherever the table ends.
    Column(u32),
    /// A principal direction, counted from 0.
    Direction(u8),
}

/// Two axes, across and upwards. The text is `p1,p2` or `0,14`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveAxes(pub [CurveAxis; 2]);

/// Why a text names no axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAxes;

impl CurveAxes {
    /// What is allowed, for an error.
    pub(super) const ALLOWED: &'static str =
        "expected two columns such as 0,14, or principal directions such as p1,p2, of p1 to p3";

    /// The two directions of the largest variance.
    pub const PRINCIPAL: Self = Self([CurveAxis::Direction(0), CurveAxis::Direction(1)]);

    /// Whether a principal direction is one of them.
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
    type Err = NotAxes;

    fn from_str(text: &str) -> Result<Self, NotAxes> {
        let axis = |text: &str| {
            let (text, end) = match text.trim().strip_prefix('p') {
                Some(number) => (number, Principal::MOST_DIRECTIONS as i64),
                None => (text, i64::from(Limits::D_MODEL_MAX) - 1),
            };
            let is_direction = end == Principal::MOST_DIRECTIONS as i64;
            let first = i64::from(is_direction);
            let number = number::parse_whole(text)
                .filter(|number| (first..=end).contains(number))
                .ok_or(NotAxes)?;
            Ok(if is_direction {
                CurveAxis::Direction(number as u8 - 1)
            } else {
                CurveAxis::Column(number as u32)
            })
        };
        let (across, up) = text.split_once(',').ok_or(NotAxes)?;
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
            assert_eq!(text.parse::<CurveAxes>(), Err(NotAxes), "{text:?}");
        }
    }
}
