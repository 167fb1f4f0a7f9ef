//! Size of a file and its first values, known before it is written.

use super::{export::DataExport, request::Format};
use crate::export::progress::Progress;

/// Upper left corner of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Names of the columns, preceded by that of the row labels if there are any.
    pub names: Vec<String>,
    /// Label and values of each row.
    pub rows: Vec<Vec<String>>,
}

impl DataExport {
    /// Size of the file: exact for npy and safetensors, estimated for text.
    pub fn size_in_bytes(&self) -> u64 {
        let (height, width) = self.shape();
        let values = height * width * self.dtype.bytes();
        match self.format {
            Format::Npy => self.npy_header().len() as u64 + values,
            Format::Safetensors => self.safetensors_header().len() as u64 + values,
            Format::Npz => values + (height + width) * size_of::<i64>() as u64,
            Format::Csv | Format::Tsv | Format::Json | Format::Markdown | Format::Latex => {
                self.size_of_text()
            }
        }
    }

    /// Estimates the size from few enough values for one frame. They come from the middle, since the first rows
    /// are full of zeros and ones.
    fn size_of_text(&self) -> u64 {
        let (height, width) = self.shape();
        let columns = width.min(256);
        let rows = (1024 / columns).clamp(1, 32).min(height);
        if rows == 0 {
            return (self.head().len() + self.foot().len()) as u64;
        }
        let first_row = self.rows.start + (height - rows) / 2;
        let first_column = self.columns.start + (width - columns) / 2;
        let sample = Self {
            rows: first_row..first_row + rows,
            columns: first_column..first_column + columns,
            ..self.clone()
        };
        let around = (sample.head().len() + sample.foot().len()) as f64;
        let values = sample.in_memory().len() as f64 - around;
        (around + values / (rows * columns) as f64 * height as f64 * width as f64) as u64
    }

    /// First rows and columns as text.
    pub fn sample(&self, rows: u64, columns: u64) -> Sample {
        let sample = Self {
            rows: self.rows.start..self.rows.end.min(self.rows.start + rows),
            columns: self.columns.start..self.columns.end.min(self.columns.start + columns),
            format: Format::Tsv,
            ..self.clone()
        };
        let text = String::from_utf8_lossy(&sample.in_memory()).into_owned();
        let mut lines = text.lines().map(|line| line.split('\t').map(ToOwned::to_owned).collect());
        Sample { names: lines.next().unwrap_or_default(), rows: lines.collect() }
    }

    pub(super) fn in_memory(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let written = self.write(&mut bytes, &Progress::default());
        debug_assert!(written.is_ok(), "memory takes every byte");
        bytes
    }
}
