//! Tables whose pairs of columns stand in another order.

use super::measured::Measured;
use crate::encoding::Sinusoid;

/// Relative difference of a frequency that is taken for another.
const NEAR: f64 = 0.003;

/// Columns of a table in the order of an encoding: for each of its columns, the one of the table that holds it, as far as
/// the frequencies of the pairs tell. `None` if they stand in order, or tell nothing.
pub(super) fn order_of(measured: &Measured, sinusoid: Sinusoid) -> Option<Vec<usize>> {
    let places = Measured::places(sinusoid)?;
    let own: Vec<f64> = places.iter().map(|&(_, omega)| omega).collect();
    let found: Vec<Option<f64>> =
        places.iter().map(|&(place, _)| Some(measured.at(place)?.0)).collect();
    let of_place = by_value(&own, &found).or_else(|| by_rank(&own, &found))?;
    let width = measured.values.width;
    let mut order: Vec<usize> = (0..width).collect();
    for (&((sin, cos), _), from) in places.iter().zip(of_place) {
        let (from_sin, from_cos) = places[from].0;
        (order[sin], order[cos]) = (from_sin, from_cos);
    }
    (0..width).any(|j| order[j] != j).then_some(order)
}

/// Pair of the table for each place, by the nearest frequency. Pairs that are near none take the places that are left.
/// `None` if these are more than a tenth.
fn by_value(own: &[f64], measured: &[Option<f64>]) -> Option<Vec<usize>> {
    let mut of_place: Vec<Option<usize>> = vec![None; own.len()];
    let mut left = Vec::new();
    for (pair, omega) in measured.iter().enumerate() {
        let off = |place: usize| omega.map_or(f64::INFINITY, |it| (it / own[place] - 1.0).abs());
        let nearest = (0..own.len()).min_by(|&a, &b| off(a).total_cmp(&off(b)));
        match nearest.filter(|&place| off(place) < NEAR && of_place[place].is_none()) {
            Some(place) => of_place[place] = Some(pair),
            None => left.push(pair),
        }
    }
    if 10 * left.len() > own.len().max(20) {
        return None;
    }
    // The lists are of equal length.
    let mut left = left.into_iter();
    of_place.into_iter().map(|pair| pair.or_else(|| left.next())).collect()
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
