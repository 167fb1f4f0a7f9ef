//! `M_k`: the matrix that moves every position by k.
//!
//! For the pair of one frequency
//!
//! ```text
//! ( sin ω(t+k) )   (  cos ωk   sin ωk ) ( sin ωt )
//! ( cos ω(t+k) ) = ( −sin ωk   cos ωk ) ( cos ωt )
//! ```
//!
//! holds for all t. A column of zeros has 1 on the diagonal; a cosine that stands twice comes both times
//! of its pair. A column without its partner has no such matrix; for it `M_k` is here the map that
//! is best over all positions, cos ωk on the diagonal, whose residual has RMS |sin ωk|/√2.

use ndarray::Array2;

use super::{Column, Component, Encoding, Frequency, Phasor, engine};

/// How far `M_k·PE(t)` is from PE(t + k).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// Largest absolute difference.
    pub max: f64,
    /// Root of the mean square of the differences.
    pub rms: f64,
}

/// `M_k` of an encoding for one offset.
pub struct Rotation<'a> {
    encoding: &'a Encoding,
    offset: i64,
    /// e^{iωk} of every frequency.
    turns: Vec<Phasor>,
}

impl<'a> Rotation<'a> {
    /// `M_k` for the offset k.
    pub fn new(encoding: &'a Encoding, offset: i64) -> Self {
        let turns = engine::phasors_at(encoding, offset);
        let turns = turns.cos.iter().zip(&turns.sin);
        let turns = turns.map(|(&cos, &sin)| Phasor { cos, sin }).collect();
        Self { encoding, offset, turns }
    }

    /// Whether there is a matrix with `M_k·PE(t)` = PE(t + k) for every t.
    pub fn exists(encoding: &Encoding, offset: i64) -> bool {
        let is_carried =
            |frequency: &Frequency| frequency.pair().is_some() || frequency.repeats.is_some();
        offset == 0 || encoding.frequencies().iter().all(is_carried)
    }

