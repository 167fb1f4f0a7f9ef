//! Criteria of a good encoding, measured for the sinusoids and for the naive encodings beside them.

use std::sync::Arc;

use super::{
    Behavior, Computation, Descriptor, Requirement, Subject,
    controls::{Control, ControlRow},
};
use crate::{
    action::{Action, Gesture},
    encoding::{
        Candidate, Contest, Criteria, Criterion, Distances, Findings, Jump, Limits, LinearMap,
        Table,
    },
    picture::{Board, BoardHead, BoardLine, Body, Figure, Verdict, number},
    scene::{CriteriaSelection, Key, Scene, Setting},
};

pub(super) struct CriteriaView;

/// Display name of a candidate encoding.
pub(super) fn title(candidate: Candidate) -> &'static str {
    match candidate {
        Candidate::Index => "Index t",
        Candidate::Fraction => "Fraction, 0 to 1",
        Candidate::Binary => "Binary digits",
        Candidate::Random => "Random vectors",
        Candidate::Sine => "Sine alone",
        Candidate::Cosine => "Cosine alone",
        Candidate::Sinusoidal => "This encoding",
    }
}

/// Heading of a criterion's column: the criterion's name and the quantity that is measured.
fn head(criterion: Criterion) -> BoardHead {
    let (name, measure) = match criterion {
        Criterion::Unique => ("Unique", "smallest distance between two positions"),
        Criterion::Distance => ("Same distance", "between t and t\u{a0}+\u{a0}k, at both lengths"),
        Criterion::Steady => ("Independent of position", "distance of t and t\u{a0}+\u{a0}k"),
        Criterion::Invariant => {
            ("Translation invariant", "share of dot products that k leaves open")
        }
        Criterion::Monotonic => ("Monotonic", "offset at which a dot product rises"),
        Criterion::Linear => ("One linear map", "error of the best map to t\u{a0}+\u{a0}k"),
        Criterion::Smooth => ("Smooth", "largest change in one step"),
        Criterion::Bounded => ("Bounded", "largest absolute value"),
        Criterion::Alike => ("Independent of length", "change between the two lengths"),
        Criterion::Deterministic => ("Deterministic", "values that change"),
    };
    BoardHead { name: name.to_owned(), measure: measure.to_owned() }
}

/// Contest of a scene: tables of its encoding at both lengths, and the sinusoid that the candidates are made
/// from.
fn contest(scene: &Scene, table: &Table) -> Contest {
    let mut draft = scene.draft().clone();
    draft.encoding.length = draft.other_length;
    let other = Scene::new(draft).map_or_else(
        |_refused| table.clone(),
        |other| {
            if other.spec() == *table.encoding.spec() {
                Table { encoding: Arc::clone(&table.encoding), extent: other.extent() }
            } else {
                other.table()
            }
        },
    );
    Contest {
        own: [table.clone(), other],
        sinusoid: *scene.sinusoid(),
        seed: scene.draft().encoding.seed,
        step: step(scene),
    }
}

/// Distance of the two positions compared by the criterion of distance: the absolute offset |k|, at least 1 and
/// limited to what both tables contain.
fn step(scene: &Scene) -> u64 {
    let shortest = scene.extent().length().min(scene.draft().other_length);
    scene.offset().unsigned_abs().clamp(1, shortest.clamp(2, Criteria::MOST) - 1)
}

fn found(subject: Subject<'_>) -> Option<&Arc<Criteria>> {
    subject.results.find(&contest(subject.scene, subject.table))
}

/// Formats whole numbers in full and others to three digits.
fn short(value: f64) -> String {
    if value == value.round() && value.abs() < 1e15 {
        number::grouped(value as i64)
    } else {
        number::readable(value, 3)
    }
}

/// Formats two numbers, or one if both read the same.
fn both(figures: [f64; 2]) -> String {
    let [a, b] = figures.map(short);
    if a == b { a } else { format!("{a} and {b}") }
}

