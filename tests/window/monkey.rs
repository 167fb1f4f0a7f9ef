//! Random input from keyboard and mouse (a monkey): whatever it does, the window keeps working.
//!
//! `MONKEY_SEEDS=0..100 MONKEY_EVENTS=10000` runs more seeds, one after another. Seeds that passed are noted in
//! `target/monkeys` and skipped the next time.

#![expect(clippy::print_stdout, reason = "who lets monkeys loose wants to see how they fare")]

use std::{
    collections::BTreeSet,
    env, fs,
    io::Write as _,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use egui::{
    Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, TouchPhase, accesskit::Role,
    pos2, vec2,
};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use fastrand::Rng;
use phasor::{
    app::{settings::Store, share_memory},
    views::View,
};

use super::{
    check_no_warning, check_numbers, exporting::Dropped, find_view, label, notices, saved, scene,
};
use crate::{
    headless::{Window, window_with},
    readable::is_readable,
};

const SIZE: egui::Vec2 = vec2(1400.0, 860.0);
/// Sides of the window in pixels. Its zoom factor lies in [`ZOOMS`].
const SIDES: Range<f32> = 40.0..2240.0;
const ZOOMS: Range<f32> = 0.2..5.0;
/// Events between two readings of the scene, and number of restarts at the end.
const READ_EVERY: u64 = 100;
const NUM_RESTARTS: u64 = 5;
/// Bytes by which memory may grow after the first tenth of the events.
const MOST_GROWTH: u64 = 16 << 20;
/// Controls that open dialogs and programs of the system, which have tests of their own.
const OUTSIDE: [&str; 3] = ["Choose…", "Browse…", "Open folder"];

/// Files that are dropped on the window; some do not exist.
const FILES: [&str; 6] =
    ["", "nowhere", "README.md", "Cargo.lock", "tests/data/exact.csv", "assets/lessons/1-order.md"];

/// Texts that are typed or pasted.
pub(super) const GARBAGE: [&str; 18] = [
    "",
    " \n\t",
    "d_model=64&length=32",
    "d_model=16384&length=4294967296&position=4294967295",
    "d_model=1&length=1&convention=fairseq",
    "views=heatmap,waves,profile,criteria,tokens,sum,two-words,word-similarity",
    "views=values,counter,clocks,manifold,side-by-side&digits=17",
    "b.convention=fairseq&side=all&tolerance=1e-3&views=heatmap,similarity,values,verdict",
    "b.encoding=random&b.d_model=7&side=all&length=4294967296&views=waves,rotation,difference-by-position",
    "length=-1",
    "d_model=1e400&base=NaN",
    "=&=&&==%%%zz&%",
    "views=&curves=,,,&heatmap=5..1,x..y",
    "sentence=%F0%9F%98%80%20%D9%85%D8%B1%D8%AD%D8%A8%D8%A7&views=tokens,word-similarity",
    "\u{202e}evil\u{0}\u{7f}\u{feff}",
    "🙂👨‍👩‍👧‍👦 ﷽ Zalgo͂̃",
    "<svg onload=alert(1)>'; DROP TABLE positions; --",
    "99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999",
];

#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

/// Number of events so far: a click has three, a key press two.
static EVENTS: AtomicU64 = AtomicU64::new(0);

fn send(window: &Window, event: Event) {
    EVENTS.fetch_add(1, Ordering::Relaxed);
    window.event(event);
}

fn modifiers(rng: &mut Rng) -> Modifiers {
    let mut modifiers = Modifiers::NONE;
    if rng.u8(0..4) == 0 {
        modifiers |= Modifiers::COMMAND;
    }
    if rng.u8(0..4) == 0 {
        modifiers |= Modifiers::SHIFT;
    }
    if rng.u8(0..8) == 0 {
        modifiers |= Modifiers::ALT;
    }
    modifiers
}

/// Random place in the window, or a little outside.
fn place(window: &Window, rng: &mut Rng) -> Pos2 {
    let size = window.ctx.content_rect().size();
    let share = |rng: &mut Rng| 1.1 * rng.f32() - 0.05;
    pos2(share(rng) * size.x, share(rng) * size.y)
}

/// Bounds of a widget, if it has any.
fn bounds(window: &Window, node: &egui_kittest::Node<'_>) -> Option<Rect> {
    let bounds = node.accesskit_node().bounding_box()?;
    let scale = window.ctx.pixels_per_point();
    let point = |x: f64, y: f64| pos2(x as f32, y as f32) / scale;
    Some(Rect { min: point(bounds.x0, bounds.y0), max: point(bounds.x1, bounds.y1) })
}

/// Center of a random widget.
fn widget(window: &Window, rng: &mut Rng) -> Pos2 {
    let places: Vec<Rect> = window
        .query_all_by(|node| !matches!(node.role(), Role::Label | Role::GenericContainer))
        .filter_map(|node| bounds(window, &node))
        .collect();
    rng.choice(places).map_or(Pos2::ZERO, |rect| rect.center())
}

fn leads_outside(window: &Window, at: Pos2) -> bool {
    window.query_all_by(|_node| true).any(|node| {
        OUTSIDE.contains(&label(&node).as_str())
            && bounds(window, &node).is_some_and(|rect| rect.expand(4.0).contains(at))
    })
}

fn focus_leads_outside(window: &Window) -> bool {
    window
        .query_all_by(|_node| true)
        .any(|node| node.accesskit_node().is_focused() && OUTSIDE.contains(&label(&node).as_str()))
}

fn button(window: &Window, pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
    let event = Event::PointerButton { pos, button, pressed, modifiers };
    EVENTS.fetch_add(1, Ordering::Relaxed);
    window.event_modifiers(event, modifiers);
}

fn click(window: &Window, at: Pos2, rng: &mut Rng) {
    if leads_outside(window, at) {
        return;
    }
    let with = modifiers(rng);
    let which = *rng
        .choice(&[
            PointerButton::Primary,
            PointerButton::Primary,
            PointerButton::Primary,
            PointerButton::Secondary,
            PointerButton::Middle,
        ])
        .expect("there are buttons");
    send(window, Event::PointerMoved(at));
    for _ in 0..rng.u8(1..3) {
        button(window, at, which, true, with);
        button(window, at, which, false, with);
    }
}

fn drag(window: &Window, rng: &mut Rng) {
    let from = if rng.bool() { widget(window, rng) } else { place(window, rng) };
    if leads_outside(window, from) {
        return;
    }
    let with = modifiers(rng);
    send(window, Event::PointerMoved(from));
    button(window, from, PointerButton::Primary, true, with);
    let mut to = from;
    for _ in 0..rng.u8(1..4) {
        to = place(window, rng);
        send(window, Event::PointerMoved(to));
    }
    // Some drags are never released: the pointer leaves the window.
    if rng.u8(0..8) == 0 {
        send(window, Event::PointerGone);
    } else if !leads_outside(window, to) {
        button(window, to, PointerButton::Primary, false, with);
    }
}

fn wheel(window: &Window, rng: &mut Rng) {
    send(window, Event::PointerMoved(place(window, rng)));
    if rng.u8(0..6) == 0 {
        send(window, Event::Zoom(0.5 + 1.5 * rng.f32()));
        return;
    }
    let delta = vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 900.0;
    let event = Event::MouseWheel {
        unit: *rng
            .choice(&[MouseWheelUnit::Point, MouseWheelUnit::Line, MouseWheelUnit::Page])
            .expect("there are units"),
        delta,
        phase: TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: modifiers(rng),
    };
    send(window, event);
}

fn key(window: &Window, rng: &mut Rng) {
    let key = *rng.choice(Key::ALL).expect("there are keys");
    if matches!(key, Key::Enter | Key::Space) && focus_leads_outside(window) {
        return;
    }
    EVENTS.fetch_add(2, Ordering::Relaxed);
    window.key_press_modifiers(modifiers(rng), key);
}

/// One random action, which may be several events.
fn act(window: &mut Window, rng: &mut Rng) {
    match rng.u8(0..100) {
        0..22 => {
            let at = widget(window, rng);
            click(window, at, rng);
        }
        22..34 => {
            let at = place(window, rng);
            click(window, at, rng);
        }
        34..46 => drag(window, rng),
        46..58 => wheel(window, rng),
        58..80 => key(window, rng),
        80..86 => {
            let text = *rng.choice(&GARBAGE).expect("there is garbage");
            send(window, Event::Text(text.to_owned()));
        }
        86..92 => {
            let text = *rng.choice(&GARBAGE).expect("there is garbage");
            send(window, Event::Paste(text.to_owned()));
        }
        92..94 => {
            let mut side = || SIDES.start + (SIDES.end - SIDES.start) * rng.f32();
            // The limits are in pixels, the size of the window in points.
            let size = vec2(side(), side()) / window.ctx.zoom_factor();
            window.set_size(size);
        }
        94..96 => {
            let zoom = ZOOMS.start * (ZOOMS.end / ZOOMS.start).powf(rng.f32());
            window.ctx.set_zoom_factor(zoom);
        }
        96 => window.ctx.set_theme(if rng.bool() { egui::Theme::Dark } else { egui::Theme::Light }),
        97 => send(window, [Event::Copy, Event::Cut, Event::PointerGone][rng.usize(0..3)].clone()),
        98 => send(window, Event::WindowFocused(rng.bool())),
        _ => {
            let file = rng.choice(FILES).expect("there are files");
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
            window.input_mut().dropped_files.push(Arc::new(Dropped(path)));
        }
    }
    window.run_steps(1);
    window.input_mut().dropped_files.clear();
}

/// Checks what must hold at any time.
fn check(window: &Window) {
    check_no_warning(window);
    for &view in View::ALL {
        if find_view(window, view).is_some() {
            check_numbers(window, view);
        }
    }
    let unnamed = window.unnamed_widgets();
    assert!(unnamed.is_empty(), "widgets without a name: {unnamed:?}");
    for notice in notices(window) {
        assert!(is_readable(&notice), "unreadable notice {notice:?}");
    }
    // Empty text has no bounds, which is no fault.
    let is_empty = |shape: &egui::Shape| matches!(shape, egui::Shape::Text(text) if text.galley.text().trim().is_empty());
    let is_nowhere =
        |shape: &egui::Shape| !is_empty(shape) && shape.visual_bounding_rect().any_nan();
    let nowhere = window.output().shapes.iter().find(|clipped| is_nowhere(&clipped.shape));
    assert!(nowhere.is_none(), "a shape without a place: {nowhere:?}");
}

/// Draws every view in the largest window at the smallest zoom. egui keeps the buffers of its largest frame, so
/// any growth of memory after this is a leak.
fn stretch(window: &mut Window) {
    window.ctx.set_zoom_factor(ZOOMS.start);
    window.run_steps(1);
    window.set_size(vec2(SIDES.end, SIDES.end) / ZOOMS.start);
    for view in View::ALL {
        let scene = format!("d_model=16384&length=65536&views={}", view.key());
        send(window, Event::Paste(scene));
        window.run_steps(3);
    }
}

/// Cancels all exports. An export of the largest table runs for days and holds memory meanwhile.
fn give_up_exports(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    window.run_steps(4);
    let began = Instant::now();
    loop {
        let all: Vec<_> = window.query_all_by_label("Cancel").collect();
        if all.is_empty() {
            break;
        }
        assert!(began.elapsed().as_secs() < 60, "an export continues after it was cancelled");
        for button in &all {
            button.click_accesskit();
        }
        drop(all);
        window.run_steps(2);
        thread::sleep(Duration::from_millis(20));
    }
    window.key_press(Key::Escape);
}

/// Bytes allocated and bytes resident, after the window has returned to its initial state.
fn calm_memory(window: &mut Window) -> (u64, u64) {
    window.ctx.set_zoom_factor(1.0);
    window.set_size(SIZE);
    for _ in 0..4 {
        window.key_press(Key::Escape);
    }
    window.run_steps(4);
    give_up_exports(window);
    send(window, Event::Paste("d_model=128&length=256&views=heatmap,similarity".to_owned()));
    window.run_steps(30);
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let resident = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    (MEMORY.current_usage() as u64, 1024 * resident.unwrap_or(0))
}

/// Makes a temporary folder the current one, so that exports do not go into the project. The previous folder is
/// restored on drop.
struct Cage {
    _folder: tempfile::TempDir,
    before: PathBuf,
}

impl Cage {
    fn lock() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let before = env::current_dir().expect("a folder to come from");
        env::set_current_dir(&folder).expect("a way in");
        Self { _folder: folder, before }
    }
}

