//! Sinusoidal tables whose rows are at any positions.

use super::{
    answer::{NameBits, Recognized, is_told_ladder},
    deviation::Deviating,
    distinct::distinct,
    measured::Measured,
    placing::{
        NearBase, Placed, TableWave, WaveTable, are_off_circle, ladder_ratio, most_wrong_columns,
        place, without_columns,
    },
    progress::SearchProgress,
    values::TableValues,
};
use crate::encoding::{
    Arithmetic, Column, Component, Components, Convention, Exponent, Layout, Order, Rounding,
    Sinusoid, SinusoidDraft, Waves,
    median::median,
    proof::{SINGLE, factor_bits, notable_factor},
    with_digits,
};

/// Number of rows that scales and bases are told from.
const MOST_ROWS: usize = 64;

/// Waves of the columns of a sinusoid, whose base is off by a share.
fn columns(sinusoid: Sinusoid, rounding: Option<Rounding>, off: f64) -> Vec<TableWave> {
    let waves = Waves::new(sinusoid);
    let arithmetic = if rounding.is_none() { Arithmetic::F64 } else { Arithmetic::F32 };
    let steps = 2.0 * if arithmetic == Arithmetic::F64 { f64::EPSILON / 2.0 } else { SINGLE };
    let column = |j: u32| match waves.column(j) {
        Column::Wave { frequency, component } => {
            let own = &waves.frequencies()[frequency];
            let omega = own.omega.hi;
            // The frequency is base^(−share).
            let share = -omega.log(sinusoid.base());
            let computed = arithmetic.frequency_error(sinusoid.base(), own.exponent) + steps;
            let error = omega * (computed + off * share);
            TableWave { wave: frequency, omega, error, component, sign: 1.0 }
        }
        Column::Zero => {
            let wave = waves.frequencies().len();
            TableWave { wave, omega: 0.0, error: 0.0, component: Component::Sin, sign: 1.0 }
        }
    };
    (0..sinusoid.d_model()).map(column).collect()
}

/// Columns of the sine and of the cosine of each wave that has both.
fn pairs(columns: &[TableWave]) -> Vec<(usize, usize)> {
    let place = |wave: usize, component: Component| {
        columns.iter().position(|it| (it.wave, it.component) == (wave, component) && it.omega > 0.0)
    };
    let of = |wave| place(wave, Component::Sin).zip(place(wave, Component::Cos));
    (0..columns.len()).filter_map(of).collect()
}

/// Factor of all values: the median length of the pairs, or the largest value.
fn scale(values: &TableValues, columns: &[TableWave]) -> f64 {
    const NEAR: f64 = 0.01;
    let pairs = pairs(columns);
    let step = values.num_rows.div_ceil(MOST_ROWS);
    let rows = || (0..values.num_rows).step_by(step).map(|i| values.row(i));
    let radii = rows().flat_map(|row| pairs.iter().map(move |&(s, c)| row[s].hypot(row[c])));
    let mut radii: Vec<f64> = radii.filter(|it| *it > 0.0).collect();
    let unit = values.rounding.map_or(SINGLE, Rounding::unit).max(SINGLE);
    let width = columns.len() as f64;
    if let Some(own) = median(&mut radii) {
        return notable_factor(own, width, 4.0 * unit);
    }
    let largest = rows().flatten().fold(0.0_f64, |most, it| most.max(it.abs()));
    notable_factor(largest, width, NEAR)
}

/// A table with the waves of a sinusoid, times a factor.
fn placed(values: &TableValues, sinusoid: Sinusoid, scale: Option<f64>) -> Option<(Placed, f64)> {
    let columns = columns(sinusoid, values.rounding, 0.0);
    let own = scale.unwrap_or_else(|| self::scale(values, &columns));
    let (placed, own) = placed_with(values, &columns, own)?;
    // Few bits tell a factor by all values together.
    let is_fitted = scale.is_none()
        && placed.evidence.num_wrong > 0
        && matches!(values.rounding, Some(Rounding::F16 | Rounding::Bf16));
    let fitted = is_fitted.then(|| with_fitted_factor(values, &columns, (&placed, own))).flatten();
    Some(fitted.unwrap_or((placed, own)))
}

/// A table with waves, times a factor; `None` if some rows contradict it.
fn placed_with(values: &TableValues, columns: &[TableWave], scale: f64) -> Option<(Placed, f64)> {
    let table = WaveTable::new(values, columns.to_vec(), scale);
    let (num, of) = table.probed();
    (num > 0 && 8 * num >= 5 * of).then(|| Some((place(&table)?, scale))).flatten()
}

/// A table with the factor that fits all values best, or a short one near it; `None` if it explains no more.
fn with_fitted_factor(
    values: &TableValues,
    columns: &[TableWave],
    (placed, scale): (&Placed, f64),
) -> Option<(Placed, f64)> {
    const NEAR: f64 = 1e-3;
    let table = WaveTable::new(values, columns.to_vec(), scale);
    let fitted = table.fitted_scale(&placed.positions)?;
    let short = (1..5).map(|digits| with_digits(fitted, digits));
    let near = short.filter(|it| (it / fitted - 1.0).abs() < NEAR);
    let all = near.chain([fitted]).filter_map(|it| placed_with(values, columns, it));
    let best = all.min_by_key(|it| it.0.evidence.num_wrong)?;
    (best.0.evidence.num_wrong < placed.evidence.num_wrong).then_some(best)
}

