//! Candidates that the criteria compare with an encoding: naive encodings, and sinusoids with one component alone.

use std::{collections::HashMap, sync::Arc};

use super::{
    Components, Computed, Encoding, Family, Profile, Sinusoid, Spec, Table, Waves,
    parallel::map_each, similarity::Measure,
};
use crate::stable_enum::stable_enum;

/// Number of rows of random vectors between two checks for cancellation.
const BATCH: usize = 128;
/// Number of values computed together: a few megabytes.
const BLOCK: u64 = 1 << 20;

stable_enum! {
    /// Encoding measured by the criteria.
    pub enum Candidate {
        /// Position itself.
        Index = "index",
        /// Position as a fraction of the length, from 0 to 1.
        Fraction = "fraction",
        /// Binary digits of the position.
        Binary = "binary",
        /// Random vectors generated from a seed.
        Random = "random",
        /// Sines alone.
        Sine = "sine",
        /// Cosines alone.
        Cosine = "cosine",
        /// Encoding of the scene.
        Sinusoidal = "sinusoidal",
    }
}

/// Two positions with the smallest distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Distance |PE(t) − PE(s)|.
    pub distance: f64,
    /// First position.
    pub t: i64,
    /// Second position.
    pub s: i64,
}

impl Candidate {
    /// Table of this candidate over the extent of `own`. The width is that of `sinusoid`, except for candidates with a
    /// single column.
    pub fn table(self, own: &Table, sinusoid: Sinusoid, seed: u64) -> Table {
        let extent = own.extent;
        let d_model = sinusoid.d_model();
        let spec: Spec = match self {
            Self::Index => Computed::Index.into(),
            Self::Fraction => Computed::Fraction(extent).into(),
            Self::Binary => Computed::Binary { num_bits: d_model }.into(),
            Self::Random => Computed::Random { d_model, seed }.into(),
            Self::Sine => sinusoid.with_components(Components::Sin).into(),
            Self::Cosine => sinusoid.with_components(Components::Cos).into(),
            Self::Sinusoidal => return own.clone(),
        };
        Table { encoding: Arc::new(Encoding::new(spec)), extent }
    }
}

/// Maximum number of random vectors compared. All pairs are compared, since no order tells which vectors are near.
pub(super) const MOST_DRAWN: u64 = 2048;

/// Number of rows compared, from the first of a table on. Fewer for random vectors and tables from files, of which all
/// pairs are compared.
pub(super) fn num_compared(table: &Table) -> u64 {
    let family = table.encoding.spec().family();
    let is_drawn = matches!(family, Family::Random | Family::Table);
    table.num_rows().min(if is_drawn { MOST_DRAWN } else { Profile::MOST })
}

/// Number of rows computed together.
pub(super) fn block_rows(table: &Table) -> u64 {
    (BLOCK / u64::from(table.num_columns())).clamp(1, 1024)
}

/// Two nearest rows of a table with at least two rows. Returns `None` once `is_wanted` returns false.
pub(super) fn nearest(table: &Table, is_wanted: impl Fn(f32) -> bool + Sync) -> Option<Nearest> {
    let num = num_compared(table);
    match table.encoding.computed() {
        None => match table.waves() {
            Some(waves) => nearest_waves(waves, table, num, is_wanted),
            None => nearest_drawn(table, num, is_wanted),
        },
        Some(Computed::Binary { num_bits }) => {
            Some(nearest_bits(table.extent.start(), num, num_bits))
        }
        Some(Computed::Random { .. }) => nearest_drawn(table, num, is_wanted),
        Some(Computed::Index | Computed::Fraction(_)) => {
            // One value per row, increasing with the position, so the two nearest rows are adjacent.
            let values = table.rows(0, num);
            let gaps = values.windows(2).map(|pair| pair[1] - pair[0]);
            let (distance, t) =
                gaps.zip(table.extent.start()..).min_by(|a, b| a.0.total_cmp(&b.0))?;
            Some(Nearest { distance, t, s: t + 1 })
        }
    }
}

