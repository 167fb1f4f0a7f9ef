//! A frame: every picture recomputed whole at 1600 × 900, colors included, into what is uploaded.
//!
//! `frame/whole_window` is the window itself at 1920 × 1080 after a change of one parameter: all views,
//! layout and tessellation.

use std::{hint::black_box, sync::Arc};

use criterion::{Criterion, criterion_group, criterion_main};
use phasor::{
    app::{App, settings::Store},
    encoding::{Convention, Encoding, Parameters, similarity::Measure},
    picture::{ColorMap, ColorScale, Pixels, RasterRequest, Source, Span},
};

fn request(length: u64, d_model: u32, source: Source) -> RasterRequest {
    let draft = Convention::PAPER.draft(d_model, length);
    let parameters = Parameters::new(draft).expect("a table inside the limits");
    let rows = Span { start: 0.0, end: length as f64 };
    let columns = Span { start: 0.0, end: f64::from(d_model) };
    let (x, y, width) = match source {
        Source::Table { .. } => (columns, rows, 1600),
        Source::Similarity { .. } => (rows, rows, 900),
        Source::Rotation { .. } => (columns, columns, 900),
    };
    RasterRequest {
        encoding: Arc::new(Encoding::new(parameters)),
        source,
        pixels: Pixels::Mean,
        x,
        y,
        width,
        height: 900,
        scale: ColorScale { map: ColorMap::Vik, bound: 1.0 },
        unresolved: [0x9a; 3],
    }
}

fn pictures(criterion: &mut Criterion) {
    let table = Source::Table { is_transposed: false };
    let cases = [
        ("heatmap_64x128", request(64, 128, table)),
        ("heatmap_1024x16384", request(1024, 16_384, table)),
        ("heatmap_2p32x16384", request(1 << 32, 16_384, table)),
        ("heatmap_2048x512", request(2048, 512, table)),
        ("heatmap_2p32x512", request(1 << 32, 512, table)),
        ("similarity_2p32", request(1 << 32, 512, Source::Similarity { measure: Measure::Dot })),
        ("rotation_16384", request(8, 16_384, Source::Rotation { offset: 12_345 })),
    ];
    for (name, request) in cases {
        criterion.bench_function(&format!("frame/{name}"), |bencher| {
            bencher.iter(|| {
                let paint = |[r, g, b]: [u8; 3]| egui::Color32::from_rgb(r, g, b);
                let image = black_box(&request).render_as(paint);
                let [width, height] = image.size;
                let size = if image.is_turned { [height, width] } else { [width, height] };
                egui::ColorImage::new(size, image.pixels)
            });
        });
    }
}

fn whole_window(criterion: &mut Criterion) {
    let ctx = egui::Context::default();
    let mut app = App::new(&ctx, None, Store::default());
    let mut frame = |events: Vec<egui::Event>| {
        let size = egui::vec2(1920.0, 1080.0);
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
            events,
            ..egui::RawInput::default()
        };
        let output = ctx.run_ui(input, |ui| {
            app.logic(ui.ctx());
            app.ui(ui);
        });
        ctx.tessellate(output.shapes, output.pixels_per_point)
    };
    for _ in 0..4 {
        frame(Vec::new());
    }
    let mut base = 10_000;
    criterion.bench_function("frame/whole_window", |bencher| {
        bencher.iter(|| {
            base = if base == 10_000 { 10_001 } else { 10_000 };
            frame(vec![egui::Event::Paste(format!("base={base}"))])
        });
    });
}

criterion_group! {
    name = frame;
    config = Criterion::default().sample_size(20).without_plots();
    targets = pictures, whole_window
}
criterion_main!(frame);
