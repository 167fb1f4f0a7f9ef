//! Lessons 11 to 14: rotary encodings, pairs, scaling, rounding.

use std::f64::consts::TAU;

use phasor::{
    encoding::{Rounding, rotary::Rotary},
    scene::Scene,
    views::View,
};

use super::{between, encoding, figure, grouped, linked, says, scene, words};

fn rotary(scene: &Scene) -> std::sync::Arc<Rotary> {
    std::sync::Arc::clone(scene.table().encoding.waves().unwrap().rotary().unwrap())
}

/// Offset at which the score of equal vectors first falls below 0; `None` if it does not in the scene.
fn first_below(scene: &Scene) -> Option<f64> {
    let text = words(scene, View::Score);
    let own = text.split("Before scaling").next().unwrap();
    own.contains("first falls below").then(|| between(own, "first falls below 0 at offset ", ". "))
}

#[test]
fn lesson_11_pairs_and_scores() {
    let omegas: Vec<f64> =
        rotary(&scene("11.3", "")).omegas().iter().map(|omega| omega.hi).collect();
    assert_eq!(omegas[0], 1.0, "the fastest turns by a radian");
    assert!(omegas[1..].iter().all(|&omega| omega < 0.5), "every other by less");
    let head = figure(&scene("11.3", ""), View::Head).sentence;
    assert!(head.contains("turns with") && head.contains("+ 8"), "{head}");
    says("11.3", "Pair 1 joins dimensions 1 and 9 here. Pair 6 joins 6 and 14");
    let config = words(&scene("11.7", ""), View::Config);
    assert!(config.contains("layers 0–31"), "{config}");
    says("11.7", "All 32 layers rotate in the same way");
    let wide = scene("11.6", "");
    let near = between(&words(&scene("11.6", "offset=10"), View::Score), "apart score ", " of");
    assert_eq!(first_below(&wide), None);
    says("11.6", &format!("{near:.2} at 10 positions, and above 0 up to {}", grouped(1023.0)));
    let narrow = first_below(&linked("11.6", "16 dimensions")).unwrap();
    says("11.6", &format!("falls below 0 at {narrow}"));
    let narrow = rotary(&linked("11.6", "16 dimensions"));
    let turned = |pair: usize| 1023.0 * narrow.omegas()[pair].hi;
    assert!(turned(6) < 1.1 && turned(7) < 0.4, "two hands have hardly moved");
    assert!((0..6).all(|pair| turned(pair) > 3.0), "the others have turned");
    // The score of two turned vectors depends on the offset alone.
    let text = words(&scene("11.4", ""), View::Relative);
    assert!(text.contains("s = 1008: "), "{text}");
}

#[test]
fn lesson_12_pairings() {
    let text = words(&scene("12.3", ""), View::Head);
    let halves = between(&text, "score ", " here");
    let adjacent = between(&text, "without a change they score ", ";");
    says("12.3", &format!("score {halves:.3} with halves, and {adjacent:.3} if").replace('-', "−"));
    let exponent = text.rsplit_once("10⁻").map(|(_, rest)| rest.chars().next());
    assert_eq!(exponent, Some(Some('¹')), "the difference that is left is rounding: {text}");
}

#[test]
fn lesson_12_permutation() {
    // Turning adjacent pairs of the permuted head gives the permuted turn of halves.
    let turn = |x: &[f64; 16], pair: fn(usize) -> (usize, usize)| {
        let mut turned = *x;
        for i in 0..8 {
            let ((a, b), angle) = (pair(i), 3.0 * 10_000_f64.powf(-(i as f64) / 8.0));
            turned[a] = x[a] * angle.cos() - x[b] * angle.sin();
            turned[b] = x[a] * angle.sin() + x[b] * angle.cos();
        }
        turned
    };
    let permuted =
        |x: &[f64; 16]| -> [f64; 16] { std::array::from_fn(|dim| x[dim % 2 * 8 + dim / 2]) };
    let x: [f64; 16] = std::array::from_fn(|i| (i as f64 * 1.7).sin());
    let (halves, adjacent) =
        (turn(&x, |i| (i, i + 8)), turn(&permuted(&x), |i| (2 * i, 2 * i + 1)));
    assert_eq!(permuted(&halves), adjacent);
    says("12.4", "dimension 2i + c in adjacent is dimension c · 8 + i in halves");
    assert_eq!(16_380.0 / 4.0, 4095.0);
    says("13.2", "position 16,380 looks as position 4095 did");
    says("11.4", "both move 1000 positions on");
    assert_eq!(scene("11.4", "").position() + 3 + 1000, 1008);
}

