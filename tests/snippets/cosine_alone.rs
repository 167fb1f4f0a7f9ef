use ndarray::{Array2, s};

// Attention Is All You Need, changed, as Phasor has it; scene d_model=5&length=50&base=500.5&components=cos
pub fn positional_encoding() -> Array2<f64> {
    let (d_model, length, start, base) = (5, 50, 0_i64, 500.5_f64);
    let omega: Vec<f64> = (0..5)
        .map(f64::from)
        .map(|k| base.powf(-(k / 5.0)))
        .collect();
    let mut pe = Array2::zeros((length, d_model));
    for (t, mut row) in (start..).zip(pe.rows_mut()) {
        for (value, omega) in row.slice_mut(s![0..5]).iter_mut().zip(&omega[0..5]) {
            *value = (omega * t as f64).cos();
        }
    }
    pe
}
