//! Types of numbers in files, and their conversion to f64.

use half::{bf16, f16};

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Type of the numbers of a tensor.
    pub enum Element {
        /// Half precision.
        F16 = "f16",
        /// Upper half of single precision.
        Bf16 = "bf16",
        /// Single precision.
        F32 = "f32",
        /// Double precision.
        F64 = "f64",
        /// Signed byte.
        I8 = "i8",
        /// Signed integer of 16 bits.
        I16 = "i16",
        /// Signed integer of 32 bits.
        I32 = "i32",
        /// Signed integer of 64 bits.
        I64 = "i64",
        /// Byte.
        U8 = "u8",
        /// Unsigned integer of 16 bits.
        U16 = "u16",
        /// Unsigned integer of 32 bits.
        U32 = "u32",
        /// Unsigned integer of 64 bits.
        U64 = "u64",
        /// Truth value in a byte.
        Bool = "bool",
    }
}

impl Element {
    /// Number of bytes.
    pub fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 | Self::Bool => 1,
            Self::F16 | Self::Bf16 | Self::I16 | Self::U16 => 2,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F64 | Self::I64 | Self::U64 => 8,
        }
    }

    /// Converts numbers from their bytes. Integers above 2^53 are rounded to nearest.
    pub(super) fn decode(self, bytes: &[u8], is_big_endian: bool, out: &mut [f64]) {
        /// Converts each group of bytes, in either order.
        fn each<const N: usize>(
            bytes: &[u8],
            is_big_endian: bool,
            out: &mut [f64],
            value: impl Fn([u8; N]) -> f64,
        ) {
            let (groups, _rest) = bytes.as_chunks::<N>();
            for (out, &group) in out.iter_mut().zip(groups) {
                let mut group = group;
                if is_big_endian {
                    group.reverse();
                }
                *out = value(group);
            }
        }
        let big = is_big_endian;
        match self {
            Self::F16 => each(bytes, big, out, |it| f16::from_le_bytes(it).to_f64()),
            Self::Bf16 => each(bytes, big, out, |it| bf16::from_le_bytes(it).to_f64()),
            Self::F32 => each(bytes, big, out, |it| f64::from(f32::from_le_bytes(it))),
            Self::F64 => each(bytes, big, out, f64::from_le_bytes),
            Self::I8 => each(bytes, big, out, |it| f64::from(i8::from_le_bytes(it))),
            Self::I16 => each(bytes, big, out, |it| f64::from(i16::from_le_bytes(it))),
            Self::I32 => each(bytes, big, out, |it| f64::from(i32::from_le_bytes(it))),
            Self::I64 => each(bytes, big, out, |it| i64::from_le_bytes(it) as f64),
            Self::U8 => each(bytes, big, out, |[it]| f64::from(it)),
            Self::U16 => each(bytes, big, out, |it| f64::from(u16::from_le_bytes(it))),
            Self::U32 => each(bytes, big, out, |it| f64::from(u32::from_le_bytes(it))),
            Self::U64 => each(bytes, big, out, |it| u64::from_le_bytes(it) as f64),
            Self::Bool => each(bytes, big, out, |[it]| f64::from(u8::from(it != 0))),
        }
    }
}
