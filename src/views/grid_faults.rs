//! Classic mistakes with the rows of a grid, beside each other: which patches a model takes for the selected one.

use super::{
    Behavior, Computation, Descriptor, Requirement, Selection, Subject, ViewSides,
    controls::ControlRow, grid_maps, grid_similarity::cell_text, names,
};
use crate::{
    encoding::{
        Rows, ends_of,
        grid::{FaultsQuestion, GridFault, GridFaults, GridLayout},
    },
    picture::{Body, ColorScale, Figure, Layer, number},
    scene::{Key, What},
};

pub(super) struct GridFaultsView;

/// Rows that the mistakes give; else the reason that there are none.
fn found(subject: Subject<'_>) -> Result<(&GridFaults, GridLayout), String> {
    let own = grid_maps::layout(subject)?;
    if !GridFaults::suits(subject.table, own) {
        return Err(format!(
            "The grid is too large: choose one of at most {} cells.",
            number::grouped(GridFaults::MOST_CELLS as i64)
        ));
    }
    let known = subject.results.find(&question(subject, own));
    known.map(|it| (&**it, own)).ok_or_else(|| "Computing the rows of the patches…".to_owned())
}

fn question(subject: Subject<'_>, layout: GridLayout) -> FaultsQuestion {
    FaultsQuestion { table: subject.table.clone(), layout }
}

/// Number of the selected patch; the first where a class row is selected.
fn patch(subject: Subject<'_>, own: GridLayout) -> usize {
    (subject.scene.position() - own.first).clamp(0, own.shape.num_cells() as i64 - 1) as usize
}

/// Row and column of a patch.
fn place(own: GridLayout, patch: usize) -> [u32; 2] {
    let [_, width] = own.shape.sides();
    [patch as u32 / width, patch as u32 % width]
}

fn panel(
    subject: Subject<'_>,
    (faults, own): (&GridFaults, GridLayout),
    (fault, similar): (GridFault, &Rows),
    scale: ColorScale,
) -> Figure {
    let [y, x] = place(own, patch(subject, own)).map(i64::from);
    let num = own.shape.num_cells() as usize;
    let num_right = faults.num_right(fault);
    let title = match fault {
        GridFault::None if !faults.is_of_rule() => "as the rows are".to_owned(),
        GridFault::None => fault.title().to_owned(),
        _ => format!("{}: {num_right} of {num} right", fault.title()),
    };
    let mark = Layer::Cells { at: (x, y), size: (1, 1) };
    grid_maps::map(subject, [title, names::product(&subject, "s")], similar, scale, Some(mark))
}

impl Behavior for GridFaultsView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Patches,
            sides: ViewSides::One,
            has_raster: true,
            copies: What::Similarity,
            control_keys: &[Key::Measure],
            shown_with: "convention=mae-2d&grid=5x8",
            shown_by: &[Selection::Patch],
            ..Descriptor::of("Faults of grids")
        }
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        super::similarity::Similarity.controls(subject)
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        grid_maps::layout(subject).err()
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let body = match found(subject) {
            Err(reason) => Body::Note(reason),
            Ok((faults, own)) => {
                let (patch, measure) = (patch(subject, own), subject.scene.measure());
                let all = faults.similarities(patch, measure);
                let (low, high) =
                    ends_of(all.iter().flat_map(|(_, rows)| rows.view().into_iter().copied()));
                let colors = subject.scene.draft().colors.sequential;
                let map = subject.theme.sequential(colors, 1.0).map;
                let high = if low < high { high } else { low + 1.0 };
                let scale = ColorScale { map, low, high };
                let figures: Vec<Figure> = all
                    .iter()
                    .map(|(fault, rows)| panel(subject, (faults, own), (*fault, rows), scale))
                    .collect();
                grid_maps::panels(figures, 2)
            }
        };
        self.drawn(subject, "the same patch, where code gives the rows to the wrong patches", body)
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let (faults, own) = match found(subject) {
            Ok(found) => found,
            Err(reason) => return reason,
        };
        let patch = patch(subject, own);
        let name = cell_text(own, own.first + patch as i64);
        let own_place = place(own, patch).map(f64::from);
        let given = |fault: GridFault| {
            let [y, x] = faults.place(fault, patch);
            if [y, x] == own_place {
                return "its own".to_owned();
            }
            let short = |value: f64| number::shortest((100.0 * value).round() / 100.0);
            format!("that of row {}, column {}", short(y), short(x))
        };
        let all: Vec<GridFault> = faults.faults().filter(|&it| it != GridFault::None).collect();
        let list: Vec<String> =
            all.iter().map(|&fault| format!("{} ({})", given(fault), fault.title())).collect();
        let is_kept = |&fault: &GridFault| faults.place(fault, patch) == own_place;
        let is_hidden = !own.shape.is_square() && all.iter().any(is_kept);
        let other = if is_hidden { " Select another patch to see every fault." } else { "" };
        let is_rule = faults.is_of_rule();
        let faults = all;
        let hidden = if !own.shape.is_square() {
            ""
        } else if faults.contains(&GridFault::Sides) {
            " The grid is square, which hides faults: the last one changes nothing, and the other two are the same. Choose \
             sides that differ, such as grid=14x20."
        } else {
            " The grid is square, which makes this fault look like exchanged axes. Choose sides that differ."
        };
        let trained = if is_rule { "the right rows" } else { "these rows" };
        format!(
            "Bright: the patches that a model, trained with {trained}, takes for the selected one, {name}. By each fault, that one \
             gets another row: {}.{other}{hidden}",
            list.join(", ")
        )
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        let (faults, own) = found(subject).ok()?;
        let fault_names: Vec<&str> = faults.faults().map(GridFault::key).collect();
        let line = |i: usize| {
            let given = faults.faults().map(|fault| {
                let [y, x] = faults.place(fault, i).map(number::shortest);
                format!("{y},{x}")
            });
            format!("{}\t{}", i, given.collect::<Vec<_>>().join("\t"))
        };
        let lines: Vec<String> = (0..own.shape.num_cells() as usize).map(line).collect();
        Some(format!("patch\t{}\n{}", fault_names.join("\t"), lines.join("\n")))
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        let own = grid_maps::layout(subject).ok()?;
        let suits = GridFaults::suits(subject.table, own);
        suits.then(|| question(subject, own).into())
    }
}
