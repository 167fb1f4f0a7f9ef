//! Compares every convention with numbers printed by its original implementation.

#![expect(clippy::unreadable_literal, reason = "numbers stand as they were printed")]

use phasor::encoding::{
    Arithmetic, Column, Convention, Encoding, Extent, OddRule, Rotation, SinusoidDraft, Waves,
    similarity::{self, Measure},
};
use serde_json::Value;

fn encoding(key: &str, d_model: u32) -> Encoding {
    Encoding::sinusoidal(Convention::named(key).unwrap().draft(d_model)).unwrap()
}

fn waves(encoding: &Encoding) -> &Waves {
    encoding.waves().unwrap()
}

/// Programs in tests/data/frameworks.json with the keys of their conventions.
const PROGRAMS: &[(&str, &str)] = &[
    ("annotated_transformer", "annotated-transformer"),
    ("pytorch_examples_wlm", "annotated-transformer"),
    ("pytorch_examples_translation(den)", "pytorch-tutorial"),
    ("labml", "labml"),
    ("d2l_torch", "d2l"),
    ("fairseq", "fairseq"),
    ("openai_whisper", "whisper"),
    ("diffusers(default shift1 sin-first)", "diffusers"),
    ("diffusers(flip, shift0)", "diffusers-flipped"),
    ("guided_diffusion", "guided-diffusion"),
    ("tatp22_1d", "tatp22"),
    ("mae_1d_f64_then_f32", "mae-1d"),
    ("hf_marian", "hf-marian"),
    ("hf_xlm", "hf-xlm"),
    ("hf_ctrl", "hf-ctrl"),
    ("hf_gptj", "hf-gptj"),
    ("hf_m2m100_get_embedding(no pad)", "hf-m2m100"),
    ("hf_whisper", "whisper"),
    ("odd/fairseq", "fairseq"),
    ("odd/hf_marian", "hf-marian"),
    ("odd/hf_xlm", "hf-xlm"),
    ("odd/hf_ctrl", "hf-ctrl"),
    ("odd/diffusers_default", "diffusers"),
    ("odd/guided_diffusion", "guided-diffusion"),
    ("odd/tatp22_1d", "tatp22"),
];

fn frameworks() -> Value {
    serde_json::from_str(include_str!("../data/frameworks.json")).unwrap()
}

#[test]
fn rows_match_the_original_programs() {
    let data = frameworks();
    let mut num_checked = 0;
    for (program, key) in PROGRAMS {
        let arithmetic = Convention::named(key).unwrap().facts().arithmetic;
        for (width, table) in data[program].as_object().unwrap() {
            let encoding = encoding(key, width.trim_start_matches('d').parse().unwrap());
            let columns: Vec<u32> = table["columns"]
                .as_array()
                .unwrap()
                .iter()
                .map(|j| j.as_u64().unwrap() as u32)
                .collect();
            for (t, row) in table["rows"].as_object().unwrap() {
                let t: i64 = t.parse().unwrap();
                for (&j, bits) in columns.iter().zip(row.as_array().unwrap()) {
                    let bits = u32::from_str_radix(bits.as_str().unwrap(), 16).unwrap();
                    check(&encoding, arithmetic, (t, j), f32::from_bits(bits), program);
                    num_checked += 1;
                }
            }
        }
    }
    assert!(num_checked > 5000, "only {num_checked} numbers were compared");
}

/// Compares a value with a printed one: equal as f32 if the original computes in f64, else within the bound of its
/// rounding error.
#[track_caller]
fn check(
    encoding: &Encoding,
    arithmetic: Arithmetic,
    (t, j): (i64, u32),
    printed: f32,
    what: &str,
) {
    let value = encoding.value(t, j);
    let where_ = format!("{what}, d_model {}, PE({t}, {j})", encoding.num_columns());
    if arithmetic == Arithmetic::F64 {
        assert_eq!(value as f32, printed, "{where_}");
        return;
    }
    let bound = match waves(encoding).frequency_of(j) {
        // |t|·ω·2^-24·(2·ln(1/ω) + 4) + 2^-23, as derived at Arithmetic::largest_error.
        Some(frequency) => {
            let omega = frequency.omega.hi;
            let relative = 2.0 * (1.0 / omega).ln() + 4.0;
            t.abs() as f64 * omega * 2_f64.powi(-24) * relative + 2_f64.powi(-23)
        }
        None => 0.0,
    };
    let error = (value - f64::from(printed)).abs();
    assert!(error <= bound, "{where_} = {value}, printed {printed}: off by {error:e} > {bound:e}");
}

