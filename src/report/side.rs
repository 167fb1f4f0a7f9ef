//! Sides of a comparison: a scene text, a file, or a convention.

use std::{f64::consts::TAU, path::Path, sync::Arc};

use percent_encoding::percent_decode_str;
use thiserror::Error;

use crate::{
    encoding::{
        Encoding, Extent, Family, RowSource, Spec, Table, UnknownConvention,
        bias::Bias,
        rotary::{Rotary, RotaryDraft, cache::CacheForm},
    },
    import::{self, FileTable, ImportError},
    model::{Config, ModelError, Preset, Reader, UnknownPreset},
    sanitize,
    scene::{Contents, FileKind, Key, Named, Scene, SceneDraft, SceneError},
};

/// Endings of files with tables and configurations.
const ENDINGS: [&str; 8] = ["npy", "npz", "safetensors", "csv", "tsv", "txt", "json", "gguf"];

/// Error of a question about tables.
#[derive(Debug, Error)]
pub enum ReportError {
    /// Table that cannot be read.
    #[error("{0}")]
    Import(#[from] ImportError),
    /// Invalid scene.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// Text that is neither a scene nor a file nor a preset nor a convention.
    #[error("{text:?} is no scene text (with =) and no existing file; {source}; {preset}")]
    Unknown {
        /// Text as typed.
        text: String,
        /// Nearest presets.
        preset: UnknownPreset,
        /// Nearest conventions.
        source: UnknownConvention,
    },
    /// Model that is neither a file nor a preset.
    #[error("no such file, and {0}")]
    NoModel(UnknownPreset),
    /// File that does not exist.
    #[error("no such file: {0}")]
    NoFile(String),
    /// Keys beside `table` that do not belong to it.
    #[error("invalid {0:?} beside table: expected tensor or start")]
    BesideTable(String),
    /// Model with several sets of layers, of which none was chosen.
    #[error("{name} has several sets of layers: choose one with layers=, of {}", .sets.join(", "))]
    Layers {
        /// Name of the side.
        name: String,
        /// Names of the sets.
        sets: Vec<String>,
    },
    /// Vector with another number of frequencies than a model.
    #[error("{name} is a vector of {num} numbers, but {model} has {pairs} frequencies")]
    Vector {
        /// Name of the vector.
        name: String,
        /// Its length.
        num: usize,
        /// Name of the model.
        model: String,
        /// Number of the model's frequencies.
        pairs: usize,
    },
    /// Vector beside an encoding whose rows are vectors.
    #[error(
        "{name} is a vector of {num} numbers, and {other} a table: expected a model, a rotary scene or another vector \
         beside it, or d_model=1 in the scene"
    )]
    NoTable {
        /// Name of the vector.
        name: String,
        /// Its length.
        num: u64,
        /// Name of the other side.
        other: String,
    },
    /// Vector of frequencies with a value that is not finite.
    #[error("{name}: entry {entry} is not finite: expected frequencies")]
    NotFinite {
        /// Name of the vector.
        name: String,
        /// Index of the first such value.
        entry: usize,
    },
    /// More cells than can be compared in some minutes.
    #[error(
        "{num_rows} positions × {num_columns} columns are more than can be compared: expected {most} positions at most, \
         such as length={most} in A or B"
    )]
    TooMany {
        /// Number of positions of the shorter side.
        num_rows: u64,
        /// Number of columns.
        num_columns: u32,
        /// Largest number of positions of that many columns.
        most: u64,
    },
    /// Search or comparison that was no longer wanted.
    #[error("cancelled")]
    Cancelled,
    /// Tables of different widths.
    #[error("{a} has {of_a} columns, {b} has {of_b}: only tables of the same width are compared")]
    Widths {
        /// Name of A.
        a: String,
        /// Name of B.
        b: String,
        /// Number of columns of A.
        of_a: u32,
        /// Number of columns of B.
        of_b: u32,
    },
    /// Tables without a common position.
    #[error("{a} and {b} have no position in common")]
    Apart {
        /// Name of A.
        a: String,
        /// Name of B.
        b: String,
    },
    /// Bias beside rows.
    #[error("{bias} is a bias, which has no rows; {other} has: a bias is compared with a bias")]
    OneBias {
        /// Name of the bias.
        bias: String,
        /// Name of the other side.
        other: String,
    },
    /// Table whose numbers cannot be read.
    #[error("cannot read the rows: {0}")]
    Rows(#[from] std::io::Error),
}

