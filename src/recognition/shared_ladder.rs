//! Caches of several coordinates that share the pairs of one ladder of frequencies out among them, as M-RoPE does.

use super::{
    cache_layout::CacheLayout,
    distinct_rows::DistinctRows,
    known_axes::{KnownAxes, KnownAxis},
    ladder_hypotheses::of_presets,
    laid_out::LaidOut,
};
use crate::{
    encoding::{
        Component, RowPositions, TableValues, WaveTable, place, placed_at,
        proof::number_bits,
        rotary::{SectionRule, Sections, scaling::Scaling},
        row_positions, with_digits,
    },
    model::known_sections,
};

/// Distances of the pairs of a coordinate: one after the other, three in turns, two in turns.
const STRIDES: [usize; 3] = [1, 3, 2];
/// Fewest pairs.
const LEAST_PAIRS: u32 = 8;
/// Most coordinates.
const MOST_AXES: usize = 3;
/// Digits of a base after its first.
const DIGITS: usize = 3;
/// Bits that the choice of a coordinate for each pair costs.
const SHARING_BITS: f64 = 24.0;

/// Finds the cache whose pairs are shared out among coordinates. `sample` gives base and owners.
pub(super) fn recognize_shared(
    sample: &TableValues,
    values: &dyn Fn() -> TableValues,
    (layout, component): (CacheLayout, Component),
) -> Option<KnownAxes> {
    let some = laid_out(sample, layout, component)?;
    let mut bases = some.bases(some.magnitude()).0;
    let presets = of_presets(some.num_pairs as usize).into_iter();
    bases.extend(presets.filter(|it| it.1 == Scaling::Default).map(|it| it.0));
    // Pairs of a base that is slightly off seem to be of several coordinates.
    bases.retain(|base| with_digits(*base, DIGITS).to_bits() == base.to_bits());
    bases.sort_by(f64::total_cmp);
    bases.dedup();
    let mut found = None;
    for (base, &stride) in bases.iter().flat_map(|base| STRIDES.iter().map(move |it| (base, it))) {
        let Some(owners) = some.owners(*base, stride) else { continue };
        if owners.iter().all(|it| *it == 0) {
            return None;
        }
        found = found.or(Some((*base, owners)));
    }
    let (base, owners) = found?;
    let values = values();
    laid_out(&values, layout, component)?.shared_by(base, owners)
}

/// A table in a layout.
fn laid_out(
    values: &TableValues,
    layout: CacheLayout,
    component: Component,
) -> Option<LaidOut<'_>> {
    LaidOut::all(values, vec![layout], LEAST_PAIRS).find(|it| it.component == component)
}

