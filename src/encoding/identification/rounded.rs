//! Tables of conventions whose frequencies, positions or angles were rounded before the sines and cosines.

use std::io;

use super::{
    answer::Recognized, fit::fitted, measured::Measured, progress::SearchProgress,
    values::TableValues,
};
use crate::encoding::{
    Column, Convention, Encoding, Rounding, RowSource, Sinusoid, SinusoidDraft, Spec, Stage,
    Stages,
    parallel::map_each,
    proof::{ExplainedBits, SINGLE, half_step, value_bits},
    with_digits,
};

/// Types that programs round stages to, other than single precision.
const TYPES: [Rounding; 2] = [Rounding::Bf16, Rounding::F16];
/// One in so many values of a row, and of the table, may differ.
const MOST_WRONG_IN_ROW: usize = 16;
const MOST_WRONG: u64 = 200;
/// Digits of a base that rounded frequencies tell.
const DIGITS: usize = 3;
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

/// An encoding rounded at the stages before its values, as programs compute it: frequencies are off by some units of
/// single precision, which decides ties.
struct ComputedRows {
    /// With the exact frequencies, and those of bases a little lower and a little higher.
    variants: [Encoding; 3],
    /// Type of the values.
    result: Option<Rounding>,
}

impl ComputedRows {
    fn new(exact: &Spec, stages: Stages) -> Self {
        /// Units of single precision by which the logarithm of a frequency is off.
        const UNITS: f64 = 3.0 * SINGLE;
        let before = stages.with(Stage::Result, None);
        let of_factor = |factor: f64| {
            let exact = Box::new(exact.with_base_scaled(factor));
            Encoding::new(if before.is_exact() { *exact } else { Spec::Rounded(exact, before) })
        };
        let off = UNITS * exact.base().map_or(0.0, f64::ln);
        Self { variants: [0.0, -off, off].map(|off| of_factor(1.0 + off)), result: stages.result }
    }

    /// Calls `each` with the number of each column of a row, and the least, the exact and the greatest value.
    fn row(&self, t: i64) -> Vec<[f64; 3]> {
        /// Error of a sine, and of its angle, in single precision.
        const SINE: f64 = 2.0 * SINGLE;
        let rounded = |value: f64| self.result.map_or(value, |it| it.nearest(value));
        let [exact, low, high] = self.variants.each_ref().map(|it| it.row(t));
        let ends = |((exact, low), high): ((f64, f64), f64)| {
            let (least, greatest) = (exact.min(low).min(high), exact.max(low).max(high));
            let room = SINE * greatest.abs().max(least.abs());
            [rounded(least - room), rounded(exact), rounded(greatest + room)]
        };
        exact.into_iter().zip(low).zip(high).map(ends).collect()
    }
}

/// True if a value is between two ends, or neither is a number.
fn is_within(value: f64, [least, _, greatest]: [f64; 3]) -> bool {
    (least..=greatest).contains(&value) || value.is_nan() && (least.is_nan() || greatest.is_nan())
}

/// Stages at which an encoding was rounded to give a table, and how much of the table they leave unexplained.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundedAt {
    /// The stages.
    pub stages: Stages,
    /// Number of values that are not those of the rounded encoding.
    pub num_wrong: u64,
    /// Largest difference of a value.
    pub max_abs_difference: f64,
    /// Bits that the other values explain.
    pub(crate) explained: ExplainedBits,
}

/// First combination of stages at which an encoding, from some position on, has nearly all the values.
fn rounded_at(values: &TableValues, exact: &Spec, start: i64) -> Option<RoundedAt> {
    let num_rows = values.num_rows;
    // A few rows far out refuse nearly every hypothesis.
    let tried = [num_rows - 1, num_rows * 2 / 3, num_rows / 2, num_rows / 3, num_rows / 7];
    let fits = |stages: Stages| {
        let computed = ComputedRows::new(exact, stages);
        let num_wrong = |i: usize| {
            let expected = computed.row(start + i as i64);
            values
                .row(i)
                .iter()
                .zip(expected)
                .filter(|(value, ends)| !is_within(**value, *ends))
                .count()
        };
        let is_off = |&i: &usize| num_wrong(i) * MOST_WRONG_IN_ROW > values.width;
        (!tried.iter().any(is_off)).then_some((stages, computed))
    };
    let all = combinations(values.rounding);
    let likely = map_each(all.len(), &|i| fits(all[i])).into_iter().flatten();
    let encoding = Encoding::new(exact.clone());
    let wave_of = |j: usize| match encoding.column_waves().map(|waves| waves.column(j as u32)) {
        Some(Column::Wave { frequency, .. }) => frequency,
        Some(Column::Zero) | None => j,
    };
    let waves: Vec<usize> = (0..values.width).map(wave_of).collect();
    likely.into_iter().find_map(|(stages, computed)| {
        let of_row = |i: usize| {
            let expected = computed.row(start + i as i64);
            let mut found = RoundedAt {
                stages,
                num_wrong: 0,
                max_abs_difference: 0.0,
                explained: ExplainedBits::default(),
            };
            for (j, (&value, ends)) in values.row(i).iter().zip(expected).enumerate() {
                let off = (value - ends[1]).abs();
                found.max_abs_difference = found.max_abs_difference.max(off);
                if !is_within(value, ends) {
                    found.num_wrong += 1;
                } else if !values.is_predictable(i, j, 1.0) {
                    let tolerance = (ends[2] - ends[0]) / 2.0 + half_step(values.rounding, value);
                    found.explained.add(waves[j], value_bits(1.0, tolerance, values.rounding));
                }
            }
            found
        };
        let rows = map_each(num_rows, &of_row);
        let whole = rows.into_iter().reduce(|a, b| RoundedAt {
            stages,
            num_wrong: a.num_wrong + b.num_wrong,
            max_abs_difference: a.max_abs_difference.max(b.max_abs_difference),
            explained: a.explained.and(b.explained),
        })?;
        let num_cells = (num_rows * values.width) as u64;
        (whole.num_wrong * MOST_WRONG <= num_cells).then_some(whole)
    })
}

