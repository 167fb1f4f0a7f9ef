//! Frequencies that the columns of a table tell, each measured once.

use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeMap,
    f64::consts::TAU,
};

use super::{
    turns::{frequency_alone, median_frequency, turn},
    values::TableValues,
};
use crate::encoding::{Components, Sinusoid, Waves, median::median};

/// Relative difference of a frequency that is taken for another.
const NEAR: f64 = 0.005;

/// Columns of the sine and of the cosine, or a column alone twice.
type ColumnPlace = (usize, usize);
/// Frequency, and the weight of its logarithm.
type Found = Option<(f64, f64)>;

/// A table with the frequencies of its pairs, and of its columns alone.
pub(super) struct Measured {
    pub(super) values: TableValues,
    found: RefCell<BTreeMap<ColumnPlace, Found>>,
    transposed: OnceCell<Box<Self>>,
    widened: OnceCell<Box<Self>>,
}

impl Measured {
    pub(super) fn new(values: TableValues) -> Self {
        Self {
            values,
            found: RefCell::default(),
            transposed: OnceCell::new(),
            widened: OnceCell::new(),
        }
    }

    /// The table with its rows as columns.
    pub(super) fn transposed(&self) -> &Self {
        self.transposed.get_or_init(|| Box::new(Self::new(self.values.transposed())))
    }

    /// The table with one more column, of no numbers.
    pub(super) fn widened(&self) -> &Self {
        self.widened.get_or_init(|| Box::new(Self::new(self.values.widened())))
    }

    /// Frequency of a pair, or of a column alone, without its sign.
    pub(super) fn at(&self, place: ColumnPlace) -> Found {
        *self.found.borrow_mut().entry(place).or_insert_with(|| {
            let (sin, cos) = place;
            let found = if sin == cos {
                frequency_alone(&self.values, sin)
            } else {
                median_frequency(&self.values, place)
            };
            // Rows in reverse turn backward.
            found.map(|(omega, weight)| (omega.abs(), weight)).filter(|&(omega, _)| omega > 0.0)
        })
    }

    /// False if the angles between rows contradict a sinusoid whose rows are at consecutive positions.
    pub(super) fn turns_as(&self, sinusoid: Sinusoid) -> bool {
        if is_alone(sinusoid) {
            return self.ratios_to(sinusoid).is_some_and(|ratios| ratios.is_common(1.0));
        }
        let waves = Waves::new(sinusoid);
        let pairs = waves.frequencies().iter().filter_map(|frequency| {
            let (sin, cos) = frequency.pair()?;
            Some(((sin as usize, cos as usize), frequency.omega.hi))
        });
        self.has_turns_of(&pairs.collect::<Vec<_>>())
    }

    /// False if the angles between rows contradict pairs of columns with the given frequencies.
    fn has_turns_of(&self, pairs: &[(ColumnPlace, f64)]) -> bool {
        const MOST_PAIRS: usize = 32;
        const MOST_ROWS: usize = 8;
        /// Angle from which a turn tells anything.
        const TELLING: f64 = 0.5;
        /// Angle that computing and rounding may make.
        const NEAR: f64 = 0.25;
        let num_rows = self.values.num_rows;
        let (mut num_told, mut num_near) = (0, 0);
        for lag in [1, num_rows / 8, num_rows / 3] {
            if lag == 0 || lag >= num_rows {
                continue;
            }
            let rows = (0..num_rows - lag).step_by(((num_rows - lag) / MOST_ROWS).max(1));
            for i in rows {
                let (row, later) = (self.values.row(i), self.values.row(i + lag));
                for &((sin, cos), omega) in pairs.iter().step_by((pairs.len() / MOST_PAIRS).max(1))
                {
                    let Some(turn) = turn((row[cos], row[sin]), (later[cos], later[sin])) else {
                        continue;
                    };
                    let expected = omega * lag as f64;
                    if turn.abs().max(expected) < TELLING {
                        continue;
                    }
                    let off = turn - expected;
                    num_told += 1;
                    num_near += usize::from((off - TAU * (off / TAU).round()).abs() < NEAR);
                }
            }
        }
        // Deviations of a table spoil some rows and columns.
        4 * num_near >= num_told
    }

    /// Places and frequencies of a sinusoid's pairs, or of its columns alone. `None` if a pair lacks a column.
    pub(super) fn places(sinusoid: Sinusoid) -> Option<Vec<(ColumnPlace, f64)>> {
        let is_alone = is_alone(sinusoid);
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
        let Some(mut ratios) = self.ratios_to(sinusoid) else { return !is_sorted };
        if is_sorted {
            ratios.sort();
            // Each place and each column count once: columns that turn alike are no ladder.
            let (found, own) = (&ratios.found, &ratios.own_of_all);
            let is_found = |own: &&f64| {
                let first = found.partition_point(|it| it / **own <= 1.0 - NEAR);
                found.get(first).is_some_and(|&it| is_near(it, **own))
            };
            let is_own = |found: &&f64| {
                let first = own.partition_point(|it| **found / it >= 1.0 + NEAR);
                own.get(first).is_some_and(|&it| is_near(**found, it))
            };
            let num_places = own.iter().filter(is_found).count();
            let num_columns = found.iter().filter(is_own).count();
            if ratios.is_enough(num_places.min(num_columns)) {
                return true;
            }
        }
        ratios.median().is_some_and(|median| ratios.is_common(median)) || ratios.is_common(1.0)
    }

    /// Frequencies of the table beside those of a sinusoid; `None` if a pair lacks a column.
    fn ratios_to(&self, sinusoid: Sinusoid) -> Option<Ratios> {
        let places = Self::places(sinusoid)?;
        let known = places.iter().filter_map(|&(place, omega)| Some((self.at(place)?.0, omega)));
        let (found, own) = known.unzip();
        Some(Ratios { found, own, own_of_all: places.iter().map(|&(_, omega)| omega).collect() })
    }
}

/// True if no frequency has both a sine and a cosine.
pub(super) fn is_alone(sinusoid: Sinusoid) -> bool {
    sinusoid.components() != Components::Both || sinusoid.exponent().is_per_column()
}

/// True if a frequency may be another.
fn is_near(found: f64, own: f64) -> bool {
    (found / own - 1.0).abs() < NEAR
}

/// Frequencies that are known of a table, beside those of a sinusoid.
struct Ratios {
    found: Vec<f64>,
    own: Vec<f64>,
    /// All frequencies of the sinusoid.
    own_of_all: Vec<f64>,
}

impl Ratios {
    /// Puts both in order. Columns whose frequency is not known are the slowest.
    fn sort(&mut self) {
        for frequencies in [&mut self.found, &mut self.own_of_all] {
            frequencies.sort_by(f64::total_cmp);
        }
        self.own = self.own_of_all[self.own_of_all.len() - self.found.len()..].to_vec();
    }

    fn each(&self) -> impl Iterator<Item = f64> {
        self.found.iter().zip(&self.own).map(|(found, own)| found / own)
    }

    fn median(&self) -> Option<f64> {
        median(&mut self.each().collect::<Vec<f64>>())
    }

    /// True if a ratio is that of enough frequencies.
    fn is_common(&self, ratio: f64) -> bool {
        self.is_enough(self.each().filter(|&it| is_near(it, ratio)).count())
    }

    /// True if so many frequencies are more than chance: deviations of a table spoil those of some columns, and slow
    /// columns have none.
    fn is_enough(&self, num_near: usize) -> bool {
        num_near >= 2
            && 10 * num_near >= 4 * self.found.len()
            && 16 * num_near >= self.own_of_all.len()
    }
}
