//! Answers about tables and models, in words and as JSON: what differs, what a table is, what a configuration means.

mod answers;
mod axes;
mod biases;
mod binary;
mod caches;
mod compare;
mod contents;
mod deviations;
mod error;
mod fourier;
mod frequencies;
mod grids;
mod identify;
mod identify_all;
mod identity_json;
mod identity_words;
mod kind;
mod lists;
mod measure;
mod mechanisms;
mod model;
mod open_questions;
mod presets;
mod resized;
mod rotary;
mod row_positions;
mod rows;
mod side;
mod single_precision;
mod tensors;

pub use self::{
    answers::{ANSWERS, Answer, AnswerRow, VERSION_KEY},
    compare::ComparisonReport,
    contents::{contents, with_files},
    deviations::DeviationText,
    error::ReportError,
    identify::IdentityReport,
    identify_all::AllReport,
    identity_words::IdentityWords,
    kind::Kind,
    measure::{MeasureReport, NotMeasured},
    model::{ModelReport, ModelReportError},
    presets::{presets_json, presets_text},
    side::{ComparedSide, STDIN, names_model},
    tensors::{FoundBy, LayersOf, PositionalTensor, TensorsReport},
};
