//! Words of others within sentences of ours: a clipboard or a file may hold anything.

/// On one line, without what is not seen.
pub(crate) fn single_line(text: &str) -> String {
    let is_seen = |c: char| !c.is_control() && !('\u{202a}'..='\u{202e}').contains(&c);
    text.chars().map(|c| if is_seen(c) { c } else { ' ' }).collect()
}

/// The beginning of it, on one line.
pub(crate) fn truncated(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _more)) => single_line(&text[..end]) + "…",
        None => single_line(text),
    }
}

/// As much of a word as there is place for in a sentence.
pub(crate) fn word(text: &str) -> String {
    truncated(text, 60)
}

/// A sentence that others may have stretched.
pub(crate) fn sentence(text: &str) -> String {
    truncated(text, 300)
}
