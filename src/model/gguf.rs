//! Headers of GGUF files: keys and values before the tensors.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::error::ModelError;

/// First bytes of a file.
pub(super) const MAGIC: &[u8] = b"GGUF";

/// Tensors whose numbers divide the frequencies: in all sequences, in long ones, and in short ones.
pub(super) const DIVISORS: [&str; 3] =
    ["rope_freqs.weight", "rope_factors_long.weight", "rope_factors_short.weight"];

/// Header of a file, as far as it was read.
pub(super) struct Header {
    /// Keys with numbers, texts and flags; arrays of numbers are kept if they are short.
    pub(super) values: Map<String, Value>,
    /// Tensors that divide frequencies; `None` for numbers beyond the bytes that were read, or in another type than f32.
    pub(super) divisors: BTreeMap<&'static str, Option<Vec<f64>>>,
    /// True if nothing is missing.
    pub(super) is_whole: bool,
}

/// Bytes that are read from the front.
struct Cursor<'a> {
    rest: &'a [u8],
}

/// Place of a tensor of divisors after the header.
struct Place {
    name: &'static str,
    num: u64,
    kind: u32,
    offset: u64,
}

/// Types of values.
const ARRAY: u32 = 9;
const STRING: u32 = 8;

impl<'a> Cursor<'a> {
    fn take(&mut self, num: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(usize::try_from(num).ok()?)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N as u64)?.try_into().ok()
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.u64()?;
        Some(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    /// Reads an entry of the tensor directory, and keeps its place if it holds divisors.
    fn tensor(&mut self, places: &mut Vec<Place>) -> Option<()> {
        let name = self.text()?;
        let num_dims = self.u32()?;
        let mut num = 1_u64;
        for _ in 0..num_dims {
            num = num.saturating_mul(self.u64()?);
        }
        let (kind, offset) = (self.u32()?, self.u64()?);
        let known = DIVISORS.into_iter().find(|it| *it == name);
        places.extend(known.map(|name| Place { name, num, kind, offset }));
        Some(())
    }

    /// Value of a type; `Value::Null` for what no rule reads.
    fn value(&mut self, kind: u32) -> Option<Value> {
        Some(match kind {
            0 => self.array::<1>()?[0].into(),
            1 => i8::from_le_bytes(self.array()?).into(),
            2 => u16::from_le_bytes(self.array()?).into(),
            3 => i16::from_le_bytes(self.array()?).into(),
            4 => self.u32()?.into(),
            5 => i32::from_le_bytes(self.array()?).into(),
            6 => f64::from(f32::from_le_bytes(self.array()?)).into(),
            7 => (self.array::<1>()?[0] != 0).into(),
            STRING => self.text()?.into(),
            ARRAY => self.list()?,
            10 => self.u64()?.into(),
            11 => i64::from_le_bytes(self.array()?).into(),
            12 => f64::from_le_bytes(self.array()?).into(),
            _ => return None,
        })
    }

    /// Short list of numbers; other lists are skipped.
    fn list(&mut self) -> Option<Value> {
        /// Longest list that is kept: one number per layer.
        const LONGEST: u64 = 4096;
        let (kind, num) = (self.u32()?, self.u64()?);
        let size = match kind {
            0 | 1 | 7 => 1,
            2 | 3 => 2,
            4..=6 => 4,
            10..=12 => 8,
            STRING => {
                for _ in 0..num {
                    let length = self.u64()?;
                    self.take(length)?;
                }
                return Some(Value::Null);
            }
            _ => return None,
        };
        if num > LONGEST {
            self.take(num.checked_mul(size)?)?;
            return Some(Value::Null);
        }
        (0..num).map(|_| self.value(kind)).collect()
    }
}

impl Place {
    /// Numbers of the tensor, if the bytes hold them.
    fn numbers(&self, bytes: &[u8], start: u64) -> Option<Vec<f64>> {
        /// Code of the type f32, and the most numbers: half the width of a head.
        const F32: u32 = 0;
        const MOST: u64 = 8192;
        if self.kind != F32 || self.num == 0 || self.num > MOST {
            return None;
        }
        let first = usize::try_from(start.checked_add(self.offset)?).ok()?;
        let data = bytes.get(first..)?.get(..self.num as usize * 4)?;
        let numbers = data.chunks_exact(4).map(|it| {
            let number = f32::from_le_bytes(it.try_into().ok()?);
            (number.is_finite() && number > 0.0).then_some(f64::from(number))
        });
        numbers.collect()
    }
}

/// Reads the header from the first bytes of a file, which may end within it.
pub(super) fn header(bytes: &[u8]) -> Result<Header, ModelError> {
    let broken = |what: &str| ModelError::Gguf(what.to_owned());
    let mut cursor = Cursor { rest: bytes };
    if cursor.take(MAGIC.len() as u64) != Some(MAGIC) {
        return Err(broken("it does not begin with GGUF"));
    }
    let version = cursor.u32().ok_or_else(|| broken("it ends before its version"))?;
    if !(2..=3).contains(&version) {
        return Err(broken(&format!("version {version} is not known, only 2 and 3")));
    }
    let counts = cursor.u64().zip(cursor.u64());
    let (num_tensors, num_keys) = counts.ok_or_else(|| broken("it ends before its counts"))?;
    let mut header = Header { values: Map::new(), divisors: BTreeMap::new(), is_whole: false };
    for _ in 0..num_keys {
        let Some((key, kind)) = cursor.text().zip(cursor.u32()) else { return Ok(header) };
        let Some(value) = cursor.value(kind) else { return Ok(header) };
        if !value.is_null() {
            header.values.insert(key, value);
        }
    }
    let mut places = Vec::new();
    for _ in 0..num_tensors {
        let Some(()) = cursor.tensor(&mut places) else { return Ok(header) };
    }
    let start = bytes.len() - cursor.rest.len();
    let alignment = header.values.get("general.alignment").and_then(Value::as_u64);
    let alignment = alignment.filter(|&it| it > 0).unwrap_or(32);
    let start = (start as u64).checked_next_multiple_of(alignment);
    for place in places {
        let numbers = start.and_then(|start| place.numbers(bytes, start));
        header.divisors.insert(place.name, numbers);
    }
    header.is_whole = true;
    Ok(header)
}

impl Header {
    /// Architecture, which the other keys begin with.
    pub(super) fn architecture(&self) -> Result<&str, ModelError> {
        let found = self.values.get("general.architecture").and_then(Value::as_str);
        found.ok_or_else(|| ModelError::Gguf("general.architecture is missing".to_owned()))
    }

    /// Replaces numbers of heads for each layer by the largest.
    pub(super) fn join_lists(&mut self, architecture: &str) {
        let found = self.values.get_mut(&format!("{architecture}.attention.head_count"));
        let largest = |all: &Vec<Value>| all.iter().filter_map(Value::as_u64).max();
        if let Some(value) = found
            && let Some(largest) = value.as_array().and_then(largest)
        {
            *value = largest.into();
        }
    }
}
