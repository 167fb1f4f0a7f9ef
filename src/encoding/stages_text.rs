//! Stages as text: as scenes keep them, and as sentences name them.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{Method, NAMED_STAGES, Rounding, Stage, Stages};

/// Error for a text that names no stages.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected none, stages such as frequency:bf16,result:f16 (once each of {}), a type for all stages (f64, {}), or one of {}", .stages.join(", "), .types.join(", "), .names.join(", "))]
pub struct NoStages {
    stages: Vec<&'static str>,
    types: Vec<&'static str>,
    names: Vec<&'static str>,
}

impl Stages {
    /// Text of stages that are not rounded.
    pub const NONE: &'static str = "none";
    /// Frequencies by steps in single precision, in place of a type.
    const STEPS: &'static str = "f32-steps";
    /// Angles by recurrence, in place of a type.
    const RECURRENCE: &'static str = "recurrence";

    /// Type of a stage, or the way in which it is computed instead: `bf16`, `f32-steps`, `f64`.
    pub fn kind(self, stage: Stage) -> &'static str {
        match (self.method, stage) {
            (Method::Steps, Stage::Frequency) => Self::STEPS,
            (Method::Recurrence, Stage::Product) => Self::RECURRENCE,
            _ => self.of(stage).map_or("f64", Rounding::key),
        }
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

/// Type with a name, as programs write it, in any case; `None` for a text that is no type, and for `f64`.
fn type_named(text: &str) -> Option<Rounding> {
    let text = text.to_ascii_lowercase();
    Some(match &*text {
        "float32" => Rounding::F32,
        "float16" | "half" => Rounding::F16,
        "bfloat16" => Rounding::Bf16,
        "fp8_e4m3" | "fp8-e4m3" | "f8e4m3" | "float8_e4m3fn" => Rounding::E4m3,
        "fp8_e5m2" | "fp8-e5m2" | "f8e5m2" | "float8_e5m2" => Rounding::E5m2,
        _ => Rounding::from_key(&text).ok()?,
    })
}

/// True for a name of the type that rounds nothing.
fn is_exact_type(text: &str) -> bool {
    matches!(text, "f64" | "float64" | Stages::NONE)
}

impl FromStr for Stages {
    type Err = NoStages;

    /// Parses `frequency:bf16,result:f32`, a type for all stages, `none`, or the name of a combination.
    fn from_str(text: &str) -> Result<Self, NoStages> {
        let refused = || NoStages {
            stages: Stage::ALL.iter().map(|it| it.key()).collect(),
            types: Rounding::ALL.iter().map(|it| it.key()).collect(),
            names: NAMED_STAGES.iter().map(|it| it.key).collect(),
        };
        if is_exact_type(text) {
            return Ok(Self::default());
        }
        if let Some(rounding) = type_named(text) {
            return Ok(Self::everywhere(rounding));
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
                    (stages.method, stages.frequency) = (Method::Steps, Some(Rounding::F32));
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
        assert_eq!("f64".parse(), Ok(Stages::default()));
        let everything: Stages = "E4M3".parse().unwrap();
        assert_eq!(everything.words(), "everything in e4m3");
        assert_eq!("bfloat16".parse(), Ok(Stages::named("bf16").unwrap().stages));
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
