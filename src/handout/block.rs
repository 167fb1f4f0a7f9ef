//! Blocks of text as slabs: lines, formulas and code.

use super::{
    pages::{Paper, Slab},
    text::{CODE, Line, lines},
};
use crate::{
    export::PageItem,
    lesson::{Block, Inline, Run, Step, Style},
    picture::{Align, Face, Point, Rect, Rgb, Shape, Text, Theme, formula_shapes},
};

/// Style of titles and of names before a text.
pub(super) const STRONG: Style = Style { is_strong: true, is_emphasized: false };

pub(super) const TEXT_SIZE: f32 = 10.0;
const TITLE_SIZE: f32 = 20.0;
const STEP_SIZE: f32 = 13.5;
const FORMULA_SIZE: f32 = 13.0;
/// Space above paragraphs and headings.
const PARAGRAPH_GAP: f32 = 6.0;
const HEADING_GAP: f32 = 22.0;
/// Indentation of list items and of questions.
pub(super) const INDENT: f32 = 14.0;

/// Title of a handout, in as many lines as it needs.
pub(super) fn title(text: &str, paper: Paper, theme: Theme) -> Vec<Slab> {
    let inline =
        Inline { runs: vec![(Run::Words(text.to_owned(), STRONG), None)], ..Inline::default() };
    let mut slabs = set(&inline, (TITLE_SIZE, 0.0), 0.0, paper.text_width(), theme);
    for slab in &mut slabs {
        slab.keeps_next = true;
    }
    slabs
}

/// Heading with its number, or another mark before it.
pub(super) fn heading(mark: &str, text: &str, paper: Paper, theme: Theme) -> Slab {
    let indent =
        if mark.is_empty() { 0.0 } else { (1.6 * STEP_SIZE).max(mark.len() as f32 * 10.0) };
    let text = Face::SemiBold.fitting(text, STEP_SIZE, paper.text_width() - indent);
    let set = |text: String, x, color| {
        words(text, Point { x, y: STEP_SIZE }, Align::Left, STEP_SIZE, Face::SemiBold, color)
    };
    Slab {
        height: 1.3 * STEP_SIZE,
        gap: HEADING_GAP,
        keeps_next: true,
        ..Slab::of([set(mark.to_owned(), 0.0, theme.accent), set(text, indent, theme.text)])
    }
}

/// Blocks as they are printed. The answers to choose from have letters, and none is marked.
pub(super) fn blocks<'a>(
    blocks: impl IntoIterator<Item = &'a Block>,
    paper: Paper,
    theme: Theme,
) -> Vec<Slab> {
    let mut letters = Step::LETTERS.chars();
    let slabs = blocks.into_iter().flat_map(|block| {
        let mark = match block {
            Block::Choice(..) => letters.next().map(String::from).unwrap_or_default(),
            Block::Point(_, marker, _) => marker.clone(),
            _ => String::new(),
        };
        block_slabs(block, &mark, paper, theme)
    });
    slabs.collect()
}

