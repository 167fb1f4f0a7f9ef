//! Caches of cosines or sines: which base and which scaling they come from.

use std::{io, sync::Arc};

use super::{
    cache_candidates::{COARSE, Candidate, Compared, FINE, Rules, candidates, sharpened},
    cache_pairs::Pairs,
};
use crate::encoding::{
    Component, Rounding, RowSource, Spec, Stages, identify_stages,
    proof::{Evidence, MARGIN, SINGLE, notable_factor, unscale},
    rotary::{
        Rotary, RotaryDraft,
        cache::{Cache as Kind, CacheForm},
        scaling::Scaling,
    },
};

/// Rotary encoding whose cosines or sines a table holds.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownCache {
    /// Presets with these frequencies: name, and set of layers.
    pub presets: Vec<(String, String)>,
    /// Base θ.
    pub base: f64,
    /// Rule of scaling with its numbers.
    pub scaling: Scaling,
    /// Function of the angles that gives the values.
    pub component: Component,
    /// Columns of each pair.
    pub form: CacheForm,
    /// Position of the first row.
    pub start: i64,
    /// Factor of all values.
    pub factor: f64,
    /// Narrowest type that holds the values; `None` for double precision.
    pub rounding: Option<Rounding>,
    /// Stages that were rounded on the way to the values; exact where only these were.
    pub stages: Stages,
    /// True if the values are those of the cache, and explain more than was chosen.
    pub is_certain: bool,
    /// Bits that the values explain, without those of the choices.
    pub(crate) score: f64,
    /// Agreement of all values.
    pub(crate) evidence: Evidence,
    /// Bases and rules with the same values in the rows that were compared.
    pub others: Vec<(f64, Scaling)>,
}

/// Number of equal answers that are told besides the first.
const MOST_OTHERS: usize = 4;

/// Finds out which rotary cache a table holds, at consecutive positions; `None` if it is none.
///
/// # Errors
///
/// Fails if the table is read from a file and that fails.
pub fn recognize_cache(table: &dyn RowSource) -> io::Result<Option<KnownCache>> {
    const LEAST_ROWS: u64 = 8;
    const LEAST_COLUMNS: u32 = 4;
    const MOST_COLUMNS: u32 = 16_384;
    let (num_rows, width) = (table.num_rows(), table.num_columns());
    if num_rows < LEAST_ROWS || !(LEAST_COLUMNS..=MOST_COLUMNS).contains(&width) {
        return Ok(None);
    }
    let mut cells = vec![0.0; num_rows as usize * width as usize];
    table.fill(0, &mut cells)?;
    let scaled = unscale(&mut cells);
    let first = cells[0];
    if cells.iter().all(|&it| it == first) {
        return Ok(None);
    }
    let all =
        Pairs::of_table(&cells, width).filter_map(|pairs| with_form(table, &pairs).transpose());
    let mut best: Option<KnownCache> = None;
    for found in all {
        let mut found = found?;
        if let Some((factor, _)) = scaled {
            found.factor = notable_factor(found.factor * factor, f64::from(width), 4.0 * SINGLE);
            found.evidence.largest_difference *= factor.abs();
        }
        if found.is_certain {
            return Ok(Some(found));
        }
        if best.as_ref().is_none_or(|best| best.score < found.score) {
            best = Some(found);
        }
    }
    Ok(best)
}

/// Best answer about a table whose columns belong to pairs in a certain form.
fn with_form(table: &dyn RowSource, pairs: &Pairs<'_>) -> io::Result<Option<KnownCache>> {
    /// Number of rows that refuse most candidates, and of candidates that are compared in all rows.
    const PROBES: usize = 16;
    const MOST: usize = 6;
    /// One wrong value may be left of so many where stages were rounded.
    const FEWER: u64 = 4;
    /// Number of bases with which rules that blend are tried.
    const MOST_BASES: usize = 4;
    let num_rows = pairs.waves.num_rows();
    let near = if pairs.is_fine() { FINE } else { COARSE };
    let probes: Vec<usize> = (0..PROBES).map(|i| i * (num_rows - 1) / (PROBES - 1)).collect();
    let rows: Vec<usize> = (0..num_rows).collect();
    let mut found: Vec<(Evidence, Candidate)> = Vec::new();
    let mut near_bases: Vec<f64> = Vec::new();
    // Rules that blend are many, and mean nothing where a plain one suffices.
    for rules in [Rules::Plain, Rules::Blended] {
        let bases = match rules {
            Rules::Plain => pairs.bases(),
            Rules::Blended => near_bases,
        };
        let mut likely: Vec<((u64, i64), Evidence, Candidate)> =
            candidates(pairs, near, rules, &bases)
                .into_iter()
                .map(|it| {
                    let evidence = it.evidence(pairs, &probes, Compared::Pairs);
                    ((evidence.num_wrong, it.choices() as i64), evidence, it)
                })
                .collect();
        likely.sort_by_key(|it| it.0);
        // Rules that blend keep the fast frequencies of their base.
        let is_near = |it: &&(_, Evidence, Candidate)| 4 * it.1.num_agreeing > it.1.num_wrong;
        near_bases = likely.iter().filter(is_near).take(MOST_BASES).map(|it| it.2.base).collect();
        likely.retain(|(_, evidence, _)| 2 * evidence.num_wrong <= evidence.num_agreeing);
        likely.truncate(MOST);
        found.extend(
            likely.into_iter().map(|(_, _, it)| (it.evidence(pairs, &rows, Compared::All), it)),
        );
        let sharpened = sharpened(pairs, &found);
        found
            .extend(sharpened.into_iter().map(|it| (it.evidence(pairs, &rows, Compared::All), it)));
        // What explains most values with the fewest choices.
        found.sort_by_key(|(evidence, it)| (evidence.num_wrong, it.bits(pairs, evidence)));
        if found.first().is_some_and(|(evidence, _)| evidence.num_wrong == 0) {
            break;
        }
    }
    let is_last = found.first().is_some_and(|(evidence, _)| evidence.num_wrong == 0);
    let stages = if is_last { None } else { with_stages(table, pairs)? };
    let plain = plain_answer(pairs, found);
    Ok(match (plain, stages) {
        (Some(plain), Some(stages))
            if FEWER * stages.evidence.num_wrong < plain.evidence.num_wrong =>
        {
            Some(stages)
        }
        (None, stages) => stages,
        (plain, _) => plain,
    })
}