fn figure(findings: &Findings, criterion: Criterion) -> String {
    match criterion {
        Criterion::Unique => match findings.nearest {
            [Some(a), Some(b)] => both([a.distance, b.distance]),
            [Some(one), None] | [None, Some(one)] => short(one.distance),
            [None, None] => "one position".to_owned(),
        },
        // A table with a single position has no distances.
        Criterion::Distance => match findings.nearest {
            [Some(_), Some(_)] => both(findings.steps),
            [Some(_), None] => short(findings.steps[0]),
            [None, Some(_)] => short(findings.steps[1]),
            [None, None] => "one position".to_owned(),
        },
        Criterion::Steady => match findings.distances {
            Some(Distances { least, greatest }) => match [least, greatest].map(|it| short(it.0)) {
                [a, b] if a == b => a,
                [a, b] => format!("{a} to {b}"),
            },
            None => "one position".to_owned(),
        },
        Criterion::Invariant => short(findings.properties.translation_variance),
        Criterion::Monotonic => match findings.properties.rise {
            Some((k, _)) => number::grouped(k as i64),
            None => "never".to_owned(),
        },
        Criterion::Linear => short(findings.linear_map.error),
        Criterion::Smooth => match largest_jump(findings) {
            Some(jump) => percent(jump.share),
            None => "one position".to_owned(),
        },
        Criterion::Bounded => both(findings.largest),
        Criterion::Alike => short(findings.differs),
        Criterion::Deterministic => number::grouped(findings.num_changed as i64),
    }
}

fn largest_jump(findings: &Findings) -> Option<Jump> {
    let jumps = findings.jumps.iter().flatten().copied();
    jumps.max_by(|a, b| a.share.total_cmp(&b.share))
}

fn percent(share: f64) -> String {
    format!("{} %", number::readable(100.0 * share, 3))
}

fn line(findings: &Findings) -> BoardLine {
    let cell = |&criterion: &Criterion| {
        let holds = findings.meets(criterion);
        let verdict = if holds { Verdict::Holds } else { Verdict::Fails };
        (figure(findings, criterion), verdict)
    };
    BoardLine {
        name: title(findings.candidate).to_owned(),
        cells: Criterion::ALL.iter().map(cell).collect(),
    }
}

/// Two rows, one of each length, that get the same fraction. `None` if the lengths are equal or one of them is 1.
fn same_fraction(scene: &Scene, [n, m]: [u64; 2]) -> Option<(u64, u64)> {
    let (last_n, last_m) = (n - 1, m - 1);
    if last_n == 0 || last_m == 0 || last_n == last_m {
        return None;
    }
    let (mut a, mut b) = (last_n, last_m);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // The row of the selected position if it has such a partner, else the first row that has one.
    let each = last_n / a;
    let row = (scene.position() - scene.extent().start()).unsigned_abs();
    let row = if row > 0 && row.is_multiple_of(each) { row } else { each };
    Some((row, row / each * (last_m / a)))
}

