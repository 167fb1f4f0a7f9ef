//! Rotation matrices, beside the rows that they turn into each other.

use ndarray::Array2;
use phasor::encoding::{
    Components, Convention, Exponent, Extent, Layout, Rotation, Sinusoid, SinusoidDraft, Waves,
};

fn waves(change: impl FnOnce(&mut SinusoidDraft)) -> Waves {
    let mut draft = Convention::PAPER.draft(32);
    change(&mut draft);
    Waves::new(Sinusoid::new(draft).unwrap())
}

#[test]
fn paired_rotation_is_exact() {
    for &layout in Layout::ALL {
        let waves = waves(|draft| draft.layout = layout);
        for k in [-1_000_000, -1, 0, 10, 1 << 32] {
            for t in [0, 42, 1 << 32] {
                let residual = Rotation::new(&waves, k).residual(t);
                assert!(residual.max <= 1e-15, "{layout:?}, k = {k}, t = {t}: {residual:?}");
            }
        }
    }
}

#[test]
fn matrix_matches_entries_and_blocks() {
    let waves = waves(|draft| {
        draft.layout = Layout::Split;
        draft.d_model = 33;
    });
    let rotation = Rotation::new(&waves, 12);
    let matrix = rotation.matrix();
    for (i, row) in matrix.outer_iter().enumerate() {
        for (j, &value) in row.iter().enumerate() {
            assert_eq!(value, rotation.entry(i as u32, j as u32), "entry ({i}, {j})");
        }
    }
    let x = waves.row(5);
    let product = matrix.dot(&ndarray::Array1::from(x.clone()));
    for (a, b) in product.iter().zip(rotation.apply(&x)) {
        assert!((a - b).abs() < 1e-15, "the product with and without the matrix");
    }
    let [[cos, sin], [minus_sin, _]] = rotation.block(3);
    let (a, b) = waves.frequencies()[3].pair().unwrap();
    assert_eq!((cos, sin), (rotation.entry(a, a), rotation.entry(a, b)), "the sine's row");
    assert_eq!(minus_sin, rotation.entry(b, a), "the cosine's row");
}

#[test]
fn residual_converges_to_its_limit() {
    for components in [Components::Sin, Components::Cos] {
        let waves = waves(|draft| {
            draft.components = components;
            draft.d_model = 6;
            draft.base = 10.0;
        });
        let rotation = Rotation::new(&waves, 3);
        let squares = (0..20_000).map(|t| rotation.residual(t).rms.powi(2));
        let rms = (squares.sum::<f64>() / 20_000.0).sqrt();
        let limit = rotation.residual_in_the_limit();
        assert!((rms - limit).abs() < 1e-3, "{components:?}: {rms} nears {limit}");
    }
}

#[test]
fn unpaired_columns_have_no_exact_rotation() {
    let slips: [fn(&mut SinusoidDraft); 3] = [
        |draft| draft.components = Components::Sin,
        |draft| draft.components = Components::Cos,
        |draft| draft.exponent = Exponent::PerColumn,
    ];
    for slip in slips {
        let waves = waves(slip);
        let rotation = Rotation::new(&waves, 10);
        assert!(!Rotation::exists(&waves, 10), "{:?} has no exact M_k", waves.sinusoid());
        assert!(rotation.residual(42).max > 0.1, "the limit map misses by much");
    }
}

/// Reference `M_k` by its definition, in plain `f64`, independent of the tested code.
fn dense(waves: &Waves, k: i64) -> Array2<f64> {
    let num = waves.columns().len();
    let mut matrix = Array2::zeros((num, num));
    for frequency in waves.frequencies() {
        let (cos, sin) =
            ((frequency.omega.hi * k as f64).cos(), (frequency.omega.hi * k as f64).sin());
        match (frequency.sin_column, frequency.cos_column) {
            (Some(a), Some(b)) => {
                let (a, b) = (a as usize, b as usize);
                matrix[[a, a]] = cos;
                matrix[[a, b]] = sin;
                matrix[[b, a]] = -sin;
                matrix[[b, b]] = cos;
            }
            (Some(a), None) | (None, Some(a)) => matrix[[a as usize, a as usize]] = cos,
            (None, None) => {}
        }
    }
    matrix
}

