//! Tables whose pairs of columns stand in another order.

use super::{measured::Measured, values::Values};
use crate::encoding::{Sinusoid, ends_of};

/// Relative difference of a frequency that is taken for another.
const NEAR: f64 = 0.003;

/// Columns of a table in the order of an encoding: for each of its columns, the one of the table that holds it, as far as
/// the frequencies of the pairs tell. `None` if they stand in order, or tell nothing.
pub(super) fn order_of(measured: &Measured, sinusoid: Sinusoid) -> Option<Vec<usize>> {
    let places = Measured::places(sinusoid)?;
    let own: Vec<f64> = places.iter().map(|&(_, omega)| omega).collect();
    let found: Vec<Option<f64>> =
        places.iter().map(|&(place, _)| Some(measured.at(place)?.0)).collect();
    let spread_of = |pair: usize| spread(&measured.values, places[pair].0.1);
    let of_place = by_value(&own, &found, spread_of).or_else(|| by_rank(&own, &found))?;
    let width = measured.values.width;
    let mut order: Vec<usize> = (0..width).collect();
    for (&((sin, cos), _), from) in places.iter().zip(of_place) {
        let (from_sin, from_cos) = places[from].0;
        (order[sin], order[cos]) = (from_sin, from_cos);
    }
    (0..width).any(|j| order[j] != j).then_some(order)
}

/// Difference of the largest and the least value of a column, which grows with the frequency of a slow wave.
fn spread(values: &Values, column: usize) -> f64 {
    let all = (0..values.num_rows).map(|i| values.row(i)[column]);
    let (least, greatest) = ends_of(all.filter(|it| it.is_finite()));
    greatest - least
}

/// Pair of the table for each place, by the nearest frequency. Pairs that are near none, as the slowest, take the places
/// that are left in the order of their spread. `None` if these are more than a third.
fn by_value(
    own: &[f64],
    measured: &[Option<f64>],
    spread_of: impl Fn(usize) -> f64,
) -> Option<Vec<usize>> {
    let mut of_place: Vec<Option<usize>> = vec![None; own.len()];
    let mut left = Vec::new();
    let mut rising: Vec<usize> = (0..own.len()).collect();
    rising.sort_by(|&a, &b| own[a].total_cmp(&own[b]));
    // The first of the places with the same frequency.
    rising.dedup_by(|later, first| own[*later].to_bits() == own[*first].to_bits());
    for (pair, omega) in measured.iter().enumerate() {
        let off = |place: usize| omega.map_or(f64::INFINITY, |it| (it / own[place] - 1.0).abs());
        let above = rising.partition_point(|&place| omega.is_some_and(|it| own[place] < it));
        let around = above.saturating_sub(1)..(above + 1).min(rising.len());
        let nearest = rising[around].iter().copied().min_by(|&a, &b| off(a).total_cmp(&off(b)));
        match nearest.filter(|&place| off(place) < NEAR && of_place[place].is_none()) {
            Some(place) => of_place[place] = Some(pair),
            None => left.push(pair),
        }
    }
    if 3 * left.len() > own.len().max(6) {
        return None;
    }
    let mut places: Vec<usize> = (0..own.len()).filter(|&it| of_place[it].is_none()).collect();
    places.sort_by(|&a, &b| own[b].total_cmp(&own[a]));
    let mut left: Vec<(usize, f64)> =
        left.into_iter().map(|pair| (pair, spread_of(pair))).collect();
    left.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (place, (pair, _)) in places.into_iter().zip(left) {
        of_place[place] = Some(pair);
    }
    of_place.into_iter().collect()
}

/// Pair of the table for each place, by the order of their frequencies: rows at real positions turn slower or faster,
/// but none overtakes another.
fn by_rank(own: &[f64], measured: &[Option<f64>]) -> Option<Vec<usize>> {
    let measured: Vec<f64> = measured.iter().copied().collect::<Option<_>>()?;
    let falling = |omegas: &[f64]| {
        let mut places: Vec<usize> = (0..omegas.len()).collect();
        places.sort_by(|&a, &b| omegas[b].total_cmp(&omegas[a]));
        places
    };
    let mut of_place = vec![0; own.len()];
    for (place, pair) in falling(own).into_iter().zip(falling(&measured)) {
        of_place[place] = pair;
    }
    Some(of_place)
}
