//! Composes sheets, at the largest scale that fits.

use super::canvas::Canvas;
use crate::picture::{Align, Drawing, Face, Laid, Point, Rect, Sheet, SheetLine, Verdict};

const FORMULA_SIZE: f32 = 18.0;
const NUMBERS_SIZE: f32 = 14.0;
const REMARK_SIZE: f32 = 13.0;
const COUNT_WIDTH: f32 = 26.0;
const PADDING: f32 = 7.0;
const BETWEEN: f32 = 5.0;
/// Smallest and largest scale of the type: smaller type is unreadable, larger type is obtrusive.
const SCALES: (f32, f32) = (0.5, 1.25);
/// Smallest scale in an exported figure: its numbers are nearly as large as tick labels.
const READABLE: f32 = 0.65;

/// Draws a sheet, at the largest scale that fits into the area.
pub(super) fn compose(sheet: &Sheet, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let indent = indent(sheet);
    // Remarks are placed beside the formulas or below them, whichever allows larger type.
    let scaled = |place| scale(sheet, area, place).clamp(SCALES.0, SCALES.1);
    let (beside, below) = (scaled(Remarks::Beside), scaled(Remarks::Below));
    // Remarks go below if even the smallest type is too wide, so that nothing overlaps.
    let is_beside = beside >= below && beside > SCALES.0;
    let (scale, place) =
        if is_beside { (beside, Remarks::Beside) } else { (below, Remarks::Below) };
    let mut lines = Vec::new();
    let mut y = area.y;
    for (i, line) in sheet.lines.iter().enumerate() {
        let laid = LaidLine::new(line, scale, place);
        let rect = Rect { y, height: laid.height, ..area };
        if sheet.has_numbers {
            let at = Point { x: area.x + 4.0, y: y + laid.baselines[0] };
            let color = canvas.frame.theme.weak_text;
            canvas.text((i + 1).to_string(), at, Align::Left, REMARK_SIZE * scale, color);
        }
        laid.draw(&mut canvas, rect, indent * scale);
        y += laid.height;
        if i + 1 < sheet.lines.len() {
            let height = canvas.hairline();
            let rule = Rect { y: canvas.snapped(y), height, ..area };
            let color = canvas.frame.theme.line;
            canvas.fill(rule, color);
        }
        lines.push((rect, line.plain_text()));
    }
    Drawing { lines, ..Drawing::of(canvas.shapes) }
}

/// True if all lines fit into an area in readable type.
pub(super) fn fits(sheet: &Sheet, area: Rect) -> bool {
    [Remarks::Beside, Remarks::Below].into_iter().any(|place| scale(sheet, area, place) >= READABLE)
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

/// Largest scale at which all lines fit, in width and height.
fn scale(sheet: &Sheet, area: Rect, place: Remarks) -> f32 {
    let laid: Vec<LaidLine> =
        sheet.lines.iter().map(|line| LaidLine::new(line, 1.0, place)).collect();
    let height: f32 = laid.iter().map(|line| line.height).sum();
    let width = laid.iter().map(LaidLine::width).fold(1.0, f32::max) + indent(sheet);
    (area.height / height.max(1.0)).min(area.width / width)
}

/// Line with every part measured.
struct LaidLine {
    formula: Laid,
    numbers: Laid,
    remark: String,
    remark_size: f32,
    verdict: Verdict,
    place: Remarks,
    /// Baselines of the formula, the numbers and the remark, from the top of the line.
    baselines: [f32; 3],
    height: f32,
}

impl LaidLine {
    fn new(line: &SheetLine, scale: f32, place: Remarks) -> Self {
        let formula = line.formula.laid(FORMULA_SIZE * scale);
        let numbers = line.numbers.laid(NUMBERS_SIZE * scale);
        let remark_size = REMARK_SIZE * scale;
        let first = PADDING * scale + formula.ascent.max(FORMULA_SIZE * scale * 0.75);
        let mut height = first + formula.descent;
        let mut second = first;
        if !numbers.items.is_empty() {
            second = height + BETWEEN * scale + numbers.ascent;
            height = second + numbers.descent;
        }
        let third = match place {
            Remarks::Beside => first,
            Remarks::Below => {
                height += BETWEEN * scale + remark_size;
                height - 0.2 * remark_size
            }
        };
        Self {
            formula,
            numbers,
            remark: format!("{}{}", line.remark, line.verdict.mark()),
            remark_size,
            verdict: line.verdict,
            place,
            baselines: [first, second, third],
            height: height + PADDING * scale,
        }
    }

    fn width(&self) -> f32 {
        let remark = Face::Regular.width(&self.remark, self.remark_size);
        let parts = match self.place {
            Remarks::Beside => [self.formula.width + 16.0 + remark, self.numbers.width, 0.0],
            Remarks::Below => [self.formula.width, self.numbers.width, remark],
        };
        parts.into_iter().fold(0.0, f32::max) + 8.0
    }

    fn draw(&self, canvas: &mut Canvas<'_>, rect: Rect, indent: f32) {
        let theme = canvas.frame.theme;
        let x = rect.x + indent;
        let [first, second, third] = self.baselines.map(|baseline| rect.y + baseline);
        canvas.formula(&self.formula, Point { x, y: first }, theme.text);
        canvas.formula(&self.numbers, Point { x, y: second }, theme.weak_text);
        let color = match self.verdict {
            Verdict::Holds => theme.good,
            Verdict::Fails => theme.error,
            Verdict::Open => theme.weak_text,
        };
        let (align, x) = match self.place {
            Remarks::Beside => (Align::Right, rect.right() - 4.0),
            Remarks::Below => (Align::Left, x),
        };
        canvas.text(self.remark.as_str(), Point { x, y: third }, align, self.remark_size, color);
    }
}
