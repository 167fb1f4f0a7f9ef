//! Names that a misspelled one may stand for.

/// Number of names that an error lists.
const LISTED: usize = 3;

/// Names most like another, the most like first: at most three.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let name = name.to_lowercase();
    let rated = |it: &'a str| (likeness(it, &name), it);
    let mut rated: Vec<(f64, &str)> = known.into_iter().map(rated).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    rated.into_iter().take(LISTED).map(|(_, it)| it).collect()
}

/// Known name that is so much like another that it may be meant, but not the same.
pub(crate) fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Likeness from which a name may be meant.
    const LEAST: f64 = 0.85;
    let best = nearest(name, known.into_iter().filter(|it| *it != name)).into_iter().next()?;
    (likeness(best, &name.to_lowercase()) >= LEAST).then_some(best)
}

/// Likeness of two names, from 0 to 1: equal beginnings count most.
fn likeness(a: &str, b: &str) -> f64 {
    strsim::jaro_winkler(a, b)
}

/// Words after a name that is not known: the one that may be meant, or nothing.
pub(crate) fn meant_text<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    meant(name, known).map_or_else(String::new, |it| format!(" (perhaps {it})"))
}
