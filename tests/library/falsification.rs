//! Certainty of identification, over generated tables and lists: what is no encoding is never called one with
//! certainty, and encodings are found, judged by giving their values again.
//!
//! `cargo test --test library falsification` runs a seeded part; `PHASOR_CASES=10000 cargo test --release --test
//! library falsification` runs ten thousand of each.

use std::{
    collections::BTreeMap,
    env,
    f64::consts::TAU,
    fmt::Write as _,
    ops::Range,
    time::{Duration, Instant},
};

use fastrand::Rng;
use ndarray::Array2;
use phasor::{
    encoding::{Convention, Encoding, Rounding, SinusoidDraft},
    report::IdentityReport,
    scene::Scene,
};
use rayon::prelude::*;
use serde_json::Value;

/// Seeds of a suite: `num_cases` of them, unless `PHASOR_CASES` says another number, from `PHASOR_FIRST` on.
fn seeds(num_cases: u64) -> Range<u64> {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = number("PHASOR_FIRST").unwrap_or(0);
    first..first + number("PHASOR_CASES").unwrap_or(num_cases)
}

/// Input with a name of its kind.
struct Case {
    kind: String,
    cells: Array2<f64>,
}

/// Answers about all inputs of a suite, and how long they took.
#[derive(Default)]
struct Tally {
    num: u64,
    wrong: Vec<String>,
    by_kind: BTreeMap<String, (u64, u64)>,
    times: Vec<(Duration, String)>,
}

impl Tally {
    /// Asks about one input of each seed, several at a time; `make` also returns what `fault` needs to know.
    fn of<T: Send>(
        seeds: Range<u64>,
        make: impl Fn(u64) -> Option<(Case, T)> + Sync,
        fault: impl Fn(&Value, &Case, &T) -> Option<String> + Sync,
    ) -> Self {
        let asked = |seed| {
            let (case, about) = make(seed)?;
            let started = Instant::now();
            let report = IdentityReport::of_rows("x", &case.cells, |_| true).unwrap();
            let time = started.elapsed();
            let answer = report.json();
            let fault =
                fault(&answer, &case, &about).map(|it| format!("{it}: {}", answer["verdict"]));
            Some((seed, case.kind, case.cells.dim(), time, fault))
        };
        let mut tally = Self::default();
        let all: Vec<_> = seeds.into_par_iter().filter_map(asked).collect();
        for (seed, kind, shape, time, fault) in all {
            tally.num += 1;
            let name = kind.split(" [").next().unwrap();
            let of_kind = tally.by_kind.entry(name.to_owned()).or_default();
            of_kind.1 += 1;
            tally.times.push((time, format!("seed {seed}, {kind} {shape:?}")));
            if let Some(fault) = fault {
                of_kind.0 += 1;
                tally.wrong.push(format!("seed {seed}, {kind} {shape:?}: {fault}"));
            }
        }
        tally
    }

    /// Sentence with the counts and times, followed by the faults.
    fn summary(&mut self) -> String {
        self.times.sort_by_key(|it| it.0);
        let (median, largest) =
            (self.times[self.times.len() / 2].0, self.times[self.times.len() - 1].0);
        let mut text = format!(
            "{} of {} wrong; median {median:.1?}, largest {largest:.1?}\n",
            self.wrong.len(),
            self.num
        );
        for (kind, (wrong, num)) in self.by_kind.iter().filter(|(_, (wrong, _))| *wrong > 0) {
            writeln!(text, "  {kind}: {wrong} of {num}").unwrap();
        }
        for (time, what) in self.times.iter().rev().take(4) {
            writeln!(text, "  {time:.1?}: {what}").unwrap();
        }
        for wrong in self.wrong.iter().take(40) {
            writeln!(text, "  {wrong}").unwrap();
        }
        text
    }
}

/// Length whose logarithm is spread evenly.
fn length(rng: &mut Rng, least: usize, most: usize) -> usize {
    let (least, most) = ((least as f64).ln(), (most as f64 + 1.0).ln());
    ((least + rng.f64() * (most - least)).exp() as usize).max(1)
}

fn normal(rng: &mut Rng) -> f64 {
    let (a, b) = (1.0 - rng.f64(), rng.f64());
    (-2.0 * a.ln()).sqrt() * (TAU * b).cos()
}

