//! Lesson 17: learned tables.

use std::{path::Path, sync::Arc};

use phasor::{
    encoding::learned::{Learned, LearnedQuestion},
    import,
    scene::{ContentsKind, Scene},
    views::{Computation, Results, View},
};

use super::{between, says, scene, words};

/// What is measured of a table.
fn measured(scene: &Scene) -> Arc<Learned> {
    let question = LearnedQuestion { table: scene.table(), seed: scene.draft().seed };
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
        &format!("Of the small learned table's {} columns, {waves} are waves", learned.fits.len()),
    );
    assert_eq!(paper.position_error, 0.0, "the first question, perfectly");
    assert!((paper.nearest_sinusoid - 1.0).abs() < 1e-9, "and the third");
    says("17.6", &format!("{:.3} % of the orders wrong", 100.0 * paper.order_error));
    says("17.6", &format!("off by {:.2} positions", learned.position_error));
    says("17.6", &format!("gets {:.2} % wrong", 100.0 * learned.order_error));
    says("17.6", &format!("R² of {:.2}", learned.nearest_sinusoid));
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
