//! The one module with `unsafe`: dispatch to the instructions that the processor has, and stores that
//! go past the caches.
//!
//! Every path performs the same operations in the same order, with a fused multiply-add where the code
//! says [`f64::mul_add`]; so the bits are the same on every processor, and a test compares them.
//!
//! # Safety
//!
//! Two things here need `unsafe`, and nothing else is done with it:
//! - calling a function compiled for instructions that not every processor has: each call stands behind
//!   the run-time check for exactly these instructions ([`Level::detected`]);
//! - writing through a raw pointer with a streaming store: the pointer comes from a mutable slice, the
//!   loop stays inside its length, and the alignment that the instruction wants is established first.
#![expect(unsafe_code, reason = "dispatch and streaming stores; see the module's proof of safety")]

use std::sync::LazyLock;

/// Instructions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// What every processor of the architecture has.
    Plain,
    /// 256-bit vectors and fused multiply-add.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// The best level of this processor.
    pub(crate) fn detected() -> Self {
        static LEVEL: LazyLock<Level> = LazyLock::new(|| {
            #[cfg(target_arch = "x86_64")]
            {
                if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
                    return Level::Avx512;
                }
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                    return Level::Avx2;
                }
            }
            Level::Plain
        });
        *LEVEL
    }

    /// Every level that this processor has, for tests.
    #[cfg(test)]
    pub(crate) fn all_available() -> Vec<Self> {
        let mut levels = vec![Self::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                levels.push(Self::Avx2);
            }
            if Self::detected() == Self::Avx512 {
                levels.push(Self::Avx512);
            }
        }
        levels
    }

    /// Runs `work` compiled for this level. What it calls must be `#[inline(always)]` to profit.
    #[inline]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        match self {
            Self::Plain => work(),
            // SAFETY: this level exists only where the processor has these instructions.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { x86::with_avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { x86::with_avx512(work) },
        }
    }
}

/// A type of the numbers in a table: `f32` or `f64`.
pub trait Number: Store + Default + Send + Sync + 'static {}

impl Number for f32 {}
impl Number for f64 {}

/// Phasors of a coarse position (u, v) and of a fine one (c, s), column by column.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    pub(crate) u: &'a [f64],
    pub(crate) v: &'a [f64],
    pub(crate) c: &'a [f64],
    pub(crate) s: &'a [f64],
}

impl Row<'_> {
    /// Column j of the product.
    #[inline(always)]
    fn value(&self, j: usize) -> f64 {
        self.u[j].mul_add(self.c[j], self.v[j] * self.s[j])
    }
}

/// How a type of numbers is computed and stored.
pub trait Store: Copy {
    /// The nearest number of this type.
    fn nearest(value: f64) -> Self;

    /// Stores `values` past the caches, as far as whole vectors go; how many it has stored. The slice
    /// begins at a multiple of 64 bytes.
    #[cfg(target_arch = "x86_64")]
    #[doc(hidden)]
    fn stream(level: Level, row: &Row<'_>, first: usize, out: &mut [Self]) -> usize;
}

/// `out[j]` = u[j]·c[j] + v[j]·s[j], rounded once more to the type of `out`. With `is_streamed` the
/// values go past the caches: right for tables that are larger than those.
#[inline]
pub(crate) fn combine<T: Store>(level: Level, row: Row<'_>, out: &mut [T], is_streamed: bool) {
    let num = out.len();
    let (u, v, c, s) = (&row.u[..num], &row.v[..num], &row.c[..num], &row.s[..num]);
    let row = Row { u, v, c, s };
    if !is_streamed || level == Level::Plain {
        level.run(|| combine_plain(row, out, 0));
        return;
    }
    #[cfg(target_arch = "x86_64")]
    {
        const LINE: usize = 64;
        let misaligned = out.as_ptr().addr() % LINE;
        let head = ((LINE - misaligned) % LINE / size_of::<T>()).min(num);
        let (before, rest) = out.split_at_mut(head);
        level.run(|| combine_plain(row, before, 0));
        let streamed = T::stream(level, &row, head, rest);
        level.run(|| combine_plain(row, &mut rest[streamed..], head + streamed));
    }
}

/// Makes streamed stores visible to other threads; called once a block.
pub(crate) fn finish_stream() {
    // SAFETY: every x86-64 processor has SSE, and a fence touches no memory.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_sfence();
    };
}

#[inline(always)]
fn combine_plain<T: Store>(row: Row<'_>, out: &mut [T], first: usize) {
    let end = first + out.len();
    let row = Row {
        u: &row.u[first..end],
        v: &row.v[first..end],
        c: &row.c[first..end],
        s: &row.s[first..end],
    };
    for (j, out) in out.iter_mut().enumerate() {
        *out = T::nearest(row.value(j));
    }
}

impl Store for f32 {
    #[inline(always)]
    fn nearest(value: f64) -> Self {
        value as Self
    }

    #[cfg(target_arch = "x86_64")]
    fn stream(level: Level, row: &Row<'_>, first: usize, out: &mut [Self]) -> usize {
        match level {
            // SAFETY: the level exists only where the processor has the instructions; `out` begins at a
            // multiple of 64 bytes, as `combine` has seen to.
            Level::Avx512 => unsafe { x86::stream_f32_avx512(row, first, out) },
            // SAFETY: as above.
            Level::Avx2 => unsafe { x86::stream_f32_avx2(row, first, out) },
            Level::Plain => 0,
        }
    }
}

