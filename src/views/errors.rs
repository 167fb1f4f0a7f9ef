//! Largest rounding error of every position and of every pair, on a logarithmic axis, with the same stages in other
//! types.

use super::{
    Behavior, Cells, Computation, Descriptor, Fact, Requirement, Subject, ViewSides,
    along::{Along, OneEach, axis_range, paths, value_words},
    position_at, rounding, visible,
};
use crate::{
    encoding::{Comparison, Encoding, Rounding, RoundingErrors, Spec, Stages, parallel::map_each},
    picture::{Axis, Body, Chart, Figure, Layer, Rgb, Span},
    scene::View,
};

/// Largest errors along one of the axes of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrorsView {
    /// Largest error of every position.
    ByPosition,
    /// Largest error of every pair.
    ByPair,
}

/// Types whose errors are drawn beside those of the scene. The curve of tf32 would lie on that of f16, which has as
/// many bits.
const TYPES: [Rounding; 5] =
    [Rounding::F32, Rounding::F16, Rounding::Bf16, Rounding::E4m3, Rounding::E5m2];
/// Powers of ten shown at least: from errors of f32 to the amplitude of a wave.
const DECADES: Span = Span { start: -9.0, end: 0.5 };

/// Curve of a type: its name, color and points, each at a position of its own.
struct TypeCurve {
    name: &'static str,
    color: Rgb,
    points: Vec<(f64, f64)>,
}

/// Error of the same stages in other types, at evenly spaced positions of a span of cells.
fn type_curves(subject: Subject<'_>, shown: Span) -> Vec<TypeCurve> {
    /// Number of positions of a curve, and of columns that are looked at.
    const MOST: i64 = 200;
    const MOST_COLUMNS: u32 = 128;
    let spec = subject.table.encoding.spec();
    let exact = match spec {
        Spec::Rounded(exact, _) => exact.clone(),
        spec => Box::new(spec.clone()),
    };
    let plain = subject.table.encoding.exact().unwrap_or(&subject.table.encoding);
    let own = rounding::stages(subject.table);
    let (first, last) = (shown.start.floor() as i64, shown.end.ceil() as i64);
    let step = ((last - first) / MOST).max(1);
    let columns = plain.num_columns();
    let stride = columns.div_ceil(MOST_COLUMNS).max(1) as usize;
    let columns: Vec<u32> = (0..columns).step_by(stride).collect();
    let cells: Vec<i64> = (first..last).step_by(step as usize).collect();
    let row = |encoding: &Encoding, cell: i64| {
        let t = position_at(subject.scene, cell);
        // Few columns of a wide row are computed one by one.
        if stride > 1 {
            return columns.iter().map(|&j| encoding.value(t, j)).collect::<Vec<f64>>();
        }
        encoding.row(t)
    };
    let exact_rows = map_each(cells.len(), &|i| row(plain, cells[i]));
    let curve = |(index, &to): (usize, &Rounding)| {
        let stages: Stages = rounding::in_type(own, subject.scene.has_stages(), to);
        let encoding = Encoding::new(Spec::Rounded(exact.clone(), stages));
        let largest = |i: usize| {
            let rounded = row(&encoding, cells[i]);
            let off = rounded.iter().zip(&exact_rows[i]).map(|(a, b)| (a - b).abs());
            off.fold(0.0, f64::max)
        };
        let errors = map_each(cells.len(), &largest).into_iter().zip(&cells);
        let points = errors
            .filter(|(error, _)| *error > 0.0 && error.is_finite())
            .map(|(error, cell)| (*cell as f64 + 0.5, error.log10()))
            .collect();
        TypeCurve { name: to.key(), color: subject.theme.curve(index + 1), points }
    };
    TYPES.iter().enumerate().map(curve).collect()
}

impl ErrorsView {
    fn view(self) -> View {
        match self {
            Self::ByPosition => View::ErrorByPosition,
            Self::ByPair => View::ErrorByPair,
        }
    }

    fn errors(self, found: &RoundingErrors) -> &[f64] {
        match self {
            Self::ByPosition => &found.found.by_position,
            Self::ByPair if found.by_frequency.is_empty() => &found.found.by_column,
            Self::ByPair => &found.by_frequency,
        }
    }

    /// Number of positions of each value.
    fn run(self, found: &Comparison) -> i64 {
        match self {
            Self::ByPosition => found.run() as i64,
            Self::ByPair => 1,
        }
    }

