//! Comparison of two tables, in words and as JSON.

use std::path::Path;

use ndarray::Array2;
use serde_json::{Value, json};

use super::{
    error::ReportError, identify::IdentityReport, rotary::RotaryComparison, rows::rows,
    side::ComparedSide, single_precision::SinglePrecision,
};
use crate::{
    encoding::{
        ComparedRows, Comparison, Counts, Place, Rounding, RowSource, bias::BiasRelation,
        learned::procrustes, rotary::cache::Cache,
    },
    import,
    picture::number,
    scene::Scene,
    views,
};

/// Comparison of two tables, with their names.
#[derive(Debug)]
pub struct ComparisonReport {
    a: String,
    b: String,
    num_columns: u32,
    /// Number of positions that A and B have.
    lengths: [u64; 2],
    tolerance: f64,
    comparison: Comparison,
    /// Differences of two rotary encodings.
    rotary: Option<RotaryComparison>,
    /// Relation of two biases.
    bias: Option<BiasRelation>,
    /// Pair of each column, if B is rounded.
    pairs_of_rounded: Option<Vec<Option<usize>>>,
    /// True for caches of cosines alone.
    is_of_cosines: bool,
    /// Error of single precision, if a file is compared with a sinusoid.
    single: Option<SinglePrecision>,
    /// Reasons why A differs from B, as far as they are known.
    reasons: Vec<String>,
    /// Share of the variance of B that A explains, turned to fit best; `None` unless it was asked for.
    procrustes: Option<f64>,
}

/// Scene of a side, or the one that a file is found to be with certainty, and what else is said of a file's values.
fn scene_of(
    side: &ComparedSide,
    beside: &ComparedSide,
    is_wanted: &(dyn Fn(f32) -> bool + Sync),
) -> Option<(Scene, Vec<String>)> {
    /// Largest number of cells of a file that is identified.
    const MOST: u64 = 1 << 22;
    let ComparedSide::File { name, table, .. } = side else {
        return side.scene_beside(beside).ok()?.map(|scene| (scene, Vec::new()));
    };
    if table.num_rows() * u64::from(table.num_columns()) > MOST {
        return None;
    }
    IdentityReport::of_rows(name, table, is_wanted).ok()?.certain_scene()
}

/// Reasons why A differs from B, where both are scenes or files that are found to be one.
fn reasons(
    a: &ComparedSide,
    b: &ComparedSide,
    is_wanted: &(dyn Fn(f32) -> bool + Sync),
) -> Vec<String> {
    let Some((of_a, own)) = scene_of(a, b, is_wanted) else { return Vec::new() };
    let Some((of_b, others)) = scene_of(b, a, is_wanted) else { return Vec::new() };
    let others = others.into_iter().map(|it| format!("B is {it}"));
    let found = of_a.reasons_beside(&of_b).into_iter().chain(own).chain(others);
    found.map(|it| number::plain(&it)).collect()
}

fn place_json(place: Option<Place>) -> Value {
    place.map_or(Value::Null, |at| json!({"position": at.position, "column": at.column}))
}

fn counts_json(counts: Counts) -> Value {
    json!({"a": counts.a, "b": counts.b, "first_b": counts.first_b})
}

impl ComparisonReport {
    /// Largest number of cells that are compared: some minutes of work.
    pub const MOST_CELLS: u64 = 1 << 33;

    /// Compares two tables.
    pub fn new(a: &ComparedSide, b: &ComparedSide, tolerance: f64) -> Result<Self, ReportError> {
        Self::while_wanted(a, b, tolerance, &|_share| true)
    }

