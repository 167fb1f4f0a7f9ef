//! Reads exported files with other programs: NumPy, pandas, safetensors, LaTeX.
//!
//! These tests need what `tests/readers/environment` and `tests/desktop/desktop-packages` install, and are
//! therefore ignored by default.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use phasor::views::View;

use crate::{part::part, shown::shown, tensors::write_tensors};

fn phasor(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_phasor")).args(arguments).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} fails: {message}");
    output
}

/// Runs a script of `tests/readers`.
fn read(script: &str, arguments: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(root.join("target/readers/bin/python"))
        .arg(root.join("tests/readers").join(script))
        .args(arguments)
        .output()
        .expect("tests/readers/environment has made the environment");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script} {arguments:?}: {message}");
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// One of three things that are alike, from the one on that `PHASOR_SEED` says; all of them if `PHASOR_WHOLE` is set.
fn third<T>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let seed = std::env::var("PHASOR_SEED").map_or(0, |seed| seed.parse().expect("a number"));
    let (first, every) = part((seed % 3, 3), (0, 1));
    all.into_iter().skip(first).step_by(every)
}

#[test]
#[ignore = "needs pdftotext"]
fn handouts_contain_the_text_of_every_step() {
    let folder = tempfile::tempdir().unwrap();
    for (i, text) in phasor::lesson::BUNDLED.iter().enumerate() {
        let path = folder.path().join("lesson.pdf");
        phasor(&["handout", &(i + 1).to_string(), "-o", self::text(&path)]);
        let output = Command::new("pdftotext").arg(&path).arg("-").output().unwrap();
        assert!(output.status.success(), "lesson {} is a PDF", i + 1);
        let found: Vec<String> = String::from_utf8_lossy(&output.stdout)
            .split_whitespace()
            .map(ToOwned::to_owned)
            .collect();
        let found = found.join(" ");
        let lesson = phasor::lesson::Lesson::new(text);
        for step in &lesson.steps {
            assert!(found.contains(&step.title), "{}: step {:?}", lesson.title, step.title);
            for view in step.link.scene.draft().views.iter() {
                let title = view.title();
                assert!(found.contains(title), "{}: figure {title:?}", step.title);
            }
            for block in &step.blocks {
                let phasor::lesson::Block::Paragraph(inline) = block else { continue };
                let inline = inline.on_paper();
                let words = inline.runs.iter().filter_map(|(run, _)| match run {
                    phasor::lesson::Run::Words(words, _) => Some(words),
                    _ => None,
                });
                for word in words.flat_map(|words| words.split_whitespace()) {
                    assert!(found.contains(word), "{}: word {word:?}", step.title);
                }
            }
        }
    }
}

/// The pictures that a question is about do not say what the port has.
#[test]
#[ignore = "needs pdftotext"]
fn quizzes_give_nothing_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quiz.pdf");
    phasor(&["handout", "10", "--quiz", "-o", text(&path)]);
    let output = Command::new("pdftotext").arg(&path).arg("-").output().unwrap();
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    let (asked, key) = words.split_once("Key\n").expect("a key on a page of its own");
    assert!(!asked.contains("9000") && !asked.contains("10000.01"), "{asked}");
    assert!(key.contains("9000"), "{key}");
}

#[test]
#[ignore = "needs NumPy, pandas and safetensors"]
fn every_format_is_read_bit_for_bit() {
    for scene in
        ["d_model=24&length=40", "convention=fairseq&d_model=7&length=33", "d_model=1&length=1"]
    {
        for what in ["table", "similarity", "rotation", "frequencies"] {
            let folder = tempfile::tempdir().unwrap();
            for (format, dtypes) in [
                ("npy", &["f16", "f32", "f64"][..]),
                ("npz", &["f16", "f32", "f64"]),
                ("safetensors", &["f16", "bf16", "f32", "f64"]),
                ("csv", &["f32", "f64"]),
                ("tsv", &["f32", "f64"]),
                ("json", &["f32", "f64"]),
                ("md", &["f32", "f64"]),
            ] {
                // Frequencies have no 16-bit formats.
                let is_short = |dtype: &str| what == "frequencies" && dtype.ends_with("16");
                for dtype in dtypes.iter().filter(|dtype| !is_short(dtype)) {
                    let path = folder.path().join(format!("{what}.{dtype}.{format}"));
                    let scene = ["--scene", scene, "--offset", "5"];
                    let form = ["--dtype", dtype, "--force", "-o", text(&path)];
                    phasor(&[&["export", what], &scene[..], &form].concat());
                }
            }
            read("data.py", &[text(folder.path()), what]);
        }
    }
}

