//! Measures frames: every picture recomputed whole at 1600 × 900, including colors, into the uploaded image.
//!
//! `frame/whole_window` is the window at 1920 × 1080 after a change of one parameter: all views, layout and
//! tessellation.

use std::{
    cell::{LazyCell, RefCell},
    hint::black_box,
    sync::Arc,
};

use criterion::{Criterion, criterion_group, criterion_main};
use phasor::{
    app::{App, settings::Store},
    encoding::{Convention, Encoding, Extent, Spec, Table, similarity::Measure},
    picture::{
        ColorMap, ColorScale, Frame, Parts, Pixels, RasterRequest, Shape, Source, Span, Theme,
        compose,
    },
    scene::Scene,
    views::{Counterpart, Results, Subject, View},
};

fn table(length: u64, d_model: u32) -> Table {
    let draft = Convention::PAPER.draft(d_model);
    let encoding = Encoding::sinusoidal(draft).expect("a width inside the limits");
    let extent = Extent::new(0, length).expect("a length inside the limits");
    Table { encoding: Arc::new(encoding), extent }
}

fn heatmap(length: u64, d_model: u32) -> RasterRequest {
    let table = table(length, d_model);
    let rows = Span { start: 0.0, end: length as f64 };
    let columns = Span { start: 0.0, end: f64::from(d_model) };
    request(Source::Table { table, is_transposed: false }, (columns, rows), 1600)
}

/// A − B of two conventions.
fn difference(length: u64, d_model: u32) -> RasterRequest {
    let b = Convention::named("fairseq").expect("a convention").draft(d_model);
    let b = Arc::new(Encoding::sinusoidal(b).expect("a width inside the limits"));
    let a = table(length, d_model);
    let encoding = Encoding::difference(&a.encoding, &b).expect("sides of one width");
    let table = Table { encoding: Arc::new(encoding), extent: a.extent };
    let rows = Span { start: 0.0, end: length as f64 };
    let columns = Span { start: 0.0, end: f64::from(d_model) };
    request(Source::Table { table, is_transposed: false }, (columns, rows), 1600)
}

/// Paper's table with everything in bf16, or the map of its errors, on a full screen.
fn rounded(length: u64, d_model: u32, is_error: bool) -> RasterRequest {
    let exact = table(length, d_model);
    let stages = "bf16".parse().expect("a combination with a name");
    let rounded = Spec::Rounded(Box::new(exact.encoding.spec().clone()), stages);
    let rounded = Arc::new(Encoding::new(rounded));
    let rows = Span { start: 0.0, end: length as f64 };
    let columns = Span { start: 0.0, end: f64::from(d_model) };
    let (source, pixels) = if is_error {
        let errors = Encoding::difference(&rounded, &exact.encoding).expect("sides of one width");
        let table = Table { encoding: Arc::new(errors), extent: exact.extent };
        (Source::Magnitudes { table, is_transposed: false }, Pixels::Nearest)
    } else {
        let table = Table { encoding: rounded, extent: exact.extent };
        (Source::Table { table, is_transposed: false }, Pixels::Mean)
    };
    RasterRequest { pixels, height: 1080, ..request(source, (columns, rows), 1920) }
}

fn similarity(length: u64, d_model: u32) -> RasterRequest {
    let (table, measure) = (table(length, d_model), Measure::Dot);
    let rows = Span { start: 0.0, end: length as f64 };
    request(Source::Similarity { table, measure }, (rows, rows), 900)
}

fn rotation(d_model: u32) -> RasterRequest {
    let table = table(8, d_model);
    let waves = Arc::clone(table.waves().expect("sinusoids have waves"));
    let columns = Span { start: 0.0, end: f64::from(d_model) };
    request(Source::Rotation { waves, offset: 12_345 }, (columns, columns), 900)
}

fn request(source: Source, (x, y): (Span, Span), width: u32) -> RasterRequest {
    RasterRequest {
        source,
        pixels: Pixels::Mean,
        x,
        y,
        width,
        height: 900,
        scale: ColorScale::symmetric(ColorMap::Vik, 1.0),
        unresolved: [0x9a; 3],
    }
}

