//! Lesson 17: learned tables.

use std::{path::Path, sync::Arc};

use phasor::{
    encoding::learned::{Learned, LearnedQuestion},
    import,
    scene::{ContentsKind, Scene},
    views::{Computation, Results, View},
};

use super::{between, encoding, says, scene, words};

/// What is measured of a table.
fn measured(scene: &Scene) -> Arc<Learned> {
    let question = LearnedQuestion { table: scene.table(), seed: scene.draft().encoding.seed };
    let mut results = Results::default();
    results.store(Computation::from(question.clone()).run(|_share| true).unwrap());
    Arc::clone(results.find(&question).unwrap())
}

/// The learned table that comes with the program.
fn example() -> Scene {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/examples/learned.npy");
    let data = import::load(&path, None, |_share| true).unwrap().unwrap();
    let scene: Scene = format!("table={}", path.display()).parse().unwrap();
    scene.with_contents(ContentsKind::Table(data).into()).unwrap()
}

#[test]
fn lesson_17_measurements() {
    let (paper, learned) = (measured(&scene("17.6", "")), measured(&example()));
    let directions = |it: &Learned| it.num_directions(0.9);
    says("17.3", &format!("3 {} 29", directions(&paper)));
    says("17.3", &format!("32 columns as well, and needs {}", directions(&learned)));
    let waves = learned.fits.iter().filter(|fit| fit.share >= 0.5).count();
    says(
        "17.5",
        &format!(
            "In {waves} of the small learned table's {} columns, one wave explains at least half",
            learned.fits.len()
        ),
    );
    assert_eq!(paper.position_error, 0.0, "the first question, perfectly");
    assert!((paper.nearest_sinusoid - 1.0).abs() < 1e-9, "and the third");
    says("17.6", &format!("{:.3} % of the orders wrong", 100.0 * paper.order_error));
    says("17.6", &format!("off by {:.2} positions", learned.position_error));
    says("17.6", &format!("gets {:.2} % wrong", 100.0 * learned.order_error));
    says("17.6", &format!("R² of {:.2}", learned.nearest_sinusoid));
}

/// Scene of a step with the numbers of the example that it names.
fn with_example(place: &str) -> Scene {
    let scene = scene(place, "");
    let source = scene.draft().encoding.file_source().unwrap();
    let contents = phasor::report::contents(&source, |_share| true).unwrap().unwrap();
    scene.with_contents(contents).unwrap()
}

