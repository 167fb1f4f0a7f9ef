//! Workspaces: groups of views for one purpose, their layouts, and the one rule that says which of them fit what is open.

use super::{Subject, View};
use crate::{
    action::{Action, Comparand, Gesture},
    encoding::{NAMED_STAGES, Rounding, Stages},
    scene::{Key, Named, Scene, Setting, Side, Sides, Views},
};

/// Group of views for one purpose.
pub struct Workspace {
    /// Name in the menu bar.
    pub title: &'static str,
    /// Purpose of the workspace, in one sentence.
    pub sentence: &'static str,
    /// Encodings that the workspace is made for.
    of: Of,
    /// Question that the workspace asks before it has anything to show; empty if it always has.
    pub beginning: &'static str,
    /// Layouts, the best first.
    layouts: &'static [WorkspaceLayout],
    /// What the workspace shows where it does not fit what is open.
    pub example: Example,
}

/// Encodings that a workspace is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// Rotary encodings, which models have.
    Rotary,
    /// Grids of patches, and models whose tokens have several positions.
    Grid,
    /// Tables of files.
    File,
    /// Biases of scores.
    Bias,
    /// Any that the views can show.
    Any,
    /// Rows of numbers, compared with others.
    Comparison,
    /// Rows of numbers, rounded.
    Rounding,
}

/// What a workspace shows where it does not fit what is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// Scene: its name and its text.
    Scene(&'static str, &'static str),
    /// The learned table that comes with the program.
    Table,
}

