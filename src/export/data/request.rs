//! Choices for a data export: numbers, format, type and digits.

use std::ops::Range;

use thiserror::Error;

pub use crate::scene::What;
use crate::{picture::number, stable_enum::stable_enum};

stable_enum! {
    /// Formats for numbers. The key is the file name extension.
    pub enum Format {
        /// Comma-separated, with a header.
        Csv = "csv",
        /// Tab-separated, with a header.
        Tsv = "tsv",
        /// One object: metadata, columns, index, data.
        Json = "json",
        /// NumPy's array file.
        Npy = "npy",
        /// NumPy's archive: the array, its labels and its provenance.
        Npz = "npz",
        /// The tensor file of Hugging Face.
        Safetensors = "safetensors",
        /// A table in a README.
        Markdown = "md",
        /// A `tabular` with the lines of `booktabs`.
        Latex = "tex",
    }
}

stable_enum! {
    /// Type of the numbers. Each number is the nearest to the exact value.
    pub enum Dtype {
        /// 16 bits, 5 of them exponent.
        F16 = "f16",
        /// 16 bits, 8 of them exponent.
        Bf16 = "bf16",
        /// 32 bits.
        F32 = "f32",
        /// 64 bits.
        F64 = "f64",
    }
}

impl Format {
    /// Types that the format can hold.
    pub fn dtypes(self) -> &'static [Dtype] {
        match self {
            Self::Csv | Self::Tsv | Self::Json | Self::Markdown | Self::Latex => {
                &[Dtype::F32, Dtype::F64]
            }
            Self::Npy | Self::Npz => &[Dtype::F16, Dtype::F32, Dtype::F64],
            Self::Safetensors => Dtype::ALL,
        }
    }

    /// True for formats that write numbers as digits.
    pub fn is_text(self) -> bool {
        !matches!(self, Self::Npy | Self::Npz | Self::Safetensors)
    }

    /// True for formats that are meant to be read, so that the table must be small.
    pub fn is_printed(self) -> bool {
        matches!(self, Self::Markdown | Self::Latex)
    }
}

impl Dtype {
    /// Size of a number in bytes.
    pub fn bytes(self) -> u64 {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

/// Number of digits in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitFormat {
    /// Fewest digits that read back as the same number.
    Shortest,
    /// Digits after the point; significant digits for frequencies and wavelengths, which span decades.
    Fixed(u8),
}

impl DigitFormat {
    /// Allowed values, for an error message.
    pub const ALLOWED: &'static str = "expected shortest, or a whole number from 0 to 17";
    /// Default for formats that are meant to be read.
    const PRINTED: Self = Self::Fixed(4);
    const MOST: u8 = 17;

    /// Parses `shortest` or a number.
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim() {
            "shortest" => Some(Self::Shortest),
            text => text.parse().ok().filter(|digits| *digits <= Self::MOST).map(Self::Fixed),
        }
    }

    /// Default of a format.
    pub fn of(format: Format) -> Self {
        if format.is_printed() { Self::PRINTED } else { Self::Shortest }
    }
}

/// Numbers, format, type, digits and ranges of a data export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataRequest {
    /// Numbers to export.
    pub what: What,
    /// File format.
    pub format: Format,
    /// Type of the numbers.
    pub dtype: Dtype,
    /// Number of digits; the default of the format if unset.
    pub digits: Option<DigitFormat>,
    /// Row numbers, half-open; all if unset.
    pub rows: Option<Range<u64>>,
    /// Column numbers, half-open; all if unset.
    pub columns: Option<Range<u64>>,
    /// Offsets of buckets or of a bias, half-open; if unset, those of the scene's positions.
    pub offsets: Option<Range<i64>>,
    /// Lifts the limit of [`DataRequest::MOST_PRINTED`].
    pub is_forced: bool,
    /// Writes a table of LaTeX with columns of the package siunitx, a caption and a label.
    pub is_siunitx: bool,
}

impl DataRequest {
    /// Largest number of cells in a format that is meant to be read.
    pub const MOST_PRINTED: u64 = 1000;

    /// Whole table as f32, with the digits of the format.
    pub fn new(what: What, format: Format) -> Self {
        let dtype = Dtype::F32;
        Self {
            what,
            format,
            dtype,
            digits: None,
            rows: None,
            columns: None,
            offsets: None,
            is_forced: false,
            is_siunitx: false,
        }
    }

    /// Checks that the format has the type and the digits.
    pub(super) fn check(&self) -> Result<(), RequestError> {
        let format = self.format;
        if self.is_siunitx && format != Format::Latex {
            return Err(RequestError::Siunitx(format.key()));
        }
        if !format.dtypes().contains(&self.dtype) {
            let allowed: Vec<&str> = format.dtypes().iter().map(|dtype| dtype.key()).collect();
            return Err(RequestError::NoSuchDtype {
                format: format.key(),
                dtype: self.dtype.key(),
                allowed: allowed.join(", "),
            });
        }
        let list = match self.what {
            What::Frequencies => {
                Some(("a table of frequencies", "no number of a column, and no long wavelength"))
            }
            What::Slopes => Some(("a table of slopes", "not every slope")),
            What::Buckets => Some(("a table of buckets", "no far offset")),
            What::Positions => Some(("a table of positions", "no far position")),
            _ => None,
        };
        if let Some((format, reason)) = list
            && self.dtype.bytes() < Dtype::F32.bytes()
        {
            return Err(RequestError::NoSuchDtype {
                format,
                dtype: self.dtype.key(),
                allowed: format!("f32, f64: 16 bits hold {reason}"),
            });
        }
        if self.offsets.is_some() && !matches!(self.what, What::Buckets | What::Bias) {
            return Err(RequestError::NoOffsets(self.what.key()));
        }
        if self.digits.is_some() && !format.is_text() {
            return Err(RequestError::NoDigits { format: format.key() });
        }
        Ok(())
    }
}

