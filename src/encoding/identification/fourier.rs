//! Features of `NeRF` and others: sines and cosines of a few numbers times 1, 2, 4, ….

use std::f64::consts::{PI, TAU};

use super::{
    placing::{RowPositions, TableWave, WaveTable, place},
    values::Values,
};
use crate::encoding::{
    Component, Rounding,
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
    /// Factor of all frequencies: 1, π or 2π.
    pub factor: f64,
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

/// Factors of all frequencies.
const FACTORS: [f64; 3] = [1.0, PI, TAU];
/// Largest number of numbers that are encoded.
const MOST_INPUTS: usize = 3;
/// Octaves that features have.
const OCTAVES: std::ops::RangeInclusive<usize> = 2..=24;

/// Columns of a table of features: for each the number, the octave and the function.
type Columns = Vec<(usize, usize, Component)>;

/// Finds the Fourier features that a table holds; `None` if it holds none with certainty.
pub(crate) fn recognize_fourier(values: &Values) -> Option<KnownFourier> {
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

/// Features in some order, with the bits of their choices.
fn of_form(
    values: &Values,
    (num_inputs, num_octaves): (usize, usize),
    identity: Option<usize>,
    (layout, is_cos_first, columns): &(FourierLayout, bool, Columns),
) -> Option<(f64, KnownFourier)> {
    /// Bits of the order, the factor and the identity.
    const CHOICES: f64 = 8.0;
    let before = if identity == Some(0) { num_inputs } else { 0 };
    let unit = if values.rounding.is_none() { f64::EPSILON } else { 2.0 * SINGLE };
    let of_factor = |factor: f64| {
        let mut cost = CHOICES;
        let (mut first, mut largest, mut num_agreeing) = (None, 0.0_f64, 0);
        let mut is_certain = true;
        for input in 0..num_inputs {
            let own: Vec<usize> =
                (0..columns.len()).filter(|&j| columns[j].0 == input).map(|j| before + j).collect();
            let part = values.selected(&own);
            let waves = own.iter().map(|&j| {
                let (_, octave, component) = columns[j - before];
                let omega = factor * (octave as f64).exp2();
                TableWave { wave: octave, omega, error: unit * omega, component, sign: 1.0 }
            });
            let table = WaveTable::new(&part, waves.collect(), 1.0).within_a_turn();
            let (num, of) = table.probed();
            if num == 0 || num < of {
                return None;
            }
            let placed = place(&table)?;
            is_certain &= placed.is_certain(CHOICES);
            // The numbers themselves say more than angles.
            let told: Vec<Option<f64>> = placed.positions.iter().collect();
            if let Some(at) = identity {
                let is_told = |(i, t): (usize, &Option<f64>)| {
                    let own = values.row(i)[at + input];
                    t.is_some_and(|t| (t - own).abs() <= 1e-4 * own.abs().max(1.0))
                };
                if !told.iter().enumerate().all(is_told) {
                    return None;
                }
                num_agreeing += values.num_rows as u64;
            }
            cost += placed.cost();
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
    let all = FACTORS.into_iter().filter_map(of_factor);
    let best = all.min_by(|a, b| a.0.total_cmp(&b.0))?;
    // Two octaves and two rows prove nothing.
    let bits = values.cells().len() as f64 * 8.0;
    (bits >= 2.0 * MARGIN).then_some(best)
}
