//! Names of what the views show, which depend on the family of the encoding.

use std::borrow::Cow;

use super::Subject;
use crate::encoding::{
    rotary::{Rotary, cache::CacheForm},
    similarity::Measure,
};

/// Rotary encoding of a subject; `None` for another family, and for a difference.
fn rotary<'a>(subject: &Subject<'a>) -> Option<&'a Rotary> {
    subject.table.encoding.spec().rotary().map(|it| &**it)
}

/// Name of the values: `PE(t, j)`, or that of the cache.
pub(super) fn values(subject: &Subject<'_>) -> Cow<'static, str> {
    if let Some(grid) = subject.table.encoding.grid().filter(|it| it.convention().is_rotary()) {
        return format!("{} cache", grid.cache().key()).into();
    }
    match rotary(subject) {
        Some(rotary) => format!("{} cache", rotary.cache().key()).into(),
        None => "PE(t, j)".into(),
    }
}

/// Name of the axis of columns.
pub(super) fn columns(subject: &Subject<'_>) -> &'static str {
    match rotary(subject) {
        Some(rotary) if rotary.num_columns() == rotary.num_pairs() => "pair i",
        Some(rotary) if rotary.cache_form() == CacheForm::Pairs => "pairs, cos and sin",
        Some(_) => "column of the cache",
        None => "column j (element)",
    }
}

/// Name of the similarity by a measure, in lower case. That of a rotary encoding is the score of two equal vectors.
pub(super) fn measure(subject: &Subject<'_>) -> String {
    let measure = subject.scene.measure();
    if is_score(subject) {
        return "score of equal vectors".to_owned();
    }
    measure.title().to_lowercase()
}

/// Name of the similarity of the positions t and `other` by a measure, as mathematics: `⟨PE(t), PE(s)⟩`.
pub(super) fn product(subject: &Subject<'_>, other: &str) -> String {
    if is_score(subject) {
        return measure(subject);
    }
    match subject.scene.measure() {
        Measure::Dot => format!("⟨PE(t), PE({other})⟩"),
        Measure::Cosine => format!("cos(PE(t), PE({other}))"),
        Measure::Distance => format!("|PE(t) − PE({other})|"),
    }
}

/// True for the dot product of a rotary encoding, which is a score.
fn is_score(subject: &Subject<'_>) -> bool {
    let encoding = &subject.table.encoding;
    let of_grid = encoding.grid().is_some_and(|grid| grid.convention().is_rotary());
    (of_grid || encoding.is_rotary()) && subject.scene.measure() == Measure::Dot
}