#[test]
fn every_program_is_compared_or_known_to_fail() {
    let data = frameworks();
    let failures = [
        ("odd/annotated d5", "annotated-transformer", 5, "RuntimeError"),
        ("odd/d2l d5", "d2l", 5, "RuntimeError"),
        ("d2/fairseq", "fairseq", 2, "ZeroDivisionError"),
        ("d2/whisper", "whisper", 2, "NaN"),
        ("d2/diffusers shift1", "diffusers", 2, "NaN"),
    ];
    for (name, key, d_model, how) in failures {
        let printed = data[name].as_str().unwrap().to_lowercase();
        assert!(printed.contains(&how.to_lowercase()), "{name}: {printed}");
        let notices = notices(key, d_model);
        assert!(notices.contains(how), "{key} at {d_model}: {notices:?}");
    }
    assert_eq!(data["odd/gptj d5 shape"][1], 6, "one column too many");
    assert!(notices("hf-gptj", 5).contains("makes d + 1 columns"));
    let others = ["meta", "odd/gptj d5 shape", "d2/guided"];
    for name in data.as_object().unwrap().keys() {
        let is_known = PROGRAMS.iter().any(|(program, _)| program == name)
            || failures.iter().any(|(failure, ..)| failure == name)
            || others.contains(&name.as_str());
        assert!(is_known, "{name} is compared nowhere");
    }
    let guided: Vec<Vec<f64>> = serde_json::from_str(data["d2/guided"].as_str().unwrap()).unwrap();
    for (t, row) in guided.iter().enumerate() {
        for (j, &printed) in row.iter().enumerate() {
            let encoding = encoding("guided-diffusion", 2);
            check(&encoding, Arithmetic::F32, (t as i64, j as u32), printed as f32, "d2/guided");
        }
    }
}

fn notices(key: &str, d_model: u32) -> String {
    let convention = Convention::named(key).unwrap();
    convention.notices(waves(&encoding(key, d_model)).sinusoid().unwrap()).join(" ")
}

/// Compares values with those in a project's own tests, to the last printed digit.
#[track_caller]
fn check_published(key: &str, d_model: u32, t: i64, first: u32, printed: &[&str]) {
    let encoding = encoding(key, d_model);
    for (j, text) in (first..).zip(printed) {
        let number: f64 = text.parse().unwrap();
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let decimals = mantissa.split_once('.').map_or(0, |(_, digits)| digits.len() as i32);
        let last_digit = 10_f64.powi(exponent.parse::<i32>().unwrap() - decimals);
        // The error of f32 at these positions is smaller than the last printed digit.
        let rounding = Arithmetic::F32.largest_error(1.0, t as f64);
        let error = (encoding.value(t, j) - number).abs();
        let bound = 0.5 * last_digit + rounding;
        assert!(error <= bound, "{key}: PE({t}, {j}) = {}, not {text}", encoding.value(t, j));
    }
}

#[test]
fn twelve_rows_match_burn() {
    let printed = "\
        0.00000 1.00000 0.00000 1.00000 0.00000 1.00000
        0.84147 0.54030 0.04640 0.99892 0.00215 1.00000
        0.90930 -0.41615 0.09270 0.99569 0.00431 0.99999
        0.14112 -0.98999 0.13880 0.99032 0.00646 0.99998
        -0.75680 -0.65364 0.18460 0.98281 0.00862 0.99996
        -0.95892 0.28366 0.23000 0.97319 0.01077 0.99994
        -0.27942 0.96017 0.27491 0.96147 0.01293 0.99992
        0.65699 0.75390 0.31922 0.94768 0.01508 0.99989
        0.98936 -0.14550 0.36285 0.93185 0.01723 0.99985
        0.41212 -0.91113 0.40570 0.91401 0.01939 0.99981
        -0.54402 -0.83907 0.44767 0.89420 0.02154 0.99977
        -0.99999 0.00443 0.48868 0.87246 0.02370 0.99972";
    for (t, row) in printed.lines().enumerate() {
        check_published("burn", 6, t as i64, 0, &row.split_whitespace().collect::<Vec<_>>());
    }
}

