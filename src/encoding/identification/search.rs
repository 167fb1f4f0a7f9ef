//! Search for the hypothesis that explains most of a table.

use std::io;

use super::{
    answer::{Deviating, Deviation, Identity, Nothing, Recognized},
    finding::{compared, compared_spaced},
    fit::{ARRANGEMENTS, fitted, fitted_alone},
    measured::Measured,
    moved::order_of,
    nothing::{is_normal, nothing},
    values::Values,
};
use crate::encoding::{
    Column, Components, Convention, Exponent, Limits, RowSource, Sinusoid, SinusoidDraft, Waves,
};

/// Relative precisions that are tried if a table is nothing at its own.
const COARSER: [f64; 2] = [1.0 / 16_777_216.0, 1.0 / 256.0];

/// Finds out what a table is. Its values are brought into memory.
///
/// # Errors
///
/// Fails if the table is read from a file and that fails.
pub fn identify(table: &dyn RowSource) -> io::Result<Identity> {
    let (num_rows, width) = (table.num_rows() as usize, table.num_columns() as usize);
    let mut cells = vec![0.0; num_rows * width];
    table.fill(0, &mut cells)?;
    let values = Values { num_rows, width, cells };
    if let Some(nothing) = nothing(&values) {
        return Ok(Identity::Nothing(nothing));
    }
    let precision = values.precision();
    // Values may have been rounded to a type before they were scaled.
    let coarser = COARSER.into_iter().filter(|&coarser| coarser > precision);
    let best = [precision].into_iter().chain(coarser).find_map(|precision| {
        let upright = widest(&values, precision);
        if upright.as_ref().is_some_and(is_settled) {
            return upright;
        }
        let turned = widest(&values.transposed(), precision);
        let turned = turned.map(|found| Recognized { is_transposed: true, ..found });
        let both = [turned, upright].into_iter().flatten();
        both.max_by_key(|found| found.matching)
    });
    Ok(match best {
        Some(best) => Identity::Table(Box::new(best)),
        None if is_normal(&values) => Identity::Nothing(Nothing::Random),
        None => Identity::Learned,
    })
}

/// Best hypothesis about a table whose rows are positions, and whose last column may be missing.
fn widest(values: &Values, precision: f64) -> Option<Recognized> {
    /// Number of characters of a base that somebody has chosen.
    const ROUND: usize = 6;
    let own = recognized(values, precision);
    // A fitted base may stand for a round one at another width.
    let roundness = |it: &Recognized| match it.convention {
        Some(_) => 0,
        None => it.sinusoid.base().to_string().len(),
    };
    let is_sure = |own: &Recognized| {
        is_settled(own)
            && (own.rounding.is_some() || own.convention.is_some())
            && roundness(own) <= ROUND
    };
    if own.as_ref().is_some_and(is_sure) || values.width.is_multiple_of(2) {
        return own;
    }
    let last = Some(values.width as u32);
    let wider = recognized(&values.widened(), precision).map(|mut found| {
        for deviation in found.deviations.iter_mut().filter(|it| it.column == last) {
            deviation.what = Deviation::MissingColumn;
        }
        Recognized { num_cells: values.cells.len() as u64, ..found }
    });
    // A table as it is comes before one that lacks something.
    let both = [wider, own].into_iter().flatten();
    both.max_by_key(|found| {
        (found.matching, found.rounding.is_some(), std::cmp::Reverse(roundness(found)))
    })
}

