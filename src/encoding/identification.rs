//! Identification: which sinusoidal encoding a table of numbers is, and where it deviates.
//!
//! Every hypothesis is generated and compared value by value. Frequencies are those of the conventions, and those of the
//! base that the table itself tells: the median angle between a row and another m rows farther on, for growing m, gives
//! the frequency of each pair, and a line through their logarithms gives the base. The position of a row follows from
//! the angles of its pairs, from the slowest to the fastest, so that a few wrong rows do not matter.

use std::{f64::consts::TAU, io};

use super::{
    Arithmetic, Column, Components, Convention, Encoding, Exponent, Layout, Limits, Order,
    Rounding, RowSource, Sinusoid, SinusoidDraft, Waves,
};
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Deviation of a table from the encoding that it otherwise is.
    pub enum Deviation {
        /// Rows of zeros, such as the row of a padding token.
        ZeroRow = "zero_row",
        /// Row that equals the one before.
        RepeatedRow = "repeated_row",
        /// Rows of other positions than their places say.
        ShiftedRow = "shifted_row",
        /// Row that is none of the encoding, such as the row of a class token.
        OtherRow = "other_row",
        /// Column of zeros.
        ZeroColumn = "zero_column",
        /// Column that stands in another's place.
        MovedColumn = "moved_column",
        /// Column that is none of the encoding.
        OtherColumn = "other_column",
        /// Single value.
        Cell = "cell",
    }
}

stable_enum! {
    /// Reason why a table is no encoding.
    pub enum Nothing {
        /// All values are 0.
        Zeros = "zeros",
        /// All values are equal.
        Constant = "constant",
        /// Values are those of a normal distribution, as before training.
        Random = "random",
        /// Values of memory that was never written.
        Uninitialized = "uninitialized",
        /// Many values are not finite.
        NotFinite = "not_finite",
    }
}

/// Deviation with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviating {
    /// What deviates.
    pub what: Deviation,
    /// Row, counted from 0.
    pub row: Option<u64>,
    /// Last row of a run.
    pub row_end: Option<u64>,
    /// Column, counted from 0.
    pub column: Option<u32>,
}

/// Encoding that a table is.
#[derive(Clone, Debug, PartialEq)]
pub struct Recognized {
    /// Convention, if the sinusoid is that of one.
    pub convention: Option<Convention>,
    /// Other conventions whose table is the same.
    pub also: Vec<Convention>,
    /// Parameters.
    pub sinusoid: Sinusoid,
    /// Position of the first row.
    pub start: i64,
    /// Number of rows.
    pub length: u64,
    /// The table is so many times the encoding.
    pub scale: f64,
    /// True if positions run across.
    pub is_transposed: bool,
    /// Narrowest type whose rounding gives every value outside the deviations.
    pub rounding: Option<Rounding>,
    /// Deviations, rows before columns before cells.
    pub deviations: Vec<Deviating>,
    /// Largest difference outside the deviations, after rounding and scale.
    pub max_abs_difference: f64,
    /// Number of values that match.
    pub matching: u64,
    /// Number of all values.
    pub num_cells: u64,
}

/// Answer about a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Identity {
    /// Sinusoidal encoding.
    Table(Box<Recognized>),
    /// Numbers with structure, but of no sinusoid.
    Learned,
    /// No encoding.
    Nothing(Nothing),
}

/// Values in memory, row by row.
struct Values {
    num_rows: usize,
    width: usize,
    cells: Vec<f64>,
}

