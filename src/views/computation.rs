//! Background computations that views request, and their results.

use std::sync::Arc;

use crate::{
    encoding::{
        Blame, Contest, Criteria, DataRange, Differences, Extent, Principal, Profile,
        RoundingErrors, Table, Waves,
        grid::{GridFaults, GridLayout, ResizedGrid},
        learned::{Learned, Shuffled},
        rotary::{Reach, Rotary},
        similarity::Measure,
    },
    tokens::{Tokens, TokensRequest, VectorsError},
};

/// Computation that takes longer than a frame and runs in the background.
#[derive(Clone, Debug, PartialEq)]
pub enum Computation {
    /// Least and greatest similarity at every offset.
    Profile(Arc<Waves>, Extent, Measure),
    /// Least and greatest value of a table or, with a measure, of the similarity of its positions.
    DataRange(Table, Option<Measure>),
    /// Principal directions: those along which rows differ most.
    Principal(Table),
    /// Criteria of a good encoding, measured at two lengths.
    Criteria(Box<Contest>),
    /// Differences of A and B, with the tolerance.
    Differences(Table, Table, f64),
    /// Errors of a rounded table.
    RoundingErrors(Table),
    /// Share of each stage in the errors of a rounded table.
    Blame(Table),
    /// Offsets at which the scores of a rotary encoding fall below 0, up to a limit.
    Reach(Arc<Rotary>, u64),
    /// Measurements of a table, by the seed of random choices.
    Learned(Table, u64),
    /// Rows of a table in random order, by the seed.
    Shuffled(Table, u64),
    /// Rows that the patches of a grid get by classic mistakes.
    GridFaults(Table, GridLayout),
    /// A grid resized in several ways, to a number of rows and columns.
    ResizedGrid(Table, GridLayout, [u32; 2]),
    /// Rows of a sentence: embeddings, encodings and their combination.
    Tokens(Box<TokensRequest>),
}

impl Computation {
    /// File that the computation reads; `None` if it reads no file.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Tokens(request) => request.vectors.as_deref(),
            Self::Profile(..)
            | Self::DataRange(..)
            | Self::Principal(_)
            | Self::Criteria(..)
            | Self::Differences(..)
            | Self::RoundingErrors(_)
            | Self::Blame(_)
            | Self::Reach(..)
            | Self::Learned(..)
            | Self::Shuffled(..)
            | Self::GridFaults(..)
            | Self::ResizedGrid(..) => None,
        }
    }

    /// Runs the computation. `is_wanted` is called now and then with the fraction that is done; once it returns
    /// false, the result is `None`.
    pub fn run(&self, is_wanted: impl Fn(f32) -> bool + Sync) -> Option<Output> {
        match self {
            Self::Profile(waves, extent, measure) => {
                let profile = Profile::new(waves, *extent, *measure, is_wanted);
                profile.map(|it| Output::Profile(Arc::new(it)))
            }
            Self::DataRange(table, measure) => {
                let range = DataRange::new(table, *measure, is_wanted);
                range.map(|it| Output::DataRange(Arc::new(it)))
            }
            Self::Principal(table) => {
                Principal::new(table, is_wanted).map(|it| Output::Principal(Arc::new(it)))
            }
            Self::Criteria(contest) => {
                Criteria::new(contest, is_wanted).map(|it| Output::Criteria(Arc::new(it)))
            }
            Self::Differences(a, b, tolerance) => {
                let differences = Differences::new(a, b, *tolerance, is_wanted);
                differences.map(|it| Output::Differences(Arc::new(it)))
            }
            Self::RoundingErrors(table) => {
                let errors = RoundingErrors::new(table, is_wanted);
                errors.map(|it| Output::RoundingErrors(Arc::new(it)))
            }
            Self::Blame(table) => {
                Blame::new(table, is_wanted).map(|it| Output::Blame(Arc::new(it)))
            }
            Self::Reach(rotary, limit) => {
                Reach::new(rotary, *limit, is_wanted).map(|it| Output::Reach(Arc::new(it)))
            }
            Self::Learned(table, seed) => {
                Learned::new(table, *seed, is_wanted).map(|it| Output::Learned(Arc::new(it)))
            }
            Self::Shuffled(table, seed) => {
                Shuffled::new(table, *seed, is_wanted).map(|it| Output::Shuffled(Arc::new(it)))
            }
            Self::GridFaults(table, layout) => {
                let faults = GridFaults::new(table, *layout, is_wanted);
                faults.map(|it| Output::GridFaults(Arc::new(it)))
            }
            Self::ResizedGrid(table, layout, to) => {
                let resized = ResizedGrid::new(table, *layout, *to, is_wanted);
                resized.map(|it| Output::ResizedGrid(Arc::new(it)))
            }
            Self::Tokens(request) => {
                let result = Tokens::new(request, &is_wanted)?.map_err(Box::new);
                let request = (**request).clone();
                Some(Output::Tokens(Arc::new(TokensResult { request, result })))
            }
        }
    }
}

