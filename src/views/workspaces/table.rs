//! The workspaces: a row each.

use super::workspace::{Example, Scope, Workspace, WorkspaceLayout};
use crate::views::View;

/// Title of the workspace about tables of files.
pub(super) const LEARNED: &str = "Learned";
/// Title of the workspace about comparisons.
pub(super) const COMPARE: &str = "Compare";
pub(super) const PRECISION: &str = "Precision";

/// Layout of rows of numbers that follow no wave.
const ROWS: WorkspaceLayout = WorkspaceLayout::Row(&[
    (0.56, WorkspaceLayout::Single(View::Heatmap)),
    (0.44, WorkspaceLayout::Single(View::Similarity)),
]);

/// All workspaces, in the order of the menu bar.
pub const WORKSPACES: &[Workspace] = {
    use WorkspaceLayout::{Column, Row, Single, Tabs};
    const SINUSOID: Example = Example::Scene("the paper's encoding", "");
    &[
        Workspace {
            title: "Model",
            sentence: "A model: how it knows positions, and where every number comes from",
            scope: Scope::Model,
            beginning: "",
            layouts: &[
                Row(&[
                    (
                        0.5,
                        Column(&[
                            (0.5, Tabs(&[View::Tensors, View::Config])),
                            (0.5, Single(View::Head)),
                        ]),
                    ),
                    (0.5, Column(&[(0.5, Single(View::Wavelengths)), (0.5, Single(View::Score))])),
                ]),
                Row(&[
                    (0.5, Column(&[(0.5, Single(View::Config)), (0.5, Single(View::Head))])),
                    (0.5, Column(&[(0.5, Single(View::Wavelengths)), (0.5, Single(View::Score))])),
                ]),
                Row(&[
                    (0.5, Single(View::Config)),
                    (0.5, Column(&[(0.5, Single(View::Wavelengths)), (0.5, Single(View::Score))])),
                ]),
                Row(&[
                    (0.5, Single(View::Config)),
                    (0.5, Column(&[(0.5, Single(View::Heatmap)), (0.5, Single(View::Similarity))])),
                ]),
                Row(&[
                    (0.5, Single(View::Tensors)),
                    (
                        0.5,
                        Column(&[
                            (0.5, Single(View::Bias)),
                            (0.5, Tabs(&[View::BiasMatrix, View::BiasLayers])),
                        ]),
                    ),
                ]),
                Row(&[
                    (0.5, Single(View::Tensors)),
                    (0.5, Column(&[(0.5, Single(View::Bias)), (0.5, Single(View::BiasMatrix))])),
                ]),
                Row(&[
                    (0.5, Single(View::Tensors)),
                    (0.5, Column(&[(0.5, Single(View::Heatmap)), (0.5, Single(View::Similarity))])),
                ]),
                Single(View::Tensors),
            ],
            example: Example::Scene("Llama 3.1 8B", "model=llama-3.1-8b"),
        },
        Workspace {
            title: "Grid",
            sentence: "Image patches: which column belongs to which axis, what a patch is similar to, and faults",
            scope: Scope::Grid,
            beginning: "",
            layouts: &[
                Row(&[
                    (
                        0.5,
                        Column(&[
                            (0.5, Single(View::GridSimilarity)),
                            (0.5, Tabs(&[View::GridAxes, View::GridSimilarities, View::Heatmap])),
                        ]),
                    ),
                    (0.5, Single(View::GridFaults)),
                ]),
                Row(&[
                    (0.5, Single(View::GridSimilarity)),
                    (0.5, Column(&[(0.5, Single(View::GridAxes)), (0.5, Single(View::Heatmap))])),
                ]),
                Column(&[(0.6, Single(View::Positions)), (0.4, Single(View::GridAxes))]),
            ],
            example: Example::Scene(
                "ViT-MAE 14 × 20",
                "convention=vit-mae&grid=14x20&position=74&d_model=96",
            ),
        },
        Workspace {
            title: LEARNED,
            sentence: "A learned table: what its rows say about positions",
            scope: Scope::File,
            beginning: "",
            layouts: &[Row(&[
                (0.56, Single(View::Similarity)),
                (
                    0.44,
                    Column(&[
                        (0.5, Single(View::Heatmap)),
                        (
                            0.5,
                            Tabs(&[
                                View::Learned,
                                View::Norms,
                                View::Spectrum,
                                View::Directions,
                                View::ColumnFits,
                                View::Shuffled,
                            ]),
                        ),
                    ]),
                ),
            ])],
            example: Example::Table,
        },
        Workspace {
            title: "Bias",
            sentence: "What a head adds to its scores, and how far back it still sees",
            scope: Scope::Bias,
            beginning: "",
            layouts: &[
                Row(&[
                    (0.5, Column(&[(0.5, Single(View::Bias)), (0.5, Single(View::BiasScore))])),
                    (
                        0.5,
                        Column(&[
                            (0.5, Tabs(&[View::Slopes, View::HalfLife, View::BiasLayers])),
                            (0.5, Single(View::BiasMatrix)),
                        ]),
                    ),
                ]),
                Row(&[
                    (0.5, Column(&[(0.5, Single(View::Bias)), (0.5, Single(View::BiasScore))])),
                    (0.5, Single(View::BiasMatrix)),
                ]),
                Row(&[(0.5, Single(View::Bias)), (0.5, Single(View::BiasMatrix))]),
            ],
            example: Example::Scene("BLOOM's ALiBi", "convention=alibi-bloom&heads=16"),
        },
        Workspace {
            title: "Explore",
            sentence: "The encoding as heatmap and waves, its similarity, its rotation",
            scope: Scope::Any,
            beginning: "",
            layouts: &[
                Row(&[
                    (0.56, Column(&[(0.66, Single(View::Heatmap)), (0.34, Single(View::Waves))])),
                    (
                        0.44,
                        Column(&[(0.5, Single(View::Similarity)), (0.5, Single(View::Rotation))]),
                    ),
                ]),
                ROWS,
            ],
            example: SINUSOID,
        },
        Workspace {
            title: "Rotation",
            sentence: "PE(t + k) is a rotation of PE(t): seen, computed, proved",
            scope: Scope::Any,
            beginning: "",
            layouts: &[
                Row(&[
                    (
                        0.5,
                        Column(&[
                            (0.5, Single(View::RotationLab)),
                            (0.5, Tabs(&[View::Proof, View::Checks])),
                        ]),
                    ),
                    (0.5, Column(&[(0.5, Single(View::Rotation)), (0.5, Single(View::Pair))])),
                ]),
                Row(&[
                    (
                        0.5,
                        Column(&[(0.5, Single(View::RotationLab)), (0.5, Single(View::Relative))]),
                    ),
                    (0.5, Column(&[(0.5, Single(View::Pair)), (0.5, Single(View::Rotation))])),
                ]),
            ],
            example: SINUSOID,
        },
        Workspace {
            title: "Similarity",
            sentence: "How similar positions are at each distance, and why",
            scope: Scope::Any,
            beginning: "",
            layouts: &[
                Row(&[
                    (
                        0.5,
                        Column(&[(0.56, Single(View::Similarity)), (0.44, Single(View::Profile))]),
                    ),
                    (0.5, Single(View::Facts)),
                ]),
                Row(&[(0.5, Single(View::Similarity)), (0.5, Single(View::Profile))]),
            ],
            example: SINUSOID,
        },
        Workspace {
            title: "Frequencies",
            sentence: "Fast waves distinguish nearby positions, slow waves distant ones",
            scope: Scope::Any,
            beginning: "",
            layouts: &[Row(&[
                (0.5, Column(&[(0.5, Single(View::Wavelengths)), (0.5, Single(View::Shares))])),
                (0.5, Column(&[(0.5, Single(View::Waves)), (0.5, Single(View::Pair))])),
            ])],
            example: SINUSOID,
        },
        Workspace {
            title: "Clocks",
            sentence: "As the position advances, hands turn and PE(t) moves along its curve",
            scope: Scope::Any,
            beginning: "",
            layouts: &[Row(&[(0.5, Single(View::Clocks)), (0.5, Single(View::Manifold))])],
            example: SINUSOID,
        },
        Workspace {
            title: "Counter",
            sentence: "Counting in bits, and in waves",
            scope: Scope::Any,
            beginning: "",
            layouts: &[Single(View::Counter)],
            example: SINUSOID,
        },
        Workspace {
            title: "Criteria",
            sentence: "What a good encoding needs, and which encodings have it",
            scope: Scope::Any,
            beginning: "",
            layouts: &[Column(&[(0.5, Single(View::SideBySide)), (0.5, Single(View::Criteria))])],
            example: SINUSOID,
        },
        Workspace {
            title: "Tokens",
            sentence: "A sentence with its positions: embeddings before and after",
            scope: Scope::Any,
            beginning: "",
            layouts: &[
                Row(&[
                    (0.5, Column(&[(0.48, Single(View::Tokens)), (0.52, Single(View::Sum))])),
                    (
                        0.5,
                        Column(&[
                            (0.48, Single(View::WordSimilarity)),
                            (0.52, Single(View::TwoWords)),
                        ]),
                    ),
                ]),
                Row(&[
                    (0.5, Column(&[(0.48, Single(View::Tokens)), (0.52, Single(View::Sum))])),
                    (0.5, Single(View::WordSimilarity)),
                ]),
            ],
            example: SINUSOID,
        },
        Workspace {
            title: "Values",
            sentence: "The numbers themselves",
            scope: Scope::Any,
            beginning: "",
            layouts: &[Column(&[(0.7, Single(View::Values)), (0.3, Single(View::Heatmap))])],
            example: SINUSOID,
        },
        Workspace {
            title: COMPARE,
            sentence: "Two encodings beside each other, and where they differ",
            scope: Scope::Comparison,
            beginning: "What should A be compared with?",
            layouts: &[
                Column(&[
                    (0.52, Row(&[(0.74, Single(View::Heatmap)), (0.26, Single(View::Verdict))])),
                    (
                        0.48,
                        Row(&[
                            (0.34, Single(View::DifferenceByPosition)),
                            (0.33, Single(View::DifferenceByColumn)),
                            (0.33, Single(View::Profile)),
                        ]),
                    ),
                ]),
                // Encodings of different widths have no difference.
                Column(&[
                    (0.55, Single(View::Heatmap)),
                    (0.45, Row(&[(0.3, Single(View::Verdict)), (0.7, Single(View::Profile))])),
                ]),
            ],
            example: Example::Scene("the paper's encoding and fairseq's", "b.convention=fairseq"),
        },
        Workspace {
            title: PRECISION,
            sentence: "What bf16, f16 and f32 do to positions, stage by stage",
            scope: Scope::Rounding,
            beginning: "What should be rounded?",
            layouts: &[Row(&[
                (
                    0.5,
                    Column(&[
                        (0.5, Single(View::Precision)),
                        (0.5, Tabs(&[View::ErrorByPosition, View::ErrorByPair, View::NumberLine])),
                    ]),
                ),
                (
                    0.5,
                    Column(&[
                        (0.5, Tabs(&[View::Error, View::Heatmap])),
                        (0.5, Tabs(&[View::Neighbors, View::Similarity])),
                    ]),
                ),
            ])],
            example: Example::Scene(
                "a cache in bf16",
                "encoding=rotary&length=4096&round=cache-bf16",
            ),
        },
    ]
};
