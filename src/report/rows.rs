//! Rows of the two sides of a comparison, each with its parts that are not set taken from the other.

use std::sync::Arc;

use super::{error::ReportError, side::ComparedSide};
use crate::{
    encoding::{
        Encoding, Extent, RowSource, Spec, Table,
        bias::Bias,
        rotary::{Rotary, RotaryDraft},
    },
    import::FileTable,
    recognition::{Arrangement, short_list},
    scene::{Key, Scene, SceneDraft},
};

/// Biases of all heads beside that of the query's own key: a row for every distance back from the last position, a
/// column for every head. For T5, the buckets.
#[derive(Debug)]
pub(super) struct BiasRows {
    pub(super) bias: Arc<Bias>,
    pub(super) extent: Extent,
}

impl RowSource for BiasRows {
    fn num_rows(&self) -> u64 {
        self.extent.length()
    }

    fn num_columns(&self) -> u32 {
        self.bias.num_heads()
    }

    fn fill(&self, first: u64, out: &mut [f64]) -> std::io::Result<()> {
        let heads = self.bias.num_heads();
        let t = self.extent.last();
        for (offset, row) in (first as i64..).map(|it| -it).zip(out.chunks_mut(heads as usize)) {
            for (head, out) in (0..heads).zip(row) {
                *out = match self.bias.unknown_buckets() {
                    Some(buckets) => f64::from(buckets.of(offset)),
                    None => self.bias.relative(head, t, offset),
                };
            }
        }
        Ok(())
    }
}

/// Rows of a side, with the position of the first.
pub(super) enum ReportRows<'a> {
    /// Rows of a scene's encoding.
    Computed(Table),
    /// Rows of a file.
    Read(&'a FileTable, i64),
    /// Biases of the heads at every distance.
    Bias(BiasRows),
}

impl ReportRows<'_> {
    pub(super) fn source(&self) -> &dyn RowSource {
        match self {
            Self::Computed(table) => table,
            Self::Read(table, _) => *table,
            Self::Bias(rows) => rows,
        }
    }

    /// Rotary encoding of the rows; `None` if they are others.
    pub(super) fn rotary(&self) -> Option<&Rotary> {
        match self {
            Self::Computed(table) => table.encoding.spec().rotary().map(|it| &**it),
            Self::Read(..) | Self::Bias(_) => None,
        }
    }

    /// Bias of the rows; `None` if they are others.
    pub(super) fn bias(&self) -> Option<&BiasRows> {
        match self {
            Self::Bias(rows) => Some(rows),
            Self::Computed(_) | Self::Read(..) => None,
        }
    }

    /// Frequency of each column, if the rows are rounded waves.
    pub(super) fn frequencies_if_rounded(&self) -> Option<Vec<Option<usize>>> {
        let Self::Computed(table) = self else { return None };
        let waves = table.encoding.exact()?.column_waves()?;
        Some((0..table.num_columns()).map(|j| waves.frequency_index(j)).collect())
    }

    pub(super) fn start(&self) -> i64 {
        match self {
            Self::Computed(table) => table.extent.start(),
            Self::Read(_, start) => *start,
            Self::Bias(_) => 0,
        }
    }
}

/// Rows of two sides, each with its parts that are not set taken from the other.
pub(super) fn rows<'a>(
    a: &'a ComparedSide,
    b: &'a ComparedSide,
) -> Result<(ReportRows<'a>, ReportRows<'a>), ReportError> {
    let (scene_a, scene_b) = (a.scene_beside(b)?, b.scene_beside(a)?);
    if let Some(rows) = with_vector([a, b], [scene_a.as_ref(), scene_b.as_ref()])? {
        return Ok(rows);
    }
    one_table(a, b)?;
    one_table(b, a)?;
    let rows = |own: &'a ComparedSide,
                scene: Option<&Scene>,
                other: Option<&Scene>,
                beside: &ComparedSide| match (own, scene) {
        (ComparedSide::File { table, start, .. }, _) => {
            let other_start = other.map(|scene| scene.extent().start());
            let start = start.or(other_start).or_else(|| beside.given(Key::Start));
            ReportRows::Read(table, start.unwrap_or(0))
        }
        (ComparedSide::Scene { .. }, Some(scene)) => match scene.bias() {
            Some(bias) => {
                ReportRows::Bias(BiasRows { bias: Arc::clone(bias), extent: scene.extent() })
            }
            None => ReportRows::Computed(scene.table()),
        },
        (ComparedSide::Scene { .. }, None) => ReportRows::Computed(Scene::default().table()),
    };
    let (of_a, of_b) = (
        rows(a, scene_a.as_ref(), scene_b.as_ref(), b),
        rows(b, scene_b.as_ref(), scene_a.as_ref(), a),
    );
    let one_bias = |bias: &ComparedSide, other: &ComparedSide| {
        let [bias, other] = [bias, other].map(|it| it.name().to_owned());
        Err(ReportError::OneBias { bias, other })
    };
    match (of_a.bias(), of_b.bias()) {
        (Some(_), None) => one_bias(a, b),
        (None, Some(_)) => one_bias(b, a),
        (Some(_), Some(_)) | (None, None) => Ok((of_a, of_b)),
    }
}

