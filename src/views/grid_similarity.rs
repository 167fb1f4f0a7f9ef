//! Similarity on a grid: of the selected cell to all others as a picture of the grid, or of every cell as a grid of
//! small grids.

use super::{
    Behavior, Cells, Descriptor, Fact, Requirement, Selection, Subject, ViewSides,
    controls::ControlRow, grid_maps, names, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::{
        ends_of,
        grid::{CellOrder, GridLayout, GridShape, PatchSimilarity},
        parallel::map_each,
        similarity,
    },
    picture::{Axis, Body, Chart, ColorScale, Figure, Layer, Pixels, Source, number},
    scene::{Key, View, Viewport, What},
};

/// Cells whose similarity to all others a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GridView {
    /// The selected cell.
    One,
    /// Every cell.
    All,
}

/// Largest number of cells of which each is shown beside all others.
const MOST: u64 = 4096;

/// Patches of the rows; a single one where there is no grid.
fn layout(subject: Subject<'_>) -> GridLayout {
    let one = GridLayout { shape: GridShape::ONE, first: subject.scene.extent().start() };
    subject.scene.grid_layout().unwrap_or(one)
}

/// Name of the patch at a position: `row 3, column 5`.
pub(super) fn cell_text(own: GridLayout, t: i64) -> String {
    own.cell(t).map_or_else(|| "outside the grid".to_owned(), |cell| named(own.shape, cell))
}

fn named(shape: GridShape, [frame, row, column]: [u32; 3]) -> String {
    let frame = if shape.has_frames() { format!("frame {frame}, ") } else { String::new() };
    format!("{frame}row {row}, column {column}")
}

/// Sentence about the patch that the row of a patch encodes, where that is another one.
fn exchanged(subject: Subject<'_>, own: GridLayout, t: i64) -> Option<String> {
    let grid = subject.table.encoding.grid()?;
    let order = match grid.convention().facts().order {
        CellOrder::Rows => return None,
        CellOrder::Columns => "runs down the columns".to_owned(),
        CellOrder::Blocks(side) => format!("runs through blocks of {side} × {side}"),
    };
    let (patch, cell) = (own.cell(t)?, grid.cell(t)?);
    let encoded = if patch == cell {
        String::new()
    } else {
        format!(": its row for this patch encodes {}", named(own.shape, cell))
    };
    Some(format!("The table {order}, the patches here along the rows{encoded}."))
}

impl GridView {
    fn view(self) -> View {
        match self {
            Self::One => View::GridSimilarity,
            Self::All => View::GridSimilarities,
        }
    }

    /// Positions that a cell of the picture compares.
    fn pair(self, subject: Subject<'_>, (across, down): (i64, i64)) -> (i64, i64) {
        let own = layout(subject);
        let (height, width) = own.size();
        match self {
            Self::One => (subject.scene.position(), own.position_at(down, across)),
            Self::All => {
                let (down, across) =
                    (down.clamp(0, height * height - 1), across.clamp(0, width * width - 1));
                let t = own.position_at(down / height, across / width);
                (t, own.position_at(down % height, across % width))
            }
        }
    }
}

/// Similarity of a patch to the next one in its column and in its row, and where that is; `None` where it has none.
fn neighbors(subject: Subject<'_>, own: GridLayout, t: i64) -> Option<[(&'static str, f64); 2]> {
    let (down, across) = own.place(t)?;
    let (height, width) = own.size();
    let beside = |at: i64, num: i64, [next, before]: [&'static str; 2]| match num {
        1 => None,
        _ if at + 1 < num => Some((next, at + 1)),
        _ => Some((before, at - 1)),
    };
    let of = |s: i64| similarity::of(&subject.table.encoding, subject.scene.measure(), t, s);
    let (where_down, row) = beside(down, height, ["below", "above"])?;
    let (where_across, column) = beside(across, width, ["on the right", "on the left"])?;
    Some([
        (where_down, of(own.position_at(row, across))),
        (where_across, of(own.position_at(down, column))),
    ])
}

/// Least and greatest similarity of a few patches to all others.
fn ends(subject: Subject<'_>, own: GridLayout, at: Option<i64>) -> Option<(f64, f64)> {
    /// Largest number of values.
    const MOST: i64 = 4096;
    let num = own.shape.num_cells() as i64;
    let step = (num / MOST).max(1) as usize;
    let from = match at {
        Some(t) => vec![t],
        None => vec![own.first, own.first + num / 2],
    };
    let measure = subject.scene.measure();
    let positions: Vec<i64> = (own.first..own.first + num).step_by(step).collect();
    let of = |t: i64| {
        let similarity = PatchSimilarity::new(&subject.table.encoding, measure, own, Some(t));
        map_each(positions.len(), &|i| similarity.of(t, positions[i]))
    };
    let ends = Some(ends_of(from.into_iter().flat_map(of)));
    ends.filter(|(low, high)| low < high)
}

