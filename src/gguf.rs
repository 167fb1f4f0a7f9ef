//! Headers of GGUF files, read from the front: keys with their values, and the directory of tensors.

use std::io::{self, BufReader, Read, Seek};

use serde_json::{Map, Value};

/// First bytes of a file.
pub(crate) const MAGIC: &[u8] = b"GGUF";

/// Types of values.
const TEXT: u32 = 8;
const LIST: u32 = 9;

/// Header of a file, as far as the file goes.
#[derive(Debug)]
pub(crate) struct GgufHeader {
    /// Keys with numbers, texts and flags; lists of numbers if they are short.
    pub(crate) values: Map<String, Value>,
    pub(crate) tensors: Vec<Tensor>,
    /// Number of tensors that the file claims.
    pub(crate) num_tensors: u64,
    /// First byte of the numbers; `None` if the file ends within the header.
    pub(crate) start: Option<u64>,
}

/// Entry of the directory.
#[derive(Debug)]
pub(crate) struct Tensor {
    pub(crate) name: String,
    /// Sides, in row-major order.
    pub(crate) shape: Vec<u64>,
    /// Code of the type of its numbers.
    pub(crate) code: u32,
    /// First byte after the header.
    pub(crate) offset: u64,
}

/// Reads the header of a file of some size, which may end within it.
///
/// # Errors
///
/// Returns a description of what is no header.
pub(crate) fn header(file: impl Read + Seek, size: u64) -> Result<GgufHeader, String> {
    let mut cursor = Cursor { file: BufReader::with_capacity(1 << 16, file), size };
    let mut header =
        GgufHeader { values: Map::new(), tensors: Vec::new(), num_tensors: 0, start: None };
    match cursor.header(&mut header) {
        Ok(end) => {
            /// Key of the distance that numbers are aligned to, and its usual value.
            const ALIGNMENT: (&str, u64) = ("general.alignment", 32);
            let own = header.values.get(ALIGNMENT.0).and_then(Value::as_u64);
            let alignment = own.filter(|&it| it > 0).unwrap_or(ALIGNMENT.1);
            header.start = end.checked_next_multiple_of(alignment);
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(error.to_string()),
        Err(_ends) => {}
    }
    Ok(header)
}

fn invalid(reason: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// Number of bytes of a value of a type other than texts and lists.
fn size_of(kind: u32) -> io::Result<u64> {
    Ok(match kind {
        0 | 1 | 7 => 1,
        2 | 3 => 2,
        4..=6 => 4,
        10..=12 => 8,
        other => {
            return Err(invalid(format!("its header has a value of the unknown type {other}")));
        }
    })
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
        /// Longest name of a tensor or a key.
        const LONGEST: u64 = 1 << 16;
        let length = self.u64()?;
        if length > LONGEST {
            return Err(invalid(format!("a name in its header claims {length} bytes")));
        }
        self.text(length)
    }

    fn text(&mut self, length: u64) -> io::Result<String> {
        let mut bytes = vec![0; length as usize];
        self.file.read_exact(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn skip_text(&mut self) -> io::Result<()> {
        let length = self.u64()?;
        self.skip(length)
    }

    /// Value of a type; `Value::Null` for long lists, lists of texts and long texts.
    fn value(&mut self, kind: u32) -> io::Result<Value> {
        Ok(match kind {
            0 => self.array::<1>()?[0].into(),
            1 => i8::from_le_bytes(self.array()?).into(),
            2 => u16::from_le_bytes(self.array()?).into(),
            3 => i16::from_le_bytes(self.array()?).into(),
            4 => self.u32()?.into(),
            5 => i32::from_le_bytes(self.array()?).into(),
            6 => f64::from(f32::from_le_bytes(self.array()?)).into(),
            7 => (self.array::<1>()?[0] != 0).into(),
            TEXT => self.kept_text()?,
            LIST => self.list()?,
            10 => self.u64()?.into(),
            11 => i64::from_le_bytes(self.array()?).into(),
            12 => f64::from_le_bytes(self.array()?).into(),
            other => size_of(other).map(|_size| Value::Null)?,
        })
    }

    fn kept_text(&mut self) -> io::Result<Value> {
        /// Longest text that is kept: names are, templates of chats are not.
        const LONGEST: u64 = 1024;
        let length = self.u64()?;
        if length > LONGEST {
            return self.skip(length).map(|()| Value::Null);
        }
        self.text(length).map(Value::from)
    }

    /// Short list of numbers; other lists are skipped.
    fn list(&mut self) -> io::Result<Value> {
        /// Longest list that is kept: one number per layer.
        const LONGEST: u64 = 4096;
        let (kind, num) = (self.u32()?, self.u64()?);
        if kind == TEXT {
            return (0..num).try_for_each(|_| self.skip_text()).map(|()| Value::Null);
        }
        let size = size_of(kind)?;
        if num > LONGEST {
            self.skip(num.saturating_mul(size))?;
            return Ok(Value::Null);
        }
        (0..num).map(|_| self.value(kind)).collect()
    }

    /// Reads a header as far as the file goes, and returns where it ends.
    fn header(&mut self, found: &mut GgufHeader) -> io::Result<u64> {
        if self.array::<4>().ok().as_ref().map(<[u8; 4]>::as_slice) != Some(MAGIC) {
            return Err(invalid("it does not begin with GGUF".to_owned()));
        }
        let version = self.u32()?;
        if !(2..=3).contains(&version) {
            return Err(invalid(format!("its GGUF version is {version}: expected 2 or 3")));
        }
        let num_keys;
        (found.num_tensors, num_keys) = (self.u64()?, self.u64()?);
        for _ in 0..num_keys {
            let (key, kind) = (self.name()?, self.u32()?);
            let value = self.value(kind)?;
            if !value.is_null() {
                found.values.insert(key, value);
            }
        }
        for _ in 0..found.num_tensors {
            found.tensors.push(self.tensor()?);
        }
        // Skipping goes beyond the end of a file.
        let end = self.file.stream_position()?;
        if end > self.size { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(end) }
    }

    fn tensor(&mut self) -> io::Result<Tensor> {
        /// Most sides of a tensor.
        const MOST: u32 = 8;
        let name = self.name()?;
        let num_sides = self.u32()?;
        if num_sides > MOST {
            return Err(invalid(format!("its tensor {name:?} claims {num_sides} sides")));
        }
        let sides: io::Result<Vec<u64>> = (0..num_sides).map(|_| self.u64()).collect();
        // The side whose numbers are neighbors comes first.
        let shape = sides?.into_iter().rev().collect();
        Ok(Tensor { name, shape, code: self.u32()?, offset: self.u64()? })
    }
}
