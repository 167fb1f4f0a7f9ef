//! What a view asks that no frame has time for, and what came of it.

use std::sync::Arc;

use super::Subject;
use crate::{
    encoding::{Contest, Criteria, Extent, Principal, Profile, Table, Waves, similarity::Measure},
    tokens::{Tokens, TokensRequest, VectorsError},
};

/// Something to be computed in the background.
#[derive(Clone, Debug, PartialEq)]
pub enum Computation {
    /// Least and greatest similarity at every offset.
    Profile(Arc<Waves>, Extent, Measure),
    /// The directions along which rows differ most.
    Principal(Table),
    /// Criteria of a good encoding, at two lengths.
    Criteria(Box<Contest>),
    /// The rows of a sentence.
    Tokens(Box<TokensRequest>),
}

impl Computation {
    /// The file that it reads.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Tokens(request) => request.vectors.as_deref(),
            Self::Profile(..) | Self::Principal(_) | Self::Criteria(..) => None,
        }
    }

    /// Computes it. `is_wanted` is told now and then which part is done; `None` once it says no.
    pub fn answer(&self, is_wanted: impl Fn(f32) -> bool + Sync) -> Option<Output> {
        match self {
            Self::Profile(waves, extent, measure) => {
                let profile = Profile::new(waves, *extent, *measure, is_wanted);
                profile.map(|it| Output::Profile(Arc::new(it)))
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
                Some(Output::Tokens(Arc::new(TokensTold { request, result })))
            }
        }
    }
}

/// What came of a question.
#[derive(Clone, Debug)]
pub enum Output {
    /// Of [`Computation::Profile`].
    Profile(Arc<Profile>),
    /// Of [`Computation::Principal`].
    Principal(Arc<Principal>),
    /// Of [`Computation::Criteria`].
    Criteria(Arc<Criteria>),
    /// Of [`Computation::Tokens`].
    Tokens(Arc<TokensTold>),
}

/// The rows of a sentence, or why there are none.
#[derive(Clone, Debug)]
pub struct TokensTold {
    request: TokensRequest,
    result: Result<Tokens, Box<VectorsError>>,
}

/// The last answer to each kind of question. Views look whether it is the one to theirs.
#[derive(Clone, Debug, Default)]
pub struct Results {
    profile: Option<Arc<Profile>>,
    principal: Option<Arc<Principal>>,
    criteria: Option<Arc<Criteria>>,
    tokens: Option<Arc<TokensTold>>,
    /// A file that is not read, since nobody has asked for it.
    withheld: Option<Arc<str>>,
}

impl PartialEq for Results {
    /// The very same answers: to compare all numbers would take as long as to draw them.
    fn eq(&self, other: &Self) -> bool {
        self.profile.as_ref().map(Arc::as_ptr) == other.profile.as_ref().map(Arc::as_ptr)
            && self.principal.as_ref().map(Arc::as_ptr) == other.principal.as_ref().map(Arc::as_ptr)
            && self.criteria.as_ref().map(Arc::as_ptr) == other.criteria.as_ref().map(Arc::as_ptr)
            && self.tokens.as_ref().map(Arc::as_ptr) == other.tokens.as_ref().map(Arc::as_ptr)
            && self.withheld == other.withheld
    }
}

impl Results {
    /// Keeps an answer in place of the last of its kind.
    pub fn take(&mut self, answer: Output) {
        match answer {
            Output::Profile(profile) => self.profile = Some(profile),
            Output::Principal(principal) => self.principal = Some(principal),
            Output::Criteria(criteria) => self.criteria = Some(criteria),
            Output::Tokens(known) => self.tokens = Some(known),
        }
    }

    /// Keeps an answer, where there is one.
    pub fn take_some(&mut self, answer: Option<Output>) {
        if let Some(answer) = answer {
            self.take(answer);
        }
    }

    /// Forgets what was read from a file.
    pub fn forget_files(&mut self) {
        self.tokens.take_if(|known| known.request.vectors.is_some());
    }

    /// Says that a file is not read, or that none is held back.
    pub fn withhold(&mut self, file: Option<&str>) {
        if self.withheld.as_deref() != file {
            self.withheld = file.map(Arc::from);
        }
    }

    /// Whether a question waits for a person to allow its file.
    pub fn is_withheld(&self, computation: &Computation) -> bool {
        computation.file().is_some_and(|file| self.withheld.as_deref() == Some(file))
    }

    /// Whether the answer to a question is here.
    pub fn has(&self, computation: &Computation) -> bool {
        match computation {
            Computation::Profile(waves, extent, measure) => {
                self.profile.as_ref().is_some_and(|profile| profile.is_of(waves, *extent, *measure))
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

    /// Why there is no answer to a question, where its file could not be read.
    pub fn error(&self, computation: &Computation) -> Option<&VectorsError> {
        let Computation::Tokens(request) = computation else { return None };
        let known = self.tokens.as_ref().filter(|known| known.request == **request)?;
        known.result.as_ref().err().map(|error| &**error)
    }

    /// The profile of a scene, once it is known.
    pub(super) fn profile(subject: Subject<'_>) -> Option<&Arc<Profile>> {
        let measure = subject.scene.measure();
        let known = subject.results.profile.as_ref();
        known.filter(|profile| profile.is_of(subject.waves(), subject.table.extent, measure))
    }

    /// What was measured of two tables, once it is known.
    pub(super) fn criteria(subject: Subject<'_>, contest: &Contest) -> Option<Arc<Criteria>> {
        let known = subject.results.criteria.as_ref();
        known.filter(|criteria| criteria.is_of(contest)).cloned()
    }

    /// The rows of a sentence, or why there are none, once it is known.
    pub(super) fn tokens<'a>(
        subject: Subject<'a>,
        request: &TokensRequest,
    ) -> Option<&'a Result<Tokens, Box<VectorsError>>> {
        let known = subject.results.tokens.as_ref();
        known.filter(|known| known.request == *request).map(|known| &known.result)
    }

    /// The principal directions of a scene, once they are known.
    pub(super) fn principal(subject: Subject<'_>) -> Option<&Arc<Principal>> {
        let known = subject.results.principal.as_ref();
        known.filter(|principal| principal.is_of(subject.table))
    }
}
