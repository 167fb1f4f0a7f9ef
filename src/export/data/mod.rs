//! Tables of numbers as files.

mod binary;
mod blocks;
mod buffer;
mod content;
mod export;
mod labels;
mod latex;
mod request;
mod sample;
mod shortest;
mod text;
mod values;

pub use self::{
    export::DataExport,
    request::{
        DataRequest, DigitFormat, Dtype, Format, RequestError, What, parse_range,
        parse_signed_range,
    },
    sample::Sample,
};
