//! What similarity is made of, in numbers, and what its profile comes to.

use std::sync::Arc;

use super::{Answers, Behavior, Question, Subject, caption};
use crate::{
    encoding::{
        Profile, Table, Waves,
        similarity::{self, Measure},
    },
    picture::{Body, Figure, Formula, Sheet, SheetLine, Verdict, number},
    scene::Scene,
};

pub(super) struct Facts;

/// Rows that have one length have it to a few units in the last place of its square.
const LENGTH_ERROR: f64 = 1e-14;
/// In fewer positions nothing is far, and nothing falls.
const FEWEST: i64 = 4;

fn upright(text: impl Into<String>) -> Formula {
    Formula::upright(text)
}

/// `K₋(10)`, `K₋(s − t)`.
fn kernel(sign: &str, of: &str) -> Formula {
    Formula::Row(vec![
        Formula::indexed(Formula::italic("K"), upright(sign)),
        upright(format!("({of})")),
    ])
}

/// `PE(t)`.
fn row(of: &str) -> [Formula; 2] {
    [Formula::italic("PE"), upright(format!("({of})"))]
}

fn half() -> Formula {
    Formula::fraction(upright("1"), upright("2"))
}

fn readable(value: f64) -> String {
    number::readable(value, 6)
}

/// A line whose number stands out below its symbols.
fn line(symbols: Vec<Formula>, numbers: Vec<Formula>, remark: &str, verdict: Verdict) -> SheetLine {
    SheetLine {
        formula: Formula::Row(symbols),
        numbers: Formula::Row(numbers),
        remark: remark.to_owned(),
        verdict,
    }
}

/// The dot product of two rows from its kernels.
fn made_of(scene: &Scene, waves: &Waves) -> Vec<SheetLine> {
    let (t, s, k) = (scene.position(), scene.other_position(), scene.offset());
    let (minus, plus) = similarity::kernels(waves, k, t + s);
    let is_paired = waves.is_paired();
    let sum = |wave: &str| {
        vec![
            upright(" = Σ "),
            upright(wave),
            Formula::indexed(Formula::italic("ω"), Formula::italic("j")),
        ]
    };
    let with_sum = |name: Formula, wave: &str, of: &str| -> Vec<Formula> {
        [name].into_iter().chain(sum(wave)).chain([Formula::italic(of)]).collect()
    };
    let equals =
        |name: Formula, value: f64| vec![name, upright(" = "), Formula::Value(readable(value))];
    let [t_text, s_text, k_text, sum_text] = [t, s, k, t + s].map(number::grouped);
    let dot = 0.5 * (minus + plus);
    let product = [
        vec![upright("⟨")],
        row("t").into(),
        vec![upright(", ")],
        row("s").into(),
        vec![
            upright("⟩ = "),
            half(),
            upright("["),
            kernel("−", "s − t"),
            upright(" + "),
            kernel("+", "t + s"),
            upright("]"),
        ],
    ];
    let (alone, verdict) = if is_paired {
        ("the offset alone counts", Verdict::Holds)
    } else {
        ("the place counts as well", Verdict::Fails)
    };
    vec![
        line(
            with_sum(kernel("−", "u"), "cos ", "u"),
            equals(kernel("−", &k_text), minus),
            "over all columns",
            Verdict::Open,
        ),
        line(
            with_sum(kernel("+", "v"), "±cos ", "v"),
            equals(kernel("+", &sum_text), plus),
            if is_paired {
                "every sine has its cosine"
            } else {
                "+ cosine, − sine, of columns without a partner"
            },
            Verdict::Open,
        ),
        line(
            product.into_iter().flatten().collect(),
            vec![
                upright(format!("t = {t_text}, s = {s_text}: ")),
                half(),
                upright(format!(
                    "[{} {} {}] = ",
                    readable(minus),
                    if plus < 0.0 { "−" } else { "+" },
                    readable(plus.abs())
                )),
                Formula::Value(readable(dot)),
            ],
            alone,
            verdict,
        ),
    ]
}

/// The measure that is chosen, where it is not the dot product itself.
fn measured(scene: &Scene, waves: &Waves) -> Option<SheetLine> {
    let (t, s) = (scene.position(), scene.other_position());
    let measure = scene.measure();
    let value = similarity::of_waves(waves, measure, t, s);
    let (symbols, remark) = match measure {
        Measure::Dot => return None,
        Measure::Cosine => (
            vec![
                upright("cosine = "),
                Formula::fraction(upright("⟨PE(t), PE(s)⟩"), upright("‖PE(t)‖·‖PE(s)‖")),
            ],
            if value == 0.0 { "0, as with every row of zeros" } else { "the angle alone counts" },
        ),
        Measure::Distance => (
            vec![
                Formula::power(upright("‖PE(t) − PE(s)‖"), upright("2")),
                upright(" = "),
                Formula::power(upright("‖PE(t)‖"), upright("2")),
                upright(" + "),
                Formula::power(upright("‖PE(s)‖"), upright("2")),
                upright(" − 2⟨PE(t), PE(s)⟩"),
            ],
            "from lengths and dot product",
        ),
    };
    let numbers = vec![upright(format!("{} = ", measure.key())), Formula::Value(readable(value))];
    Some(line(symbols, numbers, remark, Verdict::Open))
}

