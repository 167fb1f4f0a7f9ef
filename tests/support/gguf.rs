//! GGUF files of a header and small tensors, as llama.cpp's converter writes them.

use serde_json::{Map, Value};

/// File of an architecture with keys, and with tensors of f32.
pub(crate) fn gguf(
    architecture: &str,
    keys: &Map<String, Value>,
    tensors: &Map<String, Value>,
) -> Vec<u8> {
    let mut bytes = b"GGUF\x03\0\0\0".to_vec();
    bytes.extend((tensors.len() as u64).to_le_bytes());
    bytes.extend((keys.len() as u64 + 1).to_le_bytes());
    entry(&mut bytes, "general.architecture", &architecture.into());
    for (key, value) in keys {
        entry(&mut bytes, &format!("{architecture}.{key}"), value);
    }
    let mut data = Vec::new();
    for (name, numbers) in tensors {
        let numbers = numbers.as_array().expect("a tensor is a list");
        text(&mut bytes, name);
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend((numbers.len() as u64).to_le_bytes());
        bytes.extend(0_u32.to_le_bytes());
        bytes.extend((data.len() as u64).to_le_bytes());
        let numbers = numbers.iter().map(|it| it.as_f64().expect("a number") as f32);
        data.extend(numbers.flat_map(f32::to_le_bytes));
        data.resize(data.len().next_multiple_of(32), 0);
    }
    bytes.resize(bytes.len().next_multiple_of(32), 0);
    bytes.extend(data);
    bytes
}

fn entry(bytes: &mut Vec<u8>, key: &str, value: &Value) {
    text(bytes, key);
    bytes.extend(kind(value).to_le_bytes());
    push(bytes, value);
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text.as_bytes());
}

fn kind(value: &Value) -> u32 {
    match value {
        Value::Number(it) if it.is_f64() => 6,
        Value::Number(_) => 4,
        Value::Bool(_) => 7,
        Value::String(_) => 8,
        _ => 9,
    }
}

fn push(bytes: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Number(it) if it.is_f64() => {
            bytes.extend((it.as_f64().unwrap_or_default() as f32).to_le_bytes());
        }
        Value::Number(it) => {
            bytes.extend((it.as_u64().unwrap_or_default() as u32).to_le_bytes());
        }
        Value::Bool(it) => bytes.push(u8::from(*it)),
        Value::String(it) => text(bytes, it),
        Value::Array(all) => {
            bytes.extend(kind(&all[0]).to_le_bytes());
            bytes.extend((all.len() as u64).to_le_bytes());
            for it in all {
                push(bytes, it);
            }
        }
        _ => unreachable!("no other values in headers"),
    }
}
