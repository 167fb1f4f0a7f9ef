//! Engine that samples phasors of every frequency at integer positions.
//!
//! `e^{iωt} = anchor(⌊t/1024⌋) · R^{32a} · R^{b}` with t mod 1024 = 32a + b: two products of tabulated phasors, each
//! correct to about the last bit of an `f64`. There is no chain of rotations that could drift, so the error stays
//! near 3.4e-16, and the bits of a value depend on the integer t alone.
//!
//! A column is the real or the imaginary part of the last product: u·c + v·s, where (u, v) are the parts of
//! anchor·R^{32a} and (c, s) those of R^b, both stored column by column. Therefore one loop over adjacent columns
//! serves every layout, and its vectors need no shuffling.

use std::ops::Range;

use rayon::prelude::*;

use super::{
    Column, Component, Frequency, Phasor,
    phasor::{Omegas, Phasors},
    simd::{self, Aligned, Level, Number, RowGroup},
};

const BLOCK: i64 = 1024;
const STEP: i64 = 32;
/// Number of columns computed together, such that their part of the tables stays in the L2 cache and writes cover
/// whole pages.
const TILE: usize = 1024;
/// Size in bytes from which the stores of a table bypass the caches. No cache holds that much of a table until it is
/// read, so storing through the cache would only add the time to load each line first.
const STREAMED: usize = 64 << 20;

/// Splits t = 1024·block + 32a + b into (block, a, b).
fn split(t: i64) -> (i64, usize, usize) {
    let within = t.rem_euclid(BLOCK);
    (t.div_euclid(BLOCK), (within / STEP) as usize, (within % STEP) as usize)
}

/// Phasors e^{iωt} of every frequency at an integer position, with the same bits as in tables.
pub(crate) fn phasors_at(frequencies: &[Frequency], t: i64) -> Phasors {
    let level = Level::detected();
    let omegas = omegas(frequencies);
    let (block, a, b) = split(t);
    let parts = [block * BLOCK, STEP * a as i64, b as i64];
    let of = |part: i64| Phasors::new(level, &omegas, part as f64);
    // A product with the phasors of 0 changes no bit.
    let turned = parts.into_iter().filter(|part| *part != 0).map(of).reduce(|turned, by| {
        let mut out = turned.clone();
        level.run(|| out.turn(&turned, &by.cos, &by.sin));
        out
    });
    turned.unwrap_or_else(|| of(0))
}

/// Phasor e^{iωt} of one frequency at an integer position, with the same bits as in tables.
pub(crate) fn phasor_at(omega: super::Double, t: i64) -> Phasor {
    let (block, a, b) = split(t);
    let at = |t: i64| Phasor::from_angle(omega.scaled(t as f64));
    at(block * BLOCK).times(at(STEP * a as i64)).times(at(b as i64))
}

pub(crate) fn omegas(frequencies: &[Frequency]) -> Omegas {
    Omegas {
        hi: frequencies.iter().map(|frequency| frequency.omega.hi).collect(),
        lo: frequencies.iter().map(|frequency| frequency.omega.lo).collect(),
    }
}

/// Tabulated rotations of an encoding, from which rows of its table are filled.
#[derive(Debug)]
pub(crate) struct Engine {
    level: Level,
    omegas: Omegas,
    columns: Vec<Column>,
    /// R^{32a} of every frequency.
    coarse: Vec<Phasors>,
    /// R^b of every frequency.
    fine: Vec<Phasors>,
    /// R^{32a} and R^b, column by column.
    coarse_columns: Vec<Turn>,
    fine_columns: Vec<Turn>,
}

impl Engine {
    /// Tabulates R^{32a} and R^b.
    pub(crate) fn new(frequencies: &[Frequency], columns: &[Column]) -> Self {
        Self::with_level(frequencies, columns, Level::detected())
    }

