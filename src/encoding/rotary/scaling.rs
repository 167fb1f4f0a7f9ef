//! Scalings of rotary frequencies, which stretch them for longer contexts.
//!
//! With the base θ, the number of rotated dimensions D and the pair k, the frequency is ω = θ^(−2k/D) before scaling.
//! Each rule is that of transformers 5.23.0 (`modeling_rope_utils.py`), computed in double-double arithmetic.

use std::{f64::consts::TAU, sync::Arc};

use crate::{
    encoding::{Double, proof::number_bits},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Kind of scaling (`rope_type`), without its numbers.
    pub enum Rule {
        /// Unscaled.
        Default = "default",
        /// All frequencies divided.
        Linear = "linear",
        /// A base that grows with the sequence.
        Dynamic = "dynamic",
        /// A larger base from the start.
        Ntk = "ntk",
        /// Slow frequencies divided, with a ramp in the pair.
        Yarn = "yarn",
        /// Frequencies divided by lists of numbers.
        LongRope = "longrope",
        /// Slow frequencies divided, with a ramp in the number of turns.
        Llama3 = "llama3",
        /// Only the first pairs turn.
        Proportional = "proportional",
    }
}

/// Rule that gives frequencies and attention factor (`rope_type`), with its numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Scaling {
    /// Unscaled: ω.
    #[default]
    Default,
    /// All frequencies divided: ω / s.
    Linear {
        /// Factor s.
        factor: f64,
    },
    /// A base that grows with the sequence: θ·(s·n/L − (s − 1))^(D/(D − 2)), n = max(length, L).
    Dynamic {
        /// Factor s.
        factor: f64,
        /// Length L up to which nothing is scaled, `max_position_embeddings`.
        max_length: f64,
    },
    /// A larger base from the start: θ·s^(D/(D − 2)).
    Ntk {
        /// Factor s.
        factor: f64,
    },
    /// Slow frequencies divided, fast ones kept, with a ramp in k between them.
    Yarn(Yarn),
    /// Each frequency divided by a number of its own: of one list up to a length, of another beyond it.
    LongRope(LongRope),
    /// Slow frequencies divided, fast ones kept, with a ramp in the number of turns between them.
    Llama3(Llama3),
    /// The first pairs turn, as if all dimensions did; the others stand still.
    Proportional {
        /// Factor s.
        factor: f64,
        /// Number of pairs that turn.
        num_turning: u32,
    },
}

/// Numbers of the scaling `yarn`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Yarn {
    /// Factor s.
    pub factor: f64,
    /// Length M that the model was trained with before.
    pub original_length: f64,
    /// Number of turns within M from which a pair keeps its frequency.
    pub beta_fast: f64,
    /// Number of turns within M up to which a pair is divided.
    pub beta_slow: f64,
    /// Ends of the ramp are rounded to whole pairs.
    pub is_truncated: bool,
    /// Attention factor, if it is given.
    pub attention_factor: Option<f64>,
    /// Factor of ln s in the magnitude.
    pub mscale: Option<f64>,
    /// Factor of ln s in the part of the magnitude that the logits get elsewhere.
    pub mscale_all_dim: Option<f64>,
}

/// Numbers of the scaling `longrope`.
#[derive(Clone, Debug, PartialEq)]
pub struct LongRope {
    /// Divisors of the frequencies for sequences of up to M positions.
    pub short_factor: Arc<[f64]>,
    /// Divisors of the frequencies for longer sequences.
    pub long_factor: Arc<[f64]>,
    /// Length M that the model was trained with before.
    pub original_length: f64,
    /// Factor s, from which the attention factor follows.
    pub factor: f64,
    /// Attention factor, if it is given.
    pub attention_factor: Option<f64>,
}

/// Numbers of the scaling `llama3`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Llama3 {
    /// Factor s.
    pub factor: f64,
    /// Number of turns within M up to which a pair is divided.
    pub low_freq_factor: f64,
    /// Number of turns within M from which a pair keeps its frequency.
    pub high_freq_factor: f64,
    /// Length M that the model was trained with before.
    pub original_length: f64,
}

impl Yarn {
    /// Pairs, not rounded to whole ones on wish, between which the share that is divided grows from 0 to 1.
    pub fn ramp(&self, base: f64, rotary_dim: u32) -> (f64, f64) {
        let d = f64::from(rotary_dim);
        let at_turns =
            |turns: f64| d * (self.original_length / (turns * TAU)).ln() / (2.0 * base.ln());
        let (mut low, mut high) = (at_turns(self.beta_fast), at_turns(self.beta_slow));
        if self.is_truncated {
            (low, high) = (low.floor(), high.ceil());
        }
        (low.max(0.0), high.min(d - 1.0))
    }

