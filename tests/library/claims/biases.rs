//! Lesson 16: biases.

use phasor::{encoding::bias::Bias, views::View};
use std::sync::Arc;

use super::{between, encoding, linked, says, scene, words};

fn bias(place: &str, changes: &str) -> Arc<Bias> {
    Arc::clone(encoding(place, changes).bias().unwrap())
}

#[test]
fn lesson_16_matrices() {
    let (paper, bloom) = (bias("16.1", ""), bias("16.2", ""));
    let value = |bias: &Bias, t, s| bias.value(3, (t, s), 255);
    says("16.1", &format!("a bias of {}", value(&paper, 200, 180)).replace('-', "−"));
    says("16.1", &format!("its weight is {:.3}", value(&paper, 200, 180).exp()));
    says("16.2", &format!("have {} here", value(&bloom, 200, 180)));
    let off = value(&bloom, 200, 180) - value(&paper, 200, 180);
    says("16.2", &format!("difference of {off} is the same"));
    for s in 0..=200 {
        assert_eq!(value(&bloom, 200, s) - value(&paper, 200, s), off, "key {s}");
        assert_eq!(value(&bloom, 200, s), value(&bloom, 250, s), "constant down column {s}");
        assert!(value(&bloom, 200, s) >= 0.0);
    }
}

#[test]
fn sentences_name_the_side_of_the_key() {
    let learned = "convention=t5&heads=4&bias_table=example:t5/model.safetensors&length=64&position=40\
                   &tensor=encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight";
    for (offset, words, value) in [(20, "a key 20 ahead", -0.31), (-20, "a key 20 back", 0.37)] {
        let scene: phasor::scene::Scene = format!("{learned}&offset={offset}").parse().unwrap();
        let source = scene.draft().encoding.file_source().unwrap();
        let contents = phasor::report::contents(&source, |_share| true).unwrap().unwrap();
        let text = super::words(&scene.with_contents(contents).unwrap(), View::Bias);
        assert!(text.contains(&format!("In head 0 {words} has a bias of")), "{text}");
        let told = between(&text, "has a bias of ", " relative");
        assert!((told - value).abs() < 0.005, "{text}");
    }
}

#[test]
fn lesson_16_slopes() {
    let slopes = |place, changes: &str| bias(place, changes).slopes().to_vec();
    let eight = slopes("16.3", "");
    assert_eq!((eight[0], eight[7]), (1.0 / 2.0, 1.0 / 256.0));
    assert!(eight.windows(2).all(|pair| pair[1] == pair[0] / 2.0), "each half of the one before");
    let half = |slope: f64| 2_f64.ln() / slope;
    says(
        "16.3",
        &format!(
            "is {:.1} positions for slope 1/2, and {:.0} for 1/256",
            half(eight[0]),
            half(eight[7])
        ),
    );
    let twelve = slopes("16.4", "");
    let sixteen = slopes("16.4", "heads=16");
    let second = [1, 3, 5, 7].into_iter().map(|number| sixteen[number - 1]);
    let expected: Vec<f64> = eight.iter().copied().chain(second).collect();
    assert_eq!(twelve, expected, "slopes 1, 3, 5 and 7 of sixteen");
    let paper = linked("16.4", "the series of the sentence").table().encoding;
    let paper = paper.bias().unwrap().slopes().to_vec();
    assert!(twelve.iter().zip(&paper).all(|(a, b)| a != b), "all twelve differ");
}

#[test]
fn lesson_16_buckets_and_scores() {
    let last_begins = |changes: &str| {
        let bias = bias("16.5", changes);
        let buckets = bias.buckets().unwrap();
        let last = buckets.of(-1_000_000);
        (0..=1_000_000).find(|&back| buckets.of(-back) == last).unwrap()
    };
    let (decoder, encoder) = (last_begins(""), last_begins("bidirectional=true"));
    says("16.5", &format!("From {decoder}, where the last bucket begins"));
    says("16.5", &format!("From {decoder} positions back on, all share one"));
    says("16.5", &format!("there, the last one begins at {encoder}"));
    let bias = bias("16.5", "");
    let buckets = bias.buckets().unwrap();
    says("16.5", &format!("From {}, the number of buckets", buckets.num()));
    says("16.5", &format!("From {}, the number in its configuration", buckets.max_distance()));
    let text = words(&scene("16.6", ""), View::BiasScore);
    let (turned, both) =
        (between(&text, "20 back scores ", ";"), between(&text, "it scores ", ". "));
    says(
        "16.6",
        &format!(
            "a key 20 positions back scores {turned:.2} out of 8; with the bias of head 3 as well, {both:.2}"
        ),
    );
}
