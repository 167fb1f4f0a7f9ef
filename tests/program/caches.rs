//! Rotary caches and lists whose numbers follow no rule that presets have, as people keep them.

use std::{fs, path::Path};

use ndarray::Array2;
use ndarray_npy::write_npy;
use phasor::scene::Scene;
use serde_json::Value;

use crate::tables::{json, phasor};

/// Divisors as a configuration with longrope lists them.
fn divisors() -> Vec<f64> {
    (0..24).map(|k| f64::from(108 + 17 * k * k) / 100.0).collect()
}

/// Angles of rows at positions 0, 1, 2 …
fn angles(num_rows: usize, omegas: &[f64]) -> Array2<f64> {
    Array2::from_shape_fn((num_rows, omegas.len()), |(t, k)| t as f64 * omegas[k])
}

fn ladder(base: f64, num: usize) -> Vec<f64> {
    (0..num).map(|k| base.powf(-(k as f64) / num as f64)).collect()
}

/// Columns twice, one half after the other.
fn halves(angles: &Array2<f64>) -> Array2<f64> {
    ndarray::concatenate![ndarray::Axis(1), *angles, *angles]
}

#[track_caller]
fn identified(folder: &Path, table: &Array2<f64>) -> (i32, Value) {
    write_npy(folder.join("table.npy"), &table.mapv(|it| it as f32)).unwrap();
    json(folder, &["identify", "table.npy"])
}

/// A cache of longrope, whatever its lists, is told with its divisors, in a scene that gives the numbers again.
#[test]
fn frequencies_of_their_own_are_measured() {
    let folder = tempfile::tempdir().unwrap();
    let omegas: Vec<f64> =
        ladder(1e4, 24).iter().zip(divisors()).map(|(omega, divisor)| omega / divisor).collect();
    let angles = angles(300, &omegas);
    for (table, layout) in [
        (halves(&angles).mapv(|it| 1.19 * it.cos()), "halves"),
        (angles.mapv(|it| 1.19 * it.sin()), "pairs"),
        (
            ndarray::concatenate![
                ndarray::Axis(1),
                angles.mapv(|it| 1.19 * it.cos()),
                angles.mapv(|it| 1.19 * it.sin())
            ],
            "cos-sin",
        ),
    ] {
        let (code, found) = identified(folder.path(), &table);
        assert_eq!((code, &found["kind"]), (0, &"cache".into()), "{layout}: {found:#}");
        assert_eq!(found["cache_form"], layout, "{found:#}");
        assert_eq!(
            (&found["certain"], &found["deviations"]),
            (&true.into(), &Value::Array(vec![]))
        );
        assert!((found["scale"].as_f64().unwrap() - 1.19).abs() < 1e-6, "{found:#}");
        let scene = found["scene"].as_str().unwrap();
        assert!(scene.contains("scaling=longrope"), "{scene}");
        let (code, _, error) = phasor(
            folder.path(),
            &["export", "table", "--scene", scene, "--dtype", "f64", "-o", "again.csv"],
        );
        assert_eq!(code, 0, "{scene}: {error}");
        let again = fs::read_to_string(folder.path().join("again.csv")).unwrap();
        let row: Vec<f64> = again
            .lines()
            .nth(200)
            .unwrap()
            .split(',')
            .skip(1)
            .map(|it| it.parse().unwrap())
            .collect();
        for (j, value) in row.iter().enumerate().take(table.ncols()) {
            let off = (1.19 * value - table[(199, j)]).abs();
            assert!(off < 2e-6, "{layout}, column {j}: off by {off}");
        }
    }
}

/// Noise, and few bits, leave the base of a cache; it is not certain.
#[test]
fn caches_with_noise_are_closest_to_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let exact = halves(&angles(256, &ladder(5e5, 32))).mapv(f64::cos);
    let mut seed = 1_u64;
    let mut noise = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    for (table, off) in [
        (exact.mapv(|it| it + 2e-3 * noise()), 2e-3),
        (exact.mapv(|it| (127.0 * it).round() / 127.0), 0.02),
    ] {
        let (code, found) = identified(folder.path(), &table);
        assert_eq!((code, &found["certain"]), (0, &false.into()), "{found:#}");
        assert_eq!(found["candidates"][0]["base"], 5e5, "{found:#}");
        assert!(found["max_abs_difference"].as_f64().unwrap() < off, "{found:#}");
        assert!(found["verdict"].as_str().unwrap().contains("closest to"), "{found:#}");
    }
}