/// Layout of a workspace: one view, or layouts beside or above each other with their shares of the space.
pub enum WorkspaceLayout {
    /// One view.
    Single(View),
    /// Layouts from left to right, each with its share of the width.
    Row(&'static [(f32, Self)]),
    /// Layouts from top to bottom, each with its share of the height.
    Column(&'static [(f32, Self)]),
    /// Views of which one is seen, the first at first.
    Tabs(&'static [View]),
}

impl WorkspaceLayout {
    fn list(&self) -> Vec<View> {
        match self {
            Self::Single(view) => vec![*view],
            Self::Row(parts) | Self::Column(parts) => {
                parts.iter().flat_map(|(_, place)| place.list()).collect()
            }
            Self::Tabs(views) => views.to_vec(),
        }
    }

    /// All views of the layout.
    pub fn views(&self) -> Views {
        Views::new(&self.list())
    }
}

/// Way to begin what a workspace is about: the text of a button, what it does, and its action.
pub struct Beginning {
    /// Text of the button.
    pub title: String,
    /// What the button does, in a few words.
    pub sentence: &'static str,
    /// Action of the button.
    pub action: Action,
}

impl Workspace {
    /// Workspace with a title.
    pub fn named(title: &str) -> Option<&'static Self> {
        WORKSPACES.iter().find(|it| it.title == title)
    }

    /// Workspace with a layout of these views, and the layout.
    pub fn with_views(views: Views) -> Option<(&'static Self, &'static WorkspaceLayout)> {
        let of = |it: &'static Self| Some((it, it.layouts.iter().find(|it| it.views() == views)?));
        WORKSPACES.iter().find_map(of)
    }

    /// The first workspace that fits what is open: that in which it opens.
    pub fn home(subject: Subject<'_>) -> Option<&'static Self> {
        WORKSPACES.iter().find(|it| it.fits(subject))
    }

    /// True if the workspace is about what is open, and every view of a layout can show it.
    pub fn fits(&self, subject: Subject<'_>) -> bool {
        self.views_for(subject).is_some()
    }

    /// Views of the workspace for what is open: those of the first layout of which every view can show it. `None` if there
    /// is no such layout.
    pub fn views_for(&self, subject: Subject<'_>) -> Option<Views> {
        let a = subject.at(Side::A);
        if !self.of.includes(a.scene) {
            return None;
        }
        // What a file holds is not known before it is read.
        let is_open = |views: &Views| {
            a.table.encoding.is_missing() || views.iter().all(|view| view.can_show(a))
        };
        let can_begin = a.table.encoding.has_rows() && !self.beginnings(a).is_empty();
        let found = self.all_views().find(is_open);
        found.or_else(|| self.all_views().next().filter(|_| can_begin))
    }

    /// Title with what the workspace shows where it does not fit what is open.
    pub fn title_of_example(&self) -> String {
        let of = match self.example {
            Example::Scene(title, _) => title,
            Example::Table => "a learned table",
        };
        format!("{} (example: {of})", self.title)
    }

    /// Views of every layout.
    pub fn all_views(&self) -> impl Iterator<Item = Views> {
        self.layouts.iter().map(WorkspaceLayout::views)
    }

    /// True if the views are a layout of the workspace.
    pub fn has_views(&self, views: Views) -> bool {
        self.all_views().any(|own| own == views)
    }

    /// Sides of a comparison that the workspace shows as it is entered.
    pub fn sides(&self) -> Sides {
        if self.of == Of::Comparison { Sides::All } else { Sides::A }
    }

    /// True for a workspace that stands apart, after those of what is open.
    pub fn is_apart(&self) -> bool {
        matches!(self.of, Of::Comparison | Of::Rounding)
    }

    /// Ways to begin what the workspace is about; empty if that has begun, or if there is nothing to begin.
    pub fn beginnings(&self, subject: Subject<'_>) -> Vec<Beginning> {
        let scene = subject.scene;
        match self.of {
            Of::Comparison if subject.counterpart.is_none() => comparisons(scene),
            Of::Rounding if scene.draft().round.is_exact() => roundings(scene),
            _ => Vec::new(),
        }
    }
}

impl Of {
    /// True if the encoding of a scene is one of them.
    fn includes(self, scene: &Scene) -> bool {
        let family = scene.draft().encoding;
        match self {
            Self::Rotary => family.is_rotary(),
            Self::Grid => {
                family.is_grid() || scene.rotary().is_some_and(|it| it.sections().is_some())
            }
            Self::File => family.is_table(),
            Self::Bias => family.is_bias(),
            Self::Any => true,
            Self::Comparison | Self::Rounding => !family.is_bias(),
        }
    }
}

/// What an encoding is likely to be compared with: three others of its kind, a file, or itself with a change.
fn comparisons(scene: &Scene) -> Vec<Beginning> {
    /// Conventions that people compare, by kind; the first three that differ from A are offered.
    const SINUSOIDS: [&str; 4] = ["fairseq", "tensor2tensor", "paper", "diffusers"];
    const GRIDS: [&str; 4] = ["mae-2d", "timm-2d", "detr", "vit-mae"];
    let family = scene.draft().encoding;
    let own = scene.convention_title();
    let mut found = Vec::new();
    let names: &[&str] = match family {
        _ if family.is_rotary() => &[],
        _ if family.is_grid() => &GRIDS,
        _ => &SINUSOIDS,
    };
    for named in names.iter().filter_map(|key| Named::find(key).ok()) {
        if named.title() != own && found.len() < 3 {
            found.push(Beginning {
                title: named.title().to_owned(),
                sentence: named.sentence(),
                action: Action::Compare(Comparand::Of(named.into())),
            });
        }
    }
    if family.is_rotary() {
        let of_key = |title: &str, sentence, key, text: &str| {
            let setting = Setting::parse(key, text).ok()?;
            let action = Action::Compare(Comparand::Of(setting));
            Some(Beginning { title: title.to_owned(), sentence, action })
        };
        let base =
            if scene.rotary().is_some_and(|it| it.base() == 1e4) { "500000" } else { "10000" };
        found.extend(of_key(
            "Another base",
            "The same head with θ = 10,000, or 500,000",
            Key::Base,
            base,
        ));
        found.extend(of_key(
            "Linear scaling by 4",
            "Every position divided by 4",
            Key::Scaling,
            "linear",
        ));
        found.extend(of_key(
            "Cache in bf16",
            "The same angles, cosines rounded",
            Key::Round,
            "cache-bf16",
        ));
    }
    found.push(Beginning {
        title: "A table from a file…".to_owned(),
        sentence: "npy, npz, safetensors, csv or tsv",
        action: Action::ChooseTableOfB,
    });
    found.push(Beginning {
        title: "A, changed".to_owned(),
        sentence: "A copy of A, whose parameters you then change",
        action: Action::Compare(Comparand::Copy),
    });
    found
}

/// Roundings that programs have.
fn roundings(scene: &Scene) -> Vec<Beginning> {
    const KEYS: [&str; 3] = ["cache-bf16", "inv-freq-bf16", "f16"];
    let has_stages = scene.has_stages();
    let named = NAMED_STAGES.iter().filter(|it| KEYS.contains(&it.key));
    let named = named.filter(|it| has_stages || it.stages.is_of_result());
    let of_named = named.map(|it| (it.stages, it.title.to_owned(), it.source));
    let all: Vec<(Stages, String, &'static str)> = if has_stages {
        of_named.collect()
    } else {
        [Rounding::Bf16, Rounding::F16, Rounding::F32]
            .map(|it| (Stages::of_result(it), format!("Values in {}", it.key()), ""))
            .to_vec()
    };
    let round = |(stages, title, sentence)| Beginning {
        title,
        sentence,
        action: Action::Edit(Setting::Round(stages), Gesture::Single),
    };
    all.into_iter().map(round).collect()
}

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
            sentence: "A model's configuration: its angles, and where every number comes from",
            of: Of::Rotary,
            beginning: "",
            layouts: &[
                Row(&[
                    (0.5, Column(&[(0.5, Single(View::Wavelengths)), (0.5, Single(View::Score))])),
                    (0.5, Column(&[(0.5, Single(View::Config)), (0.5, Single(View::Head))])),
                ]),
                Row(&[
                    (0.5, Column(&[(0.5, Single(View::Wavelengths)), (0.5, Single(View::Score))])),
                    (0.5, Single(View::Config)),
                ]),
                Row(&[
                    (0.5, Single(View::Config)),
                    (0.5, Column(&[(0.5, Single(View::Heatmap)), (0.5, Single(View::Similarity))])),
                ]),
            ],
            example: Example::Scene("Llama 3.1 8B", "model=llama-3.1-8b"),
        },
        Workspace {
            title: "Grid",
            sentence: "Image patches: which column belongs to which axis, what a patch is similar to, and faults",
            of: Of::Grid,
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
            title: "Learned",
            sentence: "A table that a network learned: what its rows tell of positions",
            of: Of::File,
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
            of: Of::Bias,
            beginning: "",
            layouts: &[
                Row(&[
                    (0.5, Column(&[(0.5, Single(View::Bias)), (0.5, Single(View::BiasScore))])),
                    (
                        0.5,
                        Column(&[
                            (
                                0.5,
                                Row(&[(0.5, Single(View::Slopes)), (0.5, Single(View::HalfLife))]),
                            ),
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
            of: Of::Any,
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
            of: Of::Any,
            beginning: "",
            layouts: &[
                Row(&[
                    (
                        0.46,
                        Column(&[(0.46, Single(View::RotationLab)), (0.54, Single(View::Proof))]),
                    ),
                    (
                        0.54,
                        Column(&[
                            (0.5, Row(&[(0.5, Single(View::Pair)), (0.5, Single(View::Rotation))])),
                            (0.5, Single(View::Checks)),
                        ]),
                    ),
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
            of: Of::Any,
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
            of: Of::Any,
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
            of: Of::Any,
            beginning: "",
            layouts: &[Row(&[(0.5, Single(View::Clocks)), (0.5, Single(View::Manifold))])],
            example: SINUSOID,
        },
        Workspace {
            title: "Counter",
            sentence: "Counting in bits, and in waves",
            of: Of::Any,
            beginning: "",
            layouts: &[Single(View::Counter)],
            example: SINUSOID,
        },
        Workspace {
            title: "Criteria",
            sentence: "What a good encoding needs, and which encodings have it",
            of: Of::Any,
            beginning: "",
            layouts: &[Column(&[(0.5, Single(View::SideBySide)), (0.5, Single(View::Criteria))])],
            example: SINUSOID,
        },
        Workspace {
            title: "Tokens",
            sentence: "A sentence with its positions: embeddings before and after",
            of: Of::Any,
            beginning: "",
            layouts: &[
                Row(&[
                    (0.5, Column(&[(0.56, Single(View::Tokens)), (0.44, Single(View::Sum))])),
                    (
                        0.5,
                        Column(&[
                            (0.56, Single(View::WordSimilarity)),
                            (0.44, Single(View::TwoWords)),
                        ]),
                    ),
                ]),
                Row(&[
                    (0.5, Column(&[(0.56, Single(View::Tokens)), (0.44, Single(View::Sum))])),
                    (0.5, Single(View::WordSimilarity)),
                ]),
            ],
            example: SINUSOID,
        },
        Workspace {
            title: "Values",
            sentence: "The numbers themselves",
            of: Of::Any,
            beginning: "",
            layouts: &[Column(&[(0.7, Single(View::Values)), (0.3, Single(View::Heatmap))])],
            example: SINUSOID,
        },
        Workspace {
            title: "Compare",
            sentence: "Two encodings beside each other, and where they differ",
            of: Of::Comparison,
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
            title: "Precision",
            sentence: "What bf16, f16 and f32 do to positions, stage by stage",
            of: Of::Rounding,
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
