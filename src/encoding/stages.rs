//! Stages of a computation at which numbers are rounded to a type.
//!
//! Each stage is computed exactly from the rounded results of the stages before it, then cast as programs do, to nearest
//! even: frequency ω → position t → product ω·t → result, a cosine or a sine times the amplitude. A cast to a type narrower
//! than single precision goes by way of that, as in PyTorch.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::Rounding;
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Stage of a computation.
    pub enum Stage {
        /// Frequency ω, the `inv_freq` of programs.
        Frequency = "frequency",
        /// Position t.
        Position = "position",
        /// Angle ω·t.
        Product = "product",
        /// Cosine or sine, times the amplitude.
        Result = "result",
    }
}

impl Stage {
    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Frequency => "Frequency",
            Self::Position => "Position",
            Self::Product => "Product",
            Self::Result => "Result",
        }
    }
}

/// Way in which frequencies and angles come about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Exactly, then rounded once.
    #[default]
    Once,
    /// Frequencies by the steps of the original program, each in single precision.
    Steps,
    /// Angles from the pair before, by a factor in single precision, starting at the position.
    Recurrence,
}

/// Types that the stages of a computation are rounded to; `None`: not rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stages {
    /// Type of the frequencies.
    pub frequency: Option<Rounding>,
    /// Type of the positions.
    pub position: Option<Rounding>,
    /// Type of the angles.
    pub product: Option<Rounding>,
    /// Type of the values.
    pub result: Option<Rounding>,
    /// Way in which frequencies and angles come about.
    pub method: Method,
}

/// Error for a text that names no stages.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected none, stages such as frequency:bf16,result:f16 (once each of {}; types f64, {}), or one of {}", .stages.join(", "), .types.join(", "), .names.join(", "))]
pub struct NoStages {
    stages: Vec<&'static str>,
    types: Vec<&'static str>,
    names: Vec<&'static str>,
}

/// Combination of stages that occurs in programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedStages {
    /// Name, as scenes take it.
    pub key: &'static str,
    /// Name in a sentence.
    pub title: &'static str,
    /// Programs that compute like this.
    pub source: &'static str,
    /// The stages.
    pub stages: Stages,
}

const EXACT: Stages =
    Stages { frequency: None, position: None, product: None, result: None, method: Method::Once };
const F32: Option<Rounding> = Some(Rounding::F32);
const BF16: Option<Rounding> = Some(Rounding::Bf16);
const F16: Option<Rounding> = Some(Rounding::F16);

/// Combinations of stages that occur in programs, the most frequent first.
pub const NAMED_STAGES: [NamedStages; 11] = [
    NamedStages {
        key: "pytorch-f32",
        title: "f32 as in PyTorch",
        source: "transformers: inv_freq = 1 / base ** (arange / dim), angles, cos and sin, all in f32",
        stages: Stages {
            frequency: F32,
            position: F32,
            product: F32,
            result: F32,
            method: Method::Steps,
        },
    },
    NamedStages {
        key: "numpy-f32",
        title: "f32 as in NumPy",
        source: "tables computed in f64 and stored in f32, as fairseq and BERT ports do",
        stages: Stages { result: F32, ..EXACT },
    },
    NamedStages {
        key: "cache-bf16",
        title: "cache in bf16",
        source: "vLLM: cos_sin_cache computed in f32 and cast to the model's type",
        stages: Stages {
            frequency: F32,
            position: F32,
            product: F32,
            result: BF16,
            method: Method::Steps,
        },
    },
    NamedStages {
        key: "cache-f16",
        title: "cache in f16",
        source: "vLLM: cos_sin_cache computed in f32 and cast to the model's type",
        stages: Stages {
            frequency: F32,
            position: F32,
            product: F32,
            result: F16,
            method: Method::Steps,
        },
    },
    NamedStages {
        key: "autocast-bf16",
        title: "autocast to bf16",
        source: "torch.autocast: the product of inv_freq and positions is a matrix product; transformers PR 29285",
        stages: Stages {
            frequency: F32,
            position: F32,
            product: BF16,
            result: BF16,
            method: Method::Steps,
        },
    },
    NamedStages {
        key: "autocast-f16",
        title: "autocast to f16",
        source: "torch.autocast: the product of inv_freq and positions is a matrix product; gpt-neox issue 1003",
        stages: Stages {
            frequency: F32,
            position: F32,
            product: F16,
            result: F16,
            method: Method::Steps,
        },
    },
    NamedStages {
        key: "inv-freq-bf16",
        title: "inv_freq cast with the model",
        source: "model.to(bfloat16) casts the buffer inv_freq; Modalities PR 462",
        stages: Stages { frequency: BF16, position: F32, product: F32, result: F32, ..EXACT },
    },
    NamedStages {
        key: "positions-bf16",
        title: "positions in bf16",
        source: "positions made in the type of the activations; candle PR 3520",
        stages: Stages {
            frequency: F32,
            position: BF16,
            product: F32,
            result: F32,
            method: Method::Steps,
        },
    },
    NamedStages {
        key: "bf16",
        title: "everything in bf16",
        source: "tables made by a model in bf16; modded-nanogpt issue 39",
        stages: Stages { frequency: BF16, position: BF16, product: BF16, result: BF16, ..EXACT },
    },
    NamedStages {
        key: "f16",
        title: "everything in f16",
        source: "tables made by a model in f16; mlx-lm PR 1076",
        stages: Stages { frequency: F16, position: F16, product: F16, result: F16, ..EXACT },
    },
    NamedStages {
        key: "ggml",
        title: "recurrence in f32",
        source: "ggml's ggml_rope_cache_init on the CPU: each angle from the pair before",
        stages: Stages { result: F32, method: Method::Recurrence, ..EXACT },
    },
];