impl LaidOut<'_> {
    /// Columns of some pairs.
    fn columns_of(&self, is_own: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.columns.len()).filter(|&j| is_own(self.columns[j].0 as usize)).collect()
    }

    /// Table with some columns alone, whose values are given.
    fn with_columns<'a>(&self, kept: &[usize], values: &'a TableValues) -> LaidOut<'a> {
        let columns = kept.iter().map(|&j| self.columns[j]).collect();
        LaidOut { values, columns, ..*self }
    }

    /// Positions of the rows by some columns; `None` unless all values agree. `others` holds those by the coordinates
    /// before, which settle ambiguous rows.
    fn placed_columns(
        &self,
        kept: &[usize],
        base: f64,
        others: &[Vec<Option<f64>>],
    ) -> Option<PlacedColumns> {
        let row = |i: usize| {
            let row = self.values.row(i);
            // Rows of zeros are those of no token.
            let is_told = row.iter().any(|&it| it != 0.0);
            is_told.then(|| kept.iter().map(|&j| row[j]).collect())
        };
        let rows = DistinctRows::new((0..self.values.num_rows).map(row));
        let own = self.with_columns(kept, rows.values());
        let table = own.table(base, &Scaling::Default, 1.0);
        let placed = place(&table)?;
        let found: Vec<Option<f64>> = placed.positions.iter().collect();
        if found.contains(&None) || placed.evidence.num_wrong > 0 {
            return None;
        }
        let mut positions = rows.spread(&found);
        // Tokens have whole positions.
        if positions.iter().flatten().any(|it| it.fract() != 0.0) {
            return None;
        }
        let are_told = settle(&table, rows.places(), &mut positions, others);
        // One position of all rows says nothing, and costs nothing.
        let is_certain = rows.num() == 1 || placed.is_certain(number_bits(base) + SHARING_BITS);
        Some(PlacedColumns {
            positions,
            is_certain: is_certain && are_told,
            is_up_to_sign: placed.positions.is_up_to_sign,
            largest_difference: placed.evidence.largest_difference,
        })
    }

    /// Coordinate of each pair, as far as the rows tell: the first pair that no coordinate before explains has a new
    /// one.
    fn owners(&self, base: f64, stride: usize) -> Option<Vec<usize>> {
        let num_pairs = self.num_pairs as usize;
        let num_seeds = (num_pairs / 8).clamp(3, 8);
        let mut axes: Vec<RowPositions> = Vec::new();
        let mut owners: Vec<usize> = Vec::new();
        for pair in 0..num_pairs {
            let expected = pair.checked_sub(stride).map(|before| owners[before]);
            let mut likely = expected.into_iter().chain(0..axes.len());
            let known = likely.find(|&axis| self.is_explained(pair, base, &axes[axis]));
            if known.is_none() {
                let seeds: Vec<usize> = (pair..num_pairs).step_by(stride).take(num_seeds).collect();
                let kept = self.columns_of(|it| seeds.contains(&it));
                let placed =
                    self.placed_columns(&kept, base, &[]).filter(|_| axes.len() < MOST_AXES)?;
                axes.push(row_positions(&placed.positions, false, |_| 0.0));
            }
            owners.push(known.unwrap_or(axes.len() - 1));
        }
        Some(owners)
    }

    /// True if a pair has the values of a coordinate in all rows.
    fn is_explained(&self, pair: usize, base: f64, positions: &RowPositions) -> bool {
        let kept = self.columns_of(|it| it == pair);
        let rows = (0..self.values.num_rows).map(|i| self.values.row(i));
        let cells = rows.flat_map(|row| kept.iter().map(|&j| row[j])).collect();
        let values = TableValues::new(self.values.num_rows, kept.len(), cells);
        let own = self.with_columns(&kept, &values);
        let placed = placed_at(&own.table(base, &Scaling::Default, 1.0), positions.clone());
        placed.evidence.num_wrong == 0
    }

    /// The cache whose pairs are shared out among coordinates, if all rows say so with certainty.
    fn shared_by(&self, base: f64, mut owners: Vec<usize>) -> Option<KnownAxes> {
        let is_still = |pair: usize| {
            let same = |j: usize| {
                (1..self.values.num_rows).all(|i| self.values.row(i)[j] == self.values.row(0)[j])
            };
            self.columns_of(|it| it == pair).into_iter().all(same)
        };
        let told = |(pair, owner): (usize, &usize)| (!is_still(pair)).then_some(*owner);
        let sections = sections(&owners.iter().enumerate().map(told).collect::<Vec<_>>());
        if let Some(it) = sections {
            let order = it.rule.axes();
            let own = |pair| order.iter().position(|axis| *axis == it.axis(pair));
            owners = (0..self.num_pairs).filter_map(own).collect();
        }
        let num_axes = owners.iter().max()? + 1;
        let (mut axes, mut largest_difference) = (Vec::new(), 0.0_f64);
        let mut found: Vec<Vec<Option<f64>>> = Vec::new();
        for axis in 0..num_axes {
            let kept = self.columns_of(|pair| owners[pair] == axis);
            let placed = self.placed_columns(&kept, base, &found).filter(|it| it.is_certain)?;
            largest_difference = largest_difference.max(placed.largest_difference);
            let all = &placed.positions;
            axes.push(KnownAxis {
                num_pairs: owners.iter().filter(|it| **it == axis).count() as u32,
                base: Some(base),
                positions: row_positions(all, placed.is_up_to_sign, |_| 0.0),
                num_changes: all.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64,
            });
            found.push(placed.positions);
        }
        Some(KnownAxes {
            axes,
            layout: self.layout,
            columns: None,
            component: self.component,
            rounding: self.values.rounding,
            largest_difference,
            is_shared: true,
            sections,
        })
    }
}

/// Moves rows whose position is ambiguous to the one that all other coordinates share, as in text. False if a row stays
/// ambiguous.
fn settle(
    table: &WaveTable<'_>,
    places: &[Option<usize>],
    found: &mut [Option<f64>],
    others: &[Vec<Option<f64>>],
) -> bool {
    let mut was_text = true;
    for i in 0..found.len() {
        let (Some(place), Some(t)) = (places[i], found[i]) else { continue };
        let is_at = |t: f64| table.is_wholly_at_row(place, t);
        let of_others = others.first().and_then(|it| it[i]);
        let of_text = of_others.filter(|_| others.iter().all(|it| it[i] == of_others));
        if is_at(t + 1.0) || is_at(t - 1.0) {
            // Patches of one image may have one position, too.
            let is_new = i == 0 || places[i - 1] != places[i];
            let own = of_text.filter(|&own| is_at(own) && (is_new || was_text));
            let Some(own) = own else { return false };
            found[i] = Some(own);
        }
        was_text = of_text.is_some() && found[i] == of_text;
    }
    true
}