impl Values {
    fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.width..(i + 1) * self.width]
    }

    fn transposed(&self) -> Self {
        let cell = |i: usize| self.cells[(i % self.num_rows) * self.width + i / self.num_rows];
        let cells = (0..self.cells.len()).map(cell).collect();
        Self { num_rows: self.width, width: self.num_rows, cells }
    }

    /// Narrowest type that holds every finite value, and its relative precision.
    fn precision(&self) -> f64 {
        let holds = |rounding: Rounding| {
            self.cells.iter().filter(|it| it.is_finite()).all(|&it| rounding.nearest(it) == it)
        };
        if holds(Rounding::Bf16) {
            2_f64.powi(-8)
        } else if holds(Rounding::F16) {
            2_f64.powi(-11)
        } else if holds(Rounding::F32) {
            2_f64.powi(-24)
        } else {
            2_f64.powi(-50)
        }
    }
}

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
    let turned = values.transposed();
    // Values may have been rounded to a type before they were scaled.
    let coarser = COARSER.into_iter().filter(|&coarser| coarser > precision);
    let best = [precision].into_iter().chain(coarser).find_map(|precision| {
        let of_sides = [(false, &values), (true, &turned)].map(|(is_transposed, values)| {
            let found = recognized(values, precision);
            found.map(|found| Recognized { is_transposed, ..found })
        });
        of_sides.into_iter().flatten().max_by_key(|found| (found.matching, !found.is_transposed))
    });
    Ok(match best {
        Some(best) => Identity::Table(Box::new(best)),
        None if is_normal(&values) => Identity::Nothing(Nothing::Random),
        None => Identity::Learned,
    })
}

/// Reason why some values are no encoding, from their size alone.
fn nothing(values: &Values) -> Option<Nothing> {
    let all = &values.cells;
    let num_finite = all.iter().filter(|value| value.is_finite()).count();
    if 4 * num_finite < 3 * all.len() {
        return Some(Nothing::NotFinite);
    }
    if all.iter().all(|&value| value == 0.0) {
        return Some(Nothing::Zeros);
    }
    if all.len() > 1 && all.iter().all(|&value| value == all[0]) {
        return Some(Nothing::Constant);
    }
    let is_wild = |value: f64| value != 0.0 && !(1e-30..1e30).contains(&value.abs());
    let num_wild = all.iter().filter(|&&value| is_wild(value)).count();
    (10 * num_wild > all.len()).then_some(Nothing::Uninitialized)
}