#[test]
fn lesson_19_rows() {
    let table = with_example("19.2").table().encoding;
    let norm = |t: i64| table.row(t).iter().map(|x| x * x).sum::<f64>().sqrt();
    let cosine = |t: i64| {
        let product: f64 = table.row(t).iter().zip(table.row(t + 1)).map(|(a, b)| a * b).sum();
        product / norm(t) / norm(t + 1)
    };
    let median = |of: &dyn Fn(i64) -> f64, rows: std::ops::Range<i64>| {
        let mut all: Vec<f64> = rows.map(of).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    says("19.1", &format!("256 rows of {} numbers", table.num_columns()));
    says("19.2", &format!("their median norm is {:.2}", median(&norm, 192..256)));
    says("19.2", &format!("have a median norm of {:.2}", median(&norm, 0..192)));
    says("19.2", &format!("a cosine above {:.2}", median(&cosine, 0..191)));
    assert!((0.1 * 64_f64.sqrt() - 0.8).abs() < 1e-12, "64 numbers of deviation 0.1");
    assert!(median(&cosine, 192..255).abs() < 0.05, "no row is like its neighbor");
    assert_eq!(200 - 192, 8, "the last 8 of 200");
}

#[test]
fn lesson_19_biases() {
    let bias = |place: &str| Arc::clone(with_example(place).table().encoding.bias().unwrap());
    let (encoder, decoder) = (bias("19.3"), bias("19.4"));
    let of = |bias: &phasor::encoding::bias::Bias, head: u32, offset: i64| {
        let at = |offset: i64| bias.value(head, (100, 100 + offset), 200);
        at(offset) - at(0)
    };
    let (back, ahead) = (of(&encoder, 0, -20), of(&encoder, 0, 20));
    says("19.3", &format!("is {back:.2} at 20 back, and {ahead:.2} at 20 ahead").replace('-', "−"));
    says("19.3", &format!("a weight of {:.2} against {:.2}", back.exp(), ahead.exp()));
    for head in 0..4 {
        let twice = (of(&encoder, head, -20) - of(&encoder, head, 20)).exp();
        assert!((1.7..2.5).contains(&twice), "about twice the weight in head {head}: {twice}");
    }
    let peak = |k: i64| {
        (of(&decoder, 3, -k) > of(&decoder, 3, 1 - k))
            && (of(&decoder, 3, -k) > of(&decoder, 3, -k - 1))
    };
    let peaks: Vec<i64> = (1..=15).filter(|&k| peak(k)).collect();
    assert_eq!(peaks, [3, 7, 11, 15]);
    let buckets = decoder.buckets().unwrap();
    assert!((0..16).all(|k| buckets.of(-k) == k as u32), "a bucket for each offset up to 15");
    says("19.4", &format!("with {:.0} times the weight", of(&decoder, 0, -1).exp()));
    assert!(
        (0..3).all(|head| (2..60).all(|k| of(&decoder, head, -k) < of(&decoder, head, -1))),
        "the others look one back"
    );
}

#[test]
fn lesson_18_caches() {
    let rows = |positions: &[i64]| -> Vec<Vec<f64>> {
        let cache = encoding("18.1", "cache=cos&cache_form=pairs");
        positions.iter().map(|&t| cache.row(t)).collect()
    };
    assert_eq!(scene("18.2", "").draft().encoding.start, Some(37.0));
    says("18.2", "start 37");
    let packed: Vec<i64> = (0..50).chain(0..40).collect();
    let of_packed = rows(&packed);
    assert_eq!(of_packed[50], of_packed[0], "row 50 equals row 0");
    assert_eq!(50 + 40, 90);
    says("18.3", "a file of 90 rows");
    // A move of all positions changes no score.
    let cosines = encoding("18.1", "cache=both&cache_form=pairs");
    let score = |t: i64, s: i64| -> f64 {
        cosines.row(t).iter().zip(cosines.row(s)).map(|(a, b)| a * b).sum()
    };
    assert!((score(3, 8) - score(13, 18)).abs() < 1e-12, "ten larger, the same");
    says("18.4", "each position were ten larger, the scores would be the same");
}

#[test]
fn exercises_and_summary() {
    let texts = [phasor::lesson::EXERCISES, phasor::lesson::SUMMARY];
    let last = std::f64::consts::TAU * 10_000_f64.powf(510.0 / 512.0);
    assert_eq!(format!("{last:.0}"), "60611");
    assert!(texts.iter().all(|text| text.contains("60,611")));
    let (sine, cosine) = (1_f64.sin(), 1_f64.cos());
    for number in [
        sine,
        cosine,
        2_f64.sin(),
        2_f64.cos(),
        3_f64.sin(),
        3_f64.cos(),
        0.02_f64.cos(),
        0.03_f64.cos(),
    ] {
        assert!(texts[0].contains(&format!("{number:.4}")), "{number:.4}");
    }
    assert!(
        texts[0].contains(&format!("= {:.4}, the first of row 2", cosine * sine + sine * cosine))
    );
}

#[test]
fn lesson_17_rises() {
    let rise = |d_model: u32| {
        let scene = scene("17.4", &format!("judged=sinusoidal,monotonic&d_model={d_model}"));
        between(&words(&scene, View::Criteria), "a position ", " away is above")
    };
    let waves = scene("17.4", "").table().encoding;
    assert_eq!(waves.num_columns(), 32, "the numbers are of 32 columns");
    let product =
        |k: i64| -> f64 { waves.row(0).iter().zip(waves.row(k)).map(|(a, b)| a * b).sum() };
    let falls = (0..127).find(|&k| product(k + 1) > product(k)).unwrap();
    says("17.4", &format!("falls only up to offset {falls}"));
    let [first, low, high] = [0, 85, 101].map(product);
    says(
        "17.4",
        &format!("it is {first:.0} at offset 0, {low:.1} at 85, and {high:.1} again at 101"),
    );
    let [small, middle, wide] = [32, 64, 512].map(rise);
    says("17.4", &format!("{small} with 32 columns, {middle} with 64, and {wide} with 512"));
}
