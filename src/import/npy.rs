//! Headers of NumPy's npy format. They are parsed strictly: a general parser of Python literals would recurse as deeply
//! as a malicious file demands.

use super::Element;

/// Largest length of a header in bytes. Headers that NumPy writes usually have 128.
const LONGEST: usize = 1 << 16;
/// First bytes of the format.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// Header of an array.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NpyHeader {
    pub(super) element: Element,
    pub(super) is_big_endian: bool,
    pub(super) is_fortran: bool,
    pub(super) shape: Vec<u64>,
    /// Number of bytes before the first number.
    pub(super) length: u64,
}

/// Number of bytes that are enough to read any header.
pub(super) const ENOUGH: usize = LONGEST + 12;

/// Parses the header at the beginning of some bytes.
///
/// # Errors
///
/// Returns a description of the problem.
pub(super) fn header(bytes: &[u8]) -> Result<NpyHeader, String> {
    let cut = || "it ends within its header".to_owned();
    if !bytes.starts_with(MAGIC) {
        return Err("it does not begin as an npy file does".to_owned());
    }
    let (length, before) = match bytes.get(6).ok_or_else(cut)? {
        1 => {
            let length = bytes.get(8..10).ok_or_else(cut)?;
            (usize::from(u16::from_le_bytes([length[0], length[1]])), 10)
        }
        2 | 3 => {
            let length = bytes.get(8..12).ok_or_else(cut)?;
            let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
            (length as usize, 12)
        }
        version => return Err(format!("its npy version is {version}: expected 1, 2 or 3")),
    };
    if length > LONGEST {
        return Err(format!("its header claims {length} bytes: expected {LONGEST} at most"));
    }
    let text = bytes.get(before..before + length).ok_or_else(cut)?;
    let text = String::from_utf8_lossy(text);
    let unexpected = |what: &str| format!("its header has no {what}: {}", text.trim());
    let descr = value_of(&text, "descr").ok_or_else(|| unexpected("descr"))?;
    let descr = descr.trim_matches(['\'', '"']);
    // Complex numbers are pairs of floats.
    let complex = descr.split_at_checked(1).and_then(|(order, kind)| match kind {
        "c8" => Some(format!("{order}f4")),
        "c16" => Some(format!("{order}f8")),
        _ => None,
    });
    let (element, is_big_endian) = element(complex.as_deref().unwrap_or(descr)).ok_or_else(|| {
        format!("its numbers are {descr:?}: expected floats, complex numbers, integers or truth values")
    })?;
    let is_fortran = match value_of(&text, "fortran_order") {
        Some("True") => true,
        Some("False") => false,
        _ => return Err(unexpected("fortran_order")),
    };
    let shape = value_of(&text, "shape").and_then(|shape| {
        let sides = shape.strip_prefix('(')?.split(',').map(str::trim);
        sides.filter(|side| !side.is_empty()).map(|side| side.parse().ok()).collect()
    });
    let mut shape: Vec<u64> = shape.ok_or_else(|| unexpected("shape"))?;
    if complex.is_some() {
        if is_fortran && shape.len() > 1 {
            return Err("its complex numbers are in Fortran order: expected C order".to_owned());
        }
        match shape.split_last_mut() {
            // One row, as of one step of decoding.
            Some((pairs, others)) if others.iter().all(|&side| side == 1) => {
                *pairs = pairs.saturating_mul(2);
            }
            _ => shape.push(2),
        }
    }
    if shape.len() > 8 {
        return Err(format!("it has {} dimensions: expected 4 at most", shape.len()));
    }
    Ok(NpyHeader { element, is_big_endian, is_fortran, shape, length: (before + length) as u64 })
}

/// Type and byte order of NumPy's `descr`.
fn element(descr: &str) -> Option<(Element, bool)> {
    let (order, kind) = descr.split_at_checked(1)?;
    let is_big_endian = match order {
        "<" | "|" | "=" => false,
        ">" => true,
        _ => return None,
    };
    let element = match kind {
        "f2" => Element::F16,
        "f4" => Element::F32,
        "f8" => Element::F64,
        "i1" => Element::I8,
        "i2" => Element::I16,
        "i4" => Element::I32,
        "i8" => Element::I64,
        "u1" => Element::U8,
        "u2" => Element::U16,
        "u4" => Element::U32,
        "u8" => Element::U64,
        "b1" => Element::Bool,
        // ml_dtypes writes bf16 as raw bytes.
        "V2" => Element::Bf16,
        _ => return None,
    };
    Some((element, is_big_endian))
}

/// Value of a key of the header: a single token, or a tuple without its closing parenthesis.
fn value_of<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let quoted = [format!("'{key}':"), format!("\"{key}\":")];
    let rest = quoted.iter().find_map(|key| Some(header.split_once(key.as_str())?.1))?.trim_start();
    let end = if rest.starts_with('(') { rest.find(')') } else { rest.find([',', '}']) };
    Some(rest.get(..end?)?.trim())
}
