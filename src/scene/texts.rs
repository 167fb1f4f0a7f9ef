//! Values of a scene that are words: a sentence, and the path of a file.

use std::{borrow::Cow, sync::Arc};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// What would end a value, a scene or a link that carries one.
const SPECIAL: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'%')
    .add(b'&')
    .add(b'#')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'(')
    .add(b')');

/// A value as it stands in a scene's text.
pub(super) fn escaped(value: &str) -> String {
    utf8_percent_encode(value, SPECIAL).to_string()
}

/// A value from a scene's text; what is no escape stands for itself.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

/// Words as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence(Arc<str>);

impl Sentence {
    /// More characters than this are no sentence: some 20,000 words.
    pub const LONGEST: usize = 100_000;
    /// What is allowed, for an error.
    pub(super) const ALLOWED: &'static str = "expected up to 100000 characters";

    /// The words, unless there are too many.
    pub fn new(text: &str) -> Option<Self> {
        (text.chars().count() <= Self::LONGEST).then(|| Self(text.into()))
    }

    /// As typed.
    pub fn text(&self) -> &Arc<str> {
        &self.0
    }
}

impl Default for Sentence {
    fn default() -> Self {
        Self("The black cat sat on the couch and the brown dog slept on the rug.".into())
    }
}

/// The path of a file of word vectors. A path in a scene is a name: nothing is read before a person has
/// asked for that file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VectorsFile(Arc<str>);

impl VectorsFile {
    /// The text for no file.
    pub const TOY: &'static str = "toy";
    /// As long as paths get.
    const LONGEST: usize = 4096;
    /// What is allowed, for an error.
    pub(super) const ALLOWED: &'static str =
        "expected the path of a file, of up to 4096 characters, or toy";

    /// A path.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_path = !text.is_empty() && !text.contains(char::is_control);
        (is_path && text.chars().count() <= Self::LONGEST).then(|| Self(text.into()))
    }

    /// As typed.
    pub fn text(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_may_hold_anything() {
        assert_eq!(escaped("salt & pepper = 100 %"), "salt%20%26%20pepper%20=%20100%20%25");
        assert_eq!(unescaped("100 %"), "100 %", "what is no escape stands for itself");
        assert_eq!(Sentence::new(&"x".repeat(Sentence::LONGEST + 1)), None);
        assert_eq!(VectorsFile::new(" \n"), None);
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in "\\PC{0,60}") {
            let escaped = escaped(&text);
            prop_assert!(!escaped.contains(['&', '#', ' ']));
            prop_assert_eq!(unescaped(&escaped), text);
        }
    }
}
