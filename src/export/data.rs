//! Tables of numbers: csv, tsv and npy, written in blocks of rows.

use std::{io::Write, ops::Range, sync::Arc};

use rayon::prelude::*;

use super::{ExportError, Progress};
use crate::{
    encoding::{Encoding, Rotation, similarity},
    keyed::keyed,
    picture::number,
    scene::Scene,
};

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
    /// Formats for numbers.
    pub enum Format {
        /// Comma-separated, with a header.
        Csv = "csv",
        /// Tab-separated, with a header.
        Tsv = "tsv",
        /// NumPy's array file.
        Npy = "npy",
    }
}

keyed! {
    /// Type of the numbers.
    pub enum Dtype {
        /// 32 bits, the nearest to the exact value.
        F32 = "f32",
        /// 64 bits.
        F64 = "f64",
    }
}

/// Largest number of similarity values without a range.
const LARGEST_SIMILARITY: u64 = 1 << 34;
/// Values in one block: a few megabytes, so that memory stays constant whatever the size.
const BLOCK_VALUES: u64 = 1 << 18;
/// Kernels of a similarity matrix that are kept for the whole export: 24 bytes each.
const KEPT_KERNELS: u64 = 1 << 21;

/// What to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataRequest {
    /// Which numbers.
    pub what: What,
    /// In which form.
    pub format: Format,
    /// Of which type.
    pub dtype: Dtype,
    /// Row numbers, half-open; all where unset.
    pub rows: Option<Range<u64>>,
    /// Column numbers, half-open; all where unset.
    pub columns: Option<Range<u64>>,
}

/// Reads `A..B`.
pub fn parse_range(text: &str) -> Option<Range<u64>> {
    let (start, end) = text.split_once("..")?;
    let number = |text: &str| u64::try_from(number::parse_whole(text)?).ok();
    Some(number(start)?..number(end)?)
}

/// A checked request for one scene.
#[derive(Clone, Debug)]
pub struct DataExport {
    scene: Scene,
    encoding: Arc<Encoding>,
    what: What,
    format: Format,
    dtype: Dtype,
    rows: Range<u64>,
    columns: Range<u64>,
}

impl DataExport {
    /// Checks ranges and size.
    pub fn new(
        scene: &Scene,
        encoding: &Arc<Encoding>,
        request: &DataRequest,
    ) -> Result<Self, ExportError> {
        let (num_rows, num_columns) = full_size(encoding, request.what);
        let check = |name, range: &Option<Range<u64>>, limit| match range {
            None => Ok(0..limit),
            Some(range) if range.start < range.end && range.end <= limit => Ok(range.clone()),
            Some(range) => {
                let value = format!("{}..{}", range.start, range.end);
                Err(ExportError::Range { name, value, limit })
            }
        };
        let rows = check("rows", &request.rows, num_rows)?;
        let columns = check("columns", &request.columns, num_columns)?;
        let (height, width) = (rows.end - rows.start, columns.end - columns.start);
        let is_too_large = u128::from(height) * u128::from(width) > u128::from(LARGEST_SIMILARITY);
        if request.what == What::Similarity && is_too_large {
            return Err(ExportError::TooLarge { rows: height, columns: width });
        }
        Ok(Self {
            scene: scene.clone(),
            encoding: Arc::clone(encoding),
            what: request.what,
            format: request.format,
            dtype: request.dtype,
            rows,
            columns,
        })
    }

    /// Rows and columns that will be written.
    pub fn shape(&self) -> (u64, u64) {
        (self.rows.end - self.rows.start, self.columns.end - self.columns.start)
    }

    /// Bytes of the file: exact for npy; for text judged from its first rows.
    pub fn size_in_bytes(&self) -> u64 {
        let (height, width) = self.shape();
        if self.format == Format::Npy {
            return self.npy_header().len() as u64 + height * width * self.bytes_per_value();
        }
        // Enough values to judge by, and few enough for one frame; from the middle, since the first rows
        // are full of zeros and ones.
        let columns = width.min(256);
        let rows = (1024 / columns).clamp(1, 32).min(height);
        let first_row = self.rows.start + (height - rows) / 2;
        let first_column = self.columns.start + (width - columns) / 2;
        let sample = Self {
            rows: first_row..first_row + rows,
            columns: first_column..first_column + columns,
            ..self.clone()
        };
        let mut bytes = Vec::new();
        let written = sample.write(&mut bytes, &Progress::default());
        debug_assert!(written.is_ok(), "memory takes every byte");
        (bytes.len() as f64 / (rows * columns) as f64 * height as f64 * width as f64) as u64
    }

