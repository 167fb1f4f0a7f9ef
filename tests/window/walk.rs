//! Random walks: wheel, drags, keys, window sizes, and every parameter at its limits.

use egui::{Event, Key, Modifiers, MouseWheelUnit, TouchPhase, vec2};
use phasor::{app::settings::Store, encoding::Convention, views::View};
use proptest::prelude::*;

use super::{app, check_no_warning, check_numbers, find_view, navigation::drag, notices};
use crate::headless::{Window, window_with};

#[derive(Clone, Debug)]
enum Step {
    Wheel { view: usize, at: (f32, f32), notches: f32 },
    Drag { view: usize, from: (f32, f32), to: (f32, f32), has_shift: bool },
    Key(Key, bool),
    Scene(String),
    Resize(f32, f32),
}

const KEYS: [Key; 16] = [
    Key::F5,
    Key::Escape,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::Equals,
    Key::Minus,
    Key::Num0,
    Key::Plus,
    Key::PageDown,
    Key::PageUp,
    Key::Home,
    Key::End,
    Key::Period,
    Key::Space,
];

fn step() -> impl Strategy<Value = Step> {
    let place = || (-0.1_f32..1.1, -0.1_f32..1.1);
    let number = |values: &'static [&'static str]| (0..values.len()).prop_map(|i| values[i]);
    let scene = (
        0..Convention::all().count(),
        number(&["1", "2", "3", "31", "128", "16383", "16384"]),
        number(&["1", "2", "7", "256", "65536", "4294967296"]),
        number(&["0", "1", "-4294967296", "4294967296"]),
        number(&["1.000001", "10000", "1e12"]),
        number(&["mean", "nearest", "spread"]),
        number(&["dot", "cosine", "distance"]),
        any::<bool>(),
        number(&[
            "",
            "&heatmap=0..1,0..1",
            "&similarity=5..6.5,4294967295..4294967296",
            "&rotation=0..9,3..12",
            "&heatmap=16383..16384,4294967290..4294967296",
            "&waves=7..9,0.999999..1.000001&curves=0,5,16383,14,15,3",
            "&link=true&waves=0..4294967296,-1..0&curves=0,1,2,3,4,5",
            "&views=rotation-lab,pair,checks,proof,rotation&rotation-lab=1..2,0..4",
            "&views=proof&offset=4294967296&offset_a=-4294967296",
            "&views=profile,wavelengths,shares,manifold&profile=0..3,-1..1&shares=0..1,0..3",
            "&views=profile,facts,manifold&axes=0,16383&offset=-4294967296&column=16383",
            "&views=clocks,counter,values,manifold&axes=p3,p1&position=4294967295&digits=17",
            "&views=values,heatmap&values=16383..16384,4294967290..4294967296&range=0..9,1..4",
            "&views=criteria&other_length=1&judged=binary,unique&components=cos",
            "&views=side-by-side,counter&position=4294967295",
            "&views=tokens,sum,word-similarity,two-words&join=concatenate&scaled=true&tokens=0..3,1..2",
            "&views=tokens,sum,word-similarity,two-words&sentence=a%20b%20A&offset=1&overlong=refuse",
            "&views=two-words,sum&sentence=&controls=sentence,join&sum=5..6,0..3",
        ]),
    );
    let scene = scene.prop_map(
        |(convention, d_model, length, start, base, pixels, measure, transpose, window)| {
            let convention = Convention::all().nth(convention).expect("one of them").key();
            format!(
                "convention={convention}&d_model={d_model}&length={length}&start={start}&base={base}\
                 &pixels={pixels}&measure={measure}&transpose={transpose}{window}"
            )
        },
    );
    prop_oneof![
        4 => (0..View::ALL.len(), place(), -9.0_f32..9.0)
            .prop_map(|(view, at, notches)| Step::Wheel { view, at, notches }),
        3 => (0..View::ALL.len(), place(), place(), any::<bool>())
            .prop_map(|(view, from, to, has_shift)| Step::Drag { view, from, to, has_shift }),
        2 => (0..KEYS.len(), any::<bool>()).prop_map(|(i, has_alt)| Step::Key(KEYS[i], has_alt)),
        2 => scene.prop_map(Step::Scene),
        1 => (300.0_f32..2000.0, 200.0_f32..1200.0).prop_map(|(x, y)| Step::Resize(x, y)),
    ]
}

fn take(window: &mut Window, step: &Step) {
    // A view behind a tab has no place. Dragging a title may have put it there.
    let point = |window: &Window, view: usize, (x, y): (f32, f32)| {
        let rect = find_view(window, View::ALL[view])?.rect();
        Some(rect.min + vec2(x * rect.width(), y * rect.height()))
    };
    match step {
        Step::Wheel { view, at, notches } => {
            let Some(at) = point(window, *view, *at) else { return };
            window.hover_at(at);
            window.step();
            window.event(Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta: vec2(0.0, 50.0 * notches),
                phase: TouchPhase::Move,
                source: egui::MouseWheelSource::Wheel,
                modifiers: Modifiers::NONE,
            });
            window.run_steps(4);
        }
        Step::Drag { view, from, to, has_shift } => {
            let (Some(from), Some(to)) = (point(window, *view, *from), point(window, *view, *to))
            else {
                return;
            };
            let modifiers = if *has_shift { Modifiers::SHIFT } else { Modifiers::NONE };
            drag(window, from, to, modifiers);
        }
        Step::Key(key, has_alt) => {
            let modifiers = if *has_alt { Modifiers::ALT } else { Modifiers::NONE };
            window.key_press_modifiers(modifiers, *key);
        }
        Step::Scene(text) => window.event(Event::Paste(text.clone())),
        Step::Resize(x, y) => {
            window.set_size(vec2(*x, *y));
        }
    }
    window.run_steps(2);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        max_shrink_iters: 60,
        // A walk that failed becomes a named test of its own.
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_walks_end_well(steps in prop::collection::vec(step(), 1..14)) {
        let mut window = window_with("", Store::default(), vec2(1400.0, 860.0));
        for step in &steps {
            take(&mut window, step);
            check_no_warning(&window);
            let size = window.ctx.content_rect().size();
            for &view in View::ALL.iter().filter(|&&view| find_view(&window, view).is_some()) {
                check_numbers(&window, view);
                let Some(shown) = app(&window).shown(view) else { continue };
                // A window without room for the views keeps their last pictures.
                let has_room = size.x > 700.0 && size.y > 500.0;
                let pixels = size * window.ctx.pixels_per_point();
                let is_within =
                    shown.width as f32 <= pixels.x && shown.height as f32 <= pixels.y;
                prop_assert!(
                    !has_room || is_within,
                    "{step:?}: {view:?} has {} × {} pixels", shown.width, shown.height
                );
                let is_inside = |span: phasor::picture::Span| {
                    span.start >= 0.0 && span.length() > 0.0 && span.length().is_finite()
                };
                prop_assert!(is_inside(shown.x) && is_inside(shown.y), "{step:?}: {:?}", shown.x);
            }
            prop_assert_eq!(notices(&window), [""; 0], "{:?} is allowed", step);
        }
    }
}
