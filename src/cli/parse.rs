//! Parses arguments into a command.

use std::path::PathBuf;

use clap::ArgMatches;

use super::{
    UsageError, command,
    figure::figure_options,
    handout,
    options::{chosen, extension, named, output, text},
    request::{Command, Output},
    scene_files::SceneFiles,
};
use crate::{
    export::{
        AnimationFormat, AnimationRequest, CaptionForm, DataRequest, DigitFormat, Dtype,
        FigureContent, FigureFormat, FigureRequest, Format, FrameRate, Language, What, WrittenBy,
        parse_range, parse_signed_range, scene_in_file, written_endings,
    },
    model::Reader,
    report,
    scene::{Key, Scene, SceneDraft, Sweep, SweepError, Swept, View},
};

/// Parses a command line, whose first argument is the program's name.
pub fn parse(
    arguments: impl IntoIterator<Item = impl Into<std::ffi::OsString> + Clone>,
) -> Result<Command, UsageError> {
    let matches = command().try_get_matches_from(arguments)?;
    match matches.subcommand() {
        Some(("export", matches)) => parse_export(matches),
        Some(("figure", matches)) => parse_figure(matches),
        Some(("animate", matches)) => parse_animate(matches),
        Some(("measure", matches)) => Ok(Command::Measure {
            scene: Box::new(one_scene(matches, "measure")?),
            is_json: matches.get_flag("json"),
        }),
        Some(("code", matches)) => Ok(Command::Code {
            scene: Box::new(one_scene(matches, "code")?),
            language: chosen(matches, "language", Language::from_key).unwrap_or(Language::NumPy),
        }),
        Some(("handout", matches)) => handout::parse(matches),
        Some(("compare", matches)) => parse_compare(matches),
        Some(("identify", matches)) => {
            no_scene_options(
                matches,
                "identify",
                &[Key::Tensor],
                "--tensor, --all, --test or --json",
            )?;
            Ok(Command::Identify {
                file: PathBuf::from(text(matches, "file").unwrap_or_default()),
                tensor: text(matches, "tensor").map(ToOwned::to_owned),
                is_all: matches.get_flag("all"),
                test: chosen(matches, "test", Language::from_key),
                is_json: matches.get_flag("json"),
            })
        }
        Some(("model", matches)) => parse_model(matches),
        Some(("models", matches)) => {
            no_scene_options(matches, "models", &[], "--json")?;
            Ok(Command::Models { is_json: matches.get_flag("json") })
        }
        Some(("conventions", matches)) => {
            no_scene_options(matches, "conventions", &[], "--json")?;
            Ok(Command::Conventions { is_json: matches.get_flag("json") })
        }
        Some(("install-desktop", matches)) => {
            no_scene_options(matches, "install-desktop", &[], "--prefix or --remove")?;
            Ok(Command::InstallDesktop {
                prefix: matches.get_one("prefix").cloned(),
                is_removed: matches.get_flag("remove"),
            })
        }
        Some(("completions", matches)) => {
            no_scene_options(matches, "completions", &[], "the name of a shell")?;
            let shell = matches.get_one("shell");
            let conventions = Command::Conventions { is_json: false };
            Ok(shell.map_or(conventions, |&shell| Command::Completions(shell)))
        }
        Some(("man", matches)) => {
            no_scene_options(matches, "man", &[], "the name of a command")?;
            Ok(Command::Man(text(matches, "command").map(ToOwned::to_owned)))
        }
        _ => Ok(Command::Open {
            scene: draft(&matches, Key::ALL)?.map(Scene::new).transpose()?.map(Box::new),
            is_trusted: is_trusted(&matches),
            lesson: text(&matches, "lesson").map(ToOwned::to_owned),
            file: matches.get_one("file").cloned(),
            temporary: matches.get_many("temporary").unwrap_or_default().cloned().collect(),
            announces: matches.get_flag("announce"),
            has_timing: matches.get_flag("timing"),
        }),
    }
}

/// The requested scene, with its files.
fn one_scene(matches: &ArgMatches, command: &'static str) -> Result<Scene, UsageError> {
    refuse_model(matches, command)?;
    let scene = Scene::new(draft(matches, Key::ALL)?.unwrap_or_default())?;
    SceneFiles::new(is_trusted(matches)).read(scene)
}