/// Table that a question is about, as given on the command line.
#[derive(Debug)]
pub enum Subject {
    /// Scene, with the keys that its text sets.
    Scene {
        /// Name for messages.
        name: String,
        /// Values of the scene.
        draft: Box<SceneDraft>,
        /// Keys that the text sets.
        set: Vec<Key>,
    },
    /// Table in a file.
    File {
        /// Name for messages.
        name: String,
        /// The table.
        table: FileTable,
        /// Position of the first row, if it is given.
        start: Option<i64>,
    },
}

impl Subject {
    /// Reads what a text means: with `=` a scene, else an existing file, else a convention.
    pub fn read(text: &str) -> Result<Self, ReportError> {
        if text.contains('=') {
            let mut parts = text.split('&');
            if parts.any(|part| part.starts_with("table=")) {
                return Self::table_of(text);
            }
            let mut draft = SceneDraft::default();
            draft.read(text)?;
            let names = text.split('&').filter_map(|part| Some(part.split_once('=')?.0));
            let set = names.filter_map(|name| Key::from_key(name).ok()).collect();
            return Self::of_draft(sanitize::ends(text), draft, set);
        }
        let path = Path::new(text);
        if is_config(path) {
            // A file whose name is that of a preset is meant itself.
            let model = if path.components().count() == 1 {
                format!(".{}{text}", std::path::MAIN_SEPARATOR)
            } else {
                text.to_owned()
            };
            return Self::of_model(sanitize::path(path), &model);
        }
        if path.exists() {
            let table = import::open(path)?.table(None)?;
            return Ok(Self::File { name: sanitize::path(path), table, start: None });
        }
        // Names of presets and conventions have no ending.
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if ENDINGS.contains(&&*ending) || path.components().count() > 1 {
            return Err(ReportError::NoFile(sanitize::path(path)));
        }
        let Err(preset) = Preset::named(text) else {
            return Self::of_model(text.to_owned(), text);
        };
        match Named::find(text) {
            Ok(named) => {
                let mut draft = SceneDraft::default();
                draft.apply(named.into());
                let name = named.key().to_owned();
                Ok(Self::Scene { name, draft: Box::new(draft), set: Vec::new() })
            }
            Err(source) => Err(ReportError::Unknown { text: sanitize::word(text), preset, source }),
        }
    }

    /// Model of a preset or a file.
    fn of_model(name: String, model: &str) -> Result<Self, ReportError> {
        let mut draft = SceneDraft::default();
        draft.set(Key::Model, model)?;
        Self::of_draft(name, draft, vec![Key::Model])
    }

    /// Scene of a draft, whose model is read.
    fn of_draft(name: String, mut draft: SceneDraft, set: Vec<Key>) -> Result<Self, ReportError> {
        let source = draft.file_source().filter(|source| source.kind == FileKind::Model);
        if let Some(source) = source {
            if let Some(preset) = source.misspelt_preset() {
                return Err(ReportError::NoModel(preset));
            }
            let bytes = import::config(Path::new(source.file.text()))?;
            draft.contents = Some(Contents::Model(Config::of_file(bytes)));
        }
        if draft.rotary.model.is_some() && draft.rotary.layers.is_none() {
            let scene = Scene::new(draft.clone())?;
            let sets = scene.model().map_or(&[][..], |model| &model.sets);
            if sets.len() > 1 {
                let sets = sets.iter().map(|set| set.name.clone()).collect();
                return Err(ReportError::Layers { name, sets });
            }
        }
        Ok(Self::Scene { name, draft: Box::new(draft), set })
    }

    /// Table of a file named as `table=…&tensor=…&start=…`.
    fn table_of(text: &str) -> Result<Self, ReportError> {
        let (mut path, mut tensor, mut draft) = (String::new(), None, SceneDraft::default());
        for part in text.split('&') {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let value = percent_decode_str(value).decode_utf8_lossy().into_owned();
            match key {
                "table" => path = value,
                "tensor" => tensor = Some(value),
                "start" => draft.set(Key::Start, &value)?,
                other => return Err(ReportError::BesideTable(sanitize::word(other))),
            }
        }
        let path = Path::new(&path);
        let table = import::open(path)?.table(tensor.as_deref())?;
        Ok(Self::File { name: sanitize::path(path), table, start: whole_start(&draft) })
    }

    /// Name for messages.
    pub fn name(&self) -> &str {
        match self {
            Self::Scene { name, .. } | Self::File { name, .. } => name,
        }
    }

