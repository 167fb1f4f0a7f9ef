//! Exports into memory that is a file: how long from a scene to the bytes in their place.
//!
//! `write/…` puts as many bytes into such a file from a buffer that is ready: no export can be quicker.

use std::{fs::File, io::Write as _, path::PathBuf, sync::Arc};

use criterion::{Criterion, criterion_group, criterion_main};
use phasor::{
    encoding::Encoding,
    export::{
        self, DataExport, DataRequest, FigureFormat, FigureRequest, FigureSize, Format, Progress,
        Provenance, What,
    },
    scene::Scene,
    views::{Answers, View},
};

/// A folder in memory, so that no disk is measured; the system's own where there is none.
fn folder() -> tempfile::TempDir {
    let shared = PathBuf::from("/dev/shm");
    let base = if shared.is_dir() { shared } else { std::env::temp_dir() };
    tempfile::tempdir_in(base).expect("a folder for what is written")
}

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
        let encoding = Arc::new(Encoding::new(*scene.parameters()));
        let request = DataRequest::new(What::Table, format);
        criterion.bench_function(&format!("export/{name}"), |bencher| {
            bencher.iter(|| {
                let export = DataExport::new(&scene, &encoding, &request).expect("a whole table");
                export::to_file(&path, |out| export.write(out, &Progress::default()))
                    .expect("room in memory");
            });
        });
        criterion.bench_function(&format!("write/{name}"), |bencher| {
            let mut ready = Vec::new();
            let export = DataExport::new(&scene, &encoding, &request).expect("a whole table");
            export.write(&mut ready, &Progress::default()).expect("memory takes every byte");
            bencher.iter(|| {
                let mut file = File::create(&path).expect("a file");
                file.write_all(&ready).expect("room in memory");
            });
        });
        // Neither was asked for where it is not there.
        drop(std::fs::remove_file(&path));
    }
}

fn figures(criterion: &mut Criterion) {
    let folder = folder();
    let path = folder.path().join("heatmap.png");
    let scene: Scene = "d_model=512&length=2048".parse().expect("a scene inside the limits");
    let encoding = Arc::new(Encoding::new(*scene.parameters()));
    let size = FigureSize::new(2000, 1500).expect("a size inside the limits");
    let request = FigureRequest { size, ..FigureRequest::new(FigureFormat::Png) };
    let provenance = Provenance::of(&scene);
    criterion.bench_function("export/png_2000x1500_heatmap", |bencher| {
        bencher.iter(|| {
            let known = Answers::default();
            let figure = export::whole_figure(
                View::Heatmap,
                &scene,
                &encoding,
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

criterion_group!(benches, data, figures);
criterion_main!(benches);