    /// Writes everything. An error ends it where it is; [`super::to_file`] then removes the rest.
    pub fn write(&self, out: &mut dyn Write, progress: &Progress) -> Result<(), ExportError> {
        let (height, width) = self.shape();
        progress.begin(height);
        match self.format {
            Format::Npy => out.write_all(&self.npy_header())?,
            Format::Csv | Format::Tsv => self.write_header(out)?,
        }
        let block_columns = width.min(BLOCK_VALUES);
        let block_rows = (BLOCK_VALUES / block_columns).max(1).min(height);
        let kept = self.kernels_kept();
        let mut values = Vec::new();
        let mut row = self.rows.start;
        while row < self.rows.end {
            let rows = row..(row + block_rows).min(self.rows.end);
            let mut column = self.columns.start;
            while column < self.columns.end {
                let columns = column..(column + block_columns).min(self.columns.end);
                values.clear();
                values.resize(
                    ((rows.end - rows.start) * (columns.end - columns.start)) as usize,
                    0.0,
                );
                self.fill(&rows, &columns, kept.as_ref(), &mut values);
                self.write_block(out, &rows, &columns, &values)?;
                // Long rows are written in parts: a cancel must not wait for their end.
                progress.advance(0)?;
                column = columns.end;
            }
            progress.advance(rows.end - rows.start)?;
            row = rows.end;
        }
        Ok(())
    }