/// Explanation of why the selected candidate meets or fails the selected criterion.
fn because(scene: &Scene, criteria: &Criteria) -> String {
    let CriteriaSelection { candidate, criterion } = scene.draft().criteria_selection;
    let Some(findings) = criteria.findings().iter().find(|it| it.candidate == candidate) else {
        return String::new();
    };
    let lengths = [scene.extent().length(), scene.draft().other_length];
    let [n, m] = lengths.map(|length| number::grouped(length as i64));
    let start = scene.extent().start();
    let is_met = findings.meets(criterion);
    let readable = |value: f64| number::readable(value, 6);
    let text = match criterion {
        Criterion::Unique => about_nearest(findings),
        Criterion::Distance => {
            let [t, s] = [start, start + criteria.step() as i64].map(number::grouped);
            let [a, b] = findings.steps.map(readable);
            // A table with a single position has no distances.
            let alone = |i: usize| findings.nearest[i].is_none();
            if alone(0) && alone(1) {
                "there is only one position".to_owned()
            } else if alone(0) || alone(1) {
                let (one, more, distance) = if alone(0) { (&n, &m, b) } else { (&m, &n, a) };
                format!(
                    "t = {t} and t = {s} are {distance} apart at length {more}; length {one} has no two \
                     positions"
                )
            } else if is_met {
                format!("t = {t} and t = {s} are {a} apart at length {n} and at length {m}")
            } else {
                format!("t = {t} and t = {s} are {a} apart at length {n}, but {b} at length {m}")
            }
        }
        Criterion::Steady => about_distances(findings, criteria.step()),
        Criterion::Invariant => about_invariance(findings),
        Criterion::Monotonic => about_rise(findings, start),
        Criterion::Linear => about_map(findings, criteria.step()),
        Criterion::Smooth => match largest_jump(findings) {
            Some(Jump { share, t, column }) => {
                let [t, next] = [t, t + 1].map(number::grouped);
                let at = format!("from t = {t} to t = {next}, column {column}");
                let all = "of the range of all values";
                format!("the largest change is {} {all}, {at}", percent(share))
            }
            None => "there is only one position".to_owned(),
        },
        Criterion::Bounded => {
            let [a, b] = findings.largest.map(readable);
            format!("the largest value is {a} at length {n}, and {b} at length {m}")
        }
        Criterion::Alike if is_met => {
            format!("every shared position has the same row at length {n} and at {m}")
        }
        Criterion::Alike => {
            let t = number::grouped(findings.differs_at);
            let differs = readable(findings.differs);
            let same = same_fraction(scene, lengths)
                .filter(|_| candidate == Candidate::Fraction)
                .map(|(t, s)| {
                    let [t, s] = [t, s].map(|row| number::grouped(start + row as i64));
                    format!("; t = {t} of length {n} and t = {s} of length {m} get the same value")
                });
            let same = same.unwrap_or_default();
            format!("t = {t} differs by {differs} between the two lengths{same}")
        }
        Criterion::Deterministic => {
            let changed = number::counted(findings.num_changed as i64, "value");
            let again = if candidate == Candidate::Random {
                "drawn with the next seed"
            } else {
                "computed a second time"
            };
            let verb = if findings.num_changed == 1 { "differs" } else { "differ" };
            format!("{again}, {changed} {verb}")
        }
    };
    let is_cut = lengths.iter().any(|&length| length > Criteria::MOST_DRAWN);
    let cut = if candidate == Candidate::Random && is_cut {
        format!(" The first {} vectors are compared.", number::grouped(Criteria::MOST_DRAWN as i64))
    } else {
        String::new()
    };
    format!("{}: {text}.{cut}", title(candidate))
}

fn about_distances(findings: &Findings, step: u64) -> String {
    let Some(Distances { least, greatest }) = findings.distances else {
        return format!("no two positions are {} apart", number::grouped(step as i64));
    };
    let apart = |(distance, t): (f64, i64)| {
        let [t, s] = [t, t + step as i64].map(number::grouped);
        format!("t = {t} and t = {s} are {} apart", number::readable(distance, 6))
    };
    if findings.meets(Criterion::Steady) {
        return format!("{}, as are any two with the same offset", apart(least));
    }
    format!("{}, but {}", apart(least), apart(greatest))
}

/// Dot products of a table are symmetric whatever it holds, so that this needs no criterion of its own.
const SYMMETRIC: &str = "PE(t)·PE(s) = PE(s)·PE(t) for every encoding";

fn about_invariance(findings: &Findings) -> String {
    if findings.meets(Criterion::Invariant) {
        return format!(
            "the dot product of two positions depends on their offset alone; and {SYMMETRIC}"
        );
    }
    format!(
        "the offset leaves {} of the variance of all dot products unexplained; but {SYMMETRIC}",
        percent(findings.properties.translation_variance)
    )
}

fn about_rise(findings: &Findings, start: i64) -> String {
    let Some((k, row)) = findings.properties.rise else {
        return "the farther two positions are apart, the smaller is their dot product".to_owned();
    };
    let t = number::grouped(start + row as i64);
    let [near, far] = [k as i64 - 1, k as i64].map(number::grouped);
    format!("the dot product of t = {t} and a position {far} away is above that of one {near} away")
}

