//! Table of conventions, one row of data each, taken from the named sources.

use super::{Arithmetic, ConventionFacts, Form};
use crate::encoding::{Components, Exponent, Layout, OddRule, Order};

const TUTORIALS: &str = "Paper and tutorials";
const TRANSLATION: &str = "Translation and language models";
const SPEECH: &str = "Speech and music";
const DIFFUSION: &str = "Diffusion and vision";
const LIBRARIES: &str = "Libraries";
const TEACHING: &str = "Teaching code";
const SLIPS: &str = "Common mistakes";

const PAPER: ConventionFacts = ConventionFacts {
    key: "paper",
    title: "Attention Is All You Need",
    group: TUTORIALS,
    source: "Vaswani et al. 2017, section 3.5",
    sentence: "Sine in even columns, cosine in odd ones, exponent 2i/d.",
    exponent: Exponent::Paper,
    layout: Layout::Interleaved,
    order: Order::SinFirst,
    components: Components::Both,
    start: 0,
    base: 10_000.0,
    odd: OddRule::Lone,
    form: None,
    arithmetic: Arithmetic::Exact,
    at_odd: None,
    at_one_pair: None,
};

/// The paper's formula in PyTorch, in its most common form.
const TORCH: ConventionFacts = ConventionFacts {
    form: Some(Form::ExpOfProduct),
    arithmetic: Arithmetic::F32,
    at_odd: Some("stops with RuntimeError, a cosine more than there is room for"),
    ..PAPER
};

/// All sines, then all cosines; frequencies from 1 to exactly 1/base; an odd width ends with a column of zeros.
const ENDPOINT: ConventionFacts = ConventionFacts {
    exponent: Exponent::Endpoint,
    layout: Layout::Split,
    odd: OddRule::Zero,
    form: Some(Form::ExpOfProduct),
    arithmetic: Arithmetic::F32,
    at_one_pair: Some("stops with ZeroDivisionError"),
    ..PAPER
};

/// Cosines, then sines, of diffusion timesteps.
const FLIPPED: ConventionFacts = ConventionFacts {
    group: DIFFUSION,
    sentence: "Timesteps as positions: cosines, then sines, exponent i/⌊d/2⌋.",
    exponent: Exponent::Half,
    order: Order::CosFirst,
    form: Some(Form::ExpOfQuotient),
    ..ENDPOINT
};

/// A published formula without code, so there is no arithmetic to compare with.
const SLIP: ConventionFacts = ConventionFacts { group: SLIPS, ..PAPER };

