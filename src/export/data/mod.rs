//! Tables of numbers, written in blocks: one thread computes the next block while the last is written,
//! and memory stays the same however large the table.

mod binary;
mod buffer;
mod request;
mod shortest;
mod text;
mod values;

use std::{io::Write, ops::Range, sync::mpsc, thread};

use rayon::{ThreadPool, ThreadPoolBuilder};

pub use request::{DataRequest, Digits, Dtype, Format, What, parse_range};

use self::values::{Block, Part, Source};
use super::{ExportError, Progress, Provenance};
use crate::{
    encoding::{Table, Waves},
    scene::Scene,
};

/// Largest number of similarity values without a range.
const LARGEST_SIMILARITY: u64 = 1 << 34;
/// Values in one block: enough for every thread, and few enough to stay in the cache until written.
const BLOCK_VALUES: u64 = 1 << 18;

/// A checked request for one scene.
#[derive(Clone, Debug)]
pub struct DataExport {
    scene: Scene,
    table: Table,
    what: What,
    format: Format,
    dtype: Dtype,
    digits: Digits,
    rows: Range<u64>,
    columns: Range<u64>,
}

/// The upper left corner of what will be written, as it is shown beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Names of the columns, that of the row labels first where rows have labels.
    pub names: Vec<String>,
    /// Label and values of each row.
    pub rows: Vec<Vec<String>>,
}

impl DataExport {
    /// Checks ranges and size, and that the format has what is asked of it.
    pub fn new(scene: &Scene, table: &Table, request: &DataRequest) -> Result<Self, ExportError> {
        request.check()?;
        let (num_rows, num_columns) = full_size(table, request.what)?;
        let check = |name, range: &Option<Range<u64>>, limit| match range {
            // A table may have no rows at all: one column of zeros has no frequency.
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
        let num_cells = u128::from(height) * u128::from(width);
        if request.what == What::Similarity && num_cells > u128::from(LARGEST_SIMILARITY) {
            return Err(ExportError::TooLarge { rows: height, columns: width });
        }
        let is_long = num_cells > u128::from(DataRequest::MOST_PRINTED);
        if request.format.is_printed() && is_long && !request.is_forced {
            let format = request.format.key();
            return Err(ExportError::TooLargeToPrint { rows: height, columns: width, format });
        }
        let digits = request.digits.unwrap_or_else(|| Digits::of(request.format));
        Ok(Self {
            scene: scene.clone(),
            table: table.clone(),
            what: request.what,
            format: request.format,
            // Digits that are counted are those of the value itself: rounded twice, the last is off.
            dtype: if digits == Digits::Shortest { request.dtype } else { Dtype::F64 },
            digits,
            rows,
            columns,
        })
    }

    fn waves(&self) -> Option<&Waves> {
        self.table.waves().map(|waves| &**waves)
    }

    /// Rows and columns that will be written.
    pub fn shape(&self) -> (u64, u64) {
        (self.rows.end - self.rows.start, self.columns.end - self.columns.start)
    }

    /// Bytes of the file: exact for npy and safetensors; for text judged from a part.
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

    /// From enough values to judge by, and few enough for one frame; from the middle, since the first
    /// rows are full of zeros and ones.
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

    /// The first rows and columns, as digits.
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

    fn in_memory(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let written = self.write(&mut bytes, &Progress::default());
        debug_assert!(written.is_ok(), "memory takes every byte");
        bytes
    }

    /// Writes everything. An error ends it where it is; [`super::to_file`] then removes the rest.
    pub fn write(&self, mut out: &mut dyn Write, progress: &Progress) -> Result<(), ExportError> {
        progress.begin(self.shape().0);
        match self.format {
            Format::Npy => {
                out.write_all(&self.npy_header())?;
                self.write_blocks(&mut out, progress)
            }
            Format::Npz => self.write_npz(out, progress),
            Format::Safetensors => {
                out.write_all(&self.safetensors_header())?;
                self.write_blocks(&mut out, progress)
            }
            Format::Csv | Format::Tsv | Format::Json | Format::Markdown | Format::Latex => {
                self.write_head(&mut out, progress)?;
                self.write_blocks(&mut out, progress)?;
                out.write_all(&self.foot())?;
                Ok(())
            }
        }
    }

    /// The numbers themselves, block after block.
    fn write_blocks(&self, out: &mut impl Write, progress: &Progress) -> Result<(), ExportError> {
        let source = Source::new(self);
        thread::scope(|scope| {
            // One block is written while the next is computed; a third waits in between.
            let (send, ready) = mpsc::sync_channel::<(Part, Block)>(1);
            let (give_back, written) = mpsc::channel();
            let compute = move || {
                for part in self.parts() {
                    let mut block = written.try_recv().unwrap_or_default();
                    source.fill(self, &part, &mut block);
                    // Nobody receives it once writing has failed or has been cancelled.
                    if send.send((part, block)).is_err() {
                        return;
                    }
                }
            };
            let workers = self.workers();
            scope.spawn(move || match workers {
                Some(workers) => workers.install(compute),
                None => compute(),
            });
            for (part, block) in ready {
                let bytes = block.write(out)?;
                // A row that is written in parts counts with its last.
                let is_whole = part.columns.end == self.columns.end;
                let rows = if is_whole { part.rows.end - part.rows.start } else { 0 };
                progress.advance(rows, bytes)?;
                // After the last block nobody takes it.
                drop(give_back.send(block));
            }
            Ok(())
        })
    }

    /// Threads of its own for what is written as fast as it is computed: one fewer than there are, since the
    /// one that writes is as busy as they are, and would wait its turn. Digits keep all of them busy.
    fn workers(&self) -> Option<ThreadPool> {
        if self.format.is_text() {
            return None;
        }
        let threads = rayon::current_num_threads().saturating_sub(1).max(1);
        ThreadPoolBuilder::new().num_threads(threads).build().ok()
    }

    /// Blocks in the order of the file: whole rows, or parts of one that is longer than a block.
    fn parts(&self) -> impl Iterator<Item = Part> {
        let (height, width) = self.shape();
        let width = width.min(BLOCK_VALUES);
        let height = (BLOCK_VALUES / width).min(height).max(1);
        let (rows, columns) = (self.rows.clone(), self.columns.clone());
        rows.clone().step_by(height as usize).flat_map(move |row| {
            let rows = row..(row + height).min(rows.end);
            let end = columns.end;
            columns.clone().step_by(width as usize).map(move |column| Part {
                rows: rows.clone(),
                columns: column..(column + width).min(end),
            })
        })
    }

    /// Names and values of what every format with a place for it tells: where the numbers came from, and
    /// what they are.
    fn metadata(&self) -> Vec<(&'static str, String)> {
        let provenance = Provenance::of(&self.scene);
        let entries = provenance.entries().map(|(name, value)| (name, value.to_owned()));
        entries.into_iter().chain([("what", self.what_text())]).collect()
    }

    /// What the numbers are, with what of the scene they depend on beside the encoding.
    fn what_text(&self) -> String {
        match self.what {
            What::Table | What::Frequencies => self.what.key().to_owned(),
            What::Similarity => format!("similarity, {}", self.scene.measure().key()),
            What::Rotation => format!("rotation, offset {}", self.scene.offset()),
        }
    }

    /// What one should know of the numbers and cannot see.
    pub fn notice(&self) -> Option<&'static str> {
        (self.what == What::Rotation && self.waves().is_some_and(|waves| !waves.is_paired())).then_some(
            "columns without a partner have no rotation: for them the nearest map is written, cos ωk",
        )
    }

