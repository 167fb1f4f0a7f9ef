//! Dials: every frequency as a hand that turns with the position.

use std::sync::Arc;

use crate::encoding::Waves;

/// Frequencies as hands on dials at one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Dials {
    /// Waves whose frequencies are shown.
    pub waves: Arc<Waves>,
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
        let spread = |most: usize| -> Vec<usize> {
            (0..most).map(|i| self.indexes[i * (num - 1) / (most - 1).max(1)]).collect()
        };
        let some = spread(most);
        if some.contains(&self.selected) || !self.indexes.contains(&self.selected) {
            return some;
        }
        let mut some = spread(most - 1);
        some.push(self.selected);
        some.sort_unstable();
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
        Self { waves, indexes: (0..num).collect(), selected, position: 3 }
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
            [0, 40, 49, 99],
            "the selected one is among them"
        );
        assert_eq!(Dials::example(100, 7).some(1), [7]);
    }
}
