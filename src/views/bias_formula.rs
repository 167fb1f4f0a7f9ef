//! Formula of the bias of the selected head, query and key.

use crate::{
    encoding::bias::{Bias, BiasConvention},
    picture::{Formula, number, tex},
    scene::Scene,
};

/// Formula of the selected cell, such as b₀(42, 32) = 0.5 · 32 = 16.
pub(super) fn formula(scene: &Scene, bias: &Bias) -> Formula {
    let (t, s, h) = (scene.position(), scene.other_position(), scene.head());
    let [at_t, at_s] = [t, s].map(number::grouped);
    if let Some(buckets) = bias.buckets() {
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
    let steps = match bias.convention() {
        BiasConvention::AlibiBloom | BiasConvention::AlibiFalcon => {
            format!("{slope} · {at_s}")
        }
        BiasConvention::AlibiMpt => format!("{slope} · ({at_s} − {})", number::grouped(last)),
        BiasConvention::AlibiPaper => format!("−{slope} · {n}"),
        BiasConvention::KerpleLog => format!("−r₁ · ln(1 + {n})"),
        BiasConvention::KerplePower => format!("−r₁ · √{n}"),
        BiasConvention::Fire => format!("−r · ψ({n}) / ψ(max({at_t}, 512))"),
        BiasConvention::Xpos | BiasConvention::T5 => format!("{n} / 512 · ln ζ"),
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
