//! Tensors of GGUF files: names, shapes and types, and where their numbers stand.

use std::io::{Read, Seek};

use super::{Element, safetensors::SafetensorsEntry, shape};
use crate::gguf;

/// Names of the types whose numbers are packed in blocks, by their codes; the others are [`element`]s.
const PACKED: [(u32, &str); 22] = [
    (2, "Q4_0"),
    (3, "Q4_1"),
    (6, "Q5_0"),
    (7, "Q5_1"),
    (8, "Q8_0"),
    (9, "Q8_1"),
    (10, "Q2_K"),
    (11, "Q3_K"),
    (12, "Q4_K"),
    (13, "Q5_K"),
    (14, "Q6_K"),
    (15, "Q8_K"),
    (16, "IQ2_XXS"),
    (17, "IQ2_XS"),
    (18, "IQ3_XXS"),
    (19, "IQ1_S"),
    (20, "IQ4_NL"),
    (21, "IQ3_S"),
    (22, "IQ2_S"),
    (23, "IQ4_XS"),
    (29, "IQ1_M"),
    (39, "MXFP4"),
];

/// Tensors of a header.
#[derive(Debug)]
pub(super) struct GgufTensors {
    /// Tensors whose numbers are within the file.
    pub(super) tensors: Vec<SafetensorsEntry>,
    /// First byte of the numbers.
    pub(super) start: u64,
    /// A sentence for each thing that is wrong.
    pub(super) faults: Vec<String>,
}

/// Reads the header of a file of some size.
///
/// # Errors
///
/// Returns a description of the problem.
pub(super) fn header(file: impl Read + Seek, size: u64) -> Result<GgufTensors, String> {
    let found = gguf::header(file, size)?;
    let (num, claimed) = (found.tensors.len(), found.num_tensors);
    let mut faults = Vec::new();
    if found.start.is_none() {
        if num == 0 {
            return Err("it ends within its header".to_owned());
        }
        faults.push(format!("it ends at tensor {num} of the {claimed} that it claims"));
    }
    let start = found.start.unwrap_or(size);
    let room = size.saturating_sub(start);
    let mut tensors = Vec::new();
    for it in found.tensors {
        let element = element(it.code);
        let cells = shape::num_cells(&it.shape);
        // Numbers in blocks are not read: only where they begin counts.
        let bytes = element.as_ref().map_or(0, |it| it.bytes() as u64);
        let end = cells.and_then(|num| num.checked_mul(bytes)?.checked_add(it.offset));
        if end.is_some_and(|end| end <= room) {
            tensors.push(SafetensorsEntry {
                name: it.name,
                element,
                shape: it.shape,
                start: it.offset,
            });
        } else {
            faults.push(format!("its tensor {:?} ends after the file does", it.name));
        }
    }
    Ok(GgufTensors { tensors, start, faults })
}

/// Type of numbers that are stored one by one.
fn element(code: u32) -> Result<Element, String> {
    Ok(match code {
        0 => Element::F32,
        1 => Element::F16,
        24 => Element::I8,
        25 => Element::I16,
        26 => Element::I32,
        27 => Element::I64,
        28 => Element::F64,
        30 => Element::Bf16,
        other => {
            let name = PACKED.iter().find(|(code, _)| *code == other);
            return Err(
                name.map_or_else(|| format!("type {other}"), |(_, name)| (*name).to_owned())
            );
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_of(name: &str, sides: &[u64], code: u32) -> Vec<u8> {
        let mut bytes = b"GGUF\x03\0\0\0".to_vec();
        bytes.extend([1_u64, 1].iter().flat_map(|it| it.to_le_bytes()));
        bytes.extend([3_u64.to_le_bytes().as_slice(), b"key", &8_u32.to_le_bytes()].concat());
        bytes.extend([2_u64.to_le_bytes().as_slice(), b"ab"].concat());
        bytes.extend([(name.len() as u64).to_le_bytes().as_slice(), name.as_bytes()].concat());
        bytes.extend((sides.len() as u32).to_le_bytes());
        bytes.extend(sides.iter().flat_map(|it| it.to_le_bytes()));
        bytes.extend([code.to_le_bytes().as_slice(), &0_u64.to_le_bytes()].concat());
        bytes.resize(bytes.len().next_multiple_of(32) + 24, 0);
        bytes
    }

    #[test]
    fn tensors_have_row_major_shapes() {
        let bytes = bytes_of("position_embd.weight", &[3, 2], 0);
        let found = header(std::io::Cursor::new(&bytes), bytes.len() as u64).unwrap();
        assert_eq!((found.tensors[0].shape.as_slice(), found.faults.len()), (&[2, 3][..], 0));
        assert_eq!(found.start + 24, bytes.len() as u64, "numbers begin at a multiple of 32");
    }

    #[test]
    fn lies_are_told() {
        for (sides, code, what) in
            [(&[3, 3][..], 0, "ends after"), (&[u64::MAX, 2], 1, "ends after")]
        {
            let bytes = bytes_of("x", sides, code);
            let found = header(std::io::Cursor::new(&bytes), bytes.len() as u64).unwrap();
            assert!(found.faults[0].contains(what), "{:?}", found.faults);
        }
        let bytes = bytes_of("x", &[2], 0);
        for end in 0..bytes.len() - 24 {
            let found = header(std::io::Cursor::new(&bytes[..end]), end as u64);
            let is_told = found.is_err() || found.is_ok_and(|it| !it.faults.is_empty());
            assert!(is_told, "cut after {end} bytes");
        }
    }
}