/// Encoding that gives a table when it is rounded at some stages, by its number, of those from a position on each that
/// leave the least unexplained; `None` if none of them does.
///
/// # Errors
///
/// Fails if the table is read from a file and that fails.
pub fn identify_stages(
    table: &dyn RowSource,
    encodings: &[(Spec, i64)],
) -> io::Result<Option<(usize, RoundedAt)>> {
    let (num_rows, width) = (table.num_rows() as usize, table.num_columns() as usize);
    if encodings.is_empty() {
        return Ok(None);
    }
    let mut cells = vec![0.0; num_rows * width];
    table.fill(0, &mut cells)?;
    let values = TableValues::new(num_rows, width, cells);
    let mut best: Option<(usize, RoundedAt)> = None;
    for (index, (exact, start)) in encodings.iter().enumerate() {
        let Some(found) = rounded_at(&values, exact, *start) else { continue };
        let is_last = found.num_wrong == 0;
        if best.as_ref().is_none_or(|(_, best)| found.num_wrong < best.num_wrong) {
            best = Some((index, found));
        }
        if is_last {
            break;
        }
    }
    Ok(best)
}

/// Convention, or the table of a base that its frequencies tell, and stages whose table this is; `None` if there are
/// none.
pub(super) fn rounded(measured: &Measured, progress: &SearchProgress<'_>) -> Option<Recognized> {
    let values = &measured.values;
    let width = values.width as u32;
    let mut hypotheses: Vec<(Option<Convention>, Sinusoid, i64)> = Vec::new();
    let mut add = |convention: Option<Convention>, draft: SinusoidDraft, starts: &[i64]| {
        let Ok(sinusoid) = Sinusoid::new(draft) else { return };
        for &start in starts {
            if hypotheses.iter().all(|&(_, known, at)| (known, at) != (sinusoid, start)) {
                hypotheses.push((convention, sinusoid, start));
            }
        }
    };
    for convention in Convention::all() {
        let starts = [convention.facts().start, 0, 1];
        add(Some(convention), convention.draft(width), &starts);
    }
    // Rounded frequencies tell no more than the first digits of a base.
    let is_round = |it: &SinusoidDraft| with_digits(it.base, DIGITS) == it.base;
    for draft in fitted(measured, width).into_iter().filter(is_round) {
        let is_likely = |it: &Sinusoid| measured.is_ladder_of(*it, false);
        if Sinusoid::new(draft).is_ok_and(|it| is_likely(&it)) {
            add(None, draft, &[0, 1]);
        }
    }
    // Each convention's own start comes before the others.
    let own_start = |it: &Option<Convention>| it.map_or(0, |it| it.facts().start);
    hypotheses.sort_by_key(|(it, _, start)| (it.is_none(), own_start(it) != *start));
    for (convention, sinusoid, start) in hypotheses {
        if !progress.is_wanted() {
            return None;
        }
        let Some(found) = rounded_at(values, &Spec::from(sinusoid), start) else { continue };
        let whole = Recognized::of(sinusoid, start, values);
        return Some(Recognized {
            convention,
            stages: found.stages,
            max_abs_difference: found.max_abs_difference,
            num_off: found.num_wrong,
            matching: whole.num_cells - found.num_wrong,
            explained_bits: found.explained.total(),
            ..whole
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::encoding::{Extent, Identity, Table, identify};

    fn table(convention: &str, size: (u32, u64), stages: &str) -> Table {
        of_base(convention, None, size, stages)
    }

    fn of_base(
        convention: &str,
        base: Option<f64>,
        (d_model, length): (u32, u64),
        stages: &str,
    ) -> Table {
        let convention = Convention::named(convention).unwrap();
        let draft = convention.draft(d_model);
        let draft = SinusoidDraft { base: base.unwrap_or(draft.base), ..draft };
        let exact = Spec::from(Sinusoid::new(draft).unwrap());
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
        let other = of_base("paper", Some(12_300.0), (64, 700), "inv-freq-bf16");
        let found = identify(&other, |_share| true).unwrap().unwrap();
        let best = found.candidates().next().unwrap();
        assert_eq!((best.sinusoid.base(), best.matching), (12_300.0, 64 * 700), "{best:?}");
        assert!(best.stages.to_string().starts_with("frequency:bf16,"), "{best:?}");
        // Positions up to 256 are the same in bf16: a wrong value is no rounding.
        let mut cells = table("paper", (8, 200), "result:f32").rows(0, 200);
        cells[1003] += 0.5;
        let found = Measured::new(TableValues::new(200, 8, cells));
        assert!(
            rounded(&found, &SearchProgress::new(&|_| true, 1))
                .is_some_and(|it| it.matching == 1599)
        );
    }
}
