//! Words of others within sentences of ours: a clipboard or a file may hold anything.

/// On one line, without what is not seen.
pub(crate) fn line(text: &str) -> String {
    let is_seen = |c: char| !c.is_control() && !('\u{202a}'..='\u{202e}').contains(&c);
    text.chars().map(|c| if is_seen(c) { c } else { ' ' }).collect()
}

/// The beginning of it, on one line.
pub(crate) fn beginning(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _more)) => line(&text[..end]) + "…",
        None => line(text),
    }
}

/// As much of a word as there is place for in a sentence.
pub(crate) fn word(text: &str) -> String {
    beginning(text, 60)
}

/// A sentence that others may have stretched.
pub(crate) fn sentence(text: &str) -> String {
    beginning(text, 300)
}
