//! Evenly spaced rows at real positions, fitted to the values of all rows together.

use super::{
    super::line::shortest,
    row_positions::{Places, RowPositions, RowRun},
    wave_table::WaveTable,
};

/// Number of rows that a line is fitted to.
const MOST_ROWS: u64 = 512;

/// Line that fits some rows best, and how far its numbers may be off.
struct FittedLine {
    start: f64,
    step: f64,
    start_off: f64,
    step_off: f64,
}

impl WaveTable<'_> {
    /// The same runs, those in real steps fitted anew to all their values where more of these agree then: many rows in
    /// a line tell their positions better than each alone does.
    pub(super) fn with_fitted_lines(&self, positions: RowPositions) -> RowPositions {
        let of_run = |run: RowRun| {
            let Places::Line { position, step: Some(step) } = run.places else { return run };
            if step.fract() == 0.0 && position.fract() == 0.0 {
                return run;
            }
            let mut fewest = self.num_wrong(&run);
            if fewest == 0 {
                return run;
            }
            let Some(fitted) = self.fitted_line(&run, (position, step)) else { return run };
            let FittedLine { start, step, start_off, step_off } = fitted;
            let starts = [start.round(), position, shortest(start, start_off)];
            let starts = starts.into_iter().filter(|it| (it - start).abs() <= start_off);
            let lines =
                starts.map(|start| RowRun::line(run.rows.clone(), start, shortest(step, step_off)));
            let mut best = run.clone();
            for line in lines {
                let num = self.num_wrong(&line);
                if num < fewest {
                    (best, fewest) = (line, num);
                }
            }
            best
        };
        RowPositions { runs: positions.runs.into_iter().map(of_run).collect(), ..positions }
    }

    /// Number of values of some rows that are not those of their positions.
    fn num_wrong(&self, run: &RowRun) -> usize {
        let of_row = |i: u64| {
            let Some(t) = run.position(i - run.rows.start) else { return 0 };
            let row = self.values.row(i as usize).iter().zip(self.expected_row(t));
            let num_right = row.filter(|(value, it)| (*value - it.value).abs() <= it.tolerance);
            self.width() - num_right.count()
        };
        run.rows.clone().map(of_row).sum()
    }

    /// Line near another that fits some rows best, by least squares in its start and its step.
    fn fitted_line(&self, run: &RowRun, near: (f64, f64)) -> Option<FittedLine> {
        const STEPS: usize = 5;
        /// Difference, as a share of the factor, from which a value is another's.
        const FAR: f64 = 0.05;
        /// Errors of a value by which the numbers may be off.
        const ROOM: f64 = 2.0;
        let every = run.num_rows().div_ceil(MOST_ROWS) as usize;
        let unit = ROOM * self.precision.tolerance(1.0, 0.0, self.scale) / self.scale.abs();
        let (mut start, mut step) = near;
        let mut offs = (0.0, 0.0);
        for _ in 0..STEPS {
            let (mut ss, mut si, mut ii, mut s, mut i) = (0.0, 0.0, 0.0, 0.0, 0.0);
            for row in run.rows.clone().step_by(every) {
                let num = (row - run.rows.start) as f64;
                let t = start + step * num;
                for (value, it) in self.values.row(row as usize).iter().zip(&self.columns) {
                    let (own, slope) = it.value_and_slope(t);
                    let off = value / self.scale - own;
                    if off.abs() < FAR {
                        let (along, weight) = (slope * off, slope * slope);
                        (s, i) = (s + along, i + num * along);
                        (ss, si, ii) = (ss + weight, si + num * weight, ii + num * num * weight);
                    }
                }
            }
            let determinant = ss * ii - si * si;
            start += (s * ii - i * si) / determinant;
            step += (i * ss - s * si) / determinant;
            offs = (unit * (ii / determinant).sqrt(), unit * (ss / determinant).sqrt());
        }
        let is_told = [start, step, offs.0, offs.1].iter().all(|it| it.is_finite());
        is_told.then_some(FittedLine { start, step, start_off: offs.0, step_off: offs.1 })
    }
}