/// Result of a computation.
#[derive(Clone, Debug)]
pub enum Output {
    /// Result of [`Computation::Profile`].
    Profile(Arc<Profile>),
    /// Result of [`Computation::DataRange`].
    DataRange(Arc<DataRange>),
    /// Result of [`Computation::Principal`].
    Principal(Arc<Principal>),
    /// Result of [`Computation::Criteria`].
    Criteria(Arc<Criteria>),
    /// Result of [`Computation::Differences`].
    Differences(Arc<Differences>),
    /// Result of [`Computation::RoundingErrors`].
    RoundingErrors(Arc<RoundingErrors>),
    /// Result of [`Computation::Blame`].
    Blame(Arc<Blame>),
    /// Result of [`Computation::Reach`].
    Reach(Arc<Reach>),
    /// Result of [`Computation::Learned`].
    Learned(Arc<Learned>),
    /// Result of [`Computation::Shuffled`].
    Shuffled(Arc<Shuffled>),
    /// Result of [`Computation::GridFaults`].
    GridFaults(Arc<GridFaults>),
    /// Result of [`Computation::ResizedGrid`].
    ResizedGrid(Arc<ResizedGrid>),
    /// Result of [`Computation::Tokens`].
    Tokens(Arc<TokensResult>),
}

/// Rows of a sentence, or the error that prevented them, with the request that they answer.
#[derive(Clone, Debug)]
pub struct TokensResult {
    pub(super) request: TokensRequest,
    pub(super) result: Result<Tokens, Box<VectorsError>>,
}

/// Latest results of one kind, as many as the sides of a comparison may need.
#[derive(Clone, Debug)]
pub(super) struct Latest<T>([Option<Arc<T>>; 4]);

impl<T> Default for Latest<T> {
    fn default() -> Self {
        Self([const { None }; 4])
    }
}

impl<T> PartialEq for Latest<T> {
    /// Compares results by identity: comparing all numbers would take as long as drawing them.
    fn eq(&self, other: &Self) -> bool {
        let places = |it: &Self| it.0.each_ref().map(|known| known.as_ref().map(Arc::as_ptr));
        places(self) == places(other)
    }
}

impl<T> Latest<T> {
    /// Stores a result in place of the oldest.
    fn store(&mut self, result: Arc<T>) {
        self.0.rotate_right(1);
        self.0[0] = Some(result);
    }

    /// Latest result that answers a request.
    pub(super) fn find(&self, is_wanted: impl Fn(&T) -> bool) -> Option<&Arc<T>> {
        self.0.iter().flatten().find(|result| is_wanted(result))
    }

    fn has(&self, is_wanted: impl Fn(&T) -> bool) -> bool {
        self.find(is_wanted).is_some()
    }
}

impl<T: Answer> Latest<T> {
    /// Discards all but the latest result and those that the computations need.
    fn keep(&mut self, computations: &[Computation]) {
        for place in &mut self.0[1..] {
            if let Some(known) = place
                && !computations.iter().any(|computation| known.answers(computation))
            {
                *place = None;
            }
        }
    }
}

/// Result of one kind of computation.
pub(super) trait Answer {
    /// True if this is the result of the computation.
    fn answers(&self, computation: &Computation) -> bool;
}

impl Answer for Profile {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::Profile(waves, extent, measure)
            if self.is_of(waves, *extent, *measure))
    }
}

impl Answer for DataRange {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::DataRange(table, measure) if self.is_of(table, *measure))
    }
}

impl Answer for Principal {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::Principal(table) if self.is_of(table))
    }
}

impl Answer for Criteria {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::Criteria(contest) if self.is_of(contest))
    }
}

impl Answer for Differences {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::Differences(a, b, tolerance)
            if self.is_of(a, b, *tolerance))
    }
}

impl Answer for RoundingErrors {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::RoundingErrors(table) if self.is_of(table))
    }
}

impl Answer for Blame {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::Blame(table) if self.is_of(table))
    }
}

impl Answer for Reach {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::Reach(rotary, limit) if self.is_of(rotary, *limit))
    }
}

impl Answer for Learned {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::Learned(table, seed) if self.is_of(table, *seed))
    }
}

impl Answer for Shuffled {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::Shuffled(table, seed) if self.is_of(table, *seed))
    }
}

impl Answer for GridFaults {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::GridFaults(table, layout) if self.is_of(table, *layout))
    }
}

