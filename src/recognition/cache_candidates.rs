//! Rotary caches that a table may be, and what its values say of each.

use super::{
    cache_pairs::{Pairs, least_angle},
    ladder_hypotheses::{LadderHypothesis, blended, of_presets},
};
use crate::encoding::{
    Arithmetic, Component, Double, Limits, Rounding, fewest_digits_first,
    parallel::map_each,
    proof::{
        Evidence, Expected, FAR_MEDIAN, SINGLE, difference_bits, factor_bits, far_error,
        last_place, number_bits,
    },
    rotary::{angle_error, cache, scaling::Scaling},
};

/// Relative error of an angle of few bits or of a rounded frequency, and of one in single precision.
pub(super) const COARSE: f64 = 0.02;
pub(super) const FINE: f64 = 1e-3;

/// Factors of scaling that configurations have.
pub(super) const FACTORS: [f64; 9] = [2.0, 4.0, 8.0, 16.0, 32.0, 40.0, 48.0, 64.0, 128.0];

/// Cache that a table may be.
#[derive(Clone)]
pub(super) struct CacheCandidate {
    pub(super) base: f64,
    pub(super) scaling: Scaling,
    pub(super) presets: Vec<(String, String)>,
    omegas: Vec<Double>,
    pub(super) component: Component,
    pub(super) start: i64,
    pub(super) factor: f64,
}

impl CacheCandidate {
    /// Bits of all that was chosen.
    pub(super) fn choice_bits(&self) -> f64 {
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
    pub(super) fn bits(&self, pairs: &Pairs<'_>, evidence: &Evidence) -> i64 {
        let difference = evidence.largest_difference / self.factor.abs();
        let num_waves = u64::from(pairs.num_pairs());
        let rounding = pairs.waves.rounding();
        // Error of single-precision angles at the first position, in half units of the last place.
        let computed = rounding.map_or(1.0, |_| 1.0 + far_error(self.start as f64) / SINGLE);
        let left = difference_bits(num_waves, difference / computed, rounding);
        (self.choice_bits() + left) as i64
    }

    /// Value at a position, in double precision where the values of the table have fewer bits.
    pub(super) fn value(&self, omega: Double, t: i64, rounding: Option<Rounding>) -> f64 {
        match (rounding, self.component) {
            (None, component) => cache::value(component, omega, self.factor, t),
            (Some(_), Component::Sin) => self.factor * (omega.hi * t as f64).sin(),
            (Some(_), Component::Cos) => self.factor * (omega.hi * t as f64).cos(),
        }
    }

    /// Evidence of some rows of a table for or against the candidate.
    pub(super) fn evidence(
        &self,
        pairs: &Pairs<'_>,
        rows: &[usize],
        compared: ComparedCache,
    ) -> Evidence {
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
            ComparedCache::Pairs => pairs.waves.row(i),
            ComparedCache::All => &pairs.cells[i * width..(i + 1) * width],
        };
        let wave_of = |j: usize| match compared {
            ComparedCache::Pairs => j,
            ComparedCache::All => pairs.form.pair_of(j as u32, num_pairs) as usize,
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
        let chunks: Vec<&[usize]> = rows.chunks(ROWS).collect();
        let parts = map_each(chunks.len(), &|i| of_rows(chunks[i]));
        parts.into_iter().fold(Evidence::default(), Evidence::and)
    }
}

/// Columns that are compared with a candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ComparedCache {
    /// One of each pair.
    Pairs,
    /// All of the table.
    All,
}

/// Rules of scaling that are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    /// Presets, and bases whose frequencies are unscaled or divided by one factor.
    Plain,
    /// Bases whose slow frequencies are divided.
    Blended,
    /// Presets and bases as of `Plain`, and never a division of slow frequencies.
    Bases,
}

/// Caches that a table may be, as far as the angles from row to row tell.
pub(super) fn candidates(
    pairs: &Pairs<'_>,
    near: f64,
    rules: Rules,
    bases: &[f64],
) -> Vec<CacheCandidate> {
    let angles = pairs.omegas();
    let rounding = pairs.waves.rounding();
    let least = least_angle(pairs.component_at_zero().unwrap_or(Component::Cos), rounding);
    let mut found: Vec<CacheCandidate> = Vec::new();
    for (base, scaling, preset) in hypotheses(bases, angles.len(), rules) {
        let mut is_known = false;
        for same in found.iter_mut().filter(|it| (it.base, &it.scaling) == (base, &scaling)) {
            same.presets.extend(preset.clone());
            is_known = true;
        }
        if is_known || !are_roughly_near(angles, base, &scaling, least, near) {
            continue;
        }
        let omegas = scaling.frequencies(base, 2 * pairs.num_pairs(), None);
        if !are_near(angles, omegas.iter().map(|omega| omega.hi), least, near) {
            continue;
        }
        for (component, start) in places(pairs, &omegas) {
            let own = scaling.attention_factor();
            let Some(factor) = factor(pairs, &omegas, (component, start), near, own) else {
                continue;
            };
            found.push(CacheCandidate {
                base,
                scaling: scaling.clone(),
                presets: preset.clone().into_iter().collect(),
                omegas: omegas.clone(),
                component,
                start,
                factor,
            });
        }
    }
    found
}

