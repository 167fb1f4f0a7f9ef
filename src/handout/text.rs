//! Inline text as lines of shapes, broken between words.

use crate::{
    lesson::{Inline, LinkTarget, Run, Style},
    picture::{
        Align, Face, Point, Rect, Shape, Text, Theme, formula_shapes,
        typeset::{Piece, filled},
    },
};

/// Font size of formulas and code, relative to the text around them.
const FORMULA: f32 = 1.08;
pub(super) const CODE: f32 = 0.88;
/// Space above and below the letters of a line, relative to the font size.
const ASCENT: f32 = 1.0;
const DESCENT: f32 = 0.42;

/// Shapes about a baseline at y = 0.
#[derive(Default)]
pub(super) struct Line {
    pub(super) shapes: Vec<Shape>,
    pub(super) ascent: f32,
    pub(super) descent: f32,
    width: f32,
}

/// Part of a line that is never broken: a word with all that is attached to it.
#[derive(Default)]
struct Atom {
    line: Line,
    /// Width of the space after it.
    space: f32,
    /// True if a new line begins after it.
    is_last: bool,
}

/// Lays out text in lines of a width. A word that is wider than that gets a line of its own.
pub(super) fn lines(inline: &Inline, size: f32, width: f32, theme: Theme) -> Vec<Line> {
    let atoms = atoms(inline, size, theme);
    let pieces = atoms.iter().map(|atom| Piece {
        width: atom.line.width,
        space: atom.space,
        ends_line: atom.is_last,
    });
    let ranges = filled(pieces, |_| width);
    let mut atoms = atoms.into_iter();
    let mut lines: Vec<Line> = Vec::new();
    for range in ranges {
        let (mut line, mut space) = (Line::default(), 0.0);
        for atom in atoms.by_ref().take(range.len()) {
            line.append(atom.line, space);
            space = atom.space;
        }
        lines.push(line);
    }
    lines.retain(|line| line.width > 0.0);
    for line in &mut lines {
        line.ascent = line.ascent.max(ASCENT * size);
        line.descent = line.descent.max(DESCENT * size);
    }
    lines
}

impl Line {
    fn append(&mut self, other: Self, space: f32) {
        let x = self.width + space;
        self.shapes.extend(other.shapes.into_iter().map(|shape| shape.moved(x, 0.0)));
        self.width = x + other.width;
        self.ascent = self.ascent.max(other.ascent);
        self.descent = self.descent.max(other.descent);
    }

    fn push_text(&mut self, text: &str, face: Face, size: f32, theme: Theme) {
        self.shapes.push(Shape::Text(Text::new(
            Point { x: self.width, y: 0.0 },
            Align::Left,
            text.to_owned(),
            size,
            face,
            theme.text,
        )));
        self.width += face.width(text, size);
    }
}

/// Words of the text, each with what follows it without a space.
fn atoms(inline: &Inline, size: f32, theme: Theme) -> Vec<Atom> {
    let mut atoms = vec![Atom::default()];
    for (i, (run, target)) in inline.runs.iter().enumerate() {
        match run {
            Run::Words(text, style) => words(&mut atoms, text, face(*style), size, theme),
            Run::Code(text) => {
                let line = current(&mut atoms);
                let (x, width) = (line.width, Face::Mono.width(text, CODE * size));
                line.shapes.push(Shape::Fill {
                    rect: Rect { x, y: -0.9 * size, width, height: 1.2 * size },
                    color: theme.panel,
                });
                line.push_text(text, Face::Mono, CODE * size, theme);
            }
            Run::Formula(formula) => {
                let laid = formula.laid(FORMULA * size);
                let line = current(&mut atoms);
                let at = Point { x: line.width, y: 0.0 };
                line.shapes.extend(formula_shapes(&laid, at, [theme.text; 2], 0.4));
                line.width += laid.width;
                line.ascent = line.ascent.max(laid.ascent + 0.1 * size);
                line.descent = line.descent.max(laid.descent + 0.1 * size);
            }
            Run::Break => {
                if let Some(atom) = atoms.last_mut() {
                    atom.is_last = true;
                }
                atoms.push(Atom::default());
            }
        }
        // On paper, the address of a page is all that is left of a link.
        let next = inline.runs.get(i + 1).and_then(|(_, target)| *target);
        if *target != next
            && let Some(LinkTarget::Page(address)) =
                target.and_then(|target| inline.link_targets.get(target))
        {
            words(&mut atoms, &format!(" ({address})"), Face::Regular, size, theme);
        }
    }
    atoms
}

fn current(atoms: &mut [Atom]) -> &mut Line {
    &mut atoms.last_mut().expect("the first atom is there from the start").line
}

fn words(atoms: &mut Vec<Atom>, text: &str, face: Face, size: f32, theme: Theme) {
    let space = face.width(" ", size);
    for (i, word) in text.split(' ').enumerate() {
        if i > 0 {
            if let Some(atom) = atoms.last_mut() {
                atom.space = space;
            }
            atoms.push(Atom::default());
        }
        if !word.is_empty() {
            current(atoms).push_text(word, face, size, theme);
        }
    }
}

/// The bundled fonts have no italics: emphasis is semi-bold as well.
fn face(style: Style) -> Face {
    if style.is_strong || style.is_emphasized { Face::SemiBold } else { Face::Regular }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::{Block, Lesson};

    #[test]
    fn words_stay_within_the_width() {
        let text =
            "# Title\n## Step\nSome words with $\\omega_k$, a `code` and *more* words after it.\n";
        let lesson = Lesson::new(text);
        let Block::Paragraph(inline) = &lesson.steps[0].blocks[0] else { panic!("a paragraph") };
        for width in [40.0, 90.0, 1000.0] {
            let lines = lines(inline, 10.0, width, Theme::LIGHT);
            let widest = lines.iter().map(|line| line.width).fold(0.0, f32::max);
            assert!(widest <= width.max(60.0), "{widest} within {width}");
            let words: Vec<String> = lines
                .iter()
                .flat_map(|line| &line.shapes)
                .filter_map(|shape| match shape {
                    Shape::Text(text) => Some(text.text.clone()),
                    _ => None,
                })
                .collect();
            assert_eq!(words.len(), 13, "every word is there at {width}: {words:?}");
        }
    }
}
