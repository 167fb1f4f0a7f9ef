//! Caches of cosines or sines: which base and which scaling they come from.

use std::{io, sync::Arc};

use rayon::prelude::*;

use super::recognition::{Hypothesis, bases, blended, of_presets};
use crate::encoding::{
    Arithmetic, Component, Double, LoneWaves, Rounding, RowSource, Spec, Stages, identify_stages,
    median::median,
    proof::{
        Evidence, Expected, MARGIN, SINGLE, are_few, difference_bits, factor_bits, last_place,
        notable_factor, number_bits, unscale,
    },
    rotary::{
        Rotary, RotaryDraft, angle_error,
        cache::{self, Cache as Kind, CacheForm},
        scaling::Scaling,
    },
    with_digits,
};

/// Factors of scaling that configurations have.
const FACTORS: [f64; 9] = [2.0, 4.0, 8.0, 16.0, 32.0, 40.0, 48.0, 64.0, 128.0];

/// Relative error of an angle of few bits or of a rounded frequency, and of one in single precision.
const COARSE: f64 = 0.02;
const FINE: f64 = 1e-3;

/// Number of equal answers that are told besides the first.
const MOST_OTHERS: usize = 4;

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

/// Cosines or sines of a table, one column a pair, with the form that their columns have in the table.
struct Pairs<'a> {
    waves: LoneWaves,
    form: CacheForm,
    /// Values of the whole table, row by row.
    cells: &'a [f64],
}

/// Columns that are compared with a candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    /// One of each pair.
    Pairs,
    /// All of the table.
    All,
}

impl<'a> Pairs<'a> {
    /// Columns of the pairs of a table in each form that it may have, the one with the fewest pairs first.
    fn of_table(cells: &'a [f64], width: u32) -> impl Iterator<Item = Self> {
        /// Number of rows that are looked at, of which a few may deviate.
        const MOST_ROWS: usize = 64;
        let num_rows = cells.len() / width as usize;
        let row = move |i: usize| &cells[i * width as usize..(i + 1) * width as usize];
        let has_form = move |form: CacheForm, num_pairs: u32| {
            let first_of = |j: u32| form.column_of(form.pair_of(j, num_pairs)) as usize;
            let rows: Vec<usize> = (0..num_rows).step_by(num_rows.div_ceil(MOST_ROWS)).collect();
            let is_unequal = |i: &&usize| {
                let row = row(**i);
                (0..width).any(|j| row[j as usize].to_bits() != row[first_of(j)].to_bits())
            };
            are_few(rows.iter().filter(is_unequal).count() as u64, rows.len() as u64)
        };
        let forms = [CacheForm::Halves, CacheForm::Adjacent, CacheForm::Pairs].into_iter();
        forms.filter_map(move |form| {
            let num_pairs = form.num_pairs(width)?;
            if !has_form(form, num_pairs) {
                return None;
            }
            let columns = || (0..num_pairs).map(|pair| form.column_of(pair) as usize);
            let own = (0..num_rows).flat_map(|i| columns().map(move |j| row(i)[j])).collect();
            Some(Self { waves: LoneWaves::new(num_rows, num_pairs as usize, own), form, cells })
        })
    }

    fn num_pairs(&self) -> u32 {
        self.waves.width() as u32
    }

    /// True if single values tell an angle well.
    fn is_fine(&self) -> bool {
        matches!(self.waves.rounding(), None | Some(Rounding::F32))
    }

    /// Factor of all values of waves with known frequencies and positions: the median ratio.
    fn factor(&self, omegas: &[Double], component: Component, start: i64) -> Option<f64> {
        const MOST_ROWS: usize = 32;
        // Near position 0, the angles of frequencies that were rounded are right, too.
        let num_rows = self.waves.num_rows();
        let num_rows = if start == 0 { num_rows.min(MOST_ROWS) } else { num_rows };
        let mut ratios: Vec<f64> = Vec::new();
        for i in (0..num_rows).step_by(num_rows.div_ceil(MOST_ROWS)) {
            let own =
                omegas.iter().map(|&omega| cache::value(component, omega, 1.0, start + i as i64));
            let pairs = self.waves.row(i).iter().zip(own).filter(|(_, own)| own.abs() > 0.5);
            ratios.extend(pairs.map(|(value, own)| value / own).filter(|it| it.is_finite()));
        }
        median(&mut ratios).filter(|it| *it != 0.0)
    }

    /// Component of a table that starts at position 0, where all cosines are the factor and all sines are 0.
    fn component_at_zero(&self) -> Option<Component> {
        let first = self.waves.row(0);
        match first[0] {
            _ if first.iter().any(|&it| it != first[0]) => None,
            0.0 => Some(Component::Sin),
            it if it.is_finite() => Some(Component::Cos),
            _ => None,
        }
    }