/// True if the values have the third and fourth moments of a normal distribution, and neighbors do not depend on each
/// other.
fn is_normal(values: &Values) -> bool {
    let all: Vec<f64> = values.cells.iter().copied().filter(|it| it.is_finite()).collect();
    let num = all.len() as f64;
    if num < 64.0 {
        return false;
    }
    let mean = all.iter().sum::<f64>() / num;
    let moment = |power: i32| all.iter().map(|it| (it - mean).powi(power)).sum::<f64>() / num;
    let deviation = moment(2).sqrt();
    let (skewness, kurtosis) = (moment(3) / deviation.powi(3), moment(4) / deviation.powi(4));
    // Five standard errors of each.
    let is_shaped = skewness.abs() < 5.0 * (6.0 / num).sqrt()
        && (kurtosis - 3.0).abs() < 5.0 * (24.0 / num).sqrt();
    let neighbors = (1..values.num_rows).map(|i| {
        let pairs = values.row(i).iter().zip(values.row(i - 1));
        pairs.map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>()
    });
    let correlation = neighbors.sum::<f64>() / num / deviation.powi(2);
    is_shaped && correlation.abs() < 5.0 / num.sqrt()
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

const ARRANGEMENTS: [(Layout, Order); 4] = [
    (Layout::Interleaved, Order::SinFirst),
    (Layout::Interleaved, Order::CosFirst),
    (Layout::Split, Order::SinFirst),
    (Layout::Split, Order::CosFirst),
];

/// Sinusoids of the base that the pairs of a table tell, in each arrangement in which they are points on a circle.
fn fitted(values: &Values, d_model: u32) -> Vec<SinusoidDraft> {
    let half = values.width / 2;
    let mut found = Vec::new();
    if half < 2 {
        return found;
    }
    for (layout, order) in ARRANGEMENTS {
        let pair = |k: usize| match layout {
            Layout::Interleaved => (2 * k, 2 * k + 1),
            Layout::Split => (k, k + half),
        };
        let columns = |k: usize| match order {
            Order::SinFirst => pair(k),
            Order::CosFirst => (pair(k).1, pair(k).0),
        };
        let omegas: Vec<(usize, f64, f64)> = (0..half)
            .filter_map(|k| {
                let (sin, cos) = columns(k);
                let (omega, weight) = median_frequency(values, (sin, cos))?;
                (omega > 0.0).then_some((k, omega, weight))
            })
            .collect();
        if omegas.len() < 2 {
            continue;
        }
        // Line through (k, ln ω), weighted by how well each frequency is known.
        let (mut w, mut x, mut y, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for &(k, omega, weight) in &omegas {
            let (k, ln) = (k as f64, omega.ln());
            w += weight;
            x += weight * k;
            y += weight * ln;
            xx += weight * k * k;
            xy += weight * k * ln;
        }
        let slope = (w * xy - x * y) / (w * xx - x * x);
        let own = Convention::PAPER.draft(d_model);
        let rules = [
            (Exponent::Paper, 2.0 / f64::from(d_model)),
            (Exponent::Endpoint, 1.0 / (half as f64 - 1.0)),
        ];
        // Round bases come first: they are more frequent, and several rules give the same frequencies.
        for digits in [0, 1, 2, 3, 4, 16] {
            for (exponent, per_pair) in rules {
                let base = (-slope / per_pair).exp();
                let base = format!("{base:.digits$e}").parse().unwrap_or(base);
                if base.is_finite() && base > 1.0 {
                    found.push(SinusoidDraft { base, exponent, layout, order, ..own });
                }
            }
        }
    }
    found
}

/// Median angle per row of the points (cos, sin) of two columns, and the weight of its logarithm. The lag is doubled as
/// long as the angle stays unambiguous.
fn median_frequency(values: &Values, (sin, cos): (usize, usize)) -> Option<(f64, f64)> {
    let point = |i: usize| (values.row(i)[cos], values.row(i)[sin]);
    let turn = |lag: usize| -> Option<f64> {
        const MOST: usize = 512;
        let num = values.num_rows.checked_sub(lag)?;
        let every = (num / MOST).max(1);
        let mut angles: Vec<f64> = (0..num)
            .step_by(every)
            .filter_map(|i| {
                let ((c, s), (d, t)) = (point(i), point(i + lag));
                let angle = (t * c - s * d).atan2(d * c + t * s);
                ((c * c + s * s) * (d * d + t * t) > 0.0 && angle.is_finite()).then_some(angle)
            })
            .collect();
        angles.sort_by(f64::total_cmp);
        angles.get(angles.len() / 2).copied()
    };
    let mut omega = turn(1)?;
    let mut lag = 2;
    while 2 * lag <= values.num_rows {
        let expected = omega * lag as f64;
        let off = turn(lag)? - expected;
        let off = off - TAU * (off / TAU).round();
        omega = (expected + off) / lag as f64;
        lag *= 2;
    }
    // The error of ω is that of an angle divided by the lag, that of ln ω is relative.
    let weight = (omega * lag as f64).powi(2);
    omega.is_finite().then_some((omega, weight))
}

/// Largest error of computing in single precision that is taken for one.
const MOST_COMPUTED: f64 = 0.01;

/// Rows of a hypothesis beside those of a table.
struct Hypothesis<'a> {
    values: &'a Values,
    encoding: Encoding,
    /// Column of sine and of cosine of each pair, the slowest first, and its frequency.
    pairs: Vec<(usize, usize, f64)>,
    /// Relative precision of the table's numbers.
    precision: f64,
}

impl Hypothesis<'_> {
    fn waves(&self) -> &Waves {
        self.encoding.waves().expect("a sinusoid has waves")
    }

    /// Position of a row and its scale, from the angles of its pairs; `None` if they contradict each other.
    fn position_of(&self, row: &[f64]) -> Option<(i64, f64)> {
        let mut lengths: Vec<f64> =
            self.pairs.iter().map(|&(s, c, _)| row[s].hypot(row[c])).collect();
        lengths.sort_by(f64::total_cmp);
        let scale = *lengths.get(lengths.len() / 2)?;
        if !(scale.is_finite() && scale > 0.0) {
            return None;
        }
        let noise = 4.0 * self.precision.max(1e-7);
        // One pair may be wrong, also the slowest.
        let firsts = self.pairs.len().min(3);
        [scale, -scale].into_iter().find_map(|scale| {
            (0..firsts).find_map(|first| self.position_from(row, first, scale, noise))
        })
    }

    /// Position of a row, from the angles of its pairs beginning with one of the slowest.
    fn position_from(
        &self,
        row: &[f64],
        first: usize,
        scale: f64,
        noise: f64,
    ) -> Option<(i64, f64)> {
        let angle = |s: usize, c: usize| (row[s] / scale).atan2(row[c] / scale);
        let &(s, c, slowest) = self.pairs.get(first)?;
        [0.0, 1.0, 2.0, -1.0].into_iter().find_map(|turns| {
            let (mut t, mut error) = ((angle(s, c) + turns * TAU) / slowest, noise / slowest);
            for &(s, c, omega) in &self.pairs[first..] {
                if error * omega > 1.0 {
                    continue;
                }
                let off = angle(s, c) - omega * t;
                let off = off - TAU * (off / TAU).round();
                if off.abs() <= 2.0 * error * omega + 2.0 * noise {
                    t += off / omega;
                    error = error.min(noise / omega);
                }
            }
            let position = t.round();
            let is_whole = (t - position).abs() < 0.2 + error.min(0.2);
            let is_inside = position.abs() <= Limits::POSITION_MAX as f64;
            let position = (is_whole && is_inside).then_some(position as i64)?;
            let all = self.row(position);
            let num = row.len();
            let close = (0..num)
                .filter(|&j| self.is_close(row[j], scale * all[j], position, j, scale))
                .count();
            (10 * close >= 8 * num).then_some((position, scale))
        })
    }

    fn row(&self, t: i64) -> Vec<f64> {
        self.encoding.row(t)
    }

    /// True if a value is that of the encoding, as far as its type and computing in single precision allow.
    fn is_close(&self, value: f64, expected: f64, t: i64, j: usize, scale: f64) -> bool {
        let omega = self.waves().frequency_of(j as u32).map_or(0.0, |it| it.omega.hi);
        let arithmetic = if self.precision < 1e-12 { Arithmetic::F64 } else { Arithmetic::F32 };
        // Where the error could be larger, a value tells nothing.
        let computed = if omega > 0.0 {
            arithmetic.largest_error(omega, t as f64).min(MOST_COMPUTED)
        } else {
            0.0
        };
        let rounded = self.precision * expected.abs().max(self.precision * scale.abs());
        (value - expected).abs() <= scale.abs() * computed + 1.01 * rounded
    }
}

