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

/// Truncates each quoted value of a message to 80 characters. A quotation mark without its other half is left.
pub(crate) fn quotes(message: &str) -> String {
    const MOST: usize = 80;
    let mut out = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(opening) = rest.find('"') {
        let (before, quoted) = rest.split_at(opening + 1);
        out.push_str(before);
        let mut is_escaped = false;
        let closing = quoted.find(|c: char| {
            let is_closing = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_closing
        });
        let Some(closing) = closing else {
            rest = quoted;
            break;
        };
        let (value, after) = quoted.split_at(closing);
        match value.char_indices().nth(MOST) {
            Some((end, _more)) => out.extend([&value[..end], "…"]),
            None => out.push_str(value),
        }
        out.push('"');
        rest = after.strip_prefix('"').unwrap_or(after);
    }
    out + rest
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_values_are_cut_and_the_rest_is_kept() {
        let long = "x".repeat(500);
        for (value, most) in [("short", 5), (long.as_str(), 81), ("a \"quoted\" word", 19)] {
            let message = format!("invalid length {value:?}: expected {long}, such as \"1\"");
            let cut = quotes(&message);
            let quoted = cut.strip_prefix("invalid length \"").unwrap();
            let (quoted, rest) = quoted.split_once("\": expected ").unwrap();
            assert!(quoted.chars().count() <= most, "{value:?} becomes {quoted}");
            assert!(rest.ends_with("x, such as \"1\""), "the rest is kept: {rest}");
        }
        let open = format!("a lone \" before {long}");
        assert_eq!(quotes(&open), open, "a quotation mark without its other half");
    }
}