#[test]
fn lesson_13_scaling() {
    let base: Vec<f64> = rotary(&scene("13.1", "")).omegas().iter().map(|omega| omega.hi).collect();
    let turns = |omega: f64, length: f64| omega * length / TAU;
    says("13.1", &format!("went round {:.0} times", turns(base[0], 4096.0).floor()));
    let never = base.iter().filter(|&&omega| turns(omega, 4096.0) < 1.0).count();
    says("13.1", &format!("{never} never completed a turn"));
    let colors = |scene: &Scene| {
        let text = words(scene, View::Wavelengths);
        let kept = between(&text, "Blue: ", " kept");
        [kept, between(&text, "orange: ", " divided"), between(&text, "green: ", " blended")]
    };
    let [kept, divided, blended] = colors(&scene("13.3", ""));
    says("13.3", &format!("{kept}, {divided} and {blended} of 64"));
    let llama = linked("13.3", "Llama 3.1");
    let [kept, divided, blended] = colors(&llama);
    says("13.3", &format!("more than 4 turns: {kept}, {divided} and {blended}"));
    let before = rotary(&scene("13.3", "scaling=default&base=500000"));
    let faster = before.omegas().iter().filter(|omega| turns(omega.hi, 8192.0) > 4.0).count();
    assert_eq!(faster as f64, kept, "kept are those with more than 4 turns");
    let a = rotary(&scene("13.4", "")).attention_factor();
    says("13.4", &format!("{a:.3}, and so the scores by its square, {:.3}", a * a));
    assert_eq!(rotary(&linked("13.4", "Ministral 3")).attention_factor(), 1.0);
    assert_eq!(first_below(&scene("13.5", "")), None);
    let low = first_below(&linked("13.5", "10,000")).unwrap();
    says("13.5", &format!("below 0 at offset {}", grouped(low)));
    let complete = |scene: &Scene| {
        let omegas = rotary(scene);
        omegas.omegas().iter().filter(|omega| turns(omega.hi, 8192.0) >= 1.0).count()
    };
    let (billion, usual) = (linked("13.5", "base of a billion"), linked("13.5", "10,000"));
    let (few, most) = (complete(&billion), complete(&usual));
    says(
        "13.5",
        &format!("{most} of 64 complete a turn in 8,192 positions; with a billion, only {few}"),
    );
}

#[test]
fn lesson_14_rounding() {
    let (exact, rounded) = (encoding("14.1", "round=none"), encoding("14.1", ""));
    let off = |t: i64| {
        exact.row(t).iter().zip(rounded.row(t)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    says("14.1", &format!("{:.2} at position 50, {:.2} at position 60", off(50), off(60)));
    assert!((0..64).all(|t| off(t) <= off(60)), "the largest of the prompt");
    let first = (0..8192).find(|&t| off(t) > 0.1).unwrap();
    says("14.2", &format!("for the first time at position {first}"));
    assert!((0..=5000).map(off).fold(0.0, f64::max) > 1.99, "nearly 2");
    let omegas = rotary(&scene("14.1", "round=none"));
    let bf16 = |omega: f64| Rounding::Bf16.nearest(omega);
    let turns: Vec<f64> =
        omegas.omegas().iter().map(|it| (bf16(it.hi) - it.hi).abs() * 5000.0 / TAU).collect();
    let omega = omegas.omegas()[5].hi;
    says("14.2", &format!("pair 5 has turned by {} radians", grouped((5000.0 * omega).round())));
    let off_by = 100.0 * (bf16(omega) / omega - 1.0).abs();
    says(
        "14.2",
        &format!(
            "off by only {off_by:.2} %, but that makes {:.1} radians, half a turn",
            TAU * turns[5]
        ),
    );
    assert!((turns[5] - 0.5).abs() < 0.01, "half a turn");
    let [wrong, right] = [bf16(omega), omega].map(|it| (5000.0 * it).cos());
    says("14.2", &format!("its cosine is {wrong:.3} instead of {right:.3}").replace('-', "−"));
    let largest =
        omegas.omegas().iter().map(|it| (bf16(it.hi) / it.hi - 1.0).abs()).fold(0.0, f64::max);
    assert!(largest < 2_f64.powi(-8), "an error of up to 0.4 %: {largest}");
    assert_eq!(bf16(omegas.omegas()[0].hi), 1.0, "pair 0 is spared");
    assert_eq!((bf16(256.0), bf16(257.0), bf16(510.0), bf16(514.0)), (256.0, 256.0, 510.0, 512.0));
    let cache = words(&scene("14.5", ""), View::Precision);
    says(
        "14.5",
        &format!(
            "at most about {:.3}, at every position",
            between(&cache, "largest error at 8192 positions is ", " (")
        ),
    );
    assert!((0..=256).all(|t| bf16(f64::from(t)) == f64::from(t)), "a prompt of 200 shows nothing");
    assert_ne!(bf16(257.0), 257.0);
    says("14.4", "258 tokens: the last of them has position 257");
    let drift = words(&scene("14.6", ""), View::Drift);
    let [near, far] =
        [between(&drift, "score is ", " at t = 0"), between(&drift, "0 and ", " at t")];
    assert!((near - far).abs() > 0.01, "the score drifts: {drift}");
}