    /// Factor of cosines and sines.
    fn attention_factor(&self) -> f64 {
        let magnitude = |scale: f64| magnitude(self.factor, scale);
        let both = self.mscale.zip(self.mscale_all_dim);
        let both = both.filter(|&(own, all)| own != 0.0 && all != 0.0);
        self.attention_factor.unwrap_or_else(|| match both {
            Some((own, all)) => magnitude(own) / magnitude(all),
            None => magnitude(1.0),
        })
    }
}

/// Magnitude 0.1·c·ln s + 1 of a factor s > 1, by which attention is sharpened for longer contexts.
pub fn magnitude(factor: f64, scale: f64) -> f64 {
    if factor <= 1.0 { 1.0 } else { 0.1 * scale * factor.ln() + 1.0 }
}

impl LongRope {
    /// Divisors in force for a sequence; as the model is constructed if its length is not given.
    fn divisors(&self, length: Option<u64>) -> &[f64] {
        let is_long = length.is_some_and(|length| length as f64 > self.original_length);
        if is_long { &self.long_factor } else { &self.short_factor }
    }

    /// Factor of cosines and sines.
    fn attention_factor(&self) -> f64 {
        self.attention_factor.unwrap_or_else(|| {
            if self.factor <= 1.0 {
                1.0
            } else {
                (1.0 + self.factor.ln() / self.original_length.ln()).sqrt()
            }
        })
    }
}

impl Llama3 {
    /// Share of a frequency that is kept: 1 for fast ones, 0 for slow ones.
    fn kept(&self, omega: f64) -> f64 {
        let turns = self.original_length * omega / TAU;
        let (low, high) = (self.low_freq_factor, self.high_freq_factor);
        // The original divides first too, even where low exceeds high.
        if turns < low {
            0.0
        } else if turns > high {
            1.0
        } else {
            (turns - low) / (high - low)
        }
    }
}

impl Scaling {
    /// Bits of the choice of the rule and of its numbers, as identification counts them.
    pub(crate) fn choice_bits(&self) -> f64 {
        /// Bits of a rule, and of a list that comes with a preset.
        const RULE: f64 = 3.0;
        const LIST: f64 = 24.0;
        let numbers = |all: &[f64]| RULE + all.iter().copied().map(number_bits).sum::<f64>();
        match self {
            Self::Default => 0.0,
            Self::Linear { factor } | Self::Ntk { factor } => numbers(&[*factor]),
            Self::Dynamic { factor, max_length } => numbers(&[*factor, *max_length]),
            Self::Yarn(it) => numbers(&[it.factor, it.original_length, it.beta_fast, it.beta_slow]),
            Self::LongRope(_) => RULE + LIST,
            Self::Llama3(it) => {
                numbers(&[it.factor, it.original_length, it.low_freq_factor, it.high_freq_factor])
            }
            Self::Proportional { num_turning, .. } => numbers(&[f64::from(*num_turning)]),
        }
    }

    /// Rule with the numbers of a well-known model, for a number of rotated dimensions.
    pub fn usual(rule: Rule, rotary_dim: u32) -> Self {
        match rule {
            Rule::Default => Self::Default,
            Rule::Linear => Self::Linear { factor: 4.0 },
            Rule::Ntk => Self::Ntk { factor: 4.0 },
            Rule::Dynamic => Self::Dynamic { factor: 4.0, max_length: 4096.0 },
            Rule::Yarn => Self::Yarn(Yarn {
                factor: 4.0,
                original_length: 32_768.0,
                beta_fast: 32.0,
                beta_slow: 1.0,
                is_truncated: true,
                attention_factor: None,
                mscale: None,
                mscale_all_dim: None,
            }),
            Rule::LongRope => Self::LongRope(LongRope {
                short_factor: [1.0].into(),
                long_factor: [32.0].into(),
                original_length: 4096.0,
                factor: 32.0,
                attention_factor: None,
            }),
            Rule::Llama3 => Self::Llama3(Llama3 {
                factor: 8.0,
                low_freq_factor: 1.0,
                high_freq_factor: 4.0,
                original_length: 8192.0,
            }),
            Rule::Proportional => {
                Self::Proportional { factor: 1.0, num_turning: rotary_dim.div_ceil(8) }
            }
        }
    }

