//! Dials: every frequency as a hand that turns with the position.

use std::sync::Arc;

use crate::encoding::Waves;

/// Frequencies as hands on dials at one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Dials {
    /// Waves whose frequencies are shown.
    pub waves: Arc<Waves>,
    /// Waves with the columns of the table.
    pub column_waves: Arc<Waves>,
    /// Indexes of the frequencies. Where not all fit, an evenly spread subset is drawn.
    pub indexes: Vec<usize>,
    /// Index of the selected frequency.
    pub selected: usize,
    /// Position t.
    pub position: i64,
}

impl Dials {
    /// Evenly spread subset of at most `most` indexes that includes the selected one.
    pub(in crate::picture::chart) fn some(&self, most: usize) -> Vec<usize> {
        let num = self.indexes.len();
        if num <= most {
            return self.indexes.clone();
        }
        let some: Vec<usize> =
            (0..most).map(|i| self.indexes[i * (num - 1) / (most - 1).max(1)]).collect();
        if some.contains(&self.selected) || !self.indexes.contains(&self.selected) {
            return some;
        }
        // The nearest one gives way, so that the others stay where they are.
        let mut some = some;
        let nearest = some.iter_mut().min_by_key(|it| it.abs_diff(self.selected));
        if let Some(nearest) = nearest {
            *nearest = self.selected;
        }
        some
    }
}

#[cfg(test)]
impl Dials {
    /// The paper's dials for tests.
    pub(in crate::picture::chart) fn example(num: usize, selected: usize) -> Self {
        use crate::encoding::{Convention, Sinusoid};
        let sinusoid = Sinusoid::new(Convention::PAPER.draft(2 * num as u32)).unwrap();
        let waves = Arc::new(Waves::new(sinusoid));
        Self {
            column_waves: Arc::clone(&waves),
            waves,
            indexes: (0..num).collect(),
            selected,
            position: 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subset_is_evenly_spread_with_selection() {
        assert_eq!(Dials::example(8, 3).some(20), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(Dials::example(100, 0).some(4), [0, 33, 66, 99]);
        assert_eq!(
            Dials::example(100, 40).some(4),
            [0, 40, 66, 99],
            "the selected one is among them"
        );
        assert_eq!(Dials::example(100, 7).some(1), [7]);
    }
}
