//! Workspaces: groups of views for one purpose, and their layouts.

use super::View;
use crate::scene::Views;

/// Group of views for one purpose.
pub struct Workspace {
    /// Name in the menu bar.
    pub title: &'static str,
    /// Purpose of the workspace, in one sentence.
    pub sentence: &'static str,
    /// Arrangement of the views.
    pub layout: WorkspaceLayout,
}

/// Workspaces for jobs and for kinds of encodings. All others are laboratories, for which the menu bar has one entry.
const FOR_JOBS: [&str; 7] = ["Explore", "Compare", MODELS, "Precision", GRIDS, LEARNED, BIASES];

/// Layout of a workspace: one view, or layouts beside or above each other with their shares of the space.
pub enum WorkspaceLayout {
    /// One view.
    Single(View),
    /// Layouts from left to right, each with its share of the width.
    Row(&'static [(f32, Self)]),
    /// Layouts from top to bottom, each with its share of the height.
    Column(&'static [(f32, Self)]),
}

impl WorkspaceLayout {
    fn views(&self) -> Vec<View> {
        match self {
            Self::Single(view) => vec![*view],
            Self::Row(parts) | Self::Column(parts) => {
                parts.iter().flat_map(|(_, place)| place.views()).collect()
            }
        }
    }
}

impl Workspace {
    /// True for a workspace that explains one thing.
    pub fn is_laboratory(&self) -> bool {
        !FOR_JOBS.contains(&self.title)
    }

    /// All views of the workspace.
    pub fn views(&self) -> Views {
        Views::new(&self.layout.views())
    }
}

/// Views of the workspace about models.
pub fn models_workspace() -> Views {
    views_of(MODELS)
}

/// Views of the workspace about learned tables.
pub fn learned_workspace() -> Views {
    views_of(LEARNED)
}

/// Views of the workspace about biases.
pub fn biases_workspace() -> Views {
    views_of(BIASES)
}

/// Views of the workspace about grids of patches.
pub fn grids_workspace() -> Views {
    views_of(GRIDS)
}

fn views_of(title: &str) -> Views {
    let found = WORKSPACES.iter().find(|workspace| workspace.title == title);
    found.map_or_else(Views::default, Workspace::views)
}

/// Name of the workspace about models.
const MODELS: &str = "Models";
/// Name of the workspace about grids of patches.
const GRIDS: &str = "Grids";
/// Name of the workspace about learned tables.
const LEARNED: &str = "Learned";
/// Name of the workspace about biases.
const BIASES: &str = "Biases";

/// All workspaces.
pub const WORKSPACES: &[Workspace] = {
    use WorkspaceLayout::{Column, Row, Single};
    &[
        Workspace {
            title: "Explore",
            sentence: "The encoding as heatmap and waves, its similarity, its rotation",
            layout: Row(&[
                (0.56, Column(&[(0.66, Single(View::Heatmap)), (0.34, Single(View::Waves))])),
                (0.44, Column(&[(0.5, Single(View::Similarity)), (0.5, Single(View::Rotation))])),
            ]),
        },
        Workspace {
            title: "Compare",
            sentence: "Two encodings beside each other, and where they differ",
            layout: Column(&[
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
        },
        Workspace {
            title: MODELS,
            sentence: "A model's configuration: its angles, and where every number comes from",
            layout: Row(&[
                (0.5, Column(&[(0.5, Single(View::Wavelengths)), (0.5, Single(View::Score))])),
                (0.5, Column(&[(0.5, Single(View::Config)), (0.5, Single(View::Head))])),
            ]),
        },
        Workspace {
            title: "Precision",
            sentence: "What bf16, f16 and f32 do to positions, stage by stage",
            layout: Row(&[
                (
                    0.565,
                    Column(&[
                        (0.5, Single(View::Precision)),
                        (
                            0.5,
                            Row(&[
                                (0.42, Single(View::ErrorByPosition)),
                                (0.3, Single(View::ErrorByPair)),
                                (0.28, Single(View::NumberLine)),
                            ]),
                        ),
                    ]),
                ),
                (
                    0.435,
                    Column(&[
                        (0.5, Row(&[(0.5, Single(View::Heatmap)), (0.5, Single(View::Error))])),
                        (
                            0.5,
                            Row(&[(0.5, Single(View::Similarity)), (0.5, Single(View::Neighbors))]),
                        ),
                    ]),
                ),
            ]),
        },
        Workspace {
            title: GRIDS,
            sentence: "Image patches: which column belongs to which axis, and what a patch is similar to, and faults",
            layout: Row(&[
                (
                    0.52,
                    Column(&[
                        (
                            0.54,
                            Row(&[
                                (0.5, Single(View::GridSimilarity)),
                                (0.5, Single(View::GridSimilarities)),
                            ]),
                        ),
                        (
                            0.46,
                            Row(&[(0.57, Single(View::GridAxes)), (0.43, Single(View::Heatmap))]),
                        ),
                    ]),
                ),
                (0.48, Single(View::GridFaults)),
            ]),
        },
        Workspace {
            title: LEARNED,
            sentence: "A table that a network learned: what its rows tell of positions",
            layout: Row(&[
                (
                    0.5,
                    Column(&[
                        (
                            0.5,
                            Row(&[(0.5, Single(View::Similarity)), (0.5, Single(View::Shuffled))]),
                        ),
                        (0.5, Single(View::Learned)),
                    ]),
                ),
                (
                    0.5,
                    Column(&[
                        (
                            0.5,
                            Row(&[(0.5, Single(View::Spectrum)), (0.5, Single(View::ColumnFits))]),
                        ),
                        (0.5, Row(&[(0.5, Single(View::Norms)), (0.5, Single(View::Directions))])),
                    ]),
                ),
            ]),
        },
        Workspace {
            title: BIASES,
            sentence: "What a head adds to its scores, and how far back it still sees",
            layout: Row(&[
                (0.5, Column(&[(0.5, Single(View::Bias)), (0.5, Single(View::BiasScore))])),
                (
                    0.5,
                    Column(&[
                        (0.5, Row(&[(0.5, Single(View::Slopes)), (0.5, Single(View::HalfLife))])),
                        (0.5, Single(View::BiasMatrix)),
                    ]),
                ),
            ]),
        },
        Workspace {
            title: "Rotation lab",
            sentence: "PE(t + k) is a rotation of PE(t): seen, computed, proved",
            layout: Row(&[
                (0.46, Column(&[(0.46, Single(View::RotationLab)), (0.54, Single(View::Proof))])),
                (
                    0.54,
                    Column(&[
                        (0.5, Row(&[(0.5, Single(View::Pair)), (0.5, Single(View::Rotation))])),
                        (0.5, Single(View::Checks)),
                    ]),
                ),
            ]),
        },
        Workspace {
            title: "Similarity lab",
            sentence: "How similar positions are at each distance, and why",
            layout: Row(&[
                (0.5, Column(&[(0.56, Single(View::Similarity)), (0.44, Single(View::Profile))])),
                (0.5, Single(View::Facts)),
            ]),
        },
        Workspace {
            title: "Frequencies",
            sentence: "Fast waves distinguish nearby positions, slow waves distant ones",
            layout: Row(&[
                (0.5, Column(&[(0.5, Single(View::Wavelengths)), (0.5, Single(View::Shares))])),
                (0.5, Column(&[(0.5, Single(View::Waves)), (0.5, Single(View::Pair))])),
            ]),
        },
        Workspace {
            title: "Clocks",
            sentence: "As the position advances, hands turn and PE(t) moves along its curve",
            layout: Row(&[(0.5, Single(View::Clocks)), (0.5, Single(View::Manifold))]),
        },
        Workspace {
            title: "Counter",
            sentence: "Counting in bits, and in waves",
            layout: Single(View::Counter),
        },
        Workspace {
            title: "Criteria",
            sentence: "What a good encoding needs, and which encodings have it",
            layout: Column(&[(0.5, Single(View::SideBySide)), (0.5, Single(View::Criteria))]),
        },
        Workspace {
            title: "Tokens",
            sentence: "A sentence with its positions: embeddings before and after",
            layout: Row(&[
                (0.5, Column(&[(0.56, Single(View::Tokens)), (0.44, Single(View::Sum))])),
                (
                    0.5,
                    Column(&[(0.56, Single(View::WordSimilarity)), (0.44, Single(View::TwoWords))]),
                ),
            ]),
        },
        Workspace {
            title: "Values",
            sentence: "The numbers themselves",
            layout: Column(&[(0.7, Single(View::Values)), (0.3, Single(View::Heatmap))]),
        },
    ]
};