/// All conventions, group by group; the paper first.
pub(super) static TABLE: &[ConventionFacts] = &[
    PAPER,
    ConventionFacts {
        key: "annotated-transformer",
        title: "The Annotated Transformer",
        source: "harvardnlp/annotated-transformer: the_annotated_transformer.py",
        sentence: "The paper's formula with exp and log, the form that most PyTorch code copies.",
        ..TORCH
    },
    ConventionFacts {
        key: "pytorch-tutorial",
        title: "PyTorch tutorials and examples",
        source: "pytorch/tutorials: translation_transformer.py; pytorch/examples: language_translation",
        sentence: "The paper's formula with the factors of the exponent in another order.",
        form: Some(Form::ExpOfQuotient),
        ..TORCH
    },
    ConventionFacts {
        key: "tensorflow-tutorial",
        title: "TensorFlow Transformer tutorial",
        source: "tensorflow/text: docs/tutorials/transformer.ipynb",
        sentence: "The paper's frequencies in two blocks, computed in double precision.",
        layout: Layout::Split,
        form: Some(Form::Power),
        arithmetic: Arithmetic::F64,
        at_odd: Some("makes d + 1 columns, which cannot be added to the embedding"),
        ..PAPER
    },
    ConventionFacts {
        key: "tensor2tensor",
        title: "Tensor2Tensor",
        group: TRANSLATION,
        source: "tensorflow/tensor2tensor: layers/common_attention.py, get_timing_signal_1d",
        sentence: "The paper's own code: two blocks, and a last frequency of exactly 1/base.",
        at_one_pair: Some("does the same"),
        ..ENDPOINT
    },
    ConventionFacts {
        key: "fairseq",
        title: "fairseq",
        group: TRANSLATION,
        source: "facebookresearch/fairseq: modules/sinusoidal_positional_embedding.py",
        sentence: "Like Tensor2Tensor, with the first token at position 2, after the padding position.",
        start: 2,
        ..ENDPOINT
    },
    ConventionFacts {
        key: "marian-cpp",
        title: "Marian (C++)",
        group: TRANSLATION,
        source: "marian-nmt/marian-dev: src/tensors/cpu/tensor_operators.cpp",
        sentence: "Like Tensor2Tensor, but an odd width repeats the first cosine.",
        odd: OddRule::Repeat,
        at_one_pair: Some("gives NaN"),
        ..ENDPOINT
    },
    ConventionFacts {
        key: "hf-marian",
        title: "Transformers: Marian, Pegasus, RoFormer",
        group: TRANSLATION,
        source: "huggingface/transformers: models/marian/modeling_marian.py",
        sentence: "Two blocks with the paper's exponent: not what Marian's own program computes.",
        layout: Layout::Split,
        form: Some(Form::Power),
        arithmetic: Arithmetic::F64,
        ..PAPER
    },
    ConventionFacts {
        key: "hf-xlm",
        title: "Transformers: XLM, DistilBERT",
        group: TRANSLATION,
        source: "huggingface/transformers: models/xlm/modeling_xlm.py",
        sentence: "The paper's formula column by column, in double precision.",
        form: Some(Form::Power),
        arithmetic: Arithmetic::F64,
        ..PAPER
    },
    ConventionFacts {
        key: "hf-ctrl",
        title: "Transformers: CTRL",
        group: TRANSLATION,
        source: "huggingface/transformers: models/ctrl/modeling_ctrl.py",
        sentence: "The paper's frequencies in two blocks, in single precision.",
        layout: Layout::Split,
        form: Some(Form::Power),
        arithmetic: Arithmetic::F32,
        ..PAPER
    },
    ConventionFacts {
        key: "hf-gptj",
        title: "Transformers: GPT-J, CodeGen",
        group: TRANSLATION,
        source: "huggingface/transformers: models/gptj/modeling_gptj.py",
        sentence: "The table from which rotary attention takes its sines and cosines, in two blocks.",
        layout: Layout::Split,
        form: Some(Form::Power),
        arithmetic: Arithmetic::F32,
        at_odd: Some("makes d + 1 columns"),
        ..PAPER
    },
    ConventionFacts {
        key: "hf-m2m100",
        title: "Transformers: M2M100, Speech2Text, NLLB",
        group: TRANSLATION,
        source: "huggingface/transformers: models/m2m_100/modeling_m2m_100.py",
        sentence: "fairseq's table, bit for bit, with the first token at position 2.",
        start: 2,
        ..ENDPOINT
    },
    ConventionFacts {
        key: "ctranslate2",
        title: "CTranslate2",
        group: TRANSLATION,
        source: "OpenNMT/CTranslate2: src/layers/common.cc",
        sentence: "Like Tensor2Tensor, but positions start at 1.",
        start: 1,
        at_odd: Some("makes d − 1 columns"),
        at_one_pair: Some("gives NaN"),
        ..ENDPOINT
    },
    ConventionFacts {
        key: "whisper",
        title: "Whisper",
        group: SPEECH,
        source: "openai/whisper: whisper/model.py, sinusoids",
        sentence: "Like Tensor2Tensor; 1500 positions of sound frames in the model itself.",
        at_odd: Some("stops with AssertionError"),
        at_one_pair: Some("gives NaN"),
        ..ENDPOINT
    },
    ConventionFacts {
        key: "musicgen",
        title: "MusicGen",
        group: SPEECH,
        source: "huggingface/transformers: models/musicgen/modeling_musicgen.py",
        sentence: "Like Tensor2Tensor, with the block of cosines first.",
        order: Order::CosFirst,
        ..ENDPOINT
    },
    ConventionFacts {
        key: "diffusers",
        title: "Diffusers: timesteps",
        group: DIFFUSION,
        source: "huggingface/diffusers: models/embeddings.py, get_timestep_embedding",
        sentence: "Timesteps as positions: sines, then cosines, last frequency 1/base (shift 1).",
        form: Some(Form::ExpOfQuotient),
        at_one_pair: Some("gives NaN"),
        ..ENDPOINT
    },
    ConventionFacts {
        key: "diffusers-flipped",
        title: "Diffusers: timesteps of UNet (flipped, shift 0)",
        source: "huggingface/diffusers: models/embeddings.py, flip_sin_to_cos, downscale_freq_shift 0",
        ..FLIPPED
    },
    ConventionFacts {
        key: "guided-diffusion",
        title: "Guided diffusion",
        source: "openai/guided-diffusion: guided_diffusion/nn.py",
        ..FLIPPED
    },
    ConventionFacts {
        key: "ddpm",
        title: "DDPM",
        group: DIFFUSION,
        source: "hojonathanho/diffusion: diffusion_tf/nn.py",
        sentence: "Timesteps as positions, as in Tensor2Tensor: sines, then cosines.",
        ..ENDPOINT
    },
    ConventionFacts {
        key: "mae-1d",
        title: "Masked autoencoder, one axis",
        group: DIFFUSION,
        source: "facebookresearch/mae: util/pos_embed.py",
        sentence: "One axis of the image grid: two blocks, in double precision.",
        exponent: Exponent::Half,
        layout: Layout::Split,
        form: Some(Form::Power),
        arithmetic: Arithmetic::F64,
        at_odd: Some("stops with AssertionError"),
        ..PAPER
    },
    ConventionFacts {
        key: "keras-hub",
        title: "KerasHub",
        group: LIBRARIES,
        source: "keras-team/keras-hub: layers/modeling/sine_position_encoding.py",
        sentence: "The paper's formula with powers of 1/base, in whatever precision the layer has.",
        form: Some(Form::InversePower),
        arithmetic: Arithmetic::F32,
        ..PAPER
    },
    ConventionFacts {
        key: "burn",
        title: "Burn",
        group: LIBRARIES,
        source: "tracel-ai/burn: crates/burn-nn/src/modules/pos_encoding.rs",
        sentence: "The paper's formula with exp and log, in Rust.",
        at_odd: Some("panics: d_model must be even"),
        ..ConventionFacts { group: LIBRARIES, ..TORCH }
    },
    ConventionFacts {
        key: "tatp22",
        title: "positional-encodings (tatp22)",
        group: LIBRARIES,
        source: "tatp22/multidim-positional-encoding: torch_encodings.py",
        sentence: "The paper's formula; an odd width is computed at the next even width and truncated.",
        odd: OddRule::NextEven,
        form: Some(Form::Power),
        arithmetic: Arithmetic::F32,
        ..PAPER
    },
    ConventionFacts {
        key: "d2l",
        title: "Dive into Deep Learning",
        group: TEACHING,
        source: "d2l-ai/d2l-en: d2l/torch.py",
        sentence: "The paper's formula as it is written: the position divided by a power.",
        form: Some(Form::Quotient),
        ..ConventionFacts { group: TEACHING, ..TORCH }
    },
    ConventionFacts {
        key: "labml",
        title: "labml.ai annotated papers",
        group: TEACHING,
        source: "labmlai/annotated_deep_learning_paper_implementations: positional_encoding.py",
        sentence: "The paper's formula with exp and log.",
        ..ConventionFacts { group: TEACHING, ..TORCH }
    },
    ConventionFacts {
        key: "doubled",
        title: "Doubled exponent",
        source: "a notebook of Transformers for Natural Language Processing, chapter 2",
        sentence: "2i/d with an i that counts columns: the waves slow down twice as fast, and the upper half of \
                   the columns hardly moves.",
        exponent: Exponent::Doubled,
        form: Some(Form::Power),
        arithmetic: Arithmetic::F64,
        ..SLIP
    },
    ConventionFacts {
        key: "per-column",
        title: "Separate exponent for each column",
        source: "formulas printed with 2i + 1 in the exponent of the cosine",
        sentence: "No sine has a matching cosine: no matrix moves every position by k, and similarity \
                   depends on more than the offset.",
        exponent: Exponent::PerColumn,
        ..SLIP
    },
    ConventionFacts {
        key: "per-column-doubled",
        title: "Separate exponent for each column, doubled",
        source: "proofs printed with 2i/d where i counts columns",
        sentence: "PE(p, i + 1) has another frequency than PE(p, i): the proof's third step is not an identity, \
                   and the waves slow down twice as fast.",
        exponent: Exponent::PerColumnDoubled,
        ..SLIP
    },
    ConventionFacts {
        key: "one-based",
        title: "Frequencies counted from 1",
        source: "formulas printed with ω₁ … ω_(d/2) and exponent 2i/d",
        sentence: "Read literally, the fastest wave is left out: none has wavelength 2π, and near \
                   positions are harder to tell apart.",
        exponent: Exponent::OneBased,
        ..SLIP
    },
    ConventionFacts {
        key: "sine-alone",
        title: "Sine alone",
        source: "the question why cosines are needed",
        sentence: "PE(0) is the zero vector, and no matrix can move it: positions cannot be moved \
                   by k.",
        components: Components::Sin,
        ..SLIP
    },
    ConventionFacts {
        key: "cosine-alone",
        title: "Cosine alone",
        source: "the question why sines are needed",
        sentence: "PE(−t) = PE(t), yet PE(k − t) is not PE(k + t): no matrix can tell them apart.",
        components: Components::Cos,
        ..SLIP
    },
];