    /// Bases that the angles from row to row tell.
    fn bases(&self) -> Vec<f64> {
        let omegas = self.omegas();
        let component = self.component_at_zero().unwrap_or(Component::Cos);
        let least = least_angle(component, self.waves.rounding());
        let mut all = bases(&omegas, omegas.len());
        for base in rough_bases(&omegas, least) {
            if !all.contains(&base) {
                all.push(base);
            }
        }
        all
    }

    /// Angle of each pair from row to row, as far as the values tell it; 0 where they do not.
    fn omegas(&self) -> Vec<f64> {
        let measured = self.waves.frequencies();
        let second = self.waves.row(1);
        // Of sines at position 0, the measured frequencies tell the factor.
        let known =
            measured.iter().zip(second).filter_map(|(omega, value)| Some(value / (*omega)?.sin()));
        let amplitude =
            median(&mut known.filter(|it| it.is_finite()).collect::<Vec<f64>>()).unwrap_or(1.0);
        let at_one = |pair: usize| match self.component_at_zero() {
            Some(Component::Cos) => {
                (second[pair] / self.waves.row(0)[pair]).clamp(-1.0, 1.0).acos()
            }
            Some(Component::Sin) => (second[pair] / amplitude).clamp(-1.0, 1.0).asin(),
            None => 0.0,
        };
        // A value of few bits tells less than the rows together.
        let is_told_at_one = self.is_fine() && self.component_at_zero().is_some();
        let own = |(pair, measured): (usize, Option<f64>)| match measured {
            Some(measured) if !is_told_at_one => measured,
            _ => at_one(pair),
        };
        measured.into_iter().enumerate().map(own).collect()
    }
}

/// Cache that a table may be.
#[derive(Clone)]
struct Candidate {
    base: f64,
    scaling: Scaling,
    presets: Vec<(String, String)>,
    omegas: Vec<Double>,
    component: Component,
    start: i64,
    factor: f64,
}

impl Candidate {
    /// Bits of all that was chosen.
    fn choices(&self) -> f64 {
        /// Bits of form and component.
        const KIND: f64 = 3.0;
        let is_own = self.factor.to_bits() == self.scaling.attention_factor().to_bits();
        let width = self.omegas.len() as f64;
        let factor =
            if is_own { 0.0 } else { factor_bits(self.factor, width, Some(Rounding::F32)) };
        let base = number_bits(self.base) + self.scaling.choice_bits();
        KIND + base + factor + number_bits(self.start as f64)
    }

    /// Bits of the choices, and of the differences that they leave.
    fn bits(&self, pairs: &Pairs<'_>, evidence: &Evidence) -> i64 {
        let difference = evidence.largest_difference / self.factor.abs();
        let num_waves = u64::from(pairs.num_pairs());
        let left = difference_bits(num_waves, difference, pairs.waves.rounding());
        (self.choices() + left) as i64
    }

    /// Value at a position, in double precision where the values of the table have fewer bits.
    fn value(&self, omega: Double, t: i64, rounding: Option<Rounding>) -> f64 {
        match (rounding, self.component) {
            (None, component) => cache::value(component, omega, self.factor, t),
            (Some(_), Component::Sin) => self.factor * (omega.hi * t as f64).sin(),
            (Some(_), Component::Cos) => self.factor * (omega.hi * t as f64).cos(),
        }
    }