/// Type that values are kept in.
fn rounded(rng: &mut Rng, cells: Array2<f64>) -> (&'static str, Array2<f64>) {
    let to =
        [None, Some(Rounding::F32), Some(Rounding::F32), Some(Rounding::Bf16), Some(Rounding::F16)];
    match to[rng.usize(..to.len())] {
        Some(to) => (to.key(), cells.mapv(|value| to.nearest(value))),
        None => ("f64", cells),
    }
}

/// Numbers that are no encoding.
fn no_encoding(seed: u64) -> Case {
    let rng = &mut Rng::with_seed(seed);
    let kinds = [
        "uniform",
        "normal",
        "walk",
        "smooth",
        "spliced",
        "low rank",
        "one-hot",
        "identity",
        "spoiled ladder",
        "spoiled table",
        "memory",
        "vector",
        "whole numbers",
        "shuffled",
    ];
    let kind = kinds[rng.usize(..kinds.len())];
    let (rows, width) = (length(rng, 1, 512), length(rng, 1, 512));
    let base = [1e4, 5e5, 1e6, 100.0][rng.usize(..4)];
    // Relative error that each frequency gets, at least half of it.
    let spoil = 10.0_f64.powf(-6.0 + 4.0 * rng.f64());
    let spoiled = |rng: &mut Rng, omega: f64| {
        let sign = if rng.bool() { 1.0 } else { -1.0 };
        omega * (1.0 + sign * spoil * f64::midpoint(1.0, rng.f64()))
    };
    let mut types = true;
    let cells = match kind {
        "uniform" => Array2::from_shape_simple_fn((rows, width), || 2.0 * rng.f64() - 1.0),
        "normal" => Array2::from_shape_simple_fn((rows, width), || normal(rng)),
        "walk" => {
            let mut cells = Array2::from_shape_simple_fn((rows, width), || 0.1 * normal(rng));
            for i in 1..rows {
                for j in 0..width {
                    cells[[i, j]] += cells[[i - 1, j]];
                }
            }
            cells
        }
        "smooth" => {
            let waves: Vec<[f64; 3]> =
                (0..4 * width).map(|_| [normal(rng), 0.3 * rng.f64(), TAU * rng.f64()]).collect();
            Array2::from_shape_fn((rows, width), |(i, j)| {
                waves[4 * j..4 * j + 4].iter().map(|[a, w, p]| a * (w * i as f64 + p).sin()).sum()
            })
        }
        "spliced" => {
            // Half the columns of the paper's table, half of noise or of another start.
            let d = 2 * width.div_ceil(2).max(2);
            let own = paper(d, base, rows.max(4), 0.0, 1.0);
            let other = paper(d, base, rows.max(4), 1234.5, 0.37);
            Array2::from_shape_fn(
                own.dim(),
                |(i, j)| if j % 4 < 2 { own[[i, j]] } else { other[[i, j]] },
            )
        }
        "low rank" => {
            let rank = 1 + rng.usize(..3);
            let a = Array2::from_shape_simple_fn((rows, rank), || normal(rng));
            let b = Array2::from_shape_simple_fn((rank, width), || normal(rng));
            a.dot(&b)
        }
        "one-hot" => {
            let places: Vec<usize> = (0..rows).map(|_| rng.usize(..width)).collect();
            Array2::from_shape_fn((rows, width), |(i, j)| f64::from(u8::from(places[i] == j)))
        }
        "identity" => Array2::eye(rows),
        "spoiled ladder" => {
            types = false;
            let num = length(rng, 4, 512);
            let ladder: Vec<f64> = (0..num)
                .map(|k| base.powf(-(k as f64) / num as f64))
                .map(|it| spoiled(rng, it))
                .collect();
            Array2::from_shape_vec((num, 1), ladder).unwrap().mapv(|value| f64::from(value as f32))
        }
        "spoiled table" => {
            types = false;
            // Rows and columns enough for the fault to be seen in single precision.
            let d = 2 * length(rng, 2, 128);
            let omegas: Vec<f64> = (0..d / 2)
                .map(|k| base.powf(-2.0 * k as f64 / d as f64))
                .map(|it| spoiled(rng, it))
                .collect();
            Array2::from_shape_fn((rows.max(16), d), |(i, j)| {
                let angle = omegas[j / 2] * i as f64;
                f64::from((if j % 2 == 0 { angle.sin() } else { angle.cos() }) as f32)
            })
        }
        "memory" => {
            Array2::from_shape_simple_fn((rows, width), || f64::from(f32::from_bits(rng.u32(..))))
        }
        "vector" => {
            let num = length(rng, 1, 512);
            let shape = if rng.bool() { (num, 1) } else { (1, num) };
            let sorted = rng.bool();
            let mut all: Vec<f64> =
                (0..num).map(|_| if sorted { rng.f64() } else { normal(rng) }).collect();
            if sorted {
                all.sort_by(|a, b| b.total_cmp(a));
            }
            Array2::from_shape_vec(shape, all).unwrap()
        }
        "whole numbers" => {
            Array2::from_shape_simple_fn((rows, width), || f64::from(rng.i32(-9..=9)))
        }
        _ => {
            // Columns of a table in any order, each of another row.
            let table = paper(2 * width.div_ceil(2).max(4), base, rows.max(8), 0.0, 1.0);
            let (rows, width) = table.dim();
            Array2::from_shape_simple_fn((rows, width), || {
                table[[rng.usize(..rows), rng.usize(..width)]]
            })
        }
    };
    let (of_type, cells) = if types { rounded(rng, cells) } else { ("f32", cells) };
    Case { kind: format!("{kind} {of_type}"), cells }
}

