//! Measures the engine against memory bandwidth: a table should cost no more than writing it.
//!
//! `fill/…` sets the same warm buffer to 1.0 with the same threads; `naive/…` computes one sine and one cosine per
//! pair in `f64`. Compare the ratios within one run: the machine has other users.

use std::{hint::black_box, sync::Arc};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ndarray::{Array2, ArrayViewMut2};
use phasor::encoding::{
    Convention, Encoding, Extent, RoundingErrors, Spec, Table,
    similarity::{Matrix, Measure},
};
use rayon::prelude::*;

fn encoding(d_model: u32) -> Encoding {
    Encoding::sinusoidal(Convention::PAPER.draft(d_model)).expect("a width inside the limits")
}

fn slice<'a>(out: &'a mut ArrayViewMut2<'_, f32>) -> &'a mut [f32] {
    out.as_slice_mut().expect("a whole table lies in one piece")
}

fn fill(out: &mut [f32]) {
    let share = out.len().div_ceil(rayon::current_num_threads());
    out.par_chunks_mut(share).for_each(|part| part.fill(1.0));
}

fn naive(encoding: &Encoding, out: &mut [f32]) {
    let waves = encoding.waves().expect("sinusoids have waves");
    let omegas: Vec<f64> = waves.frequencies().iter().map(|f| f.omega.hi).collect();
    out.par_chunks_mut(waves.columns().len()).enumerate().for_each(|(t, row)| {
        for (pair, omega) in row.chunks_exact_mut(2).zip(&omegas) {
            let (sin, cos) = (t as f64 * omega).sin_cos();
            pair[0] = sin as f32;
            pair[1] = cos as f32;
        }
    });
}

fn tables(criterion: &mut Criterion) {
    for (length, d_model) in [(512, 128), (8192, 512), (65_536, 1024)] {
        let size = format!("{length}x{d_model}");
        let encoding = encoding(d_model);
        let mut out = Array2::<f32>::zeros((length, d_model as usize));
        encoding.fill(0, 0, out.view_mut());
        let mut bench = |name: &str, work: &mut dyn FnMut(ArrayViewMut2<'_, f32>)| {
            criterion.bench_function(&format!("{name}/{size}"), |bencher| {
                bencher.iter(|| work(black_box(out.view_mut())));
            });
        };
        bench("fill", &mut |mut out| fill(slice(&mut out)));
        bench("table", &mut |out| encoding.fill(0, 0, out));
        bench("naive", &mut |mut out| naive(&encoding, slice(&mut out)));
    }
    let encoding = encoding(1024);
    criterion.bench_function("fresh/65536x1024", |bencher| {
        bencher.iter_batched(
            || (),
            |()| encoding.table::<f32>(0..65_536, 0..1024),
            BatchSize::PerIteration,
        );
    });
}

fn rounding_errors(criterion: &mut Criterion) {
    let exact = encoding(128).spec().clone();
    let stages = "bf16".parse().expect("a combination with a name");
    let rounded = Encoding::new(Spec::Rounded(Box::new(exact), stages));
    let extent = Extent::new(0, 131_072).expect("a length inside the limits");
    let table = Table { encoding: Arc::new(rounded), extent };
    criterion.bench_function("rounding_errors/131072x128", |bencher| {
        bencher.iter(|| RoundingErrors::new(black_box(&table), |_share| true));
    });
}

fn similarity(criterion: &mut Criterion) {
    const LENGTH: usize = 8192;
    let encoding = encoding(512);
    let mut out = Array2::<f32>::zeros((LENGTH, LENGTH));
    criterion.bench_function("fill/8192x8192", |bencher| {
        bencher.iter(|| fill(slice(&mut black_box(out.view_mut()))));
    });
    for &measure in Measure::ALL {
        let name = match measure {
            Measure::Dot => "similarity/8192x8192_d512".to_owned(),
            other => format!("similarity_{}/8192x8192_d512", other.key()),
        };
        criterion.bench_function(&name, |bencher| {
            bencher.iter(|| {
                let matrix = Matrix::new(&encoding, measure, (0, LENGTH), (0, LENGTH));
                matrix.fill(0, black_box(out.view_mut()));
            });
        });
    }
}

criterion_group! {
    name = engine;
    config = Criterion::default().sample_size(20).without_plots();
    targets = tables, rounding_errors, similarity
}
criterion_main!(engine);
