//! Conventions of grids, with their sources.

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Rule that gives the columns of a grid's encoding, and the order of its cells.
    pub enum GridConvention {
        /// Width in the first half, height in the second.
        Mae = "mae-2d",
        /// Height in the first half, width in the second.
        VitMae = "vit-mae",
        /// Sines of both axes, then cosines.
        Timm = "timm-2d",
        /// Sine and cosine of the height, then of the width.
        TimmInterleaved = "timm-2d-interleaved",
        /// As `timm-2d`, with width first and cells column by column.
        TimmReversed = "timm-2d-reversed",
        /// As `timm-2d-interleaved`, with width first and cells column by column.
        TimmReversedInterleaved = "timm-2d-reversed-interleaved",
        /// Width first, and cells column by column.
        MocoV3 = "moco-v3",
        /// Normalized to 2π, height first.
        Detr = "detr",
        /// Interleaved sine and cosine of each axis, cropped.
        Tatp2d = "tatp22-2d",
        /// The same for frames, rows and columns.
        Tatp3d = "tatp22-3d",
        /// Axial rotary encoding of centers in −1 to 1.
        DinoV3 = "dinov3",
        /// Axial rotary encoding whose axes take turns with the frequencies.
        Pixtral = "pixtral",
        /// Axial rotary encoding with the same frequencies for both axes.
        Qwen2Vl = "qwen2-vl-vision",
        /// The same, each axis with halves of its own.
        Gemma4 = "gemma-4-vision",
        /// The same from coordinate 1 on, width first.
        Llama4 = "llama-4-vision",
        /// The same with adjacent pairs, width first.
        Sam2 = "sam-2",
    }
}

