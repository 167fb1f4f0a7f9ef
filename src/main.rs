//! Arguments → window or command. The only file that prints. Exit codes: 0, 1 (failed), 2 (usage).

use std::{
    io::{self, Write},
    process::ExitCode,
    sync::Arc,
    time::Instant,
};

use phasor::{
    app,
    cli::{self, Command, Output, UsageError},
    encoding::Encoding,
    export::{self, DataExport, ExportError, Progress},
    picture::Theme,
    scene::Scene,
};

/// Something was asked for that cannot be.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let started = Instant::now();
    match cli::parse(std::env::args_os()) {
        Ok(command) => run(command, started),
        Err(UsageError::Words(error)) => {
            // Help and version are no errors, and clap knows where each belongs.
            drop(error.print());
            ExitCode::from(if error.use_stderr() { USAGE } else { 0 })
        }
        Err(error) => failed(&error, USAGE),
    }
}

fn failed(error: &dyn std::error::Error, code: u8) -> ExitCode {
    // Where standard error is closed there is nobody to tell.
    drop(writeln!(io::stderr(), "phasor: {error}"));
    ExitCode::from(code)
}

fn run(command: Command, started: Instant) -> ExitCode {
    match command {
        Command::Open { scene, lesson, has_timing } => {
            let tell = |frame: u64, time: std::time::Duration| {
                let frame =
                    if frame == 1 { "first frame".into() } else { format!("frame {frame}") };
                drop(writeln!(io::stderr(), "{frame} after {} ms", time.as_millis()));
            };
            let on_frame: Option<app::OnFrame> =
                if has_timing { Some(Box::new(tell)) } else { None };
            let options =
                app::Options { scene: scene.map(|scene| *scene), lesson, on_frame, started };
            match app::run(options) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => failed(&error, 1),
            }
        }
        Command::Export { scene, request, output } => {
            tell_notices(&scene);
            let encoding = Arc::new(Encoding::new(*scene.parameters()));
            match DataExport::new(&scene, &encoding, &request) {
                Ok(export) => {
                    finished(write(&output, |out| export.write(out, &Progress::default())))
                }
                Err(error) => failed(&error, USAGE),
            }
        }
        Command::Figure { view, scene, size, is_dark, output } => {
            tell_notices(&scene);
            let encoding = Arc::new(Encoding::new(*scene.parameters()));
            let theme = Theme::new(is_dark);
            let text = scene.to_string();
            // Who types a command line means the files that stand in it.
            let figure = match view.whole_figure(&scene, &encoding, theme, |_file| true, || true) {
                Ok(figure) => figure,
                Err(error) => return failed(&error, 1),
            };
            finished(write(&output, |out| {
                export::figure_png(&figure, size, theme, &text, out, &Progress::default())
            }))
        }
        Command::Conventions => finished(write(&Output::Stdout, |out| {
            Ok(out.write_all(cli::conventions_text().as_bytes())?)
        })),
    }
}

/// What is written is defined, but not what the original would do: that is said, and no failure.
fn tell_notices(scene: &Scene) {
    for notice in scene.notices() {
        drop(writeln!(io::stderr(), "phasor: {notice}"));
    }
}

fn write(
    output: &Output,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    match output {
        Output::File(path) => export::to_file(path, fill),
        Output::Stdout => {
            let mut out = io::BufWriter::with_capacity(1 << 20, io::stdout().lock());
            fill(&mut out)?;
            Ok(out.flush()?)
        }
    }
}

fn finished(result: Result<(), ExportError>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => failed(&error, 1),
    }
}
