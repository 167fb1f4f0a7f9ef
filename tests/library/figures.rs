//! Lays out figures with another program: at every size all text lies inside, and no two texts overlap.

use std::sync::{Arc, LazyLock};

use phasor::{
    encoding::Convention,
    export::{
        AxisNames, FigureContent, FigureFormat, FigureOptions, FigureRequest, FigureSize, Progress,
        Provenance, TextForm, whole_figure, write_figure,
    },
    picture::{Body, Face, Figure, Formula, Frame, Part, Parts, Shape, Theme, compose},
    scene::{Scene, View},
    views::{Results, Subject, explanation},
};
use resvg::usvg;

static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for face in Face::ALL {
        fonts.load_font_source(usvg::fontdb::Source::Binary(Arc::new(face.data())));
    }
    Arc::new(fonts)
});

fn figure(view: View, scene: &Scene) -> Figure {
    let table = scene.table();
    whole_figure(view, scene, &table, Theme::LIGHT, &Results::default(), || true)
        .expect("what is computed is there")
}

fn tree(figure: &Figure, scene: &Scene, size: FigureSize) -> usvg::Tree {
    let live = FigureRequest { text: TextForm::Live, ..FigureRequest::new(FigureFormat::Svg) };
    // On paper, no words stand below the picture.
    let request = FigureRequest { size, parts: size.parts(), ..live };
    let mut svg = Vec::new();
    let provenance = Provenance::of(scene);
    write_figure(figure, &request, &provenance, &mut svg, &Progress::default())
        .expect("memory takes every byte");
    let options = usvg::Options { fontdb: Arc::clone(&FONTS), ..usvg::Options::default() };
    usvg::Tree::from_data(&svg, &options).expect("another program reads it")
}

/// Collects every text with the bounding box of its ink.
fn texts(group: &usvg::Group, found: &mut Vec<(String, usvg::Rect)>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => texts(group, found),
            usvg::Node::Text(text) => {
                let words = text.chunks().iter().map(usvg::TextChunk::text).collect();
                let ink = text.flattened().bounding_box();
                found.extend(ink.transform(text.abs_transform()).map(|ink| (words, ink)));
            }
            usvg::Node::Path(_) | usvg::Node::Image(_) => {}
        }
    }
}

/// Depth by which two rectangles overlap, in the direction where it is smaller; negative if they are apart.
fn overlap(a: &usvg::Rect, b: &usvg::Rect) -> f32 {
    let across = a.right().min(b.right()) - a.left().max(b.left());
    let down = a.bottom().min(b.bottom()) - a.top().max(b.top());
    across.min(down)
}

fn faults(figure: &Figure, scene: &Scene, size: FigureSize) -> Vec<String> {
    let tree = tree(figure, scene, size);
    // Figures differ in their unit of length, so the tolerance is relative to the height of a line of text.
    faults_of(&tree, tree.size().height() / 30.0)
}

/// Texts that leave a page or lie on another one, by a tenth of the height of a line.
fn faults_of(tree: &usvg::Tree, line: f32) -> Vec<String> {
    /// Allowed overlap, in lines: italic ink leaves its box, and a hyphen may touch a tick.
    const ALLOWED: f32 = 0.1;
    /// The same at an edge of the page, which cuts ink off.
    const AT_EDGE: f32 = 0.02;
    let mut found = Vec::new();
    texts(tree.root(), &mut found);
    assert!(!found.is_empty(), "the page has text");
    let mut faults = Vec::new();
    for (i, (words, rect)) in found.iter().enumerate() {
        let edge = AT_EDGE * line;
        let is_inside = rect.left() > -edge
            && rect.top() > -edge
            && rect.right() < tree.size().width() + edge
            && rect.bottom() < tree.size().height() + edge;
        if !is_inside {
            faults.push(format!("{words:?} leaves the figure: {rect:?}"));
        }
        for (other, other_rect) in &found[i + 1..] {
            if overlap(rect, other_rect) > ALLOWED * line {
                faults.push(format!("{words:?} lies on {other:?}"));
            }
        }
    }
    faults
}

