//! Black-box tests of the binary: output, files, exit codes and error messages.

use std::{fs, io::Read as _, path::Path};

use assert_cmd::Command;
use ndarray::Array2;
use ndarray_npy::ReadNpyExt as _;
use phasor::scene::Named;

fn phasor(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("phasor").unwrap();
    command.args(arguments);
    command
}

/// Standard output of a successful run.
#[track_caller]
fn stdout(arguments: &[&str]) -> String {
    let output = phasor(arguments).assert().success().get_output().clone();
    assert!(output.stderr.is_empty(), "{arguments:?} writes to stderr: {:?}", output.stderr);
    String::from_utf8(output.stdout).unwrap()
}

/// Standard output of a successful run, which may write notes to stderr.
#[track_caller]
fn stdout_with_notes(arguments: &[&str]) -> String {
    let output = phasor(arguments).assert().success().get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

/// Cells of a text table without the header and the first column.
fn cells(text: &str, separator: char) -> Vec<Vec<f64>> {
    let row =
        |line: &str| line.split(separator).skip(1).map(|cell| cell.parse().unwrap()).collect();
    text.lines().skip(1).map(row).collect()
}

#[track_caller]
fn check_refused(arguments: &[&str], expected: &str) {
    let output = phasor(arguments).assert().code(2).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, format!("phasor: {expected}\n"), "refusal of {arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints nothing to stdout");
}

#[test]
fn worked_example_matches_published_table() {
    let printed = [
        [0.0, 1.0, 0.0, 1.0],
        [0.8415, 0.5403, 0.0100, 0.9999],
        [0.9093, -0.4161, 0.0200, 0.9998],
        [0.1411, -0.9900, 0.0300, 0.9996],
    ];
    let text = stdout(&["export", "table", "--d-model", "4", "--length", "4", "-o", "-"]);
    assert!(text.starts_with("position,0,1,2,3\n0,0,1,0,1\n"), "header and whole values: {text}");
    for (row, printed) in cells(&text, ',').iter().zip(printed) {
        for (value, printed) in row.iter().zip(printed) {
            // Half a unit in the last printed digit, plus room for 0.99995 printed as 0.9999.
            assert!((value - printed).abs() <= 0.5e-4 + 1e-7, "{value} was printed as {printed}");
        }
    }
}

#[test]
fn part_of_table_equals_whole() {
    let scene = ["--scene", "d_model=6&start=-2&length=9", "--dtype", "f64", "-o", "-"];
    let all = |extra: &[&str]| stdout(&[&["export", "table"], &scene[..], extra].concat());
    let whole: Vec<Vec<f64>> = cells(&all(&[]), ',');
    let part = all(&["--rows", "3..5", "--columns", "1..4"]);
    assert!(part.starts_with("position,1,2,3\n1,"), "labels are positions and columns: {part}");
    let expected: Vec<Vec<f64>> = whole[3..5].iter().map(|row| row[1..4].to_vec()).collect();
    assert_eq!(cells(&part, ','), expected, "values of the part");
}

#[test]
fn options_are_accepted_before_command() {
    let before = stdout(&["--d-model", "4", "export", "table", "--length", "2", "-o", "-"]);
    let after = stdout(&["export", "table", "--length", "2", "--d-model", "4", "-o", "-"]);
    assert_eq!(before, after, "the same scene");
}

#[test]
fn every_kind_has_its_header() {
    let small = ["--d-model", "3", "--length", "2", "-o", "-"];
    let header = |what: &str, format: &str| {
        let width = ["--d-model", if what == "rotation" { "2" } else { "3" }];
        let small = ["--length", "2", "-o", "-"];
        let text = stdout(&[&["export", what, "--format", format], &width[..], &small].concat());
        text.lines().next().unwrap().to_owned()
    };
    assert_eq!(header("table", "csv"), "position,0,1,2");
    assert_eq!(header("similarity", "tsv"), "position\t0\t1");
    assert_eq!(header("rotation", "csv"), "column,0,1");
    assert_eq!(header("frequencies", "csv"), "pair,frequency,wavelength,sin_column,cos_column");
    let text = stdout(&[&["export", "frequencies"], &small[..]].concat());
    assert_eq!(text.lines().nth(1), Some("0,1,6.2831855,0,1"), "the first pair");
    assert!(text.lines().nth(2).unwrap().ends_with(",2,"), "a lone sine has no cosine column");
}

#[test]
fn npy_is_read_by_ndarray_npy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pe.npy");
    let file = path.to_str().unwrap();
    phasor(&["export", "table", "--d-model", "5", "--length", "700", "--dtype", "f64", "-o", file])
        .assert()
        .success();
    let table = Array2::<f64>::read_npy(fs::File::open(&path).unwrap()).unwrap();
    assert_eq!(table.shape(), [700, 5], "shape (length, d_model)");
    assert!((table[[699, 0]] - 699_f64.sin()).abs() < 1e-15, "a value far down");
    phasor(&["export", "table", "--d-model", "5", "--length", "700", "-o", file])
        .assert()
        .success();
    let single = Array2::<f32>::read_npy(fs::File::open(&path).unwrap()).unwrap();
    assert_eq!(single, table.mapv(|value| value as f32), "f32 is the nearest to the f64");
}

#[test]
fn what_a_scene_shows_of_a_comparison_is_exported() {
    let of = |what: &str, scene: &str| {
        stdout(&["export", what, "--scene", scene, "--format", "csv", "-o", "-"])
    };
    let both = "d_model=8&length=4&b.convention=tensor2tensor";
    for what in ["table", "similarity", "rotation", "frequencies"] {
        let [a, b] = ["d_model=8&length=4", "d_model=8&length=4&convention=tensor2tensor"]
            .map(|scene| of(what, scene));
        for (side, expected) in [("a", &a), ("all", &a), ("difference", &a), ("b", &b)] {
            assert_eq!(of(what, &format!("{both}&side={side}")), *expected, "{what} of {side}");
        }
        assert!(what == "similarity" || a != b, "{what} tells A from B");
    }
    let difference = of("difference", &format!("{both}&side=b"));
    assert_eq!(difference, of("difference", both), "A - B is that of both");
    // The scene in the file has the same rows.
    let json = stdout(&[
        "export",
        "table",
        "--scene",
        &format!("{both}&side=b"),
        "--format",
        "json",
        "-o",
        "-",
    ]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let scene = json["metadata"]["scene"].as_str().unwrap();
    let again = of("table", scene);
    assert_eq!(again, of("table", &format!("{both}&side=b")), "the scene {scene} has these rows");
}

#[test]
fn similarity_and_rotation_match_definitions() {
    for scene in [
        "d_model=6&length=5",
        "d_model=5&length=5&layout=split",
        "d_model=5&length=5&convention=fairseq",
        "d_model=7&length=5&convention=marian-cpp",
        "d_model=5&length=5&convention=tatp22&order=cos-first",
        "d_model=5&length=5&convention=guided-diffusion&exponent=per-column",
        "components=cos&d_model=4&length=5",
    ] {
        let export = |what: &str, extra: &str| {
            let scene = format!("{scene}{extra}");
            let arguments = ["export", what, "--scene", &scene, "--dtype", "f64", "-o", "-"];
            cells(&stdout(&arguments), ',')
        };
        let table = export("table", "");
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        for (measure, of) in [
            ("dot", (&|a: &[f64], b: &[f64]| dot(a, b)) as &dyn Fn(&[f64], &[f64]) -> f64),
            ("cosine", &|a, b| dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()),
            ("distance", &|a, b| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()),
        ] {
            let matrix = export("similarity", &format!("&measure={measure}"));
            for (row, a) in matrix.iter().zip(&table) {
                for (value, b) in row.iter().zip(&table) {
                    let expected = of(a, b);
                    let error = (value - expected).abs();
                    assert!(error < 2e-15 * 6.0, "{measure} in {scene}: {value}, not {expected}");
                }
            }
        }
    }
    let table = cells(
        &stdout(&["export", "table", "--scene", "d_model=6&length=5", "--dtype", "f64", "-o", "-"]),
        ',',
    );
    let matrix = cells(
        &stdout(&[
            "export",
            "rotation",
            "--scene",
            "d_model=6&offset=3",
            "--dtype",
            "f64",
            "-o",
            "-",
        ]),
        ',',
    );
    for (i, row) in matrix.iter().enumerate() {
        let moved: f64 = row.iter().zip(&table[1]).map(|(a, b)| a * b).sum();
        assert!((moved - table[4][i]).abs() < 1e-15, "M_3·PE(1) is PE(4) in column {i}");
    }
}

/// Rows of similarity that are longer than the block in which a file is written.
#[test]
fn the_similarity_of_all_of_a_long_row_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.npy");
    for scene in [
        "d_model=4",
        "d_model=5&layout=split",
        "d_model=4&encoding=random",
        "d_model=4&measure=cosine",
    ] {
        let scene = format!("{scene}&length=262147");
        let export = |what: &str| {
            let rows = if what == "table" { "0..262147" } else { "3..5" };
            let options = ["--dtype", "f64", "--rows", rows, "-o", path.to_str().unwrap()];
            let arguments = [&["export", what, "--scene", &scene], &options[..]].concat();
            phasor(&arguments).assert().success();
            Array2::<f64>::read_npy(fs::File::open(&path).unwrap()).unwrap()
        };
        let (table, similarity) = (export("table"), export("similarity"));
        for ((i, s), found) in similarity.indexed_iter() {
            let (a, b) = (table.row(3 + i), table.row(s));
            let norm = if scene.contains("cosine") { (a.dot(&a) * b.dot(&b)).sqrt() } else { 1.0 };
            let expected = a.dot(&b) / norm;
            assert!((found - expected).abs() < 1e-14, "{scene}, {s}: {found}, not {expected}");
        }
    }
}

