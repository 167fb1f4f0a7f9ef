//! Reads tables from files and compares them, through the program itself.

use std::{fs, path::Path, process::Command};

use ndarray::{Array2, Array3, Array4, s};
use ndarray_npy::write_npy;
use phasor::{
    encoding::{Convention, Encoding},
    scene::Scene,
};
use serde_json::Value;

use crate::tensors::write_tensors;

/// Runs the program in a folder. Returns its exit code, its answer and its error.
pub(crate) fn phasor(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_phasor"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[track_caller]
pub(crate) fn json(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let (code, answer, error) = phasor(folder, &[arguments, &["--json"]].concat());
    // Whether that is told depends on how busy the machine is.
    let is_of_time = |line: &&str| line.starts_with("note: this takes about ");
    let error: Vec<&str> = error.lines().filter(|line| !is_of_time(line)).collect();
    assert_eq!(error, [""; 0], "{arguments:?}");
    (code, serde_json::from_str(&answer).unwrap())
}

fn table(key: &str, d_model: u32, length: i64) -> Array2<f64> {
    let convention = Convention::named(key).unwrap();
    let encoding = Encoding::sinusoidal(convention.draft(d_model)).unwrap();
    let start = convention.facts().start;
    encoding.table(start..start + length, 0..d_model)
}

#[test]
fn every_exported_table_is_read_back_equal() {
    let folder = tempfile::tempdir().unwrap();
    let own = ["--convention", "fairseq", "--d-model", "10", "--length", "30"];
    for (format, dtype) in [
        ("npy", "f16"),
        ("npy", "f32"),
        ("npy", "f64"),
        ("npz", "f16"),
        ("npz", "f32"),
        ("npz", "f64"),
        ("safetensors", "f16"),
        ("safetensors", "bf16"),
        ("safetensors", "f32"),
        ("safetensors", "f64"),
        ("csv", "f32"),
        ("csv", "f64"),
        ("tsv", "f32"),
        ("tsv", "f64"),
        ("json", "f32"),
        ("json", "f64"),
    ] {
        let name = format!("{dtype}.{format}");
        let export = ["export", "table", "--dtype", dtype, "-o", &name];
        let (code, _, error) = phasor(folder.path(), &[&export[..], &own].concat());
        assert_eq!((code, error.as_str()), (0, ""), "{name}");
        let (code, answer) = json(folder.path(), &["compare", &name, "fairseq"]);
        let rounding = if dtype == "f64" { Value::Null } else { dtype.into() };
        // A number in single precision may be one in double precision, too.
        assert_eq!(answer["equal_after_rounding"], rounding, "{name}: {answer:#}");
        assert_eq!(answer["equal_bits"], dtype == "f64", "{name}");
        assert_eq!(code, i32::from(dtype != "f64"), "{name}");
        assert_eq!(answer["positions"], serde_json::json!({"from": 2, "to": 31}), "{name}");
    }
}

#[test]
fn shapes_and_orders_of_arrays_are_understood() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let own = table("paper", 6, 12);
    write_npy(path("rows.npy"), &own).unwrap();
    let mut fortran = Array2::zeros(ndarray::ShapeBuilder::f((12, 6)));
    fortran.assign(&own);
    write_npy(path("fortran.npy"), &fortran).unwrap();
    let batch = Array3::from_shape_fn((1, 12, 6), |(_, i, j)| own[[i, j]]);
    write_npy(path("batch.npy"), &batch).unwrap();
    let middle = Array3::from_shape_fn((12, 1, 6), |(i, _, j)| own[[i, j]]);
    write_npy(path("middle.npy"), &middle).unwrap();
    let image = Array4::from_shape_fn((1, 6, 3, 4), |(_, j, y, x)| own[[4 * y + x, j]]);
    write_npy(path("image.npy"), &image).unwrap();
    for name in ["rows", "fortran", "batch", "middle", "image"] {
        let name = format!("{name}.npy");
        let (code, answer) = json(folder.path(), &["compare", &name, "paper"]);
        assert_eq!((code, &answer["equal_bits"]), (0, &Value::Bool(true)), "{name}: {answer:#}");
    }
    // Big-endian numbers, as written on other machines.
    let mut bytes = fs::read(path("rows.npy")).unwrap();
    let at = bytes.windows(3).position(|part| part == b"<f8").unwrap();
    bytes[at] = b'>';
    let data = bytes.len() - 12 * 6 * 8;
    bytes[data..].chunks_mut(8).for_each(<[u8]>::reverse);
    fs::write(path("big.npy"), bytes).unwrap();
    let (code, _) = json(folder.path(), &["compare", "big.npy", "rows.npy"]);
    assert_eq!(code, 0, "big-endian");
}

