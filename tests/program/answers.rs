//! Answers in JSON: their keys and types are those of the definitions.

use std::{collections::BTreeSet, fs};

use phasor::report::{ANSWERS, Answer, Kind, VERSION_KEY};
use serde_json::Value;

use crate::{
    checkpoints::smooth,
    docs::{phasor, with_files, words},
    tensors::write_tensors,
};

/// Checks the type of a value, and notes the keys that it has, as they are documented.
fn check(
    answer: &'static Answer,
    kind: Kind,
    value: &Value,
    seen: &mut BTreeSet<&'static str>,
) -> Result<(), String> {
    let is_valid = match (kind, value) {
        (Kind::Null(_), Value::Null) | (Kind::Any, _) => true,
        (Kind::Null(of), _) => return check(answer, *of, value, seen),
        (Kind::Bool, _) => value.is_boolean(),
        (Kind::Whole, _) => value.is_i64() || value.is_u64(),
        (Kind::Number, _) => value.is_number(),
        (Kind::Text, _) => value.is_string(),
        (Kind::Array, Value::Array(all)) => all.iter().all(|it| it.is_number() || it.is_null()),
        (Kind::List(of), Value::Array(all)) => {
            return all.iter().try_for_each(|it| check(answer, *of, it, seen));
        }
        (Kind::Map(of), Value::Object(all)) => {
            return all.values().try_for_each(|it| check(answer, *of, it, seen));
        }
        (Kind::Either(one, other), _) => {
            return check(answer, *one, value, seen)
                .or_else(|_| check(answer, *other, value, seen));
        }
        (Kind::Object(name), Value::Object(all)) => {
            let answer = Answer::named(name).unwrap_or(answer);
            let rows = answer.keys_of(name);
            let stranger = all.keys().find(|key| rows.iter().all(|(_, own)| own != key));
            if let Some(key) = stranger {
                return Err(format!("{name} has {key}, which is not documented"));
            }
            for (row, own) in rows {
                match (row.1, all.get(own)) {
                    (Kind::Null(_), None) => {}
                    (_, None) => return Err(format!("{name} has no {}", row.0)),
                    (kind, Some(value)) => {
                        seen.insert(row.0);
                        check(answer, kind, value, seen)
                            .map_err(|error| format!("{}: {error}", row.0))?;
                    }
                }
            }
            true
        }
        (Kind::Array | Kind::List(_) | Kind::Map(_) | Kind::Object(_), _) => false,
    };
    if is_valid { Ok(()) } else { Err(format!("expected {kind}, found {value}")) }
}

