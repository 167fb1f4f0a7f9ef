//! Heads of a bias by buckets: the nearest slope of each, and how far back it looks.

use std::{f64::consts::LN_2, sync::Arc};

use super::{content::TensorContent, positional::HeadOfBias};
use crate::{
    encoding::bias::{Bias, LearnedBias, SlopeFit},
    import::TensorKind,
    picture::number,
    scene::Scene,
};

/// Bias that a tensor holds, with the rule of buckets that its scene says; `None` for other tensors.
pub(super) fn bias(
    scene: Option<&str>,
    content: &TensorContent,
    kind: TensorKind,
) -> Option<Arc<Bias>> {
    if kind != TensorKind::T5Bias {
        return None;
    }
    let scene: Scene = scene?.parse().ok()?;
    let buckets = scene.bias()?.buckets()?;
    let learned = LearnedBias::new(content.numbers.clone()?);
    Bias::learned(buckets.max_distance(), buckets.is_bidirectional(), learned).ok().map(Arc::new)
}

/// Heads of a bias.
pub(super) fn of(bias: &Bias) -> Vec<HeadOfBias> {
    let head = |head| {
        Some(HeadOfBias {
            fit: SlopeFit::nearest(bias, head)?,
            half: bias.distance_of(head, LN_2),
            far: bias.far_back(head)?,
        })
    };
    (0..bias.num_heads()).filter_map(head).collect()
}

/// Sentence about the heads that look near and far back; `None` without heads.
pub(super) fn sentence(heads: &[HeadOfBias]) -> Option<String> {
    /// Number of heads that are named.
    const MOST: usize = 4;
    let mut far: Vec<(usize, f64)> = heads.iter().map(|it| it.far.1).enumerate().collect();
    far.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let &(farthest, weight) = far.first()?;
    let (beyond, _) = heads.first()?.far;
    let (weight, others) = (number::readable(weight, 2), far.iter().skip(1).take(MOST - 1));
    let others =
        others.map(|(i, weight)| format!(", {} in head {i}", number::readable(*weight, 2)));
    let more = if far.len() > MOST { ", less in the others" } else { "" };
    let others: String = others.collect();
    let looks = format!(
        "Head {farthest} looks farthest back: keys from {beyond} back on weigh {weight} of its heaviest key{others}{more}."
    );
    let mut near: Vec<(usize, f64)> =
        heads.iter().enumerate().filter_map(|(i, it)| Some((i, it.half?))).collect();
    near.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let num_far = heads.len() - near.len();
    let never = format!("{} never", number::counted(num_far as i64, "head"));
    if near.is_empty() {
        return Some(looks);
    }
    let named = near.iter().take(MOST).map(|(i, half)| format!("head {i} from {half} back"));
    let more = if near.len() > MOST { ", …" } else { "" };
    let named: Vec<String> = named.collect();
    let rest = if num_far > 0 { format!("; {never}") } else { String::new() };
    Some(format!(
        "{looks} Falls to half the weight of the query's own key for good: {}{more}{rest}.",
        named.join(", ")
    ))
}
