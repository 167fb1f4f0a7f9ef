//! Checkpoints: the tensors of one file, or of the shards that an index names. Only headers are read.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::{FileTable, ImportError, TableFile, TensorFacts, TensorKind, file::open_in_part};
use crate::{regular_file, sanitize};

/// Ending of an index of shards.
const INDEX: &str = ".safetensors.index.json";
/// Largest index that is read, in bytes.
const LARGEST_INDEX: u64 = 1 << 28;
/// Most files of a checkpoint, and most files of a folder that are looked at.
const MOST_FILES: usize = 4096;
/// Names of the file of a model that is in one, the usual one first.
const WHOLE: [&str; 3] =
    ["model.safetensors", "diffusion_pytorch_model.safetensors", "consolidated.safetensors"];
/// Number of faults of a file that are told.
const MOST_FAULTS: usize = 3;
/// Number of names in a sentence about several tensors.
const MOST_NAMED: usize = 3;

/// Checkpoint of a model: files with tensors.
pub struct Checkpoint {
    files: Vec<TableFile>,
    /// Tensors of all files.
    pub tensors: Vec<StoredTensor>,
    /// A sentence for each thing that is wrong. All else is shown.
    pub faults: Vec<String>,
}

/// Tensor of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTensor {
    /// Name, shape and type.
    pub facts: TensorFacts,
    /// Place of its file among those of the checkpoint.
    file: usize,
}

/// Index of shards.
#[derive(Deserialize)]
struct Index {
    weight_map: BTreeMap<String, String>,
}

impl Checkpoint {
    /// Opens a checkpoint: a safetensors or GGUF file, an index of shards, or the folder that holds one. `None` for a
    /// folder without any, and for a file of another kind.
    ///
    /// # Errors
    ///
    /// Fails if the file itself, or the index, cannot be read. A shard that cannot be read is a fault.
    pub fn open(path: &Path) -> Result<Option<Self>, ImportError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_dir() {
            return Self::of_folder(path);
        }
        if name.ends_with(INDEX) {
            return Self::of_index(path).map(Some);
        }
        if !Self::is_at(path) {
            return Ok(None);
        }
        // A broken index leaves the shard alone.
        if let Some(Ok(whole)) = index_of_shard(path).map(|index| Self::of_index(&index)) {
            return Ok(Some(whole));
        }
        let file = open_in_part(path)?;
        let mut own = Self { files: Vec::new(), tensors: Vec::new(), faults: Vec::new() };
        own.add(file, |_name| true);
        Ok(Some(own))
    }

    /// True for a file that is a checkpoint, or a shard of one, by its name.
    pub fn is_at(path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        [".safetensors", ".gguf"].iter().any(|ending| name.ends_with(ending))
    }

    /// Opens a file of several arrays or tensors, of whatever format, or a checkpoint.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read.
    pub fn of_arrays(path: &Path) -> Result<Option<Self>, ImportError> {
        if !path.extension().is_some_and(|it| it.eq_ignore_ascii_case("npz")) {
            return Self::open(path);
        }
        let mut own = Self { files: Vec::new(), tensors: Vec::new(), faults: Vec::new() };
        own.add(open_in_part(path)?, |_name| true);
        Ok(Some(own))
    }

    /// Table of a tensor.
    pub fn table(&self, tensor: &StoredTensor) -> Result<FileTable, ImportError> {
        self.files[tensor.file].table(Some(&tensor.facts.name))
    }

    /// File of a tensor.
    pub fn path(&self, tensor: &StoredTensor) -> &Path {
        self.files[tensor.file].path()
    }

    /// Path of the file if it is a GGUF, which is its own configuration.
    pub fn gguf(&self) -> Option<PathBuf> {
        let path = self.files.first()?.path();
        path.extension().is_some_and(|it| it.eq_ignore_ascii_case("gguf")).then(|| path.to_owned())
    }

    /// Adds the tensors of a file that are meant.
    fn add(&mut self, file: TableFile, is_meant: impl Fn(&str) -> bool) {
        let name = file.path().file_name().unwrap_or_default().to_string_lossy();
        let name = sanitize::word(&name);
        let mut faults = file.faults();
        // Those of tensors about positions are told first. Names stand in quotation marks.
        faults.sort_by_key(|fault| fault.split('"').all(|it| TensorKind::of_name(it).is_none()));
        let told = faults.iter().take(MOST_FAULTS);
        self.faults.extend(told.map(|it| sanitize::sentence(&format!("{name}: {it}"))));
        if let Some(num_more @ 1..) = faults.len().checked_sub(MOST_FAULTS) {
            self.faults.push(format!("{name}: more faults of its header: {num_more}"));
        }
        let place = self.files.len();
        let meant = file.unsorted().into_iter().filter(|it| is_meant(&it.name));
        self.tensors.extend(meant.map(|facts| StoredTensor { facts, file: place }));
        self.files.push(file);
    }

    fn of_folder(folder: &Path) -> Result<Option<Self>, ImportError> {
        let unreadable = |error: std::io::Error| ImportError::unreadable(folder, &error);
        let entries = fs::read_dir(folder).map_err(unreadable)?.take(MOST_FILES);
        let names = entries.flatten().map(|it| it.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.collect();
        names.sort();
        let ending_in = |ending: &'static str| names.iter().filter(move |it| it.ends_with(ending));
        let index =
            ending_in(INDEX).find(|it| it.starts_with("model")).or_else(|| ending_in(INDEX).next());
        if let Some(index) = index {
            return Self::of_index(&folder.join(index)).map(Some);
        }
        let whole = WHOLE.iter().find(|whole| names.iter().any(|it| it == *whole));
        let files: Vec<&str> = if let Some(whole) = whole {
            vec![*whole]
        } else {
            let ending = [".safetensors", ".gguf"];
            let ending = ending.into_iter().find(|it| ending_in(it).next().is_some());
            let Some(ending) = ending else { return Ok(None) };
            let first = ending_in(ending).map(String::as_str);
            // Several GGUF files are the same model in several types.
            let num = if ending == ".gguf" { 1 } else { MOST_FILES };
            first.take(num).collect()
        };
        let mut own = Self { files: Vec::new(), tensors: Vec::new(), faults: Vec::new() };
        own.faults.extend(missing_numbers(&files));
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for name in files {
            let before = own.tensors.len();
            own.add_file(&folder.join(name), |_name| true);
            let mut twice = Vec::new();
            let mut at = 0;
            own.tensors.retain(|it| {
                at += 1;
                if at <= before {
                    return true;
                }
                let other = known.insert(it.facts.name.clone(), name.to_owned());
                twice.extend(other.iter().map(|other| (it.facts.name.clone(), other.clone())));
                other.is_none()
            });
            if let Some((tensor, other)) = twice.first() {
                let num = twice.len();
                own.faults.push(sanitize::sentence(&format!(
                    "{name}: {num} of its tensors, such as {tensor}, are also in {other}, which counts"
                )));
            }
        }
        Ok(Some(own))
    }

    fn of_index(path: &Path) -> Result<Self, ImportError> {
        let wrong = |error: std::io::Error| ImportError::unreadable(path, &error);
        let mut text = Vec::new();
        let file = regular_file::open(path).map_err(wrong)?;
        file.take(LARGEST_INDEX).read_to_end(&mut text).map_err(wrong)?;
        let index: Index = serde_json::from_slice(&text).map_err(|error| {
            ImportError::form(path, format!("it is no index of shards: {error}"))
        })?;
        let mut shards: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (tensor, shard) in index.weight_map {
            shards.entry(shard).or_default().insert(tensor);
        }
        let folder = path.parent().unwrap_or_else(|| Path::new(""));
        let mut own = Self { files: Vec::new(), tensors: Vec::new(), faults: Vec::new() };
        for (shard, named) in shards.iter().take(MOST_FILES) {
            let is_inside = Path::new(shard).file_name().is_some_and(|it| it == shard.as_str());
            if !is_inside {
                let shard = sanitize::word(shard);
                own.faults.push(format!(
                    "The index names {shard}, which is not in its folder: it is not read"
                ));
                continue;
            }
            let before = own.tensors.len();
            own.add_file(&folder.join(shard), |name| named.contains(name));
            if own.files.last().is_none_or(|it| it.path() != folder.join(shard)) {
                let of_positions = |name: &&str| TensorKind::of_name(name).is_some();
                let lost: Vec<&str> =
                    named.iter().map(String::as_str).filter(of_positions).collect();
                if !lost.is_empty() {
                    own.faults.push(sanitize::sentence(&format!(
                        "{shard} is where the index places tensors about positions: {}",
                        listed(&lost)
                    )));
                }
                continue;
            }
            let found: BTreeSet<&String> =
                own.tensors[before..].iter().map(|it| &it.facts.name).collect();
            let absent: Vec<&str> =
                named.iter().filter(|name| !found.contains(name)).map(String::as_str).collect();
            if !absent.is_empty() {
                own.faults.push(sanitize::sentence(&format!(
                    "{shard} lacks {} of the tensors that the index places in it: {}",
                    absent.len(),
                    listed(&absent)
                )));
            }
        }
        if shards.len() > MOST_FILES {
            own.faults
                .push(format!("The index names {} files: {MOST_FILES} are read", shards.len()));
        }
        Ok(own)
    }

    /// Adds the tensors of a file; a fault if it cannot be read.
    fn add_file(&mut self, path: &Path, is_meant: impl Fn(&str) -> bool) {
        match open_in_part(path) {
            Ok(file) => self.add(file, is_meant),
            Err(error) => self.faults.push(error.to_string()),
        }
    }
}

