use ndarray::{Array2, s};

// fairseq, as Phasor has it; scene convention=fairseq&d_model=9&length=50
pub fn positional_encoding() -> Array2<f64> {
    let (d_model, length, start, base) = (9, 50, 2_i64, 10000.0_f64);
    let omega: Vec<f64> = (0..4)
        .map(f64::from)
        .map(|k| base.powf(-(k / 3.0)))
        .collect();
    let mut pe = Array2::zeros((length, d_model));
    for (t, mut row) in (start..).zip(pe.rows_mut()) {
        for (value, omega) in row.slice_mut(s![0..4]).iter_mut().zip(&omega[0..4]) {
            *value = (omega * t as f64).sin();
        }
        for (value, omega) in row.slice_mut(s![4..8]).iter_mut().zip(&omega[0..4]) {
            *value = (omega * t as f64).cos();
        }
    }
    pe
}
