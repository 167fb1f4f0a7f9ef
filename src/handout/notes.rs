//! Notes for the teacher of a lesson: goal, needs, time, the wrong answer to expect, what to click, and the plan of the
//! steps.

use super::{
    block::{STRONG, blocks, heading},
    pages::{Paper, Slab},
};
use crate::{
    lesson::{Block, Inline, Lesson, Run, Step, Style},
    picture::Theme,
};

/// Notes, and a line for each step with its time.
pub(super) fn notes(lesson: &Lesson, paper: Paper, theme: Theme) -> Vec<Slab> {
    let mut slabs = Vec::new();
    for (kind, text) in &lesson.notes {
        let name = Run::Words(format!("{}.  ", kind.title()), STRONG);
        let mut inline = text.clone();
        inline.runs.insert(0, (name, None));
        slabs.extend(blocks([&Block::Paragraph(inline)], paper, theme));
    }
    slabs.push(heading("", "Steps", paper, theme));
    let plan: Vec<Block> = lesson.steps.iter().zip(1..).map(planned).collect();
    slabs.extend(blocks(&plan, paper, theme));
    slabs
}

/// Item of the plan: title of the step, its minutes in the path of one class, and its questions.
fn planned((step, number): (&Step, usize)) -> Block {
    let mut runs = vec![(Run::Words(step.title.clone(), STRONG), None)];
    let mut say = |text: String| runs.push((Run::Words(text, Style::default()), None));
    if let Some(minutes) = step.class_minutes {
        say(format!(" · one class: {minutes} min"));
    }
    for block in &step.blocks {
        match block {
            Block::Choice(true, inline) => say(format!(" · right: {}", inline.plain_text())),
            Block::Aside(inline) => say(format!(" · asks: {}", inline.on_paper().plain_text())),
            _ => {}
        }
    }
    for answer in step.answer.iter().filter_map(Block::inline) {
        say(format!(" · answer: {}", answer.on_paper().plain_text()));
    }
    Block::Point(0, format!("{number}."), Inline { runs, ..Inline::default() })
}