/// Best of some candidates, the one that explains most first; `None` if that is less than was chosen, or than half the
/// values.
fn plain_answer(pairs: &Pairs<'_>, found: Vec<(Evidence, Candidate)>) -> Option<KnownCache> {
    let mut found = found.into_iter();
    let (evidence, best) = found.next()?;
    // Rules that change nothing are left out where none is needed.
    let is_plain = best.scaling == Scaling::Default;
    let is_equal = |(other, it): &(Evidence, Candidate)| {
        other.num_wrong == evidence.num_wrong && (!is_plain || it.scaling == Scaling::Default)
    };
    let others = found.filter(is_equal).take(MOST_OTHERS);
    let others = others.map(|(_, it)| (it.base, it.scaling)).collect();
    let choices = best.choices();
    let score = evidence.score(choices);
    let num_rows = pairs.waves.num_rows() as u64;
    let is_likely = score >= MARGIN && evidence.num_agreeing > evidence.num_wrong;
    is_likely.then(|| KnownCache {
        presets: best.presets,
        base: best.base,
        scaling: best.scaling,
        component: best.component,
        form: pairs.form,
        start: best.start,
        factor: best.factor,
        rounding: pairs.waves.rounding(),
        stages: Stages::default(),
        is_certain: evidence.is_certain(choices, num_rows),
        score,
        evidence,
        others,
    })
}

/// Best answer about a table whose values were rounded at earlier stages, too.
fn with_stages(table: &dyn RowSource, pairs: &Pairs<'_>) -> io::Result<Option<KnownCache>> {
    /// Number of candidates that are worth a comparison.
    const MOST: usize = 48;
    let num_pairs = pairs.num_pairs();
    let mut specs: Vec<(Spec, i64)> = Vec::new();
    let mut likely: Vec<Candidate> = Vec::new();
    let mut all = candidates(pairs, COARSE, Rules::Plain, &pairs.bases());
    // The fewest choices first: what explains as much with more is not meant.
    all.sort_by(|a, b| a.choices().total_cmp(&b.choices()));
    for it in all.into_iter().take(MOST) {
        let draft = RotaryDraft {
            base: it.base,
            head_dim: 2 * num_pairs,
            rotary_dim: 2 * num_pairs,
            scaling: it.scaling.clone(),
            attention_factor: Some(it.factor),
            cache: if it.component == Component::Cos { Kind::Cos } else { Kind::Sin },
            cache_form: pairs.form,
            ..RotaryDraft::default()
        };
        let Ok(rotary) = Rotary::new(draft) else { continue };
        specs.push((Spec::Rotary(Arc::new(rotary)), it.start));
        likely.push(it);
    }
    let Some((index, found)) = identify_stages(table, &specs)? else { return Ok(None) };
    let it = likely.swap_remove(index);
    let num_cells = table.num_rows() * u64::from(table.num_columns());
    let evidence = Evidence {
        explained: found.explained,
        num_agreeing: num_cells - found.num_wrong,
        largest_difference: found.max_abs_difference,
        num_wrong: found.num_wrong,
        ..Evidence::default()
    };
    let choices = it.choices() + found.stages.choice_bits();
    let score = evidence.score(choices);
    Ok((score >= MARGIN).then(|| KnownCache {
        presets: it.presets,
        base: it.base,
        factor: it.factor,
        scaling: it.scaling,
        component: it.component,
        form: pairs.form,
        start: it.start,
        rounding: pairs.waves.rounding(),
        stages: found.stages,
        is_certain: found.num_wrong == 0,
        score,
        evidence,
        others: Vec::new(),
    }))
}