#[test]
fn values_outside_limits_are_refused() {
    check_refused(
        &["export", "table", "--d-model", "16385", "-o", "-"],
        "invalid d_model \"16385\": expected a whole number from 1 to 16384",
    );
    check_refused(
        &["export", "table", "--length", "4294967297", "-o", "-"],
        "invalid length \"4294967297\": expected a whole number from 1 to 4294967296",
    );
    check_refused(
        &["figure", "heatmap", "--offset", "-4294967297", "-o", "x.png"],
        "invalid offset \"-4294967297\": expected a whole number from -4294967296 to 4294967296",
    );
    check_refused(
        &["export", "table", "--base", "1", "-o", "-"],
        "invalid base \"1\": expected a number above 1, up to 1e12",
    );
    check_refused(
        &["export", "table", "--rows", "5..300", "-o", "-"],
        "invalid rows \"5..300\": expected A..B with 0 <= A < B <= 256",
    );
    check_refused(
        &["export", "similarity", "--length", "200000", "-o", "-"],
        "similarity of 200000 x 200000 positions is more than 2^34 values: give a range with \
         --rows A..B and --columns A..B",
    );
    check_refused(
        &["export", "table", "-o", "table.xlsx"],
        "unknown format of \"table.xlsx\": expected --format with one of csv, tsv, json, \
         npy, npz, safetensors, md, tex",
    );
    check_refused(
        &["figure", "heatmap", "--size", "10x10", "-o", "x.png"],
        "invalid size \"10x10\": expected WxH in pixels, each 64 to 16384, such as 1640x1200, or \
         with a unit, such as 88x60mm, 9x6cm, 3.5x2.4in or 250x170pt, that come to as many pixels at \
         their resolution; or a width alone: column, text, or such as 120mm",
    );
    check_refused(
        &["figure", "heatmap", "-o", "x.docx"],
        "unknown format of \"x.docx\": expected --format with one of png, svg, pdf",
    );
    check_refused(
        &["--convention", "papper"],
        "unknown convention \"papper\": nearest are paper, whisper, per-column; \
         `phasor conventions` lists all",
    );
}

#[test]
fn last_row_of_longest_table() {
    let text = stdout(&[
        "export",
        "table",
        "--d-model",
        "2",
        "--length",
        "4294967296",
        "--rows",
        "4294967295..4294967296",
        "--dtype",
        "f64",
        "-o",
        "-",
    ]);
    // sin and cos of 4294967295 radians, from 60-digit arithmetic.
    let expected = [0.496_677_191_753_288_2, -0.867_935_347_357_202_3];
    let row = &cells(&text, ',')[0];
    for (value, expected) in row.iter().zip(expected) {
        assert!((value - expected).abs() < 1e-15, "{value} instead of {expected}");
    }
}

#[test]
fn png_figure_contains_its_scene() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("similarity.png");
    let arguments = [
        "figure",
        "similarity",
        "--length",
        "64",
        "--size",
        "400x300",
        "-o",
        path.to_str().unwrap(),
    ];
    phasor(&arguments).assert().success();
    let first = fs::read(&path).unwrap();
    phasor(&arguments).assert().success();
    assert_eq!(first, fs::read(&path).unwrap(), "same scene, same bytes");
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(&path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (400, 300), "the size asked for");
    let texts = &reader.info().utf8_text;
    let scene = texts.iter().find(|text| text.keyword == "Scene").unwrap();
    assert_eq!(scene.get_text().unwrap(), "length=64", "the scene is in the file");
    let colors: std::collections::BTreeSet<&[u8]> = pixels.chunks_exact(3).collect();
    assert!(colors.len() > 60, "{} colors: the picture is in the figure", colors.len());
}

#[test]
fn word_vectors_are_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = folder.path().join("vectors.txt");
    let figure = folder.path().join("tokens.png");
    let arguments = [
        "figure",
        "tokens",
        "--d-model",
        "4",
        "--sentence",
        "one two & three",
        "--vectors",
        vectors.to_str().unwrap(),
        "--size",
        "400x300",
        "-o",
        figure.to_str().unwrap(),
    ];
    for (content, message) in [
        ("one 1 2 3 4\ntwo 5 6 7 8\nthree 1 1 1 1\n", ""),
        ("one 1 2 3\n", "phasor: vectors of "),
        ("one 1 2 3 4\ntwo 5 6\n", "phasor: line 2 has 2 numbers, the first line has 4: "),
    ] {
        fs::write(&vectors, content).unwrap();
        let code = i32::from(!message.is_empty());
        let output = phasor(&arguments).assert().code(code).get_output().clone();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with(message), "{error:?} must begin with {message:?}");
        assert_eq!(error.lines().count(), usize::from(!message.is_empty()), "one line at most");
    }
    assert!(figure.exists(), "the first figure is still there");
}

#[test]
fn export_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.csv");
    fs::write(&path, "old").unwrap();
    let export = |path: &Path| {
        let path = path.to_str().unwrap();
        let output = phasor(&["export", "table", "--length", "3", "-o", path]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let missing = folder.path().join("missing/new.csv");
    let (code, message) = export(&missing);
    assert_eq!(code, Some(1), "a missing folder is a failure");
    assert!(message.contains("missing/new.csv") && message.contains("No such file"), "{message}");
    let (code, message) = export(folder.path().join("folder.csv").parent().unwrap());
    assert_eq!(code, Some(2), "a folder has no ending, so no format: {message}");
    let read_only = fs::metadata(&path).map(|metadata| {
        let mut permissions = metadata.permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions)
    });
    read_only.unwrap().unwrap();
    let (code, message) = export(&path);
    assert_eq!(code, Some(1), "a read-only file is kept");
    assert!(message.contains("old.csv") && message.contains("ermission denied"), "{message}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old", "the old file is untouched");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
}

