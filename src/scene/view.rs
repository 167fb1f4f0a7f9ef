//! Registry of the views by key, and the set of open views.

use std::{fmt, str::FromStr};

use super::Key;
use crate::stable_enum::{UnknownKey, stable_enum};

stable_enum! {
    /// Every view. The module `views` defines what each shows.
    pub enum View {
        /// Table with one color per value.
        Heatmap = "heatmap",
        /// Columns as curves over the positions.
        Waves = "waves",
        /// Similarity of any two positions.
        Similarity = "similarity",
        /// Rotation matrix `M_k`.
        Rotation = "rotation",
        /// PE(t), `M_k`·PE(t) and PE(t + k) below each other.
        RotationLab = "rotation-lab",
        /// Selected pair on the unit circle, and its block of `M_k`.
        Pair = "pair",
        /// Properties of a rotation, checked numerically.
        Checks = "checks",
        /// Proof, step by step, that `M_k` moves every position.
        Proof = "proof",
        /// Similarity against the offset.
        Profile = "profile",
        /// Kernels of similarity, and the profile in numbers.
        Facts = "facts",
        /// Wavelength of every frequency.
        Wavelengths = "wavelengths",
        /// Contribution of each frequency to the distance of two positions.
        Shares = "shares",
        /// Positions as points on the curve t ↦ PE(t).
        Manifold = "manifold",
        /// Every frequency as a hand on its own dial.
        Clocks = "clocks",
        /// Positions in binary beside the sinusoids.
        Counter = "counter",
        /// Values of the table as numbers.
        Values = "values",
        /// Sentence as rows: embeddings combined with their positions.
        Tokens = "tokens",
        /// Embedding, encoding and their combination, column by column.
        Sum = "sum",
        /// Similarity of words before and after their positions are added.
        WordSimilarity = "word-similarity",
        /// Comparison of two words and their positions.
        TwoWords = "two-words",
        /// Sinusoids beside the naive encodings.
        SideBySide = "side-by-side",
        /// Criteria of a good encoding, and the encodings that meet them.
        Criteria = "criteria",
        /// Largest |A − B| of every position.
        DifferenceByPosition = "difference-by-position",
        /// Largest |A − B| of every column.
        DifferenceByColumn = "difference-by-column",
        /// Verdict of a comparison of A and B, in words.
        Verdict = "verdict",
        /// Numbers of a model's configuration, and where they come from.
        Config = "config",
        /// Score of equal vectors against the offset.
        Score = "score",
        /// Dimensions of a head that turn together.
        Head = "head",
        /// Score of a query and a key that are moved together.
        Relative = "relative",
        /// Effect of the rounding, in figures and stage by stage.
        Precision = "precision",
        /// Power of ten of the rounding error of every value.
        Error = "error",
        /// Largest rounding error of every position, beside other types.
        ErrorByPosition = "error-by-position",
        /// Largest rounding error of every pair.
        ErrorByPair = "error-by-pair",
        /// Distance of each position and the one before.
        Neighbors = "neighbors",
        /// Positions that a type can store, around the selected one.
        NumberLine = "number-line",
        /// Change of a score when both positions are moved.
        Drift = "drift",
        /// Bias of every head against the offset.
        Bias = "bias",
        /// Bias of a head for every query and key.
        BiasMatrix = "bias-matrix",
        /// Slope of every head.
        Slopes = "slopes",
        /// Distance at which a key weighs half, for every head.
        HalfLife = "half-life",
        /// Score of equal vectors with the bias of a head.
        BiasScore = "bias-score",
        /// Similarity of the selected cell of a grid to all others.
        GridSimilarity = "grid-similarity",
        /// Similarity of every cell of a grid to all others.
        GridSimilarities = "grid-similarities",
        /// Similarity on a grid whose patches get their rows by classic mistakes.
        GridFaults = "grid-faults",
        /// A grid resized in several ways, and where they differ.
        ResizedGrid = "resized-grid",
        /// Axis and wavelength of every column of a grid's encoding.
        GridAxes = "grid-axes",
        /// Positions of the tokens of a sequence of text and images.
        Positions = "positions",
        /// Figures about a learned table.
        Learned = "learned",
        /// Norm of each row.
        Norms = "norms",
        /// Share of the variance by principal direction.
        Directions = "directions",
        /// Amplitude by wave, for all columns.
        Spectrum = "spectrum",
        /// Best sinusoid of each column.
        ColumnFits = "column-fits",
        /// Similarity of the rows in random order.
        Shuffled = "shuffled",
    }
}