#[test]
fn differences_agree_with_direct_computation() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let keys = ["paper", "fairseq", "whisper", "musicgen", "hf-ctrl", "doubled", "one-based"];
    for a in keys {
        write_npy(path(&format!("{a}.npy")), &table(a, 8, 20)).unwrap();
    }
    for a in keys {
        for b in keys {
            let (of_a, of_b) = (table(a, 8, 20), table(b, 8, 20));
            let names = [format!("{a}.npy"), format!("{b}.npy")];
            let (code, answer) = json(folder.path(), &["compare", &names[0], &names[1]]);
            let difference = (&of_a - &of_b).mapv(f64::abs);
            let max = difference.iter().copied().fold(0.0, f64::max);
            let rms = (difference.mapv(|it| it * it).sum() / 160.0).sqrt();
            let number = |key: &str| answer[key].as_f64().unwrap();
            assert!((number("max_abs_difference") - max).abs() <= 1e-12, "{a}, {b}");
            assert!((number("root_mean_square") - rms).abs() <= 1e-12, "{a}, {b}");
            assert_eq!(code, i32::from(max > 0.0), "{a}, {b}");
            let rows = difference.outer_iter().filter(|row| row.iter().any(|&it| it > 0.0)).count();
            assert_eq!(answer["rows_above_tolerance"], rows, "{a}, {b}");
            let columns = difference.columns().into_iter();
            let columns = columns.filter(|column| column.iter().any(|&it| it > 0.0)).count();
            assert_eq!(answer["columns_above_tolerance"], columns, "{a}, {b}");
        }
    }
}

#[test]
fn values_that_are_not_finite_and_repetitions_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut own = table("paper", 4, 10);
    own[[3, 1]] = f64::NAN;
    own[[7, 2]] = f64::INFINITY;
    let fifth = own.slice(s![4, ..]).to_owned();
    own.slice_mut(s![5, ..]).assign(&fifth);
    write_npy(path("bad.npy"), &own).unwrap();
    let (code, answer) = json(folder.path(), &["compare", "paper", "bad.npy", "--tolerance", "9"]);
    assert_eq!(code, 1, "no tolerance covers them");
    let counts =
        |a: u64, b: u64, first: Value| serde_json::json!({"a": a, "b": b, "first_b": first});
    let mut not_finite = counts(0, 2, 3.into());
    not_finite["both"] = 0.into();
    assert_eq!(answer["not_finite"], not_finite, "counts of both sides");
    assert_eq!(answer["repeated_positions"], counts(0, 1, 5.into()));
    let place = serde_json::json!({"position": 3, "column": 1});
    assert_eq!(answer["first_above_tolerance"], place, "{answer:#}");
    assert!(answer["verdict"].as_str().unwrap().contains("not finite"), "{answer:#}");
}

/// What the error about a file of several tensors says to do, is done.
#[test]
fn tensor_of_a_file_with_several_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (vec![0.5; 8], vec![1.5; 8]);
    let tensors: [(&str, &[usize], Vec<f32>); 2] = [("x", &[4, 2], first), ("y", &[4, 2], second)];
    write_tensors(&folder.path().join("two.safetensors"), &tensors);
    write_npy(folder.path().join("one.npy"), &Array2::from_elem((4, 2), 0.5_f32)).unwrap();
    let asked = |a: &str, b: &str, tensor: &str| {
        phasor(folder.path(), &["compare", a, b, "--tensor", tensor])
    };
    assert_eq!(asked("two.safetensors", "one.npy", "x").0, 0, "equal");
    assert_eq!(asked("one.npy", "two.safetensors", "y").0, 1, "different");
    assert_eq!(asked("two.safetensors", "two.safetensors", "y").0, 0, "of both");
    let (code, _, error) = asked("two.safetensors", "one.npy", "z");
    assert!(code == 2 && error.contains("has no tensor \"z\""), "{error}");
    let (code, _, error) = asked("paper", "fairseq", "x");
    assert!(code == 2 && error.contains("neither paper nor fairseq is one"), "{error}");
}

/// Patches of two image sizes: what varies linearly is the same once it is resized, but for the border; a class token
/// stays.
#[test]
fn patches_are_resized_to_be_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let grid = |side: usize, before: usize| {
        Array2::from_shape_fn((before + side * side, 3), |(i, j)| {
            let Some(patch) = i.checked_sub(before) else { return 5.0 };
            let center = |at: usize| (at as f64 + 0.5) / side as f64;
            [center(patch / side), center(patch % side), 1.0][j]
        })
    };
    for (name, cells) in
        [("small.npy", grid(14, 1)), ("large.npy", grid(24, 1)), ("bare.npy", grid(24, 0))]
    {
        write_npy(path(name), &cells).unwrap();
    }
    let (_, found) = json(folder.path(), &["compare", "small.npy", "large.npy"]);
    let verdict = found["verdict"].as_str().unwrap();
    assert!(verdict.contains("14 × 14 and 24 × 24 behind a class token"), "{verdict}");
    let (code, found) = json(
        folder.path(),
        &["compare", "small.npy", "large.npy", "--resized", "--tolerance", "0.03"],
    );
    assert_eq!(code, 0, "{found:#}");
    assert_eq!(found["lengths"], serde_json::json!({"a": 577, "b": 577}));
    assert!(
        found["verdict"].as_str().unwrap().contains("resized from 14 × 14 to 24 × 24"),
        "{found:#}"
    );
    for (a, b) in [("small.npy", "bare.npy"), ("paper", "large.npy")] {
        let (code, _, error) = phasor(folder.path(), &["compare", a, b, "--resized"]);
        assert_eq!(code, 2, "{a} and {b}: {error}");
        assert!(error.contains("only square grids") || error.contains("columns"), "{error}");
    }
}