/// Views that compare all pairs of up to tens of thousands of positions; left out for long tables.
const THOROUGH: [View; 4] = [View::Profile, View::Facts, View::Manifold, View::Criteria];

#[test]
fn text_fits_at_every_size() {
    let scenes = [
        "",
        "d_model=16384&length=4294967296&position=4294967295&offset=-4294967295&column=16383",
        "d_model=1&length=1&position=0&other_length=1",
        "d_model=127&length=1000000&start=-500000&position=0&offset=1000",
        "position=2&offset=8&start=1&d_model=512&exponent=doubled",
        "curves=0,1&length=256",
    ];
    let sizes = ["88x60mm", "120x80mm", "320x240", "820x600", "1400x500", "500x1000"];
    let mut all_faults = Vec::new();
    for text in scenes {
        let scene: Scene = text.parse().unwrap();
        let is_long = scene.extent().length() > 1000;
        for &view in View::ALL.iter().filter(|view| !is_long || !THOROUGH.contains(view)) {
            let figure = figure(view, &scene);
            for size in sizes {
                let faults = faults(&figure, &scene, FigureSize::parse(size, None).unwrap());
                all_faults.extend(
                    faults
                        .iter()
                        .map(|fault| format!("{} at {size}, {text:?}: {fault}", view.key())),
                );
            }
        }
    }
    assert!(all_faults.is_empty(), "{} faults:\n{}", all_faults.len(), all_faults.join("\n"));
}

/// Collects every formula of the views and of the panel beside them.
fn formulas(scene: &Scene) -> Vec<Formula> {
    let table = scene.table();
    let mut found = vec![explanation::cell_formula(scene, &table)];
    if let Some(waves) = table.waves() {
        found.extend(explanation::frequency_formulas(scene, waves));
        found.extend(explanation::code_formulas(scene, waves));
    }
    for &view in View::ALL {
        let figure = figure(view, scene);
        found.extend(figure.display);
        if let Body::Sheet(sheet) = figure.body {
            found.extend(sheet.lines.into_iter().flat_map(|line| [line.formula, line.numbers]));
        }
    }
    found
}

/// A wrong template panics in a debug build. In a release build its source appears in the text.
#[test]
fn formulas_of_views_are_parsed() {
    let conventions = Convention::all().map(|convention| {
        format!("convention={}&d_model=9&length=6&position=2&offset=3&column=8", convention.key())
    });
    let others = [
        "",
        "encoding=binary&length=9",
        "position=-54410&offset=-10000&measure=distance&length=3",
        "d_model=1&length=1&measure=cosine",
        "d_model=6&length=9&components=sin&column=2&measure=cosine&offset=-2",
        "d_model=6&length=9&components=cos&column=2&measure=distance",
        "d_model=8&length=9&exponent=per-column-doubled&column=3",
        "d_model=8&length=9&exponent=per-column&column=2&base=1e12",
        "d_model=8&length=5000&components=sin",
    ];
    let mut count = 0;
    for text in conventions.chain(others.map(str::to_owned)) {
        let scene: Scene = format!("{text}&sentence=the%20cat%20sat").parse().unwrap();
        for formula in formulas(&scene) {
            let text = formula.plain_text();
            assert!(!text.contains(['\\', '#']), "{scene}: {text}");
            count += 1;
        }
    }
    assert!(count > 300, "only {count} formulas were built");
}