impl View {
    /// Key of the view's visible part; `None` if the whole view is always shown.
    pub fn viewport_key(self) -> Option<Key> {
        match self {
            Self::Heatmap => Some(Key::Heatmap),
            Self::Waves => Some(Key::Waves),
            Self::Similarity => Some(Key::Similarity),
            Self::Rotation => Some(Key::Rotation),
            Self::RotationLab => Some(Key::RotationLab),
            Self::Profile => Some(Key::Profile),
            Self::Wavelengths => Some(Key::Wavelengths),
            Self::Shares => Some(Key::Shares),
            Self::Values => Some(Key::Values),
            Self::Tokens => Some(Key::Tokens),
            Self::Sum => Some(Key::Sum),
            Self::DifferenceByPosition => Some(Key::DifferenceByPosition),
            Self::DifferenceByColumn => Some(Key::DifferenceByColumn),
            Self::Score => Some(Key::Score),
            Self::Error => Some(Key::Error),
            Self::ErrorByPosition => Some(Key::ErrorByPosition),
            Self::ErrorByPair => Some(Key::ErrorByPair),
            Self::Neighbors => Some(Key::Neighbors),
            Self::Drift => Some(Key::Drift),
            Self::Bias => Some(Key::Bias),
            Self::BiasMatrix => Some(Key::BiasMatrix),
            Self::Slopes => Some(Key::Slopes),
            Self::HalfLife => Some(Key::HalfLife),
            Self::BiasScore => Some(Key::BiasScore),
            Self::GridSimilarity => Some(Key::GridSimilarity),
            Self::GridSimilarities => Some(Key::GridSimilarities),
            Self::GridAxes => Some(Key::GridAxes),
            Self::Positions => Some(Key::Positions),
            Self::Norms => Some(Key::Norms),
            Self::Spectrum => Some(Key::Spectrum),
            Self::ColumnFits => Some(Key::ColumnFits),
            Self::Shuffled => Some(Key::Shuffled),
            Self::GridFaults
            | Self::ResizedGrid
            | Self::Pair
            | Self::Checks
            | Self::Learned
            | Self::Directions
            | Self::Proof
            | Self::Facts
            | Self::Manifold
            | Self::Clocks
            | Self::Counter
            | Self::WordSimilarity
            | Self::TwoWords
            | Self::SideBySide
            | Self::Criteria
            | Self::Verdict
            | Self::Config
            | Self::Head
            | Self::Relative
            | Self::Precision
            | Self::NumberLine => None,
        }
    }

    /// View whose visible part belongs to a key.
    pub(super) fn of_viewport(key: Key) -> Option<Self> {
        Self::ALL.iter().copied().find(|view| view.viewport_key() == Some(key))
    }
}

/// Set of open views, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Views(u64);

impl Views {
    /// Creates a set of views.
    pub const fn new(views: &[View]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < views.len() {
            bits |= 1 << views[i] as u64;
            i += 1;
        }
        Self(bits)
    }

    /// True if a view is open.
    pub fn contains(self, view: View) -> bool {
        self.0 & (1 << view as u64) != 0
    }

    /// Open views, in the order of [`View::ALL`].
    pub fn iter(self) -> impl Iterator<Item = View> {
        View::ALL.iter().copied().filter(move |&view| self.contains(view))
    }

    /// Opens a view, or closes it if it is open; `None` if no view would be left.
    pub fn toggled(self, view: View) -> Option<Self> {
        let toggled = Self(self.0 ^ (1 << view as u64));
        (toggled.0 != 0).then_some(toggled)
    }
}

impl Default for Views {
    fn default() -> Self {
        Self::new(&[View::Heatmap, View::Waves, View::Similarity, View::Rotation])
    }
}

impl fmt::Display for Views {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<&str> = self.iter().map(View::key).collect();
        f.write_str(&keys.join(","))
    }
}

impl FromStr for Views {
    type Err = UnknownKey;

    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let views: Vec<View> = text.split(',').map(View::from_key).collect::<Result<_, _>>()?;
        Ok(Self::new(&views))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_read_and_written() {
        let views: Views = "proof,heatmap".parse().unwrap();
        assert_eq!(views.to_string(), "heatmap,proof", "in the order of the registry");
        assert_eq!(views.toggled(View::Proof).unwrap().to_string(), "heatmap");
        assert_eq!(Views::new(&[View::Proof]).toggled(View::Proof), None, "one stays");
        assert!("".parse::<Views>().is_err() && "heatmap,x".parse::<Views>().is_err());
    }
}
