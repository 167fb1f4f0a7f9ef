//! What was typed → scenes and a command. Nothing here writes or prints; the file of `--scene-from` is
//! read, since its scene is what was typed.

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
        NotASize, OriginError, What, parse_range, scene_in_file,
    },
    picture::Parts,
    scene::{Key, Scene, SceneDraft, SceneError, Sweep, SweepError, View},
};

/// Where an export goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// `-`
    Stdout,
    /// A file.
    File(PathBuf),
}

/// What the program is asked to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Open the window; with the last scene where none is given.
    Open {
        /// The scene asked for.
        scene: Option<Box<Scene>>,
        /// Whether the files that it names were typed, too.
        is_typed: bool,
        /// The lesson to open: its number from 1 on, or a file.
        lesson: Option<String>,
        /// Whether to tell when each frame was on the screen.
        has_timing: bool,
    },
    /// Write numbers.
    Export {
        /// Of what, and where to.
        files: Vec<(Scene, Output)>,
        /// Which and how.
        request: DataRequest,
    },
    /// Draw figures.
    Figure {
        /// Which view.
        view: View,
        /// Of what, and where to.
        files: Vec<(Scene, Output)>,
        /// How.
        request: FigureRequest,
        /// Whether the files that the scenes name were typed, too.
        is_typed: bool,
    },
    /// Draw figures that move.
    Animate {
        /// Which view.
        view: View,
        /// Of what, a frame each.
        scenes: Vec<Scene>,
        /// How.
        request: AnimationRequest,
        /// Whether the files that the scenes name were typed, too.
        is_typed: bool,
        /// File or folder.
        output: PathBuf,
    },
    /// Print code that makes the table.
    Code {
        /// Of what.
        scene: Box<Scene>,
        /// For whom.
        language: Language,
    },
    /// List the conventions.
    Conventions,
    /// Print what a shell completes with.
    Completions(clap_complete::Shell),
    /// Print the manual, of one command or of all.
    Man(Option<String>),
}