/// The paper's table of a base at real positions.
fn paper(d: usize, base: f64, rows: usize, start: f64, step: f64) -> Array2<f64> {
    Array2::from_shape_fn((rows, d), |(i, j)| {
        let angle = base.powf(-((j - j % 2) as f64) / d as f64) * (start + step * i as f64);
        if j % 2 == 0 { angle.sin() } else { angle.cos() }
    })
}

#[test]
fn what_is_no_encoding_is_never_certain() {
    let is_wrong = |answer: &Value, _: &Case, (): &()| {
        (answer["certain"] == true).then(|| answer["name"].to_string())
    };
    let mut tally = Tally::of(seeds(80), |seed| Some((no_encoding(seed), ())), is_wrong);
    let summary = tally.summary();
    println!("no encoding: {summary}");
    assert_eq!(tally.wrong.len(), 0, "wrong certainties: {summary}");
}

/// Scene texts of encodings of all families that have rows, with a start.
fn scene(rng: &mut Rng) -> (String, String) {
    let rows = length(rng, 24, 512);
    let starts = [0, 0, 1, 2, 7, 37, 512, 4096, 100_000];
    let start = starts[rng.usize(..starts.len())];
    let kinds = [
        "convention",
        "convention",
        "base",
        "real",
        "cos",
        "cache",
        "cache",
        "preset",
        "grid",
        "binary",
    ];
    let kind = kinds[rng.usize(..kinds.len())];
    let bases = ["100", "500", "1000", "100000", "500000", "1000000", "12345"];
    let base = bases[rng.usize(..bases.len())];
    let text = match kind {
        "convention" => {
            let all: Vec<Convention> = Convention::all().collect();
            let key = all[rng.usize(..all.len())].key();
            let width = 2 * length(rng, 4, 128);
            let start = if rng.bool() { String::new() } else { format!("&start={start}") };
            format!("convention={key}&d_model={width}&length={rows}{start}")
        }
        "base" => {
            let width = 2 * length(rng, 8, 128);
            format!("d_model={width}&base={base}&length={rows}&start={start}")
        }
        "real" => {
            let width = 2 * length(rng, 8, 64);
            let steps = ["0.5", "0.25", "2", "-1", "0.1", "0.01"];
            let step = steps[rng.usize(..steps.len())];
            format!("d_model={width}&length={rows}&start={}.5&step={step}", start.min(4096))
        }
        "cos" => {
            let component = if rng.bool() { "cos" } else { "sin" };
            let width = length(rng, 16, 64);
            format!(
                "d_model={width}&length={}&components={component}&start={}",
                rows.max(64),
                start.min(37)
            )
        }
        "cache" | "preset" => {
            let forms = ["pairs", "halves", "adjacent"];
            let form = forms[rng.usize(..forms.len())];
            let cache = if rng.bool() { "cos" } else { "sin" };
            let own = if kind == "cache" {
                let dims = [32, 64, 96, 128];
                format!("encoding=rotary&base={base}&head_dim={}", dims[rng.usize(..4)])
            } else {
                let presets = [
                    "llama-3.1-8b",
                    "llama-3-8b",
                    "llama-3.2-1b",
                    "mistral-7b-v0.1",
                    "qwen3-4b",
                    "gpt-oss-20b",
                ];
                format!("model={}", presets[rng.usize(..presets.len())])
            };
            let rows = rows.max(64);
            format!("{own}&cache={cache}&cache_form={form}&length={rows}&start={}", start.min(4096))
        }
        "grid" => {
            let all =
                ["mae-2d", "vit-mae", "sam-2", "qwen2-vl", "pixtral", "timm-2d", "detr", "dinov3"];
            let key = all[rng.usize(..all.len())];
            let (a, b) = (2 + rng.usize(..14), 2 + rng.usize(..14));
            let width = 8 * length(rng, 4, 24);
            format!("convention={key}&grid={a}x{b}&d_model={width}&head_dim={width}")
        }
        _ => format!("encoding=binary&d_model=12&length={rows}"),
    };
    (kind.to_owned(), text)
}

