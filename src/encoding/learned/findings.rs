//! All figures about a table, measured once.

use ndarray::Array2;

use super::{
    ColumnFit, NormStep, Properties, RowMark,
    fits::{centered, nearest_sinusoid, shares},
    looks, order,
    properties::properties,
    regression,
    spectrum::{amplitudes, fits},
};
use crate::encoding::{Question, Rows, Table};

/// Measurements of a learned table, as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedQuestion {
    /// Table.
    pub table: Table,
    /// Seed of random choices.
    pub seed: u64,
}

impl Question for LearnedQuestion {
    type Answer = Learned;

    const TITLE: &'static str = "Measuring the table";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        Learned::new(&self.table, self.seed, is_wanted)
    }
}

/// Measurements of a table: rows, directions, waves, probes and properties.
#[derive(Clone, Debug)]
pub struct Learned {
    /// Norms of the rows.
    pub norms: Vec<f64>,
    /// Row from which the norms are others.
    pub step: Option<NormStep>,
    /// Look of each row.
    pub marks: Vec<RowMark>,
    /// Shares of the variance by principal direction, the largest first.
    pub shares: Vec<f64>,
    /// Amplitudes by wave (1, 2 … turns within the rows): a row for each column, in the order of `order`.
    pub spectrum: Rows,
    /// Columns in the order of their strongest waves, the slowest first.
    pub order: Vec<u32>,
    /// Best sinusoid of each column.
    pub fits: Vec<ColumnFit>,
    /// R² of the nearest sinusoidal table.
    pub nearest_sinusoid: f64,
    /// Mean |round(ŷ) − y| of positions read by linear regression.
    pub position_error: f64,
    /// Share of pairs of rows whose order logistic regression gets wrong.
    pub order_error: f64,
    /// Properties of dot products.
    pub properties: Properties,
}

impl Learned {
    /// Largest number of columns.
    pub const MOST_COLUMNS: u32 = 1024;
    /// Largest number of rows, from the first on.
    pub const MOST_ROWS: u64 = 4096;
    /// Largest number of rows of the probes and of the dot products.
    pub const MOST_PROBED: u64 = 512;

    /// Measures a table. Values that are not finite count as 0. `None` once `is_wanted`, which gets the share of the
    /// work that is done, returns false, and for tables with more than [`Learned::MOST_COLUMNS`] columns.
    pub fn new(table: &Table, seed: u64, is_wanted: impl Fn(f32) -> bool) -> Option<Self> {
        if table.num_columns() > Self::MOST_COLUMNS {
            return None;
        }
        let num_rows = table.num_rows().min(Self::MOST_ROWS);
        let mut all: Array2<f64> = table.block(0..num_rows, 0..table.num_columns());
        all.mapv_inplace(|value| if value.is_finite() { value } else { 0.0 });
        let norms = looks::norms(&all);
        let step = looks::norm_step(&norms);
        let marks = looks::marks(&all, &norms, step);
        let probed = all.slice(ndarray::s![..num_rows.min(Self::MOST_PROBED) as usize, ..]);
        let probed = probed.to_owned();
        let is_wanted: &dyn Fn(f32) -> bool = &is_wanted;
        let part = |from: f32, to: f32| move |share: f32| is_wanted(from + share * (to - from));
        let position_error = regression::position_error(&probed, seed, &part(0.0, 0.3))?;
        let order_error = order::order_error(&probed, seed, &part(0.3, 0.5))?;
        let properties = properties(&probed);
        let all = centered(all);
        if !is_wanted(0.55) {
            return None;
        }
        let shares = shares(&all);
        if !is_wanted(0.7) {
            return None;
        }
        let nearest_sinusoid = nearest_sinusoid(&all);
        if !is_wanted(0.85) {
            return None;
        }
        let amplitudes = amplitudes(&all);
        let fits = fits(&all, &amplitudes);
        let mut order: Vec<u32> = (0..table.num_columns()).collect();
        order.sort_by(|&a, &b| {
            let frequency = |column: u32| fits[column as usize].frequency;
            frequency(a).total_cmp(&frequency(b)).then(a.cmp(&b))
        });
        let indexes: Vec<usize> = order.iter().map(|&column| column as usize).collect();
        let spectrum = Rows::from(amplitudes.select(ndarray::Axis(0), &indexes));
        is_wanted(1.0).then(|| Self {
            norms,
            step,
            marks,
            shares,
            spectrum,
            order,
            fits,
            nearest_sinusoid,
            position_error,
            order_error,
            properties,
        })
    }

    /// Number of rows that were measured, from the first on.
    pub fn num_rows(&self) -> u64 {
        self.norms.len() as u64
    }

    /// Number of rows that the probes and the dot products use.
    pub fn num_probed(&self) -> u64 {
        self.num_rows().min(Self::MOST_PROBED)
    }

    /// Least number of principal directions that hold a share of the variance.
    pub fn num_directions(&self, share: f64) -> usize {
        let mut sum = 0.0;
        let enough = self.shares.iter().position(|it| {
            sum += it;
            sum >= share
        });
        enough.map_or(self.shares.len(), |index| index + 1)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::encoding::{Computed, Convention, Encoding, Extent};

    fn measured(encoding: Encoding, length: u64) -> Learned {
        let extent = Extent::new(0, length).unwrap();
        let table = Table { encoding: Arc::new(encoding), extent };
        Learned::new(&table, 7, |_| true).unwrap()
    }

    #[test]
    fn sinusoid_is_its_own_nearest_sinusoid() {
        let found = measured(Encoding::sinusoidal(Convention::PAPER.draft(32)).unwrap(), 200);
        assert!((found.nearest_sinusoid - 1.0).abs() < 1e-9, "{}", found.nearest_sinusoid);
        assert!(found.fits.iter().all(|fit| fit.share > 0.999), "every column is a wave");
        assert!(found.position_error < 1.0 && found.order_error < 0.05, "{found:?}");
        assert!(found.properties.translation_variance < 1e-12, "dot products depend on offsets");
        assert!((found.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(found.marks.iter().all(|&mark| mark == RowMark::Usual));
    }

    #[test]
    fn noise_says_nothing_of_positions() {
        let found = measured(Encoding::new(Computed::Random { d_model: 32, seed: 3 }), 200);
        assert!(found.nearest_sinusoid < 0.3, "{}", found.nearest_sinusoid);
        assert!(found.position_error > 30.0, "{}", found.position_error);
        assert!(found.properties.translation_variance > 0.5, "{:?}", found.properties);
    }
}
