//! Files of tensors.

#![allow(dead_code, reason = "each test binary writes some")]

use std::{fs, path::Path};

use serde_json::{Value, json};

/// Writes a safetensors file of single precision.
pub(crate) fn write_tensors(path: &Path, tensors: &[(&str, &[usize], Vec<f32>)]) {
    let (mut header, mut data) = (serde_json::Map::new(), Vec::new());
    for (name, shape, values) in tensors {
        let start = data.len();
        data.extend(values.iter().flat_map(|it| it.to_le_bytes()));
        let entry = json!({"dtype": "F32", "shape": shape, "data_offsets": [start, data.len()]});
        header.insert((*name).to_owned(), entry);
    }
    write_raw(path, &Value::from(header), &data);
}

/// Writes a safetensors file with a header as it is.
pub(crate) fn write_raw(path: &Path, header: &Value, data: &[u8]) {
    let header = header.to_string();
    let length = (header.len() as u64).to_le_bytes();
    fs::write(path, [&length[..], header.as_bytes(), data].concat()).unwrap();
}