    /// What a row is.
    fn row_name(&self) -> &'static str {
        match self.what {
            What::Table | What::Similarity => "position",
            What::Rotation => "column",
            What::Frequencies => FREQUENCY_COLUMNS[0],
        }
    }

    /// The number by which a row is called.
    fn row_label(&self, row: u64) -> i64 {
        match self.what {
            What::Table | What::Similarity => self.table.position(row),
            What::Rotation | What::Frequencies => row as i64,
        }
    }

    /// The number by which a column is called.
    fn column_number(&self, column: u64) -> i64 {
        match self.what {
            What::Similarity => self.row_label(column),
            What::Table | What::Rotation | What::Frequencies => column as i64,
        }
    }

    /// The name by which a column is called: its number, where it has no other.
    fn column_label(&self, column: u64) -> String {
        if self.what == What::Frequencies {
            return FREQUENCY_COLUMNS[column as usize].to_owned();
        }
        self.column_number(column).to_string()
    }

    /// Whether rows begin with their label; those of the frequencies have it as their first column.
    fn has_labels(&self) -> bool {
        self.what != What::Frequencies && self.format != Format::Json
    }
}

/// Columns of the frequencies.
const FREQUENCY_COLUMNS: [&str; 5] =
    ["pair", "frequency", "wavelength", "sin_column", "cos_column"];

/// Rows and columns of the whole.
fn full_size(table: &Table, what: What) -> Result<(u64, u64), ExportError> {
    let no_frequencies = || ExportError::NoFrequencies {
        what: what.key(),
        encoding: table.encoding.spec().family().key(),
    };
    let waves = || table.waves().ok_or_else(no_frequencies);
    Ok(match what {
        What::Table => (table.num_rows(), u64::from(table.num_columns())),
        What::Similarity => (table.num_rows(), table.num_rows()),
        What::Rotation => {
            let num_columns = waves()?.columns().len() as u64;
            (num_columns, num_columns)
        }
        What::Frequencies => (waves()?.frequencies().len() as u64, FREQUENCY_COLUMNS.len() as u64),
    })
}
