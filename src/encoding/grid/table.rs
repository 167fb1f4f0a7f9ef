//! Table of grid conventions, one row of data each, taken from the named sources.

use super::{
    CellOrder, Coordinates,
    GridAxis::{Column, Frame, Row},
    GridColumns, GridFacts, Repetition,
};
use crate::encoding::Component::{Cos, Sin};

/// Sine and cosine of the column in the first half, of the row in the second, row by row.
pub(super) const MAE: GridFacts = GridFacts {
    key: "mae-2d",
    title: "MAE, 2-D (original)",
    sentence: "Sine and cosine of the column in the first half, of the row in the second.",
    source: "facebookresearch/mae: util/pos_embed.py",
    columns: GridColumns::Blocks([(Column, Sin), (Column, Cos), (Row, Sin), (Row, Cos)]),
    coordinates: Coordinates::FromZero,
    order: CellOrder::Rows,
    base: 10_000.0,
    is_endpoint: false,
    divisor: 4,
    exchanged: Some("timm-2d-interleaved"),
    model_types: &[],
};

const TIMM: GridFacts = GridFacts {
    key: "timm-2d",
    title: "timm, 2-D",
    sentence: "Four blocks: sine of the row, of the column, then their cosines.",
    source: "huggingface/pytorch-image-models: timm/layers/pos_embed_sincos.py, build_sincos2d_pos_embed",
    columns: GridColumns::Blocks([(Row, Sin), (Column, Sin), (Row, Cos), (Column, Cos)]),
    exchanged: None,
    ..MAE
};

const TATP: GridFacts = GridFacts {
    key: "tatp22-2d",
    title: "multidim-positional-encoding, 2-D",
    sentence: "Interleaved sine and cosine of the row, then of the column.",
    source: "tatp22/multidim-positional-encoding: positional_encodings/torch_encodings.py",
    columns: GridColumns::Interleaved(&[Row, Column]),
    divisor: 1,
    exchanged: None,
    ..MAE
};

/// A quarter of frequencies for each axis, twice over, so that dimension k turns with k + D/2.
const ROTARY: GridFacts = GridFacts {
    key: "mlcd",
    title: "MLCD (rotary)",
    sentence: "A quarter of frequencies for the row, the same for the column.",
    source: "huggingface/transformers: models/mlcd/modeling_mlcd.py, MLCDRotaryEmbedding",
    columns: GridColumns::Rotary([Row, Column], Repetition::Whole),
    exchanged: None,
    model_types: &["mlcd", "mlcd_vision_model"],
    ..MAE
};