    /// Sentences about how a file was read that may be read in two ways.
    pub fn notices(&self) -> &[String] {
        match self {
            Self::Scene { .. } => &[],
            Self::File { table, .. } => table.notices(),
        }
    }

    /// Value of a key that this side gives: number of columns, of rows, or the first position.
    fn given(&self, key: Key) -> Option<i64> {
        match (self, key) {
            (Self::File { table, .. }, Key::DModel) => Some(i64::from(table.num_columns())),
            (Self::File { table, .. }, Key::Length) => Some(table.num_rows() as i64),
            (Self::File { start, .. }, Key::Start) => *start,
            (Self::Scene { draft, set, .. }, key) if set.contains(&key) => match key {
                Key::DModel => Some(i64::from(draft.d_model)),
                Key::Length => Some(draft.length as i64),
                Key::Start => whole_start(draft),
                _ => None,
            },
            _ => None,
        }
    }

    /// Shows a cache with two columns for each pair beside one of that width, as transformers keeps it.
    fn follow_width(&self, draft: &mut SceneDraft, width: i64) -> Result<(), SceneError> {
        let Self::Scene { set, .. } = self else { return Ok(()) };
        if draft.encoding != Family::Rotary || set.contains(&Key::CacheForm) {
            return Ok(());
        }
        let scene = Scene::new(draft.clone())?;
        let Some(rotary) = scene.rotary() else { return Ok(()) };
        let num = rotary.draft().cache.components().len() as i64;
        if width == 2 * num * i64::from(rotary.num_pairs()) {
            draft.set(Key::CacheForm, CacheForm::Halves.key())?;
        }
        Ok(())
    }

    /// Scene whose width, length and first position follow another side where they are not set; `None` for a file.
    fn scene_beside(&self, other: &Self) -> Result<Option<Scene>, SceneError> {
        let Self::Scene { draft, set, .. } = self else { return Ok(None) };
        let mut draft = (**draft).clone();
        let followed = |key: Key| if set.contains(&key) { None } else { other.given(key) };
        if let Some(d_model) = followed(Key::DModel) {
            draft.set(Key::DModel, &d_model.to_string())?;
            self.follow_width(&mut draft, d_model)?;
        }
        if let Some(length) = followed(Key::Length) {
            draft.set(Key::Length, &length.to_string())?;
        }
        if let Some(start) = followed(Key::Start) {
            draft.start = Some(start as f64);
        }
        Scene::new(draft).map(Some)
    }
}

/// True for a folder and for files that hold a model's configuration.
fn is_config(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match &*ending {
        _ if path.is_dir() => true,
        "gguf" => path.exists(),
        // Tables are written as JSON too.
        "json" => import::config(path).is_ok_and(|bytes| {
            let model = Config::of_file(bytes).model(None, Reader::Transformers5);
            !matches!(model, Err(ModelError::NothingRotary | ModelError::NoObject(_)))
        }),
        _ => false,
    }
}

/// True for a preset, and for a file or folder with a model's configuration.
pub fn names_model(name: &str) -> bool {
    let path = Path::new(name);
    is_config(path) || !path.exists() && Preset::named(name).is_ok()
}

/// First position of consecutive whole positions.
fn whole_start(draft: &SceneDraft) -> Option<i64> {
    let is_whole = |start: &f64| start.fract() == 0.0 && draft.step.to_bits() == 1.0_f64.to_bits();
    draft.start.filter(is_whole).map(|start| start as i64)
}

/// Biases of all heads beside that of the query's own key: a row for every distance back from the last position, a column
/// for every head. For T5, the buckets.
#[derive(Debug)]
pub(super) struct BiasRows {
    pub(super) bias: Arc<Bias>,
    pub(super) extent: Extent,
}

impl RowSource for BiasRows {
    fn num_rows(&self) -> u64 {
        self.extent.length()
    }

    fn num_columns(&self) -> u32 {
        self.bias.num_heads()
    }

    fn fill(&self, first: u64, out: &mut [f64]) -> std::io::Result<()> {
        let heads = self.bias.num_heads();
        let t = self.extent.last();
        for (offset, row) in (first as i64..).map(|it| -it).zip(out.chunks_mut(heads as usize)) {
            for (head, out) in (0..heads).zip(row) {
                *out = match self.bias.buckets() {
                    Some(buckets) => f64::from(buckets.of(offset)),
                    None => self.bias.relative(head, t, offset),
                };
            }
        }
        Ok(())
    }
}

