//! Positions of the rows of caches and tables, as loaders leave them.

use ndarray::Array2;
use phasor::{report::IdentityReport, scene::Scene};
use serde_json::{Value, json};

/// Cosines of a rotary cache in halves, in single precision.
fn cosines(positions: &[f64]) -> Array2<f64> {
    const PAIRS: usize = 32;
    Array2::from_shape_fn((positions.len(), 2 * PAIRS), |(i, j)| {
        let omega = 10_000_f64.powf(-((j % PAIRS) as f64) / PAIRS as f64);
        f64::from((omega * positions[i]).cos() as f32)
    })
}

/// The paper's table, in single precision.
fn paper(positions: &[f64]) -> Array2<f64> {
    Array2::from_shape_fn((positions.len(), 64), |(i, j)| {
        let angle = 10_000_f64.powf(-((j - j % 2) as f64) / 64.0) * positions[i];
        f64::from((if j % 2 == 0 { angle.sin() } else { angle.cos() }) as f32)
    })
}

#[track_caller]
fn check(cells: &Array2<f64>, expected: &Value) -> Value {
    let answer = IdentityReport::of_rows("x", cells, |_| true).unwrap().json();
    assert_eq!(answer["certain"], true, "{answer:#}");
    assert_eq!(&answer["row_positions"], expected, "{answer:#}");
    answer
}

fn line(rows: [u64; 2], position: i64, step: i64) -> Value {
    json!({"rows": rows, "position": position, "step": step})
}

fn range(range: std::ops::Range<i64>) -> Vec<f64> {
    range.map(|t| t as f64).collect()
}

#[test]
fn packed_and_padded_rows_have_their_positions() {
    for table in [cosines, paper] {
        let packed = [range(0..50), range(0..40)].concat();
        let answer = check(&table(&packed), &json!([line([0, 50], 0, 1), line([50, 90], 0, 1)]));
        assert_eq!(answer["row_positions_cause"], "packed", "{answer:#}");
        let padded = [vec![1.0; 10], range(0..40)].concat();
        let answer = check(&table(&padded), &json!([line([0, 10], 1, 0), line([10, 50], 0, 1)]));
        assert_eq!(answer["row_positions_cause"], "left_padding", "{answer:#}");
        let clamped = [range(0..32), vec![31.0; 20]].concat();
        check(&table(&clamped), &json!([line([0, 32], 0, 1), line([32, 52], 31, 0)]));
    }
}

/// A table of sines below that of cosines has the same positions, and holds no second document.
#[test]
fn sines_below_cosines_are_no_second_document() {
    let positions = range(0..40);
    let cells = Array2::from_shape_fn((80, 32), |(i, j)| {
        let angle = 10_000_f64.powf(-(j as f64) / 32.0) * positions[i % 40];
        f64::from((if i < 40 { angle.cos() } else { angle.sin() }) as f32)
    });
    let answer = check(&cells, &json!([line([0, 40], 0, 1), line([40, 80], 0, 1)]));
    assert_eq!(answer["row_positions_cause"], Value::Null, "{answer:#}");
}

/// Cosines and sines of a language model in one buffer are no timesteps of a diffusion model, wherever texts begin.
#[test]
fn buffers_of_texts_are_caches() {
    let buffer = |positions: &[f64]| {
        Array2::from_shape_fn((positions.len(), 64), |(i, j)| {
            let angle = 10_000_f64.powf(-((j % 32) as f64) / 32.0) * positions[i];
            f64::from((if j < 32 { angle.cos() } else { angle.sin() }) as f32)
        })
    };
    let packed = [range(0..50), range(0..40), range(0..30)].concat();
    let padded = [vec![1.0; 10], range(0..40)].concat();
    let runs = [
        json!([line([0, 50], 0, 1), line([50, 90], 0, 1), line([90, 120], 0, 1)]),
        json!([line([0, 10], 1, 0), line([10, 50], 0, 1)]),
    ];
    for (positions, expected) in [packed, padded].iter().zip(&runs) {
        let answer = check(&buffer(positions), expected);
        assert_eq!(answer["kind"], "cache", "{answer:#}");
    }
}

#[test]
fn listed_rows_have_their_positions() {
    let unequal = [0.0, 1.0, 3.0, 7.0, 15.0, 20.0, 33.0, 40.0];
    let listed = json!([{"rows": [0, 8], "positions": [0, 1, 3, 7, 15, 20, 33, 40], "count": 8}]);
    check(&paper(&unequal), &listed);
    check(&cosines(&unequal), &listed);
}

