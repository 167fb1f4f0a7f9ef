//! Caches of cosines or sines: which base and which scaling they come from.

use std::{io, sync::Arc};

use super::recognition::{Hypothesis, bases, blended, of_presets};
use crate::encoding::{
    Component, Double, Rounding, RowSource, Spec, Stages, identify_stages,
    rotary::{
        Rotary, RotaryDraft,
        cache::{self, Cache as Kind, CacheForm},
        scaling::Scaling,
    },
    with_digits,
};

/// Factors of scaling that configurations have.
const FACTORS: [f64; 9] = [2.0, 4.0, 8.0, 16.0, 32.0, 40.0, 48.0, 64.0, 128.0];

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
    /// Factor of all values.
    pub factor: f64,
    /// Type that the values were rounded to.
    pub rounding: Rounding,
    /// Stages that were rounded on the way to the values; exact where only these were.
    pub stages: Stages,
    /// Largest difference of the values that agree.
    pub largest_difference: f64,
    /// Number of values that agree.
    pub matching: u64,
    /// Row and column of the first value that does not agree.
    pub first_wrong: Option<(u64, u32)>,
    /// Bases and rules with the same values in the rows that were compared.
    pub others: Vec<(f64, Scaling)>,
}

/// Rows of a table with their positions.
struct Rows {
    width: usize,
    rows: Vec<(i64, Vec<f64>)>,
}

impl Rows {
    fn read(table: &dyn RowSource, positions: &[u64]) -> io::Result<Self> {
        let width = table.num_columns() as usize;
        let mut rows = Vec::new();
        for &t in positions {
            let mut row = vec![0.0; width];
            table.fill(t, &mut row)?;
            rows.push((t as i64, row));
        }
        Ok(Self { width, rows })
    }

    /// Factor of all values, as the cosines of position 0 tell it; sines do not.
    fn factor(&self, component: Component) -> Option<f64> {
        (component == Component::Cos).then_some(self.rows[0].1[0])
    }

    /// Narrowest type that holds the values.
    fn rounding(&self) -> Rounding {
        let values = self.rows.iter().flat_map(|(_, row)| row);
        Rounding::narrowest(values).unwrap_or(Rounding::F32)
    }

    /// Angle of each pair at position 1.
    fn omegas(&self, component: Component, form: CacheForm, num_pairs: u32) -> Vec<f64> {
        let second = &self.rows[1].1;
        let factor = self.factor(component).unwrap_or(1.0);
        let angle = |pair: u32| {
            let value = second[form.column_of(pair) as usize];
            match component {
                Component::Cos => (value / factor).clamp(-1.0, 1.0).acos(),
                Component::Sin => value.clamp(-1.0, 1.0).asin(),
            }
        };
        (0..num_pairs).map(angle).collect()
    }

    /// True if all columns of a pair are equal.
    fn has_form(&self, form: CacheForm) -> bool {
        let Some(num_pairs) = form.num_pairs(self.width as u32) else { return false };
        let mut first = vec![usize::MAX; num_pairs as usize];
        (0..self.width).all(|j| {
            let pair = form.pair_of(j as u32, num_pairs) as usize;
            if first[pair] == usize::MAX {
                first[pair] = j;
            }
            self.rows.iter().all(|(_, row)| row[j] == row[first[pair]])
        })
    }
}

/// Cache of a hypothesis.
struct Cache {
    omegas: Vec<Double>,
    component: Component,
    form: CacheForm,
    factor: f64,
    rounding: Rounding,
}

impl Cache {
    /// Difference of a value from the expected one, and whether computing and rounding explain it.
    fn compared(&self, t: i64, j: usize, found: f64) -> (f64, bool) {
        /// Unit of single precision at 1, for angles; the largest error of a result.
        const ANGLE: f64 = 4.0 / 8_388_608.0;
        const RESULT: f64 = 1.0 / 4_194_304.0;
        let omega = self.omegas[self.form.pair_of(j as u32, self.omegas.len() as u32) as usize];
        let expected = cache::value(self.component, omega, self.factor, t);
        let computed = self.factor.abs() * (t.unsigned_abs() as f64 * omega.hi * ANGLE + RESULT);
        let half_unit = match self.rounding {
            Rounding::F32 => 0.0,
            narrow => narrow.unit(),
        };
        let off = (found - expected).abs();
        (off, off <= computed + half_unit * expected.abs().max(found.abs()))
    }

    /// Number of values of some rows that do not agree; `None` if these are more than a few.
    fn num_wrong(&self, rows: &Rows) -> Option<usize> {
        let allowed = rows.rows.len() * rows.width / 50;
        let mut num_wrong = 0;
        for (t, row) in &rows.rows {
            let wrong = row.iter().enumerate().filter(|&(j, &it)| !self.compared(*t, j, it).1);
            num_wrong += wrong.count();
            if num_wrong > allowed {
                return None;
            }
        }
        Some(num_wrong)
    }
}

