//! Line above a chart or a panel: its letter, its title, and what is shown of the scene.

use super::canvas::{Canvas, NAME_SIZE};
use crate::picture::{Align, Face, Formula, Laid, Omission, Point, Shape, Text};

/// Font size of letters and titles.
const SIZE: f32 = 13.0;
const LINE: f32 = 15.0;
/// Space below the last line.
const BELOW: f32 = 8.0;
/// Space between the title and what follows it.
const BETWEEN: f32 = 7.0;
const MOST_LINES: usize = 2;

/// Letter, title and state of a panel; each may be empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Heading<'a> {
    pub(super) letter: String,
    pub(super) title: &'a str,
    pub(super) state: &'a str,
}

/// Line of a heading.
#[derive(Default)]
struct HeadingLine {
    bold: String,
    words: String,
    state: Laid,
}

impl Heading<'_> {
    /// Height of the heading within a width; 0 if it is empty.
    pub(super) fn height(&self, room: f32) -> f32 {
        match self.lines(room).0.len() {
            0 => 0.0,
            num => num as f32 * LINE + BELOW,
        }
    }

    /// Width of the heading on one line.
    pub(super) fn width(&self) -> f32 {
        let (lines, _) = self.lines(f32::INFINITY);
        let width = |line: &HeadingLine| {
            Face::SemiBold.width(&line.bold, SIZE) + BETWEEN + line.state.width
        };
        lines.iter().map(width).fold(0.0, f32::max)
    }

    /// Draws the heading from a height above a point, to the right of it.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, corner: Point, room: f32, height: f32) {
        let theme = canvas.frame.theme;
        let (lines, omitted) = self.lines(room);
        canvas.omitted.extend(omitted.into_iter().map(Omission::Element));
        for (i, line) in lines.into_iter().enumerate() {
            let y = corner.y - height + (i + 1) as f32 * LINE;
            let mut x = corner.x;
            if !line.bold.is_empty() {
                x += Face::SemiBold.width(&line.bold, SIZE) + BETWEEN;
            }
            canvas.shape(Shape::Text(Text::new(
                Point { y, ..corner },
                Align::Left,
                line.bold,
                SIZE,
                Face::SemiBold,
                theme.text,
            )));
            canvas.words(&line.words, &line.state, Point { x, y }, theme.weak_text);
        }
    }

    /// Lines of the heading, and the parts for which there is no room.
    fn lines(&self, room: f32) -> (Vec<HeadingLine>, Vec<String>) {
        let bold = format!("{} {}", self.letter, self.title).trim().to_owned();
        let mut lines = Vec::new();
        let mut omitted = Vec::new();
        let bold = Face::SemiBold.fitting_heading(&bold, SIZE, room);
        let mut taken = match &*bold {
            "" => 0.0,
            bold => Face::SemiBold.width(bold, SIZE) + BETWEEN,
        };
        let laid = |text: &str| Formula::named(text).laid(NAME_SIZE / Formula::WORDS);
        let mut line = HeadingLine { bold, ..HeadingLine::default() };
        for clause in self.state.split(", ").filter(|clause| !clause.is_empty()) {
            let longer = if line.words.is_empty() {
                clause.to_owned()
            } else {
                format!("{}, {clause}", line.words)
            };
            let longer_line = laid(&longer);
            if taken + longer_line.width <= room {
                (line.words, line.state) = (longer, longer_line);
                continue;
            }
            let alone = laid(clause);
            let num_lines = lines.len() + usize::from(!line.is_empty());
            if alone.width > room || num_lines == MOST_LINES {
                omitted.push(clause.to_owned());
                continue;
            }
            let next =
                HeadingLine { words: clause.to_owned(), state: alone, ..HeadingLine::default() };
            let before = std::mem::replace(&mut line, next);
            lines.extend(Some(before).filter(|line| !line.is_empty()));
            taken = 0.0;
        }
        lines.extend(Some(line).filter(|line| !line.is_empty()));
        (lines, omitted)
    }
}

impl HeadingLine {
    fn is_empty(&self) -> bool {
        self.bold.is_empty() && self.state.items.is_empty()
    }
}
