//! Caches of cosines or sines: which base and which scaling they come from.

use std::{io, sync::Arc};

use super::{
    cache_candidates::{COARSE, CacheCandidate, ComparedCache, FINE, Rules, candidates, sharpened},
    cache_layout::CacheLayout,
    cache_pairs::Pairs,
    known_cache::KnownCache,
    placed_caches::recognize_placed,
};
use crate::encoding::{
    Component, Limits, RowPositions, RowSource, Spec, TableValues, identify_stages,
    proof::{Evidence, MARGIN, MOST_DIFFERENCE, SINGLE, notable_factor, unscale},
    rotary::{
        Rotary, RotaryDraft,
        cache::{Cache as Kind, CacheForm},
        scaling::Scaling,
    },
};

/// Start and positions of consecutive rows. Cosines are even: for them, a negative start becomes descending positions,
/// with start 0.
fn consecutive(num_rows: u64, start: i64, component: Component) -> (i64, RowPositions) {
    let is_up_to_sign = component == Component::Cos;
    let (own_start, first, step) =
        if is_up_to_sign && start < 0 { (0, -start, -1.0) } else { (start, start, 1.0) };
    let positions = RowPositions::line(num_rows, first as f64, step);
    (own_start, RowPositions { is_up_to_sign, ..positions })
}

/// Relative difference of a fitted base from the one that was chosen.
const FITTED: f64 = 1e-5;

/// Most equal answers reported besides the first.
const MOST_OTHERS: usize = 4;

/// Fewest rows of a cache at consecutive positions.
const LEAST_ROWS: usize = 8;
/// Fewest rows of a cache at any positions.
const LEAST_PLACED: usize = 2;

/// Values of a table that may be a cache, without the factor of all of them.
pub(super) struct Unscaled {
    num_rows: usize,
    width: usize,
    pub(super) cells: Vec<f64>,
    factor: Option<f64>,
}

impl Unscaled {
    /// Reads a table; `None` if it has too few rows or columns, or equal values.
    pub(super) fn read(table: &dyn RowSource) -> io::Result<Option<Self>> {
        const LEAST_COLUMNS: usize = 4;
        const MOST_COLUMNS: usize = Limits::D_MODEL_MAX as usize;
        let (num_rows, width) = (table.num_rows() as usize, table.num_columns() as usize);
        if num_rows < LEAST_PLACED || !(LEAST_COLUMNS..=MOST_COLUMNS).contains(&width) {
            return Ok(None);
        }
        let mut cells = vec![0.0; num_rows * width];
        table.fill(0, &mut cells)?;
        let factor = unscale(&mut cells).map(|(factor, _)| factor);
        let first = cells[0];
        let is_constant = cells.iter().all(|&it| it == first);
        Ok((!is_constant).then_some(Self { num_rows, width, cells, factor }))
    }

    /// Pairs of columns in every form.
    fn pairs(&self) -> impl Iterator<Item = Pairs<'_>> {
        Pairs::of_table(&self.cells, self.width as u32)
    }

    /// A cache that was found, with the factor.
    pub(super) fn rescaled(&self, mut found: KnownCache) -> KnownCache {
        // Sines times −1 are those of the negative positions.
        let last = found.start + self.num_rows as i64 - 1;
        if found.component == Component::Sin && found.factor < 0.0 && last <= 0 {
            found.factor = -found.factor;
            found.positions = RowPositions::line(self.num_rows as u64, -found.start as f64, -1.0);
            found.start = 0;
        }
        if let Some(factor) = self.factor {
            let width = self.width as f64;
            found.factor = notable_factor(found.factor * factor, width, 4.0 * SINGLE);
            found.evidence.largest_difference *= factor.abs();
        }
        found
    }
}

/// Identifies the rotary cache in a table at consecutive positions; `None` if it is none.
///
/// # Errors
///
/// Fails if the table is read from a file and that fails.
pub fn recognize_cache(table: &dyn RowSource) -> io::Result<Option<KnownCache>> {
    let Some(own) = Unscaled::read(table)?.filter(|it| it.num_rows >= LEAST_ROWS) else {
        return Ok(None);
    };
    let mut best: Option<KnownCache> = None;
    // Columns that are the cosine and the sine of the same angles are not those of a column for each pair.
    let has_both = !CacheLayout::both(&own.cells, own.width).is_empty();
    for pairs in own.pairs().filter(|it| !(has_both && it.form == CacheForm::Pairs)) {
        let Some(found) = with_form(table, &pairs)? else { continue };
        if found.is_certain && found.evidence.num_wrong == 0 {
            return Ok(Some(own.rescaled(found)));
        }
        if best.as_ref().is_none_or(|best| best.score < found.score) {
            best = Some(found);
        }
    }
    Ok(best.map(|found| own.rescaled(found)))
}

