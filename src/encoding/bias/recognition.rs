//! Biases that a table holds: of a head, of heads one below the other, or of heads for the last query alone.

use ndarray::Array2;

use super::{Bias, BiasConvention, BiasDraft, Buckets};
use crate::{
    encoding::{Rounding, RowPositions, proof::SINGLE},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Rows and columns of a table of biases.
    pub enum BiasForm {
        /// Queries down, keys across, of one head.
        Head = "head",
        /// The same for each head, one below the other.
        Heads = "heads",
        /// A row for each head, keys across: what the last query sees.
        LastQuery = "last_query",
    }
}

stable_enum! {
    /// Values of the keys after the query, which a causal model does not see.
    pub enum LaterKeys {
        /// As the rule has them, or masked.
        Rule = "rule",
        /// 0.
        Zero = "zero",
        /// The slope times the distance, of the opposite sign.
        Opposite = "opposite",
    }
}

/// Biases that a table holds.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownBias {
    /// The bias.
    pub bias: Bias,
    /// Rows and columns of the table.
    pub form: BiasForm,
    /// Head of the table, counted from 0; `None` for all.
    pub head: Option<u32>,
    /// Other conventions with these values, and their number of heads and head.
    pub also: Vec<(BiasConvention, u32, Option<u32>)>,
    /// Number of keys.
    pub num_keys: u64,
    /// Positions of the keys of each text, of several in a batch or of one that is padded; none for keys 0, 1, 2 … of
    /// one.
    pub texts: Vec<RowPositions>,
    /// Number of values that the rule does not give: those of keys after the query, masked or otherwise.
    pub num_later: u64,
    /// Values of the keys after the query.
    pub later: LaterKeys,
    /// Largest difference of the others.
    pub largest_difference: f64,
}

/// Agreement of a matrix with the bias of a head.
#[derive(Clone, Copy)]
struct OfHead {
    largest_difference: f64,
    num_later: u64,
    later: LaterKeys,
}

/// Numbers of heads that models have.
pub(super) const USUAL_HEADS: [u32; 24] =
    [8, 16, 32, 4, 2, 12, 64, 40, 24, 48, 20, 28, 36, 56, 6, 10, 14, 18, 25, 71, 80, 96, 112, 128];
/// Fewest keys, which tell a rule.
const LEAST_KEYS: usize = 6;
/// Most rows of the heads of several texts.
const MOST_ROWS: usize = 1 << 16;
/// Most other conventions that are told.
const MOST_OTHERS: usize = 3;

/// Finds the biases that a table holds; `None` if it holds none, or too few to tell.
pub fn recognize_bias(cells: &Array2<f64>) -> Option<KnownBias> {
    let (num_rows, num_keys) = cells.dim();
    // Long tables are of no heads: their values are not looked at.
    let is_of_matrices = num_rows.is_multiple_of(num_keys.max(1));
    let num_heads = if is_of_matrices { num_rows / num_keys.max(1) } else { num_rows };
    let is_long = num_rows > MOST_ROWS && num_heads > Bias::MOST_HEADS as usize;
    if num_keys < LEAST_KEYS || num_rows < 2 || is_long {
        return None;
    }
    let finite = cells.iter().copied().filter(|it| it.is_finite());
    let values: Vec<f64> = finite.collect();
    let rounding = Rounding::narrowest_of_many(&values);
    let table = Biases { cells, rounding };
    let matrices = if is_of_matrices { table.of_matrices(num_heads as u32) } else { None };
    matrices.or_else(|| table.of_last_query()).or_else(|| table.of_texts())
}

/// True for what programs write where a key is not seen: no number, or the least one of a type.
fn is_masked(value: f64) -> bool {
    const LEAST: f64 = -1e4;
    !(value.is_finite() && value > LEAST)
}

/// Table that may hold biases.
pub(super) struct Biases<'a> {
    pub(super) cells: &'a Array2<f64>,
    rounding: Option<Rounding>,
}

