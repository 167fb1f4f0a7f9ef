//! Lessons bundled with the program.

/// Title of a lesson: its first line, without parsing the rest.
pub fn title(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
    line.strip_prefix('[').and_then(|line| line.split_once(']')).map_or(line, |(title, _)| title)
}

/// Number of bundled lessons.
pub const NUM_BUNDLED: usize = 19;

/// Parts of the course, each with the number of its lessons.
const PARTS: [(&str, usize); 3] = [
    ("The encoding of the paper", 9),
    ("Tables and rotary models", 5),
    ("Grids, biases, learned and packed", 5),
];

/// Title of the part that begins with a lesson, counted from 0.
pub fn part_from(lesson: usize) -> Option<&'static str> {
    let mut first = 0;
    PARTS.into_iter().find_map(|(title, num)| {
        let is_first = first == lesson;
        first += num;
        is_first.then_some(title)
    })
}

/// Texts of the bundled lessons, in the order in which they are taught.
pub static BUNDLED: [&str; NUM_BUNDLED] = [
    include_str!("../../assets/lessons/1-order.md"),
    include_str!("../../assets/lessons/2-counting.md"),
    include_str!("../../assets/lessons/3-criteria.md"),
    include_str!("../../assets/lessons/4-formula.md"),
    include_str!("../../assets/lessons/5-counter.md"),
    include_str!("../../assets/lessons/6-wavelengths.md"),
    include_str!("../../assets/lessons/7-rotation.md"),
    include_str!("../../assets/lessons/8-words.md"),
    include_str!("../../assets/lessons/9-common-mistakes.md"),
    include_str!("../../assets/lessons/10-is-my-table-right.md"),
    include_str!("../../assets/lessons/11-the-rotation-is-the-encoding.md"),
    include_str!("../../assets/lessons/12-same-weights-other-pairs.md"),
    include_str!("../../assets/lessons/13-longer-than-trained.md"),
    include_str!("../../assets/lessons/14-why-short-prompts-hide-it.md"),
    include_str!("../../assets/lessons/15-what-does-a-square-hide.md"),
    include_str!("../../assets/lessons/16-is-a-bias-enough.md"),
    include_str!("../../assets/lessons/17-what-a-network-learns.md"),
    include_str!("../../assets/lessons/18-packed-padded-shifted.md"),
    include_str!("../../assets/lessons/19-what-was-trained.md"),
];

/// One page about the encoding of the paper, without figures.
pub static SUMMARY: &str = include_str!("../../assets/lessons/summary.md");

/// Exercises with solutions.
pub static EXERCISES: &str = include_str!("../../assets/lessons/exercises.md");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lesson::{Block, Inline, Lesson, LinkTarget, NoteKind, Run},
        picture::{Face, Formula, Item},
    };

    fn all() -> impl Iterator<Item = &'static str> {
        BUNDLED.into_iter().chain([SUMMARY, EXERCISES])
    }

    #[test]
    fn parts_hold_all_lessons() {
        assert_eq!(PARTS.iter().map(|it| it.1).sum::<usize>(), NUM_BUNDLED);
        let titles: Vec<&str> = (0..NUM_BUNDLED).filter_map(part_from).collect();
        assert_eq!(titles, PARTS.map(|it| it.0));
    }

    #[test]
    fn questions_have_answers_and_lessons_have_notes() {
        for text in BUNDLED {
            let lesson = Lesson::new(text);
            let kinds: Vec<NoteKind> = lesson.notes.iter().map(|(kind, _)| *kind).collect();
            assert_eq!(kinds, NoteKind::ALL, "{}", lesson.title);
            let mut has_choices = false;
            for step in &lesson.steps {
                let asides = step.blocks.iter().filter(|block| matches!(block, Block::Aside(_)));
                let texts = asides.filter_map(Block::inline).map(Inline::plain_text);
                let num = texts.filter(|text| text.contains('?')).count();
                assert!(num <= step.answer.len(), "{}: {num} questions", step.title);
                has_choices |= step.num_before_answer().is_some();
                let before = step.num_before_answer().map_or(&[][..], |num| &step.blocks[..num]);
                let asked = before.iter().rev().filter_map(Block::inline).map(Inline::plain_text);
                let is_asked = before.is_empty() || asked.into_iter().any(|it| it.contains('?'));
                assert!(is_asked, "{}: answers without a question", step.title);
            }
            assert!(has_choices, "{} asks nothing before a picture", lesson.title);
        }
        for text in [SUMMARY, EXERCISES] {
            assert_eq!(Lesson::new(text).errors, []);
        }
        assert!(Lesson::new(EXERCISES).steps.iter().all(|step| !step.answer.is_empty()));
    }

    #[test]
    fn paper_does_not_ask_for_clicks() {
        for text in all() {
            for step in Lesson::new(text).steps {
                let printed = step.blocks.iter().filter_map(Block::inline).map(Inline::on_paper);
                for text in printed.map(|inline| inline.plain_text()) {
                    let word = ["Drag", "Click", "Play the", "Step through", "Switch between"];
                    let word = word.into_iter().find(|word| text.contains(word));
                    assert_eq!(word, None, "{}: {text}", step.title);
                }
            }
        }
    }

    #[test]
    fn bundled_lessons_are_valid() {
        for text in BUNDLED {
            let lesson = Lesson::new(text);
            assert_eq!(lesson.errors, [], "{}", lesson.title);
            assert_eq!(lesson.title, title(text), "the menu calls it the same");
            assert!((4..=9).contains(&lesson.steps.len()), "{}: an hour has so many", lesson.title);
            for step in &lesson.steps {
                assert!(step.link.target.is_some() || !step.blocks.is_empty(), "{}", step.title);
                let inlines: Vec<&Inline> = step.blocks.iter().filter_map(Block::inline).collect();
                let words: usize =
                    inlines.iter().map(|inline| inline.plain_text().split(' ').count()).sum();
                assert!((20..=150).contains(&words), "{}: {words} words", step.title);
                let link_targets = inlines.iter().flat_map(|inline| &inline.link_targets);
                for link_target in link_targets {
                    assert!(
                        matches!(link_target, LinkTarget::Scene(_)),
                        "{}: {link_target:?}",
                        step.title
                    );
                }
            }
        }
    }

    #[test]
    fn every_character_has_a_glyph() {
        let check = |formula: &Formula| {
            for item in formula.laid(20.0).items {
                if let Item::Glyphs(glyphs) = item {
                    assert!(glyphs.face.covers(&glyphs.text), "{glyphs:?} has no glyph");
                }
            }
        };
        for text in all() {
            let lesson = Lesson::new(text);
            let notes = lesson.notes.iter().map(|(_, note)| note.plain_text());
            for note in notes.chain(NoteKind::ALL.iter().map(|kind| kind.title().to_owned())) {
                assert!(Face::Regular.covers(&note), "{note:?} lacks a glyph");
            }
            let steps = lesson.steps.iter();
            for block in steps.flat_map(|step| step.blocks.iter().chain(&step.answer)) {
                if let Block::Formula(formula) = block {
                    check(formula);
                }
                for (run, _) in block.inline().iter().flat_map(|inline| &inline.runs) {
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
