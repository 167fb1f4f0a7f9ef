//! Formula of the bias of the selected head, query and key.

use crate::{
    encoding::bias::{Bias, BiasRule},
    picture::{Formula, number, tex},
    scene::Scene,
};

/// Formula of the selected cell, such as b₀(42, 32) = 0.5 · 32 = 16.
pub(super) fn formula(scene: &Scene, bias: &Bias) -> Formula {
    let (t, s, h) = (scene.position(), scene.other_position(), scene.head());
    let [at_t, at_s] = [t, s].map(number::grouped);
    if let Some(buckets) = bias.unknown_buckets() {
        return tex!(
            r"\text{bucket(#s − #t)} = \text{bucket(#k)} = \value{#bucket}",
            t = at_t,
            s = at_s,
            k = number::grouped(s - t),
            bucket = buckets.of(s - t),
        );
    }
    let last = scene.extent().last();
    let text = |value: f64| number::typographic(&number::readable(value, 6));
    let value = text(bias.value(h, (t, s), last));
    let slope = bias.slope(h).map(text).unwrap_or_default();
    let n = number::grouped(t - s);
    let steps = match bias.convention().rule() {
        BiasRule::Position(_) => format!("{slope} · {at_s}"),
        BiasRule::BeforeLast => format!("{slope} · ({at_s} − {})", number::grouped(last)),
        BiasRule::Distance | BiasRule::DistanceOfTwoSeries => format!("−{slope} · {n}"),
        BiasRule::Logarithm => format!("−r₁ · ln(1 + {n})"),
        BiasRule::Power => format!("−r₁ · √{n}"),
        BiasRule::Fire => format!("−r · ψ({n}) / ψ(max({at_t}, 512))"),
        BiasRule::Decay => format!("{n} / 512 · ln ζ"),
        BiasRule::Buckets => {
            let bucket = bias.buckets().map_or(0, |it| it.of(s - t));
            format!("learned for bucket {bucket}")
        }
    };
    tex!(
        r"b_#h\text{(#t, #s)} = \text{#steps} = \value{#value}",
        h,
        t = at_t,
        s = at_s,
        steps,
        value
    )
}
