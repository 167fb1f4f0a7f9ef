//! Similarity in numbers: the kernels that it is made of, and what its profile shows.

use super::{Behavior, Computation, Descriptor, Requirement, Subject, ViewSides};
use crate::{
    encoding::{
        Profile, Waves,
        similarity::{self, Measure},
    },
    picture::{Body, Figure, Formula, Sheet, SheetLine, Verdict, number, tex},
    scene::{Scene, What},
};

pub(super) struct FactsView;

/// Relative tolerance of equal row lengths: a few units in the last place of the squared length.
const LENGTH_ERROR: f64 = 1e-14;
/// Minimum number of positions for statements about decay and about large offsets.
const FEWEST: i64 = 4;

fn readable(value: f64) -> String {
    number::readable(value, 6)
}

/// Line with a formula, and its numbers below.
fn line(formula: Formula, numbers: Formula, remark: &str, verdict: Verdict) -> SheetLine {
    SheetLine { formula, numbers, remark: remark.to_owned(), verdict }
}

/// Formats a range, such as `0.5 to 8`, with both values highlighted.
fn range(least: f64, greatest: f64) -> Formula {
    tex!(
        r"\value{#least}\text{ to }\value{#greatest}",
        least = readable(least),
        greatest = readable(greatest),
    )
}

fn single(value: f64) -> Formula {
    tex!(r"\value{#value}", value = readable(value))
}

/// Lines that derive the dot product of two rows from the kernels K₋ and K₊.
fn kernel_lines(scene: &Scene, waves: &Waves) -> Vec<SheetLine> {
    let (t, s, k) = (scene.position(), scene.other_position(), scene.offset());
    let (minus, plus) = similarity::kernels(waves, k, t + s);
    let is_paired = waves.is_paired();
    let dot = 0.5 * (minus + plus);
    let (alone, verdict) = if is_paired {
        ("depends only on the offset", Verdict::Holds)
    } else {
        ("also depends on the position", Verdict::Fails)
    };
    vec![
        line(
            tex!(r"K_−\text{(u)} = Σ\ \text{cos }ω_j u"),
            tex!(
                r"K_−\text{(#k)} = \value{#kernel}",
                k = number::grouped(k),
                kernel = readable(minus),
            ),
            "over all columns",
            Verdict::Open,
        ),
        line(
            tex!(r"K_+\text{(v)} = Σ\ \text{±cos }ω_j v"),
            tex!(
                r"K_+\text{(#sum)} = \value{#kernel}",
                sum = number::grouped(t + s),
                kernel = readable(plus),
            ),
            if is_paired {
                "every sine has a matching cosine"
            } else {
                "+ cosine, − sine, of columns without a partner"
            },
            Verdict::Open,
        ),
        line(
            tex!(
                r"⟨PE\text{(t)}, PE\text{(s)}⟩ = \frac12 [{K_−\text{(s − t)}} + {K_+\text{(t + s)}}]"
            ),
            tex!(
                r"\text{t = #t, s = #s: }\frac12 [#minus\ #sign\ #plus] = \value{#dot}",
                t = number::grouped(t),
                s = number::grouped(s),
                minus = readable(minus),
                sign = if plus < 0.0 { "−" } else { "+" },
                plus = readable(plus.abs()),
                dot = readable(dot),
            ),
            alone,
            verdict,
        ),
    ]
}

/// Line for the chosen measure; `None` for the dot product, which the kernels give already.
fn measured(scene: &Scene, waves: &Waves) -> Option<SheetLine> {
    let (t, s) = (scene.position(), scene.other_position());
    let measure = scene.measure();
    let value = similarity::of_waves(waves, measure, t, s);
    let (symbols, remark) = match measure {
        Measure::Dot => return None,
        Measure::Cosine => (
            tex!(r"\text{cosine = }\frac{\text{⟨PE(t), PE(s)⟩}}{\text{‖PE(t)‖·‖PE(s)‖}}"),
            if value == 0.0 {
                "0, as with every row of zeros"
            } else {
                "depends only on the angle"
            },
        ),
        Measure::Distance => (
            tex!(
                r"\text{‖PE(t) − PE(s)‖}^2 = \text{‖PE(t)‖}^2 + \text{‖PE(s)‖}^2 \text{ − 2⟨PE(t), PE(s)⟩}"
            ),
            "from lengths and dot product",
        ),
    };
    let numbers =
        tex!(r"#measure = \value{#value}", measure = measure.key(), value = readable(value));
    Some(line(symbols, numbers, remark, Verdict::Open))
}

