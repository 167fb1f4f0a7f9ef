//! Feeds corrupted text and files to everything that is pasted, opened or read from the disk. Nothing may panic,
//! hang or take more memory than its size allows, and every error must be readable and name its place.
//!
//! `HOSTILE_CASES=1000000 cargo test --release --test outside hostile` tries more cases; `HOSTILE_SEED=7` tries others.

use std::{
    fs,
    path::Path,
    process::Command,
    sync::{Arc, LazyLock, Mutex, PoisonError},
    time::{Duration, Instant},
};

use crate::readable::is_readable;
use fastrand::Rng;
use phasor::{
    app::settings::{Settings, Store},
    encoding::{Data, RowSource as _},
    export::scene_in,
    import,
    lesson::{BUNDLED, Lesson},
    scene::{PRESETS, Scene},
    tokens,
};

#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

/// Runs the tests one after another, because the memory that they use is measured.
static ALONE: Mutex<()> = Mutex::new(());

/// Memory that any case may take, besides what grows with the size of its input.
const MOST_MEMORY: usize = 64 << 20;
const MEMORY_PER_BYTE: usize = 200;
/// Time that no case may exceed, even on a busy machine.
const LONGEST: Duration = Duration::from_secs(5);

fn asked(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Words with a meaning to one of the readers.
static WORDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let words = [
        "d_model",
        "length",
        "start",
        "base",
        "position",
        "column",
        "offset",
        "convention",
        "views",
        "curves",
        "heatmap",
        "sentence",
        "vectors",
        "controls",
        "pair",
        "fairseq",
        "=",
        "&",
        "%",
        "%00",
        "%ff",
        "..",
        ",",
        "0",
        "-1",
        "1e400",
        "NaN",
        "inf",
        "4294967296",
        "-9223372036854775808",
        "18446744073709551616",
        "0.00000000000000000000001",
        "# ",
        "\n",
        "\r",
        "\n\n",
        "- ",
        "> ",
        "```",
        "$$",
        "$",
        "](scene:",
        "[a](",
        "](cell:",
        "\\frac{",
        "}",
        "{",
        "_",
        "^",
        "\\begin{pmatrix}",
        "&",
        "\\\\",
        "<b>",
        "<!--",
        "---",
        "|",
        "scene:",
        "\0",
        "\u{202e}",
        "\u{1f600}",
        "\u{feff}",
        "\u{301}",
        "\t",
        " ",
        "\"",
        "'",
        "[",
        "]",
        "null",
        "true",
        "{\"root\":1,\"tiles\":{\"tiles\":{",
        "'shape': (",
        "99999999999, 99999999999), ",
        "'<f8'",
        "'fortran_order': True, ",
        "\u{93}NUMPY",
        "IHDR",
        "iTXt",
        "tEXt",
        "zTXt",
        "IEND",
        "PK\u{3}\u{4}",
        "%PDF",
        "GIF89a",
        "\nscene: ",
        "<metadata>",
    ];
    words.iter().map(|word| word.as_bytes().to_vec()).collect()
});

/// Random range of bytes, most often a short one.
fn part(rng: &mut Rng, bytes: &[u8]) -> std::ops::Range<usize> {
    let start = rng.usize(0..=bytes.len());
    let longest = (bytes.len() - start).min(1 << rng.u8(0..12));
    start..start + rng.usize(0..=longest)
}

/// Corrupts a valid input, up to seven times.
fn spoiled(rng: &mut Rng, good: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = rng.choice(good).unwrap().clone();
    for _ in 0..rng.u8(0..8) {
        let at = rng.usize(0..=bytes.len());
        let range = part(rng, &bytes);
        match rng.u8(0..9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.u8(0..8),
            1 if at < bytes.len() => bytes[at] = *rng.choice(&[0, 1, 0x7f, 0x80, 0xff]).unwrap(),
            2 => {
                bytes.drain(range);
            }
            3 => bytes.truncate(at),
            4 => {
                let repeated = bytes[range].repeat(rng.usize(1..=64));
                bytes.splice(at..at, repeated);
            }
            5 => {
                let other = rng.choice(good).unwrap();
                let taken = other[part(rng, other)].to_vec();
                bytes.splice(range, taken);
            }
            _ => {
                let word = rng.choice(WORDS.iter()).unwrap().repeat(rng.usize(1..=3));
                bytes.splice(range.start..range.start, word);
            }
        }
    }
    bytes
}

