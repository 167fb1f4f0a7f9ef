//! The guide: its commands run, its scenes open, its links lead somewhere, and its reference is the program's own.

use std::{
    fs,
    path::{Path, PathBuf},
};

use assert_cmd::Command;
use phasor::{cli, lesson::BUNDLED, scene::Scene};

/// Text of a file of the project.
pub(crate) fn text(path: impl AsRef<Path>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All pages: their paths and texts.
fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let guide = guide.filter(|path| path.extension().is_some_and(|it| it == "md"));
    let own = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name));
    own.into_iter().chain(guide).map(|path| (path.clone(), text(path))).collect()
}

/// Program in a folder with the files that the guide speaks of.
pub(crate) fn phasor(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("phasor").unwrap();
    command.current_dir(folder).args(arguments);
    command
}

/// Files that the guide speaks of: a table, a model's configuration, frequencies and caches.
pub(crate) fn with_files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let make = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        phasor(folder.path(), &arguments).assert().success();
    };
    make("export table --d-model 512 --length 2048 -o pe.npy");
    make("export table --d-model 32 --length 97 -o pe.csv");
    make("export frequencies --model llama-3.1-8b --dtype f64 -o inv_freq.csv");
    make("export table --model llama-3.1-8b --cache cos --length 64 -o cos.npy");
    make("export table --convention vit-mae --grid 14x20 --d-model 768 -o pos_embed.npy");
    make("figure similarity --size 300x200 -o similarity.pdf");
    let frequencies = fs::read_to_string(folder.path().join("inv_freq.csv")).unwrap();
    let column = frequencies.lines().next().unwrap().split(',').position(|it| it == "frequency");
    let values: Vec<f64> = frequencies
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(column.unwrap()).unwrap().parse().unwrap())
        .collect();
    ndarray_npy::write_npy(folder.path().join("inv_freq.npy"), &ndarray::Array1::from(values))
        .unwrap();
    let config = r#"{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 32,
        "max_position_embeddings": 131072, "rope_theta": 500000.0, "rope_scaling": {"rope_type": "llama3", "factor": 8.0,
        "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}}"#;
    fs::write(folder.path().join("config.json"), config).unwrap();
    fs::write(
        folder.path().join("mine.md"),
        "# [Mine](scene:d_model=64)\n\n## One step\n\nText.\n",
    )
    .unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/examples");
    fs::create_dir_all(folder.path().join("assets/examples")).unwrap();
    fs::copy(examples.join("learned.npy"), folder.path().join("assets/examples/learned.npy"))
        .unwrap();
    folder
}

/// Lines of code that run the program, and lines of code in tables.
fn commands(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code && line.starts_with("phasor ") && !line.starts_with("phasor = ") {
            found.push(line.to_owned());
        } else if !is_code {
            let parts = line.split('`').skip(1).step_by(2);
            // The name of a command alone is no command line.
            let parts =
                parts.filter(|part| part.starts_with("phasor ") && part.matches(' ').count() > 1);
            found.extend(parts.map(str::to_owned));
        }
    }
    found
}

