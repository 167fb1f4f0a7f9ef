//! The engine: phasors e^{iωt} at integer positions.
//!
//! `e^{iωt} = anchor(⌊t/256⌋) · R^{16a} · R^{b}` with t mod 256 = 16a + b: two products of tabulated
//! phasors that are themselves correct to an `f64`. There is no chain of rotations to drift, so the
//! error stays near 3.4e-16, and the bits of a value depend on the integer t alone.

use std::ops::Range;

use rayon::prelude::*;

use super::{Component, Double, Encoding};

const BLOCK: i64 = 256;
const STEP: i64 = 16;

/// cos θ + i·sin θ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phasor {
    /// Real part.
    pub cos: f64,
    /// Imaginary part.
    pub sin: f64,
}

impl Phasor {
    /// e^{iθ}, each part to about one unit in the last place.
    ///
    /// The sine and cosine are those of the `libm` crate, the same on every platform.
    pub fn from_angle(angle: Double) -> Self {
        let angle = angle.reduced_angle();
        let (sin, cos) = libm::sincos(angle.hi);
        Self { cos: cos - angle.lo * sin, sin: sin + angle.lo * cos }
    }

    /// e^{iωt} for an integer position, by the engine's own two products.
    pub fn at(omega: Double, t: i64) -> Self {
        let (block, a, b) = split(t);
        anchor(omega, block)
            .times(Self::from_angle(omega.scaled((STEP * a) as f64)))
            .times(Self::from_angle(omega.scaled(b as f64)))
    }

    /// The product: a turn by both angles.
    #[must_use]
    #[inline]
    pub fn times(self, other: Self) -> Self {
        Self {
            cos: self.cos.mul_add(other.cos, -(self.sin * other.sin)),
            sin: self.sin.mul_add(other.cos, self.cos * other.sin),
        }
    }

    /// The part that a column holds.
    #[inline]
    pub fn component(self, component: Component) -> f64 {
        match component {
            Component::Sin => self.sin,
            Component::Cos => self.cos,
        }
    }
}

/// t = 256·block + 16a + b.
fn split(t: i64) -> (i64, i64, i64) {
    let within = t.rem_euclid(BLOCK);
    (t.div_euclid(BLOCK), within / STEP, within % STEP)
}

fn anchor(omega: Double, block: i64) -> Phasor {
    Phasor::from_angle(omega.scaled((block * BLOCK) as f64))
}

/// One value of a row: which of the sampled frequencies, and which part.
struct Slot {
    index: usize,
    component: Component,
}

/// Fills rows of a range of columns; holds the tabulated rotations of their frequencies.
pub struct Sampler {
    omegas: Vec<Double>,
    slots: Vec<Slot>,
    /// R^{16a}: frequency by frequency within a.
    coarse: Vec<Phasor>,
    /// R^{b}: frequency by frequency within b.
    fine: Vec<Phasor>,
}

impl Sampler {
    /// Prepares a range of columns; what is beyond the width is left out.
    pub fn new(encoding: &Encoding, columns: Range<u32>) -> Self {
        let width = encoding.columns().len();
        let range = (columns.start as usize).min(width)..(columns.end as usize).min(width);
        let columns = encoding.columns().get(range).unwrap_or(&[]);
        let mut index_of = vec![usize::MAX; encoding.frequencies().len()];
        let mut omegas = Vec::new();
        let slots = columns
            .iter()
            .map(|column| {
                let index = &mut index_of[column.frequency];
                if *index == usize::MAX {
                    *index = omegas.len();
                    omegas.push(encoding.frequencies()[column.frequency].omega);
                }
                Slot { index: *index, component: column.component }
            })
            .collect();
        let powers = |step: i64| -> Vec<Phasor> {
            (0..STEP)
                .flat_map(|i| omegas.iter().map(move |omega| (i, omega)))
                .map(|(i, omega)| Phasor::from_angle(omega.scaled((i * step) as f64)))
                .collect()
        };
        let (coarse, fine) = (powers(STEP), powers(1));
        Self { omegas, slots, coarse, fine }
    }

    /// Rows of the positions from `first` on, as many as `out` holds whole ones.
    pub fn fill(&self, first: i64, out: &mut [f64]) {
        self.for_each_row(first, self.slots.len(), out, |phasors, row| {
            for (out, slot) in row.iter_mut().zip(&self.slots) {
                *out = phasors[slot.index].component(slot.component);
            }
        });
    }

    /// Calls `each` with the phasors of every sampled frequency, in the order of their first column,
    /// for the positions from `first` on, each with its `width` elements of `out`.
    pub(crate) fn for_each_row<T: Send>(
        &self,
        first: i64,
        width: usize,
        out: &mut [T],
        each: impl Fn(&[Phasor], &mut [T]) + Sync,
    ) {
        if width == 0 {
            return;
        }
        let mut rest = out;
        let mut t = first;
        let mut blocks = Vec::new();
        while rest.len() >= width {
            let rows_to_boundary = (BLOCK - t.rem_euclid(BLOCK)) as usize;
            let rows = rows_to_boundary.min(rest.len() / width);
            let (block, after) = rest.split_at_mut(rows * width);
            blocks.push((t, block));
            rest = after;
            t += rows as i64;
        }
        blocks
            .into_par_iter()
            .for_each(|(t, block)| self.for_each_row_of_block(t, width, block, &each));
    }

    /// Rows that share one anchor.
    fn for_each_row_of_block<T>(
        &self,
        first: i64,
        width: usize,
        out: &mut [T],
        each: impl Fn(&[Phasor], &mut [T]),
    ) {
        let num = self.omegas.len();
        let (block, ..) = split(first);
        let anchors: Vec<Phasor> = self.omegas.iter().map(|&omega| anchor(omega, block)).collect();
        let mut turned = vec![Phasor { cos: 1.0, sin: 0.0 }; num];
        let mut turned_by = None;
        let mut values = turned.clone();
        for (t, row) in (first..).zip(out.chunks_exact_mut(width)) {
            let (_, a, b) = split(t);
            if turned_by != Some(a) {
                let coarse = &self.coarse[a as usize * num..][..num];
                for ((turned, anchor), coarse) in turned.iter_mut().zip(&anchors).zip(coarse) {
                    *turned = anchor.times(*coarse);
                }
                turned_by = Some(a);
            }
            let fine = &self.fine[b as usize * num..][..num];
            for ((value, turned), fine) in values.iter_mut().zip(&turned).zip(fine) {
                *value = turned.times(*fine);
            }
            each(&values, row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Convention, ParameterDraft, Parameters};

    #[test]
    fn a_row_alone_has_the_bits_of_the_row_in_the_whole() {
        let draft = ParameterDraft { start: -300, ..Convention::Paper.draft(7, 1000) };
        let encoding = Encoding::new(Parameters::new(draft).unwrap());
        let mut whole = vec![0.0; 7 * 1000];
        encoding.fill_rows(0, 0..7, &mut whole);
        for row in [0_usize, 1, 299, 300, 301, 556, 999] {
            let mut alone = vec![0.0; 3];
            encoding.fill_rows(row as u64, 2..5, &mut alone);
            assert_eq!(alone, whole[row * 7 + 2..row * 7 + 5], "row {row}");
            assert_eq!(alone[1], encoding.value(row as i64 - 300, 3), "value of row {row}");
        }
    }
}