fn about_map(findings: &Findings, step: u64) -> String {
    let LinearMap { error, at, is_zero, is_exact } = findings.linear_map;
    let [t, s] = [at, at + step as i64].map(number::grouped);
    if is_exact {
        let error = number::readable(error, 2);
        return format!("M_k moves every PE(t) to PE(t + k), up to {error} of rounding");
    }
    if is_zero {
        return format!(
            "PE({t}) is zero, so every linear map leaves it zero, but PE({s}) is not zero"
        );
    }
    let error = number::readable(error, 6);
    format!("the best map misses PE({s}) by {error}, starting from PE({t})")
}

fn about_nearest(findings: &Findings) -> String {
    let nearest = findings.nearest.iter().flatten();
    let Some(nearest) = nearest.min_by(|a, b| a.distance.total_cmp(&b.distance)) else {
        return "there is only one position".to_owned();
    };
    let [t, s] = [nearest.t, nearest.s].map(number::grouped);
    if findings.meets(Criterion::Unique) {
        let distance = number::readable(nearest.distance, 6);
        format!("the nearest two are t = {t} and t = {s}, {distance} apart")
    } else {
        format!("t = {t} and t = {s} get the same row")
    }
}

fn index_of<T: PartialEq>(all: &[T], one: &T) -> usize {
    all.iter().position(|other| other == one).unwrap_or(0)
}

impl Behavior for CriteriaView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Rule,
            control_keys: &[Key::OtherLength],
            ..Descriptor::of("Criteria")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let scene = subject.scene;
        let lines = match found(subject) {
            Some(criteria) => criteria.findings().iter().map(line).collect(),
            None => Candidate::ALL
                .iter()
                .map(|&candidate| BoardLine {
                    name: title(candidate).to_owned(),
                    cells: vec![("…".to_owned(), Verdict::Open); Criterion::ALL.len()],
                })
                .collect(),
        };
        let lengths = [scene.extent().length(), scene.draft().other_length];
        let [n, m] = lengths.map(|length| number::grouped(length as i64));
        let first = if lengths.iter().any(|&length| length > Criteria::MOST) {
            format!(", the first {} positions", number::grouped(Criteria::MOST as i64))
        } else {
            String::new()
        };
        self.drawn(
            subject,
            format!("at lengths {n} and {m}, k = {}{first}", step(scene)),
            Body::Board(Board {
                heads: Criterion::ALL.iter().map(|&criterion| head(criterion)).collect(),
                lines,
                selected: self.chosen(subject).unwrap_or_default(),
            }),
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        match found(subject) {
            Some(criteria) => because(subject.scene, criteria),
            None => "Computing…".to_owned(),
        }
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let draft = subject.scene.draft();
        let length = [
            Control::label("Second length", Key::OtherLength),
            Control::Number {
                name: "Second length",
                help: Key::OtherLength.help(),
                value: draft.other_length as i64,
                range: 1..=Limits::LENGTH_MAX as i64,
                setting: Box::new(|length| Setting::OtherLength(length.max(1) as u64)),
            },
        ];
        vec![ControlRow::new(Key::OtherLength, length)]
    }

    fn chosen(&self, subject: Subject<'_>) -> Option<(usize, usize)> {
        let CriteriaSelection { candidate, criterion } = subject.scene.draft().criteria_selection;
        Some((index_of(Candidate::ALL, &candidate), index_of(Criterion::ALL, &criterion)))
    }

    fn choose(
        &self,
        _scene: &Scene,
        (row, column): (usize, usize),
        gesture: Gesture,
    ) -> Option<Action> {
        let candidate = *Candidate::ALL.get(row)?;
        let criterion = *Criterion::ALL.get(column)?;
        let criteria_selection = CriteriaSelection { candidate, criterion };
        Some(Action::Edit(Setting::CriteriaSelection(criteria_selection), gesture))
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        Some(contest(subject.scene, subject.table).into())
    }
}