/// A table whose columns were exchanged, reversed in sign, scaled and moved is the other one, turned; noise is not.
#[test]
fn tables_that_were_turned_explain_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let own = table("paper", 8, 40);
    let turned = Array2::from_shape_fn((40, 8), |(t, j)| 3.0 - 2.0 * own[[t, 7 - j]]);
    let noise = Array2::from_shape_fn((40, 8), |(t, j)| {
        ((t * 8 + j) as f64 * 12.9898).sin() * 43_758.545_3 % 1.0
    });
    for (name, cells) in [("a.npy", &own), ("turned.npy", &turned), ("noise.npy", &noise)] {
        write_npy(path(name), cells).unwrap();
    }
    let asked = |b: &str| json(folder.path(), &["compare", "a.npy", b, "--procrustes"]).1;
    let found = asked("turned.npy");
    assert!((found["procrustes"].as_f64().unwrap() - 1.0).abs() < 1e-6, "{found:#}");
    assert!(
        found["verdict"].as_str().unwrap().contains("explains 100.0 % of the variance"),
        "{found:#}"
    );
    assert!(asked("noise.npy")["procrustes"].as_f64().unwrap() < 0.5);
    write_npy(path("flat.npy"), &Array2::from_elem((40, 8), 0.5)).unwrap();
    let (code, _, error) = phasor(folder.path(), &["compare", "a.npy", "flat.npy", "--procrustes"]);
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("all rows of one are the same"), "{error}");
    let (_, plain) = json(folder.path(), &["compare", "a.npy", "turned.npy"]);
    assert_eq!(plain["procrustes"], Value::Null, "only where it is asked for");
}

/// Cells that both files lack are equal, as in NumPy, for the command and for the view.
#[test]
fn cells_without_a_number_on_both_sides_are_equal() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut own = table("paper", 4, 10);
    own[[3, 1]] = f64::NAN;
    own[[7, 2]] = f64::NEG_INFINITY;
    write_npy(path("a.npy"), &own).unwrap();
    write_npy(path("b.npy"), &own).unwrap();
    let mut other_bits = own.clone();
    other_bits[[3, 1]] = -f64::NAN;
    write_npy(path("bits.npy"), &other_bits).unwrap();
    let mut number = own.clone();
    number[[3, 1]] = 0.5;
    write_npy(path("number.npy"), &number).unwrap();
    for (b, is_equal, equal_bits, both, words) in [
        (
            "b.npy",
            true,
            true,
            2,
            "a.npy and b.npy have 2 values that are not finite in the same cells, which count as equal.",
        ),
        ("bits.npy", true, false, 2, "a.npy and bits.npy are equal: "),
        ("number.npy", false, false, 1, "a.npy has 2 values that are not finite."),
    ] {
        for tolerance in ["0", "9"] {
            let asked = ["compare", "a.npy", b, "--tolerance", tolerance];
            let (code, answer) = json(folder.path(), &asked);
            assert_eq!(code, i32::from(!is_equal), "{b}, tolerance {tolerance}: {answer:#}");
            assert_eq!(answer["equal_bits"], equal_bits, "{b}, tolerance {tolerance}");
            assert_eq!(answer["not_finite"]["both"], both, "{b}, tolerance {tolerance}");
            let verdict = answer["verdict"].as_str().unwrap();
            assert!(verdict.contains(words), "{b}, tolerance {tolerance}: {verdict}");
        }
        let scene = format!("table=a.npy&b.table={b}");
        let drawn = [
            "figure",
            "verdict",
            "--scene",
            &scene,
            "--trust-files",
            "--text",
            "live",
            "--format",
            "svg",
        ];
        let (code, svg, error) = phasor(folder.path(), &[&drawn[..], &["-o", "-"]].concat());
        assert_eq!(code, 0, "{b}: {error}");
        let drawn = svg.contains("first difference");
        assert_eq!(drawn, !is_equal, "the view agrees about {b}: {svg}");
    }
}

