//! Relative positions: the score of a rotated query and key is the same wherever both are moved together.

use super::{
    Behavior, Control, ControlRow, Descriptor, Subject, ViewSides, head, requirement::Requirement,
};
use crate::{
    encoding::rotary::{Precision, Rotary},
    picture::{Body, FieldRow, Fields, Figure, number},
    scene::{Key, What},
};

pub(super) struct RelativeView;

/// Shifts of both positions that are compared.
const SHIFTS: [i64; 3] = [0, 1000, 10_000_000];

/// Score at positions t and s in a precision.
fn row(
    subject: Subject<'_>,
    rotary: &Rotary,
    precision: Precision,
    shift: i64,
) -> Option<FieldRow> {
    let scene = subject.scene;
    let [q, k] = head::vectors(scene, rotary.head_dim());
    let score = |shift: i64| {
        let (t, s) = (scene.position() + shift, scene.other_position() + shift);
        rotary.score([&q, &k], (t, s), precision)
    };
    let (exact, here) = (
        rotary.score([&q, &k], (scene.position(), scene.other_position()), Precision::Exact)?,
        score(shift)?,
    );
    let off = (here - exact).abs();
    let remark = match off {
        0.0 => "equal".to_owned(),
        off => format!("off by {}", number::scientific(off, 2)),
    };
    let [t, s] = [scene.position(), scene.other_position()].map(|it| number::grouped(it + shift));
    let name = format!("{}: t = {t}, s = {s}", precision.key());
    let value = number::typographic(&number::readable(here, 10));
    Some(FieldRow::new(name, value, remark).warned(off > 0.01 * exact.abs().max(1.0)))
}

fn rows(subject: Subject<'_>) -> Vec<FieldRow> {
    let Some(rotary) = subject.scene.rotary() else { return Vec::new() };
    // The exact score is the same everywhere.
    let shifts = |precision| if precision == Precision::Exact { &SHIFTS[..1] } else { &SHIFTS };
    let of = |&precision: &Precision| {
        shifts(precision).iter().filter_map(move |&shift| row(subject, rotary, precision, shift))
    };
    Precision::ALL.iter().flat_map(of).collect()
}

impl Behavior for RelativeView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::RotaryPairs,
            sides: ViewSides::Both,
            copies: What::Frequencies,
            control_keys: &[Key::Query, Key::KeyVector, Key::Seed],
            shown_with: "model=llama-3.2-1b",
            ..Descriptor::of("Relative")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        self.drawn(
            subject,
            "one score at positions moved together",
            Body::Fields(Fields {
                headings: ["positions", "score", "difference"],
                rows: rows(subject),
            }),
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let draft = subject.scene.draft();
        let own = &draft.encoding;
        let which = |is_own: bool, name: &str| {
            if is_own { format!("Your {name}") } else { format!("A random {name}") }
        };
        let (is_own_query, is_own_key) = (own.query.is_some(), own.key_vector.is_some());
        let (query, key) = (which(is_own_query, "query"), which(is_own_key, "key").to_lowercase());
        let seed = if is_own_query && is_own_key {
            String::new()
        } else {
            format!(" (seed {})", own.seed)
        };
        format!(
            "{query} turned by t and {key} turned by s{seed} have a score that depends on s − t = {} alone. \
             What is left of that depends on the arithmetic: angles lose digits far out, in f32 far more than in f64, and caches in bf16 or \
             f16 lose them everywhere.",
            number::grouped(subject.scene.offset())
        )
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let rows = FieldRow::sentences(&rows(subject));
        format!("{}. {} {rows}", self.title(), self.explanation(subject))
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let encoding = &subject.scene.draft().encoding;
        let field = |key: Key, title: &'static str| {
            let text = encoding.text(key).unwrap_or_default();
            let field = Control::Field { name: title, help: key.help(), text };
            ControlRow::new(key, [Control::label(title, key), field])
        };
        vec![field(Key::Query, "Query q"), field(Key::KeyVector, "Key k")]
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        Some(FieldRow::tab_separated(&rows(subject)))
    }
}
