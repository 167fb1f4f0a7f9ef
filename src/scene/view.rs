//! Registry of the views by key, and the set of open views.

use std::{fmt, str::FromStr};

use crate::stable_enum::{UnknownKey, stable_enum};

/// Calls a macro with a row for each view: what it shows, its name and key; `colors` if it colors its values; its
/// implementation in the module `views`; and, if a scene can keep what is visible of it, a description of this part and
/// an example.
macro_rules! for_views {
    ($with:ident) => {
        $with! {
            /// Table with one color per value.
            Heatmap = "heatmap" colors, heatmap::Heatmap,
                "Part of the heatmap: columns and rows", "0..16,100..200";
            /// Columns as curves over the positions.
            Waves = "waves", waves::WavesView,
                "Part of the waves: rows and values", "100..200,-1..1";
            /// Similarity of any two positions.
            Similarity = "similarity" colors, similarity::Similarity,
                "Part of the similarity: columns and rows", "0..16,100..116";
            /// Rotation matrix `M_k`.
            Rotation = "rotation" colors, rotation::RotationView,
                "Part of the rotation: columns and rows", "0..16,0..16";
            /// PE(t), `M_k`·PE(t) and PE(t + k) below each other.
            RotationLab = "rotation-lab" colors, rotation_lab::RotationLab,
                "Part of the rotation lab: its columns", "0..16,0..4";
            /// Selected pair on the unit circle, and its block of `M_k`.
            Pair = "pair", pair::PairView;
            /// Properties of a rotation, checked numerically.
            Checks = "checks", checks::Checks;
            /// Proof, step by step, that `M_k` moves every position.
            Proof = "proof", proof::Proof;
            /// Similarity against the offset.
            Profile = "profile", profile::ProfileView,
                "Part of the profile: offsets, counted from the smallest, and values", "0..16,0..1";
            /// Kernels of similarity, and the profile in numbers.
            Facts = "facts", facts::FactsView;
            /// Wavelength of every frequency.
            Wavelengths = "wavelengths", wavelengths::Wavelengths,
                "Part of the wavelengths: indexes, and powers of ten", "0..16,0..3";
            /// Contribution of each frequency to the distance of two positions.
            Shares = "shares", shares::Shares,
                "Part of the shares: indexes, and percent", "0..16,0..10";
            /// Positions as points on the curve t ↦ PE(t).
            Manifold = "manifold", manifold::Manifold;
            /// Every frequency as a hand on its own dial.
            Clocks = "clocks", clocks::Clocks;
            /// Positions in binary beside the sinusoids.
            Counter = "counter", counter::CounterView;
            /// Values of the table as numbers.
            Values = "values", values::ValuesView,
                "Part of the values: first column and row", "0..8,100..120";
            /// Sentence as rows: embeddings combined with their positions.
            Tokens = "tokens" colors, tokens::TokensView,
                "Part of the tokens: columns and rows", "0..16,0..4";
            /// Embedding, encoding and their combination, column by column.
            Sum = "sum" colors, tokens::Sum,
                "Part of the sum: its columns", "0..16,0..3";
            /// Similarity of words before and after their positions are added.
            WordSimilarity = "word-similarity" colors, tokens::WordSimilarity;
            /// Comparison of two words and their positions.
            TwoWords = "two-words", tokens::TwoWords;
            /// Sinusoids beside the naive encodings.
            SideBySide = "side-by-side", side_by_side::SideBySide;
            /// Criteria of a good encoding, and the encodings that meet them.
            Criteria = "criteria", criteria::CriteriaView;
            /// Largest |A − B| of every position.
            DifferenceByPosition = "difference-by-position", differences::DifferenceView::ByPosition,
                "Part of the differences by position: rows, and powers of ten", "0..16,-9..0";
            /// Largest |A − B| of every column.
            DifferenceByColumn = "difference-by-column", differences::DifferenceView::ByColumn,
                "Part of the differences by column: columns, and powers of ten", "0..16,-9..0";
            /// Verdict of a comparison of A and B, in words.
            Verdict = "verdict", verdict::VerdictView;
            /// Numbers of a model's configuration, and where they come from.
            Config = "config", config::ConfigView;
            /// Tensors about positions in a checkpoint.
            Tensors = "tensors", tensors::TensorsView;
            /// Score of equal vectors against the offset.
            Score = "score", score::ScoreView,
                "Part of the scores: offsets, and values", "0..4096,-0.2..1";
            /// Dimensions of a head that turn together.
            Head = "head", head::HeadView;
            /// Score of a query and a key that are moved together.
            Relative = "relative", relative::RelativeView;
            /// Effect of the rounding, in figures and stage by stage.
            Precision = "precision", precision::PrecisionView;
            /// Power of ten of the rounding error of every value.
            Error = "error", error_map::ErrorMap,
                "Part of the error map: columns and rows", "0..16,100..200";
            /// Largest rounding error of every position, beside other types.
            ErrorByPosition = "error-by-position", errors::ErrorsView::ByPosition,
                "Part of the errors by position: rows, and powers of ten", "0..16,-9..0";
            /// Largest rounding error of every pair.
            ErrorByPair = "error-by-pair", errors::ErrorsView::ByPair,
                "Part of the errors by pair: pairs, and powers of ten", "0..16,-9..0";
            /// Distance of each position and the one before.
            Neighbors = "neighbors", neighbors::NeighborsView,
                "Part of the neighbors: rows, and powers of ten", "0..16,-4..0";
            /// Positions that a type can store, around the selected one.
            NumberLine = "number-line", number_line::NumberLine;
            /// Change of a score when both positions are moved.
            Drift = "drift", drift::Drift,
                "Part of the drift: moves and rows", "0..100,0..100";
            /// Bias of every head against the offset.
            Bias = "bias", bias::BiasView,
                "Part of the bias by offset: offsets, counted from the first, and values", "0..16,-5..0";
            /// Bias of a head for every query and key.
            BiasMatrix = "bias-matrix", bias_matrix::BiasMatrix,
                "Part of the bias matrix: columns and rows", "0..16,100..116";
            /// Slope of every head.
            Slopes = "slopes", heads::HeadsView::Slopes,
                "Part of the slopes: heads, and powers of ten", "0..12,-3..0";
            /// Distance at which a key weighs half, for every head.
            HalfLife = "half-life", heads::HeadsView::HalfLife,
                "Part of the half-lives: heads, and powers of ten", "0..12,0..3";
            /// Score of equal vectors with the bias of a head.
            BiasScore = "bias-score", bias_score::BiasScore,
                "Part of the scores with a bias: offsets, counted from the first, and values", "0..16,-5..8";
            /// Biases of all layers and heads.
            BiasLayers = "bias-layers", bias_layers::BiasLayers;
            /// Bias of every offset in a window of patches, for every head.
            Window = "window", window::WindowView;
            /// Similarity of the selected cell of a grid to all others.
            GridSimilarity = "grid-similarity", grid_similarity::GridView::One,
                "Part of the similarity on the grid: columns and rows", "0..8,0..8";
            /// Similarity of every cell of a grid to all others.
            GridSimilarities = "grid-similarities", grid_similarity::GridView::All,
                "Part of all cells of the grid: columns and rows", "0..40,0..28";
            /// Similarity on a grid whose patches get their rows by classic mistakes.
            GridFaults = "grid-faults", grid_faults::GridFaultsView;
            /// A grid resized in several ways, and where they differ.
            ResizedGrid = "resized-grid", resized_grid::ResizedGridView;
            /// Axis and wavelength of every column of a grid's encoding.
            GridAxes = "grid-axes", grid_axes::GridAxes,
                "Part of the axes of the columns: columns, and powers of ten", "0..16,0..3";
            /// Positions of the tokens of a sequence of text and images.
            Positions = "positions", positions::PositionsView,
                "Part of the positions of a sequence: tokens and axes", "0..32,0..3";
            /// Position of every row.
            RowPositions = "row-positions", row_positions::RowPositionsView,
                "Part of the positions of rows: rows, and positions", "0..64,0..50";
            /// Figures about a learned table.
            Learned = "learned", learned::LearnedView::Figures;
            /// Norm of each row.
            Norms = "norms", learned::LearnedView::Norms,
                "Part of the norms: rows and norms", "0..512,0..2";
            /// Share of the variance by principal direction.
            Directions = "directions", learned::LearnedView::Directions;
            /// Amplitude by wave, for all columns.
            Spectrum = "spectrum", learned::LearnedView::Spectrum,
                "Part of the spectrum: turns and columns", "0..64,0..128";
            /// Best sinusoid of each column.
            ColumnFits = "column-fits", learned::LearnedView::Fits,
                "Part of the columns as waves: columns and R²", "0..64,0..1";
            /// Similarity of the rows in random order.
            Shuffled = "shuffled", shuffled::ShuffledView,
                "Part of the shuffled rows: columns and rows", "0..64,0..64";
        }
    };
}