    /// Compares two tables. Calls `is_wanted` from time to time with the share of the work that is done; fails as
    /// cancelled once it returns false.
    pub fn while_wanted(
        a: &ComparedSide,
        b: &ComparedSide,
        tolerance: f64,
        is_wanted: &(dyn Fn(f32) -> bool + Sync),
    ) -> Result<Self, ReportError> {
        let names = || (a.name().to_owned(), b.name().to_owned());
        let (of_a, of_b) = rows(a, b)?;
        let rotary =
            of_a.rotary().zip(of_b.rotary()).map(|(a, b)| RotaryComparison::new([a, b], tolerance));
        let (source_a, source_b) = (of_a.source(), of_b.source());
        let widths = (source_a.num_columns(), source_b.num_columns());
        if widths.0 != widths.1 {
            let (a, b) = names();
            return Err(ReportError::Widths { a, b, of_a: widths.0, of_b: widths.1 });
        }
        let side_a = ComparedRows { rows: source_a, start: of_a.start() };
        let side_b = ComparedRows { rows: source_b, start: of_b.start() };
        // No more rows than the shorter side has are compared.
        let num_rows = source_a.num_rows().min(source_b.num_rows());
        let most = Self::MOST_CELLS / u64::from(widths.0).max(1);
        if num_rows > most {
            return Err(ReportError::TooMany { num_rows, num_columns: widths.0, most });
        }
        let comparison =
            Comparison::while_wanted(side_a, side_b, tolerance, is_wanted).map_err(|error| {
                match error.kind() {
                    std::io::ErrorKind::Interrupted => ReportError::Cancelled,
                    _ => error.into(),
                }
            })?;
        let subjects = (a, b);
        let (a, b) = names();
        let Some(comparison) = comparison else { return Err(ReportError::Apart { a, b }) };
        let single = SinglePrecision::of(subjects.0, subjects.1, &comparison);
        let lengths = [source_a.num_rows(), source_b.num_rows()];
        let pairs_of_rounded = of_b.frequencies_if_rounded();
        let is_equal = comparison.is_within_tolerance();
        let reasons =
            if is_equal { Vec::new() } else { reasons(subjects.0, subjects.1, is_wanted) };
        let is_of_cosines = of_b.rotary().is_some_and(|it| it.draft().cache == Cache::Cos);
        let num_columns = widths.0;
        let bias = of_a.bias().zip(of_b.bias());
        let bias = bias.map(|(a, b)| BiasRelation::of(&a.bias, &b.bias, a.extent));
        Ok(Self {
            a,
            b,
            num_columns,
            lengths,
            tolerance,
            comparison,
            rotary,
            bias,
            pairs_of_rounded,
            is_of_cosines,
            single,
            reasons,
            procrustes: None,
        })
    }

    /// The same comparison, and how much of the variance of B its A explains once it is turned, reflected and scaled to
    /// fit best.
    ///
    /// # Errors
    ///
    /// Fails for tables of more than 2^24 values, or of more than 4096 columns, where one cannot be read, and where all
    /// rows of one are the same or a value is not finite.
    pub fn with_procrustes(
        mut self,
        a: &ComparedSide,
        b: &ComparedSide,
    ) -> Result<Self, ReportError> {
        const MOST: u64 = 1 << 24;
        const WIDEST: u32 = 4096;
        let (of_a, of_b) = rows(a, b)?;
        let (first, last) = (*self.comparison.positions.start(), *self.comparison.positions.end());
        let (num_rows, num_columns) = (first.abs_diff(last) + 1, self.num_columns);
        let most = if num_columns > WIDEST { 0 } else { MOST / u64::from(num_columns) };
        if num_rows > most {
            return Err(ReportError::TooMany { num_rows, num_columns, most });
        }
        let table = |source: &dyn RowSource, start: i64| {
            let mut values = vec![0.0; num_rows as usize * num_columns as usize];
            source.fill(first.abs_diff(start), &mut values)?;
            let shape = (num_rows as usize, num_columns as usize);
            Array2::from_shape_vec(shape, values).map_err(std::io::Error::other)
        };
        let (rows_a, rows_b) =
            (table(of_a.source(), of_a.start())?, table(of_b.source(), of_b.start())?);
        let Some(share) = procrustes(rows_a, rows_b) else {
            let [a, b] = [a, b].map(|it| it.name().to_owned());
            return Err(ReportError::NotTurned { a, b });
        };
        self.procrustes = Some(share);
        Ok(self)
    }

    /// True if no value is above the tolerance, and no pairing differs. Of a vector, the frequencies are compared,
    /// which may be rounded to single precision.
    pub fn is_within_tolerance(&self) -> bool {
        let rotary = self.rotary.as_ref();
        match rotary {
            // Cosines of few positions hardly show slow pairs: only the frequencies count.
            Some(rotary) if rotary.is_of_vector() => rotary.is_same_vector(),
            Some(rotary) if rotary.has_other_pairing() => false,
            _ => self.comparison.is_within_tolerance(),
        }
    }