#[cfg(target_os = "linux")]
#[test]
fn devices_links_and_closed_pipes() {
    // Writing to /dev/full fails as on a full disk.
    let output =
        phasor(&["export", "table", "-o", "/dev/full", "--format", "csv"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "a full disk is a failure");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("/dev/full") && message.contains("No space left"), "{message}");

    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real.csv"), folder.path().join("link.csv"));
    std::os::unix::fs::symlink("real.csv", &link).unwrap();
    phasor(&["export", "table", "--length", "2", "-o", link.to_str().unwrap()]).assert().success();
    assert!(real.is_file() && link.is_symlink(), "the link is followed and stays a link");

    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("phasor"))
        .args(["export", "table", "--length", "1000000", "-o", "-"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut beginning = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut beginning).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "a closed pipe is no failure: {:?}", output.status);
    assert!(output.stderr.is_empty(), "nothing on stderr after a closed pipe");
}

#[test]
fn stale_temporary_file_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pe.csv");
    for name in [".pe.csv.phasor-tmp", ".pe.csv.a1B2c3.phasor-tmp"] {
        fs::write(folder.path().join(name), "half a file").unwrap();
    }
    phasor(&["export", "table", "--length", "2", "-o", path.to_str().unwrap()]).assert().success();
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["pe.csv"], "only the export is there");
}

#[test]
fn conventions_are_listed_one_per_line() {
    let text = stdout(&["conventions"]);
    assert_eq!(text.lines().count(), Named::all().count(), "one line each");
    for (line, convention) in text.lines().zip(Named::all()) {
        assert_eq!(
            line.split('\t').count(),
            6,
            "key, group, rules, title, sentence, source: {line}"
        );
        assert!(line.starts_with(&format!("{}\t", convention.key())), "{line}");
    }
}

#[test]
fn fallback_of_convention_is_reported() {
    for (scene, text) in [
        ("convention=whisper&d_model=2", "the original gives NaN; shown: a divisor of 1."),
        ("convention=fairseq&d_model=2", "the original stops with ZeroDivisionError;"),
        ("convention=d2l&d_model=5", "At an odd d_model the original stops with RuntimeError"),
        ("convention=d2l&d_model=4", ""),
        ("convention=tatp22&d_model=5", ""),
    ] {
        let output =
            phasor(&["export", "table", "--length", "3", "--scene", scene, "-o", "-"]).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{scene} is defined");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            message.contains(text) && message.is_empty() == text.is_empty(),
            "{scene}: {message:?}"
        );
        let table = cells(&String::from_utf8(output.stdout).unwrap(), ',');
        assert!(table.iter().flatten().all(|value| value.abs() <= 1.0), "{scene}: {table:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn missing_display_is_reported_in_one_line() {
    let mut command = phasor(&[]);
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(variable);
    }
    let folder = tempfile::tempdir().unwrap();
    let output =
        command.env("XDG_CONFIG_HOME", folder.path()).assert().code(1).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message.lines().count(), 1, "one line: {message}");
    for part in ["cannot open a window", "apt-get install", "phasor export table"] {
        assert!(message.contains(part), "{part:?} is not in {message}");
    }
}

#[test]
fn printed_tables_have_requested_digits() {
    let small = ["--d-model", "4", "--length", "3", "-o", "-"];
    let export = |what: &str, extra: &[&str]| stdout(&[&["export", what], extra, &small].concat());
    let markdown = export("table", &["--format", "md"]);
    let lines: Vec<&str> = markdown.lines().collect();
    assert_eq!(lines[0], "| position | 0 | 1 | 2 | 3 |");
    assert_eq!(lines[1], "|---:|---:|---:|---:|---:|");
    assert_eq!(lines[4], "| 2 | 0.9093 | -0.4161 | 0.0200 | 0.9998 |");
    assert!(markdown.contains("scene: d_model=4&length=3"), "the scene of the table: {markdown}");
    let latex = export("table", &["--format", "tex", "--digits", "2"]);
    assert!(latex.contains("  2 & 0.91 & $-0.42$ & 0.02 & 1.00 \\\\\n"), "a math minus: {latex}");
    for word in ["% scene: d_model=4&length=3", "\\begin{tabular}{rrrrr}", "\\toprule", "\\midrule"]
    {
        assert!(latex.contains(word), "{word} is in {latex}");
    }
    // Frequencies span decades, so their digits are significant digits.
    let frequencies = export("frequencies", &["--format", "tex", "--base", "1e12"]);
    assert!(
        frequencies.contains("  1 & $1.000 \\times 10^{-6}$ & 6283185 & 2 & 3 \\\\"),
        "{frequencies}"
    );
    assert!(frequencies.contains("sin\\_column"), "the underscore is escaped: {frequencies}");
    let fixed = export("table", &["--digits", "3"]);
    assert_eq!(fixed.lines().nth(2), Some("1,0.841,0.540,0.010,1.000"), "csv with three digits");
    let shortest = export("table", &["--format", "md", "--digits", "shortest"]);
    assert!(shortest.contains("| 1 | 0.84147096 |"), "digits that read back: {shortest}");
}

#[test]
fn unsupported_options_of_format_are_refused() {
    let small = ["--d-model", "4", "--length", "3", "-o", "-"];
    let refuse = |extra: &[&str], message: &str| {
        check_refused(&[&["export", "table"], extra, &small[..]].concat(), message);
    };
    refuse(&["--format", "npy", "--dtype", "bf16"], "npy has no bf16: expected f16, f32, f64");
    refuse(&["--format", "csv", "--dtype", "f16"], "csv has no f16: expected f32, f64");
    refuse(
        &["--format", "npz", "--digits", "4"],
        "npz holds every bit: digits are for csv, tsv, json, md and tex",
    );
    refuse(
        &["--digits", "18"],
        "invalid digits \"18\": expected shortest, or a whole number from 0 to 17",
    );
    check_refused(
        &["export", "table", "-o", "table.md"],
        "256 x 128 values are too many to print as md (at most 1000): give a range with --rows A..B \
         and --columns A..B, or --force",
    );
    let forced = stdout(&[
        "export",
        "table",
        "--d-model",
        "32",
        "--length",
        "32",
        "--format",
        "md",
        "--force",
        "-o",
        "-",
    ]);
    assert_eq!(forced.lines().take_while(|line| line.starts_with('|')).count(), 34, "all rows");
}

#[test]
fn sweep_writes_one_file_per_value() {
    let folder = tempfile::tempdir().unwrap();
    let template = folder.path().join("{what}pe_{d_model}_{n}.csv");
    let template = template.to_str().unwrap().replace("{what}", "");
    let sweep = ["--sweep", "d_model=2,4", "--sweep", "length=1..3", "-o", &template];
    assert_eq!(stdout(&[&["export", "table"], &sweep[..]].concat()), "");
    for (name, d_model, length) in [
        ("pe_2_0001.csv", "2", "1"),
        ("pe_2_0002.csv", "2", "2"),
        ("pe_4_0003.csv", "4", "1"),
        ("pe_4_0004.csv", "4", "2"),
    ] {
        let written = fs::read_to_string(folder.path().join(name)).unwrap();
        let size = ["--d-model", d_model, "--length", length];
        let alone = stdout(&[&["export", "table"], &size[..], &["-o", "-"]].concat());
        assert_eq!(written, alone, "{name}");
    }
    let figures = folder.path().join("k{offset}.svg");
    let sweep = ["--sweep", "offset=-1..1", "--d-model", "4", "-o", figures.to_str().unwrap()];
    assert_eq!(stdout(&[&["figure", "rotation"], &sweep[..]].concat()), "");
    for name in ["k-1.svg", "k0.svg"] {
        assert!(fs::read_to_string(folder.path().join(name)).unwrap().contains("M_k, offset k"));
    }
    check_refused(
        &["export", "table", "--sweep", "d_model=4,8", "-o", "pe.npy"],
        "the name \"pe.npy\" is the same for all: put {d_model} into it, or {n} for a number",
    );
    check_refused(
        &["export", "table", "--sweep", "d_model=4,8", "-o", "-"],
        "standard output takes one file: a sweep needs -o with a name, such as pe_{n}.npy",
    );
    check_refused(
        &["export", "table", "--sweep", "d_model=4,0", "-o", "{n}.npy"],
        "invalid d_model \"0\": expected a whole number from 1 to 16384",
    );
}