/// Bits of all that was chosen but for the positions.
fn choices(sinusoid: Sinusoid, scale: f64, rounding: Option<Rounding>) -> f64 {
    let factor = factor_bits(scale, f64::from(sinusoid.d_model()), rounding);
    NameBits::new(sinusoid, 0).total() + factor
}

/// True if the frequencies tell more than the choice of the base.
fn is_ladder(sinusoid: Sinusoid, rounding: Option<Rounding>) -> bool {
    is_told_ladder(sinusoid, NameBits::new(sinusoid, 0), rounding)
}

/// Gives a hypothesis the positions of all its rows, where these make it certain. `known` are the sinusoids of all
/// hypotheses.
pub(super) fn with_positions(values: &TableValues, found: &mut Recognized, known: &[Sinusoid]) {
    if found.is_transposed
        || !found.stages.is_exact()
        || found.sinusoid.d_model() as usize != values.width
    {
        return;
    }
    let own = found.sinusoid;
    // Exponents that begin at one are those that begin at zero, at other positions.
    let has_rows = found.deviations.iter().any(|it| it.row.is_some());
    let is_begun = own.exponent() == Exponent::OneBased && !has_rows;
    let begun = is_begun.then(|| own.with_exponent(Exponent::Paper));
    let begun = begun.filter(|it| !known.contains(it));
    let of = |sinusoid: Sinusoid| {
        let (placed, _) = placed(values, sinusoid, Some(found.scale))?;
        let is_certain = placed.is_certain(choices(sinusoid, found.scale, values.rounding));
        (is_certain && is_ladder(sinusoid, values.rounding)).then_some((placed, sinusoid))
    };
    let all = begun.into_iter().chain([own]).filter_map(of);
    let best = all.min_by(|(a, _), (b, _)| a.cost().total_cmp(&b.cost()));
    let Some((placed, sinusoid)) = best else { return with_positions_of_columns(values, found) };
    if sinusoid != own {
        *found = Recognized {
            scale: found.scale,
            ..Recognized::of(sinusoid, 0, values).with_evidence(&placed.evidence)
        };
    }
    // Columns and cells whose values are those at the positions do not deviate.
    let is_wrong = |it: &Deviating| {
        let is_at = |row: u64| it.row.is_none_or(|own| own == row);
        placed.evidence.wrong.iter().any(|&(row, own)| is_at(row) && Some(own) == it.column)
    };
    found.deviations.retain(|it| it.column.is_none() || is_wrong(it));
    found.place(placed);
    if sinusoid != own {
        found.align(values);
    }
    found.name();
}

/// Gives a hypothesis the positions of all its rows by the columns that do not deviate, where these make it certain.
fn with_positions_of_columns(values: &TableValues, found: &mut Recognized) {
    let of_columns = found.deviations.iter().filter(|it| it.row.is_none());
    let known: Vec<usize> = of_columns.filter_map(|it| it.column).map(|j| j as usize).collect();
    // Exponents that begin at zero are the simpler hypothesis.
    let is_begun = found.sinusoid.exponent() == Exponent::OneBased;
    if is_begun || !is_ladder(found.sinusoid, values.rounding) {
        return;
    }
    if let Some((placed, scale, deviations)) = but_for_columns(values, found.sinusoid, &known) {
        found.scale = scale;
        found.deviations.retain(|it| it.column.is_none());
        found.deviations.extend(deviations);
        found.place(placed);
        found.name();
    }
}

/// Finds the sinusoid whose rows are at any positions; `None` if there is none with certainty.
pub(super) fn at_any_positions(
    measured: &Measured,
    progress: &SearchProgress<'_>,
) -> Option<Recognized> {
    let values = &measured.values;
    let d_model = u32::try_from(values.width).ok()?;
    let conventions = Convention::all().map(|convention| convention.draft(d_model));
    let drafts: Vec<SinusoidDraft> = conventions.chain(told(values, d_model)).collect();
    for sinusoid in distinct(drafts.into_iter()) {
        if !progress.is_wanted() {
            return None;
        }
        if !is_ladder(sinusoid, values.rounding) {
            continue;
        }
        let is_certain = |(placed, scale): &(Placed, f64)| {
            placed.is_certain(choices(sinusoid, *scale, values.rounding))
        };
        let whole = placed(values, sinusoid, None).filter(is_certain);
        let whole = whole.map(|(placed, scale)| (placed, scale, Vec::new()));
        let Some((placed, scale, deviations)) =
            whole.or_else(|| but_for_columns(values, sinusoid, &[]))
        else {
            continue;
        };
        let found = Recognized::of(sinusoid, 0, values).with_evidence(&placed.evidence);
        let mut found = Recognized { scale, deviations, ..found };
        found.place(placed);
        found.align(values);
        found.name();
        return Some(found);
    }
    None
}

