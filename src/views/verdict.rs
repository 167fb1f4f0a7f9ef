//! Verdict of a comparison of A and B, in words.

use super::{
    Behavior, Computation, Descriptor, Requirement, Subject, ViewSides,
    differences::{self, found},
    explanation::tolerance_text,
};
use crate::{
    encoding::{Comparison, Place, grid::square_sides},
    picture::{Body, Figure, Formula, Sheet, SheetLine, Verdict, number},
    scene::What,
};

pub(super) struct VerdictView;

/// Two tables and their comparison.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// Names of A and B.
    pub names: [&'a str; 2],
    /// Number of positions that A and B have.
    pub lengths: [u64; 2],
    /// Number of columns of both.
    pub num_columns: u32,
    /// Largest |A − B| that counts as equal.
    pub tolerance: f64,
    /// Finding.
    pub found: &'a Comparison,
}

fn place_text(place: Place) -> String {
    let position = number::grouped(place.position);
    format!("position {position}, column {}", number::grouped(i64::from(place.column)))
}

/// Findings of a comparison, a sentence each.
pub fn verdict_words(compared: &Compared<'_>) -> Vec<String> {
    /// Fewest patches beside each other.
    const LEAST_PATCHES: u32 = 4;
    let Compared { names: [a, b], lengths, num_columns, tolerance, found: it } = compared;
    let (first, last) = (*it.positions.start(), *it.positions.end());
    let num = (last - first + 1) as u64;
    let size = format!(
        "{} × {}, positions {} to {}",
        number::counted(num as i64, "position"),
        number::counted(i64::from(*num_columns), "column"),
        number::grouped(first),
        number::grouped(last)
    );
    let mut sentences = Vec::new();
    let largest = number::readable(it.max_abs_difference, 6);
    let at = it.at.map(|at| format!(" at {}", place_text(at))).unwrap_or_default();
    if it.equal_bits {
        sentences.push(format!("{a} and {b} are equal, bit for bit: {size}."));
    } else if it.first_difference.is_none() {
        sentences.push(format!("{a} and {b} are equal: {size}."));
    } else {
        let rounded = it
            .equal_after_rounding
            .map(|rounding| format!("One is the other rounded to {}. ", rounding.key()));
        // Values that are not finite on one side are beyond every tolerance.
        let is_finite_within =
            it.max_abs_difference <= *tolerance && it.not_finite.a + it.not_finite.b > 0;
        let how = match (it.is_within_tolerance(), *tolerance > 0.0) {
            (true, _) => format!("agree within {}", tolerance_text(*tolerance)),
            (false, _) if is_finite_within => {
                "differ only in values that are not finite".to_owned()
            }
            (false, true) => format!("differ by more than {}", tolerance_text(*tolerance)),
            (false, false) => "differ".to_owned(),
        };
        // A difference of 0 is everywhere.
        let at = if it.max_abs_difference == 0.0 { "" } else { &at };
        sentences.push(format!(
            "{}{a} and {b} {how}: the largest difference is {largest}{at}, the root mean square {}; {size}.",
            rounded.unwrap_or_default(),
            number::readable(it.root_mean_square, 6)
        ));
    }
    if let Some(scale) = it.scale {
        let factor = number::factor(scale, *num_columns);
        sentences.push(format!("Most of that is a factor: {a} is {factor} times {b}."));
    }
    if let Some(above) = it.first_above_tolerance {
        sentences.push(format!(
            "{} of {} and {} of {} {}, the first at {}.",
            number::counted(it.rows_above_tolerance as i64, "row"),
            number::grouped(num as i64),
            number::counted(it.columns_above_tolerance as i64, "column"),
            number::grouped(i64::from(*num_columns)),
            if *tolerance > 0.0 { "are above the tolerance" } else { "differ" },
            place_text(above)
        ));
    }
    if lengths.iter().any(|&length| length != num) {
        let [of_a, of_b] = lengths.map(|length| number::grouped(length as i64));
        sentences.push(format!(
            "Only the common positions are compared: {a} has {of_a}, {b} has {of_b}."
        ));
        // With a row for the class token, the numbers are those of images, and of little else.
        let images = square_sides(lengths[0], lengths[1]).filter(|(sides, before)| {
            *before == 1 && sides.iter().all(|side| *side >= LEAST_PATCHES)
        });
        sentences.extend(images.map(|([of_a, of_b], _)| {
            format!(
                "As patches of images, these are {of_a} × {of_a} and {of_b} × {of_b} behind a class token: \
                 `phasor compare --resized` resizes those of {a}."
            )
        }));
    }
    let are_not_finite = |values: u64| {
        let verb = if values == 1 { "is" } else { "are" };
        format!("{} that {verb} not finite", number::counted(values as i64, "value"))
    };
    let in_both = it.not_finite_in_both;
    if in_both > 0 {
        let values = are_not_finite(in_both);
        let cells = if in_both == 1 { "cell" } else { "cells" };
        let equal = if in_both == 1 { "counts" } else { "count" };
        sentences.push(format!(
            "{a} and {b} have {values} in the same {cells}, which {equal} as equal."
        ));
    }
    for (name, values, rows, first) in [
        (a, it.not_finite.a, it.repeated_positions.a, None),
        (b, it.not_finite.b, it.repeated_positions.b, it.repeated_positions.first_b),
    ] {
        if values > in_both {
            sentences.push(format!("{name} has {}.", are_not_finite(values)));
        }
        if rows > 0 {
            let rows = number::counted(rows as i64, "row");
            let first = first.map_or_else(String::new, |first| {
                format!(", the first at position {}", number::grouped(first))
            });
            sentences.push(format!("{name} has {rows} equal to the one before{first}."));
        }
    }
    sentences
}