/// Where a text may be read in two ways, the commands say which one it was, and the answer is the same.
#[test]
fn readings_of_a_text_are_said() {
    let folder = tempfile::tempdir().unwrap();
    let own = table("paper", 4, 10);
    let lines: Vec<String> = own
        .outer_iter()
        .map(|row| row.iter().map(|value| format!("{value:?}")).collect::<Vec<_>>().join(","))
        .collect();
    let text = lines.join("\n");
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    write("names.csv", format!("0,1,2,3\n{text}\n"));
    write("decimal.csv", text.replace(',', ";").replace('.', ","));
    write("numbers.csv", "0,1,2\n1,2,3\n2,3,4\n".to_owned());
    write("thousands.tsv", "1,234\t5\n2\t3\n".to_owned());
    for (name, note) in [
        ("names.csv", "note: names.csv: the first line, 0, 1, 2, 3, is read as names of columns\n"),
        ("decimal.csv", "note: decimal.csv: commas are read as decimal points: 0,0 is 0.0\n"),
    ] {
        let (code, answer, error) = phasor(folder.path(), &["compare", name, "paper"]);
        assert_eq!((code, error.as_str()), (0, note), "{name}: {answer}");
        assert!(answer.contains("equal, bit for bit"), "{name}: {answer}");
        let (code, answer, error) = phasor(folder.path(), &["identify", name]);
        assert_eq!((code, error.as_str()), (0, note), "{name}: {answer}");
        let out = ["export", "table", "--table", name, "-o", "out.npy"];
        let (code, _, error) = phasor(folder.path(), &out);
        assert_eq!((code, error.as_str()), (0, note), "export of {name}");
    }
    let (code, answer, error) = phasor(folder.path(), &["compare", "numbers.csv", "numbers.csv"]);
    let note =
        "note: numbers.csv: the first line, 0, 1, 2, is read as numbers, as all others are whole\n";
    assert_eq!((code, error.as_str()), (0, note), "{answer}");
    assert!(answer.contains("3 positions × 3 columns"), "{answer}");
    let (code, _, error) = phasor(folder.path(), &["identify", "thousands.tsv"]);
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("\"1,234\" may be 1.234 or 1234"), "{error}");
}

#[test]
fn what_cannot_be_compared_is_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    write_npy(path("pe.npy"), &table("paper", 4, 10)).unwrap();
    let whole = fs::read(path("pe.npy")).unwrap();
    fs::write(path("cut.npy"), &whole[..whole.len() - 1]).unwrap();
    fs::write(path("x.pt"), b"\x80\x02}q\x00.").unwrap();
    fs::write(path("ragged.csv"), "1,2\n3\n").unwrap();
    fs::write(path("empty.npy"), "").unwrap();
    let header = |json: &str| [&(json.len() as u64).to_le_bytes()[..], json.as_bytes()].concat();
    let lying = r#"{"t":{"dtype":"F32","shape":[4,4],"data_offsets":[0,64]}}"#;
    fs::write(path("lying.safetensors"), header(lying)).unwrap();
    let two = r#"{"b":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},"wpe.weight":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}"#;
    fs::write(path("two.safetensors"), [header(two), vec![0; 8]].concat()).unwrap();
    // Stacked tables are tables, too.
    let stacked = r#"{"w":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},"cos":{"dtype":"F32","shape":[2,1,2],"data_offsets":[0,16]}}"#;
    fs::write(path("stacked.safetensors"), [header(stacked), vec![0; 16]].concat()).unwrap();
    for (a, expected) in [
        ("cut.npy", "phasor: cut.npy: it ends before its (10, 4) numbers do\n"),
        (
            "x.pt",
            "phasor: x.pt is a Python pickle, which may run code when it is read: save the tensor as npy, with \
             numpy.save(\"x.npy\", torch.load('x.pt', weights_only=True).float().numpy()); a checkpoint of several \
             tensors needs [\"NAME\"] before .float()\n",
        ),
        ("ragged.csv", "phasor: ragged.csv: line 2 has 1 cells, and those before have 2\n"),
        ("empty.npy", "phasor: empty.npy: it is empty\n"),
        (
            "lying.safetensors",
            "phasor: lying.safetensors: its tensor \"t\" ends at byte 64 of the data, of which there are 0\n",
        ),
        (
            "two.safetensors",
            "phasor: two.safetensors has 2 tensors: choose one with --tensor, or in a scene with table=two.safetensors&tensor=NAME: wpe.weight (1, 2) f32, b (1, 2) f32\n",
        ),
        (
            "stacked.safetensors",
            "phasor: stacked.safetensors has 2 tensors: choose one with --tensor, or in a scene with table=stacked.safetensors&tensor=NAME: cos (2, 1, 2) f32, w (2, 2) f32\n",
        ),
        (
            "d_model=6",
            "phasor: d_model=6 has 6 columns, pe.npy has 4: only tables of the same width are compared\n",
        ),
        ("table=pe.npy&start=50", "phasor: pe.npy and pe.npy have no position in common\n"),
    ] {
        let b = if a.contains("start") { "table=pe.npy&start=0" } else { "pe.npy" };
        let (code, answer, error) = phasor(folder.path(), &["compare", a, b]);
        assert_eq!((code, answer.as_str(), error.as_str()), (2, "", expected), "{a}");
    }
    let (code, _, _) = phasor(folder.path(), &["compare", "pe.npy", "pe.npy", "--tolerance", "x"]);
    assert_eq!(code, 2, "no number");
    let (code, _) = json(
        folder.path(),
        &["compare", "table=two.safetensors&tensor=b", "d_model=2&length=1&base=2"],
    );
    assert_eq!(code, 1, "the tensor is chosen by its name");
}

/// Writes a table, and returns what the program says that it is.
fn identified(folder: &Path, values: &Array2<f64>) -> (i32, Value) {
    write_npy(folder.join("x.npy"), values).unwrap();
    json(folder, &["identify", "x.npy"])
}

/// Table that a scene text of the program makes.
fn made(scene: &str) -> Array2<f64> {
    let scene: phasor::scene::Scene = scene.parse().unwrap();
    scene.table().block(0..scene.extent().length(), 0..scene.num_columns())
}

