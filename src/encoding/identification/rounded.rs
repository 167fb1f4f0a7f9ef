//! Tables of conventions whose frequencies, positions or angles were rounded before the sines and cosines.

use rayon::prelude::*;

use super::{answer::Recognized, progress::Progress, values::Values};
use crate::encoding::{Convention, Encoding, Rounding, Sinusoid, Spec, Stage, Stages};

/// Types that programs round stages to, other than single precision.
const TYPES: [Rounding; 2] = [Rounding::Bf16, Rounding::F16];
/// One in so many values of a row, and of the table, may differ.
const MOST_WRONG_IN_ROW: usize = 16;
const MOST_WRONG: usize = 200;
/// Stages that are rounded together, the fewest first.
const ROUNDED: [&[Stage]; 6] = [
    &[Stage::Frequency],
    &[Stage::Position],
    &[Stage::Product],
    &[Stage::Frequency, Stage::Position],
    &[Stage::Frequency, Stage::Product],
    &[Stage::Frequency, Stage::Position, Stage::Product],
];

/// All combinations of stages that give values of a type, those with the fewest assumptions first. Stages that are not
/// rounded to a narrow type are exact, or in single precision.
fn combinations(result: Option<Rounding>) -> Vec<Stages> {
    let mut all = Vec::new();
    for others in [Some(Rounding::F32), None] {
        for rounded in ROUNDED {
            for to in TYPES {
                let own = |stages: Stages, &stage: &Stage| {
                    let to = if rounded.contains(&stage) { Some(to) } else { others };
                    stages.with(stage, to)
                };
                let before = [Stage::Frequency, Stage::Position, Stage::Product];
                let stages = before.iter().fold(Stages::default(), own);
                all.push(stages.with(Stage::Result, result));
            }
        }
    }
    all
}

/// Number of values of a row that are not those of an encoding, as far as libraries agree on angles and sines.
fn num_wrong(values: &Values, encoding: &Encoding, start: i64, i: usize, tolerance: f64) -> usize {
    /// Units of single precision by which frequencies and angles are off, relative to the angle.
    const ANGLE: f64 = 16.0 / 16_777_216.0;
    let t = start + i as i64;
    let expected = encoding.row(t);
    let tolerance = tolerance + t.unsigned_abs() as f64 * ANGLE;
    let is_wrong = |(a, b): &(&f64, &f64)| (*a - *b).abs() > tolerance || a.is_nan() != b.is_nan();
    values.row(i).iter().zip(&expected).filter(is_wrong).count()
}

/// Convention and stages whose table this is; `None` if there are none.
pub(super) fn rounded(values: &Values, progress: &Progress<'_>) -> Option<Recognized> {
    let (num_rows, width) = (values.num_rows, values.width as u32);
    let result = values.rounding;
    let tolerance = 2e-6 + result.map_or(0.0, |it| 1.01 * it.unit());
    // A few rows far out refuse nearly every hypothesis.
    let tried = [num_rows - 1, num_rows * 2 / 3, num_rows / 2, num_rows / 3, num_rows / 7];
    let mut hypotheses: Vec<(Convention, Sinusoid, i64)> = Vec::new();
    for convention in Convention::all() {
        let Ok(sinusoid) = Sinusoid::new(convention.draft(width)) else { continue };
        for start in [convention.facts().start, 0, 1] {
            if hypotheses.iter().all(|&(_, known, at)| (known, at) != (sinusoid, start)) {
                hypotheses.push((convention, sinusoid, start));
            }
        }
    }
    let stages = combinations(result);
    // Each convention's own start comes before the others.
    hypotheses.sort_by_key(|(convention, _, start)| convention.facts().start != *start);
    for (convention, sinusoid, start) in hypotheses {
        if !progress.is_wanted() {
            return None;
        }
        let exact = Box::new(Spec::from(sinusoid));
        let fits = |stages: &Stages| {
            let encoding = Encoding::new(Spec::Rounded(exact.clone(), *stages));
            let wrong = |i: usize| num_wrong(values, &encoding, start, i, tolerance);
            // Angles that are nearly ties may be rounded the other way.
            if tried.iter().any(|&i| wrong(i) * MOST_WRONG_IN_ROW > values.width) {
                return None;
            }
            let num: usize = (0..num_rows).map(wrong).sum();
            (num * MOST_WRONG <= num_rows * values.width).then_some((encoding, num))
        };
        let found = stages.par_iter().find_map_first(|it| Some((*it, fits(it)?)));
        let Some((stages, (encoding, num_wrong))) = found else { continue };
        let off = |i: usize| {
            let expected = encoding.row(start + i as i64);
            let row = values.row(i).iter().zip(&expected);
            row.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        };
        let num_cells = (num_rows * values.width) as u64;
        return Some(Recognized {
            convention: Some(convention),
            also: Vec::new(),
            sinusoid,
            start,
            spacing: None,
            length: num_rows as u64,
            scale: 1.0,
            is_transposed: false,
            rounding: result,
            stages,
            deviations: Vec::new(),
            max_abs_difference: (0..num_rows).map(off).fold(0.0, f64::max),
            num_off: num_wrong as u64,
            matching: num_cells - num_wrong as u64,
            num_cells,
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::encoding::{Extent, Identity, Table, identify};

    fn table(convention: &str, (d_model, length): (u32, u64), stages: &str) -> Table {
        let convention = Convention::named(convention).unwrap();
        let exact = Spec::from(Sinusoid::new(convention.draft(d_model)).unwrap());
        let spec = Spec::Rounded(Box::new(exact), stages.parse().unwrap());
        let extent = Extent::new(convention.facts().start, length).unwrap();
        Table { encoding: Arc::new(Encoding::new(spec)), extent }
    }

    fn check(convention: &str, size: (u32, u64), stages: &str, expected: &str) {
        let table = table(convention, size, stages);
        let found = identify(&table, |_share| true).unwrap().unwrap();
        let Identity::Table { best, .. } = found else { panic!("{stages}: {found:?}") };
        assert_eq!(best.stages.to_string(), expected, "{stages}");
        assert_eq!(best.start, table.extent.start(), "{stages}");
        assert_eq!(best.matching, best.num_cells, "{stages}");
    }

    #[test]
    fn stages_are_named() {
        let single = "product:f32,result:f32";
        check(
            "paper",
            (32, 600),
            "inv-freq-bf16",
            &format!("frequency:bf16,position:f32,{single}"),
        );
        let all = "frequency:bf16,position:bf16,product:bf16,result:bf16";
        check("paper", (32, 600), "bf16", all);
        let positions = format!("frequency:f32,position:bf16,{single}");
        check("fairseq", (16, 400), "positions-bf16", &positions);
        check("paper", (32, 600), "result:f16", Stages::NONE);
        // Positions up to 256 are the same in bf16: a wrong value is no rounding.
        let mut cells = table("paper", (8, 200), "result:f32").rows(0, 200);
        cells[1003] += 0.5;
        let found = Values::new(200, 8, cells);
        assert!(
            rounded(&found, &Progress::new(&|_| true, 1)).is_some_and(|it| it.matching == 1599)
        );
    }
}