/// Finds out which rotary cache a table holds, whose first row is position 0; `None` if it is none.
///
/// # Errors
///
/// Fails if the table is read from a file and that fails.
pub fn recognize_cache(table: &dyn RowSource) -> io::Result<Option<KnownCache>> {
    const LEAST_ROWS: u64 = 8;
    const LEAST_COLUMNS: u32 = 4;
    const MOST_COLUMNS: u32 = 16_384;
    let num_rows = table.num_rows();
    let is_usual = (LEAST_COLUMNS..=MOST_COLUMNS).contains(&table.num_columns());
    if num_rows < LEAST_ROWS || !is_usual {
        return Ok(None);
    }
    let probes = Rows::read(table, &[0, 1, 2, 3, num_rows / 2, num_rows - 2, num_rows - 1])?;
    // All angles at position 0 are 0.
    let first = &probes.rows[0].1;
    let (value, is_flat) = (first[0], first.iter().all(|&it| it == first[0]));
    let component = match value {
        _ if !is_flat => return Ok(None),
        0.0 => Component::Sin,
        it if it > 0.0 && it.is_finite() => Component::Cos,
        _ => return Ok(None),
    };
    let forms = [CacheForm::Halves, CacheForm::Adjacent, CacheForm::Pairs];
    for form in forms.into_iter().filter(|&form| probes.has_form(form)) {
        let found = with_form(table, &probes, component, form)?;
        if found.as_ref().is_some_and(|it| it.first_wrong.is_none()) {
            return Ok(found);
        }
        let rounded = rounded_with_form(table, &probes, component, form)?;
        let num_matching = |it: &Option<KnownCache>| it.as_ref().map_or(0, |it| it.matching);
        let best = if num_matching(&rounded) > num_matching(&found) { rounded } else { found };
        if best.is_some() {
            return Ok(best);
        }
    }
    Ok(None)
}

/// Best answer about a table whose columns belong to pairs in a certain form.
fn with_form(
    table: &dyn RowSource,
    probes: &Rows,
    component: Component,
    form: CacheForm,
) -> io::Result<Option<KnownCache>> {
    let Some(num_pairs) = form.num_pairs(probes.width as u32) else { return Ok(None) };
    let given = probes.factor(component);
    let rounding = probes.rounding();
    let mut found: Vec<(usize, KnownCache, Cache)> = Vec::new();
    let omegas = probes.omegas(component, form, num_pairs);
    for (base, scaling, preset) in hypotheses(&bases(&omegas, omegas.len()), omegas.len()) {
        let same = found.iter_mut().find(|(_, it, _)| (it.base, &it.scaling) == (base, &scaling));
        if let Some((_, same, _)) = same {
            same.presets.extend(preset);
            continue;
        }
        let factor = given.unwrap_or_else(|| scaling.attention_factor());
        let omegas = scaling.frequencies(base, 2 * num_pairs, None);
        let cache = Cache { omegas, component, form, factor, rounding };
        let Some(num_wrong) = cache.num_wrong(probes) else { continue };
        let known = KnownCache {
            presets: preset.into_iter().collect(),
            base,
            scaling,
            component,
            form,
            factor,
            rounding,
            stages: Stages::default(),
            largest_difference: 0.0,
            matching: 0,
            first_wrong: None,
            others: Vec::new(),
        };
        found.push((num_wrong, known, cache));
    }
    // Presets come first among equals.
    found.sort_by_key(|(num_wrong, ..)| *num_wrong);
    let fewest = found.first().map(|(num_wrong, ..)| *num_wrong);
    let mut equal = found.into_iter().take_while(|(num_wrong, ..)| Some(*num_wrong) == fewest);
    let Some((_, mut known, cache)) = equal.next() else { return Ok(None) };
    // Rules that change nothing are left out where none is needed.
    let is_plain = known.scaling == Scaling::Default;
    known.others = equal
        .filter(|(_, it, _)| !is_plain || it.scaling == Scaling::Default)
        .take(MOST_OTHERS)
        .map(|(_, it, _)| (it.base, it.scaling))
        .collect();
    let mut row = vec![0.0; probes.width];
    for t in 0..table.num_rows() {
        table.fill(t, &mut row)?;
        for (j, &value) in row.iter().enumerate() {
            let (off, is_equal) = cache.compared(t as i64, j, value);
            if is_equal {
                known.matching += 1;
                known.largest_difference = known.largest_difference.max(off);
            } else {
                known.first_wrong.get_or_insert((t, j as u32));
            }
        }
    }
    let num_cells = table.num_rows() * probes.width as u64;
    Ok((2 * known.matching > num_cells).then_some(known))
}

/// Cache that a table may be, before its stages are rounded.
struct Likely {
    base: f64,
    scaling: Scaling,
    presets: Vec<(String, String)>,
    exact: Spec,
}

