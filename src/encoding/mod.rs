//! The mathematics of positional encodings.
//!
//! Everything here is a pure function of a [`Spec`] and an [`Extent`], which are valid by construction. Given valid
//! values, nothing returns an error and nothing panics. There is no I/O and no window.
//!
//! | question | answered by |
//! |---|---|
//! | which encodings and positions are valid? | [`Spec`], [`Sinusoid`], [`rotary::Rotary`], [`Computed`], [`Convention`], [`Extent`] |
//! | what is PE(t, j)? | [`Encoding::value`], [`Encoding::table`], [`Table`] |
//! | what does a head add to its scores? | [`bias`], [`bias::Bias`] |
//! | what is the row of an image patch? | [`grid`], [`grid::Grid`] |
//! | by which angles does a model rotate? | [`rotary`], [`rotary::Rotary`] |
//! | what is the frequency of column j? | [`Encoding::waves`], [`Waves::column`], [`Waves::frequencies`] |
//! | what does a rounding cost, and at which stage? | [`Stages`], [`RoundingErrors`], [`Blame`] |
//! | how similar are two positions? | [`similarity`], [`Profile`] |
//! | what makes an encoding good? | [`Criteria`] |
//! | what does a learned table show of positions? | [`learned`], [`learned::Learned`] |
//! | along which directions do positions differ most? | [`Principal`] |
//! | how does PE(t + k) follow from PE(t)? | [`Rotation`] |

mod arrangement;
pub mod bias;
mod candidate;
mod comparison;
mod computed;
mod convention;
mod criteria;
mod data;
mod data_range;
mod differences;
mod digits;
mod double;
mod eigen;
mod engine;
mod exponent;
mod extent;
mod families;
mod family;
mod family_rows;
mod fourier;
mod frequency;
pub mod grid;
mod identification;
pub mod learned;
pub(crate) mod median;
mod motion;
mod named_stages;
pub(crate) mod parallel;
mod phasor;
mod principal;
mod profile;
pub(crate) mod proof;
mod question;
mod robust_ends;
pub mod rotary;
pub mod rotation;
mod rounding;
mod rounding_errors;
mod row_source;
mod row_sums;
mod rows;
mod simd;
pub mod similarity;
mod sinusoid;
mod spacing;
mod spec;
mod staged;
mod staged_runs;
mod stages;
mod stages_text;
mod table;
mod transform;
mod turning;
pub(crate) mod wave_sums;
mod waves;
mod weighted_line;

pub use arrangement::{Components, Layout, OddRule, Order};
pub use candidate::{Candidate, Nearest};
pub use comparison::{ComparedRows, Comparison, Counts, Place};
pub use computed::Computed;
pub(crate) use computed::Moments;
pub use convention::{Arithmetic, Convention, ConventionFacts, Form, UnknownConvention};
pub use criteria::{Contest, Criteria, Criterion, Findings};
pub use data::Data;
pub(crate) use data_range::ends_of;
pub use data_range::{DataRange, RangeQuestion};
pub use differences::{Differences, DifferencesQuestion};
pub(crate) use digits::fewest_digits_first;
pub use digits::with_digits;
pub use double::Double;
pub use exponent::{Exponent, Ratio};
pub(crate) use extent::check_position;
pub use extent::{Extent, Limits, OutOfLimits};
pub use family::Family;
pub use family_rows::Encoding;
pub(crate) use family_rows::TurningSides;
pub use fourier::{Fourier, FourierFactor};
pub use frequency::{Column, Component, Frequency};
pub use identification::{
    Affine, Cause, Change, Deviating, Deviation, FittedSinusoid, FourierLayout, Identity,
    KnownBinary, KnownFourier, Nothing, Places, Recognized, RoundedAt, RowPositions, RowRun,
    identify, identify_stages, recognize_binary,
};
pub(crate) use identification::{
    LoneWaves, NearBase, TableValues, TableWave, WaveTable, are_columns_apart, are_off_circle,
    conventions_of, ladder_ratio, most_wrong_columns, nothing, nothing_in_list, place, placed_at,
    recognize_fourier, row_positions, without_columns,
};
pub use motion::{Distances, Jump, LinearMap};
pub use named_stages::{NAMED_STAGES, NamedStages};
pub use phasor::Phasor;
pub(crate) use phasor::{Omegas, Phasors};
pub use principal::{Principal, PrincipalQuestion};
pub use profile::{Band, Profile, ProfileQuestion};
pub use question::Question;
pub use robust_ends::{RobustEnds, RobustQuestion};
pub use rotation::{Residual, Rotation};
pub use rounding::Rounding;
pub use rounding_errors::{
    Blame, BlameQuestion, ErrorSize, ErrorsQuestion, Neighbors, RoundingErrors, StageError,
    neighbor_distance,
};
pub use row_source::RowSource;
pub use rows::Rows;
pub(crate) use simd::Level;
pub use simd::{Number, NumberBlock};
pub(crate) use sinusoid::Difference;
pub use sinusoid::{Sinusoid, SinusoidDraft};
pub use spacing::Spacing;
pub use spec::Spec;
pub use stages::{Method, Stage, Stages};
pub use stages_text::NoStages;
pub use table::Table;
pub(crate) use turning::{Turning, kept};
pub use waves::{WaveSource, Waves};
pub(crate) use weighted_line::WeightedLine;
