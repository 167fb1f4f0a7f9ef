//! Biases of the offsets within a window of patches, a picture for each head.

use ndarray::Array2;

use super::{Behavior, Descriptor, Requirement, Subject, ViewSides, caption, grid_maps};
use crate::{
    encoding::{Rows, bias::Window},
    picture::{Axis, Body, Chart, ColorScale, Figure, Layer, Pixels, Source, Span, number},
};

pub(super) struct WindowView;

/// Largest number of heads that are drawn, the first ones.
const MOST_HEADS: u32 = 24;
/// Largest number of pictures beside each other.
const MOST_ACROSS: u32 = 6;

/// Window whose offsets the rows are; else the reason that they are none.
fn window(subject: Subject<'_>) -> Result<Window, String> {
    let num = subject.table.num_rows();
    Window::of_rows(num).ok_or_else(|| {
        format!(
            "This view needs a row for each offset in a square window, (2w − 1)² rows; the table has {}.",
            number::counted(num as i64, "row")
        )
    })
}

/// Biases of a head: a row for each offset down, a column for each offset across.
fn numbers(subject: Subject<'_>, window: Window, head: u32) -> Array2<f64> {
    let (first, side) = (subject.table.extent.start(), window.side as usize);
    let row = |(down, across): (usize, usize)| first + (down * side + across) as i64;
    Array2::from_shape_fn((side, side), |at| subject.table.encoding.value(row(at), head))
}

fn panel(subject: Subject<'_>, numbers: Array2<f64>, head: u32, scale: ColorScale) -> Figure {
    let side = numbers.ncols();
    let axis = |name: &str| {
        let whole = Span { start: 0.0, end: side as f64 };
        Axis::cells(name, -(side as i64 / 2), whole, side as f64)
    };
    let raster = Layer::Raster {
        source: Source::Rows(Rows::from(numbers)),
        scale,
        name: "bias".into(),
        pixels: Pixels::Nearest,
    };
    Figure {
        title: format!("head {head}"),
        caption: Some(caption(subject.scene)),
        body: Body::Chart(Chart {
            x: axis("x (query − key)"),
            y: axis("y (query − key)"),
            is_square: true,
            layers: vec![raster],
        }),
        ..Figure::default()
    }
}

impl Behavior for WindowView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Rows,
            sides: ViewSides::One,
            has_raster: true,
            shown_with: "encoding=binary&d_model=4&length=49",
            ..Descriptor::of("Window by head")
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        window(subject).err()
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let body = match window(subject) {
            Err(reason) => Body::Note(reason),
            Ok(window) => {
                let heads = 0..subject.table.num_columns().min(MOST_HEADS);
                let all: Vec<_> = heads.map(|head| numbers(subject, window, head)).collect();
                let finite = all.iter().flatten().filter(|it| it.is_finite());
                let most = finite.fold(0.0_f64, |most, it| most.max(it.abs())).max(1e-9);
                let scale = subject.theme.diverging(subject.scene.draft().colors.diverging, most);
                let heads = (0..).zip(all);
                let panels = heads.map(|(head, it)| panel(subject, it, head, scale));
                grid_maps::small_pictures(panels.collect(), MOST_ACROSS)
            }
        };
        self.drawn(subject, "bias of every offset in the window, head by head", body)
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let window = match window(subject) {
            Ok(window) => window,
            Err(reason) => return reason,
        };
        let heads = subject.table.num_columns();
        let mut text = format!(
            "A window of {0} × {0} patches: {1} × {1} offsets for each of {2}; the middle is the patch itself.",
            window.num_patches(),
            window.side,
            number::counted(i64::from(heads), "head")
        );
        if window.num_extra > 0 {
            text += " The last three rows, of the class token, are not drawn.";
        }
        if heads > MOST_HEADS {
            text = format!("{text} The first {MOST_HEADS} heads are drawn.");
        }
        text
    }
}
