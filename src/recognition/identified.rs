//! Recognition of rows of numbers: an encoding, a cache, patches of a grid, digits, features, a list, or nothing of the
//! kind.

use std::io;

use ndarray::Array2;

use super::{
    ArrangedList, Arrangement, CacheLayout, KnownAxes, KnownCache, KnownList,
    cache_candidates::Rules,
    caches::{recognize_cache_row, recognize_placed_cache},
    changed_caches::recognize_changed_cache,
    free_cache::recognize_free_cache,
    list_rows::list_of_any_length,
    plain_table::begins_as_convention,
    recognize_axes, recognize_cache, recognize_list,
    sinusoid_axes::{CoordinateRows, recognize_sinusoid_axes},
    still_pairs::recognize_partly_still,
};
use crate::encoding::{
    Cause, Components, Identity, KnownBinary, KnownFourier, Layout, Order, Question, Recognized,
    Rounding, RowPositions, RowSource, Table, TableValues,
    bias::{KnownBias, recognize_bias},
    grid::{KnownGrid, recognize_grid},
    identify, nothing, recognize_binary, recognize_fourier,
    rotary::scaling::Scaling,
};

/// Meaning of rows of numbers.
#[derive(Clone, Debug)]
pub enum Identified {
    /// Rows of an encoding, or something else; and a cache whose values these are as well.
    Table(Identity, Option<Box<KnownCache>>),
    /// A list of numbers, and what it holds.
    List(Vec<f64>, Option<ArrangedList>),
    /// A cache of a rotary encoding.
    Cache(Box<KnownCache>),
    /// A cache, or a table, of several coordinates.
    Axes(Box<KnownAxes>),
    /// Patches of a grid.
    Grid(Box<KnownGrid>),
    /// Binary digits of positions.
    Binary(KnownBinary),
    /// Fourier features of a few numbers.
    Fourier(Box<KnownFourier>),
    /// Biases of scores.
    Bias(Box<KnownBias>),
}

impl Identified {
    /// Identifies rows of numbers; `None` if cancelled. `is_wanted` gets the share done; false cancels.
    ///
    /// # Errors
    ///
    /// Fails if the rows are read from a file and that fails.
    pub fn of_rows(
        rows: &dyn RowSource,
        is_wanted: impl Fn(f32) -> bool,
    ) -> io::Result<Option<Self>> {
        if let Some(list) = list_of_any_length(rows)? {
            let found = recognize_list(&list);
            if found.is_none()
                && let Some(cache) = recognize_cache_row(&list)
            {
                return Ok(Some(cache.into()));
            }
            return Ok(Some(Self::List(list, found)));
        }
        // Read once: the rows are asked by several recognitions.
        let (num_rows, width) = (rows.num_rows() as usize, rows.num_columns() as usize);
        let mut cells = Array2::zeros((num_rows, width));
        if let Some(cells) = cells.as_slice_mut() {
            rows.fill(0, cells)?;
            Rounding::read_shortest_singles(cells);
        }
        if begins_as_convention(&cells) {
            let Some(identity) = identify(&cells, &is_wanted)? else { return Ok(None) };
            if identity.candidates().next().is_some_and(Recognized::is_certain) {
                return Ok(Some(Self::Table(identity, None)));
            }
        }
        if let Some(bias) = recognize_bias(&cells) {
            return Ok(Some(Self::Bias(Box::new(bias))));
        }
        if let Some(nothing) = cells.as_slice().and_then(nothing) {
            return Ok(Some(Self::Table(Identity::Nothing(nothing), None)));
        }
        if let Some((list, found)) = stacked(&cells).or_else(|| of_diagonals(&cells)) {
            return Ok(Some(Self::List(list, Some(found))));
        }
        if let Some(binary) = recognize_binary(&cells) {
            return Ok(Some(Self::Binary(binary)));
        }
        let values = TableValues::new(num_rows, width, cells.iter().copied().collect());
        if let Some(found) = recognize_fourier(&values) {
            return Ok(Some(Self::Fourier(Box::new(found))));
        }
        Self::of_positions(&cells, is_wanted)
    }