/// Many rows explain no more of the waves than a few do: positions of many runs are paid for by their own rows.
#[test]
fn runs_are_told_however_many_they_are() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut t = 0;
    let dense: Vec<f64> = (0..1500)
        .map(|_| {
            t += random.i64(1..4);
            t as f64
        })
        .collect();
    let documents: Vec<f64> = (0..300).flat_map(|_| range(0..random.i64(2..12))).collect();
    for positions in [dense, documents] {
        let answer = IdentityReport::of_rows("x", &cosines(&positions), |_| true).unwrap().json();
        assert_eq!(answer["certain"], true, "{answer:#}");
        let runs = answer["row_positions"].as_array().unwrap();
        let told = runs.iter().flat_map(|run| {
            let number = |it: &Value| it.as_f64().unwrap();
            let num = number(&run["rows"][1]) - number(&run["rows"][0]);
            let line =
                |i| number(&run["position"]) + i as f64 * run["step"].as_f64().unwrap_or(0.0);
            match run["positions"].as_array() {
                Some(all) => all.iter().map(number).collect(),
                None => (0..num as usize).map(line).collect::<Vec<f64>>(),
            }
        });
        assert_eq!(told.collect::<Vec<f64>>(), positions);
    }
}

#[test]
fn distances_on_both_sides_are_one_sentence() {
    let distances: Vec<f64> = (-99..100).map(|t: i64| t.abs() as f64).collect();
    let expected = json!([line([0, 100], 99, -1), line([100, 199], 1, 1)]);
    let answer = check(&paper(&distances), &expected);
    assert_eq!(answer["row_positions_cause"], "absolute", "{answer:#}");
    assert!(answer["verdict"].as_str().unwrap().len() < 600, "{answer:#}");
    // Cosines are the same on both sides: they may be those of one run.
    let answer = check(&cosines(&distances), &json!([line([0, 199], -99, 1)]));
    assert_eq!(answer["positions_up_to_sign"], true, "{answer:#}");
}

#[test]
fn rows_of_others_are_at_no_position() {
    let mut cells = cosines(&range(0..60));
    cells.row_mut(0).fill(0.0);
    let nowhere = json!({"rows": [0, 1], "position": null, "step": null});
    check(&cells, &json!([nowhere, line([1, 60], 1, 1)]));
    // One wrong value in a table of random ones stays nothing.
    let noise = Array2::from_shape_fn((40, 32), |(i, j)| ((i * 37 + j * 101) as f64 * 0.713).sin());
    let answer = IdentityReport::of_rows("x", &noise, |_| true).unwrap().json();
    assert_eq!(answer["certain"], false, "{answer:#}");
}

/// Rows that run backward past a repeated one: the first is told like the others.
#[test]
fn repeated_row_of_a_reversed_table_shifts_those_before_it() {
    let mut positions: Vec<f64> = range(0..105).into_iter().rev().collect();
    positions.insert(17, positions[17]);
    check(&paper(&positions), &json!([line([0, 18], 104, -1), line([18, 106], 87, -1)]));
}

/// Two columns in each other's place, at positions of two texts, and values that are wrong: all are told.
#[test]
fn columns_and_cells_of_packed_tables_are_told() {
    let mut table = paper(&[range(0..70), range(0..50)].concat());
    let (a, b) = (table.column(4).to_owned(), table.column(9).to_owned());
    table.column_mut(4).assign(&b);
    table.column_mut(9).assign(&a);
    table[(30, 20)] += 0.5;
    let answer = check(&table, &json!([line([0, 70], 0, 1), line([70, 120], 0, 1)]));
    let told = |what: &str| {
        answer["deviations"].as_array().unwrap().iter().filter(|it| it["what"] == what).count()
    };
    assert_eq!((told("moved_column"), told("cell")), (2, 1), "{answer:#}");
}