fn nearest_waves(
    waves: &Waves,
    table: &Table,
    num: u64,
    is_wanted: impl Fn(f32) -> bool + Sync,
) -> Option<Nearest> {
    let profile = Profile::new(waves, table.extent, Measure::Distance, is_wanted)?;
    let least = |offset: &i64| profile.band(*offset).map_or(f64::MAX, |band| band.least);
    let offset = (1..num as i64).min_by(|a, b| least(a).total_cmp(&least(b)))?;
    // If similarity depends on the offset alone, the first pair is as near as any other.
    let num_pairs = if waves.is_paired() { 1 } else { num - offset as u64 };
    let (distance, row) = nearest_at_offset(table, offset as u64, num_pairs);
    let t = table.position(row);
    Some(Nearest { distance, t, s: t + offset })
}

/// Smallest distance of two rows with this offset, and the first row of that pair.
fn nearest_at_offset(table: &Table, offset: u64, num_pairs: u64) -> (f64, u64) {
    let (width, block) = (table.num_columns() as usize, block_rows(table));
    let mut nearest = (f64::INFINITY, 0);
    for first in (0..num_pairs).step_by(block as usize) {
        let num = block.min(num_pairs - first);
        let (near, far) = (table.rows(first, num), table.rows(first + offset, num));
        for (row, (a, b)) in (first..).zip(near.chunks(width).zip(far.chunks(width))) {
            let distance = distance(a, b);
            if distance < nearest.0 {
                nearest = (distance, row);
            }
        }
    }
    nearest
}

/// First two positions with the same bits, otherwise the adjacent positions that differ in the fewest bits.
fn nearest_bits(start: i64, num: u64, num_bits: u32) -> Nearest {
    let end = start + num as i64;
    let mut seen: HashMap<u64, i64> = HashMap::new();
    let mask = if num_bits >= 64 { u64::MAX } else { (1 << num_bits) - 1 };
    let bits = |t: i64| t.cast_unsigned() & mask;
    for t in start..end {
        if let Some(before) = seen.insert(bits(t), t) {
            return Nearest { distance: 0.0, t: before, s: t };
        }
    }
    let pairs =
        (start..end - 1).map(|t| (f64::from((bits(t) ^ bits(t + 1)).count_ones()).sqrt(), t));
    let (distance, t) = pairs.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, start));
    Nearest { distance, t, s: t + 1 }
}

/// Two nearest rows that no rule orders, found by comparing all pairs.
fn nearest_drawn(
    table: &Table,
    num: u64,
    is_wanted: impl Fn(f32) -> bool + Sync,
) -> Option<Nearest> {
    let width = table.num_columns() as usize;
    let values = table.rows(0, num);
    let rows: Vec<&[f64]> = values.chunks_exact(width).collect();
    let of_row = |i: usize| {
        let distances = rows[..i].iter().map(|other| distance(rows[i], other)).zip(0_u64..);
        let (distance, j) = distances.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((distance, j, i as u64))
    };
    let mut nearest: Option<(f64, u64, u64)> = None;
    for first in (1..rows.len()).step_by(BATCH) {
        if !is_wanted((first as f32 / rows.len() as f32).powi(2)) {
            return None;
        }
        let of_batch = map_each(BATCH.min(rows.len() - first), &|i| of_row(first + i));
        nearest = nearest
            .into_iter()
            .chain(of_batch.into_iter().flatten())
            .min_by(|a, b| a.0.total_cmp(&b.0));
    }
    let (distance, a, b) = nearest?;
    Some(Nearest { distance, t: table.position(a), s: table.position(b) })
}

/// Euclidean distance |a − b|.
pub(super) fn distance(a: &[f64], b: &[f64]) -> f64 {
    Measure::Distance.of_rows(a, b)
}
