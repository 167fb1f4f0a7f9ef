//! What may be asked for: which numbers, in which form, of which type, how many digits.

use std::ops::Range;

use crate::{export::ExportError, keyed::keyed, picture::number};

keyed! {
    /// What can be written as numbers.
    pub enum What {
        /// PE(t, j): positions × columns.
        Table = "table",
        /// The measure of the scene: positions × positions.
        Similarity = "similarity",
        /// M_k for the offset of the scene: columns × columns.
        Rotation = "rotation",
        /// One row a frequency.
        Frequencies = "frequencies",
    }
}

keyed! {
    /// Formats for numbers; the key is the ending of the file.
    pub enum Format {
        /// Comma-separated, with a header.
        Csv = "csv",
        /// Tab-separated, with a header.
        Tsv = "tsv",
        /// One object: metadata, columns, index, data.
        Json = "json",
        /// NumPy's array file.
        Npy = "npy",
        /// NumPy's archive: the array, its labels, and where it came from.
        Npz = "npz",
        /// The tensor file of Hugging Face.
        Safetensors = "safetensors",
        /// A table in a README.
        Markdown = "md",
        /// A `tabular` with the lines of `booktabs`.
        Latex = "tex",
    }
}

keyed! {
    /// Type of the numbers: the nearest to the exact value that it has.
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
    /// The types that it can hold.
    pub fn dtypes(self) -> &'static [Dtype] {
        match self {
            Self::Csv | Self::Tsv | Self::Json | Self::Markdown | Self::Latex => {
                &[Dtype::F32, Dtype::F64]
            }
            Self::Npy | Self::Npz => &[Dtype::F16, Dtype::F32, Dtype::F64],
            Self::Safetensors => Dtype::ALL,
        }
    }

    /// Whether numbers stand in it as digits.
    pub fn is_text(self) -> bool {
        !matches!(self, Self::Npy | Self::Npz | Self::Safetensors)
    }

    /// Whether it is to be looked at, so that it must be small.
    pub fn is_printed(self) -> bool {
        matches!(self, Self::Markdown | Self::Latex)
    }
}

impl Dtype {
    /// How many bytes one number takes.
    pub fn bytes(self) -> u64 {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

/// How many digits a text gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// As few as read back the same number.
    Shortest,
    /// So many after the point; of frequencies and wavelengths, which span decades, so many in all.
    Fixed(u8),
}

impl Digits {
    /// What is allowed, for an error.
    pub const ALLOWED: &'static str = "allowed is shortest, or a whole number, 0 to 17";
    /// Digits of what is printed, unless others are asked for.
    const PRINTED: Self = Self::Fixed(4);
    const MOST: u8 = 17;

    /// Reads `shortest`, or a number.
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim() {
            "shortest" => Some(Self::Shortest),
            text => text.parse().ok().filter(|digits| *digits <= Self::MOST).map(Self::Fixed),
        }
    }

    /// Those of a format, unless others are asked for.
    pub fn of(format: Format) -> Self {
        if format.is_printed() { Self::PRINTED } else { Self::Shortest }
    }
}

/// What to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataRequest {
    /// Which numbers.
    pub what: What,
    /// In which form.
    pub format: Format,
    /// Of which type.
    pub dtype: Dtype,
    /// How many digits; those of the format where unset.
    pub digits: Option<Digits>,
    /// Row numbers, half-open; all where unset.
    pub rows: Option<Range<u64>>,
    /// Column numbers, half-open; all where unset.
    pub columns: Option<Range<u64>>,
    /// Whether more than [`DataRequest::MOST_PRINTED`] cells may be printed.
    pub is_forced: bool,
}

impl DataRequest {
    /// Most cells of a table that is printed, unless it is forced.
    pub const MOST_PRINTED: u64 = 1000;

    /// Everything, f32, in the digits of the format.
    pub fn new(what: What, format: Format) -> Self {
        let dtype = Dtype::F32;
        Self { what, format, dtype, digits: None, rows: None, columns: None, is_forced: false }
    }

    /// Whether the format has the type and the digits.
    pub(super) fn check(&self) -> Result<(), ExportError> {
        let format = self.format;
        if !format.dtypes().contains(&self.dtype) {
            let allowed: Vec<&str> = format.dtypes().iter().map(|dtype| dtype.key()).collect();
            return Err(ExportError::NoSuchDtype {
                format: format.key(),
                dtype: self.dtype.key(),
                allowed: allowed.join(", "),
            });
        }
        if self.what == What::Frequencies && self.dtype.bytes() < Dtype::F32.bytes() {
            return Err(ExportError::NoSuchDtype {
                format: "a table of frequencies",
                dtype: self.dtype.key(),
                allowed: "f32, f64: 16 bits hold no number of a column, and no long wavelength"
                    .to_owned(),
            });
        }
        if self.digits.is_some() && !format.is_text() {
            return Err(ExportError::NoDigits { format: format.key() });
        }
        Ok(())
    }
}

/// Reads `A..B`.
pub fn parse_range(text: &str) -> Option<Range<u64>> {
    let (start, end) = text.split_once("..")?;
    let number = |text: &str| u64::try_from(number::parse_whole(text)?).ok();
    Some(number(start)?..number(end)?)
}
