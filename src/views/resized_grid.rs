//! A grid resized in the ways that programs have, beside the bicubic one: how far they are apart, and where.

use super::{
    Behavior, Computation, Descriptor, Requirement, Subject, ViewSides,
    controls::{Control, ControlRow},
    grid_maps,
};
use crate::{
    encoding::grid::{
        GridFaults, GridLayout, GridShape, Resampling, ResizeQuestion, ResizedGrid, ResizedRows,
    },
    picture::{Body, ColorScale, Figure, number},
    scene::{Key, What},
};

pub(super) struct ResizedGridView;

/// Rows and columns after resizing: those of the scene, or half as many again.
fn target_sides(subject: Subject<'_>, own: GridLayout) -> [u32; 2] {
    let chosen = subject.scene.draft().resize.map(GridShape::sides);
    chosen.unwrap_or_else(|| own.shape.sides().map(|num| num + num.div_ceil(2)))
}

/// Question of how the grid is resized; else the reason that it cannot be.
fn question(subject: Subject<'_>) -> Result<ResizeQuestion, String> {
    let layout = grid_maps::layout(subject)?;
    let to = target_sides(subject, layout);
    if subject.table.encoding.grid().is_some_and(|grid| grid.convention().is_rotary()) {
        return Err(
            "A rotation is computed anew for each size: only tables that are added are resized."
                .to_owned(),
        );
    }
    if !ResizedGrid::suits(subject.table, layout, to) {
        return Err(format!(
            "The grid is too large: choose one of at most {} cells and {} values, before and after.",
            number::grouped(GridFaults::MOST_CELLS as i64),
            number::grouped(GridFaults::MOST_VALUES as i64)
        ));
    }
    Ok(ResizeQuestion { table: subject.table.clone(), layout, to })
}

/// The resized grid; else the reason that there is none.
fn resized(subject: Subject<'_>) -> Result<(&ResizedGrid, ResizeQuestion), String> {
    let question = question(subject)?;
    match subject.results.find(&question) {
        Some(resized) => Ok((resized, question)),
        None => Err("Resizing the grid…".to_owned()),
    }
}

fn percent(share: f64) -> String {
    format!("{} %", number::readable(100.0 * share, 2))
}

fn panel(subject: Subject<'_>, way: &ResizedRows, high: f64) -> Figure {
    let map = subject.theme.sequential(subject.scene.draft().colors.sequential, 1.0).map;
    let title = format!("{}: border {}", way.resampling.title(), percent(way.at_border));
    let scale = ColorScale { map, low: 0.0, high };
    grid_maps::map(subject, [title, "distance".to_owned()], &way.distances, scale, None)
}

impl Behavior for ResizedGridView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Patches,
            sides: ViewSides::One,
            has_raster: true,
            copies: What::Similarity,
            control_keys: &[Key::Resize],
            shown_with: "convention=mae-2d&grid=5x8",
            ..Descriptor::of("Resized grid")
        }
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let Some(own) = subject.scene.grid_layout() else { return Vec::new() };
        let [height, width] = target_sides(subject, own);
        let text = format!("{height}x{width}");
        let field = Control::Field { name: "Resize to", help: Key::Resize.help(), text };
        vec![ControlRow::new(Key::Resize, [Control::label("Resize to", Key::Resize), field])]
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        grid_maps::layout(subject).err()
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let body = match resized(subject) {
            Err(reason) => Body::Note(reason),
            Ok((resized, _)) => {
                let all = resized.ways.iter().flat_map(|way| way.distances.view().into_iter());
                let high = all.fold(0.0_f64, |most, &it| most.max(it)).max(1e-6);
                let ways = resized.ways.iter();
                grid_maps::panels(ways.map(|way| panel(subject, way, high)).collect(), 3)
            }
        };
        self.drawn(
            subject,
            "distance of each row from the bicubic one; the number is that of the border",
            body,
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let (resized, ResizeQuestion { layout, to: [height, width], .. }) = match resized(subject) {
            Ok(resized) => resized,
            Err(reason) => return reason,
        };
        let way = |it: &ResizedRows| {
            format!(
                "{}: {} and {}",
                it.resampling.title(),
                percent(it.at_border),
                percent(it.inside)
            )
        };
        let list: Vec<String> = resized.ways.iter().map(way).collect();
        format!(
            "The rows of {} × {} patches, resized to {height} × {width}. Distance from the bicubic rows ({}) as a share of the length \
             of a row, at the border and inside: {}.",
            layout.shape.sides()[0],
            layout.shape.sides()[1],
            Resampling::Bicubic.source(),
            list.join("; ")
        )
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        let (resized, _) = resized(subject).ok()?;
        let line = |it: &ResizedRows| {
            let [at_border, inside] = [it.at_border, it.inside].map(number::shortest);
            format!("{}\t{at_border}\t{inside}\t{}", it.resampling.key(), it.resampling.source())
        };
        let lines: Vec<String> = resized.ways.iter().map(line).collect();
        Some(format!("resampling\tat_border\tinside\tas_in\n{}", lines.join("\n")))
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        question(subject).ok().map(Into::into)
    }
}
