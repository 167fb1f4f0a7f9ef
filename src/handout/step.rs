//! Steps as slabs: lines of text and figures.

use super::{
    pages::{Paper, Slab},
    text::{Line, lines},
};
use crate::{
    export::{
        ExportError, FigureFormat, FigureRequest, FigureSize, PageItem, Progress, Provenance,
        whole_figure,
    },
    lesson::{Block, Highlight, Inline, Lesson},
    picture::{
        Align, Body, Face, Figure, Part, Parts, Point, Rect, Rgb, Shape, Text, Theme,
        formula_shapes,
    },
    scene::Scene,
    views::{Results, View},
};

const TITLE_SIZE: f32 = 20.0;
const STEP_SIZE: f32 = 13.5;
const TEXT_SIZE: f32 = 10.0;
const FORMULA_SIZE: f32 = 13.0;
/// Space above paragraphs, steps and figures.
const PARAGRAPH_GAP: f32 = 6.0;
const STEP_GAP: f32 = 22.0;
const FIGURE_GAP: f32 = 10.0;
/// Indentation of list items and of questions.
const INDENT: f32 = 14.0;
/// Height of the main figure, over the whole width, and of one that shares the width with another, in millimeters.
const WIDE_HEIGHT: f32 = 86.0;
const HALF_HEIGHT: f32 = 62.0;
/// Height of a figure over the whole width that is not the main one.
const LOW_HEIGHT: f32 = 70.0;
/// Space between two figures beside each other, in millimeters.
const BETWEEN: f32 = 5.0;

/// Title of the lesson.
pub(super) fn title(lesson: &Lesson, paper: Paper, theme: Theme) -> Slab {
    let text = Face::SemiBold.fitting(&lesson.title, TITLE_SIZE, paper.text_width());
    let at = Point { x: 0.0, y: TITLE_SIZE };
    Slab {
        height: 1.3 * TITLE_SIZE,
        keeps_next: true,
        ..Slab::of([words(text, at, Align::Left, TITLE_SIZE, Face::SemiBold, theme.text)])
    }
}

/// Heading, text and figures of step `i`.
pub(super) fn slabs(
    lesson: &Lesson,
    i: usize,
    paper: Paper,
    theme: Theme,
    progress: &Progress,
) -> Result<Vec<Slab>, ExportError> {
    let step = &lesson.steps[i];
    let mut out = vec![heading(i + 1, &step.title, theme)];
    for block in &step.blocks {
        out.extend(block_slabs(block, paper, theme));
    }
    // The text stays with the figure that it speaks of.
    for slab in &mut out {
        slab.keeps_next = true;
    }
    out.extend(figures(
        &step.link.scene,
        step.link.target.and_then(Highlight::view),
        paper,
        theme,
        progress,
    )?);
    Ok(out)
}

fn heading(number: usize, title: &str, theme: Theme) -> Slab {
    let text = |text: String, x, color| {
        words(text, Point { x, y: STEP_SIZE }, Align::Left, STEP_SIZE, Face::SemiBold, color)
    };
    Slab {
        height: 1.3 * STEP_SIZE,
        gap: STEP_GAP,
        keeps_next: true,
        ..Slab::of([
            text(number.to_string(), 0.0, theme.accent),
            text(title.to_owned(), 1.6 * STEP_SIZE, theme.text),
        ])
    }
}

