//! Encoding to which a table is closest although no value need be exactly its own, as after training or quantization.

use super::{
    answer::{NameBits, Recognized},
    hypothesis::Hypothesis,
    measured::Measured,
    precision::TablePrecision,
    progress::SearchProgress,
};
use crate::encoding::Sinusoid;

/// Sizes of noise at which positions are read from the rows, relative to the scale.
const NOISES: [f64; 5] = [1e-4, 1e-3, 1e-2, 0.05, 0.2];
/// Largest median difference, relative to the scale, of a table that is close to an encoding.
const CLOSE: f64 = 0.05;
/// Number of encodings that are compared value by value.
const MOST: usize = 5;

/// An encoding with the positions and the scale that rows tell, and how far off the values are.
struct Near<'a> {
    hypothesis: Hypothesis<'a>,
    sinusoid: Sinusoid,
    start: i64,
    scale: f64,
    difference: f64,
}

impl Near<'_> {
    /// Bits by which another description of the same values would be shorter: those of the differences, and of the
    /// name.
    fn cost(&self) -> i64 {
        let values = self.hypothesis.values;
        let num = (values.num_rows * values.width) as f64;
        let name = NameBits::new(self.sinusoid, self.start).total();
        (num * self.difference.max(f64::EPSILON).log2() + name) as i64
    }
}

/// Encodings to which a table is closest, the best first; none if the values of most rows are far from all.
pub(super) fn nearest(
    measured: &Measured,
    sinusoids: &[Sinusoid],
    progress: &SearchProgress<'_>,
) -> Vec<Recognized> {
    let values = &measured.values;
    let near = |&sinusoid: &Sinusoid| {
        if !progress.is_wanted() || !measured.turns_as(sinusoid) {
            return None;
        }
        NOISES.into_iter().find_map(|noise| {
            let hypothesis = Hypothesis::new(values, sinusoid, TablePrecision::Noise(noise));
            let (start, scale) = hypothesis.start_and_scale()?;
            let difference = hypothesis.median_difference(start, scale)?;
            let near = Near { hypothesis, sinusoid, start, scale, difference };
            (difference < CLOSE).then_some(near)
        })
    };
    let mut found: Vec<Near<'_>> = sinusoids.iter().filter_map(near).collect();
    found.sort_by_key(Near::cost);
    found.truncate(MOST);
    let compare = |it: Near<'_>| {
        /// Number of median differences that noise hardly exceeds.
        const RARE: f64 = 8.0;
        /// Largest difference of values that still follow the encoding.
        const FARTHEST: f64 = 0.5;
        let finding = |noise: f64| {
            let hypothesis = Hypothesis::new(values, it.sinusoid, TablePrecision::Noise(noise));
            hypothesis.finding(it.sinusoid, it.start, it.scale)
        };
        let found = finding(RARE * it.difference);
        if found.as_ref().is_some_and(Recognized::has_few_deviations) {
            return found;
        }
        // Values that drift away from the encoding, as where frequencies are off, are no deviations of rows and
        // columns.
        let largest = it.hypothesis.largest_difference(it.start, it.scale);
        if largest <= FARTHEST { finding(largest) } else { found }
    };
    found.into_iter().filter_map(compare).collect()
}
