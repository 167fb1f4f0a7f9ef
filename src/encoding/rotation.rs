//! Rotation `M_k`: the matrix with `M_k·PE(t)` = PE(t + k) for every position t.
//!
//! For the pair of one frequency
//!
//! ```text
//! ( sin ω(t+k) )   (  cos ωk   sin ωk ) ( sin ωt )
//! ( cos ω(t+k) ) = ( −sin ωk   cos ωk ) ( cos ωt )
//! ```
//!
//! holds for all t. A column of zeros has 1 on the diagonal. A repeated cosine is computed from its pair in both
//! columns. For a column without its partner no such matrix exists; `M_k` then has cos ωk on the diagonal, which is
//! the least-squares map over all positions. The RMS of its residual is |sin ωk|/√2.

use std::sync::Arc;

use ndarray::{Array2, ArrayViewMut2};

use super::{Column, Component, Extent, Frequency, Level, Phasor, Waves, phasor::Phasors};

/// Difference between `M_k·PE(t)` and PE(t + k).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// Largest absolute difference.
    pub max: f64,
    /// Root mean square of the differences.
    pub rms: f64,
}

/// Block of `M_k` for one frequency, acting on (sin ωt, cos ωt): [[cos ωk, sin ωk], [−sin ωk, cos ωk]], where `turn`
/// is e^{iωk}.
pub fn block(turn: Phasor) -> [[f64; 2]; 2] {
    let Phasor { cos, sin } = turn;
    [[cos, sin], [-sin, cos]]
}

/// Nonzero entries of a row of `M_k`: one or two pairs of column and value.
#[derive(Clone, Copy)]
struct Entries {
    entries: [(u32, f64); 2],
    num: usize,
}

impl Entries {
    #[inline(always)]
    fn one(column: u32, value: f64) -> Self {
        Self { entries: [(column, value), (column, 0.0)], num: 1 }
    }

    #[inline(always)]
    fn two(a: (u32, f64), b: (u32, f64)) -> Self {
        Self { entries: [a, b], num: 2 }
    }

    #[inline(always)]
    fn as_slice(&self) -> &[(u32, f64)] {
        &self.entries[..self.num]
    }

    #[inline(always)]
    fn at(&self, column: u32) -> f64 {
        let found = self.as_slice().iter().find(|&&(own, _)| own == column);
        found.map_or(0.0, |&(_, value)| value)
    }

    fn into_iter(self) -> impl Iterator<Item = (u32, f64)> {
        self.entries.into_iter().take(self.num)
    }
}

/// Rotation `M_k` of the waves of an encoding, for one offset.
pub struct Rotation<'a> {
    waves: &'a Waves,
    offset: i64,
    /// Phasor e^{iωk} of every frequency.
    turns: Arc<Phasors>,
}

impl<'a> Rotation<'a> {
    /// Computes the blocks of `M_k` for the offset k.
    pub fn new(waves: &'a Waves, offset: i64) -> Self {
        Self { waves, offset, turns: waves.phasors(offset) }
    }

    #[inline(always)]
    fn turn(&self, frequency: usize) -> Phasor {
        Phasor { cos: self.turns.cos[frequency], sin: self.turns.sin[frequency] }
    }

    /// Number of columns, equal to the number of rows.
    pub fn num_columns(&self) -> u32 {
        self.waves.columns().len() as u32
    }

    /// True if a matrix with `M_k·PE(t)` = PE(t + k) for every t exists.
    pub fn exists(waves: &Waves, offset: i64) -> bool {
        offset == 0 || !waves.frequencies().iter().any(Frequency::is_lone)
    }