fn block_slabs(block: &Block, paper: Paper, theme: Theme) -> Vec<Slab> {
    let width = paper.text_width();
    match block {
        Block::Paragraph(inline) => paragraph(inline, 0.0, width, theme),
        Block::Point(depth, marker, inline) => {
            let indent = INDENT * (1.0 + *depth as f32);
            let mut slabs = paragraph(inline, indent, width, theme);
            if let Some((first, baseline)) = slabs.first_mut().and_then(first_baseline) {
                let at = Point { x: indent - 4.0, y: baseline };
                let marker = marker.clone();
                let color = theme.weak_text;
                first.items.push(words(marker, at, Align::Right, TEXT_SIZE, Face::Regular, color));
            }
            slabs
        }
        Block::Choice(_, inline) => {
            let mut slabs = paragraph(inline, 1.6 * INDENT, width, theme);
            if let Some((first, baseline)) = slabs.first_mut().and_then(first_baseline) {
                let at = Point { x: 1.6 * INDENT - 4.0, y: baseline };
                let (mark, color) = ("•".to_owned(), theme.accent);
                first.items.push(words(mark, at, Align::Right, TEXT_SIZE, Face::Regular, color));
            }
            slabs
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
            text.trim_end().lines().map(|line| code_line(line, width, theme)).collect()
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

fn code_line(line: &str, width: f32, theme: Theme) -> Slab {
    let height = 1.42 * TEXT_SIZE;
    let rect = Rect { x: 0.0, y: 0.0, width, height: height + 0.5 };
    let at = Point { x: 4.0, y: TEXT_SIZE };
    let text = Face::Regular.fitting(line, TEXT_SIZE, width - 8.0);
    Slab {
        height,
        ..Slab::of([
            PageItem::Shape(Shape::Fill { rect, color: theme.panel }),
            words(text, at, Align::Left, 0.94 * TEXT_SIZE, Face::Regular, theme.text),
        ])
    }
}

/// Lines of a text, the first with a gap above.
fn paragraph(inline: &Inline, indent: f32, width: f32, theme: Theme) -> Vec<Slab> {
    let lines = lines(inline, TEXT_SIZE, width - indent, theme);
    let slab = |(i, Line { shapes, ascent, descent, .. }): (usize, Line)| {
        let moved = shapes.into_iter().map(|shape| shape.moved(indent, ascent));
        Slab {
            height: ascent + descent,
            gap: if i == 0 { PARAGRAPH_GAP } else { 0.0 },
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

/// Figures of a scene: the main view over the whole width, the others below it, two beside each other where they are
/// charts.
fn figures(
    scene: &Scene,
    main: Option<View>,
    paper: Paper,
    theme: Theme,
    progress: &Progress,
) -> Result<Vec<Slab>, ExportError> {
    let table = scene.table();
    let known = Results::default();
    let mut views: Vec<View> = scene.draft().views.iter().collect();
    views.sort_by_key(|&view| Some(view) != main);
    let mut figures = Vec::new();
    for view in views {
        let figure = whole_figure(view, scene, &table, theme, &known, || progress.is_wanted())?;
        figures.push(figure);
    }
    let width = paper.text_width() / POINTS_PER_MM;
    let half = (width - BETWEEN) / 2.0;
    let mut slabs = Vec::new();
    let mut rest = figures.into_iter().peekable();
    while let Some(figure) = rest.next() {
        let is_first = slabs.is_empty();
        let beside = (!is_first && is_small(&figure)).then(|| rest.next_if(is_small)).flatten();
        let (first_size, has_caption) = match beside {
            Some(_) => ((half, HALF_HEIGHT), false),
            None => ((width, if is_first { WIDE_HEIGHT } else { LOW_HEIGHT }), is_first),
        };
        let mut items = vec![item(figure, scene, first_size, has_caption, 0.0)];
        if let Some(beside) = beside {
            let x = (half + BETWEEN) * POINTS_PER_MM;
            items.push(item(beside, scene, first_size, false, x));
        }
        slabs.push(Slab {
            height: first_size.1 * POINTS_PER_MM,
            gap: FIGURE_GAP,
            ..Slab::of(items)
        });
    }
    Ok(slabs)
}

const POINTS_PER_MM: f32 = 72.0 / 25.4;

/// True for a figure that is readable on half the width of a page.
fn is_small(figure: &Figure) -> bool {
    matches!(figure.body, Body::Chart(_) | Body::Dials(_))
}

fn item(
    figure: Figure,
    scene: &Scene,
    (width, height): (f32, f32),
    has_caption: bool,
    x: f32,
) -> PageItem {
    let size = FigureSize::of_millimeters(f64::from(width), f64::from(height));
    let parts = Parts::ALL.without(Part::Words).with(Part::Caption, has_caption);
    let request = FigureRequest { size, parts, ..FigureRequest::new(FigureFormat::Pdf) };
    PageItem::Figure {
        figure: Box::new(figure),
        request,
        provenance: Provenance::of(scene),
        at: Point { x, y: 0.0 },
    }
}

fn words(text: String, at: Point, align: Align, size: f32, face: Face, color: Rgb) -> PageItem {
    PageItem::Shape(Shape::Text(Text { at, align, text, size, face, color, is_turned: false }))
}
