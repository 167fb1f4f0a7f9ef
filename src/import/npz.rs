//! Archives of NumPy arrays (npz): zip files whose entries are npy files, stored or deflated.

use std::{
    fs::File,
    io::{Read as _, Seek as _, SeekFrom},
    path::Path,
    sync::Arc,
};

use flate2::read::DeflateDecoder;
use zip::{CompressionMethod, ZipArchive};

use super::{
    ImportError,
    npy::{self, NpyHeader},
    shape::TOO_MANY_CELLS,
    table::Bytes,
};

/// Largest number of arrays of an archive.
const MOST_ARRAYS: usize = 65_536;

/// Array of an archive.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) name: String,
    /// Header; an error for an array that is no table, such as one of texts.
    pub(super) header: Result<NpyHeader, String>,
    index: usize,
}

/// Arrays of an archive.
pub(super) fn arrays(file: &File, path: &Path) -> Result<Vec<Array>, ImportError> {
    let mut zip = archive(file, path)?;
    if zip.len() > MOST_ARRAYS {
        let problem =
            format!("it holds {} files, of which at most {MOST_ARRAYS} are read", zip.len());
        return Err(ImportError::form(path, problem));
    }
    let mut arrays = Vec::new();
    for index in 0..zip.len() {
        let entry = zip.by_index_raw(index);
        let entry = entry.map_err(|error| ImportError::form(path, error.to_string()))?;
        let method = entry.compression();
        let name = entry.name().map_err(|error| ImportError::form(path, error.to_string()))?;
        let Some(name) = name.strip_suffix(".npy").map(ToOwned::to_owned) else { continue };
        let mut start = Vec::new();
        let read = match method {
            CompressionMethod::Stored => entry.take(npy::ENOUGH as u64).read_to_end(&mut start),
            CompressionMethod::Deflated => {
                DeflateDecoder::new(entry).take(npy::ENOUGH as u64).read_to_end(&mut start)
            }
            other => {
                let header = Err(format!("it is compressed by {other:?}"));
                arrays.push(Array { name, header, index });
                continue;
            }
        };
        let header = match read {
            Ok(_) => npy::header(&start),
            Err(error) => Err(error.to_string()),
        };
        arrays.push(Array { name, header, index });
    }
    Ok(arrays)
}

fn archive(file: &File, path: &Path) -> Result<ZipArchive<File>, ImportError> {
    let file = file.try_clone().map_err(|error| ImportError::unreadable(path, &error))?;
    ZipArchive::new(file).map_err(|error| ImportError::form(path, error.to_string()))
}

/// Bytes of an array: `size` after a header of `header_len`.
pub(super) fn bytes(
    file: &Arc<File>,
    path: &Path,
    array: &Array,
    (header_len, size): (u64, u64),
) -> Result<Bytes, ImportError> {
    let unreadable = |error: std::io::Error| ImportError::unreadable(path, &error);
    let mut zip = archive(file, path)?;
    let entry = zip.by_index_raw(array.index);
    let mut entry = entry.map_err(|error| ImportError::form(path, error.to_string()))?;
    let ends_early =
        || ImportError::form(path, format!("its array {:?} ends too early", array.name));
    if entry.compression() == CompressionMethod::Stored {
        let start = entry.data_start().ok_or_else(ends_early)?;
        let end = start.checked_add(header_len).and_then(|start| start.checked_add(size));
        let mut whole = file.try_clone().map_err(unreadable)?;
        let length = whole.seek(SeekFrom::End(0)).map_err(unreadable)?;
        if entry.compressed_size() < header_len + size || end.is_none_or(|end| end > length) {
            return Err(ends_early());
        }
        return Ok(Bytes::File(Arc::clone(file), start + header_len));
    }
    debug_assert!(size <= 8 * TOO_MANY_CELLS, "the shape is checked");
    let mut inflated = DeflateDecoder::new(&mut entry);
    let skipped = std::io::copy(&mut inflated.by_ref().take(header_len), &mut std::io::sink());
    if skipped.map_err(unreadable)? != header_len {
        return Err(ends_early());
    }
    let mut bytes = Vec::new();
    inflated.take(size).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 != size {
        return Err(ends_early());
    }
    Ok(Bytes::Memory(bytes.into()))
}