impl Answer for ResizedGrid {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::ResizedGrid(table, layout, to)
            if self.is_of(table, *layout, *to))
    }
}

impl Answer for TokensResult {
    fn answers(&self, computation: &Computation) -> bool {
        matches!(computation, Computation::Tokens(request) if self.request == **request)
    }
}

/// Latest results of each kind of computation. A view uses a result only if it matches the view's own request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    pub(super) profiles: Latest<Profile>,
    pub(super) ranges: Latest<DataRange>,
    pub(super) principals: Latest<Principal>,
    pub(super) criteria: Latest<Criteria>,
    pub(super) differences: Latest<Differences>,
    pub(super) rounding_errors: Latest<RoundingErrors>,
    pub(super) blames: Latest<Blame>,
    pub(super) reaches: Latest<Reach>,
    pub(super) learned: Latest<Learned>,
    pub(super) shuffled: Latest<Shuffled>,
    pub(super) grid_faults: Latest<GridFaults>,
    pub(super) resized_grids: Latest<ResizedGrid>,
    pub(super) tokens: Latest<TokensResult>,
    /// File that is not read because the user has not allowed it.
    pub(super) withheld: Option<Arc<str>>,
}

impl Results {
    /// Stores a result in place of the oldest of its kind.
    pub fn store(&mut self, output: Output) {
        match output {
            Output::Profile(profile) => self.profiles.store(profile),
            Output::DataRange(range) => self.ranges.store(range),
            Output::Principal(principal) => self.principals.store(principal),
            Output::Criteria(criteria) => self.criteria.store(criteria),
            Output::Differences(differences) => self.differences.store(differences),
            Output::RoundingErrors(errors) => self.rounding_errors.store(errors),
            Output::Blame(blame) => self.blames.store(blame),
            Output::Reach(reach) => self.reaches.store(reach),
            Output::Learned(learned) => self.learned.store(learned),
            Output::Shuffled(shuffled) => self.shuffled.store(shuffled),
            Output::GridFaults(faults) => self.grid_faults.store(faults),
            Output::ResizedGrid(resized) => self.resized_grids.store(resized),
            Output::Tokens(known) => self.tokens.store(known),
        }
    }

    /// Stores a result, if there is one.
    pub fn store_some(&mut self, output: Option<Output>) {
        if let Some(output) = output {
            self.store(output);
        }
    }

    /// Discards results that were read from a file.
    pub fn forget_files(&mut self) {
        if self.tokens.has(|known| known.request.vectors.is_some()) {
            self.tokens = Latest::default();
        }
    }

    /// Sets the file that is not read until the user allows it; `None` if there is no such file.
    pub fn withhold(&mut self, file: Option<&str>) {
        if self.withheld.as_deref() != file {
            self.withheld = file.map(Arc::from);
        }
    }

    /// True if a computation waits for the user to allow its file.
    pub fn is_withheld(&self, computation: &Computation) -> bool {
        computation.file().is_some_and(|file| self.withheld.as_deref() == Some(file))
    }

    /// True if the result of a computation is available.
    pub fn has(&self, computation: &Computation) -> bool {
        self.profiles.has(|it| it.answers(computation))
            || self.ranges.has(|it| it.answers(computation))
            || self.principals.has(|it| it.answers(computation))
            || self.criteria.has(|it| it.answers(computation))
            || self.differences.has(|it| it.answers(computation))
            || self.rounding_errors.has(|it| it.answers(computation))
            || self.blames.has(|it| it.answers(computation))
            || self.reaches.has(|it| it.answers(computation))
            || self.learned.has(|it| it.answers(computation))
            || self.shuffled.has(|it| it.answers(computation))
            || self.grid_faults.has(|it| it.answers(computation))
            || self.resized_grids.has(|it| it.answers(computation))
            || self.tokens.has(|it| it.answers(computation))
    }

    /// Discards the results that none of the computations needs, except for the latest of each kind.
    pub fn keep(&mut self, computations: &[Computation]) {
        self.profiles.keep(computations);
        self.ranges.keep(computations);
        self.principals.keep(computations);
        self.criteria.keep(computations);
        self.differences.keep(computations);
        self.rounding_errors.keep(computations);
        self.blames.keep(computations);
        self.reaches.keep(computations);
        self.learned.keep(computations);
        self.shuffled.keep(computations);
        self.grid_faults.keep(computations);
        self.resized_grids.keep(computations);
        self.tokens.keep(computations);
    }

    /// Error of a computation whose word vectors cannot be used; `None` if there is no error.
    pub fn error(&self, computation: &Computation) -> Option<&VectorsError> {
        let Computation::Tokens(request) = computation else { return None };
        let known = self.tokens.find(|known| known.request == **request)?;
        known.result.as_ref().err().map(|error| &**error)
    }
}
