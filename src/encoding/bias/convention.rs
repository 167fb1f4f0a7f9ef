//! Conventions of biases, with their sources.

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Rule that gives the bias of each head.
    pub enum BiasConvention {
        /// Slopes of the paper's code, times the position of the key, in f32.
        AlibiBloom = "alibi-bloom",
        /// The same in bf16.
        AlibiFalcon = "alibi-falcon",
        /// Slopes of MosaicML's code, times the distance from the last key.
        AlibiMpt = "alibi-mpt",
        /// Slopes as the paper's sentence reads, times the distance.
        AlibiPaper = "alibi-paper",
        /// Learned numbers for buckets of offsets.
        T5 = "t5",
        /// −r₁·ln(1 + r₂·n).
        KerpleLog = "kerple-log",
        /// −r₁·n^r₂.
        KerplePower = "kerple-power",
        /// A small network of ψ(n)/ψ(max(t, L)).
        Fire = "fire",
        /// Decay of each rotary pair.
        Xpos = "xpos",
    }
}

impl BiasConvention {
    /// Heading under which biases are listed.
    pub const GROUP: &'static str = "Biases of scores";

    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::AlibiBloom => "ALiBi (BLOOM)",
            Self::AlibiFalcon => "ALiBi (Falcon)",
            Self::AlibiMpt => "ALiBi (MPT)",
            Self::AlibiPaper => "ALiBi, the paper's sentence",
            Self::T5 => "T5 buckets",
            Self::KerpleLog => "KERPLE, logarithmic (shape)",
            Self::KerplePower => "KERPLE, power (shape)",
            Self::Fire => "FIRE (shape)",
            Self::Xpos => "XPos decay (shape)",
        }
    }

    /// Description in one sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::AlibiBloom => {
                "Slope times the position of the key; 12 heads take 8 slopes of one series and 4 of the next."
            }
            Self::AlibiFalcon => {
                "As BLOOM, in bf16: beyond position 256 neighboring keys share a bias."
            }
            Self::AlibiMpt => {
                "Slope times the distance from the last key; every other slope of the longer series first."
            }
            Self::AlibiPaper => {
                "Slope times the distance; one geometric series from 2^(−8/heads) whatever the number of heads."
            }
            Self::T5 => {
                "A learned number per head and bucket: near offsets have a bucket each, far ones share them."
            }
            Self::KerpleLog => {
                "−r₁·ln(1 + r₂·n) with learned r₁, r₂; shown with r₁ spread over 0 to 2, r₂ = 1."
            }
            Self::KerplePower => {
                "−r₁·n^r₂ with learned r₁, r₂; shown with r₁ spread over 0 to 2, r₂ = ½."
            }
            Self::Fire => {
                "A learned network of ln(c·n + 1)/ln(c·max(t, L) + 1); shown as −r times that with r spread over 0 to 8, c = 0.1, L = 512."
            }
            Self::Xpos => {
                "A factor ζ^(n/512) of each rotary pair, not a bias of a head; shown as its logarithm, a head a pair."
            }
        }
    }

    /// Source: repository and file, or publication.
    pub fn source(self) -> &'static str {
        match self {
            Self::AlibiBloom => {
                "huggingface/transformers: models/bloom/modeling_bloom.py, build_alibi_tensor; slopes as in \
                 ofirpress/attention_with_linear_biases: fairseq/models/transformer.py"
            }
            Self::AlibiFalcon => {
                "huggingface/transformers: models/falcon/modeling_falcon.py, build_alibi_tensor"
            }
            Self::AlibiMpt => {
                "huggingface/transformers: models/mpt/modeling_mpt.py, build_mpt_alibi_tensor"
            }
            Self::AlibiPaper => "Press, Smith and Lewis 2021 (arXiv 2108.12409), section 3",
            Self::T5 => {
                "huggingface/transformers: models/t5/modeling_t5.py, _relative_position_bucket"
            }
            Self::KerpleLog | Self::KerplePower => {
                "Chi et al. 2022 (arXiv 2205.09921); chijames/KERPLE: megatron/mpu/layers.py"
            }
            Self::Fire => "Li et al. 2023 (arXiv 2310.04418)",
            Self::Xpos => {
                "Sun et al. 2022 (arXiv 2212.10554); microsoft/torchscale: component/xpos_relative_position.py"
            }
        }
    }

    /// True if the model has learned numbers, in whose place typical ones are shown.
    pub fn is_shape(self) -> bool {
        matches!(self, Self::KerpleLog | Self::KerplePower | Self::Fire | Self::Xpos)
    }

    /// True for the conventions of slopes.
    pub fn is_alibi(self) -> bool {
        matches!(self, Self::AlibiBloom | Self::AlibiFalcon | Self::AlibiMpt | Self::AlibiPaper)
    }
}
