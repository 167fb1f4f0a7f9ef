//! The lessons that come with the program.

/// The title of a lesson, without reading all of it: its first line.
pub fn title(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
    line.strip_prefix('[').and_then(|line| line.split_once(']')).map_or(line, |(title, _)| title)
}

/// How many there are.
pub const NUM_BUNDLED: usize = 9;

/// Their texts, in the order in which they are taught.
pub const BUNDLED: [&str; NUM_BUNDLED] = [
    include_str!("../../assets/lessons/1-order.md"),
    include_str!("../../assets/lessons/2-counting.md"),
    include_str!("../../assets/lessons/3-criteria.md"),
    include_str!("../../assets/lessons/4-formula.md"),
    include_str!("../../assets/lessons/5-counter.md"),
    include_str!("../../assets/lessons/6-wavelengths.md"),
    include_str!("../../assets/lessons/7-rotation.md"),
    include_str!("../../assets/lessons/8-words.md"),
    include_str!("../../assets/lessons/9-common-mistakes.md"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lesson::{Block, Goal, Inline, Lesson, Run},
        picture::{Face, Formula, Item},
    };

    fn inlines(block: &Block) -> Option<&Inline> {
        match block {
            Block::Paragraph(inline) | Block::Aside(inline) | Block::Point(_, _, inline) => {
                Some(inline)
            }
            Block::Formula(_) | Block::Code(_) | Block::Error(_) => None,
        }
    }

    #[test]
    fn every_lesson_is_whole() {
        for text in BUNDLED {
            let lesson = Lesson::new(text);
            assert_eq!(lesson.errors, [], "{}", lesson.title);
            assert_eq!(lesson.title, title(text), "the menu calls it the same");
            assert!((4..=8).contains(&lesson.steps.len()), "{}: an hour has so many", lesson.title);
            for step in &lesson.steps {
                assert!(step.link.target.is_some() || !step.blocks.is_empty(), "{}", step.title);
                let inlines: Vec<&Inline> = step.blocks.iter().filter_map(inlines).collect();
                let words: usize =
                    inlines.iter().map(|inline| inline.plain_text().split(' ').count()).sum();
                assert!((20..=150).contains(&words), "{}: {words} words", step.title);
                let goals = inlines.iter().flat_map(|inline| &inline.goals);
                for goal in goals {
                    assert!(matches!(goal, Goal::Scene(_)), "{}: {goal:?}", step.title);
                }
            }
        }
    }

    #[test]
    fn every_letter_of_a_formula_has_a_glyph() {
        let check = |formula: &Formula| {
            for item in formula.laid(20.0).items {
                if let Item::Glyphs(glyphs) = item {
                    assert!(Face::Math.covers(&glyphs.text), "{glyphs:?} has no glyph");
                }
            }
        };
        for text in BUNDLED {
            for block in Lesson::new(text).steps.iter().flat_map(|step| &step.blocks) {
                if let Block::Formula(formula) = block {
                    check(formula);
                }
                for (run, _) in inlines(block).iter().flat_map(|inline| &inline.runs) {
                    match run {
                        Run::Formula(formula) => check(formula),
                        Run::Words(words, _) | Run::Code(words) => {
                            assert!(Face::Regular.covers(words), "{words:?} lacks a glyph");
                        }
                        Run::Break => {}
                    }
                }
            }
        }
    }
}
