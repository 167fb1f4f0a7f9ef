//! Parses the arguments, then runs a command or opens the window. Exit codes: 0 (success), 1 (failure), 2 (usage
//! error).

mod figures;
mod install_desktop;
mod interrupt;
mod progress_bar;
mod temporary;
mod terminal;

use std::{
    io::Write,
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use interrupt::progress;
use phasor::{
    app,
    cli::{self, Command, Output, SceneFiles, UsageError},
    export::{self, DataExport, DataRequest, ExportError, Provenance},
    handout::write_handout,
    import, lesson,
    model::Reader,
    picture::Theme,
    report::{
        AllReport, ComparedSide, ComparisonReport, IdentityReport, MeasureReport, ModelReport,
        ReportError, names_model, presets_json, presets_text,
    },
    scene::{Scene, Swept, View},
    views::{self, Results},
};
use temporary::Temporary;

/// Time that a comparison takes before it says how long it will take.
const PATIENCE: Duration = Duration::from_secs(2);
/// Seconds left of which it speaks.
const WORTH_TELLING: f32 = 1.0;

/// Exit code of a usage error: a request that cannot be fulfilled.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let code = parse_and_run(Instant::now());
    terminal::print_notes();
    code
}

fn parse_and_run(started: Instant) -> ExitCode {
    match cli::parse(std::env::args_os()) {
        Ok(command) => run(command, started),
        Err(UsageError::Words(error)) => {
            // Help and version are not errors; clap chooses stdout or stderr.
            if error.use_stderr() {
                drop(error.print());
                return ExitCode::from(USAGE);
            }
            let printed = terminal::stdout().map(drop).and_then(|()| error.print());
            finished(printed.and_then(|()| terminal::stdout()?.flush()).map_err(ExportError::from))
        }
        Err(error) => failed(&error, USAGE),
    }
}

fn failed(error: &impl std::fmt::Display, code: u8) -> ExitCode {
    terminal::tell(error);
    ExitCode::from(code)
}

