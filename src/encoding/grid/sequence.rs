//! Sequences of text and images, and the three positions of their tokens (M-RoPE).

use std::{fmt, str::FromStr};

use super::{GridAxis, GridShape};

/// Part of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequencePart {
    /// So many tokens of text.
    Text(u32),
    /// Image, or frames of a video, of so many tokens down and across, after patches have been merged.
    Image(GridShape),
}

impl SequencePart {
    /// Number of tokens.
    pub fn num_tokens(self) -> u64 {
        match self {
            Self::Text(num) => u64::from(num),
            Self::Image(shape) => shape.num_cells(),
        }
    }

    /// Number of positions by which the next part starts later.
    pub fn num_positions(self) -> u64 {
        match self {
            Self::Text(num) => u64::from(num),
            Self::Image(shape) => {
                let along = GridAxis::ALL.iter().map(|&axis| u64::from(shape.along(axis)));
                along.max().unwrap_or_default()
            }
        }
    }
}

/// Text, images and text, one after the other.
///
/// Tokens of text have three equal positions, one more for each token. Those of an image that starts at position p have
/// t = p + frame, h = p + row, w = p + column; what follows starts after the largest of them, so that an image takes as
/// many positions as its longest side.
///
/// Source: huggingface/transformers 5.23.0, `get_rope_index` of `qwen2_vl` and `qwen3_vl`.
///
/// ```
/// use phasor::encoding::grid::Sequence;
/// let sequence: Sequence = "12 img 3x4 8".parse().unwrap();
/// assert_eq!(sequence.num_tokens(), 32);
/// assert_eq!(sequence.positions(12 + 5), Some([12, 13, 13]), "second row, second column");
/// assert_eq!(sequence.positions(24), Some([16; 3]), "the image takes four positions");
/// assert_eq!(sequence.next_position(), 24);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence(Vec<SequencePart>);

/// Error for a text that does not describe a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSequence;

impl Default for Sequence {
    /// An image between two texts.
    fn default() -> Self {
        let shape = GridShape::default();
        let image = "3x4".parse().unwrap_or(shape);
        Self(vec![SequencePart::Text(12), SequencePart::Image(image), SequencePart::Text(8)])
    }
}

impl Sequence {
    /// Expected form, for error messages.
    pub const ALLOWED: &'static str = "expected numbers of tokens of text and images by their shape, such as 12 img 3x4 8, \
         or frames, such as img 2x3x4; at most 65536 tokens";
    /// Largest number of tokens.
    pub const MOST_TOKENS: u64 = 1 << 16;

    /// Parts, in their order.
    pub fn parts(&self) -> &[SequencePart] {
        &self.0
    }

    /// Number of tokens.
    pub fn num_tokens(&self) -> u64 {
        self.0.iter().map(|part| part.num_tokens()).sum()
    }

    /// Position of a token after the last.
    pub fn next_position(&self) -> i64 {
        self.0.iter().map(|part| part.num_positions() as i64).sum()
    }

    /// Index of a token's part, and positions t, h and w of the token; `None` beyond the last.
    pub fn place(&self, token: u64) -> Option<(usize, [i64; 3])> {
        let (mut before, mut start) = (0, 0);
        for (i, part) in self.0.iter().enumerate() {
            let at = token - before;
            if at < part.num_tokens() {
                let positions = match part {
                    SequencePart::Text(_) => [start + at as i64; 3],
                    SequencePart::Image(shape) => {
                        let cell = shape.cell(at).unwrap_or_default();
                        cell.map(|it| start + i64::from(it))
                    }
                };
                return Some((i, positions));
            }
            before += part.num_tokens();
            start += part.num_positions() as i64;
        }
        None
    }

    /// Positions t, h and w of a token; `None` beyond the last.
    pub fn positions(&self, token: u64) -> Option<[i64; 3]> {
        self.place(token).map(|(_, positions)| positions)
    }
}

impl FromStr for Sequence {
    type Err = NoSequence;

    fn from_str(text: &str) -> Result<Self, NoSequence> {
        let mut words = text.split([' ', ',']).filter(|word| !word.is_empty());
        let mut parts = Vec::new();
        while let Some(word) = words.next() {
            let part = match word.strip_prefix("img") {
                Some(rest) => {
                    let shape = if rest.is_empty() { words.next() } else { Some(rest) };
                    let shape = shape.and_then(|shape| shape.parse().ok()).ok_or(NoSequence)?;
                    SequencePart::Image(shape)
                }
                None => SequencePart::Text(word.parse().map_err(|_not_a_number| NoSequence)?),
            };
            parts.push(part);
        }
        let sequence = Self(parts);
        let is_allowed = (1..=Self::MOST_TOKENS).contains(&sequence.num_tokens());
        is_allowed.then_some(sequence).ok_or(NoSequence)
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.0.iter().enumerate() {
            let between = if i == 0 { "" } else { " " };
            match part {
                SequencePart::Text(num) => write!(f, "{between}{num}")?,
                SequencePart::Image(shape) => write!(f, "{between}img {shape}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_of_the_rule() {
        let sequence: Sequence = "2, img2x2x3 1".parse().unwrap();
        assert_eq!(sequence.to_string(), "2 img 2x2x3 1");
        let expected = [
            [0, 0, 0],
            [1, 1, 1],
            [2, 2, 2],
            [2, 2, 3],
            [2, 2, 4],
            [2, 3, 2],
            [2, 3, 3],
            [2, 3, 4],
            [3, 2, 2],
            [3, 2, 3],
            [3, 2, 4],
            [3, 3, 2],
            [3, 3, 3],
            [3, 3, 4],
            [5, 5, 5],
        ];
        for (token, expected) in (0..).zip(expected) {
            assert_eq!(sequence.positions(token), Some(expected), "token {token}");
        }
        assert_eq!(sequence.positions(15), None);
        for text in ["", "0", "img", "img 3", "3x4", "-1", "70000", "12 image 3x4"] {
            assert_eq!(text.parse::<Sequence>(), Err(NoSequence), "{text:?}");
        }
    }
}
