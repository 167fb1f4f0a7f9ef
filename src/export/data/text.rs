//! Text formats: csv, tsv, JSON, Markdown, LaTeX.

use std::{io::Write, ops::Range};

use rayon::prelude::*;

use super::{
    buffer::{Buffer, Chunk, Mark},
    export::DataExport,
    latex::DOTS,
    request::{DigitFormat, Format},
    shortest::{AT_ONCE, Shortest},
    values::DataPart,
};
use crate::{
    encoding::Number,
    export::{error::ExportError, progress::Progress},
    picture::number,
};

/// Number of labels that are written at once.
const LABELS: u64 = 1 << 15;
/// Typical number of bytes of a number with its separator; few need more.
const BYTES: usize = 13;

/// Number of pieces of a block for each thread: while the file is written, one thread has less time than the others.
const PIECES_EACH: usize = 4;

/// Number that can be written as text.
pub(super) trait Digit: Number {
    /// Shortest digits that read back as the same number.
    fn shortest(self, buffer: &mut zmij::Buffer) -> &str;
    /// Shortest digits of at most [`AT_ONCE`] numbers by the faster method, if there is one for the type.
    fn renew(digits: &mut Shortest, values: &[Self]);
    /// Text of the i-th of these numbers, if it is a common one.
    fn common(self, i: usize, digits: &Shortest) -> Option<Chunk>;
    /// The same number as `f64`.
    fn wide(self) -> f64;
}

impl Digit for f32 {
    fn shortest(self, buffer: &mut zmij::Buffer) -> &str {
        buffer.format(self)
    }

    fn renew(digits: &mut Shortest, values: &[Self]) {
        digits.renew(values);
    }

    #[inline(always)]
    fn common(self, i: usize, digits: &Shortest) -> Option<Chunk> {
        digits.chunk(i, self)
    }

    fn wide(self) -> f64 {
        f64::from(self)
    }
}

impl Digit for f64 {
    fn shortest(self, buffer: &mut zmij::Buffer) -> &str {
        buffer.format(self)
    }

    fn renew(_digits: &mut Shortest, _values: &[Self]) {}

    fn common(self, _i: usize, _digits: &Shortest) -> Option<Chunk> {
        None
    }

    fn wide(self) -> f64 {
        self
    }
}

/// Punctuation around the cells of a row.
struct Marks {
    open: &'static str,
    between: &'static str,
    close: &'static str,
    /// Text of a value that is not finite.
    nothing: &'static str,
}

impl Format {
    fn marks(self) -> Marks {
        match self {
            Self::Tsv => Marks { open: "", between: "\t", close: "\n", nothing: "" },
            Self::Json => Marks { open: "[", between: ",", close: "]", nothing: "null" },
            Self::Markdown => Marks { open: "| ", between: " | ", close: " |\n", nothing: "" },
            Self::Latex => Marks { open: "  ", between: " & ", close: " \\\\\n", nothing: "--" },
            // Binary formats have no punctuation; their samples are written as tsv.
            Self::Csv | Self::Npy | Self::Npz | Self::Safetensors => {
                Marks { open: "", between: ",", close: "\n", nothing: "" }
            }
        }
    }
}

impl DataExport {
    /// Text before the first row.
    pub(super) fn head(&self) -> Vec<u8> {
        let mut head = Vec::new();
        let written = self.write_head(&mut head, &Progress::default());
        debug_assert!(written.is_ok(), "memory takes every byte");
        head
    }

    pub(super) fn write_head(
        &self,
        out: &mut impl Write,
        progress: &Progress,
    ) -> Result<(), ExportError> {
        match self.format {
            Format::Json => self.write_json_head(out, progress)?,
            Format::Latex => self.write_latex_head(out)?,
            Format::Markdown => {
                self.write_names(out, progress)?;
                writeln!(out, "|{}", "---:|".repeat(self.num_text_columns()))?;
            }
            _ => self.write_names(out, progress)?,
        }
        Ok(())
    }