/// Words of a command line, and without what explains it: three spaces, or a hash.
pub(crate) fn words(line: &str) -> Vec<String> {
    let line = line.split("   ").next().unwrap().split(" # ").next().unwrap();
    let (mut words, mut is_quoted, mut word) = (Vec::new(), false, None::<String>);
    for letter in line.chars() {
        match letter {
            '\'' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            ' ' if !is_quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[test]
fn commands_of_the_guide_run() {
    let folder = with_files();
    let mut num_run = 0;
    for (path, text) in pages() {
        for line in commands(&text) {
            let words = words(&line);
            let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            // A placeholder in a sentence, or a file that the reader has.
            let is_pattern = |it: &&str| {
                it.contains('…')
                    || it.contains("model.safetensors")
                    || it.chars().all(|c| c.is_ascii_uppercase())
            };
            if arguments.is_empty() || arguments.iter().any(is_pattern) {
                continue;
            }
            let here = format!("{}: {line}", path.display());
            match arguments[0] {
                "install-desktop" => {
                    phasor(folder.path(), &["install-desktop", "--prefix", "installed"])
                        .assert()
                        .success();
                }
                "export" | "figure" | "animate" | "code" | "handout" | "compare" | "identify"
                | "measure" | "model" | "models" | "conventions" | "completions" | "man"
                | "--help" | "--version" => {
                    let mut command = phasor(folder.path(), &arguments);
                    if ["compare", "identify"].contains(&arguments[0]) && arguments.contains(&"-") {
                        command.write_stdin(fs::read(folder.path().join("pe.npy")).unwrap());
                    }
                    let done = command.output().unwrap();
                    let code = done.status.code().unwrap();
                    // 1 of compare: they differ, as in most examples.
                    let is_answer = code == 0 || code == 1 && arguments[0] == "compare";
                    assert!(is_answer, "{here}: {code}: {}", String::from_utf8_lossy(&done.stderr));
                }
                // Everything else opens the window: what it would show is read.
                _ => opens(folder.path(), &arguments, &here),
            }
            num_run += 1;
        }
    }
    assert!(num_run > 50, "{num_run} commands were found");
}

/// Checks that the arguments of the window are understood.
fn opens(folder: &Path, arguments: &[&str], here: &str) {
    let words = std::iter::once("phasor").chain(arguments.iter().copied());
    match cli::parse(words.map(std::ffi::OsString::from)) {
        Ok(cli::Command::Open { file: Some(file), .. }) => {
            let file = folder.join(file);
            assert!(file.exists(), "{here}: {} does not exist", file.display());
        }
        Ok(cli::Command::Open { .. }) => {}
        Ok(_) => panic!("{here}: another command"),
        // The file of a scene is in the folder of the reader.
        Err(_) if arguments[0] == "--scene-from" => {
            assert!(folder.join(arguments[1]).exists(), "{here}");
        }
        Err(error) => panic!("{here}: {error}"),
    }
}

#[test]
fn links_lead_to_files_and_headings() {
    for (path, text) in pages() {
        let outside_code = text.split("```").step_by(2).collect::<String>();
        for link in outside_code.split("](").skip(1) {
            let target = link.split(')').next().unwrap();
            if target.starts_with("https://") || target.starts_with("scene:") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file =
                if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(file.exists(), "{}: {target} leads nowhere", path.display());
            if !heading.is_empty() {
                let slug = |line: &str| {
                    let words =
                        line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
                    words.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect::<String>()
                };
                let text = fs::read_to_string(&file).unwrap();
                let is_there =
                    text.lines().any(|line| line.starts_with('#') && slug(line) == heading);
                assert!(is_there, "{}: no heading {heading}", path.display());
            }
        }
    }
}

#[test]
fn scenes_of_guide_and_lessons_are_valid() {
    let mut num_scenes = 0;
    let lessons = BUNDLED.iter().map(|text| (PathBuf::from("a lesson"), (*text).to_owned()));
    for (path, text) in pages().into_iter().chain(lessons) {
        for link in text.split("(scene:").skip(1) {
            let scene = link.split([')', '#']).next().unwrap();
            let scene: Result<Scene, _> = scene.parse();
            assert!(scene.is_ok(), "{}: {:?}", path.display(), scene.err());
            num_scenes += 1;
        }
    }
    assert!(num_scenes > 100, "{num_scenes} scenes were found");
}

#[test]
fn pictures_of_the_readme_are_made_by_the_lines_below_them() {
    let (readme, make) = (text("README.md"), text("docs/pictures/make"));
    let gallery = readme.split("## Gallery").nth(1).unwrap().split("\n## ").next().unwrap();
    let lines: Vec<String> =
        commands(gallery).into_iter().filter(|line| line.starts_with("phasor --")).collect();
    assert!(lines.len() >= 4, "{lines:?}");
    for line in lines {
        let arguments = line.trim_start_matches("phasor ");
        assert!(make.contains(arguments), "no picture is made by {arguments}");
    }
}

#[test]
fn readme_is_short() {
    let num_lines = text("README.md").lines().count();
    assert!(num_lines <= 120, "{num_lines} lines");
}

#[test]
fn reference_is_that_of_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference.md");
    let own = cli::reference();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &own).unwrap();
    }
    let is_equal = text(&path) == own;
    assert!(is_equal, "docs/reference.md is old: UPDATE_DOCS=1 cargo test --test program docs");
}
