//! Caches whose frequencies follow no rule that is known, as those of longrope: each is measured from its own columns.
//!
//! Rows at positions 0, 1, 2 …: the first gives the factor, each further one refines the frequencies.

use std::{
    f64::consts::{PI, TAU},
    sync::Arc,
};

use super::{cache_layout::CacheLayout, known_cache::KnownCache, laid_out::LaidOut};
use crate::encoding::{
    Component, NearBase, Rounding, RowPositions, TableValues, fewest_digits_first,
    median::median,
    proof::{Evidence, SINGLE, last_place},
    rotary::scaling::{LongRope, Scaling},
};

/// Fewest rows in which frequencies are measured.
const LEAST_ROWS: usize = 16;
/// Fewest pairs whose frequencies are measured.
const LEAST_PAIRS: u32 = 4;
/// Largest relative rise from one frequency to the next that errors of measurement explain.
const NEAR: f64 = 1e-3;
/// Largest difference of values, of one of them or as root mean square, as a share of the factor.
const MOST_OFF: f64 = 0.02;
/// Share of the best error so far below which a layout of more pairs is preferred.
const CLOSER: f64 = 0.9;

/// Finds the cache at positions 0, 1, 2 … whose frequencies are measured one by one; `None` if there is none. It is
/// certain if they give all values.
pub(super) fn recognize_free_cache(values: &TableValues) -> Option<KnownCache> {
    if values.num_rows < LEAST_ROWS {
        return None;
    }
    let all =
        LaidOut::all(values, CacheLayout::fewest_pairs_first(), LEAST_PAIRS).map(FreeTable::new);
    let mut best: Option<KnownCache> = None;
    for found in all.filter(FreeTable::repeats_columns).filter_map(|it| it.recognized()) {
        if found.is_certain {
            return Some(found);
        }
        let off = |it: &KnownCache| it.evidence.largest_difference / it.factor.abs();
        if best.as_ref().is_none_or(|best| off(&found) < CLOSER * off(best)) {
            best = Some(found);
        }
    }
    best
}

/// Table in some layout, with the first columns of each pair.
struct FreeTable<'a> {
    table: LaidOut<'a>,
    /// Column and sign of the cosine and of the sine of each pair, the first of several.
    pairs: Vec<PairPlaces>,
}

/// Column and sign of a cosine and of a sine.
type PairPlaces = (Option<(usize, f64)>, Option<(usize, f64)>);

impl<'a> FreeTable<'a> {
    fn new(table: LaidOut<'a>) -> Self {
        let mut pairs: Vec<PairPlaces> = vec![(None, None); table.num_pairs as usize];
        for (place, &(pair, component, sign)) in table.columns.iter().enumerate() {
            let own = &mut pairs[pair as usize];
            let own = if component == Component::Cos { &mut own.0 } else { &mut own.1 };
            own.get_or_insert((place, sign));
        }
        Self { table, pairs }
    }

    fn recognized(&self) -> Option<KnownCache> {
        let (factor, is_exact) = self.factor()?;
        let mut free = FreeWaves { factor, omegas: Vec::new() };
        for pair in 0..self.pairs.len() {
            free.omegas.push(self.measured(pair, factor)?);
        }
        // Slow pairs tell little.
        let num_rows = self.table.values.num_rows as f64;
        let is_falling = free
            .omegas
            .windows(2)
            .all(|pair| pair[1] <= pair[0] * (1.0 + NEAR) || pair[1] * num_rows < 1.0);
        let num_turning = free.omegas.iter().filter(|omega| **omega * num_rows > 1.0).count();
        if !is_falling || num_turning < (LEAST_PAIRS as usize).max(free.omegas.len() / 8) {
            return None;
        }
        self.refine(&mut free, is_exact);
        let off = self.rms_difference(&free);
        if off > MOST_OFF * free.factor.abs() {
            return None;
        }
        let (base, scaling) = self.rule(&mut free, off)?;
        let evidence = self.evidence(&free);
        let columns = (self.table.component, self.table.layout);
        let positions = RowPositions {
            is_up_to_sign: !self.table.layout.has_both() && self.table.component == Component::Cos,
            ..RowPositions::line(self.table.values.num_rows as u64, 0.0, 1.0)
        };
        Some(KnownCache {
            factor: free.factor,
            rounding: self.table.values.rounding,
            is_certain: evidence.num_wrong == 0,
            evidence,
            ..KnownCache::by_rule((base, scaling), columns, positions)
        })
    }