#[test]
fn every_convention_is_identified() {
    let folder = tempfile::tempdir().unwrap();
    for convention in Convention::all() {
        for (d_model, length) in [(16, 40), (64, 200)] {
            let own = table(convention.key(), d_model, length);
            for rounding in ["f64", "f32", "bf16"] {
                let values = match rounding {
                    "f32" => own.mapv(|value| f64::from(value as f32)),
                    "bf16" => own.mapv(|value| half::bf16::from_f64(value).to_f64()),
                    _ => own.clone(),
                };
                let (code, answer) = identified(folder.path(), &values);
                let what = format!("{} × {d_model} {rounding}: {answer:#}", convention.key());
                // As wide as a head, it holds the numbers of a rotary cache's buffer, and both are said.
                let is_buffer =
                    ["diffusers-flipped", "guided-diffusion"].contains(&convention.key());
                let kind = if is_buffer { "cache" } else { "table" };
                assert_eq!((code, &answer["kind"]), (0, &kind.into()), "{what}");
                if is_buffer {
                    let verdict = answer["verdict"].as_str().unwrap();
                    assert!(verdict.contains("diffusers-flipped"), "{what}");
                }
                let scene = made(answer["scene"].as_str().unwrap());
                let largest = (&scene - &values).mapv(f64::abs).iter().copied().fold(0.0, f64::max);
                assert!(
                    largest < if rounding == "bf16" { 5e-3 } else { 1e-6 },
                    "{largest}: {what}"
                );
                assert_eq!(answer["matching_cells"], answer["cells"], "{what}");
            }
        }
    }
}