/// Table of a scene, or of its frequencies, as another program may have kept it, and its precision relative to the
/// scale.
fn encoding(seed: u64) -> Option<(Case, f64)> {
    let rng = &mut Rng::with_seed(seed);
    if rng.usize(..8) == 0 {
        return Some(frequencies(rng));
    }
    let (kind, text) = scene(rng);
    let scene: Scene = text.parse().ok()?;
    assert!(scene.num_columns() > 1, "{text} is no table");
    let length = scene.extent().length();
    let table: Array2<f64> = scene.table().block(0..length, 0..scene.num_columns());
    let scales = [1.0, 1.0, 1.0, 1.0, f64::from(scene.num_columns()).sqrt(), 0.02, -1.0, 0.731];
    // Presets have factors of their own.
    let is_plain = ["binary", "preset"].contains(&kind.as_str());
    let scale = if is_plain { 1.0 } else { scales[rng.usize(..scales.len())] };
    let (of_type, cells) = rounded(rng, table);
    let unit = match of_type {
        "bf16" => 1.0 / 256.0,
        "f16" => 1.0 / 2048.0,
        "f32" => 1.2e-7,
        _ => 1e-13,
    };
    let cells = cells.mapv(|value| scale * value);
    let cells = if of_type == "f64" { cells } else { cells.mapv(|value| f64::from(value as f32)) };
    // Angles in single precision are off by more, the farther the more.
    let precision = 2.0 * unit * scale.abs();
    Some((Case { kind: format!("{kind} {of_type} [{text}] × {scale}"), cells }, precision))
}

fn frequencies(rng: &mut Rng) -> (Case, f64) {
    let bases = [1e4, 5e5, 1e6, 1e5, 12_345.0, 500.0];
    let base: f64 = bases[rng.usize(..bases.len())];
    let nums = [16, 24, 32, 48, 64, 128];
    let num = nums[rng.usize(..nums.len())];
    let ladder = (0..num).map(|k| base.powf(-(k as f64) / num as f64)).collect();
    let cells = Array2::from_shape_vec((1, num), ladder).unwrap();
    let (of_type, cells) = rounded(rng, cells);
    (Case { kind: format!("frequencies {of_type} [base {base}, {num}]"), cells }, 0.01)
}

/// Fault of an answer about a true encoding: it is not certain, or does not give the values again.
fn fault(answer: &Value, cells: &Array2<f64>, precision: f64) -> Option<String> {
    // A list of few bits may not tell its base from the next: then it says so.
    let has_bases = answer["candidates"][0]["same_bases"].is_array();
    if answer["certain"] != true && !has_bases {
        return Some("not certain".to_owned());
    }
    let Some(text) = answer["scene"].as_str() else { return Some("no scene".to_owned()) };
    let scene: Scene = text.parse().unwrap();
    if answer["kind"] == "frequencies" {
        let own = scene
            .table()
            .encoding
            .waves()
            .map(|waves| waves.frequencies().to_vec())
            .unwrap_or_default();
        // Half precision has few bits left for the smallest.
        let off = |(a, b): (&f64, f64)| (a - b).abs() / (b + 1e-5);
        let own = own.iter().map(|it| it.omega.hi);
        let largest = cells.iter().zip(own).map(off).fold(0.0, f64::max);
        return (largest > precision).then(|| format!("frequencies off by {largest:e}"));
    }
    let (rows, columns) = (scene.extent().length(), scene.num_columns());
    let made: Array2<f64> = scene.table().block(0..rows, 0..columns);
    let made = made.mapv(|value| value * answer["scale"].as_f64().unwrap());
    let made = if answer["transposed"] == true { made.t().to_owned() } else { made };
    if made.dim() != cells.dim() {
        return Some(format!("made {:?}", made.dim()));
    }
    let largest = (&made - cells).iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    (largest > precision).then(|| format!("off by {largest:e}, allowed {precision:e}"))
}