fn block_slabs(block: &Block, mark: &str, paper: Paper, theme: Theme) -> Vec<Slab> {
    let width = paper.text_width();
    match block {
        Block::Paragraph(inline) => paragraph(inline, 0.0, width, theme),
        Block::Point(depth, _, inline) => {
            let indent = INDENT * (1.0 + *depth as f32);
            marked(paragraph(inline, indent, width, theme), mark, indent, theme.weak_text)
        }
        Block::Choice(_, inline) => {
            let indent = 1.6 * INDENT;
            marked(paragraph(inline, indent, width, theme), mark, indent, theme.accent)
        }
        Block::Aside(inline) => {
            let mut slabs = paragraph(inline, INDENT, width, theme);
            for (i, slab) in slabs.iter_mut().enumerate() {
                let gap = if i == 0 { 0.0 } else { slab.gap };
                let rect = Rect { x: 0.0, y: -gap, width: 2.5, height: slab.height + gap };
                slab.items.push(PageItem::Shape(Shape::Fill { rect, color: theme.accent }));
            }
            slabs
        }
        Block::Formula(formula) => {
            let laid = formula.laid_within(FORMULA_SIZE, width - INDENT);
            let at = Point { x: INDENT, y: laid.ascent };
            let shapes = formula_shapes(&laid, at, [theme.text, theme.selection], 0.5);
            vec![Slab {
                height: laid.ascent + laid.descent,
                gap: PARAGRAPH_GAP + 3.0,
                ..Slab::of(shapes.into_iter().map(PageItem::Shape))
            }]
        }
        Block::Code(text) => {
            let mut slabs: Vec<Slab> =
                text.trim_end().lines().map(|line| code_line(line, width, theme)).collect();
            if let Some(first) = slabs.first_mut() {
                first.gap = PARAGRAPH_GAP;
            }
            slabs
        }
        Block::Error(error) => {
            let at = Point { x: 0.0, y: TEXT_SIZE };
            let text = Face::Regular.fitting(&error.to_string(), TEXT_SIZE, width);
            vec![Slab {
                height: 1.42 * TEXT_SIZE,
                gap: PARAGRAPH_GAP,
                ..Slab::of([words(text, at, Align::Left, TEXT_SIZE, Face::Regular, theme.error)])
            }]
        }
    }
}

/// Lines with a mark before the first.
fn marked(mut slabs: Vec<Slab>, mark: &str, indent: f32, color: Rgb) -> Vec<Slab> {
    if let Some((first, baseline)) = slabs.first_mut().and_then(first_baseline) {
        let at = Point { x: indent - 4.0, y: baseline };
        let mark = mark.to_owned();
        first.items.push(words(mark, at, Align::Right, TEXT_SIZE, Face::Regular, color));
    }
    slabs
}

fn code_line(line: &str, width: f32, theme: Theme) -> Slab {
    let height = 1.42 * TEXT_SIZE;
    let rect = Rect { x: 0.0, y: 0.0, width, height: height + 0.5 };
    let at = Point { x: 4.0, y: TEXT_SIZE };
    let text = Face::Mono.fitting(line, CODE * TEXT_SIZE, width - 8.0);
    Slab {
        height,
        ..Slab::of([
            PageItem::Shape(Shape::Fill { rect, color: theme.panel }),
            words(text, at, Align::Left, CODE * TEXT_SIZE, Face::Mono, theme.text),
        ])
    }
}

/// Lines of a text as it is printed, the first with a gap above.
pub(super) fn paragraph(inline: &Inline, indent: f32, width: f32, theme: Theme) -> Vec<Slab> {
    set(inline, (TEXT_SIZE, PARAGRAPH_GAP), indent, width, theme)
}

/// Lines of a text in a size, the first with a gap above.
fn set(
    inline: &Inline,
    (size, gap): (f32, f32),
    indent: f32,
    width: f32,
    theme: Theme,
) -> Vec<Slab> {
    let lines = lines(&inline.on_paper(), size, width - indent, theme);
    let slab = |(i, Line { shapes, ascent, descent, .. }): (usize, Line)| {
        let moved = shapes.into_iter().map(|shape| shape.moved(indent, ascent));
        Slab {
            height: ascent + descent,
            gap: if i == 0 { gap } else { 0.0 },
            ..Slab::of(moved.map(PageItem::Shape))
        }
    };
    lines.into_iter().enumerate().map(slab).collect()
}

/// Baseline of the first text of a slab.
fn first_baseline(slab: &mut Slab) -> Option<(&mut Slab, f32)> {
    let baseline = slab.items.iter().find_map(|item| match item {
        PageItem::Shape(Shape::Text(text)) => Some(text.at.y),
        _ => None,
    })?;
    Some((slab, baseline))
}

pub(super) fn words(
    text: String,
    at: Point,
    align: Align,
    size: f32,
    face: Face,
    color: Rgb,
) -> PageItem {
    PageItem::Shape(Shape::Text(Text::new(at, align, text, size, face, color)))
}