/// Pictures alone. Bounds on two cores: `difference_2048x512` and `rounded_2p20x128` within 8 ms, `difference_2p32x16384` within
/// 20, `rotation_16384` within 4.
fn pictures(criterion: &mut Criterion) {
    let cases = [
        ("heatmap_64x128", heatmap(64, 128)),
        ("heatmap_1024x16384", heatmap(1024, 16_384)),
        ("heatmap_2p32x16384", heatmap(1 << 32, 16_384)),
        ("heatmap_2048x512", heatmap(2048, 512)),
        ("heatmap_2p32x512", heatmap(1 << 32, 512)),
        ("difference_2048x512", difference(2048, 512)),
        ("difference_2p32x16384", difference(1 << 32, 16_384)),
        ("rounded_2p20x128", rounded(1 << 20, 128, false)),
        ("errors_2p20x128", rounded(1 << 20, 128, true)),
        ("similarity_2p32", similarity(1 << 32, 512)),
        ("rotation_16384", rotation(16_384)),
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

/// Window without a display. A frame is everything from the events to the triangles.
struct Window {
    ctx: egui::Context,
    app: App,
    size: egui::Vec2,
}

impl Window {
    fn new(scene: &str, size: [f32; 2]) -> Self {
        let ctx = egui::Context::default();
        let scene = scene.parse().expect("a scene inside the limits");
        let app = App::new(&ctx, Some(scene), Store::default());
        let mut window = Self { ctx, app, size: size.into() };
        for _ in 0..4 {
            window.frame(Vec::new());
        }
        window
    }

    /// True if nothing is being computed in the background.
    fn has_results(&self) -> bool {
        !self.app.is_computing()
    }

    fn frame(&mut self, events: Vec<egui::Event>) -> Vec<egui::ClippedPrimitive> {
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, self.size)),
            events,
            ..egui::RawInput::default()
        };
        let mut output = self.ctx.run_ui(input, |ui| {
            self.app.logic(ui.ctx());
            self.app.ui(ui);
        });
        output.textures_delta.clear();
        self.ctx.tessellate(output.shapes, output.pixels_per_point)
    }
}

fn whole_window(criterion: &mut Criterion) {
    let mut window = Window::new("", [1920.0, 1080.0]);
    let mut base = 10_000;
    criterion.bench_function("frame/whole_window", |bencher| {
        bencher.iter(|| {
            base = if base == 10_000 { 10_001 } else { 10_000 };
            window.frame(vec![egui::Event::Paste(format!("base={base}"))])
        });
    });
}

/// A, B and A − B beside each other on a full screen while a slider is dragged: a frame within 33 ms, without what the graphics
/// driver takes.
fn dragging(criterion: &mut Criterion) {
    let scene = "length=2048&d_model=512&side=all&b.convention=fairseq&views=heatmap";
    let mut window = Window::new(scene, [1920.0, 1080.0]);
    let mut base = 10_000;
    criterion.bench_function("frame/a_b_difference_dragged", |bencher| {
        bencher.iter(|| {
            base = if base == 10_000 { 10_001 } else { 10_000 };
            window.frame(vec![egui::Event::Paste(format!("{scene}&base={base}"))])
        });
    });
}

/// Laboratory of the rotation at its largest width: within 4 ms after a change of a parameter, and within 2 as the pointer moves.
fn laboratory(criterion: &mut Criterion) {
    let scene = "d_model=16384&views=rotation-lab,pair,checks,proof,rotation";
    let mut window = Window::new(scene, [1920.0, 1080.0]);
    let mut base = 10_000;
    criterion.bench_function("frame/laboratory_16384", |bencher| {
        bencher.iter(|| {
            base = if base == 10_000 { 10_001 } else { 10_000 };
            window.frame(vec![egui::Event::Paste(format!("{scene}&base={base}"))])
        });
    });
    let mut x = 700.0;
    criterion.bench_function("frame/laboratory_16384_hovered", |bencher| {
        bencher.iter(|| {
            x = if x > 900.0 { 700.0 } else { x + 1.0 };
            window.frame(vec![egui::Event::PointerMoved(egui::pos2(x, 300.0))])
        });
    });
}

