//! Answers about tables in words.

use std::f64::consts::TAU;

use super::deviations::{DeviationText, MOST_TOLD, deviation_texts, joined};
use crate::{
    encoding::{
        Affine, Change, Components, Convention, Deviation, FittedSinusoid, Identity, Nothing,
        Recognized, Rounding, Spacing,
    },
    picture::number,
    views::position_sentences,
};

/// Answer about a table in words: sentences, and parts of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityWords {
    /// First sentence: the name of the table.
    pub statement: String,
    /// Deviations of the table, as many as are told.
    pub deviations: Vec<DeviationText>,
    /// Last sentences: how many deviations are not told, and which conventions have the same table.
    pub rest: Vec<String>,
    /// Names of the encodings that the table may be, the best first.
    pub names: Vec<String>,
}

/// Clause about the type that values are rounded to, where it is narrower than single precision.
pub(super) fn rounded_words(rounding: Option<Rounding>) -> String {
    match rounding {
        Some(to) if !Rounding::is_fine(rounding) => format!(", rounded to {}", to.key()),
        _ => String::new(),
    }
}

impl IdentityWords {
    /// Words about a table of some rows and columns; `file` stands for it.
    pub(super) fn new(file: &str, shape: (u64, u32), identity: &Identity) -> Self {
        let best = identity.candidates().next();
        let deviations = best
            .into_iter()
            .flat_map(|it| deviation_texts(&it.told_deviations(), it.is_transposed));
        Self {
            statement: statement(file, shape, identity),
            deviations: deviations.collect(),
            rest: best.map(rest).unwrap_or_default(),
            names: identity.candidates().map(name).collect(),
        }
    }

    /// All sentences.
    pub fn verdict(&self) -> String {
        let deviations = self.deviations.iter().map(|deviation| format!("{}.", deviation.text));
        let mut sentences = vec![self.statement.clone()];
        sentences.extend(deviations);
        sentences.extend(self.rest.iter().cloned());
        sentences.join(" ")
    }
}

/// First sentence of the answer.
fn statement(file: &str, shape: (u64, u32), identity: &Identity) -> String {
    let (rows, columns) = shape;
    let size = format!(
        "{} × {}",
        number::counted(rows as i64, "row"),
        number::counted(i64::from(columns), "column")
    );
    match identity {
        Identity::Table { best, .. } => table_statement(file, best),
        Identity::Learned(sinusoids) => format!(
            "{} is no sinusoidal encoding: {size}, learned or made by another rule.{}",
            file,
            sinusoids_text(sinusoids)
        ),
        Identity::Nothing(nothing) => {
            let what = nothing_text(*nothing);
            format!("{file} is no encoding: {size}; {what}.")
        }
    }
}

/// Reason why numbers are no encoding, in words.
pub(super) fn nothing_text(nothing: Nothing) -> &'static str {
    match nothing {
        Nothing::Zeros => "all values are 0",
        Nothing::Constant => "all values are equal",
        Nothing::Random => {
            "the values are those of a normal distribution, as of a table before training"
        }
        Nothing::Uninitialized => "the values are those of memory that was never written",
        Nothing::NotFinite => "many values are not finite",
        Nothing::Unknown => "no rule gives them",
    }
}

/// Last sentences of the answer.
fn rest(it: &Recognized) -> Vec<String> {
    let mut sentences = Vec::new();
    let are_moved = it.deviations.iter().any(|it| it.what == Deviation::ShiftedRow);
    let is_placed = it.agreement_of_rows().is_some();
    let positions = it.row_positions();
    let are_before = positions.is_up_to_sign && positions.range().is_some_and(|it| it.0 < 0.0);
    if are_moved || is_placed || are_before {
        sentences.extend(position_sentences(&positions));
    }
    let num_deviations = joined(&it.deviations).len();
    if num_deviations > MOST_TOLD && !is_placed {
        let more = num_deviations - MOST_TOLD;
        sentences.push(format!("And {}.", number::counted(more as i64, "more deviation")));
    }
    if !it.also.is_empty() {
        let also: Vec<&str> = it.also.iter().copied().map(Convention::key).collect();
        sentences.push(format!("The same table: {}.", also.join(", ")));
    }
    sentences
}