/// All conventions.
pub(super) static TABLE: &[GridFacts] = &[
    MAE,
    GridFacts {
        key: "vit-mae",
        title: "ViT-MAE (transformers)",
        sentence: "The table of MAE: the class swaps the halves that its helper computes.",
        source: "huggingface/transformers: models/vit_mae/modeling_vit_mae.py, ViTMAEEmbeddings.initialize_weights",
        ..MAE
    },
    TIMM,
    GridFacts {
        key: "timm-2d-interleaved",
        title: "timm, 2-D, interleave_sin_cos",
        sentence: "Four blocks: sine and cosine of the row, then of the column.",
        columns: GridColumns::Blocks([(Row, Sin), (Row, Cos), (Column, Sin), (Column, Cos)]),
        exchanged: Some("mae-2d"),
        ..TIMM
    },
    GridFacts {
        key: "timm-2d-reversed",
        title: "timm, 2-D, reverse_coord",
        sentence: "Four blocks: sine of the column, of the row, then cosines; cells run down the columns.",
        columns: GridColumns::Blocks([(Column, Sin), (Row, Sin), (Column, Cos), (Row, Cos)]),
        order: CellOrder::Columns,
        ..TIMM
    },
    GridFacts {
        key: "timm-2d-reversed-interleaved",
        title: "timm, 2-D, reverse_coord, interleave_sin_cos",
        sentence: "Sine and cosine of the column, then of the row; cells run down the columns.",
        columns: MAE.columns,
        order: CellOrder::Columns,
        ..TIMM
    },
    GridFacts {
        key: "moco-v3",
        title: "MoCo v3",
        sentence: "Sine and cosine of the column, then of the row; cells run down the columns.",
        source: "facebookresearch/moco-v3: vits.py",
        order: CellOrder::Columns,
        exchanged: None,
        ..MAE
    },
    GridFacts {
        key: "simple-vit",
        title: "SimpleViT",
        sentence: "Sine and cosine of the column, then of the row; exponents k/(d/4 − 1).",
        source: "google-research/big_vision: big_vision/models/vit.py, posemb_sincos_2d; lucidrains/vit-pytorch: simple_vit.py",
        is_endpoint: true,
        exchanged: None,
        ..MAE
    },
    GridFacts {
        key: "detr",
        title: "DETR, normalized",
        sentence: "Rows and columns counted from 1 and scaled to 2π; row first, interleaved.",
        source: "facebookresearch/detr: models/position_encoding.py; huggingface/transformers: models/detr/modeling_detr.py",
        coordinates: Coordinates::Normalized,
        divisor: 4,
        ..TATP
    },
    TATP,
    GridFacts {
        key: "tatp22-3d",
        title: "multidim-positional-encoding, 3-D",
        sentence: "Interleaved sine and cosine of frame, row and column.",
        columns: GridColumns::Interleaved(&[Frame, Row, Column]),
        ..TATP
    },
    GridFacts {
        key: "dinov3",
        title: "DINOv3 (rotary)",
        sentence: "Centers of patches from −1 to 1, times 2π: row in the first quarter, column in the second.",
        source: "huggingface/transformers: models/dinov3_vit/modeling_dinov3_vit.py, DINOv3ViTRopePositionEmbedding",
        coordinates: Coordinates::Centers,
        base: 100.0,
        model_types: &["dinov3_vit", "eomt_dinov3"],
        ..ROTARY
    },
    GridFacts {
        key: "pixtral",
        title: "Pixtral (rotary)",
        sentence: "Even frequencies turn with the row, odd ones with the column.",
        source: "huggingface/transformers: models/pixtral/modeling_pixtral.py, PixtralRotaryEmbedding",
        columns: GridColumns::RotaryInTurns([Row, Column]),
        model_types: &["pixtral"],
        ..ROTARY
    },
    GridFacts {
        key: "qwen2-vl-vision",
        title: "Qwen2-VL vision (rotary)",
        sentence: "A quarter of frequencies for the row, the same for the column; patches in blocks of 2 × 2.",
        source: "huggingface/transformers: models/qwen2_vl/modeling_qwen2_vl.py, VisionRotaryEmbedding",
        order: CellOrder::Blocks(2),
        model_types: &[
            "qwen2_vl_vision",
            "qwen2_5_vl_vision",
            "qwen2_vl",
            "qwen2_5_vl",
            "glm4v_vision",
        ],
        ..ROTARY
    },
    ROTARY,
    GridFacts {
        key: "gemma-4-vision",
        title: "Gemma 4 vision (rotary)",
        sentence: "Column in the first half of a head, row in the second, each in halves.",
        source: "huggingface/transformers: models/gemma4/modeling_gemma4.py",
        columns: GridColumns::Rotary([Column, Row], Repetition::EachAxis),
        base: 100.0,
        model_types: &["gemma4_vision"],
        ..ROTARY
    },
    GridFacts {
        key: "llama-4-vision",
        title: "Llama 4 vision (rotary)",
        sentence: "Column, then row, counted from 1; adjacent pairs.",
        source: "huggingface/transformers: models/llama4/modeling_llama4.py, Llama4VisionRotaryEmbedding",
        columns: GridColumns::Rotary([Column, Row], Repetition::Never),
        coordinates: Coordinates::FromOne,
        model_types: &["llama4_vision_model"],
        ..ROTARY
    },
    GridFacts {
        key: "sam-2",
        title: "SAM 2 memory (rotary)",
        sentence: "Column, then row, counted from 0; adjacent pairs.",
        source: "huggingface/transformers: models/sam2_video/modeling_sam2_video.py, Sam2VideoVisionRotaryEmbedding",
        columns: GridColumns::Rotary([Column, Row], Repetition::EachAngle),
        model_types: &["sam2_video"],
        ..ROTARY
    },
];
