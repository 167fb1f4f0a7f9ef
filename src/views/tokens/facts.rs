//! Comparison of two words: cosine similarity of their embeddings, of their positions and of their sums, and the
//! effect of doubling the exponent of the paper, as some code does.

use super::{Behavior, Descriptor, TokenBehavior, formula, name, note, position, selected};
use crate::{
    encoding::{
        Components, Encoding, Exponent, Rows, Sinusoid,
        similarity::{self, Measure},
    },
    picture::{Body, Figure, Formula, Sheet, SheetLine, Verdict, number, tex},
    scene::Scene,
    tokens::Tokens,
    views::{Requirement, Subject, caption_with_offset},
};

pub(in crate::views) struct TwoWords;

fn line(cosine: &Formula, value: f64, remark: &str) -> SheetLine {
    SheetLine {
        formula: tex!(r"#cosine = \value{#value}", cosine, value = number::readable(value, 7)),
        numbers: tex!(r"\text{}"),
        remark: remark.to_owned(),
        verdict: Verdict::Open,
    }
}

/// Encoding with another exponent rule and all else unchanged.
fn with_exponent(sinusoid: &Sinusoid, exponent: Exponent) -> Encoding {
    Encoding::new(sinusoid.with_exponent(exponent))
}

fn lines(
    scene: &Scene,
    encoding: &Encoding,
    tokens: &Tokens,
    (a, b): (usize, usize),
) -> Vec<SheetLine> {
    let [t, s] = [a, b].map(|place| position(scene, place));
    let [word, other] =
        [a, b].map(|place| tokens.words[place].chars().take(14).collect::<String>());
    let of_positions =
        tex!(r"\text{cos(PE(#t), PE(#s))}", t = number::grouped(t), s = number::grouped(s));
    let of = |encoding: &Encoding| similarity::of(encoding, Measure::Cosine, t, s);
    let rows = |rows: &Rows| Measure::Cosine.of_rows(rows.row(a), rows.row(b));
    let mut lines = vec![line(
        &tex!(r"\text{cos(#word, #other)}", word, other),
        rows(&tokens.embeddings),
        "embeddings alone carry no order",
    )];
    let exponent = scene
        .sinusoid()
        .exponent()
        .formula(scene.sinusoid().components(), scene.sinusoid().odd_in_force());
    lines.push(line(
        &of_positions,
        of(encoding),
        &format!("their positions, {} apart; exponent {exponent}", number::grouped(s - t)),
    ));
    if scene.sinusoid().components() == Components::Both {
        let (other, remark) = if scene.sinusoid().exponent() == Exponent::Doubled {
            (Exponent::Paper, "as in the paper: the exponent is 2i/d for pair i")
        } else {
            (
                Exponent::Doubled,
                "with the doubled exponent 4i/d: every wave but the first is slower",
            )
        };
        lines.push(line(&of_positions, of(&with_exponent(scene.sinusoid(), other)), remark));
    }
    lines.push(line(
        &tex!(
            r"\text{cos(#word at #t, #other at #s)}",
            word,
            t = number::grouped(t),
            other,
            s = number::grouped(s),
        ),
        rows(&tokens.joined),
        &format!("after: {}", formula(scene)),
    ));
    lines
}

impl TokenBehavior for TwoWords {
    fn descriptor(&self) -> Descriptor {
        Descriptor { requirement: Requirement::Sinusoid, ..Descriptor::of("Two words") }
    }

    /// Compares the encoding with its doubled exponent.
    fn figure(&self, subject: Subject<'_>, tokens: &Tokens) -> Figure {
        let Subject { scene, .. } = subject;
        let title = Behavior::title(self);
        let (a, Some(b)) = selected(scene, tokens) else {
            let (place, _) = selected(scene, tokens);
            let text = format!(
                "{} has no partner: offset k = {} leaves the sentence in both directions. Choose another word or offset, or \
                 an entry of Word similarity.",
                name(scene, tokens, place),
                number::grouped(scene.offset())
            );
            return note(subject, title, text);
        };
        let lines = lines(scene, &subject.table.encoding, tokens, (a, b));
        Figure {
            title: title.to_owned(),
            sentence: format!("{} and {}", name(scene, tokens, a), name(scene, tokens, b)),
            caption: Some(caption_with_offset(scene)),
            body: Body::Sheet(Sheet { lines, has_numbers: false }),
            ..Figure::default()
        }
    }

    fn explanation(&self, subject: Subject<'_>, tokens: &Tokens) -> String {
        match selected(subject.scene, tokens) {
            (a, Some(b)) => {
                let lines = lines(subject.scene, &subject.table.encoding, tokens, (a, b));
                lines.iter().map(SheetLine::plain_text).collect::<Vec<_>>().join(". ")
            }
            (_, None) => "The offset leaves the sentence in both directions".to_owned(),
        }
    }

    fn values_text(&self, subject: Subject<'_>, tokens: &Tokens) -> Option<String> {
        let (a, b) = selected(subject.scene, tokens);
        let lines = lines(subject.scene, &subject.table.encoding, tokens, (a, b?));
        Some(lines.iter().map(|line| line.plain_text() + "\n").collect())
    }
}