    /// Text after the last row.
    pub(super) fn foot(&self) -> Vec<u8> {
        match self.format {
            Format::Json => b"\n]}\n".to_vec(),
            Format::Latex => self.latex_foot(),
            Format::Markdown => {
                // A comment of Markdown cannot hold two hyphens, and no scene needs them.
                let lines = self.metadata().into_iter();
                let lines: Vec<String> =
                    lines.map(|(name, value)| format!("{name}: {value}")).collect();
                let lines = lines.join("\n");
                format!("\n<!--\n{}\n-->\n", lines.replace("--", "-%2D")).into_bytes()
            }
            _ => Vec::new(),
        }
    }

    fn num_text_columns(&self) -> usize {
        self.shape().1 as usize + usize::from(self.has_labels())
    }

    fn write_names(&self, out: &mut impl Write, progress: &Progress) -> Result<(), ExportError> {
        let marks = self.format.marks();
        write!(out, "{}", marks.open)?;
        let label = self.has_labels().then(|| self.row_name().to_owned());
        let names = self.columns.clone().map(|column| self.column_label(column));
        for (i, name) in label.into_iter().chain(names).enumerate() {
            let between = if i == 0 { "" } else { marks.between };
            write!(out, "{between}{name}")?;
            if i.is_multiple_of(LABELS as usize) {
                progress.advance(0, 0)?;
            }
        }
        write!(out, "{}", marks.close)?;
        Ok(())
    }

    /// Writes metadata, columns and row labels, up to `data`.
    fn write_json_head(
        &self,
        out: &mut impl Write,
        progress: &Progress,
    ) -> Result<(), ExportError> {
        let metadata: serde_json::Map<String, serde_json::Value> = self
            .metadata()
            .into_iter()
            .chain([("dtype", self.dtype.key().to_owned())])
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect();
        write!(out, "{{\"metadata\": {},\n\"columns\": [", serde_json::Value::from(metadata))?;
        let is_named = self.content.names().is_some();
        write_list(out, progress, &self.columns, |column| {
            let label = self.column_label(column);
            if is_named { format!("\"{label}\"") } else { label }
        })?;
        write!(out, "],\n\"index\": [")?;
        write_list(out, progress, &self.rows, |row| self.row_label(row).to_string())?;
        writeln!(out, "],\n\"data\": [")?;
        Ok(())
    }

    /// Formats the rows of a part, in several pieces for each thread.
    pub(super) fn fill_texts<T: Digit>(
        &self,
        part: &DataPart,
        values: &[T],
        texts: &mut Vec<Buffer>,
    ) {
        let width = part.width();
        let num_rows = values.len() / width;
        let num_pieces = (PIECES_EACH * rayon::current_num_threads()).min(num_rows);
        let rows_each = num_rows.div_ceil(num_pieces);
        texts.resize(num_rows.div_ceil(rows_each), Buffer::default());
        texts.par_iter_mut().zip(values.par_chunks(rows_each * width)).enumerate().for_each(
            |(i, (kept, values))| {
                // Moved to the stack while it grows: if the lengths of two threads' buffers lay in one cache line,
                // the threads would wait for each other at every number.
                let mut text = std::mem::take(kept);
                text.clear();
                text.reserve(values.len() * BYTES);
                let first = part.rows.start + (i * rows_each) as u64;
                let mut common = Shortest::default();
                for (row, values) in (first..).zip(values.chunks(width)) {
                    self.write_row((row, &part.columns), values, &mut common, &mut text);
                }
                *kept = text;
            },
        );
    }