    /// The entries of row `i` that can be other than 0: column and value.
    pub fn row(&self, i: u32) -> impl Iterator<Item = (u32, f64)> + use<'a> {
        let Column::Wave { frequency, component } = self.encoding.column(i) else {
            // Zeros are zeros at every position: the identity moves them.
            return [Some((i, 1.0)), None].into_iter().flatten();
        };
        let turn = self.turns[frequency];
        let own = &self.encoding.frequencies()[frequency];
        // A repeated cosine comes of the pair that it repeats.
        let source = own.repeats.map_or(own, |repeats| &self.encoding.frequencies()[repeats]);
        let entries = match (source.pair(), component) {
            (Some((sin, cos)), Component::Sin) => [Some((sin, turn.cos)), Some((cos, turn.sin))],
            (Some((sin, cos)), Component::Cos) => [Some((cos, turn.cos)), Some((sin, -turn.sin))],
            (None, _) => [Some((i, turn.cos)), None],
        };
        entries.into_iter().flatten()
    }

    /// Entry in row `i`, column `j`; 0 outside the blocks.
    pub fn entry(&self, i: u32, j: u32) -> f64 {
        self.row(i).find(|&(column, _)| column == j).map_or(0.0, |(_, value)| value)
    }

    /// The block of a frequency, on (sin ωt, cos ωt): [[cos ωk, sin ωk], [−sin ωk, cos ωk]].
    pub fn block(&self, frequency: usize) -> [[f64; 2]; 2] {
        let Phasor { cos, sin } = self.turns[frequency];
        [[cos, sin], [-sin, cos]]
    }

    /// The whole matrix, `d_model` × `d_model`, row by row.
    pub fn matrix(&self) -> Array2<f64> {
        let d_model = self.encoding.columns().len();
        let mut matrix = Array2::zeros((d_model, d_model));
        for i in 0..d_model {
            for (j, entry) in self.row(i as u32) {
                matrix[[i, j as usize]] = entry;
            }
        }
        matrix
    }

    /// RMS of the residual over all positions, those beyond the table among them: |sin ωk|/√2 for each
    /// column without a partner, 0 for the others.
    pub fn residual_in_the_limit(&self) -> f64 {
        let is_alone =
            |frequency: &&Frequency| frequency.pair().is_none() && frequency.repeats.is_none();
        let frequencies = self.encoding.frequencies().iter().zip(&self.turns);
        let squares: f64 = frequencies
            .filter(|(frequency, _)| is_alone(frequency))
            .map(|(_, turn)| turn.sin * turn.sin / 2.0)
            .sum();
        (squares / self.encoding.columns().len() as f64).sqrt()
    }

    /// `M_k·x`, without building the matrix.
    pub fn apply(&self, x: &[f64]) -> Vec<f64> {
        let of_row =
            |i| self.row(i).fold(0.0, |sum: f64, (j, entry)| entry.mul_add(x[j as usize], sum));
        (0..x.len() as u32).map(of_row).collect()
    }

    /// How far `M_k·PE(t)` is from PE(t + k).
    pub fn residual(&self, t: i64) -> Residual {
        let moved = self.apply(&self.encoding.row(t));
        let there = self.encoding.row(t + self.offset);
        let squares = moved.iter().zip(&there).map(|(a, b)| (a - b) * (a - b));
        let max = squares.clone().fold(0.0, f64::max).sqrt();
        Residual { max, rms: (squares.sum::<f64>() / moved.len() as f64).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Components, Convention, Exponent, Layout, ParameterDraft, Parameters};

    fn encoding(change: impl FnOnce(&mut ParameterDraft)) -> Encoding {
        let mut draft = Convention::PAPER.draft(32, 64);
        change(&mut draft);
        Encoding::new(Parameters::new(draft).unwrap())
    }

    #[test]
    fn moves_every_position_by_k_where_every_column_has_its_partner() {
        for &layout in Layout::ALL {
            let encoding = encoding(|draft| draft.layout = layout);
            for k in [-1_000_000, -1, 0, 10, 1 << 32] {
                for t in [0, 42, 1 << 32] {
                    let residual = Rotation::new(&encoding, k).residual(t);
                    assert!(residual.max <= 1e-15, "{layout:?}, k = {k}, t = {t}: {residual:?}");
                }
            }
        }
    }

    #[test]
    fn matrix_blocks_and_rows_are_one_thing() {
        let encoding = encoding(|draft| {
            draft.layout = Layout::Split;
            draft.d_model = 33;
        });
        let rotation = Rotation::new(&encoding, 12);
        let matrix = rotation.matrix();
        for (i, row) in matrix.outer_iter().enumerate() {
            for (j, &value) in row.iter().enumerate() {
                assert_eq!(value, rotation.entry(i as u32, j as u32), "entry ({i}, {j})");
            }
        }
        let x = encoding.row(5);
        let product = matrix.dot(&ndarray::Array1::from(x.clone()));
        for (a, b) in product.iter().zip(rotation.apply(&x)) {
            assert!((a - b).abs() < 1e-15, "the product with and without the matrix");
        }
        let [[cos, sin], [minus_sin, _]] = rotation.block(3);
        let (a, b) = encoding.frequencies()[3].pair().unwrap();
        assert_eq!((cos, sin), (rotation.entry(a, a), rotation.entry(a, b)), "the sine's row");
        assert_eq!(minus_sin, rotation.entry(b, a), "the cosine's row");
    }

    #[test]
    fn the_residual_of_a_long_table_nears_its_limit() {
        for components in [Components::Sin, Components::Cos] {
            let encoding = encoding(|draft| {
                draft.components = components;
                draft.d_model = 6;
                draft.base = 10.0;
            });
            let rotation = Rotation::new(&encoding, 3);
            let squares = (0..20_000).map(|t| rotation.residual(t).rms.powi(2));
            let rms = (squares.sum::<f64>() / 20_000.0).sqrt();
            let limit = rotation.residual_in_the_limit();
            assert!((rms - limit).abs() < 1e-3, "{components:?}: {rms} nears {limit}");
        }
    }

    #[test]
    fn has_no_exact_form_without_partners() {
        let slips: [fn(&mut ParameterDraft); 3] = [
            |draft| draft.components = Components::Sin,
            |draft| draft.components = Components::Cos,
            |draft| draft.exponent = Exponent::PerColumn,
        ];
        for slip in slips {
            let encoding = encoding(slip);
            let rotation = Rotation::new(&encoding, 10);
            assert!(
                !Rotation::exists(&encoding, 10),
                "{:?} has no exact M_k",
                encoding.parameters()
            );
            assert!(rotation.residual(42).max > 0.1, "the limit map misses by much");
        }
    }
}
