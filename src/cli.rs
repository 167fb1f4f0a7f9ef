//! What was typed → a scene and a command. Nothing here acts or prints.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, builder::PossibleValuesParser};
use thiserror::Error;

use crate::{
    encoding::{Convention, OddRule},
    export::{DataRequest, Digits, Dtype, FigureSize, Format, NotASize, What, parse_range},
    scene::{Key, Scene, SceneDraft, SceneError},
    views::View,
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
        /// The lesson to open: its number from 1 on, or a file.
        lesson: Option<String>,
        /// Whether to tell when each frame was on the screen.
        has_timing: bool,
    },
    /// Write numbers.
    Export {
        /// Of what.
        scene: Box<Scene>,
        /// Which and how.
        request: DataRequest,
        /// Where to.
        output: Output,
    },
    /// Draw a figure as png.
    Figure {
        /// Which view.
        view: View,
        /// Of what.
        scene: Box<Scene>,
        /// How large.
        size: FigureSize,
        /// On dark ground.
        is_dark: bool,
        /// Where to.
        output: Output,
    },
    /// List the conventions.
    Conventions,
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
    /// A range.
    #[error("{name} cannot be {value:?}: allowed is A..B with A < B, such as 0..16")]
    Range {
        /// Which option.
        name: &'static str,
        /// What was typed.
        value: String,
    },
    /// A number of digits.
    #[error("digits cannot be {0:?}: {allowed}", allowed = Digits::ALLOWED)]
    Digits(String),
    /// A size.
    #[error("{0}")]
    Size(#[from] NotASize),
    /// A name of a file without a known ending.
    #[error("the format of {0:?} is not known: allowed is --format with one of {formats}",
        formats = Format::ALL.iter().map(|format| format.key()).collect::<Vec<_>>().join(", "))]
    Format(String),
    /// A figure in a form that there is not.
    #[error("a figure is written as png: the file's name cannot end with .{0}")]
    FigureFormat(String),
}

/// The command line, for parsing and for help.
pub fn command() -> clap::Command {
    let output = || {
        Arg::new("output")
            .short('o')
            .long("output")
            .value_name("FILE")
            .required(true)
            .help("File to write; - is standard output")
    };
    let export = clap::Command::new("export")
        .about("Writes numbers: the table, similarity, rotation matrix or frequencies")
        .arg(
            Arg::new("what")
                .value_name("WHAT")
                .required(true)
                .value_parser(keys(What::ALL, What::key)),
        )
        .arg(output())
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("F")
                .value_parser(keys(Format::ALL, Format::key))
                .help("Format; else the file's ending, csv for standard output"),
        )
        .arg(
            Arg::new("dtype")
                .long("dtype")
                .value_name("TYPE")
                .default_value("f32")
                .value_parser(keys(Dtype::ALL, Dtype::key))
                .help("Type of the numbers"),
        )
        .arg(Arg::new("digits").long("digits").value_name("N").help(
            "Digits after the point, 0 to 17 (of frequencies: digits in all), or shortest; \
             else 4 in md and tex, shortest elsewhere",
        ))
        .arg(
            Arg::new("force")
                .long("force")
                .num_args(0)
                .help("Print more than 1000 values as md or tex"),
        )
        .arg(Arg::new("rows").long("rows").value_name("A..B").help("Rows from A, without B"))
        .arg(
            Arg::new("columns")
                .long("columns")
                .value_name("A..B")
                .help("Columns from A, without B"),
        );
    let figure = clap::Command::new("figure")
        .about("Draws a view as a figure: axes, color bar, title, caption")
        .arg(
            Arg::new("view")
                .value_name("VIEW")
                .required(true)
                .value_parser(keys(View::ALL, View::key)),
        )
        .arg(output())
        .arg(Arg::new("size").long("size").value_name("WxH").help("Pixels [default: 1640x1200]"))
        .arg(
            Arg::new("theme")
                .long("theme")
                .value_name("THEME")
                .default_value("light")
                .value_parser(["light", "dark"])
                .help("Ground of the figure"),
        );
    clap::Command::new("phasor")
        .about("Explorer of sinusoidal positional encodings; without a command it opens the window")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand(export)
        .subcommand(figure)
        .subcommand(
            clap::Command::new("conventions").about("Lists the named conventions, one a line"),
        )
        .args(scene_args())
        .arg(
            Arg::new("lesson").long("lesson").value_name("LESSON").help(
                "Open a lesson: 1 to 9 of those that come with the program, or a Markdown file",
            ),
        )
        .arg(
            Arg::new("timing")
                .long("timing")
                .num_args(0)
                .help("Tell on standard error when each frame was on the screen"),
        )
}

fn keys<T: Copy>(all: &[T], key: fn(T) -> &'static str) -> PossibleValuesParser {
    PossibleValuesParser::new(all.iter().map(|&value| key(value)).collect::<Vec<_>>())
}