    /// Length that the model was trained with before scaling, if the rule depends on it.
    pub fn trained_length(&self) -> Option<f64> {
        match self {
            Self::Dynamic { max_length, .. } => Some(*max_length),
            Self::Yarn(yarn) => Some(yarn.original_length),
            Self::LongRope(longrope) => Some(longrope.original_length),
            Self::Llama3(llama) => Some(llama.original_length),
            Self::Default | Self::Linear { .. } | Self::Ntk { .. } | Self::Proportional { .. } => {
                None
            }
        }
    }

    /// Kind of the scaling.
    pub fn rule(&self) -> Rule {
        match self {
            Self::Default => Rule::Default,
            Self::Linear { .. } => Rule::Linear,
            Self::Dynamic { .. } => Rule::Dynamic,
            Self::Ntk { .. } => Rule::Ntk,
            Self::Yarn(_) => Rule::Yarn,
            Self::LongRope(_) => Rule::LongRope,
            Self::Llama3(_) => Rule::Llama3,
            Self::Proportional { .. } => Rule::Proportional,
        }
    }

    /// Key of the rule, as configurations write it.
    pub fn key(&self) -> &'static str {
        self.rule().key()
    }

    /// Frequencies of all ⌈D/2⌉ pairs in a sequence of some positions; as a model is constructed if the length is not
    /// given.
    pub fn frequencies(&self, base: f64, rotary_dim: u32, length: Option<u64>) -> Vec<Double> {
        let d = f64::from(rotary_dim);
        let ln_base = Double::ln(base).plus(self.ln_growth(d, length));
        let own = |k: u32| ln_base.scaled(-2.0 * f64::from(k)).divided(d).exp();
        (0..rotary_dim.div_ceil(2))
            .map(|k| self.scaled(k, own(k), (base, rotary_dim), length))
            .collect()
    }

    /// Logarithm of the factor by which the base grows.
    fn ln_growth(&self, d: f64, length: Option<u64>) -> Double {
        let growth = match *self {
            Self::Ntk { factor } => factor,
            Self::Dynamic { factor, max_length } => {
                let length = length.map_or(max_length, |length| max_length.max(length as f64));
                factor * length / max_length - (factor - 1.0)
            }
            _ => return Double::new(0.0),
        };
        // A single pair has the frequency 1, whatever the base is.
        if d <= 2.0 {
            return Double::new(0.0);
        }
        Double::ln(growth).scaled(d).divided(d - 2.0)
    }

    /// Frequency of pair k after scaling.
    fn scaled(
        &self,
        k: u32,
        omega: Double,
        (base, rotary_dim): (f64, u32),
        length: Option<u64>,
    ) -> Double {
        let blended = |kept: f64, factor: f64| {
            omega.scaled(kept).plus(omega.divided(factor).scaled(1.0 - kept))
        };
        match self {
            Self::Default | Self::Dynamic { .. } | Self::Ntk { .. } => omega,
            Self::Linear { factor } => omega.divided(*factor),
            Self::Yarn(yarn) => {
                let (low, high) = yarn.ramp(base, rotary_dim);
                // A ramp without width is a step.
                let width = if low == high { 0.001 } else { high - low };
                let divided = ((f64::from(k) - low) / width).clamp(0.0, 1.0);
                blended(1.0 - divided, yarn.factor)
            }
            Self::LongRope(longrope) => {
                // One divisor serves all pairs.
                let divisor = match longrope.divisors(length) {
                    [one] => *one,
                    all => all.get(k as usize).copied().unwrap_or(1.0),
                };
                omega.divided(divisor)
            }
            Self::Llama3(llama) => blended(llama.kept(omega.hi), llama.factor),
            Self::Proportional { factor, num_turning } => {
                if k < *num_turning {
                    omega.divided(*factor)
                } else {
                    Double::new(0.0)
                }
            }
        }
    }

    /// Attention factor a: cosines and sines are a times those of the angle, scores a² times.
    pub fn attention_factor(&self) -> f64 {
        match self {
            Self::Yarn(yarn) => yarn.attention_factor(),
            Self::LongRope(longrope) => longrope.attention_factor(),
            Self::Default
            | Self::Linear { .. }
            | Self::Dynamic { .. }
            | Self::Ntk { .. }
            | Self::Llama3(_)
            | Self::Proportional { .. } => 1.0,
        }
    }
}
