//! What a table is, in words and as JSON.

use std::{f64::consts::TAU, path::Path};

use serde_json::{Value, json};

use super::side::ReportError;
use crate::{
    encoding::{
        Arithmetic, Convention, Deviating, Deviation, FittedSinusoid, Frequency, Identity, Nothing,
        Recognized, Rounding, RowSource, Spacing, Waves, identify,
    },
    export::{Assertion, Language, test_code},
    import,
    picture::number,
    sanitize,
    scene::{Scene, SceneDraft},
};

/// Number of deviations that are told in words.
const MOST_TOLD: usize = 10;

/// Answer about a table in a file.
#[derive(Debug)]
pub struct IdentityReport {
    file: String,
    /// Rows and columns of the file.
    shape: (u64, u32),
    identity: Identity,
}

/// Deviation in words, without a full stop, and its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviationText {
    /// What deviates.
    pub text: String,
    /// Row of the file, counted from 0.
    pub row: Option<u64>,
    /// Column of the file, counted from 0.
    pub column: Option<u64>,
}

impl IdentityReport {
    /// Reads a table and finds out what it is.
    pub fn new(path: &Path, tensor: Option<&str>) -> Result<Self, ReportError> {
        let table = import::open(path)?.table(tensor)?;
        Self::of_rows(sanitize::path(path), &table, |_| true)
    }

    /// Finds out what rows are; `name` stands for them in the answer.
    ///
    /// # Errors
    ///
    /// Fails if the rows cannot be read, or once `is_wanted`, which gets the share done now and then, returns false.
    pub fn of_rows(
        name: String,
        rows: &dyn RowSource,
        is_wanted: impl Fn(f32) -> bool,
    ) -> Result<Self, ReportError> {
        let shape = (rows.num_rows(), rows.num_columns());
        let identity = identify(rows, is_wanted)?.ok_or(ReportError::Cancelled)?;
        Ok(Self { file: name, shape, identity })
    }

    /// What the table is or may be, the best first.
    fn candidates(&self) -> &[Recognized] {
        match &self.identity {
            Identity::Table(candidates) => candidates,
            Identity::Learned(_) | Identity::Nothing(_) => &[],
        }
    }

    fn best(&self) -> Option<&Recognized> {
        self.candidates().first()
    }

    /// True if the table is an encoding, value for value.
    pub fn is_exact(&self) -> bool {
        self.best().is_some_and(|it| it.deviations.is_empty() && it.matching == it.num_cells)
    }

    /// Scene of the recognized encoding, with all else as in a draft; `None` if the table is no encoding by rule.
    pub fn scene_beside(&self, beside: &SceneDraft) -> Option<Scene> {
        Scene::new(draft(self.best()?, beside.clone())).ok()
    }

    /// Names of what the table is or may be, the best first.
    pub fn names(&self) -> Vec<String> {
        self.candidates().iter().map(name).collect()
    }

    /// Scene of a candidate, rounded as the table is, with the other values of a scene. The best candidate is 0.
    pub fn rounded_scene_beside(&self, beside: &SceneDraft, candidate: usize) -> Option<Scene> {
        let it = self.candidates().get(candidate)?;
        Scene::new(SceneDraft { round: it.rounding, ..draft(it, beside.clone()) }).ok()
    }

    /// Code that compares a table with the recognized encoding; `None` if there is none, or not in this language.
    pub fn test(&self, language: Language) -> Option<String> {
        let it = self.best()?;
        let scene = Scene::new(draft(it, SceneDraft::default())).ok()?;
        test_code(&scene, language, &assertion(it, &scene))
    }

    /// True if the table is something.
    pub fn is_found(&self) -> bool {
        !matches!(self.identity, Identity::Nothing(_))
    }

    /// Answer in words.
    pub fn verdict(&self) -> String {
        let deviations = self.deviations().map(|deviation| deviation.text + ".");
        let mut sentences = vec![self.statement()];
        sentences.extend(deviations);
        sentences.extend(self.rest());
        sentences.join(" ")
    }