#[test]
fn encodings_are_found_with_certainty() {
    /// Share that must be found.
    const FOUND: f64 = 0.99;
    let is_wrong =
        |answer: &Value, case: &Case, precision: &f64| fault(answer, &case.cells, *precision);
    let mut tally = Tally::of(seeds(60), encoding, is_wrong);
    let summary = tally.summary();
    println!("encodings: {summary}");
    let found = 1.0 - tally.wrong.len() as f64 / tally.num as f64;
    assert!(found >= FOUND, "{found} are found: {summary}");
}

/// Tables of an original's single precision are certain at far positions, too.
#[test]
fn far_tables_in_single_precision_are_certain() {
    for start in [0_u32, 5_000, 120_000, 1_000_000] {
        let (d, rows) = (64_usize, 256);
        let cells = Array2::from_shape_fn((rows, d), |(i, j)| {
            let k = (j / 2) as f32;
            let omega = (2.0 * k * -(10_000.0_f32.ln() / d as f32)).exp();
            let angle = (start + i as u32) as f32 * omega;
            f64::from(if j % 2 == 0 { angle.sin() } else { angle.cos() })
        });
        let report = IdentityReport::of_rows("x", &cells, |_| true).unwrap();
        let answer = report.json();
        assert_eq!(answer["certain"], true, "from {start}: {}", answer["verdict"]);
        assert_eq!(answer["name"], "paper", "from {start}: {}", answer["verdict"]);
        let scene: Scene = answer["scene"].as_str().unwrap().parse().unwrap();
        assert_eq!(scene.extent().start(), i64::from(start), "{}", answer["verdict"]);
    }
}

/// Rotary caches of single precision are certain at any first position, in every form.
#[test]
fn far_caches_in_single_precision_are_certain() {
    type Function = fn(f32) -> f32;
    let functions: [(&str, Function); 2] = [("sin", f32::sin), ("cos", f32::cos)];
    for (function, of) in functions {
        for form in ["halves", "adjacent"] {
            for (base, start) in [(1e4_f32, 300), (1e4, 4096), (5e5, 8192), (1e4, 120_000)] {
                let (d, rows) = (128, 128);
                let cells = Array2::from_shape_fn((rows, d), |(i, j)| {
                    let pair = if form == "halves" { j % (d / 2) } else { j / 2 };
                    let omega = 1.0 / base.powf(2.0 * pair as f32 / d as f32);
                    f64::from(of((start + i) as f32 * omega))
                });
                let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
                let what = format!("{function} {form} {base} from {start}: {}", answer["verdict"]);
                assert_eq!(answer["certain"], true, "{what}");
                let scene: Scene = answer["scene"].as_str().unwrap().parse().unwrap();
                let rotary = scene.rotary().expect("a cache is rotary");
                assert_eq!(rotary.base(), f64::from(base), "{what}");
                assert_eq!(scene.extent().start(), start as i64, "{what}");
            }
        }
    }
}

/// A table of doubles that was scaled is not said to have been rounded.
#[test]
fn scaled_doubles_are_not_rounded() {
    let exact = paper(64, 1e4, 128, 0.0, 1.0);
    for factor in [8.0, 2.0, -1.0, 0.5, 1.2345] {
        let cells = exact.mapv(|value| factor * value);
        let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
        assert_eq!(answer["certain"], true, "{}", answer["verdict"]);
        assert!(answer["rounding"].is_null(), "{}", answer["verdict"]);
        let half = cells.mapv(|value| f64::from(value as f32));
        let answer = IdentityReport::of_rows("x", &half, |_| true).unwrap().json();
        assert_eq!(answer["rounding"], "f32", "{}", answer["verdict"]);
    }
}