fn line(name: &str, value: &str, verdict: Verdict) -> SheetLine {
    SheetLine {
        formula: Formula::upright(name),
        numbers: Formula::upright(""),
        remark: value.to_owned(),
        verdict,
    }
}

fn lines(subject: Subject<'_>, found: &Comparison) -> Vec<SheetLine> {
    let tolerance = subject.scene.draft().tolerance;
    let is_within = found.is_within_tolerance();
    let (holds, how) =
        if is_within { (Verdict::Holds, "within") } else { (Verdict::Fails, "above") };
    let at = |place: Option<Place>| place.map(place_text).unwrap_or_default();
    let num_rows = found.positions.end() - found.positions.start() + 1;
    let of =
        |num: u64, all: i64| format!("{} of {}", number::grouped(num as i64), number::grouped(all));
    let mut lines: Vec<SheetLine> = Vec::new();
    if !is_within {
        let reasons = reasons(subject);
        lines.extend(reasons.iter().map(|it| line("A has", it, Verdict::Open)));
    }
    lines.extend([
        line(
            "largest |A − B|",
            &format!(
                "{}, {how} the tolerance {}",
                number::readable(found.max_abs_difference, 6),
                tolerance_text(tolerance)
            ),
            holds,
        ),
        line("root mean square", &number::readable(found.root_mean_square, 6), Verdict::Open),
    ]);
    if found.first_difference.is_some() {
        lines.push(line("largest at", &at(found.at), Verdict::Open));
        lines.push(line("first difference", &at(found.first_difference), Verdict::Open));
    }
    if let Some(rounding) = found.equal_after_rounding.filter(|_| !found.equal_bits) {
        lines.push(line("equal after rounding to", rounding.key(), Verdict::Holds));
    }
    if !is_within {
        let columns = i64::from(subject.scene.num_columns());
        let above = at(found.first_above_tolerance);
        lines.push(line("first above the tolerance", &above, Verdict::Open));
        let rows = of(found.rows_above_tolerance, num_rows);
        let columns = of(found.columns_above_tolerance, columns);
        lines.push(line("rows and columns above", &format!("{rows}, {columns}"), Verdict::Open));
    }
    lines
}

/// Reasons why A differs from B, as far as they are known.
fn reasons(subject: Subject<'_>) -> Vec<String> {
    let b = subject.counterpart.as_ref().map(|it| &it.scene);
    b.map_or_else(Vec::new, |b| subject.scene_of_a().reasons_beside(b))
}

/// Names of A and B as the sentences call them.
fn names(subject: Subject<'_>) -> [String; 2] {
    let b = subject.counterpart.map(|it| it.scene.convention_title()).unwrap_or_default();
    let a = subject.scene_of_a().convention_title();
    // Two readings of the same convention are told apart by their letters.
    if a == b { ["A".to_owned(), "B".to_owned()] } else { [a, b] }
}

fn words(subject: Subject<'_>) -> String {
    let found = match found(subject) {
        Ok(found) => found,
        Err(reason) => return reason.to_owned(),
    };
    let [a, b] = names(subject);
    let of_b = subject.counterpart.map_or(0, |it| it.own_rows().num_rows());
    let mut sentences = verdict_words(&Compared {
        names: [&a, &b],
        lengths: [subject.table_of_a().num_rows(), of_b],
        num_columns: subject.scene.num_columns(),
        tolerance: subject.scene.draft().tolerance,
        found,
    });
    if subject.differences().is_some_and(|it| !it.is_whole()) {
        sentences.push("The table is longer than what is compared.".to_owned());
    }
    sentences.join(" ")
}

impl Behavior for VerdictView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Rows,
            sides: ViewSides::Joint,
            is_wide: false,
            copies: What::Difference,
            shown_with: "b.base=500&tolerance=0.01",
            ..Descriptor::of("Verdict")
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        subject.counterpart.is_none().then(|| super::differences::NO_B.to_owned())
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let (body, explanation) = match found(subject) {
            Err(reason) => (Body::Note(reason.to_owned()), String::new()),
            Ok(found) => {
                let lines = lines(subject, found);
                (Body::Sheet(Sheet { lines, has_numbers: false }), words(subject))
            }
        };
        let [a, b] = names(subject);
        let is_compared = subject.counterpart.is_some();
        self.drawn(subject, if is_compared { format!("{a} and {b}") } else { String::new() }, body)
            .explained(|| explanation)
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let reasons = match found(subject) {
            Ok(found) if !found.is_within_tolerance() => reasons(subject),
            _ => Vec::new(),
        };
        let why = if reasons.is_empty() { String::new() } else { reasons.join("; ") + ". " };
        format!("Verdict. {why}{}", words(subject))
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        differences::computation(subject)
    }
}
