//! Headers of safetensors files. Lengths are checked before anything is read: a header may claim anything.

use serde_json::{Map, Value};

use super::{Element, shape};

/// Largest length of a header in bytes, as the format allows.
pub(super) const LONGEST: u64 = 100_000_000;

/// Tensor of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SafetensorsEntry {
    pub(super) name: String,
    /// Type; an error for one that is no number of a table, such as fp8.
    pub(super) element: Result<Element, String>,
    pub(super) shape: Vec<u64>,
    /// First byte after the header.
    pub(super) start: u64,
}

/// Parses the JSON of a header. `room` is the number of bytes after it. Also returns a description of every entry that
/// is wrong.
///
/// # Errors
///
/// Returns a description of the problem if the header is no JSON object.
pub(super) fn tensors(
    json: &[u8],
    room: u64,
) -> Result<(Vec<SafetensorsEntry>, Vec<String>), String> {
    let header: Map<String, Value> = serde_json::from_slice(json)
        .map_err(|error| format!("its header is not that of a safetensors file: {error}"))?;
    let (mut tensors, mut faults) = (Vec::new(), Vec::new());
    for (name, entry) in header.into_iter().filter(|(name, _)| name != "__metadata__") {
        match tensor(name, &entry, room) {
            Ok(tensor) => tensors.push(tensor),
            Err(fault) => faults.push(fault),
        }
    }
    Ok((tensors, faults))
}

/// Sentences about tensors that share bytes, which the format forbids.
pub(super) fn overlaps(tensors: &[SafetensorsEntry]) -> Vec<(String, String)> {
    let end = |it: &SafetensorsEntry| {
        let size = it.element.as_ref().map_or(0, |element| element.bytes() as u64);
        it.start + size * shape::num_cells(&it.shape).unwrap_or(0)
    };
    let mut by_start: Vec<&SafetensorsEntry> =
        tensors.iter().filter(|it| end(it) > it.start).collect();
    by_start.sort_by_key(|it| it.start);
    let pairs = by_start.windows(2).filter(|pair| end(pair[0]) > pair[1].start);
    pairs.map(|pair| (pair[0].name.clone(), pair[1].name.clone())).collect()
}

fn tensor(name: String, entry: &Value, room: u64) -> Result<SafetensorsEntry, String> {
    let wrong = |what: &str| format!("its tensor {name:?} has no {what}");
    let key = entry["dtype"].as_str().ok_or_else(|| wrong("dtype"))?;
    let element = match key {
        "F16" => Ok(Element::F16),
        "BF16" => Ok(Element::Bf16),
        "F32" => Ok(Element::F32),
        "F64" => Ok(Element::F64),
        "I8" => Ok(Element::I8),
        "I16" => Ok(Element::I16),
        "I32" => Ok(Element::I32),
        "I64" => Ok(Element::I64),
        "U8" => Ok(Element::U8),
        "U16" => Ok(Element::U16),
        "U32" => Ok(Element::U32),
        "U64" => Ok(Element::U64),
        "BOOL" => Ok(Element::Bool),
        other => Err(other.to_owned()),
    };
    let numbers = |value: &Value| -> Option<Vec<u64>> {
        value.as_array()?.iter().map(Value::as_u64).collect()
    };
    let shape = numbers(&entry["shape"]).ok_or_else(|| wrong("shape"))?;
    let offsets = numbers(&entry["data_offsets"]);
    let offsets = offsets.filter(|offsets| offsets.len() == 2 && offsets[0] <= offsets[1]);
    let offsets = offsets.ok_or_else(|| wrong("valid data_offsets"))?;
    if offsets[1] > room {
        return Err(format!(
            "its tensor {name:?} ends at byte {} of the data, of which there are {room}",
            offsets[1]
        ));
    }
    if let Ok(element) = &element {
        let expected =
            shape::num_cells(&shape).and_then(|cells| cells.checked_mul(element.bytes() as u64));
        if expected != Some(offsets[1] - offsets[0]) {
            return Err(format!(
                "its tensor {name:?} of shape {} has {} bytes of data, which is not their size",
                shape::text(&shape),
                offsets[1] - offsets[0]
            ));
        }
    }
    Ok(SafetensorsEntry { name, element, shape, start: offsets[0] })
}
