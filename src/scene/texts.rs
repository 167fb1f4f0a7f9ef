//! Text values of a scene: a sentence, and the path of a file.

use std::{borrow::Cow, sync::Arc};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use crate::regular_file;

/// Characters that would end a value, a scene or a link that contains a scene.
const SPECIAL: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'%')
    .add(b'&')
    .add(b'#')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'(')
    .add(b')');

/// Percent-encodes a value for a scene's text.
pub(super) fn escaped(value: &str) -> String {
    utf8_percent_encode(value, SPECIAL).to_string()
}

/// Decodes a value of a scene's text. Text that is not a valid escape stays as it is.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

/// Sentence as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence(Arc<str>);

impl Sentence {
    /// Maximum number of characters: some 20,000 words.
    pub const LONGEST: usize = 100_000;
    /// Expected form, for the error message.
    pub(super) const ALLOWED: &'static str = "expected up to 100000 characters";

    /// Creates a sentence; `None` if it is too long. U+FFFE and U+FFFF, which XML cannot hold, become U+FFFD.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
        (text.chars().count() <= Self::LONGEST).then(|| Self(text.into()))
    }

    /// Text as typed.
    pub fn text(&self) -> &Arc<str> {
        &self.0
    }
}

impl Default for Sentence {
    fn default() -> Self {
        Self("The black cat sat on the couch and the brown dog slept on the rug.".into())
    }
}

/// Path of a file that a scene names: a table, or word vectors. It is only a name: the file is not read before a person
/// asks for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FilePath(Arc<str>);

impl FilePath {
    /// Text for no file: toy embeddings.
    pub const TOY: &'static str = "toy";
    /// Maximum number of characters of a path.
    const LONGEST: usize = 4096;
    /// Expected form, for the error message.
    pub(super) const ALLOWED: &'static str =
        "expected the path of a file, of up to 4096 characters";
    /// Expected form where toy embeddings are possible.
    pub(super) const ALLOWED_OR_TOY: &'static str =
        "expected the path of a file, of up to 4096 characters, or toy";

    /// Creates a path, trimmed; `None` if it is empty, too long or contains control characters.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_path = !text.is_empty() && !text.contains(char::is_control);
        (is_path && text.chars().count() <= Self::LONGEST).then(|| Self(text.into()))
    }

    /// Path as typed.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// True for an example that comes with the program: `example:learned.npy`.
    pub fn is_example(&self) -> bool {
        regular_file::is_example(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(escaped("salt & pepper = 100 %"), "salt%20%26%20pepper%20=%20100%20%25");
        assert_eq!(unescaped("100 %"), "100 %", "what is no escape stands for itself");
        assert_eq!(Sentence::new(&"x".repeat(Sentence::LONGEST + 1)), None);
        assert_eq!(FilePath::new(" \n"), None);
    }

    proptest! {
        #[test]
        fn escaping_round_trips(text in "\\PC{0,60}") {
            let escaped = escaped(&text);
            prop_assert!(!escaped.contains(['&', '#', ' ', '\\', '(', ')']));
            prop_assert_eq!(unescaped(&escaped), text);
        }
    }
}
