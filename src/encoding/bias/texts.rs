//! Biases of several texts, or of a padded one, whose keys are at positions of their own.

use super::{
    BiasConvention, BiasForm, BiasRule, KnownBias, LaterKeys,
    recognition::{Biases, USUAL_HEADS, bias_of},
    rule::Bias,
};
use crate::encoding::{RowPositions, identification::row_positions};

/// Fewest heads, whose slopes tell the rule.
const LEAST_HEADS: u32 = 4;

impl Biases<'_> {
    /// Slopes times positions of keys: a row for each head, text after text.
    pub(super) fn of_texts(&self) -> Option<KnownBias> {
        let num_rows = self.cells.nrows() as u32;
        let of_heads = |num_heads: u32| {
            let conventions = BiasConvention::all()
                .filter(|it| matches!(it.facts().rule, BiasRule::Position(_)))
                .filter_map(move |convention| bias_of(convention, num_heads));
            let found = |bias: Bias| self.of_texts_by(&bias).map(|it| (bias, it));
            conventions.filter_map(found).collect::<Vec<_>>()
        };
        let usual = USUAL_HEADS.into_iter();
        let fitting = usual.filter(|it| *it >= LEAST_HEADS && num_rows.is_multiple_of(*it));
        let mut all: Vec<_> = fitting.flat_map(of_heads).collect();
        // A rule that rounds gives the very values.
        all.sort_by(|a, b| a.1.1.total_cmp(&b.1.1));
        let mut all = all.into_iter();
        let (bias, (texts, largest_difference)) = all.next()?;
        let also = all.map(|(it, _)| (it.convention(), it.num_heads(), None)).collect();
        Some(KnownBias {
            bias,
            form: BiasForm::LastQuery,
            head: None,
            also,
            num_keys: self.cells.ncols() as u64,
            texts,
            num_later: 0,
            later: LaterKeys::Rule,
            largest_difference,
        })
    }

    /// Positions of the keys of each text by a rule, and the largest difference.
    fn of_texts_by(&self, bias: &Bias) -> Option<(Vec<RowPositions>, f64)> {
        let num_heads = bias.num_heads() as usize;
        let (mut texts, mut largest) = (Vec::new(), 0.0_f64);
        for first in (0..self.cells.nrows()).step_by(num_heads) {
            let mut positions: Vec<Option<f64>> = Vec::new();
            for key in 0..self.cells.ncols() {
                let next = positions.last().copied().flatten().map_or(0.0, |it: f64| it + 1.0);
                let (position, difference) = self.position_of_key(bias, (first, key), next)?;
                positions.push(Some(position));
                largest = largest.max(difference);
            }
            // Equal positions of all keys tell nothing.
            if positions.iter().all(|it| *it == positions[0]) {
                return None;
            }
            texts.push(row_positions(&positions, false, |_| 0.0));
        }
        Some((texts, largest))
    }

    /// Whole position of a key that gives the values of all heads, and the largest difference; the likely one if it
    /// does.
    fn position_of_key(
        &self,
        bias: &Bias,
        (first, key): (usize, usize),
        likely: f64,
    ) -> Option<(f64, f64)> {
        /// Part of a position by which rounded ones may be off.
        const OFF: f64 = 1.0 / 128.0;
        let near = self.cells[[first, key]] / bias.slope(0)?;
        let is_position = (-0.5..1e9).contains(&near);
        let (low, high) = (near * (1.0 - OFF) - 0.5, near * (1.0 + OFF) + 0.5);
        let difference = |position: f64| {
            let at = position as i64;
            (0..bias.num_heads()).try_fold(0.0_f64, |largest, head| {
                let value = self.cells[[first + head as usize, key]];
                let own = self.difference(value, bias.value(head, (at, at), at))?;
                Some(largest.max(own))
            })
        };
        let nearby = [likely, near.round()].into_iter().filter(|it| (low..=high).contains(it));
        let found = |it: f64| difference(it).map(|difference| (it, difference));
        if is_position { nearby.filter(|it| *it >= 0.0).find_map(found) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;
    use crate::encoding::bias::recognize_bias;

    /// Slopes of the heads times the positions of the keys, text after text.
    fn batch(key: &str, texts: &[&[i64]]) -> Array2<f64> {
        let bias = bias_of(BiasConvention::of_key(key).unwrap(), 12).unwrap();
        Array2::from_shape_fn((12 * texts.len(), texts[0].len()), |(i, key)| {
            let at = texts[i / 12][key];
            bias.value((i % 12) as u32, (at, at), at)
        })
    }

    #[test]
    fn positions_of_padded_keys_are_told() {
        let texts: [&[i64]; 3] = [
            &[0, 1, 2, 3, 4, 5, 6, 7, 8],
            &[0, 0, 0, 0, 1, 2, 3, 4, 5],
            &[0, 1, 2, 3, 4, 0, 0, 0, 0],
        ];
        for key in ["alibi-bloom", "alibi-falcon"] {
            for some in [&texts[..], &texts[1..2]] {
                let found = recognize_bias(&batch(key, some)).unwrap();
                assert_eq!((found.bias.convention().key(), found.bias.num_heads()), (key, 12));
                assert_eq!(found.texts.len(), some.len());
                for (own, text) in found.texts.iter().zip(some) {
                    assert!(own.iter().flatten().eq(text.iter().map(|&it| it as f64)), "{own:?}");
                }
            }
            let mut wrong = batch(key, &texts);
            wrong[[13, 7]] *= 1.25;
            assert_eq!(recognize_bias(&wrong), None, "one value is another");
        }
    }
}
