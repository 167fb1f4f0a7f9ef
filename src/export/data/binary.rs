//! Binary formats: npy, npz, safetensors.

use std::{
    io::{self, Write},
    ops::Range,
};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::{export::DataExport, request::Dtype};
use crate::export::{error::ExportError, progress::Progress};

/// Number of labels that are written at once.
const LABELS: usize = 1 << 15;

/// Header of NumPy's format 1.0: magic, length, and a Python dictionary, padded to 64 bytes.
fn npy_header(descr: &str, shape: &str) -> Vec<u8> {
    let mut dictionary =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    while !(10 + dictionary.len() + 1).is_multiple_of(64) {
        dictionary.push(' ');
    }
    dictionary.push('\n');
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend((dictionary.len() as u16).to_le_bytes());
    header.extend(dictionary.as_bytes());
    header
}

/// Array of texts for NumPy, each with as many code points as the longest needs.
fn npy_of_texts(texts: &[&str], shape: &str) -> Vec<u8> {
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
    let mut bytes = npy_header(&format!("<U{longest}"), shape);
    for text in texts {
        let points = text.chars().map(u32::from).chain(std::iter::repeat(0));
        bytes.extend(points.take(longest).flat_map(u32::to_le_bytes));
    }
    bytes
}

impl DataExport {
    pub(super) fn npy_header(&self) -> Vec<u8> {
        let (height, width) = self.shape();
        npy_header(&format!("<f{}", self.dtype.bytes()), &format!("({height}, {width})"))
    }

    /// Length, then JSON padded to 8 bytes, with one tensor and the metadata.
    pub(super) fn safetensors_header(&self) -> Vec<u8> {
        let (height, width) = self.shape();
        // Half-open ranges of labels, as in the other formats.
        let Range { start, end } = self.rows;
        let rows = format!("{}..{}", self.row_label(start), self.row_label(end));
        let Range { start, end } = self.columns;
        let columns = format!("{}..{}", self.column_number(start), self.column_number(end));
        let metadata: serde_json::Map<String, serde_json::Value> = self
            .metadata()
            .into_iter()
            .chain([("rows", rows), ("columns", columns)])
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect();
        let dtype = match self.dtype {
            Dtype::F16 => "F16",
            Dtype::Bf16 => "BF16",
            Dtype::F32 => "F32",
            Dtype::F64 => "F64",
        };
        let header = serde_json::json!({
            "__metadata__": metadata,
            self.what().key(): {
                "dtype": dtype,
                "shape": [height, width],
                "data_offsets": [0, height * width * self.dtype.bytes()],
            },
        });
        let mut text = header.to_string();
        while !text.len().is_multiple_of(8) {
            text.push(' ');
        }
        let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
        bytes.extend(text.as_bytes());
        bytes
    }

    /// Writes an archive of arrays, uncompressed, as `numpy.savez` does: the metadata, the labels of rows and
    /// columns, and the numbers.
    pub(super) fn write_npz(
        &self,
        out: &mut dyn Write,
        progress: &Progress,
    ) -> Result<(), ExportError> {
        let mut zip = ZipWriter::new_stream(out);
        // A stream cannot go back to enter a length, so the form for long members is chosen in advance.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .large_file(true);
        let member = |zip: &mut ZipWriter<_>, name: &str| {
            zip.start_file(format!("{name}.npy"), options).map_err(io::Error::from)
        };
        for (name, value) in self.metadata() {
            member(&mut zip, name)?;
            zip.write_all(&npy_of_texts(&[&value], "()"))?;
        }
        let (height, width) = self.shape();
        member(&mut zip, "rows")?;
        zip.write_all(&npy_header("<i8", &format!("({height},)")))?;
        write_labels(&mut zip, progress, &self.rows, |row| self.row_label(row))?;
        member(&mut zip, "columns")?;
        if self.content.names().is_some() {
            let names: Vec<String> = self.columns.clone().map(|j| self.column_label(j)).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            zip.write_all(&npy_of_texts(&names, &format!("({width},)")))?;
        } else {
            zip.write_all(&npy_header("<i8", &format!("({width},)")))?;
            write_labels(&mut zip, progress, &self.columns, |column| self.column_number(column))?;
        }
        member(&mut zip, self.what().key())?;
        zip.write_all(&self.npy_header())?;
        self.write_blocks(&mut zip, progress)?;
        zip.finish().map_err(io::Error::from)?;
        Ok(())
    }
}

/// Writes labels as integers of 64 bits, many at once.
fn write_labels(
    out: &mut impl Write,
    progress: &Progress,
    numbers: &Range<u64>,
    label: impl Fn(u64) -> i64,
) -> Result<(), ExportError> {
    for first in numbers.clone().step_by(LABELS) {
        let end = numbers.end.min(first + LABELS as u64);
        let labels: Vec<u8> = (first..end).flat_map(|number| label(number).to_le_bytes()).collect();
        out.write_all(&labels)?;
        progress.advance(0, 0)?;
    }
    Ok(())
}