    /// What some rows of a table say of the candidate.
    fn evidence(&self, pairs: &Pairs<'_>, rows: &[usize], compared: Compared) -> Evidence {
        /// Number of rows that a thread compares at once.
        const ROWS: usize = 256;
        let rounding = pairs.waves.rounding();
        let arithmetic = if rounding.is_none() { Arithmetic::F64 } else { Arithmetic::F32 };
        let num_pairs = pairs.num_pairs();
        let errors: Vec<f64> = (0..num_pairs)
            .map(|pair| {
                let omega = self.omegas[pair as usize].hi;
                angle_error(arithmetic, (self.base, &self.scaling), (pair, num_pairs), omega)
            })
            .collect();
        let sine = if arithmetic == Arithmetic::F32 { 2.0 * SINGLE } else { 0.0 };
        // Its product with the factor is rounded, too.
        let sine = if self.factor.to_bits() == 1.0_f64.to_bits() { sine } else { 2.0 * sine };
        let width = pairs.cells.len() / pairs.waves.num_rows();
        let row_of = |i: usize| match compared {
            Compared::Pairs => pairs.waves.row(i),
            Compared::All => &pairs.cells[i * width..(i + 1) * width],
        };
        let wave_of = |j: usize| match compared {
            Compared::Pairs => j,
            Compared::All => pairs.form.pair_of(j as u32, num_pairs) as usize,
        };
        let of_rows = |rows: &[usize]| {
            let mut found = Evidence::default();
            for &i in rows {
                let t = self.start + i as i64;
                let of_pair = |(&omega, error): (&Double, &f64)| {
                    let value = self.value(omega, t, rounding);
                    let angle = error * t.unsigned_abs() as f64;
                    let unscaled = value / self.factor;
                    let slope = ((1.0 - unscaled * unscaled).max(0.0).sqrt() + angle).min(1.0);
                    let computed = self.factor.abs() * angle * slope + sine * value.abs();
                    Expected { value, tolerance: computed + last_place(rounding, value) }
                };
                let own: Vec<Expected> = self.omegas.iter().zip(&errors).map(of_pair).collect();
                let row = row_of(i);
                let expected = (0..row.len()).map(|j| own[wave_of(j)]);
                let row = (i as u64, row, i.checked_sub(1).map(row_of));
                found.add_row(row, expected, (self.factor, rounding), wave_of);
            }
            found
        };
        let parts: Vec<Evidence> = rows.par_chunks(ROWS).map(of_rows).collect();
        parts.into_iter().fold(Evidence::default(), Evidence::and)
    }
}

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