#[test]
fn invalid_output_options_are_refused() {
    for (arguments, message) in [
        (
            &["export", "table", "-o", "x.png"][..],
            "unknown format of \"x.png\": expected --format with one of csv, tsv, json, npy, npz, \
             safetensors, md, tex; figures: phasor figure VIEW",
        ),
        (
            &["figure", "heatmap", "-o", "x.gif"],
            "unknown format of \"x.gif\": expected --format with one of png, svg, pdf; animations: \
             phasor animate VIEW",
        ),
        (
            &["animate", "heatmap", "--sweep", "offset=0..2", "-o", "x.npy"],
            "unknown format of \"x.npy\": expected --format with one of apng, gif, frames; \
             numbers: phasor export WHAT",
        ),
        (
            &["animate", "heatmap", "--sweep", "offset=0..2", "-o", "-"],
            "an animation needs a file: -o with a name that ends with .apng or .gif, or a folder",
        ),
        (
            &["animate", "heatmap", "--sweep", "offset=0..2", "--fps", "0", "-o", "x.gif"],
            "invalid fps \"0\": expected a number of frames per second, 0.1 to 50",
        ),
        (
            &["animate", "heatmap", "--sweep", "offset=0..2", "--without", "ground", "-o", "x.gif"],
            "invalid background \"transparent\" for gif: expected a color, or the format apng or frames",
        ),
        (
            &["figure", "heatmap", "--dpi", "5", "-o", "x.pdf"],
            "invalid dpi \"5\": expected a number, 30 to 2400",
        ),
    ] {
        check_refused(arguments, message);
    }
    let output = phasor(&["figure", "heatmap", "--length", "4096", "--d-model", "512", "--cells"])
        .args(["rectangles", "--format", "svg", "-o", "-"])
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("too many to be rectangles (at most 65536)"), "{message}");
}

#[test]
fn each_part_of_a_figure_can_be_left_out() {
    let svg = |without: &str| {
        let figure = ["figure", "heatmap", "--d-model", "64", "--length", "64", "--format", "svg"];
        let extra = if without.is_empty() { vec![] } else { vec!["--without", without] };
        stdout(&[&figure[..], &extra, &["-o", "-"]].concat())
    };
    let whole = svg("");
    let visible = |text: &str| text.split("</metadata>").nth(1).unwrap().to_owned();
    for (part, sign) in [
        ("title", ">Heatmap<"),
        ("caption", "Attention Is All You Need ·"),
        ("axes", ">column j (element)<"),
        ("color-bar", ">PE(t, j)<"),
        ("selection", "#b40073"),
        ("ground", r#"width="100%""#),
    ] {
        assert!(visible(&whole).contains(sign), "{part} is there: {}", visible(&whole));
        assert!(!visible(&svg(part)).contains(sign), "{part} is left out");
    }
    let bare = visible(&svg("title,caption,axes,color-bar,selection"));
    assert!(!bare.contains("<text"), "no word is left: {bare}");
    assert!(bare.contains("image-rendering:pixelated"), "the raster is still there");
}

#[test]
fn sheets_around_a_class_are_pdfs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.pdf");
    let path = path.to_str().unwrap();
    let mut sizes = Vec::new();
    for options in [
        &["--summary"][..],
        &["--exercises"],
        &["7", "--quiz"],
        &["7", "--notes"],
        &["--class", "--quiz"],
        &["--class", "--notes"],
    ] {
        stdout(&[&["handout"], options, &["-q", "-o", path]].concat());
        let bytes = fs::read(path).unwrap();
        assert!(bytes.starts_with(b"%PDF"), "{options:?}");
        sizes.push(bytes.len());
    }
    sizes.sort_unstable();
    sizes.dedup();
    assert_eq!(sizes.len(), 6, "each is another sheet");
    for wrong in
        [&["7", "--class"][..], &["--class", "--summary"], &["7", "--quiz", "--notes"], &[]]
    {
        phasor(&[&["handout"], wrong, &["-o", path]].concat()).assert().code(2);
    }
}

#[test]
fn handout_is_a_pdf_of_the_lesson() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.pdf");
    let text = path.to_str().unwrap();
    for paper in ["a4", "letter"] {
        assert_eq!(stdout(&["handout", "7", "--paper", paper, "-o", text]), "", "prints nothing");
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"%PDF"), "{paper}: a PDF of {} bytes", bytes.len());
    }
    let own = folder.path().join("own.md");
    fs::write(&own, "# Own\n## [Step](scene:d_model=0)\nText.\n").unwrap();
    let output = phasor(&["handout", own.to_str().unwrap(), "-o", text]).assert().success();
    let message = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(message.contains("line 2: "), "errors of the lesson are told: {message}");
    check_refused(
        &["handout", "7", "-o", "lesson.docx"],
        "invalid output \"lesson.docx\": expected a name that ends with .pdf, as a handout is one",
    );
    let missing = phasor(&["handout", "99", "-o", text]).assert().code(1);
    let message = String::from_utf8_lossy(&missing.get_output().stderr).into_owned();
    assert_eq!(message, "phasor: No lesson 99: expected 1 to 19, or a Markdown file\n");
    let missing = phasor(&["handout", "missing.md", "-o", text]).assert().code(1);
    let message = String::from_utf8_lossy(&missing.get_output().stderr).into_owned();
    assert!(message.starts_with("phasor: Cannot read the lesson: "), "{message}");
}

#[test]
fn completions_and_manual_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = stdout(&["completions", shell]);
        for word in ["animate", "sweep", "conventions"] {
            assert!(text.contains(word), "{shell} completes {word}");
        }
    }
    let manual = stdout(&["man"]);
    assert!(manual.starts_with(".ie") || manual.contains(".TH phasor"), "a page: {manual}");
    for command in ["export", "figure", "animate", "code", "handout", "conventions"] {
        assert!(manual.contains(command), "{command} is in the manual");
        assert!(stdout(&["man", command]).contains(&format!("phasor\\-{command}")), "{command}");
    }
}

#[test]
fn scene_from_file_cannot_read_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = folder.path().join("words.txt");
    fs::write(&vectors, "red 1 0\nblue 0 1\n").unwrap();
    let named = format!("sentence=red%20blue&d_model=2&vectors={}", vectors.display());
    let sent = folder.path().join("sent.svg");
    let sent = sent.to_str().unwrap();
    // The author of the figure named the file of vectors; a person who opens the figure has not asked for it.
    let pasted = ["figure", "tokens", "--scene", &named, "-o", sent];
    check_refused(
        &pasted,
        &format!(
            "the scene names the word vectors {vectors:?}, which are read on request: add --trust-files"
        ),
    );
    stdout(&[&pasted[..], &["--trust-files"]].concat());
    let drawn = |extra: &[&str]| {
        let from = ["figure", "tokens", "--scene-from", sent, "--format", "svg"];
        phasor(&[&from[..], extra, &["-o", "-"]].concat()).output().unwrap()
    };
    let output = drawn(&[]);
    assert_eq!(output.status.code(), Some(2), "the file is not read");
    assert!(drawn(&["--trust-files"]).status.success(), "the user has allowed the file");
    let typed = drawn(&["--vectors", vectors.to_str().unwrap()]);
    assert!(typed.status.success(), "a file named on the command line is read");
}

#[test]
fn single_column_of_zeros_is_exported() {
    let scene = ["--convention", "fairseq", "--d-model", "1", "--length", "2"];
    for language in ["numpy", "pytorch", "jax", "rust"] {
        assert!(
            stdout(&[&["code", language], &scene[..]].concat()).contains("zeros"),
            "{language}"
        );
    }
    for format in ["csv", "tsv", "json", "npy", "npz", "safetensors", "md", "tex"] {
        let form = ["--format", format, "-o", "-"];
        for what in ["table", "similarity", "frequencies"] {
            let output = phasor(&[&["export", what], &scene[..], &form].concat()).output().unwrap();
            assert!(output.status.success(), "{what} as {format}");
        }
    }
    let csv = stdout(&[&["export", "frequencies"], &scene[..], &["-o", "-"]].concat());
    assert_eq!(csv, "pair,frequency,wavelength,sin_column,cos_column\n", "no frequency");
    check_refused(
        &["export", "frequencies", "--dtype", "f16", "--format", "npy", "-o", "-"],
        "a table of frequencies has no f16: expected f32, f64: 16 bits hold no number of a column, and no long wavelength",
    );
}

