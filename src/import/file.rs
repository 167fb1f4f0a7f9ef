//! Files that hold tables: their formats, and the tensors in them.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    Element, ImportError, TensorKind, gguf, json, npy, npz, safetensors,
    shape::{self, NumberGrid},
    table::{Bytes, FileTable},
    text,
};
use crate::{regular_file, sanitize};

/// Largest text that is read, in bytes.
const LONGEST_TEXT: u64 = 1 << 32;
/// Number of tensors that an error lists.
const MOST_LISTED: usize = 12;
/// Longest list of tensors in a message, in characters.
const LONGEST_LIST: usize = 440;
/// Name, shape and type of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorFacts {
    /// Name; empty in a file with one tensor without a name.
    pub name: String,
    /// Shape as the file gives it.
    pub shape: Vec<u64>,
    /// Type; the file's own word for one that cannot be read.
    pub element: Result<Element, String>,
}

impl TensorFacts {
    /// True if its numbers are floats.
    pub fn is_float(&self) -> bool {
        matches!(self.element, Ok(Element::F16 | Element::Bf16 | Element::F32 | Element::F64))
    }

    /// True if it can be shown as a table of several columns.
    fn is_table(&self) -> bool {
        self.is_float() && self.has_columns()
    }

    /// True for a table of whole numbers that are no indices, as of quantized weights.
    fn is_quantized(&self) -> bool {
        let is_index = self.kind() == Some(TensorKind::Indices);
        self.element.is_ok() && !self.is_float() && !is_index && self.has_columns()
    }

    fn has_columns(&self) -> bool {
        shape::grid(&self.shape, false).is_ok_and(|grid| grid.num_columns > 1)
    }

    /// Kind of a tensor about positions, as its name says it; `None` for all others.
    pub fn kind(&self) -> Option<TensorKind> {
        TensorKind::of_name(&self.name)
    }

    /// Rank by name: smaller is likelier. Tables of positions come first, tensors of other things last.
    fn rank(&self) -> (bool, bool) {
        let kind = self.kind();
        (kind.is_none_or(|it| it == TensorKind::Indices), !kind.is_some_and(TensorKind::is_table))
    }
}

impl std::fmt::Display for TensorFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let element = match &self.element {
            Ok(element) => element.key().to_owned(),
            Err(other) => sanitize::word(other),
        };
        let shape = sanitize::word(&shape::text(&self.shape));
        write!(f, "{} {shape} {element}", sanitize::ends(&self.name))
    }
}

enum FileContent {
    Npy(npy::NpyHeader),
    Npz(Vec<npz::Array>),
    /// Tensors of a safetensors or GGUF file, and the first byte of their numbers.
    Tensors(Vec<safetensors::SafetensorsEntry>, u64),
    Text(text::ReadNumbers),
}

/// Open file with one or several tables.
pub struct TableFile {
    path: PathBuf,
    file: Arc<File>,
    size: u64,
    content: FileContent,
    /// Entries of its header that are wrong, a sentence each.
    faults: Vec<String>,
}

/// Opens a file and reads what tensors it has. Their numbers are read later; only those of a text are read at once.
pub fn open(path: &Path) -> Result<TableFile, ImportError> {
    whole(open_in_part(path)?, path)
}

/// Reads what tensors standard input has. Its bytes are copied into a file without a name, which ends with the program.
pub fn open_stdin() -> Result<TableFile, ImportError> {
    let name = Path::new("standard input");
    let copied = || {
        let mut file = tempfile::tempfile()?;
        io::copy(&mut io::stdin().lock(), &mut file)?;
        file.rewind()?;
        Ok(file)
    };
    let file = copied().map_err(|error| ImportError::unreadable(name, &error))?;
    whole(of_file(file, name)?, name)
}

/// The file, unless an entry of its header is wrong.
pub(super) fn whole(file: TableFile, path: &Path) -> Result<TableFile, ImportError> {
    match file.faults.first() {
        Some(fault) => Err(ImportError::form(path, fault.clone())),
        None => Ok(file),
    }
}