/// Every view, alone on a full screen with the largest that it can show, while its position plays: two frames within 8 ms,
/// the lists of words and numbers within 16. Background computations that this starts are not waited for.
fn playing(criterion: &mut Criterion) {
    for &view in View::ALL {
        let worst = LARGEST.iter().find(|text| can_show(view, text));
        // The rest are about the numbers of a file.
        let scene = worst.unwrap_or(&"table=example:learned.npy");
        // Built when the bench is not filtered out, and once for all its samples.
        let window = LazyCell::new(|| {
            let scene = format!("{scene}&views={}", view.key());
            let mut window = Window::new(&scene, [1920.0, 1080.0]);
            while !window.has_results() {
                std::thread::sleep(std::time::Duration::from_millis(50));
                window.frame(Vec::new());
            }
            RefCell::new(window)
        });
        let key = |pressed| egui::Event::Key {
            key: egui::Key::Period,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        criterion.bench_function(&format!("frame/view/{}", view.key()), |bencher| {
            let mut window = window.borrow_mut();
            bencher.iter(|| {
                // The key is pressed in one frame, and its effect is drawn in the next.
                window.frame(vec![key(true)]);
                window.frame(vec![key(false)])
            });
        });
    }
}

/// Largest encodings of each kind.
const LARGEST: [&str; 7] = [
    "length=4294967296&d_model=16384",
    "length=4294967296&d_model=16384&side=all&b.convention=fairseq",
    "length=1048576&d_model=128&round=bf16",
    "model=llama-3.1-8b&length=131072",
    "convention=vit-mae&d_model=1024&grid=64x64",
    "convention=t5&heads=64&length=4096",
    "convention=alibi-bloom&heads=128&length=4096",
];

/// True if a view shows more of a scene than a reason why it cannot.
fn can_show(view: View, text: &str) -> bool {
    let scene: Scene = text.parse().expect("a scene inside the limits");
    let (table, results) = (scene.table(), Results::default());
    let counterpart = Counterpart::new(&scene, &table);
    view.can_show(Subject::new((&scene, &table), counterpart.as_ref(), Theme::LIGHT, &results))
}

/// Six waves up to tessellation: an envelope, lines at the highest density that is drawn, and slow waves.
fn waves(criterion: &mut Criterion) {
    let scene = "d_model=512&length=4294967296&base=1000000000000&curves=0,282,286,290,300,511";
    let scene: Scene = scene.parse().expect("a scene inside the limits");
    let table = scene.table();
    let results = Results::default();
    let subject = Subject::new((&scene, &table), None, Theme::LIGHT, &results);
    let figure = View::Waves.figure(subject);
    let frame = Frame {
        width: 1600.0,
        height: 900.0,
        pixels_per_point: 1.0,
        theme: Theme::LIGHT,
        parts: Parts::TILE,
        is_tight: false,
    };
    let ctx = egui::Context::default();
    // The first frame loads the fonts, without which nothing is tessellated.
    ctx.run_ui(egui::RawInput::default(), |_ui| {}).textures_delta.clear();
    let clip_rect = egui::Rect::EVERYTHING;
    criterion.bench_function("frame/waves_2p32", |bencher| {
        bencher.iter(|| {
            let shapes = compose(black_box(&figure), &frame).shapes;
            let painted = shapes.into_iter().filter_map(|shape| match shape {
                Shape::Line { points, width, .. } => {
                    let points = points.iter().map(|at| egui::pos2(at.x, at.y)).collect();
                    let stroke = egui::Stroke::new(width, egui::Color32::BLACK);
                    Some(egui::Shape::line(points, stroke))
                }
                _ => None,
            });
            let clipped = painted.map(|shape| egui::epaint::ClippedShape {
                clip_rect,
                shape,
                transform_after_tessellation: egui::emath::TSTransform::IDENTITY,
            });
            ctx.tessellate(clipped.collect(), 1.0)
        });
    });
}

criterion_group! {
    name = frame;
    config = Criterion::default().sample_size(20).without_plots();
    targets = pictures, waves, whole_window, laboratory, dragging, playing
}
criterion_main!(frame);
