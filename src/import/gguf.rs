//! Headers of GGUF files: names, shapes and types of tensors, and where their numbers stand. Keys are skipped here; `model` reads them.

use std::io::{self, BufReader, Read, Seek};

use super::{Element, safetensors::Tensor, shape};

/// First bytes of a file.
pub(super) const MAGIC: &[u8] = b"GGUF";
/// Longest name of a tensor or a key.
const LONGEST_NAME: u64 = 1 << 16;
/// Most sides of a tensor.
const MOST_SIDES: u32 = 8;
/// Type of a text among the types of values.
const TEXT: u32 = 8;
/// Type of a list among the types of values.
const LIST: u32 = 9;
/// Key of the distance that the numbers of tensors are aligned to, and its usual value.
const ALIGNMENT: (&str, u64) = ("general.alignment", 32);

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
pub(super) struct Header {
    /// Tensors whose numbers are within the file.
    pub(super) tensors: Vec<Tensor>,
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
pub(super) fn header(file: impl Read + Seek, size: u64) -> Result<Header, String> {
    let mut cursor = Cursor { file: BufReader::with_capacity(1 << 16, file), size };
    cursor.header().map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => error.to_string(),
        _ => "it ends within its header".to_owned(),
    })
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

fn invalid(reason: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// File that is read from the front.
struct Cursor<R> {
    file: BufReader<R>,
    size: u64,
}

impl<R: Read + Seek> Cursor<R> {
    fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn u32(&mut self) -> io::Result<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> io::Result<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn skip(&mut self, num: u64) -> io::Result<()> {
        if num > self.size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.file.seek_relative(num as i64)
    }

    fn name(&mut self) -> io::Result<String> {
        let length = self.u64()?;
        if length > LONGEST_NAME {
            return Err(invalid(format!("a name in its header claims {length} bytes")));
        }
        let mut bytes = vec![0; length as usize];
        self.file.read_exact(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Skips a value of a type.
    fn skip_value(&mut self, kind: u32) -> io::Result<()> {
        let size = |kind: u32| match kind {
            0 | 1 | 7 => Ok(1),
            2 | 3 => Ok(2),
            4..=6 => Ok(4),
            10..=12 => Ok(8),
            other => Err(invalid(format!("its header has a value of the unknown type {other}"))),
        };
        match kind {
            TEXT => {
                let length = self.u64()?;
                self.skip(length)
            }
            LIST => {
                let (kind, num) = (self.u32()?, self.u64()?);
                if kind != TEXT {
                    let bytes = num.checked_mul(size(kind)?);
                    return self.skip(bytes.unwrap_or(u64::MAX));
                }
                for _ in 0..num {
                    let length = self.u64()?;
                    self.skip(length)?;
                }
                Ok(())
            }
            kind => self.skip(size(kind)?),
        }
    }

    fn header(&mut self) -> io::Result<Header> {
        if self.array::<4>()? != MAGIC {
            return Err(invalid("it does not begin with GGUF".to_owned()));
        }
        let version = self.u32()?;
        if !(2..=3).contains(&version) {
            return Err(invalid(format!("its GGUF version is {version}: expected 2 or 3")));
        }
        let (num_tensors, num_keys) = (self.u64()?, self.u64()?);
        let mut alignment = ALIGNMENT.1;
        for _ in 0..num_keys {
            let (key, kind) = (self.name()?, self.u32()?);
            if key == ALIGNMENT.0 && kind == 4 {
                alignment = u64::from(self.u32()?).max(1);
            } else {
                self.skip_value(kind)?;
            }
        }
        let (mut tensors, mut faults) = (Vec::new(), Vec::new());
        for i in 0..num_tensors {
            match self.tensor() {
                Ok(tensor) => tensors.push(tensor),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(error),
                Err(_ends) => {
                    faults
                        .push(format!("it ends at tensor {i} of the {num_tensors} that it claims"));
                    break;
                }
            }
        }
        let end = self.file.stream_position()?;
        let start = end.next_multiple_of(alignment);
        let room = self.size.saturating_sub(start);
        tensors.retain(|tensor| {
            let cells = shape::num_cells(&tensor.shape);
            let bytes = tensor.element.as_ref().map_or(1, |it| it.bytes() as u64);
            // Numbers in blocks are not read: only where they begin counts.
            let bytes = if tensor.element.is_ok() { bytes } else { 0 };
            let end = cells.and_then(|num| num.checked_mul(bytes)?.checked_add(tensor.start));
            let fits = end.is_some_and(|end| end <= room);
            if !fits {
                faults.push(format!("its tensor {:?} ends after the file does", tensor.name));
            }
            fits
        });
        Ok(Header { tensors, start, faults })
    }

    fn tensor(&mut self) -> io::Result<Tensor> {
        let name = self.name()?;
        let num_sides = self.u32()?;
        if num_sides > MOST_SIDES {
            return Err(invalid(format!("its tensor {name:?} claims {num_sides} sides")));
        }
        let sides: io::Result<Vec<u64>> = (0..num_sides).map(|_| self.u64()).collect();
        // The side whose numbers are neighbors comes first.
        let shape = sides?.into_iter().rev().collect();
        let element = element(self.u32()?);
        Ok(Tensor { name, element, shape, start: self.u64()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_of(name: &str, sides: &[u64], code: u32) -> Vec<u8> {
        let mut bytes = b"GGUF\x03\0\0\0".to_vec();
        bytes.extend([1_u64, 1].iter().flat_map(|it| it.to_le_bytes()));
        bytes.extend([3_u64.to_le_bytes().as_slice(), b"key", &TEXT.to_le_bytes()].concat());
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
        let found = header(io::Cursor::new(&bytes), bytes.len() as u64).unwrap();
        assert_eq!((found.tensors[0].shape.as_slice(), found.faults.len()), (&[2, 3][..], 0));
        assert_eq!(found.start + 24, bytes.len() as u64, "numbers begin at a multiple of 32");
    }

    #[test]
    fn lies_are_told() {
        for (sides, code, what) in
            [(&[3, 3][..], 0, "ends after"), (&[u64::MAX, 2], 1, "ends after")]
        {
            let bytes = bytes_of("x", sides, code);
            let found = header(io::Cursor::new(&bytes), bytes.len() as u64).unwrap();
            assert!(found.faults[0].contains(what), "{:?}", found.faults);
        }
        let bytes = bytes_of("x", &[2], 0);
        for end in 0..bytes.len() - 24 {
            let found = header(io::Cursor::new(&bytes[..end]), end as u64);
            let is_told = found.is_err() || found.is_ok_and(|it| !it.faults.is_empty());
            assert!(is_told, "cut after {end} bytes");
        }
    }
}