impl Stages {
    /// Text of stages that are not rounded.
    pub const NONE: &'static str = "none";
    /// Frequencies by steps in single precision, in place of a type.
    const STEPS: &'static str = "f32-steps";
    /// Angles by recurrence, in place of a type.
    const RECURRENCE: &'static str = "recurrence";

    /// Values rounded to a type, from exact angles.
    pub fn of_result(rounding: Rounding) -> Self {
        Self { result: Some(rounding), ..Self::default() }
    }

    /// All stages rounded to a type.
    fn everywhere(rounding: Rounding) -> Self {
        let to = Some(rounding);
        Self { frequency: to, position: to, product: to, result: to, method: Method::Once }
    }

    /// Type of a stage, or the way in which it is computed instead: `bf16`, `f32-steps`, `f64`.
    pub fn kind(self, stage: Stage) -> &'static str {
        match (self.method, stage) {
            (Method::Steps, Stage::Frequency) => Self::STEPS,
            (Method::Recurrence, Stage::Product) => Self::RECURRENCE,
            _ => self.of(stage).map_or("f64", Rounding::key),
        }
    }

    /// Type of a stage.
    pub fn of(self, stage: Stage) -> Option<Rounding> {
        match stage {
            Stage::Frequency => self.frequency,
            Stage::Position => self.position,
            Stage::Product => self.product,
            Stage::Result => self.result,
        }
    }

    /// The same with a type at a stage. A type given to frequency or product ends another way of computing these.
    #[must_use]
    pub fn with(mut self, stage: Stage, rounding: Option<Rounding>) -> Self {
        *match stage {
            Stage::Frequency => &mut self.frequency,
            Stage::Position => &mut self.position,
            Stage::Product => &mut self.product,
            Stage::Result => &mut self.result,
        } = rounding;
        match (self.method, stage) {
            (Method::Steps, Stage::Frequency)
            | (Method::Recurrence, Stage::Frequency | Stage::Product) => {
                self.method = Method::Once;
            }
            _ => {}
        }
        self
    }

    /// True if nothing is rounded.
    pub fn is_exact(self) -> bool {
        self == Self::default()
    }

    /// True if at most the values are rounded.
    pub fn is_of_result(self) -> bool {
        self == Self { result: self.result, ..Self::default() }
    }

    /// Stages that are not exact, each alone.
    pub fn alone(self) -> Vec<(Stage, Self)> {
        let own = |&stage: &Stage| {
            let exact = Self::default();
            let alone = match (stage, self.method) {
                (Stage::Frequency, Method::Steps) => {
                    Self { frequency: self.frequency, method: Method::Steps, ..exact }
                }
                (Stage::Product, Method::Recurrence) => {
                    Self { method: Method::Recurrence, ..exact }
                }
                _ => exact.with(stage, self.of(stage)),
            };
            (!alone.is_exact()).then_some((stage, alone))
        };
        Stage::ALL.iter().filter_map(own).collect()
    }

    /// The same with a stage exact.
    #[must_use]
    pub fn without(self, stage: Stage) -> Self {
        let exact = self.with(stage, None);
        if exact.method == Method::Once && self.method == Method::Recurrence {
            // Without the recurrence, angles are exact.
            return Self { product: None, ..exact };
        }
        exact
    }

    /// Combination of this name.
    pub fn named(key: &str) -> Option<&'static NamedStages> {
        NAMED_STAGES.iter().find(|named| named.key == key)
    }

    /// Name of the combination that this is; `None` if it is none of those that occur.
    pub fn name(self) -> Option<&'static NamedStages> {
        NAMED_STAGES.iter().find(|named| named.stages == self)
    }

    /// Name of the combination or, without one, the stages: `frequency in bf16`.
    pub fn title(self) -> String {
        match (self.name(), self.result) {
            (_, Some(result)) if self.is_of_result() => format!("rounded to {}", result.key()),
            (Some(named), _) => named.title.to_owned(),
            (None, _) if self.is_exact() => "exact".to_owned(),
            (None, _) => self.words(),
        }
    }

    /// Stages in words: `frequency in bf16, the rest in f32`.
    pub fn words(self) -> String {
        let own = |(stage, alone): (Stage, Self)| match (stage, alone.method) {
            (_, Method::Steps) => "frequency by steps in f32".to_owned(),
            (_, Method::Recurrence) => "angles by recurrence in f32".to_owned(),
            _ => format!("{} in {}", stage.key(), alone.kind(stage)),
        };
        if let Some(all) = self.result.filter(|&it| self == Self::everywhere(it)) {
            return format!("everything in {}", all.key());
        }
        let (single, others): (Vec<_>, Vec<_>) =
            self.alone().into_iter().partition(|&(_, it)| it.is_single());
        let is_rest = others.len() + single.len() == Stage::ALL.len() && single.len() > 1;
        if !is_rest || others.is_empty() {
            return self.alone().into_iter().map(own).collect::<Vec<_>>().join(", ");
        }
        let rest = "the rest in f32".to_owned();
        others.into_iter().map(own).chain([rest]).collect::<Vec<_>>().join(", ")
    }

    /// True if single precision is all that numbers are rounded to, once.
    fn is_single(self) -> bool {
        self.method == Method::Once
            && Stage::ALL.iter().all(|&it| matches!(self.of(it), None | F32))
    }
}