    fn kernels_kept(&self) -> Option<similarity::Matrix<'_>> {
        let (height, width) = self.shape();
        (self.what == What::Similarity && height + width <= KEPT_KERNELS)
            .then(|| self.matrix(&self.rows, &self.columns))
    }

    fn matrix(&self, rows: &Range<u64>, columns: &Range<u64>) -> similarity::Matrix<'_> {
        let start = self.encoding.parameters().start();
        let block =
            |range: &Range<u64>| (start + range.start as i64, (range.end - range.start) as usize);
        similarity::Matrix::new(&self.encoding, self.scene.measure(), block(rows), block(columns))
    }

    fn fill(
        &self,
        rows: &Range<u64>,
        columns: &Range<u64>,
        kept: Option<&similarity::Matrix<'_>>,
        out: &mut [f64],
    ) {
        let width = (columns.end - columns.start) as usize;
        match self.what {
            What::Table => {
                let columns = columns.start as u32..columns.end as u32;
                self.encoding.fill_rows(rows.start, columns, out);
            }
            What::Similarity => {
                let own;
                let matrix = if let Some(matrix) = kept {
                    matrix
                } else {
                    own = self.matrix(rows, columns);
                    &own
                };
                let start = self.encoding.parameters().start();
                matrix.fill(start + rows.start as i64, out);
            }
            What::Rotation => {
                let rotation = Rotation::new(&self.encoding, self.scene.offset());
                for (out, i) in out.chunks_mut(width).zip(rows.clone()) {
                    for (value, j) in out.iter_mut().zip(columns.clone()) {
                        *value = rotation.entry(i as u32, j as u32);
                    }
                }
            }
            What::Frequencies => {
                for (out, i) in out.chunks_mut(width).zip(rows.clone()) {
                    for (value, j) in out.iter_mut().zip(columns.clone()) {
                        *value = self.frequency_value(i, j);
                    }
                }
            }
        }
    }

    /// NaN where there is no such column: the only number that a table of numbers has for nothing.
    fn frequency_value(&self, i: u64, j: u64) -> f64 {
        let frequency = &self.encoding.frequencies()[i as usize];
        match j {
            0 => i as f64,
            1 => frequency.omega.hi,
            2 => frequency.wavelength(),
            3 => frequency.sin_column.map_or(f64::NAN, f64::from),
            _ => frequency.cos_column.map_or(f64::NAN, f64::from),
        }
    }

    fn bytes_per_value(&self) -> u64 {
        match self.dtype {
            Dtype::F32 => 4,
            Dtype::F64 => 8,
        }
    }

    /// Version 1.0 of the format: magic, length, a Python dictionary, padded to 64 bytes.
    fn npy_header(&self) -> Vec<u8> {
        let (height, width) = self.shape();
        let bytes = self.bytes_per_value();
        let mut dictionary = format!(
            "{{'descr': '<f{bytes}', 'fortran_order': False, 'shape': ({height}, {width}), }}"
        );
        while !(10 + dictionary.len() + 1).is_multiple_of(64) {
            dictionary.push(' ');
        }
        dictionary.push('\n');
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend((dictionary.len() as u16).to_le_bytes());
        header.extend(dictionary.as_bytes());
        header
    }

    fn separator(&self) -> u8 {
        if self.format == Format::Tsv { b'\t' } else { b',' }
    }

    fn write_header(&self, out: &mut dyn Write) -> Result<(), ExportError> {
        let separator = char::from(self.separator());
        if self.what == What::Frequencies {
            const NAMES: [&str; 5] =
                ["pair", "frequency", "wavelength", "sin_column", "cos_column"];
            let names: Vec<&str> = self.columns.clone().map(|j| NAMES[j as usize]).collect();
            writeln!(out, "{}", names.join(&separator.to_string()))?;
            return Ok(());
        }
        out.write_all(if self.what == What::Rotation { b"column" } else { b"position" })?;
        for column in self.columns.clone() {
            write!(out, "{separator}{}", self.column_label(column))?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn column_label(&self, column: u64) -> i64 {
        match self.what {
            What::Similarity => self.encoding.parameters().start() + column as i64,
            What::Table | What::Rotation | What::Frequencies => column as i64,
        }
    }

    fn row_label(&self, row: u64) -> i64 {
        match self.what {
            What::Table | What::Similarity => self.encoding.parameters().start() + row as i64,
            What::Rotation | What::Frequencies => row as i64,
        }
    }

    /// One block: whole rows, or a part of one.
    fn write_block(
        &self,
        out: &mut dyn Write,
        rows: &Range<u64>,
        columns: &Range<u64>,
        values: &[f64],
    ) -> Result<(), ExportError> {
        let width = (columns.end - columns.start) as usize;
        let texts: Vec<Vec<u8>> = values
            .par_chunks(width)
            .enumerate()
            .map(|(i, values)| match self.format {
                Format::Npy => self.npy_bytes(values),
                Format::Csv | Format::Tsv => {
                    self.text_of_row(rows.start + i as u64, columns, values)
                }
            })
            .collect();
        for text in &texts {
            out.write_all(text)?;
        }
        Ok(())
    }

    fn npy_bytes(&self, values: &[f64]) -> Vec<u8> {
        match self.dtype {
            Dtype::F32 => values.iter().flat_map(|&value| (value as f32).to_le_bytes()).collect(),
            Dtype::F64 => values.iter().flat_map(|&value| value.to_le_bytes()).collect(),
        }
    }

    fn text_of_row(&self, row: u64, columns: &Range<u64>, values: &[f64]) -> Vec<u8> {
        let mut text = Vec::with_capacity(values.len() * 12 + 16);
        let mut buffer = zmij::Buffer::new();
        let is_row_start = columns.start == self.columns.start;
        let mut needs_separator = !is_row_start;
        if is_row_start && self.what != What::Frequencies {
            text.extend(self.row_label(row).to_string().as_bytes());
            needs_separator = true;
        }
        for &value in values {
            if needs_separator {
                text.push(self.separator());
            }
            needs_separator = true;
            if !value.is_nan() {
                let digits = match self.dtype {
                    Dtype::F32 => buffer.format(value as f32),
                    Dtype::F64 => buffer.format(value),
                };
                text.extend(number::trimmed(digits).as_bytes());
            }
        }
        if columns.end == self.columns.end {
            text.push(b'\n');
        }
        text
    }
}

/// Rows and columns of the whole.
fn full_size(encoding: &Encoding, what: What) -> (u64, u64) {
    let parameters = encoding.parameters();
    let d_model = u64::from(parameters.d_model());
    match what {
        What::Table => (parameters.length(), d_model),
        What::Similarity => (parameters.length(), parameters.length()),
        What::Rotation => (d_model, d_model),
        What::Frequencies => (encoding.frequencies().len() as u64, 5),
    }
}
