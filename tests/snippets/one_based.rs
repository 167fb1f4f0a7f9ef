use ndarray::{Array2, s};

// Attention Is All You Need, changed, as Phasor has it; scene d_model=6&start=-20&length=50&exponent=one-based&layout=split&order=cos-first
pub fn positional_encoding() -> Array2<f64> {
    let (d_model, length, start, base) = (6, 50, -20_i64, 10000.0_f64);
    let omega: Vec<f64> = (0..3)
        .map(f64::from)
        .map(|k| base.powf(-((2.0 * k + 2.0) / 6.0)))
        .collect();
    let mut pe = Array2::zeros((length, d_model));
    for (t, mut row) in (start..).zip(pe.rows_mut()) {
        for (value, omega) in row.slice_mut(s![0..3]).iter_mut().zip(&omega[0..3]) {
            *value = (omega * t as f64).cos();
        }
        for (value, omega) in row.slice_mut(s![3..6]).iter_mut().zip(&omega[0..3]) {
            *value = (omega * t as f64).sin();
        }
    }
    pe
}