/// Finds out which rotary cache a table holds, at any positions, beside the one at consecutive positions; the better of
/// them. Takes much longer.
///
/// # Errors
///
/// Fails if the table is read from a file and that fails.
pub(super) fn recognize_placed_cache(
    table: &dyn RowSource,
    consecutive: Option<KnownCache>,
    rules: Rules,
) -> io::Result<Option<KnownCache>> {
    let Some(mut own) = Unscaled::read(table)? else { return Ok(consecutive) };
    let values = TableValues::new(own.num_rows, own.width, std::mem::take(&mut own.cells));
    let found = placed(&values, rules);
    // Positions that are chosen row by row are paid for: a few rows that deviate may be the better answer.
    let rank = |it: &KnownCache| (it.is_certain, it.evidence.num_agreeing, it.score);
    let all = consecutive.into_iter().chain(found.map(|found| own.rescaled(found)));
    Ok(all.reduce(|a, b| if rank(&a) < rank(&b) { b } else { a }))
}

/// Cache of a single position, as of one step of decoding: cosines and sines, or each value twice. `None` unless
/// certain.
pub(super) fn recognize_cache_row(row: &[f64]) -> Option<KnownCache> {
    /// Fewest values.
    const LEAST: usize = 16;
    if row.len() < LEAST {
        return None;
    }
    let mut layouts = CacheLayout::both(row, row.len());
    layouts.extend(CacheLayout::alone(row, row.len()));
    layouts.retain(|&it| it != CacheLayout::Pairs);
    let values = TableValues::new(1, row.len(), row.to_vec());
    recognize_placed(&values, &layouts, Rules::Plain).filter(KnownCache::is_clean)
}

/// The cache at any positions: as the rows stand, as two tables one after the other, or with positions across.
fn placed(values: &TableValues, rules: Rules) -> Option<KnownCache> {
    /// Most columns of a head whose positions run across.
    const MOST_ACROSS: usize = 1024;
    let own = |values: &TableValues| {
        recognize_placed(values, &CacheLayout::of_cells(values.cells(), values.width), rules)
    };
    let (num_rows, width) = (values.num_rows, values.width);
    let found = own(values);
    if found.as_ref().is_some_and(|it| it.is_certain) {
        return found;
    }
    if num_rows.is_multiple_of(2) && num_rows >= 4 {
        let half = num_rows / 2;
        let beside = TableValues::new(
            half,
            2 * width,
            (0..half)
                .flat_map(|i| values.row(i).iter().chain(values.row(half + i)).copied())
                .collect(),
        );
        let both = CacheLayout::both(beside.cells(), beside.width);
        let stacked = recognize_placed(&beside, &both, Rules::Plain).filter(|it| it.is_certain);
        if let Some(it) = stacked {
            let positions = it.positions.twice();
            return Some(KnownCache { is_stacked: true, positions, ..it });
        }
    }
    if (4..=MOST_ACROSS).contains(&num_rows) && width >= 2 {
        let turned = values.transposed();
        if let Some(it) = own(&turned).filter(|it| it.is_certain) {
            return Some(KnownCache { is_transposed: true, ..it });
        }
    }
    found
}