/// Reads corrupted inputs and checks the memory and the time that each takes.
fn attack(name: &str, cases: u64, good: &[Vec<u8>], mut read: impl FnMut(&[u8])) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let seed = asked("HOSTILE_SEED", 1);
    let mut rng = Rng::with_seed(seed);
    for case in 0..asked("HOSTILE_CASES", cases) {
        let bytes = spoiled(&mut rng, good);
        let (before, started) = (MEMORY.current_usage(), Instant::now());
        MEMORY.reset_peak_usage();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read(&bytes)));
        let (taken, took) = (MEMORY.peak_usage().saturating_sub(before), started.elapsed());
        let message =
            || format!("{name}, seed {seed}, case {case}: {:?}", bytes.escape_ascii().to_string());
        assert!(outcome.is_ok(), "{}", message());
        assert!(
            taken < MOST_MEMORY + MEMORY_PER_BYTE * bytes.len(),
            "{taken} bytes for {}",
            message()
        );
        assert!(took < LONGEST, "{took:?} for {}", message());
    }
}

#[track_caller]
fn check_readable(message: &str) {
    assert!(is_readable(message), "unreadable message {message:?}");
}

fn scenes() -> Vec<Vec<u8>> {
    let mut texts: Vec<String> = PRESETS.iter().map(|preset| preset.text.to_owned()).collect();
    texts.push(Scene::default().to_string());
    texts.push(
        "d_model=512&length=4294967296&curves=0,14,127&heatmap=0..5,3..9&link=true&views=waves"
            .to_owned(),
    );
    texts.push(
        "sentence=The%20cat&vectors=words.txt&controls=d_model,offset&judged=index,alike"
            .to_owned(),
    );
    texts.push(
        "encoding=random&side=all&tolerance=1e-7&difference_scale=log&b.table=pe.npy&b.start=-2"
            .to_owned(),
    );
    texts.into_iter().map(String::into_bytes).collect()
}

#[test]
fn corrupted_scenes_are_refused_or_round_trip() {
    attack("scene", 20_000, &scenes(), |bytes| {
        match String::from_utf8_lossy(bytes).parse::<Scene>() {
            Ok(scene) => {
                let text = scene.to_string();
                assert_eq!(text.parse::<Scene>().as_ref(), Ok(&scene), "{text}");
            }
            Err(error) => check_readable(&error.to_string()),
        }
    });
}

#[test]
fn errors_of_corrupted_lessons_name_lines() {
    let good: Vec<Vec<u8>> = BUNDLED.iter().map(|text| text.as_bytes().to_vec()).collect();
    attack("lesson", 2_000, &good, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let lesson = Lesson::new(&text);
        assert!(!lesson.steps.is_empty(), "a lesson has at least one step");
        // The last line may be empty.
        let num_lines = text.matches('\n').count() + 1;
        let errors = lesson.steps.iter().flat_map(|step| step.errors()).chain(&lesson.errors);
        for error in errors {
            assert!((1..=num_lines).contains(&error.line), "{error} of {num_lines} lines");
            check_readable(&error.to_string());
        }
    });
}

/// Array of vectors in NumPy's file format.
fn array(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
}

/// Reads word vectors from a file, and checks the vectors or the error.
fn read_vectors(path: &Path) {
    let words = ["cat", "dog", "Hund"].map(Arc::from);
    match tokens::vectors::read(path, &words, &|_share| true) {
        Ok(vectors) => {
            let vectors = vectors.expect("they are wanted to the end");
            for row in words.iter().filter_map(|word| vectors.of(word)) {
                assert_eq!(row.len(), vectors.width, "rows of one width");
                assert!(row.iter().all(|value| value.is_finite()), "finite numbers");
            }
        }
        Err(error) => {
            let message = error.to_string();
            check_readable(&message);
            assert!(message.contains("words."), "the error names the file: {message}");
        }
    }
}

