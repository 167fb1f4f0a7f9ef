//! Parts of a scene, as it holds and shows them.

use std::sync::Arc;

use super::{Key, Named, Scene, Viewport};
use crate::{
    encoding::{
        Computed, Encoding, Extent, Family, Sinusoid, Spacing, Spec, Table,
        bias::Bias,
        grid::{Grid, GridLayout},
        rotary::Rotary,
        similarity::Measure,
    },
    model::{LayerSet, Model},
    picture::number,
};

impl Scene {
    /// Text form for the clipboard. Never empty, so that pasting it shows that something was copied: the default
    /// scene is written as its width and length.
    pub fn to_copy(&self) -> String {
        let text = self.to_string();
        if text.is_empty() {
            return format!(
                "d_model={}&length={}",
                self.draft.encoding.d_model, self.draft.encoding.length
            );
        }
        text
    }

    /// Convention of the encoding; `None` for a family without conventions, and for one whose parts were changed.
    pub fn named(&self) -> Option<Named> {
        let own = &self.draft.encoding;
        let is_changed = own.family.is_sinusoidal() && self.is_convention_changed();
        own.convention_of_family().filter(|_| !is_changed)
    }

    /// Specification of the encoding.
    pub fn spec(&self) -> Spec {
        let exact = self.exact_spec();
        let round = self.draft.encoding.round;
        if round.is_exact() { exact } else { Spec::Rounded(Box::new(exact), round) }
    }

    /// Specification of the encoding before it is rounded.
    pub fn exact_spec(&self) -> Spec {
        let d_model = self.draft.encoding.d_model;
        match self.draft.encoding.family {
            Family::Sinusoidal => match self.encoding.spacing {
                Some(spacing) => Spec::Spaced { sinusoid: self.encoding.sinusoid, spacing },
                None => self.encoding.sinusoid.into(),
            },
            Family::Index => Computed::Index.into(),
            Family::Fraction => Computed::Fraction(self.encoding.extent).into(),
            Family::Binary => Computed::Binary { num_bits: d_model }.into(),
            Family::Random => Computed::Random { d_model, seed: self.draft.encoding.seed }.into(),
            Family::Fourier if let Some(spacing) = self.encoding.spacing => {
                Spec::Fourier(self.draft.encoding.fourier(&self.encoding.sinusoid, spacing))
            }
            Family::Rotary if let Some(rotary) = &self.encoding.rotary => {
                let rotary = Arc::clone(rotary);
                match self.encoding.spacing {
                    Some(spacing) => Spec::SpacedRotary { rotary, spacing },
                    None => Spec::Rotary(rotary),
                }
            }
            Family::Grid if let Some(grid) = &self.encoding.grid => Spec::Grid(Arc::clone(grid)),
            Family::Bias if let Some(bias) = &self.encoding.bias => Spec::Bias(Arc::clone(bias)),
            Family::Table | Family::Fourier | Family::Rotary | Family::Grid | Family::Bias => {
                Spec::Data { data: self.draft.encoding.data(), start: self.encoding.extent.start() }
            }
        }
    }

    /// True if the value of a key makes the encoding.
    pub fn depends_on(&self, key: Key) -> bool {
        let is_rotary_grid = self.grid().map(|it| it.convention().is_rotary());
        key.families().contains(&self.draft.encoding.family)
            && match key {
                Key::DModel => is_rotary_grid != Some(true),
                Key::HeadDim | Key::Cache => is_rotary_grid != Some(false),
                _ => true,
            }
    }

    /// True if frequencies, positions and angles can be rounded, not only values.
    pub fn has_stages(&self) -> bool {
        self.draft.encoding.family.has_stages()
    }

    /// Rotary encoding; `None` for another family, and while the configuration of its model has not been read.
    pub fn rotary(&self) -> Option<&Arc<Rotary>> {
        self.encoding.rotary.as_ref()
    }

    /// Model that the encoding is read from.
    pub fn model(&self) -> Option<&Arc<Model>> {
        self.encoding.model.as_ref()
    }

    /// Cells of a grid; `None` for another family.
    pub fn grid(&self) -> Option<&Arc<Grid>> {
        self.encoding.grid.as_ref()
    }

    /// Rows of the table as the patches of a grid; `None` unless there is a row for each.
    pub fn grid_layout(&self) -> Option<GridLayout> {
        let shape =
            self.encoding.grid.as_ref().map(|grid| grid.shape()).or(self.draft.encoding.grid)?;
        GridLayout::of(shape, self.extent.start(), self.extent.length())
    }

    /// Bias; `None` for another family.
    pub fn bias(&self) -> Option<&Arc<Bias>> {
        self.encoding.bias.as_ref()
    }

    /// Selected head: the requested one, or the last if there are fewer.
    pub fn head(&self) -> u32 {
        self.draft.head.min(self.encoding.bias.as_ref().map_or(0, |bias| bias.num_heads() - 1))
    }

    /// Set of layers of the model that is shown.
    pub fn layer_set(&self) -> Option<&LayerSet> {
        self.draft.encoding.set_of(self.encoding.model.as_deref()?).ok()
    }

    /// Positions of the rows, where these are not consecutive whole numbers. The rows are then numbered from 0.
    pub fn spacing(&self) -> Option<Spacing> {
        self.encoding.spacing
    }

    /// Builds the encoding at the positions of the scene.
    pub fn table(&self) -> Table {
        Table { encoding: Arc::new(Encoding::new(self.spec())), extent: self.extent }
    }

    /// Sinusoid of the convention and its overrides, whatever the family of the encoding.
    pub fn sinusoid(&self) -> &Sinusoid {
        &self.encoding.sinusoid
    }

    /// Base of the exponents of a sinusoid or a rotary encoding.
    pub fn base(&self) -> f64 {
        match (&self.encoding.rotary, &self.encoding.grid) {
            (Some(rotary), _) => rotary.base(),
            (None, Some(grid)) => grid.base(),
            (None, None) => self.encoding.sinusoid.base(),
        }
    }

    /// Positions of the rows that are shown; those of A for B.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Positions of the encoding's own rows. Only B may have others than those shown.
    pub fn own_extent(&self) -> Extent {
        self.encoding.extent
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
        if self.encoding.bias.as_ref().is_some_and(|bias| bias.is_causal()) { -k.abs() } else { k }
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
        let own = &self.encoding.sinusoid;
        self.draft.text(key).or_else(|| {
            Some(match key {
                Key::Start => match self.encoding.spacing {
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
