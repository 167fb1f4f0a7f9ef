//! Color scale of a view: the map and the range chosen for it, or those of its quantity.

use super::{Computation, Subject};
use crate::{
    encoding::{Table, similarity::Measure},
    picture::ColorScale,
    scene::{ColorRange, Scene, View, ViewScale},
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

/// Color scale of a view. `data` gives the least and the greatest value, if they are known; only a tight range asks.
pub(super) fn color_scale(
    view: View,
    subject: Subject<'_>,
    quantity: Quantity,
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
        ColorRange::Automatic => all,
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

/// Computation of the data's range; `None` if the view's range is not tight.
pub(super) fn range_computation(
    view: View,
    scene: &Scene,
    table: &Table,
    measure: Option<Measure>,
) -> Option<Computation> {
    let is_tight = scene.draft().scales.get(view).range == ColorRange::Tight;
    is_tight.then(|| Computation::DataRange(table.clone(), measure))
}
