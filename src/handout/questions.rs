//! Questions of a lesson, as a quiz, and the key with their answers.

use super::{
    block::{INDENT, blocks, heading},
    figures::{HandoutDrawing, ShownPictures, figures},
    pages::{Paper, Slab},
};
use crate::{
    export::{ExportError, PageItem},
    lesson::{Block, InQuiz, Inline, Lesson, Run, Step, Style},
    picture::{Rect, Shape, Theme},
};

/// Height of a line to write on, in points, and the number of lines for an answer in words.
const WRITTEN_LINE: f32 = 20.0;
const NUM_LINES: usize = 3;

/// Key with the answers to all questions, by the number of the step, on a page of its own; nothing if none is asked.
pub(super) fn answers(
    lesson: &Lesson,
    drawing: &mut HandoutDrawing<'_>,
) -> Result<Vec<Slab>, ExportError> {
    let asking = (1..).zip(&lesson.steps).filter(|(_, step)| step.asks());
    key("Answers", asking, ShownPictures::All, drawing)
}

/// Answers of numbered steps, each with the figures of what is seen after one is chosen.
fn key<'a>(
    title: &str,
    asking: impl Iterator<Item = (usize, &'a Step)>,
    shown: ShownPictures,
    drawing: &mut HandoutDrawing<'_>,
) -> Result<Vec<Slab>, ExportError> {
    let (paper, theme) = (drawing.paper, drawing.theme);
    let mut slabs = Vec::new();
    for (number, step) in asking {
        if slabs.is_empty() {
            slabs.push(Slab { begins_page: true, ..heading("", title, paper, theme) });
        }
        let mut text = keyed(number, &reasoned_key(step), paper, theme);
        let has_choices = step.num_before_answer().is_some();
        let figures = if has_choices { figures(step, shown, drawing)? } else { Vec::new() };
        // An answer is on one page, with the picture that it speaks of.
        let num_kept = text.len() - usize::from(figures.is_empty());
        for slab in text.iter_mut().take(num_kept) {
            slab.keeps_next = true;
        }
        slabs.extend(text.into_iter().chain(figures));
    }
    Ok(slabs)
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

/// Key of a step: the right choice, the reasons that stand below it, and the answers in words; after choices, these
/// follow their question.
fn reasoned_key(step: &Step) -> Vec<Block> {
    let after = step.num_before_answer().map_or(&[][..], |num| &step.blocks[num..]);
    let is_question = |block: &&Block| matches!(block, Block::Aside(_));
    let reasons = after.iter().filter(|block| !is_question(block));
    let questions = after.iter().filter(|block| is_question(block) && !step.answer.is_empty());
    let key = reasons.chain(questions).chain(&step.answer).cloned();
    step.right_choice().into_iter().chain(key).collect()
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

/// Questions with room for answers, and the key on a page of its own, each answer with its main figure.
pub(super) fn quiz(
    lesson: &Lesson,
    drawing: &mut HandoutDrawing<'_>,
) -> Result<Vec<Slab>, ExportError> {
    let (paper, theme) = (drawing.paper, drawing.theme);
    let is_asked = |step: &&Step| step.asks() && step.quiz != InQuiz::Nothing;
    let asking = || (1..).zip(lesson.steps.iter().filter(is_asked));
    let mut slabs = Vec::new();
    for (number, step) in asking() {
        let mut own = vec![heading(&number.to_string(), &step.title, paper, theme)];
        if step.quiz == InQuiz::Picture {
            own.extend(figures(step, ShownPictures::All, drawing)?);
        }
        own.extend(blocks(step.question(), paper, theme));
        if !step.answer.is_empty() {
            own.extend((0..NUM_LINES).map(|_| written_line(paper, theme)));
        }
        // A question is on one page.
        if let Some((_, before)) = own.split_last_mut() {
            for slab in before.iter_mut() {
                slab.keeps_next = true;
            }
        }
        slabs.extend(own);
    }
    slabs.extend(key("Key", asking(), ShownPictures::Main, drawing)?);
    Ok(slabs)
}

/// Line to write on.
fn written_line(paper: Paper, theme: Theme) -> Slab {
    let (x, width) = (INDENT, paper.text_width() - INDENT);
    let rect = Rect { x, y: WRITTEN_LINE - 0.5, width, height: 0.5 };
    let line = PageItem::Shape(Shape::Fill { rect, color: theme.weak_text });
    Slab { height: WRITTEN_LINE, ..Slab::of([line]) }
}