    fn with_level(frequencies: &[Frequency], columns: &[Column], level: Level) -> Self {
        let omegas = omegas(frequencies);
        let columns = columns.to_vec();
        let powers = |step: i64| -> Vec<Phasors> {
            (0..STEP).map(|i| Phasors::new(level, &omegas, (i * step) as f64)).collect()
        };
        let (coarse, fine) = (powers(STEP), powers(1));
        let by_column = |phasors: &[Phasors]| -> Vec<Turn> {
            phasors.iter().map(|phasors| Turn::new(phasors, &columns)).collect()
        };
        let (coarse_columns, fine_columns) = (by_column(&coarse), by_column(&fine));
        Self { level, omegas, columns, coarse, fine, coarse_columns, fine_columns }
    }

    /// Fills `out` with rows from the position `first` on, as many whole rows as fit.
    pub(crate) fn fill<T: Number>(&self, first: i64, columns: Range<usize>, out: &mut [T]) {
        let columns = columns.start.min(self.columns.len())..columns.end.min(self.columns.len());
        let width = columns.len();
        let is_streamed = size_of_val(out) >= STREAMED;
        let piece = piece(out.len() / width.max(1));
        for_each_piece(piece, first, width, out, |t, block| {
            self.fill_block(t, columns.clone(), block, is_streamed);
        });
    }

    fn fill_block<T: Number>(
        &self,
        first: i64,
        columns: Range<usize>,
        out: &mut [T],
        is_streamed: bool,
    ) {
        if is_streamed {
            // Two groups at a time saturate memory bandwidth; more would scatter the writes.
            self.fill_abreast::<T, 2>(first, &columns, out, true);
            simd::finish_stream();
        } else {
            self.fill_abreast::<T, 4>(first, &columns, out, false);
        }
    }

    /// Fills N groups of `STEP` rows at a time where the block has as many left: R^b is then loaded once for all N.
    fn fill_abreast<T: Number, const N: usize>(
        &self,
        first: i64,
        columns: &Range<usize>,
        out: &mut [T],
        is_streamed: bool,
    ) {
        let width = columns.len();
        let group = STEP as usize * width;
        let anchor = Coarse::new(&self.anchor(first), &self.columns[columns.clone()]);
        let mut coarse: [Coarse; N] = std::array::from_fn(|_| anchor.clone());
        let mut t = first;
        let mut rest = out;
        while !rest.is_empty() {
            let (_, a, b) = split(t);
            let groups_left = (BLOCK - t.rem_euclid(BLOCK)) / STEP;
            let is_whole = b == 0 && groups_left >= N as i64 && rest.len() >= N * group;
            let num_rows = if is_whole {
                N * STEP as usize
            } else {
                ((STEP - b as i64) as usize).min(rest.len() / width)
            };
            let (now, after) = rest.split_at_mut(num_rows * width);
            if is_whole {
                for (i, coarse) in coarse.iter_mut().enumerate() {
                    coarse.turn(self.level, &anchor, &self.coarse_columns[a + i], columns);
                }
                let mut groups = now.chunks_exact_mut(group);
                let groups = std::array::from_fn(|_| groups.next().unwrap_or_default());
                self.fill_groups(coarse.each_ref(), 0, columns, groups, is_streamed);
            } else {
                coarse[0].turn(self.level, &anchor, &self.coarse_columns[a], columns);
                self.fill_groups([&coarse[0]], b, columns, [now], is_streamed);
            }
            t += num_rows as i64;
            rest = after;
        }
    }

    /// Phasors at the first position of the block of `t`.
    fn anchor(&self, t: i64) -> Phasors {
        let (block, ..) = split(t);
        Phasors::new(self.level, &self.omegas, (block * BLOCK) as f64)
    }

    /// Fills N groups of rows from the fine position `b` on. The rows of a group share their coarse position.
    fn fill_groups<T: Number, const N: usize>(
        &self,
        coarse: [&Coarse; N],
        b: usize,
        columns: &Range<usize>,
        mut groups: [&mut [T]; N],
        is_streamed: bool,
    ) {
        let width = columns.len();
        let num_rows = groups[0].len() / width;
        for tile_start in (0..width).step_by(TILE) {
            let tile = tile_start..(tile_start + TILE).min(width);
            let at = columns.start + tile.start..columns.start + tile.end;
            let (u, v) = (
                coarse.map(|coarse| &coarse.u.as_slice()[tile.clone()]),
                coarse.map(|coarse| &coarse.v.as_slice()[tile.clone()]),
            );
            for (i, fine) in self.fine_columns[b..].iter().take(num_rows).enumerate() {
                let (c, s) = (&fine.c.as_slice()[at.clone()], &fine.s.as_slice()[at.clone()]);
                let row = i * width + tile.start..i * width + tile.end;
                let out = groups.each_mut().map(|group| &mut group[row.clone()]);
                simd::combine(self.level, &RowGroup { u, v, c, s }, out, is_streamed);
            }
        }
    }