#[test]
fn answers_have_the_documented_keys_and_types() {
    let folder = with_files();
    // A table with a fault of each kind, and a learned one.
    let faulty = "phasor export table --d-model 16 --length 40 --dtype f64 -o -";
    let faulty =
        phasor(folder.path(), &words(faulty)[1..].iter().map(String::as_str).collect::<Vec<_>>())
            .output()
            .unwrap();
    let lines: Vec<String> =
        String::from_utf8(faulty.stdout).unwrap().lines().map(str::to_owned).collect();
    let write = |name: &str, lines: &[String]| {
        fs::write(folder.path().join(name), lines.join("\n")).unwrap();
    };
    let shifted: Vec<String> =
        lines.iter().enumerate().filter(|(i, _)| *i != 30).map(|(_, line)| line.clone()).collect();
    write("shifted.csv", &shifted);
    let swapped: Vec<String> = lines
        .iter()
        .map(|line| {
            let mut parts: Vec<&str> = line.split(',').collect();
            parts.swap(2, 9);
            parts.join(",")
        })
        .collect();
    write("swapped.csv", &swapped);
    let zero_row: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(i, line)| if i == 20 { vec!["0"; 17].join(",") } else { line.clone() })
        .collect();
    write("zero_row.csv", &zero_row);
    let larger = |(j, cell): (usize, &str)| match j {
        0 => cell.to_owned(),
        _ => (3.0 * cell.parse::<f64>().unwrap()).to_string(),
    };
    let stepped: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(i, line)| match i {
            ..=20 => line.clone(),
            _ => line.split(',').enumerate().map(larger).collect::<Vec<_>>().join(","),
        })
        .collect();
    write("stepped.csv", &stepped);
    write("zeros.csv", &vec!["0,0,0".to_owned(); 9]);
    let mut wrong = fs::read(folder.path().join("inv_freq.npy")).unwrap();
    let at = wrong.len() - 8 * 20;
    wrong[at..at + 8].copy_from_slice(&0.3_f64.to_le_bytes());
    fs::write(folder.path().join("wrong.npy"), wrong).unwrap();
    let vision = r#"{"model_type": "qwen2_vl", "hidden_size": 1536, "num_attention_heads": 12, "num_hidden_layers": 28,
        "max_position_embeddings": 32768, "rope_theta": 1000000.0,
        "rope_scaling": {"rope_type": "default", "mrope_section": [16, 24, 24]}}"#;
    fs::write(folder.path().join("vision.json"), vision).unwrap();
    let slopes = (1..=8).map(|head| (-(-f64::from(head)).exp2()).to_string());
    write("negated.csv", &slopes.collect::<Vec<_>>());
    let changed = |line: &String| {
        let number = |text: &str| {
            text.parse().map_or_else(|_| text.to_owned(), |it: f64| (2.5 * it + 0.25).to_string())
        };
        line.split(',').skip(1).map(number).collect::<Vec<_>>().join(",")
    };
    write("changed.csv", &lines[1..].iter().map(changed).collect::<Vec<_>>());
    // Rows at positions without a rule, which are listed.
    let listed = |i: usize| lines[1 + i * i * 7 % 39].clone();
    write(
        "listed.csv",
        &std::iter::once(lines[0].clone()).chain((0..24).map(listed)).collect::<Vec<_>>(),
    );
    let features = (0..40).map(|i| {
        let x = 0.05 * f64::from(i) - 1.0;
        let angles = (0..8).map(|octave| x * f64::from(octave).exp2());
        let values = angles.flat_map(|it| [it.sin(), it.cos()]);
        values.map(|it| it.to_string()).collect::<Vec<_>>().join(",")
    });
    write("features.csv", &features.collect::<Vec<_>>());
    let distances = |t: i32| {
        let of_query = (0..12).map(|s| (-0.25 * f64::from(t - s).abs()).to_string());
        of_query.collect::<Vec<_>>().join(",")
    };
    write("bias.csv", &(0..12).map(distances).collect::<Vec<_>>());
    // Four rows and six columns of patches, which turn six pairs each by a base of their own.
    let axes = (0..24).map(|i| {
        let of = |at: i32, base: f64| {
            (0..6).map(move |k| (f64::from(at) * base.powf(-f64::from(k) / 6.0)).cos().to_string())
        };
        of(i / 6, 100.0).chain(of(i % 6, 100.0)).collect::<Vec<_>>().join(",")
    });
    write("axes.csv", &axes.collect::<Vec<_>>());
    let padded = (0..70).map(|t| {
        let cosine = |j: i32| (f64::from(t) * 10_000_f64.powf(-f64::from(j % 12) / 12.0)).cos();
        let cells = (0..32).map(|j| if j < 24 { cosine(j) } else { 1.0 });
        cells.map(|it| it.to_string()).collect::<Vec<_>>().join(",")
    });
    write("padded.csv", &padded.collect::<Vec<_>>());
    let grid =
        "phasor export table --convention vit-mae --grid 4x6 --d-model 32 --dtype f64 -o grid.npy";
    let grid: Vec<String> = words(grid)[1..].to_vec();
    phasor(folder.path(), &grid.iter().map(String::as_str).collect::<Vec<_>>()).output().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    fs::create_dir(&checkpoint).unwrap();
    write_tensors(
        &checkpoint.join("model.safetensors"),
        &[
            ("wpe.weight", &[64, 8], smooth(64, 8)),
            ("encoder.relative_attention_bias.weight", &[32, 4], smooth(32, 4)),
        ],
    );
    let asked: [&[&str]; 8] = [
        &[
            "compare paper fairseq",
            "compare pe.npy paper",
            "compare paper round=result:bf16",
            "compare 'encoding=rotary&head_dim=24' 'encoding=rotary&head_dim=24&round=result:bf16'",
            "compare convention=alibi-mpt&heads=12 convention=alibi-bloom&heads=12",
        ],
        &["compare model=llama-2-7b model=llama-3-8b"],
        &[
            "identify pe.npy",
            "identify shifted.csv",
            "identify swapped.csv",
            "identify zeros.csv",
            "identify inv_freq.npy",
            "identify wrong.npy",
            "identify negated.csv",
            "identify changed.csv",
            "identify listed.csv",
            "identify features.csv",
            "identify bias.csv",
            "identify axes.csv",
            "identify padded.csv",
            "identify grid.npy",
            "identify cos.npy",
            "identify assets/examples/learned.npy",
        ],
        &["identify checkpoint --all"],
        &["model config.json", "model vision.json", "identify config.json", "model checkpoint"],
        &[
            "measure --d-model 8 --length 20",
            "measure --table zero_row.csv",
            "measure --table stepped.csv",
        ],
        &["models"],
        &["conventions"],
    ];
    assert_eq!(ANSWERS.len(), asked.len(), "every answer is asked for");
    for (answer, commands) in ANSWERS.iter().zip(asked) {
        let mut seen = BTreeSet::new();
        for command in commands {
            let words = words(&format!("phasor {command} --json"));
            let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            let done = phasor(folder.path(), &arguments).output().unwrap();
            let text = String::from_utf8_lossy(&done.stderr);
            let found: Value = serde_json::from_slice(&done.stdout)
                .unwrap_or_else(|error| panic!("{command}: {error}: {text}"));
            let entries = match found {
                Value::Array(entries) => entries,
                one => vec![one],
            };
            for mut entry in entries {
                let version = entry.as_object_mut().and_then(|it| it.remove(VERSION_KEY));
                assert_eq!(version, Some(env!("CARGO_PKG_VERSION").into()), "{command}");
                // A part of an answer is given within another.
                let part = if answer.is_whole() { &entry } else { &entry["rotary"] };
                if let Err(error) = check(answer, Kind::Object(answer.name), part, &mut seen) {
                    panic!("{command}: {error}");
                }
            }
        }
        for (key, ..) in answer.fields {
            assert!(seen.contains(key), "{}: no answer has {key}", answer.command);
        }
    }
}
