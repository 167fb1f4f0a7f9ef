//! Tests of the parser: a valid lesson, lessons with errors, and arbitrary text.

use proptest::prelude::*;

use super::*;

const TEXT: &str = "\
# [Waves](scene:d_model=64)

Before the first step.

## [One](scene:views=waves,heatmap&controls=offset#offset)

Text with *stress*, **strength**, `code`, $\\omega_k$ and [a link](scene:position=7#heatmap:cell).

$$ \\frac{t}{2} $$

- a point
- another

> A question? [Show it](scene:)

## Two

```
let x = 1;
```
";

fn paragraph(block: &Block) -> &Inline {
    match block {
        Block::Paragraph(inline) | Block::Aside(inline) | Block::Point(_, _, inline) => inline,
        other => panic!("no text: {other:?}"),
    }
}

#[test]
fn lesson_is_read_step_by_step() {
    let lesson = lesson(TEXT);
    assert_eq!(lesson.errors, [], "nothing is wrong with it");
    assert_eq!(lesson.title, "Waves");
    let titles: Vec<&str> = lesson.steps.iter().map(|step| step.title.as_str()).collect();
    assert_eq!(
        titles,
        ["Waves", "One", "Two"],
        "what stands before the first step is one by itself"
    );
    let scenes: Vec<String> = lesson.steps.iter().map(|step| step.link.scene.to_string()).collect();
    assert_eq!(
        scenes,
        ["d_model=64", "d_model=64&controls=offset&views=heatmap,waves", "d_model=64"]
    );
    let one = &lesson.steps[1];
    assert_eq!(one.link.target, Some(Highlight::Control(crate::scene::Key::Offset)));
    let text = paragraph(&one.blocks[0]);
    assert_eq!(text.plain_text(), "Text with stress, strength, code, ω_k and a link.");
    assert_eq!(text.goal_text(0), "a link");
    let LinkTarget::Scene(link) = &text.link_targets[0] else { panic!("a link leads to a scene") };
    let expected = "d_model=64&position=7&controls=offset&views=heatmap,waves";
    assert_eq!(link.scene.to_string(), expected, "on top of its step");
    assert_eq!(link.target, Some(Highlight::Cell(crate::scene::View::Heatmap)));
    assert!(matches!(one.blocks[1], Block::Formula(_)), "a formula on a line of its own");
    assert!(matches!(&one.blocks[3], Block::Point(0, marker, _) if marker == "•"));
    assert!(matches!(one.blocks[4], Block::Aside(_)));
    assert_eq!(lesson.steps[2].blocks, [Block::Code("let x = 1;".to_owned())]);
}

#[track_caller]
fn check_error(text: &str, line: usize, expected: &str) {
    let lesson = lesson(text);
    let errors: Vec<String> = lesson.errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    let expected = format!("line {line}: {expected}");
    assert!(errors[0].starts_with(&expected), "{:?} must begin with {expected:?}", errors[0]);
    assert!(!lesson.steps.is_empty(), "the rest still works");
}

#[test]
fn errors_name_their_line() {
    check_error("# A\n\n## B\n\n[x](scene:width=4) y", 5, "unknown scene key \"width\"");
    check_error("# A\n\n## [B](scene:d_model=0)\n", 3, "invalid d_model \"0\"");
    check_error("# A\n## B\n[x](scene:#proof)", 3, "proof is highlighted but not open");
    check_error("# A\n## B\n[x](scene:#nothing)", 3, "unknown highlight \"nothing\"");
    check_error(
        "# A\n## B\n[x](scene:controls=offset#base)",
        3,
        "base is highlighted but not among",
    );
    check_error("# A\n## B\n[x](scene:#heatmap:all)", 3, "a view has no part \"all\"");
    check_error("# A\n## B\n[x](file:///etc/passwd)", 3, "invalid link \"file:///etc/passwd\"");
    check_error("# A\n## B\ntext $\\foo$", 3, "\\foo is not known");
    check_error("# A\n## B\n![x](y.png)", 3, "pictures are not shown");
    check_error("# A\n## B\na <b>c", 3, "HTML is not shown");
    check_error("# A\n## B\n\n<table></table>\n\ntext", 4, "HTML is not shown");
    check_error("# A\n## B\n\n| a | b |\n|---|---|\n| 1 | 2 |", 4, "tables are not shown");
    check_error("# A\n## B\n\n$$ \\frac{1}{2 $$", 4, "the formula does not end");
    check_error("## B\ntext", 1, "expected a title at the beginning");
    check_error("# A\n\n# B\n", 3, "a second title");
    check_error("# A", 1, "expected at least one step");
    let empty = lesson("");
    assert_eq!(empty.steps.len(), 1, "even nothing has a step that says so: {:?}", empty.errors);
}

#[test]
fn directives_are_not_shown_in_their_place() {
    let text = "# A\n\n<!-- notes\ngoal: To *know*.\n-->\n\n## B\n\n<!-- class: 3 -->\n\nText. <!-- window -->Drag\n**k**.\
                <!-- /window --> More.\n\n<!-- window -->\n\nClick.\n\n<!-- /window -->\n\n> Why?\n\n<!-- answer: Since\n\n```\nx\n```\n-->\n";
    let lesson = lesson(text);
    assert_eq!(lesson.errors, []);
    assert_eq!(lesson.notes[0].1.plain_text(), "To know.");
    let [step] = &lesson.steps[..] else { panic!("one step") };
    assert_eq!(step.class_minutes, Some(3));
    let texts = |blocks: &[Block], on_paper: bool| -> Vec<String> {
        let inlines = blocks.iter().filter_map(Block::inline);
        inlines
            .map(|inline| if on_paper { inline.on_paper() } else { inline.clone() })
            .map(|inline| inline.plain_text())
            .collect()
    };
    assert_eq!(texts(&step.blocks, false), ["Text. Drag k. More.", "Click.", "Why?"]);
    assert_eq!(texts(&step.blocks, true), ["Text.  More.", "", "Why?"]);
    assert_eq!(texts(&step.answer, false), ["Since"]);
    assert_eq!(step.answer[1], Block::Code("x".to_owned()));
    check_error(
        "# A\n## B\n\n<!-- class: x -->\n",
        4,
        "invalid class \"x\": expected a number of minutes",
    );
    check_error("# A\n## B\n\n<!-- answer: $\\foo$ -->\n", 4, "\\foo is not known");
    check_error(
        "# A\n## B\n\n<!-- x --> text\n",
        4,
        "a line that begins with a comment ends with it",
    );
}

proptest! {
    #[test]
    fn any_text_gives_a_step(text in "[#\\[\\]()$`*>:a-z=&\n -]{0,200}|\\PC{0,100}") {
        prop_assert!(!lesson(&text).steps.is_empty());
    }
}