/// Packed positions, of two texts.
fn packed() -> Vec<f64> {
    (0..50).chain(0..40).map(f64::from).collect()
}

/// Columns that are zero, wrong or exchanged, and a factor that no value shows, do not hide a cache and its positions.
#[test]
fn changed_columns_and_factors_do_not_hide_a_cache() {
    let folder = tempfile::tempdir().unwrap();
    let omegas = ladder(5e5, 32);
    let angles = Array2::from_shape_fn((90, 32), |(i, k)| packed()[i] * omegas[k]);
    let cosines = halves(&angles).mapv(f64::cos);
    let mut zero = cosines.clone();
    zero.column_mut(37).fill(0.0);
    let mut exchanged = angles.mapv(f64::cos);
    let (a, b) = (exchanged.column(3).to_owned(), exchanged.column(9).to_owned());
    exchanged.column_mut(3).assign(&b);
    exchanged.column_mut(9).assign(&a);
    let sines = angles.mapv(|it| 0.731 * it.sin());
    for (table, deviations) in [
        (zero, vec![("zero_column", 37)]),
        (exchanged, vec![("moved_column", 3), ("moved_column", 9)]),
        (sines, vec![]),
    ] {
        let (code, found) = identified(folder.path(), &table);
        let told: Vec<(&str, u64)> = found["deviations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| (it["what"].as_str().unwrap(), it["column"].as_u64().unwrap()))
            .collect();
        assert_eq!((code, &found["certain"], told), (0, &true.into(), deviations), "{found:#}");
        assert_eq!(found["candidates"][0]["base"], 5e5, "{found:#}");
        let runs: Vec<&Value> =
            found["row_positions"].as_array().unwrap().iter().map(|it| &it["rows"]).collect();
        assert_eq!(runs, [&Value::from(vec![0, 50]), &Value::from(vec![50, 90])], "{found:#}");
    }
}

/// Tables that begin like a cache, and are none.
#[test]
fn first_rows_alone_make_no_cache() {
    let folder = tempfile::tempdir().unwrap();
    let random = |i: usize| ((i * 7919 + 13) as f64 * 0.618).sin() * ((i * 31) as f64).cos();
    for first in [0.0, 1.0] {
        let value = |(t, j): (usize, usize)| if t == 0 { first } else { random(t * 48 + j) };
        let (_, found) = identified(folder.path(), &Array2::from_shape_fn((200, 48), value));
        assert_eq!((&found["kind"], &found["certain"]), (&"learned".into(), &false.into()));
    }
}

/// Patches that are scaled to another image size are at positions between whole ones, as EVA has them.
#[test]
fn axes_of_scaled_patches_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let omegas = ladder(1e4, 16);
    let place = |i: usize| i as f64 * 16.0 / 14.0;
    let angle = |(patch, j): (usize, usize)| {
        let (of, k) = if j < 32 { (patch / 14, j) } else { (patch % 14, j - 32) };
        place(of) * omegas[k / 2]
    };
    let table = Array2::from_shape_fn((196, 64), |at| angle(at).cos());
    let (code, found) = identified(folder.path(), &table);
    assert_eq!(code, 0, "{found:#}");
    let verdict = found["verdict"].as_str().unwrap();
    assert!(verdict.contains("14 × 14") && verdict.contains("in steps of 1.14286"), "{verdict}");
}

#[test]
fn octaves_are_frequencies_of_fourier_features() {
    let folder = tempfile::tempdir().unwrap();
    let units = [(1.0, "false"), (std::f64::consts::PI, "true"), (std::f64::consts::TAU, "twice")];
    for (unit, pi) in units {
        let list = Array2::from_shape_fn((1, 7), |(_, k)| unit * f64::from(1 << k));
        let (code, found) = identified(folder.path(), &list);
        assert_eq!((code, &found["kind"]), (0, &"frequencies".into()), "{found:#}");
        let scene: Scene = found["scene"].as_str().unwrap().parse().unwrap();
        let expected: Scene = format!("encoding=fourier&octaves=7&pi={pi}").parse().unwrap();
        assert_eq!(scene.table().encoding.spec(), expected.table().encoding.spec(), "{found:#}");
    }
}
