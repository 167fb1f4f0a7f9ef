//! Head: which dimensions turn together, and the order of dimensions that turns one pairing into the other.

use super::{
    Behavior, Descriptor, Subject, ViewSides,
    by_frequency::selected,
    controls::{Control, ControlRow},
    requirement::Requirement,
};
use crate::{
    action::Action,
    encoding::{
        Component, Computed,
        rotary::{Rotary, pairing::Pairing},
    },
    picture::{Body, Figure, Head, number},
    scene::{EncodingSetting, Key, Scene, What},
};

pub(super) struct HeadView;

/// Pairing of a rotary encoding; halves where it is not known.
fn pairing(rotary: &Rotary) -> Pairing {
    rotary.pairing().unwrap_or(Pairing::Halves)
}

/// Pairing whose weights are most often taken for those of another.
fn other(pairing: Pairing) -> Pairing {
    match pairing {
        Pairing::Halves => Pairing::Adjacent,
        Pairing::Adjacent | Pairing::AdjacentToHalves => Pairing::Halves,
    }
}

fn sentence(pairing: Pairing, num_pairs: u32) -> String {
    match pairing {
        Pairing::Halves => format!("halves: dimension i turns with i + {num_pairs}"),
        Pairing::Adjacent => "adjacent: dimension 2i turns with 2i + 1".to_owned(),
        Pairing::AdjacentToHalves => {
            format!("pairs are read from 2i and 2i + 1, and written to i and i + {num_pairs}")
        }
    }
}

/// Query and key of a head: those of the scene, or random ones from its seed.
pub(super) fn vectors(scene: &Scene, head_dim: u32) -> [Vec<f64>; 2] {
    let [q, k] = random_vectors(head_dim, scene.draft().encoding.seed);
    let [own_q, own_k] = scene.draft().encoding.vectors(head_dim);
    [own_q.unwrap_or(q), own_k.unwrap_or(k)]
}

/// Random query and key of a head, from the seed of the scene.
pub(super) fn random_vectors(head_dim: u32, seed: u64) -> [Vec<f64>; 2] {
    let random = Computed::Random { d_model: head_dim, seed };
    [0, 1].map(|t| (0..head_dim).map(|j| random.value(t, j)).collect())
}

/// Score of a query at position t and a key at position s.
fn score(rotary: &Rotary, pairing: Pairing, [q, k]: [&[f64]; 2], (t, s): (i64, i64)) -> f64 {
    mixed_score(rotary, [pairing; 2], [q, k], (t, s))
}

/// Score of a query turned in one pairing and a key turned in another.
fn mixed_score(
    rotary: &Rotary,
    [of_q, of_k]: [Pairing; 2],
    [q, k]: [&[f64]; 2],
    (t, s): (i64, i64),
) -> f64 {
    let turned = |pairing: Pairing, vector: &[f64], t: i64| {
        pairing.rotated(vector, rotary.omegas(), rotary.attention_factor(), t)
    };
    turned(of_q, q, t).iter().zip(turned(of_k, k, s)).map(|(a, b)| a * b).sum()
}

/// Scores in this pairing, in the other one with the same vectors, and in the other one with vectors in its order.
struct Scores {
    own: f64,
    unchanged: f64,
    permuted: f64,
}

impl Scores {
    fn new(subject: Subject<'_>, rotary: &Rotary) -> Self {
        let scene = subject.scene;
        let (own, other) = (pairing(rotary), other(pairing(rotary)));
        let [q, k] = random_vectors(rotary.head_dim(), scene.draft().encoding.seed);
        let at = (scene.position(), scene.other_position());
        let order = own.order_for(other, rotary.num_pairs() as usize);
        let permuted = |vector: &[f64]| {
            let mut moved = vector.to_vec();
            for (to, &from) in order.iter().enumerate() {
                moved[to] = vector[from];
            }
            moved
        };
        Self {
            own: score(rotary, own, [&q, &k], at),
            unchanged: score(rotary, other, [&q, &k], at),
            permuted: score(rotary, other, [&permuted(&q), &permuted(&k)], at),
        }
    }
}