/// False if the fast frequencies of a hypothesis, which take little to compute, refuse it: they do so with nearly all.
fn are_roughly_near(angles: &[f64], base: f64, scaling: &Scaling, least: f64, near: f64) -> bool {
    /// Frequency above which rules that blend leave pairs as they are, whatever the trained length.
    const KEPT: f64 = 0.35;
    let (divisor, slowest) = match scaling {
        Scaling::Default => (1.0, 0.0),
        Scaling::Linear { factor } => (*factor, 0.0),
        Scaling::Yarn(_) | Scaling::Llama3(_) => (1.0, KEPT),
        _ => (1.0, f64::INFINITY),
    };
    let share = |pair: usize| pair as f64 / angles.len() as f64;
    let rough: Vec<f64> = (0..angles.len())
        .map(|pair| base.powf(-share(pair)) / divisor)
        .take_while(|omega| *omega > slowest)
        .collect();
    let angles = &angles[..rough.len()];
    let is_told = angles.iter().any(|angle| *angle > least);
    !is_told || are_near(angles, rough.into_iter(), least, near)
}

/// Component of the columns, and first positions that they may begin at.
fn places(pairs: &Pairs<'_>, omegas: &[Double]) -> Vec<(Component, i64)> {
    if let Some(component) = pairs.component_at_zero() {
        return vec![(component, 0)];
    }
    let of = |component: Component| {
        let omegas = omegas.iter().map(|omega| omega.hi);
        let starts = pairs.waves.first_positions(omegas, component);
        starts.into_iter().map(move |start| (component, start))
    };
    [Component::Cos, Component::Sin].into_iter().flat_map(of).collect()
}

/// Factor of the values of columns at a place: 1, −1 or that of the rule, its `own`, if the measured one is near.
/// `None` if it cannot be measured.
fn factor(
    pairs: &Pairs<'_>,
    omegas: &[Double],
    (component, start): (Component, i64),
    near: f64,
    own: f64,
) -> Option<f64> {
    let factor = match pairs.component_at_zero() {
        Some(Component::Cos) => pairs.waves.row(0)[0],
        _ => pairs.factor(omegas, component, start)?,
    };
    let unit = pairs.waves.rounding().map_or(SINGLE, Rounding::unit).max(SINGLE);
    // Rounded frequencies move the median.
    let room = if near > FINE && pairs.is_fine() { near } else { 4.0 * unit };
    // So do the errors of far angles.
    let room = room + FAR_MEDIAN * far_error(start as f64);
    let is_near = |it: &f64| (factor / it - 1.0).abs() < room;
    Some([1.0, -1.0, own].into_iter().find(is_near).unwrap_or(factor))
}

/// Presets with as many pairs, then bases with usual rules of scaling.
fn hypotheses(bases: &[f64], num_pairs: usize, rules: Rules) -> Vec<LadderHypothesis> {
    let mut found = if rules == Rules::Blended { Vec::new() } else { of_presets(num_pairs) };
    for &base in bases {
        if rules == Rules::Blended {
            let blended = FACTORS.into_iter().flat_map(blended);
            found.extend(blended.map(|scaling| (base, scaling, None)));
        } else {
            found.push((base, Scaling::Default, None));
            found.extend(FACTORS.map(|factor| (base, Scaling::Linear { factor }, None)));
        }
    }
    found
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

/// Candidates beside an unscaled one that explains most of a table, with the base that fits all rows best and those
/// with fewer digits.
pub(super) fn sharpened(
    pairs: &Pairs<'_>,
    found: &[(Evidence, CacheCandidate)],
) -> Vec<CacheCandidate> {
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
        CacheCandidate { base, omegas, presets: Vec::new(), ..best.clone() }
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
    let mut bases: Vec<f64> = fewest_digits_first(base, 9).collect();
    bases.dedup();
    bases.into_iter().filter(|it| Limits::is_base(*it)).map(with_base).collect()
}
