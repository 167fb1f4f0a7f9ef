//! Background computations that views request, and their results.

use std::sync::Arc;

use crate::{
    encoding::{
        Contest, Criteria, DataRange, Extent, Principal, Profile, Table, Waves, similarity::Measure,
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
    /// Rows of a sentence: embeddings, encodings and their combination.
    Tokens(Box<TokensRequest>),
}

impl Computation {
    /// File that the computation reads; `None` if it reads no file.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Tokens(request) => request.vectors.as_deref(),
            Self::Profile(..) | Self::DataRange(..) | Self::Principal(_) | Self::Criteria(..) => {
                None
            }
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
    /// Result of [`Computation::Tokens`].
    Tokens(Arc<TokensResult>),
}

/// Rows of a sentence, or the error that prevented them, with the request that they answer.
#[derive(Clone, Debug)]
pub struct TokensResult {
    pub(super) request: TokensRequest,
    pub(super) result: Result<Tokens, Box<VectorsError>>,
}

/// Latest result of each kind of computation. A view uses a result only if it matches the view's own request.
#[derive(Clone, Debug, Default)]
pub struct Results {
    pub(super) profile: Option<Arc<Profile>>,
    /// Range of a table, and range of a similarity.
    pub(super) ranges: [Option<Arc<DataRange>>; 2],
    pub(super) principal: Option<Arc<Principal>>,
    pub(super) criteria: Option<Arc<Criteria>>,
    pub(super) tokens: Option<Arc<TokensResult>>,
    /// File that is not read because the user has not allowed it.
    pub(super) withheld: Option<Arc<str>>,
}

impl PartialEq for Results {
    /// Compares results by identity: comparing all numbers would take as long as drawing them.
    fn eq(&self, other: &Self) -> bool {
        self.profile.as_ref().map(Arc::as_ptr) == other.profile.as_ref().map(Arc::as_ptr)
            && self.ranges.each_ref().map(|range| range.as_ref().map(Arc::as_ptr))
                == other.ranges.each_ref().map(|range| range.as_ref().map(Arc::as_ptr))
            && self.principal.as_ref().map(Arc::as_ptr) == other.principal.as_ref().map(Arc::as_ptr)
            && self.criteria.as_ref().map(Arc::as_ptr) == other.criteria.as_ref().map(Arc::as_ptr)
            && self.tokens.as_ref().map(Arc::as_ptr) == other.tokens.as_ref().map(Arc::as_ptr)
            && self.withheld == other.withheld
    }
}

impl Results {
    /// Stores a result and replaces the previous one of its kind.
    pub fn store(&mut self, output: Output) {
        match output {
            Output::Profile(profile) => self.profile = Some(profile),
            Output::DataRange(range) => {
                let place = usize::from(range.is_of_similarity());
                self.ranges[place] = Some(range);
            }
            Output::Principal(principal) => self.principal = Some(principal),
            Output::Criteria(criteria) => self.criteria = Some(criteria),
            Output::Tokens(known) => self.tokens = Some(known),
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
        self.tokens.take_if(|known| known.request.vectors.is_some());
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
        match computation {
            Computation::Profile(waves, extent, measure) => {
                self.profile.as_ref().is_some_and(|profile| profile.is_of(waves, *extent, *measure))
            }
            Computation::DataRange(table, measure) => {
                self.ranges.iter().flatten().any(|range| range.is_of(table, *measure))
            }
            Computation::Principal(table) => {
                self.principal.as_ref().is_some_and(|principal| principal.is_of(table))
            }
            Computation::Criteria(contest) => {
                self.criteria.as_ref().is_some_and(|criteria| criteria.is_of(contest))
            }
            Computation::Tokens(request) => {
                self.tokens.as_ref().is_some_and(|known| known.request == **request)
            }
        }
    }

    /// Error of a computation whose word vectors cannot be used; `None` if there is no error.
    pub fn error(&self, computation: &Computation) -> Option<&VectorsError> {
        let Computation::Tokens(request) = computation else { return None };
        let known = self.tokens.as_ref().filter(|known| known.request == **request)?;
        known.result.as_ref().err().map(|error| &**error)
    }
}
