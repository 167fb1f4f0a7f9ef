//! Command line: parses arguments into scenes and a command.
//!
//! Nothing here writes or prints. The file of `--scene-from` is read, because its scene is part of the arguments.

mod args;

use std::path::PathBuf;

use clap::ArgMatches;
use thiserror::Error;

pub use args::command;

use crate::{
    encoding::{Convention, OddRule},
    export::{
        AnimationFormat, AnimationRequest, CellShape, DataRequest, DigitFormat, Dtype,
        FigureFormat, FigureRequest, FigureSize, Format, FrameRate, Language, NotAFrameRate,
        NotASize, OriginError, TextForm, What, parse_range, scene_in_file,
    },
    picture::{Part, Parts},
    sanitize,
    scene::{Key, Scene, SceneDraft, SceneError, Sweep, SweepError, Swept, View},
};

/// Destination of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Standard output, `-`.
    Stdout,
    /// File.
    File(PathBuf),
}

/// Places of the panels of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanelGrid {
    /// Number of panels beside each other.
    pub across: u32,
    /// Number of panels below each other.
    pub down: u32,
    /// True for letters above the panels.
    pub has_letters: bool,
}

impl PanelGrid {
    /// One view without a letter.
    const ONE: Self = Self { across: 1, down: 1, has_letters: false };
}

/// Command to run.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Opens the window.
    Open {
        /// Scene to open; `None` opens the last one.
        scene: Option<Box<Scene>>,
        /// True if the files that the scene names may be read.
        is_trusted: bool,
        /// Lesson to open: its number, counted from 1, or a file.
        lesson: Option<String>,
        /// True to report when each frame is on the screen.
        has_timing: bool,
    },
    /// Writes numbers.
    Export {
        /// Scenes and their destinations.
        files: Vec<(Scene, Output)>,
        /// Values to write, and their format.
        request: DataRequest,
        /// True to show no progress.
        is_quiet: bool,
    },
    /// Draws figures.
    Figure {
        /// Views to draw, one or the panels of a grid.
        views: Vec<View>,
        /// Grid of the panels.
        grid: PanelGrid,
        /// Scenes and their destinations.
        files: Vec<(Scene, Output)>,
        /// Format, size and appearance.
        request: FigureRequest,
        /// True if the files that the scenes name may be read.
        is_trusted: bool,
        /// True to show no progress.
        is_quiet: bool,
    },
    /// Draws an animation.
    Animate {
        /// View to draw.
        view: View,
        /// Scenes, one for each frame.
        scenes: Vec<Scene>,
        /// Format, speed and appearance.
        request: AnimationRequest,
        /// True if the files that the scenes name may be read.
        is_trusted: bool,
        /// True to show no progress.
        is_quiet: bool,
        /// Destination: a file or a folder.
        output: PathBuf,
    },
    /// Prints code that produces the table.
    Code {
        /// Scene of the table.
        scene: Box<Scene>,
        /// Language of the code.
        language: Language,
    },
    /// Lists the conventions.
    Conventions,
    /// Prints a completion script for a shell.
    Completions(clap_complete::Shell),
    /// Prints the manual page of one command, or of the program for `None`.
    Man(Option<String>),
}

