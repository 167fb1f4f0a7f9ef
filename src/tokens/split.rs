//! Sentences into tokens.

use std::sync::Arc;

use unicode_segmentation::UnicodeSegmentation as _;

/// Words, numbers, signs and emoji, each a token of its own, in the order of the text; white space is none.
/// The boundaries are those of Unicode's annex 29.
///
/// ```
/// let tokens = phasor::tokens::split("Don't panic, 42!");
/// assert_eq!(tokens.iter().map(|token| &**token).collect::<Vec<_>>(), ["Don't", "panic", ",", "42", "!"]);
/// ```
pub fn split(text: &str) -> Vec<Arc<str>> {
    let bounds = text.split_word_bounds();
    bounds.filter(|part| part.chars().any(is_seen)).map(Arc::from).collect()
}

/// White space, controls and marks of direction are no words.
fn is_seen(c: char) -> bool {
    let is_mark = matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    !c.is_whitespace() && !c.is_control() && !is_mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let tokens = split(text);
        assert_eq!(tokens.iter().map(|token| &**token).collect::<Vec<_>>(), expected, "{text:?}");
    }

    #[test]
    fn text_of_any_kind_is_split() {
        check("", &[]);
        check(" \n\t\u{200e}", &[]);
        check("slept on the rug.", &["slept", "on", "the", "rug", "."]);
        check("👩‍👩‍👧 is one 🇫🇷", &["👩‍👩‍👧", "is", "one", "🇫🇷"]);
        check("שלום עולם", &["שלום", "עולם"]);
        check("naïve café", &["naïve", "café"]);
    }
}