#[test]
fn values_match_tests_of_other_projects() {
    // KerasHub's tests truncate digits where the others round.
    let keras: [(u32, i64, &[&str]); 3] = [
        (6, 0, &["0", "1", "0", "1", "0", "1"]),
        (6, 3, &["0.14112", "-0.98999", "0.13879", "0.99032", "0.00646", "0.99997"]),
        (4, 1, &["0.84147", "0.54030", "0.009999", "0.99995"]),
    ];
    for (d_model, t, row) in keras {
        let encoding = encoding("keras-hub", d_model);
        for (j, text) in (0..).zip(row) {
            let value = format!("{:.15}", encoding.value(t, j));
            assert!(value.starts_with(text), "PE({t}, {j}) = {value}, not {text}");
        }
    }

    let marian = "0.84147096 0.82177866 0.80180490 0.78165019 0.76140374";
    check_published("marian-cpp", 512, 1, 0, &marian.split(' ').collect::<Vec<_>>());
    let marian = "0.90929741 0.93651021 0.95829457 0.97505713 0.98720258";
    check_published("marian-cpp", 512, 2, 0, &marian.split(' ').collect::<Vec<_>>());
    // The Hugging Face port of the same name uses the paper's exponent.
    let port = "0.8415 0.8219 0.8020 0.7819 0.7617";
    check_published("hf-marian", 512, 1, 0, &port.split(' ').collect::<Vec<_>>());

    for r in 0..8 {
        let t = f64::from(r);
        let row = [t.sin(), (t * 1e-4).sin(), t.cos(), (t * 1e-4).cos()];
        let printed = row.map(|value| format!("{value:.7}"));
        check_published("tensor2tensor", 4, r.into(), 0, &printed.each_ref().map(String::as_str));
    }

    let diffusers = [
        ("diffusers", ["0.9646 0.9804 0.9892", "0.9615 0.9787 0.9882", "0.9582 0.9769 0.9872"]),
        (
            "diffusers-flipped",
            ["0.3019 0.2280 0.1716", "0.3146 0.2377 0.1790", "0.3272 0.2474 0.1864"],
        ),
    ];
    for (key, rows) in diffusers {
        for (t, row) in (23..).zip(rows) {
            check_published(key, 64, t, 47, &row.split(' ').collect::<Vec<_>>());
        }
    }
}

#[test]
fn ctranslate2_adds_position_one_to_its_input() {
    let cases: [(&[f64], &[f64]); 2] = [
        (&[0.1, -2.3, 0.5, 1.2], &[0.941471, -2.2999, 1.0403, 2.2]),
        (&[-0.2, -1.3, 0.1, -0.6, 2.0, 1.1], &[0.641471, -1.29, 0.1001, -0.0596977, 2.99995, 2.1]),
    ];
    for (input, output) in cases {
        let encoding = encoding("ctranslate2", input.len() as u32);
        let row = encoding.row(Convention::named("ctranslate2").unwrap().facts().start);
        for ((x, pe), expected) in input.iter().zip(row).zip(output) {
            assert!((x + pe - expected).abs() < 1e-5, "{x} + {pe} is not {expected}");
        }
    }
}

#[test]
fn odd_widths_match_each_convention() {
    // Row 1 at width 5: sines and cosines of 1 and of ω = 10000^−(1/2, 2/5, 4/5, 1/3, 2/3).
    let cases: &[(&str, [f64; 5])] = &[
        ("fairseq", [0.841471, 0.0001, 0.540302, 1.0, 0.0]),
        ("musicgen", [0.540302, 1.0, 0.841471, 0.0001, 0.0]),
        ("guided-diffusion", [0.540302, 0.99995, 0.841471, 0.01, 0.0]),
        ("hf-marian", [0.841471, 0.025116, 0.000631, 0.540302, 0.999685]),
        ("hf-xlm", [0.841471, 0.540302, 0.025116, 0.999685, 0.000631]),
        ("tatp22", [0.841471, 0.540302, 0.046399, 0.998923, 0.002154]),
        // ω = 10000^−(1/(2.5 − 1)) = 10000^−(2/3). The fifth column repeats column i mod 2 of the cosines.
        ("marian-cpp", [0.841471, 0.002154, 0.540302, 0.999998, 0.540302]),
    ];
    for (key, expected) in cases {
        let row = encoding(key, 5).row(1);
        for (value, expected) in row.iter().zip(expected) {
            assert!((value - expected).abs() < 1e-6, "{key}: {row:?}");
        }
    }
}

