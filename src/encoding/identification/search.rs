//! Search for the hypothesis that explains most of a table.

use std::{cell::OnceCell, cmp::Reverse, io};

use super::{
    answer::{Deviating, Deviation, Identity, Nothing, Recognized},
    finding::{compared, compared_spaced},
    fit::{ARRANGEMENTS, fitted, fitted_alone},
    measured::{Measured, is_alone},
    moved::order_of,
    nothing::{is_normal, nothing},
    progress::Progress,
    rounded::rounded,
    spectrum::fitted_sinusoids,
    values::Values,
};
use crate::encoding::{Convention, Exponent, Limits, RowSource, Sinusoid, SinusoidDraft};

/// Relative precisions that are tried if a table is nothing at its own.
const COARSER: [f64; 2] = [1.0 / 16_777_216.0, 1.0 / 256.0];

/// Finds out what a table is; `None` if `is_wanted`, which gets the share done now and then, has returned false. The
/// values of the table are brought into memory.
///
/// # Errors
///
/// Fails if the table is read from a file and that fails.
pub fn identify(
    table: &dyn RowSource,
    is_wanted: impl Fn(f32) -> bool,
) -> io::Result<Option<Identity>> {
    let (num_rows, width) = (table.num_rows() as usize, table.num_columns() as usize);
    let mut cells = vec![0.0; num_rows * width];
    table.fill(0, &mut cells)?;
    let values = Values::new(num_rows, width, cells);
    if let Some(nothing) = nothing(&values) {
        return Ok(Some(Identity::Nothing(nothing)));
    }
    let found = values.without_empty_end().and_then(|(written, is_zero)| {
        let what = if is_zero { Deviation::ZeroRow } else { Deviation::RepeatedRow };
        of_values(written, &is_wanted)?.with_empty_end(num_rows as u64, what)
    });
    Ok(found.or_else(|| of_values(values, &is_wanted)))
}

/// Finds out what the values of a table are; `None` once nobody wants to know.
fn of_values(values: Values, is_wanted: &dyn Fn(f32) -> bool) -> Option<Identity> {
    // Values may have been rounded to a type before they were scaled.
    let precision = values.precision();
    let coarser = COARSER.into_iter().filter(|&coarser| coarser > precision);
    let precisions: Vec<f64> = [precision].into_iter().chain(coarser).collect();
    let measured = Measured::new(values);
    let progress = Progress::new(is_wanted, 2 * precisions.len());
    let found = precisions.into_iter().find_map(|precision| {
        let mut found = either_way(&measured, precision, &progress).into_iter();
        Some(Identity::Table { best: Box::new(found.next()?), others: found.collect() })
    });
    let found = match rounded_instead(found.as_ref(), &measured, &progress) {
        Some(best) => {
            let others = found.iter().flat_map(Identity::candidates).cloned().collect();
            Some(Identity::Table { best: Box::new(best), others })
        }
        None => found,
    };
    let identity = match found {
        Some(found) => found,
        None if is_normal(&measured.values) => Identity::Nothing(Nothing::Random),
        None => Identity::Learned(fitted_sinusoids(&measured.values, &progress)),
    };
    (!progress.is_cancelled()).then_some(identity)
}

/// Table that was rounded on the way to its values, if that explains most of what the best hypothesis does not.
fn rounded_instead(
    found: Option<&Identity>,
    measured: &Measured,
    progress: &Progress<'_>,
) -> Option<Recognized> {
    /// One wrong value may be left of so many.
    const FEWER: u64 = 4;
    let num_wrong = |it: &Recognized| it.num_cells - it.matching;
    let known = found.and_then(|it| it.candidates().next()).map(num_wrong);
    if known == Some(0) {
        return None;
    }
    let instead = rounded(measured, progress)?;
    known.is_none_or(|known| FEWER * num_wrong(&instead) < known).then_some(instead)
}

/// Hypotheses about a table whose positions run down or across, the best first.
fn either_way(measured: &Measured, precision: f64, progress: &Progress<'_>) -> Vec<Recognized> {
    let mut found = widest(measured, precision, progress);
    progress.next();
    if found.first().is_some_and(Recognized::is_certain) {
        return found;
    }
    let turned = widest(measured.transposed(), precision, progress);
    progress.next();
    found.extend(turned.into_iter().map(|it| Recognized { is_transposed: true, ..it }));
    best_first(found)
}

/// Hypotheses about a table whose rows are positions, and whose last column may be missing, the best first.
fn widest(measured: &Measured, precision: f64, progress: &Progress<'_>) -> Vec<Recognized> {
    let values = &measured.values;
    let own = recognized(measured, precision, progress);
    let is_sure = |own: &Recognized| {
        let is_last = own.is_exact() || own.is_settled() || own.convention.is_some();
        own.is_certain() && is_last && is_round(own)
    };
    if own.first().is_some_and(is_sure) || values.width.is_multiple_of(2) {
        return own;
    }
    let last = Some(values.width as u32);
    let wider = recognized(measured.widened(), precision, progress).into_iter().map(|mut found| {
        for deviation in found.deviations.iter_mut().filter(|it| it.column == last) {
            deviation.what = Deviation::MissingColumn;
        }
        Recognized { num_cells: values.cells.len() as u64, ..found }
    });
    // A table as it is comes before one that lacks something.
    let mut both: Vec<Recognized> = own.into_iter().chain(wider).collect();
    both.sort_by_key(|found| (Reverse((found.matching, found.is_exact())), roundness(found)));
    both
}

