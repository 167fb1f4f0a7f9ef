//! Validated scene.

use std::{fmt, str::FromStr, sync::Arc};

use super::{
    Beside, Contents, Key, RotarySettings, SceneDraft, SceneError, Sides, View, Viewport, texts,
};
use crate::{
    encoding::{
        Computed, Encoding, Extent, Family, Limits, Sinusoid, SinusoidDraft, Spacing, Spec, Table,
        bias::Bias,
        check_position,
        grid::{Grid, GridAxis, GridDraft, GridLayout, GridShape},
        rotary::Rotary,
        similarity::Measure,
    },
    model::{LayerSet, Model},
    picture::number,
};

/// Scene whose values are all within their limits.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    draft: SceneDraft,
    sinusoid: Sinusoid,
    /// Rotary encoding; `None` for another family, and while the configuration of its model has not been read.
    rotary: Option<Arc<Rotary>>,
    /// Model that the encoding is read from.
    model: Option<Arc<Model>>,
    /// Cells of a grid; `None` for another family.
    grid: Option<Arc<Grid>>,
    /// Bias; `None` for another family.
    bias: Option<Arc<Bias>>,
    /// Positions of the encoding's own rows.
    own_extent: Extent,
    /// Positions of the rows, where these are not consecutive whole numbers.
    spacing: Option<Spacing>,
    /// Positions that are shown; those of A for B.
    extent: Extent,
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
            d_model: self.num_columns().min(Limits::D_MODEL_MAX),
            length: self.extent.length(),
            start: Some(match self.spacing {
                Some(Spacing { start, .. }) => start,
                None => self.extent.start() as f64,
            }),
            ..self.draft.clone()
        };
        let mut b = Self::without_b(self.draft.beside.draft(&draft)).map_err(SceneError::of_b)?;
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
        if matches!(draft.encoding, Family::Grid | Family::Bias) {
            draft.convention = unset.convention;
        }
        if draft.encoding != Family::Grid {
            draft.grid_convention = unset.grid_convention;
        }
        if draft.encoding != Family::Bias {
            draft.bias.convention = unset.bias.convention;
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
        if !is_sinusoidal {
            // Only waves have values between whole positions.
            (draft.start, draft.step) = (draft.start.map(f64::round), 1.0);
        }
        let of_family = if is_sinusoidal { draft.convention.facts().start } else { 0 };
        let start = draft.start.unwrap_or(of_family as f64);
        let is_spaced = draft.step.to_bits() != 1.0_f64.to_bits() || start.fract() != 0.0;
        let spacing = is_spaced.then_some(Spacing { start, step: draft.step });
        if draft.encoding != Family::Table {
            (draft.table, draft.tensor) = (None, None);
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
        if draft.file_source().is_none() {
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
        let first = if is_spaced { 0 } else { start as i64 };
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
        let (rotary, model) = draft.rotary_of_model()?;
        let bias = match draft.encoding {
            Family::Bias => Some(Arc::new(draft.bias.bias()?)),
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
        if self.draft.file_source().is_none() {
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
        if draft.start.is_none() && other.spacing().is_none() {
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
        let usual = f64::from(i32::from(b.draft.encoding == Family::Sinusoidal))
            * b.draft.convention.facts().start as f64;
        let start = b.draft.start.filter(|&start| start != usual);
        SceneDraft { start, beside, sides, ..b.draft.clone() }
    }

    /// Draft of the scene: every value as requested.
    pub fn draft(&self) -> &SceneDraft {
        &self.draft
    }

    /// Converts the scene into its draft, to be changed and validated again.
    pub fn into_draft(self) -> SceneDraft {
        self.draft
    }

    /// Text form for the clipboard. Never empty, so that pasting it shows that something was copied: the default
    /// scene is written as its width and length.
    pub fn to_copy(&self) -> String {
        let text = self.to_string();
        if text.is_empty() {
            return format!("d_model={}&length={}", self.draft.d_model, self.draft.length);
        }
        text
    }

    /// Specification of the encoding.
    pub fn spec(&self) -> Spec {
        let exact = self.exact_spec();
        let round = self.draft.round;
        if round.is_exact() { exact } else { Spec::Rounded(Box::new(exact), round) }
    }

    /// Specification of the encoding before it is rounded.
    pub fn exact_spec(&self) -> Spec {
        let d_model = self.draft.d_model;
        match self.draft.encoding {
            Family::Sinusoidal => match self.spacing {
                Some(spacing) => Spec::Spaced { sinusoid: self.sinusoid, spacing },
                None => self.sinusoid.into(),
            },
            Family::Index => Computed::Index.into(),
            Family::Fraction => Computed::Fraction(self.own_extent).into(),
            Family::Binary => Computed::Binary { num_bits: d_model }.into(),
            Family::Random => Computed::Random { d_model, seed: self.draft.seed }.into(),
            Family::Rotary if let Some(rotary) = &self.rotary => Spec::Rotary(Arc::clone(rotary)),
            Family::Grid if let Some(grid) = &self.grid => Spec::Grid(Arc::clone(grid)),
            Family::Bias if let Some(bias) = &self.bias => Spec::Bias(Arc::clone(bias)),
            Family::Table | Family::Rotary | Family::Grid | Family::Bias => {
                Spec::Data { data: self.draft.data(), start: self.own_extent.start() }
            }
        }
    }

    /// True if frequencies, positions and angles can be rounded, not only values.
    pub fn has_stages(&self) -> bool {
        has_stages(self.draft.encoding)
    }

    /// Rotary encoding; `None` for another family, and while the configuration of its model has not been read.
    pub fn rotary(&self) -> Option<&Arc<Rotary>> {
        self.rotary.as_ref()
    }

    /// Model that the encoding is read from.
    pub fn model(&self) -> Option<&Arc<Model>> {
        self.model.as_ref()
    }

    /// Cells of a grid; `None` for another family.
    pub fn grid(&self) -> Option<&Arc<Grid>> {
        self.grid.as_ref()
    }

    /// Rows of the table as the patches of a grid; `None` unless there is a row for each.
    pub fn grid_layout(&self) -> Option<GridLayout> {
        let shape = self.grid.as_ref().map(|grid| grid.shape()).or(self.draft.grid)?;
        GridLayout::of(shape, self.extent.start(), self.extent.length())
    }

    /// Bias; `None` for another family.
    pub fn bias(&self) -> Option<&Arc<Bias>> {
        self.bias.as_ref()
    }

    /// Selected head: the requested one, or the last if there are fewer.
    pub fn head(&self) -> u32 {
        self.draft.head.min(self.bias.as_ref().map_or(0, |bias| bias.num_heads() - 1))
    }

    /// Set of layers of the model that is shown.
    pub fn layer_set(&self) -> Option<&LayerSet> {
        self.draft.rotary.set_of(self.model.as_deref()?).ok()
    }

    /// Positions of the rows, where these are not consecutive whole numbers. The rows are then numbered from 0.
    pub fn spacing(&self) -> Option<Spacing> {
        self.spacing
    }

    /// Builds the encoding at the positions of the scene.
    pub fn table(&self) -> Table {
        Table { encoding: Arc::new(Encoding::new(self.spec())), extent: self.extent }
    }

    /// Sinusoid of the convention and its overrides, whatever the family of the encoding.
    pub fn sinusoid(&self) -> &Sinusoid {
        &self.sinusoid
    }

    /// Base of the exponents of a sinusoid or a rotary encoding.
    pub fn base(&self) -> f64 {
        match (&self.rotary, &self.grid) {
            (Some(rotary), _) => rotary.base(),
            (None, Some(grid)) => grid.base(),
            (None, None) => self.sinusoid.base(),
        }
    }

    /// Positions of the rows that are shown; those of A for B.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Positions of the encoding's own rows. Only B may have others than those shown.
    pub fn own_extent(&self) -> Extent {
        self.own_extent
    }

    /// All columns and rows of the table, counted from 0.
    pub fn whole_table(&self) -> Viewport {
        Viewport::whole([f64::from(self.num_columns()), self.extent.length() as f64])
    }

    /// Number of columns of the encoding.
    pub fn num_columns(&self) -> u32 {
        self.spec().num_columns()
    }

    /// Selected position: the requested one or, if it lies outside the table, the nearest row.
    pub fn position(&self) -> i64 {
        self.extent.nearest(self.draft.position)
    }

    /// Selected column: the requested one, or the last column if the table is narrower.
    pub fn column(&self) -> u32 {
        self.draft.column.min(self.num_columns() - 1)
    }

    /// True if the control of a key is visible.
    pub fn is_control_visible(&self, key: Key) -> bool {
        self.draft.controls.is_none_or(|controls| controls.contains(key))
    }

    /// Offset k as the encoding reads it: −|k| for a causal bias, which sees only keys before the query, else k.
    pub fn offset(&self) -> i64 {
        let k = self.draft.offset;
        if self.bias.as_ref().is_some_and(|bias| bias.is_causal()) { -k.abs() } else { k }
    }

    /// Second position, s = t + k.
    pub fn other_position(&self) -> i64 {
        self.position() + self.offset()
    }

    /// Measure of similarity.
    pub fn measure(&self) -> Measure {
        self.draft.measure
    }

    /// Text of the value of a key, also of one that only the convention sets.
    pub(crate) fn value(&self, key: Key) -> Option<String> {
        let own = &self.sinusoid;
        self.draft.text(key).or_else(|| {
            Some(match key {
                Key::Start => match self.spacing {
                    Some(spacing) => number::shortest(spacing.start),
                    None => self.extent().start().to_string(),
                },
                Key::Base => number::shortest(self.base()),
                Key::Exponent => own.exponent().key().to_owned(),
                Key::Layout => own.layout().key().to_owned(),
                Key::Order => own.order().key().to_owned(),
                Key::Components => own.components().key().to_owned(),
                _ => return None,
            })
        })
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
fn has_stages(family: Family) -> bool {
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