    /// Rows of sinusoids, caches or grids: the first certain answer in this order, otherwise the one that explains
    /// most.
    ///
    /// 1. A cache at consecutive positions, unless a convention may have the same rows.
    /// 2. Patches of a grid, pairs of which some stand still, or several coordinates.
    /// 3. A cache at any positions, where the columns are laid out as in one.
    /// 4. A sinusoid.
    /// 5. A cache at any positions, unless a sinusoid that is no cache explains the values.
    /// 6. Answers with so many choices that they would explain anything.
    fn of_positions(
        cells: &Array2<f64>,
        is_wanted: impl Fn(f32) -> bool,
    ) -> io::Result<Option<Self>> {
        let width = cells.ncols() as u32;
        let cache = recognize_cache(cells)?;
        let is_first = |it: &KnownCache| it.is_certain && is_cache_first(it, width);
        let is_whole = |it: &KnownCache| it.evidence.num_wrong == 0;
        if let Some(cache) = cache.clone().filter(|it| is_first(it) && is_whole(it)) {
            // Pairs that stand still are fewer choices than a rule that slows them down.
            let is_scaled = cache.scaling != Scaling::Default;
            let still = if is_scaled { recognize_partly_still(cells)? } else { None };
            return Ok(Some(still.unwrap_or(cache).into()));
        }
        let grid = recognize_grid(cells)?;
        if let Some(found) = Self::of_several_axes(cells, grid.as_ref())? {
            return Ok(Some(found));
        }
        // Caches are searched for first where no sinusoid is likely.
        let mut placed = None;
        if is_laid_out_as_cache(cells) {
            let found = recognize_placed_cache(cells, cache.clone(), Rules::Plain)?;
            if let Some(cache) = found.clone().filter(is_first) {
                return Ok(Some(cache.into()));
            }
            placed = Some(found);
        }
        let Some(identity) = identify(cells, is_wanted)? else { return Ok(None) };
        let best = identity.candidates().next();
        // Caches at any positions are searched for unless a sinusoid that is none explains the values.
        let is_told = best.is_some_and(|it| it.is_certain() && !may_be_cache(it, width));
        let is_open = best.is_none_or(|it| !it.is_certain());
        let cache = match placed {
            _ if is_told => cache,
            Some(found) if !is_open || found.as_ref().is_some_and(|it| it.is_certain) => found,
            // Rules that divide slow frequencies are many, and are tried where nothing else holds.
            _ => {
                let rules = if is_open { Rules::Blended } else { Rules::Plain };
                recognize_placed_cache(cells, cache, rules)?
            }
        };
        // A fitted base with another exponent is that of complex numbers with the exponent of a rotation.
        let is_fitted = best.is_some_and(|it| {
            it.but_for_base().is_none() && it.sinusoid.base().to_string().len() > ROUND
        });
        let is_complex =
            |it: &KnownCache| it.is_certain && it.layout == CacheLayout::Complex && is_fitted;
        if let Some(cache) = cache.clone().filter(|it| is_first(it) || is_complex(it)) {
            return Ok(Some(cache.into()));
        }
        let is_nothing = cache.as_ref().is_none_or(|it| !it.is_certain) && is_open;
        if is_nothing && let Some(found) = Self::of_many_choices(cells, best.is_none())? {
            return Ok(Some(found));
        }
        Ok(Some(Self::likeliest(identity, cache, grid)))
    }

    /// Patches of a grid, pairs of which some stand still, or several coordinates: each certain, or nothing.
    fn of_several_axes(cells: &Array2<f64>, grid: Option<&KnownGrid>) -> io::Result<Option<Self>> {
        if let Some(grid) = grid.filter(|it| it.is_certain) {
            return Ok(Some(grid.clone().into()));
        }
        if let Some(cache) = recognize_partly_still(cells)? {
            return Ok(Some(cache.into()));
        }
        let (num_rows, width) = cells.dim();
        let axes = cells.as_slice().and_then(|it| recognize_axes(num_rows, width, it));
        let axes = axes.or_else(|| of_coordinates(cells, CoordinateRows::Many));
        Ok(axes.map(Self::from))
    }

    /// Answers with so many choices that they are looked for where nothing else holds: any coordinates, frequencies of
    /// their own, caches that were changed. With `is_all`, also one that is not certain.
    fn of_many_choices(cells: &Array2<f64>, is_all: bool) -> io::Result<Option<Self>> {
        if let Some(axes) = of_coordinates(cells, CoordinateRows::Any) {
            return Ok(Some(axes.into()));
        }
        let (num_rows, width) = cells.dim();
        let values = TableValues::new(num_rows, width, cells.iter().copied().collect());
        if let Some(free) = recognize_free_cache(&values).filter(|it| it.is_certain || is_all) {
            return Ok(Some(free.into()));
        }
        Ok(recognize_changed_cache(cells)?.map(Self::from))
    }

    /// The certain answer, or the one that explains most.
    fn likeliest(identity: Identity, cache: Option<KnownCache>, grid: Option<KnownGrid>) -> Self {
        let rank = identity.candidates().next().map(|it| (it.is_certain(), it.score()));
        let is_better = |it: (bool, f64)| rank.is_none_or(|rank| it > rank);
        let is_table = rank.is_some_and(|(is_certain, _)| is_certain);
        let is_cache = |it: &KnownCache| !is_table && is_better((it.is_certain, it.score));
        if let Some(cache) = cache.clone().filter(is_cache) {
            return cache.into();
        }
        if let Some(grid) = grid.filter(|it| is_better((it.is_certain, it.score))) {
            return grid.into();
        }
        Self::Table(identity, cache.filter(|it| it.is_certain).map(Box::new))
    }

