//! Comments of a lesson that are directives.

use std::ops::Range;

use super::LessonParser;
use crate::lesson::{
    Block, Inline, LessonError, Step,
    directive::{Directive, directive},
};

impl LessonParser<'_> {
    /// Takes HTML: a comment is a directive or a remark, anything else an error.
    pub(super) fn html(&mut self, text: &str, range: &Range<usize>) {
        match directive(text) {
            Some(Ok(directive)) => self.directive(directive, range),
            Some(Err(reason)) => self.inline_error(range, &reason),
            None if !text.trim_start().starts_with("<!--") => {
                self.inline_error(range, "HTML is not shown");
            }
            None if text.trim_end().ends_with("-->") => {}
            None => self.inline_error(range, "a line that begins with a comment ends with it"),
        }
    }

    fn directive(&mut self, directive: Directive<'_>, range: &Range<usize>) {
        match directive {
            Directive::Window(true) => {
                self.window_from = Some(self.inline.runs.len());
                self.is_at_mark = true;
            }
            Directive::Window(false) => {
                self.is_at_mark = true;
                if let Some(from) = self.window_from.take() {
                    self.inline.window_only.push(from..self.inline.runs.len());
                }
            }
            Directive::Notes(notes) => {
                for (kind, text) in notes {
                    let within = self.text.get(range.clone()).and_then(|it| it.find(text));
                    let blocks = self.blocks(text, range.start + within.unwrap_or(0));
                    let inline = blocks.iter().find_map(Block::inline).cloned();
                    self.lesson.notes.push((kind, inline.unwrap_or_default()));
                }
            }
            Directive::Class(minutes) => match self.lesson.steps.last_mut() {
                Some(step) => step.class_minutes = Some(minutes),
                None => self.inline_error(range, "class: expected after the heading of a step"),
            },
            Directive::Quiz(quiz) => match self.lesson.steps.last_mut() {
                Some(step) => step.quiz = quiz,
                None => self.inline_error(range, "quiz: expected after the heading of a step"),
            },
            Directive::Answer(text) => {
                let blocks = self.blocks(text, range.start);
                match self.lesson.steps.last_mut() {
                    Some(step) => step.answer.extend(blocks),
                    None => {
                        self.inline_error(range, "answer: expected after the heading of a step");
                    }
                }
            }
        }
    }

    /// Blocks of Markdown within a directive that begins at a byte offset.
    fn blocks(&mut self, text: &str, at: usize) -> Vec<Block> {
        let mut within = LessonParser::new(text);
        (within.common, within.base) = (self.common.clone(), self.base.clone());
        within.read();
        within.flush();
        let before = self.line(at) - 1;
        let errors = within.lesson.errors.into_iter();
        self.lesson.errors.extend(
            errors.map(|LessonError { line, reason }| LessonError { line: before + line, reason }),
        );
        within.lesson.steps.into_iter().flat_map(|Step { blocks, .. }| blocks).collect()
    }

    /// Ends the marks of text that is of no use on paper, in inline text whose first runs are left out.
    pub(super) fn window_only(&mut self, inline: &mut Inline, num_left_out: usize) {
        if let Some(from) = &mut self.window_from {
            inline.window_only.push(std::mem::take(from)..inline.runs.len() + num_left_out);
        }
        for runs in &mut inline.window_only {
            *runs = runs.start.saturating_sub(num_left_out)..runs.end.saturating_sub(num_left_out);
        }
    }
}
