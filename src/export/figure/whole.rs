//! Figures with every result that they need.

use super::{AxisNames, FigureError, PanelGrid};
use crate::{
    encoding::Table,
    export::{Cancelled, ExportError},
    picture::{Body, Figure, Panels, Theme},
    scene::Scene,
    views::{Counterpart, Results, Subject, View},
};

/// Views of a figure: one, or panels in a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureContent {
    /// Views, row by row.
    pub views: Vec<View>,
    /// Grid of the panels.
    pub grid: PanelGrid,
    /// Names of the axes.
    pub axes: AxisNames,
}

impl FigureContent {
    /// One view.
    pub fn of(view: View) -> Self {
        Self { views: vec![view], grid: PanelGrid::ONE, axes: AxisNames::default() }
    }

    /// Draws all views as [`whole_figure`] does.
    pub fn figure(
        &self,
        scene: &Scene,
        table: &Table,
        theme: Theme,
        known: &Results,
        is_wanted: impl Fn() -> bool + Sync,
    ) -> Result<Figure, ExportError> {
        let views = self.views.iter();
        let figures: Result<Vec<Figure>, _> =
            views.map(|&view| whole_figure(view, scene, table, theme, known, &is_wanted)).collect();
        let mut figures = figures?;
        let PanelGrid { across, down, has_letters } = self.grid;
        let has_panels = matches!(&figures[..], [Figure { body: Body::Panels(_), .. }]);
        let mut figure = if figures.len() == 1 && (has_panels || !has_letters) {
            figures.remove(0)
        } else {
            Panels { figures, across, down, has_letters, are_sides: false }.into()
        };
        if let Body::Panels(panels) = &mut figure.body {
            // Sides of a comparison have letters like any other panels.
            panels.has_letters = has_letters;
        }
        let AxisNames { x, y } = &self.axes;
        let is_named =
            self.axes == AxisNames::default() || figure.name_axes(x.as_deref(), y.as_deref());
        // A note stands for a picture with axes.
        if is_named || figure.note().is_some() {
            Ok(figure)
        } else {
            Err(FigureError::NoAxes.into())
        }
    }
}

/// Draws a view, with every side that it shows, after computing the results that it needs and `known` lacks.
///
/// The computation may take any time. It calls `is_wanted` now and then, and ends with [`ExportError::Cancelled`]
/// once that returns false. Files that `known` withholds are not read.
pub fn whole_figure(
    view: View,
    scene: &Scene,
    table: &Table,
    theme: Theme,
    known: &Results,
    is_wanted: impl Fn() -> bool + Sync,
) -> Result<Figure, ExportError> {
    let mut results = known.clone();
    let counterpart = Counterpart::new(scene, table);
    let asked = Subject::new((scene, table), counterpart.as_ref(), theme, known);
    for computation in view.computations(asked) {
        if results.is_withheld(&computation) {
            continue;
        }
        if !results.has(&computation) {
            let output = computation.run(|_share| is_wanted());
            results.store(output.ok_or(Cancelled)?);
        }
        if let Some(error) = results.error(&computation) {
            return Err(error.clone().into());
        }
    }
    let subject = Subject::new((scene, table), counterpart.as_ref(), theme, &results);
    Ok(view.whole_figure(subject).without_hidden())
}
