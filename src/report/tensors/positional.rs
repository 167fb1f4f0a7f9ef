//! Tensor about positions, and what is known of the model around it.

use std::{path::PathBuf, sync::Arc};

use crate::{
    encoding::bias::{Bias, SlopeFit},
    import::{Element, TensorKind},
    model::{Config, Mechanism, Model},
};

/// Source of the knowledge that a tensor is about positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundBy {
    /// Mechanism of the model's class.
    Mechanism,
    /// Its name.
    Name,
    /// Its numbers.
    Content,
}

impl FoundBy {
    /// Stable name.
    pub fn key(self) -> &'static str {
        match self {
            Self::Mechanism => "mechanism",
            Self::Name => "name",
            Self::Content => "content",
        }
    }
}

/// Layers that a tensor belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayersOf {
    /// None: it is used before the layers.
    Input,
    /// All layers of a stack share it.
    All,
    /// Own tensor of a layer, counted from 0.
    One(u32),
}

/// Tensor about positions.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionalTensor {
    /// Name in the file.
    pub name: String,
    /// File that holds it.
    pub file: PathBuf,
    /// Kind.
    pub kind: TensorKind,
    /// Source of that knowledge.
    pub found_by: FoundBy,
    /// Part of the model, where its class says it.
    pub place: Option<String>,
    /// Shape.
    pub shape: Vec<u64>,
    /// Type; the file's own word for one that is not read.
    pub element: Result<Element, String>,
    /// Layers that it belongs to.
    pub layers: LayersOf,
    /// True if it is as the configuration says, false if it is not; `None` if there is nothing to compare.
    pub agrees: Option<bool>,
    /// Sentences about it.
    pub verdict: String,
    /// Scene that shows it; `None` if no view does.
    pub scene: Option<String>,
    /// Bias by buckets that it holds.
    pub bias: Option<Arc<Bias>>,
    /// Heads of a bias by buckets.
    pub heads: Vec<HeadOfBias>,
}

/// Learned bias of a head over the keys before the query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadOfBias {
    /// Nearest ALiBi slope.
    pub fit: SlopeFit,
    /// Distance from which on the bias stays below that of the query's own key by ln 2; `None` if it does not.
    pub half: Option<f64>,
    /// Distance from which on all keys weigh the same, and their weight beside that of the heaviest key up to the
    /// query.
    pub far: (i64, f64),
}

/// Facts about the model beside its tensors.
#[derive(Clone, Copy)]
pub(in crate::report) struct Known<'a> {
    pub(in crate::report) config: Option<&'a Config>,
    pub(in crate::report) mechanisms: &'a [Mechanism],
    pub(in crate::report) rotary: Option<&'a Model>,
    /// Length of a sequence, on which some frequencies depend.
    pub(in crate::report) length: Option<u64>,
}
