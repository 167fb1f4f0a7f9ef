//! Comparison of two tables, value by value.

use std::{
    io,
    ops::RangeInclusive,
    sync::atomic::{AtomicU64, Ordering},
};

use super::{
    Level, Rounding, RowSource,
    parallel::map_each,
    row_sums::{Largest, RowSums, is_rounded},
};

/// Place of a value: position and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Position t.
    pub position: i64,
    /// Column j.
    pub column: u32,
}

/// Counts of something in A and in B, and the first position where B has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number in A.
    pub a: u64,
    /// Number in B.
    pub b: u64,
    /// First position in B; `None` if there is none.
    pub first_b: Option<i64>,
}

/// Differences of two tables at the positions that both have. Values are compared as f64. Between A and B, cells are
/// equal that are both NaN or the same infinity, as in NumPy's `assert_allclose`; beside anything else, a value that is
/// not finite is above every tolerance. Within one side, NaN equals nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Positions that both tables have.
    pub positions: RangeInclusive<i64>,
    /// True if every value has the same bits as f64.
    pub equal_bits: bool,
    /// Largest |A − B| over values finite on both sides.
    pub max_abs_difference: f64,
    /// Place of the largest difference, the first of several; `None` if no two values are finite.
    pub at: Option<Place>,
    /// Root mean square of A − B over values finite on both sides.
    pub root_mean_square: f64,
    /// First place above the tolerance, by position, then by column.
    pub first_above_tolerance: Option<Place>,
    /// First place that differs at all.
    pub first_difference: Option<Place>,
    /// First position with a value that is off by more than [`Comparison::FAR_OFF`].
    pub first_far_off: Option<i64>,
    /// Number of rows with a value above the tolerance.
    pub rows_above_tolerance: u64,
    /// Number of columns with a value above the tolerance.
    pub columns_above_tolerance: u64,
    /// Values that are not finite.
    pub not_finite: Counts,
    /// Cells that are NaN in both, or the same infinity: they count as equal.
    pub not_finite_in_both: u64,
    /// Rows that equal the row before in every column.
    pub repeated_positions: Counts,
    /// Most precise type to which one side rounds the other, if any.
    pub equal_after_rounding: Option<Rounding>,
    /// Factor c with which A is c·B, up to a hundredth of the amplitude; `None` if there is none but 1.
    pub scale: Option<f64>,
    /// Largest |A − B| of every column; infinite where values cannot be compared.
    pub by_column: Vec<f64>,
    /// Largest |A − B| of runs of consecutive positions, all of the same length but for the last.
    pub by_position: Vec<f64>,
}

/// Findings over some rows.
#[derive(Clone)]
struct ComparedPart {
    equal_bits: bool,
    max: f64,
    at: Option<Place>,
    sum_of_squares: f64,
    products: ComparisonProducts,
    num_finite: u64,
    first_above: Option<Place>,
    first_difference: Option<Place>,
    first_far_off: Option<i64>,
    rows_above: u64,
    columns_above: Vec<bool>,
    /// Largest difference of every column.
    by_column: Vec<f64>,
    not_finite: Counts,
    not_finite_in_both: u64,
    repeated: Counts,
    /// For each type: whether A is B rounded, and whether B is A rounded.
    rounded: [[bool; 2]; Rounding::ALL.len()],
}

/// Sums of products of some rows, which tell whether one side is a multiple of the other.
#[derive(Clone, Copy, Default)]
struct ComparisonProducts {
    aa: f64,
    ab: f64,
    bb: f64,
}