#[test]
fn known_results_are_reused() {
    let scene: Scene = "d_model=16&length=32&views=criteria".parse().unwrap();
    let table = scene.table();
    let view = View::Criteria;
    let unknown = Results::default();
    let subject = Subject::new((&scene, &table), None, Theme::LIGHT, &unknown);
    let computations = view.computations(subject);
    assert_eq!(computations.len(), 1, "criteria are measured");
    let figure = |known: &Results, is_wanted: bool| {
        whole_figure(view, &scene, &table, Theme::LIGHT, known, || is_wanted)
    };
    let mut known = Results::default();
    assert!(figure(&known, false).is_err(), "an unknown result needs a computation");
    let computed = figure(&known, true).unwrap();
    known.store(computations[0].run(|_share| true).unwrap());
    assert_eq!(figure(&known, false).unwrap(), computed);
}

/// Largest image of a figure.
fn largest_image(group: &usvg::Group) -> f32 {
    let of_node = |node: &usvg::Node| match node {
        usvg::Node::Group(group) => largest_image(group),
        usvg::Node::Image(image) => {
            let area = image.abs_bounding_box();
            area.width() * area.height()
        }
        _ => 0.0,
    };
    group.children().iter().map(of_node).fold(0.0, f32::max)
}

#[test]
fn plot_has_most_of_a_figure_on_paper() {
    let scene: Scene = "".parse().unwrap();
    let size = FigureSize::parse("88x60mm", None).unwrap();
    let request = FigureRequest { size, ..FigureRequest::new(FigureFormat::Svg) };
    let figure = figure(View::Heatmap, &scene);
    let request = FigureRequest { parts: size.parts(), ..request };
    let mut svg = Vec::new();
    let provenance = Provenance::of(&scene);
    write_figure(&figure, &request, &provenance, &mut svg, &Progress::default()).unwrap();
    let tree = usvg::Tree::from_data(&svg, &usvg::Options::default()).unwrap();
    let share = largest_image(tree.root()) / (tree.size().width() * tree.size().height());
    assert!(share >= 0.6, "the heatmap has {share} of the area");
}

/// Collects the rectangles of one color.
fn rects(group: &usvg::Group, color: [u8; 3], found: &mut Vec<usvg::Rect>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => rects(group, color, found),
            usvg::Node::Path(path) => {
                let paint = path.fill().map(usvg::Fill::paint);
                let [red, green, blue] = color;
                if paint == Some(&usvg::Paint::Color(usvg::Color { red, green, blue })) {
                    found.push(path.abs_bounding_box());
                }
            }
            _ => {}
        }
    }
}

/// Images of a figure, in the order in which they are drawn.
fn images(group: &usvg::Group, found: &mut Vec<usvg::Rect>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => images(group, found),
            usvg::Node::Image(image) => found.push(image.abs_bounding_box()),
            _ => {}
        }
    }
}

/// Figure of several views on paper, 180 mm wide, with letters: its page, its images and its texts.
fn panels_on_paper(
    views: &[View],
    scene: &Scene,
) -> (usvg::Size, Vec<usvg::Rect>, Vec<(String, usvg::Rect)>) {
    let options = FigureOptions {
        width: Some("text".to_owned()),
        has_letters: true,
        ..FigureOptions::default()
    };
    let grid = options.grid(views.len()).unwrap();
    let standard = FigureRequest { text: TextForm::Live, ..FigureRequest::new(FigureFormat::Svg) };
    let options = FigureOptions { text: TextForm::Live, ..options };
    let request = options.request(standard, grid).unwrap();
    let content = FigureContent { views: views.to_vec(), grid, axes: AxisNames::default() };
    let (table, known) = (scene.table(), Results::default());
    let figure = content.figure(scene, &table, Theme::LIGHT, &known, || true).unwrap();
    let request = request.fitted(&figure);
    let mut svg = Vec::new();
    let provenance = Provenance::of(scene);
    write_figure(&figure, &request, &provenance, &mut svg, &Progress::default()).unwrap();
    let options = usvg::Options { fontdb: Arc::clone(&FONTS), ..usvg::Options::default() };
    let tree = usvg::Tree::from_data(&svg, &options).unwrap();
    let (mut rects, mut words) = (Vec::new(), Vec::new());
    images(tree.root(), &mut rects);
    texts(tree.root(), &mut words);
    (tree.size(), rects, words)
}

