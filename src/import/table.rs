//! Table of numbers in a file, read when its rows are asked for.

use std::{fs::File, io, sync::Arc};

use ndarray::Array2;

use super::{
    Element,
    shape::{self, NumberGrid},
};
use crate::encoding::RowSource;

/// Bytes of a tensor: in a file, or in memory.
#[derive(Clone, Debug)]
pub(super) enum Bytes {
    /// Part of a file from an offset on.
    File(Arc<File>, u64),
    /// All bytes of the tensor.
    Memory(Arc<[u8]>),
}

impl Bytes {
    /// Fills `out` with the bytes from `at` on.
    pub(super) fn read(&self, at: u64, out: &mut [u8]) -> io::Result<()> {
        match self {
            Self::File(file, start) => read_at(file, out, start + at),
            Self::Memory(bytes) => {
                let from = at as usize;
                let part = bytes.get(from..from + out.len());
                out.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

#[cfg(unix)]
fn read_at(file: &File, out: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, out, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut out: &mut [u8], mut at: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt as _;
    while !out.is_empty() {
        let read = file.seek_read(out, at)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        out = &mut out[read..];
        at += read as u64;
    }
    Ok(())
}

/// Table of numbers in a file.
#[derive(Clone, Debug)]
pub struct FileTable {
    bytes: Bytes,
    element: Element,
    is_big_endian: bool,
    grid: NumberGrid,
    shape: Vec<u64>,
    notices: Vec<String>,
}

impl FileTable {
    /// Table over the bytes of a tensor. Numbers whose rows are not contiguous are brought into memory.
    pub(super) fn new(
        bytes: Bytes,
        (element, is_big_endian): (Element, bool),
        grid: NumberGrid,
        shape: Vec<u64>,
    ) -> io::Result<Self> {
        let bytes = if grid.column_stride == 1 {
            bytes
        } else {
            let num = grid.num_rows * u64::from(grid.num_columns);
            let mut all = vec![0; num as usize * element.bytes()];
            bytes.read(0, &mut all)?;
            Bytes::Memory(all.into())
        };
        Ok(Self { bytes, element, is_big_endian, grid, shape, notices: Vec::new() })
    }

    /// Table of numbers in memory.
    ///
    /// # Errors
    ///
    /// Fails for a table without rows or columns.
    pub fn in_memory(values: &Array2<f64>) -> io::Result<Self> {
        let shape: Vec<u64> = values.shape().iter().map(|&num| num as u64).collect();
        let grid = shape::any_grid(&shape, false).map_err(io::Error::other)?;
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Self::new(Bytes::Memory(bytes.into()), (Element::F64, false), grid, shape)
    }

    /// The table with sentences about how a text was read.
    pub(super) fn with_notices(self, notices: Vec<String>) -> Self {
        Self { notices, ..self }
    }

    /// Sentences about how a text was read that may be read in two ways.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// Shape as the file gives it.
    pub fn shape(&self) -> &[u64] {
        &self.shape
    }

    /// Type of the numbers.
    pub fn element(&self) -> Element {
        self.element
    }
}

impl RowSource for FileTable {
    fn num_rows(&self) -> u64 {
        self.grid.num_rows
    }

    fn num_columns(&self) -> u32 {
        self.grid.num_columns
    }

    fn fill(&self, first: u64, out: &mut [f64]) -> io::Result<()> {
        let NumberGrid { num_columns, row_stride, column_stride, .. } = self.grid;
        let (width, size) = (num_columns as usize, self.element.bytes());
        if column_stride == 1 && row_stride == u64::from(num_columns) {
            let mut bytes = vec![0; out.len() * size];
            self.bytes.read(first * row_stride * size as u64, &mut bytes)?;
            self.element.decode(&bytes, self.is_big_endian, out);
            return Ok(());
        }
        let mut cell = [0; 8];
        for (row, out) in (first..).zip(out.chunks_mut(width)) {
            for (column, out) in (0..).zip(out) {
                let at = row * row_stride + column * column_stride;
                self.bytes.read(at * size as u64, &mut cell[..size])?;
                self.element.decode(&cell[..size], self.is_big_endian, std::slice::from_mut(out));
            }
        }
        Ok(())
    }
}