    fn layers(self, subject: Subject<'_>, shown: Span) -> Vec<Layer> {
        let mut layers = vec![Layer::HorizontalLine {
            at: Comparison::FAR_OFF.log10(),
            label: "0.1".to_owned(),
            is_right: false,
        }];
        let mut names = Vec::new();
        if self == Self::ByPosition {
            // Names stand at different places, since curves of similar types lie on each other.
            let curves = type_curves(subject, shown);
            let num = curves.len();
            for (index, TypeCurve { name, color, points }) in curves.into_iter().enumerate() {
                let place = points.get(points.len() * (index + 1) / (num + 1)).copied();
                layers.push(Layer::Path { points, width: 1.0, color });
                names.extend(place.map(|at| Layer::Dot { at, color, label: name.to_owned() }));
            }
        }
        if let Ok(found) = rounding::found(subject) {
            let cells = (0, self.run(&found.found));
            let own = paths(subject, self.errors(found), cells, shown);
            if self == Self::ByPosition
                && let Some(Layer::Path { points, color, .. }) = own.first()
                && let Some(&at) = points.get(points.len() / 12)
            {
                names.push(Layer::Dot { at, color: *color, label: chosen_name(subject) });
            }
            layers.extend(own);
        }
        // No curve passes over a name.
        layers.extend(names);
        layers
    }
}

/// Name of the rounding of the scene: a combination, or its stages if they are few.
fn chosen_name(subject: Subject<'_>) -> String {
    const LONGEST: usize = 26;
    let round = subject.scene.draft().encoding.round;
    if let Some(named) = round.name() {
        return named.key.to_owned();
    }
    let name = round.to_string();
    if name.chars().count() > LONGEST { "as chosen".to_owned() } else { name }
}

impl Behavior for ErrorsView {
    fn descriptor(&self) -> Descriptor {
        let title = match self {
            Self::ByPosition => "Error by position",
            Self::ByPair => "Error by pair",
        };
        Descriptor {
            requirement: Requirement::Rows,
            sides: ViewSides::Both,
            shown_with: "round=bf16",
            ..Descriptor::of(title)
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        // By position, the errors of other types are drawn beside those of the exact table.
        if *self == Self::ByPair { rounding::refusal(subject) } else { None }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let viewport = visible(self.view(), self, subject);
        let mut layers = self.layers(subject, viewport.x);
        layers.push(Layer::Cell(self.selected(subject).0));
        let whole = self.whole(subject);
        let is_empty = *self == Self::ByPair && rounding::found(subject).is_err();
        let body = match rounding::found(subject) {
            Err(reason) if is_empty => Body::Note(reason.to_owned()),
            _ => Body::Chart(Chart {
                x: self.along(subject).axis(subject, viewport.x),
                y: Axis::logarithms("largest |error|", viewport.y, whole.y),
                is_square: false,
                layers,
            }),
        };
        self.drawn(subject, match self {
                Self::ByPosition => "largest |error| of each position; thin: the same stages in other types, samples".to_owned(),
                Self::ByPair => format!("largest |error| of each {}", self.along(subject).each(subject)),
            }, body).explained(|| rounding::found(subject).map_or_else(|_| String::new(), |_| rounding::words(subject)))
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        format!("{}. {}", self.title(), rounding::words(subject))
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        rounding::computation(subject)
    }
}

impl OneEach for ErrorsView {
    fn along(&self, _subject: Subject<'_>) -> Along {
        match self {
            Self::ByPosition => Along::Positions,
            Self::ByPair => Along::Pairs,
        }
    }

    fn values(&self, subject: Subject<'_>) -> Span {
        let values = rounding::found(subject).map_or(&[][..], |found| self.errors(found));
        let own = axis_range(values, 0.0);
        let start = if values.iter().any(|&it| it > 0.0) {
            own.start.min(DECADES.start)
        } else {
            DECADES.start
        };
        Span { start, end: own.end.max(DECADES.end) }
    }

    fn facts(&self, subject: Subject<'_>, cell: i64) -> Vec<Fact> {
        let Ok(found) = rounding::found(subject) else { return Vec::new() };
        let place = usize::try_from(cell.div_euclid(self.run(&found.found))).ok();
        let value = place.and_then(|place| self.errors(found).get(place));
        vec![("largest |error|".into(), value_words(value, "not measured"))]
    }
}