pub(crate) use for_views;

/// Visible part of a view that a scene can keep.
pub(super) struct ViewPart {
    /// Description in one sentence.
    pub(super) help: &'static str,
    /// Example of a value.
    pub(super) example: &'static str,
}

macro_rules! define_views {
    (@part) => { None };
    (@part $part:literal, $example:literal) => {
        Some(ViewPart { help: concat!($part, ", such as ", $example), example: $example })
    };
    (@colors) => { false };
    (@colors colors) => { true };
    ($(
        $(#[$meta:meta])*
        $name:ident = $key:literal $($colors:ident)?,
        $($of:ident)::+ $(, $part:literal, $example:literal)?;
    )+) => {
        stable_enum! {
            /// Every view. The module `views` defines what each shows.
            pub enum View { $( $(#[$meta])* $name = $key, )+ }
        }

        impl View {
            /// Visible part that a scene can keep; `None` if the whole view is always shown.
            pub(super) const fn part(self) -> Option<ViewPart> {
                match self { $( Self::$name => define_views!(@part $($part, $example)?), )+ }
            }

            /// True if the view colors its values.
            pub(super) const fn has_colors(self) -> bool {
                match self { $( Self::$name => define_views!(@colors $($colors)?), )+ }
            }
        }
    };
}

for_views!(define_views);

impl View {
    /// Number of views with a visible part.
    pub(super) const NUM_PARTS: usize = {
        let (mut num, mut i) = (0, 0);
        while i < Self::ALL.len() {
            num += Self::ALL[i].part().is_some() as usize;
            i += 1;
        }
        num
    };
}

/// Set of open views, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Views(u64);

impl Views {
    /// Creates a set of views.
    pub const fn new(views: &[View]) -> Self {
        const { assert!(View::ALL.len() <= u64::BITS as usize, "one bit each") }
        let mut bits = 0;
        let mut i = 0;
        while i < views.len() {
            bits |= 1 << views[i] as u64;
            i += 1;
        }
        Self(bits)
    }

    /// The same with others.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
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