#[test]
fn every_convention_is_defined_at_its_limits() {
    for convention in Convention::all() {
        for d_model in [1, 2, 3, 4, 5, 7, 16_383] {
            for base in [1.0 + 1e-12, 10_000.0, 1e12] {
                for length in [1, 3] {
                    let draft = SinusoidDraft { base, ..convention.draft(d_model) };
                    let encoding = Encoding::sinusoidal(draft).unwrap();
                    let extent = Extent::new(convention.facts().start, length).unwrap();
                    let last = extent.last();
                    let table = encoding.table::<f64>(extent.start()..last + 1, 0..d_model);
                    let what = format!("{convention:?}, d_model {d_model}, base {base}");
                    assert!(table.iter().all(|value| value.abs() <= 1.0), "{what}");
                    let row = encoding.row(last);
                    let last_row = table.row(table.nrows() - 1);
                    assert_eq!(row, last_row.to_vec(), "{what}: a row alone");
                    if d_model > 7 {
                        continue;
                    }
                    for (j, &value) in row.iter().enumerate() {
                        assert_eq!(encoding.value(last, j as u32), value, "{what}: a value alone");
                    }
                    let dot: f64 = row.iter().map(|value| value * value).sum();
                    let of = similarity::of(&encoding, Measure::Dot, last, last);
                    assert!((of - dot).abs() < 1e-14, "{what}: |PE|² = {dot}, not {of}");
                }
            }
        }
    }
}

#[test]
fn exact_rotations_are_recognized() {
    for convention in Convention::all() {
        for d_model in [1, 2, 3, 4, 5, 8, 9] {
            for k in [0, 1, -7, 1000] {
                let encoding = encoding(convention.key(), d_model);
                let waves = waves(&encoding);
                let rotation = Rotation::new(waves, k);
                let worst = (0..50).map(|t| rotation.residual(t).max).fold(0.0, f64::max);
                let is_exact = worst < 1e-14;
                let what = format!("{convention:?}, d_model {d_model}, k {k}: off by {worst:e}");
                assert_eq!(Rotation::exists(waves, k), is_exact, "{what}");
            }
        }
    }
}

#[test]
fn zero_columns_follow_the_odd_rule() {
    for convention in Convention::all() {
        let encoding = encoding(convention.key(), 9);
        let (waves, p) = (waves(&encoding), waves(&encoding).sinusoid().unwrap());
        let num_zero = waves.columns().iter().filter(|&&c| c == Column::Zero).count();
        let is_zero = p.odd_in_force() == OddRule::Zero;
        assert_eq!(num_zero, usize::from(is_zero), "{convention:?}: columns of zeros");
    }
}

#[test]
fn measured_error_is_that_of_the_printed_tables() {
    let data = frameworks();
    let (mut num, mut num_close) = (0, 0);
    for (program, key) in PROGRAMS {
        let facts = Convention::named(key).unwrap().facts();
        let Some(form) = facts.form.filter(|_| facts.arithmetic == Arithmetic::F32) else {
            continue;
        };
        for (width, table) in data[program].as_object().unwrap() {
            let encoding = encoding(key, width.trim_start_matches('d').parse().unwrap());
            let columns = table["columns"].as_array().unwrap();
            for (t, row) in table["rows"].as_object().unwrap() {
                let t: i64 = t.parse().unwrap();
                let errors = columns.iter().zip(row.as_array().unwrap()).map(|(j, bits)| {
                    let bits = u32::from_str_radix(bits.as_str().unwrap(), 16).unwrap();
                    let exact = encoding.value(t, j.as_u64().unwrap() as u32);
                    (f64::from(f32::from_bits(bits)) - exact).abs()
                });
                let printed = errors.fold(0.0, f64::max);
                let extent = Extent::new(t, 1).unwrap();
                let measured = waves(&encoding).measured_error(form, extent).unwrap();
                if columns.len() as u32 == encoding.num_columns() {
                    num += 1;
                    // The sine of a library may be one unit in the last place off.
                    num_close += usize::from((measured - printed).abs() <= 2_f64.powi(-23));
                }
                assert!(
                    printed <= 1.05 * measured + 2_f64.powi(-23),
                    "{program} {width} at {t}: {printed}, {measured}"
                );
            }
        }
    }
    assert!(num > 50 && num_close * 20 >= num * 19, "{num_close} of {num} rows agree");
}