#[test]
fn errors_of_corrupted_vectors_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words.txt");
    let good = [
        "cat 0.1 -0.2 0.3\ndog 1 2 3\nHund -1e-3 4.5 6\n",
        "3 2\ncat 0.1 -0.2\ndog 1 2\nHund 3 4\n",
        "cat\t1\t2\r\nNew York 3 4\r\n\r\nhund 5 6\r\n",
    ];
    let good: Vec<Vec<u8>> = good.iter().map(|text| text.as_bytes().to_vec()).collect();
    attack("word vectors", 3_000, &good, |bytes| {
        fs::write(&path, bytes).unwrap();
        read_vectors(&path);
    });
}

#[test]
fn errors_of_corrupted_arrays_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words.npy");
    fs::write(folder.path().join("words.txt"), "cat\ndog\nHund\n").unwrap();
    let data = |num: usize| -> Vec<u8> { (0..num).map(|byte| byte as u8).collect() };
    let good = [
        array("<f4", "(3, 2)", &data(24)),
        array("<f8", "(3, 2)", &data(48)),
        array(">f4", "(3, 1)", &data(12)),
    ];
    attack("npy", 3_000, &good, |bytes| {
        fs::write(&path, bytes).unwrap();
        read_vectors(&path);
    });
}

/// Files of a small table as the program writes it, with a matrix of every type that the format has.
fn tables(folder: &Path, format: &str, dtypes: &[&str]) -> Vec<Vec<u8>> {
    let made = |dtype: &&str| {
        let path = folder.join(format!("made.{format}"));
        let scene = ["export", "table", "--d-model", "5", "--length", "7", "--force"];
        let output = Command::new(env!("CARGO_BIN_EXE_phasor"))
            .args(scene)
            .args(["--dtype", dtype, "-o", path.to_str().unwrap()])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read(path).unwrap()
    };
    dtypes.iter().map(made).collect()
}

#[test]
fn errors_of_corrupted_tables_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let text = |text: &str| text.as_bytes().to_vec();
    for (format, dtypes, more) in [
        (
            "npy",
            &["f16", "f32", "f64"][..],
            vec![array(">i4", "(2, 3)", &[1; 24]), array("<f4", "(3, 2, 1)", &[0; 24])],
        ),
        ("npz", &["f16", "f32", "f64"], Vec::new()),
        ("safetensors", &["f16", "bf16", "f32", "f64"], Vec::new()),
        ("csv", &["f32", "f64"], vec![text("0.5;1\n2;3\n"), text("1.5\n2\nnan\n")]),
        ("tsv", &["f32", "f64"], vec![text("a\tb\n1\t2\n")]),
    ] {
        let good = [tables(folder.path(), format, dtypes), more].concat();
        let path = folder.path().join(format!("pe.{format}"));
        attack(format, 10_000, &good, |bytes| {
            fs::write(&path, bytes).unwrap();
            let message = match import::open(&path) {
                Ok(file) => {
                    // Any of several tensors may be asked for.
                    let named = file.tensors().pop().map(|tensor| tensor.name);
                    for tensor in [None, named.as_deref()] {
                        match file.table(tensor) {
                            Ok(table) => {
                                assert!(table.num_rows() > 0 && table.num_columns() > 0);
                                let read = Data::read(&table, |_share| true);
                                let shape = read.map(|data| {
                                    let data = data.expect("wanted to the end");
                                    (data.num_rows(), data.num_columns())
                                });
                                if let Ok(shape) = shape {
                                    assert_eq!(shape, (table.num_rows(), table.num_columns()));
                                }
                            }
                            Err(error) => check_readable(&error.to_string()),
                        }
                    }
                    return;
                }
                Err(error) => error.to_string(),
            };
            check_readable(&message);
            assert!(message.contains("pe."), "the error names the file: {message}");
        });
    }
}

