//! Requirements of views: whether an encoding meets one, why not, and which encodings do.

use super::Subject;
use crate::{
    action::{Action, Gesture},
    encoding::Table,
    scene::{Named, Side},
};

/// Part of an encoding that a view requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Requirement {
    /// None.
    Any,
    /// A value for every column, at the positions of the table.
    Rows,
    /// The same, where rows are shown as the patches of a grid.
    Patches,
    /// A value for every column at every position, beyond the table as well.
    Rule,
    /// Frequencies.
    Waves,
    /// Frequencies of a sinusoidal table.
    Sinusoid,
    /// Dimensions of a head, or columns, that turn together.
    Pairs,
    /// Rotary encoding.
    Rotary,
    /// Rotary encoding whose pairing is known.
    RotaryPairs,
    /// Rows that may be added to word vectors.
    Addend,
    /// Bias of scores.
    Bias,
    /// Several axes of positions.
    Axes,
    /// Tokens with three positions.
    Sections,
}

/// Way out of an empty view: the text of a button, and its action.
pub struct Remedy {
    /// Text of the button.
    pub title: &'static str,
    /// Action of the button.
    pub action: Action,
}

impl Remedy {
    /// Convention with a key.
    fn convention(title: &'static str, key: &str) -> Option<Self> {
        let named = Named::find(key).ok()?;
        Some(Self { title, action: Action::Edit(named.into(), Gesture::Single) })
    }

    /// Well-known model, and the choice of another one.
    fn models() -> Vec<Option<Self>> {
        let model = Action::ReadModel { side: Side::A, model: "llama-3.1-8b".to_owned() };
        vec![
            Some(Self { title: "Llama 3.1 8B", action: model }),
            Some(Self { title: "Open a model…", action: Action::ChooseModel(Side::A) }),
        ]
    }
}

/// True if tokens have three positions.
fn has_sections(table: &Table) -> bool {
    let rotary = table.waves().and_then(|waves| waves.rotary());
    rotary.is_some_and(|rotary| rotary.sections().is_some())
}

impl Requirement {
    /// True if a table has it.
    pub(super) fn is_met(self, table: &Table) -> bool {
        let encoding = &table.encoding;
        let rotary = table.waves().and_then(|waves| waves.rotary());
        match self {
            Self::Any => true,
            Self::Rows | Self::Patches => encoding.has_rows(),
            Self::Bias => encoding.bias().is_some(),
            Self::Axes => encoding.grid().is_some() || has_sections(table),
            Self::Sections => has_sections(table),
            Self::Rule => encoding.is_unlimited(),
            Self::Waves => table.waves().is_some(),
            Self::Sinusoid => table.waves().is_some_and(|waves| waves.sinusoid().is_some()),
            Self::Pairs => {
                table.waves().is_some() && rotary.is_none_or(|it| it.pairing().is_some())
            }
            Self::Rotary => rotary.is_some(),
            Self::RotaryPairs => rotary.is_some_and(|it| it.pairing().is_some()),
            Self::Addend => encoding.has_rows() && !encoding.is_rotary(),
        }
    }

    /// Reason why the table lacks it, in one sentence or two.
    pub(super) fn reason(self, subject: Subject<'_>) -> String {
        let title = subject.scene.convention_title();
        let encoding = &subject.table.encoding;
        if encoding.is_missing() {
            return format!("“{title}” has not been read.");
        }
        if encoding.bias().is_some() {
            return format!(
                "“{title}” is a bias: a number added to scores, which gives positions no vectors. The views of Biases show it."
            );
        }
        let (is_rotary, is_grid) = (encoding.is_rotary(), encoding.grid().is_some());
        let is_exact = subject.scene.draft().encoding.round.is_exact();
        let reason = match self {
            Self::Addend if is_rotary => {
                "A rotary encoding is not added to words: it turns queries and keys in every layer."
            }
            Self::Pairs if encoding.exact().is_some() => {
                "No matrix moves every position of rounded values: this view needs exact waves."
            }
            Self::RotaryPairs if is_rotary && !is_exact => {
                "This view needs the exact rotation; the frequencies or values of the scene are rounded."
            }
            Self::Pairs | Self::RotaryPairs if is_rotary && subject.scene.spacing().is_none() => {
                "The model does not say which dimensions turn together: choose the pairing under Encoding."
            }
            Self::Sinusoid if is_rotary => {
                return format!("This view explains a sinusoidal table; “{title}” is rotary.");
            }
            Self::Rotary | Self::RotaryPairs if !is_rotary => {
                "This view needs a rotary encoding: open a model, or choose Rotary under Encoding."
            }
            Self::Bias => {
                "This view needs a bias: choose ALiBi, T5 or another bias of scores under Encoding."
            }
            Self::Axes => {
                "This view needs several axes: choose MAE, timm, DINOv3 or another grid of patches under Encoding, or a \
                 model with mrope_section."
            }
            Self::Sections => {
                "This view needs a model whose tokens have three positions: a configuration with mrope_section, or \
                 encoding=rotary&mrope_section=16,24,24."
            }
            Self::Rule if is_grid => {
                "This view needs values at every position; a grid has only its cells."
            }
            Self::Rule => {
                return format!(
                    "This view needs values at every position; the table “{title}” has only its rows. Choose a \
                     convention under Encoding."
                );
            }
            _ if !is_exact => "This view needs exact waves; those of the scene are rounded.",
            _ if subject.scene.draft().encoding.family.is_fourier() => {
                "This view needs one ladder of frequencies over whole positions; Fourier features encode a real number x."
            }
            _ if subject.scene.spacing().is_some() => {
                "This view needs whole positions: a step of 1, and a whole start."
            }
            _ if is_grid => "This view needs one axis of positions; a grid has two.",
            _ => {
                return format!(
                    "This view needs frequencies; the encoding “{title}” has none. Choose a convention under Encoding."
                );
            }
        };
        reason.to_owned()
    }

    /// Text of a scene that has it; empty if every scene has.
    pub(super) fn example(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Rows | Self::Rule | Self::Waves | Self::Sinusoid | Self::Pairs | Self::Addend => {
                "convention=paper"
            }
            Self::Patches | Self::Axes => "convention=mae-2d&grid=14x20",
            Self::Rotary | Self::RotaryPairs => "model=llama-3.1-8b",
            Self::Bias => "convention=alibi-bloom",
            Self::Sections => "encoding=rotary&mrope_section=16,24,24",
        }
    }

    /// Encodings that have it, the best known first.
    pub(super) fn remedies(self, subject: Subject<'_>) -> Vec<Remedy> {
        // Rounded and real positions are left where they were chosen.
        let scene = subject.scene;
        let has_own_spacing =
            scene.spacing().is_some() && !scene.draft().encoding.family.is_fourier();
        let is_plain = scene.draft().encoding.round.is_exact() && !has_own_spacing;
        let found = match self {
            Self::Rotary | Self::RotaryPairs if !subject.table.encoding.is_rotary() => {
                Remedy::models()
            }
            Self::Bias => {
                vec![Remedy::convention("ALiBi", "alibi-bloom"), Remedy::convention("T5", "t5")]
            }
            Self::Axes => vec![
                Remedy::convention("ViT-MAE", "vit-mae"),
                Remedy::convention("DINOv3", "dinov3"),
            ],
            Self::Rule | Self::Waves | Self::Sinusoid | Self::Pairs | Self::Addend if is_plain => {
                vec![Remedy::convention("The paper's encoding", "paper")]
            }
            _ => Vec::new(),
        };
        found.into_iter().flatten().collect()
    }
}