/// Positions of some columns of a table.
struct PlacedColumns {
    positions: Vec<Option<f64>>,
    is_certain: bool,
    is_up_to_sign: bool,
    largest_difference: f64,
}

/// Sections that share the pairs out like this, as models list them; `None` for none that models have. Pairs that do
/// not turn, of no told coordinate, are as a known class has them.
fn sections(owners: &[Option<usize>]) -> Option<Sections> {
    let is_it = |it: &Sections| {
        let own = |pair: u32| it.rule.axes().iter().position(|axis| *axis == it.axis(pair));
        (0..).zip(owners).all(|(pair, owner)| owner.is_none() || own(pair) == *owner)
    };
    let num = |axis: usize| owners.iter().filter(|it| **it == Some(axis)).count() as u32;
    let sizes = [0, 1, 2].map(num);
    let of_rule = |&rule: &SectionRule| Sections { sizes, rule };
    let known = known_sections().filter(|it| it.num_pairs() as usize == owners.len());
    let own = SectionRule::ALL.iter().map(of_rule).filter(|_| !owners.contains(&None));
    known.chain(own).find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognition::recognize_axes;

    /// Tokens of text, an image of 8 × 12 patches, and twenty tokens of text.
    fn coordinates(num_before: u32) -> Vec<[f64; 3]> {
        let text = |first: u32, num: u32| (first..first + num).map(|t| [f64::from(t); 3]);
        let patch = |i: u32| [0, i / 12, i % 12].map(|it| f64::from(num_before + it));
        let after = text(num_before + 12, 20);
        text(0, num_before).chain((0..96).map(patch)).chain(after).collect()
    }

    /// Cosines in halves, in single precision, of pairs that are shared out.
    fn cosines(tokens: &[[f64; 3]], sections: Sections) -> Vec<f64> {
        let of_token = |token: &[f64; 3]| {
            let value = |pair: u32| {
                let t = token[sections.axis(pair) as usize];
                let omega = 1e6_f64.powf(-f64::from(pair) / 64.0);
                f64::from((omega * t).cos() as f32)
            };
            (0..128).map(|j| value(j % 64)).collect::<Vec<f64>>()
        };
        tokens.iter().flat_map(of_token).collect()
    }

    #[test]
    fn pairs_of_tokens_in_images_are_shared_out() {
        let tokens = coordinates(60);
        for text in ["16,24,24", "interleaved:24,20,20", "alternating:22,22,20"] {
            let sections: Sections = text.parse().unwrap();
            let cells = cosines(&tokens, sections);
            let found = recognize_axes(tokens.len(), 128, &cells).unwrap();
            assert_eq!((found.sections, found.base()), (Some(sections), Some(1e6)), "{text}");
            for (axis, place) in found.axes.iter().zip(sections.rule.axes()) {
                let own = tokens.iter().map(|it| Some(it[place as usize]));
                assert!(axis.positions.iter().eq(own), "{text}: {axis:?}");
            }
            let mut wrong = cells;
            wrong[128 * 80 + 20] += 0.25;
            assert_eq!(recognize_axes(tokens.len(), 128, &wrong), None, "one value is another");
        }
    }

    /// Cosines of slow pairs alone do not tell at which of the first positions an image is.
    #[test]
    fn positions_that_are_not_told_are_not_claimed() {
        let tokens = coordinates(10);
        let is_known = |text: &str| {
            recognize_axes(tokens.len(), 128, &cosines(&tokens, text.parse().unwrap())).is_some()
        };
        assert!(is_known("16,24,24"), "rows and columns of text are those of time");
        assert!(!is_known("alternating:22,22,20"), "the pairs of time are the slowest");
    }

    #[test]
    fn text_alone_has_one_coordinate() {
        let tokens: Vec<[f64; 3]> = (0..40).map(|t| [f64::from(t); 3]).collect();
        let sections: Sections = "16,24,24".parse().unwrap();
        assert_eq!(recognize_axes(40, 128, &cosines(&tokens, sections)), None);
    }
}