    /// Sets each element of `out` to the result of `each`, called with the cosines and sines of every frequency at
    /// consecutive positions from `first` on. `each` is compiled for the processor if it is `#[inline(always)]`.
    pub(crate) fn map<T: Send>(
        &self,
        first: i64,
        out: &mut [T],
        each: impl Fn(&[f64], &[f64]) -> T + Sync,
    ) {
        for_each_piece(BLOCK, first, 1, out, |t, block| {
            let mut turned = Turned::new(self, t);
            let mut values = turned.now.clone();
            for (t, out) in (t..).zip(block) {
                let (_, a, b) = split(t);
                turned.step(self, a);
                let fine = &self.fine[b];
                *out = self.level.run(
                    #[inline(always)]
                    || {
                        values.turn(&turned.now, &fine.cos, &fine.sin);
                        each(&values.cos, &values.sin)
                    },
                );
            }
        });
    }
}

/// Product anchor·R^{32a}, computed again when a changes.
struct Turned {
    anchor: Phasors,
    now: Phasors,
    a: Option<usize>,
}

impl Turned {
    fn new(engine: &Engine, first: i64) -> Self {
        let anchor = engine.anchor(first);
        Self { now: anchor.clone(), anchor, a: None }
    }

    fn step(&mut self, engine: &Engine, a: usize) {
        if self.a != Some(a) {
            let coarse = &engine.coarse[a];
            engine.level.run(
                #[inline(always)]
                || self.now.turn(&self.anchor, &coarse.cos, &coarse.sin),
            );
            self.a = Some(a);
        }
    }
}

/// Product anchor·R^{32a}, column by column: the factors u and v of each column, whose value is u·c + v·s.
#[derive(Clone)]
struct Coarse {
    u: Aligned,
    v: Aligned,
}

impl Coarse {
    /// Factors (u, v) of each column: (sin, cos) for a sine, (cos, −sin) for a cosine, (0, 0) for a column of zeros.
    fn new(phasors: &Phasors, columns: &[Column]) -> Self {
        let width = columns.len();
        let mut coarse = Self { u: Aligned::zeros(width), v: Aligned::zeros(width) };
        let parts = coarse.u.as_mut_slice().iter_mut().zip(coarse.v.as_mut_slice());
        for ((u, v), column) in parts.zip(columns) {
            let Column::Wave { frequency, component } = *column else { continue };
            let (cos, sin) = (phasors.cos[frequency], phasors.sin[frequency]);
            (*u, *v) = match component {
                Component::Sin => (sin, cos),
                Component::Cos => (cos, -sin),
            };
        }
        coarse
    }

    /// Sets this to the anchor rotated by R^{32a}. Equals the product of phasors bit for bit, expressed in u and v.
    fn turn(&mut self, level: Level, anchor: &Self, by: &Turn, columns: &Range<usize>) {
        let (c, s) = (&by.c.as_slice()[columns.clone()], &by.s.as_slice()[columns.clone()]);
        let from = anchor.u.as_slice().iter().zip(anchor.v.as_slice());
        let to = self.u.as_mut_slice().iter_mut().zip(self.v.as_mut_slice());
        level.run(
            #[inline(always)]
            || {
                for ((to, (&u, &v)), (&c, &s)) in to.zip(from).zip(c.iter().zip(s)) {
                    *to.0 = u.mul_add(c, v * s);
                    *to.1 = v.mul_add(c, -(u * s));
                }
            },
        );
    }
}

/// Real and imaginary parts of a rotation, column by column.
#[derive(Debug)]
struct Turn {
    c: Aligned,
    s: Aligned,
}