/// Why what was typed is no command.
#[derive(Debug, Error)]
pub enum UsageError {
    /// Words that the command line does not have; also its help.
    #[error(transparent)]
    Words(#[from] clap::Error),
    /// A value of the scene.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// A file that should hold a scene.
    #[error("{0}")]
    Origin(#[from] OriginError),
    /// A scene in a file that this version does not have.
    #[error("the scene in {}: {source}", file.display())]
    SceneFrom {
        /// Which file.
        file: PathBuf,
        /// Why not.
        source: SceneError,
    },
    /// Rectangles in what is made of pixels.
    #[error("--cells rectangles is for svg and pdf: everything else is made of pixels")]
    Rectangles,
    /// Code for an encoding without frequencies.
    #[error("cannot write code for encoding={0}: expected encoding=sinusoidal")]
    NoCode(&'static str),
    /// A sweep.
    #[error("{0}")]
    Sweep(#[from] SweepError),
    /// A range.
    #[error("invalid {name} {value:?}: expected A..B with A < B, such as 0..16")]
    Range {
        /// Which option.
        name: &'static str,
        /// What was typed.
        value: String,
    },
    /// A number of digits.
    #[error("invalid digits {0:?}: {allowed}", allowed = DigitFormat::ALLOWED)]
    Digits(String),
    /// A size.
    #[error("{0}")]
    Size(#[from] NotASize),
    /// A speed.
    #[error("{0}")]
    FrameRate(#[from] NotAFrameRate),
    /// A name of a file whose ending says nothing, or something else.
    #[error("unknown format of {name:?}: expected --format with one of {allowed}{hint}")]
    Format {
        /// As typed.
        name: String,
        /// The formats there are.
        allowed: String,
        /// The command that writes such a file.
        hint: &'static str,
    },
    /// Several files cannot go where one goes.
    #[error("standard output takes one file: a sweep needs -o with a name, such as pe_{{n}}.npy")]
    ManyToStdout,
    /// An animation goes into a file.
    #[error("an animation needs a file: -o with a name that ends with .apng or .gif, or a folder")]
    AnimationToStdout,
}

/// Reads a command line, the program's name first.
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
            is_typed: is_typed(&matches),
            lesson: text(&matches, "lesson").map(ToOwned::to_owned),
            has_timing: matches.get_flag("timing"),
        }),
    }
}

fn text<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a str> {
    matches.get_one::<String>(name).map(String::as_str)
}

/// The variant that a word stands for; clap has let known ones through only.
fn chosen<T, E>(
    matches: &ArgMatches,
    name: &str,
    from_key: impl Fn(&str) -> Result<T, E>,
) -> Option<T> {
    text(matches, name).and_then(|key| from_key(key).ok())
}

/// The scene asked for, or `None` where nothing was said about it.
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

/// Who types the name of a file means it; one that stands in somebody's figure may mean anything.
fn is_typed(matches: &ArgMatches) -> bool {
    text(matches, "scene-from").is_none() || text(matches, Key::Vectors.key()).is_some()
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

/// Every scene that is asked for, and the file that each goes to.
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
    let template = path.to_string_lossy();
    let named = |swept: crate::scene::Swept| {
        let path = PathBuf::from(swept.named(&template)?);
        Ok((swept.scene, Output::File(path)))
    };
    scenes.into_iter().map(named).collect()
}

fn extension(output: &Output) -> Option<String> {
    match output {
        Output::Stdout => None,
        Output::File(path) => Some(path.extension()?.to_string_lossy().to_lowercase()),
    }
}

/// The format that is named, or that the file's ending names.
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
const FILMS: &[&str] = &["gif", "apng"];
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
    let hints =
        [(FIGURES, "; figures: phasor figure VIEW"), (FILMS, "; animations: phasor animate VIEW")];
    let format = format(matches, Format::ALL, Format::key, Format::Csv, &hints)?;
    // Digits of the file, not those of the window's table of values.
    let keys: Vec<Key> = Key::ALL.iter().copied().filter(|key| *key != Key::Digits).collect();
    let draft = draft(matches, &keys)?.unwrap_or_default();
    let what = chosen(matches, "what", What::from_key).unwrap_or(What::Table);
    Ok(Command::Export {
        files: files(matches, &draft, &output(matches))?,
        request: DataRequest {
            dtype: chosen(matches, "dtype", Dtype::from_key).unwrap_or(Dtype::F32),
            digits,
            rows: range("rows")?,
            columns: range("columns")?,
            is_forced: matches.get_flag("force"),
            ..DataRequest::new(what, format)
        },
    })
}

/// How a figure is drawn, whatever it is for.
fn figure_request(
    matches: &ArgMatches,
    standard: FigureRequest,
) -> Result<FigureRequest, UsageError> {
    let (width, height) = standard.size.pixels();
    let standard_size = format!("{width}x{height}");
    let size = text(matches, "size").unwrap_or(&standard_size);
    let without = matches.get_many::<String>("without").unwrap_or_default();
    let cells = chosen(matches, "cells", CellShape::from_key).unwrap_or(CellShape::Raster);
    if cells == CellShape::Rectangles && standard.format == FigureFormat::Png {
        return Err(UsageError::Rectangles);
    }
    Ok(FigureRequest {
        size: FigureSize::parse(size, text(matches, "dpi"))?,
        is_dark: text(matches, "theme") == Some("dark"),
        parts: Parts::all_but(without.map(String::as_str)),
        cells,
        ..standard
    })
}

fn view(matches: &ArgMatches) -> View {
    chosen(matches, "view", View::from_key).unwrap_or(View::Heatmap)
}

fn parse_figure(matches: &ArgMatches) -> Result<Command, UsageError> {
    let hints =
        [(FILMS, "; animations: phasor animate VIEW"), (NUMBERS, "; numbers: phasor export WHAT")];
    let format = format(matches, FigureFormat::ALL, FigureFormat::key, FigureFormat::Png, &hints)?;
    let draft = draft(matches, Key::ALL)?.unwrap_or_default();
    Ok(Command::Figure {
        view: view(matches),
        files: files(matches, &draft, &output(matches))?,
        request: figure_request(matches, FigureRequest::new(format))?,
        is_typed: is_typed(matches),
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
            figure: figure_request(matches, standard.figure)?,
            speed,
            ..standard
        },
        is_typed: is_typed(matches),
        output,
    })
}

/// The manual page of the program, or of one of its commands.
pub fn manual(name: Option<&str>) -> Result<String, std::io::Error> {
    let mut all = command();
    all.build();
    let chosen = name.and_then(|name| all.find_subcommand(name)).unwrap_or(&all);
    // A page is called as its command is: phasor-export(1).
    let title = chosen.get_name().to_owned();
    let title = if name.is_some() { format!("phasor-{title}") } else { title };
    let mut page = Vec::new();
    clap_mangen::Man::new(chosen.clone().name(title)).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// The conventions, one a line, tab-separated: key, group, rules, title, sentence, source.
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
