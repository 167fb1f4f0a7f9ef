//! Rotary encoding of an attention head: its parameters, and their validation.

use std::sync::Arc;

use super::{
    cache::{Cache, CacheForm},
    notices,
    pairing::Pairing,
    scaling::Scaling,
    sections::Sections,
};
use crate::encoding::{Column, Component, Double, Limits, OutOfLimits};

/// Parameters of a rotary encoding, not yet validated.
#[derive(Clone, Debug, PartialEq)]
pub struct RotaryDraft {
    /// Base θ of the frequencies; 10000 in the first models.
    pub base: f64,
    /// Width of an attention head.
    pub head_dim: u32,
    /// Number of its dimensions that are rotated, from the first on. The exponents divide by it.
    pub rotary_dim: u32,
    /// Dimensions that a pair joins; `None` if that is not known.
    pub pairing: Option<Pairing>,
    /// Rule that stretches the frequencies.
    pub scaling: Scaling,
    /// Factor of cosines and sines; `None`: as the scaling has it.
    pub attention_factor: Option<f64>,
    /// Length of the sequence, on which some scalings depend; `None`: as a model is constructed.
    pub context: Option<u64>,
    /// Table that is shown.
    pub cache: Cache,
    /// Columns of that table.
    pub cache_form: CacheForm,
    /// Axes of the pairs, where tokens have three positions; `None`: one.
    pub sections: Option<Sections>,
    /// Frequencies of the pairs as they are, whatever base and scaling say; `None`: from these.
    pub frequencies: Option<Arc<[f64]>>,
}

impl Default for RotaryDraft {
    fn default() -> Self {
        Self {
            base: 10_000.0,
            head_dim: 128,
            rotary_dim: 128,
            pairing: Some(Pairing::Halves),
            scaling: Scaling::Default,
            attention_factor: None,
            context: None,
            cache: Cache::Cos,
            cache_form: CacheForm::Pairs,
            sections: None,
            frequencies: None,
        }
    }
}

/// Validated parameters of a rotary encoding, with its frequencies.
///
/// Position t turns the pair k of a head by the angle `ω_k·t`, and makes it a times as long. The caches hold a·cos ωt
/// and a·sin ωt.
///
/// ```
/// use phasor::encoding::rotary::{Rotary, RotaryDraft};
/// let rotary = Rotary::new(RotaryDraft { rotary_dim: 4, ..RotaryDraft::default() })?;
/// assert_eq!(rotary.num_pairs(), 2);
/// assert!((rotary.omegas()[1].hi - 0.01).abs() < 1e-17);
/// # Ok::<(), phasor::encoding::OutOfLimits>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rotary {
    draft: RotaryDraft,
    omegas: Arc<[Double]>,
    attention_factor: f64,
}

impl PartialEq for Rotary {
    /// Compares the parameters, which determine everything else.
    fn eq(&self, other: &Self) -> bool {
        self.draft == other.draft
    }
}

impl Rotary {
    /// Validates a draft and computes its frequencies. The only way to construct a [`Rotary`].
    ///
    /// # Errors
    ///
    /// Fails if a number is outside its limits, or if the scaling gives frequencies that are not finite.
    pub fn new(draft: RotaryDraft) -> Result<Self, OutOfLimits> {
        let refuse = |name, value: String, allowed: &str| {
            Err(OutOfLimits { name, value, allowed: allowed.to_owned() })
        };
        let RotaryDraft { base, head_dim, rotary_dim, .. } = draft;
        if !Limits::is_base(base) {
            return refuse("base", base.to_string(), Limits::BASES);
        }
        for (name, width) in [("head_dim", head_dim), ("rotary_dim", rotary_dim)] {
            if !(1..=Limits::D_MODEL_MAX).contains(&width) {
                let allowed = format!("a whole number from 1 to {}", Limits::D_MODEL_MAX);
                return refuse(name, width.to_string(), &allowed);
            }
        }
        let omegas = match &draft.frequencies {
            Some(own) => own.iter().map(|&omega| Double::new(omega)).collect(),
            None => draft.scaling.frequencies(base, rotary_dim, draft.context),
        };
        let attention_factor =
            draft.attention_factor.unwrap_or_else(|| draft.scaling.attention_factor());
        if omegas.is_empty() || !omegas.iter().all(|omega| omega.hi.is_finite()) {
            let allowed = "numbers that give finite frequencies";
            return refuse("scaling", draft.scaling.key().to_owned(), allowed);
        }
        if !attention_factor.is_finite() {
            return refuse("attention_factor", attention_factor.to_string(), "a finite number");
        }
        Ok(Self { draft, omegas: omegas.into(), attention_factor })
    }

