//! What is exported is read by other people's programs: NumPy, pandas, safetensors, LaTeX.
//!
//! Needs what `tests/readers/environment` and `tests/desktop/desktop-packages` install, so these tests are
//! ignored unless asked for.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn phasor(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_phasor")).args(arguments).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} fails: {told}");
    output
}

/// Runs one of the scripts of `tests/readers`.
fn read(script: &str, arguments: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(root.join("target/readers/bin/python"))
        .arg(root.join("tests/readers").join(script))
        .args(arguments)
        .output()
        .expect("tests/readers/environment has made the environment");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script} {arguments:?}: {told}");
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
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
                for dtype in dtypes {
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
fn a_long_table_is_read_in_parts_and_whole() {
    // More than one block of rows, and a similarity whose rows are longer than a block.
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
#[ignore = "takes pdflatex, where it is installed"]
fn latex_takes_the_table() {
    let is_there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !is_there("pdflatex") {
        return;
    }
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
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "pdflatex refuses: {told}");
    let pdf: PathBuf = folder.path().join("paper.pdf");
    assert!(pdf.metadata().unwrap().len() > 1000, "a page is there");
}