/// Lines about all pairs of positions.
fn all_pairs_lines(scene: &Scene, waves: &Waves, profile: &Profile) -> Vec<SheetLine> {
    let k = scene.offset();
    let num = profile.num_positions() as i64;
    let verb = if scene.measure() == Measure::Distance { "grows" } else { "decreases" };
    let mean = if waves.is_paired() { "" } else { ", on average" };
    let is_whole = scene.extent().length() == profile.num_positions();
    let first = if is_whole {
        String::new()
    } else {
        format!(" of the first {} positions", number::grouped(num))
    };
    let mut lines = Vec::new();
    if let Some(band) = profile.band(k) {
        let is_one = band.least.to_bits() == band.greatest.to_bits();
        let pairs = number::counted(num - k.abs(), "pair");
        let numbers = if is_one { single(band.least) } else { range(band.least, band.greatest) };
        let verdict = match (is_one, waves.is_paired()) {
            (true, true) => Verdict::Holds,
            (true, false) => Verdict::Open,
            (false, _) => Verdict::Fails,
        };
        let apart = number::grouped(k.abs());
        let all = if num - k.abs() == 1 {
            format!("the only pair {apart} apart")
        } else {
            format!("all {pairs} {apart} apart")
        };
        let symbols = tex!("#all#first", all, first);
        let remark = if is_one { "one value" } else { "a range: K₊ depends on position" };
        lines.push(line(symbols, numbers, remark, verdict));
    }
    if num < FEWEST {
        lines.push(norms(scene, waves, profile));
        return lines;
    }
    let until = match profile.first_turn() {
        Some(turn) => {
            tex!(r"\text{to offset }\value{#turn}", turn = number::grouped(turn as i64))
        }
        None if is_whole => tex!(r"\text{over the whole table}"),
        None => tex!(r"\text{at all offsets#first}", first),
    };
    let symbols = tex!(r"\text{#verb with the offset#mean}", verb, mean);
    lines.push(line(symbols, until, "similarity decreases up to this offset", Verdict::Open));
    let far = num / 2;
    if let Some((least, greatest)) = profile.over(far..=num - 1) {
        let symbols = tex!(
            r"\text{offsets #far to #last}",
            far = number::grouped(far),
            last = number::grouped(num - 1),
        );
        let numbers = range(least, greatest);
        lines.push(line(symbols, numbers, "beyond that it stays in this range", Verdict::Open));
    }
    lines.push(norms(scene, waves, profile));
    lines
}

/// Line about the lengths (norms) of the rows.
fn norms(scene: &Scene, waves: &Waves, profile: &Profile) -> SheetLine {
    let (least, greatest) = profile.norms();
    let is_one = greatest - least <= LENGTH_ERROR * greatest;
    let is_even = scene.num_columns().is_multiple_of(2);
    let symbols = match (is_one && waves.is_paired(), is_even) {
        (true, true) => tex!(r"‖PE\text{(t)}‖\text{ = √(d/2)}"),
        (true, false) => tex!(r"‖PE\text{(t)}‖\text{ = √⌊d/2⌋}"),
        (false, _) => tex!(r"‖PE\text{(t)}‖"),
    };
    let numbers = if is_one { single(greatest) } else { range(least, greatest) };
    if profile.num_positions() == 1 {
        line(symbols, numbers, "of a single position", Verdict::Open)
    } else if is_one {
        line(symbols, numbers, "all positions lie on one sphere", Verdict::Holds)
    } else {
        line(symbols, numbers, "not a sphere: lengths differ", Verdict::Fails)
    }
}

fn lines(subject: Subject<'_>) -> Vec<SheetLine> {
    let Subject { scene, .. } = subject;
    let waves = subject.waves();
    let mut lines = kernel_lines(scene, waves);
    lines.extend(measured(scene, waves));
    if let Some(profile) = subject.profile() {
        lines.extend(all_pairs_lines(scene, waves, profile));
    } else {
        let all = tex!(r"\text{all pairs of positions}");
        lines.push(line(all, tex!(""), "computing…", Verdict::Open));
    }
    lines
}

impl Behavior for FactsView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Sinusoid,
            sides: ViewSides::Both,
            is_wide: false,
            copies: What::Similarity,
            ..Descriptor::of("Similarity in numbers")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let scene = subject.scene;
        let length = scene.extent().length();
        let sentence = if length > Profile::MOST {
            let most = number::grouped(Profile::MOST as i64);
            format!("of the first {most} positions")
        } else {
            match length {
                1 => "of the only position".to_owned(),
                _ => format!("of all {} positions", number::grouped(length as i64)),
            }
        };
        self.drawn(
            subject,
            sentence,
            Body::Sheet(Sheet { lines: lines(subject), has_numbers: false }),
        )
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let lines: Vec<String> = lines(subject).iter().map(SheetLine::plain_text).collect();
        format!("Similarity in numbers. {}", lines.join(". "))
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        Some(subject.profile_question()?.into())
    }
}
