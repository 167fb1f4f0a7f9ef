//! Tables whose pairs of columns stand in another order.

use super::{
    alone::{lines_alone, starts_alone},
    answer::Recognized,
    deviation::{Deviating, Deviation},
    finding::{compared, compared_spaced},
    measured::{Measured, is_alone},
    placed_tables::with_positions,
    precision::TablePrecision,
    values::TableValues,
};
use crate::encoding::{Encoding, Sinusoid, Spacing, Spec};

/// Relative difference of a frequency that is taken for another.
const NEAR: f64 = 0.003;

/// Number of rows that tell columns apart.
const LEAST_ROWS: usize = 16;

/// Number of columns that are looked at one by one.
const MOST_COLUMNS: usize = 1024;

/// Compares a table, its pairs of columns in order, with a hypothesis.
pub(super) fn compared_in_order(
    measured: &Measured,
    sinusoid: Sinusoid,
    precision: TablePrecision,
) -> Option<Recognized> {
    let order = order_of(measured, sinusoid)?;
    let sort = |order: Vec<usize>| (Measured::new(measured.values.reordered(&order)), order);
    let compare = |sorted: &Measured| {
        compared(&sorted.values, sinusoid, precision)
            .or_else(|| compared_spaced(sorted, sinusoid, precision))
    };
    let by_frequency = sort(order);
    let mut found = compare(&by_frequency.0).map(|it| (it, &by_frequency));
    let is_whole = |it: &Recognized| it.deviations.iter().all(|it| it.column.is_none());
    // Slow columns alone hardly tell their frequency. The others tell the positions, and these which one each is.
    let mut by_value = None;
    let is_unclear = !found.as_ref().is_some_and(|it| is_whole(&it.0));
    if is_alone(sinusoid) && is_unclear && measured.values.num_rows >= LEAST_ROWS {
        let own_line = found.as_ref().map(|(it, _)| (it.line(), it.scale));
        let starts = starts_alone(&by_frequency.0.values, sinusoid, precision).unwrap_or_default();
        let consecutive = starts
            .into_iter()
            .map(|(start, scale)| (Spacing { start: start as f64, step: 1.0 }, scale));
        let lines = lines_alone(&by_frequency.0, sinusoid, precision);
        let again = own_line.into_iter().chain(consecutive).chain(lines).find_map(|line| {
            let sorted = sort(order_on_line(&measured.values, &by_frequency.0, sinusoid, line)?);
            Some((compare(&sorted.0)?, sorted))
        });
        if let Some((again, sorted)) = again {
            let sorted = by_value.insert(sorted);
            let both = [Some((again, &*sorted)), found].into_iter().flatten();
            found = both.min_by_key(|it| it.0.rank());
        }
    }
    let (mut found, (sorted, order)) = found?;
    // Columns that are none of the encoding are rather those of another one.
    let is_any = |it: &Deviating| it.what == Deviation::OtherColumn;
    if !found.is_certain() && !found.deviations.iter().any(is_any) {
        with_positions(&sorted.values, &mut found, &[sinusoid]);
    }
    Some(with_moved_columns(found, order))
}

/// A hypothesis about columns in the order of an encoding as one about those of a table: the columns that were moved
/// are deviations.
fn with_moved_columns(mut found: Recognized, order: &[usize]) -> Recognized {
    for deviation in &mut found.deviations {
        deviation.column = deviation.column.map(|column| order[column as usize] as u32);
    }
    for (_, column) in found.rows.iter_mut().flat_map(|rows| &mut rows.cells) {
        *column = order[*column as usize] as u32;
    }
    let is_told = |at: usize| {
        let is_column = |it: &Deviating| it.row.is_none() && it.column == Some(at as u32);
        found.deviations.iter().any(is_column)
    };
    let moved = order.iter().enumerate().filter(|&(of, &at)| of != at && !is_told(at));
    let mut moved: Vec<Deviating> = moved
        .map(|(of, &at)| Deviating {
            column: Some(at as u32),
            from: Some(of as u32),
            ..Deviating::of(Deviation::MovedColumn)
        })
        .collect();
    moved.sort_by_key(|deviation| deviation.column);
    found.deviations.extend(moved);
    // A column that holds another's place in that order may stand in its own.
    found.deviations.retain(|it| it.from.is_none() || it.from != it.column);
    found
}

/// Columns of a table in the order of an encoding: for each of its columns, the one of the table that holds it, as far
/// as the frequencies of the pairs tell. `None` if they stand in order, or tell nothing.
fn order_of(measured: &Measured, sinusoid: Sinusoid) -> Option<Vec<usize>> {
    let places = Measured::places(sinusoid)?;
    let own: Vec<f64> = places.iter().map(|&(_, omega)| omega).collect();
    let found: Vec<Option<f64>> =
        places.iter().map(|&(place, _)| Some(measured.at(place)?.0)).collect();
    if is_alone(sinusoid) && has_twins(&found) {
        return None;
    }
    let spread_of = |pair: usize| spread(&measured.values, places[pair].0.1);
    let width = measured.values.width;
    // Spread tells no order of many columns, nor in few rows.
    let is_telling = width <= MOST_COLUMNS && measured.values.num_rows >= LEAST_ROWS;
    let is_told = is_telling || found.iter().all(Option::is_some);
    let by_rank = || is_told.then(|| by_rank(&own, &found, spread_of));
    let of_place = by_value(&own, &found, spread_of).or_else(by_rank)?;
    let mut order: Vec<usize> = (0..width).collect();
    for (&((sin, cos), _), from) in places.iter().zip(of_place) {
        let (from_sin, from_cos) = places[from].0;
        (order[sin], order[cos]) = (from_sin, from_cos);
    }
    (0..width).any(|j| order[j] != j).then_some(order)
}

