//! Keys of a model in a GGUF file, and the tensors that divide its frequencies.

use std::{collections::BTreeMap, io};

use serde_json::{Map, Value};

use super::error::ModelError;
use crate::{
    encoding::Limits,
    gguf::{self, Tensor},
};

/// Tensors whose numbers divide the frequencies: in all sequences, in long ones, and in short ones.
pub(super) const DIVISORS: [&str; 3] =
    ["rope_freqs.weight", "rope_factors_long.weight", "rope_factors_short.weight"];

/// Header of a file, as far as it was read.
pub(super) struct GgufFields {
    /// Keys with numbers, texts and flags; arrays of numbers are kept if they are short.
    pub(super) values: Map<String, Value>,
    /// Tensors that divide frequencies; `None` for numbers beyond the bytes that were read, or in another type than
    /// f32.
    pub(super) divisors: BTreeMap<&'static str, Option<Vec<f64>>>,
    /// Shapes of the tensors by name, in row-major order.
    pub(super) shapes: BTreeMap<String, Vec<u64>>,
    /// True if nothing is missing.
    pub(super) is_whole: bool,
}

/// Reads the header from the first bytes of a file, which may end within it.
pub(super) fn header(bytes: &[u8]) -> Result<GgufFields, ModelError> {
    let found = gguf::header(io::Cursor::new(bytes), bytes.len() as u64);
    let found = found.map_err(ModelError::Gguf)?;
    let mut divisors = BTreeMap::new();
    if let Some(start) = found.start {
        for tensor in &found.tensors {
            let known = DIVISORS.into_iter().find(|it| *it == tensor.name);
            divisors.extend(known.map(|name| (name, numbers(tensor, bytes, start))));
        }
    }
    let is_whole = found.start.is_some();
    let shapes = found.tensors.into_iter().map(|it| (it.name, it.shape)).collect();
    Ok(GgufFields { values: found.values, divisors, shapes, is_whole })
}

/// Numbers of a tensor, if the bytes hold them.
fn numbers(tensor: &Tensor, bytes: &[u8], start: u64) -> Option<Vec<f64>> {
    /// Code of the type f32, and the most numbers: half the width of a head.
    const F32: u32 = 0;
    const MOST: u64 = Limits::PAIRS_MAX as u64;
    let num = tensor.shape.iter().try_fold(1_u64, |num, &side| num.checked_mul(side))?;
    if tensor.code != F32 || num == 0 || num > MOST {
        return None;
    }
    let first = usize::try_from(start.checked_add(tensor.offset)?).ok()?;
    let data = bytes.get(first..)?.get(..num as usize * 4)?;
    let numbers = data.chunks_exact(4).map(|it| {
        let number = f32::from_le_bytes(it.try_into().ok()?);
        (number.is_finite() && number > 0.0).then_some(f64::from(number))
    });
    numbers.collect()
}

impl GgufFields {
    /// Architecture, which the other keys begin with.
    pub(super) fn architecture(&self) -> Result<&str, ModelError> {
        let found = self.values.get("general.architecture").and_then(Value::as_str);
        found.ok_or_else(|| ModelError::Gguf("general.architecture is missing".to_owned()))
    }

    /// Replaces numbers of heads for each layer by the largest.
    pub(super) fn reduce_head_counts(&mut self, architecture: &str) {
        let found = self.values.get_mut(&format!("{architecture}.attention.head_count"));
        let largest = |all: &Vec<Value>| all.iter().filter_map(Value::as_u64).max();
        if let Some(value) = found
            && let Some(largest) = value.as_array().and_then(largest)
        {
            *value = largest.into();
        }
    }
}
