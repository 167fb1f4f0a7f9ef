//! Numbers of one block, computed by all threads in the type of the file.

use std::{
    io::{self, Write},
    ops::Range,
};

use bytemuck::Pod;
use half::{bf16, f16};
use ndarray::{Array2, ArrayViewMut2};
use rayon::prelude::*;

use super::{buffer::Buffer, content::DataContent, export::DataExport, request::Dtype};
use crate::{
    encoding::{Number, Rotation, Rounding, Table, Waves, parallel::for_each_row, similarity},
    export::progress::Progress,
};

/// Largest number of similarity kernels that are kept for the whole export, 24 bytes each.
const KEPT_KERNELS: u64 = 1 << 21;

/// Rectangle of the table that is computed and written at once.
#[derive(Clone, Debug)]
pub(super) struct DataPart {
    pub(super) rows: Range<u64>,
    pub(super) columns: Range<u64>,
}

impl DataPart {
    pub(super) fn width(&self) -> usize {
        (self.columns.end - self.columns.start) as usize
    }

    fn height(&self) -> usize {
        (self.rows.end - self.rows.start) as usize
    }

    fn len(&self) -> usize {
        self.width() * self.height()
    }
}

/// Buffers for one part, reused for the next.
#[derive(Debug, Default)]
pub(super) struct BlockBuffer {
    singles: Vec<f32>,
    doubles: Vec<f64>,
    halves: Vec<u16>,
    texts: Vec<Buffer>,
    written: WrittenValues,
}

/// Buffer that holds the values to write.
#[derive(Clone, Copy, Debug, Default)]
enum WrittenValues {
    #[default]
    Texts,
    Singles,
    Doubles,
    Halves,
}

impl BlockBuffer {
    /// Writes the block and returns its size in bytes.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<u64> {
        let bytes = match self.written {
            WrittenValues::Singles => bytemuck::cast_slice(&self.singles),
            WrittenValues::Doubles => bytemuck::cast_slice(&self.doubles),
            WrittenValues::Halves => bytemuck::cast_slice(&self.halves),
            WrittenValues::Texts => {
                for text in &self.texts {
                    out.write_all(text.as_slice())?;
                }
                return Ok(self.texts.iter().map(|text| text.as_slice().len() as u64).sum());
            }
        };
        out.write_all(bytes)?;
        Ok(bytes.len() as u64)
    }
}

