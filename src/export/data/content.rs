//! Content of an export: the requested numbers, with what they are computed from.

use std::{
    ops::Range,
    sync::{Arc, LazyLock},
};

use super::request::{DataRequest, RequestError, What};
use crate::{
    encoding::{
        Limits, Spec, Table, Waves,
        bias::{Bias, BiasConvention, Buckets},
        grid::Sequence,
    },
    scene::Scene,
};

/// Columns of the frequencies.
const FREQUENCY_COLUMNS: &[&str] = &["pair", "frequency", "wavelength", "sin_column", "cos_column"];

/// Content of an export: the requested numbers, with what they are computed from.
#[derive(Clone, Debug)]
pub(super) enum DataContent {
    Table,
    Similarity,
    Rotation(Arc<Waves>),
    Frequencies(Arc<Waves>),
    Difference,
    Slopes(Arc<Bias>),
    Buckets(Buckets, Range<i64>),
    Positions(Sequence),
    /// Bias of a head for every query and key.
    Bias(Arc<Bias>, u32),
    /// Bias of a head for the keys at some offsets from the last position.
    BiasByOffset(Arc<Bias>, u32, Range<i64>),
}

/// Error for numbers of a bias that the scene does not have.
fn no_bias(what: What, expected: &'static str) -> RequestError {
    RequestError::NoBias { what: what.key(), expected }
}

impl DataContent {
    /// Content from a table. Fails if it needs what the encoding lacks.
    pub(super) fn new(
        scene: &Scene,
        table: &Table,
        request: &DataRequest,
    ) -> Result<Self, RequestError> {
        let what = request.what;
        if let Some(bias) = table.encoding.bias() {
            return Self::of_bias(scene, bias, request);
        }
        let no_frequencies = || match table.encoding.spec() {
            Spec::Spaced { .. } | Spec::SpacedRotary { .. } => RequestError::Spaced(what.key()),
            Spec::Rounded(..) => RequestError::Rounded(what.key()),
            spec => RequestError::NoFrequencies { what: what.key(), encoding: spec.family().key() },
        };
        let waves = || table.waves().map(Arc::clone).ok_or_else(no_frequencies);
        Ok(match what {
            What::Table => Self::Table,
            What::Difference => Self::Difference,
            What::Similarity => Self::Similarity,
            What::Rotation => Self::Rotation(waves()?),
            What::Frequencies => Self::Frequencies(waves()?),
            What::Positions => Self::Positions(scene.draft().sequence.clone()),
            What::Slopes => return Err(no_bias(what, &SLOPES)),
            What::Buckets => return Err(no_bias(what, "t5")),
            What::Bias => return Err(no_bias(what, "alibi-bloom or another bias")),
        })
    }

    fn of_bias(
        scene: &Scene,
        bias: &Arc<Bias>,
        request: &DataRequest,
    ) -> Result<Self, RequestError> {
        let what = request.what;
        let offsets = || {
            let all = scene.extent().length() as i64 - 1;
            let usual = -all..if bias.is_causal() { 1 } else { all + 1 };
            let asked = request.offsets.clone().unwrap_or(usual);
            let most = Limits::POSITION_MAX;
            let is_valid = asked.start < asked.end && asked.start >= -most && asked.end <= most + 1;
            let text = format!("{}..{}", asked.start, asked.end);
            is_valid.then_some(asked).ok_or(RequestError::Offsets(text))
        };
        Ok(match what {
            What::Slopes if bias.slopes().is_empty() => return Err(no_bias(what, &SLOPES)),
            What::Slopes => Self::Slopes(Arc::clone(bias)),
            What::Buckets => {
                Self::Buckets(bias.buckets().ok_or_else(|| no_bias(what, "t5"))?, offsets()?)
            }
            What::Bias if bias.unknown_buckets().is_some() => {
                return Err(RequestError::LearnedBias);
            }
            What::Bias if request.offsets.is_some() => {
                Self::BiasByOffset(Arc::clone(bias), scene.head(), offsets()?)
            }
            What::Bias => Self::Bias(Arc::clone(bias), scene.head()),
            _ => {
                let encoding = bias.convention().key();
                return Err(RequestError::OfBias { what: what.key(), encoding });
            }
        })
    }

    pub(super) fn what(&self) -> What {
        match self {
            Self::Table => What::Table,
            Self::Difference => What::Difference,
            Self::Similarity => What::Similarity,
            Self::Rotation(_) => What::Rotation,
            Self::Frequencies(_) => What::Frequencies,
            Self::Slopes(_) => What::Slopes,
            Self::Buckets(..) => What::Buckets,
            Self::Positions(_) => What::Positions,
            Self::Bias(..) | Self::BiasByOffset(..) => What::Bias,
        }
    }

    /// Names of the columns of a list, the first of which says what a row is about; `None` for a matrix.
    pub(super) fn names(&self) -> Option<&'static [&'static str]> {
        match self {
            Self::Frequencies(_) => Some(FREQUENCY_COLUMNS),
            Self::Slopes(_) => Some(&["head", "slope"]),
            Self::Buckets(..) => Some(&["offset", "bucket"]),
            Self::Positions(_) => Some(&["token", "t", "h", "w"]),
            Self::BiasByOffset(..) => Some(&["offset", "bias"]),
            Self::Table
            | Self::Similarity
            | Self::Rotation(_)
            | Self::Difference
            | Self::Bias(..) => None,
        }
    }

    /// Number of a row of a list.
    pub(super) fn row_number(&self, row: u64) -> i64 {
        match self {
            Self::Buckets(_, offsets) | Self::BiasByOffset(_, _, offsets) => {
                offsets.start + row as i64
            }
            _ => row as i64,
        }
    }

    /// True for columns of a list that hold whole numbers.
    pub(super) fn is_whole(&self, column: u64) -> bool {
        match self {
            Self::Frequencies(_) => matches!(column, 0 | 3 | 4),
            Self::Buckets(..) | Self::Positions(_) => true,
            _ => self.names().is_some() && column == 0,
        }
    }

    /// Number of rows and columns of the whole content.
    pub(super) fn full_size(&self, table: &Table) -> (u64, u64) {
        let num_named = self.names().map_or(0, <[_]>::len) as u64;
        match self {
            Self::Table | Self::Difference => (table.num_rows(), u64::from(table.num_columns())),
            Self::Similarity | Self::Bias(..) => (table.num_rows(), table.num_rows()),
            Self::Rotation(waves) => (waves.columns().len() as u64, waves.columns().len() as u64),
            Self::Frequencies(waves) => (waves.frequencies().len() as u64, num_named),
            Self::Slopes(bias) => (bias.slopes().len() as u64, num_named),
            Self::Positions(sequence) => (sequence.num_tokens(), num_named),
            Self::Buckets(_, offsets) | Self::BiasByOffset(_, _, offsets) => {
                ((offsets.end - offsets.start) as u64, num_named)
            }
        }
    }
}

/// Conventions that have slopes, in words.
static SLOPES: LazyLock<String> = LazyLock::new(|| {
    let all: Vec<_> =
        BiasConvention::all().filter(|it| it.is_alibi()).map(BiasConvention::key).collect();
    all.join(" or ")
});