/// Best hypothesis about a table whose rows are positions.
fn recognized(values: &Values, precision: f64) -> Option<Recognized> {
    let d_model = u32::try_from(values.width).ok().filter(|&it| it <= Limits::D_MODEL_MAX)?;
    if values.num_rows < 2 {
        return None;
    }
    let measured = Measured::new(values);
    let mut drafts: Vec<SinusoidDraft> = Vec::new();
    let mut add = |draft: SinusoidDraft| {
        if !drafts.contains(&draft) && Sinusoid::new(draft).is_ok() {
            drafts.push(draft);
        }
    };
    for convention in Convention::all() {
        add(convention.draft(d_model));
    }
    for draft in fitted(&measured, d_model) {
        add(draft);
    }
    // Fitted bases and other arrangements of the paper's frequencies come after the named conventions.
    for exponent in [Exponent::Paper, Exponent::Endpoint] {
        for (layout, order) in ARRANGEMENTS {
            add(SinusoidDraft { exponent, layout, order, ..Convention::PAPER.draft(d_model) });
        }
    }
    for draft in fitted_alone(&measured, d_model) {
        add(draft);
    }
    let sinusoids: Vec<Sinusoid> = drafts
        .into_iter()
        .filter_map(|draft| Sinusoid::new(draft).ok())
        .filter(|&it| it.components() == Components::Both || measured.is_ladder_of(it, true))
        .collect();
    // From the plain to the unlikely; each only if all before leave something unexplained.
    let forms: [&dyn Fn(Sinusoid) -> Option<Recognized>; 3] = [
        &|sinusoid| compared(values, sinusoid, precision),
        &|sinusoid| {
            let is_likely = measured.is_ladder_of(sinusoid, false);
            is_likely.then(|| compared_spaced(values, sinusoid, precision)).flatten()
        },
        &|sinusoid| {
            let is_likely = measured.is_ladder_of(sinusoid, true);
            is_likely.then(|| compared_in_order(&measured, sinusoid, precision)).flatten()
        },
    ];
    let mut best: Option<Recognized> = None;
    'search: for form in forms {
        for &sinusoid in &sinusoids {
            let Some(found) = form(sinusoid) else { continue };
            if best.as_ref().is_none_or(|best| is_better(&found, best)) {
                best = Some(found);
            }
            // The hypotheses are in the order of preference.
            if best.as_ref().is_some_and(is_settled) {
                break 'search;
            }
        }
    }
    let mut best = best?;
    let same = |convention: &Convention| {
        Sinusoid::new(convention.draft(d_model)).is_ok_and(|own| {
            let (own, best) = (Waves::new(own), Waves::new(best.sinusoid));
            (0..d_model).all(|j| {
                let omega = |waves: &Waves| waves.frequency_of(j).map(|it| it.omega.hi);
                let component = |waves: &Waves| match waves.column(j) {
                    Column::Wave { component, .. } => Some(component),
                    Column::Zero => None,
                };
                component(&own) == component(&best) && omega(&own) == omega(&best)
            })
        })
    };
    let named: Vec<Convention> = Convention::all().filter(same).collect();
    // The convention whose own start it is comes first.
    let is_own_start = |it: &Convention| best.spacing.is_none() && it.facts().start == best.start;
    let first = named.iter().position(is_own_start).unwrap_or(0);
    best.convention = named.get(first).copied();
    best.also = named.into_iter().filter(|it| Some(*it) != best.convention).collect();
    Some(best)
}

/// True if nothing better is to be expected: but for a few cells, all that deviates is whole rows and columns.
fn is_settled(found: &Recognized) -> bool {
    const MOST_CELLS: usize = 10;
    let count = |what: Deviation| found.deviations.iter().filter(|it| it.what == what).count();
    let is_mostly = 2 * found.matching > found.num_cells;
    let others = count(Deviation::OtherColumn);
    is_mostly && count(Deviation::Cell) <= MOST_CELLS && others <= 1
}

/// True if a finding explains more than another, or as much with fewer deviations.
fn is_better(found: &Recognized, than: &Recognized) -> bool {
    let num = |it: &Recognized| it.deviations.len();
    found.matching > than.matching || (found.matching == than.matching && num(found) < num(than))
}

/// Compares a table, its pairs of columns in order, with a hypothesis. The columns that were moved are deviations.
fn compared_in_order(
    measured: &Measured<'_>,
    sinusoid: Sinusoid,
    precision: f64,
) -> Option<Recognized> {
    let order = order_of(measured, sinusoid)?;
    let sorted = measured.values.reordered(&order);
    let mut found = compared(&sorted, sinusoid, precision)
        .or_else(|| compared_spaced(&sorted, sinusoid, precision))?;
    for deviation in &mut found.deviations {
        deviation.column = deviation.column.map(|column| order[column as usize] as u32);
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
    Some(found)
}