impl GridConvention {
    /// Heading under which grids are listed.
    pub const GROUP: &'static str = "Grids of patches";

    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Mae => "MAE, 2-D (original)",
            Self::VitMae => "ViT-MAE (transformers)",
            Self::Timm => "timm, 2-D",
            Self::TimmInterleaved => "timm, 2-D, interleave_sin_cos",
            Self::TimmReversed => "timm, 2-D, reverse_coord",
            Self::TimmReversedInterleaved => "timm, 2-D, reverse_coord, interleave_sin_cos",
            Self::MocoV3 => "MoCo v3",
            Self::Detr => "DETR, normalized",
            Self::Tatp2d => "multidim-positional-encoding, 2-D",
            Self::Tatp3d => "multidim-positional-encoding, 3-D",
            Self::DinoV3 => "DINOv3 (rotary)",
            Self::Pixtral => "Pixtral (rotary)",
            Self::Qwen2Vl => "Qwen2-VL vision (rotary)",
            Self::Gemma4 => "Gemma 4 vision (rotary)",
            Self::Llama4 => "Llama 4 vision (rotary)",
            Self::Sam2 => "SAM 2 memory (rotary)",
        }
    }

    /// Description in one sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Mae => {
                "Sine and cosine of the column in the first half, of the row in the second."
            }
            Self::VitMae => {
                "Sine and cosine of the row in the first half, of the column in the second."
            }
            Self::Timm => "Four blocks: sine of the row, of the column, then their cosines.",
            Self::TimmInterleaved => "Four blocks: sine and cosine of the row, then of the column.",
            Self::TimmReversed => {
                "Four blocks: sine of the column, of the row, then cosines; cells run down the columns."
            }
            Self::TimmReversedInterleaved | Self::MocoV3 => {
                "Sine and cosine of the column, then of the row; cells run down the columns."
            }
            Self::Detr => {
                "Rows and columns counted from 1 and scaled to 2π; row first, interleaved."
            }
            Self::Tatp2d => "Interleaved sine and cosine of the row, then of the column.",
            Self::Tatp3d => "Interleaved sine and cosine of frame, row and column.",
            Self::DinoV3 => {
                "Centers of patches from −1 to 1, times 2π: row in the first quarter, column in the second."
            }
            Self::Pixtral => "Even frequencies turn with the row, odd ones with the column.",
            Self::Qwen2Vl => "A quarter of frequencies for the row, the same for the column.",
            Self::Gemma4 => {
                "Column in the first half of a head, row in the second, each in halves."
            }
            Self::Llama4 => "Column, then row, counted from 1; adjacent pairs.",
            Self::Sam2 => "Column, then row, counted from 0; adjacent pairs.",
        }
    }

    /// Source: repository and file.
    pub fn source(self) -> &'static str {
        match self {
            Self::Mae => "facebookresearch/mae: util/pos_embed.py",
            Self::VitMae => {
                "huggingface/transformers: models/vit_mae/modeling_vit_mae.py, build_2d_sinusoidal_position_embedding"
            }
            Self::Timm
            | Self::TimmInterleaved
            | Self::TimmReversed
            | Self::TimmReversedInterleaved => {
                "huggingface/pytorch-image-models: timm/layers/pos_embed_sincos.py, build_sincos2d_pos_embed"
            }
            Self::MocoV3 => "facebookresearch/moco-v3: vits.py",
            Self::Detr => {
                "facebookresearch/detr: models/position_encoding.py; huggingface/transformers: models/detr/modeling_detr.py"
            }
            Self::Tatp2d | Self::Tatp3d => {
                "tatp22/multidim-positional-encoding: positional_encodings/torch_encodings.py"
            }
            Self::DinoV3 => {
                "huggingface/transformers: models/dinov3_vit/modeling_dinov3_vit.py, DINOv3ViTRopePositionEmbedding"
            }
            Self::Pixtral => {
                "huggingface/transformers: models/pixtral/modeling_pixtral.py, PixtralRotaryEmbedding"
            }
            Self::Qwen2Vl => {
                "huggingface/transformers: models/qwen2_vl/modeling_qwen2_vl.py, VisionRotaryEmbedding"
            }
            Self::Gemma4 => "huggingface/transformers: models/gemma4/modeling_gemma4.py",
            Self::Llama4 => {
                "huggingface/transformers: models/llama4/modeling_llama4.py, Llama4VisionRotaryEmbedding"
            }
            Self::Sam2 => {
                "huggingface/transformers: models/sam2_video/modeling_sam2_video.py, Sam2VideoVisionRotaryEmbedding"
            }
        }
    }

    /// Base of the frequencies.
    pub fn base(self) -> f64 {
        match self {
            Self::DinoV3 | Self::Gemma4 => 100.0,
            _ => 10_000.0,
        }
    }

    /// True for the rotation of a head, whose rows are a cache of cosines or sines.
    pub fn is_rotary(self) -> bool {
        matches!(
            self,
            Self::DinoV3 | Self::Pixtral | Self::Qwen2Vl | Self::Gemma4 | Self::Llama4 | Self::Sam2
        )
    }

    /// Convention by which a vision model of transformers rotates, by the type that its configuration names.
    pub fn of_model_type(model_type: &str) -> Option<Self> {
        match model_type {
            "dinov3_vit" | "eomt_dinov3" => Some(Self::DinoV3),
            "pixtral" => Some(Self::Pixtral),
            "qwen2_vl_vision" | "qwen2_5_vl_vision" | "qwen2_vl" | "qwen2_5_vl" | "mlcd"
            | "mlcd_vision_model" | "glm4v_vision" => Some(Self::Qwen2Vl),
            "gemma4_vision" => Some(Self::Gemma4),
            "llama4_vision_model" => Some(Self::Llama4),
            "sam2_video" => Some(Self::Sam2),
            _ => None,
        }
    }

    /// True for a grid of frames.
    pub fn has_frames(self) -> bool {
        self == Self::Tatp3d
    }

    /// True if the cells become rows column by column, not row by row.
    pub fn is_column_major(self) -> bool {
        matches!(self, Self::TimmReversed | Self::TimmReversedInterleaved | Self::MocoV3)
    }

    /// Number by which the width must be divisible.
    pub(super) fn divisor(self) -> u32 {
        match self {
            Self::Tatp2d | Self::Tatp3d => 1,
            _ => 4,
        }
    }
}
