//! Combinations of rounded stages that occur in programs, each with its source.

use super::{Method, Rounding, Stages};

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
    /// Combination of this name.
    pub fn named(key: &str) -> Option<&'static NamedStages> {
        NAMED_STAGES.iter().find(|named| named.key == key)
    }

    /// Name of the combination that this is; `None` if it is none of those that occur.
    pub fn name(self) -> Option<&'static NamedStages> {
        NAMED_STAGES.iter().find(|named| named.stages == self)
    }
}