#[test]
#[ignore = "needs NumPy"]
fn numpy_code_makes_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let conventions = String::from_utf8(phasor(&["conventions"]).stdout).unwrap();
    let mut scenes: Vec<String> = conventions
        .lines()
        // Code for grids is not written; a bias has no rows.
        .filter(|line| line.split('\t').nth(2).is_some_and(|rule| rule.starts_with("exponent")))
        .filter_map(|line| line.split('\t').next())
        .flat_map(|key| {
            [6, 7].map(|d_model| format!("convention={key}&d_model={d_model}&length=40"))
        })
        .collect();
    assert!(scenes.len() > 40, "every convention, at an even and an odd width: {}", scenes.len());
    for exponent in ["endpoint", "doubled", "per-column", "per-column-doubled", "one-based"] {
        scenes.push(format!("exponent={exponent}&d_model=5&length=9&start=-4&base=77.5"));
    }
    scenes.extend(
        [
            "components=sin&d_model=5",
            "components=cos&d_model=1&length=1",
            "d_model=6&start=12.5&step=-0.25&length=40",
        ]
        .map(String::from),
    );
    for (i, scene) in scenes.iter().enumerate() {
        let code = phasor(&["code", "numpy", "--scene", scene]).stdout;
        std::fs::write(folder.path().join(format!("{i}.py")), code).unwrap();
        let table = folder.path().join(format!("{i}.npy"));
        phasor(&["export", "table", "--scene", scene, "--dtype", "f64", "-o", text(&table)]);
    }
    read("exported_code.py", &[text(folder.path()), &scenes.len().to_string()]);
}

#[test]
#[ignore = "needs NumPy"]
fn rotary_code_turns_as_transformers_does() {
    let folder = tempfile::tempdir().unwrap();
    let all: serde_json::Value = serde_json::from_str(include_str!("../data/rotary.json")).unwrap();
    let config = folder.path().join("config.json");
    let mut num = 0;
    for model in all.as_object().unwrap().values() {
        std::fs::write(&config, model["config"].to_string()).unwrap();
        for (set, printed) in model["sets"].as_object().unwrap() {
            let (layers, context) = set.split_once('@').unwrap_or((set, "none"));
            let own = ["code", "numpy", "--model", text(&config), "--layers", layers];
            let code = phasor(&[&own[..], &["--context", context]].concat()).stdout;
            std::fs::write(folder.path().join(format!("{num}.py")), code).unwrap();
            let file = folder.path().join(format!("{num}.json"));
            std::fs::write(file, printed.to_string()).unwrap();
            num += 1;
        }
    }
    assert!(num >= 35, "{num}");
    read("rotary_code.py", &[text(folder.path()), &num.to_string()]);
}

/// Changes a table in a third of 300 ways, and has it identified. A right answer gives its numbers again.
#[test]
#[ignore = "needs NumPy"]
fn changed_tables_are_identified() {
    let folder = tempfile::tempdir().unwrap();
    read("identify.py", &[env!("CARGO_BIN_EXE_phasor"), text(folder.path()), "paper"]);
}

/// Makes caches and tables whose rows are at any positions, and has them identified. A right answer gives their numbers
/// again.
#[test]
#[ignore = "needs NumPy"]
fn rows_at_any_positions_are_identified() {
    let folder = tempfile::tempdir().unwrap();
    read(
        "row_positions.py",
        &[env!("CARGO_BIN_EXE_phasor"), text(folder.path()), part("35", "300")],
    );
}

/// Compares the measurements of tables with those of NumPy, `SciPy` and scikit-learn.
#[test]
#[ignore = "needs scikit-learn"]
fn learned_tables_are_measured_as_other_libraries_do() {
    let folder = tempfile::tempdir().unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/examples/learned.npy");
    read("learned.py", &[env!("CARGO_BIN_EXE_phasor"), text(&example), text(folder.path())]);
}