/// True if a cell of A equals one of B: both are NaN, the same infinity, or the same number.
fn are_equal(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

impl ComparisonProducts {
    /// Adds the cells of a row that are finite on both sides.
    fn add(&mut self, a: &[f64], b: &[f64]) {
        for (a, b) in a.iter().zip(b).filter(|(a, b)| a.is_finite() && b.is_finite()) {
            self.aa += a * a;
            self.ab += a * b;
            self.bb += b * b;
        }
    }

    fn and(self, other: Self) -> Self {
        Self { aa: self.aa + other.aa, ab: self.ab + other.ab, bb: self.bb + other.bb }
    }

    /// Factor c with which A is c·B; `None` if that leaves more than a hundredth of the amplitude, or is nearly 1.
    fn scale(self) -> Option<f64> {
        /// Share of the squares that may be left.
        const LEFT: f64 = 1e-4;
        const NEAR: f64 = 0.01;
        let scale = self.ab / self.bb;
        let left = 1.0 - self.ab * self.ab / (self.aa * self.bb);
        (left < LEFT && scale.is_finite() && (scale - 1.0).abs() > NEAR).then_some(scale)
    }
}

impl ComparedPart {
    fn new(width: usize) -> Self {
        Self {
            equal_bits: true,
            max: 0.0,
            at: None,
            sum_of_squares: 0.0,
            products: ComparisonProducts::default(),
            num_finite: 0,
            first_above: None,
            first_difference: None,
            first_far_off: None,
            rows_above: 0,
            columns_above: vec![false; width],
            by_column: vec![0.0; width],
            not_finite: Counts::default(),
            not_finite_in_both: 0,
            repeated: Counts::default(),
            rounded: [[true; 2]; Rounding::ALL.len()],
        }
    }

    /// Findings of this part and of the one that follows it.
    fn joined(mut self, next: Self) -> Self {
        self.equal_bits &= next.equal_bits;
        if self.at.is_none() || (next.at.is_some() && next.max > self.max) {
            (self.max, self.at) = (next.max, next.at.or(self.at));
        }
        self.sum_of_squares += next.sum_of_squares;
        self.products = self.products.and(next.products);
        self.num_finite += next.num_finite;
        self.first_above = self.first_above.or(next.first_above);
        self.first_difference = self.first_difference.or(next.first_difference);
        self.first_far_off = self.first_far_off.or(next.first_far_off);
        self.rows_above += next.rows_above;
        self.not_finite_in_both += next.not_finite_in_both;
        for (own, other) in self.columns_above.iter_mut().zip(next.columns_above) {
            *own |= other;
        }
        for (own, other) in
            [(&mut self.not_finite, next.not_finite), (&mut self.repeated, next.repeated)]
        {
            own.a += other.a;
            own.b += other.b;
            own.first_b = own.first_b.or(other.first_b);
        }
        for (own, other) in self.rounded.iter_mut().zip(next.rounded) {
            own[0] &= other[0];
            own[1] &= other[1];
        }
        self
    }

    /// Adds a row of each side, and returns its largest difference.
    fn add(&mut self, t: i64, a: &[f64], b: &[f64], tolerance: f64) -> f64 {
        let sums = Level::detected().run(
            #[inline(always)]
            || RowSums::new(a, b, &mut self.by_column),
        );
        if !sums.is_finite {
            return self.add_one_by_one(t, a, b, tolerance);
        }
        let RowSums { largest, sum_of_squares, is_same, .. } = sums;
        let cells = || (0..).zip(a.iter().zip(b).map(|(a, b)| (a - b).abs()));
        let first = |is_meant: &dyn Fn(f64) -> bool| {
            let column = cells().find(|&(_, difference)| is_meant(difference));
            column.map(|(column, _)| Place { position: t, column })
        };
        self.num_finite += a.len() as u64;
        self.sum_of_squares += sum_of_squares;
        self.equal_bits &= is_same;
        if self.at.is_none() || largest > self.max {
            let is_largest = |difference: f64| difference.to_bits() == largest.to_bits();
            (self.max, self.at) = (largest, first(&is_largest));
        }
        if largest > 0.0 && self.first_difference.is_none() {
            self.first_difference = first(&|difference| difference > 0.0);
        }
        if largest > tolerance {
            self.rows_above += 1;
            if self.first_above.is_none() {
                self.first_above = first(&|difference| difference > tolerance);
            }
            for (is_above, (_, difference)) in self.columns_above.iter_mut().zip(cells()) {
                *is_above |= difference > tolerance;
            }
        }
        for (of_type, rounding) in self.rounded.iter_mut().zip(Rounding::ALL) {
            of_type[0] = of_type[0] && is_rounded(*rounding, a, b);
            of_type[1] = of_type[1] && is_rounded(*rounding, b, a);
        }
        largest
    }

    /// Adds a row with values that are not finite.
    fn add_one_by_one(&mut self, t: i64, a: &[f64], b: &[f64], tolerance: f64) -> f64 {
        let mut is_above = false;
        let mut largest = 0.0_f64;
        for (column, (&a, &b)) in (0..).zip(a.iter().zip(b)) {
            let place = Place { position: t, column };
            self.equal_bits &= a.to_bits() == b.to_bits();
            self.not_finite.a += u64::from(!a.is_finite());
            if !b.is_finite() {
                self.not_finite.b += 1;
                self.not_finite.first_b = self.not_finite.first_b.or(Some(t));
            }
            let difference = (a - b).abs();
            let is_finite = a.is_finite() && b.is_finite();
            if is_finite {
                self.num_finite += 1;
                self.sum_of_squares += difference * difference;
                if self.at.is_none() || difference > self.max {
                    (self.max, self.at) = (difference, Some(place));
                }
            }
            let is_equal = are_equal(a, b);
            self.not_finite_in_both += u64::from(is_equal && !is_finite);
            if !is_equal {
                self.first_difference = self.first_difference.or(Some(place));
                let difference = if is_finite { difference } else { f64::INFINITY };
                largest = largest.max(difference);
                let of_column = &mut self.by_column[column as usize];
                *of_column = of_column.max(difference);
            }
            if !is_equal && (!is_finite || difference > tolerance) {
                is_above = true;
                self.first_above = self.first_above.or(Some(place));
                self.columns_above[column as usize] = true;
            }
            self.round(a, b);
        }
        self.rows_above += u64::from(is_above);
        largest
    }

    fn round(&mut self, a: f64, b: f64) {
        // Rounding keeps what is not a number.
        if a.is_nan() && b.is_nan() {
            return;
        }
        for (of_type, rounding) in self.rounded.iter_mut().zip(Rounding::ALL) {
            if of_type[0] {
                of_type[0] = rounding.gives(b, a);
            }
            if of_type[1] {
                of_type[1] = rounding.gives(a, b);
            }
        }
    }
}

/// Rows of a table from a position on.
#[derive(Clone, Copy, Debug)]
pub struct ComparedRows<'a> {
    /// Rows.
    pub rows: &'a dyn RowSource,
    /// Position of the first row.
    pub start: i64,
}