/// A tensor of a checkpoint is mapped: the others cost nothing.
#[test]
fn large_checkpoint_opens_at_once() {
    const LARGE: u64 = 8 << 30;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let header = format!(
        r#"{{"large":{{"dtype":"F32","shape":[65536,32768],"data_offsets":[0,{LARGE}]}},"wpe.weight":{{"dtype":"F32","shape":[4,2],"data_offsets":[{LARGE},{}]}}}}"#,
        LARGE + 32
    );
    let head = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes()].concat();
    fs::write(&path, &head).unwrap();
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(head.len() as u64 + LARGE + 32).unwrap();
    drop(file);
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    MEMORY.reset_peak_usage();
    let (before, began) = (MEMORY.current_usage(), Instant::now());
    let data = import::load(&path, Some("wpe.weight"), |_share| true).unwrap().unwrap();
    let took = began.elapsed();
    assert_eq!((data.num_rows(), data.num_columns()), (4, 2));
    assert!(took < Duration::from_millis(50), "{took:?}");
    let taken = MEMORY.peak_usage().saturating_sub(before);
    assert!(taken < 1 << 20, "{taken} bytes for a tensor of 32");
}

/// Texts of nothing but small cells take memory in proportion to their size, whatever separates the cells.
#[test]
fn texts_of_many_cells_take_little_memory() {
    /// Memory for each byte of a text: the text, its numbers, twice for a moment, and their bytes.
    const PER_BYTE: usize = 16;
    const NUM_CELLS: usize = 1 << 21;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let lines = |cell: &str| vec![cell; NUM_CELLS].concat();
    for (name, text) in [
        ("one_line.csv", lines("0,") + "0"),
        ("one_line.tsv", lines("0\t") + "0"),
        ("semicolons.csv", lines("0;") + "0"),
        ("spaces.txt", lines("0 ") + "0"),
        ("lines.csv", lines("0\n")),
        ("quotes.csv", lines("\"0\",") + "0"),
        ("row.json", format!("[[{}0]]", lines("0,"))),
        ("rows.json", format!("[{}[0]]", lines("[0],"))),
        ("beside.json", format!("{{\"a\": [{}0], \"data\": [[1]]}}", lines("0,"))),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, &text).unwrap();
        let size = text.len();
        drop(text);
        MEMORY.reset_peak_usage();
        let (before, started) = (MEMORY.current_usage(), Instant::now());
        let table = import::open(&path).unwrap().table(None).unwrap();
        let (peak, time) = (MEMORY.peak_usage() - before, started.elapsed());
        assert!(peak <= PER_BYTE * size, "{name}: {peak} bytes of memory for {size}");
        assert!(time < LONGEST, "{name}: {time:?}");
        let expected = if name == "beside.json" { 1 } else { NUM_CELLS as u64 };
        let num = table.num_rows() * u64::from(table.num_columns());
        assert!(num == expected || num == expected + 1, "{name}: {num} cells");
    }
}