/// A table with the waves of a sinusoid but for few columns, which are deviations, those that are known among them;
/// `None` unless it is one with certainty.
fn but_for_columns(
    values: &TableValues,
    sinusoid: Sinusoid,
    known: &[usize],
) -> Option<(Placed, f64, Vec<Deviating>)> {
    /// Bits of the choice of a column.
    const OF_COLUMN: f64 = 12.0;
    let columns = columns(sinusoid, values.rounding, 0.0);
    let pairs = pairs(&columns);
    let circles: Vec<(usize, usize)> = pairs.iter().map(|&(s, c)| (c, s)).collect();
    let off = circles.iter().zip(are_off_circle(values, &circles)).filter(|it| it.1);
    let off: Vec<usize> = off.flat_map(|(&(c, s), _)| [c, s]).collect();
    let is_wrong = |j: &usize| off.contains(j) || known.contains(j);
    let wrong: Vec<usize> = (0..columns.len()).filter(is_wrong).collect();
    if wrong.is_empty() || wrong.len() > 4 * most_wrong_columns(columns.len()) {
        return None;
    }
    let (rest, kept) = without_columns(values, &wrong);
    let own: Vec<TableWave> = kept.iter().map(|&j| columns[j]).collect();
    let (mut placed, mut scale) = placed_with(&rest, &own, scale(&rest, &own))?;
    if placed.evidence.num_wrong > 0
        && let Some(fitted) = with_fitted_factor(&rest, &own, (&placed, scale))
    {
        (placed, scale) = fitted;
    }
    let choices = choices(sinusoid, scale, values.rounding) + OF_COLUMN * wrong.len() as f64;
    // Rows without a position are deviations that positions do not tell, but for rows of zeros.
    let are_all_placed =
        placed.positions.iter().enumerate().all(|(i, it)| it.is_some() || values.is_zero_row(i));
    if !are_all_placed || !placed.is_certain(choices) {
        return None;
    }
    let most = most_wrong_columns(columns.len());
    let whole = WaveTable::new(values, columns, scale);
    let (deviations, num_right) = whole.told_columns(&placed.positions, &wrong);
    placed.evidence.num_agreeing += (num_right * values.num_rows) as u64;
    for place in &mut placed.evidence.wrong {
        place.1 = kept[place.1 as usize] as u32;
    }
    (deviations.len() <= most).then_some((placed, scale, deviations))
}

/// Sinusoids of the bases that single rows tell, in each arrangement of sines and cosines.
fn told(values: &TableValues, d_model: u32) -> Vec<SinusoidDraft> {
    /// Number of bases that are worth a comparison.
    const MOST: usize = 6;
    let own = Convention::PAPER.draft(d_model);
    let arranged = [Layout::Interleaved, Layout::Split].into_iter().flat_map(|layout| {
        [Order::SinFirst, Order::CosFirst].map(|order| SinusoidDraft { layout, order, ..own })
    });
    let alone =
        [Components::Sin, Components::Cos].map(|components| SinusoidDraft { components, ..own });
    let step = values.num_rows.div_ceil(MOST_ROWS);
    let unit = values.rounding.map_or(SINGLE, Rounding::unit).max(SINGLE);
    let mut found = Vec::new();
    for draft in arranged.chain(alone) {
        let Ok(sinusoid) = Sinusoid::new(draft) else { continue };
        let columns = columns(sinusoid, values.rounding, 0.0);
        let scale = scale(values, &columns);
        let num =
            columns.iter().filter(|it| it.omega > 0.0).map(|it| it.wave + 1).max().unwrap_or(0);
        let of_row = |i: usize| {
            let mut all = vec![(None, None); num];
            for (it, value) in columns.iter().zip(values.row(i)).filter(|it| it.0.omega > 0.0) {
                let own = &mut all[it.wave];
                let place = if it.component == Component::Cos { &mut own.0 } else { &mut own.1 };
                *place = Some(value / scale);
            }
            all
        };
        let rows = (0..values.num_rows).step_by(step).map(of_row);
        let Some(ratio) = ladder_ratio(rows, unit) else { continue };
        for (exponent, num_steps) in [(Exponent::Paper, num), (Exponent::Endpoint, num - 1)] {
            let num_steps = num_steps as f64;
            let near =
                NearBase { base: (num_steps * ratio.ln).exp(), off: 4.0 * num_steps * ratio.error };
            let own = |base: f64| SinusoidDraft { base, exponent, ..draft };
            let table = |base: f64, off: f64| {
                let sinusoid = Sinusoid::new(own(base)).ok()?;
                let columns = self::columns(sinusoid, values.rounding, off);
                Some(WaveTable::new(values, columns, scale).within_a_turn())
            };
            let bases = near.sharpened(table, |wave| wave as f64 / num_steps).told();
            found.extend(bases.into_iter().take(MOST).map(own));
        }
        // Few bits tell a base badly.
        if matches!(values.rounding, Some(Rounding::F16 | Rounding::Bf16)) {
            found.extend(NearBase::USUAL.map(|base| SinusoidDraft { base, ..draft }));
        }
    }
    found
}