fn explanation(subject: Subject<'_>, rotary: &Rotary) -> String {
    let (own, other) = (pairing(rotary), other(pairing(rotary)));
    let untouched = match rotary.head_dim() - rotary.rotary_dim() {
        0 => String::new(),
        num => format!(" The last {num} dimensions are left as they are."),
    };
    let scores = Scores::new(subject, rotary);
    let [score, unchanged] =
        [scores.own, scores.unchanged].map(|it| number::typographic(&number::readable(it, 6)));
    let residual = match (scores.permuted - scores.own).abs() {
        0.0 => "0".to_owned(),
        small => number::scientific(small, 2),
    };
    format!(
        "A random query and key score {score} here. Turned as {other} without a change they score {unchanged}; with their \
         dimensions in the other order first, the difference is {residual}.{untouched}",
        other = match other {
            Pairing::Halves => "halves",
            Pairing::Adjacent | Pairing::AdjacentToHalves => "adjacent pairs",
        },
    ) + &match own {
        Pairing::AdjacentToHalves => {
            let scene = subject.scene;
            let [q, k] = random_vectors(rotary.head_dim(), scene.draft().encoding.seed);
            let at = (scene.position(), scene.other_position());
            let mixed = mixed_score(rotary, [own, Pairing::Adjacent], [&q, &k], at);
            let mixed = number::typographic(&number::readable(mixed, 6));
            format!(
                " Turned as adjacent they score the same; a query of one with a key of the other scores {mixed}."
            )
        }
        Pairing::Halves | Pairing::Adjacent => String::new(),
    }
}

/// Order of the dimensions for the other pairing.
fn order(rotary: &Rotary) -> Vec<usize> {
    let (own, other) = (pairing(rotary), other(pairing(rotary)));
    let mut order = own.order_for(other, rotary.num_pairs() as usize);
    order.extend(order.len()..rotary.head_dim() as usize);
    order
}

fn list(order: &[usize]) -> String {
    let numbers: Vec<String> = order.iter().map(usize::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

impl Behavior for HeadView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::RotaryPairs,
            sides: ViewSides::Both,
            copies: What::Frequencies,
            control_keys: &[Key::Pairing],
            shown_with: "model=llama-3.2-1b",
            ..Descriptor::of("The head")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Some(rotary) = subject.scene.rotary() else {
            return self.drawn(
                subject,
                "",
                Body::Note("This view needs a rotary encoding.".to_owned()),
            );
        };
        let (pairing, num) = (pairing(rotary), rotary.num_pairs());
        let dimensions = |(a, b): (usize, usize)| (a as u32, b as u32);
        let all = |of: fn(Pairing, usize, usize) -> (usize, usize)| {
            (0..num as usize).map(|pair| dimensions(of(pairing, pair, num as usize))).collect()
        };
        self.drawn(
            subject,
            sentence(pairing, num),
            Body::Head(Head {
                head_dim: rotary.head_dim(),
                read: all(Pairing::read),
                written: all(Pairing::written),
                selected: selected(subject),
                columns: (0..num).map(|it| rotary.column_of_part(it, Component::Cos)).collect(),
            }),
        )
        .explained(|| explanation(subject, rotary))
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let Some(rotary) = subject.scene.rotary() else { return self.title().to_owned() };
        let sentence = sentence(pairing(rotary), rotary.num_pairs());
        format!("{}: {sentence}. {}", self.title(), explanation(subject, rotary))
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        Some(list(&order(subject.scene.rotary()?)))
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let Some(rotary) = subject.scene.rotary() else { return Vec::new() };
        let choice = |&it: &Pairing| {
            let title = match it {
                Pairing::Halves => "Halves",
                Pairing::Adjacent => "Adjacent",
                Pairing::AdjacentToHalves => "Adjacent to halves",
            };
            let setting = EncodingSetting::Pairing(it);
            Control::choice(title, Key::Pairing.help(), rotary.pairing() == Some(it), setting)
        };
        let order = list(&order(rotary));
        let copies = [
            ("Copy order", order.clone()),
            ("as NumPy", format!("order = np.array({order})\nq, k = q[..., order], k[..., order]")),
            (
                "as PyTorch",
                format!("order = torch.tensor({order})\nq, k = q[..., order], k[..., order]"),
            ),
        ];
        let copy = |(title, text): (&str, String)| Control::Button {
            title: title.to_owned(),
            help: "Order of the dimensions that gives heads of the other pairing the same scores"
                .to_owned(),
            action: Some(Action::CopyText(text)),
        };
        vec![
            ControlRow::new(Key::Pairing, Pairing::ALL.iter().map(choice).collect::<Vec<_>>()),
            ControlRow::new(Key::Pairing, copies.map(copy)),
        ]
    }
}