/// Rows of a side, with the position of the first.
pub(super) enum Rows<'a> {
    /// Rows of a scene's encoding.
    Computed(Table),
    /// Rows of a file.
    Read(&'a FileTable, i64),
    /// Biases of the heads at every distance.
    Bias(BiasRows),
}

impl Rows<'_> {
    pub(super) fn source(&self) -> &dyn RowSource {
        match self {
            Self::Computed(table) => table,
            Self::Read(table, _) => *table,
            Self::Bias(rows) => rows,
        }
    }

    /// Rotary encoding of the rows; `None` if they are others.
    pub(super) fn rotary(&self) -> Option<&Rotary> {
        match self {
            Self::Computed(table) => match table.encoding.spec().exact() {
                Spec::Rotary(rotary) => Some(rotary),
                _ => None,
            },
            Self::Read(..) | Self::Bias(_) => None,
        }
    }

    /// Bias of the rows; `None` if they are others.
    pub(super) fn bias(&self) -> Option<&BiasRows> {
        match self {
            Self::Bias(rows) => Some(rows),
            Self::Computed(_) | Self::Read(..) => None,
        }
    }

    /// Frequency of each column, if the rows are rounded waves.
    pub(super) fn frequencies_if_rounded(&self) -> Option<Vec<Option<usize>>> {
        let Self::Computed(table) = self else { return None };
        let waves = table.encoding.exact()?.column_waves()?;
        Some((0..table.num_columns()).map(|j| waves.frequency_index(j)).collect())
    }

    pub(super) fn start(&self) -> i64 {
        match self {
            Self::Computed(table) => table.extent.start(),
            Self::Read(_, start) => *start,
            Self::Bias(_) => 0,
        }
    }
}

/// Rows of two sides, each with its parts that are not set taken from the other.
pub(super) fn rows<'a>(
    a: &'a Subject,
    b: &'a Subject,
) -> Result<(Rows<'a>, Rows<'a>), ReportError> {
    let (scene_a, scene_b) = (a.scene_beside(b)?, b.scene_beside(a)?);
    if let Some(rows) = with_vector([a, b], [scene_a.as_ref(), scene_b.as_ref()])? {
        return Ok(rows);
    }
    one_table(a, b)?;
    one_table(b, a)?;
    let rows = |own: &'a Subject,
                scene: Option<&Scene>,
                other: Option<&Scene>,
                beside: &Subject| match (own, scene) {
        (Subject::File { table, start, .. }, _) => {
            let other_start = other.map(|scene| scene.extent().start());
            let start = start.or(other_start).or_else(|| beside.given(Key::Start));
            Rows::Read(table, start.unwrap_or(0))
        }
        (Subject::Scene { .. }, Some(scene)) => match scene.bias() {
            Some(bias) => Rows::Bias(BiasRows { bias: Arc::clone(bias), extent: scene.extent() }),
            None => Rows::Computed(scene.table()),
        },
        (Subject::Scene { .. }, None) => Rows::Computed(Scene::default().table()),
    };
    let (of_a, of_b) = (
        rows(a, scene_a.as_ref(), scene_b.as_ref(), b),
        rows(b, scene_b.as_ref(), scene_a.as_ref(), a),
    );
    let one_bias = |bias: &Subject, other: &Subject| {
        let [bias, other] = [bias, other].map(|it| it.name().to_owned());
        Err(ReportError::OneBias { bias, other })
    };
    match (of_a.bias(), of_b.bias()) {
        (Some(_), None) => one_bias(a, b),
        (None, Some(_)) => one_bias(b, a),
        (Some(_), Some(_)) | (None, None) => Ok((of_a, of_b)),
    }
}

/// Fails for a vector in a file beside a sinusoid, of which a single column would be compared.
fn one_table(of_file: &Subject, of_scene: &Subject) -> Result<(), ReportError> {
    let (Subject::File { table, .. }, Subject::Scene { draft, set, .. }) = (of_file, of_scene)
    else {
        return Ok(());
    };
    let (num, width) = (table.num_rows(), table.num_columns());
    if width != 1 || num < 2 || draft.encoding != Family::Sinusoidal || set.contains(&Key::DModel) {
        return Ok(());
    }
    let [name, other] = [of_file, of_scene].map(|it| it.name().to_owned());
    Err(ReportError::NoTable { name, num, other })
}

/// Largest number of positions in which cosines are compared.
const MOST_POSITIONS: u64 = 1 << 17;