/// Opens a file as [`open`] does. Tensors whose entries are wrong are left out, and told as faults.
pub(super) fn open_in_part(path: &Path) -> Result<TableFile, ImportError> {
    let file = regular_file::open(path);
    of_file(file.map_err(|error| ImportError::unreadable(path, &error))?, path)
}

fn of_file(mut file: File, path: &Path) -> Result<TableFile, ImportError> {
    let mut faults = Vec::new();
    let unreadable = |error: std::io::Error| ImportError::unreadable(path, &error);
    let size = file.metadata().map_err(unreadable)?.len();
    let mut start = Vec::new();
    file.by_ref().take(npy::ENOUGH as u64).read_to_end(&mut start).map_err(unreadable)?;
    let form = |reason: String| ImportError::form(path, reason);
    if start.is_empty() {
        return Err(form("it is empty".to_owned()));
    }
    if start.starts_with(b"version https://git-lfs") {
        return Err(form(
            "it is a pointer of Git LFS, not the file itself, which git lfs pull fetches"
                .to_owned(),
        ));
    }
    let ending = regular_file::ending(path);
    let content = if start.starts_with(npy::MAGIC) {
        FileContent::Npy(npy::header(&start).map_err(form)?)
    } else if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
        let arrays = npz::arrays(&file, path)?;
        if arrays.is_empty() {
            return Err(pickle(path));
        }
        FileContent::Npz(arrays)
    } else if is_pickle(&start, &ending) && !is_safetensors(&start) {
        return Err(pickle(path));
    } else if ending == "safetensors" || is_safetensors(&start) {
        let (tensors, wrong, before) = read_safetensors(&mut file, size).map_err(form)?;
        faults = wrong;
        FileContent::Tensors(tensors, before)
    } else if start.starts_with(crate::gguf::MAGIC) {
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let header = gguf::header(&mut file, size).map_err(form)?;
        faults = header.faults;
        FileContent::Tensors(header.tensors, header.start)
    } else if ending == "npy" {
        return Err(form("it does not begin as an npy file does".to_owned()));
    } else {
        if size > LONGEST_TEXT {
            return Err(form(format!("it has {size} bytes: expected a text of 4 GB at most")));
        }
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let mut bytes = Vec::new();
        file.by_ref().take(LONGEST_TEXT).read_to_end(&mut bytes).map_err(unreadable)?;
        let text = String::from_utf8(bytes).map_err(|_not_text| {
            form("it is neither npy, npz, safetensors, csv nor tsv".to_owned())
        })?;
        let is_json = text.trim_start().starts_with(['{', '[']);
        let parse = if is_json { json::parse } else { text::parse };
        FileContent::Text(parse(&text).map_err(form)?)
    };
    Ok(TableFile { path: path.to_owned(), file: Arc::new(file), size, content, faults })
}

/// Notices about ambiguities in how a text was read. Nothing for a file of another kind, or one that cannot be read.
pub fn notices(path: &Path) -> Vec<String> {
    let ending = regular_file::ending(path);
    let is_text = matches!(&*ending, "csv" | "tsv" | "txt");
    let file = is_text.then(|| open(path).ok()).flatten();
    file.map_or_else(Vec::new, |file| file.notices())
}

fn pickle(path: &Path) -> ImportError {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let (path, stem) = (sanitize::path(path), sanitize::word(&stem));
    let is_plain = !path.contains(['\'', '\\']);
    let file = if is_plain { format!("'{path}'") } else { format!("{path:?}") };
    ImportError::Pickle { path, file, stem }
}

fn is_pickle(start: &[u8], ending: &str) -> bool {
    let has_protocol = matches!(start, [0x80, 2..=5, ..]);
    has_protocol || matches!(ending, "pt" | "pth" | "ckpt" | "pkl" | "pickle")
}

/// True if the bytes begin with a length and a JSON object, as a safetensors file does.
fn is_safetensors(start: &[u8]) -> bool {
    let length = start.first_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes));
    length.is_some_and(|length| length <= safetensors::LONGEST) && start.get(8) == Some(&b'{')
}

/// Tensors, faults, and the number of bytes before the numbers.
type Safetensors = (Vec<safetensors::SafetensorsEntry>, Vec<String>, u64);