    /// Encodings that a table may be, the best first.
    pub fn candidates(&self) -> impl Iterator<Item = &Recognized> {
        let identity = match self {
            Self::Table(identity, _) => Some(identity),
            Self::List(..)
            | Self::Cache(_)
            | Self::Axes(_)
            | Self::Grid(_)
            | Self::Binary(_)
            | Self::Fourier(_)
            | Self::Bias(_) => None,
        };
        identity.into_iter().flat_map(Identity::candidates)
    }

    /// True if it is this with certainty.
    pub fn is_certain(&self) -> bool {
        match self {
            Self::Table(identity, _) => {
                identity.candidates().next().is_some_and(Recognized::is_certain)
            }
            Self::List(_, found) => found.as_ref().is_some_and(|it| it.list.is_certain()),
            Self::Cache(cache) => cache.is_certain,
            Self::Grid(grid) => grid.is_certain,
            Self::Binary(_) | Self::Bias(_) | Self::Axes(_) => true,
            Self::Fourier(found) => found.is_certain,
        }
    }

    /// Positions of the rows; `None` where the rows are of no encoding.
    pub fn row_positions(&self) -> Option<RowPositions> {
        match self {
            Self::Table(identity, _) => identity.candidates().next().map(Recognized::row_positions),
            Self::Cache(cache) => Some(cache.positions.clone()),
            Self::Grid(grid) => Some(grid.row_positions()),
            Self::Binary(it) => Some(RowPositions::line(it.num_rows, it.start as f64, 1.0)),
            Self::Fourier(found) => Some(found.positions.clone()),
            Self::List(..) | Self::Bias(_) | Self::Axes(_) => None,
        }
    }
}

impl From<KnownCache> for Identified {
    fn from(cache: KnownCache) -> Self {
        Self::Cache(Box::new(cache))
    }
}

impl From<KnownGrid> for Identified {
    fn from(grid: KnownGrid) -> Self {
        Self::Grid(Box::new(grid))
    }
}

impl From<KnownAxes> for Identified {
    fn from(axes: KnownAxes) -> Self {
        Self::Axes(Box::new(axes))
    }
}

/// Sinusoids of several coordinates.
fn of_coordinates(cells: &Array2<f64>, rows: CoordinateRows) -> Option<KnownAxes> {
    recognize_sinusoid_axes(cells.nrows(), cells.ncols(), cells.as_slice()?, rows)
}

/// List that every row of a table holds, as buffers are stacked over layers.
fn stacked(cells: &Array2<f64>) -> Option<(Vec<f64>, ArrangedList)> {
    let list = cells.row(0).to_vec();
    let is_same = cells.rows().into_iter().all(|row| row == cells.row(0));
    let found = recognize_list(&list).filter(|it| is_same && it.list.is_certain())?;
    Some((list, ArrangedList { arrangement: Arrangement::Stacked, ..found }))
}

/// Buckets of the offsets of queries and keys, whose matrix has one value along each diagonal.
fn of_diagonals(cells: &Array2<f64>) -> Option<(Vec<f64>, ArrangedList)> {
    let (num_rows, num_columns) = cells.dim();
    let list: Vec<f64> =
        (1..num_rows).rev().map(|t| cells[[t, 0]]).chain(cells.row(0).iter().copied()).collect();
    let is_diagonal = cells
        .indexed_iter()
        .all(|((t, s), &value)| value.fract() == 0.0 && value == list[num_rows - 1 + s - t]);
    if num_rows < 2 || num_columns < 2 || !is_diagonal {
        return None;
    }
    let is_it = |it: &ArrangedList| match it.list {
        KnownList::Buckets { first, .. } => first == 1 - num_rows as i64,
        _ => false,
    };
    let found = recognize_list(&list).filter(|it| is_it(it) && it.list.is_certain())?;
    Some((list, ArrangedList { arrangement: Arrangement::Diagonals, ..found }))
}

/// True for a table that has the columns of a cache and of no sinusoid: each twice, or, as wide as a head, cosines of
/// all pairs before their sines.
fn is_laid_out_as_cache(cells: &Array2<f64>) -> bool {
    let width = cells.ncols();
    let Some(all) = cells.as_slice() else { return false };
    // In the first row slow pairs have small angles, which shows whether cosines or sines come first.
    let is_cosine_first = |row: &[f64]| row[width / 2 - 1].abs() >= row[width - 1].abs();
    let mut rows = all.chunks_exact(width).filter(|row| row.iter().any(|&it| it != 0.0));
    CacheLayout::alone(all, width).iter().any(|&it| it != CacheLayout::Pairs)
        || (4..=WIDEST_HEAD as usize).contains(&width)
            && rows.next().is_some_and(is_cosine_first)
            && CacheLayout::both(all, width).contains(&CacheLayout::CosSin)
}

