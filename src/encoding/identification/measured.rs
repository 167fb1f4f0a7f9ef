//! Frequencies that the columns of a table tell, each measured once.

use std::{cell::RefCell, collections::BTreeMap};

use super::{
    turns::{frequency_alone, median_frequency},
    values::Values,
};
use crate::encoding::{Components, Sinusoid, Waves};

/// Relative difference of a frequency that is taken for another.
const NEAR: f64 = 0.005;

/// Columns of the sine and of the cosine, or a column alone twice.
type Place = (usize, usize);
/// Frequency, and the weight of its logarithm.
type Found = Option<(f64, f64)>;

/// Frequencies of the pairs of a table, and of its columns alone.
pub(super) struct Measured<'a> {
    pub(super) values: &'a Values,
    found: RefCell<BTreeMap<Place, Found>>,
}

impl<'a> Measured<'a> {
    pub(super) fn new(values: &'a Values) -> Self {
        Self { values, found: RefCell::default() }
    }

    /// Frequency of a pair, or of a column alone, without its sign.
    pub(super) fn at(&self, place: Place) -> Found {
        *self.found.borrow_mut().entry(place).or_insert_with(|| {
            let (sin, cos) = place;
            let found = if sin == cos {
                frequency_alone(self.values, sin)
            } else {
                median_frequency(self.values, place)
            };
            // Rows in reverse turn backward.
            found.map(|(omega, weight)| (omega.abs(), weight)).filter(|&(omega, _)| omega > 0.0)
        })
    }

    /// Places and frequencies of a sinusoid's pairs, or of its columns alone. `None` if a pair lacks a column.
    pub(super) fn places(sinusoid: Sinusoid) -> Option<Vec<(Place, f64)>> {
        let is_alone = sinusoid.components() != Components::Both;
        let waves = Waves::new(sinusoid);
        let frequencies = waves.frequencies().iter().map(|frequency| {
            let of_any = || frequency.sin_column.or(frequency.cos_column).map(|it| (it, it));
            let (sin, cos) = if is_alone { of_any() } else { frequency.pair() }?;
            Some(((sin as usize, cos as usize), frequency.omega.hi))
        });
        frequencies.collect()
    }

    /// True if the frequencies of the table, as far as they are known, are those of a sinusoid up to a common factor,
    /// in any order on wish.
    pub(super) fn is_ladder_of(&self, sinusoid: Sinusoid, is_sorted: bool) -> bool {
        let Some(places) = Self::places(sinusoid) else { return !is_sorted };
        let known: Vec<(f64, f64)> =
            places.iter().filter_map(|&(place, omega)| Some((self.at(place)?.0, omega))).collect();
        // Deviations of a table spoil the frequencies of some columns.
        let is_enough = |near: usize| near >= 2 && 10 * near >= 4 * known.len();
        let is_near = |found: f64, own: f64| (found / own - 1.0).abs() < NEAR;
        if is_sorted {
            // Each place counts once: columns that turn alike are no ladder.
            let is_found = |own: f64| known.iter().any(|&(found, _)| is_near(found, own));
            if is_enough(places.iter().filter(|&&(_, own)| is_found(own)).count()) {
                return true;
            }
        }
        let (mut found, mut own): (Vec<f64>, Vec<f64>) = known.iter().copied().unzip();
        if is_sorted {
            found.sort_by(f64::total_cmp);
            own.sort_by(f64::total_cmp);
        }
        let mut ratios: Vec<f64> = found.iter().zip(&own).map(|(found, own)| found / own).collect();
        ratios.sort_by(f64::total_cmp);
        let Some(&median) = ratios.get(ratios.len() / 2) else { return false };
        let near = |to: f64| ratios.iter().filter(|&&it| is_near(it, to)).count();
        is_enough(near(median)) || is_enough(near(1.0))
    }
}
