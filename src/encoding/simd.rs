//! SIMD dispatch and streaming stores. The only module with `unsafe`.
//!
//! Every code path performs the same operations in the same order, with a fused multiply-add wherever the scalar
//! code has [`f64::mul_add`]. The bits are therefore the same on every processor; a test compares them.
//!
//! # Safety
//!
//! `unsafe` is used for three purposes only:
//! - calling a function compiled for instructions that not every processor has: each call is guarded by the run-time
//!   check for exactly these instructions ([`Level::detected`]);
//! - loading and storing vectors through raw pointers: the pointers come from slices, the loops stay within their
//!   lengths, and streaming stores are used only once the required alignment is established;
//! - the fence after streaming stores, which accesses no memory.
#![expect(unsafe_code, reason = "dispatch and streaming stores; see the module's proof of safety")]

use std::{ops::Range, sync::LazyLock};

/// Instruction set to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Baseline instructions of the architecture.
    Plain,
    /// 256-bit vectors and fused multiply-add. Measurements showed wider vectors to be slower: many processors have
    /// half as many units for them.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Level {
    /// Best level that this processor supports.
    pub(crate) fn detected() -> Self {
        static LEVEL: LazyLock<Level> = LazyLock::new(|| {
            #[cfg(target_arch = "x86_64")]
            {
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                    return Level::Avx2;
                }
            }
            Level::Plain
        });
        *LEVEL
    }

    /// All levels that this processor supports, for tests.
    #[cfg(test)]
    pub(crate) fn all_available() -> Vec<Self> {
        let mut levels = vec![Self::Plain, Self::detected()];
        levels.dedup();
        levels
    }

    /// Runs `work` compiled for this level. Functions that `work` calls benefit only if they are `#[inline(always)]`.
    #[inline]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        match self {
            Self::Plain => work(),
            // SAFETY: this level is constructed only if the processor has these instructions.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { x86::with_avx2(work) },
        }
    }
}

/// Element type of a table: `f32` or `f64`.
pub trait Number: StoreLanes + Default + Send + Sync + 'static {
    /// Numbers as a block of their type.
    #[doc(hidden)]
    fn block(numbers: &mut [Self]) -> NumberBlock<'_>;
}

impl Number for f32 {
    fn block(numbers: &mut [Self]) -> NumberBlock<'_> {
        NumberBlock::Single(numbers)
    }
}

impl Number for f64 {
    fn block(numbers: &mut [Self]) -> NumberBlock<'_> {
        NumberBlock::Double(numbers)
    }
}