/// Caches that a table may be, as far as the angles from row to row tell.
fn candidates(pairs: &Pairs<'_>, near: f64, rules: Rules, bases: &[f64]) -> Vec<Candidate> {
    let omegas = pairs.omegas();
    let rounding = pairs.waves.rounding();
    let num_pairs = pairs.num_pairs();
    let least = least_angle(pairs.component_at_zero().unwrap_or(Component::Cos), rounding);
    let mut found: Vec<Candidate> = Vec::new();
    for (base, scaling, preset) in hypotheses(bases, omegas.len(), rules) {
        let mut is_known = false;
        for same in found.iter_mut().filter(|it| (it.base, &it.scaling) == (base, &scaling)) {
            same.presets.extend(preset.clone());
            is_known = true;
        }
        if is_known {
            continue;
        }
        let own = scaling.frequencies(base, 2 * num_pairs, None);
        if !are_near(&omegas, own.iter().map(|omega| omega.hi), least, near) {
            continue;
        }
        let own_factor = scaling.attention_factor();
        let omegas = || own.iter().map(|omega| omega.hi);
        let places: Vec<(Component, i64)> = match pairs.component_at_zero() {
            Some(component) => vec![(component, 0)],
            None => [Component::Cos, Component::Sin]
                .into_iter()
                .flat_map(|component| {
                    let starts = pairs.waves.first_positions(omegas(), component);
                    starts.into_iter().map(move |start| (component, start))
                })
                .collect(),
        };
        for (component, start) in places {
            let factor = match pairs.component_at_zero() {
                Some(Component::Cos) => Some(pairs.waves.row(0)[0]),
                _ => pairs.factor(&own, component, start),
            };
            let Some(factor) = factor else { continue };
            let unit = rounding.map_or(SINGLE, Rounding::unit).max(SINGLE);
            // Rounded frequencies move the median.
            let room = if near > FINE && pairs.is_fine() { near } else { 4.0 * unit };
            let is_near = |it: &f64| (factor / it - 1.0).abs() < room;
            let known = [1.0, -1.0, own_factor].into_iter().find(is_near);
            found.push(Candidate {
                base,
                scaling: scaling.clone(),
                presets: preset.clone().into_iter().collect(),
                omegas: own.clone(),
                component,
                start,
                factor: known.unwrap_or(factor),
            });
        }
    }
    found
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

/// Angle of position 1 from which a rounded value tells it to a percent.
fn least_angle(component: Component, rounding: Option<Rounding>) -> f64 {
    match component {
        // Near 1, a cosine changes by half the square of the angle.
        Component::Cos => f64::max(0.01, (50.0 * rounding.map_or(0.0, Rounding::unit)).sqrt()),
        Component::Sin => 0.001,
    }
}

/// True if nearly all angles from row to row are near the frequencies of a hypothesis, as far as the values tell them.
/// False if none is told.
fn are_near(angles: &[f64], omegas: impl Iterator<Item = f64>, least: f64, near: f64) -> bool {
    /// One in so many angles may be that of a column that deviates.
    const FEW: usize = 8;
    let told = angles.iter().zip(omegas).filter(|(angle, _)| **angle > least);
    let (mut num, mut num_near) = (0, 0);
    for (angle, own) in told {
        num += 1;
        num_near += usize::from((angle / own - 1.0).abs() < near);
    }
    num > 0 && FEW * (num - num_near) <= num
}

/// Usual bases, and those near the ones that the angles from row to row tell, all of them or the faster half, the ones
/// with few digits first.
fn rough_bases(angles: &[f64], least: f64) -> Vec<f64> {
    const USUAL: [f64; 6] = [1e4, 1e5, 5e5, 1e6, 5e6, 1e7];
    const DIGITS: std::ops::RangeInclusive<usize> = 0..=7;
    let mut found = USUAL.to_vec();
    let half = angles.len().div_ceil(2);
    // Angles that many rows tell are the better the larger they are; frequencies that were rounded are alike.
    let lines = [(angles, 2), (&angles[..half], 2), (angles, 0)];
    for (part, power) in lines {
        let Some(base) = base_of(part, angles.len(), least, power) else { continue };
        for base in DIGITS.map(|digits| with_digits(base, digits)) {
            if base > 1.0 && base <= 1e12 && !found.contains(&base) {
                found.push(base);
            }
        }
    }
    found
}

/// Base of the ladder through some angles: each of the logarithms weighs as much as a power of its angle.
fn base_of(angles: &[f64], num: usize, least: f64, power: i32) -> Option<f64> {
    let points = angles.iter().enumerate().filter(|(_, angle)| **angle > least);
    let (mut w, mut x, mut y, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (k, angle) in points {
        let (own_x, own_y, weight) = (k as f64 / num as f64, angle.ln(), angle.powi(power));
        w += weight;
        x += weight * own_x;
        y += weight * own_y;
        xx += weight * own_x * own_x;
        xy += weight * own_x * own_y;
    }
    let base = (-(w * xy - x * y) / (w * xx - x * x)).exp();
    (base.is_finite() && base > 1.0).then_some(base)
}

/// Rules of scaling that are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rules {
    /// Presets, and bases whose frequencies are unscaled or divided by one factor.
    Plain,
    /// Bases whose slow frequencies are divided.
    Blended,
}

/// Presets with as many pairs, then bases with usual rules of scaling.
fn hypotheses(bases: &[f64], num_pairs: usize, rules: Rules) -> Vec<Hypothesis> {
    let mut found = if rules == Rules::Plain { of_presets(num_pairs) } else { Vec::new() };
    for &base in bases {
        if rules == Rules::Plain {
            found.push((base, Scaling::Default, None));
            found.extend(FACTORS.map(|factor| (base, Scaling::Linear { factor }, None)));
        } else {
            let blended = FACTORS.into_iter().flat_map(blended);
            found.extend(blended.map(|scaling| (base, scaling, None)));
        }
    }
    found
}

/// Candidates beside an unscaled one that explains most of a table, with the base that fits all rows best and those with
/// fewer digits.
fn sharpened(pairs: &Pairs<'_>, found: &[(Evidence, Candidate)]) -> Vec<Candidate> {
    /// Largest relative difference of the base, and number of thirds by which it is narrowed.
    const NEAR: f64 = 1e-3;
    const STEPS: u32 = 40;
    const MOST_ROWS: usize = 64;
    let unscaled = found.iter().filter(|(_, it)| it.scaling == Scaling::Default);
    let Some((evidence, best)) = unscaled.min_by_key(|(evidence, _)| evidence.num_wrong) else {
        return Vec::new();
    };
    if evidence.num_wrong == 0 || evidence.num_wrong > evidence.num_agreeing {
        return Vec::new();
    }
    let num_rows = pairs.waves.num_rows();
    let with_base = |base: f64| {
        let omegas = Scaling::Default.frequencies(base, 2 * pairs.num_pairs(), None);
        Candidate { base, omegas, presets: Vec::new(), ..best.clone() }
    };
    let difference = |base: f64| {
        let it = with_base(base);
        let rows = (0..num_rows).step_by(num_rows.div_ceil(MOST_ROWS));
        let of_row = |i: usize| {
            let own = it
                .omegas
                .iter()
                .map(|&omega| cache::value(it.component, omega, it.factor, it.start + i as i64));
            pairs.waves.row(i).iter().zip(own).map(|(a, b)| (a - b).powi(2)).sum::<f64>()
        };
        rows.map(of_row).sum::<f64>()
    };
    let (mut low, mut high) = (best.base * (1.0 - NEAR), best.base * (1.0 + NEAR));
    for _ in 0..STEPS {
        let third = (high - low) / 3.0;
        if difference(low + third) < difference(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    let base = f64::midpoint(low, high);
    let mut bases: Vec<f64> = (0..=8).map(|digits| with_digits(base, digits)).collect();
    bases.dedup();
    bases.into_iter().filter(|it| *it > 1.0 && *it <= 1e12).map(with_base).collect()
}