impl Behavior for GridView {
    fn descriptor(&self) -> Descriptor {
        let title = match self {
            Self::One => "Similarity on the grid",
            Self::All => "All cells of the grid",
        };
        Descriptor {
            requirement: Requirement::Patches,
            sides: ViewSides::Both,
            is_wide: false,
            copies: What::Similarity,
            control_keys: &[Key::Measure],
            shown_with: "convention=mae-2d&grid=5x8",
            shown_by: if *self == Self::One { &[Selection::Patch] } else { &[] },
            ..Descriptor::of(title)
        }
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        super::similarity::Similarity.controls(subject)
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        let scene = subject.scene;
        if scene.grid_layout().is_none() {
            return Some(grid_maps::no_grid(subject));
        }
        let num = layout(subject).shape.num_cells();
        let is_too_large = *self == Self::All && num > MOST;
        is_too_large.then(|| {
            format!(
                "A grid of {} cells is too large to show each beside all others (at most {}).",
                number::grouped(num as i64),
                number::grouped(MOST as i64)
            )
        })
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let (own, scene, table) = (layout(subject), subject.scene, subject.table);
        let measure = scene.measure();
        let viewport = visible(self.view(), self, subject);
        let whole = self.whole(subject);
        let at = (*self == Self::One).then(|| scene.position());
        let bound = measure.bound(&table.encoding, scene.extent());
        let (low, high) = ends(subject, own, at).unwrap_or((0.0, bound));
        let map = subject.theme.sequential(scene.draft().colors.sequential, 1.0).map;
        let scale = ColorScale { map, low, high };
        let (down, across) = own.place(scene.position()).unwrap_or_default();
        let (height, width) = own.size();
        let selection = match self {
            Self::One => Layer::Cells { at: (across, down), size: (1, 1) },
            Self::All => {
                Layer::Cells { at: (across * width, down * height), size: (width, height) }
            }
        };
        let axis = |name, size, span, num_cells| match self {
            Self::One => Axis::cells(name, 0, span, num_cells),
            Self::All => Axis::groups(name, size, span, num_cells),
        };
        let body = Body::Chart(Chart {
            x: axis("column x", width, viewport.x, whole.x.end),
            y: axis("row y", height, viewport.y, whole.y.end),
            is_square: true,
            layers: vec![
                Layer::Raster {
                    source: Source::Grid { table: table.clone(), measure, layout: own, at },
                    scale,
                    name: names::product(&subject, "s").into(),
                    pixels: Pixels::Mean,
                },
                selection,
            ],
        });
        self.drawn(
            subject,
            match self {
                Self::One => format!("of {} to all cells", cell_text(own, scene.position())),
                Self::All => "each small grid: one cell beside all others".to_owned(),
            },
            body,
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let (own, scene) = (layout(subject), subject.scene);
        let t = scene.position();
        let beside = match neighbors(subject, own, t) {
            Some([(down, of_down), (across, of_across)]) => format!(
                " Its neighbor {down} has a {} of {}, that {across} {}.",
                names::measure(&subject),
                number::readable(of_down, 4),
                number::readable(of_across, 4)
            ),
            None => String::new(),
        };
        let exchanged = exchanged(subject, own, t).map(|it| format!(" {it}")).unwrap_or_default();
        format!("Position {} is {}.{beside}{exchanged}", number::grouped(t), cell_text(own, t))
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl Cells for GridView {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let (height, width) = layout(subject).size();
        let (height, width) = match self {
            Self::One => (height, width),
            Self::All => (height * height, width * width),
        };
        Viewport::whole([width as f64, height as f64])
    }

    fn is_square(&self) -> bool {
        true
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        let own = layout(subject);
        let (down, across) = own.place(subject.scene.position()).unwrap_or_default();
        let (height, width) = own.size();
        match self {
            Self::One => (across, down),
            Self::All => (across * width, down * height),
        }
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let (t, s) = self.pair(subject, cell);
        let position = if *self == Self::One { s } else { t };
        Action::Select { position, column: subject.scene.column(), gesture }
    }

    fn step(&self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        let own = layout(subject);
        let (down, across) = own.place(subject.scene.position()).unwrap_or_default();
        let position = own.position_at(down + by.1, across + by.0);
        Action::Select { position, column: subject.scene.column(), gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let own = layout(subject);
        let (t, s) = self.pair(subject, cell);
        let value = similarity::of(&subject.table.encoding, subject.scene.measure(), t, s);
        vec![
            (format!("position {}", number::grouped(t)).into(), cell_text(own, t)),
            (format!("position {}", number::grouped(s)).into(), cell_text(own, s)),
            (
                subject.scene.measure().key().into(),
                number::typographic(&number::readable(value, 6)),
            ),
        ]
    }
}