/// A right table with noise is closest to the simplest of the encodings that are as near.
#[test]
fn noisy_tables_are_closest_to_the_simplest_encoding() {
    let mut rng = Rng::with_seed(11);
    let draft: SinusoidDraft = Convention::PAPER.draft(64);
    let exact = Encoding::sinusoidal(draft).unwrap().table::<f64>(0..256, 0..64);
    for noise in [1e-4, 1e-3, 1e-2] {
        let cells = exact.mapv(|value| f64::from((value + noise * normal(&mut rng)) as f32));
        let started = Instant::now();
        let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
        assert_eq!(
            (&answer["certain"], &answer["name"]),
            (&false.into(), &"paper".into()),
            "{answer:#}"
        );
        assert_eq!(answer["scene"], "d_model=64", "noise {noise}: {answer:#}");
        let verdict = answer["verdict"].as_str().unwrap();
        assert!(verdict.contains("is closest to the table of Attention"), "{verdict}");
        assert!(verdict.contains("the largest difference"), "{verdict}");
        println!("noise {noise}: {:.1?}", started.elapsed());
    }
}

fn answer(cells: &Array2<f64>) -> Value {
    IdentityReport::of_rows("x", cells, |_| true).unwrap().json()
}

fn bf16(value: f64) -> f64 {
    Rounding::Bf16.nearest(f64::from(value as f32))
}

/// Frequencies of unscaled pairs as programs compute them in single precision.
fn inv_freq(base: f32, num: u32) -> Vec<f32> {
    (0..num).map(|k| 1.0 / base.powf(2.0 * k as f32 / (2 * num) as f32)).collect()
}

/// What rounding left no trace of is not named, and the fewest choices come first.
#[test]
fn half_precision_is_named_for_what_it_left() {
    let own = inv_freq(10_000.0, 48);
    let list = Array2::from_shape_fn((48, 1), |(k, _)| bf16(own[k].into()));
    let found = answer(&list);
    assert_eq!(found["certain"], true, "{found:#}");
    assert_eq!((&found["kind"], &found["rounding"]), (&"frequencies".into(), &"bf16".into()));
    assert_eq!(found["candidates"][0]["base"], 10_000.0, "{found:#}");
    let own = inv_freq(500_000.0, 32);
    for num_rows in [64, 128, 2048, 4096] {
        let cache = Array2::from_shape_fn((num_rows, 64), |(t, j)| {
            bf16(f64::from(t as f32 * own[j % 32]).cos())
        });
        let found = answer(&cache);
        assert_eq!(found["certain"], true, "{num_rows} rows: {found:#}");
        let first = &found["candidates"][0];
        let name = (&first["base"], &first["rope_type"]);
        assert_eq!(name, (&500_000.0.into(), &"default".into()), "{num_rows} rows: {found:#}");
        let stages = (&found["rounding"], &found["stages"]);
        assert_eq!(stages, (&"bf16".into(), &Value::Null), "{num_rows} rows: {found:#}");
    }
}