#[test]
fn type_is_told_although_angles_were_rounded_too() {
    let folder = tempfile::tempdir().unwrap();
    let frequency = |k: usize| 10_000_f32.powf(-2.0 * k as f32 / 32.0);
    let value = |(t, j): (usize, usize)| {
        let angle = t as f32 * frequency(j / 2);
        if j % 2 == 0 { angle.sin() } else { angle.cos() }
    };
    let single = Array2::from_shape_fn((3000, 32), |place| f64::from(value(place)));
    let half = single.mapv(|value| half::bf16::from_f64(value).to_f64());
    for (table, rounding) in [(single, "f32"), (half, "bf16")] {
        let (_, answer) = identified(folder.path(), &table);
        assert_eq!((&answer["name"], &answer["rounding"]), (&"paper".into(), &rounding.into()));
        assert_eq!(answer["matching_cells"], 96_000);
        let verdict = answer["verdict"].as_str().unwrap();
        assert!(
            !verdict.contains("equal after rounding"),
            "some differ in the last digit: {verdict}"
        );
        assert!(answer["max_abs_difference"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn sinusoids_in_a_learned_table_are_told() {
    let folder = tempfile::tempdir().unwrap();
    // Two waves, each with a phase of its own in every column.
    let table = Array2::from_shape_fn((240, 24), |(t, j)| {
        let (t, j) = (t as f64, j as f64);
        let wave =
            |wavelength: f64, phase: f64| (std::f64::consts::TAU * t / wavelength + phase).sin();
        3.0 * wave(80.0, 2.4 * j * j) + wave(17.5, 1.7 * j * j) + 0.1 * j
    });
    let (code, answer) = identified(folder.path(), &table);
    assert_eq!((code, &answer["kind"]), (0, &"learned".into()), "{answer:#}");
    for (i, (wavelength, share)) in [(80.0, 0.9), (17.5, 0.1)].into_iter().enumerate() {
        let found = |key: &str| answer["sinusoids"][i][key].as_f64().unwrap();
        assert!((found("wavelength") / wavelength - 1.0).abs() < 0.01, "{answer:#}");
        assert!((found("share") - share).abs() < 0.01, "{answer:#}");
        assert!((found("frequency") * found("wavelength") - std::f64::consts::TAU).abs() < 1e-9);
    }
    assert!(answer["verdict"].as_str().unwrap().contains("90 % (wavelength 80"), "{answer:#}");
}

#[test]
fn table_that_is_mostly_an_encoding_is_closest_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = table("paper", 32, 120);
    for (i, value) in table.iter_mut().enumerate() {
        if i % 7 == 3 {
            *value = 0.5 - *value;
        }
    }
    let (_, answer) = identified(folder.path(), &table);
    assert_eq!(answer["name"], "paper");
    let verdict = answer["verdict"].as_str().unwrap();
    assert!(verdict.contains("is closest to the table of"), "{verdict}");
    assert_eq!(answer["candidates"][0]["name"], "paper", "{answer:#}");
}

#[test]
fn changes_of_a_table_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let own = table("fairseq", 32, 100).mapv(|value| f64::from(value as f32));
    let check = |values: &Array2<f64>, key: &str, expected: Value| {
        let (code, answer) = identified(folder.path(), values);
        assert_eq!(code, 0, "{answer:#}");
        assert_eq!(answer[key], expected, "{key}: {answer:#}");
        answer
    };
    let answer = check(&own, "name", "fairseq".into());
    assert_eq!(answer["scene"], "convention=fairseq&d_model=32&length=100");
    assert_eq!(answer["rounding"], "f32");
    check(&own.t().to_owned(), "transposed", true.into());
    check(&own.mapv(|value| 32.0_f64.sqrt() * value), "scale", 32.0_f64.sqrt().into());
    let negative = check(&own.mapv(|value| -value), "scale", (-1.0).into());
    assert_eq!(negative["matching_cells"], 3200);
    let deviation = |what: &str, row: Value, column: Value| serde_json::json!([{"what": what, "row": row, "column": column}]);
    let mut changed = own.clone();
    changed.row_mut(0).fill(0.0);
    check(&changed, "deviations", deviation("zero_row", 0.into(), Value::Null));
    let mut changed = own.clone();
    let before = own.row(16).to_owned();
    changed.row_mut(17).assign(&before);
    check(&changed, "deviations", deviation("repeated_row", 17.into(), Value::Null));
    let mut changed = own.clone();
    changed.column_mut(5).fill(0.0);
    check(&changed, "deviations", deviation("zero_column", Value::Null, 5.into()));
    let mut changed = own.clone();
    changed[[40, 3]] += 0.5;
    check(&changed, "deviations", deviation("cell", 40.into(), 3.into()));
    let mut changed = own.clone();
    for i in 60..100 {
        let next = made("convention=fairseq&d_model=32&length=101").row(i + 1).to_owned();
        changed.row_mut(i).assign(&next.mapv(|value| f64::from(value as f32)));
    }
    let run = serde_json::json!([{"what": "shifted_row", "row": 60, "row_end": 99, "column": null, "shift": 1}]);
    check(&changed, "deviations", run);
    // Column 30 in the place of 3, and the reverse.
    let mut changed = own.clone();
    changed.column_mut(3).assign(&own.column(30));
    changed.column_mut(30).assign(&own.column(3));
    let swapped = serde_json::json!([
        {"what": "moved_column", "row": null, "column": 3, "from": 30},
        {"what": "moved_column", "row": null, "column": 30, "from": 3},
    ]);
    check(&changed, "deviations", swapped);
    // No convention has a table of this base and width.
    let other = made("base=12345&d_model=32&length=100").mapv(|value| f64::from(value as f32));
    let without_last = other.slice(ndarray::s![.., ..31]).to_owned();
    let missing = deviation("missing_column", Value::Null, 31.into());
    let answer = check(&without_last, "deviations", missing);
    assert_eq!(answer["scene"], "d_model=32&length=100&base=12345", "of all columns");
    // A base and a start that nobody lists.
    let other = made("base=12345&d_model=32&length=100&start=37");
    let answer = check(&other, "kind", "table".into());
    assert_eq!(answer["scene"], "d_model=32&start=37&length=100&base=12345", "{answer:#}");
}

#[test]
fn tables_at_real_positions_are_identified() {
    let folder = tempfile::tempdir().unwrap();
    for scene in [
        "d_model=32&start=0.5&length=100",
        "d_model=32&step=0.25&length=100",
        "d_model=32&start=99&step=-1&length=100",
        "convention=fairseq&d_model=32&start=2.5&step=0.5&length=100",
    ] {
        let (code, answer) = identified(folder.path(), &made(scene));
        assert_eq!(code, 0, "{answer:#}");
        // Another convention may have the same table.
        let found = answer["scene"].as_str().unwrap();
        assert!(found == scene || found.contains("tensor2tensor"), "{answer:#}");
        assert_eq!(made(found), made(scene), "{found}");
        assert_eq!(answer["deviations"], serde_json::json!([]), "{answer:#}");
    }
    let normalized = format!("d_model=32&step={}&length=100", 1.0 / 99.0);
    let (_, answer) = identified(folder.path(), &made(&normalized));
    assert_eq!(answer["scene"], normalized, "{answer:#}");
}

#[test]
fn numbers_that_nobody_would_list_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let check = |scene: &str, table: &Array2<f64>| {
        let single = table.mapv(|value| f64::from(value as f32));
        let (_, answer) = identified(folder.path(), &single);
        assert_eq!(answer["matching_cells"], answer["cells"], "{answer:#}");
        assert_eq!(answer["rounding"], "f32", "{answer:#}");
        assert_eq!(answer["scene"], scene, "{answer:#}");
    };
    for scene in [
        "d_model=32&length=300&base=12345.678",
        "d_model=32&start=3.3&step=0.77&length=300",
        "d_model=32&start=-3.3&step=0.77123&length=300&base=777.7",
    ] {
        check(scene, &made(scene));
    }
    // Cosines whose exponents are odd multiples of 1/d: those of cosines alone, in other steps.
    let step = 10_000_f64.powf(-1.0 / 64.0);
    let cosines = Array2::from_shape_fn((300, 32), |(t, k)| {
        (t as f64 * 10_000_f64.powf(-(2.0 * k as f64 + 1.0) / 64.0)).cos()
    });
    let single = cosines.mapv(|value| f64::from(value as f32));
    let (_, answer) = identified(folder.path(), &single);
    assert_eq!((&answer["name"], &answer["rounding"]), (&"cosine-alone".into(), &"f32".into()));
    let scene: phasor::scene::Scene = answer["scene"].as_str().unwrap().parse().unwrap();
    assert!((scene.draft().encoding.step.unwrap() - step).abs() < 1e-8, "{answer:#}");
}

#[test]
fn components_alone_are_identified() {
    let folder = tempfile::tempdir().unwrap();
    for scene in
        ["d_model=32&start=5&length=100&components=sin", "d_model=32&length=100&components=cos"]
    {
        let values = made(scene);
        let (_, answer) = identified(folder.path(), &values.mapv(|value| 0.731 * value));
        let again = made(answer["scene"].as_str().unwrap());
        let scale = answer["scale"].as_f64().unwrap();
        let off =
            (again * scale - values * 0.731).mapv(f64::abs).iter().copied().fold(0.0, f64::max);
        assert!(off < 1e-9, "{scene}: off by {off}, {answer:#}");
    }
}

#[test]
fn what_is_no_sinusoid_is_not_called_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    let mut normal = || -> f64 {
        let (a, b) = (1.0 - random.f64(), random.f64());
        (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
    };
    let noise = Array2::from_shape_simple_fn((200, 48), &mut normal);
    let mut smooth = noise.clone();
    for i in 1..200 {
        for j in 0..48 {
            smooth[[i, j]] = 0.95 * smooth[[i - 1, j]] + 0.3 * noise[[i, j]];
        }
    }
    for (values, code, kind, reason) in [
        (Array2::zeros((10, 4)), 1, "none", Some("zeros")),
        (Array2::from_elem((10, 4), 0.25), 1, "none", Some("constant")),
        (noise.mapv(|value| 0.02 * value), 1, "none", Some("random")),
        (Array2::from_elem((10, 4), f64::NAN), 1, "none", Some("not_finite")),
        (smooth, 0, "learned", None),
    ] {
        let (found, answer) = identified(folder.path(), &values);
        assert_eq!((found, answer["kind"].as_str().unwrap()), (code, kind), "{answer:#}");
        assert_eq!(answer["reason"].as_str(), reason, "{answer:#}");
    }
}

#[test]
fn differences_are_exported_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let scene = "d_model=6&length=9&start=3&b.convention=fairseq";
    let csv = |what: &str, scene: &str| -> Vec<Vec<f64>> {
        let arguments = ["export", what, "--scene", scene, "--dtype", "f64", "-o", "-"];
        let (code, text, error) = phasor(folder, &arguments);
        assert_eq!(code, 0, "{error}");
        let rows = text.lines().skip(1);
        rows.map(|line| line.split(',').map(|it| it.parse().unwrap()).collect()).collect()
    };
    let a = csv("table", "d_model=6&length=9&start=3");
    let b = csv("table", "d_model=6&length=9&start=3&convention=fairseq");
    for ((row, a), b) in csv("difference", scene).iter().zip(&a).zip(&b) {
        assert_eq!(row[0].to_bits(), a[0].to_bits(), "the position");
        for ((difference, a), b) in row.iter().zip(a).zip(b).skip(1) {
            assert_eq!(difference.to_bits(), (a - b).to_bits());
        }
    }
    let (code, svg, error) = phasor(
        folder,
        &["figure", "heatmap", "--scene", scene, "--side", "all", "--format", "svg", "-o", "-"],
    );
    assert_eq!(code, 0, "{error}");
    for heading in ["A · Attention Is All You Need", "B · fairseq", "A − B, ±"] {
        assert!(svg.contains(heading), "{heading} is not in the figure");
    }
}