/// Source of the numbers, with what is computed once for all blocks.
pub(super) enum NumberSource<'a> {
    Table(&'a Table),
    /// Kernels of the whole matrix, if they are few enough to be kept.
    Similarity(Option<similarity::Matrix<'a>>),
    Rotation(Rotation<'a>),
    Frequencies(&'a Waves),
    /// Values by their row and column.
    Cells(Box<dyn Fn(u64, u64) -> f64 + Send + Sync + 'a>),
}

impl<'a> NumberSource<'a> {
    /// Computes the kernels of the whole matrix. Stops early once the export is cancelled.
    pub(super) fn new(export: &'a DataExport, progress: &Progress) -> Self {
        match &export.content {
            DataContent::Table | DataContent::Difference => Self::Table(&export.table),
            DataContent::Similarity => {
                let (height, width) = export.shape();
                let is_kept = height + width <= KEPT_KERNELS;
                let whole = DataPart { rows: export.rows.clone(), columns: export.columns.clone() };
                Self::Similarity(is_kept.then(|| matrix(export, &whole, progress)))
            }
            DataContent::Rotation(waves) => {
                Self::Rotation(Rotation::new(waves, export.scene.offset()))
            }
            DataContent::Frequencies(waves) => Self::Frequencies(waves),
            DataContent::Slopes(bias) => Self::Cells(Box::new(move |i, j| match j {
                0 => i as f64,
                _ => bias.slopes()[i as usize],
            })),
            DataContent::Buckets(buckets, offsets) => Self::Cells(Box::new(move |i, j| {
                let offset = offsets.start + i as i64;
                if j == 0 { offset as f64 } else { f64::from(buckets.of(offset)) }
            })),
            DataContent::Positions(sequence) => Self::Cells(Box::new(move |i, j| match j {
                0 => i as f64,
                _ => sequence.positions(i).map_or(f64::NAN, |it| it[j as usize - 1] as f64),
            })),
            DataContent::Bias(bias, head) => Self::Cells(Box::new(move |i, j| {
                let extent = export.table.extent;
                let [t, s] = [i, j].map(|it| export.table.position(it));
                // The causal mask.
                if s > t { f64::NEG_INFINITY } else { bias.value(*head, (t, s), extent.last()) }
            })),
            DataContent::BiasByOffset(bias, head, offsets) => Self::Cells(Box::new(move |i, j| {
                let offset = offsets.start + i as i64;
                let last = export.table.extent.last();
                if j == 0 { offset as f64 } else { bias.relative(*head, last, offset) }
            })),
        }
    }

    /// Fills a block with a part, ready to be written. Stops early once the export is cancelled.
    pub(super) fn fill(
        &self,
        export: &DataExport,
        part: &DataPart,
        block: &mut BlockBuffer,
        progress: &Progress,
    ) {
        let is_text = export.format.is_text();
        match export.dtype {
            Dtype::F32 => {
                self.compute(export, part, &mut block.singles, |value| value as f32, progress);
                if is_text {
                    export.fill_texts(part, &block.singles, &mut block.texts);
                    block.written = WrittenValues::Texts;
                } else {
                    little_endian::<_, u32>(&mut block.singles, u32::to_le);
                    block.written = WrittenValues::Singles;
                }
            }
            Dtype::F64 => {
                self.compute(export, part, &mut block.doubles, |value| value, progress);
                if is_text {
                    export.fill_texts(part, &block.doubles, &mut block.texts);
                    block.written = WrittenValues::Texts;
                } else {
                    little_endian::<_, u64>(&mut block.doubles, u64::to_le);
                    block.written = WrittenValues::Doubles;
                }
            }
            Dtype::F16 | Dtype::Bf16 => {
                self.compute(export, part, &mut block.doubles, |value| value, progress);
                let bits: fn(f64) -> u16 = match export.dtype {
                    Dtype::F16 => Rounding::f16_bits,
                    _ => Rounding::bf16_bits,
                };
                if is_text {
                    let back = |value: &mut f64| {
                        let bits = bits(*value);
                        *value = match export.dtype {
                            Dtype::F16 => f16::from_bits(bits).to_f64(),
                            _ => bf16::from_bits(bits).to_f64(),
                        };
                    };
                    block.doubles.par_iter_mut().for_each(back);
                    export.fill_texts(part, &block.doubles, &mut block.texts);
                    block.written = WrittenValues::Texts;
                } else {
                    let values = block.doubles.par_iter().map(|&value| bits(value).to_le());
                    values.collect_into_vec(&mut block.halves);
                    block.written = WrittenValues::Halves;
                }
            }
        }
    }

    /// Computes the numbers of a part, row by row.
    fn compute<T: Number>(
        &self,
        export: &DataExport,
        part: &DataPart,
        out: &mut Vec<T>,
        rounded: impl Fn(f64) -> T + Sync,
        progress: &Progress,
    ) {
        // Values of the last part are overwritten.
        out.resize(part.len(), T::default());
        let width = part.width();
        // For sources with a formula for each cell.
        let each = |out: &mut [T], value: &(dyn Fn(u64, u64) -> f64 + Sync)| {
            for_each_row(out, width, &|i, out| {
                let row = part.rows.start + i as u64;
                for (out, column) in out.iter_mut().zip(part.columns.clone()) {
                    *out = rounded(value(row, column));
                }
            });
        };
        // For sources that fill all of it.
        let whole = |out: &mut [T], fill: &dyn Fn(ArrayViewMut2<'_, f64>)| {
            let mut values = Array2::zeros((part.height(), width));
            fill(values.view_mut());
            for (out, value) in out.iter_mut().zip(values) {
                *out = rounded(value);
            }
        };
        match self {
            Self::Table(table) => {
                let columns = part.columns.start as u32..part.columns.end as u32;
                let first = table.position(part.rows.start);
                table.encoding.fill_slice(first, columns, out);
            }
            Self::Similarity(kept) => {
                let own;
                let (matrix, first_column) = if let Some(matrix) = kept {
                    (matrix, export.columns.start)
                } else {
                    own = matrix(export, part, progress);
                    (&own, part.columns.start)
                };
                let columns = part.columns.start - first_column..part.columns.end - first_column;
                let columns = columns.start as usize..columns.end as usize;
                let first = export.table.position(part.rows.start);
                whole(out, &|mut values| {
                    let values = values.as_slice_mut().unwrap_or_default();
                    matrix.fill_slice(first, columns.clone(), values, &|| progress.is_wanted());
                });
            }
            Self::Rotation(rotation) => {
                let first = (part.rows.start as u32, part.columns.start as u32);
                whole(out, &|values| rotation.fill(first, values));
            }
            Self::Frequencies(waves) => {
                each(out, &|i, j| frequency_value(waves, i, j));
            }
            Self::Cells(value) => each(out, value),
        }
    }
}

fn matrix<'a>(
    export: &'a DataExport,
    part: &DataPart,
    progress: &Progress,
) -> similarity::Matrix<'a> {
    let start = export.table.extent.start();
    let block =
        |range: &Range<u64>| (start + range.start as i64, (range.end - range.start) as usize);
    let (rows, columns) = (block(&part.rows), block(&part.columns));
    let is_wanted = || progress.is_wanted();
    let (encoding, measure) = (&export.table.encoding, export.scene.measure());
    similarity::Matrix::while_wanted(encoding, measure, rows, columns, &is_wanted)
}

/// Value of a frequency; NaN for a missing column, since a table of numbers has no other empty value.
fn frequency_value(waves: &Waves, i: u64, j: u64) -> f64 {
    let frequency = &waves.frequencies()[i as usize];
    match j {
        0 => i as f64,
        1 => frequency.omega.hi,
        2 => frequency.wavelength(),
        3 => frequency.sin_column.map_or(f64::NAN, f64::from),
        _ => frequency.cos_column.map_or(f64::NAN, f64::from),
    }
}

/// Converts to little-endian, the byte order of every binary format.
fn little_endian<T: Pod, Bits: Pod>(values: &mut [T], to_le: impl Fn(Bits) -> Bits) {
    for bits in bytemuck::cast_slice_mut::<T, Bits>(values) {
        *bits = to_le(*bits);
    }
}
