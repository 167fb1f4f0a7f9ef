//! Search for the hypothesis that explains most of a table.

use std::{cell::OnceCell, io};

use super::{
    affine::affine,
    answer::{Identity, Nothing, Recognized},
    deviation::Deviation,
    distinct::distinct,
    finding::{compared, compared_spaced},
    fit::{ARRANGEMENTS, fitted, fitted_alone},
    measured::{Measured, is_alone},
    moved::compared_in_order,
    nearest::nearest,
    nothing::{is_normal, is_unwritten, nothing},
    placed_tables::{at_any_positions, with_positions},
    precision::TablePrecision,
    progress::SearchProgress,
    rounded::rounded,
    spectrum::fitted_sinusoids,
    values::TableValues,
};
use crate::encoding::{
    Convention, Exponent, Limits, RowSource, Sinusoid, SinusoidDraft, Waves, proof::unscale,
    with_digits,
};

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
    if let Some(nothing) = nothing(&cells) {
        return Ok(Some(Identity::Nothing(nothing)));
    }
    let steps = whole_steps(&cells);
    let scaled = unscale(&mut cells);
    let values = TableValues::new(num_rows, width, cells);
    let found = values.without_empty_end().and_then(|(written, is_zero)| {
        let what = if is_zero { Deviation::ZeroRow } else { Deviation::RepeatedRow };
        let mut found = of_values(written, &is_wanted)?.with_empty_end(num_rows as u64, what)?;
        if let Identity::Table { best, .. } = &mut found
            && !best.is_certain()
        {
            with_positions(&values, best, &[]);
        }
        Some(found)
    });
    let found = found.or_else(|| of_values(values, &is_wanted));
    let Some(found) = found else { return Ok(None) };
    let is_certain = |it: &Identity| it.candidates().next().is_some_and(Recognized::is_certain);
    let found = match scaled {
        Some((factor, rounding)) => found.rescaled(factor, Some(rounding)),
        None => found,
    };
    if is_certain(&found) {
        return Ok(Some(found));
    }
    // A factor of steps is no factor of an encoding, unless its values are exactly those.
    let steps = if scaled.is_some() { Some(1.0) } else { steps };
    let Some(steps) = steps else { return Ok(Some(found)) };
    let mut cells = vec![0.0; num_rows * width];
    table.fill(0, &mut cells)?;
    for value in &mut cells {
        *value /= steps;
    }
    let again = of_values(TableValues::new(num_rows, width, cells), &is_wanted);
    Ok(again.map(|it| if steps == 1.0 { it } else { it.rescaled(steps, None) }))
}

/// Largest of many whole numbers, as quantized values are; `None` for others.
fn whole_steps(cells: &[f64]) -> Option<f64> {
    /// Smallest number of steps.
    const LEAST: f64 = 64.0;
    let are_whole = cells.iter().all(|it| it.fract() == 0.0);
    let largest = cells.iter().fold(0.0, |all: f64, it| all.max(it.abs()));
    (are_whole && largest >= LEAST).then_some(largest)
}

/// Finds out what the values of a table are; `None` if cancelled.
fn of_values(values: TableValues, is_wanted: &dyn Fn(f32) -> bool) -> Option<Identity> {
    let precisions = values.precisions();
    let measured = Measured::new(values);
    let progress = SearchProgress::new(is_wanted, 2 * precisions.len() + 2);
    let mut found: Vec<Recognized> = Vec::new();
    for precision in precisions {
        found.extend(either_way(&measured, precision, &progress));
        if found.iter().any(Recognized::is_certain) {
            break;
        }
    }
    if !found.iter().any(Recognized::is_certain) {
        found.extend(rounded(&measured, &progress));
    }
    if found.is_empty() {
        found = nearest_either_way(&measured, &progress);
    }
    // Drops hypotheses that explain no more than their choices.
    found.retain(Recognized::is_likely);
    let mut found = best_first(found);
    if !found.iter().any(Recognized::is_certain) {
        let known: Vec<Sinusoid> = found.iter().map(|it| it.sinusoid).collect();
        for it in &mut found {
            with_positions(&measured.values, it, &known);
        }
        if !found.iter().any(Recognized::is_certain) {
            found.extend(at_any_positions(&measured, &progress));
        }
        if !found.iter().any(Recognized::is_certain) {
            let changed = affine(&measured);
            found.extend(changed.map(|mut it| {
                it.name();
                it
            }));
        }
        found.sort_by_key(Recognized::rank);
    }
    let mut found = found.into_iter();
    let identity = match found.next() {
        Some(best) => Identity::Table { best: Box::new(best), others: found.collect() },
        None if is_normal(&measured.values) => Identity::Nothing(Nothing::Random),
        None if is_unwritten(&measured.values) => Identity::Nothing(Nothing::Uninitialized),
        None => Identity::Learned(fitted_sinusoids(&measured.values, &progress)),
    };
    (!progress.is_cancelled()).then_some(identity)
}