    /// Formats a row, or the given columns of it.
    fn write_row<T: Digit>(
        &self,
        (row, columns): (u64, &Range<u64>),
        values: &[T],
        common: &mut Shortest,
        text: &mut Buffer,
    ) {
        let marks = self.format.marks();
        let mut needs_mark = true;
        if columns.start == self.columns.start {
            text.push(marks.open.as_bytes());
            needs_mark = self.has_labels();
            if needs_mark {
                self.write_label(self.row_label(row), text);
            }
            if self.has_dots_before() {
                if needs_mark {
                    text.push(marks.between.as_bytes());
                }
                text.push(DOTS.as_bytes());
                needs_mark = true;
            }
        }
        let mut buffer = zmij::Buffer::new();
        let is_common = self.digits == DigitFormat::Shortest && self.format != Format::Latex;
        let between = Mark::new(marks.between);
        for (first, values) in columns.clone().step_by(AT_ONCE).zip(values.chunks(AT_ONCE)) {
            if is_common {
                T::renew(common, values);
            }
            for (i, &value) in values.iter().enumerate() {
                let mark = if needs_mark { between } else { Mark::default() };
                needs_mark = true;
                if is_common && let Some(chunk) = value.common(i, common) {
                    text.push_chunk(mark, chunk);
                    continue;
                }
                text.push_mark(mark);
                if !value.wide().is_finite() {
                    let nothing = if self.is_siunitx { "{--}" } else { marks.nothing };
                    text.push(nothing.as_bytes());
                    continue;
                }
                match self.digits_of(first + i as u64) {
                    DigitFormat::Shortest => {
                        self.write_digits(number::trimmed(value.shortest(&mut buffer)), text);
                    }
                    DigitFormat::Fixed(digits) => {
                        self.write_digits(&self.rounded(value.wide(), digits), text);
                    }
                }
            }
        }
        if columns.end == self.columns.end {
            if self.has_dots_after() {
                text.push(marks.between.as_bytes());
                text.push(DOTS.as_bytes());
            }
            text.push(marks.close.as_bytes());
            if self.format == Format::Json && row + 1 < self.rows.end {
                text.push(b",\n");
            }
        }
    }

    fn write_label(&self, label: i64, text: &mut Buffer) {
        self.write_digits(&label.to_string(), text);
    }

    /// Writes digits. In LaTeX a minus sign and a power of ten need math mode.
    fn write_digits(&self, digits: &str, text: &mut Buffer) {
        // The columns of siunitx typeset numbers themselves.
        let is_plain = self.format != Format::Latex || self.is_siunitx;
        if is_plain || !digits.contains(['-', 'e']) {
            text.push(digits.as_bytes());
            return;
        }
        let formula = match digits.split_once('e') {
            Some((mantissa, exponent)) => format!("${mantissa} \\times 10^{{{exponent}}}$"),
            None => format!("${digits}$"),
        };
        text.push(formula.as_bytes());
    }

    /// Digits of a column: whole numbers have no fixed number of them.
    fn digits_of(&self, column: u64) -> DigitFormat {
        if self.content.is_whole(column) { DigitFormat::Shortest } else { self.digits }
    }

    fn rounded(&self, value: f64, digits: u8) -> String {
        let digits = usize::from(digits);
        if self.content.names().is_some() {
            significant(value, digits)
        } else {
            fixed(value, digits)
        }
    }
}

/// Writes labels between commas, many at once.
fn write_list(
    out: &mut impl Write,
    progress: &Progress,
    numbers: &Range<u64>,
    label: impl Fn(u64) -> String,
) -> Result<(), ExportError> {
    for first in numbers.clone().step_by(LABELS as usize) {
        let end = numbers.end.min(first + LABELS);
        let labels: Vec<String> = (first..end).map(&label).collect();
        let between = if first == numbers.start { "" } else { "," };
        write!(out, "{between}{}", labels.join(","))?;
        progress.advance(0, 0)?;
    }
    Ok(())
}

/// Formats with a fixed number of digits after the point. A value that rounds to 0 has no sign.
fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// Formats with a number of significant digits, with an exponent if most of the digits would be zeros.
fn significant(value: f64, digits: usize) -> String {
    let digits = digits.max(1);
    let text = format!("{value:.*e}", digits - 1);
    let exponent: i32 =
        text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    if (-5..15).contains(&exponent) {
        fixed(value, (digits as i32 - 1 - exponent).max(0) as usize)
    } else {
        text
    }
}