    /// First sentence of the answer: what the table is.
    pub fn statement(&self) -> String {
        let (rows, columns) = self.shape;
        let size = format!(
            "{} × {}",
            number::counted(rows as i64, "row"),
            number::counted(i64::from(columns), "column")
        );
        match &self.identity {
            Identity::Table(found) => {
                let words = found.first().map(|it| table_statement(&self.file, it));
                words.unwrap_or_default()
            }
            Identity::Learned(sinusoids) => format!(
                "{} is no sinusoid: {size}, learned or of another family.{}",
                self.file,
                sinusoids_text(sinusoids)
            ),
            Identity::Nothing(nothing) => {
                let what = match nothing {
                    Nothing::Zeros => "all values are 0",
                    Nothing::Constant => "all values are equal",
                    Nothing::Random => {
                        "the values are those of a normal distribution, as of a table before training"
                    }
                    Nothing::Uninitialized => {
                        "the values are those of memory that was never written"
                    }
                    Nothing::NotFinite => "many values are not finite",
                };
                format!("{} is no encoding: {size}; {what}.", self.file)
            }
        }
    }

    /// Deviations of the table, those that are told in words, with the places of the file.
    pub fn deviations(&self) -> impl Iterator<Item = DeviationText> {
        self.best().into_iter().flat_map(|it| {
            let told = it.deviations.iter().take(MOST_TOLD);
            told.map(|deviation| {
                let (mut row, mut column) = (deviation.row, deviation.column.map(u64::from));
                if it.is_transposed {
                    (row, column) = (column, row);
                }
                DeviationText { text: deviation_text(deviation), row, column }
            })
        })
    }

    /// Rest of the answer: how many deviations are not told, and which conventions have the same table.
    pub fn rest(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if let Some(it) = self.best() {
            if it.deviations.len() > MOST_TOLD {
                let more = it.deviations.len() - MOST_TOLD;
                sentences.push(format!("And {}.", number::counted(more as i64, "more deviation")));
            }
            if !it.also.is_empty() {
                let also: Vec<&str> = it.also.iter().copied().map(Convention::key).collect();
                sentences.push(format!("The same table: {}.", also.join(", ")));
            }
        }
        sentences
    }

    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let cells = self.shape.0 * u64::from(self.shape.1);
        let verdict = self.verdict();
        match &self.identity {
            Identity::Table(candidates) => {
                let it = &candidates[0];
                let also: Vec<&str> = it.also.iter().copied().map(Convention::key).collect();
                json!({
                    "kind": "table",
                    "name": name(it),
                    "also": also,
                    "scene": scene(it),
                    "rounding": it.rounding.map(Rounding::key),
                    "scale": it.scale,
                    "transposed": it.is_transposed,
                    "deviations": it.deviations.iter().map(deviation_json).collect::<Vec<_>>(),
                    "max_abs_difference": it.max_abs_difference,
                    "matching_cells": it.matching,
                    "cells": it.num_cells,
                    "candidates": candidates.iter().map(candidate_json).collect::<Vec<_>>(),
                    "verdict": verdict,
                })
            }
            Identity::Learned(_) | Identity::Nothing(_) => {
                let (kind, reason) = match &self.identity {
                    Identity::Nothing(nothing) => ("none", Value::from(nothing.key())),
                    _ => ("learned", Value::Null),
                };
                let mut answer = json!({
                    "kind": kind,
                    "name": kind,
                    "scene": null,
                    "rounding": null,
                    "scale": 1.0,
                    "transposed": false,
                    "deviations": [],
                    "max_abs_difference": null,
                    "matching_cells": 0,
                    "cells": cells,
                    "candidates": [],
                    "verdict": verdict,
                });
                if !reason.is_null() {
                    answer["reason"] = reason;
                }
                if let Identity::Learned(sinusoids) = &self.identity {
                    answer["sinusoids"] = sinusoids.iter().map(sinusoid_json).collect();
                }
                answer
            }
        }
    }
}

fn sinusoid_json(it: &FittedSinusoid) -> Value {
    json!({"frequency": it.frequency, "wavelength": TAU / it.frequency, "share": it.share})
}