#[test]
fn columns_without_partner_are_reported() {
    let arguments = ["export", "rotation", "--d-model", "3", "-o", "-"];
    let output = phasor(&arguments).assert().success().get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("note: columns without a partner have no rotation"), "{message}");
}

#[test]
fn unusable_figure_options_are_reported() {
    check_refused(
        &["figure", "heatmap", "--cells", "rectangles", "-o", "pe.png"],
        "--cells rectangles is for svg and pdf: everything else is made of pixels",
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.svg");
    let file = path.to_str().unwrap();
    let arguments =
        ["figure", "values", "--length", "8", "--position", "9", "--column", "500", "-o", file];
    let output = phasor(&arguments).assert().success().get_output().clone();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "note: position 9 lies outside the table, 0 to 7: 7 is shown\n\
         note: column 500 lies outside the table, 0 to 127: 127 is shown\n\
         note: no room for 118 of 128 columns\n"
    );
    // Defaults that lie outside the table are clamped without a message.
    stdout(&["figure", "values", "--length", "8", "--d-model", "4", "-o", file]);
    let foreign = folder.path().join("foreign.svg");
    let svg = fs::read_to_string(&path).unwrap().replace("length=8", "colour=blue");
    fs::write(&foreign, svg).unwrap();
    let foreign = foreign.to_str().unwrap();
    let mut output = phasor(&["figure", "values", "--scene-from", foreign, "-o", file]);
    let message = String::from_utf8(output.assert().code(2).get_output().stderr.clone()).unwrap();
    let begins = format!("phasor: the scene in {foreign}: unknown scene key");
    assert!(message.starts_with(&begins), "the error names the file: {message}");
}

#[test]
fn longest_file_name_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ä".repeat(125) + "x.csv");
    assert_eq!(path.file_name().unwrap().len(), 255, "as long as a name may be");
    let file = path.to_str().unwrap();
    stdout(&["export", "table", "--d-model", "2", "--length", "2", "-o", file]);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 3, "a header and two rows");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no other file");
}

#[test]
fn every_file_keeps_a_scene_with_special_characters() {
    let folder = tempfile::tempdir().unwrap();
    let sentence = "a\\b (c) \\) 100 % & <d> \"e\" 'f' é \u{fffe} \u{1f600}";
    let own = ["--d-model", "4", "--length", "4", "--sentence", sentence];
    let expected =
        stdout(&[&["export", "table", "--format", "md"], &own[..], &["-o", "-"]].concat());
    for format in ["png", "svg", "pdf", "json", "npz", "safetensors", "md", "tex", "gif", "apng"] {
        let file = folder.path().join(format!("scene.{format}"));
        let file = file.to_str().unwrap();
        let command: &[&str] = match format {
            "png" | "svg" | "pdf" => &["figure", "rotation", "--size", "400x300"],
            "gif" | "apng" => &["animate", "rotation", "--size", "400x300", "--sweep", "offset=10"],
            _ => &["export", "table"],
        };
        stdout(&[command, &own, &["-o", file]].concat());
        let from = ["export", "table", "--format", "md", "--scene-from", file, "-o", "-"];
        assert_eq!(stdout(&from), expected, "{format}");
    }
}

/// Characters of typeset numbers, which no program reads back.
fn is_typeset(c: char) -> bool {
    "−⁻⁰¹²³⁴⁵⁶⁷⁸⁹".contains(c)
        || ('\u{2007}'..='\u{200a}').contains(&c)
        || "\u{a0}\u{202f}".contains(c)
}

/// Numbers of all that is printed can be pasted into a terminal: words, sentences in JSON, lists and errors.
#[test]
fn printed_numbers_are_plain() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (far, cache, learned) = (path("far.npy"), path("cos.npy"), "assets/examples/learned.npy");
    let rotary = "encoding=rotary&head_dim=64&length=300";
    stdout(&["export", "table", "--start=-70000", "--length", "300", "-o", &far]);
    stdout(&["export", "table", "--scene", rotary, "-o", &cache]);
    let config = path("config.json");
    let text = r#"{"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "rope_theta": 1e-9,
        "rope_scaling": {"rope_type": "linear", "factor": 1e-8}}"#;
    fs::write(&config, text).unwrap();
    let long = "x".repeat(3000);
    let asked: &[&[&str]] = &[
        &["compare", "paper", "fairseq"],
        &["compare", "paper", "round=result:bf16", "--tolerance", "1e-8"],
        &["compare", "d_model=64&start=-70000", "d_model=64&start=-70000&base=9999"],
        &["compare", "d_model=64&start=-70000", "d_model=64&start=-70000&base=10000.0000001"],
        &["compare", &far, "paper", "--tolerance", "0.00000001"],
        &["compare", "model=llama-2-7b", "model=llama-3-8b"],
        &["compare", rotary, "encoding=rotary&head_dim=64&length=300&round=angle:bf16"],
        &["compare", "convention=alibi-mpt&heads=12", "convention=alibi-bloom&heads=12"],
        &["compare", "d_model=64&length=4294967296", "paper"],
        &["identify", &far],
        &["identify", &cache],
        &["identify", learned],
        &["identify", "gemma-3-4b"],
        &["model", "llama-3.1-8b"],
        &["model", "deepseek-v3"],
        &["model", &config],
        &["measure", "--table", learned],
        &["measure", "--start=-70000", "--length", "300", "--d-model", "16"],
        &["models"],
        &["conventions"],
        &["figure", "values", "--start=-70000", "--position=70000", "--size", "100x-5", "-o", "-"],
        &["export", "table", "--length=-5", "-o", "-"],
        &["export", "table", "--position", "99999999999999999999", "-o", "-"],
        &["export", "table", "--base=-1e-8", "-o", "-"],
        &["export", "table", "--d-model", "1e9", "-o", "-"],
        &["compare", "a", "b", "--tolerance", &long],
        &["export", "table", "--length", &long, "-o", "-"],
        &["model", &long],
        &["code", "numpy", "--start=-70000", "--length", "300"],
        &["--help"],
        &["compare", "--help"],
        &["figure", "--help"],
    ];
    let mut num_typeset = 0;
    for arguments in asked {
        for json in [&[][..], &["--json"]] {
            let has_json = ["compare", "identify", "model", "measure", "models", "conventions"];
            if !json.is_empty() && !has_json.contains(&arguments[0]) {
                continue;
            }
            let all = [arguments, json].concat();
            let output = phasor(&all).output().unwrap();
            for bytes in [output.stdout, output.stderr] {
                let text = String::from_utf8_lossy(&bytes);
                if let Some(at) = text.find(is_typeset) {
                    num_typeset += 1;
                    let around: String = text[at..].chars().take(30).collect();
                    println!("{}: {around:?}", all.join(" ").chars().take(90).collect::<String>());
                }
                let longest = text.split('"').map(|part| part.chars().count()).max().unwrap_or(0);
                let is_cut = !text.starts_with("phasor: ") || longest <= 1000;
                assert!(is_cut, "quoted values are cut: {text}");
            }
        }
    }
    assert_eq!(num_typeset, 0, "typeset numbers are printed above");
}

/// What fails stands first; notices follow it, and look unlike errors.
#[test]
fn errors_precede_notices() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("no folder").join("x.svg");
    let file = file.to_str().unwrap();
    let arguments = ["figure", "values", "--length", "8", "--position", "9", "-o", file];
    let output = phasor(&arguments).assert().code(1).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = message.lines().collect();
    assert!(lines[0].starts_with("phasor: cannot write "), "the error is first: {message}");
    assert!(lines.len() > 1, "there are notices: {message}");
    assert!(lines[1..].iter().all(|line| line.starts_with("note: ")), "notes follow: {message}");
}