/// Most characters of a base that counts as chosen rather than fitted.
const ROUND: usize = 6;

/// Largest usual width of a head.
const WIDEST_HEAD: u32 = 256;

/// True for a sinusoid that may be a cache: its rows are at arbitrary positions, its cosines come first, or it has one
/// component and no name.
fn may_be_cache(it: &Recognized, width: u32) -> bool {
    // Complex numbers are cosines before sines in pairs, which is no convention.
    let is_named =
        it.convention.is_some() && (width > WIDEST_HEAD || it.sinusoid.layout() != Layout::Split);
    let is_half = it.sinusoid.components() != Components::Both && it.convention.is_none();
    let is_cos_first = it.sinusoid.order() == Order::CosFirst && !is_named;
    it.agreement_of_rows().is_some() || is_cos_first || is_half
}

/// True for positions as a language model has them: of several texts, or of padding.
fn is_of_texts(positions: &RowPositions) -> bool {
    let causes =
        [Cause::Packed, Cause::Stacked, Cause::LeftPadding, Cause::RightPadding, Cause::Clamped];
    positions.cause().is_some_and(|cause| causes.contains(&cause))
}

/// True for a cache that is named as such, and not as the cosines or sines of a convention.
fn is_cache_first(it: &KnownCache, width: u32) -> bool {
    /// Base of the conventions.
    const USUAL: f64 = 10_000.0;
    let has_usual_base = it.base.to_bits() == USUAL.to_bits();
    if it.layout == CacheLayout::CosSin && has_usual_base {
        return is_buffer_of_texts(it, width);
    }
    let is_scaled = !has_usual_base
        || it.layout != CacheLayout::Pairs
        || it.scaling != Scaling::Default
        || !it.stages.is_exact();
    // Cosines of a base that nobody would choose may be those of another in other steps.
    let has_name = !it.presets.is_empty() || it.base.to_string().len() <= ROUND;
    let is_sinusoid =
        matches!(it.layout, CacheLayout::Pairs | CacheLayout::CosSin | CacheLayout::Complex);
    // Cosines of several texts are those of a language model.
    let is_placed = it.layout == CacheLayout::Pairs
        && 2 * width <= WIDEST_HEAD
        && it.positions.cause() == Some(Cause::Packed);
    (is_scaled || is_placed) && (!is_sinusoid || has_name)
}

/// True for the buffer of a language model rather than the timesteps of a diffusion model, which have the same values.
/// A buffer is no wider than a head, and may be packed or padded. Timesteps are as wide as the channels of the model,
/// some apart, and end before those of the training, or are no whole numbers.
fn is_buffer_of_texts(it: &KnownCache, width: u32) -> bool {
    /// Number of times of a diffusion model.
    const NUM_TIMES: f64 = 1000.0;
    let is_run = it.positions.only_line().is_some_and(|(_, step)| step.abs() == 1.0);
    let is_beyond = it.positions.range().is_some_and(|(_, last)| last >= NUM_TIMES)
        && it.positions.iter().flatten().all(|t| t.fract() == 0.0);
    width <= WIDEST_HEAD
        && (is_run || is_beyond || is_of_texts(&it.positions))
        && it.has_unit_factor()
}

/// Positions of the rows of a table.
#[derive(Clone, Debug)]
pub struct PlacedRows {
    /// The positions.
    pub positions: RowPositions,
    /// Least and greatest position; 0 if there is none.
    pub range: (f64, f64),
    /// True if they are certain.
    pub is_certain: bool,
}

impl PlacedRows {
    /// Positions with their range.
    pub fn new(positions: RowPositions, is_certain: bool) -> Self {
        let range = positions.range().unwrap_or_default();
        Self { positions, range, is_certain }
    }
}

/// Question of the positions that the values of a table tell; the answer is `None` if they tell none.
#[derive(Clone, Debug, PartialEq)]
pub struct RowPositionsQuestion {
    /// The table.
    pub table: Table,
}

impl Question for RowPositionsQuestion {
    type Answer = io::Result<Option<PlacedRows>>;
    const TITLE: &'static str = "Finding the position of each row";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        let found = Identified::of_rows(&self.table, is_wanted).transpose()?;
        Some(found.map(|it| Some(PlacedRows::new(it.row_positions()?, it.is_certain()))))
    }
}