    /// True if columns of the same pair and component are nearly the same in the first rows and in some others.
    fn repeats_columns(&self) -> bool {
        const NUM_ROWS: usize = 16;
        let some =
            (0..self.table.values.num_rows).step_by(self.table.values.num_rows.div_ceil(NUM_ROWS));
        let largest = self.table.values.cells().iter().fold(0.0_f64, |most, it| most.max(it.abs()));
        some.into_iter().all(|row| {
            let cells = self.table.values.row(row);
            self.table.columns.iter().zip(cells).all(|(&(pair, component, sign), value)| {
                let (cos, sin) = self.values(row, pair as usize);
                let first = if component == Component::Cos { cos } else { sin };
                first.is_some_and(|first| (sign * value - first).abs() <= MOST_OFF * largest)
            })
        })
    }

    /// Cosine and sine of a pair in a row, as far as the table has them.
    fn values(&self, row: usize, pair: usize) -> (Option<f64>, Option<f64>) {
        let row = self.table.values.row(row);
        let of = |place: Option<(usize, f64)>| place.map(|(column, sign)| sign * row[column]);
        let (cos, sin) = self.pairs[pair];
        (of(cos), of(sin))
    }

    /// Factor of all values by the first row, and true if that row agrees in itself.
    fn factor(&self) -> Option<(f64, bool)> {
        let first = self.table.values.row(0);
        let of = |component: Component| {
            let columns =
                self.table.columns.iter().zip(first).filter(move |(it, _)| it.1 == component);
            columns.map(|(column, value)| column.2 * value)
        };
        let largest = self.table.values.cells().iter().fold(0.0_f64, |most, it| most.max(it.abs()));
        let is_zero = of(Component::Sin).all(|it| it.abs() <= MOST_OFF * largest);
        let mut cosines: Vec<f64> = of(Component::Cos).collect();
        let Some(middle) = median(&mut cosines) else {
            // The largest of sines alone is near the factor.
            let is_one = (largest - 1.0).abs() < MOST_OFF;
            return is_zero.then_some((if is_one { 1.0 } else { largest }, is_one));
        };
        let is_near = |it: &f64| (it - middle).abs() <= MOST_OFF * middle.abs();
        let is_it = is_zero && middle != 0.0 && cosines.iter().all(is_near);
        let is_exact = cosines.iter().all(|it| *it == middle);
        // The decimals of a number in single precision are those that were typed.
        let single = middle as f32;
        let typed = single.to_string().parse().ok();
        let typed = typed.filter(|_| is_exact && f64::from(single) == middle);
        is_it.then(|| (typed.unwrap_or(middle), is_exact))
    }

    /// Frequency of a pair, measured in rows that are farther and farther apart.
    fn measured(&self, pair: usize, factor: f64) -> Option<f64> {
        /// Growth of the distance from one row to the next.
        const GROWTH: f64 = 1.5;
        /// Least slope at which an angle is read.
        const STEEP: f64 = 0.25;
        let mut omega = 0.0;
        let mut t = 1.0_f64;
        while (t as usize) < self.table.values.num_rows {
            let row = t as usize;
            let (cos, sin) = self.values(row, pair);
            let of = |value: Option<f64>| Some((value? / factor).clamp(-1.0, 1.0));
            let near = omega * row as f64;
            let nearest = |angle: f64| angle + ((near - angle) / TAU).round() * TAU;
            let angle = match (of(cos), of(sin)) {
                (Some(c), Some(s)) => Some(nearest(s.atan2(c))),
                (Some(c), None) => {
                    let angle = c.acos();
                    let both = [nearest(angle), nearest(-angle)];
                    let own = closer(both, near);
                    (near < 1.0 || angle.sin() > STEEP).then_some(own)
                }
                (None, Some(s)) => {
                    let angle = s.asin();
                    let both = [nearest(angle), nearest(PI - angle)];
                    (near < 1.0 || angle.cos() > STEEP).then_some(closer(both, near))
                }
                (None, None) => return None,
            };
            if let Some(angle) = angle.filter(|it| it.is_finite()) {
                omega = angle / row as f64;
            }
            t = (t * GROWTH).ceil();
        }
        (omega >= 0.0 && omega.is_finite()).then_some(omega)
    }

