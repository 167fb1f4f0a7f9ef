//! Caches whose rows are at any positions, and those of cosines and sines in one buffer.

use super::{
    cache_candidates::{FACTORS, Rules},
    cache_layout::CacheLayout,
    known_cache::KnownCache,
    ladder_hypotheses::{LadderHypothesis, blended, of_presets},
    laid_out::{LaidOut, Magnitude},
};
use crate::encoding::{
    Rounding, TableValues, fewest_digits_first,
    parallel::map_each,
    place,
    proof::{LEAST_BASE, MARGIN, MOST_DIFFERENCE, factor_bits, number_bits},
    rotary::scaling::Scaling,
};

/// Hypothesis that some rows do not contradict.
struct Likely {
    /// Bits of its choices.
    choices: f64,
    base: f64,
    scaling: Scaling,
    presets: Vec<(String, String)>,
    scale: f64,
}

/// Finds the cache whose rows are at any positions, with cosines, sines or both; `None` if there is none.
pub(super) fn recognize_placed(
    values: &TableValues,
    layouts: &[CacheLayout],
    rules: Rules,
) -> Option<KnownCache> {
    let mut best: Option<KnownCache> = None;
    for laid_out in LaidOut::all(values, layouts.to_vec(), 2) {
        let Some(found) = laid_out.recognized(rules) else { continue };
        let rank = |it: &KnownCache| (it.is_certain, it.score);
        if best.as_ref().is_none_or(|best| rank(best) < rank(&found)) {
            let is_last = found.is_certain;
            best = Some(found);
            if is_last {
                return best;
            }
        }
    }
    best
}

