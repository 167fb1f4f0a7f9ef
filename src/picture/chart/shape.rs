//! Shapes, and the texts, rectangles and points that place them.

use crate::picture::{ColorScale, Face, RasterRequest, Rgb};

/// Point of a drawing; y grows downward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Horizontal coordinate, to the right.
    pub x: f32,
    /// Vertical coordinate, downward.
    pub y: f32,
}

/// Axis-aligned rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl Rect {
    /// Right edge.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// Lower edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// True unless the rectangle is wider than high.
    pub fn is_upright(&self) -> bool {
        self.height >= self.width
    }

    /// Smallest rectangle that contains this one and another.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Self { x, y, width: right - x, height: bottom - y }
    }

    /// True if both have an area in common.
    pub(in crate::picture::chart) fn overlaps(&self, other: &Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// True if the point lies inside or on an edge, up to rounding.
    pub fn touches(&self, point: Point) -> bool {
        const EDGE: f32 = 0.25;
        (self.x - EDGE..=self.right() + EDGE).contains(&point.x)
            && (self.y - EDGE..=self.bottom() + EDGE).contains(&point.y)
    }

    /// True if the point lies inside; right and lower edge are excluded.
    pub fn contains(&self, point: Point) -> bool {
        (self.x..self.right()).contains(&point.x) && (self.y..self.bottom()).contains(&point.y)
    }
}

/// Horizontal alignment of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The text starts at the point.
    Left,
    /// The text is centered at the point.
    Center,
    /// The text ends at the point.
    Right,
}

/// Text on a baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Reference point on the baseline.
    pub at: Point,
    /// Alignment relative to `at`.
    pub align: Align,
    /// Characters to draw.
    pub text: String,
    /// Font size.
    pub size: f32,
    /// Typeface.
    pub face: Face,
    /// Color.
    pub color: Rgb,
    /// True if the text runs upward.
    pub is_turned: bool,
    /// Words that the text begins, for readers of the picture, where they are drawn in several runs. Later runs have
    /// none.
    pub words: Option<String>,
}

impl Text {
    /// Creates a text that runs to the right.
    pub fn new(
        at: Point,
        align: Align,
        text: impl Into<String>,
        size: f32,
        face: Face,
        color: Rgb,
    ) -> Self {
        let text = text.into();
        Self { at, align, text, size, face, color, is_turned: false, words: None }
    }
}

/// Shape to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Filled rectangle; thin ones serve as lines.
    Fill {
        /// Area to fill.
        rect: Rect,
        /// Fill color.
        color: Rgb,
    },
    /// Translucent rectangle.
    Tint {
        /// Area to fill.
        rect: Rect,
        /// Fill color.
        color: Rgb,
        /// Opacity, from 0 (invisible) to 1.
        opacity: f32,
    },
    /// Line through points.
    Line {
        /// Vertices of the line.
        points: Vec<Point>,
        /// Thickness.
        width: f32,
        /// Color of the line.
        color: Rgb,
        /// Opacity, from 0 (invisible) to 1.
        opacity: f32,
    },
    /// Translucent area between two lines whose points have the same x coordinates.
    Band {
        /// Points of the upper line.
        upper: Vec<Point>,
        /// Points of the lower line.
        lower: Vec<Point>,
        /// Fill color.
        color: Rgb,
        /// Opacity, from 0 (invisible) to 1.
        opacity: f32,
    },
    /// Filled circle.
    Disc {
        /// Center of the circle.
        center: Point,
        /// Radius of the circle.
        radius: f32,
        /// Fill color.
        color: Rgb,
    },
    /// Text on a baseline.
    Text(Text),
    /// Raster picture, one of its pixels per screen pixel.
    Raster {
        /// Area of the picture.
        rect: Rect,
        /// Request that determines its pixels.
        request: RasterRequest,
    },
    /// Color bar along the longer sides of its area, with the highest value at the top or at the right.
    ColorBar {
        /// Area of the bar.
        rect: Rect,
        /// Colors from the lowest value on.
        scale: ColorScale,
    },
}

impl Shape {
    /// The same shape, larger by a factor and as much farther from the origin.
    pub(super) fn enlarged(self, by: f32) -> Self {
        self.placed(by, 0.0, 0.0)
    }

    /// The same shape in another place.
    #[must_use]
    pub fn moved(self, x: f32, y: f32) -> Self {
        self.placed(1.0, x, y)
    }

    /// The same shape, larger by a factor, and then moved.
    fn placed(self, by: f32, x: f32, y: f32) -> Self {
        let point = |at: Point| Point { x: by * at.x + x, y: by * at.y + y };
        let points = |all: Vec<Point>| all.into_iter().map(point).collect();
        let area = |rect: Rect| Rect {
            x: by * rect.x + x,
            y: by * rect.y + y,
            width: by * rect.width,
            height: by * rect.height,
        };
        match self {
            Self::Fill { rect, color } => Self::Fill { rect: area(rect), color },
            Self::Tint { rect, color, opacity } => Self::Tint { rect: area(rect), color, opacity },
            Self::Line { points: line, width, color, opacity } => {
                Self::Line { points: points(line), width: by * width, color, opacity }
            }
            Self::Band { upper, lower, color, opacity } => {
                Self::Band { upper: points(upper), lower: points(lower), color, opacity }
            }
            Self::Disc { center, radius, color } => {
                Self::Disc { center: point(center), radius: by * radius, color }
            }
            Self::Text(text) => {
                Self::Text(Text { at: point(text.at), size: by * text.size, ..text })
            }
            Self::Raster { rect, request } => Self::Raster { rect: area(rect), request },
            Self::ColorBar { rect, scale } => Self::ColorBar { rect: area(rect), scale },
        }
    }

    /// Text or a bar of a formula, turned about a point so that it runs upward. Other shapes stay as they are.
    pub(super) fn turned(self, about: Point) -> Self {
        match self {
            Self::Text(text) => {
                let (across, down) = (text.at.x - about.x, text.at.y - about.y);
                let at = Point { x: about.x + down, y: about.y - across };
                Self::Text(Text { at, is_turned: true, ..text })
            }
            Self::Fill { rect, color } => {
                let (across, down) = (rect.x - about.x, rect.y - about.y);
                let (x, y) = (about.x + down, about.y - across - rect.width);
                Self::Fill { rect: Rect { x, y, width: rect.height, height: rect.width }, color }
            }
            other => other,
        }
    }
}
