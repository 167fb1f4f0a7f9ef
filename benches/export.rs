//! Measures exports from a scene to a finished file, which lies in memory.
//!
//! `write/…` writes the same number of bytes from a prepared buffer, the lower limit for any export. `plain/…`
//! writes the numbers of a csv in the same way with `zmij` and a `Vec`; `export/csv…` must beat it to justify its
//! own digits.

use std::{fs::File, io::Write as _, path::PathBuf};

use criterion::{Criterion, criterion_group, criterion_main};
use ndarray::Array2;
use phasor::{
    export::{
        self, DataExport, DataRequest, FigureFormat, FigureRequest, FigureSize, Format, Progress,
        Provenance, What,
    },
    report::{ComparedSide, ComparisonReport},
    scene::Scene,
    views::{Results, View},
};
use rayon::prelude::*;

/// Temporary folder in memory, so that no disk is measured; the system's default if there is none.
fn folder() -> tempfile::TempDir {
    let shared = PathBuf::from("/dev/shm");
    let base = if shared.is_dir() { shared } else { std::env::temp_dir() };
    tempfile::tempdir_in(base).expect("a folder for what is written")
}

/// Tables written to memory: the csv within 40 ms.
fn data(criterion: &mut Criterion) {
    let folder = folder();
    for (format, length, d_model) in
        [(Format::Csv, 8192, 512), (Format::Npy, 65_536, 1024), (Format::Safetensors, 65_536, 1024)]
    {
        let name = format!("{}_{length}x{d_model}", format.key());
        let path = folder.path().join(&name);
        let scene: Scene = format!("d_model={d_model}&length={length}")
            .parse()
            .expect("a scene inside the limits");
        let table = scene.table();
        let request = DataRequest::new(What::Table, format);
        criterion.bench_function(&format!("export/{name}"), |bencher| {
            bencher.iter(|| {
                let export = DataExport::new(&scene, &table, &request).expect("a whole table");
                export::to_file(&path, |out| export.write(out, &Progress::default()))
                    .expect("room in memory");
            });
        });
        criterion.bench_function(&format!("write/{name}"), |bencher| {
            let mut ready = Vec::new();
            let export = DataExport::new(&scene, &table, &request).expect("a whole table");
            export.write(&mut ready, &Progress::default()).expect("memory takes every byte");
            bencher.iter(|| {
                let mut file = File::create(&path).expect("a file");
                file.write_all(&ready).expect("room in memory");
            });
        });
        // If a filter left out both benchmarks, there is no file.
        drop(std::fs::remove_file(&path));
    }
}

/// Writes one block of rows while all threads format the next, as the export does.
fn plain(criterion: &mut Criterion) {
    const LENGTH: u64 = 8192;
    const D_MODEL: u32 = 512;
    const BLOCK: u64 = 512;
    let folder = folder();
    let path = folder.path().join("plain.csv");
    let scene: Scene =
        format!("d_model={D_MODEL}&length={LENGTH}").parse().expect("a scene inside the limits");
    let table = &scene.table();
    let rows_each = (BLOCK as usize).div_ceil(rayon::current_num_threads());
    let texts_of = |rows: &[f32]| -> Vec<Vec<u8>> {
        let pieces = rows.par_chunks(rows_each * D_MODEL as usize);
        let text_of = |values: &[f32]| {
            let mut text = Vec::with_capacity(13 * values.len());
            let mut digits = zmij::Buffer::new();
            for value in values {
                text.extend_from_slice(digits.format_finite(*value).as_bytes());
                text.push(b',');
            }
            text
        };
        pieces.map(text_of).collect()
    };
    criterion.bench_function(&format!("plain/csv_{LENGTH}x{D_MODEL}"), |bencher| {
        bencher.iter(|| {
            let mut file = File::create(&path).expect("a file");
            std::thread::scope(|scope| {
                let (send, ready) = std::sync::mpsc::sync_channel(1);
                scope.spawn(move || {
                    let mut rows = Array2::<f32>::zeros((BLOCK as usize, D_MODEL as usize));
                    for first in (0..LENGTH).step_by(BLOCK as usize) {
                        table.encoding.fill(table.position(first), 0, rows.view_mut());
                        let rows = rows.as_slice().expect("a block lies in one piece");
                        send.send(texts_of(rows)).expect("the writer takes every block");
                    }
                });
                for text in ready.into_iter().flatten() {
                    file.write_all(&text).expect("room in memory");
                }
            });
            file.sync_all().expect("a file in memory is always there");
        });
    });
}

fn figures(criterion: &mut Criterion) {
    let folder = folder();
    let path = folder.path().join("heatmap.png");
    let scene: Scene = "d_model=512&length=2048".parse().expect("a scene inside the limits");
    let table = scene.table();
    let size = FigureSize::new(2000, 1500).expect("a size inside the limits");
    let request = FigureRequest { size, ..FigureRequest::new(FigureFormat::Png) };
    let provenance = Provenance::of(&scene);
    criterion.bench_function("export/png_2000x1500_heatmap", |bencher| {
        bencher.iter(|| {
            let known = Results::default();
            let figure = export::whole_figure(
                View::Heatmap,
                &scene,
                &table,
                request.theme(),
                &known,
                || true,
            )
            .expect("a heatmap needs no file");
            export::to_file(&path, |out| {
                let progress = Progress::default();
                export::write_figure(&figure, &request, &provenance, out, &progress)
            })
            .expect("room in memory");
        });
    });
}

/// A file of 65,536 × 1,024 numbers in single precision beside the convention that it is: within half a second.
fn compared(criterion: &mut Criterion) {
    let folder = folder();
    let path = folder.path().join("table.npy");
    let scene: Scene = "d_model=1024&length=65536".parse().expect("a scene inside the limits");
    let (table, request) = (scene.table(), DataRequest::new(What::Table, Format::Npy));
    let export = DataExport::new(&scene, &table, &request).expect("a whole table");
    export::to_file(&path, |out| export.write(out, &Progress::default())).expect("room in memory");
    let path = path.to_str().expect("a name of letters");
    criterion.bench_function("compare/65536x1024", |bencher| {
        bencher.iter(|| {
            let [a, b] =
                [path, "paper"].map(|text| ComparedSide::read(text, None).expect("a table"));
            ComparisonReport::new(&a, &b, 1e-5).expect("tables of one width")
        });
    });
}

criterion_group!(benches, data, plain, figures, compared);
criterion_main!(benches);