impl LaidOut<'_> {
    /// Best answer about the table.
    pub(super) fn recognized(&self, rules: Rules) -> Option<KnownCache> {
        /// Number of hypotheses that are compared in all rows.
        const MOST: usize = 6;
        let magnitude = self.magnitude();
        let (bases, measured) = self.bases(magnitude);
        let mut likely = self.likely(magnitude, self.plain(&bases));
        if likely.is_empty() && rules != Rules::Bases {
            likely = self.likely(magnitude, of_blended(&measured[..measured.len().min(2)]));
        }
        // The ratios of frequencies do not give the base where slow ones are divided.
        if likely.is_empty()
            && rules == Rules::Blended
            && let Some(base) = self.fast_base()
        {
            likely = self.likely(magnitude, of_blended(&[base]));
        }
        // Divided frequencies equal plain ones at other positions: plain ones first.
        likely.sort_by(|a, b| {
            is_divided(a).cmp(&is_divided(b)).then(a.choices.total_cmp(&b.choices))
        });
        likely.truncate(MOST);
        let mut found: Vec<(f64, KnownCache)> = Vec::new();
        for it in self.worth_all_rows(likely) {
            // Divided frequencies are skipped if the plain base already gives every value at whole positions.
            let is_told = |(_, known): &(f64, KnownCache)| {
                known.base.to_bits() == it.base.to_bits()
                    && known.scaling == Scaling::Default
                    && (known.is_certain, known.evidence.num_wrong) == (true, 0)
                    && known.positions.are_whole()
            };
            if is_divided(&it) && found.iter().any(is_told) {
                continue;
            }
            found.extend(self.placed(it));
        }
        self.best_of(found)
    }

    /// Cache of a hypothesis, with its bits of choices and positions; `None` unless all rows support it.
    fn placed(&self, it: Likely) -> Option<(f64, KnownCache)> {
        let placed = place(&self.table(it.base, &it.scaling, it.scale))?;
        let score = placed.score(it.choices);
        let is_likely = score >= MARGIN
            && placed.evidence.num_agreeing > placed.evidence.num_wrong
            && placed.evidence.largest_difference <= MOST_DIFFERENCE * it.scale.abs()
            // Divided frequencies need whole positions.
            && (!is_divided(&it) || placed.positions.are_whole());
        if !is_likely {
            return None;
        }
        let cost = it.choices + placed.cost();
        let is_certain = placed.is_certain(it.choices);
        let columns = (self.component, self.layout);
        let cache = KnownCache {
            presets: it.presets,
            factor: it.scale,
            rounding: self.values.rounding,
            is_certain,
            score,
            evidence: placed.evidence,
            ..KnownCache::by_rule((it.base, it.scaling), columns, placed.positions)
        };
        Some((cost, cache))
    }

    /// The cache of a hypothesis with another factor.
    pub(super) fn with_factor(&self, known: &KnownCache, scale: f64) -> Option<KnownCache> {
        let (base, scaling) = (known.base, known.scaling.clone());
        let choices = self.choice_bits(base, &scaling, scale);
        let presets = known.presets.clone();
        self.placed(Likely { choices, base, scaling, presets, scale }).map(|it| it.1)
    }

    /// Hypotheses that may be the best in all rows of a long table, as far as blocks of its rows tell.
    fn worth_all_rows(&self, likely: Vec<Likely>) -> Vec<Likely> {
        /// Rows of a block.
        const BLOCK: usize = 64;
        /// Number of blocks.
        const NUM_BLOCKS: usize = 16;
        /// Number of rows from which a table is first judged by blocks.
        const LONG: usize = 8 * BLOCK * NUM_BLOCKS;
        let num_rows = self.values.num_rows;
        if num_rows < LONG || likely.len() < 2 {
            return likely;
        }
        let starts = (0..NUM_BLOCKS).map(|i| i * (num_rows - BLOCK) / (NUM_BLOCKS - 1));
        let rows: Vec<usize> = starts.flat_map(|start| start..start + BLOCK).collect();
        let blocks = self.values.of_rows(&rows);
        let some = LaidOut { values: &blocks, columns: self.columns.clone(), ..*self };
        let tell = |it: &Likely| {
            let placed = place(&some.table(it.base, &it.scaling, it.scale))?;
            let is_certain = placed.is_certain(it.choices);
            Some((is_certain, placed.evidence.num_agreeing, it.choices + placed.cost()))
        };
        let told: Vec<Option<(bool, u64, f64)>> = likely.iter().map(tell).collect();
        let rank = |a: &(bool, u64, f64), b: &(bool, u64, f64)| {
            (a.0, a.1).cmp(&(b.0, b.1)).then(b.2.total_cmp(&a.2))
        };
        let best = told.iter().enumerate().filter_map(|(i, it)| Some((i, (*it)?)));
        let best = best.max_by(|a, b| rank(&a.1, &b.1)).filter(|(_, it)| it.0);
        let Some((first, (_, most, _))) = best else { return likely };
        let rule = (likely[first].base, likely[first].scaling.clone());
        let is_kept = |i: usize, it: &Likely| {
            // Another rule that explains as much.
            let is_rival = told[i].is_some_and(|it| (it.0, it.1) == (true, most));
            i == first || is_rival && is_rival_rule((it.base, &it.scaling), (rule.0, &rule.1))
        };
        let all = likely.into_iter().enumerate();
        all.filter(|(i, it)| is_kept(*i, it)).map(|(_, it)| it).collect()
    }

    /// Best cache: most values explained, then fewest choices, unless only one rival rounds to the values exactly.
    /// Not certain if a rival base with as many digits explains as much.
    fn best_of(&self, mut found: Vec<(f64, KnownCache)>) -> Option<KnownCache> {
        found.sort_by(|(a_cost, a), (b_cost, b)| {
            let rank = |it: &KnownCache| (it.is_certain, it.evidence.num_agreeing);
            rank(b).cmp(&rank(a)).then(a_cost.total_cmp(b_cost))
        });
        let mut all = found.into_iter().map(|(_, cache)| cache);
        let best = all.next()?;
        let is_rival = |it: &KnownCache| {
            it.is_certain
                && is_rival_rule((it.base, &it.scaling), (best.base, &best.scaling))
                && it.evidence.num_agreeing == best.evidence.num_agreeing
        };
        let mut tied: Vec<KnownCache> = all.filter(is_rival).collect();
        let is_tied = tied.iter().any(|it| num_digits(it.base) == num_digits(best.base));
        tied.insert(0, best);
        let num_other: Vec<u64> = match tied.as_slice() {
            [_] => vec![0],
            several => several.iter().map(|it| self.num_not_equal(it)).collect(),
        };
        let least = num_other.iter().copied().min().unwrap_or(0);
        let is_beaten = |num: u64| least.saturating_mul(4).saturating_add(16) <= num;
        // One whose values are the rounded ones, and no other's are.
        let is_clear = num_other.iter().filter(|&&num| !is_beaten(num)).count() == 1;
        let place = num_other.iter().position(|&num| !is_clear || num == least)?;
        let chosen = tied.swap_remove(place);
        Some(KnownCache { is_certain: chosen.is_certain && (is_clear || !is_tied), ..chosen })
    }

    /// Number of values of a cache that are not the rounded ones of its rows' positions.
    fn num_not_equal(&self, it: &KnownCache) -> u64 {
        self.table(it.base, &it.scaling, it.factor).num_not_equal(&it.positions)
    }

    /// Hypotheses that some rows do not contradict.
    fn likely(&self, magnitude: Magnitude, all: Vec<LadderHypothesis>) -> Vec<Likely> {
        let mut distinct: Vec<(f64, Scaling)> = Vec::new();
        let mut presets: Vec<Vec<(String, String)>> = Vec::new();
        for (base, scaling, preset) in all.into_iter().filter(|it| it.0 >= LEAST_BASE) {
            let place = distinct.iter().position(|it| (it.0, &it.1) == (base, &scaling));
            let place = place.unwrap_or_else(|| {
                distinct.push((base, scaling));
                presets.push(Vec::new());
                presets.len() - 1
            });
            presets[place].extend(preset);
        }
        let mut bases: Vec<f64> = Vec::new();
        for (base, scaling) in &distinct {
            let is_of_base = matches!(scaling, Scaling::Default | Scaling::Linear { .. });
            if is_of_base && !bases.contains(base) {
                bases.push(*base);
            }
        }
        let plain = |i: usize| self.fitting(magnitude, bases[i], &Scaling::Default);
        let of_bases = map_each(bases.len(), &plain);
        let of_base = |base: f64| of_bases[bases.iter().position(|it| *it == base)?];
        let scales = map_each(distinct.len(), &|i| {
            let (base, scaling) = &distinct[i];
            match scaling {
                Scaling::Default => of_base(*base),
                // Divided frequencies are those of the base, at divided positions.
                Scaling::Linear { .. } if of_base(*base).is_none() => None,
                _ => self.fitting(magnitude, *base, scaling),
            }
        });
        let all = distinct.into_iter().zip(presets).zip(scales);
        let found = all.filter_map(|(((base, scaling), presets), scale)| {
            let scale = scale?;
            let choices = self.choice_bits(base, &scaling, scale);
            Some(Likely { choices, base, scaling, presets, scale })
        });
        found.collect()
    }

    /// Factor with which some rows do not contradict frequencies.
    fn fitting(&self, magnitude: Magnitude, base: f64, scaling: &Scaling) -> Option<f64> {
        let fits = |scale: &f64| {
            let (num, of) = self.table(base, scaling, *scale).probed();
            num > 0 && 8 * num >= 5 * of
        };
        self.scales(magnitude, scaling).into_iter().find(fits)
    }

    /// Bits of all that was chosen but for the positions.
    fn choice_bits(&self, base: f64, scaling: &Scaling, scale: f64) -> f64 {
        /// Bits of layout and component.
        const KIND: f64 = 5.0;
        let is_own = scale.to_bits() == scaling.attention_factor().to_bits();
        let factor = if is_own {
            0.0
        } else {
            factor_bits(scale, f64::from(self.num_pairs), Some(Rounding::F32))
        };
        KIND + number_bits(base) + scaling.choice_bits() + factor
    }

    fn plain(&self, bases: &[f64]) -> Vec<LadderHypothesis> {
        let mut all = of_presets(self.num_pairs as usize);
        for &base in bases {
            all.push((base, Scaling::Default, None));
            all.extend(FACTORS.map(|factor| (base, Scaling::Linear { factor }, None)));
        }
        all
    }
}

/// True for frequencies of a base that are divided, and of no preset.
fn is_divided(it: &Likely) -> bool {
    it.presets.is_empty() && it.scaling != Scaling::Default
}

/// True for rules that cannot both be meant: other bases, or other divisions of slow frequencies. Frequencies that are
/// all divided are those of the base at other positions.
fn is_rival_rule(a: (f64, &Scaling), b: (f64, &Scaling)) -> bool {
    let is_blended = |it: &Scaling| !matches!(it, Scaling::Default | Scaling::Linear { .. });
    a.0.to_bits() != b.0.to_bits() || a.1 != b.1 && is_blended(a.1) && is_blended(b.1)
}

/// Number of digits after the first.
fn num_digits(value: f64) -> Option<usize> {
    fewest_digits_first(value, 17).position(|rounded| rounded.to_bits() == value.to_bits())
}

/// Rules that divide slow frequencies, with some bases.
fn of_blended(bases: &[f64]) -> Vec<LadderHypothesis> {
    let of = |&base: &f64| {
        FACTORS.into_iter().flat_map(blended).map(move |scaling| (base, scaling, None))
    };
    bases.iter().flat_map(of).collect()
}