/// Text form: `frequency:bf16,result:f32`, or `none`.
impl fmt::Display for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = |(stage, alone): (Stage, Self)| format!("{}:{}", stage.key(), alone.kind(stage));
        let parts: Vec<String> = self.alone().into_iter().map(own).collect();
        f.write_str(if parts.is_empty() { Self::NONE } else { "" })?;
        f.write_str(&parts.join(","))
    }
}

/// Type with a name, as programs write it; `None` for a text that is no type, and for `f64`.
fn type_named(text: &str) -> Option<Rounding> {
    Some(match text {
        "float32" => Rounding::F32,
        "float16" | "half" => Rounding::F16,
        "bfloat16" => Rounding::Bf16,
        "fp8_e4m3" | "fp8-e4m3" | "f8e4m3" | "float8_e4m3fn" => Rounding::E4m3,
        "fp8_e5m2" | "fp8-e5m2" | "f8e5m2" | "float8_e5m2" => Rounding::E5m2,
        _ => Rounding::from_key(text).ok()?,
    })
}

/// True for a name of the type that rounds nothing.
fn is_exact_type(text: &str) -> bool {
    matches!(text, "f64" | "float64" | Stages::NONE)
}

impl FromStr for Stages {
    type Err = NoStages;

    /// Parses `frequency:bf16,result:f32`, `none`, or the name of a combination.
    fn from_str(text: &str) -> Result<Self, NoStages> {
        let refused = || NoStages {
            stages: Stage::ALL.iter().map(|it| it.key()).collect(),
            types: Rounding::ALL.iter().map(|it| it.key()).collect(),
            names: NAMED_STAGES.iter().map(|it| it.key).collect(),
        };
        if text == Self::NONE {
            return Ok(Self::default());
        }
        if let Some(named) = Self::named(text) {
            return Ok(named.stages);
        }
        let mut stages = Self::default();
        let mut seen = Vec::new();
        for part in text.split(',') {
            let (stage, kind) = part.trim().split_once(':').ok_or_else(refused)?;
            let stage = Stage::from_key(stage.trim()).map_err(|_unknown| refused())?;
            if seen.contains(&stage) {
                return Err(refused());
            }
            seen.push(stage);
            match (stage, kind.trim()) {
                (Stage::Frequency, Self::STEPS) if stages.method == Method::Once => {
                    (stages.method, stages.frequency) = (Method::Steps, F32);
                }
                (Stage::Product, Self::RECURRENCE)
                    if stages.method == Method::Once && stages.frequency.is_none() =>
                {
                    stages.method = Method::Recurrence;
                }
                (stage, kind) => {
                    let rounding = type_named(kind);
                    if rounding.is_none() && !is_exact_type(kind) {
                        return Err(refused());
                    }
                    if stages.method == Method::Recurrence && stage == Stage::Frequency {
                        return Err(refused());
                    }
                    stages = stages.with(stage, rounding);
                }
            }
        }
        Ok(stages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back() {
        for named in NAMED_STAGES {
            let text = named.stages.to_string();
            assert_eq!(text.parse(), Ok(named.stages), "{text}");
            assert_eq!(named.key.parse(), Ok(named.stages), "{}", named.key);
        }
        let parsed: Stages =
            "result:bfloat16,frequency:f64,position:e4m3-overflow".parse().unwrap();
        assert_eq!(parsed.to_string(), "position:e4m3-overflow,result:bf16");
        assert_eq!("none".parse(), Ok(Stages::default()));
        assert_eq!("result:f64".parse(), Ok(Stages::default()));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "bf15", "result", "result:", "result:f32,result:f32", "angle:f32", ","] {
            let error = text.parse::<Stages>().unwrap_err().to_string();
            assert!(error.starts_with("expected none, stages such as frequency:bf16"), "{error}");
        }
    }

    #[test]
    fn each_stage_stands_alone() {
        let stages: Stages = "frequency:f32-steps,product:f16".parse().unwrap();
        let texts: Vec<String> = stages.alone().iter().map(|(_, it)| it.to_string()).collect();
        assert_eq!(texts, ["frequency:f32-steps", "product:f16"]);
        assert_eq!(stages.words(), "frequency by steps in f32, product in f16");
    }
}
