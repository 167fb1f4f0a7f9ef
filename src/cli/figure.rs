//! Size, appearance and panels of a figure.

use clap::ArgMatches;

use super::{
    UsageError,
    options::{chosen, text},
    request::{AxisNames, PanelGrid},
};
use crate::{
    export::{CellShape, FigureFormat, FigureRequest, FigureSize, TextForm},
    picture::{Part, Parts},
};

/// Appearance and size shared by figures and animations.
pub(super) fn figure_request(
    matches: &ArgMatches,
    standard: FigureRequest,
    grid: PanelGrid,
) -> Result<FigureRequest, UsageError> {
    let (width, height) = standard.size.pixels();
    let standard_size = if (grid.across, grid.down) == (1, 1) {
        format!("{width}x{height}")
    } else {
        // Type of the usual size beside smaller pictures.
        let most = *FigureSize::SIDE.end();
        let (width, height) = (3 * width / 4 * grid.across, 3 * height / 4 * grid.down);
        format!("{}x{}", width.min(most), height.min(most))
    };
    let size = match text(matches, "width") {
        Some(width) => FigureSize::of_width(width, f64::from(grid.down) / f64::from(grid.across))?,
        None => text(matches, "size").unwrap_or(&standard_size).to_owned(),
    };
    let mut size = FigureSize::parse(&size, text(matches, "dpi"))?;
    if let Some(points) = text(matches, "font-size") {
        size = size.with_type_size(points)?;
    }
    if text(matches, "width").is_some() && (grid.across, grid.down) != (1, 1) {
        size = size.of_free_height();
    }
    let named = |option| {
        let keys = matches.get_many::<String>(option).unwrap_or_default();
        keys.filter_map(|key| Part::from_key(key).ok())
    };
    let parts = named("with").fold(size.parts(), |parts, part| parts.with(part, true));
    let cells = chosen(matches, "cells", CellShape::from_key).unwrap_or(CellShape::Raster);
    if cells == CellShape::Rectangles && standard.format == FigureFormat::Png {
        return Err(UsageError::Rectangles);
    }
    Ok(FigureRequest {
        size,
        is_dark: text(matches, "theme") == Some("dark"),
        text: chosen(matches, "text", TextForm::from_key).unwrap_or(TextForm::Outlines),
        parts: named("without").fold(parts, Parts::without),
        cells,
        ..standard
    })
}

/// Names of the axes, as typed.
pub(super) fn axis_names(matches: &ArgMatches) -> AxisNames {
    let name = |option| text(matches, option).map(ToOwned::to_owned);
    AxisNames { x: name("x-label"), y: name("y-label") }
}

/// Grid of the panels of a figure: as asked for, or all beside each other.
pub(super) fn grid(matches: &ArgMatches, num: usize) -> Result<PanelGrid, UsageError> {
    const MOST: u32 = 64;
    let has_letters = matches.get_flag("letters");
    let Some(value) = text(matches, "panels") else {
        return Ok(PanelGrid { across: num as u32, down: 1, has_letters });
    };
    let sides = value.trim().to_lowercase();
    let sides = sides.split_once(['x', '×']);
    let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=MOST).contains(side));
    let sides = sides.and_then(|(across, down)| Some((side(across)?, side(down)?)));
    match sides.filter(|(across, down)| (num..=MOST as usize).contains(&((across * down) as usize)))
    {
        Some((across, down)) => Ok(PanelGrid { across, down, has_letters }),
        None => Err(UsageError::Panels { value: value.to_owned(), num }),
    }
}