/// Caches of a rotary scene and of a vector of frequencies in a file; `None` for all other sides.
fn with_vector<'a>(
    sides: [&'a Subject; 2],
    scenes: [Option<&Scene>; 2],
) -> Result<Option<(Rows<'a>, Rows<'a>)>, ReportError> {
    for (of_file, of_scene) in [(0, 1), (1, 0)] {
        let (Subject::File { table, .. }, Some(scene)) = (sides[of_file], scenes[of_scene]) else {
            continue;
        };
        let Some(rotary) = scene.rotary() else { continue };
        let Some(mut vector) = vector(table)? else { continue };
        let (name, pairs) = (sides[of_file].name().to_owned(), rotary.omegas().len());
        if let Some(entry) = vector.iter().position(|omega| !omega.is_finite()) {
            return Err(ReportError::NotFinite { name, entry });
        }
        // Some programs keep every frequency twice.
        if vector.len() == 2 * pairs && vector[..pairs] == vector[pairs..] {
            vector.truncate(pairs);
        }
        if vector.len() != pairs {
            let model = sides[of_scene].name().to_owned();
            return Err(ReportError::Vector { name, num: vector.len(), model, pairs });
        }
        // Its length says nothing about positions: as many as the model may have.
        let of_model = scene.layer_set().and_then(|set| set.max_length.as_ref()).map(|it| it.value);
        let of_model = of_model.map(|length| (length as u64).clamp(1, MOST_POSITIONS));
        let given = sides[of_scene].given(Key::Length).map(|length| length as u64);
        let usual = SceneDraft::default().length;
        let length = given.or(of_model).unwrap_or(usual);
        let Ok(extent) = Extent::new(scene.extent().start(), length) else { continue };
        let draft = RotaryDraft {
            frequencies: Some(vector.into()),
            attention_factor: Some(rotary.attention_factor()),
            ..rotary.draft().clone()
        };
        let Ok(own) = Rotary::new(draft) else { continue };
        let computed =
            |spec: Spec| Rows::Computed(Table { encoding: Arc::new(Encoding::new(spec)), extent });
        let (own, other) = (computed(own.into()), computed(Spec::Rotary(Arc::clone(rotary))));
        return Ok(Some(if of_file == 0 { (own, other) } else { (other, own) }));
    }
    Ok(None)
}

/// Numbers of a table of one row or column, of any length, or frequencies of a list; `None` for another table.
pub(super) fn list(rows: &dyn RowSource) -> Result<Option<Vec<f64>>, std::io::Error> {
    let (num, width) = (rows.num_rows(), u64::from(rows.num_columns()));
    if num.min(width) != 1 {
        return vector(rows);
    }
    let mut list = vec![0.0; num.max(width) as usize];
    rows.fill(0, &mut list)?;
    Ok(Some(list))
}

/// Numbers of a table with a single row or a single column, or the frequencies of a list as exports write it.
pub(super) fn vector(rows: &dyn RowSource) -> Result<Option<Vec<f64>>, std::io::Error> {
    /// Longest vector.
    const MOST: u64 = 8192;
    let (num, width) = (rows.num_rows(), u64::from(rows.num_columns()));
    if matches!(width, 4 | 5) && (2..=MOST).contains(&num) {
        return listed_frequencies(rows);
    }
    if num.min(width) != 1 || num.max(width) > MOST {
        return Ok(None);
    }
    let mut vector = vec![0.0; num.max(width) as usize];
    rows.fill(0, &mut vector)?;
    Ok(Some(vector))
}

/// Frequencies of a list with a pair in each row: its number, unless that names the row, its frequency ω and its wavelength
/// 2π/ω, and two columns. `None` for another table.
fn listed_frequencies(rows: &dyn RowSource) -> Result<Option<Vec<f64>>, std::io::Error> {
    /// Relative error of numbers in single precision, and of a few digits.
    const NEAR: f64 = 1e-3;
    let width = rows.num_columns() as usize;
    let mut values = vec![0.0; rows.num_rows() as usize * width];
    rows.fill(0, &mut values)?;
    let at = width - 4;
    let is_pair = |row: &[f64]| {
        let (omega, wavelength) = (row[at], row[at + 1]);
        omega == 0.0 || (omega * wavelength / TAU - 1.0).abs() < NEAR
    };
    let is_numbered = |(i, row): (usize, &[f64])| at == 0 || row[0] == i as f64;
    let is_list =
        values.chunks(width).all(is_pair) && values.chunks(width).enumerate().all(is_numbered);
    Ok(is_list.then(|| values.chunks(width).map(|row| row[at]).collect()))
}
