//! Search for the hypothesis that explains most of a table.

use std::io;

use super::{
    answer::{Identity, Nothing, Recognized},
    fit::{ARRANGEMENTS, fitted},
    hypothesis::compared,
    nothing::{is_normal, nothing},
    values::Values,
};
use crate::encoding::{
    Column, Convention, Exponent, Limits, RowSource, Sinusoid, SinusoidDraft, Waves,
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
    let is_whole = |found: &Recognized| found.matching == found.num_cells;
    // Values may have been rounded to a type before they were scaled.
    let coarser = COARSER.into_iter().filter(|&coarser| coarser > precision);
    let best = [precision].into_iter().chain(coarser).find_map(|precision| {
        let upright = recognized(&values, precision);
        if upright.as_ref().is_some_and(is_whole) {
            return upright;
        }
        let turned = recognized(&values.transposed(), precision);
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

/// Best hypothesis about a table whose rows are positions.
fn recognized(values: &Values, precision: f64) -> Option<Recognized> {
    let d_model = u32::try_from(values.width).ok().filter(|&it| it <= Limits::D_MODEL_MAX)?;
    if values.num_rows < 2 {
        return None;
    }
    let mut drafts: Vec<SinusoidDraft> = Vec::new();
    let mut add = |draft: SinusoidDraft| {
        if !drafts.contains(&draft) && Sinusoid::new(draft).is_ok() {
            drafts.push(draft);
        }
    };
    for convention in Convention::all() {
        add(convention.draft(d_model));
    }
    for draft in fitted(values, d_model) {
        add(draft);
    }
    // Fitted bases and other arrangements of the paper's frequencies come after the named conventions.
    for base in [10_000.0] {
        for exponent in [Exponent::Paper, Exponent::Endpoint] {
            for (layout, order) in ARRANGEMENTS {
                let own = Convention::PAPER.draft(d_model);
                add(SinusoidDraft { base, exponent, layout, order, ..own });
            }
        }
    }
    let mut best: Option<Recognized> = None;
    for draft in drafts {
        let Ok(sinusoid) = Sinusoid::new(draft) else { continue };
        let Some(found) = compared(values, sinusoid, precision) else { continue };
        match &best {
            Some(best) if found.matching < best.matching => {}
            Some(best)
                if found.matching == best.matching
                    && found.deviations.len() >= best.deviations.len() => {}
            _ => best = Some(found),
        }
        // The hypotheses are in the order of preference.
        if best.as_ref().is_some_and(|best| best.matching == best.num_cells) {
            break;
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
    let first = named.iter().position(|it| it.facts().start == best.start).unwrap_or(0);
    best.convention = named.get(first).copied();
    best.also = named.into_iter().filter(|it| Some(*it) != best.convention).collect();
    Some(best)
}