fn read_safetensors(file: &mut File, size: u64) -> Result<Safetensors, String> {
    let mut length = [0; 8];
    let cut = |_error: std::io::Error| "it ends within its header".to_owned();
    file.seek(SeekFrom::Start(0)).map_err(cut)?;
    file.read_exact(&mut length).map_err(cut)?;
    let length = u64::from_le_bytes(length);
    if length > safetensors::LONGEST || length + 8 > size {
        return Err(format!("its header claims {length} bytes, and the file has {size}"));
    }
    let mut json = vec![0; length as usize];
    file.read_exact(&mut json).map_err(cut)?;
    let before = length + 8;
    let (tensors, faults) = safetensors::tensors(&json, size - before)?;
    Ok((tensors, faults, before))
}

impl TableFile {
    /// Path, or the name of what is none.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Sentences about how a text was read that may be read in two ways, with its path.
    pub fn notices(&self) -> Vec<String> {
        let FileContent::Text(numbers) = &self.content else { return Vec::new() };
        let path = sanitize::path(&self.path);
        numbers.notices.iter().map(|it| format!("{path}: {}", sanitize::sentence(it))).collect()
    }

    /// Sentences about entries of the header that are wrong.
    pub(super) fn faults(&self) -> Vec<String> {
        let overlap = |(a, b): (String, String)| format!("its tensors {a:?} and {b:?} share bytes");
        let overlaps = match &self.content {
            FileContent::Tensors(tensors, _) => safetensors::overlaps(tensors),
            _ => Vec::new(),
        };
        self.faults.iter().cloned().chain(overlaps.into_iter().map(overlap)).collect()
    }

    /// Tensors of the file, the likely ones first.
    pub fn tensors(&self) -> Vec<TensorFacts> {
        let mut facts = self.unsorted();
        facts.sort_by_cached_key(|it| (it.rank(), !it.is_table(), it.name.clone()));
        facts
    }

