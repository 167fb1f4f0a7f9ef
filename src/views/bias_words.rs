//! Sentences about a bias.

use super::Subject;
use crate::{
    encoding::bias::{Bias, BiasRelation, BiasRule, Buckets, SlopeFit},
    picture::number,
    scene::Scene,
};

/// Fall of a bias at which a key keeps a hundredth of its weight.
const HUNDREDTH: f64 = 4.605_170_185_988_091;

/// Number of heads whose bias at offset `k` from query `t` is at least −`fall`.
fn num_seeing(bias: &Bias, t: i64, k: i64, fall: f64) -> usize {
    (0..bias.num_heads()).filter(|&head| bias.relative(head, t, k) >= -fall).count()
}

/// Key at an offset from its query: `a key 10 back`, `a key 10 ahead`.
pub(super) fn key_at(k: i64) -> String {
    let side = if k > 0 { "ahead" } else { "back" };
    format!("a key {} {side}", number::grouped(k.abs()))
}

/// Name of what has a curve of its own: `head`, or `pair`.
pub(super) fn each(bias: &Bias) -> &'static str {
    if bias.convention().rule() == BiasRule::Decay { "pair" } else { "head" }
}

/// Number of heads that still see a distance.
pub(super) fn reach(bias: &Bias, scene: &Scene) -> Option<String> {
    if bias.unknown_buckets().is_some() {
        return None;
    }
    let k = scene.offset();
    let t = scene.extent().last().max(k.abs());
    let [half, hundredth] =
        [std::f64::consts::LN_2, HUNDREDTH].map(|fall| num_seeing(bias, t, k, fall));
    let num = number::counted(i64::from(bias.num_heads()), each(bias));
    Some(format!(
        "Of {num}, {half} give {} at least half the weight of the query's own position, {hundredth} at least 1 %.",
        key_at(k)
    ))
}

/// Distance back from which all keys share a bucket.
fn last_bucket(buckets: Buckets) -> i64 {
    let farthest = -i64::from(buckets.max_distance());
    let runs = buckets.runs(farthest, 0);
    runs.get(1).map_or(-farthest, |nearer| 1 - nearer.0)
}

/// Sentence about the ALiBi slope nearest to the learned bias of a head; `None` for a bias by rule.
pub(super) fn fit(bias: &Bias, head: u32) -> Option<String> {
    let fit = SlopeFit::nearest(bias, head)?;
    let text = |value: f64| number::typographic(&number::readable(value, 4));
    Some(format!(
        "Nearest to head {head} over the keys before is a slope of {} with intercept {}, R² {}.",
        text(fit.slope),
        text(fit.intercept),
        text(fit.r_squared)
    ))
}

/// Note that a shape has typical numbers; `None` for a bias that is as the model has it.
pub(super) fn shape(bias: &Bias) -> Option<&'static str> {
    bias.convention()
        .is_shape()
        .then_some("Its numbers are learned: the curves show the shape with typical ones.")
}

/// Explanation of a scene in sentences.
pub(super) fn sentences(scene: &Scene, bias: &Bias) -> Vec<String> {
    let mut sentences = vec![bias.convention().facts().sentence.to_owned()];
    let (head, k) = (scene.head(), scene.offset());
    if let Some(buckets) = bias.unknown_buckets() {
        let offset = scene.offset();
        sentences.push(format!(
            "Offset {} (key minus query) has bucket {} of {}; from {} positions back on, all share one.",
            number::typographic(&number::grouped(offset)),
            buckets.of(offset),
            buckets.num(),
            number::grouped(last_bucket(buckets))
        ));
        return sentences;
    }
    let value = bias.relative(head, scene.extent().last().max(k.abs()), k);
    sentences.push(format!(
        "In {} {head} {} has a bias of {} relative to the query's own position: its weight is {} of that one's.",
        each(bias),
        key_at(k),
        number::typographic(&number::readable(value, 4)),
        number::readable(value.exp(), 3)
    ));
    sentences.extend(fit(bias, head));
    sentences.extend(reach(bias, scene));
    sentences.extend(shape(bias).map(ToOwned::to_owned));
    sentences
}

/// Difference of a bias and B in words; `None` unless both are biases.
pub(super) fn difference(subject: Subject<'_>) -> Option<String> {
    let counterpart = subject.counterpart?;
    let (a, b) = (subject.table_of_a().encoding.bias()?, counterpart.table.encoding.bias()?);
    Some(difference_words(BiasRelation::of(a, b, subject.scene_of_a().extent())))
}

/// Difference of two biases in words.
pub fn difference_words(relation: BiasRelation) -> String {
    let text = |value: f64| number::readable(value, 3);
    match relation {
        BiasRelation::Unknown => {
            "The values are learned, or belong to other numbers of heads: they are not compared."
                .to_owned()
        }
        BiasRelation::Equal => "A and B are equal.".to_owned(),
        BiasRelation::EqualInSingle(largest) => {
            format!("A and B are equal up to single precision ({} at most).", text(largest))
        }
        BiasRelation::ConstantPerQuery => {
            "A and B differ by a constant for each query: softmax sees no difference.".to_owned()
        }
        BiasRelation::Different(largest) => {
            format!("A and B truly differ: by up to {} beside the query's own key.", text(largest))
        }
    }
}
