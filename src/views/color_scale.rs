//! Color scale of a view: the map and the range chosen for it, or those of its quantity.

use super::{Computation, Subject};
use crate::{
    encoding::{RangeQuestion, RobustEnds, RobustQuestion, Spec, Table, similarity::Measure},
    picture::{ColorScale, ValueName, number},
    scene::{ColorRange, DifferenceScale, Scene, View, ViewScale},
};

/// Values that a quantity can have.
#[derive(Clone, Copy, Debug)]
pub(super) enum Quantity {
    /// From −bound to bound.
    Signed(f64),
    /// From 0 to the bound.
    Unsigned(f64),
}

impl Quantity {
    /// Values of a measure of similarity up to a bound.
    pub(super) fn of_measure(measure: Measure, bound: f64) -> Self {
        match measure {
            Measure::Dot | Measure::Cosine => Self::Signed(bound),
            Measure::Distance => Self::Unsigned(bound),
        }
    }
}

/// Ends of the colors of a file's values, or of their similarity, where outliers would set them; `None` for all else,
/// and until they are known.
pub(super) fn robust_ends(
    view: View,
    subject: Subject<'_>,
    measure: Option<Measure>,
) -> Option<RobustEnds> {
    let question = robust_question(view, subject.scene, subject.table, measure)?;
    subject.results.find(&question).map(|it| **it).filter(RobustEnds::has_outliers)
}

fn robust_question(
    view: View,
    scene: &Scene,
    table: &Table,
    measure: Option<Measure>,
) -> Option<RobustQuestion> {
    let is_automatic = scene.draft().scales.get(view).range == ColorRange::Automatic;
    let is_file = matches!(table.encoding.spec().exact(), Spec::Data { .. });
    (is_automatic && is_file).then(|| RobustQuestion { table: table.clone(), measure })
}

/// Name of the values of a view's raster, with how far they lie beyond the ends of its colors: outliers, or values
/// outside a typed range.
pub(super) fn name_with_ends(
    name: impl Into<String>,
    scale: ColorScale,
    (view, subject): (View, Subject<'_>),
    robust: Option<RobustEnds>,
    measure: Option<Measure>,
) -> ValueName {
    /// Share of the range that is no more than rounding.
    const ROUNDING: f64 = 1e-6;
    let is_typed = matches!(subject.scene.draft().scales.get(view).range, ColorRange::Typed(..));
    let typed = is_typed.then(|| subject.data_range(measure)).flatten();
    let ends = robust.map(|it| (it.least, it.greatest)).or(typed);
    let room = ROUNDING * (scale.high - scale.low);
    ValueName {
        words: name.into(),
        above: ends.map(|(_, greatest)| greatest).filter(|it| *it > scale.high + room),
        below: ends.map(|(least, _)| least).filter(|it| *it < scale.low - room),
    }
}

/// Sentence about the values beyond the ends of the colors; empty if there are none.
pub(super) fn outliers_text(scale: ColorScale, ends: Option<RobustEnds>) -> String {
    let Some(RobustEnds { quantile, least, greatest, is_sampled }) = ends else {
        return String::new();
    };
    let text = |value: f64| number::readable(value, 3);
    let farthest = if greatest >= -least { greatest } else { least };
    let sign = if scale.low < 0.0 { "±" } else { "" };
    let of = if is_sampled { "of a sample of pairs" } else { "of the values other than 0" };
    format!(
        "Colors end at {sign}{}, within which 99.9 % {of} lie; the farthest is {}.",
        text(quantile),
        text(farthest)
    )
}

/// Color scale of a view of values without outliers, as [`robust_color_scale`] says.
pub(super) fn color_scale(
    view: View,
    subject: Subject<'_>,
    quantity: Quantity,
    data: impl FnOnce() -> Option<(f64, f64)>,
) -> ColorScale {
    robust_color_scale(view, subject, quantity, None, data)
}

/// Color scale of a view. `robust` gives ends that outliers do not set, `data` the least and the greatest value, if
/// they are known; only a tight range asks.
pub(super) fn robust_color_scale(
    view: View,
    subject: Subject<'_>,
    quantity: Quantity,
    robust: Option<RobustEnds>,
    data: impl FnOnce() -> Option<(f64, f64)>,
) -> ColorScale {
    let Subject { scene, theme, .. } = subject;
    let colors = scene.draft().colors;
    let ViewScale { map, range } = scene.draft().scales.get(view);
    let (is_signed, all) = match quantity {
        Quantity::Signed(bound) => (true, (-bound, bound)),
        Quantity::Unsigned(bound) => (false, (0.0, bound)),
    };
    let (low, high) = match range {
        ColorRange::Automatic => match robust {
            Some(robust) if is_signed => (-robust.quantile, robust.quantile),
            Some(robust) => (0.0, robust.quantile),
            None => all,
        },
        ColorRange::Full => all,
        ColorRange::Tight => data().filter(|(least, greatest)| least < greatest).unwrap_or(all),
        ColorRange::Typed(low, high) => (low, high),
    };
    // Values of one sign need no colors for the other.
    let own = if is_signed && low < 0.0 && high > 0.0 {
        theme.diverging(colors.diverging, 1.0)
    } else {
        theme.sequential(colors.sequential, 1.0)
    };
    ColorScale { map: map.unwrap_or(own.map), low, high }
}

/// Powers of ten below the largest difference that the colors of a logarithmic difference tell apart.
const DECADES: f64 = 8.0;

/// Color scale of A − B: symmetric about 0 up to the largest difference or, on a logarithmic scale, of its powers of
/// ten. Until the largest difference is known, it is that of a few rows.
pub(super) fn difference_scale(subject: Subject<'_>) -> ColorScale {
    let Subject { scene, theme, table, .. } = subject;
    let colors = scene.draft().colors;
    let known = subject.differences().and_then(|it| it.found());
    let largest = match known {
        Some(found) => found.max_abs_difference,
        None => sampled_bound(table),
    };
    // Equal sides have a scale as well.
    let largest = if largest > 0.0 { largest } else { 1.0 };
    match scene.draft().difference_scale {
        DifferenceScale::Linear => {
            let map = theme.diverging(colors.diverging, 1.0).map;
            ColorScale { map, low: -largest, high: largest }
        }
        DifferenceScale::Log => {
            let high = largest.log10().ceil();
            let map = theme.sequential(colors.sequential, 1.0).map;
            ColorScale { map, low: high - DECADES, high }
        }
    }
}

/// Largest absolute value of a few rows.
fn sampled_bound(table: &Table) -> f64 {
    const MOST_ROWS: u64 = 64;
    let num_rows = table.num_rows();
    let step = num_rows.div_ceil(MOST_ROWS).max(1) as usize;
    let rows = (0..num_rows).step_by(step).map(|row| table.encoding.row(table.position(row)));
    let finite = rows.flatten().filter(|value| value.is_finite());
    finite.fold(0.0, |largest, value| largest.max(value.abs()))
}

/// Computation of the ends of the data, to which the colors reach or beyond which values lie; for a table of a file, of
/// its outliers. `None` if neither is asked for.
pub(super) fn range_computation(
    view: View,
    scene: &Scene,
    table: &Table,
    measure: Option<Measure>,
) -> Option<Computation> {
    let range = scene.draft().scales.get(view).range;
    let has_own_ends = matches!(range, ColorRange::Tight | ColorRange::Typed(..));
    if let Some(question) = robust_question(view, scene, table, measure) {
        return Some(question.into());
    }
    has_own_ends.then(|| RangeQuestion { table: table.clone(), measure }.into())
}