/// Name of the encoding: its convention, or the parts that differ from the paper.
pub(super) fn name(it: &Recognized) -> String {
    if let Some(convention) = it.convention {
        return convention.key().to_owned();
    }
    let p = &it.sinusoid;
    let columns = match p.components() {
        Components::Both => format!("{}, {}", p.layout().key(), p.order().key()),
        Components::Sin => "sines alone".to_owned(),
        Components::Cos => "cosines alone".to_owned(),
    };
    format!("base {}, exponent {}, {columns}", number::shortest(p.base()), p.exponent().key())
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

/// First sentence about a table.
fn table_statement(file: &str, it: &Recognized) -> String {
    let of = |convention: Convention| {
        let (title, key) = (convention.facts().title, convention.key());
        if title.contains(key) {
            format!("the table of {title}")
        } else {
            format!("the table of {title} ({key})")
        }
    };
    let title = match (it.convention, it.but_for_base()) {
        (Some(convention), _) => of(convention),
        (None, Some(convention)) => format!(
            "{} but for its base, {} instead of {}",
            of(convention),
            number::base(it.sinusoid.base()),
            number::base(convention.facts().base)
        ),
        (None, None) => format!("a sinusoidal table: {}", name(it)),
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
    let placed = it.agreement_of_rows();
    let mut parts = vec![match placed {
        Some(_) => format!("{file} {relation} {title}"),
        None => format!("{file} {relation} {title}, {rows}"),
    }];
    if it.is_transposed {
        parts.push("transposed".to_owned());
    }
    if let Some(affine) = it.affine {
        parts.push(affine_words(affine));
    } else if it.scale.to_bits() != 1.0_f64.to_bits() {
        parts.push(format!("times {}", number::factor(it.scale, it.sinusoid.d_model())));
    }
    if !it.stages.is_exact() {
        parts.push(format!("with {}", it.stages.words()));
    } else if let Some(rounding) = it.rounding {
        parts.push(format!("rounded to {}", rounding.key()));
    } else if let Some(decimals) = it.decimals {
        parts.push(format!("rounded to {decimals} decimals"));
    }
    let cells = number::grouped(it.num_cells as i64);
    let (num_matching, largest) = placed.unwrap_or((it.matching, it.max_abs_difference));
    let matching = number::grouped(num_matching as i64);
    let largest = || number::readable(largest, 2);
    let agreement = match (num_matching == it.num_cells, it.rounding) {
        (true, _) if placed.is_some() => format!(
            "all {cells} values agree at the positions of their rows, the largest difference is {}.",
            largest()
        ),
        (false, _) if placed.is_some() => {
            format!("{matching} of {cells} values agree at the positions of their rows.")
        }
        // The most important first: how far off it is.
        (is_whole, _) if it.is_noisy() => {
            if is_whole {
                format!("the largest difference is {}.", largest())
            } else {
                format!("{matching} of {cells} values agree within {}.", largest())
            }
        }
        (true, Some(_)) if it.max_abs_difference == 0.0 => {
            format!("all {cells} values are equal after rounding.")
        }
        (true, _) => format!("all {cells} values agree, the largest difference is {}.", largest()),
        (false, _) => format!("{matching} of {cells} values agree."),
    };
    format!("{}: {agreement}", parts.join(", "))
}

/// Change of all values, with its numbers.
fn affine_words(Affine { change, factor, offset }: Affine) -> String {
    let times = if factor == 1.0 {
        String::new()
    } else {
        format!("times {}", number::readable(factor, 6))
    };
    let sign = if offset < 0.0 { "minus" } else { "plus" };
    match change {
        Change::Constant => {
            let constant = format!("{sign} {}", number::readable(offset.abs(), 6));
            if times.is_empty() { constant } else { format!("{times}, {constant}") }
        }
        Change::ColumnMeans if times.is_empty() => "minus the mean of each column".to_owned(),
        Change::ColumnMeans => format!("minus the mean of each column, {times}"),
        Change::Standardized => {
            "minus the mean of each column, divided by its standard deviation".to_owned()
        }
    }
}
