//! Which tensors of a file are about positions, by their numbers alone.

use std::path::Path;

use ndarray::{Array2, ArrayView1, ArrayView2};
use serde_json::{Value, json};

use super::{error::ReportError, identify::IdentityReport};
use crate::{
    encoding::{RowSource as _, similarity::Measure},
    import::{Checkpoint, ImportError, StoredTensor, TensorFacts},
    picture::number,
    sanitize,
};

/// Largest number of values of a tensor that is asked.
const MOST_CELLS: u64 = 1 << 21;
/// Fewest rows of a table, and fewest numbers of a list.
const FEWEST_ROWS: u64 = 8;

/// Tensor whose numbers are those of positions.
#[derive(Debug)]
struct FoundTensor {
    facts: TensorFacts,
    report: IdentityReport,
}

/// Answer about all tensors of a checkpoint.
#[derive(Debug)]
pub struct AllReport {
    name: String,
    found: Vec<FoundTensor>,
    /// Number of tensors that were asked, and of those that are too large, too short or of other types.
    num_asked: usize,
    num_other: usize,
    notices: Vec<String>,
}

impl AllReport {
    /// Asks every tensor of plausible shape: floating-point numbers in at least eight rows, 2^21 at most.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn new(path: &Path) -> Result<Self, ReportError> {
        let name = sanitize::path(path);
        let checkpoint = Checkpoint::of_arrays(path)?.ok_or_else(|| ImportError::Form {
            path: name.clone(),
            reason: "--all asks the tensors of a safetensors, GGUF or npz file, an index of shards, or a folder of them"
                .to_owned(),
        })?;
        let (mut found, mut num_asked) = (Vec::new(), 0);
        for tensor in &checkpoint.tensors {
            let Some(numbers) = numbers(&checkpoint, tensor) else { continue };
            num_asked += 1;
            if !may_be_positions(&numbers) {
                continue;
            }
            let own = sanitize::sentence(&tensor.facts.name);
            let report = IdentityReport::of_rows(&own, &numbers, |_| true)?;
            let is_about_positions =
                report.is_found() && (!report.is_learned() || has_alike_neighbors(&numbers));
            if is_about_positions {
                found.push(FoundTensor { facts: tensor.facts.clone(), report });
            }
        }
        let num_other = checkpoint.tensors.len() - num_asked;
        Ok(Self { name, found, num_asked, num_other, notices: checkpoint.faults })
    }

    /// True if a tensor is about positions.
    pub fn is_found(&self) -> bool {
        !self.found.is_empty()
    }

    /// A line for each tensor that is about positions.
    pub fn words(&self) -> String {
        let count = |num: usize, what: &str| number::counted(num as i64, what);
        let mut lines: Vec<String> = self.found.iter().map(words).collect();
        let verb = if self.found.len() == 1 { "is" } else { "are" };
        lines.push(format!(
            "{}: of {} asked, {} {verb} about positions by their numbers; {} of other shapes or types.",
            self.name,
            count(self.num_asked, "tensor"),
            number::grouped(self.found.len() as i64),
            number::grouped(self.num_other as i64)
        ));
        lines.extend(self.notices.iter().map(|it| format!("- {it}")));
        lines.join("\n")
    }

    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let entry = |it: &FoundTensor| {
            json!({
                "name": it.facts.name,
                "shape": it.facts.shape,
                "type": it.facts.element.as_ref().map_or("", |element| element.key()),
                "verdict": words(it),
                "identity": it.report.json(),
            })
        };
        json!({
            "tensors": self.found.iter().map(entry).collect::<Vec<_>>(),
            "asked": self.num_asked,
            "not_asked": self.num_other,
            "notices": self.notices,
        })
    }
}

fn words(it: &FoundTensor) -> String {
    if it.report.is_learned() {
        return format!(
            "{} follows no rule, and its rows are like their neighbors: it may be a learned table of positions.",
            sanitize::sentence(&it.facts.name)
        );
    }
    it.report.words().verdict()
}

/// Numbers of a tensor of plausible shape.
fn numbers(checkpoint: &Checkpoint, tensor: &StoredTensor) -> Option<Array2<f64>> {
    let table = tensor.facts.is_float().then(|| checkpoint.table(tensor).ok()).flatten()?;
    let (num_rows, width) = (table.num_rows(), table.num_columns());
    let is_plausible =
        num_rows.max(u64::from(width)) >= FEWEST_ROWS && num_rows * u64::from(width) <= MOST_CELLS;
    if !is_plausible {
        return None;
    }
    let mut numbers = Array2::zeros((num_rows as usize, width as usize));
    table.fill(0, numbers.as_slice_mut()?).ok()?;
    Some(numbers)
}

/// False for matrices of layers: neither rows nor columns are at all like those beside them; and for lists with numbers
/// below 0, as no frequencies are.
fn may_be_positions(numbers: &Array2<f64>) -> bool {
    /// Mean cosine of neighbors below which nothing speaks of positions.
    const LEAST: f64 = 0.1;
    if numbers.nrows().min(numbers.ncols()) == 1 {
        return numbers.iter().all(|it| *it >= 0.0);
    }
    let alike = |numbers: &ArrayView2<'_, f64>| {
        let pairs = numbers.rows().into_iter().zip(numbers.rows().into_iter().skip(1));
        let cosine = |(a, b): (ArrayView1<'_, f64>, ArrayView1<'_, f64>)| {
            let size = (a.dot(&a) * b.dot(&b)).sqrt();
            if size > 0.0 { a.dot(&b) / size } else { 0.0 }
        };
        pairs.map(cosine).sum::<f64>() / (numbers.nrows() - 1) as f64
    };
    alike(&numbers.view()).abs() >= LEAST || alike(&numbers.t()).abs() >= LEAST
}

/// True if rows are like those beside them, and unlike those far away, as no matrix of a layer is.
fn has_alike_neighbors(numbers: &Array2<f64>) -> bool {
    const ALIKE: f64 = 0.5;
    let num = numbers.nrows();
    if num < FEWEST_ROWS as usize || numbers.ncols() < 2 {
        return false;
    }
    let cosine = |distance: usize| {
        let of = |t: usize| {
            let [a, b] = [t, t + distance].map(|row| numbers.row(row).to_vec());
            Measure::Cosine.of_rows(&a, &b)
        };
        let all = (0..num - distance).map(of);
        all.sum::<f64>() / (num - distance) as f64
    };
    let (near, far) = (cosine(1), cosine(num / 2));
    near >= ALIKE && near - far >= ALIKE / 2.0
}
