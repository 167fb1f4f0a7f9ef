//! Options of a figure on the command line.

use clap::ArgMatches;

use super::options::{chosen, text};
use crate::{
    export::{AxisNames, CellShape, FigureOptions, TextForm},
    picture::Part,
};

/// Options shared by figures and animations, as typed.
pub(super) fn figure_options(matches: &ArgMatches) -> FigureOptions {
    let typed = |option| text(matches, option).map(ToOwned::to_owned);
    // Animations have no panels.
    let of_panels = |option| matches.try_get_one::<String>(option).ok().flatten().cloned();
    let parts = |option| {
        let keys = matches.get_many::<String>(option).unwrap_or_default();
        keys.filter_map(|key| Part::from_key(key).ok()).collect()
    };
    FigureOptions {
        size: typed("size"),
        width: typed("width"),
        dpi: typed("dpi"),
        font_size: typed("font-size"),
        is_dark: text(matches, "theme") == Some("dark"),
        with: parts("with"),
        without: parts("without"),
        cells: chosen(matches, "cells", CellShape::from_key).unwrap_or(CellShape::Raster),
        text: chosen(matches, "text", TextForm::from_key).unwrap_or(TextForm::Outlines),
        panels: of_panels("panels"),
        has_letters: matches!(matches.try_get_one::<bool>("letters"), Ok(Some(true))),
        axes: AxisNames { x: typed("x-label"), y: typed("y-label") },
    }
}
