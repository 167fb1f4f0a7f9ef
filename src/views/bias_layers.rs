//! Biases of all layers, a small picture each: heads down, offsets across.

use std::sync::Arc;

use ndarray::Array2;

use super::{
    Behavior, Descriptor, Requirement, Subject, ViewSides, bias_offsets, bias_words, caption,
    grid_maps,
};
use crate::{
    encoding::{
        Rows,
        bias::{Bias, Buckets},
    },
    model::ListedBias,
    picture::{Axis, Body, Chart, ColorScale, Figure, Layer, Pixels, Source, Span, number},
    scene::What,
};

pub(super) struct BiasLayers;

/// Largest numbers of layers and of heads that are drawn, the first ones.
const MOST_LAYERS: usize = 48;
const MOST_HEADS: u32 = 64;
/// Farthest offset that is drawn.
const FARTHEST: i64 = 512;
/// Largest number of pictures beside each other.
const MOST_ACROSS: u32 = 6;

/// Bias of some layers, with their name.
type NamedBias = (String, Arc<Bias>);

/// Biases of the model's layers, with the distance of the scene; else the one bias of the scene.
fn layers(subject: Subject<'_>) -> Vec<NamedBias> {
    let own = bias_offsets::bias(subject);
    let title = |it: &ListedBias| match (it.stack, it.layer) {
        // As in the names of tensors: many titles stand beside each other.
        (Some(stack), Some(layer)) => format!("{} {layer}", &stack[..3]),
        (None, Some(layer)) => format!("layer {layer}"),
        (stack, None) => stack.unwrap_or("all layers").to_owned(),
    };
    let in_scene = |it: &ListedBias| {
        let distance = own.buckets().map(Buckets::max_distance);
        let changed = distance.and_then(|distance| it.bias.with_max_distance(distance).ok());
        changed.map_or_else(|| Arc::clone(&it.bias), Arc::new)
    };
    let found: Vec<_> = of_model(subject).iter().map(|it| (title(it), in_scene(it))).collect();
    if found.is_empty() { vec![(String::new(), Arc::clone(own))] } else { found }
}

fn of_model(subject: Subject<'_>) -> &[ListedBias] {
    subject.scene.model_facts().map_or(&[], |it| &it.biases)
}

/// First and last offset that is drawn: those that differ from all beyond them, or those of the scene.
fn offsets(subject: Subject<'_>, own: &Bias) -> (i64, i64) {
    let back = match own.buckets() {
        Some(buckets) => i64::from(buckets.max_distance()),
        None => -bias_offsets::offsets(subject).0,
    };
    let back = back.clamp(1, FARTHEST);
    (-back, if own.is_causal() { 0 } else { back })
}

/// Biases relative to that of the query's own position: a row for each head, a column for each offset.
fn numbers(subject: Subject<'_>, own: &Bias) -> Array2<f64> {
    let (first, last) = offsets(subject, own);
    let t = subject.scene.extent().last();
    let heads = own.num_heads().min(MOST_HEADS);
    let starts: Vec<i64> = match own.buckets() {
        Some(buckets) => buckets.runs(first, last).into_iter().map(|it| it.0).collect(),
        None => (first..=last).collect(),
    };
    let mut numbers = Array2::zeros((heads as usize, (last - first + 1) as usize));
    for (head, mut row) in (0..heads).zip(numbers.rows_mut()) {
        let ends = starts.iter().skip(1).copied().chain([last + 1]);
        for (&start, end) in starts.iter().zip(ends) {
            let run = (start - first) as usize..(end - first) as usize;
            row.slice_mut(ndarray::s![run]).fill(own.relative(head, t, start));
        }
    }
    numbers
}

fn panel(
    subject: Subject<'_>,
    (title, own): NamedBias,
    numbers: Array2<f64>,
    scale: ColorScale,
) -> Figure {
    let axis = |name: &str, first, num: usize| {
        Axis::cells(name, first, Span { start: 0.0, end: num as f64 }, num as f64)
    };
    let (heads, num_offsets) = numbers.dim();
    let chart = Chart {
        x: axis("offset k (key − query)", offsets(subject, &own).0, num_offsets),
        y: axis(bias_words::each(&own), 0, heads),
        is_square: false,
        layers: vec![Layer::Raster {
            source: Source::Rows(Rows::from(numbers)),
            scale,
            name: "bias".into(),
            pixels: Pixels::Nearest,
        }],
    };
    Figure {
        title,
        caption: Some(caption(subject.scene)),
        body: Body::Chart(chart),
        ..Figure::default()
    }
}

/// All pictures, in colors of one scale.
fn pictures(subject: Subject<'_>) -> Body {
    let layers = layers(subject).into_iter().take(MOST_LAYERS);
    let all: Vec<_> = layers.map(|it| (numbers(subject, &it.1), it)).collect();
    let finite = all.iter().flat_map(|it| &it.0).filter(|it| it.is_finite());
    let most = finite.fold(0.0_f64, |most, it| most.max(it.abs())).max(1e-9);
    let scale = subject.theme.diverging(subject.scene.draft().colors.diverging, most);
    let panels = all.into_iter().map(|(numbers, it)| panel(subject, it, numbers, scale));
    grid_maps::small_pictures(panels.collect(), MOST_ACROSS)
}

impl Behavior for BiasLayers {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Bias,
            sides: ViewSides::One,
            copies: What::Bias,
            has_raster: true,
            shown_with: "convention=alibi-bloom&heads=8",
            ..Descriptor::of("Bias by layer")
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        let is_known = |(_, own): &NamedBias| own.unknown_buckets().is_none();
        let reason = "The biases of T5 are learned: open a model's checkpoint.";
        (!layers(subject).iter().all(is_known)).then(|| reason.to_owned())
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let body = self.refusal(subject).map_or_else(|| pictures(subject), Body::Note);
        self.drawn(subject, "every head of every layer, relative to the query’s own position", body)
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let all = layers(subject);
        let heads = all.iter().map(|(_, own)| own.num_heads()).max().unwrap_or(0);
        let each = bias_words::each(bias_offsets::bias(subject));
        let num_own = of_model(subject).iter().filter(|it| it.layer.is_some()).count();
        let mut text = match (num_own, all.len()) {
            (0, 1) => "One bias serves all layers.".to_owned(),
            (0, num) => format!("{num} stacks, each with one bias for all its layers."),
            (num, _) => {
                format!("{}, each with biases of its own.", number::counted(num as i64, "layer"))
            }
        };
        text += " A row for each head; what the query's own position gets is 0.";
        if all.len() > MOST_LAYERS {
            text = format!("{text} The first {MOST_LAYERS} are drawn.");
        }
        if heads > MOST_HEADS {
            text = format!(
                "{text} The first {} are drawn.",
                number::counted(i64::from(MOST_HEADS), each)
            );
        }
        text
    }
}