/// Error for a data request that cannot be fulfilled.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RequestError {
    /// Columns of siunitx in another format than LaTeX.
    #[error("--siunitx is for tex, not for {0}")]
    Siunitx(&'static str),
    /// A range is empty or reaches beyond the table.
    #[error("invalid {name} {value:?}: expected A..B with 0 <= A < B <= {limit}")]
    Range {
        /// `rows` or `columns`.
        name: &'static str,
        /// The range of the request.
        value: String,
        /// Number of rows or columns of the table.
        limit: u64,
    },
    /// A similarity matrix has more than 2^34 values.
    #[error(
        "similarity of {rows} x {columns} positions is more than 2^34 values: \
         give a range with --rows A..B and --columns A..B"
    )]
    TooLarge {
        /// Rows of the request.
        rows: u64,
        /// Columns of the request.
        columns: u64,
    },
    /// A difference is requested of a scene without B.
    #[error(
        "cannot export difference: there is no B; expected a scene with b.KEY, such as \
         --scene b.convention=fairseq"
    )]
    NoB,
    /// Offsets are given for numbers that have none.
    #[error("--offsets is for buckets and bias, not for {0}")]
    NoOffsets(&'static str),
    /// Offsets are none, or beyond the largest.
    #[error(
        "invalid offsets {0:?}: expected A..B with -2^32 <= A < B <= 2^32 + 1, as in --offsets=-8..1"
    )]
    Offsets(String),
    /// Rows are requested of a bias.
    #[error(
        "cannot export {what}: {encoding} is a bias, which has no rows; expected slopes, buckets or bias"
    )]
    OfBias {
        /// Key of the numbers.
        what: &'static str,
        /// Key of the convention.
        encoding: &'static str,
    },
    /// Slopes, buckets or values are requested of an encoding that has none.
    #[error("cannot export {what}: expected --convention {expected}")]
    NoBias {
        /// Key of the numbers.
        what: &'static str,
        /// Conventions that have them.
        expected: &'static str,
    },
    /// Values that T5 has learned, without the file that holds them.
    #[error(
        "cannot export bias: T5 learns its own: expected --bias-table FILE, or buckets instead of bias, or another \
         convention such as alibi-bloom"
    )]
    LearnedBias,
    /// A and B differ in width.
    #[error("cannot export difference: A has {a} columns, B has {b}")]
    Widths {
        /// Number of columns of A.
        a: u32,
        /// Number of columns of B.
        b: u32,
    },
    /// Rotation or frequencies are requested of rows at real positions.
    #[error("cannot export {0}: the rows are at real positions; expected step=1 and a whole start")]
    Spaced(&'static str),
    /// Rotation or frequencies are requested of rounded values.
    #[error("cannot export {0}: the values are rounded; expected a scene without round")]
    Rounded(&'static str),
    /// Rotation or frequencies are requested of an encoding without frequencies.
    #[error(
        "cannot export {what}: encoding={encoding} has no frequencies; expected encoding=sinusoidal"
    )]
    NoFrequencies {
        /// Key of the numbers.
        what: &'static str,
        /// Key of the family.
        encoding: &'static str,
    },
    /// The format cannot hold the type.
    #[error("{format} has no {dtype}: expected {allowed}")]
    NoSuchDtype {
        /// Key of the format.
        format: &'static str,
        /// Key of the type.
        dtype: &'static str,
        /// Types that the format can hold.
        allowed: String,
    },
    /// A number of digits is requested of a binary format.
    #[error("{format} holds every bit: digits are for csv, tsv, json, md and tex")]
    NoDigits {
        /// Key of the format.
        format: &'static str,
    },
    /// A table is too large for a format that is meant to be read.
    #[error(
        "{rows} x {columns} values are too many to print as {format} (at most {}): give a range with \
         --rows A..B and --columns A..B, or --force",
        DataRequest::MOST_PRINTED
    )]
    TooLargeToPrint {
        /// Rows of the request.
        rows: u64,
        /// Columns of the request.
        columns: u64,
        /// Key of the format.
        format: &'static str,
    },
}

/// Parses `A..B`.
pub fn parse_range(text: &str) -> Option<Range<u64>> {
    let Range { start, end } = parse_signed_range(text)?;
    Some(u64::try_from(start).ok()?..u64::try_from(end).ok()?)
}

/// Parses `A..B`, where both may be negative.
pub fn parse_signed_range(text: &str) -> Option<Range<i64>> {
    let (start, end) = text.split_once("..")?;
    Some(number::parse_whole(start)?..number::parse_whole(end)?)
}
