//! Reads word vectors from a NumPy array file (npy) with a list of words next to it.
//!
//! The header is parsed here, strictly: a general parser of Python literals would recurse as deeply as a malicious
//! file demands.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom},
};

use memchr::memchr2;

use super::search::{LONGEST_LINE, Search, VectorsError, WIDEST};
use crate::{regular_file, sanitize};

/// Largest length of a header in bytes. Headers that NumPy writes usually have 128.
const LONGEST_HEADER: usize = 1 << 16;

/// Header of the array.
struct VectorsHeader {
    num_rows: u64,
    width: usize,
    bytes_per_value: usize,
    is_big_endian: bool,
    /// Byte offset of the first number.
    data: u64,
}

/// Reads the vectors of the searched words and returns their width, or `None` if the search was cancelled.
pub(super) fn read(
    mut file: File,
    size: u64,
    search: &mut Search<'_>,
) -> Result<Option<usize>, VectorsError> {
    let header = header(&mut file, search)?;
    let row_bytes = (header.width * header.bytes_per_value) as u64;
    let whole =
        header.num_rows.checked_mul(row_bytes).and_then(|bytes| bytes.checked_add(header.data));
    if whole.is_none_or(|whole| whole > size) {
        return Err(search.form(format!(
            "the file ends before its {} × {} numbers do",
            header.num_rows, header.width
        )));
    }
    let list = search.path.with_extension("txt");
    let words = regular_file::open(&list).map_err(|error| VectorsError::Unreadable {
        reason: format!("a list of words is expected beside the array, {error}"),
        path: sanitize::path(&list),
    })?;
    let list_size = words.metadata().map_or(1, |metadata| metadata.len().max(1));
    let mut words = BufReader::new(words);
    let (mut line, mut row, mut done) = (Vec::new(), 0, 0);
    loop {
        line.clear();
        let read = words.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let read = read.map_err(|error| search.unreadable(&error))? as u64;
        if read == 0 {
            break;
        }
        done += read;
        if row == header.num_rows {
            return Err(search.form(format!(
                "it has {} rows, and {} more words than that",
                header.num_rows,
                sanitize::path(&list)
            )));
        }
        let word = line.trim_ascii();
        if memchr2(b' ', b'\t', word).is_some() {
            return Err(VectorsError::Line {
                line: row + 1,
                reason: "has more than a word, in the list of words of an array".to_owned(),
                path: sanitize::path(&list),
            });
        }
        if let Some(word) = search.missing(word) {
            let values =
                values(&mut file, &header, row).map_err(|error| search.unreadable(&error))?;
            if values.iter().any(|value| !value.is_finite()) {
                return Err(search.form(format!("row {row} holds what is no finite number")));
            }
            search.wanted.insert(word, Some(values));
        }
        row += 1;
        if row % 65_536 == 0 && !(search.is_wanted)(done as f32 / list_size as f32) {
            return Ok(None);
        }
    }
    if row < header.num_rows {
        let (num, list) = (header.num_rows, sanitize::path(&list));
        return Err(search.form(format!("it has {num} rows, {list} has {row} words")));
    }
    Ok(Some(header.width))
}

fn values(file: &mut File, header: &VectorsHeader, row: u64) -> std::io::Result<Vec<f64>> {
    let mut bytes = vec![0; header.width * header.bytes_per_value];
    file.seek(SeekFrom::Start(header.data + row * bytes.len() as u64))?;
    file.read_exact(&mut bytes)?;
    let value = |bytes: &[u8]| {
        let mut bytes: Vec<u8> = bytes.to_vec();
        if header.is_big_endian {
            bytes.reverse();
        }
        match *bytes.as_slice() {
            [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => f64::NAN,
        }
    };
    Ok(bytes.chunks_exact(header.bytes_per_value).map(value).collect())
}

fn header(file: &mut File, search: &Search<'_>) -> Result<VectorsHeader, VectorsError> {
    let mut start = [0; 12];
    let cut = |_end| search.form("it is cut off in its header");
    file.read_exact(&mut start[..10]).map_err(cut)?;
    if &start[..6] != b"\x93NUMPY" {
        return Err(search.form("it does not begin as an npy file does"));
    }
    let (length, before) = if start[6] == 1 {
        (usize::from(u16::from_le_bytes([start[8], start[9]])), 10)
    } else {
        file.read_exact(&mut start[10..]).map_err(cut)?;
        let length = u32::from_le_bytes([start[8], start[9], start[10], start[11]]);
        (length as usize, 12)
    };
    if length > LONGEST_HEADER {
        return Err(search.form(format!("its header has {length} bytes")));
    }
    let mut text = vec![0; length];
    file.read_exact(&mut text).map_err(cut)?;
    let text = String::from_utf8_lossy(&text);
    let expected = "an array of shape (words, width) of f4 or f8 in C order is expected";
    let unexpected = || search.form(format!("{expected}, and its header says {}", text.trim()));
    let descr = value_of(&text, "descr").ok_or_else(unexpected)?;
    let (is_big_endian, bytes_per_value) = match descr.trim_matches(['\'', '"']) {
        "<f4" => (false, 4),
        "<f8" => (false, 8),
        ">f4" => (true, 4),
        ">f8" => (true, 8),
        _ => return Err(unexpected()),
    };
    let is_c_order = value_of(&text, "fortran_order") == Some("False");
    let shape = value_of(&text, "shape").and_then(|shape| {
        let (rows, width) = shape.strip_prefix('(')?.split_once(',')?;
        Some((rows.trim().parse().ok()?, width.trim().parse().ok()?))
    });
    let (num_rows, width) = shape.filter(|_| is_c_order).ok_or_else(unexpected)?;
    if !(1..=WIDEST).contains(&width) {
        return Err(search.form(format!("its rows have {width} numbers: expected 1 to {WIDEST}")));
    }
    Ok(VectorsHeader {
        num_rows,
        width,
        bytes_per_value,
        is_big_endian,
        data: (before + length) as u64,
    })
}

/// Value of a key of the header: a single token, or a tuple without its closing parenthesis.
fn value_of<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let quoted = [format!("'{key}':"), format!("\"{key}\":")];
    let rest = quoted.iter().find_map(|key| Some(header.split_once(key.as_str())?.1))?.trim_start();
    let end = if rest.starts_with('(') { rest.find(')') } else { rest.find([',', '}']) };
    Some(rest.get(..end?)?.trim())
}
