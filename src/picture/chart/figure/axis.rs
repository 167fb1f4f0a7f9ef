//! Axes: kind of coordinate, visible part and full range.

use crate::picture::{Span, number};

/// Kind of coordinate along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AxisKind {
    /// Cells, counted from 0. On a vertical axis they run downward, as rows do.
    Cells {
        /// Number that labels cell 0.
        first_label: i64,
    },
    /// Cells in groups of one size. A group is labeled by its number, counted from 0, and groups are set apart by
    /// lines.
    Groups {
        /// Number of cells of a group.
        size: i64,
    },
    /// A few named cells. They run in the same direction as `Cells`.
    Names(Vec<String>),
    /// Real values. On a vertical axis they run upward.
    Values,
    /// Real values on a logarithmic axis, which is measured in base-10 logarithms. They run in the same direction
    /// as `Values`.
    Logarithms,
}

/// Dimension of the encoding that the cells of an axis count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Positions t.
    Positions,
    /// Columns j.
    Columns,
    /// Columns that `M_k` maps: those of the table or, for a rotary encoding, the dimensions of a head.
    WaveColumns,
    /// Frequencies, by index.
    Frequencies,
    /// Any other dimension.
    Other,
}

/// Axis of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Axis label with its symbol, such as `position t`.
    pub name: String,
    /// True for a typed name, in which dollar signs enclose mathematics.
    pub is_typed: bool,
    /// False for an axis without name and numbers, as that of a panel beside another with the same axis.
    pub has_labels: bool,
    /// Kind of coordinate along the axis.
    pub kind: AxisKind,
    /// Dimension that the cells of the axis count.
    pub dimension: Dimension,
    /// Visible part.
    pub span: Span,
    /// Full range.
    pub whole: Span,
}

impl Axis {
    /// Creates an axis of cells; the first is labeled `first_label`.
    pub fn cells(name: &str, first_label: i64, span: Span, num_cells: f64) -> Self {
        Self {
            name: name.to_owned(),
            is_typed: false,
            has_labels: true,
            kind: AxisKind::Cells { first_label },
            dimension: Dimension::Other,
            span,
            whole: Span { start: 0.0, end: num_cells },
        }
    }

    /// Creates an axis of groups of `size` cells.
    pub fn groups(name: &str, size: i64, span: Span, num_cells: f64) -> Self {
        Self {
            kind: AxisKind::Groups { size: size.max(1) },
            ..Self::cells(name, 0, span, num_cells)
        }
    }

    /// Creates an axis of named cells, all of them visible.
    pub fn names(names: Vec<String>) -> Self {
        let whole = Span { start: 0.0, end: names.len() as f64 };
        let kind = AxisKind::Names(names);
        Self { kind, ..Self::values("", whole, whole) }
    }

    /// Creates an axis of values.
    pub fn values(name: &str, span: Span, whole: Span) -> Self {
        let (name, kind) = (name.to_owned(), AxisKind::Values);
        let dimension = Dimension::Other;
        Self { name, is_typed: false, has_labels: true, kind, dimension, span, whole }
    }

    /// Creates an axis of values, given by their base-10 logarithms.
    pub fn logarithms(name: &str, span: Span, whole: Span) -> Self {
        Self { kind: AxisKind::Logarithms, ..Self::values(name, span, whole) }
    }

    /// Sets the dimension of the encoding that the cells count.
    #[must_use]
    pub fn counting(self, dimension: Dimension) -> Self {
        Self { dimension, ..self }
    }

    /// Number that labels cell 0; 0 for any axis but one of counted cells.
    pub fn first_label(&self) -> i64 {
        match self.kind {
            AxisKind::Cells { first_label } => first_label,
            AxisKind::Groups { .. }
            | AxisKind::Names(_)
            | AxisKind::Values
            | AxisKind::Logarithms => 0,
        }
    }

    /// Visible part of an axis that counts a dimension of the encoding: `columns 0–31 of 128`; `None` for all of it.
    pub fn visible_part(&self) -> Option<String> {
        let noun = match self.dimension {
            Dimension::Positions => "positions",
            Dimension::Columns | Dimension::WaveColumns => "columns",
            Dimension::Frequencies => "pairs",
            Dimension::Other => return None,
        };
        if self.has_values() || self.span == self.whole {
            return None;
        }
        let label = |cell: f64| number::grouped(cell as i64 + self.first_label());
        let (first, last) = (self.span.start.floor(), self.span.end.ceil() - 1.0);
        let num = number::grouped(self.whole.length() as i64);
        Some(format!("{noun} {}–{} of {num}", label(first), label(last)))
    }

    /// True if values, not cells, run along the axis.
    pub(in crate::picture::chart) fn has_values(&self) -> bool {
        matches!(self.kind, AxisKind::Values | AxisKind::Logarithms)
    }

    /// The same axis with its full range visible.
    pub(in crate::picture::chart) fn unzoomed(&self) -> Self {
        Self { span: self.whole, ..self.clone() }
    }
}