/// Parts of the name of a shard, `NAME-00001-of-00003.safetensors`: that of the model, its number and how many there
/// are.
fn numbered(shard: &str) -> Option<(&str, u64, u64)> {
    let (before, num) = shard.rsplit_once("-of-")?;
    let (model, own) = before.rsplit_once('-')?;
    Some((model, own.parse().ok()?, num.split('.').next()?.parse().ok()?))
}

/// Index beside a shard; `None` for a file of another name, and without one.
fn index_of_shard(shard: &Path) -> Option<PathBuf> {
    let (model, ..) = numbered(shard.file_name()?.to_str()?)?;
    let index = shard.with_file_name(format!("{model}{INDEX}"));
    index.is_file().then_some(index)
}

/// Names in a sentence, as many as it has room for.
fn listed(names: &[&str]) -> String {
    let shown: Vec<String> =
        names.iter().take(MOST_NAMED).map(|name| sanitize::ends(name)).collect();
    let more = if names.len() > MOST_NAMED { ", …" } else { "" };
    shown.join(", ") + more
}

/// Sentence about files of a numbered series, `NAME-00001-of-00003`, that are not there.
fn missing_numbers(files: &[&str]) -> Option<String> {
    let number = |name: &&str| numbered(name).map(|(_, own, num)| (own, num));
    let found: BTreeSet<(u64, u64)> = files.iter().filter_map(number).collect();
    let &(_, num) = found.first()?;
    let missing = (1..=num.min(MOST_FILES as u64)).filter(|&i| !found.contains(&(i, num)));
    let missing: Vec<String> = missing.map(|i| i.to_string()).collect();
    let shown: Vec<&str> = missing.iter().map(String::as_str).collect();
    (!shown.is_empty()).then(|| format!("Of {num} shards these are missing: {}", listed(&shown)))
}