    /// Answer in words.
    pub fn verdict(&self) -> String {
        let Self { a, b, lengths, num_columns, tolerance, comparison, rotary, .. } = self;
        if let Some(rotary) = rotary.as_ref().filter(|rotary| rotary.is_of_vector()) {
            let mut sentences = vec![format!("{a} beside {b}:")];
            sentences.extend(rotary.words(false));
            let at = comparison.at.map_or_else(String::new, |at| {
                format!(" at position {}, pair {}", number::grouped(at.position), at.column)
            });
            sentences.push(format!(
                "In {} their cosines differ by up to {}{at}.",
                number::counted(lengths[0] as i64, "position"),
                number::readable(comparison.max_abs_difference, 6)
            ));
            return sentences.join(" ");
        }
        let mut sentences = Vec::new();
        if !self.reasons.is_empty() {
            sentences.push(format!("{a} beside {b}: {}.", self.reasons.join("; ")));
        }
        sentences.extend(views::verdict_words(&views::Compared {
            names: [a, b],
            lengths: *lengths,
            num_columns: *num_columns,
            tolerance: *tolerance,
            found: comparison,
        }));
        let is_told = !self.reasons.is_empty();
        sentences.extend(rotary.iter().flat_map(|it| it.words(is_told)));
        sentences.extend(self.precision_words());
        sentences.extend(self.procrustes.map(|share| {
            let share = number::readable(100.0 * share, 4);
            format!(
                "Turned, reflected and scaled to fit best, {a} explains {share} % of the variance of {b} (orthogonal Procrustes)."
            )
        }));
        if let Some(relation) = self.bias {
            sentences.push(
                "Positions are distances back from the last, columns are heads; each bias is beside the query's own key."
                    .to_owned(),
            );
            sentences.push(views::difference_words(relation));
        }
        sentences.extend(self.hints());
        sentences.join(" ")
    }

    /// Cost of the rounding of B, beside the sentences about any two tables.
    fn precision_words(&self) -> Option<String> {
        let it = &self.comparison;
        self.pairs_of_rounded.as_ref()?;
        let far = number::shortest(Comparison::FAR_OFF);
        let value = if self.is_of_cosines { "cosine" } else { "value" };
        Some(match it.first_far_off {
            Some(first) => format!(
                "The first {value} that is off by more than {far} is at position {}.",
                number::grouped(first)
            ),
            None => format!("No {value} is off by more than {far}."),
        })
    }

    /// Next questions, if the tables differ.
    fn hints(&self) -> Vec<String> {
        let it = &self.comparison;
        if it.is_within_tolerance() || self.rotary.is_some() || self.bias.is_some() {
            return Vec::new();
        }
        if it.equal_after_rounding.is_some() && self.tolerance == 0.0 {
            return vec!["--tolerance allows for rounding.".to_owned()];
        }
        let single = self.single.map(|single| single.words(it.max_abs_difference));
        // Of a file with several tensors, one would have to be named.
        let has_one = |name: &&String| {
            let path = Path::new(name);
            path.is_file() && import::open(path).is_ok_and(|file| file.table(None).is_ok())
        };
        let files = [&self.a, &self.b].into_iter().filter(has_one);
        let files = files.map(|name| format!("`phasor identify {name}` says what it is."));
        single.into_iter().chain(files).collect()
    }

    /// Figures about roundings, by the names that tables of them have.
    fn precision_json(&self, pairs: &[Option<usize>]) -> Value {
        let it = &self.comparison;
        let pair = it.at.and_then(|at| pairs.get(at.column as usize).copied().flatten());
        let of = if self.is_of_cosines { "_cos" } else { "" };
        json!({
            format!("max_abs_delta{of}"): it.max_abs_difference,
            "at_position": it.at.map(|at| at.position),
            "at_pair": pair,
            "first_position_above_0_1": it.first_far_off,
            "positions_equal_to_the_one_before": it.repeated_positions.b,
            "first_of_them": it.repeated_positions.first_b,
            "first_position_not_finite": it.not_finite.first_b,
            format!("rms_delta{of}"): it.root_mean_square,
        })
    }

    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let it = &self.comparison;
        let mut answer = json!({
            "equal_bits": it.equal_bits,
            "within_tolerance": self.is_within_tolerance(),
            "max_abs_difference": it.max_abs_difference,
            "at": place_json(it.at),
            "root_mean_square": it.root_mean_square,
            "first_above_tolerance": place_json(it.first_above_tolerance),
            "first_difference": place_json(it.first_difference),
            "rows_above_tolerance": it.rows_above_tolerance,
            "columns_above_tolerance": it.columns_above_tolerance,
            "not_finite": {
                "a": it.not_finite.a,
                "b": it.not_finite.b,
                "first_b": it.not_finite.first_b,
                "both": it.not_finite_in_both,
            },
            "repeated_positions": counts_json(it.repeated_positions),
            "equal_after_rounding": it.equal_after_rounding.map(Rounding::key),
            "scale": it.scale,
            "single_precision": self.single.map(|it| json!({"error": it.error, "bound": it.bound})),
            "lengths": {"a": self.lengths[0], "b": self.lengths[1]},
            "positions": {"from": it.positions.start(), "to": it.positions.end()},
            "reasons": self.reasons,
            "procrustes": self.procrustes,
            "verdict": self.verdict(),
        });
        if let Some(rotary) = &self.rotary {
            answer["rotary"] = rotary.json();
        }
        if let Some(relation) = self.bias {
            answer["bias"] = json!({"relation": relation.key()});
        }
        if let Some(pairs) = &self.pairs_of_rounded {
            answer["precision"] = self.precision_json(pairs);
        }
        answer
    }
}