/// A vector, one column or one row is a list, and never a table one column wide.
#[test]
fn lists_are_named_or_nothing() {
    let check = |list: &[f64], kind: &str, name: &str| {
        for shape in [(list.len(), 1), (1, list.len())] {
            let cells = Array2::from_shape_vec(shape, list.to_vec()).unwrap();
            let found = answer(&cells);
            let certain = kind != "none";
            assert_eq!(
                (&found["kind"], &found["certain"]),
                (&kind.into(), &certain.into()),
                "{found:#}"
            );
            let own = if certain { &found["name"] } else { &found["reason"] };
            assert!(own.as_str().unwrap().contains(name), "{name}: {found:#}");
        }
    };
    let mut rng_of_lists = Rng::with_seed(5);
    check(&[0.3, -1.2, 0.7], "none", "unknown");
    check(&[0.5], "none", "unknown");
    let memory: Vec<f64> = (0..64).map(|k| 1e-3 * (f64::from(k) * 1.7).sin()).collect();
    check(&[&[6.93e-18], &memory[..]].concat(), "none", "uninitialized");
    check(&[0.0; 9], "none", "zeros");
    let single = |value: f64| f64::from(value as f32);
    let slopes: Vec<f64> = (1..=8).map(|head| (-f64::from(head)).exp2()).collect();
    check(&slopes, "slopes", "alibi");
    let of_twelve: Vec<f64> = (1..=8)
        .map(|head| (-f64::from(head)).exp2())
        .chain((0..4).map(|head| single((-0.5 * f64::from(2 * head + 1)).exp2())))
        .collect();
    check(&of_twelve, "slopes", "alibi-bloom");
    let positions: Vec<f64> = (5..69).map(f64::from).collect();
    check(&positions, "positions", "start 5, step 1");
    let divisors: Vec<f64> =
        inv_freq(10_000.0, 64).into_iter().map(|omega| single(1.0 / f64::from(omega))).collect();
    check(&divisors, "divisors", "base 10");
    // Orders in which code leaves lists.
    let arranged = |list: &[f64], kind: &str, arrangement: &str| {
        check(list, kind, "");
        let cells = Array2::from_shape_vec((list.len(), 1), list.to_vec()).unwrap();
        let found = answer(&cells);
        assert_eq!(found["arrangement"], arrangement, "{found:#}");
    };
    let own: Vec<f64> = inv_freq(10_000.0, 32).into_iter().map(f64::from).collect();
    let reversed: Vec<f64> = own.iter().rev().copied().collect();
    arranged(&reversed, "frequencies", "reversed");
    arranged(&own.repeat(2), "frequencies", "twice");
    let each_twice: Vec<f64> = own.iter().flat_map(|&it| [it, it]).collect();
    arranged(&each_twice, "frequencies", "each-twice");
    let negated: Vec<f64> = of_twelve.iter().map(|slope| -slope).collect();
    arranged(&negated, "slopes", "negated");
    // Powers of two have as few bits as rounded numbers, and are exact.
    let of_base = |list: &[f64], base: f64, exponent: &str| {
        let cells = Array2::from_shape_vec((list.len(), 1), list.to_vec()).unwrap();
        let found = answer(&cells);
        let first = &found["candidates"][0];
        assert_eq!(found["certain"], true, "{found:#}");
        assert_eq!((&first["base"], &first["exponent"]), (&base.into(), &exponent.into()));
    };
    let endpoint: Vec<f64> = (0..32).map(|k| 1e4_f64.powf(-f64::from(k) / 31.0)).collect();
    of_base(&endpoint, 1e4, "endpoint");
    of_base(&endpoint.iter().map(|&it| bf16(it)).collect::<Vec<_>>(), 1e4, "endpoint");
    of_base(
        &(0..32).map(|k| 1e4_f64.powf(-f64::from(k + 1) / 32.0)).collect::<Vec<_>>(),
        1e4,
        "one-based",
    );
    of_base(&(0..16).map(|k| (-f64::from(k)).exp2()).collect::<Vec<_>>(), 65_536.0, "half");
    // A geometric progression whose base nobody has chosen, and other numbers.
    let of_nobody: Vec<f64> = (0..24).map(|k| 0.0137_f64.powf(f64::from(k) / 23.1)).collect();
    let cells = Array2::from_shape_vec((24, 1), of_nobody).unwrap();
    assert_eq!(answer(&cells)["certain"], false, "a base of many digits");
    let uniform: Vec<f64> = (0..512).map(|_| rng_of_lists.f64()).collect();
    check(&uniform, "none", "unknown");
    // Longer than any sinusoid is wide.
    let mut falling: Vec<f64> = (0..20_000).map(|_| rng_of_lists.f64()).collect();
    falling.sort_by(|a, b| b.total_cmp(a));
    check(&falling, "none", "unknown");
    let permuted: Vec<f64> = (0..512).map(|i| f64::from(i * 181 % 512)).collect();
    check(&permuted, "none", "unknown");
    // A ladder whose frequencies are all off is closest to it, at most.
    let mut rng = Rng::with_seed(3);
    let spoiled: Vec<f64> = inv_freq(10_000.0, 64)
        .into_iter()
        .map(|omega| single(f64::from(omega) * (1.0 + 1e-4 * (rng.f64() - 0.5))))
        .collect();
    let cells = Array2::from_shape_vec((64, 1), spoiled).unwrap();
    assert_eq!(answer(&cells)["certain"], false, "every frequency is off");
}

/// Columns of one function have neither a layout nor an order.
#[test]
fn tables_of_one_function_are_named_so() {
    let cosines = Array2::from_shape_fn((300, 100), |(t, j)| {
        let omega = 1e9_f64.powf(-(j as f64) / 99.0);
        f64::from((t as f64 * omega).cos() as f32)
    });
    let found = answer(&cosines);
    let verdict = found["verdict"].as_str().unwrap();
    assert_eq!(found["certain"], true, "{verdict}");
    assert!(verdict.contains("cosines alone"), "{verdict}");
    assert!(!verdict.contains("interleaved"), "{verdict}");
}