    /// Parameters as requested.
    pub fn draft(&self) -> &RotaryDraft {
        &self.draft
    }

    /// The same with the cosines and the sines of all pairs as its cache.
    pub(in crate::encoding) fn with_both(&self) -> Arc<Self> {
        let draft =
            RotaryDraft { cache: Cache::Both, cache_form: CacheForm::Pairs, ..self.draft.clone() };
        Arc::new(Self { draft, ..self.clone() })
    }

    /// Base θ of the frequencies.
    pub fn base(&self) -> f64 {
        self.draft.base
    }

    /// Axes of the pairs, where tokens have three positions.
    pub fn sections(&self) -> Option<Sections> {
        self.draft.sections
    }

    /// Width of a head: at least twice the number of pairs.
    pub fn head_dim(&self) -> u32 {
        self.draft.head_dim.max(2 * self.num_pairs())
    }

    /// Divisor of the exponents: the number of rotated dimensions, odd or even.
    pub fn exponent_dim(&self) -> u32 {
        self.draft.rotary_dim
    }

    /// Number of rotated dimensions: twice that of the pairs.
    pub fn rotary_dim(&self) -> u32 {
        2 * self.num_pairs()
    }

    /// Number of pairs, some of which may stand still.
    pub fn num_pairs(&self) -> u32 {
        self.omegas.len() as u32
    }

    /// Frequencies of all pairs.
    pub fn omegas(&self) -> &[Double] {
        &self.omegas
    }

    /// Dimensions that a pair joins; `None` if that is not known.
    pub fn pairing(&self) -> Option<Pairing> {
        self.draft.pairing
    }

    /// Rule that stretches the frequencies.
    pub fn scaling(&self) -> &Scaling {
        &self.draft.scaling
    }

    /// Factor a of cosines and sines. Scores grow by a².
    pub fn attention_factor(&self) -> f64 {
        self.attention_factor
    }

    /// Length of the sequence, on which some scalings depend; `None`: as a model is constructed.
    pub fn context(&self) -> Option<u64> {
        self.draft.context
    }

    /// Table that is shown.
    pub fn cache(&self) -> Cache {
        self.draft.cache
    }

    /// Columns of the table that is shown.
    pub fn cache_form(&self) -> CacheForm {
        self.draft.cache_form
    }

    /// Number of columns of the table that is shown.
    pub fn num_columns(&self) -> u32 {
        let of_one = self.draft.cache_form.num_columns(self.num_pairs());
        of_one * self.draft.cache.components().len() as u32
    }

    /// Pair and component of a column of the table that is shown.
    pub fn part_of_column(&self, column: u32) -> (u32, Component) {
        let of_one = self.draft.cache_form.num_columns(self.num_pairs());
        let components = self.draft.cache.components();
        let component = components[((column / of_one) as usize).min(components.len() - 1)];
        (self.draft.cache_form.pair_of(column % of_one, self.num_pairs()), component)
    }

    /// Column of the table that is shown for a pair: that of a component or, without it, of the other one.
    pub fn column_of_part(&self, pair: u32, component: Component) -> u32 {
        let of_one = self.draft.cache_form.num_columns(self.num_pairs());
        let components = self.draft.cache.components();
        let block = components.iter().position(|&it| it == component).unwrap_or(0);
        block as u32 * of_one + self.draft.cache_form.column_of(pair)
    }