/// Bias of some heads of a convention.
pub(super) fn bias_of(convention: BiasConvention, num_heads: u32) -> Option<Bias> {
    Bias::new(BiasDraft { convention, num_heads, buckets: Buckets::default() }).ok()
}

impl Biases<'_> {
    /// Difference of a value from that of a bias; `None` if it is another one.
    pub(super) fn difference(&self, value: f64, expected: f64) -> Option<f64> {
        /// Roundings of a product, a logarithm, or a power in single precision: as of slopes, of as many factors as
        /// there are heads.
        const STEPS: f64 = 256.0;
        let nearest = self.rounding.map_or(expected, |it| it.nearest(expected));
        let own = self.rounding.map_or(0.0, |it| 2.0 * it.unit());
        let error = own.max(STEPS * SINGLE) * expected.abs();
        ((value - nearest).abs() <= error).then_some((value - expected).abs())
    }

    /// Agreement of the matrix that begins at a row with the bias of a head; `None` if it is another one.
    fn of_head(&self, first: usize, bias: &Bias, head: u32) -> Option<OfHead> {
        let num = self.cells.ncols();
        let last = num as i64 - 1;
        let at = |t: usize, s: usize| bias.value(head, (t as i64, s as i64), last);
        // The corner refuses most.
        self.difference(self.cells[[first + num - 1, 0]], at(num - 1, 0))?;
        // All later keys are as the farthest one.
        let farthest = self.cells[[first, num - 1]];
        let expected = |later: LaterKeys, (t, s): (usize, usize)| match later {
            _ if s <= t => at(t, s),
            LaterKeys::Rule => at(t, s),
            LaterKeys::Zero => 0.0,
            LaterKeys::Opposite => -at(t, s),
        };
        let is_it =
            |later: &LaterKeys| self.difference(farthest, expected(*later, (0, num - 1))).is_some();
        let later = LaterKeys::ALL
            .iter()
            .copied()
            .find(is_it)
            .or_else(|| is_masked(farthest).then_some(LaterKeys::Rule))?;
        let mut found = OfHead { largest_difference: 0.0, num_later: 0, later };
        for t in 0..num {
            for (s, &value) in self.cells.row(first + t).iter().enumerate() {
                if s > t && is_masked(value) {
                    found.num_later += 1;
                } else {
                    let own = self.difference(value, expected(later, (t, s)))?;
                    if s > t && later != LaterKeys::Rule {
                        found.num_later += 1;
                    } else {
                        found.largest_difference = found.largest_difference.max(own);
                    }
                }
            }
        }
        Some(found)
    }

    /// True if the values do not all say the same.
    fn is_varied(&self) -> bool {
        let first = self.cells[[self.cells.nrows() - 1, 0]];
        self.cells.iter().any(|&it| !is_masked(it) && it != first)
    }

    /// Matrices of one head or of several.
    fn of_matrices(&self, num_matrices: u32) -> Option<KnownBias> {
        let num = self.cells.ncols();
        let mut found: Option<KnownBias> = None;
        let by_rule = || BiasConvention::all().filter(|it| *it != BiasConvention::T5);
        let usual = if num_matrices == 1 { &USUAL_HEADS[..] } else { &[num_matrices][..] };
        for (&num_heads, convention) in
            usual.iter().flat_map(|num_heads| by_rule().map(move |it| (num_heads, it)))
        {
            let Some(bias) = bias_of(convention, num_heads) else { continue };
            let (form, heads) = if num_matrices == 1 {
                (BiasForm::Head, (0..num_heads).map(|head| (head, 0)).collect::<Vec<_>>())
            } else {
                let all = (0..num_heads).map(|head| (head, head as usize * num));
                (BiasForm::Heads, all.collect())
            };
            let own: Vec<(u32, OfHead)> = heads
                .iter()
                .filter_map(|&(head, first)| Some((head, self.of_head(first, &bias, head)?)))
                .collect();
            let is_it =
                if form == BiasForm::Head { !own.is_empty() } else { own.len() == heads.len() };
            let Some(&(head, _)) = own.first().filter(|_| is_it) else { continue };
            let head = (form == BiasForm::Head).then_some(head);
            if let Some(found) = &mut found {
                found.also.push((convention, num_heads, head));
            } else {
                let num_told = if head.is_some() { 1 } else { own.len() };
                let told = || own.iter().take(num_told).map(|(_, it)| it);
                let later = told().next().map_or(LaterKeys::Rule, |it| it.later);
                if told().any(|it| it.later != later) {
                    continue;
                }
                let largest_difference =
                    told().fold(0.0_f64, |all, it| all.max(it.largest_difference));
                let num_later = told().map(|it| it.num_later).sum();
                found = Some(KnownBias {
                    bias,
                    form,
                    head,
                    also: Vec::new(),
                    num_keys: num as u64,
                    texts: Vec::new(),
                    num_later,
                    later,
                    largest_difference,
                });
            }
            if found.as_ref().is_some_and(|it| it.also.len() >= MOST_OTHERS) {
                break;
            }
        }
        found.filter(|_| self.is_varied())
    }

    /// Rows of heads, as the last query sees the keys.
    fn of_last_query(&self) -> Option<KnownBias> {
        let (num_rows, num) = self.cells.dim();
        let (num_heads, last) = (num_rows as u32, num as i64 - 1);
        let largest = |bias: &Bias| {
            let mut largest = 0.0_f64;
            for head in (0..num_heads).rev() {
                for (s, &value) in self.cells.row(head as usize).iter().enumerate() {
                    let own = bias.value(head, (last, s as i64), last);
                    largest = largest.max(self.difference(value, own)?);
                }
            }
            Some(largest)
        };
        let mut all = BiasConvention::all()
            .filter(|it| it.is_alibi())
            .filter_map(|convention| bias_of(convention, num_heads))
            .filter_map(|bias| Some((largest(&bias)?, bias)));
        let (largest_difference, bias) = all.next()?;
        let also = all.map(|(_, it)| (it.convention(), num_heads, None)).collect();
        let num_keys = num as u64;
        let form = BiasForm::LastQuery;
        let found = KnownBias {
            bias,
            form,
            head: None,
            also,
            num_keys,
            texts: Vec::new(),
            num_later: 0,
            later: LaterKeys::Rule,
            largest_difference,
        };
        Some(found).filter(|_| self.is_varied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bias(key: &str, num_heads: u32) -> Bias {
        bias_of(BiasConvention::of_key(key).unwrap(), num_heads).unwrap()
    }

    #[test]
    fn tensor_of_a_program_is_recognized() {
        // A row for each head, as models keep it.
        for key in ["alibi-bloom", "alibi-mpt", "alibi-paper"] {
            let own = bias(key, 12);
            let cells = Array2::from_shape_fn((12, 40), |(head, s)| {
                f64::from(own.value(head as u32, (39, s as i64), 39) as f32)
            });
            let found = recognize_bias(&cells).unwrap();
            assert_eq!((found.bias, found.form, found.head), (own, BiasForm::LastQuery, None));
        }
    }

    /// Matrices of distances, whose slopes are those of two series, as encoders have them.
    #[test]
    fn matrices_of_any_number_of_heads_are_recognized() {
        for num_heads in [12, 20, 16] {
            let own = bias("alibi-bloom", num_heads);
            let cells = Array2::from_shape_fn((num_heads as usize * 24, 24), |(i, s)| {
                let slope = own.slope((i / 24) as u32).unwrap() as f32;
                f64::from(-slope * (i % 24).abs_diff(s) as f32)
            });
            let found = recognize_bias(&cells).unwrap();
            assert_eq!((found.form, found.bias.num_heads()), (BiasForm::Heads, num_heads));
            // One series of 16 slopes is that of the paper's sentence, too, in another precision.
            let is_near = |(a, b): (&f64, &f64)| (a / b - 1.0).abs() < 1e-6;
            assert!(found.bias.slopes().iter().zip(own.slopes()).all(is_near), "{num_heads}");
        }
    }

    #[test]
    fn masks_of_programs_are_no_values() {
        for mask in [f64::NEG_INFINITY, f64::NAN, -65_504.0, f64::from(f32::MIN)] {
            let own = bias("alibi-paper", 8);
            let cells = Array2::from_shape_fn((20, 20), |(t, s)| {
                if s > t { mask } else { own.value(2, (t as i64, s as i64), 19) }
            });
            let found = recognize_bias(&cells).unwrap();
            assert_eq!((found.num_later, found.form), (190, BiasForm::Head), "mask {mask}");
            let slope = found.head.and_then(|head| found.bias.slope(head));
            assert_eq!(slope, Some(0.125), "mask {mask}: {found:?}");
        }
    }

    #[test]
    fn later_keys_of_programs_are_told() {
        let own = bias("alibi-paper", 8);
        for (later, value) in [
            (LaterKeys::Rule, (|bias| bias) as fn(f64) -> f64),
            (LaterKeys::Zero, |_| 0.0),
            (LaterKeys::Opposite, |bias| -bias),
        ] {
            let cells = Array2::from_shape_fn((8 * 12, 12), |(i, s)| {
                let t = i % 12;
                let bias = own.value((i / 12) as u32, (t as i64, s as i64), 11);
                if s > t { value(bias) } else { bias }
            });
            let found = recognize_bias(&cells).unwrap();
            assert_eq!((&found.bias, found.form, found.later), (&own, BiasForm::Heads, later));
            let mut wrong = cells;
            wrong[[40, 9]] += 0.25;
            assert_eq!(recognize_bias(&wrong), None, "one value is another");
        }
    }

    #[test]
    fn heads_below_each_other_are_told_apart() {
        let own = bias("kerple-log", 4);
        let of = |i: usize, s: usize| own.value((i / 10) as u32, ((i % 10) as i64, s as i64), 9);
        let cells = Array2::from_shape_fn((40, 10), |(i, s)| of(i, s));
        let found = recognize_bias(&cells).unwrap();
        assert_eq!((&found.bias, found.form), (&own, BiasForm::Heads));
        let mut wrong = cells;
        wrong[[33, 2]] += 0.01;
        assert_eq!(recognize_bias(&wrong), None, "one value is another");
    }

    /// Programs compute slopes as powers in single precision, or in double precision and round them.
    #[test]
    fn slopes_of_either_precision_are_recognized() {
        for num_heads in [8_u32, 12, 16, 20, 32, 40, 112] {
            let power = |i: u32, num: u32| (-8.0 * f64::from(i) / f64::from(num)).exp2();
            let num = 1 << num_heads.ilog2();
            let first = (1..=num).map(|i| power(i, num));
            let slopes: Vec<f64> =
                first.chain((0..num).map(|i| power(2 * i + 1, 2 * num))).collect();
            let cells = Array2::from_shape_fn((num_heads as usize, 300), |(head, s)| {
                f64::from(slopes[head] as f32 * s as f32)
            });
            let found = recognize_bias(&cells).unwrap();
            assert_eq!((found.bias.num_heads(), found.form), (num_heads, BiasForm::LastQuery));
        }
    }

    #[test]
    fn other_tables_are_no_biases() {
        let zeros = Array2::zeros((20, 20));
        assert_eq!(recognize_bias(&zeros), None);
        let distances = Array2::from_shape_fn((20, 20), |(t, s)| t.abs_diff(s) as f64);
        assert_eq!(recognize_bias(&distances), None, "grows with the distance");
        let index = Array2::from_shape_fn((3, 20), |(_, s)| s as f64);
        assert_eq!(recognize_bias(&index), None, "all heads alike");
    }
}
