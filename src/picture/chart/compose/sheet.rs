//! Composes sheets: formulas with their numbers, remarks and verdicts.

use super::{
    canvas::Canvas,
    type_scale::{SMALLEST, SetInType},
};
use crate::picture::{
    Align, Drawing, Face, Laid, Point, Rect, Sheet, SheetLine, Verdict, typeset::text_lines,
};

const FORMULA_SIZE: f32 = 18.0;
const NUMBERS_SIZE: f32 = 14.0;
const REMARK_SIZE: f32 = 13.0;
const COUNT_WIDTH: f32 = 26.0;
const PADDING: f32 = 7.0;
const BETWEEN: f32 = 5.0;
/// Space at the right.
const MARGIN: f32 = 8.0;
/// Height of a line of a remark, relative to its size.
const REMARK_LINE: f32 = 1.3;
/// Factor by which lines may be larger than their area, against rounding.
const ALMOST: f32 = 1.0001;

impl SetInType for Sheet {
    const SIZE: f32 = REMARK_SIZE;
    const LEAST: f32 = SMALLEST;

    /// Sizes of the unbroken lines, with remarks beside the formulas or below them.
    fn wanted(&self) -> Vec<(f32, f32)> {
        let size = |place| size(self, &laid(self, place, f32::INFINITY));
        vec![size(Remarks::Beside), size(Remarks::Below)]
    }

    /// True if all lines fit, the wide ones broken.
    fn fits(&self, area: Rect) -> bool {
        let (width, height) = size(self, &laid(self, Remarks::Below, area.width));
        height <= area.height && width <= area.width
    }

    /// No line is left out.
    fn scale_of_part(&self, _area: Rect) -> f32 {
        SMALLEST / Self::SIZE
    }
}

/// Draws a sheet: remarks stand below the formulas where they do not fit beside them, and wide lines are broken.
pub(super) fn compose(sheet: &Sheet, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let beside = laid(sheet, Remarks::Beside, f32::INFINITY);
    let (width, height) = size(sheet, &beside);
    let has_room = width <= ALMOST * area.width && height <= ALMOST * area.height;
    let lines = if has_room { beside } else { laid(sheet, Remarks::Below, ALMOST * area.width) };
    let mut y = area.y;
    for (i, (line, laid)) in sheet.lines.iter().zip(lines).enumerate() {
        let rect = Rect { y, height: laid.height, ..area };
        if sheet.has_numbers {
            let at = Point { x: area.x + 4.0, y: y + laid.baselines[0] };
            let color = canvas.frame.theme.weak_text;
            canvas.text((i + 1).to_string(), at, Align::Left, REMARK_SIZE, color);
        }
        laid.draw(&mut canvas, rect, indent(sheet));
        y += laid.height;
        if i + 1 < sheet.lines.len() {
            let height = canvas.hairline();
            let rule = Rect { y: canvas.snapped(y), height, ..area };
            let color = canvas.frame.theme.line;
            canvas.fill(rule, color);
        }
        canvas.say(rect, line.plain_text());
    }
    canvas.finished()
}

fn indent(sheet: &Sheet) -> f32 {
    if sheet.has_numbers { COUNT_WIDTH } else { 4.0 }
}

/// Placement of remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remarks {
    /// At the right end of the formula's line.
    Beside,
    /// On a line of their own, below the numbers.
    Below,
}

/// Lines of a sheet in a width, in which all but remarks beside formulas are broken.
fn laid(sheet: &Sheet, place: Remarks, width: f32) -> Vec<LaidLine> {
    let room = width - indent(sheet) - MARGIN;
    sheet.lines.iter().map(|line| LaidLine::new(line, place, room)).collect()
}

/// Width and height of the lines of a sheet.
fn size(sheet: &Sheet, lines: &[LaidLine]) -> (f32, f32) {
    let width = lines.iter().map(LaidLine::width).fold(1.0, f32::max) + indent(sheet);
    (width, lines.iter().map(|line| line.height).sum::<f32>().max(1.0))
}

/// Line with every part measured.
struct LaidLine {
    formula: Laid,
    numbers: Laid,
    /// Lines of the remark.
    remark: Vec<String>,
    verdict: Verdict,
    place: Remarks,
    /// Baselines of the formula, the numbers and the remark, from the top of the line.
    baselines: [f32; 3],
    height: f32,
}

impl LaidLine {
    /// Lays out a line. Parts that are wider than `room` are broken.
    fn new(line: &SheetLine, place: Remarks, room: f32) -> Self {
        let formula = line.formula.laid_within(FORMULA_SIZE, room);
        let numbers = line.numbers.laid_within(NUMBERS_SIZE, room);
        let text = format!("{}{}", line.remark, line.verdict.mark());
        let remark = match place {
            Remarks::Beside => vec![text],
            Remarks::Below => text_lines(text.split(' '), " ", room, (Face::Regular, REMARK_SIZE)),
        };
        let first = PADDING + formula.ascent.max(FORMULA_SIZE * 0.75);
        let mut height = first + formula.descent;
        let mut second = first;
        if !numbers.items.is_empty() {
            second = height + BETWEEN + numbers.ascent;
            height = second + numbers.descent;
        }
        let third = match place {
            Remarks::Beside => first,
            Remarks::Below => {
                let first = height + BETWEEN + 0.8 * REMARK_SIZE;
                let further = remark.len().saturating_sub(1) as f32 * REMARK_LINE;
                height += BETWEEN + REMARK_SIZE * (1.0 + further);
                first
            }
        };
        Self {
            formula,
            numbers,
            remark,
            verdict: line.verdict,
            place,
            baselines: [first, second, third],
            height: height + PADDING,
        }
    }

    fn width(&self) -> f32 {
        let remarks = self.remark.iter().map(|line| Face::Regular.width(line, REMARK_SIZE));
        let remark = remarks.fold(0.0, f32::max);
        let parts = match self.place {
            Remarks::Beside => [self.formula.width + 16.0 + remark, self.numbers.width, 0.0],
            Remarks::Below => [self.formula.width, self.numbers.width, remark],
        };
        parts.into_iter().fold(0.0, f32::max) + MARGIN
    }

    fn draw(&self, canvas: &mut Canvas<'_>, rect: Rect, indent: f32) {
        let theme = canvas.frame.theme;
        let x = rect.x + indent;
        let [first, second, third] = self.baselines.map(|baseline| rect.y + baseline);
        canvas.formula(&self.formula, Point { x, y: first }, theme.text);
        canvas.formula(&self.numbers, Point { x, y: second }, theme.weak_text);
        let color = self.verdict.color(theme);
        let (align, x) = match self.place {
            Remarks::Beside => (Align::Right, rect.right() - 4.0),
            Remarks::Below => (Align::Left, x),
        };
        for (i, remark) in self.remark.iter().enumerate() {
            let y = third + i as f32 * REMARK_LINE * REMARK_SIZE;
            canvas.text(remark.as_str(), Point { x, y }, align, REMARK_SIZE, color);
        }
    }
}
