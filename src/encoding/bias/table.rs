//! Table of bias conventions, one row of data each, taken from the named sources.

use super::{BiasFacts, BiasRule};
use crate::encoding::Rounding;

/// Slopes of the paper's code.
pub(super) const ALIBI_BLOOM: BiasFacts = BiasFacts {
    key: "alibi-bloom",
    title: "ALiBi (BLOOM)",
    sentence: "Slope times the position of the key; 12 heads take 8 slopes of one series and 4 of the next.",
    source: "huggingface/transformers: models/bloom/modeling_bloom.py, build_alibi_tensor; slopes as in \
             ofirpress/attention_with_linear_biases: fairseq/models/transformer.py",
    rule: BiasRule::Position(Rounding::F32),
};

/// Slopes as the paper's sentence reads.
pub(super) const ALIBI_PAPER: BiasFacts = BiasFacts {
    key: "alibi-paper",
    title: "ALiBi, the paper's sentence",
    sentence: "Slope times the distance; one geometric series from 2^(−8/heads) whatever the number of heads.",
    source: "Press, Smith and Lewis 2021 (arXiv 2108.12409), section 3",
    rule: BiasRule::Distance,
};

/// Learned numbers for buckets of offsets.
pub(super) const T5: BiasFacts = BiasFacts {
    key: "t5",
    title: "T5 buckets",
    sentence: "A learned number per head and bucket: near offsets have a bucket each, far ones share them.",
    source: "huggingface/transformers: models/t5/modeling_t5.py, _relative_position_bucket",
    rule: BiasRule::Buckets,
};

/// All conventions.
pub(super) static TABLE: &[BiasFacts] = &[
    ALIBI_BLOOM,
    BiasFacts {
        key: "alibi-falcon",
        title: "ALiBi (Falcon)",
        sentence: "As BLOOM, in bf16: beyond position 256 neighboring keys share a bias.",
        source: "huggingface/transformers: models/falcon/modeling_falcon.py, build_alibi_tensor",
        rule: BiasRule::Position(Rounding::Bf16),
    },
    BiasFacts {
        key: "alibi-mpt",
        title: "ALiBi (MPT)",
        sentence: "Slope times the distance from the last key; every other slope of the longer series first.",
        source: "huggingface/transformers: models/mpt/modeling_mpt.py, build_mpt_alibi_tensor",
        rule: BiasRule::BeforeLast,
    },
    ALIBI_PAPER,
    BiasFacts {
        key: "alibi-mosaic-bert",
        title: "ALiBi (MosaicBERT, JinaBERT)",
        sentence: "Slope times the distance, before and after the query alike; slopes as BLOOM has them.",
        source: "mosaicml/examples: examples/benchmarks/bert/src/bert_layers.py, rebuild_alibi_tensor",
        rule: BiasRule::DistanceOfTwoSeries,
    },
    T5,
    BiasFacts {
        key: "kerple-log",
        title: "KERPLE, logarithmic (shape)",
        sentence: "−r₁·ln(1 + r₂·n) with learned r₁, r₂; shown with r₁ spread over 0 to 2, r₂ = 1.",
        source: "Chi et al. 2022 (arXiv 2205.09921); chijames/KERPLE: megatron/mpu/layers.py",
        rule: BiasRule::Logarithm,
    },
    BiasFacts {
        key: "kerple-power",
        title: "KERPLE, power (shape)",
        sentence: "−r₁·n^r₂ with learned r₁, r₂; shown with r₁ spread over 0 to 2, r₂ = ½.",
        source: "Chi et al. 2022 (arXiv 2205.09921); chijames/KERPLE: megatron/mpu/layers.py",
        rule: BiasRule::Power,
    },
    BiasFacts {
        key: "fire",
        title: "FIRE (shape)",
        sentence: "A learned network of ln(c·n + 1)/ln(c·max(t, L) + 1); shown as −r times that with r spread over 0 to 8, c = 0.1, L = 512.",
        source: "Li et al. 2023 (arXiv 2310.04418)",
        rule: BiasRule::Fire,
    },
    BiasFacts {
        key: "xpos",
        title: "XPos decay (shape)",
        sentence: "A factor ζ^(n/512) of each rotary pair, not a bias of a head; shown as its logarithm, a head a pair.",
        source: "Sun et al. 2022 (arXiv 2212.10554); microsoft/torchscale: component/xpos_relative_position.py",
        rule: BiasRule::Decay,
    },
];