    /// Frequencies, and a factor that the first row does not tell, that fit some rows best.
    fn refine(&self, free: &mut FreeWaves, is_factor_known: bool) {
        const STEPS: u32 = 3;
        for _ in 0..STEPS {
            let mut of_factor = (0.0, 0.0);
            for pair in 0..self.pairs.len() {
                let (mut over, mut under) = (0.0, 0.0);
                for row in self.some_rows() {
                    let t = row as f64;
                    let (sin, cos) = (free.omegas[pair] * t).sin_cos();
                    let (own_cos, own_sin) = self.values(row, pair);
                    for (found, own, slope) in [(own_cos, cos, -sin), (own_sin, sin, cos)] {
                        let Some(found) = found else { continue };
                        let gradient = free.factor * t * slope;
                        over += (found - free.factor * own) * gradient;
                        under += gradient * gradient;
                        of_factor = (of_factor.0 + found * own, of_factor.1 + own * own);
                    }
                }
                if under > 0.0 {
                    free.omegas[pair] = (free.omegas[pair] + over / under).abs();
                }
            }
            if !is_factor_known && of_factor.1 > 0.0 {
                free.factor = of_factor.0 / of_factor.1;
            }
        }
        let one = free.factor.signum();
        if !is_factor_known && (free.factor - one).abs() <= self.rms_difference(free) {
            free.factor = one;
        }
    }

    /// Rows that frequencies are fitted in.
    fn some_rows(&self) -> impl Iterator<Item = usize> {
        const MOST: usize = 2048;
        (0..self.table.values.num_rows).step_by(self.table.values.num_rows.div_ceil(MOST))
    }

    /// Root of the mean squared difference of some rows.
    fn rms_difference(&self, free: &FreeWaves) -> f64 {
        let (mut sum, mut num) = (0.0, 0);
        for row in self.some_rows() {
            for (&(pair, component, sign), found) in
                self.table.columns.iter().zip(self.table.values.row(row))
            {
                sum += (sign * found - free.value(pair, component, row)).powi(2);
                num += 1;
            }
        }
        (sum / f64::from(num)).sqrt()
    }

    /// Base and rule of frequencies: a plain base if it fits as well, else a divisor for each; `None` if all divisors
    /// are equal. Replaces the measured frequencies by those of the rule.
    fn rule(&self, free: &mut FreeWaves, off: f64) -> Option<(f64, Scaling)> {
        /// Factor by which a base alone may be farther off.
        const FARTHER: f64 = 1.2;
        let num = free.omegas.len();
        let ladder = |base: f64| -> Vec<f64> {
            (0..num).map(|pair| base.powf(-(pair as f64) / num as f64)).collect()
        };
        let unit = self.table.values.rounding.map_or(f64::EPSILON, Rounding::unit);
        let bases = fewest_digits_first(self.fitted_base(free), 4);
        for base in bases.chain(NearBase::USUAL).filter(|it| it.is_finite() && *it > 1.0) {
            let own = FreeWaves { omegas: ladder(base), ..*free };
            if self.rms_difference(&own) <= FARTHER * off + unit * free.factor.abs() {
                *free = own;
                return Some((base, Scaling::Default));
            }
        }
        let divisors = |base: f64| -> Vec<f64> {
            let all = ladder(base).into_iter().zip(&free.omegas);
            all.map(|(own, omega)| if *omega > 0.0 { own / omega } else { f64::INFINITY }).collect()
        };
        let round = NearBase::USUAL.into_iter().find(|&base| are_round(&divisors(base)));
        let base = round.unwrap_or(NearBase::USUAL[0]);
        let mut divisors = divisors(base);
        // One divisor is another step of the positions.
        let first = divisors[0];
        if divisors.iter().all(|it| (it / first - 1.0).abs() < NEAR) {
            return None;
        }
        if round.is_some() {
            let short: Vec<f64> = divisors.iter().copied().map(to_four_decimals).collect();
            let own = ladder(base).into_iter().zip(&short).map(|(own, it)| own / it);
            let own = FreeWaves { omegas: own.collect(), ..*free };
            if self.rms_difference(&own) <= FARTHER * off + unit * free.factor.abs() {
                (*free, divisors) = (own, short);
            }
        }
        // What stands still has no divisor that is a number.
        let list: Arc<[f64]> = divisors.iter().map(|it| it.min(f64::MAX)).collect();
        let longrope = LongRope {
            short_factor: Arc::clone(&list),
            long_factor: list,
            original_length: self.table.values.num_rows as f64,
            factor: 1.0,
            attention_factor: Some(free.factor),
        };
        Some((base, Scaling::LongRope(longrope)))
    }