/// Best answer about a table whose columns belong to pairs in a certain form.
fn with_form(table: &dyn RowSource, pairs: &Pairs<'_>) -> io::Result<Option<KnownCache>> {
    /// Number of candidates that are compared in all rows.
    const MOST: usize = 6;
    /// Rounded stages must divide the wrong values by more than this.
    const FEWER: u64 = 4;
    /// Number of bases with which rules that blend are tried.
    const MOST_BASES: usize = 4;
    let rows: Vec<usize> = (0..pairs.waves.num_rows()).collect();
    let compared = |it: CacheCandidate| (it.evidence(pairs, &rows, ComparedCache::All), it);
    let mut found: Vec<(Evidence, CacheCandidate)> = Vec::new();
    let mut bases = pairs.bases();
    // Rules that blend are many, and mean nothing where a plain one suffices.
    for rules in [Rules::Plain, Rules::Blended] {
        let mut likely = probed(pairs, rules, &bases);
        // Rules that blend keep the fast frequencies of their base.
        let is_near = |it: &&(Evidence, CacheCandidate)| 4 * it.0.num_agreeing > it.0.num_wrong;
        bases = likely.iter().filter(is_near).take(MOST_BASES).map(|it| it.1.base).collect();
        bases.extend(pairs.fast_base().filter(|it| !bases.contains(it)));
        likely.retain(|(evidence, it)| {
            2 * evidence.num_wrong <= evidence.num_agreeing
                && evidence.largest_difference <= MOST_DIFFERENCE * it.factor.abs()
        });
        found.extend(likely.into_iter().take(MOST).map(|(_, it)| compared(it)));
        found.extend(sharpened(pairs, &found).into_iter().map(compared));
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

/// Candidates with what a few rows say of them, the likeliest first.
fn probed(pairs: &Pairs<'_>, rules: Rules, bases: &[f64]) -> Vec<(Evidence, CacheCandidate)> {
    /// Number of rows that refuse most candidates.
    const PROBES: usize = 16;
    let last = pairs.waves.num_rows() - 1;
    let rows: Vec<usize> = (0..PROBES).map(|i| i * last / (PROBES - 1)).collect();
    let near = if pairs.is_fine() { FINE } else { COARSE };
    let candidates = candidates(pairs, near, rules, bases).into_iter();
    let mut probed: Vec<(Evidence, CacheCandidate)> =
        candidates.map(|it| (it.evidence(pairs, &rows, ComparedCache::Pairs), it)).collect();
    probed.sort_by_key(|(evidence, it)| (evidence.num_wrong, it.choice_bits() as i64));
    probed
}

/// Best of sorted candidates; `None` unless its score reaches [`MARGIN`] and most values agree.
fn plain_answer(pairs: &Pairs<'_>, found: Vec<(Evidence, CacheCandidate)>) -> Option<KnownCache> {
    let mut found = found.into_iter();
    let (evidence, best) = found.next()?;
    // Rules that change nothing are left out where none is needed.
    let is_plain = best.scaling == Scaling::Default;
    let is_equal = |(other, it): &(Evidence, CacheCandidate)| {
        other.num_wrong == evidence.num_wrong && (!is_plain || it.scaling == Scaling::Default)
    };
    let mut others: Vec<(f64, Scaling)> = Vec::new();
    for (_, it) in found.filter(is_equal) {
        let own = (it.base, it.scaling);
        // The fitted base is the chosen one, told less well.
        let is_fitted = own.1 == best.scaling
            && (own.0 / best.base - 1.0).abs() < FITTED
            && own.0.to_string().len() >= best.base.to_string().len();
        if !is_fitted && !others.contains(&own) && others.len() < MOST_OTHERS {
            others.push(own);
        }
    }
    let choices = best.choice_bits();
    let score = evidence.score(choices);
    let num_rows = pairs.waves.num_rows() as u64;
    let is_likely = score >= MARGIN && evidence.num_agreeing > evidence.num_wrong;
    let (start, positions) = consecutive(num_rows, best.start, best.component);
    let columns = (best.component, CacheLayout::of_form(pairs.form));
    is_likely.then(|| KnownCache {
        presets: best.presets,
        start,
        factor: best.factor,
        rounding: pairs.waves.rounding(),
        is_certain: evidence.is_certain(choices, num_rows),
        score,
        evidence,
        others,
        ..KnownCache::by_rule((best.base, best.scaling), columns, positions)
    })
}

/// Best answer about a table whose values were rounded at earlier stages, too.
fn with_stages(table: &dyn RowSource, pairs: &Pairs<'_>) -> io::Result<Option<KnownCache>> {
    /// Number of candidates that are worth a comparison.
    const MOST: usize = 48;
    let num_pairs = pairs.num_pairs();
    let mut specs: Vec<(Spec, i64)> = Vec::new();
    let mut likely: Vec<CacheCandidate> = Vec::new();
    let mut all = candidates(pairs, COARSE, Rules::Plain, &pairs.bases());
    // The fewest choices first: what explains as much with more is not meant.
    all.sort_by(|a, b| a.choice_bits().total_cmp(&b.choice_bits()));
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
    let choices = it.choice_bits() + found.stages.choice_bits();
    let (start, positions) = consecutive(table.num_rows(), it.start, it.component);
    let score = evidence.score(choices);
    let columns = (it.component, CacheLayout::of_form(pairs.form));
    Ok((score >= MARGIN).then(|| KnownCache {
        presets: it.presets,
        start,
        factor: it.factor,
        rounding: pairs.waves.rounding(),
        stages: found.stages,
        is_certain: found.num_wrong == 0,
        score,
        evidence,
        ..KnownCache::by_rule((it.base, it.scaling), columns, positions)
    }))
}
