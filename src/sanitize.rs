//! Sanitizes untrusted text from the clipboard or a file before it is shown.

use std::path::Path;

/// Puts a text on one line: replaces control characters and bidirectional controls by spaces.
pub(crate) fn single_line(text: &str) -> String {
    let is_seen = |c: char| !c.is_control() && !('\u{202a}'..='\u{202e}').contains(&c);
    text.chars().map(|c| if is_seen(c) { c } else { ' ' }).collect()
}

/// Path on one line. The name of a file may contain anything but a slash.
pub(crate) fn path(path: &Path) -> String {
    single_line(&path.display().to_string())
}

/// Truncates to `most` characters on one line, with an ellipsis where text was cut.
pub(crate) fn truncated(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _more)) => single_line(&text[..end]) + "…",
        None => single_line(text),
    }
}

/// Truncates to 60 characters, for a word within a message.
pub(crate) fn word(text: &str) -> String {
    truncated(text, 60)
}

/// Leaves out the middle of a text of more than 60 characters, whose beginning and end tell it from others.
pub(crate) fn ends(text: &str) -> String {
    const MOST: usize = 60;
    let all: Vec<char> = single_line(text).chars().collect();
    if all.len() <= MOST {
        return all.into_iter().collect();
    }
    let (first, last) = (&all[..MOST / 2], &all[all.len() - MOST / 2..]);
    first.iter().chain(&['…']).chain(last).collect()
}

/// Truncates to 300 characters, for a sentence that contains untrusted text.
pub(crate) fn sentence(text: &str) -> String {
    truncated(text, 300)
}