/// Draft of the requested scene; `None` if no argument describes one.
fn draft(matches: &ArgMatches, keys: &[Key]) -> Result<Option<SceneDraft>, UsageError> {
    let mut draft = match (text(matches, "scene"), text(matches, "scene-from")) {
        (Some(name), _) if !name.contains('=') && !name.is_empty() => Some(named(name)?),
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

/// True if the files that a scene names may be read: `--trust-files` says so, or the path of a table, a model or word
/// vectors is an option of its own. A scene may come from another person and name any file.
fn is_trusted(matches: &ArgMatches) -> bool {
    let sweeps = matches.try_get_many::<String>("sweep").ok().flatten().unwrap_or_default();
    let keys = [Key::Vectors, Key::Table, Key::Model, Key::BiasTable].map(Key::key);
    let is_swept =
        |text: &String| text.split('=').next().is_some_and(|name| keys.contains(&name.trim()));
    matches.get_flag("trust-files")
        || keys.iter().any(|key| text(matches, key).is_some())
        || sweeps.into_iter().any(is_swept)
}

/// Scenes with the numbers of their tables.
fn read_all(mut scenes: Vec<Swept>, mut files: SceneFiles) -> Result<Vec<Swept>, UsageError> {
    for swept in &mut scenes {
        swept.scene = files.read(std::mem::take(&mut swept.scene))?;
    }
    Ok(scenes)
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
    scene_files: SceneFiles,
) -> Result<Vec<(Scene, Output)>, UsageError> {
    let sweeps = sweeps(matches)?;
    let scenes = read_all(Sweep::scenes(&sweeps, draft)?, scene_files)?;
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

/// Notes on the options that change nothing in any of the scenes: parameters of other encodings, and parts of other
/// views.
fn without_effect<'a>(
    matches: &ArgMatches,
    scenes: impl IntoIterator<Item = &'a Scene>,
    views: &[View],
) -> Vec<String> {
    let scenes: Vec<&Scene> = scenes.into_iter().collect();
    let note = |&key: &Key| {
        text(matches, key.key())?;
        let option = key.key().replace('_', "-");
        let is_unused = match key {
            Key::Viewport(view) => {
                return (!views.contains(&view)).then(|| {
                    format!("--{option} changes nothing: the view {} is not drawn", view.key())
                });
            }
            key => key.makes_encoding() && !scenes.iter().any(|scene| scene.depends_on(key)),
        };
        let title = scenes.first()?.convention_title();
        is_unused.then(|| format!("--{option} changes nothing: it is no parameter of “{title}”"))
    };
    Key::ALL.iter().filter_map(note).collect()
}

/// Format given by `--format` or by the file's extension. Standard output has a default.
fn format<T: Copy>(
    matches: &ArgMatches,
    all: &[T],
    key: fn(T) -> &'static str,
    at_stdout: T,
) -> Result<T, UsageError> {
    let output = output(matches);
    let ending = extension(&output);
    let asked = text(matches, "format").or(ending.as_deref());
    if asked.is_none() && output == Output::Stdout {
        return Ok(at_stdout);
    }
    if let (Some(format), Some(ending)) = (text(matches, "format"), ending.as_deref())
        && format != ending
        // An animated png is one.
        && (format, ending) != ("apng", "png")
        && written_endings().any(|(other, _)| other == ending)
    {
        let (format, ending) = (format.to_owned(), ending.to_owned());
        return Err(UsageError::OtherEnding { format, ending });
    }
    let known = all.iter().copied().find(|&format| asked == Some(key(format)));
    known.ok_or_else(|| {
        let mut written = written_endings();
        let other = written.find(|(ending, _)| asked == Some(*ending)).map(|(_, by)| by);
        UsageError::Format {
            name: text(matches, "output").unwrap_or_default().to_owned(),
            allowed: all.iter().map(|&format| key(format)).collect::<Vec<_>>().join(", "),
            hint: match other {
                Some(WrittenBy::Export) => "; numbers: phasor export WHAT",
                Some(WrittenBy::Figure) => "; figures: phasor figure VIEW",
                Some(WrittenBy::Animate) => "; animations: phasor animate VIEW",
                None => "",
            },
        }
    })
}

fn parse_export(matches: &ArgMatches) -> Result<Command, UsageError> {
    refuse_model(matches, "export")?;
    let range = |name| match text(matches, name) {
        None => Ok(None),
        Some(value) => parse_range(value)
            .map(Some)
            .ok_or_else(|| UsageError::Range { name, value: value.to_owned() }),
    };
    let offsets = match text(matches, "offsets") {
        None => None,
        Some(value) => {
            let refused = || UsageError::Offsets(value.to_owned());
            Some(parse_signed_range(value).ok_or_else(refused)?)
        }
    };
    let digits = match text(matches, "digits") {
        None => None,
        Some(value) => {
            Some(DigitFormat::parse(value).ok_or_else(|| UsageError::Digits(value.to_owned()))?)
        }
    };
    let format = format(matches, Format::ALL, Format::key, Format::Csv)?;
    // Here `--digits` sets the digits of the file, not those of the window's table of values.
    let keys: Vec<Key> = Key::ALL.iter().copied().filter(|key| *key != Key::Digits).collect();
    let draft = draft(matches, &keys)?.unwrap_or_default();
    let what = chosen(matches, "what", What::from_key).unwrap_or(What::Table);
    let files = files(matches, &draft, &output(matches), SceneFiles::new(is_trusted(matches)))?;
    Ok(Command::Export {
        is_quiet: matches.get_flag("quiet"),
        notes: without_effect(matches, files.iter().map(|(scene, _)| scene), &[]),
        files,
        request: DataRequest {
            dtype: chosen(matches, "dtype", Dtype::from_key).unwrap_or(Dtype::F32),
            digits,
            rows: range("rows")?,
            columns: range("columns")?,
            offsets,
            is_forced: matches.get_flag("force"),
            is_siunitx: matches.get_flag("siunitx"),
            ..DataRequest::new(what, format)
        },
    })
}

fn view(matches: &ArgMatches) -> View {
    chosen(matches, "view", View::from_key).unwrap_or(View::Heatmap)
}

fn parse_figure(matches: &ArgMatches) -> Result<Command, UsageError> {
    let format = format(matches, FigureFormat::ALL, FigureFormat::key, FigureFormat::Png)?;
    let draft = draft(matches, Key::ALL)?.unwrap_or_default();
    let keys = matches.get_many::<String>("view").unwrap_or_default();
    let views: Vec<View> = keys.filter_map(|key| View::from_key(key).ok()).collect();
    let options = figure_options(matches);
    let grid = options.grid(views.len())?;
    let request = options.request(FigureRequest::new(format), grid)?;
    let mut scene_files = SceneFiles::new(is_trusted(matches));
    if views.iter().all(|view| *view == View::Tensors) {
        scene_files = scene_files.for_lists();
    }
    let files = files(matches, &draft, &output(matches), scene_files)?;
    Ok(Command::Figure {
        notes: without_effect(matches, files.iter().map(|(scene, _)| scene), &views),
        content: FigureContent { views, grid, axes: options.axes },
        files,
        request,
        caption: caption(matches)?,
        is_forced: matches.get_flag("force"),
        is_trusted: is_trusted(matches),
        is_quiet: matches.get_flag("quiet"),
    })
}

/// Form of the caption to write beside a figure's file.
fn caption(matches: &ArgMatches) -> Result<Option<CaptionForm>, UsageError> {
    let form = chosen(matches, "caption", CaptionForm::from_key);
    match output(matches) {
        Output::Stdout if form.is_some() => Err(UsageError::CaptionToStdout),
        _ => Ok(form),
    }
}

/// Refuses the model that a scene is about, whose numbers are not those of the scene.
fn refuse_model(matches: &ArgMatches, command: &'static str) -> Result<(), UsageError> {
    let expected = "--table, --model or a convention; the window and `phasor figure tensors` list what a model says";
    if text(matches, Key::About.key()).is_none() {
        return Ok(());
    }
    Err(UsageError::NoSceneOption { option: Key::About.key().to_owned(), command, expected })
}

/// Refuses options of a scene, which a command would ignore.
fn no_scene_options(
    matches: &ArgMatches,
    command: &'static str,
    own: &[Key],
    expected: &'static str,
) -> Result<(), UsageError> {
    let keys = Key::ALL.iter().filter(|key| !own.contains(key)).map(|key| key.key());
    let mut given =
        keys.chain(["scene", "scene-from"]).filter(|name| text(matches, name).is_some());
    given.next().map_or(Ok(()), |name| {
        let option = name.replace('_', "-");
        Err(UsageError::NoSceneOption { option, command, expected })
    })
}

fn parse_compare(matches: &ArgMatches) -> Result<Command, UsageError> {
    let expected = "--tolerance, --tensor, --resized, --procrustes or --json; keys belong to A and B, such as 'model=gemma-3-4b&layers=full_attention'";
    no_scene_options(matches, "compare", &[Key::Tolerance, Key::Tensor], expected)?;
    let side = |name| text(matches, name).unwrap_or_default().to_owned();
    let tolerance = match text(matches, "tolerance") {
        None => 0.0,
        Some(typed) => {
            let tolerance = typed.trim().parse().ok();
            let valid = tolerance.filter(|it: &f64| it.is_finite() && *it >= 0.0);
            valid.ok_or_else(|| UsageError::Tolerance(typed.to_owned()))?
        }
    };
    let (a, b, is_json) = (side("a"), side("b"), matches.get_flag("json"));
    let [is_resized, is_turned] = ["resized", "procrustes"].map(|flag| matches.get_flag(flag));
    if [&*a, &*b] == [report::STDIN; 2] {
        return Err(UsageError::TwiceStdin);
    }
    let tensor = text(matches, "tensor").map(ToOwned::to_owned);
    Ok(Command::Compare { a, b, tensor, tolerance, is_resized, is_turned, is_json })
}

fn parse_model(matches: &ArgMatches) -> Result<Command, UsageError> {
    /// Longest sequence.
    const LONGEST: u64 = 1 << 32;
    let own = [Key::Model, Key::Part, Key::Length];
    no_scene_options(matches, "model", &own, "--part, --length, --as or --json")?;
    let length = match text(matches, "length") {
        None => None,
        Some(typed) => {
            let length = typed.trim().parse().ok().filter(|it| (1..=LONGEST).contains(it));
            Some(length.ok_or_else(|| UsageError::Length(typed.to_owned()))?)
        }
    };
    Ok(Command::Model {
        name: text(matches, "model").unwrap_or_default().to_owned(),
        part: text(matches, "part").map(ToOwned::to_owned),
        length,
        reader: chosen(matches, "as", Reader::from_key).unwrap_or(Reader::Transformers5),
        is_json: matches.get_flag("json"),
    })
}

fn parse_animate(matches: &ArgMatches) -> Result<Command, UsageError> {
    let Output::File(output) = output(matches) else { return Err(UsageError::AnimationToStdout) };
    let is_folder = output.extension().is_none() || output.is_dir();
    let format = if is_folder && text(matches, "format").is_none() {
        AnimationFormat::Frames
    } else {
        format(matches, AnimationFormat::ALL, AnimationFormat::key, AnimationFormat::Apng)?
    };
    let draft = draft(matches, Key::ALL)?.unwrap_or_default();
    let scenes =
        read_all(Sweep::scenes(&sweeps(matches)?, &draft)?, SceneFiles::new(is_trusted(matches)))?;
    let standard = AnimationRequest::new(format);
    let speed = match text(matches, "fps") {
        Some(text) => FrameRate::parse(text)?,
        None => standard.speed,
    };
    let options = figure_options(matches);
    let figure = options.request(standard.figure, options.grid(1)?)?;
    let all = scenes.iter().map(|swept| &swept.scene);
    Ok(Command::Animate {
        notes: without_effect(matches, all, &[view(matches)]),
        content: FigureContent { axes: options.axes, ..FigureContent::of(view(matches)) },
        scenes,
        request: AnimationRequest { figure, speed, ..standard },
        is_trusted: is_trusted(matches),
        is_quiet: matches.get_flag("quiet"),
        output,
    })
}