#[test]
fn panels_are_of_one_size_with_letters_at_one_corner() {
    let scene: Scene = "d_model=48&length=64&offset=10".parse().unwrap();
    let (size, all, words) =
        panels_on_paper(&[View::Heatmap, View::Similarity, View::Rotation], &scene);
    // Color bars are narrow.
    let plots: Vec<_> = all.iter().filter(|rect| rect.width() > 0.1 * size.width()).collect();
    assert_eq!(plots.len(), 3, "{all:?}");
    for (plot, letter) in plots.iter().zip(["(a)", "(b)", "(c)"]) {
        let first = plots[0];
        assert!((plot.width() - first.width()).abs() < 1.0, "{letter}: {plots:?}");
        assert!((plot.height() - first.height()).abs() < 1.0, "{letter}: {plots:?}");
        assert!((plot.top() - first.top()).abs() < 1.0, "{letter}: {plots:?}");
        let (_, ink) = words.iter().find(|(text, _)| text == letter).unwrap();
        assert!((ink.left() - plot.left()).abs() < 3.0, "{letter} stands at the corner");
        let above = plot.top() - ink.bottom();
        assert!((0.0..12.0).contains(&above), "{letter} is {above} above");
    }
    let taken: f32 = plots.iter().map(|plot| plot.width()).sum();
    assert!(taken > 0.5 * size.width(), "the plots take {taken} of {}", size.width());
    let state: String = words.iter().map(|(text, _)| text.as_str()).collect();
    assert!(state.contains("10, columns 0–31 of 48"), "what is shown of M_k: {state}");
}

#[test]
fn scales_that_agree_share_a_color_bar() {
    let num_images =
        |views: &[View], text: &str| panels_on_paper(views, &text.parse().unwrap()).1.len();
    let two = [View::Similarity, View::Similarity];
    assert_eq!(num_images(&two, "d_model=8&length=9"), 3, "two pictures, one bar");
    let others = [View::Heatmap, View::Similarity];
    assert_eq!(num_images(&others, "d_model=8&length=9"), 4, "two pictures, two bars");
    // A and B have the same scale, A − B has one of its own.
    let sides = "d_model=8&length=9&b.base=100&side=all";
    assert_eq!(num_images(&[View::Heatmap], sides), 5, "three pictures, two bars");
}

#[test]
fn sides_of_a_comparison_have_letters_and_a_scale_of_the_difference() {
    let scene = "d_model=8&length=9&b.base=100&side=all".parse().unwrap();
    let (_, _, words) = panels_on_paper(&[View::Similarity], &scene);
    let all: String = words.iter().map(|(text, _)| text.as_str()).collect();
    for heading in ["(a) A · ", "(b) B · ", "(c) A − B"] {
        assert!(all.contains(heading), "{heading}: {all}");
    }
    assert_eq!(all.matches('⟨').count(), 2, "A and B share a bar, A − B has its own: {all}");
    assert!(all.contains("𝐴−𝐵 of ⟨"), "{all}");
}

/// Sizes of all texts of a view in a tile, or on paper.
fn sizes_of_type(view: View, (width, height): (f32, f32), is_tight: bool) -> Vec<f32> {
    let parts = [Part::Title, Part::State, Part::Words, Part::Caption];
    let parts = parts.into_iter().fold(Parts::ALL, Parts::without);
    let frame =
        Frame { width, height, pixels_per_point: 2.0, theme: Theme::LIGHT, parts, is_tight };
    let scene = Scene::default();
    let drawing = compose(&figure(view, &scene), &frame);
    let sizes = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(text) => Some(text.size),
        _ => None,
    });
    sizes.collect()
}

