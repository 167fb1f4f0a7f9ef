//! Tables of numbers as files.

mod binary;
mod blocks;
mod buffer;
mod export;
mod labels;
mod request;
mod sample;
mod shortest;
mod siunitx;
mod text;
mod values;

pub use self::{
    export::DataExport,
    request::{DataRequest, DigitFormat, Dtype, Format, RequestError, What, parse_range},
    sample::Sample,
};
