//! Reads the text of a configuration as JSON.

use serde_json::Value;

/// Value of a text. Python writes infinities and NaN as bare words, which JSON does not have; here they are texts.
///
/// # Errors
///
/// Fails with the reason for which the text is no JSON.
pub(super) fn value_of(text: &str) -> Result<Value, String> {
    // Editors on Windows begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(text).or_else(|error| {
        let quoted = with_quoted_words(text).ok_or_else(|| error.to_string())?;
        serde_json::from_str(&quoted).map_err(|_of_quoted| error.to_string())
    })
}

/// The text with the numbers that JSON does not have in quotes; `None` if it has none.
fn with_quoted_words(text: &str) -> Option<String> {
    const WORDS: [&str; 3] = ["-Infinity", "Infinity", "NaN"];
    let mut quoted = String::with_capacity(text.len() + 16);
    let (mut rest, mut is_in_text) = (text, false);
    while let Some(first) = rest.chars().next() {
        let word = WORDS.into_iter().find(|word| !is_in_text && rest.starts_with(word));
        if let Some(word) = word {
            quoted.extend(["\"", word, "\""]);
            rest = &rest[word.len()..];
            continue;
        }
        is_in_text ^= first == '"';
        // An escaped character never ends a text.
        let escaped = rest.chars().take(1 + usize::from(first == '\\'));
        let (own, after) = rest.split_at(escaped.map(char::len_utf8).sum());
        quoted.push_str(own);
        rest = after;
    }
    (quoted.len() > text.len()).then_some(quoted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_python_are_read_as_texts() {
        let text = r#"{"a": [0.0, Infinity, -Infinity], "b": NaN, "c\"Infinity": "NaN \\"}"#;
        let value = value_of(text).unwrap();
        assert_eq!(value["a"][1], "Infinity");
        assert_eq!(value["a"][2], "-Infinity");
        assert_eq!(value["b"], "NaN");
        assert_eq!(value["c\"Infinity"], "NaN \\", "texts are left alone");
        assert!(value_of("{Infinity}").unwrap_err().contains("line 1 column 2"));
        assert!(value_of("NaN and more").is_err());
    }
}
