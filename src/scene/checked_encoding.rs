//! Validated encoding.

use std::sync::Arc;

use super::{EncodingDraft, Key, SceneError, resolution::RotaryOfModel};
use crate::{
    encoding::{
        Extent, Family, Fourier, Limits, Sinusoid, SinusoidDraft, Spacing,
        bias::Bias,
        grid::{Grid, GridAxis, GridDraft, GridShape},
        rotary::Rotary,
    },
    model::Model,
    picture::number,
};

/// What the values of a draft make, all within their limits.
#[derive(Clone, Debug, PartialEq, Default)]
pub(super) struct CheckedEncoding {
    pub(super) sinusoid: Sinusoid,
    /// Rotary encoding; `None` for another family, and while the configuration of its model has not been read.
    pub(super) rotary: Option<Arc<Rotary>>,
    /// Model that the encoding is read from.
    pub(super) model: Option<Arc<Model>>,
    /// Cells of a grid; `None` for another family.
    pub(super) grid: Option<Arc<Grid>>,
    /// Bias; `None` for another family.
    pub(super) bias: Option<Arc<Bias>>,
    /// Positions of the rows.
    pub(super) extent: Extent,
    /// Positions of the rows, where these are not consecutive whole numbers.
    pub(super) spacing: Option<Spacing>,
}

/// Error for the value of a key.
fn refused(key: Key, value: String, allowed: impl Into<String>) -> SceneError {
    SceneError::BadValue { key: key.key(), value, allowed: allowed.into() }
}

impl CheckedEncoding {
    /// Validates a draft. What does not belong to its family is dropped from it.
    pub(super) fn new(draft: &mut EncodingDraft) -> Result<Self, SceneError> {
        draft.drop_without_effect();
        draft.check_family()?;
        let sinusoid = draft.checked_sinusoid()?;
        let grid = match draft.family {
            Family::Grid => Some(Arc::new(draft.checked_grid()?)),
            _ => None,
        };
        // A table and a grid have their own rows.
        let length = match (&grid, draft.family) {
            (Some(grid), _) => grid.shape().num_cells(),
            (None, Family::Table) => draft.data().num_rows(),
            (None, _) => draft.length,
        };
        let (first, spacing) = draft.resolve_rows(length)?;
        Extent::new(first, draft.length)?;
        let extent = Extent::new(first, length)?;
        if let Some(spacing) = spacing.filter(|_| draft.family.is_fourier()) {
            draft.fourier(&sinusoid, spacing).checked(length)?;
        }
        let RotaryOfModel { rotary, model } = draft.rotary_of_model()?;
        let bias = match draft.family {
            Family::Bias => Some(Arc::new(draft.bias()?)),
            _ => None,
        };
        Ok(Self { sinusoid, rotary, model, grid, bias, extent, spacing })
    }
}

impl EncodingDraft {
    /// Drops what has no effect in the family, where it would be written or read as a part of it.
    fn drop_without_effect(&mut self) {
        let unset = Self::default();
        self.drop_other_families();
        // Text names the convention of its family alone. Others would be there for B until the text is read again.
        if matches!(self.family, Family::Grid | Family::Bias | Family::Fourier) {
            self.convention = unset.convention;
        }
        if self.family != Family::Grid {
            self.grid_convention = unset.grid_convention;
        }
        if self.family != Family::Bias {
            self.bias_convention = unset.bias_convention;
        }
        if self.family == Family::Grid {
            // The first cell is position 0.
            self.start = None;
        }
        if !Key::Step.families().contains(&self.family) {
            // Only waves have values between whole positions.
            (self.start, self.step) = (self.start.map(f64::round), None);
        }
        if !self.has_buckets() {
            self.bias_table = None;
        }
        if self.table.is_none() && self.bias_table.is_none() {
            self.tensor = None;
        }
        // An override that equals the convention's own value is dropped.
        let of_convention = self.convention.draft(self.d_model);
        self.exponent = self.exponent.filter(|&part| part != of_convention.exponent);
        self.layout = self.layout.filter(|&part| part != of_convention.layout);
        self.order = self.order.filter(|&part| part != of_convention.order);
        self.components = self.components.filter(|&part| part != of_convention.components);
    }

    /// Checks what a family needs, and what it cannot have.
    fn check_family(&self) -> Result<(), SceneError> {
        if self.family == Family::Table && self.table.is_none() {
            let allowed = "expected table=FILE, which says it";
            return Err(refused(Key::Encoding, Family::Table.key().to_owned(), allowed));
        }
        if self.family == Family::Bias && !self.round.is_exact() {
            let allowed = "expected none: a bias is computed in the types of its convention";
            return Err(refused(Key::Round, self.round.to_string(), allowed));
        }
        if !self.family.has_stages() && !self.round.is_of_result() {
            let allowed = "expected result:TYPE: without waves there are only values to round";
            return Err(refused(Key::Round, self.round.to_string(), allowed));
        }
        Ok(())
    }

    /// Sinusoid of the convention and its overrides.
    fn checked_sinusoid(&self) -> Result<Sinusoid, SceneError> {
        let of_convention = self.convention.draft(self.d_model);
        Ok(Sinusoid::new(SinusoidDraft {
            base: self.base.unwrap_or(of_convention.base),
            exponent: self.exponent.unwrap_or(of_convention.exponent),
            layout: self.layout.unwrap_or(of_convention.layout),
            order: self.order.unwrap_or(of_convention.order),
            components: self.components.unwrap_or(of_convention.components),
            ..of_convention
        })?)
    }

    /// First position of so many rows, and their positions where these are not consecutive whole numbers: such rows are
    /// numbered from 0.
    fn resolve_rows(&mut self, length: u64) -> Result<(i64, Option<Spacing>), SceneError> {
        let start = self.start.unwrap_or_else(|| self.usual_start());
        let spacing = if self.family.is_fourier() {
            Some(Fourier::spacing(self.start, self.step, self.length))
        } else {
            self.step = self.step.filter(|step| step.to_bits() != 1.0_f64.to_bits());
            let spacing = Spacing { start, step: self.step.unwrap_or(1.0) };
            Some(spacing).filter(|_| self.step.is_some() || start.fract() != 0.0)
        };
        let Some(Spacing { start, step }) = spacing else { return Ok((start as i64, None)) };
        let last = start + step * (length - 1) as f64;
        if last.abs() > Limits::POSITION_MAX as f64 {
            let most = Limits::POSITION_MAX;
            let allowed = format!("expected a last position from -{most} to {most}");
            return Err(refused(Key::Step, number::shortest(step), allowed));
        }
        Ok((0, spacing))
    }

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
        let width =
            if convention.is_rotary() { self.head_dim.unwrap_or(HEAD_DIM) } else { self.d_model };
        let (shape, base, cache) = (self.grid_of_convention(), self.base, self.cache);
        Ok(Grid::new(GridDraft { convention, shape, width, base, cache })?)
    }
}