    /// Entries of row `i` that can be nonzero, as pairs of column and value.
    pub fn row(&self, i: u32) -> impl Iterator<Item = (u32, f64)> + use<'a> {
        self.entries(i).into_iter()
    }

    #[inline(always)]
    fn entries(&self, i: u32) -> Entries {
        let Column::Wave { frequency, component } = self.waves.column(i) else {
            // A column of zeros is 0 at every position, so the identity maps it exactly.
            return Entries::one(i, 1.0);
        };
        let turn = self.turn(frequency);
        let own = &self.waves.frequencies()[frequency];
        // A repeated cosine is computed from the pair that it repeats.
        let source = own.repeats.map_or(own, |repeats| &self.waves.frequencies()[repeats]);
        match (source.pair(), component) {
            (Some((sin, cos)), Component::Sin) => Entries::two((sin, turn.cos), (cos, turn.sin)),
            (Some((sin, cos)), Component::Cos) => Entries::two((cos, turn.cos), (sin, -turn.sin)),
            (None, _) => Entries::one(i, turn.cos),
        }
    }

    /// Entry in row `i` and column `j`; 0 outside the blocks.
    pub fn entry(&self, i: u32, j: u32) -> f64 {
        self.entries(i).at(j)
    }

    /// Block of a frequency, given by index.
    pub fn block(&self, frequency: usize) -> [[f64; 2]; 2] {
        block(self.turn(frequency))
    }

    /// Whole matrix, `d_model` × `d_model`.
    pub fn matrix(&self) -> Array2<f64> {
        let d_model = self.waves.columns().len();
        let mut matrix = Array2::zeros((d_model, d_model));
        self.fill((0, 0), matrix.view_mut());
        matrix
    }

    /// Fills `out` with a rectangle of the matrix that begins at a row and column.
    ///
    /// # Panics
    ///
    /// If the rectangle extends over rows beyond the matrix.
    pub fn fill(&self, (first_row, first_column): (u32, u32), mut out: ArrayViewMut2<'_, f64>) {
        out.fill(0.0);
        for (i, mut row) in (first_row..).zip(out.rows_mut()) {
            for (j, entry) in self.row(i) {
                let cell = j.checked_sub(first_column).and_then(|j| row.get_mut(j as usize));
                if let Some(cell) = cell {
                    *cell = entry;
                }
            }
        }
    }

    /// RMS of the residual over all positions, including those beyond the table: |sin ωk|/√2 for each column without a
    /// partner, 0 for the others.
    pub fn residual_in_the_limit(&self) -> f64 {
        let frequencies = self.waves.frequencies().iter().zip(&self.turns.sin);
        let squares: f64 = frequencies
            .filter(|(frequency, _)| frequency.is_lone())
            .map(|(_, sin)| sin * sin / 2.0)
            .sum();
        (squares / self.waves.columns().len() as f64).sqrt()
    }

    /// RMS of the residual over the positions of an extent.
    ///
    /// The residual at t is sin ωk·cos ωt for a lone sine, and sin ωk·sin ωt in magnitude for a lone cosine. The mean
    /// of cos² ωt over n positions from a on is ½(1 + D·cos 2ω(a + (n − 1)/2)) with D = sin nω/(n·sin ω). The mean of
    /// sin² ωt is the same with −D.
    pub fn residual_in_the_table(&self, extent: Extent) -> f64 {
        let n = extent.length() as f64;
        let twice_the_middle = 2.0 * extent.start() as f64 + (n - 1.0);
        let frequencies = self.waves.frequencies().iter().zip(&self.turns.sin);
        let squares: f64 = frequencies
            .filter(|(frequency, _)| frequency.is_lone())
            .map(|(frequency, sin)| {
                let of = |factor: f64| Phasor::from_angle(frequency.omega.scaled(factor));
                let d = of(n).sin / (n * of(1.0).sin);
                let sign = if frequency.sin_column.is_some() { 1.0 } else { -1.0 };
                sin * sin * 0.5 * (1.0 + sign * d * of(twice_the_middle).cos)
            })
            .sum();
        (squares / self.waves.columns().len() as f64).sqrt()
    }

    /// Determinant: the product of the determinants of the blocks. With a repeated cosine it is 0.
    pub fn determinant(&self) -> f64 {
        let frequencies = self.waves.frequencies().iter().enumerate();
        let of_block = |(i, frequency): (usize, &Frequency)| {
            if frequency.repeats.is_some() {
                return 0.0;
            }
            let [[a, b], [c, d]] = self.block(i);
            if frequency.pair().is_some() { a * d - b * c } else { a }
        };
        frequencies.map(of_block).product()
    }

    /// Largest entry of |`M_k`ᵀ·`M_k` − I|.
    pub fn orthogonality_error(&self) -> f64 {
        let num = self.waves.columns().len();
        let (mut squares, mut mixed) = (vec![0.0; num], vec![0.0; num]);
        for i in 0..num as u32 {
            let row = self.entries(i);
            for &(j, entry) in row.as_slice() {
                squares[j as usize] += entry * entry;
            }
            // Each row and each column belongs to a single block, so a column has at most one partner.
            if let &[(a, x), (b, y)] = row.as_slice() {
                mixed[a.min(b) as usize] += x * y;
            }
        }
        let on_diagonal = squares.iter().map(|square| (square - 1.0_f64).abs());
        on_diagonal.chain(mixed.iter().map(|entry: &f64| entry.abs())).fold(0.0, f64::max)
    }

    /// Largest entry of |`M_a`·`M_k` − `M_(a+k)`|.
    pub fn composition_error(&self, a: &Self) -> f64 {
        let sum = Self::new(self.waves, self.offset + a.offset);
        let mut largest: f64 = 0.0;
        for i in 0..self.waves.columns().len() as u32 {
            // `row` collects row i of the difference: the entries of the product minus those of `sum`, by column.
            let expected = sum.entries(i);
            let mut row = [(0, 0.0); 6];
            let mut num = 0;
            let mut add = |column: u32, value: f64| {
                if let Some((_, total)) = row[..num].iter_mut().find(|(own, _)| *own == column) {
                    *total += value;
                } else {
                    row[num] = (column, value);
                    num += 1;
                }
            };
            for &(j, entry) in expected.as_slice() {
                add(j, -entry);
            }
            for &(middle, factor) in a.entries(i).as_slice() {
                for &(j, entry) in self.entries(middle).as_slice() {
                    add(j, factor * entry);
                }
            }
            largest = row.iter().fold(largest, |largest, (_, entry)| largest.max(entry.abs()));
        }
        largest
    }

    /// Largest entry of |`M_(−k)` − `M_k`ᵀ|.
    pub fn inverse_error(&self) -> f64 {
        let back = Self::new(self.waves, -self.offset);
        let has_repeats = self.waves.frequencies().iter().any(|it| it.repeats.is_some());
        let mut largest: f64 = 0.0;
        for i in 0..self.waves.columns().len() as u32 {
            for &(j, entry) in back.entries(i).as_slice() {
                largest = largest.max((entry - self.entries(j).at(i)).abs());
            }
            // The entry in row j and column i can be nonzero although that in row i and column j is 0.
            if has_repeats {
                for &(j, entry) in self.entries(i).as_slice() {
                    largest = largest.max((entry - back.entries(j).at(i)).abs());
                }
            }
        }
        largest
    }

    /// Product `M_k·x`, computed without building the matrix.
    pub fn apply(&self, x: &[f64]) -> Vec<f64> {
        // Compiled for the processor: with baseline instructions a fused multiply-add is a function call.
        Level::detected().run(
            #[inline(always)]
            || (0..x.len() as u32).map(|i| self.applied(i, |j| x[j as usize])).collect(),
        )
    }

    /// Entry i of the product `M_k·x`.
    #[inline(always)]
    fn applied(&self, i: u32, x: impl Fn(u32) -> f64) -> f64 {
        let sum = |sum: f64, &(j, entry): &(u32, f64)| entry.mul_add(x(j), sum);
        self.entries(i).as_slice().iter().fold(0.0, sum)
    }

    /// Vectors PE(t), `M_k·PE(t)` and PE(t + k), and the difference of the last two.
    pub fn shift(&self, t: i64) -> [Vec<f64>; 4] {
        let here = self.waves.row(t);
        let moved = self.apply(&here);
        let there = self.waves.row(t + self.offset);
        let difference = moved.iter().zip(&there).map(|(a, b)| a - b).collect();
        [here, moved, there, difference]
    }

    /// Difference between `M_k·PE(t)` and PE(t + k).
    pub fn residual(&self, t: i64) -> Residual {
        let columns = self.waves.columns();
        let [here, there] = [t, t + self.offset].map(|t| self.waves.phasors(t));
        let (max, sum) = Level::detected().run(
            #[inline(always)]
            || {
                let [here, there] = [&here, &there].map(|phasors| self.waves.value_of(phasors));
                let off = |(i, column): (u32, &Column)| {
                    self.applied(i, |j| here(&columns[j as usize])) - there(column)
                };
                let squares = (0..).zip(columns).map(off).map(|off| off * off);
                squares.fold((0.0_f64, 0.0), |(max, sum), it| (max.max(it), sum + it))
            },
        );
        Residual { max: max.sqrt(), rms: (sum / columns.len() as f64).sqrt() }
    }
}