#[test]
fn misspelt_presets_name_the_nearest() {
    check_refused(
        &["figure", "wavelengths", "--scene", "model=lama-3.1-8b", "-o", "x.svg"],
        "no such file, and no preset \"lama-3.1-8b\"; the nearest are llama-3.1-8b, llama-3-8b, llama-3.2-1b",
    );
    check_refused(
        &["compare", "model=lama-3.1-8b", "paper"],
        "no such file, and no preset \"lama-3.1-8b\"; the nearest are llama-3.1-8b, llama-3-8b, llama-3.2-1b",
    );
    // A path is a file, which is read on request.
    check_refused(
        &["figure", "wavelengths", "--scene", "model=./lama/config.json", "-o", "x.svg"],
        "the scene names the model \"./lama/config.json\", which is read on request: add --trust-files",
    );
}

/// A rounded rotation is not one whose pairing is unknown.
#[test]
fn refusals_of_rotary_views_name_the_reason() {
    for (scene, expected) in [
        ("model=llama-3.1-8b&round=inv-freq-bf16", "rounded"),
        ("encoding=rotary&head_dim=64&round=result:bf16", "rounded"),
    ] {
        for view in ["relative", "head"] {
            let output = phasor(&["figure", view, "--scene", scene, "-o", "-"]).output().unwrap();
            let message = String::from_utf8(output.stderr).unwrap();
            if output.status.success() {
                continue;
            }
            assert!(message.contains(expected), "{view} of {scene}: {message}");
            assert!(!message.contains("which dimensions"), "{view} of {scene}: {message}");
        }
    }
}

#[test]
fn lists_in_json_have_the_same_keys_for_all() {
    for (command, family) in [("models", "sets"), ("conventions", "family")] {
        let list: serde_json::Value = serde_json::from_str(&stdout(&[command, "--json"])).unwrap();
        let list = list.as_array().unwrap();
        let lines = stdout(&[command]).lines().count();
        assert_eq!(list.len(), lines, "{command}: as many as lines");
        let keys = |it: &serde_json::Value| -> Vec<String> {
            it.as_object().unwrap().keys().cloned().collect()
        };
        for it in list {
            assert_eq!(keys(it), keys(&list[0]), "{command}: {it:#}");
            assert!(!it[family].is_null(), "{command}: {it:#}");
            for set in it["sets"].as_array().into_iter().flatten() {
                assert_eq!(keys(set), keys(&list[0]["sets"][0]), "{command}: {set:#}");
            }
        }
    }
    let models: serde_json::Value = serde_json::from_str(&stdout(&["models", "--json"])).unwrap();
    let without =
        models.as_array().unwrap().iter().filter(|it| it["sets"] == serde_json::json!([]));
    assert_eq!(without.count(), 0, "every preset has sets");
}

#[test]
fn messages_do_not_contain_control_characters() {
    let scene = ["--scene-from", "no\u{1b}[31m\nsuch\u{202e}file"];
    let arguments = [&["export", "table"][..], &scene, &["-o", "-"]].concat();
    let output = phasor(&arguments).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("phasor: cannot read no [31m such file: "), "{message:?}");
    let target = "no\u{7}folder/\u{1b}]0;title\u{7}.csv";
    let output = phasor(&["export", "table", "-o", target]).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("phasor: cannot write no folder/ ]0;title .csv: "), "{message:?}");
}

/// Words of a figure, from the titles of their outlines.
fn words(svg: &str) -> Vec<String> {
    let titles = svg.split("d=\"").skip(1).filter_map(|path| path.split("<title>").nth(1));
    titles.filter_map(|title| title.split('<').next()).map(ToOwned::to_owned).collect()
}

#[test]
fn figure_on_paper_leaves_title_caption_and_selection_to_the_text() {
    let drawn = |extra: &[&str]| {
        let figure = ["figure", "waves", "--d-model", "64", "--length", "64", "--format", "svg"];
        let svg = stdout(&[&figure[..], extra, &["-o", "-"]].concat());
        let seen = words(&svg).join(" ");
        (seen, svg.split("width=\"").nth(1).unwrap().split('"').next().unwrap().to_owned())
    };
    let (screen, _) = drawn(&[]);
    assert!(screen.contains("Waves") && screen.contains("Attention Is All You Need"), "{screen}");
    for (size, width) in [
        (["--width", "column"], "88.0000mm"),
        (["--width", "text"], "180.0000mm"),
        (["--size", "9x6cm"], "90.0000mm"),
        (["--size", "4x3in"], "101.6000mm"),
    ] {
        let (paper, own_width) = drawn(&size);
        assert!(!paper.contains("Waves") && !paper.contains("Attention"), "{size:?}: {paper}");
        assert!(paper.contains("position t (token)"), "{size:?}: {paper}");
        assert_eq!(own_width, width, "{size:?}");
        let (asked, _) = drawn(&[&size[..], &["--with", "title,caption"]].concat());
        assert!(asked.contains("Waves") && asked.contains("Attention"), "{size:?}: {asked}");
    }
    check_refused(
        &["figure", "heatmap", "--width", "wide", "-o", "x.png"],
        "invalid width \"wide\": expected column (88 mm), text (180 mm), or a number with a unit, such as 120mm, of 64 to \
         16384 pixels",
    );
    check_refused(
        &["figure", "heatmap", "--font-size", "99", "-o", "x.png"],
        "invalid font size \"99\": expected a number of points, 4 to 40, such as 8pt",
    );
}