/// Checks that a file exists: an error on the command line is seen before one in the window.
fn existing(path: &std::path::Path) -> Result<(), String> {
    let found = std::fs::metadata(path).map(|_file| ());
    found.map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn run(command: Command, started: Instant) -> ExitCode {
    match command {
        Command::Open { scene, is_trusted, lesson, file, temporary, announces, has_timing } => {
            let report = move |frame: u64, time: std::time::Duration| {
                if announces && frame == 1 {
                    // Ignored: the window is of use without a reader.
                    let _code = print("open\n");
                }
                if has_timing {
                    let frame =
                        if frame == 1 { "first frame".into() } else { format!("frame {frame}") };
                    terminal::print_error(&format!("{frame} after {} ms", time.as_millis()));
                }
            };
            let on_frame: Option<app::OnFrame> =
                if announces || has_timing { Some(Box::new(report)) } else { None };
            let is_passing = !temporary.is_empty();
            if is_passing {
                // Whoever ends the program gets the files removed, too.
                let _listens = progress();
            }
            let _temporary = Temporary::new(temporary);
            let scene = scene.map(|scene| *scene);
            if let Some(Err(error)) = file.as_deref().map(existing) {
                return failed(&error, USAGE);
            }
            match app::run(app::Options {
                scene,
                is_trusted,
                is_passing,
                lesson,
                file,
                on_frame,
                started,
            }) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => failed(&error, 1),
            }
        }
        Command::Export { files, request, notes, is_quiet } => {
            let _bar = progress_bar::show(progress(), is_quiet);
            note_all(&notes);
            export_all(&files, &request)
        }
        Command::Figure {
            content,
            files,
            request,
            caption,
            is_forced,
            notes,
            is_trusted,
            is_quiet,
        } => {
            let _bar = progress_bar::show(progress(), is_quiet);
            note_all(&notes);
            let scenes = files.iter().map(|(scene, _)| scene);
            if let Err(error) = check_trusted(&content.views, scenes, is_trusted) {
                return failed(&error, USAGE);
            }
            let checked = caption.filter(|_| !is_forced);
            if let Some(Err(error)) = checked.map(|form| figures::check_captions(form, &files)) {
                return failed(&error, USAGE);
            }
            interrupt::begin_batch(files.len());
            for file in &files {
                let code = figures::write_figure(&content, &request, caption, file);
                if code != ExitCode::SUCCESS {
                    return code;
                }
            }
            ExitCode::SUCCESS
        }
        Command::Animate { content, scenes, request, notes, is_trusted, is_quiet, output } => {
            let _bar = progress_bar::show(progress(), is_quiet);
            note_all(&notes);
            let all = scenes.iter().map(|swept| &swept.scene);
            if let Err(error) = check_trusted(&content.views, all, is_trusted) {
                return failed(&error, USAGE);
            }
            if let Err(error) = request.check() {
                return failed(&error, USAGE);
            }
            note_all(&scenes[0].scene.notices());
            note_all(&scenes[0].scene.outside());
            let theme = request.figure.theme();
            let film = export::Film {
                num_frames: scenes.len(),
                frame: &|i| {
                    let Swept { scene, .. } = &scenes[i];
                    Ok(figures::drawn(&content, scene, theme)?.with_state(&scenes[i].state()))
                },
                provenance: &|i| Provenance::of(&scenes[i].scene),
            };
            finished(export::write_animation(&film, &request, &output, progress()))
        }
        Command::Code { scene, language } => match export::code(&scene, language) {
            Some(code) => print(&code),
            None if !scene.draft().encoding.round.is_exact() => {
                failed(&UsageError::RoundedCode, USAGE)
            }
            None => failed(&UsageError::NoCode(scene.spec().family().key()), USAGE),
        },
        Command::Measure { scene, is_json } => {
            note_all(&scene.notices());
            match MeasureReport::new(&scene, || progress().is_wanted()) {
                Ok(report) => answer(report.words(), &report.json(), is_json, 0),
                Err(error) => failed(&error, USAGE),
            }
        }
        Command::Handout { lesson, sheet, output, paper, is_trusted, is_quiet } => {
            let _bar = progress_bar::show(progress(), is_quiet);
            let mut lesson = match lesson::open(&lesson) {
                Ok(lesson) => lesson,
                Err(error) => return failed(&error, 1),
            };
            let mut files = SceneFiles::new(is_trusted);
            for scene in lesson.scenes_mut() {
                match files.read(std::mem::take(scene)) {
                    Ok(read) => *scene = read,
                    Err(error) => return failed(&error, USAGE),
                }
            }
            for step in &lesson.steps {
                let views: Vec<View> = step.link.scene.draft().views.iter().collect();
                let scenes = std::iter::once(&*step.link.scene);
                if let Err(error) = check_trusted(&views, scenes, is_trusted) {
                    return failed(&error, USAGE);
                }
            }
            lesson.errors.iter().for_each(terminal::note);
            finished(write(&output, |out| write_handout(&lesson, sheet, paper, out, progress())))
        }
        Command::Compare { a, b, tensor, tolerance, is_resized, is_turned, is_json } => {
            compare(([&a, &b], tensor.as_deref()), tolerance, [is_resized, is_turned], is_json)
        }
        Command::Identify { file, is_all: true, is_json, .. } => match AllReport::new(&file) {
            Ok(report) => {
                let code = u8::from(!report.is_found());
                answer(&report.words(), &report.json(), is_json, code)
            }
            Err(error) => failed(&error, USAGE),
        },
        Command::Identify { file, tensor, test, is_json, .. } => {
            let name = file.to_string_lossy();
            if tensor.is_none() && names_model(&name) {
                return identify_model(&name, is_json);
            }
            note_all(&import::notices(&file));
            let report = IdentityReport::new(&file, tensor.as_deref());
            let report = match report {
                Ok(report) => report,
                Err(error) => return failed(&error, USAGE),
            };
            let code = u8::from(!report.is_found());
            match test.map(|language| report.test(language)) {
                Some(Some(test)) => print(&test),
                Some(None) => {
                    let verdict = report.words().verdict();
                    failed(
                        &format!("a test can be written for a sinusoidal table only: {verdict}"),
                        1,
                    )
                }
                None => answer(&report.words().verdict(), &report.json(), is_json, code),
            }
        }
        Command::Model { name, part, length, reader, is_json } => {
            match ModelReport::new(&name, part.as_deref(), reader, length) {
                Ok(report) => answer(&report.words(), &report.json(), is_json, 0),
                Err(error) => failed(&error, USAGE),
            }
        }
        Command::Models { is_json: true } => answer("", &presets_json(), true, 0),
        Command::Models { is_json: false } => print(&cli::plain_words(&presets_text())),
        Command::Conventions { is_json: true } => answer("", &cli::conventions_json(), true, 0),
        Command::Conventions { is_json: false } => {
            print(&cli::plain_words(&cli::conventions_text()))
        }
        Command::InstallDesktop { prefix, is_removed } => {
            match install_desktop::install(prefix.as_deref(), is_removed) {
                Ok(paths) => {
                    let what = if is_removed { "removed" } else { "written" };
                    let line = |path: &std::path::PathBuf| format!("{what}: {}\n", path.display());
                    print(&paths.iter().map(line).collect::<String>())
                }
                Err(error) => failed(&error, 1),
            }
        }
        Command::Completions(shell) => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut cli::command(), "phasor", &mut text);
            print(&String::from_utf8_lossy(&text))
        }
        Command::Man(name) => match cli::manual(name.as_deref()) {
            Ok(text) => print(&text),
            Err(error) => failed(&error, 1),
        },
    }
}