/// Every text that is allowed as a lesson is printed in bounded time and memory; what is beyond a limit is refused at
/// once.
#[test]
fn lessons_of_one_kind_of_text_are_printed_or_refused() {
    /// Largest size of a lesson in bytes.
    const LARGEST: usize = 1 << 17;
    const MOST_MEMORY: usize = 512 << 20;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.md");
    for part in [
        "$x$ ",
        "*a* ",
        "**a** ",
        "ab ",
        "`x` ",
        "a",
        "[",
        "(",
        "<",
        ">",
        "\u{1}",
        "\u{1b}[31m ",
        "- a\n",
        "1. a\n",
        "```\nx\n",
        "x\n",
        "a  \n",
        "> a\n\n",
        "$$x$$\n\n",
        "$()$",
        "$\\frac{a}{b}$ ",
        "[a](scene:) ",
        "## s\n",
        "### h\n",
        "![a](b) ",
        "<b>",
        "|a|\n|-|\n",
        "- [x] a\n",
        "\\",
        "_",
        "$",
        "\u{fffe} ",
        "é ",
    ] {
        for before in ["# T\n## S\n", "# T\n## S\n$", "# T\n## S\n```\n", "# "] {
            let num = (LARGEST - before.len()) / part.len();
            for num in [num, 16 * num] {
                fs::write(&path, before.to_owned() + &part.repeat(num)).unwrap();
                MEMORY.reset_peak_usage();
                let (used, started) = (MEMORY.current_usage(), Instant::now());
                let about = format!("{num} of {part:?} after {before:?}");
                let lesson = phasor::lesson::read(&path);
                match &lesson {
                    Ok(lesson) => {
                        let progress = phasor::export::Progress::default();
                        let mut out = std::io::sink();
                        let paper = phasor::handout::Paper::A4;
                        let written = phasor::handout::write_handout(
                            lesson,
                            phasor::handout::HandoutKind::Handout,
                            paper,
                            &mut out,
                            &progress,
                        );
                        assert!(written.is_ok(), "{about}: {:?}", written.err());
                    }
                    Err(error) => {
                        assert!(error.starts_with("Not a lesson: it has "), "{about}: {error}");
                        check_readable(error);
                    }
                }
                let (peak, time) = (MEMORY.peak_usage().saturating_sub(used), started.elapsed());
                assert!(time < LONGEST, "{about}: {time:?}");
                assert!(peak < MOST_MEMORY, "{about}: {peak} bytes");
            }
        }
    }
}

#[test]
fn corrupted_settings_are_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    let good = [
        r#"{"theme":"dark","zoom":1.5,"scene":"d_model=8","tiles":null,"export_path":"a.csv","export":{"what":"table"},"speed":8.0}"#,
        r#"{"tiles":{"heatmap":{"id":1,"root":1,"tiles":{"next_tile_id":2,"tiles":{"1":{"Pane":"heatmap"}}}}}}"#,
        r#"{"theme":"light","speed":-3,"new":[[[{"of":"a newer version"}]]]}"#,
    ];
    let good: Vec<Vec<u8>> = good.iter().map(|text| text.as_bytes().to_vec()).collect();
    attack("settings", 3_000, &good, |bytes| {
        fs::write(&path, bytes).unwrap();
        let store = Store::at(path.clone());
        let (settings, message) = store.load();
        assert!(settings.zoom.is_finite() && settings.speed.is_finite(), "numbers to draw with");
        if let Some(message) = message {
            check_readable(&message);
            assert_eq!(
                fs::read(path.with_extension("json.bad")).unwrap(),
                bytes,
                "the corrupted file is kept"
            );
        }
        store.save(&settings, &Settings::default()).unwrap();
        assert_eq!(store.load(), (settings, None), "saved settings read back");
    });
}

#[test]
fn corrupted_files_hold_a_scene_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let mut good = Vec::new();
    let what = [
        ("export", "table", &["json", "npz", "safetensors", "md", "tex"][..]),
        ("figure", "heatmap", &["png", "svg", "pdf"]),
        ("animate", "heatmap", &["gif", "apng"]),
    ];
    for (command, view, formats) in what {
        for format in formats {
            let path = folder.path().join(format!("made.{format}"));
            let mut phasor = Command::new(env!("CARGO_BIN_EXE_phasor"));
            phasor.args([command, view, "--d-model", "4", "--length", "6", "-o"]).arg(&path);
            match command {
                "figure" => phasor.args(["--size", "160x120"]),
                "animate" => phasor.args(["--size", "160x120", "--sweep", "position=0..2"]),
                _ => &mut phasor,
            };
            let output = phasor.output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let bytes = fs::read(&path).unwrap();
            let scene = scene_in(&bytes).expect("it is ours").parse::<Scene>().unwrap();
            assert_eq!(scene.extent().length(), 6, "{format}");
            good.push(bytes);
        }
    }
    attack("files", 3_000, &good, |bytes| {
        // The text is not trusted; it is parsed like any other scene.
        if let Some(Err(error)) = scene_in(bytes).map(|text| text.parse::<Scene>()) {
            check_readable(&error.to_string());
        }
    });
}
