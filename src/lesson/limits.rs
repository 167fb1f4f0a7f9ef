//! Largest sizes of a lesson, far above those of any that is taught. They bound time and memory of showing and
//! printing.

use super::{Block, Lesson};

impl Lesson {
    /// Largest number of steps. Each has a scene, and its figures in a handout.
    pub const MOST_STEPS: usize = 500;
    /// Largest number of paragraphs, formulas, list items and lines of code.
    const MOST_PARTS: usize = 10_000;
    /// Longest word, and longest line of code, in characters. Neither is ever broken.
    const LONGEST_WORD: usize = 1000;
    /// Longest title of a lesson or of a step in characters.
    const LONGEST_TITLE: usize = 500;

    /// The first limit that the lesson exceeds, in words; `None` if it exceeds none.
    pub(super) fn exceeded_limit(&self) -> Option<String> {
        if self.steps.len() > Self::MOST_STEPS {
            return Some(format!("more than {} steps", Self::MOST_STEPS));
        }
        let blocks = || self.steps.iter().flat_map(|step| step.blocks.iter().chain(&step.answer));
        let num_parts: usize = blocks()
            .map(|block| if let Block::Code(text) = block { text.lines().count() } else { 1 })
            .sum();
        if num_parts > Self::MOST_PARTS {
            return Some(format!("more than {} paragraphs and lines of code", Self::MOST_PARTS));
        }
        let mut titles = self.steps.iter().map(|step| &step.title).chain([&self.title]);
        if titles.any(|title| title.chars().count() > Self::LONGEST_TITLE) {
            return Some(format!("a title of more than {} characters", Self::LONGEST_TITLE));
        }
        let is_wide = |line: &str| line.chars().count() > Self::LONGEST_WORD;
        let is_of_code =
            |block: &Block| matches!(block, Block::Code(text) if text.lines().any(is_wide));
        if blocks().any(is_of_code) {
            return Some(format!("a line of code of more than {} characters", Self::LONGEST_WORD));
        }
        let has_long_note = self.notes.iter().any(|(_, note)| is_long(&note.plain_text()));
        let has_long = has_long_note || blocks().any(has_long_word);
        has_long.then(|| format!("a word of more than {} characters", Self::LONGEST_WORD))
    }
}

fn is_long(text: &str) -> bool {
    text.split(char::is_whitespace).any(|word| {
        word.len() > Lesson::LONGEST_WORD && word.chars().count() > Lesson::LONGEST_WORD
    })
}

// Errors are short, and so is what a parsed formula holds.
fn has_long_word(block: &Block) -> bool {
    block.inline().is_some_and(|inline| is_long(&inline.plain_text()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::BUNDLED;

    #[test]
    fn bundled_lessons_are_far_below_the_limits() {
        /// Share of each limit that a real lesson may reach.
        const SHARE: usize = 10;
        for text in BUNDLED {
            let lesson = Lesson::new(text);
            assert_eq!(lesson.exceeded_limit(), None, "{}", lesson.title);
            let num_steps = lesson.steps.len();
            assert!(num_steps * SHARE < Lesson::MOST_STEPS, "{}: {num_steps} steps", lesson.title);
            let num_lines = text.lines().count();
            assert!(num_lines * SHARE < Lesson::MOST_PARTS, "{}: {num_lines} lines", lesson.title);
        }
    }

    #[test]
    fn each_excess_names_its_limit() {
        let step = "# T\n## S\n";
        for (text, expected) in [
            ("# T\n".to_owned() + &"## S\n".repeat(2000), "more than 500 steps"),
            (step.to_owned() + &"a\n\n".repeat(11_000), "more than 10000 paragraphs"),
            (step.to_owned() + &"- a\n".repeat(11_000), "more than 10000 paragraphs"),
            (format!("{step}```\n{}```\n", "x\n".repeat(11_000)), "more than 10000 paragraphs"),
            (step.to_owned() + &"a".repeat(1001), "a word of more than 1000 characters"),
            (format!("{step}```\n{}\n```\n", "x ".repeat(501)), "a line of code of more than 1000"),
            (step.to_owned() + &"*a*".repeat(1001), "a word of more than 1000 characters"),
            (step.to_owned() + &"[".repeat(1001), "a word of more than 1000 characters"),
            (format!("# {}\n## S\nx", "T ".repeat(501)), "a title of more than 500 characters"),
            (format!("# T\n## {}\nx", "S".repeat(501)), "a title of more than 500 characters"),
        ] {
            let found = Lesson::new(&text).exceeded_limit().unwrap_or_default();
            let begin: String = text.chars().take(30).collect();
            assert!(found.starts_with(expected), "{begin}…: {found:?}");
        }
    }

    /// A formula beyond the limit is an error in its place, whose text is cut.
    #[test]
    fn a_long_formula_is_an_error_in_its_place() {
        for formula in ["()".repeat(5000), "(".repeat(9000), "x+".repeat(5000)] {
            let lesson = Lesson::new(&format!("# T\n## S\nThen ${formula}$ follows.\n"));
            assert_eq!(lesson.errors.len(), 1, "{:?}", lesson.errors);
            assert_eq!(lesson.exceeded_limit(), None, "the rest is shown");
        }
    }
}