#[test]
fn sides_of_different_widths_say_why_there_is_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    for (side, instead) in [("difference", "A is shown"), ("all", "A and B are shown")] {
        let arguments = ["figure", "heatmap", "--side", side, "--scene", "d_model=8&b.d_model=6"];
        let (code, _, told) = phasor(folder.path(), &[&arguments[..], &["-o", "a.svg"]].concat());
        assert_eq!(code, 0, "{told}");
        let expected = format!("A has 8 columns, B has 6 columns: there is no A - B, {instead}");
        assert!(told.contains(&expected), "{told}");
        std::fs::remove_file(folder.path().join("a.svg")).unwrap();
    }
}

#[test]
fn differences_without_b_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (arguments, expected) in [
        (
            &["export", "difference", "-o", "-"][..],
            "cannot export difference: there is no B; expected a scene with b.KEY, such as --scene b.convention=fairseq",
        ),
        (
            &["export", "difference", "--scene", "b.d_model=6", "-o", "-"],
            "cannot export difference: A has 128 columns, B has 6",
        ),
        (
            &["figure", "heatmap", "--side", "difference", "-o", "a.png"],
            "invalid side \"difference\": expected a scene with B, such as b.convention=fairseq",
        ),
        (
            &["figure", "heatmap", "--scene", "b.table=pe.npy", "-o", "a.png"],
            "the scene names the table \"pe.npy\", which is read on request: add --trust-files",
        ),
    ] {
        let (code, _, error) = phasor(folder, arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn rounded_scene_equals_a_rounded_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for dtype in ["f16", "bf16", "f32"] {
        let made = ["export", "table", "--convention", "whisper", "--d-model", "12"];
        let file = ["--length", "30", "--dtype", dtype, "-o", "pe.safetensors", "--force"];
        assert_eq!(phasor(folder, &[&made[..], &file].concat()).0, 0);
        let scene = format!("convention=whisper&round=result:{dtype}");
        let (code, answer) = json(folder, &["compare", "pe.safetensors", &scene]);
        assert_eq!((code, &answer["equal_bits"]), (0, &Value::Bool(true)), "{dtype}: {answer}");
    }
    let (code, _, error) = phasor(folder, &["code", "numpy", "--round", "result:f16"]);
    assert_eq!(code, 2);
    assert!(error.contains("cannot write code for rounded values"), "{error}");
}

#[test]
fn unwritten_ends_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let whole = made("d_model=16&length=200");
    let cases = [("zero_row", 0.0), ("repeated_row", 1.0)];
    for (what, factor) in cases {
        let mut table = whole.clone();
        let last = table.row(59).to_owned() * factor;
        for mut row in table.rows_mut().into_iter().skip(60) {
            row.assign(&last);
        }
        let (code, answer) = identified(folder.path(), &table);
        assert_eq!((code, &answer["name"]), (0, &"paper".into()), "{answer:#}");
        let deviation = &answer["deviations"][0];
        assert_eq!(deviation["what"], what, "{answer:#}");
        assert_eq!((&deviation["row"], &deviation["row_end"]), (&60.into(), &199.into()));
        // Positions that run across have no such rows.
        let (_, answer) = identified(folder.path(), &table.t().to_owned());
        assert!(answer["verdict"].is_string(), "{answer:#}");
    }
}

