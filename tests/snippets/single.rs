use ndarray::{Array2, s};

// Attention Is All You Need, as Phasor has it; scene d_model=1&length=2
pub fn positional_encoding() -> Array2<f64> {
    let (d_model, length, start, base) = (1, 2, 0_i64, 10000.0_f64);
    let omega: Vec<f64> = (0..1)
        .map(f64::from)
        .map(|k| base.powf(-(k / 1.0)))
        .collect();
    let mut pe = Array2::zeros((length, d_model));
    for (t, mut row) in (start..).zip(pe.rows_mut()) {
        for (value, omega) in row.slice_mut(s![0..1]).iter_mut().zip(&omega[0..1]) {
            *value = (omega * t as f64).sin();
        }
    }
    pe
}
