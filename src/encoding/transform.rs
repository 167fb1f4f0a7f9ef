//! Fourier transforms of any length.

use std::sync::Arc;

use rustfft::{
    Fft, FftDirection,
    algorithm::{BluesteinsAlgorithm, Radix4},
};

/// Forward transform of `len` points. Only powers of two have an algorithm of their own: those of the other lengths,
/// for every kind of processor, would be a tenth of the program, and transforms are a small part of what its callers
/// do.
pub(super) fn transform(len: usize) -> Arc<dyn Fft<f64>> {
    let of_power = |len| Arc::new(Radix4::new(len, FftDirection::Forward));
    if len.is_power_of_two() {
        return of_power(len);
    }
    let inner = of_power((2 * len).next_power_of_two());
    Arc::new(BluesteinsAlgorithm::new(len, inner))
}