#[test]
fn axes_are_named_and_omitted_labels_are_told() {
    let svg = |extra: &[&str]| {
        let figure = ["figure", "heatmap", "--d-model", "16", "--format", "svg", "-o", "-"];
        let output = phasor(&[&figure[..], extra].concat()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (own, told) = svg(&["--x-label", "Dimension", "--y-label", "Token & more"]);
    let seen = words(&own);
    assert!(seen.contains(&"Dimension".to_owned()), "{seen:?}");
    assert!(seen.contains(&"Token &amp; more".to_owned()), "{seen:?}");
    assert!(!seen.iter().any(|word| word.contains("column j")), "{seen:?}");
    assert_eq!(told, "", "all labels fit");
    let long =
        "a name that is far too long for the axis of a figure in a column of a paper, and longer";
    let (_, told) = svg(&["--x-label", long, "--width", "column"]);
    assert_eq!(told, format!("note: no room for {long}\n"));
    check_refused(
        &["figure", "checks", "--x-label", "x", "-o", "x.png"],
        "--x-label and --y-label need a view with axes, such as heatmap",
    );
    let caption = |view: &str| {
        let svg = stdout(&["figure", view, "--d-model", "16", "--format", "svg", "-o", "-"]);
        words(&svg).join(" ")
    };
    assert!(!caption("heatmap").contains("offset"), "it does not depend on the offset");
    assert!(caption("rotation").contains("offset 10"), "it does");
}

#[test]
fn options_without_effect_are_told() {
    let told = |arguments: &[&str]| {
        let figure = ["figure", "heatmap", "--format", "svg", "-o", "-"];
        let output = phasor(&[&figure[..], arguments].concat()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let paper = "it is no parameter of “Attention Is All You Need”";
    for (arguments, note) in [
        (&["--heads", "8"][..], format!("--heads changes nothing: {paper}")),
        (
            &["--convention", "mae-2d", "--cache", "sin"],
            "--cache changes nothing: it is no parameter of “MAE, 2-D (original)”".to_owned(),
        ),
        (&["--octaves", "6"], format!("--octaves changes nothing: {paper}")),
        (&["--rotary-dim", "64"], format!("--rotary-dim changes nothing: {paper}")),
        (
            &["--model", "llama-3.1-8b", "--convention", "fairseq"],
            "--convention changes nothing: it is no parameter of “Llama 3.1 8B”".to_owned(),
        ),
        (
            &["--similarity", "0..16,0..16"],
            "--similarity changes nothing: the view similarity is not drawn".to_owned(),
        ),
    ] {
        assert_eq!(told(arguments), format!("note: {note}\n"), "{arguments:?}");
    }
    for arguments in [
        &["--base", "10000", "--layout", "split", "--length", "12", "--start", "3", "--seed", "4"]
            [..],
        &["--convention", "mae-2d", "--grid", "4x6"],
        &["--model", "llama-3.1-8b", "--factor", "4", "--cache", "sin"],
        &["--convention", "pixtral", "--cache", "sin", "--head-dim", "32"],
        &["--heatmap", "0..16,0..16"],
    ] {
        assert_eq!(told(arguments), "", "{arguments:?}");
    }
    let told = told(&["--encoding", "fourier", "--layout", "split", "--order", "cos-first"]);
    assert!(!told.contains("changes nothing"), "{told}");
    check_refused(
        &["figure", "heatmap", "--with", "title", "--without", "caption,title", "-o", "x.png"],
        "title is among the parts of --with and of --without: name it in one of them",
    );
    check_refused(
        &["figure", "heatmap", "--format", "pdf", "-o", "x.png"],
        "the name ends in .png, but the format is pdf: leave out --format, or change the name",
    );
    check_refused(
        &["figure", "heatmap", "--sweep", "b.base=500,1000", "-o", "x{n}.png"],
        "b.base cannot be swept: a sweep changes a key of A, such as base",
    );
}

#[test]
fn captions_replace_captions_alone() {
    let folder = tempfile::tempdir().unwrap();
    let paper = folder.path().join("main.tex");
    fs::write(&paper, "\\documentclass{article}").unwrap();
    let file = folder.path().join("main.pdf");
    let figure = ["figure", "heatmap", "--caption", "tex", "-o", file.to_str().unwrap()];
    check_refused(
        &figure,
        &format!(
            "{} exists and is no caption that Phasor wrote: give the figure another name, or add --force",
            paper.display()
        ),
    );
    assert_eq!(fs::read_to_string(&paper).unwrap(), "\\documentclass{article}", "nothing is lost");
    assert!(!file.exists(), "nothing is written");
    stdout(&[&figure[..], &["--force"]].concat());
    assert!(fs::read_to_string(&paper).unwrap().contains("\\caption{"));
    stdout(&figure);
}

/// Colors that mean something are explained in the figure, where words are left out.
#[test]
fn colors_of_dots_are_named() {
    let seen = |arguments: &[&str]| {
        let form = ["--width", "column", "--format", "svg", "-o", "-"];
        words(&stdout(&[&["figure"], arguments, &form].concat())).join(" ")
    };
    for (arguments, names) in [
        (&["wavelengths"][..], ["turns within the table", "longer than the table"]),
        (&["wavelengths", "--model", "llama-3.1-8b"], ["kept", "blended"]),
        (&["grid-axes", "--convention", "mae-2d", "--grid", "14x20"], ["row y", "column x"]),
    ] {
        let seen = seen(arguments);
        assert!(names.iter().all(|name| seen.contains(name)), "{arguments:?}: {seen}");
    }
    let one = seen(&["wavelengths", "--length", "100000"]);
    assert!(!one.contains("turns within"), "one color needs no key: {one}");
}

#[test]
fn color_scales_of_views_are_drawn() {
    let labels = |extra: &[&str]| {
        let figure = ["figure", "similarity", "--format", "svg", "-o", "-"];
        words(&stdout(&[&figure[..], extra].concat())).join(" ")
    };
    assert!(labels(&[]).contains("−50 0 50"), "round numbers");
    let tight = labels(&["--scales", "similarity:tight"]);
    // Σ cos ωu is least, 14.07, at u = 226: no round number below 20.
    assert!(tight.contains("20 30 40 50 60 ⟨PE(t), PE(s)⟩") && !tight.contains('−'), "{tight}");
    let typed = labels(&["--scales", "similarity:viridis:20..60"]);
    assert!(
        typed.contains("20 30 40 50 60 ⟨PE(t), PE(s)⟩ ▶ to 64.0 ◀ to 14.1"),
        "values lie beyond: {typed}"
    );
    let whole = labels(&["--scales", "similarity:viridis:14..64"]);
    assert!(!whole.contains('▶'), "none lies beyond: {whole}");
    check_refused(
        &["figure", "heatmap", "--scales", "waves:tight", "-o", "x.png"],
        "invalid scales \"waves:tight\": \"waves\" is no view with colors (heatmap, similarity, rotation, rotation-lab, \
         tokens, sum, word-similarity); expected auto, or views with a map, a range, or both, such as \
         heatmap:viridis:-1..1,similarity:tight",
    );
}

#[test]
fn siunitx_table_has_columns_caption_and_label() {
    let tex = |extra: &[&str]| {
        let table = ["export", "table", "--d-model", "8", "--length", "3", "--format", "tex"];
        stdout(&[&table[..], &["--siunitx"], extra, &["-o", "-"]].concat())
    };
    let whole = tex(&[]);
    for line in [
        "  \\caption{Positional encoding $\\mathit{PE}(t, j)$ of position $t$ in column $j$: Attention Is All You Need, \
         $d_{\\mathrm{model}} = 8$, positions 0 to 2, base 10\\,000, exponent $2i/d$, interleaved, sin-first.}",
        "  \\label{tab:table}",
        "  \\begin{tabular}{rS[table-format=1.4]S[table-format=-1.4]S[table-format=1.4]S[table-format=1.4]\
         S[table-format=1.4]S[table-format=1.4]S[table-format=1.4]S[table-format=1.4]}",
        "  $t$ & {0} & {1} & {2} & {3} & {4} & {5} & {6} & {7} \\\\",
        "  2 & 0.9093 & -0.4161 & 0.1987 & 0.9801 & 0.0200 & 0.9998 & 0.0020 & 1.0000 \\\\",
        "\\end{table}",
    ] {
        assert!(whole.lines().any(|found| found == line), "{line} in {whole}");
    }
    let part = tex(&["--columns", "2..4"]);
    for line in [
        "  \\begin{tabular}{rcS[table-format=1.4]S[table-format=1.4]c}",
        "  $t$ & {$\\cdots$} & {2} & {3} & {$\\cdots$} \\\\",
        "  2 & {$\\cdots$} & 0.1987 & 0.9801 & {$\\cdots$} \\\\",
    ] {
        assert!(part.lines().any(|found| found == line), "{line} in {part}");
    }
    let rows = tex(&["--rows", "1..2", "--columns", "0..2"]);
    let dots = "  {$\\vdots$} & {$\\vdots$} & {$\\vdots$} & {$\\vdots$} \\\\";
    assert_eq!(rows.lines().filter(|&line| line == dots).count(), 2, "above and below: {rows}");
    let cache = stdout(&[
        "export",
        "table",
        "--model",
        "llama-3-8b",
        "--length",
        "3",
        "--columns",
        "0..2",
        "--format",
        "tex",
        "--siunitx",
        "-o",
        "-",
    ]);
    assert!(
        cache.contains("Cache \\texttt{cos}") && cache.contains("head\\_dim $= 128$"),
        "{cache}"
    );
    check_refused(
        &["export", "table", "--format", "csv", "--siunitx", "-o", "-"],
        "--siunitx is for tex, not for csv",
    );
}

/// Runs a command whose standard error is a terminal, and returns what it shows there.
#[cfg(target_os = "linux")]
fn on_a_terminal(arguments: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin("phasor");
    let command = format!("{} {arguments} >/dev/null", program.display());
    let output = std::process::Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(folder.path())
        .env("TERM", "xterm")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn progress_is_shown_on_a_terminal_alone() {
    let long = "export table --d-model 512 --length 120000 --dtype f64 -o -";
    let shown = on_a_terminal(long);
    assert!(shown.contains(" %, ") && shown.contains(" s left"), "a bar: {shown:?}");
    assert_eq!(on_a_terminal(&format!("{long} -q")), "", "silenced");
    assert_eq!(on_a_terminal("export table --length 4 -o -"), "", "soon over");
    let piped = phasor(&long.split(' ').collect::<Vec<_>>()).output().unwrap();
    assert!(piped.stderr.is_empty(), "no terminal, no bar");
}

#[test]
fn waves_of_a_long_table_say_what_they_show() {
    let sentence = |extra: &[&str]| {
        let figure = ["figure", "waves", "--d-model", "512", "--format", "svg"];
        let svg = stdout(&[&figure[..], extra, &["-o", "-"]].concat());
        svg.split("<desc>").nth(1).unwrap().split('<').next().unwrap().to_owned()
    };
    assert_eq!(
        sentence(&["--length", "2048"]),
        "columns 14 and 15, eight wavelengths around t = 42"
    );
    assert_eq!(sentence(&["--length", "64"]), "PE(t, j) for every real t, columns 14 and 15");
    let asked = ["--length", "2048", "--waves", "0..2048,-1.1..1.1"];
    assert_eq!(sentence(&asked), "PE(t, j) for every real t, columns 14 and 15");
}

#[test]
fn captions_stand_beside_figures() {
    let folder = tempfile::tempdir().unwrap();
    let caption = |form: &str, extra: &[&str]| {
        let path = folder.path().join("my_fig.pdf");
        let figure = ["figure", "rotation", "--model", "llama-3-8b", "--offset", "4"];
        let output = ["--caption", form, "-o", path.to_str().unwrap()];
        stdout(&[&figure[..], extra, &output].concat());
        std::fs::read_to_string(path.with_extension(form)).unwrap()
    };
    let tex = caption("tex", &["--width", "column"]);
    for line in [
        "\\begin{figure}",
        "  \\includegraphics[width=88mm]{my_fig.pdf}",
        "  \\caption{Rotation: $R(k)$, offset $k = 4$. Llama 3 8B, head\\_dim $= 128$, base 500\\,000, scaling \
         default, positions 0 to 255.}",
        "  \\label{fig:my-fig}",
        "\\end{figure}",
    ] {
        assert!(tex.lines().any(|found| found == line), "{line} in {tex}");
    }
    assert!(tex.contains("\n% scene: model=llama-3-8b&offset=4\n"), "{tex}");
    let wide = caption("tex", &["--width", "text"]);
    assert!(wide.contains("\\begin{figure*}") && wide.contains("width=180mm"), "{wide}");
    let txt = caption("txt", &[]);
    let expected = "Rotation: R(k), offset k = 4. Llama 3 8B, head_dim = 128, base 500\u{202f}000, scaling default, \
                    positions 0 to 255.\n";
    assert_eq!(txt, expected);
    assert!(caption("md", &[]).starts_with("![Rotation: "), "a picture of Markdown");
    let path = folder.path().join("sides.pdf");
    let sides =
        ["figure", "heatmap", "--scene", "side=all&b.base=1000", "--width", "text", "--letters"];
    stdout(&[&sides[..], &["--caption", "txt", "-o", path.to_str().unwrap()]].concat());
    assert_eq!(
        std::fs::read_to_string(path.with_extension("txt")).unwrap(),
        "(a) A: Attention Is All You Need; (b) B: base 1000; (c) A − B, ±2.000: PE(t, j), 256 positions × 128 columns. \
         Attention Is All You Need, d_model = 128, positions 0 to 255, base 10\u{202f}000, exponent 2i/d, interleaved, \
         sin-first. B: base 1000.\n"
    );
    let step = phasor(&[
        "export",
        "table",
        "--step",
        "0.25",
        "--length",
        "2",
        "--d-model",
        "2",
        "--format",
        "tex",
        "-o",
        "-",
    ])
    .output()
    .unwrap();
    let step = String::from_utf8(step.stdout).unwrap();
    assert!(step.contains("  row & 0 & 1"), "rows are no positions: {step}");
    check_refused(
        &["figure", "heatmap", "--x-label", "$\\hat{t}$", "-o", "x.png"],
        "invalid name of an axis \"$\\\\hat{t}$\": \\hat is not known in formulas",
    );
    check_refused(
        &["figure", "heatmap,rotation", "--convention", "mae-2d", "--grid", "4x5", "-o", "x.png"],
        "rotation shows nothing of this scene: This view needs one axis of positions; a grid has two. For example: \
         --scene 'convention=paper'",
    );
    check_refused(
        &["figure", "heatmap", "--caption", "tex", "-o", "-"],
        "--caption writes a file beside the figure: name one with -o, such as fig.pdf",
    );
}

#[test]
fn films_on_paper_say_what_moves() {
    let folder = tempfile::tempdir().unwrap();
    let film = |what: &[&str]| {
        let frames = folder.path().join("frames");
        let view = ["animate", "heatmap", "--d-model", "8", "--length", "9", "--size", "60x50mm"];
        stdout(&[&view[..], what, &["-o", frames.to_str().unwrap()]].concat());
        let frames = std::fs::read_dir(&frames).unwrap().map(|it| it.unwrap().path());
        let mut frames: Vec<_> = frames.collect();
        frames.sort();
        frames.into_iter().map(|path| std::fs::read(path).unwrap()).collect::<Vec<_>>()
    };
    // The selection is not drawn on paper: without the words all frames would be one picture.
    let pixels = |png: &Vec<u8>| {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    };
    let frames = film(&["--sweep", "offset=0..2"]);
    assert!(pixels(&frames[0]) != pixels(&frames[1]), "k = 0 and k = 1");
    let plain = film(&["--sweep", "offset=0..2", "--without", "state"]);
    assert!(pixels(&plain[0]) == pixels(&plain[1]), "nothing else moves");
}

#[test]
fn several_views_are_panels_of_one_figure() {
    let seen = |extra: &[&str]| {
        let figure = ["figure", "heatmap,similarity,rotation", "--d-model", "16", "--length", "20"];
        let svg =
            stdout_with_notes(&[&figure[..], extra, &["--format", "svg", "-o", "-"]].concat());
        (words(&svg), svg.matches("<image").count())
    };
    let (words, num_images) = seen(&["--letters"]);
    for heading in ["(a) Heatmap", "(b) Similarity", "(c) Rotation"] {
        assert!(words.iter().any(|word| word == heading), "{heading} in {words:?}");
    }
    assert_eq!(num_images, 6, "three rasters, three color bars");
    let several = ["figure", "heatmap,waves,profile", "--panels", "3x1", "--width", "column"];
    let svg = stdout_with_notes(&[&several[..], &["--format", "svg", "-o", "-"]].concat());
    assert_eq!(svg.matches("<image").count(), 2, "a raster beside curves has its bar");
    let shared = ["figure", "heatmap,heatmap,heatmap", "--panels", "3x1", "--width", "column"];
    let svg = stdout_with_notes(&[&shared[..], &["--format", "svg", "-o", "-"]].concat());
    assert_eq!(svg.matches("<image").count(), 4, "three rasters share a bar");
    let (paper, _) = seen(&["--letters", "--panels", "3x1", "--width", "text"]);
    for letter in ["(a)", "(b)", "(c)"] {
        assert!(paper.iter().any(|word| word == letter), "{letter} in {paper:?}");
    }
    for (width, grid) in [("column", "3x1"), ("column", "1x3"), ("text", "3x1")] {
        let (_, num_images) = seen(&["--panels", grid, "--width", width]);
        assert_eq!(num_images, 6, "color bars of {grid} in a {width}");
    }
    let (plain, _) = seen(&["--panels", "2x2", "--width", "text"]);
    assert!(!plain.iter().any(|word| word.starts_with('(')), "{plain:?}");
    check_refused(
        &["figure", "heatmap,waves", "--panels", "1x1", "-o", "x.png"],
        "invalid panels \"1x1\": expected CxR, such as 3x1, with at least 2 places, and at most 64",
    );
}
