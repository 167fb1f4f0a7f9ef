//! Validated scene.

use std::{fmt, str::FromStr, sync::Arc};

use super::{Beside, Contents, Key, RotarySettings, SceneDraft, SceneError, Sides, View, texts};
use crate::{
    encoding::{
        Extent, Family, Fourier, Limits, Sinusoid, SinusoidDraft, Spacing,
        bias::Bias,
        check_position,
        grid::{Grid, GridAxis, GridDraft, GridShape},
        rotary::Rotary,
    },
    model::Model,
    picture::number,
};

/// Scene whose values are all within their limits.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    pub(super) draft: SceneDraft,
    pub(super) sinusoid: Sinusoid,
    /// Rotary encoding; `None` for another family, and while the configuration of its model has not been read.
    pub(super) rotary: Option<Arc<Rotary>>,
    /// Model that the encoding is read from.
    pub(super) model: Option<Arc<Model>>,
    /// Cells of a grid; `None` for another family.
    pub(super) grid: Option<Arc<Grid>>,
    /// Bias; `None` for another family.
    pub(super) bias: Option<Arc<Bias>>,
    /// Positions of the encoding's own rows.
    pub(super) own_extent: Extent,
    /// Positions of the rows, where these are not consecutive whole numbers.
    pub(super) spacing: Option<Spacing>,
    /// Positions that are shown; those of A for B.
    pub(super) extent: Extent,
    b: Option<Box<Self>>,
}

impl Scene {
    /// Validates a draft. The only way to construct a [`Scene`].
    pub fn new(draft: SceneDraft) -> Result<Self, SceneError> {
        let mut scene = Self::without_b(draft)?;
        if !scene.draft.beside.is_empty() {
            scene.b = Some(Box::new(scene.checked_b()?));
        } else if scene.draft.sides != Sides::A {
            return Err(SceneError::BadValue {
                key: Key::Side.key(),
                value: scene.draft.sides.key().to_owned(),
                allowed: "expected a scene with B, such as b.convention=fairseq".to_owned(),
            });
        }
        Ok(scene)
    }

    /// B, shown at the positions of A.
    fn checked_b(&self) -> Result<Self, SceneError> {
        let draft = SceneDraft {
            about: None,
            d_model: self.num_columns().min(Limits::D_MODEL_MAX),
            length: self.extent.length(),
            start: Some(self.spacing.map_or_else(|| self.extent.start() as f64, |it| it.start)),
            step: Some(self.spacing.map_or(1.0, |it| it.step)),
            ..self.draft.clone()
        };
        let b = Self::without_b(self.draft.beside.draft(&draft)).and_then(Self::with_numbers);
        let mut b = b.map_err(SceneError::of_b)?;
        b.extent = self.extent;
        if let Some(spacing) = &mut b.spacing {
            // Rows are numbered as those of A.
            spacing.start -= spacing.step * self.extent.start() as f64;
            b.own_extent = Extent::new(self.extent.start(), b.own_extent.length())?;
        }
        Ok(b)
    }