/// Best answer about a table whose values were rounded at earlier stages, too.
fn rounded_with_form(
    table: &dyn RowSource,
    probes: &Rows,
    component: Component,
    form: CacheForm,
) -> io::Result<Option<KnownCache>> {
    let Some(num_pairs) = form.num_pairs(probes.width as u32) else { return Ok(None) };
    let given = probes.factor(component);
    let omegas = probes.omegas(component, form, num_pairs);
    let least = least_angle(component, probes.rounding());
    let mut likely: Vec<Likely> = Vec::new();
    for (base, scaling, preset) in hypotheses(&rough_bases(&omegas, least), omegas.len()) {
        if let Some(same) = likely.iter_mut().find(|it| (it.base, &it.scaling) == (base, &scaling))
        {
            same.presets.extend(preset);
            continue;
        }
        let own = scaling.frequencies(base, 2 * num_pairs, None);
        if !are_near(&omegas, own.iter().map(|omega| omega.hi), least) {
            continue;
        }
        let draft = RotaryDraft {
            base,
            head_dim: 2 * num_pairs,
            rotary_dim: 2 * num_pairs,
            scaling: scaling.clone(),
            attention_factor: given,
            cache: if component == Component::Cos { Kind::Cos } else { Kind::Sin },
            cache_form: form,
            ..RotaryDraft::default()
        };
        let Ok(rotary) = Rotary::new(draft) else { continue };
        let (presets, exact) = (preset.into_iter().collect(), Spec::Rotary(Arc::new(rotary)));
        likely.push(Likely { base, scaling, presets, exact });
    }
    let specs: Vec<Spec> = likely.iter().map(|it| it.exact.clone()).collect();
    let Some((index, found)) = identify_stages(table, &specs)? else { return Ok(None) };
    let Likely { base, scaling, presets, .. } = likely.swap_remove(index);
    let num_cells = table.num_rows() * probes.width as u64;
    Ok(Some(KnownCache {
        presets,
        base,
        factor: given.unwrap_or_else(|| scaling.attention_factor()),
        scaling,
        component,
        form,
        rounding: probes.rounding(),
        stages: found.stages,
        largest_difference: found.max_abs_difference,
        matching: num_cells - found.num_wrong,
        first_wrong: None,
        others: Vec::new(),
    }))
}

/// Angle of position 1 from which a rounded value tells it to a percent.
fn least_angle(component: Component, rounding: Rounding) -> f64 {
    match component {
        // Near 1, a cosine changes by half the square of the angle.
        Component::Cos => f64::max(0.01, (50.0 * rounding.unit()).sqrt()),
        Component::Sin => 0.001,
    }
}

/// True if the angles of position 1 are near the frequencies of a hypothesis, as far as they are told and roundings leave
/// them. False if none is told.
fn are_near(angles: &[f64], omegas: impl Iterator<Item = f64>, least: f64) -> bool {
    /// Relative error of an angle that was rounded to few bits.
    const NEAR: f64 = 0.02;
    let tells = |(angle, _): &(&f64, f64)| **angle > least;
    let is_near = |(angle, own): (&f64, f64)| (angle / own - 1.0).abs() < NEAR;
    let mut told = angles.iter().zip(omegas).filter(tells).map(is_near).peekable();
    told.peek().is_some() && told.all(|is_near| is_near)
}

/// Usual bases, and those near the one that rounded angles of position 1 tell, the ones with few digits first.
fn rough_bases(angles: &[f64], least: f64) -> Vec<f64> {
    const USUAL: [f64; 6] = [1e4, 1e5, 5e5, 1e6, 5e6, 1e7];
    const DIGITS: std::ops::RangeInclusive<usize> = 0..=3;
    let num = angles.len() as f64;
    let points = angles.iter().enumerate().filter(|(_, angle)| **angle > least);
    let (mut xx, mut xy) = (0.0, 0.0);
    for (k, angle) in points {
        let x = k as f64 / num;
        xx += x * x;
        xy -= x * angle.ln();
    }
    let base = (xy / xx).exp();
    let mut found = USUAL.to_vec();
    for base in DIGITS.map(|digits| with_digits(base, digits)) {
        if base > 1.0 && base <= 1e12 && !found.contains(&base) {
            found.push(base);
        }
    }
    found
}

/// Presets with as many pairs, then bases with usual rules of scaling.
fn hypotheses(bases: &[f64], num_pairs: usize) -> Vec<Hypothesis> {
    let mut found = of_presets(num_pairs);
    for &base in bases {
        found.push((base, Scaling::Default, None));
        for factor in FACTORS {
            found.push((base, Scaling::Linear { factor }, None));
            found.extend(blended(factor).map(|scaling| (base, scaling, None)));
        }
    }
    found
}