/// Compares two tables. Exit code 0 within the tolerance, 1 beyond, 2 if nothing was compared.
fn compare(
    ([a, b], tensor): ([&str; 2], Option<&str>),
    tolerance: f64,
    [is_resized, is_turned]: [bool; 2],
    is_json: bool,
) -> ExitCode {
    let (started, is_told) = (Instant::now(), AtomicBool::new(false));
    let is_wanted = |share: f32| {
        let passed = started.elapsed();
        if passed > PATIENCE && share > 0.0 {
            let left = passed.as_secs_f32() * (1.0 / share - 1.0);
            if left >= WORTH_TELLING && !is_told.swap(true, Ordering::Relaxed) {
                terminal::note_now(format!(
                    "this takes about {left:.0} s more; length=N in A or B compares fewer positions"
                ));
            }
        }
        progress().is_wanted()
    };
    let compared = || {
        let (a, b) = (ComparedSide::read(a, tensor)?, ComparedSide::read(b, tensor)?);
        if tensor.is_some() && !a.is_file() && !b.is_file() {
            let [a, b] = [a, b].map(|it| it.name().to_owned());
            return Err(ReportError::NoFileOfTensor { a, b });
        }
        note_all(a.notices());
        note_all(b.notices());
        let a = if is_resized { a.resized_like(&b)? } else { a };
        let report = ComparisonReport::while_wanted(&a, &b, tolerance, &is_wanted)?;
        if is_turned { report.with_procrustes(&a, &b) } else { Ok(report) }
    };
    let report = match compared() {
        Ok(report) => report,
        Err(error @ ReportError::Cancelled) => return failed(&error, 1),
        Err(error) => return failed(&error, USAGE),
    };
    let code = u8::from(!report.is_within_tolerance());
    answer(&report.verdict(), &report.json(), is_json, code)
}

/// Says what a model's configuration means.
fn identify_model(name: &str, is_json: bool) -> ExitCode {
    match ModelReport::new(name, None, Reader::Transformers5, None) {
        Ok(report) => {
            let mut json = report.json();
            json["kind"] = "model".into();
            answer(&report.words(), &json, is_json, 0)
        }
        Err(error) => failed(&error, USAGE),
    }
}

/// Prints an answer in words or as JSON, and ends with its exit code.
fn answer(words: &str, json: &serde_json::Value, is_json: bool, code: u8) -> ExitCode {
    let text = if is_json { cli::printed_json(json) } else { cli::plain_words(words) + "\n" };
    match print(&text) {
        ExitCode::SUCCESS => ExitCode::from(code),
        _ => ExitCode::from(USAGE),
    }
}

/// Exports the data of every scene. Checks all exports before the first file is written.
fn export_all(files: &[(Scene, Output)], request: &DataRequest) -> ExitCode {
    // One encoding at a time: thousands at once would exhaust memory.
    let export_of = |scene: &Scene| DataExport::new(scene, &scene.table(), request);
    if let Some(error) = files.iter().find_map(|(scene, _)| export_of(scene).err()) {
        return failed(&error, USAGE);
    }
    interrupt::begin_batch(files.len());
    for (scene, output) in files {
        let export = match export_of(scene) {
            Ok(export) => match output {
                Output::File(path) => export.labeled(path),
                Output::Stdout => export,
            },
            Err(error) => return failed(&error, USAGE),
        };
        note_all(&scene.notices());
        if let Some(notice) = export.notice() {
            terminal::note(notice);
        }
        let code = finished(write(output, |out| export.write(out, progress())));
        if code != ExitCode::SUCCESS {
            return code;
        }
    }
    ExitCode::SUCCESS
}

/// File that a view would read for a scene.
fn file_of(view: View, scene: &Scene) -> Option<String> {
    scene.draft().vectors.as_ref()?;
    let (table, results) = (scene.table(), Results::default());
    let subject = views::Subject::new((scene, &table), None, Theme::LIGHT, &results);
    view.computations(subject).iter().find_map(|it| it.file().map(ToOwned::to_owned))
}

/// Fails if a scene names a file that nobody has allowed to be read.
fn check_trusted<'a>(
    views: &[View],
    mut scenes: impl Iterator<Item = &'a Scene>,
    is_trusted: bool,
) -> Result<(), UsageError> {
    if is_trusted {
        return Ok(());
    }
    scenes
        .find_map(|scene| views.iter().find_map(|&view| file_of(view, scene)))
        .map_or(Ok(()), |file| Err(UsageError::Untrusted(file)))
}

fn print(text: &str) -> ExitCode {
    finished(write(&Output::Stdout, |out| Ok(out.write_all(text.as_bytes())?)))
}

fn note_all(notices: &[String]) {
    notices.iter().for_each(terminal::note);
}

fn write(
    output: &Output,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    match output {
        Output::File(path) => {
            export::to_file(path, fill)?;
            interrupt::count_written(path);
            Ok(())
        }
        Output::Stdout => {
            let mut out = terminal::stdout()?;
            fill(&mut out)?;
            Ok(out.flush()?)
        }
    }
}

fn finished(result: Result<(), ExportError>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => failed(&interrupt::explained(&error.to_string()), 1),
    }
}