    fn without_b(mut draft: SceneDraft) -> Result<Self, SceneError> {
        // Text names the convention of its family alone. Others would be there for B until the text is read again.
        let unset = SceneDraft::default();
        if matches!(draft.encoding, Family::Grid | Family::Bias | Family::Fourier) {
            draft.convention = unset.convention;
        }
        if draft.encoding != Family::Grid {
            draft.grid_convention = unset.grid_convention;
        }
        if draft.encoding != Family::Bias {
            draft.bias_convention = unset.bias_convention;
        }
        let of_convention = draft.convention.draft(draft.d_model);
        let sinusoid = Sinusoid::new(SinusoidDraft {
            base: draft.base.unwrap_or(of_convention.base),
            exponent: draft.exponent.unwrap_or(of_convention.exponent),
            layout: draft.layout.unwrap_or(of_convention.layout),
            order: draft.order.unwrap_or(of_convention.order),
            components: draft.components.unwrap_or(of_convention.components),
            ..of_convention
        })?;
        let is_sinusoidal = draft.encoding == Family::Sinusoidal;
        if draft.encoding == Family::Grid {
            // The first cell is position 0.
            draft.start = None;
        }
        let is_fourier = draft.encoding == Family::Fourier;
        if !is_sinusoidal && !is_fourier && draft.encoding != Family::Rotary {
            // Only waves have values between whole positions.
            (draft.start, draft.step) = (draft.start.map(f64::round), None);
        }
        let of_family = if is_sinusoidal { draft.convention.facts().start } else { 0 };
        let start = draft.start.unwrap_or(of_family as f64);
        let spacing = if is_fourier {
            Some(Fourier::spacing(draft.start, draft.step, draft.length))
        } else {
            draft.step = draft.step.filter(|step| step.to_bits() != 1.0_f64.to_bits());
            let spacing = Spacing { start, step: draft.step.unwrap_or(1.0) };
            Some(spacing).filter(|_| draft.step.is_some() || start.fract() != 0.0)
        };
        if draft.encoding != Family::Table {
            draft.table = None;
        }
        if draft.encoding != Family::Bias || !draft.has_buckets() {
            draft.bias_table = None;
        }
        if draft.table.is_none() && draft.bias_table.is_none() {
            draft.tensor = None;
        }
        if draft.encoding != Family::Rotary {
            // The width of a head counts in a grid as well.
            let head_dim = draft.rotary.head_dim.filter(|_| draft.encoding == Family::Grid);
            draft.rotary = RotarySettings { head_dim, ..draft.rotary.of_cache_alone() };
        }
        let grid = match draft.encoding {
            Family::Grid => Some(Arc::new(draft.checked_grid()?)),
            _ => None,
        };
        if draft.file_source().is_some() {
            // It says what it is about.
            draft.about = None;
        } else if draft.about.is_none() {
            draft.contents = None;
        }
        if draft.encoding == Family::Table && draft.table.is_none() {
            return Err(SceneError::BadValue {
                key: Key::Encoding.key(),
                value: Family::Table.key().to_owned(),
                allowed: "expected table=FILE, which says it".to_owned(),
            });
        }
        // A table and a grid have their own rows.
        let length = match (&grid, draft.encoding) {
            (Some(grid), _) => grid.shape().num_cells(),
            (None, Family::Table) => draft.data().num_rows(),
            (None, _) => draft.length,
        };
        if let Some(Spacing { start, step }) = spacing {
            let last = start + step * (length - 1) as f64;
            if last.abs() > Limits::POSITION_MAX as f64 {
                return Err(SceneError::BadValue {
                    key: Key::Step.key(),
                    value: number::shortest(step),
                    allowed: format!(
                        "expected a last position from {} to {}",
                        -Limits::POSITION_MAX,
                        Limits::POSITION_MAX
                    ),
                });
            }
        }
        // Rows at real positions are numbered.
        let first = if spacing.is_some() { 0 } else { start as i64 };
        Extent::new(first, draft.length)?;
        let extent = Extent::new(first, length)?;
        // An override that equals the convention's own value is dropped.
        draft.exponent = draft.exponent.filter(|&part| part != of_convention.exponent);
        draft.layout = draft.layout.filter(|&part| part != of_convention.layout);
        draft.order = draft.order.filter(|&part| part != of_convention.order);
        draft.components = draft.components.filter(|&part| part != of_convention.components);
        if draft.encoding == Family::Bias && !draft.round.is_exact() {
            return Err(SceneError::BadValue {
                key: Key::Round.key(),
                value: draft.round.to_string(),
                allowed: "expected none: a bias is computed in the types of its convention"
                    .to_owned(),
            });
        }
        if !has_stages(draft.encoding) && !draft.round.is_of_result() {
            return Err(SceneError::BadValue {
                key: Key::Round.key(),
                value: draft.round.to_string(),
                allowed: "expected result:TYPE: without waves there are only values to round"
                    .to_owned(),
            });
        }
        check_position("offset", draft.offset)?;
        check_position("offset_a", draft.offset_a)?;
        if !extent.contains(draft.position) {
            check_position("position", draft.position)?;
        }
        if let Some(spacing) = spacing.filter(|_| is_fourier) {
            draft.fourier(&sinusoid, spacing).checked(length)?;
        }
        let (rotary, model) = draft.rotary_of_model()?;
        let bias = match draft.encoding {
            Family::Bias => {
                Some(Arc::new(draft.bias(draft.contents.as_ref().and_then(Contents::data))?))
            }
            _ => None,
        };
        let mut scene = Self {
            draft,
            sinusoid,
            rotary,
            model,
            grid,
            bias,
            own_extent: extent,
            spacing,
            extent,
            b: None,
        };
        if scene.draft.link {
            let table = scene.whole_table();
            scene.draft.viewports.share_positions(View::Heatmap, table);
        }
        Ok(scene)
    }