impl Turn {
    fn new(phasors: &Phasors, columns: &[Column]) -> Self {
        let mut turn = Self { c: Aligned::zeros(columns.len()), s: Aligned::zeros(columns.len()) };
        let parts = turn.c.as_mut_slice().iter_mut().zip(turn.s.as_mut_slice());
        for ((c, s), column) in parts.zip(columns) {
            if let Column::Wave { frequency, .. } = *column {
                (*c, *s) = (phasors.cos[frequency], phasors.sin[frequency]);
            }
        }
        turn
    }
}

/// Number of rows per task, a divisor of `BLOCK`. Small for small tables, so that these use all threads as well.
fn piece(num_rows: usize) -> i64 {
    const SMALLEST: i64 = 128;
    let mut piece = BLOCK;
    while piece > SMALLEST && num_rows < 2 * rayon::current_num_threads() * piece as usize {
        piece /= 2;
    }
    piece
}

/// Splits rows at multiples of `piece`, a divisor of `BLOCK`, and distributes the pieces among threads.
fn for_each_piece<T: Send>(
    piece: i64,
    first: i64,
    width: usize,
    out: &mut [T],
    work: impl Fn(i64, &mut [T]) + Sync,
) {
    if width == 0 {
        return;
    }
    let mut rest = out;
    let mut t = first;
    let mut blocks = Vec::new();
    while rest.len() >= width {
        let rows_to_boundary = (piece - t.rem_euclid(piece)) as usize;
        let rows = rows_to_boundary.min(rest.len() / width);
        let (block, after) = rest.split_at_mut(rows * width);
        blocks.push((t, block));
        rest = after;
        t += rows as i64;
    }
    blocks.into_par_iter().for_each(|(t, block)| work(t, block));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Components, Convention, Layout, Sinusoid, SinusoidDraft, Waves};

    fn waves(d_model: u32, layout: Layout, components: Components) -> Waves {
        let draft = SinusoidDraft { layout, components, ..Convention::PAPER.draft(d_model) };
        Waves::new(Sinusoid::new(draft).unwrap())
    }

    #[test]
    fn every_path_gives_the_same_bits() {
        for (d_model, layout, components) in [
            (7, Layout::Interleaved, Components::Both),
            (67, Layout::Split, Components::Both),
            (40, Layout::Interleaved, Components::Sin),
        ] {
            let waves = waves(d_model, layout, components);
            let width = d_model as usize;
            let mut whole = vec![0.0; width * 5000];
            Engine::with_level(waves.frequencies(), waves.columns(), Level::Plain).fill(
                -1500,
                0..width,
                &mut whole,
            );
            for level in Level::all_available() {
                let engine = Engine::with_level(waves.frequencies(), waves.columns(), level);
                for (row, rows) in [(0, 1), (475, 3), (476, 2000), (1499, 2), (3333, 1667)] {
                    for columns in [0..width, 1..width - 1, 3..6] {
                        for is_streamed in [false, true] {
                            let mut part = vec![0.0; rows * columns.len()];
                            let mut single = vec![0.0_f32; rows * columns.len()];
                            for_each_piece(
                                256,
                                row - 1500,
                                columns.len(),
                                &mut part,
                                |t, block| {
                                    engine.fill_block(t, columns.clone(), block, is_streamed);
                                },
                            );
                            for_each_piece(
                                256,
                                row - 1500,
                                columns.len(),
                                &mut single,
                                |t, block| {
                                    engine.fill_block(t, columns.clone(), block, is_streamed);
                                },
                            );
                            for (i, values) in part.chunks(columns.len()).enumerate() {
                                let at = (row as usize + i) * width;
                                let expected = &whole[at + columns.start..at + columns.end];
                                assert_eq!(values, expected, "row {row} + {i} by {level:?}");
                            }
                            let rounded: Vec<f32> =
                                part.iter().map(|&value| value as f32).collect();
                            assert_eq!(single, rounded, "f32 by {level:?}");
                        }
                    }
                }
            }
            for (row, j) in [(0, 0), (1023, 1), (4999, 2)] {
                let expected = whole[row as usize * width + j as usize];
                assert_eq!(waves.value(row - 1500, j), expected, "the value alone");
                assert_eq!(waves.row(row - 1500)[j as usize], expected, "the row alone");
            }
        }
    }
}