/// Error in the arguments of the command line.
#[derive(Debug, Error)]
pub enum UsageError {
    /// Error of the argument parser; also a request for help or the version.
    #[error(transparent)]
    Words(#[from] clap::Error),
    /// Invalid value of the scene.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// File that no scene can be read from.
    #[error("{0}")]
    Origin(#[from] OriginError),
    /// Scene in a file that this version cannot read.
    #[error("the scene in {}: {source}", sanitize::path(file))]
    SceneFrom {
        /// File that contains the scene.
        file: PathBuf,
        /// Error in the scene.
        source: SceneError,
    },
    /// Rectangular cells in a format made of pixels.
    #[error("--cells rectangles is for svg and pdf: everything else is made of pixels")]
    Rectangles,
    /// Code requested for an encoding without frequencies.
    #[error("cannot write code for encoding={0}: expected encoding=sinusoidal")]
    NoCode(&'static str),
    /// File of word vectors that a scene names and nobody has allowed to be read.
    #[error("the scene names the word vectors {0:?}, which are read on request: add --trust-files")]
    Untrusted(String),
    /// Invalid sweep.
    #[error("{0}")]
    Sweep(#[from] SweepError),
    /// Invalid range.
    #[error("invalid {name} {value:?}: expected A..B with A < B, such as 0..16")]
    Range {
        /// Name of the option.
        name: &'static str,
        /// Value as typed.
        value: String,
    },
    /// Invalid number of digits.
    #[error("invalid digits {0:?}: {allowed}", allowed = DigitFormat::ALLOWED)]
    Digits(String),
    /// Invalid grid of panels.
    #[error(
        "invalid panels {value:?}: expected CxR, such as 3x1, with at least {num} places, and at most 64"
    )]
    Panels {
        /// Text as typed.
        value: String,
        /// Number of views.
        num: usize,
    },
    /// Invalid size.
    #[error("{0}")]
    Size(#[from] NotASize),
    /// Invalid frame rate.
    #[error("{0}")]
    FrameRate(#[from] NotAFrameRate),
    /// File name whose extension is missing, or is not that of an allowed format.
    #[error("unknown format of {name:?}: expected --format with one of {allowed}{hint}")]
    Format {
        /// File name as typed.
        name: String,
        /// Allowed formats.
        allowed: String,
        /// Hint with the command that writes such a file.
        hint: &'static str,
    },
    /// Several files for standard output, which takes one.
    #[error("standard output takes one file: a sweep needs -o with a name, such as pe_{{n}}.npy")]
    ManyToStdout,
    /// Animation for standard output; it needs a file.
    #[error("an animation needs a file: -o with a name that ends with .apng or .gif, or a folder")]
    AnimationToStdout,
}

/// Parses a command line, whose first argument is the program's name.
pub fn parse(
    arguments: impl IntoIterator<Item = impl Into<std::ffi::OsString> + Clone>,
) -> Result<Command, UsageError> {
    let matches = command().try_get_matches_from(arguments)?;
    match matches.subcommand() {
        Some(("export", matches)) => parse_export(matches),
        Some(("figure", matches)) => parse_figure(matches),
        Some(("animate", matches)) => parse_animate(matches),
        Some(("code", matches)) => Ok(Command::Code {
            scene: Box::new(Scene::new(draft(matches, Key::ALL)?.unwrap_or_default())?),
            language: chosen(matches, "language", Language::from_key).unwrap_or(Language::NumPy),
        }),
        Some(("conventions", _)) => Ok(Command::Conventions),
        Some(("completions", matches)) => Ok(matches
            .get_one("shell")
            .map_or(Command::Conventions, |&shell| Command::Completions(shell))),
        Some(("man", matches)) => Ok(Command::Man(text(matches, "command").map(ToOwned::to_owned))),
        _ => Ok(Command::Open {
            scene: draft(&matches, Key::ALL)?.map(Scene::new).transpose()?.map(Box::new),
            is_trusted: is_trusted(&matches),
            lesson: text(&matches, "lesson").map(ToOwned::to_owned),
            has_timing: matches.get_flag("timing"),
        }),
    }
}

fn text<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a str> {
    matches.get_one::<String>(name).map(String::as_str)
}

/// Variant of a key. Unknown keys never get here: clap rejects them.
fn chosen<T, E>(
    matches: &ArgMatches,
    name: &str,
    from_key: impl Fn(&str) -> Result<T, E>,
) -> Option<T> {
    text(matches, name).and_then(|key| from_key(key).ok())
}

/// Draft of the requested scene; `None` if no argument describes one.
fn draft(matches: &ArgMatches, keys: &[Key]) -> Result<Option<SceneDraft>, UsageError> {
    let mut draft = match (text(matches, "scene"), text(matches, "scene-from")) {
        (Some(text), _) => Some(text.parse::<Scene>()?.into_draft()),
        (None, Some(file)) => {
            let failed = |source| UsageError::SceneFrom { file: PathBuf::from(file), source };
            Some(scene_in_file(file.as_ref())?.parse::<Scene>().map_err(failed)?.into_draft())
        }
        (None, None) => None,
    };
    for &key in keys {
        if let Some(value) = text(matches, key.key()) {
            draft.get_or_insert_default().set(key, value)?;
        }
    }
    Ok(draft)
}

/// True if the files that a scene names may be read: `--trust-files` says so, or a path of word vectors is an option of
/// its own. A scene may come from another person and name any file.
fn is_trusted(matches: &ArgMatches) -> bool {
    let sweeps = matches.try_get_many::<String>("sweep").ok().flatten().unwrap_or_default();
    let key = Key::Vectors.key();
    let is_swept = |text: &String| text.split('=').next().is_some_and(|name| name.trim() == key);
    matches.get_flag("trust-files")
        || text(matches, key).is_some()
        || sweeps.into_iter().any(is_swept)
}

fn output(matches: &ArgMatches) -> Output {
    match text(matches, "output") {
        None | Some("-") => Output::Stdout,
        Some(path) => Output::File(PathBuf::from(path)),
    }
}

fn sweeps(matches: &ArgMatches) -> Result<Vec<Sweep>, SweepError> {
    let given = matches.get_many::<String>("sweep").unwrap_or_default();
    given.map(|text| Sweep::parse(text)).collect()
}

/// All requested scenes, each with its destination.
fn files(
    matches: &ArgMatches,
    draft: &SceneDraft,
    output: &Output,
) -> Result<Vec<(Scene, Output)>, UsageError> {
    let sweeps = sweeps(matches)?;
    let scenes = Sweep::scenes(&sweeps, draft)?;
    let Output::File(path) = output else {
        let mut scenes = scenes.into_iter().map(|swept| (swept.scene, Output::Stdout));
        return match (scenes.next(), scenes.next()) {
            (Some(only), None) => Ok(vec![only]),
            _ => Err(UsageError::ManyToStdout),
        };
    };
    if sweeps.is_empty() {
        return Ok(scenes.into_iter().map(|swept| (swept.scene, output.clone())).collect());
    }
    let names = Swept::names(&scenes, &path.to_string_lossy())?;
    let outputs = names.into_iter().map(|name| Output::File(PathBuf::from(name)));
    Ok(scenes.into_iter().map(|swept| swept.scene).zip(outputs).collect())
}

fn extension(output: &Output) -> Option<String> {
    match output {
        Output::Stdout => None,
        Output::File(path) => Some(path.extension()?.to_string_lossy().to_lowercase()),
    }
}

/// Format given by `--format` or by the file's extension. Standard output has a default.
fn format<T: Copy>(
    matches: &ArgMatches,
    all: &[T],
    key: fn(T) -> &'static str,
    at_stdout: T,
    hints: &[(&[&str], &'static str)],
) -> Result<T, UsageError> {
    let output = output(matches);
    let ending = extension(&output);
    let asked = text(matches, "format").or(ending.as_deref());
    if asked.is_none() && output == Output::Stdout {
        return Ok(at_stdout);
    }
    let known = all.iter().copied().find(|&format| asked == Some(key(format)));
    known.ok_or_else(|| {
        let fits =
            |(endings, _): &&(&[&str], _)| asked.is_some_and(|asked| endings.contains(&asked));
        UsageError::Format {
            name: text(matches, "output").unwrap_or_default().to_owned(),
            allowed: all.iter().map(|&format| key(format)).collect::<Vec<_>>().join(", "),
            hint: hints.iter().find(fits).map_or("", |&(_, hint)| hint),
        }
    })
}

const FIGURES: &[&str] = &["png", "svg", "pdf"];
const ANIMATIONS: &[&str] = &["gif", "apng"];
const NUMBERS: &[&str] = &["csv", "tsv", "json", "npy", "npz", "safetensors", "md", "tex"];

fn parse_export(matches: &ArgMatches) -> Result<Command, UsageError> {
    let range = |name| match text(matches, name) {
        None => Ok(None),
        Some(value) => parse_range(value)
            .map(Some)
            .ok_or_else(|| UsageError::Range { name, value: value.to_owned() }),
    };
    let digits = match text(matches, "digits") {
        None => None,
        Some(value) => {
            Some(DigitFormat::parse(value).ok_or_else(|| UsageError::Digits(value.to_owned()))?)
        }
    };
    let hints = [
        (FIGURES, "; figures: phasor figure VIEW"),
        (ANIMATIONS, "; animations: phasor animate VIEW"),
    ];
    let format = format(matches, Format::ALL, Format::key, Format::Csv, &hints)?;
    // Here `--digits` sets the digits of the file, not those of the window's table of values.
    let keys: Vec<Key> = Key::ALL.iter().copied().filter(|key| *key != Key::Digits).collect();
    let draft = draft(matches, &keys)?.unwrap_or_default();
    let what = chosen(matches, "what", What::from_key).unwrap_or(What::Table);
    Ok(Command::Export {
        is_quiet: matches.get_flag("quiet"),
        files: files(matches, &draft, &output(matches))?,
        request: DataRequest {
            dtype: chosen(matches, "dtype", Dtype::from_key).unwrap_or(Dtype::F32),
            digits,
            rows: range("rows")?,
            columns: range("columns")?,
            is_forced: matches.get_flag("force"),
            is_siunitx: matches.get_flag("siunitx"),
            ..DataRequest::new(what, format)
        },
    })
}

/// Appearance and size shared by figures and animations.
fn figure_request(
    matches: &ArgMatches,
    standard: FigureRequest,
    grid: PanelGrid,
) -> Result<FigureRequest, UsageError> {
    let (width, height) = standard.size.pixels();
    let standard_size = if (grid.across, grid.down) == (1, 1) {
        format!("{width}x{height}")
    } else {
        // Type of the usual size beside smaller pictures.
        let most = *FigureSize::SIDE.end();
        let (width, height) = (3 * width / 4 * grid.across, 3 * height / 4 * grid.down);
        format!("{}x{}", width.min(most), height.min(most))
    };
    let size = match text(matches, "width") {
        Some(width) => FigureSize::of_width(width, f64::from(grid.down) / f64::from(grid.across))?,
        None => text(matches, "size").unwrap_or(&standard_size).to_owned(),
    };
    let mut size = FigureSize::parse(&size, text(matches, "dpi"))?;
    if let Some(points) = text(matches, "font-size") {
        size = size.with_type_size(points)?;
    }
    let named = |option| {
        let keys = matches.get_many::<String>(option).unwrap_or_default();
        keys.filter_map(|key| Part::from_key(key).ok())
    };
    let parts = named("with").fold(size.parts(), |parts, part| parts.with(part, true));
    let cells = chosen(matches, "cells", CellShape::from_key).unwrap_or(CellShape::Raster);
    if cells == CellShape::Rectangles && standard.format == FigureFormat::Png {
        return Err(UsageError::Rectangles);
    }
    Ok(FigureRequest {
        size,
        is_dark: text(matches, "theme") == Some("dark"),
        text: chosen(matches, "text", TextForm::from_key).unwrap_or(TextForm::Outlines),
        parts: named("without").fold(parts, Parts::without),
        cells,
        ..standard
    })
}

fn view(matches: &ArgMatches) -> View {
    chosen(matches, "view", View::from_key).unwrap_or(View::Heatmap)
}

/// Grid of the panels of a figure: as asked for, or all beside each other.
fn grid(matches: &ArgMatches, num: usize) -> Result<PanelGrid, UsageError> {
    const MOST: u32 = 64;
    let has_letters = matches.get_flag("letters");
    let Some(value) = text(matches, "panels") else {
        return Ok(PanelGrid { across: num as u32, down: 1, has_letters });
    };
    let sides = value.trim().to_lowercase();
    let sides = sides.split_once(['x', '×']);
    let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=MOST).contains(side));
    let sides = sides.and_then(|(across, down)| Some((side(across)?, side(down)?)));
    match sides.filter(|(across, down)| (num..=MOST as usize).contains(&((across * down) as usize)))
    {
        Some((across, down)) => Ok(PanelGrid { across, down, has_letters }),
        None => Err(UsageError::Panels { value: value.to_owned(), num }),
    }
}

fn parse_figure(matches: &ArgMatches) -> Result<Command, UsageError> {
    let hints = [
        (ANIMATIONS, "; animations: phasor animate VIEW"),
        (NUMBERS, "; numbers: phasor export WHAT"),
    ];
    let format = format(matches, FigureFormat::ALL, FigureFormat::key, FigureFormat::Png, &hints)?;
    let draft = draft(matches, Key::ALL)?.unwrap_or_default();
    let keys = matches.get_many::<String>("view").unwrap_or_default();
    let views: Vec<View> = keys.filter_map(|key| View::from_key(key).ok()).collect();
    let grid = grid(matches, views.len())?;
    Ok(Command::Figure {
        views,
        grid,
        files: files(matches, &draft, &output(matches))?,
        request: figure_request(matches, FigureRequest::new(format), grid)?,
        is_trusted: is_trusted(matches),
        is_quiet: matches.get_flag("quiet"),
    })
}

fn parse_animate(matches: &ArgMatches) -> Result<Command, UsageError> {
    let Output::File(output) = output(matches) else { return Err(UsageError::AnimationToStdout) };
    let is_folder = output.extension().is_none() || output.is_dir();
    let format = if is_folder && text(matches, "format").is_none() {
        AnimationFormat::Frames
    } else {
        let hints = [
            (FIGURES, "; figures: phasor figure VIEW"),
            (NUMBERS, "; numbers: phasor export WHAT"),
        ];
        let all = AnimationFormat::ALL;
        format(matches, all, AnimationFormat::key, AnimationFormat::Apng, &hints)?
    };
    let draft = draft(matches, Key::ALL)?.unwrap_or_default();
    let scenes = Sweep::scenes(&sweeps(matches)?, &draft)?;
    let standard = AnimationRequest::new(format);
    let speed = match text(matches, "fps") {
        Some(text) => FrameRate::parse(text)?,
        None => standard.speed,
    };
    Ok(Command::Animate {
        view: view(matches),
        scenes: scenes.into_iter().map(|swept| swept.scene).collect(),
        request: AnimationRequest {
            figure: figure_request(matches, standard.figure, PanelGrid::ONE)?,
            speed,
            ..standard
        },
        is_trusted: is_trusted(matches),
        is_quiet: matches.get_flag("quiet"),
        output,
    })
}

/// Message on one line, without characters that a terminal would obey: names of files and values may contain any.
pub fn message(text: impl std::fmt::Display) -> String {
    sanitize::single_line(&text.to_string())
}

/// Manual page of the program, or of one of its commands.
pub fn manual(name: Option<&str>) -> Result<String, std::io::Error> {
    let mut all = command();
    all.build();
    let chosen = name.and_then(|name| all.find_subcommand(name)).unwrap_or(&all);
    // A page has the name of its command: phasor-export(1).
    let title = chosen.get_name().to_owned();
    let title = if name.is_some() { format!("phasor-{title}") } else { title };
    let mut page = Vec::new();
    clap_mangen::Man::new(chosen.clone().name(title)).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// List of the conventions, one per line, tab-separated: key, group, rules, title, sentence, source.
pub fn conventions_text() -> String {
    let line = |convention: Convention| {
        let f = convention.facts();
        format!(
            "{}\t{}\texponent {} ({}), {}, {}, {}, start {}, base {}, odd d_model {}, original in {}\t{}\t\
             {}\t{}\n",
            f.key,
            f.group,
            f.exponent.key(),
            f.exponent.formula(f.components, OddRule::Lone),
            f.layout.key(),
            f.order.key(),
            f.components.key(),
            f.start,
            f.base,
            f.odd.key(),
            f.arithmetic.key(),
            f.title,
            f.sentence,
            f.source,
        )
    };
    Convention::all().map(line).collect()
}
