//! Reads word vectors from text with one word and its numbers per line.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, Read as _},
};

use memchr::memchr2_iter;

use super::search::{LONGEST_LINE, Search, VectorsError, WIDEST};

const BUFFER: usize = 1 << 20;
/// Mark that some programs write at the start of a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads the vectors of the searched words and returns their width, or `None` if the search was cancelled.
pub(super) fn read(
    file: File,
    size: u64,
    search: &mut Search<'_>,
) -> Result<Option<usize>, VectorsError> {
    let mut reader = BufReader::with_capacity(BUFFER, file);
    let mut line = Vec::new();
    let mut width = None;
    let (mut done, mut reported, mut number) = (0, 0, 0);
    loop {
        line.clear();
        let limited = &mut reader.by_ref().take(LONGEST_LINE);
        let read = limited.read_until(b'\n', &mut line);
        let read = read.map_err(|error| search.unreadable(&error))? as u64;
        if read == 0 {
            break;
        }
        number += 1;
        if read == LONGEST_LINE {
            let reason =
                format!("is longer than {} MB, and so none of word vectors", LONGEST_LINE >> 20);
            return Err(search.line(number, reason));
        }
        done += read;
        if done - reported >= BUFFER as u64 {
            reported = done;
            if !(search.is_wanted)(done as f32 / size.max(1) as f32) {
                return Ok(None);
            }
        }
        let text =
            if number == 1 { line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line) } else { &line };
        let text = text.trim_ascii();
        if text.is_empty() || (number == 1 && is_header(text)) {
            continue;
        }
        // Numbers are counted from the right, because words contain spaces in some files.
        let num = separators(text).count();
        let width = *width.get_or_insert(num);
        if width == 0 || width > WIDEST {
            let reason = format!(
                "has {num} numbers after its first word: word vectors are `cat 0.1 -0.2 …` with 1 to {WIDEST}"
            );
            return Err(search.line(number, reason));
        }
        if num < width {
            let reason = format!("has {num} numbers, the first line has {width}");
            return Err(search.line(number, reason));
        }
        let separator = separators(text).nth(num - width).unwrap_or(text.len());
        let (word, numbers) = text.split_at(separator);
        let missing = search.missing(word.trim_ascii_end());
        // The first line is always parsed, to detect files of another format.
        if missing.is_none() && done > read {
            continue;
        }
        let row = parsed(numbers).map_err(|reason| search.line(number, reason))?;
        if row.len() != width {
            let num = row.len();
            return Err(
                search.line(number, format!("has {num} numbers, the first line has {width}"))
            );
        }
        if let Some(word) = missing {
            search.wanted.insert(word, Some(row));
            if search.is_complete() {
                break;
            }
        }
    }
    match width {
        Some(width) => Ok(Some(width)),
        None => Err(search.form("it has no line with a word and its numbers")),
    }
}

/// Offsets of the separators between words and numbers: the last blank of each run.
fn separators(text: &[u8]) -> impl Iterator<Item = usize> {
    let is_last = |&at: &usize| text.get(at + 1).is_some_and(|byte| !matches!(byte, b' ' | b'\t'));
    memchr2_iter(b' ', b'\t', text).filter(is_last)
}

/// True for a line `COUNT WIDTH`, which some programs write first.
fn is_header(line: &[u8]) -> bool {
    let mut parts = line.split(u8::is_ascii_whitespace);
    let is_count = |part: Option<&[u8]>| {
        part.is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
    };
    is_count(parts.next()) && is_count(parts.next()) && parts.next().is_none()
}

fn parsed(numbers: &[u8]) -> Result<Vec<f64>, String> {
    let parts = numbers.split(u8::is_ascii_whitespace).filter(|part| !part.is_empty());
    let number = |part: &[u8]| {
        let text = String::from_utf8_lossy(part);
        let number: Option<f64> = text.parse().ok();
        number.filter(|number| number.is_finite()).ok_or_else(|| {
            let shown: String = text.chars().take(20).collect();
            format!("has {shown:?} where a finite number is expected")
        })
    };
    parts.map(number).collect()
}
