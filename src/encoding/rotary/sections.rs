//! Pairs of a head shared out to three axes, as multimodal models do (M-RoPE).

use std::{fmt, str::FromStr};

use crate::{encoding::Limits, stable_enum::stable_enum};

stable_enum! {
    /// Position of a token that turns a pair.
    pub enum TokenAxis {
        /// Time, t.
        Time = "t",
        /// Row of an image, h.
        Row = "h",
        /// Column of an image, w.
        Column = "w",
    }
}

stable_enum! {
    /// Rule by which pairs are shared out to the axes.
    pub enum SectionRule {
        /// Time, height and width one after the other.
        Contiguous = "contiguous",
        /// Time, height and width in turns, as far as each has pairs; the rest to time.
        Interleaved = "interleaved",
        /// Height and width in turns, then time.
        Alternating = "alternating",
    }
}

impl SectionRule {
    /// Axes in the order of their first pairs.
    pub fn axes(self) -> [TokenAxis; 3] {
        use TokenAxis::{Column, Row, Time};
        if self == Self::Alternating { [Row, Column, Time] } else { [Time, Row, Column] }
    }
}

/// Numbers of pairs of the axes, and the rule that shares them out.
///
/// A token has three positions t, h and w; pair k turns by `ω_k` times that of its axis. Text has three equal
/// positions, so that any sections leave it as it is.
///
/// | rule | axis of pair k, for sizes (a, b, c) | models |
/// |---|---|---|
/// | contiguous | k < a: t; k < a + b: h; else w | Qwen2-VL, Qwen2.5-VL, GLM-4V |
/// | interleaved | k mod 3 = 1 and k < 3b: h; k mod 3 = 2 and k < 3c: w; else t | Qwen3-VL, Qwen3.5 |
/// | alternating | k < a + b: h for even k, w for odd k; else t | Ernie 4.5-VL |
///
/// Source: huggingface/transformers 5.23.0, `modeling_*.py` of `qwen2_vl`, `qwen3_vl`, `glm4v` and `ernie4_5_vl_moe`.
///
/// ```
/// use phasor::encoding::rotary::{Sections, TokenAxis};
/// let sections: Sections = "interleaved:24,20,20".parse().unwrap();
/// assert_eq!(sections.axis(0), TokenAxis::Time);
/// assert_eq!(sections.axis(4), TokenAxis::Row);
/// assert_eq!(sections.axis(63), TokenAxis::Time, "the rest belongs to time");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sections {
    /// Numbers of pairs, as a configuration lists them.
    pub sizes: [u32; 3],
    /// Rule that shares them out.
    pub rule: SectionRule,
}

/// Error for a text that does not describe sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSections;

impl Sections {
    /// Expected form, for error messages.
    pub const ALLOWED: &'static str = "expected three numbers of pairs and, unless they are contiguous, a rule, such as \
         16,24,24 or interleaved:24,20,20 or alternating:22,22,20";
    /// Largest number of pairs of an axis.
    const MOST: u32 = Limits::PAIRS_MAX;

    /// Axis whose position turns a pair.
    pub fn axis(self, pair: u32) -> TokenAxis {
        let [a, b, c] = self.sizes;
        match self.rule {
            SectionRule::Contiguous if pair < a => TokenAxis::Time,
            SectionRule::Contiguous if pair < a + b => TokenAxis::Row,
            SectionRule::Interleaved if pair % 3 == 1 && pair < 3 * b => TokenAxis::Row,
            SectionRule::Interleaved if pair % 3 == 2 && pair < 3 * c => TokenAxis::Column,
            SectionRule::Interleaved => TokenAxis::Time,
            SectionRule::Alternating if pair >= a + b => TokenAxis::Time,
            SectionRule::Alternating if pair.is_multiple_of(2) => TokenAxis::Row,
            SectionRule::Contiguous | SectionRule::Alternating => TokenAxis::Column,
        }
    }

    /// Number of pairs that the sizes add up to.
    pub fn num_pairs(self) -> u32 {
        self.sizes.iter().sum()
    }

    /// Sentence about sizes that do not add up to the number of pairs of a head.
    pub(super) fn notice(self, num_pairs: u32) -> Option<String> {
        let sum = self.num_pairs();
        (sum != num_pairs).then(|| {
            format!("mrope_section adds up to {sum}, not to {num_pairs} pairs: the original refuses it; here the rule goes on.")
        })
    }
}

impl FromStr for Sections {
    type Err = NoSections;

    fn from_str(text: &str) -> Result<Self, NoSections> {
        let (rule, sizes) = match text.split_once(':') {
            Some((rule, sizes)) => {
                let rule = SectionRule::from_key(rule.trim()).map_err(|_unknown| NoSections)?;
                (rule, sizes)
            }
            None => (SectionRule::Contiguous, text),
        };
        let size = |text: &str| text.trim().parse().ok().filter(|&size| size <= Self::MOST);
        let sizes: Option<Vec<u32>> = sizes.split(',').map(size).collect();
        let sizes = sizes.and_then(|sizes| sizes.try_into().ok()).ok_or(NoSections)?;
        Ok(Self { sizes, rule })
    }
}

impl fmt::Display for Sections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rule != SectionRule::Contiguous {
            write!(f, "{}:", self.rule.key())?;
        }
        let [a, b, c] = self.sizes;
        write!(f, "{a},{b},{c}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_of_pairs_are_those_of_the_models() {
        let reference: serde_json::Value =
            serde_json::from_str(include_str!("../../../tests/data/axes.json")).unwrap();
        let known = &reference["m-rope owner of each pair"];
        for (text, name) in [
            ("16,24,24", "qwen2-vl [16,24,24]"),
            ("interleaved:24,20,20", "qwen3-vl [24,20,20] interleaved"),
        ] {
            let sections: Sections = text.parse().unwrap();
            assert_eq!(sections.to_string(), text);
            let letter = |pair: u32| match sections.axis(pair) {
                TokenAxis::Time => 't',
                TokenAxis::Row => 'h',
                TokenAxis::Column => 'w',
            };
            let owners: String = (0..64).map(letter).collect();
            assert_eq!(Some(&*owners), known[name].as_str(), "{name}");
        }
        let ernie: Sections = "alternating:22,22,20".parse().unwrap();
        assert_eq!([0, 1, 43, 44].map(|pair| ernie.axis(pair)), {
            use TokenAxis::{Column, Row, Time};
            [Row, Column, Column, Time]
        });
        for text in ["", "16,24", "16,24,24,0", "16,24,x", "mixed:16,24,24", "1,2,9999"] {
            assert_eq!(text.parse::<Sections>(), Err(NoSections), "{text:?}");
        }
    }
}
