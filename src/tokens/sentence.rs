//! The rows of a sentence: embedding, encoding, and what they make together.

use std::{collections::HashMap, path::Path, sync::Arc};

use rayon::prelude::*;

use super::{VectorsError, split, toy, vectors};
use crate::{
    encoding::{Rows, Table, similarity::Measure},
    stable_enum::stable_enum,
};

stable_enum! {
    /// How embedding and encoding come together.
    pub enum Join {
        /// ψ(w) + PE(t): the widths are equal.
        Add = "add",
        /// ψ(w) and PE(t) one after the other: the widths add up.
        Concatenate = "concatenate",
    }
}

stable_enum! {
    /// What becomes of a sentence with more tokens than the table has positions.
    pub enum Overlong {
        /// The tokens beyond the last position are left out.
        Cut = "cut",
        /// The sentence is not accepted.
        Refuse = "refuse",
    }
}

/// All that determines the rows of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct TokensRequest {
    /// The sentence as typed.
    pub text: Arc<str>,
    /// File of word vectors; unset: toy embeddings of width `d_model`.
    pub vectors: Option<Arc<str>>,
    /// What PE(t) is made from: token i stands at position start + i, and the length is the largest number of
    /// tokens.
    pub table: Table,
    /// Whether embeddings are multiplied by √`d_model`, as the paper does.
    pub is_scaled: bool,
    /// How they come together.
    pub join: Join,
    /// What becomes of too many tokens.
    pub overlong: Overlong,
    /// How rows are compared.
    pub measure: Measure,
}

/// A sentence as rows of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tokens {
    /// Tokens that became rows, in their order.
    pub words: Vec<Arc<str>>,
    /// Tokens of the whole sentence.
    pub num: usize,
    /// Whether the sentence was refused for its length.
    pub is_refused: bool,
    /// Which of the words have no vector in the file: theirs is 0.
    pub missing: Vec<usize>,
    /// ψ(w), or √`d_model`·ψ(w), a row a word.
    pub embeddings: Rows,
    /// PE(t), a row a word.
    pub encodings: Rows,
    /// What they make together, a row a word.
    pub joined: Rows,
    /// Similarity of any two embeddings, a row a word.
    pub before: Rows,
    /// Similarity of any two rows of `joined`.
    pub after: Rows,
}

impl Tokens {
    /// Most words that become rows: more could not be read.
    pub const MOST: usize = 512;
    /// Most numbers in all rows together: 32 MB.
    const MOST_VALUES: usize = 1 << 22;

    /// Reads and computes everything. `is_wanted` is told now and then which part is done; `None` once it says
    /// no.
    pub fn new(
        request: &TokensRequest,
        is_wanted: &(dyn Fn(f32) -> bool + Sync),
    ) -> Option<Result<Self, VectorsError>> {
        let all = split(&request.text);
        let num = all.len();
        let length = request.table.num_rows();
        let is_refused = request.overlong == Overlong::Refuse && num as u64 > length;
        let widest = 2 * request.table.num_columns() as usize;
        let most = Self::MOST.min(Self::MOST_VALUES / widest).min(length as usize);
        let most = if is_refused { 0 } else { most };
        let words: Vec<Arc<str>> = all.into_iter().take(most).collect();
        let embedded = match embedded(request, &words, is_wanted).transpose()? {
            Ok(embedded) => embedded,
            Err(error) => return Some(Err(error)),
        };
        let Embedded { embeddings, missing } = embedded;
        let encodings = request.table.rows(0, words.len() as u64);
        let encodings = Rows::new(request.table.num_columns() as usize, encodings);
        let joined = joined(request.join, &embeddings, &encodings);
        let [before, after] = [&embeddings, &joined].map(|rows| compared(rows, request.measure));
        if !is_wanted(1.0) {
            return None;
        }
        Some(Ok(Self {
            words,
            num,
            is_refused,
            missing,
            embeddings,
            encodings,
            joined,
            before,
            after,
        }))
    }

    /// Similarity of two words before and after, by their places.
    pub fn similarity(&self, a: usize, b: usize) -> Option<(f64, f64)> {
        let n = self.words.len();
        (a < n && b < n).then(|| (self.before.row(a)[b], self.after.row(a)[b]))
    }
}

struct Embedded {
    embeddings: Rows,
    missing: Vec<usize>,
}

fn embedded(
    request: &TokensRequest,
    words: &[Arc<str>],
    is_wanted: &(dyn Fn(f32) -> bool + Sync),
) -> Result<Option<Embedded>, VectorsError> {
    let d_model = request.table.num_columns();
    let scale = if request.is_scaled { f64::from(d_model).sqrt() } else { 1.0 };
    let Some(path) = &request.vectors else {
        let width = d_model as usize;
        // Once for every word, however often it stands there.
        let mut known: HashMap<&str, Vec<f64>> = HashMap::new();
        for word in words {
            known.entry(word).or_insert_with(|| toy(word, width));
        }
        let values = words.iter().flat_map(|word| &known[&**word]).map(|value| scale * value);
        let embeddings = Rows::new(width, values.collect());
        return Ok(Some(Embedded { embeddings, missing: Vec::new() }));
    };
    let Some(found) = vectors::read(Path::new(&**path), words, is_wanted)? else { return Ok(None) };
    let width = found.width;
    if request.join == Join::Add && width != d_model as usize {
        return Err(VectorsError::Width { width, d_model, path: path.to_string() });
    }
    let mut values = Vec::with_capacity(words.len() * width);
    let mut missing = Vec::new();
    for (i, word) in words.iter().enumerate() {
        if let Some(row) = found.of(word) {
            values.extend(row.iter().map(|value| scale * value));
        } else {
            missing.push(i);
            values.resize(values.len() + width, 0.0);
        }
    }
    Ok(Some(Embedded { embeddings: Rows::new(width, values), missing }))
}

fn joined(join: Join, embeddings: &Rows, encodings: &Rows) -> Rows {
    let pairs = embeddings.iter().zip(encodings.iter());
    match join {
        Join::Add => {
            let sums = pairs.flat_map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + b));
            Rows::new(encodings.width(), sums.collect())
        }
        Join::Concatenate => {
            let both = pairs.flat_map(|(a, b)| a.iter().chain(b).copied());
            Rows::new(embeddings.width() + encodings.width(), both.collect())
        }
    }
}

/// Every row with every row.
fn compared(rows: &Rows, measure: Measure) -> Rows {
    let rows: Vec<&[f64]> = rows.iter().collect();
    let with_all =
        |a: &&[f64]| rows.iter().map(|b| similarity(measure, a, b)).collect::<Vec<f64>>();
    // Of no rows at all there is no width.
    Rows::new(rows.len().max(1), rows.par_iter().flat_map_iter(with_all).collect())
}

/// Similarity of two vectors; the cosine with a zero vector is 0.
pub fn similarity(measure: Measure, a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    match measure {
        Measure::Dot => dot(a, b),
        Measure::Cosine => {
            let norms = (dot(a, a) * dot(b, b)).sqrt();
            if norms == 0.0 { 0.0 } else { dot(a, b) / norms }
        }
        Measure::Distance => a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt(),
    }
}