/// Sentence about the sinusoids that fit best.
fn sinusoids_text(sinusoids: &[FittedSinusoid]) -> String {
    let shares: Vec<String> = sinusoids
        .iter()
        .map(|it| {
            let wavelength = number::readable(TAU / it.frequency, 3);
            format!("{:.0} % (wavelength {wavelength})", 100.0 * it.share)
        })
        .collect();
    if shares.is_empty() {
        return String::new();
    }
    format!(" Of its variance, the sinusoids that fit best explain {}.", shares.join(", "))
}

fn candidate_json(it: &Recognized) -> Value {
    json!({"name": name(it), "scene": scene(it), "max_abs_difference": it.max_abs_difference})
}

fn deviation_json(it: &Deviating) -> Value {
    let mut entry = json!({"what": it.what.key(), "row": it.row, "column": it.column});
    if let Some(end) = it.row_end {
        entry["row_end"] = end.into();
    }
    if let Some(from) = it.from {
        entry["from"] = from.into();
    }
    if let Some(shift) = it.shift {
        entry["shift"] = shift.into();
    }
    entry
}

/// Name of the encoding: its convention, or the parts that differ from the paper.
fn name(it: &Recognized) -> String {
    if let Some(convention) = it.convention {
        return convention.key().to_owned();
    }
    let p = &it.sinusoid;
    format!(
        "base {}, exponent {}, {}, {}",
        number::shortest(p.base()),
        p.exponent().key(),
        p.layout().key(),
        p.order().key()
    )
}

/// Text of the scene that makes the table, before scale, rounding and deviations.
fn scene(it: &Recognized) -> Option<String> {
    Scene::new(draft(it, SceneDraft::default())).ok().map(|scene| scene.to_copy())
}

/// Draft of the scene that makes the table, with all else as in another draft.
fn draft(it: &Recognized, mut draft: SceneDraft) -> SceneDraft {
    let convention = it.convention.unwrap_or(Convention::PAPER);
    draft.set_convention(convention);
    let p = &it.sinusoid;
    draft.d_model = p.d_model();
    draft.length = it.length;
    draft.start = (it.start != convention.facts().start).then_some(it.start as f64);
    if let Some(spacing) = it.spacing {
        let own = convention.facts().start as f64;
        draft.start = (spacing.start.to_bits() != own.to_bits()).then_some(spacing.start);
        draft.step = spacing.step;
    }
    draft.base = (p.base().to_bits() != convention.facts().base.to_bits()).then_some(p.base());
    draft.exponent = Some(p.exponent());
    draft.layout = Some(p.layout());
    draft.order = Some(p.order());
    draft.components = Some(p.components());
    draft
}

/// Tolerance that follows from the arithmetic: rounding of the values, and of the angles that they were computed from.
fn assertion(it: &Recognized, scene: &Scene) -> Assertion {
    /// Difference that only computing in `f64` stays below.
    const DOUBLE: f64 = 1e-12;
    let is_double = it.rounding.is_none() && it.max_abs_difference < DOUBLE;
    let (name, half_unit) = match it.rounding {
        Some(Rounding::Bf16) => ("bf16", 2.0_f64.powi(-9)),
        Some(Rounding::F16) => ("f16", 2.0_f64.powi(-12)),
        None if is_double => ("f64", 2.0_f64.powi(-54)),
        Some(Rounding::F32) | None => ("f32", 2.0_f64.powi(-25)),
    };
    let (arithmetic, angles) =
        if is_double { (Arithmetic::F64, "f64") } else { (Arithmetic::F32, "f32") };
    let last = (it.length - 1) as f64;
    let furthest = match it.spacing {
        Some(Spacing { start, step }) => start.abs().max((start + step * last).abs()),
        None => (it.start as f64).abs().max((it.start as f64 + last).abs()),
    };
    let waves = Waves::new(*scene.sinusoid());
    // The code that compares computes in `f64` itself, positions included.
    let of_frequency = |frequency: &Frequency| {
        let omega = frequency.omega.hi;
        let own = 2.0 * Arithmetic::F64.largest_error(omega, furthest);
        arithmetic.largest_error(omega, furthest) + own
    };
    let computed = waves.frequencies().iter().map(of_frequency).fold(0.0, f64::max);
    let scale = if it.scale.to_bits() == 1.0_f64.to_bits() {
        String::new()
    } else {
        format!("{} times ", number::readable(it.scale.abs(), 6))
    };
    let bound = it.scale.abs() * (half_unit + computed);
    // A table that no rounding gives is as far off as it was found to be.
    let found = 2.0 * it.max_abs_difference;
    let (tolerance, reason) = if it.rounding.is_none() && found > bound {
        (found, format!("twice the largest difference found, {:.1e}", it.max_abs_difference))
    } else {
        let reason = format!(
            "{scale}half a unit of {name} at 1 ({half_unit:.1e}), and angles in {angles} up to position {} \
             ({computed:.1e})",
            number::shortest(furthest)
        );
        (bound, reason)
    };
    // A hundredth more: the code shows three digits.
    let tolerance = 1.01 * tolerance;
    Assertion { scale: it.scale, is_transposed: it.is_transposed, tolerance, reason }
}

