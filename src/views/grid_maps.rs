//! Maps of grids beside each other, and the grid that they show.

use super::{Subject, caption};
use crate::{
    encoding::{Rows, grid::GridLayout},
    picture::{Axis, Body, Chart, ColorScale, Figure, Layer, Panels, Pixels, Source, Span, number},
};

/// Note of a view of a table that is no grid.
pub(super) fn no_grid(subject: Subject<'_>) -> String {
    let num = number::counted(subject.scene.extent().length() as i64, "row");
    format!("The table has {num}: choose a grid with as many patches, such as grid=14x20 for 280.")
}

/// Patches of the rows, in rows and columns without frames; else the reason that there are none.
pub(super) fn layout(subject: Subject<'_>) -> Result<GridLayout, String> {
    let own = subject.scene.grid_layout().ok_or_else(|| no_grid(subject))?;
    if own.shape.has_frames() {
        return Err("This view needs a grid of rows and columns, without frames.".to_owned());
    }
    Ok(own)
}

/// Map of a number for each patch, with its title and the name of the number; a row of numbers for each row of patches.
pub(super) fn map(
    subject: Subject<'_>,
    [title, name]: [String; 2],
    numbers: &Rows,
    scale: ColorScale,
    mark: Option<Layer>,
) -> Figure {
    let axis = |name: &str, num: usize| {
        let num = num as f64;
        Axis::cells(name, 0, Span { start: 0.0, end: num }, num)
    };
    let raster = Layer::Raster {
        source: Source::Rows(numbers.clone()),
        scale,
        name: name.into(),
        pixels: Pixels::Nearest,
    };
    Figure {
        title,
        caption: Some(caption(subject.scene)),
        body: Body::Chart(Chart {
            x: axis("column x", numbers.width()),
            y: axis("row y", numbers.num()),
            is_square: true,
            layers: [raster].into_iter().chain(mark).collect(),
        }),
        ..Figure::default()
    }
}

/// Maps with their axes only where the one at the left or below has others.
fn with_shared_axes(mut figures: Vec<Figure>, across: usize) -> Vec<Figure> {
    let axes: Vec<Option<(Axis, Axis)>> =
        figures.iter().map(|it| it.chart().map(|it| (it.x.clone(), it.y.clone()))).collect();
    for (i, figure) in figures.iter_mut().enumerate() {
        let Body::Chart(chart) = &mut figure.body else { continue };
        let below = axes.get(i + across).and_then(Option::as_ref);
        let left = (i % across > 0).then(|| axes[i - 1].as_ref()).flatten();
        chart.x.has_labels = below.is_none_or(|it| it.0 != chart.x);
        chart.y.has_labels = left.is_none_or(|it| it.1 != chart.y);
    }
    figures
}

/// Small pictures beside and below each other, which share their axes.
pub(super) fn small_pictures(figures: Vec<Figure>, most_across: u32) -> Body {
    let across = (figures.len() as u32).clamp(1, most_across);
    panels(with_shared_axes(figures, across as usize), most_across)
}

/// Maps beside and below each other, under titles of their own.
pub(super) fn panels(figures: Vec<Figure>, most_across: u32) -> Body {
    let across = (figures.len() as u32).clamp(1, most_across);
    let down = (figures.len() as u32).div_ceil(across);
    Body::Panels(Panels { figures, across, down, has_letters: false, are_sides: true })
}
