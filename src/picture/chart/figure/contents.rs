//! Contents of a view: texts around one body.

use super::{Board, Candidates, Chart, Counter, Dials, Layer, Matrices, Sheet, Values};
use crate::picture::Formula;

/// Contents of a view, without size and theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Name of the view.
    pub title: String,
    /// Sentence about the content.
    pub sentence: String,
    /// Parameters, for the caption.
    pub caption: String,
    /// Explanatory text below the drawing; empty if none is needed.
    pub explanation: String,
    /// Display formula below the drawing.
    pub display: Option<Formula>,
    /// Main content.
    pub body: Body,
}

/// Main content of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Data with axes.
    Chart(Chart),
    /// Lines of formulas with their numbers.
    Sheet(Sheet),
    /// Frequencies as hands on dials.
    Dials(Dials),
    /// Bits of positions beside the sinusoids.
    Counter(Counter),
    /// Encodings side by side.
    Candidates(Candidates),
    /// Table of numbers.
    Values(Values),
    /// Comparison of encodings by several criteria.
    Board(Board),
    /// Square matrices over the same few names, side by side.
    Matrices(Matrices),
    /// Text in place of a picture.
    Note(String),
}

impl Figure {
    /// Removes hidden curves, for an export: only the window can show them again.
    #[must_use]
    pub fn without_hidden(mut self) -> Self {
        if let Body::Chart(chart) = &mut self.body {
            for layer in &mut chart.layers {
                if let Layer::Curves(curves) = layer {
                    curves.columns.retain(|curve| !curve.is_hidden);
                }
            }
        }
        self
    }

    /// Returns the chart, if the body is one.
    pub fn chart(&self) -> Option<&Chart> {
        match &self.body {
            Body::Chart(chart) => Some(chart),
            _ => None,
        }
    }
}