/// Fails for a vector in a file beside a sinusoid, of which a single column would be compared.
fn one_table(of_file: &ComparedSide, of_scene: &ComparedSide) -> Result<(), ReportError> {
    let (ComparedSide::File { table, .. }, ComparedSide::Scene { draft, set, .. }) =
        (of_file, of_scene)
    else {
        return Ok(());
    };
    let (num, width) = (table.num_rows(), table.num_columns());
    if width != 1 || num < 2 || !draft.encoding.family.is_sinusoidal() || set.contains(&Key::DModel)
    {
        return Ok(());
    }
    let [name, other] = [of_file, of_scene].map(|it| it.name().to_owned());
    Err(ReportError::NoTable { name, num, other })
}

/// Largest number of positions in which cosines are compared.
const MOST_POSITIONS: u64 = 1 << 17;

/// Caches of a rotary scene and of a vector of frequencies in a file; `None` for all other sides.
fn with_vector<'a>(
    sides: [&'a ComparedSide; 2],
    scenes: [Option<&Scene>; 2],
) -> Result<Option<(ReportRows<'a>, ReportRows<'a>)>, ReportError> {
    for (of_file, of_scene) in [(0, 1), (1, 0)] {
        let (ComparedSide::File { table, .. }, Some(scene)) = (sides[of_file], scenes[of_scene])
        else {
            continue;
        };
        let Some(rotary) = scene.rotary() else { continue };
        let Some(mut vector) = short_list(table)? else { continue };
        let (name, pairs) = (sides[of_file].name().to_owned(), rotary.omegas().len());
        if let Some(entry) = vector.iter().position(|omega| !omega.is_finite()) {
            return Err(ReportError::NotFinite { name, entry });
        }
        // Some programs keep every frequency twice.
        if vector.len() == 2 * pairs {
            let halves = [Arrangement::Twice, Arrangement::EachTwice];
            let half = halves.into_iter().find_map(|it| it.undone(&vector));
            vector = half.unwrap_or(vector);
        }
        if vector.len() != pairs {
            let model = sides[of_scene].name().to_owned();
            return Err(ReportError::Vector { name, num: vector.len(), model, pairs });
        }
        // Its length says nothing about positions: as many as the model may have.
        let of_model = scene.layer_set().and_then(|set| set.max_length.as_ref()).map(|it| it.value);
        let of_model = of_model.map(|length| (length as u64).clamp(1, MOST_POSITIONS));
        let given = sides[of_scene].given(Key::Length).map(|length| length as u64);
        let usual = SceneDraft::default().encoding.length;
        let length = given.or(of_model).unwrap_or(usual);
        let Ok(extent) = Extent::new(scene.extent().start(), length) else { continue };
        let draft = RotaryDraft {
            frequencies: Some(vector.into()),
            attention_factor: Some(rotary.attention_factor()),
            ..rotary.draft().clone()
        };
        let Ok(own) = Rotary::new(draft) else { continue };
        let computed = |spec: Spec| {
            ReportRows::Computed(Table { encoding: Arc::new(Encoding::new(spec)), extent })
        };
        let (own, other) = (computed(own.into()), computed(Spec::Rotary(Arc::clone(rotary))));
        return Ok(Some(if of_file == 0 { (own, other) } else { (other, own) }));
    }
    Ok(None)
}
