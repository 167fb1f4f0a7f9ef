//! Sentences about a tensor: its shape beside the configuration, and what its rows look like.

use super::{content::TensorContent, find::TensorCandidate, positional::Known};
use crate::{
    encoding::{
        Nothing,
        bias::Window,
        learned::{NormStep, RowLooks, RowMark},
    },
    import::{Element, TensorKind},
    model::Mechanism,
    picture::number,
    report::identity_words::nothing_text,
    sanitize,
};

/// Judgement about a tensor.
pub(super) struct Judged {
    /// True if it is as the configuration says, false if it is not.
    pub(super) agrees: Option<bool>,
    pub(super) sentences: Vec<String>,
}

/// Number with a noun.
fn counted(num: u64, what: &str) -> String {
    number::counted(num as i64, what)
}

/// Judges a tensor by its shape, the configuration and its numbers.
pub(super) fn judge(it: &TensorCandidate<'_>, content: &TensorContent, known: Known<'_>) -> Judged {
    if let Err(other) = &it.tensor.facts.element {
        let text = format!("Its type {} is not read.", sanitize::word(other));
        return Judged { agrees: None, sentences: vec![text] };
    }
    let (rows, width) = match &content.grid {
        // One row, as of a class token.
        Ok((rows, 1)) if is_one_row(&it.tensor.facts.shape, *rows) => (1, *rows as u32),
        Ok(grid) => *grid,
        Err(error) if has_grid(it.kind) => {
            let agrees = it.mechanism.map(|_| false);
            return Judged { agrees, sentences: vec![sentence(error)] };
        }
        Err(_no_grid) => {
            return Judged { agrees: None, sentences: vec![what_it_is(it).to_owned()] };
        }
    };
    if it.kind.is_table() && (rows, width) == (1, 1) {
        let text = "A learned factor of the positions.".to_owned();
        return Judged { agrees: None, sentences: vec![text] };
    }
    let mechanism = it.mechanism.map(|at| &known.mechanisms[at]);
    let mut judged = match it.kind {
        TensorKind::Learned | TensorKind::Sinusoidal | TensorKind::GridSinusoidal => {
            table(it, (rows, width), mechanism, known)
        }
        TensorKind::T5Bias => buckets(it, (rows, width), mechanism, known),
        TensorKind::RelativeTable => relative(it, (rows, width), mechanism),
        TensorKind::InvFreq => frequencies(it, content, known),
        TensorKind::Divisors if content.identity.is_some() => {
            Judged { agrees: None, sentences: Vec::new() }
        }
        TensorKind::Divisors => Judged {
            agrees: None,
            sentences: vec![format!(
                "{} of rotary frequencies.",
                counted(rows.max(width.into()), "divisor")
            )],
        },
        TensorKind::Indices => indices(content),
        _ => Judged { agrees: None, sentences: vec![what_it_is(it).to_owned()] },
    };
    judged.sentences.extend(content.identity.as_ref().map(|(verdict, num)| {
        if *num < rows { format!("Of its first {num} rows: {verdict}") } else { verdict.clone() }
    }));
    judged.sentences.extend(not_finite(content));
    judged.sentences.extend(content.nothing.map(nothing_sentence));
    let should_be_by_rule = matches!(it.kind, TensorKind::Sinusoidal | TensorKind::GridSinusoidal)
        && mechanism.is_some();
    if should_be_by_rule && content.numbers.is_some() && content.identity.is_none() {
        if content.nothing.is_none() {
            judged.sentences.push("No known rule gives its values.".to_owned());
        }
        let rule = mechanism.and_then(|it| it.convention.as_ref());
        judged.sentences.extend(
            rule.map(|rule| format!("The class has the sinusoids of {rule}; these are others.")),
        );
        // Without a rule that is known, nothing is known to be wrong.
        if judged.agrees == Some(true) {
            judged.agrees = rule.map(|_| false);
        }
    }
    let is_by_rule = content.identity.is_some() || content.nothing.is_some();
    if let Some(found) = content.rows.as_ref().filter(|_| !is_by_rule) {
        judged.sentences.extend(of_rows(found, content, width, known));
    }
    if content.numbers.is_none() && it.kind.is_table() {
        judged.sentences.push("Its numbers are not read here: open it.".to_owned());
    }
    judged
}

/// True for a shape with a single row of some numbers, such as (1, 1, 768).
fn is_one_row(shape: &[u64], num: u64) -> bool {
    shape.len() > 1 && shape.last() == Some(&num)
}

/// True for kinds that are rows and columns.
fn has_grid(kind: TensorKind) -> bool {
    kind.is_table() || matches!(kind, TensorKind::T5Bias | TensorKind::InvFreq)
}