/// Compares rounded caches with those that PyTorch made.
#[test]
#[ignore = "needs NumPy"]
fn rounded_caches_are_those_of_pytorch() {
    let folder = tempfile::tempdir().unwrap();
    read("caches.py", &[env!("CARGO_BIN_EXE_phasor"), text(folder.path())]);
}

/// Compares every pair of conventions with NumPy's figures.
#[test]
#[ignore = "needs NumPy"]
fn comparisons_agree_with_numpy() {
    let folder = tempfile::tempdir().unwrap();
    read("compare.py", &[env!("CARGO_BIN_EXE_phasor"), text(folder.path())]);
}

/// Compares svg and pdf, as other programs draw them, with the png.
#[test]
#[ignore = "needs librsvg, Poppler and Pillow"]
fn svg_and_pdf_are_drawn_as_the_png() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // The second program has no font: the text of an svg is outlines.
    let config = path("fonts.conf");
    std::fs::write(&config, "<fontconfig></fontconfig>").unwrap();
    let more = ["heatmap", "waves", "rotation", "clocks", "proof", "values", "two-words"];
    let mut num_figures = 0;
    let checkpoint = path("checkpoint.safetensors");
    write_tensors(
        &checkpoint,
        &[("wpe.weight", &[4, 2], vec![0.5, 1.0, 0.0, 2.0, 0.1, 0.2, 0.3, 0.4])],
    );
    let others = View::ALL.iter().copied().filter(|view| !more.contains(&view.key()));
    for view in third(others).chain(more.map(|key| View::from_key(key).unwrap())) {
        // One view lists what a file holds.
        let scene = match view {
            View::Tensors => format!("table={}&tensor=wpe.weight", text(&checkpoint)),
            _ => shown(view, "d_model=12&length=20"),
        };
        let view = view.key();
        // Options for all three formats, and options for the vector formats alone.
        let forms = [
            ("light", &[][..], &[][..]),
            ("dark", &["--theme", "dark"], &[]),
            ("paper", &["--size", "120x90mm", "--dpi", "200", "--with", "title"], &[]),
            ("cells", &["--without", "caption,selection"], &["--cells", "rectangles"]),
        ];
        let num_forms = if more.contains(&view) { forms.len() } else { 1 };
        for (name, extra, of_shapes) in &forms[..num_forms] {
            num_figures += 1;
            let file = |ending: &str| path(&format!("{view}-{name}.{ending}"));
            for ending in ["png", "svg", "pdf"] {
                let scene = ["--trust-files", "--scene", &scene];
                let of_shapes = if ending == "png" { &[][..] } else { of_shapes };
                let file = file(ending);
                let output = ["-o", text(&file)];
                phasor(&[&["figure", view], &scene[..], extra, of_shapes, &output].concat());
            }
            let pixels = png::Decoder::new(std::io::BufReader::new(
                std::fs::File::open(file("png")).unwrap(),
            ));
            let (width, height) = {
                let reader = pixels.read_info().unwrap();
                (reader.info().width.to_string(), reader.info().height.to_string())
            };
            run(Command::new("rsvg-convert")
                .env("FONTCONFIG_FILE", &config)
                .args(["-w", &width, "-h", &height, "-o", text(&file("svg.png"))])
                .arg(file("svg")));
            run(Command::new("pdftoppm")
                .args(["-png", "-singlefile", "-scale-to-x", &width, "-scale-to-y", &height])
                .args([&file("pdf"), &path(&format!("{view}-{name}.pdf"))]));
            // Text stays text, with embedded fonts.
            let fonts = run(Command::new("pdffonts").arg(file("pdf")));
            for line in fonts.lines().skip(2) {
                assert!(line.contains(" yes yes yes"), "embedded, subset, readable: {line}");
            }
            let words = run(Command::new("pdftotext").arg(file("pdf")).arg("-"));
            let title = std::fs::read_to_string(file("svg")).unwrap();
            let title = title.split("<title>").nth(1).unwrap().split('<').next().unwrap();
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains(title), "{title} is text in {words}");
        }
    }
    read("figures.py", &[text(folder.path()), &num_figures.to_string()]);
}

