//! Views that are looked at together, and how they lie.

use super::View;
use crate::scene::Views;

/// Views side by side for one purpose.
pub struct Desk {
    /// Name in the menu bar.
    pub title: &'static str,
    /// What it is for, in one sentence.
    pub sentence: &'static str,
    /// How they lie.
    pub layout: Place,
}

/// A view, or views beside or above each other with their shares of the room.
pub enum Place {
    /// One view.
    One(View),
    /// From left to right.
    Across(&'static [(f32, Self)]),
    /// From the top down.
    Down(&'static [(f32, Self)]),
}

impl Place {
    fn views(&self) -> Vec<View> {
        match self {
            Self::One(view) => vec![*view],
            Self::Across(places) | Self::Down(places) => {
                places.iter().flat_map(|(_, place)| place.views()).collect()
            }
        }
    }
}

impl Desk {
    /// Its views.
    pub fn views(&self) -> Views {
        Views::new(&self.layout.views())
    }
}

/// Every desk.
pub const DESKS: &[Desk] = {
    use Place::{Across, Down, One};
    &[
        Desk {
            title: "Explore",
            sentence: "The encoding as heatmap and waves, its similarity, its rotation",
            layout: Across(&[
                (0.56, Down(&[(0.66, One(View::Heatmap)), (0.34, One(View::Waves))])),
                (0.44, Down(&[(0.5, One(View::Similarity)), (0.5, One(View::Rotation))])),
            ]),
        },
        Desk {
            title: "Rotation lab",
            sentence: "PE(t + k) is PE(t) turned: seen, computed, proved",
            layout: Across(&[
                (0.46, Down(&[(0.46, One(View::RotationLab)), (0.54, One(View::Proof))])),
                (
                    0.54,
                    Down(&[
                        (0.5, Across(&[(0.5, One(View::Pair)), (0.5, One(View::Rotation))])),
                        (0.5, One(View::Checks)),
                    ]),
                ),
            ]),
        },
        Desk {
            title: "Similarity lab",
            sentence: "How alike positions are, by how far they are apart, and why",
            layout: Across(&[
                (0.5, Down(&[(0.56, One(View::Similarity)), (0.44, One(View::Profile))])),
                (0.5, One(View::Facts)),
            ]),
        },
        Desk {
            title: "Frequencies",
            sentence: "Fast waves tell near positions apart, slow ones far positions",
            layout: Across(&[
                (0.5, Down(&[(0.5, One(View::Wavelengths)), (0.5, One(View::Shares))])),
                (0.5, Down(&[(0.5, One(View::Waves)), (0.5, One(View::Pair))])),
            ]),
        },
        Desk {
            title: "Clocks",
            sentence: "The position plays: hands turn, and PE(t) runs along its curve",
            layout: Across(&[(0.5, One(View::Clocks)), (0.5, One(View::Manifold))]),
        },
        Desk {
            title: "Counter",
            sentence: "Counting in bits, and in waves",
            layout: One(View::Counter),
        },
        Desk {
            title: "Criteria",
            sentence: "What a good encoding must do, and which encodings do it",
            layout: Down(&[(0.5, One(View::SideBySide)), (0.5, One(View::Criteria))]),
        },
        Desk {
            title: "Tokens",
            sentence: "A sentence with its positions: embeddings before and after",
            layout: Across(&[
                (0.5, Down(&[(0.56, One(View::Tokens)), (0.44, One(View::Sum))])),
                (0.5, Down(&[(0.56, One(View::WordSimilarity)), (0.44, One(View::TwoWords))])),
            ]),
        },
        Desk {
            title: "Values",
            sentence: "The numbers themselves",
            layout: Down(&[(0.7, One(View::Values)), (0.3, One(View::Heatmap))]),
        },
    ]
};