/// Compares a table with a hypothesis; `None` if they have little in common.
fn compared(values: &Values, sinusoid: Sinusoid, precision: f64) -> Option<Recognized> {
    let encoding = Encoding::new(sinusoid);
    let mut pairs: Vec<(usize, usize, f64)> = Vec::new();
    if sinusoid.components() == Components::Both {
        let waves = encoding.waves()?;
        for frequency in waves.frequencies() {
            if let (Some(s), Some(c)) = (frequency.sin_column, frequency.cos_column) {
                pairs.push((s as usize, c as usize, frequency.omega.hi));
            }
        }
    }
    pairs.sort_by(|a, b| a.2.total_cmp(&b.2));
    let hypothesis = Hypothesis { values, encoding, pairs, precision };
    let (start, scale) = hypothesis.start_and_scale()?;
    Some(hypothesis.finding(sinusoid, start, scale))
        .filter(|found| 2 * found.matching >= found.num_cells)
}

impl Hypothesis<'_> {
    /// First position and scale, by the vote of some rows.
    fn start_and_scale(&self) -> Option<(i64, f64)> {
        const PROBES: usize = 9;
        let num = self.values.num_rows;
        let probes = (0..PROBES).map(|i| (i * (num - 1)) / (PROBES - 1));
        let mut votes: Vec<(i64, f64, usize)> = Vec::new();
        for i in probes {
            let found = if self.pairs.is_empty() {
                self.searched(i)
            } else {
                self.position_of(self.values.row(i))
            };
            let Some((t, scale)) = found else { continue };
            let start = t - i as i64;
            match votes.iter_mut().find(|vote| vote.0 == start) {
                Some(vote) => vote.2 += 1,
                None => votes.push((start, scale, 1)),
            }
        }
        let best = votes.into_iter().max_by_key(|vote| vote.2)?;
        let start = i64::clamp(best.0, -Limits::POSITION_MAX, Limits::POSITION_MAX);
        Some((start, self.scale_at(start, best.1)))
    }

    /// Position of a row whose columns have no partners: tried one by one, with scale 1.
    fn searched(&self, i: usize) -> Option<(i64, f64)> {
        const FIRST: i64 = -256;
        const LAST: i64 = 4096;
        let row = self.values.row(i);
        let waves = self.waves();
        let some: Vec<u32> = (0..(row.len() as u32).min(4)).collect();
        // Cosines alone are even: the start nearest to 0 is meant.
        let later = (1..LAST).flat_map(|start| [start, -start]).filter(|&start| start >= FIRST);
        std::iter::once(0).chain(later).map(|start| start + i as i64).find_map(|t| {
            let is_close = |j: usize, value: f64| self.is_close(row[j], value, t, j, 1.0);
            let begins = some.iter().all(|&j| is_close(j as usize, waves.value(t, j)));
            if !begins {
                return None;
            }
            let all = self.row(t);
            let close = all.iter().enumerate().filter(|&(j, &value)| is_close(j, value)).count();
            (10 * close >= 8 * row.len()).then_some((t, 1.0))
        })
    }

    /// Scale of the whole table: the median ratio, or a notable number that is as near.
    fn scale_at(&self, start: i64, scale: f64) -> f64 {
        let d = self.values.width as f64;
        let notable = [1.0, d.sqrt(), 1.0 / d.sqrt(), 0.5, 2.0, 0.1, 0.02];
        let mut ratios = Vec::new();
        for i in (0..self.values.num_rows).step_by((self.values.num_rows / 64).max(1)) {
            let expected = self.row(start + i as i64);
            let pairs = self.values.row(i).iter().zip(expected);
            ratios.extend(pairs.filter(|(_, it)| it.abs() > 0.5).map(|(value, it)| value / it));
        }
        ratios.sort_by(f64::total_cmp);
        let median = ratios.get(ratios.len() / 2).copied().unwrap_or(scale);
        let is_near = |it: f64| (median.abs() / it - 1.0).abs() < 2.0 * self.precision.max(1e-7);
        let found = notable.into_iter().find(|&it| is_near(it));
        found.map_or(median, |it| it.copysign(median))
    }

    /// Everything about a table that begins at a position.
    fn finding(&self, sinusoid: Sinusoid, start: i64, scale: f64) -> Recognized {
        let (num_rows, width) = (self.values.num_rows, self.values.width);
        let mut mismatches = vec![false; num_rows * width];
        let (mut of_rows, mut of_columns) = (vec![0_usize; num_rows], vec![0_usize; width]);
        for i in 0..num_rows {
            let t = start + i as i64;
            let expected = self.row(t);
            for j in 0..width {
                let (value, expected) = (self.values.row(i)[j], scale * expected[j]);
                if !self.is_close(value, expected, t, j, scale) {
                    mismatches[i * width + j] = true;
                    of_rows[i] += 1;
                    of_columns[j] += 1;
                }
            }
        }
        let bad_rows: Vec<bool> = of_rows.iter().map(|&num| 3 * num > width).collect();
        let num_good = bad_rows.iter().filter(|&&is_bad| !is_bad).count();
        // A column is judged by the rows that are right otherwise.
        let bad_columns: Vec<bool> = (0..width)
            .map(|j| {
                let rows = (0..num_rows).filter(|&i| !bad_rows[i] && mismatches[i * width + j]);
                3 * rows.count() > num_good.max(1)
            })
            .collect();
        let mut deviations = self.row_deviations(&bad_rows, start);
        for j in (0..width).filter(|&j| bad_columns[j]) {
            let what = self.column_deviation(j, &bad_rows, start, scale);
            let column = Some(j as u32);
            deviations.push(Deviating { what, row: None, row_end: None, column });
        }
        let is_fine = |i: usize, j: usize| !bad_rows[i] && !bad_columns[j];
        for i in 0..num_rows {
            for j in (0..width).filter(|&j| is_fine(i, j) && mismatches[i * width + j]) {
                let (row, column) = (Some(i as u64), Some(j as u32));
                deviations.push(Deviating { what: Deviation::Cell, row, row_end: None, column });
            }
        }
        let is_matching = |i: usize, j: usize| is_fine(i, j) && !mismatches[i * width + j];
        let (rounding, max_abs_difference, matching) = self.rounding(start, scale, is_matching);
        Recognized {
            convention: None,
            also: Vec::new(),
            sinusoid,
            start,
            length: num_rows as u64,
            scale,
            is_transposed: false,
            rounding,
            deviations,
            max_abs_difference,
            matching,
            num_cells: (num_rows * width) as u64,
        }
    }

    /// Runs of rows that deviate in the same way.
    fn row_deviations(&self, bad_rows: &[bool], start: i64) -> Vec<Deviating> {
        let mut found: Vec<Deviating> = Vec::new();
        let mut shift = 0;
        for i in (0..bad_rows.len()).filter(|&i| bad_rows[i]) {
            let row = self.values.row(i);
            let position = if self.pairs.is_empty() { None } else { self.position_of(row) };
            let own_shift = position.map_or(0, |(t, _)| t - (start + i as i64));
            let what = if row.iter().all(|&value| value == 0.0) {
                Deviation::ZeroRow
            } else if i > 0 && row == self.values.row(i - 1) {
                Deviation::RepeatedRow
            } else if position.is_some() {
                Deviation::ShiftedRow
            } else {
                Deviation::OtherRow
            };
            match found.last_mut() {
                Some(last)
                    if last.what == what
                        && last.row_end.or(last.row) == Some(i as u64 - 1)
                        && own_shift == shift =>
                {
                    last.row_end = Some(i as u64);
                }
                _ => {
                    let row = Some(i as u64);
                    found.push(Deviating { what, row, row_end: None, column: None });
                }
            }
            shift = own_shift;
        }
        found
    }

    fn column_deviation(&self, j: usize, bad_rows: &[bool], start: i64, scale: f64) -> Deviation {
        const MOST: usize = 64;
        let rows: Vec<usize> = (0..bad_rows.len()).filter(|&i| !bad_rows[i]).take(MOST).collect();
        if rows.iter().all(|&i| self.values.row(i)[j] == 0.0) {
            return Deviation::ZeroColumn;
        }
        let is_column = |other: usize| {
            rows.iter().all(|&i| {
                let t = start + i as i64;
                let expected = scale * self.waves().value(t, other as u32);
                self.is_close(self.values.row(i)[j], expected, t, other, scale)
            })
        };
        let is_moved = (0..self.values.width).any(|other| other != j && is_column(other));
        if is_moved { Deviation::MovedColumn } else { Deviation::OtherColumn }
    }

    /// Narrowest type whose rounding gives every matching value, the largest difference after that, and the number of
    /// matching values.
    fn rounding(
        &self,
        start: i64,
        scale: f64,
        is_matching: impl Fn(usize, usize) -> bool,
    ) -> (Option<Rounding>, f64, u64) {
        const NARROWEST_FIRST: [Rounding; 3] = [Rounding::Bf16, Rounding::F16, Rounding::F32];
        let mut is_rounded = [true; 3];
        let mut largest = [0.0_f64; 4];
        let mut num = 0;
        for i in 0..self.values.num_rows {
            let expected = self.row(start + i as i64);
            for (j, &expected) in expected.iter().enumerate() {
                if !is_matching(i, j) {
                    continue;
                }
                num += 1;
                let (value, exact) = (self.values.row(i)[j], scale * expected);
                largest[3] = largest[3].max((value - exact).abs());
                for (k, rounding) in NARROWEST_FIRST.into_iter().enumerate() {
                    let off = (value - rounding.nearest(exact)).abs();
                    is_rounded[k] &= off == 0.0;
                    largest[k] = largest[k].max(off);
                }
            }
        }
        match is_rounded.iter().position(|&is| is) {
            Some(k) => (Some(NARROWEST_FIRST[k]), largest[k], num),
            None => (None, largest.into_iter().fold(f64::INFINITY, f64::min), num),
        }
    }
}