/// First sentence about a table.
fn table_statement(file: &str, it: &Recognized) -> String {
    let title = match it.convention {
        Some(convention) if convention.facts().title.contains(convention.key()) => {
            format!("the table of {}", convention.facts().title)
        }
        Some(convention) => {
            format!("the table of {} ({})", convention.facts().title, convention.key())
        }
        None => format!("a sinusoidal table: {}", name(it)),
    };
    let readable = |value: f64| {
        /// Longest number that is written in full.
        const LONGEST: usize = 10;
        let whole = number::shortest(value);
        let text = if whole.len() <= LONGEST { whole } else { number::readable(value, 9) };
        number::typographic(&text)
    };
    let rows = match it.spacing {
        Some(Spacing { start, step }) => {
            format!("start {}, step {}", readable(start), readable(step))
        }
        None => format!("start {}", number::grouped(it.start)),
    };
    let relation = if it.is_certain() { "is" } else { "is closest to" };
    let mut parts = vec![format!("{file} {relation} {title}, {rows}")];
    if it.is_transposed {
        parts.push("transposed".to_owned());
    }
    if it.scale.to_bits() != 1.0_f64.to_bits() {
        parts.push(format!("times {}", number::readable(it.scale, 6)));
    }
    if let Some(rounding) = it.rounding {
        parts.push(format!("rounded to {}", rounding.key()));
    }
    let cells = number::grouped(it.num_cells as i64);
    let matching = number::grouped(it.matching as i64);
    let agreement = match (it.matching == it.num_cells, it.rounding) {
        (true, Some(_)) if it.max_abs_difference == 0.0 => {
            format!("all {cells} values are equal after rounding.")
        }
        (true, _) => format!(
            "all {cells} values agree, the largest difference is {}.",
            number::readable(it.max_abs_difference, 2)
        ),
        (false, _) => format!("{matching} of {cells} values agree."),
    };
    format!("{}: {agreement}", parts.join(", "))
}

fn deviation_text(it: &Deviating) -> String {
    let row = it.row.unwrap_or_default();
    let rows = match it.row_end {
        Some(end) => format!("Rows {row} to {end} are"),
        None => format!("Row {row} is"),
    };
    let column = it.column.unwrap_or_default();
    match it.what {
        Deviation::ZeroRow => format!("{rows} zero"),
        Deviation::RepeatedRow => format!("{rows} equal to the row before"),
        Deviation::ShiftedRow => {
            let shift = it.shift.unwrap_or_default();
            let (num, side) = (
                number::counted(shift.saturating_abs(), "position"),
                if shift < 0 { "behind" } else { "ahead" },
            );
            format!("{rows} {num} {side}")
        }
        Deviation::OtherRow => format!("{rows} not of the encoding, as a class token's is"),
        Deviation::ZeroColumn => format!("Column {column} is zero"),
        Deviation::MovedColumn => {
            format!("Column {column} holds column {}", it.from.unwrap_or_default())
        }
        Deviation::MissingColumn => format!("Column {column} is missing"),
        Deviation::OtherColumn => format!("Column {column} is not of the encoding"),
        Deviation::Cell => format!("Row {row}, column {column} differs"),
    }
}