    /// Base of the ladder through the frequencies that turn within the rows.
    fn fitted_base(&self, free: &FreeWaves) -> f64 {
        let (mut x_x, mut x_y) = (0.0, 0.0);
        for (pair, omega) in free.omegas.iter().enumerate() {
            let x = pair as f64 / free.omegas.len() as f64;
            if omega * self.table.values.num_rows as f64 > 1.0 {
                (x_x, x_y) = (x_x + x * x, x_y - x * omega.ln());
            }
        }
        (x_y / x_x).exp()
    }

    /// Compares every row with the measured waves.
    fn evidence(&self, free: &FreeWaves) -> Evidence {
        /// Roundings of an angle on the way: of the product, of the sine.
        const STEPS: f64 = 3.0;
        let rounding = self.table.values.rounding;
        let unit = if rounding.is_none() { f64::EPSILON / 2.0 } else { SINGLE };
        let mut found = Evidence::default();
        let mut largest = 0.0_f64;
        for row in 0..self.table.values.num_rows {
            for (j, (&(pair, component, sign), value)) in
                self.table.columns.iter().zip(self.table.values.row(row)).enumerate()
            {
                let own = sign * free.value(pair, component, row);
                let angle = free.omegas[pair as usize] * row as f64;
                let tolerance =
                    free.factor.abs() * STEPS * unit * (angle + 1.0) + last_place(rounding, own);
                let off = (value - own).abs();
                largest = if off.is_nan() { f64::INFINITY } else { largest.max(off) };
                if off <= tolerance {
                    found.num_agreeing += 1;
                    continue;
                }
                found.num_wrong += 1;
                if found.wrong.len() < Evidence::MOST_PLACES {
                    found.wrong.push((row as u64, j as u32));
                }
            }
        }
        // A few places say nothing where many differ.
        if found.num_wrong > Evidence::MOST_PLACES as u64 {
            found.wrong.clear();
        }
        Evidence { largest_difference: largest, ..found }
    }
}

/// Waves whose frequencies and factor were measured.
struct FreeWaves {
    factor: f64,
    omegas: Vec<f64>,
}

impl FreeWaves {
    fn value(&self, pair: u32, component: Component, row: usize) -> f64 {
        let angle = self.omegas[pair as usize] * row as f64;
        self.factor * if component == Component::Cos { angle.cos() } else { angle.sin() }
    }
}

/// The one of two angles that is closer to a third.
fn closer([a, b]: [f64; 2], near: f64) -> f64 {
    if (a - near).abs() <= (b - near).abs() { a } else { b }
}

/// Number with as many decimals as lists of divisors have.
fn to_four_decimals(divisor: f64) -> f64 {
    const DECIMALS: f64 = 1e4;
    (divisor * DECIMALS).round() / DECIMALS
}

/// True if nearly all divisors of which decimals can be told have few of them.
fn are_round(divisors: &[f64]) -> bool {
    /// Divisor from which on no decimals are told.
    const LARGEST: f64 = 4.0;
    /// Relative error of a divisor.
    const NEAR: f64 = 3e-6;
    let told: Vec<f64> = divisors.iter().copied().filter(|it| *it < LARGEST).collect();
    let num_round =
        told.iter().filter(|&&it| (it - to_four_decimals(it)).abs() <= NEAR * it).count();
    told.len() >= LEAST_PAIRS as usize && 10 * num_round >= 9 * told.len()
}
