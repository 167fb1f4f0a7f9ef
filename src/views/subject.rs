//! Data that a view shows: scene, table, colors, and results of computations.

use std::sync::Arc;

use super::{Counterpart, Results};
use crate::{
    action::{Action, Gesture},
    encoding::{
        Differences, DifferencesQuestion, Principal, PrincipalQuestion, Profile, ProfileQuestion,
        RangeQuestion, Table, Waves, similarity::Measure,
    },
    picture::Theme,
    scene::{Scene, Side},
};

/// Input of a view: everything that it may read.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Scene to show; that of B on side B.
    pub scene: &'a Scene,
    /// Encoding of the side that is shown, at the positions of the scene.
    pub table: &'a Table,
    /// Theme, which supplies all colors.
    pub theme: Theme,
    /// Results of background computations.
    pub results: &'a Results,
    /// Side that is shown.
    pub side: Side,
    /// B and A − B; `None` if nothing is compared.
    pub counterpart: Option<&'a Counterpart>,
    /// Scene and encoding of A.
    a: (&'a Scene, &'a Table),
}

impl<'a> Subject<'a> {
    /// Subject of the scene's own encoding, A.
    pub fn new(
        (scene, table): (&'a Scene, &'a Table),
        counterpart: Option<&'a Counterpart>,
        theme: Theme,
        results: &'a Results,
    ) -> Self {
        Self { scene, table, theme, results, side: Side::A, counterpart, a: (scene, table) }
    }

    /// The same subject on another side; on side A if nothing is compared, or if there is no difference.
    #[must_use]
    pub fn at(self, side: Side) -> Self {
        let (scene, table) = self.a;
        let of_a = Self { scene, table, side: Side::A, ..self };
        let Some(counterpart) = self.counterpart else { return of_a };
        match (side, &counterpart.difference) {
            (Side::B, _) => {
                Self { scene: &counterpart.scene, table: &counterpart.table, side, ..of_a }
            }
            (Side::Difference, Some(difference)) => Self { table: difference, side, ..of_a },
            (Side::A | Side::Difference, _) => of_a,
        }
    }

    /// Name of the side that is shown: `A · Paper`, `B · fairseq`, `A − B`; of A and B the letter alone on wish.
    pub fn side_name(&self) -> String {
        let letter = self.side.title();
        let name = match self.side {
            Side::A => self.scene.convention_title(),
            Side::B => self.a.0.title_of_b().unwrap_or_default(),
            Side::Difference => return letter.to_owned(),
        };
        if self.a.0.draft().side_names { format!("{letter} · {name}") } else { letter.to_owned() }
    }

    /// Encoding of A.
    pub(super) fn table_of_a(&self) -> &'a Table {
        self.a.1
    }

    /// Scene of A.
    pub(super) fn scene_of_a(&self) -> &'a Scene {
        self.a.0
    }

    /// Differences of A and B; `None` until they are computed.
    pub(super) fn differences(&self) -> Option<&'a Arc<Differences>> {
        self.results.find(&self.differences_question()?)
    }

    /// Question of the differences of A and B; `None` if nothing is compared.
    pub(super) fn differences_question(&self) -> Option<DifferencesQuestion> {
        let b = self.counterpart?.own_rows();
        let tolerance = self.a.0.draft().tolerance;
        Some(DifferencesQuestion { a: self.a.1.clone(), b, tolerance })
    }

    /// Frequencies of the encoding. Only for views whose [`Requirement`] is `Waves`.
    pub(super) fn waves(&self) -> &'a Arc<Waves> {
        self.table.waves().expect("View::behavior offers such views only where there are waves")
    }

    /// Frequencies, and the columns of the rows. Only for views whose [`Requirement`] is `Waves`.
    pub(super) fn column_waves(&self) -> &'a Arc<Waves> {
        self.table
            .column_waves()
            .expect("View::behavior offers such views only where there are waves")
    }

    /// Column of [`Subject::waves`] that holds what the selected column does.
    pub(super) fn wave_column(&self) -> u32 {
        self.table.encoding.wave_column(self.scene.column())
    }

    /// Number of columns of [`Subject::waves`].
    pub(super) fn num_wave_columns(&self) -> u32 {
        self.waves().columns().len() as u32
    }

    /// Action that selects the column of the rows that belongs to a column of [`Subject::waves`], clamped to the last.
    pub(super) fn select_wave_column(&self, cell: i64, gesture: Gesture) -> Action {
        let last = i64::from(self.num_wave_columns()) - 1;
        let found = self.table.encoding.row_column(cell.clamp(0, last.max(0)) as u32);
        let column = found.unwrap_or_else(|| self.scene.column());
        Action::Select { position: self.scene.position(), column, gesture }
    }

    /// Profile of a scene; `None` until it is computed.
    pub(super) fn profile(self) -> Option<&'a Arc<Profile>> {
        self.results.find(&self.profile_question()?)
    }

    /// Question of the profile of a scene; `None` without frequencies.
    pub(super) fn profile_question(self) -> Option<ProfileQuestion> {
        let waves = Arc::clone(self.table.waves()?);
        Some(ProfileQuestion { waves, extent: self.table.extent, measure: self.scene.measure() })
    }

    /// Least and greatest value of the scene's table or, with a measure, of the similarity of its positions; `None`
    /// until they are computed, or if they are too many.
    pub(super) fn data_range(self, measure: Option<Measure>) -> Option<(f64, f64)> {
        self.results.find(&RangeQuestion { table: self.table.clone(), measure })?.ends()
    }

    /// Principal directions of a scene; `None` until they are computed.
    pub(super) fn principal(self) -> Option<&'a Arc<Principal>> {
        self.results.find(&PrincipalQuestion { table: self.table.clone() })
    }
}
