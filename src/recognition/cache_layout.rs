//! Columns of caches as programs keep them: of cosines or sines alone, or of both in one buffer.

use crate::{
    encoding::{Component, proof::are_few, rotary::cache::CacheForm},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Columns of a cache in a file. P is the number of pairs.
    pub enum CacheLayout {
        /// One column for each pair.
        Pairs = "pairs",
        /// Columns k and k + P for pair k.
        Halves = "halves",
        /// Columns 2k and 2k + 1 for pair k.
        Adjacent = "adjacent",
        /// Cosines of all pairs, then their sines.
        CosSin = "cos-sin",
        /// Cosines in halves, then sines in halves.
        CosSinHalves = "cos-sin-halves",
        /// Cosines in neighbors, then sines in neighbors.
        CosSinAdjacent = "cos-sin-adjacent",
        /// Cosine and sine of each pair side by side, as complex numbers.
        Complex = "complex",
        /// Complex numbers that turn the other way: cosine and negative sine.
        Conjugate = "conjugate",
        /// Matrix of each pair: cosine, negative sine, sine, cosine.
        Matrices = "matrices",
        /// Transposed matrix of each pair: cosine, sine, negative sine, cosine.
        Transposed = "transposed-matrices",
    }
}

/// Pair, function and sign of a column.
pub(super) type LayoutColumn = (u32, Component, f64);

impl CacheLayout {
    /// All layouts, those of the fewest pairs first.
    pub(super) fn fewest_pairs_first() -> Vec<Self> {
        let mut all = Self::ALL.to_vec();
        all.sort_by_key(|it| std::cmp::Reverse(it.columns_of_pair()));
        all
    }

    /// Layout of a cache of one component.
    pub(super) fn of_form(form: CacheForm) -> Self {
        match form {
            CacheForm::Pairs => Self::Pairs,
            CacheForm::Halves => Self::Halves,
            CacheForm::Adjacent => Self::Adjacent,
        }
    }

    /// Form of each component; `None` where both stand beside each other.
    pub fn form(self) -> Option<CacheForm> {
        match self {
            Self::Pairs | Self::CosSin => Some(CacheForm::Pairs),
            Self::Halves | Self::CosSinHalves => Some(CacheForm::Halves),
            Self::Adjacent | Self::CosSinAdjacent => Some(CacheForm::Adjacent),
            Self::Complex | Self::Conjugate | Self::Matrices | Self::Transposed => None,
        }
    }

    /// True if it holds cosines and sines.
    pub fn has_both(self) -> bool {
        !matches!(self, Self::Pairs | Self::Halves | Self::Adjacent)
    }

