//! Sheets: lines of formulas with their numbers and results.

use super::{Align, Drawing, Point, Rect, Shape, Text, canvas::Canvas};
use crate::picture::{Face, Formula, Item, Laid, Rgb, Role, Theme};

/// Result of checking a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The statement holds.
    Holds,
    /// The statement does not hold.
    Fails,
    /// Nothing to check.
    Open,
}

impl Verdict {
    /// Mark after a remark.
    pub(super) fn mark(self) -> &'static str {
        match self {
            Self::Holds => " ✓",
            Self::Fails => " ✗",
            Self::Open => "",
        }
    }
}

/// Line of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetLine {
    /// Formula in symbols.
    pub formula: Formula,
    /// The same formula in numbers, below the symbols.
    pub numbers: Formula,
    /// Result, at the right.
    pub remark: String,
    /// Outcome of the check.
    pub verdict: Verdict,
}

/// Lines of formulas.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Lines from the top.
    pub lines: Vec<SheetLine>,
    /// True if the lines are numbered steps that follow from each other.
    pub has_numbers: bool,
}

impl SheetLine {
    /// The whole line in plain text.
    pub fn plain_text(&self) -> String {
        let parts = [self.formula.plain_text(), self.numbers.plain_text(), self.remark.clone()];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("; ") + self.verdict.mark()
    }
}

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
    // Where even the smallest type is too wide, remarks go below, so that nothing overlaps.
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

impl Canvas<'_> {
    /// Draws a formula with its baseline at a point.
    pub(super) fn formula(&mut self, laid: &Laid, at: Point, color: Rgb) {
        let Theme { selection, .. } = self.frame.theme;
        for item in &laid.items {
            self.shape(match item {
                Item::Glyphs(glyphs) => Shape::Text(Text {
                    at: Point { x: at.x + glyphs.x, y: at.y + glyphs.y },
                    align: Align::Left,
                    text: glyphs.text.clone(),
                    size: glyphs.size,
                    face: Face::Math,
                    color: if glyphs.role == Role::Value { selection } else { color },
                    is_turned: false,
                }),
                Item::Rule { x, y, width, thickness } => Shape::Fill {
                    rect: Rect {
                        x: at.x + x,
                        y: at.y + y - thickness / 2.0,
                        width: *width,
                        height: thickness.max(1.0 / self.frame.pixels_per_point),
                    },
                    color,
                },
            });
        }
    }
}