fn what_it_is(it: &TensorCandidate<'_>) -> &'static str {
    let is_bias = it.tensor.facts.name.contains("bias");
    match it.kind {
        TensorKind::Convolutional => "A convolution over positions.",
        TensorKind::Coordinates => "A layer that coordinates pass through.",
        TensorKind::TimeFeatures => "A layer that features of the time pass through.",
        TensorKind::RelativeSinusoidal if is_bias => {
            "A bias that is added to queries before they meet sinusoids of offsets."
        }
        TensorKind::RelativeSinusoidal => "A projection of sinusoids of offsets.",
        TensorKind::Recurrent => "Part of a recurrent state.",
        TensorKind::RotaryCache => "Cosines and sines of a rotary encoding.",
        TensorKind::RelativeTable => "Learned numbers for offsets.",
        _ => "Numbers about positions.",
    }
}

fn sentence(text: &str) -> String {
    format!("{}.", number::capital(text.trim_end_matches('.')))
}

/// True if rows are as many as a mechanism has, false if they are not. Where several tensors share its rows, only a
/// number that none of them can have is false.
fn has_rows(rows: u64, expected: u64, num_parts: usize) -> Option<bool> {
    let parts = num_parts.max(1) as u64;
    match () {
        () if rows == expected || rows * parts == expected => Some(true),
        () if parts > 1 && rows > 0 && expected.is_multiple_of(rows) => None,
        () => Some(false),
    }
}

fn table(
    it: &TensorCandidate<'_>,
    (rows, width): (u64, u32),
    mechanism: Option<&Mechanism>,
    known: Known<'_>,
) -> Judged {
    let size = format!("{} of width {}", counted(rows, "row"), number::grouped(i64::from(width)));
    let of_gguf = known.config.and_then(|config| config.gguf_number("context_length"));
    let of_gguf = of_gguf
        .filter(|_| it.mechanism.is_none() && it.tensor.facts.name == "position_embd.weight");
    let expected = mechanism.and_then(|it| it.rows).or(of_gguf);
    let agrees = expected.and_then(|expected| has_rows(rows, expected, it.num_parts));
    let is_width_known =
        mechanism.and_then(|it| it.width).is_none_or(|own| own == u64::from(width))
            || known.config.is_none_or(|config| config.may_hold_number(width.into()));
    let (agrees, text) = match (agrees, expected) {
        (Some(false), Some(expected)) => (
            Some(false),
            format!("{size}, and the configuration says {}.", counted(expected, "row")),
        ),
        (Some(_), _) if !is_width_known => {
            (Some(false), format!("{size}, and the configuration has no such width."))
        }
        (Some(_), _) => (agrees, format!("{size}, as the configuration says.")),
        (None, _) => (None, format!("{size}.")),
    };
    let mut sentences = vec![text];
    let first = mechanism.and_then(|it| it.first_row).filter(|first| *first > 0 && *first < rows);
    sentences.extend(first.map(|first| {
        let is_limit = mechanism.is_some_and(|it| it.is_limit);
        let fit = if is_limit {
            format!(": {} fit", counted(rows - first, "token"))
        } else {
            String::new()
        };
        format!("The first token uses row {first}{fit}.")
    }));
    Judged { agrees, sentences }
}

/// True for a bias that is stored as a layer: a row for each head.
pub(super) fn has_rows_of_heads(name: &str) -> bool {
    ["rel_pos_bias", "rel_pos_x_bias", "rel_pos_y_bias"].iter().any(|part| name.contains(part))
}

fn buckets(
    it: &TensorCandidate<'_>,
    (rows, width): (u64, u32),
    mechanism: Option<&Mechanism>,
    known: Known<'_>,
) -> Judged {
    let (rows, heads) = if has_rows_of_heads(&it.tensor.facts.name) {
        (width.into(), rows as u32)
    } else {
        (rows, width)
    };
    let of_gguf = |key: &str| known.config.and_then(|config| config.gguf_number(key));
    let expected =
        mechanism.and_then(|it| it.rows).or_else(|| of_gguf("attention.relative_buckets_count"));
    let expected_heads =
        mechanism.and_then(|it| it.heads).or_else(|| of_gguf("attention.head_count"));
    let size = format!("{} × {}", counted(rows, "bucket"), counted(heads.into(), "head"));
    let found = [(rows, expected, "bucket"), (heads.into(), expected_heads, "head")];
    let wrong = found.iter().find(|(own, expected, _)| expected.is_some_and(|it| it != *own));
    let is_turned =
        expected == Some(heads.into()) && expected_heads == Some(rows) && wrong.is_some();
    match wrong {
        Some(_) if is_turned => Judged {
            agrees: Some(false),
            sentences: vec![format!(
                "{} × {}: heads and buckets are exchanged, rows should be buckets.",
                counted(rows, "row"),
                counted(heads.into(), "column")
            )],
        },
        Some(&(_, Some(expected), what)) => Judged {
            agrees: Some(false),
            sentences: vec![format!(
                "{size}, and the configuration says {}.",
                counted(expected, what)
            )],
        },
        _ if expected.is_some() => Judged {
            agrees: Some(true),
            sentences: vec![format!("{size}, as the configuration says.")],
        },
        _ => Judged { agrees: None, sentences: vec![format!("{size}.")] },
    }
}

fn relative(
    it: &TensorCandidate<'_>,
    (rows, width): (u64, u32),
    mechanism: Option<&Mechanism>,
) -> Judged {
    let expected = mechanism.and_then(|it| it.rows);
    // A layer may give every head its own rows.
    let heads = mechanism.and_then(|it| it.heads).unwrap_or(1);
    let expected = expected.map(|num| if num * heads == rows { rows } else { num });
    let agrees = expected.and_then(|expected| has_rows(rows, expected, it.num_parts));
    let size = format!("{} × {}", counted(rows, "row"), counted(width.into(), "column"));
    let mut sentences = vec![match (agrees, expected) {
        (Some(true), _) => format!("{size}, as the configuration says."),
        (Some(false), Some(expected)) => {
            format!("{size}, and the configuration says {}.", counted(expected, "row"))
        }
        _ => format!("{size}."),
    }];
    let is_of_window = it.tensor.facts.name.contains("relative_position_bias_table");
    if let Some(window) = Window::of_rows(rows).filter(|_| is_of_window) {
        let more = if window.num_extra > 0 { ", and 3 rows of a class token" } else { "" };
        sentences.push(format!(
            "Offsets of a window of {0} × {0} patches for each of {1}{more}.",
            window.num_patches(),
            counted(width.into(), "head")
        ));
    }
    Judged { agrees, sentences }
}

/// Largest share by which a frequency of a type differs from the exact one.
fn tolerance(element: &Result<Element, String>) -> f64 {
    match element {
        Ok(Element::Bf16) => 2.0_f64.powi(-8),
        Ok(Element::F16) => 2.0_f64.powi(-10),
        // A few roundings of single precision.
        _ => 2.0_f64.powi(-20),
    }
}

fn frequencies(it: &TensorCandidate<'_>, content: &TensorContent, known: Known<'_>) -> Judged {
    let list: Vec<f64> = content.numbers.iter().flatten().copied().collect();
    let num = counted(list.len() as u64, "frequency");
    let sets = known.rotary.map_or(&[][..], |model| &model.sets);
    let expected = sets.iter().filter_map(|set| Some((set, set.frequencies(known.length)?)));
    let off = |all: &[f64]| -> f64 {
        let pairs = list.iter().zip(all);
        pairs
            .map(|(own, it)| ((own - it) / it).abs())
            .fold(0.0, |most, it| if it > most || it.is_nan() { it } else { most })
    };
    let nearest = expected
        .filter(|(_, all)| all.len() == list.len())
        .map(|(set, all)| (set, off(&all.iter().map(|it| it.hi).collect::<Vec<_>>())))
        .min_by(|a, b| a.1.total_cmp(&b.1));
    let (agrees, text) = match nearest {
        Some((_, off)) if off <= tolerance(&it.tensor.facts.element) => {
            (Some(true), format!("{num}, those of the configuration."))
        }
        Some((_, off)) => {
            let off = number::readable(100.0 * off, 3);
            (Some(false), format!("{num}, up to {off} % off those of the configuration."))
        }
        None if !sets.is_empty() && !list.is_empty() => {
            let known = sets.iter().find_map(|set| Some(set.frequencies(known.length)?.len()));
            match known {
                Some(known) if known != list.len() => {
                    (Some(false), format!("{num}, and the configuration has {known}."))
                }
                _ => (None, format!("{num}.")),
            }
        }
        None => (None, format!("{num}.")),
    };
    Judged { agrees, sentences: vec![text] }
}

fn indices(content: &TensorContent) -> Judged {
    let list: Vec<f64> = content.numbers.iter().flatten().copied().collect();
    let is_counted = list.len() > 1 && list.iter().enumerate().all(|(i, it)| *it == i as f64);
    let text = if is_counted {
        format!("The positions 0 to {}, in order.", number::grouped(list.len() as i64 - 1))
    } else {
        "Numbers of rows or positions; nothing was learned.".to_owned()
    };
    Judged { agrees: None, sentences: vec![text] }
}

fn not_finite(content: &TensorContent) -> Option<String> {
    let numbers = content.numbers.as_ref()?;
    let is_in = |row: ndarray::ArrayView1<'_, f64>| row.iter().any(|it| !it.is_finite());
    let rows: Vec<u32> =
        (0..).zip(numbers.rows()).filter(|(_, row)| is_in(*row)).map(|(i, _)| i).collect();
    let num = numbers.iter().filter(|it| !it.is_finite()).count();
    (num > 0).then(|| {
        let verb = if num == 1 { "is" } else { "are" };
        format!("{} {verb} not finite, in {}.", counted(num as u64, "value"), rows_text(&rows))
    })
}

fn nothing_sentence(nothing: Nothing) -> String {
    sentence(nothing_text(nothing))
}

fn rows_text(rows: &[u32]) -> String {
    /// Number of runs of rows that are told.
    const MOST: usize = 6;
    let runs = crate::model::runs(rows);
    let all: Vec<&str> = runs.split(", ").collect();
    let more = if all.len() > MOST { ", …" } else { "" };
    let noun = if rows.len() == 1 { "row" } else { "rows" };
    format!("{noun} {}{more}", all.iter().take(MOST).copied().collect::<Vec<_>>().join(", "))
}

/// Rows in runs of the size of the initialization, most of which are unlike both neighbors. A single row may be so by
/// chance.
fn runs_of_initial(apart: &[u32], is_initial: impl Fn(u32) -> bool, num_rows: u32) -> Vec<u32> {
    /// Fewest rows of a run that are unlike both neighbors, and largest number between two of them that are not.
    const LEAST: usize = 3;
    const BETWEEN: u32 = 3;
    let initial: Vec<u32> = apart.iter().copied().filter(|&row| is_initial(row)).collect();
    let is_joined = |a: &u32, b: &u32| b - a <= BETWEEN && (*a..*b).all(&is_initial);
    let runs = initial.chunk_by(is_joined).filter(|run| run.len() >= LEAST);
    let mut rows: Vec<u32> =
        runs.filter_map(|run| Some(*run.first()?..=*run.last()?)).flatten().collect();
    // The last rows belong to a run that nearly reaches the end.
    if let Some(&last) = rows.last().filter(|last| num_rows - **last <= BETWEEN) {
        rows.extend((last + 1..num_rows).filter(|&row| is_initial(row)));
    }
    rows
}

/// Sentences about rows that look unlike the others, and about a step in their norms.
fn of_rows(found: &RowLooks, content: &TensorContent, width: u32, known: Known<'_>) -> Vec<String> {
    /// Standard deviation that most models are initialized with.
    const USUAL: f64 = 0.02;
    /// Number of rows whose norms are told.
    const MOST_NORMS: usize = 4;
    let with = |mark: RowMark| -> Vec<u32> {
        (0..).zip(&found.marks).filter(|(_, it)| **it == mark).map(|(i, _)| i).collect()
    };
    let mut sentences = Vec::new();
    let is_finite = |row: &u32| {
        content.numbers.iter().all(|it| it.row(*row as usize).iter().all(|it| it.is_finite()))
    };
    let zero: Vec<u32> = with(RowMark::Zero).into_iter().filter(is_finite).collect();
    if !zero.is_empty() {
        let verb = if zero.len() == 1 { "is" } else { "are" };
        sentences.push(format!("{} {verb} zero.", number::capital(&rows_text(&zero))));
    }
    // Rows of the size of the initialization, unlike their neighbors, were hardly trained.
    let spread = known.config.and_then(crate::model::Config::initializer_range).unwrap_or(USUAL);
    let root = f64::from(width).sqrt();
    let is_initial = |row: u32| {
        let size = found.norms[row as usize] / root;
        (size / spread - 1.0).abs() < 4.0 / (std::f64::consts::SQRT_2 * root)
    };
    let mut apart = with(RowMark::Apart);
    let initial = runs_of_initial(&apart, is_initial, found.norms.len() as u32);
    if !initial.is_empty() {
        apart.retain(|row| !initial.contains(row));
        sentences.push(format!(
            "{} look as they were initialized, normal with deviation {}: hardly trained, or never.",
            number::capital(&rows_text(&initial)),
            number::shortest(spread)
        ));
    }
    let kinds = [
        (apart, ["is unlike its neighbors", "are unlike their neighbors"]),
        (with(RowMark::Norm), ["has another norm", "have another norm"]),
    ];
    for (rows, [of_one, of_several]) in kinds.into_iter().filter(|(rows, _)| !rows.is_empty()) {
        let what = if rows.len() == 1 { of_one } else { of_several };
        let norms = rows.iter().map(|&row| number::readable(found.norms[row as usize], 3));
        let norms = match norms.collect::<Vec<_>>() {
            few if few.len() <= MOST_NORMS => format!(" (norm {})", few.join(", ")),
            _ => String::new(),
        };
        sentences.push(format!("{} {what}{norms}.", number::capital(&rows_text(&rows))));
    }
    sentences.extend(found.step.map(|NormStep { row, before, after }| {
        format!(
            "Norms step at row {row}: median {} before, {} from there on.",
            number::readable(before, 3),
            number::readable(after, 3)
        )
    }));
    sentences
}