impl Drop for Cage {
    fn drop(&mut self) {
        env::set_current_dir(&self.before).expect("a way out");
    }
}

/// Closes the window and opens the next one, which shows what was saved.
fn restart(mut window: Window, store: &Store) -> Window {
    window.run_steps(2);
    let saved = saved::save(&mut window, store);
    drop(window);
    let window = window_with("", store.clone(), SIZE);
    assert_eq!(scene(&window), saved, "the saved scene is shown again");
    window
}

fn run(seed: u64, num_events: u64) {
    share_memory();
    let _cage = Cage::lock();
    let settings = tempfile::tempdir().expect("a folder for settings");
    let store = Store::at(settings.path().join("settings.json"));
    let began = Instant::now();
    let mut rng = Rng::with_seed(seed);
    let mut window = window_with("", store.clone(), SIZE);
    stretch(&mut window);
    let mut read = 0;
    let mut tenths = Vec::new();
    EVENTS.store(0, Ordering::Relaxed);
    let done = || EVENTS.load(Ordering::Relaxed);
    while done() < num_events {
        let before = done();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            act(&mut window, &mut rng);
            check(&window);
            if done() / READ_EVERY > read {
                read = done() / READ_EVERY;
                saved::check_read_again(&window, "saved");
            }
        }));
        if let Err(panic) = outcome {
            println!("seed {seed}, event {before}: the monkey has won, in {}", scene(&window));
            resume_unwind(panic);
        }
        if done() >= (tenths.len() as u64 + 1) * num_events / 10 {
            tenths.push(calm_memory(&mut window));
        }
    }
    for _ in 0..NUM_RESTARTS {
        let until = done() + READ_EVERY;
        while done() < until {
            act(&mut window, &mut rng);
        }
        window = restart(window, &store);
        check(&window);
    }
    let took = began.elapsed().as_secs_f64();
    let (held, resident): (Vec<u64>, Vec<u64>) = tenths.into_iter().unzip();
    println!(
        "seed {seed}: {num_events} events in {took:.0} s, bytes held after each tenth {held:?}, resident {resident:?}"
    );
    // A leak stays until the end, whereas memory in use for a while is freed; hence the minimum of the last
    // tenths.
    let kept = held.iter().rev().take(3).min().expect("there are tenths");
    assert!(*kept <= held[0] + MOST_GROWTH, "memory grows");
    let resident_at_end = resident.iter().rev().take(3).min().expect("there are tenths");
    assert!(10 * resident_at_end <= 11 * resident[0], "resident memory grows");
}

fn asked<T>(name: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
    let text = env::var(name).ok()?;
    Some(parse(&text).unwrap_or_else(|| panic!("{name} cannot be {text:?}")))
}

#[test]
#[ignore = "takes minutes"]
fn a_monkey_breaks_nothing() {
    let range = |text: &str| -> Option<Range<u64>> {
        let (start, end) = text.split_once("..")?;
        Some(start.parse().ok()?..end.parse().ok()?)
    };
    let num_events = asked("MONKEY_EVENTS", |text| text.parse().ok()).unwrap_or(12_000);
    let Some(seeds) = asked("MONKEY_SEEDS", range) else {
        run(1, num_events);
        return;
    };
    let notes = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/monkeys");
    let noted = fs::read_to_string(&notes).unwrap_or_default();
    let done: BTreeSet<&str> = noted.lines().collect();
    for seed in seeds {
        let note = format!("seed {seed}, {num_events} events");
        if !done.contains(note.as_str()) {
            run(seed, num_events);
            let mut file = fs::OpenOptions::new().create(true).append(true).open(&notes).unwrap();
            writeln!(file, "{note}").unwrap();
        }
    }
}
