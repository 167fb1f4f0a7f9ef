//! Principal components.

use std::sync::Arc;

use phasor::encoding::{Convention, Encoding, Extent, Principal, Table};

fn table(d_model: u32, length: u64) -> Table {
    let encoding = Encoding::sinusoidal(Convention::PAPER.draft(d_model)).unwrap();
    Table { encoding: Arc::new(encoding), extent: Extent::new(0, length).unwrap() }
}

/// Checks directions against the definition of an eigenvector, with plain loops.
#[track_caller]
fn check(d_model: u32, length: u64) {
    let table = table(d_model, length);
    let found = Principal::new(&table, |_| true).unwrap();
    let rows: Vec<Vec<f64>> = (0..length as i64).map(|t| table.encoding.row(t)).collect();
    let width = d_model as usize;
    let mean: Vec<f64> = (0..width)
        .map(|j| rows.iter().map(|row| row[j]).sum::<f64>() / rows.len() as f64)
        .collect();
    let covariance = |i: usize, j: usize| {
        rows.iter().map(|row| (row[i] - mean[i]) * (row[j] - mean[j])).sum::<f64>()
            / rows.len() as f64
    };
    let total: f64 = (0..width).map(|i| covariance(i, i)).sum();
    let num = width.min(Principal::MOST_DIRECTIONS);
    assert_eq!(found.directions().len(), num, "as many directions as are kept");
    for (n, direction) in found.directions().iter().enumerate() {
        let variance = found.shares()[n] * total;
        for i in 0..width {
            let turned: f64 = (0..width).map(|j| covariance(i, j) * direction[j]).sum();
            let error = (turned - variance * direction[i]).abs();
            assert!(error < 1e-12 * total, "direction {n}, entry {i}: off by {error}");
        }
        for (m, other) in found.directions().iter().enumerate() {
            let dot: f64 = direction.iter().zip(other).map(|(a, b)| a * b).sum();
            let expected = if m == n { 1.0 } else { 0.0 };
            assert!((dot - expected).abs() < 1e-12, "directions {n} and {m}: {dot}");
        }
        let largest = direction.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs()));
        assert!(largest.unwrap() > 0.0, "the sign of direction {n}");
    }
    assert!(found.shares().windows(2).all(|pair| pair[0] >= pair[1]), "the largest first");
}

#[test]
fn directions_are_eigenvectors_of_the_covariance() {
    check(1, 5);
    check(2, 50);
    check(9, 40);
    check(24, 100);
}

#[test]
fn degenerate_tables_are_handled() {
    let one = Principal::new(&table(8, 1), |_| true).unwrap();
    assert_eq!(one.shares(), [0.0; 3], "nothing varies");
    assert!(Principal::new(&table(514, 8), |_| true).is_none(), "too wide");
    assert!(Principal::new(&table(8, 100), |_| false).is_none(), "given up");
}
