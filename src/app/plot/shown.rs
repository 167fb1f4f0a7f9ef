//! Figures as last drawn, to which the gestures of the next frame apply.

use std::sync::Arc;

use egui::{Id, Pos2};
use egui_plot::PlotTransform;

use super::paint::on_screen;
use crate::{
    picture::{Drawing, Plot, Shape},
    views::Facet,
};

/// Figure of a side of a view as last drawn.
pub(crate) struct ShownFigure {
    pub(crate) facet: Facet,
    /// Response of the whole figure.
    pub(crate) response: Id,
    pub(crate) origin: Pos2,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) chart: Option<ShownChart>,
}

/// Chart in a figure.
pub(crate) struct ShownChart {
    /// Response of the frame.
    pub(crate) response: Id,
    pub(crate) transform: PlotTransform,
    pub(crate) overview: Option<ShownOverview>,
}

/// Overview of a chart that shows a part.
pub(crate) struct ShownOverview {
    pub(crate) response: Id,
    /// Its frame on the screen, and its axes.
    pub(crate) plot: Plot,
}

impl ShownFigure {
    /// Area on the screen that a picture covers; `None` if the figure has none, or one that does not fill its frame.
    pub(crate) fn picture(&self) -> Option<egui::Rect> {
        let plot = self.drawing.plot.as_ref()?;
        let covers =
            |shape: &Shape| matches!(shape, Shape::Raster { rect, .. } if *rect == plot.rect);
        self.drawing.shapes.iter().any(covers).then(|| on_screen(plot.rect, self.origin))
    }
}
