//! The engine beside the memory: a table should cost no more than writing it.
//!
//! `fill/…` sets the same warm buffer to 1.0 by the same threads; `naive/…` takes one sine and cosine a
//! pair in `f64`. What matters are the ratios within one run: the machine has other users.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use phasor::encoding::{
    Convention, Encoding, Parameters,
    similarity::{Matrix, Measure},
};
use rayon::prelude::*;

fn encoding(length: u64, d_model: u32) -> Encoding {
    let draft = Convention::PAPER.draft(d_model, length);
    Encoding::new(Parameters::new(draft).expect("a table inside the limits"))
}

fn fill(out: &mut [f32]) {
    let share = out.len().div_ceil(rayon::current_num_threads());
    out.par_chunks_mut(share).for_each(|part| part.fill(1.0));
}

fn naive(encoding: &Encoding, out: &mut [f32]) {
    let omegas: Vec<f64> = encoding.frequencies().iter().map(|f| f.omega.hi).collect();
    out.par_chunks_mut(encoding.columns().len()).enumerate().for_each(|(t, row)| {
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
        let encoding = encoding(length, d_model);
        let mut out = vec![0.0_f32; length as usize * d_model as usize];
        encoding.fill_rows(0, 0..d_model, &mut out);
        let mut bench = |name: &str, work: &mut dyn FnMut(&mut [f32])| {
            criterion.bench_function(&format!("{name}/{size}"), |bencher| {
                bencher.iter(|| work(black_box(&mut out)));
            });
        };
        bench("fill", &mut fill);
        bench("table", &mut |out| encoding.fill_rows(0, 0..d_model, out));
        bench("naive", &mut |out| naive(&encoding, out));
    }
    let encoding = encoding(65_536, 1024);
    criterion.bench_function("fresh/65536x1024", |bencher| {
        bencher.iter_batched(
            || (),
            |()| {
                let mut out = vec![0.0_f32; 65_536 * 1024];
                encoding.fill_rows(0, 0..1024, &mut out);
                out
            },
            BatchSize::PerIteration,
        );
    });
}

fn similarity(criterion: &mut Criterion) {
    const LENGTH: usize = 8192;
    let encoding = encoding(LENGTH as u64, 512);
    let mut out = vec![0.0_f32; LENGTH * LENGTH];
    criterion.bench_function("fill/8192x8192", |bencher| {
        bencher.iter(|| fill(black_box(&mut out)));
    });
    for &measure in Measure::ALL {
        let name = match measure {
            Measure::Dot => "similarity/8192x8192_d512".to_owned(),
            other => format!("similarity_{}/8192x8192_d512", other.key()),
        };
        criterion.bench_function(&name, |bencher| {
            bencher.iter(|| {
                let matrix = Matrix::new(&encoding, measure, (0, LENGTH), (0, LENGTH));
                matrix.fill(0, black_box(&mut out));
            });
        });
    }
}

criterion_group! {
    name = engine;
    config = Criterion::default().sample_size(20).without_plots();
    targets = tables, similarity
}
criterion_main!(engine);
