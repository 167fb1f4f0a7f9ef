//! Tables of a convention that were shifted or divided besides: a constant taken off, columns centered or standardized.

use super::{
    answer::{NameBits, Recognized},
    changes::{Affine, Change},
    measured::Measured,
    values::TableValues,
};
use crate::encoding::{
    Column, Convention, Encoding, Sinusoid, Waves,
    proof::{Evidence, Expected, MARGIN, SINGLE, last_place},
    with_digits,
};

/// Sums of two columns, from which a line follows.
#[derive(Clone, Copy, Default)]
struct AffineSums {
    n: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

impl AffineSums {
    fn add(&mut self, x: f64, y: f64) {
        self.n += 1.0;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.xy += x * y;
    }

    /// Factor and constant of y = a·x + b, by least squares.
    fn line(self) -> Option<(f64, f64)> {
        let spread = self.n * self.xx - self.x * self.x;
        let a = (self.n * self.xy - self.x * self.y) / spread;
        let b = (self.y - a * self.x) / self.n;
        (spread > 1e-9 * self.n * self.xx && a.is_finite() && b.is_finite()).then_some((a, b))
    }
}

/// Finds the convention whose table was shifted or divided; `None` if there is none with certainty.
pub(super) fn affine(measured: &Measured) -> Option<Recognized> {
    let values = &measured.values;
    let d_model = u32::try_from(values.width).ok()?;
    let drafts = Convention::all().flat_map(|convention| {
        let own = convention.facts().start;
        let mut starts = vec![own, 0, 1];
        starts.dedup();
        starts.into_iter().map(move |start| (convention.draft(d_model), start))
    });
    let mut known: Vec<(Sinusoid, i64)> = Vec::new();
    for (draft, start) in drafts {
        let Ok(sinusoid) = Sinusoid::new(draft) else { continue };
        if known.contains(&(sinusoid, start)) {
            continue;
        }
        known.push((sinusoid, start));
        if let Some(found) = compared(values, sinusoid, start) {
            return Some(found);
        }
    }
    None
}

/// Compares a table with a changed table of a sinusoid.
fn compared(values: &TableValues, sinusoid: Sinusoid, start: i64) -> Option<Recognized> {
    /// Number of rows that refuse most hypotheses.
    const PROBES: usize = 16;
    let encoding = Encoding::new(sinusoid);
    let step = values.num_rows.div_ceil(PROBES);
    let probes: Vec<(usize, Vec<f64>)> =
        (0..values.num_rows).step_by(step).map(|i| (i, encoding.row(start + i as i64))).collect();
    // Most columns are a line of the encoding's.
    let is_line = |j: usize| {
        let mut sums = AffineSums::default();
        for (i, row) in &probes {
            sums.add(row[j], values.row(*i)[j]);
        }
        sums.line().is_some_and(|(a, b)| {
            let off = |(i, row): &(usize, Vec<f64>)| (values.row(*i)[j] - a * row[j] - b).abs();
            let largest = probes.iter().map(off).fold(0.0, f64::max);
            largest <= 1e-2 * a.abs() && a != 0.0
        })
    };
    let num_lines = (0..values.width).filter(|&j| is_line(j)).count();
    if 4 * num_lines < 3 * values.width || probes.len() < 4 {
        return None;
    }
    let rows: Vec<Vec<f64>> =
        (0..values.num_rows).map(|i| encoding.row(start + i as i64)).collect();
    let mut all = AffineSums::default();
    for (i, row) in rows.iter().enumerate() {
        row.iter().zip(values.row(i)).for_each(|(&x, &y)| all.add(x, y));
    }
    let of = |j: usize| rows.iter().map(move |row| row[j]);
    let n = rows.len() as f64;
    let means: Vec<f64> = (0..values.width).map(|j| of(j).sum::<f64>() / n).collect();
    let deviation = |j: usize, ddof: f64| {
        let square: f64 = of(j).map(|it| (it - means[j]).powi(2)).sum();
        (square / (n - ddof)).sqrt()
    };
    let mut candidates: Vec<(Affine, Vec<(f64, f64)>)> = Vec::new();
    if let Some((factor, offset)) = all.line() {
        let change = Change::Constant;
        candidates.push((Affine { change, factor, offset }, vec![(factor, offset); values.width]));
    }
    let mut centered = AffineSums::default();
    for (i, row) in rows.iter().enumerate() {
        for (j, (&x, &y)) in row.iter().zip(values.row(i)).enumerate() {
            centered.add(x - means[j], y);
        }
    }
    if let Some((factor, _)) = centered.line() {
        // Of a factor that rounding moved, the whole one is meant.
        let factor = if (factor - 1.0).abs() < 1e-5 { 1.0 } else { factor };
        let lines = means.iter().map(|mean| (factor, -factor * mean)).collect();
        candidates.push((Affine { change: Change::ColumnMeans, factor, offset: 0.0 }, lines));
    }
    for ddof in [0.0, 1.0] {
        let lines: Vec<(f64, f64)> = (0..values.width)
            .map(|j| {
                let own = 1.0 / deviation(j, ddof);
                if own.is_finite() { (own, -own * means[j]) } else { (0.0, 0.0) }
            })
            .collect();
        let change = Change::Standardized;
        candidates.push((Affine { change, factor: 1.0, offset: 0.0 }, lines));
    }
    candidates
        .into_iter()
        .find_map(|(own, lines)| recognized(values, (sinusoid, start), &rows, own, &lines))
}

/// The table as a changed one of a sinusoid, if every value agrees and explains more than was chosen.
fn recognized(
    values: &TableValues,
    (sinusoid, start): (Sinusoid, i64),
    rows: &[Vec<f64>],
    own: Affine,
    lines: &[(f64, f64)],
) -> Option<Recognized> {
    /// Bits of a change, and of each of its numbers.
    const CHANGE: f64 = 4.0;
    const NUMBER: f64 = 24.0;
    /// Roundings of means and deviations in single precision.
    const STEPS: f64 = 16.0;
    let waves = Waves::new(sinusoid);
    let wave_of = |j: usize| match waves.column(j as u32) {
        Column::Wave { frequency, .. } => frequency,
        Column::Zero => waves.frequencies().len(),
    };
    let mut evidence = Evidence::default();
    for (i, row) in rows.iter().enumerate() {
        let t = (start + i as i64).unsigned_abs() as f64;
        let expected = row.iter().zip(lines).enumerate().map(|(j, (&x, &(a, b)))| {
            let omega = waves.frequencies().get(wave_of(j)).map_or(0.0, |it| it.omega.hi);
            let angle = 4.0 * SINGLE * omega * t;
            let value = a * x + b;
            let computed = a.abs() * angle + STEPS * SINGLE * (a.abs() + b.abs());
            Expected { value, tolerance: computed + last_place(values.rounding, value) }
        });
        let above = i.checked_sub(1).map(|above| values.row(above));
        let amplitude = lines.iter().map(|it| it.0.abs()).fold(0.0, f64::max);
        let row = (i as u64, values.row(i), above);
        evidence.add_row(row, expected, (amplitude, values.rounding), wave_of);
        if evidence.num_wrong > 0 {
            return None;
        }
    }
    let numbers = match own.change {
        Change::Constant => 2.0,
        Change::ColumnMeans => 1.0,
        Change::Standardized => 0.0,
    };
    if evidence.score(NameBits::new(sinusoid, start).total() + CHANGE + numbers * NUMBER) < MARGIN {
        return None;
    }
    let shown = |value: f64| with_digits(value, 8);
    let affine = Affine { factor: shown(own.factor), offset: shown(own.offset), ..own };
    let found = Recognized::of(sinusoid, start, values).with_evidence(&evidence);
    Some(Recognized { scale: own.factor, affine: Some(affine), ..found })
}