fn largest(matrix: &Array2<f64>) -> f64 {
    matrix.iter().fold(0.0, |largest, entry| largest.max(entry.abs()))
}

#[test]
fn errors_match_dense_matrices() {
    let changes: [fn(&mut SinusoidDraft); 5] = [
        |_| {},
        |draft| draft.layout = Layout::Split,
        |draft| draft.components = Components::Sin,
        |draft| draft.exponent = Exponent::PerColumn,
        |draft| draft.d_model = 7,
    ];
    for change in changes {
        let waves = waves(change);
        let p = *waves.sinusoid().unwrap();
        let (k, a) = (10, 3);
        let (rotation, of_a) = (Rotation::new(&waves, k), Rotation::new(&waves, a));
        let (dense_k, dense_a) = (dense(&waves, k), dense(&waves, a));
        let identity = Array2::from_diag_elem(waves.columns().len(), 1.0);
        for (name, actual, expected) in [
            (
                "MᵀM − I",
                rotation.orthogonality_error(),
                largest(&(dense_k.t().dot(&dense_k) - identity)),
            ),
            (
                "M_a·M_k − M_(a+k)",
                rotation.composition_error(&of_a),
                largest(&(dense_a.dot(&dense_k) - dense(&waves, a + k))),
            ),
            ("M_(−k) − Mᵀ", rotation.inverse_error(), largest(&(dense(&waves, -k) - dense_k.t()))),
        ] {
            assert!((actual - expected).abs() < 1e-14, "{name} of {p:?}: {actual} not {expected}");
        }
        let determinant = eliminated(dense_k);
        let actual = rotation.determinant();
        assert!((actual - determinant).abs() < 1e-13, "{p:?}: {actual} not {determinant}");
    }
}

/// Determinant by Gaussian elimination with partial pivoting.
fn eliminated(mut matrix: Array2<f64>) -> f64 {
    let num = matrix.nrows();
    let mut determinant = 1.0;
    for i in 0..num {
        let pivot = (i..num).max_by(|&a, &b| matrix[[a, i]].abs().total_cmp(&matrix[[b, i]].abs()));
        let pivot = pivot.unwrap();
        if matrix[[pivot, i]] == 0.0 {
            return 0.0;
        }
        if pivot != i {
            for j in 0..num {
                matrix.swap([i, j], [pivot, j]);
            }
            determinant = -determinant;
        }
        determinant *= matrix[[i, i]];
        for row in i + 1..num {
            let factor = matrix[[row, i]] / matrix[[i, i]];
            for j in i..num {
                matrix[[row, j]] -= factor * matrix[[i, j]];
            }
        }
    }
    determinant
}

#[test]
fn repeated_cosine_is_no_rotation() {
    let scene = Convention::named("marian-cpp").unwrap().draft(7);
    let waves = Waves::new(Sinusoid::new(scene).unwrap());
    let rotation = Rotation::new(&waves, 2);
    assert_eq!(rotation.determinant(), 0.0, "two equal columns hold one number");
    assert!(rotation.orthogonality_error() > 0.5, "and so it keeps no lengths");
}

#[test]
fn residual_in_the_table_is_the_mean() {
    for components in [Components::Sin, Components::Cos, Components::Both] {
        let waves = waves(|draft| {
            draft.components = components;
            draft.d_model = 7;
            draft.base = 30.0;
        });
        let rotation = Rotation::new(&waves, 4);
        let squares = (5..46).map(|t| rotation.residual(t).rms.powi(2)).sum::<f64>() / 41.0;
        let (actual, expected) =
            (rotation.residual_in_the_table(Extent::new(5, 41).unwrap()), squares.sqrt());
        assert!((actual - expected).abs() < 1e-12, "{components:?}: {actual} not {expected}");
    }
}