    /// The same scene with what its file holds. Without effect unless the scene names one.
    pub fn with_contents(mut self, contents: Contents) -> Result<Self, SceneError> {
        if self.draft.file_to_read().is_none() {
            return Ok(self);
        }
        self.draft.contents = Some(contents);
        Self::new(self.draft)
    }

    /// The same scene with what the file of B holds. Without effect unless B names one.
    pub fn with_contents_of_b(mut self, contents: Contents) -> Result<Self, SceneError> {
        if self.b.as_ref().is_none_or(|b| b.draft.file_source().is_none()) {
            return Ok(self);
        }
        self.draft.beside.contents = Some(contents);
        Self::new(self.draft)
    }

    /// Encoding that is compared with that of the scene, A: its own values, and all else as in the scene. It is shown
    /// at the positions of A.
    pub fn b(&self) -> Option<&Self> {
        self.b.as_deref()
    }

    /// Draft of the scene with another encoding as B. Positions without a start of their own begin where those of B do.
    pub fn compared_with(&self, other: &Self) -> SceneDraft {
        let mut draft =
            SceneDraft { beside: Beside::of(other.draft(), &self.draft), ..self.draft.clone() };
        if draft.start.is_none() && draft.encoding != Family::Fourier && other.spacing().is_none() {
            draft.start = Some(other.extent().start() as f64);
        }
        draft.sides = Sides::All;
        draft
    }

    /// Draft of the scene with A and B exchanged.
    pub fn swapped(&self) -> SceneDraft {
        let Some(b) = self.b() else { return self.draft.clone() };
        let (beside, sides) = (Beside::of(&self.draft, &b.draft), self.draft.sides);
        // A start that the convention gives anyway is not written.
        let usual = match b.draft.encoding {
            Family::Sinusoidal => b.draft.convention.facts().start as f64,
            Family::Fourier => -1.0,
            _ => 0.0,
        };
        let start = b.draft.start.filter(|&start| start != usual);
        SceneDraft { beside, start, sides, ..b.draft.clone() }
    }

    /// Draft of the scene: every value as requested.
    pub fn draft(&self) -> &SceneDraft {
        &self.draft
    }

    /// Converts the scene into its draft, to be changed and validated again.
    pub fn into_draft(self) -> SceneDraft {
        self.draft
    }
}

impl SceneDraft {
    /// Shape of the grid: that of the draft, or the usual one of the convention.
    fn grid_of_convention(&self) -> GridShape {
        const FRAMES: u32 = 4;
        let usual = GridShape::default();
        let of_frames = self.grid_convention.has_frames();
        let own = if of_frames { usual.with(GridAxis::Frame, FRAMES) } else { usual };
        self.grid.unwrap_or(own)
    }

    /// Fourier features of the draft at the coordinates of the rows; `sinusoid` has their layout and order.
    pub(super) fn fourier(&self, sinusoid: &Sinusoid, spacing: Spacing) -> Fourier {
        Fourier {
            num_octaves: self.octaves,
            factor: self.pi,
            has_identity: self.identity,
            layout: sinusoid.layout(),
            order: sinusoid.order(),
            spacing,
        }
    }

    /// Grid of the draft.
    fn checked_grid(&self) -> Result<Grid, SceneError> {
        /// Width of a head where nothing says it.
        const HEAD_DIM: u32 = 64;
        let convention = self.grid_convention;
        let width = if convention.is_rotary() {
            self.rotary.head_dim.unwrap_or(HEAD_DIM)
        } else {
            self.d_model
        };
        let (shape, base, cache) = (self.grid_of_convention(), self.base, self.rotary.cache);
        Ok(Grid::new(GridDraft { convention, shape, width, base, cache })?)
    }
}

/// True for a family whose values come from angles.
pub(super) fn has_stages(family: Family) -> bool {
    matches!(family, Family::Sinusoidal | Family::Rotary)
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> = Key::ALL
            .iter()
            .filter_map(|&key| {
                Some(format!("{}={}", key.key(), texts::escaped(&self.draft.get(key)?)))
            })
            .collect();
        let b = self.draft.beside.to_string();
        let parts = pairs.into_iter().chain((!b.is_empty()).then_some(b));
        f.write_str(&parts.collect::<Vec<_>>().join("&"))
    }
}

impl FromStr for Scene {
    type Err = SceneError;

    fn from_str(text: &str) -> Result<Self, SceneError> {
        let mut draft = SceneDraft::default();
        draft.read(text)?;
        Self::new(draft)
    }
}
