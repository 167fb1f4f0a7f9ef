//! Data that a view shows: scene, table, colors, and results of computations.

use std::sync::Arc;

use super::Results;
use crate::{
    encoding::{Contest, Criteria, Principal, Profile, Table, Waves, similarity::Measure},
    picture::Theme,
    scene::Scene,
    tokens::{Tokens, TokensRequest, VectorsError},
};

/// Input of a view: everything that it may read.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Scene to show.
    pub scene: &'a Scene,
    /// Encoding of the scene, at the positions of the scene.
    pub table: &'a Table,
    /// Theme, which supplies all colors.
    pub theme: Theme,
    /// Results of background computations.
    pub results: &'a Results,
}

impl<'a> Subject<'a> {
    /// Frequencies of the encoding. Only for views whose [`Need`] is `Waves`.
    pub(super) fn waves(&self) -> &'a Arc<Waves> {
        self.table.waves().expect("View::behavior offers such views only where there are waves")
    }

    /// Profile of a scene; `None` until it is computed.
    pub(super) fn profile(self) -> Option<&'a Arc<Profile>> {
        let measure = self.scene.measure();
        let known = self.results.profile.as_ref();
        known.filter(|profile| profile.is_of(self.waves(), self.table.extent, measure))
    }

    /// Least and greatest value of the scene's table or, with a measure, of the similarity of its positions; `None`
    /// until they are computed, or if they are too many.
    pub(super) fn data_range(self, measure: Option<Measure>) -> Option<(f64, f64)> {
        let known = self.results.ranges.iter().flatten();
        known.into_iter().find(|range| range.is_of(self.table, measure))?.ends()
    }

    /// Measured criteria of a contest; `None` until they are computed.
    pub(super) fn criteria(self, contest: &Contest) -> Option<Arc<Criteria>> {
        let known = self.results.criteria.as_ref();
        known.filter(|criteria| criteria.is_of(contest)).cloned()
    }

    /// Rows of a sentence or the error that prevented them; `None` until they are computed.
    pub(super) fn tokens(
        self,
        request: &TokensRequest,
    ) -> Option<&'a Result<Tokens, Box<VectorsError>>> {
        let known = self.results.tokens.as_ref();
        known.filter(|known| known.request == *request).map(|known| &known.result)
    }

    /// Principal directions of a scene; `None` until they are computed.
    pub(super) fn principal(self) -> Option<&'a Arc<Principal>> {
        let known = self.results.principal.as_ref();
        known.filter(|principal| principal.is_of(self.table))
    }
}