impl ComparedRows<'_> {
    fn last(&self) -> i64 {
        self.start + self.rows.num_rows() as i64 - 1
    }
}

impl Comparison {
    /// Difference that changes what a model sees: a tenth of the amplitude of a wave.
    pub const FAR_OFF: f64 = 0.1;
    /// Number of values compared at once.
    const AT_ONCE: usize = 1 << 15;
    /// Number of rows that tell a factor.
    const MOST_FOR_SCALE: u64 = 1 << 12;
    /// Largest number of runs of positions whose largest difference is kept.
    const MOST_RUNS: u64 = 1 << 13;

    /// Compares two tables of the same width at the positions that both have. `None` if they have none in common, or
    /// differ in width.
    ///
    /// # Errors
    ///
    /// Fails if a table is read from a file and that fails.
    pub fn new(
        a: ComparedRows<'_>,
        b: ComparedRows<'_>,
        tolerance: f64,
    ) -> io::Result<Option<Self>> {
        Self::while_wanted(a, b, tolerance, &|_share| true)
    }

    /// Like [`Comparison::new`]. Calls `is_wanted` from time to time with the share of the work that is done; fails as
    /// interrupted once it returns false.
    pub fn while_wanted(
        a: ComparedRows<'_>,
        b: ComparedRows<'_>,
        tolerance: f64,
        is_wanted: &(dyn Fn(f32) -> bool + Sync),
    ) -> io::Result<Option<Self>> {
        let width = a.rows.num_columns();
        let (first, last) = (a.start.max(b.start), a.last().min(b.last()));
        if first > last || width != b.rows.num_columns() {
            return Ok(None);
        }
        let width = width as usize;
        let rows_each = (Self::AT_ONCE / width).max(1) as i64;
        let starts: Vec<i64> = (first..=last).step_by(rows_each as usize).collect();
        let num_rows = (last - first + 1) as u64;
        let run = Self::run_of(num_rows);
        let every = num_rows.div_ceil(Self::MOST_FOR_SCALE) as i64;
        let by_position = Largest::new(num_rows.div_ceil(run) as usize);
        let by_column = Largest::new(width);
        let num_done = AtomicU64::new(0);
        let part = |from: i64| -> io::Result<ComparedPart> {
            let done = num_done.fetch_add(rows_each as u64, Ordering::Relaxed);
            if !is_wanted(done as f32 / num_rows as f32) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let num = rows_each.min(last - from + 1) as usize;
            // One row more at the beginning tells whether the first is a repetition.
            let before = usize::from(from > first);
            let read = |side: ComparedRows<'_>| -> io::Result<Vec<f64>> {
                let mut values = vec![0.0; (num + before) * width];
                side.rows.fill((from - side.start) as u64 - before as u64, &mut values)?;
                Ok(values)
            };
            let (of_a, of_b) = (read(a)?, read(b)?);
            let mut part = ComparedPart::new(width);
            let rows = of_a.chunks_exact(width).zip(of_b.chunks_exact(width));
            let mut previous: Option<(&[f64], &[f64])> = None;
            for (t, (a, b)) in (from - before as i64..).zip(rows) {
                if t >= from {
                    let largest = part.add(t, a, b, tolerance);
                    if (t - first) % every == 0 && largest.is_finite() {
                        part.products.add(a, b);
                    }
                    by_position.add(((t - first) as u64 / run) as usize, largest);
                    if largest > Self::FAR_OFF {
                        part.first_far_off = part.first_far_off.or(Some(t));
                    }
                    if let Some((a_before, b_before)) = previous {
                        part.repeated.a += u64::from(a == a_before);
                        if b == b_before {
                            part.repeated.b += 1;
                            part.repeated.first_b = part.repeated.first_b.or(Some(t));
                        }
                    }
                }
                previous = Some((a, b));
            }
            for (column, largest) in std::mem::take(&mut part.by_column).into_iter().enumerate() {
                by_column.add(column, largest);
            }
            Ok(part)
        };
        let parts = map_each(starts.len(), &|i| part(starts[i])).into_iter();
        let parts: Vec<ComparedPart> = parts.collect::<io::Result<_>>()?;
        let all = parts.into_iter().fold(ComparedPart::new(width), ComparedPart::joined);
        let equal = all.rounded.iter().position(|[a, b]| *a || *b);
        Ok(Some(Self {
            positions: first..=last,
            equal_bits: all.equal_bits,
            max_abs_difference: all.max,
            at: all.at,
            root_mean_square: (all.sum_of_squares / all.num_finite.max(1) as f64).sqrt(),
            first_above_tolerance: all.first_above,
            first_difference: all.first_difference,
            first_far_off: all.first_far_off,
            rows_above_tolerance: all.rows_above,
            columns_above_tolerance: all.columns_above.iter().map(|&is| u64::from(is)).sum(),
            not_finite: all.not_finite,
            not_finite_in_both: all.not_finite_in_both,
            repeated_positions: all.repeated,
            equal_after_rounding: equal.map(|index| Rounding::ALL[index]),
            scale: all.products.scale(),
            by_column: by_column.values(),
            by_position: by_position.values(),
        }))
    }

    /// Number of positions of each value of `by_position`.
    pub fn run(&self) -> u64 {
        Self::run_of((self.positions.end() - self.positions.start() + 1) as u64)
    }

    fn run_of(num_rows: u64) -> u64 {
        num_rows.div_ceil(Self::MOST_RUNS).max(1)
    }

    /// True if no value is above the tolerance.
    pub fn is_within_tolerance(&self) -> bool {
        self.first_above_tolerance.is_none()
    }
}
