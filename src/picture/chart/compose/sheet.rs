//! Composes sheets, at the largest scale that fits.

use super::canvas::Canvas;
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
/// Smallest and largest scale of the type: smaller type is unreadable, larger type is obtrusive.
const SCALES: (f32, f32) = (0.5, 2.4);
/// Scale from which on formulas are not broken into lines to make the type larger.
const WHOLE: f32 = 1.0;
/// Smallest scale in an exported figure: its numbers are nearly as large as tick labels.
const READABLE: f32 = 0.65;

/// Draws a sheet, at the largest scale that fits into the area.
pub(super) fn compose(sheet: &Sheet, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let indent = indent(sheet);
    let (scale, place) = chosen(sheet, area);
    let mut y = area.y;
    for (i, line) in sheet.lines.iter().enumerate() {
        let laid = LaidLine::new(line, scale, place, area.width - indent * scale - MARGIN);
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
        canvas.say(rect, line.plain_text());
    }
    canvas.finished()
}

/// True if all lines fit into an area in readable type.
pub(super) fn fits(sheet: &Sheet, area: Rect) -> bool {
    chosen(sheet, area).0 >= READABLE
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

/// Largest scale at which all lines fit, and the placement of the remarks: beside the formulas or below them, whichever
/// allows larger type. Lines that are too wide are broken rather than made small.
fn chosen(sheet: &Sheet, area: Rect) -> (f32, Remarks) {
    let (beside, below) = (scale(sheet, area, Remarks::Beside), scale(sheet, area, Remarks::Below));
    if beside.max(below) < WHOLE {
        let broken = scale_of_broken(sheet, area);
        if broken > beside.max(below) {
            return (broken, Remarks::Below);
        }
    }
    let (beside, below) = (beside.clamp(SCALES.0, SCALES.1), below.clamp(SCALES.0, SCALES.1));
    // Remarks go below if even the smallest type is too wide, so that nothing overlaps.
    let is_beside = beside >= below && beside > SCALES.0;
    if is_beside { (beside, Remarks::Beside) } else { (below, Remarks::Below) }
}

/// Largest scale at which all lines fit, in width and height, without being broken.
fn scale(sheet: &Sheet, area: Rect, place: Remarks) -> f32 {
    let laid: Vec<LaidLine> =
        sheet.lines.iter().map(|line| LaidLine::new(line, 1.0, place, f32::INFINITY)).collect();
    let height: f32 = laid.iter().map(|line| line.height).sum();
    let width = laid.iter().map(LaidLine::width).fold(1.0, f32::max) + indent(sheet);
    (area.height / height.max(1.0)).min(area.width / width)
}

/// Largest scale at which all lines fit if the wide ones are broken; the smallest if there is none.
fn scale_of_broken(sheet: &Sheet, area: Rect) -> f32 {
    const STEPS: u32 = 20;
    let has_room = |scale: &f32| {
        let room = area.width - indent(sheet) * scale - MARGIN;
        let lines = sheet.lines.iter();
        let laid: Vec<LaidLine> =
            lines.map(|line| LaidLine::new(line, *scale, Remarks::Below, room)).collect();
        let height: f32 = laid.iter().map(|line| line.height).sum();
        height <= area.height && laid.iter().all(|line| line.width() <= room + MARGIN)
    };
    let step = (WHOLE - SCALES.0) / STEPS as f32;
    (0..STEPS).map(|i| WHOLE - step * i as f32).find(has_room).unwrap_or(SCALES.0)
}

/// Line with every part measured.
struct LaidLine {
    formula: Laid,
    numbers: Laid,
    /// Lines of the remark.
    remark: Vec<String>,
    remark_size: f32,
    verdict: Verdict,
    place: Remarks,
    /// Baselines of the formula, the numbers and the remark, from the top of the line.
    baselines: [f32; 3],
    height: f32,
}

impl LaidLine {
    /// Lays out a line at a scale. Parts that are wider than `room` are broken.
    fn new(line: &SheetLine, scale: f32, place: Remarks, room: f32) -> Self {
        let formula = line.formula.laid_within(FORMULA_SIZE * scale, room);
        let numbers = line.numbers.laid_within(NUMBERS_SIZE * scale, room);
        let remark_size = REMARK_SIZE * scale;
        let text = format!("{}{}", line.remark, line.verdict.mark());
        let remark = match place {
            Remarks::Beside => vec![text],
            Remarks::Below => text_lines(text.split(' '), " ", room, remark_size),
        };
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
                let first = height + BETWEEN * scale + 0.8 * remark_size;
                let further = remark.len().saturating_sub(1) as f32 * REMARK_LINE;
                height += BETWEEN * scale + remark_size * (1.0 + further);
                first
            }
        };
        Self {
            formula,
            numbers,
            remark,
            remark_size,
            verdict: line.verdict,
            place,
            baselines: [first, second, third],
            height: height + PADDING * scale,
        }
    }

    fn width(&self) -> f32 {
        let remarks = self.remark.iter().map(|line| Face::Regular.width(line, self.remark_size));
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
            let y = third + i as f32 * REMARK_LINE * self.remark_size;
            canvas.text(remark.as_str(), Point { x, y }, align, self.remark_size, color);
        }
    }
}