impl Store for f64 {
    #[inline(always)]
    fn nearest(value: f64) -> Self {
        value
    }

    #[cfg(target_arch = "x86_64")]
    fn stream(level: Level, row: &Row<'_>, first: usize, out: &mut [Self]) -> usize {
        match level {
            // SAFETY: as for `f32`.
            Level::Avx512 => unsafe { x86::stream_f64_avx512(row, first, out) },
            // SAFETY: as above.
            Level::Avx2 => unsafe { x86::stream_f64_avx2(row, first, out) },
            Level::Plain => 0,
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        __m256d, __m512d, _mm_stream_ps, _mm256_cvtpd_ps, _mm256_fmadd_pd, _mm256_loadu_pd,
        _mm256_mul_pd, _mm256_stream_pd, _mm256_stream_ps, _mm512_cvtpd_ps, _mm512_fmadd_pd,
        _mm512_loadu_pd, _mm512_mul_pd, _mm512_stream_pd,
    };

    use super::Row;

    /// # Safety
    /// The processor has AVX2 and FMA.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

    /// # Safety
    /// The processor has AVX-512 F and DQ.
    #[target_feature(enable = "avx2,fma,avx512f,avx512dq")]
    pub(super) unsafe fn with_avx512<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

    /// Columns j..j + 8 of the product.
    ///
    /// # Safety
    /// The processor has AVX-512 F, and the four slices of `row` are longer than j + 7.
    #[target_feature(enable = "avx512f")]
    #[inline]
    unsafe fn eight(row: &Row<'_>, j: usize) -> __m512d {
        // SAFETY: the caller's promise; loads need no alignment.
        unsafe {
            let at = |slice: &[f64]| _mm512_loadu_pd(slice.as_ptr().add(j));
            _mm512_fmadd_pd(at(row.u), at(row.c), _mm512_mul_pd(at(row.v), at(row.s)))
        }
    }

    /// Columns j..j + 4 of the product.
    ///
    /// # Safety
    /// The processor has AVX2 and FMA, and the four slices of `row` are longer than j + 3.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    unsafe fn four(row: &Row<'_>, j: usize) -> __m256d {
        // SAFETY: the caller's promise; loads need no alignment.
        unsafe {
            let at = |slice: &[f64]| _mm256_loadu_pd(slice.as_ptr().add(j));
            _mm256_fmadd_pd(at(row.u), at(row.c), _mm256_mul_pd(at(row.v), at(row.s)))
        }
    }

    /// # Safety
    /// The processor has AVX-512 F; `out` begins at a multiple of 64 bytes; the slices of `row` have
    /// at least `first + out.len()` elements.
    #[target_feature(enable = "avx512f")]
    pub(super) unsafe fn stream_f32_avx512(row: &Row<'_>, first: usize, out: &mut [f32]) -> usize {
        let whole = out.len() / 16 * 16;
        for i in (0..whole).step_by(16) {
            // SAFETY: i + 16 ≤ out.len(); i·4 is a multiple of 64, so both halves are aligned to 32.
            unsafe {
                let low = _mm512_cvtpd_ps(eight(row, first + i));
                let high = _mm512_cvtpd_ps(eight(row, first + i + 8));
                _mm256_stream_ps(out.as_mut_ptr().add(i), low);
                _mm256_stream_ps(out.as_mut_ptr().add(i + 8), high);
            }
        }
        whole
    }

    /// # Safety
    /// As for [`stream_f32_avx512`].
    #[target_feature(enable = "avx512f")]
    pub(super) unsafe fn stream_f64_avx512(row: &Row<'_>, first: usize, out: &mut [f64]) -> usize {
        let whole = out.len() / 8 * 8;
        for i in (0..whole).step_by(8) {
            // SAFETY: i + 8 ≤ out.len(); i·8 is a multiple of 64.
            unsafe { _mm512_stream_pd(out.as_mut_ptr().add(i), eight(row, first + i)) };
        }
        whole
    }

    /// # Safety
    /// As for [`stream_f32_avx512`], with AVX2 and FMA.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn stream_f32_avx2(row: &Row<'_>, first: usize, out: &mut [f32]) -> usize {
        let whole = out.len() / 16 * 16;
        for i in (0..whole).step_by(4) {
            // SAFETY: i + 4 ≤ out.len(); i·4 is a multiple of 16.
            unsafe {
                _mm_stream_ps(out.as_mut_ptr().add(i), _mm256_cvtpd_ps(four(row, first + i)));
            }
        }
        whole
    }

    /// # Safety
    /// As for [`stream_f32_avx512`], with AVX2 and FMA.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn stream_f64_avx2(row: &Row<'_>, first: usize, out: &mut [f64]) -> usize {
        let whole = out.len() / 8 * 8;
        for i in (0..whole).step_by(4) {
            // SAFETY: i + 4 ≤ out.len(); i·8 is a multiple of 32.
            unsafe { _mm256_stream_pd(out.as_mut_ptr().add(i), four(row, first + i)) };
        }
        whole
    }
}