/// Encodings to which a table is closest, with positions that run down or across.
fn nearest_either_way(measured: &Measured, progress: &SearchProgress<'_>) -> Vec<Recognized> {
    let of = |measured: &Measured| {
        let Some(d_model) = width_of(measured) else { return Vec::new() };
        let conventions = Convention::all().map(|convention| convention.draft(d_model));
        let drafts =
            conventions.chain(others(measured, d_model).into_iter().filter(has_few_digits));
        let mut found = nearest(measured, &distinct(drafts), progress);
        for found in &mut found {
            found.name();
        }
        progress.next();
        found
    };
    let mut found = of(measured);
    if found.is_empty() {
        let turned = of(measured.transposed());
        found.extend(turned.into_iter().map(|it| Recognized { is_transposed: true, ..it }));
    }
    found
}

/// True for a base with at most four significant digits.
fn has_few_digits(draft: &SinusoidDraft) -> bool {
    const MOST: usize = 3;
    with_digits(draft.base, MOST).to_bits() == draft.base.to_bits()
}

/// Number of columns of a table that may be an encoding whose rows are positions.
fn width_of(measured: &Measured) -> Option<u32> {
    let values = &measured.values;
    let d_model = u32::try_from(values.width).ok().filter(|&it| it <= Limits::D_MODEL_MAX)?;
    (values.num_rows >= 2 && d_model >= 2).then_some(d_model)
}

/// Hypotheses about a table whose positions run down or across, the best first.
fn either_way(
    measured: &Measured,
    precision: TablePrecision,
    progress: &SearchProgress<'_>,
) -> Vec<Recognized> {
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
fn widest(
    measured: &Measured,
    precision: TablePrecision,
    progress: &SearchProgress<'_>,
) -> Vec<Recognized> {
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
    both.sort_by_key(|found| (found.rank(), roundness(found)));
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
fn recognized(
    measured: &Measured,
    precision: TablePrecision,
    progress: &SearchProgress<'_>,
) -> Vec<Recognized> {
    let values = &measured.values;
    let Some(d_model) = width_of(measured) else { return Vec::new() };
    // Fitted bases and other arrangements of the paper's frequencies come after the named conventions, and are measured
    // only if these leave something unexplained.
    let conventions = || Convention::all().map(|convention| convention.draft(d_model)).collect();
    let others = || others(measured, d_model);
    let groups: [&dyn Fn() -> Vec<SinusoidDraft>; 2] = [&conventions, &others];
    let known: [OnceCell<Vec<Sinusoid>>; 2] = Default::default();
    let sinusoids = |group: usize| {
        known[group].get_or_init(|| {
            let is_likely = |it: &Sinusoid| !is_alone(*it) || measured.is_ladder_of(*it, true);
            distinct(groups[group]().into_iter()).into_iter().filter(is_likely).collect()
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
    prefer_round_base(&mut all);
    let mut best: Vec<Recognized> = Vec::new();
    for found in all {
        // A base that was fitted anew with another last digit is no other answer.
        let is_fitted_again = |known: &Recognized| {
            !known.is_exact()
                && known.is_like(&found)
                && !is_round(&found)
                && have_like_frequencies(known, &found)
        };
        let is_known = |known: &Recognized| known.is_same_table(&found) || is_fitted_again(known);
        if best.len() < MOST && !best.iter().any(is_known) {
            best.push(found);
        }
    }
    best
}

/// True if single precision cannot tell the frequencies of two hypotheses apart.
fn have_like_frequencies(a: &Recognized, b: &Recognized) -> bool {
    /// Largest relative difference.
    const SAME: f64 = 1e-6;
    let [a, b] = [a, b].map(|it| {
        let waves = Waves::new(it.sinusoid);
        waves.frequencies().iter().map(|it| it.omega.hi).collect::<Vec<f64>>()
    });
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a / b - 1.0).abs() <= SAME)
}

/// Puts a hypothesis first whose base is round, if its frequencies are those of the first as well as single precision
/// tells them: the fitted base differs from it by errors of the computation.
fn prefer_round_base(all: &mut [Recognized]) {
    let Some(first) = all.first().filter(|it| !it.is_exact() && !is_round(it)) else { return };
    let is_as_good = |it: &Recognized| {
        is_round(it)
            && (it.is_certain(), it.num_explained()) == (first.is_certain(), first.num_explained())
            && have_like_frequencies(first, it)
    };
    if let Some(place) = all.iter().position(is_as_good) {
        all[..=place].rotate_right(1);
    }
}