/// What all pairs of positions come to.
fn over_all(scene: &Scene, waves: &Waves, profile: &Profile) -> Vec<SheetLine> {
    let k = scene.offset();
    let num = profile.num_positions() as i64;
    let verb = if scene.measure() == Measure::Distance { "grows" } else { "falls" };
    let mean = if waves.is_paired() { "" } else { ", in the mean" };
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
        let numbers = if is_one {
            vec![Formula::Value(readable(band.least))]
        } else {
            vec![
                Formula::Value(readable(band.least)),
                upright(" to "),
                Formula::Value(readable(band.greatest)),
            ]
        };
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
        let symbols = vec![upright(format!("{all}{first}"))];
        let remark = if is_one { "one value" } else { "a band: K₊ moves it" };
        lines.push(line(symbols, numbers, remark, verdict));
    }
    if num < FEWEST {
        lines.push(norms(scene, waves, profile));
        return lines;
    }
    let until = match profile.first_turn() {
        Some(turn) => vec![upright("to offset "), Formula::Value(number::grouped(turn as i64))],
        None if is_whole => vec![upright("over the whole table")],
        None => vec![upright(format!("at all offsets{first}"))],
    };
    let symbols = vec![upright(format!("{verb} with the offset{mean}"))];
    lines.push(line(symbols, until, "nearer is more alike, until there", Verdict::Open));
    let far = num / 2;
    if let Some((least, greatest)) = profile.over(far..=num - 1) {
        let until = number::grouped(num - 1);
        let symbols = vec![upright(format!("offsets {} to {until}", number::grouped(far)))];
        let numbers = vec![
            Formula::Value(readable(least)),
            upright(" to "),
            Formula::Value(readable(greatest)),
        ];
        lines.push(line(symbols, numbers, "far apart: it stays between these", Verdict::Open));
    }
    lines.push(norms(scene, waves, profile));
    lines
}

/// The length of every row.
fn norms(scene: &Scene, waves: &Waves, profile: &Profile) -> SheetLine {
    let (least, greatest) = profile.norms();
    let is_one = greatest - least <= LENGTH_ERROR * greatest;
    let mut symbols = vec![upright("‖")];
    symbols.extend(row("t"));
    symbols.push(upright("‖"));
    let numbers = if is_one {
        if waves.is_paired() {
            let is_even = scene.num_columns().is_multiple_of(2);
            symbols.push(upright(if is_even { " = √(d/2)" } else { " = √⌊d/2⌋" }));
        }
        vec![Formula::Value(readable(greatest))]
    } else {
        vec![Formula::Value(readable(least)), upright(" to "), Formula::Value(readable(greatest))]
    };
    if profile.num_positions() == 1 {
        line(symbols, numbers, "of a single position", Verdict::Open)
    } else if is_one {
        line(symbols, numbers, "one sphere for all positions", Verdict::Holds)
    } else {
        line(symbols, numbers, "no sphere: lengths differ", Verdict::Fails)
    }
}

fn lines(subject: Subject<'_>) -> Vec<SheetLine> {
    let Subject { scene, .. } = subject;
    let waves = subject.waves();
    let mut lines = made_of(scene, waves);
    lines.extend(measured(scene, waves));
    if let Some(profile) = Answers::profile(subject) {
        lines.extend(over_all(scene, waves, profile));
    } else {
        let all = vec![upright("all pairs of positions")];
        lines.push(line(all, Vec::new(), "being computed", Verdict::Open));
    }
    lines
}

impl Behavior for Facts {
    fn title(&self) -> &'static str {
        "Similarity in numbers"
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
        Figure {
            title: self.title().to_owned(),
            sentence,
            caption: caption(scene),
            says: String::new(),
            display: None,
            body: Body::Sheet(Sheet { lines: lines(subject), has_numbers: false }),
        }
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let lines: Vec<String> = lines(subject).iter().map(SheetLine::plain_text).collect();
        format!("Similarity in numbers. {}", lines.join(". "))
    }

    fn question(&self, scene: &Scene, table: &Table) -> Option<Question> {
        let waves = Arc::clone(table.waves()?);
        Some(Question::Profile(waves, table.extent, scene.measure()))
    }
}