/// A page with panels, a figure of a column, and both forms of a table, as an author includes them.
#[test]
#[ignore = "needs pdflatex"]
fn pages_of_latex_include_figures_captions_and_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let views = ["figure", "heatmap,similarity,rotation", "--letters", "--width", "text"];
    phasor(&[&views[..], &["--caption", "tex", "-o", &path("three.pdf")]].concat());
    let cache = ["figure", "heatmap", "--model", "llama-3-8b", "--width", "column"];
    phasor(&[&cache[..], &["--caption", "tex", "-o", &path("my_cache.png")]].concat());
    let table = ["export", "table", "--rows", "0..4", "--columns", "2..5"];
    phasor(&[&table[..], &["--siunitx", "-o", &path("pe.tex")]].concat());
    phasor(&[&table[..], &["-o", &path("plain.tex")]].concat());
    let page = r"\documentclass[twocolumn]{article}
\usepackage{graphicx}\usepackage{booktabs}\usepackage{siunitx}
\begin{document}
Figures \ref{fig:three} and \ref{fig:my-cache}, and Table \ref{tab:pe}.
\input{three}\input{my_cache}\input{pe}
\begin{table}\input{plain}\end{table}
\end{document}
";
    std::fs::write(path("page.tex"), page).unwrap();
    for _ in 0..2 {
        let arguments = ["-interaction=nonstopmode", "-halt-on-error", "page.tex"];
        run(Command::new("pdflatex").args(arguments).current_dir(folder.path()));
    }
    let words = run(Command::new("pdftotext").args(["-layout", &path("page.pdf"), "-"]));
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "Figures 1 and 2, and Table 1.",
        "Figure 1: (a) Heatmap:",
        "(c) Rotation:",
        "columns 0–31 of 128",
        "Llama 3 8B",
        "Table 1: Positional encoding",
    ] {
        assert!(words.contains(part), "{part} in {words}");
    }
    assert!(!words.contains("??"), "every reference is found: {words}");
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {message}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
#[ignore = "needs Pillow"]
fn every_frame_of_an_animation_is_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["film.apng", "film.gif", "frames"] {
        phasor(&[
            "animate",
            "rotation",
            "--d-model",
            "8",
            "--size",
            "400x300",
            "--fps",
            "20",
            "--sweep",
            "offset=0..12",
            "-o",
            text(&path(name)),
        ]);
    }
    read("film.py", &[text(folder.path()), "12", "50"]);
}

#[test]
#[ignore = "needs NumPy"]
fn long_tables_are_read_whole_and_in_parts() {
    // More than one block of rows, and a similarity with rows longer than a block.
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let table = ["export", "table", "--d-model", "96", "--length", "9000", "--dtype", "f64"];
    for (name, rows) in [("whole", "0..9000"), ("first", "0..4500"), ("second", "4500..9000")] {
        let file = path(&format!("{name}.npy"));
        phasor(&[&table[..], &["--rows", rows, "-o", text(&file)]].concat());
    }
    let wide = ["export", "similarity", "--d-model", "4", "--length", "700000", "--rows", "7..10"];
    for name in ["wide.npy", "wide.csv", "wide.json"] {
        phasor(&[&wide[..], &["--dtype", "f64", "-o", text(&path(name))]].concat());
    }
    read("long.py", &[text(folder.path())]);
}

#[test]
#[ignore = "needs pdflatex"]
fn latex_accepts_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    for what in ["table", "similarity", "rotation", "frequencies"] {
        let table = folder.path().join(format!("{what}.tex"));
        let scene = ["--d-model", "12", "--length", "9", "--sentence", "50% of {braces} & more_"];
        phasor(&[&["export", what], &scene[..], &["-o", text(&table)]].concat());
    }
    let document = r"\documentclass{article}\usepackage[margin=1cm]{geometry}\usepackage{booktabs}
\begin{document}\input{table}\par\input{similarity}\par\input{rotation}\par\input{frequencies}
\end{document}";
    std::fs::write(folder.path().join("paper.tex"), document).unwrap();
    let output = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "paper.tex"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "pdflatex refuses: {message}");
    let pdf: PathBuf = folder.path().join("paper.pdf");
    assert!(pdf.metadata().unwrap().len() > 1000, "the document has a page");
}