/// Numbers of one of the element types.
#[derive(Debug)]
pub enum NumberBlock<'a> {
    /// In single precision.
    Single(&'a mut [f32]),
    /// In double precision.
    Double(&'a mut [f64]),
}

/// Numbers aligned to 64 bytes, so that no vector load crosses a cache line.
#[derive(Debug)]
pub(crate) struct Aligned {
    numbers: Vec<f64>,
    first: usize,
    len: usize,
}

impl Clone for Aligned {
    fn clone(&self) -> Self {
        let mut clone = Self::zeros(self.len);
        clone.as_mut_slice().copy_from_slice(self.as_slice());
        clone
    }
}

impl Aligned {
    /// Creates an array of `len` zeros.
    pub(crate) fn zeros(len: usize) -> Self {
        const LINE: usize = 64;
        let numbers = vec![0.0; len + LINE / size_of::<f64>()];
        let first = (LINE - numbers.as_ptr().addr() % LINE) % LINE / size_of::<f64>();
        Self { numbers, first, len }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[f64] {
        &self.numbers[self.first..self.first + self.len]
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut self.numbers[self.first..self.first + self.len]
    }
}

/// Phasors of N coarse positions (u, v) and of one fine position (c, s), column by column.
#[derive(Clone, Copy)]
pub struct RowGroup<'a, const N: usize> {
    pub(crate) u: [&'a [f64]; N],
    pub(crate) v: [&'a [f64]; N],
    pub(crate) c: &'a [f64],
    pub(crate) s: &'a [f64],
}

/// Rounding to an element type, and its vector code.
pub trait StoreLanes: Copy {
    /// Rounds to the nearest number of this type.
    fn nearest(value: f64) -> Self;

    /// Computes columns from `first` on into each row of `out`, in whole vectors, and returns the number of columns
    /// done. If `is_streamed`, the stores bypass the caches, and every row must begin at a multiple of 64 bytes.
    #[cfg(target_arch = "x86_64")]
    #[doc(hidden)]
    fn vectors<const N: usize>(
        level: Level,
        rows: &RowGroup<'_, N>,
        first: usize,
        out: &mut [&mut [Self]; N],
        is_streamed: bool,
    ) -> usize;
}

/// Computes `out[n][j]` = u[n][j]·c[j] + v[n][j]·s[j], rounded once more to the type of `out`.
///
/// If `is_streamed`, the stores bypass the caches, which suits tables larger than the caches. Rows computed together
/// load c and s only once.
#[inline]
pub(crate) fn combine<T: StoreLanes, const N: usize>(
    level: Level,
    rows: &RowGroup<'_, N>,
    mut out: [&mut [T]; N],
    is_streamed: bool,
) {
    let num = out[0].len();
    let lengths = [rows.c.len(), rows.s.len()];
    let all = rows.u.iter().chain(&rows.v).map(|part| part.len()).chain(lengths);
    assert!(all.min() >= Some(num), "every part has a number for every column");
    assert!(out.iter().all(|out| out.len() == num), "rows are of equal length");
    #[cfg(target_arch = "x86_64")]
    {
        const LINE: usize = 64;
        let place = |out: &[T]| out.as_ptr().addr() % LINE;
        let misaligned = place(out[0]);
        // Streaming writes whole cache lines, so all rows must begin at the same offset within a line.
        let is_streamed = is_streamed && out.iter().all(|out| place(out) == misaligned);
        let to_line = if is_streamed { (LINE - misaligned) % LINE } else { 0 };
        let head = (to_line / size_of::<T>()).min(num);
        combine_plain(rows, &mut out, 0..head);
        let mut rest = out.each_mut().map(|out| &mut out[head..]);
        let done = head + T::vectors(level, rows, head, &mut rest, is_streamed);
        combine_plain(rows, &mut out, done..num);
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let (Level::Plain, _) = (level, is_streamed);
        combine_plain(rows, &mut out, 0..num);
    }
}

fn combine_plain<T: StoreLanes, const N: usize>(
    rows: &RowGroup<'_, N>,
    out: &mut [&mut [T]; N],
    columns: Range<usize>,
) {
    for (n, out) in out.iter_mut().enumerate() {
        let fine = rows.c[columns.clone()].iter().zip(&rows.s[columns.clone()]);
        let coarse = rows.u[n][columns.clone()].iter().zip(&rows.v[n][columns.clone()]);
        for (out, ((u, v), (c, s))) in out[columns.clone()].iter_mut().zip(coarse.zip(fine)) {
            *out = T::nearest(u.mul_add(*c, v * s));
        }
    }
}

/// Makes streamed stores visible to other threads. Called once per block.
pub(crate) fn finish_stream() {
    // SAFETY: every x86-64 processor has SSE, and a fence accesses no memory.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_sfence();
    };
}

macro_rules! store {
    ($number:ident, $vectors:ident, $nearest:expr) => {
        impl StoreLanes for $number {
            #[inline(always)]
            fn nearest(value: f64) -> Self {
                $nearest(value)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline]
            fn vectors<const N: usize>(
                level: Level,
                rows: &RowGroup<'_, N>,
                first: usize,
                out: &mut [&mut [Self]; N],
                is_streamed: bool,
            ) -> usize {
                // SAFETY: a level is constructed only if the processor has its instructions. `combine` has checked
                // that all parts are as long as the rows. If streamed, the rows begin at multiples of 64 bytes.
                unsafe {
                    match (level, is_streamed) {
                        (Level::Avx2, true) => x86::$vectors::<true, N>(rows, first, out),
                        (Level::Avx2, false) => x86::$vectors::<false, N>(rows, first, out),
                        (Level::Plain, _) => 0,
                    }
                }
            }
        }
    };
}

store!(f32, f32_avx2, |value| value as f32);
store!(f64, f64_avx2, std::convert::identity);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        _mm_storeu_ps, _mm256_cvtpd_ps, _mm256_fmadd_pd, _mm256_loadu_pd, _mm256_mul_pd,
        _mm256_set_m128, _mm256_storeu_pd, _mm256_stream_pd, _mm256_stream_ps,
    };

    use super::RowGroup;

    /// # Safety
    /// The processor must have AVX2 and FMA.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

    /// # Safety
    /// The processor must have AVX2 and FMA. Every part of `rows` must have at least `first + out[n].len()` numbers,
    /// and all rows of `out` must have equal lengths. If streamed, each row must begin at a multiple of 64 bytes.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn f32_avx2<const IS_STREAMED: bool, const N: usize>(
        rows: &RowGroup<'_, N>,
        first: usize,
        out: &mut [&mut [f32]; N],
    ) -> usize {
        let whole = out[0].len() / 8 * 8;
        for i in (0..whole).step_by(8) {
            // SAFETY: i + 8 ≤ the length of every row, and first + i + 8 ≤ that of every part. The byte offset i·4 is a
            // multiple of 32, as a streaming store requires.
            unsafe {
                let j = first + i;
                let at = |part: &[f64], j: usize| _mm256_loadu_pd(part.as_ptr().add(j));
                let (c, c2) = (at(rows.c, j), at(rows.c, j + 4));
                let (s, s2) = (at(rows.s, j), at(rows.s, j + 4));
                for (n, out) in out.iter_mut().enumerate() {
                    let (u, v) = (rows.u[n], rows.v[n]);
                    let low = _mm256_fmadd_pd(at(u, j), c, _mm256_mul_pd(at(v, j), s));
                    let high = _mm256_fmadd_pd(at(u, j + 4), c2, _mm256_mul_pd(at(v, j + 4), s2));
                    let (low, high) = (_mm256_cvtpd_ps(low), _mm256_cvtpd_ps(high));
                    let place = out.as_mut_ptr().add(i);
                    if IS_STREAMED {
                        // One 32-byte store: two 16-byte streaming stores reach memory at half the speed.
                        _mm256_stream_ps(place, _mm256_set_m128(high, low));
                    } else {
                        _mm_storeu_ps(place, low);
                        _mm_storeu_ps(place.add(4), high);
                    }
                }
            }
        }
        whole
    }

    /// # Safety
    /// As for [`f32_avx2`].
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn f64_avx2<const IS_STREAMED: bool, const N: usize>(
        rows: &RowGroup<'_, N>,
        first: usize,
        out: &mut [&mut [f64]; N],
    ) -> usize {
        let whole = out[0].len() / 4 * 4;
        for i in (0..whole).step_by(4) {
            // SAFETY: i + 4 ≤ the length of every row, and first + i + 4 ≤ that of every part.
            unsafe {
                let j = first + i;
                let at = |part: &[f64]| _mm256_loadu_pd(part.as_ptr().add(j));
                let (c, s) = (at(rows.c), at(rows.s));
                for (n, out) in out.iter_mut().enumerate() {
                    let value = _mm256_fmadd_pd(at(rows.u[n]), c, _mm256_mul_pd(at(rows.v[n]), s));
                    let place = out.as_mut_ptr().add(i);
                    if IS_STREAMED {
                        _mm256_stream_pd(place, value);
                    } else {
                        _mm256_storeu_pd(place, value);
                    }
                }
            }
        }
        whole
    }
}