/// Number of characters of a fitted base, which may stand for a round one at another width; 0 for a convention.
fn roundness(found: &Recognized) -> usize {
    match found.convention {
        Some(_) => 0,
        None => found.sinusoid.base().to_string().len(),
    }
}

/// True if somebody may have chosen the base.
fn is_round(found: &Recognized) -> bool {
    const MOST: usize = 6;
    roundness(found) <= MOST
}

/// Hypotheses about a table whose rows are positions, the best first.
fn recognized(measured: &Measured, precision: f64, progress: &Progress<'_>) -> Vec<Recognized> {
    let values = &measured.values;
    let d_model = u32::try_from(values.width).ok().filter(|&it| it <= Limits::D_MODEL_MAX);
    let Some(d_model) = d_model.filter(|_| values.num_rows >= 2) else { return Vec::new() };
    // Fitted bases and other arrangements of the paper's frequencies come after the named conventions, and are measured
    // only if these leave something unexplained.
    let conventions = || Convention::all().map(|convention| convention.draft(d_model)).collect();
    let others = || others(measured, d_model);
    let groups: [&dyn Fn() -> Vec<SinusoidDraft>; 2] = [&conventions, &others];
    let known: [OnceCell<Vec<Sinusoid>>; 2] = Default::default();
    let sinusoids = |group: usize| {
        known[group].get_or_init(|| {
            let all = groups[group]().into_iter().filter_map(|draft| Sinusoid::new(draft).ok());
            let is_likely = |it: &Sinusoid| !is_alone(*it) || measured.is_ladder_of(*it, true);
            all.filter(is_likely).collect()
        })
    };
    // From the plain to the unlikely; each only if all before leave something unexplained.
    let forms: [&dyn Fn(Sinusoid) -> Option<Recognized>; 3] = [
        &|sinusoid| {
            let is_likely = measured.turns_as(sinusoid);
            is_likely.then(|| compared(values, sinusoid, precision)).flatten()
        },
        &|sinusoid| {
            let is_likely = measured.is_ladder_of(sinusoid, false);
            is_likely.then(|| compared_spaced(measured, sinusoid, precision)).flatten()
        },
        &|sinusoid| {
            let is_likely = measured.is_ladder_of(sinusoid, true);
            is_likely.then(|| compared_in_order(measured, sinusoid, precision)).flatten()
        },
    ];
    let mut all: Vec<Recognized> = Vec::new();
    'search: for form in forms {
        for group in 0..groups.len() {
            for &sinusoid in sinusoids(group) {
                if !progress.is_wanted() {
                    break 'search;
                }
                let Some(found) = form(sinusoid) else { continue };
                all.push(found);
                // The hypotheses are in the order of preference. Of fitted bases, one may fit better than another.
                let best = all.iter().min_by_key(|it| it.rank());
                let is_last = |it: &Recognized| {
                    group == 0 || it.is_exact() || it.is_settled() && is_round(it)
                };
                if best.is_some_and(|it| it.is_certain() && is_last(it)) {
                    break 'search;
                }
            }
            if all.iter().any(Recognized::is_certain) {
                break 'search;
            }
        }
    }
    let mut all = best_first(all);
    for found in &mut all {
        found.name();
    }
    all
}

/// Fitted bases and other arrangements of the paper's frequencies.
fn others(measured: &Measured, d_model: u32) -> Vec<SinusoidDraft> {
    let own = Convention::PAPER.draft(d_model);
    let arranged = [Exponent::Paper, Exponent::Endpoint].into_iter().flat_map(|exponent| {
        ARRANGEMENTS.map(|(layout, order)| SinusoidDraft { exponent, layout, order, ..own })
    });
    let fitted = fitted(measured, d_model).into_iter();
    let mut others: Vec<SinusoidDraft> = Vec::new();
    for draft in fitted.chain(arranged).chain(fitted_alone(measured, d_model)) {
        if !others.contains(&draft) {
            others.push(draft);
        }
    }
    others
}

/// The best of some hypotheses, those first that explain most, and with the fewest deviations. Equal tables are one.
fn best_first(mut all: Vec<Recognized>) -> Vec<Recognized> {
    /// Number of hypotheses that are worth telling.
    const MOST: usize = 5;
    all.sort_by_key(Recognized::rank);
    let mut best: Vec<Recognized> = Vec::new();
    for found in all {
        if best.len() < MOST && !best.iter().any(|known| known.is_same_table(&found)) {
            best.push(found);
        }
    }
    best
}

/// Compares a table, its pairs of columns in order, with a hypothesis. The columns that were moved are deviations.
fn compared_in_order(
    measured: &Measured,
    sinusoid: Sinusoid,
    precision: f64,
) -> Option<Recognized> {
    let order = order_of(measured, sinusoid)?;
    let sorted = Measured::new(measured.values.reordered(&order));
    let mut found = compared(&sorted.values, sinusoid, precision)
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
