//! Questions of a step and their answers, as they are printed.

use super::{Block, Run, Step, Style};

impl Step {
    /// Letters of the answers to choose from.
    pub const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    /// Letter of the right answer; `None` without answers to choose from.
    pub fn right_letter(&self) -> Option<char> {
        let choices = self.blocks.iter().filter_map(|block| match block {
            Block::Choice(is_right, _) => Some(*is_right),
            _ => None,
        });
        Self::LETTERS.chars().zip(choices).find(|(_, is_right)| *is_right).map(|(letter, _)| letter)
    }

    /// Blocks that ask: those up to the answers to choose from, and the questions set apart.
    pub fn question(&self) -> Vec<&Block> {
        let num_before = self.num_before_answer().unwrap_or(0);
        let (before, after) = self.blocks.split_at(num_before);
        let is_question =
            |block: &&Block| matches!(block, Block::Aside(_)) && !self.answer.is_empty();
        before.iter().chain(after.iter().filter(is_question)).collect()
    }

    /// True for a step that asks something that the key answers.
    pub fn asks(&self) -> bool {
        self.right_letter().is_some() || !self.answer.is_empty()
    }

    /// Right one of the answers to choose from, with its letter.
    pub fn right_choice(&self) -> Option<Block> {
        let right = self.blocks.iter().find_map(|block| match block {
            Block::Choice(true, inline) => Some(inline),
            _ => None,
        });
        self.right_letter().zip(right).map(|(letter, right)| {
            let strong = Style { is_strong: true, ..Style::default() };
            let mut inline = right.clone();
            let letter = Run::Words(format!("{letter}  "), strong);
            inline.runs.insert(0, (letter, None));
            Block::Paragraph(inline)
        })
    }
}
