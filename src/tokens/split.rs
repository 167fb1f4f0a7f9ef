//! Splits a sentence into tokens.

use std::sync::Arc;

use unicode_segmentation::UnicodeSegmentation as _;

/// Splits a text into words, numbers, punctuation marks and emoji, in the order of the text. White space is dropped.
/// Word boundaries are those of Unicode Standard Annex #29.
///
/// ```
/// let tokens = phasor::tokens::split("Don't panic, 42!");
/// assert_eq!(tokens.iter().map(|token| &**token).collect::<Vec<_>>(), ["Don't", "panic", ",", "42", "!"]);
/// ```
pub fn split(text: &str) -> Vec<Arc<str>> {
    let bounds = text.split_word_bounds();
    bounds.filter(|part| part.chars().any(is_seen)).map(Arc::from).collect()
}

/// True unless the character is white space, a control character, a directional mark or a zero-width character.
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
    fn text_is_split_at_word_boundaries() {
        check("", &[]);
        check(" \n\t\u{200e}", &[]);
        check("slept on the rug.", &["slept", "on", "the", "rug", "."]);
        check("👩‍👩‍👧 is one 🇫🇷", &["👩‍👩‍👧", "is", "one", "🇫🇷"]);
        check("שלום עולם", &["שלום", "עולם"]);
        check("naïve café", &["naïve", "café"]);
    }
}