    /// Functions that the columns of a cache may begin with: cosines where it holds both, else either.
    pub(super) fn components(self) -> &'static [Component] {
        if self.has_both() { &[Component::Cos] } else { &[Component::Cos, Component::Sin] }
    }

    /// Description after "the cosines and sines", or after "the cosines".
    pub fn words(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::Halves => "halves",
            Self::Adjacent => "adjacent",
            Self::CosSin => "cosines of all pairs, then sines, in one buffer",
            Self::CosSinHalves => "cosines in halves, then sines in halves, in one buffer",
            Self::CosSinAdjacent => "cosines in neighbors, then sines in neighbors, in one buffer",
            Self::Complex => "as complex numbers, cosine and sine of each pair side by side",
            Self::Conjugate => {
                "as complex numbers that turn the other way, cosine and negative sine of each pair"
            }
            Self::Matrices => "as a 2 × 2 matrix of each pair: cosine, −sine, sine, cosine",
            Self::Transposed => "as a 2 × 2 matrix of each pair: cosine, sine, −sine, cosine",
        }
    }

    /// Number of columns of a pair.
    fn columns_of_pair(self) -> u32 {
        match self {
            Self::Pairs => 1,
            Self::Halves | Self::Adjacent | Self::CosSin | Self::Complex | Self::Conjugate => 2,
            Self::CosSinHalves | Self::CosSinAdjacent | Self::Matrices | Self::Transposed => 4,
        }
    }

    /// Number of pairs of a cache with some columns; `None` if there is no such cache.
    pub fn num_pairs(self, num_columns: u32) -> Option<u32> {
        let each = self.columns_of_pair();
        num_columns.is_multiple_of(each).then_some(num_columns / each)
    }

    /// Columns of a cache of some pairs; those of one component are of `component`.
    pub(super) fn columns(self, num_pairs: u32, component: Component) -> Vec<LayoutColumn> {
        use Component::{Cos, Sin};
        if let Some(form) = self.form() {
            let components: &[Component] = if self.has_both() { &[Cos, Sin] } else { &[component] };
            let of = |&own: &Component| {
                (0..form.num_columns(num_pairs))
                    .map(move |j| (form.pair_of(j, num_pairs), own, 1.0))
            };
            return components.iter().flat_map(of).collect();
        }
        let of_pair: &[(Component, f64)] = match self {
            Self::Conjugate => &[(Cos, 1.0), (Sin, -1.0)],
            Self::Matrices => &[(Cos, 1.0), (Sin, -1.0), (Sin, 1.0), (Cos, 1.0)],
            Self::Transposed => &[(Cos, 1.0), (Sin, 1.0), (Sin, -1.0), (Cos, 1.0)],
            _ => &[(Cos, 1.0), (Sin, 1.0)],
        };
        (0..num_pairs)
            .flat_map(|pair| of_pair.iter().map(move |&(own, sign)| (pair, own, sign)))
            .collect()
    }

    /// Layouts with both components that some rows may have: repeated columns agree, and all pairs have one radius.
    pub(super) fn with_both(rows: &[&[f64]]) -> Vec<Self> {
        let Some(first) = rows.first() else { return Vec::new() };
        let width = first.len() as u32;
        let told: Vec<&[f64]> =
            rows.iter().copied().filter(|row| row.iter().any(|&it| it != 0.0)).collect();
        let suits = |layout: &&Self| {
            let num_pairs = layout.num_pairs(width).filter(|&num| num > 1);
            let Some(columns) = num_pairs.map(|num| PairColumns::new(**layout, num)) else {
                return false;
            };
            let num_off = told.iter().filter(|row| !columns.suit(row)).count();
            are_few(num_off as u64, told.len() as u64)
                // Sines of slow pairs are next to 0, cosines next to 1.
                && told.iter().any(|row| columns.of_pairs.iter().any(|&[_, s]| row[s] != 0.0))
        };
        Self::ALL.iter().filter(|it| it.has_both()).filter(suits).copied().collect()
    }
}

/// Columns of a layout with both components.
struct PairColumns {
    all: Vec<LayoutColumn>,
    /// First columns of the cosine and of the sine of each pair.
    of_pairs: Vec<[usize; 2]>,
}

impl PairColumns {
    fn new(layout: CacheLayout, num_pairs: u32) -> Self {
        let all = layout.columns(num_pairs, Component::Cos);
        let mut of_pairs = vec![[0; 2]; num_pairs as usize];
        // The first column of several is set last.
        for (j, &(pair, component, _)) in all.iter().enumerate().rev() {
            of_pairs[pair as usize][usize::from(component == Component::Sin)] = j;
        }
        Self { all, of_pairs }
    }

    /// True if all pairs of a row have one radius, and repeated columns the same value.
    fn suit(&self, row: &[f64]) -> bool {
        /// Relative difference of the radii, as of types of few bits.
        const NEAR: f64 = 0.02;
        let radius = |&[c, s]: &[usize; 2]| row[c].hypot(row[s]);
        let own = radius(&self.of_pairs[0]);
        let has_one_radius = self.of_pairs.iter().all(|it| (radius(it) / own - 1.0).abs() < NEAR);
        has_one_radius
            && self.all.iter().enumerate().all(|(j, column)| self.repeats(row, j, column))
    }

    /// True if a column has the value of the first of its pair and component, up to the sign.
    fn repeats(&self, row: &[f64], j: usize, &(pair, component, sign): &LayoutColumn) -> bool {
        let [c, s] = self.of_pairs[pair as usize];
        let (first, own) = match component {
            Component::Cos => (c, 1.0),
            Component::Sin => (s, self.all[s].2),
        };
        sign * row[j] == own * row[first]
    }
}