/// The end that repeats a row stands where that row does, whatever was done to the rows before it.
#[test]
fn repeated_rows_at_the_end_are_at_the_position_before() {
    let positions = [range(0..10), range(11..79), vec![78.0; 39]].concat();
    let bf16 = |value: f64| {
        let bits = (value as f32).to_bits();
        f64::from(f32::from_bits((bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff_0000))
    };
    let cells = Array2::from_shape_fn((118, 48), |(i, j)| {
        if i == 0 {
            return 0.0;
        }
        bf16((positions[i - 1] * 10_000_f64.powf(-(j as f64) / 48.0)).cos())
    });
    let answer = check(
        &cells,
        &json!([
            {"rows": [0, 1], "position": null, "step": null},
            line([1, 11], 0, 1),
            line([11, 79], 11, 1),
            line([79, 118], 78, 0),
        ]),
    );
    let verdict = answer["verdict"].as_str().unwrap();
    assert!(verdict.contains("5616 of 5664 values agree"), "{verdict}");
    assert!(!verdict.contains("column"), "no value is wrong at its row's position: {verdict}");
}

/// Wrong values of rows that are shifted are told, too.
#[test]
fn wrong_cells_of_shifted_rows_are_told() {
    // Backward, without position 107.
    let rows: Vec<f64> = range(0..118).into_iter().rev().filter(|&t| t != 107.0).collect();
    let mut cells = paper(&rows);
    cells[[5, 3]] += 0.25;
    cells[[9, 16]] += 0.5;
    let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
    let told = |row: u64, column: u64| {
        let all = answer["deviations"].as_array().unwrap();
        all.iter().any(|it| (&it["row"], &it["column"]) == (&json!(row), &json!(column)))
    };
    assert!(told(5, 3) && told(9, 16), "{answer:#}");
}

/// A few wrong values are larger than all others, and hide neither the factor nor the positions.
#[test]
fn wrong_cells_do_not_hide_a_factor() {
    let positions: Vec<f64> = (0..98).map(|i| 1000.0 - 4.1 * f64::from(i)).collect();
    let mut cells = Array2::from_shape_fn((98, 16), |(i, j)| {
        0.731 * (positions[i] * 500_000_f64.powf(-(j as f64) / 16.0)).sin()
    });
    cells[[5, 3]] += 0.25;
    cells[[9, 8]] += 0.5;
    let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
    assert_eq!((&answer["certain"], &answer["scale"]), (&json!(true), &json!(0.731)), "{answer:#}");
    assert_eq!(answer["matching_cells"], 1566, "{answer:#}");
}

/// Exchanges columns 1 and 5.
fn exchanged(mut cells: Array2<f64>) -> Array2<f64> {
    for i in 0..cells.nrows() {
        cells.swap([i, 1], [i, 5]);
    }
    cells
}

#[test]
fn exchanged_columns_do_not_hide_positions() {
    // Left padding, a missing position, and rows of zeros at the end.
    let padded = range(1..2).repeat(18).into_iter().chain(range(0..80)).collect::<Vec<f64>>();
    let answer =
        check(&exchanged(paper(&padded)), &json!([line([0, 18], 1, 0), line([18, 98], 0, 1)]));
    let told = answer["deviations"].as_array().unwrap().iter();
    let columns = told.filter_map(|it| it["column"].as_u64()).collect::<Vec<_>>();
    assert_eq!(columns, [1, 5], "{answer:#}");
    let mut cells = exchanged(paper(&range(-31..62)));
    cells.append(ndarray::Axis(0), Array2::zeros((6, 64)).view()).unwrap();
    let nowhere = json!({"rows": [93, 99], "position": null, "step": null});
    check(&cells, &json!([line([0, 93], -31, 1), nowhere]));
}

/// Columns whose values agree at their rows' positions are no deviations.
#[test]
fn columns_that_agree_are_not_told() {
    let packed = [range(0..18), range(17..52), range(0..35), range(0..26)].concat();
    let cells = paper(&packed).mapv(|it| f64::from((0.731 * it) as f32));
    let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
    assert_eq!(answer["certain"], true, "{answer:#}");
    let mut told = answer["deviations"].as_array().unwrap().iter();
    assert!(told.all(|it| it["column"].is_null()), "{answer:#}");
    assert!(answer["max_abs_difference"].as_f64().unwrap() < 1e-6, "{answer:#}");
}

/// Exponents that begin at one give the same cosines at other positions, which are not whole.
#[test]
fn positions_are_whole_where_they_may_be() {
    let cells = Array2::from_shape_fn((56, 16), |(i, j)| {
        let omega = 10_000_f64.powf(-(j as f64) / 16.0);
        f64::from((omega * (i as f64 - 28.0)).cos() as f32)
    });
    let answer = check(&cells, &json!([line([0, 56], -28, 1)]));
    assert!(answer["verdict"].as_str().unwrap().contains('±'), "{answer:#}");
}

/// In few bits, neighboring bases give nearly the same rows.
#[test]
fn usual_bases_are_tried_in_few_bits() {
    let positions = [range(0..23), range(100..123)].concat();
    let cells = Array2::from_shape_fn((46, 64), |(i, j)| {
        let angle = 1e6_f64.powf(-((j - j % 2) as f64) / 64.0) * positions[i];
        let value = if j % 2 == 0 { angle.sin() } else { angle.cos() };
        phasor::encoding::Rounding::Bf16.nearest(value)
    });
    let answer = check(&cells, &json!([line([0, 23], 0, 1), line([23, 46], 100, 1)]));
    assert!(answer["scene"].as_str().unwrap().contains("base=1000000"), "{answer:#}");
}

/// The factor is no value of the table where its largest one is wrong, or where no row is near 0.
#[test]
fn short_factors_are_found_where_no_value_shows_them() {
    let mut cells = Array2::from_shape_fn((94, 128), |(i, j)| {
        8.0 * (12_345_f64.powf(-((j / 2) as f64) / 64.0) * (i as f64 - 47.0)).cos()
    });
    cells[[5, 3]] += 0.25;
    cells[[9, 64]] += 0.5;
    let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
    assert_eq!((&answer["certain"], &answer["scale"]), (&json!(true), &json!(8.0)), "{answer:#}");
    assert_eq!(answer["matching_cells"], 94 * 128 - 2, "{answer:#}");
}

/// Heads that are padded by ones stand still by half of their pairs, in any layout.
#[test]
fn padded_heads_are_no_scaled_ones() {
    let cells = Array2::from_shape_fn((64, 64), |(i, j)| {
        let (pair, t) = (j % 32, i as f64);
        let omega = if pair < 16 { 10_000_f64.powf(-(pair as f64) / 16.0) } else { 0.0 };
        f64::from((omega * t).cos() as f32)
    });
    let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
    assert!(answer["scene"].as_str().unwrap().contains("scaling=proportional"), "{answer:#}");
}

/// Programs that turn the first dimensions of a head alone may pad their caches with ones.
#[test]
fn columns_beyond_the_part_that_turns_are_told() {
    let cells = Array2::from_shape_fn((70, 96), |(i, j)| {
        let omega = 10_000_f64.powf(-((j % 12) as f64) / 12.0);
        if j < 24 { f64::from((omega * i as f64).cos() as f32) } else { 1.0 }
    });
    let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
    let read = (&answer["certain"], &answer["cache_form"], &answer["still_columns"]);
    assert_eq!(read, (&json!(true), &json!("halves"), &json!([24, 96])), "{answer:#}");
    assert_eq!(answer["matching_cells"], answer["cells"], "{answer:#}");
}

/// Buckets of all offsets, as a matrix of queries and keys.
#[test]
fn matrices_of_buckets_are_read_along_their_diagonals() {
    let rule = phasor::encoding::bias::Buckets::default();
    let cells = Array2::from_shape_fn((96, 80), |(t, s)| f64::from(rule.of(s as i64 - t as i64)));
    let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
    let read = (&answer["kind"], &answer["certain"], &answer["arrangement"]);
    assert_eq!(read, (&json!("buckets"), &json!(true), &json!("diagonals")), "{answer:#}");
    let mut other = cells;
    other[[40, 7]] += 1.0;
    let answer = IdentityReport::of_rows("x", &other, |_| true).unwrap().json();
    assert_eq!(answer["certain"], false, "{answer:#}");
}

/// Steps of quantized values have no factor of their own.
#[test]
fn quantized_tables_are_closest_to_their_encoding() {
    let steps = paper(&range(0..200)).mapv(|it| (127.0 * it).round());
    let read = |cells: &Array2<f64>| {
        let answer = IdentityReport::of_rows("x", cells, |_| true).unwrap().json();
        let farthest = answer["max_abs_difference"].as_f64().unwrap();
        (answer["name"].clone(), answer["scale"].clone(), farthest)
    };
    let (name, scale, farthest) = read(&steps);
    assert_eq!((name, scale), (json!("paper"), json!(127.0)));
    assert!(farthest <= 0.5 + 1e-4, "{farthest}");
    let (name, scale, farthest) = read(&steps.mapv(|it| f64::from((it / 127.0) as f32)));
    assert_eq!((name, scale), (json!("paper"), json!(1.0)));
    assert!(farthest <= 0.5 / 127.0 + 1e-6, "{farthest}");
}

/// The scene of an answer gives the rows again that are on its line: the others are deviations, or at positions of
/// their own.
#[test]
fn scenes_begin_where_most_rows_are() {
    let rows_of = |text: &str| {
        let scene: Scene = text.parse().unwrap();
        let extent = scene.extent();
        let table = scene.table().encoding;
        (extent.start()..=extent.last()).map(move |t| table.row(t)).collect::<Vec<_>>()
    };
    let is_near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
    // A row of zeros, and a row of a class token among others.
    let mut cells = paper(&range(36..100));
    cells.row_mut(0).fill(0.0);
    for cell in cells.row_mut(9) {
        *cell *= 1.5;
    }
    cells.row_mut(20).swap(3, 8);
    let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
    assert_eq!(answer["certain"], true, "{answer:#}");
    let rows = rows_of(answer["scene"].as_str().unwrap());
    assert!(is_near(&rows[30], cells.row(30).as_slice().unwrap()), "{answer:#}");
    // Caches in steps, and after a shorter text.
    let doubled: Vec<f64> = range(0..80).iter().map(|t| 7.0 + 2.0 * t).collect();
    let two = [range(0..10), range(5..60)].concat();
    for (positions, row) in [(doubled, 70), (two, 40)] {
        let cells = Array2::from_shape_fn((positions.len(), 32), |(i, j)| {
            f64::from((500_000_f64.powf(-(j as f64) / 32.0) * positions[i]).cos() as f32)
        });
        let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
        assert_eq!((&answer["kind"], &answer["certain"]), (&json!("cache"), &json!(true)));
        let rows = rows_of(answer["scene"].as_str().unwrap());
        assert!(is_near(&rows[row], cells.row(row).as_slice().unwrap()), "{answer:#}");
    }
}

/// Table of 64 columns, each with a frequency of its own, in single precision.
fn columns_alone(positions: &[f64], function: fn(usize, f64) -> f64) -> Array2<f64> {
    Array2::from_shape_fn((positions.len(), 64), |(i, j)| {
        let angle = 10_000_f64.powf(-(j as f64) / 64.0) * positions[i];
        f64::from(function(j, angle) as f32)
    })
}

/// Slow columns hardly tell their frequency, but the others tell the positions, and these which one each is.
#[test]
fn columns_alone_in_another_order_are_told() {
    let functions: [fn(usize, f64) -> f64; 3] = [
        |_, angle| angle.sin(),
        |_, angle| angle.cos(),
        |j, angle| if j % 2 == 0 { angle.sin() } else { angle.cos() },
    ];
    let order: Vec<usize> = (0..64).map(|j| (j * 37 + 11) % 64).collect();
    let quarters: Vec<f64> = range(0..96).iter().map(|t| t / 4.0).collect();
    for function in functions {
        let table = columns_alone(&quarters, function);
        let moved = Array2::from_shape_fn(table.dim(), |(i, j)| table[(i, order[j])]);
        let quarter = json!([{"rows": [0, 96], "position": 0, "step": 0.25}]);
        let answer = check(&moved, &quarter);
        let deviations = answer["deviations"].as_array().unwrap();
        let from = |j: usize| {
            let own = deviations.iter().find(|it| it["column"] == j);
            own.map_or(j as u64, |it| it["from"].as_u64().unwrap())
        };
        let told: Vec<usize> = (0..64).map(|j| from(j) as usize).collect();
        assert_eq!(told, order, "{answer:#}");
    }
}

/// Columns of the cosines of a table whose every column has a frequency of its own begin half a wave later: a step that
/// nobody would choose, and one that moves the ladder of frequencies.
#[test]
fn every_second_column_is_a_step_of_the_ladder() {
    let all = columns_alone(&range(0..96), |_, angle| angle.cos());
    let cosines = Array2::from_shape_fn((96, 32), |(i, m)| all[(i, 2 * m + 1)]);
    let answer = IdentityReport::of_rows("x", &cosines, |_| true).unwrap().json();
    assert_eq!(answer["certain"], true, "{answer:#}");
    let step = answer["row_positions"][0]["step"].as_f64().unwrap();
    assert!((step - 10_000_f64.powf(-1.0 / 64.0)).abs() < 1e-8, "{answer:#}");
    assert_eq!(answer["row_positions"].as_array().unwrap().len(), 1, "{answer:#}");
    let scene = answer["candidates"][0]["scene"].as_str().unwrap();
    assert!(scene.contains("step=0.8659643") && !scene.contains("base="), "{answer:#}");
}

/// Tensor-parallel parts of a table, and columns of text that were cut, are tables of a lower base at smaller steps,
/// whose frequencies have the rounding of the whole.
#[test]
fn slow_columns_of_a_wider_table_have_its_round_base() {
    let frequency = |i: usize| (-(10_000_f32.ln() / 1024.0) * (2 * i) as f32).exp();
    let of = |first: usize, num_rows: usize| {
        Array2::from_shape_fn((num_rows, 256), |(t, j)| {
            let angle = t as f32 * frequency(first / 2 + j / 2);
            f64::from(if j % 2 == 0 { angle.sin() } else { angle.cos() })
        })
    };
    for (first, step) in [(768, "step=0.001"), (256, "step=0.1"), (512, "step=0.01")] {
        let answer = IdentityReport::of_rows("x", &of(first, 128), |_| true).unwrap().json();
        let scene = answer["scene"].as_str().unwrap_or_default();
        assert!(scene.contains("base=10") && !scene.contains("base=10."), "{answer:#}");
        assert_eq!((&answer["certain"], &answer["deviations"]), (&json!(true), &json!([])));
        assert!(scene.contains(step) || scene.contains("step=0.09999999"), "{answer:#}");
    }
    let double = Array2::from_shape_fn((128, 256), |(t, j)| {
        let omega = (-(10_000_f64.ln() / 1024.0) * (2 * (384 + j / 2)) as f64).exp();
        if j % 2 == 0 { (t as f64 * omega).sin() } else { (t as f64 * omega).cos() }
    });
    let answer = IdentityReport::of_rows("x", &double, |_| true).unwrap().json();
    assert_eq!((&answer["certain"], &answer["deviations"]), (&json!(true), &json!([])));
    let scene = answer["scene"].as_str().unwrap_or_default();
    assert!(scene.contains("base=10") && !scene.contains("base=10."), "{answer:#}");
}

/// What holds nothing but two values is no encoding, though position 0 has the same two, whatever the frequencies.
#[test]
fn masks_are_no_encoding() {
    let is_seen = |i: usize| i % 20 < [20, 13, 7, 18][i / 20];
    let mask =
        |high: f64| Array2::from_shape_fn((80, 64), |(i, _)| if is_seen(i) { high } else { 0.0 });
    let stripes = Array2::from_shape_fn((64, 64), |(i, j)| f64::from(i % 2 == j % 2));
    for (name, cells) in [
        ("a mask", mask(1.0)),
        ("a mask with a factor", mask(f64::from(1.0_f32 / 0.9))),
        ("lines in turns", Array2::from_shape_fn((64, 64), |(i, _)| (i % 2) as f64)),
        ("a chessboard", 255.0 * &stripes),
        ("a mask of one text", Array2::from_shape_fn((8, 16), |(i, _)| f64::from(i != 3))),
    ] {
        let answer = IdentityReport::of_rows("x", &cells, |_| true).unwrap().json();
        assert_ne!(answer["certain"], true, "{name}: {answer:#}");
    }
}

/// Corners of boxes, of which hardly two share a coordinate, are of two axes; a table of one axis is not, though its
/// pairs in turns are two ladders.
#[test]
fn coordinates_that_hardly_repeat_are_told() {
    let points: Vec<[f64; 2]> = (0..60_u32)
        .map(|i| [i * 2_654_435 % 89, i * 40_503 % 97].map(|it| f64::from(it) / 4.0))
        .collect();
    let of_points = Array2::from_shape_fn((60, 64), |(i, j)| {
        let angle = 10_000_f64.powf(-((j % 32 - j % 2) as f64) / 32.0) * points[i][j / 32];
        f64::from((if j % 2 == 0 { angle.sin() } else { angle.cos() }) as f32)
    });
    let answer = IdentityReport::of_rows("x", &of_points, |_| true).unwrap().json();
    assert_eq!((&answer["kind"], &answer["certain"]), (&json!("grid"), &json!(true)), "{answer:#}");
    assert_eq!(answer["axes"][1]["base"], 10_000.0, "{answer:#}");
    for positions in [range(-63..1), range(0..80).into_iter().rev().collect()] {
        let answer = IdentityReport::of_rows("x", &paper(&positions), |_| true).unwrap().json();
        assert_eq!((&answer["kind"], &answer["name"]), (&json!("table"), &json!("paper")));
    }
}