    /// True if the file has a tensor with a name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.unsorted().iter().any(|tensor| tensor.name == name)
    }

    /// Tensors in the order of the file.
    pub(super) fn unsorted(&self) -> Vec<TensorFacts> {
        match &self.content {
            FileContent::Npy(header) => vec![TensorFacts {
                name: String::new(),
                shape: header.shape.clone(),
                element: Ok(header.element),
            }],
            FileContent::Npz(arrays) => arrays
                .iter()
                .map(|array| TensorFacts {
                    name: array.name.clone(),
                    shape: array.header.as_ref().map_or_else(|_| Vec::new(), |it| it.shape.clone()),
                    element: array.header.as_ref().map(|it| it.element).map_err(Clone::clone),
                })
                .collect(),
            FileContent::Tensors(tensors, _) => tensors
                .iter()
                .map(|tensor| TensorFacts {
                    name: tensor.name.clone(),
                    shape: tensor.shape.clone(),
                    element: tensor.element.clone(),
                })
                .collect(),
            FileContent::Text(numbers) => {
                let rows = (numbers.values.len() / numbers.width) as u64;
                let shape = vec![rows, numbers.width as u64];
                vec![TensorFacts { name: String::new(), shape, element: Ok(Element::F64) }]
            }
        }
    }

    /// Table of a tensor: the one with this name or, without a name, the only one.
    pub fn table(&self, name: Option<&str>) -> Result<FileTable, ImportError> {
        let form = |reason: String| ImportError::form(&self.path, reason);
        let unreadable = |error: std::io::Error| ImportError::unreadable(&self.path, &error);
        let chosen = self.chosen(name)?;
        let fits = |shape: &[u64], is_fortran: bool| -> Result<NumberGrid, ImportError> {
            shape::any_grid(shape, is_fortran).map_err(form)
        };
        match &self.content {
            FileContent::Npy(header) => {
                let grid = fits(&header.shape, header.is_fortran)?;
                let size = size_of(grid, header.element);
                if header.length + size > self.size {
                    let shape = shape::text(&header.shape);
                    return Err(form(format!("it ends before its {shape} numbers do")));
                }
                let bytes = Bytes::File(Arc::clone(&self.file), header.length);
                let kind = (header.element, header.is_big_endian);
                FileTable::new(bytes, kind, grid, header.shape.clone()).map_err(unreadable)
            }
            FileContent::Npz(arrays) => {
                let array = arrays.iter().find(|array| array.name == chosen);
                let array = array.ok_or_else(|| form("it has no such array".to_owned()))?;
                let header = array.header.as_ref();
                let header = header.map_err(|error| form(format!("{}: {error}", array.name)))?;
                let grid = fits(&header.shape, header.is_fortran)?;
                let parts = (header.length, size_of(grid, header.element));
                let bytes = npz::bytes(&self.file, &self.path, array, parts)?;
                let kind = (header.element, header.is_big_endian);
                FileTable::new(bytes, kind, grid, header.shape.clone()).map_err(unreadable)
            }
            FileContent::Tensors(tensors, before) => {
                let tensor = tensors.iter().find(|tensor| tensor.name == chosen);
                let tensor = tensor.ok_or_else(|| form("it has no such tensor".to_owned()))?;
                let element = tensor.element.as_ref().map_err(|other| {
                    form(format!("its tensor {chosen:?} is of type {other}, which is not read"))
                })?;
                let grid = fits(&tensor.shape, false)?;
                let bytes = Bytes::File(Arc::clone(&self.file), before + tensor.start);
                FileTable::new(bytes, (*element, false), grid, tensor.shape.clone())
                    .map_err(unreadable)
            }
            FileContent::Text(numbers) => {
                let shape = [(numbers.values.len() / numbers.width) as u64, numbers.width as u64];
                let grid = fits(&shape, false)?;
                let bytes: Vec<u8> =
                    numbers.values.iter().flat_map(|value| value.to_le_bytes()).collect();
                let bytes = Bytes::Memory(bytes.into());
                let table = FileTable::new(bytes, (Element::F64, false), grid, shape.into());
                Ok(table.map_err(unreadable)?.with_notices(self.notices()))
            }
        }
    }

    /// Name of the tensor that is meant.
    fn chosen(&self, name: Option<&str>) -> Result<String, ImportError> {
        if let Some(name) = name.filter(|name| self.has(name)) {
            return Ok(name.to_owned());
        }
        let tensors = self.tensors();
        let list = || {
            let listed = tensors.iter().take(MOST_LISTED).map(ToString::to_string);
            let more = if tensors.len() > MOST_LISTED { ", …" } else { "" };
            sanitize::truncated(&(listed.collect::<Vec<_>>().join(", ") + more), LONGEST_LIST)
        };
        let path = || sanitize::path(&self.path);
        if let Some(name) = name {
            let name = sanitize::word(name);
            return Err(ImportError::NoTensor { path: path(), name, list: list() });
        }
        let several = || ImportError::Several { path: path(), num: tensors.len(), list: list() };
        let mut tables = tensors.iter().filter(|tensor| tensor.is_table());
        let mut quantized = tensors.iter().filter(|tensor| tensor.is_quantized());
        let mut floats = tensors.iter().filter(|tensor| tensor.is_float());
        let only_float = floats.next().filter(|_| floats.next().is_none());
        // Tables that are stacked are tables, too, unless names tell which one is meant.
        let is_it_or_list = |only: &TensorFacts| {
            let own = only.name.clone();
            move |it: &TensorFacts| it.name == own || !it.is_float() || it.shape.len() < 3
        };
        match (tensors.as_slice(), tables.next(), tables.next()) {
            ([only], ..) => Ok(only.name.clone()),
            (_, Some(only), None) if !only.rank().0 || tensors.iter().all(is_it_or_list(only)) => {
                Ok(only.name.clone())
            }
            // The factors of quantized weights say little.
            (_, None, None) if let Some(first) = quantized.next() => match quantized.next() {
                None => Ok(first.name.clone()),
                Some(_) => Err(several()),
            },
            (_, None, None) if let Some(only) = only_float => Ok(only.name.clone()),
            ([], ..) => Err(ImportError::form(&self.path, "it has no tensors")),
            _ => Err(several()),
        }
    }
}

fn size_of(grid: NumberGrid, element: Element) -> u64 {
    grid.num_rows * u64::from(grid.num_columns) * element.bytes() as u64
}
