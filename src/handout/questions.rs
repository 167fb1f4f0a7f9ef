//! Questions of a lesson, as a quiz, and the key with their answers.

use super::{
    block::{INDENT, blocks, heading},
    pages::{Paper, Slab},
};
use crate::{
    export::PageItem,
    lesson::{Block, Inline, Lesson, Run, Step, Style},
    picture::{Rect, Shape, Theme},
};

/// Height of a line to write on, in points, and the number of lines for an answer in words.
const WRITTEN_LINE: f32 = 20.0;
const NUM_LINES: usize = 3;

/// Key with the answers to all questions, by the number of the step, on a page of its own; nothing if none is asked.
pub(super) fn answers(lesson: &Lesson, paper: Paper, theme: Theme) -> Vec<Slab> {
    let mut slabs = Vec::new();
    for (i, step) in lesson.steps.iter().enumerate().filter(|(_, step)| step.asks()) {
        if slabs.is_empty() {
            slabs.push(Slab { begins_page: true, ..heading("", "Answers", paper, theme) });
        }
        slabs.extend(keyed(i + 1, &reasoned_key(step), paper, theme));
    }
    slabs
}

/// Text of a step without what gives its answer away: the reasons below the choices stand with the answers.
pub(super) fn asked(step: &Step, paper: Paper, theme: Theme) -> Vec<Slab> {
    let Some(num_before) = step.num_before_answer() else {
        return blocks(&step.blocks, paper, theme);
    };
    let (before, after) = step.blocks.split_at(num_before);
    let mut slabs = blocks(before, paper, theme);
    // The choices are on one page.
    let is_choice = |block: &Block| matches!(block, Block::Choice(..));
    let num_choices = before.iter().filter(|block| is_choice(block)).count();
    slabs.iter_mut().rev().skip(1).take(2 * num_choices).for_each(|slab| slab.keeps_next = true);
    let asides = after.iter().filter(|block| matches!(block, Block::Aside(_)));
    slabs.extend(blocks(asides, paper, theme));
    slabs
}

/// Key of a step with the reasons that stand below its choices.
fn reasoned_key(step: &Step) -> Vec<Block> {
    let after = step.num_before_answer().map_or(&[][..], |num| &step.blocks[num..]);
    let reasons = after.iter().filter(|block| !matches!(block, Block::Aside(_)));
    step.key().into_iter().chain(reasons.cloned()).collect()
}

/// Answer with its number before the first line.
fn keyed(number: usize, key: &[Block], paper: Paper, theme: Theme) -> Vec<Slab> {
    let number = Inline {
        runs: vec![(Run::Words(format!("{number}:  "), Style::default()), None)],
        ..Inline::default()
    };
    let mut key = key.to_vec();
    match key.first_mut() {
        Some(Block::Paragraph(first)) => first.runs.splice(..0, number.runs).for_each(drop),
        _ => key.insert(0, Block::Paragraph(number)),
    }
    blocks(&key, paper, theme)
}

/// Questions with room for answers, and the key on a page of its own.
pub(super) fn quiz(lesson: &Lesson, paper: Paper, theme: Theme) -> Vec<Slab> {
    let asking: Vec<&Step> = lesson.steps.iter().filter(|step| step.asks()).collect();
    let mut slabs = Vec::new();
    for (i, step) in asking.iter().enumerate() {
        slabs.push(heading(&(i + 1).to_string(), &step.title, paper, theme));
        let mut question = blocks(step.question(), paper, theme);
        if !step.answer.is_empty() {
            question.extend((0..NUM_LINES).map(|_| written_line(paper, theme)));
        }
        // A question is on one page.
        if let Some((_, before)) = question.split_last_mut() {
            for slab in before.iter_mut() {
                slab.keeps_next = true;
            }
        }
        slabs.extend(question);
    }
    for (i, step) in asking.iter().enumerate() {
        if i == 0 {
            slabs.push(Slab { begins_page: true, ..heading("", "Key", paper, theme) });
        }
        slabs.extend(keyed(i + 1, &reasoned_key(step), paper, theme));
    }
    slabs
}

/// Line to write on.
fn written_line(paper: Paper, theme: Theme) -> Slab {
    let (x, width) = (INDENT, paper.text_width() - INDENT);
    let rect = Rect { x, y: WRITTEN_LINE - 0.5, width, height: 0.5 };
    let line = PageItem::Shape(Shape::Fill { rect, color: theme.weak_text });
    Slab { height: WRITTEN_LINE, ..Slab::of([line]) }
}