    /// Dimension of a head to which the first (cosine) or second (sine) part of a pair is written.
    pub fn dimension_of(&self, pair: u32, component: Component) -> u32 {
        let pairing = self.draft.pairing.unwrap_or(Pairing::Halves);
        let (first, second) = pairing.written(pair as usize, self.omegas.len());
        match component {
            Component::Cos => first as u32,
            Component::Sin => second as u32,
        }
    }

    /// Content of every dimension of a head that was 1 and 0 in each pair.
    pub(in crate::encoding) fn head_columns(&self) -> Vec<Column> {
        let mut columns = vec![Column::Zero; self.head_dim() as usize];
        for pair in 0..self.num_pairs() {
            for component in [Component::Cos, Component::Sin] {
                let column = Column::Wave { frequency: pair as usize, component };
                columns[self.dimension_of(pair, component) as usize] = column;
            }
        }
        columns
    }

    /// Content of every column of the table that is shown.
    pub(in crate::encoding) fn cache_columns(&self) -> Vec<Column> {
        let column = |j| {
            let (pair, component) = self.part_of_column(j);
            Column::Wave { frequency: pair as usize, component }
        };
        (0..self.num_columns()).map(column).collect()
    }

    /// Sentences about numbers that do not fit together.
    pub fn notices(&self) -> Vec<String> {
        let RotaryDraft { head_dim, rotary_dim, .. } = self.draft;
        let sections = self.draft.sections.as_ref();
        let mut notices = Vec::new();
        if rotary_dim % 2 == 1 {
            notices.push(format!(
                "An odd rotary_dim gives {} frequencies; transformers fails with it. Shown: {} rotated dimensions.",
                self.num_pairs(),
                self.rotary_dim()
            ));
        }
        notices.extend(notices::notices(self.num_pairs(), sections, &self.draft.scaling));
        if head_dim < self.rotary_dim() {
            notices.push(format!(
                "A head of {head_dim} dimensions has no room for {} pairs. Shown: a head of {}.",
                self.num_pairs(),
                self.head_dim()
            ));
        }
        if self.draft.context.is_none() {
            match self.draft.scaling {
                Scaling::Dynamic { .. } => notices.push(
                    "Dynamic scaling depends on the length of the sequence. Shown: as the model is constructed, unscaled."
                        .to_owned(),
                ),
                Scaling::LongRope(_) => notices.push(
                    "LongRoPE depends on the length of the sequence. Shown: as the model is constructed, with the short list."
                        .to_owned(),
                ),
                _ => {}
            }
        }
        notices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_parts_are_inverse() {
        for &cache in Cache::ALL {
            for &cache_form in CacheForm::ALL {
                let draft = RotaryDraft { rotary_dim: 6, cache, cache_form, ..Default::default() };
                let rotary = Rotary::new(draft).unwrap();
                for &component in cache.components() {
                    for pair in 0..3 {
                        let column = rotary.column_of_part(pair, component);
                        assert_eq!(rotary.part_of_column(column), (pair, component), "{rotary:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn limits_are_checked() {
        let refused = |draft: RotaryDraft| Rotary::new(draft).unwrap_err().to_string();
        let usual = RotaryDraft::default;
        assert!(refused(RotaryDraft { base: 1.0, ..usual() }).contains("base"));
        assert!(refused(RotaryDraft { head_dim: 0, ..usual() }).contains("head_dim"));
        assert!(refused(RotaryDraft { rotary_dim: 0, ..usual() }).contains("rotary_dim"));
        let scaling = Scaling::Linear { factor: 0.0 };
        assert!(refused(RotaryDraft { scaling, ..usual() }).contains("finite frequencies"));
        let odd = Rotary::new(RotaryDraft { head_dim: 5, rotary_dim: 5, ..usual() }).unwrap();
        assert_eq!((odd.num_pairs(), odd.head_dim(), odd.exponent_dim()), (3, 6, 5));
        assert_eq!(odd.notices().len(), 2);
    }
}
