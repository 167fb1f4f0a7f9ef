//! Bits of positions beside the sinusoids, each bit next to a column of similar period.

use crate::encoding::Table;

/// Positions in binary beside the sinusoids.
#[derive(Clone, Debug, PartialEq)]
pub struct Counter {
    /// Table whose columns are the waves.
    pub table: Table,
    /// Bits to show, the fastest first, each with the column of the nearest wavelength.
    pub bits: Vec<Bit>,
    /// Selected position.
    pub position: i64,
    /// Selected column.
    pub column: u32,
}

/// Bit, with the wave of the nearest period.
#[derive(Clone, Debug, PartialEq)]
pub struct Bit {
    /// Binary place, from 0: the bit flips every 2^place positions.
    pub place: u32,
    /// Column, its name and its wavelength; `None` if no wave is near.
    pub wave: Option<(u32, String, f64)>,
}

impl Bit {
    /// Period of the bit in positions: 2^(place + 1).
    pub fn period(&self) -> f64 {
        f64::from(self.place + 1).exp2()
    }

    /// Bit of a position; negative positions are in two's complement.
    pub fn of(&self, t: i64) -> bool {
        t >> self.place & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_match_binary_digits() {
        let digits = |t: i64| -> String {
            let bit = |place| Bit { place, wave: None };
            (0..6).rev().map(|place| if bit(place).of(t) { '1' } else { '0' }).collect()
        };
        assert_eq!(
            [42, 0, 63, -1, -2].map(digits),
            ["101010", "000000", "111111", "111111", "111110"]
        );
    }
}
