//! Features of `NeRF` and others: sines and cosines of a few numbers times 1, 2, 4, ….

use std::f64::consts::TAU;

use super::{
    placing::{Placed, RowPositions, TableWave, WaveTable, place, placed_at},
    values::TableValues,
};
use crate::encoding::{
    Component, FourierFactor, Rounding,
    proof::{MARGIN, SINGLE},
};
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Order of the columns of Fourier features.
    pub enum FourierLayout {
        /// Sine and cosine of an octave, then of the next.
        Interleaved = "interleaved",
        /// Sines of all octaves, then cosines.
        Grouped = "grouped",
    }
}

/// Fourier features that a table holds.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownFourier {
    /// Number of octaves: the frequencies are the factor times 1, 2, 4, ….
    pub num_octaves: u32,
    /// Factor of all frequencies.
    pub factor: FourierFactor,
    /// Number of numbers that are encoded.
    pub num_inputs: u32,
    /// First column of these numbers themselves, if the table has them.
    pub identity: Option<u32>,
    /// Order of the columns.
    pub layout: FourierLayout,
    /// True if the cosine of an octave comes before its sine.
    pub is_cos_first: bool,
    /// The first of the numbers, row by row.
    pub positions: RowPositions,
    /// Narrowest type that holds the values.
    pub rounding: Option<Rounding>,
    /// Largest difference.
    pub largest_difference: f64,
    /// Number of values that agree.
    pub num_agreeing: u64,
    /// True if the values are these, and explain more than was chosen.
    pub is_certain: bool,
}

/// Largest number of numbers that are encoded.
const MOST_INPUTS: usize = 3;
/// Octaves that features have.
const OCTAVES: std::ops::RangeInclusive<usize> = 2..=24;

/// Columns of a table of features: for each the number, the octave and the function.
type Columns = Vec<(usize, usize, Component)>;

/// Finds the Fourier features that a table holds; `None` if it holds none with certainty.
pub(crate) fn recognize_fourier(values: &TableValues) -> Option<KnownFourier> {
    let mut best: Option<(f64, KnownFourier)> = None;
    for num_inputs in 1..=MOST_INPUTS {
        for has_identity in [false, true] {
            let rest = values.width.checked_sub(if has_identity { num_inputs } else { 0 });
            let Some(rest) = rest.filter(|it| it.is_multiple_of(2 * num_inputs)) else { continue };
            let num_octaves = rest / (2 * num_inputs);
            if !OCTAVES.contains(&num_octaves) {
                continue;
            }
            let firsts: &[usize] = if has_identity { &[0, rest] } else { &[0] };
            for &identity in firsts {
                for form in forms(num_inputs, num_octaves) {
                    let identity = has_identity.then_some(identity);
                    let found = of_form(values, (num_inputs, num_octaves), identity, &form);
                    if let Some(found) = found
                        && best.as_ref().is_none_or(|best| found.0 < best.0)
                    {
                        best = Some(found);
                    }
                }
            }
        }
    }
    best.map(|(_, best)| best)
}

/// Orders of the columns: layout, true for cosines first, and the columns.
fn forms(num_inputs: usize, num_octaves: usize) -> Vec<(FourierLayout, bool, Columns)> {
    let mut all = Vec::new();
    for is_cos_first in [false, true] {
        let mut components = [Component::Sin, Component::Cos];
        if is_cos_first {
            components.reverse();
        }
        let (inputs, octaves) = (0..num_inputs, 0..num_octaves);
        let by_octave = octaves.clone().flat_map(|octave| {
            let inputs = inputs.clone();
            components.into_iter().flat_map(move |it| inputs.clone().map(move |x| (x, octave, it)))
        });
        all.push((FourierLayout::Interleaved, is_cos_first, by_octave.collect::<Columns>()));
        let grouped = components.into_iter().flat_map(|it| {
            let inputs = inputs.clone();
            octaves.clone().flat_map(move |octave| inputs.clone().map(move |x| (x, octave, it)))
        });
        all.push((FourierLayout::Grouped, is_cos_first, grouped.collect::<Columns>()));
        if num_inputs > 1 {
            let by_input = inputs.clone().flat_map(|x| {
                octaves.clone().flat_map(move |octave| components.map(move |it| (x, octave, it)))
            });
            all.push((FourierLayout::Interleaved, is_cos_first, by_input.collect()));
            let grouped = components.into_iter().flat_map(|it| {
                let octaves = octaves.clone();
                inputs.clone().flat_map(move |x| octaves.clone().map(move |octave| (x, octave, it)))
            });
            all.push((FourierLayout::Grouped, is_cos_first, grouped.collect()));
        }
    }
    all
}