#[test]
fn reasons_of_differences_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let file = table("fairseq", 64, 40);
    write_npy(folder.path().join("file.npy"), &file).unwrap();
    write_npy(folder.path().join("twice.npy"), &(2.0 * table("paper", 64, 40))).unwrap();
    let patches = "convention=moco-v3&grid=6x6&d_model=64".parse::<Scene>().unwrap().table();
    let class = Array2::from_shape_fn((37, 64), |(i, j)| match i {
        0 => 0.0,
        i => patches.value(i as u64 - 1, j as u32),
    });
    write_npy(folder.path().join("class.npy"), &class).unwrap();
    let of_fairseq = [
        "exponent i/(⌊d/2⌋ - 1) instead of 2i/d",
        "two blocks instead of interleaved",
        "starts at 2 instead of 0",
    ];
    for (a, b, expected) in [
        ("fairseq", "paper", &of_fairseq[..]),
        ("file.npy", "paper", &of_fairseq),
        ("file.npy", "fairseq", &[]),
        ("twice.npy", "paper", &["times 2"]),
        ("base=500", "paper", &["base 500 instead of 10000"]),
        (
            "tensor2tensor",
            "convention=tensor2tensor&round=result:bf16",
            &["exact instead of rounded to bf16"],
        ),
        ("encoding=rotary&base=500000", "encoding=rotary", &["base 500000 instead of 10000"]),
        ("encoding=binary&d_model=8", "d_model=8", &["binary digits instead of sinusoidal"]),
        // Conventions with the table of another are no reason.
        ("class.npy", "convention=moco-v3&grid=6x6&d_model=64", &["after a row of zeros"]),
    ] {
        let (_, answer) = json(folder.path(), &["compare", a, b]);
        assert_eq!(answer["reasons"], serde_json::json!(expected), "{a} beside {b}: {answer:#}");
        let is_told = expected.iter().all(|it| answer["verdict"].as_str().unwrap().contains(it));
        assert!(is_told, "{answer:#}");
    }
}

/// Text has as many decimals as somebody chose: a table that was rounded to few is that table all the same.
#[test]
fn tables_with_few_decimals_are_recognized() {
    let folder = tempfile::tempdir().unwrap();
    for (key, decimals, wrong) in
        [("paper", 6, false), ("paper", 4, false), ("fairseq", 5, false), ("paper", 6, true)]
    {
        let table = table(key, 32, 60);
        let row = |(i, row): (usize, ndarray::ArrayView1<'_, f64>)| {
            let off = |j: usize| if wrong && (i, j) == (13, 7) { 0.3 } else { 0.0 };
            let cell = |(j, value): (usize, &f64)| format!("{:.decimals$}", value + off(j));
            row.iter().enumerate().map(cell).collect::<Vec<_>>().join(",")
        };
        let text: Vec<String> = table.rows().into_iter().enumerate().map(row).collect();
        fs::write(folder.path().join("text.csv"), text.join("\n")).unwrap();
        let (_, answer) = json(folder.path(), &["identify", "text.csv"]);
        assert_eq!(
            (&answer["certain"], &answer["name"]),
            (&true.into(), &key.into()),
            "{answer:#}"
        );
        assert_eq!(answer["decimals"], decimals, "{answer:#}");
        assert_eq!(
            (&answer["scale"], &answer["affine"]),
            (&1.0.into(), &Value::Null),
            "{answer:#}"
        );
        let wrong_cells = answer["deviations"].as_array().unwrap();
        assert_eq!(wrong_cells.len(), usize::from(wrong), "{answer:#}");
    }
}