/// `--scene`, and every key of a scene as an option of its own.
fn scene_args() -> Vec<Arg> {
    let scene = Arg::new("scene")
        .long("scene")
        .value_name("SCENE")
        .global(true)
        .help("Scene text, as Copy scene gives it; options below override it");
    std::iter::once(scene)
        .chain(Key::ALL.iter().map(|&key| {
            Arg::new(key.key())
                .long(key.key().replace('_', "-"))
                .value_name(key.value_name())
                .allow_hyphen_values(true)
                .global(true)
                .help(key.help())
        }))
        .collect()
}

/// Reads a command line, the program's name first.
pub fn parse(
    arguments: impl IntoIterator<Item = impl Into<std::ffi::OsString> + Clone>,
) -> Result<Command, UsageError> {
    let matches = command().try_get_matches_from(arguments)?;
    match matches.subcommand() {
        Some(("export", matches)) => parse_export(matches),
        Some(("figure", matches)) => parse_figure(matches),
        Some(("conventions", _)) => Ok(Command::Conventions),
        _ => Ok(Command::Open {
            scene: scene(&matches)?.map(Box::new),
            lesson: text(&matches, "lesson").map(ToOwned::to_owned),
            has_timing: matches.get_flag("timing"),
        }),
    }
}

fn text<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a str> {
    matches.get_one::<String>(name).map(String::as_str)
}

/// The scene asked for, or `None` where nothing was said about it.
fn scene(matches: &ArgMatches) -> Result<Option<Scene>, SceneError> {
    scene_with(matches, Key::ALL)
}

fn scene_with(matches: &ArgMatches, keys: &[Key]) -> Result<Option<Scene>, SceneError> {
    let mut draft: Option<SceneDraft> = match text(matches, "scene") {
        Some(text) => Some(text.parse::<Scene>()?.draft()),
        None => None,
    };
    for &key in keys {
        if let Some(value) = text(matches, key.key()) {
            draft.get_or_insert_default().set(key, value)?;
        }
    }
    draft.map(Scene::new).transpose()
}

fn output(matches: &ArgMatches) -> Output {
    match text(matches, "output") {
        None | Some("-") => Output::Stdout,
        Some(path) => Output::File(PathBuf::from(path)),
    }
}

fn extension(output: &Output) -> Option<String> {
    match output {
        Output::Stdout => None,
        Output::File(path) => Some(path.extension()?.to_string_lossy().to_lowercase()),
    }
}

fn parse_export(matches: &ArgMatches) -> Result<Command, UsageError> {
    let range = |name| match text(matches, name) {
        None => Ok(None),
        Some(value) => parse_range(value)
            .map(Some)
            .ok_or_else(|| UsageError::Range { name, value: value.to_owned() }),
    };
    let digits = || match text(matches, "digits") {
        None => Ok(None),
        Some(value) => {
            Digits::parse(value).map(Some).ok_or_else(|| UsageError::Digits(value.to_owned()))
        }
    };
    let output = output(matches);
    let format = match (text(matches, "format"), &output) {
        (Some(key), _) => Format::from_key(key).ok(),
        (None, Output::Stdout) => Some(Format::Csv),
        (None, Output::File(_)) => {
            extension(&output).and_then(|extension| Format::from_key(&extension).ok())
        }
    };
    let unknown = || UsageError::Format(text(matches, "output").unwrap_or_default().to_owned());
    // Those of the file, not those of the window's table of values.
    let keys: Vec<Key> = Key::ALL.iter().copied().filter(|key| *key != Key::Digits).collect();
    // clap has let known keys through only.
    let what = text(matches, "what").and_then(|key| What::from_key(key).ok());
    let dtype = text(matches, "dtype").and_then(|key| Dtype::from_key(key).ok());
    Ok(Command::Export {
        scene: Box::new(scene_with(matches, &keys)?.unwrap_or_default()),
        request: DataRequest {
            dtype: dtype.unwrap_or(Dtype::F32),
            digits: digits()?,
            rows: range("rows")?,
            columns: range("columns")?,
            is_forced: matches.get_flag("force"),
            ..DataRequest::new(what.unwrap_or(What::Table), format.ok_or_else(unknown)?)
        },
        output,
    })
}

fn parse_figure(matches: &ArgMatches) -> Result<Command, UsageError> {
    let output = output(matches);
    if let Some(other) = extension(&output).filter(|extension| extension != "png") {
        return Err(UsageError::FigureFormat(other));
    }
    let size = match text(matches, "size") {
        Some(text) => FigureSize::parse(text)?,
        None => FigureSize::default(),
    };
    let view = text(matches, "view").and_then(|key| View::from_key(key).ok());
    Ok(Command::Figure {
        view: view.unwrap_or(View::Heatmap),
        scene: Box::new(scene(matches)?.unwrap_or_default()),
        size,
        is_dark: text(matches, "theme") == Some("dark"),
        output,
    })
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