/// Rows at coordinates from 0 or −1 to 1, with the last one or without it, where all values agree: coarse types tell no
/// coordinate of a single row well.
fn on_usual_line(table: &WaveTable<'_>) -> Option<Placed> {
    let num_rows = table.num_rows() as u64;
    let ends = [(-1.0, 2.0), (0.0, 1.0)];
    let steps = |(start, span): (f64, f64)| {
        [num_rows - 1, num_rows].map(|num| (start, span / num.max(1) as f64))
    };
    ends.into_iter().flat_map(steps).find_map(|(start, step)| {
        // Two rows refuse most.
        let is_likely = [1, num_rows / 3]
            .into_iter()
            .all(|row| table.is_at_row(row as usize, start + step * row as f64));
        let placed =
            is_likely.then(|| placed_at(table, RowPositions::line(num_rows, start, step)))?;
        Some(placed).filter(|it| it.evidence.num_wrong == 0)
    })
}

/// Features in some order, with the bits of their choices.
fn of_form(
    values: &TableValues,
    (num_inputs, num_octaves): (usize, usize),
    identity: Option<usize>,
    (layout, is_cos_first, columns): &(FourierLayout, bool, Columns),
) -> Option<(f64, KnownFourier)> {
    /// Bits of the order, the factor and the identity.
    const CHOICES: f64 = 8.0;
    /// Bits of the choice of coordinates from −1 or 0 to 1.
    const LINE: f64 = 2.0;
    let before = if identity == Some(0) { num_inputs } else { 0 };
    let unit = if values.rounding.is_none() { f64::EPSILON } else { 2.0 * SINGLE };
    let of_factor = |factor: FourierFactor| {
        let mut cost = CHOICES;
        let (mut first, mut largest, mut num_agreeing) = (None, 0.0_f64, 0);
        let mut is_certain = true;
        for input in 0..num_inputs {
            let own: Vec<usize> =
                (0..columns.len()).filter(|&j| columns[j].0 == input).map(|j| before + j).collect();
            let part = values.selected(&own);
            let waves = own.iter().map(|&j| {
                let (_, octave, component) = columns[j - before];
                let omega = factor.value() * (octave as f64).exp2();
                TableWave { wave: octave, omega, error: unit * omega, component, sign: 1.0 }
            });
            let table = WaveTable::new(&part, waves.collect(), 1.0).within_a_turn();
            let at_own_rows = || {
                let (num, of) = table.probed();
                (num > 0 && num == of).then(|| place(&table)).flatten()
            };
            let on_line = on_usual_line(&table);
            // The usual coordinates are one of a few, whatever their digits.
            let is_usual =
                |it: &Placed| it.evidence.is_certain(CHOICES + LINE, table.num_rows() as u64);
            let is_usual = on_line.as_ref().is_some_and(is_usual);
            let mut placed = on_line.or_else(at_own_rows)?;
            is_certain &= is_usual || placed.is_certain(CHOICES);
            // The numbers themselves say more than angles.
            let told: Vec<Option<f64>> = placed.positions.iter().collect();
            if let Some(at) = identity {
                let (turn, unit) = (TAU / factor.value(), values.precision().max(5e-5));
                // Angles are the same a turn of the slowest wave away.
                let moved = |(i, t): (usize, &Option<f64>)| {
                    let own = values.row(i)[at + input];
                    let moved = t.map(|t| t + turn * ((own - t) / turn).round());
                    moved.filter(|t| (t - own).abs() <= 2.0 * unit * own.abs().max(1.0))
                };
                let moved: Option<Vec<f64>> = told.iter().enumerate().map(moved).collect();
                let moved: Vec<Option<f64>> = moved?.into_iter().map(Some).collect();
                if moved != told {
                    placed.positions = table.row_positions(&moved);
                }
                num_agreeing += values.num_rows as u64;
            }
            cost += if is_usual { LINE } else { placed.cost() };
            num_agreeing += placed.evidence.num_agreeing;
            largest = largest.max(placed.evidence.largest_difference);
            first.get_or_insert(placed.positions);
        }
        let found = KnownFourier {
            num_octaves: num_octaves as u32,
            factor,
            num_inputs: num_inputs as u32,
            identity: identity.map(|it| it as u32),
            layout: *layout,
            is_cos_first: *is_cos_first,
            positions: first?,
            rounding: values.rounding,
            largest_difference: largest,
            num_agreeing,
            is_certain,
        };
        (is_certain && cost >= 0.0).then_some((cost, found))
    };
    let all = FourierFactor::ALL.iter().copied().filter_map(of_factor);
    let best = all.min_by(|a, b| a.0.total_cmp(&b.0))?;
    // Two octaves and two rows prove nothing.
    let bits = values.cells().len() as f64 * 8.0;
    (bits >= 2.0 * MARGIN).then_some(best)
}
