//! Headers of GGUF files: keys and values before the tensors.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    block::Block,
    class::{ALL, Class, KeyOfSets, LayerTypes},
    error::ModelError,
    llama_cpp::{pairing_of, sliding_of},
    origin::{Origin, Sourced},
};

/// First bytes of a file.
pub(super) const MAGIC: &[u8] = b"GGUF";

/// Sets of an architecture whose layers with a window have a base of their own.
const FULL: &str = "full_attention";
const SLIDING: &str = "sliding_attention";

/// Tensors whose numbers divide the frequencies.
const DIVISORS: [&str; 3] =
    ["rope_freqs.weight", "rope_factors_long.weight", "rope_factors_short.weight"];

/// Header of a file, as far as it was read.
pub(super) struct Header {
    /// Keys with numbers, texts and flags; arrays of numbers are kept if they are short.
    pub(super) values: Map<String, Value>,
    /// Names of tensors that divide frequencies.
    pub(super) divisors: Vec<String>,
    /// True if nothing is missing.
    pub(super) is_whole: bool,
}

/// Bytes that are read from the front.
struct Cursor<'a> {
    rest: &'a [u8],
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
    let mut header = Header { values: Map::new(), divisors: Vec::new(), is_whole: false };
    for _ in 0..num_keys {
        let Some((key, kind)) = cursor.text().zip(cursor.u32()) else { return Ok(header) };
        let Some(value) = cursor.value(kind) else { return Ok(header) };
        if !value.is_null() {
            header.values.insert(key, value);
        }
    }
    for _ in 0..num_tensors {
        let Some(name) = cursor.text() else { return Ok(header) };
        let Some(num_dims) = cursor.u32() else { return Ok(header) };
        // Sizes, type and offset.
        let Some(_) = cursor.take(u64::from(num_dims) * 8 + 12) else { return Ok(header) };
        if DIVISORS.contains(&name.as_str()) {
            header.divisors.push(name);
        }
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

    /// Class that says where the numbers stand.
    pub(super) fn class(architecture: &str) -> Class {
        let key = |name: &str| format!("{architecture}.{name}");
        let aliases = [
            ("hidden_size", "embedding_length"),
            ("num_attention_heads", "attention.head_count"),
            ("num_hidden_layers", "block_count"),
            ("max_position_embeddings", "context_length"),
            ("head_dim", "attention.key_length"),
        ];
        let sliding = sliding_of(architecture);
        // llama.cpp assumes 10,000.
        let sets = match sliding {
            None => vec![(ALL, "rope.freq_base", 10_000.0)],
            Some(it) => {
                vec![(FULL, "rope.freq_base", 10_000.0), (SLIDING, "rope.freq_base_swa", it.base)]
            }
        };
        let base = sets.iter().map(|&(set, own, _)| {
            (key(own), KeyOfSets { sets: vec![set.to_owned()], dims: false })
        });
        let base: BTreeMap<String, KeyOfSets> = base.collect();
        let blocks = sets.iter().map(|&(set, _, base)| {
            let block = Map::from_iter([("rope_theta".to_owned(), Value::from(base))]);
            (set.to_owned(), block)
        });
        let layer_types = sliding.map(|it| {
            let mut period = vec![SLIDING.to_owned(); it.period.saturating_sub(1)];
            period.push(FULL.to_owned());
            LayerTypes { period, ..LayerTypes::default() }
        });
        let of_sets = || sets.iter().map(|&(set, ..)| set.to_owned());
        Class {
            name: format!("llama.cpp's {architecture}"),
            aliases: aliases.map(|(name, own)| (name.to_owned(), key(own))).into(),
            blocks: blocks.collect(),
            base_keys: base.clone(),
            base_keys_in_block: base,
            head_keys: of_sets().map(|set| (set, vec!["head_dim".to_owned()])).collect(),
            head: of_sets().map(|set| (set, None)).collect(),
            layer_types,
            rotated_key: Some(key("rope.dimension_count")),
            pairing: pairing_of(architecture).map(|it| it.key().to_owned()),
            logits: true,
            ..Class::default()
        }
    }

    /// Blocks of rotary parameters, by the names of transformers. Layers with a window of their own base are not scaled.
    pub(super) fn blocks(&self, architecture: &str) -> Vec<Block> {
        let block = self.block(architecture);
        if sliding_of(architecture).is_none() {
            return vec![block];
        }
        let of = |set: &str| Block { set: set.to_owned(), is_nested: true, ..block.clone() };
        vec![of(FULL), Block { parameters: BTreeMap::new(), ..of(SLIDING) }]
    }

    /// Block of rotary parameters of all layers.
    fn block(&self, architecture: &str) -> Block {
        let mut parameters = BTreeMap::new();
        let mut note = |name: &str, own: &str, made: &dyn Fn(&Value) -> Option<Value>| {
            let key = format!("{architecture}.rope.{own}");
            let found = self.values.get(&key).and_then(made);
            if let Some(value) = found {
                parameters.insert(name.to_owned(), Sourced { value, origin: Origin::key(key) });
            }
        };
        let same = |value: &Value| Some(value.clone());
        note("rope_type", "scaling.type", &|value| match value.as_str() {
            Some("none") => Some("default".into()),
            _ => Some(value.clone()),
        });
        note("factor", "scaling.factor", &same);
        note("original_max_position_embeddings", "scaling.original_context_length", &same);
        note("beta_fast", "scaling.yarn_beta_fast", &same);
        note("beta_slow", "scaling.yarn_beta_slow", &same);
        // The multiplier is a tenth of mscale_all_dim; the magnitude then goes to the logits alone.
        let tenfold = |value: &Value| Some(Value::from(10.0 * value.as_f64()?));
        note("mscale", "scaling.yarn_log_multiplier", &tenfold);
        note("mscale_all_dim", "scaling.yarn_log_multiplier", &tenfold);
        Block {
            set: ALL.to_owned(),
            parameters,
            object: None,
            is_nested: false,
            is_laid_over: false,
        }
    }
}