/// True if a third of some frequencies are there twice, as of pairs, which are no columns alone.
fn has_twins(found: &[Option<f64>]) -> bool {
    const SAME: f64 = 1e-5;
    let mut known: Vec<f64> = found.iter().copied().flatten().collect();
    known.sort_by(f64::total_cmp);
    let twins = known.windows(2).filter(|pair| (pair[1] / pair[0] - 1.0).abs() < SAME);
    3 * twins.count() > known.len()
}

/// Difference of the largest and the least value of a column, which grows with the frequency of a slow wave. A few rows
/// that are none of the wave do not count.
fn spread(values: &TableValues, column: usize) -> f64 {
    /// One row in so many is left out at either end.
    const FEW: usize = 24;
    const MOST_ROWS: usize = 256;
    let rows = (0..values.num_rows).step_by(values.num_rows.div_ceil(MOST_ROWS));
    let all = rows.map(|i| values.row(i)[column]);
    let mut all: Vec<f64> = all.filter(|it| it.is_finite()).collect();
    all.sort_by(f64::total_cmp);
    let few = all.len() / FEW;
    all.get(few).zip(all.iter().rev().nth(few)).map_or(0.0, |(least, greatest)| greatest - least)
}

/// Pair of the table for each place, by the nearest frequency. Pairs that are near none, as the slowest, take the
/// places that are left in the order of their spread. `None` if these are more than a third.
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
/// but none overtakes another. Those without a known frequency are the slowest, in the order of their spread.
fn by_rank(own: &[f64], measured: &[Option<f64>], spread_of: impl Fn(usize) -> f64) -> Vec<usize> {
    let falling = |values: &[(f64, f64)]| {
        let mut places: Vec<usize> = (0..values.len()).collect();
        places.sort_by(|&a, &b| {
            let (a, b) = (values[a], values[b]);
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        places
    };
    let own: Vec<(f64, f64)> = own.iter().map(|&omega| (omega, 0.0)).collect();
    let of_pair = |(pair, omega): (usize, &Option<f64>)| (omega.unwrap_or(0.0), spread_of(pair));
    let measured: Vec<(f64, f64)> = measured.iter().enumerate().map(of_pair).collect();
    let mut of_place = vec![0; own.len()];
    for (place, pair) in falling(&own).into_iter().zip(falling(&measured)) {
        of_place[place] = pair;
    }
    of_place
}

/// Columns of a table in the order of an encoding whose positions are known: for each of its columns, the one of the
/// table with the nearest values. `by_frequency` is the table in the order that frequencies tell. `None` where these
/// columns are not at the positions, and for tables that are too wide.
fn order_on_line(
    values: &TableValues,
    by_frequency: &Measured,
    sinusoid: Sinusoid,
    (spacing, scale): (Spacing, f64),
) -> Option<Vec<usize>> {
    /// Number of rows that are compared, and of values, each with one of every column.
    const ROWS: (usize, usize) = (8, 128);
    const MOST_VALUES: usize = 1 << 21;
    /// Difference, as a share of the factor, that counts for the most, and mean one of a column at other positions.
    const FAR: f64 = 0.1;
    const OFF: f64 = 0.05;
    let width = values.width;
    if width > MOST_COLUMNS {
        return None;
    }
    let num_rows = (MOST_VALUES / width.pow(2)).clamp(ROWS.0, ROWS.1);
    let encoding = Encoding::new(Spec::Spaced { sinusoid, spacing });
    let rows: Vec<(usize, Vec<f64>)> = (0..values.num_rows)
        .step_by(values.num_rows.div_ceil(num_rows))
        .filter(|&i| !values.is_zero_row(i))
        .map(|i| (i, encoding.row(i as i64)))
        .collect();
    if rows.is_empty() {
        return None;
    }
    // Rows that are none of the encoding do not count for more.
    let difference = |table: &TableValues, place: usize, column: usize| {
        let off = |(i, own): &(usize, Vec<f64>)| {
            (table.row(*i)[column] / scale - own[place]).abs().min(FAR)
        };
        rows.iter().map(off).sum::<f64>() / rows.len() as f64
    };
    let told = (0..width).filter(|&j| by_frequency.at((j, j)).is_some());
    let (num, num_off) = told.fold((0, 0), |(num, num_off), j| {
        (num + 1, num_off + usize::from(difference(&by_frequency.values, j, j) > OFF))
    });
    if 4 * num_off > num {
        return None;
    }
    let places = (0..width).flat_map(|place| (0..width).map(move |column| (place, column)));
    let mut all: Vec<(f64, usize, usize)> =
        places.map(|(place, column)| (difference(values, place, column), place, column)).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut of_place, mut is_taken) = (vec![None; width], vec![false; width]);
    for (_, place, column) in all {
        if of_place[place].is_none() && !is_taken[column] {
            (of_place[place], is_taken[column]) = (Some(column), true);
        }
    }
    of_place.into_iter().collect()
}