#[test]
fn type_of_tables_has_one_smallest_and_one_largest_size() {
    // Their texts have no subscripts, which are smaller.
    for view in [View::SideBySide, View::Values, View::Counter] {
        for (width, height) in [(150.0, 90.0), (240.0, 160.0), (420.0, 300.0), (3000.0, 2400.0)] {
            for is_tight in [false, true] {
                let sizes = sizes_of_type(view, (width, height), is_tight);
                let context = format!("{view:?}, {width} × {height}, {is_tight}: {sizes:?}");
                assert!(!sizes.is_empty(), "{context}");
                assert!(sizes.iter().all(|size| (10.9..45.0).contains(size)), "{context}");
            }
        }
    }
    let largest = |size| sizes_of_type(View::Proof, size, false).into_iter().fold(0.0, f32::max);
    let sizes = [(300.0, 200.0), (800.0, 400.0), (1200.0, 700.0), (1900.0, 1300.0)].map(largest);
    assert!(sizes.is_sorted_by(|smaller, larger| 1.1 * smaller < *larger), "{sizes:?}");
}

#[test]
fn selected_row_has_a_line_at_each_side() {
    for position in [0, 15, 31] {
        let text = format!("d_model=16&length=32&column=3&position={position}");
        let scene: Scene = text.parse().unwrap();
        let size = FigureSize::parse("600x450", None).unwrap();
        let tree = tree(&figure(View::Heatmap, &scene), &scene, size);
        let mut found = Vec::new();
        rects(tree.root(), Theme::LIGHT.selection, &mut found);
        found.retain(|rect| rect.width() > 300.0);
        assert_eq!(found.len(), 2, "position {position}: {found:?}");
    }
}

#[test]
fn sides_of_a_comparison_are_named_on_paper() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sides.svg");
    let text = path.to_str().unwrap();
    let scene = "d_model=16&length=24&b.convention=fairseq&side=all";
    let arguments =
        ["figure", "heatmap", "--scene", scene, "--width", "text", "--text", "live", "-o", text];
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_phasor")).args(arguments).output();
    assert!(done.unwrap().status.success());
    let svg = std::fs::read_to_string(&path).unwrap();
    for name in ["A · Attention Is All You Need", "B · fairseq", "𝐴", "𝐵"] {
        assert!(svg.contains(name), "{name}: {}", &svg[..2000.min(svg.len())]);
    }
}

#[test]
fn no_panel_writes_into_another() {
    /// Height of a line of type of 7 points, in points of a page of 88 mm.
    const LINE: f32 = 8.0;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("panels.svg");
    for (views, of) in [
        ("similarity,shuffled,norms", "--table=example:learned.npy"),
        ("heatmap,similarity,profile", "--d-model=128"),
        ("score,waves,profile", "--model=llama-3.1-8b"),
    ] {
        let options = ["--panels", "3x1", "--letters", "--width", "column", "--text", "live", "-o"];
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_phasor"))
            .args(["figure", views, of])
            .args(options)
            .arg(&path)
            .output();
        assert!(done.unwrap().status.success(), "{views}");
        let svg = std::fs::read(&path).unwrap();
        let options = usvg::Options { fontdb: Arc::clone(&FONTS), ..usvg::Options::default() };
        let faults = faults_of(&usvg::Tree::from_data(&svg, &options).unwrap(), LINE);
        assert!(faults.is_empty(), "{views}: {faults:?}");
    }
}

#[test]
fn numbers_of_a_board_are_whole() {
    let scene = Scene::default();
    let figure = figure(View::Criteria, &scene);
    for size in ["1640x1200", "1000x700", "2400x1350", "180x100mm"] {
        let mut found = Vec::new();
        texts(tree(&figure, &scene, FigureSize::parse(size, None).unwrap()).root(), &mut found);
        let cut: Vec<_> = found.iter().filter(|(text, _)| text.contains('…')).collect();
        assert!(cut.is_empty(), "{size}: {cut:?}");
    }
}
