//! The program in a real window, on a virtual screen with a window manager and the system's own dialog.
//!
//! These tests need the packages of `tests/desktop/desktop-packages` and are therefore ignored by default.
//! `PHASOR_BINARY` names another build of the program, such as a release build.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn binary() -> PathBuf {
    std::env::var_os("PHASOR_BINARY")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_phasor")), PathBuf::from)
}

/// Runs a shell script in a session of its own. `$PHASOR` is the program, `$OUT` a folder.
fn in_session(script: &str, out: &Path) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = root.join(binary());
    let output = Command::new(root.join("tests/desktop/session"))
        .args(["1600x1000", "bash", "-euc", script])
        .env("PHASOR", program)
        .env("OUT", out)
        .output()
        .unwrap();
    if !output.status.success() {
        let [done, message] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        let folder = root.join("target/desktop-failed");
        let kept = keep(out, &folder)
            .map_or_else(|error| error.to_string(), |()| folder.display().to_string());
        panic!("the session fails, after:\n{done}\n{message}\nIts pictures: {kept}");
    }
    output
}

/// Copies the files of a failed session to a folder that the next build does not delete.
fn keep(out: &Path, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(out)? {
        let entry = entry?;
        // Folders hold what a step has prepared, not its results.
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), folder.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Shell functions. `open ARGUMENTS` opens the window at the upper left corner, at a known size, with keyboard
/// focus. `still FILE` saves its picture once nothing in it moves any more, however slow the machine.
const OPEN: &str = r#"
open() {
  "$PHASOR" "$@" 2>"$OUT/phasor.log" &
  program=$!
  trap 'kill $program 2>/dev/null || true' EXIT
  window=
  for _ in $(seq 300); do
    window=$(xdotool search --onlyvisible --name '^Phasor$' | tail -n 1) || true
    [ -n "$window" ] && break
    sleep 0.1
  done
  xdotool windowsize --sync "$window" 1400 860 windowmove "$window" 20 40
  xdotool windowactivate --sync "$window"
  still "$OUT/opened.ppm"
}
still() {
  for _ in $(seq 60); do
    import -window "$window" "$1"
    sleep 0.7
    import -window "$window" "$1.later.ppm"
    # A window that has not been drawn yet is still, too, but has one color.
    [ "$(identify -format %k "$1")" -gt 100 ] && cmp -s "$1" "$1.later.ppm" && return
  done
  echo "the window never rests" >&2
  return 1
}
"#;

#[test]
#[ignore = "needs a virtual screen, a window manager, zenity, AT-SPI and xclip; takes minutes"]
fn everything_can_be_done_in_a_real_window() {
    /// Number of sessions at a time: each waits most of the time.
    const PARTS: usize = 2;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/desktop/everything.py");
    let run = &|part: usize| {
        let folder = tempfile::tempdir().unwrap();
        // Only Debian's own Python has Debian's bindings.
        let command = format!("/usr/bin/python3 -B {} {part}/{PARTS}", script.display());
        let output = in_session(&command, folder.path());
        print!("{}", String::from_utf8_lossy(&output.stdout));
    };
    std::thread::scope(|scope| {
        for part in 1..=PARTS {
            scope.spawn(move || run(part));
        }
    });
}

#[test]
#[ignore = "needs a virtual screen, a window manager, AT-SPI, xclip and name spaces; takes minutes"]
fn faults_around_the_window_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/desktop/faults.py");
    let output = in_session(&format!("/usr/bin/python3 -B {}", script.display()), folder.path());
    print!("{}", String::from_utf8_lossy(&output.stdout));
}

/// Time of an empty window at which the program's first frame may take [`FIRST_FRAME_MS`]. If the system and the
/// renderer need more, the limit grows in proportion.
const EMPTY_MS: f64 = 90.0;
const FIRST_FRAME_MS: f64 = 150.0;

#[test]
#[ignore = "needs a virtual screen and software OpenGL"]
fn first_frame_takes_at_most_150_ms() {
    let folder = tempfile::tempdir().unwrap();
    // The two alternate, so that other load on the machine slows down both of a pair.
    let script = r#"
for _ in $(seq 8); do
  for program in "$BARE" "$PHASOR --timing"; do
    $program 2>"$OUT/last" &
    running=$!
    for _ in $(seq 40); do grep -q frame "$OUT/last" && break; sleep 0.05; done
    kill "$running"; wait "$running" 2>/dev/null || true
    cat "$OUT/last" >>"$OUT/timing"
    sleep 0.5
  done
done
"#;
    let bare = Path::new(env!("CARGO_BIN_EXE_phasor")).with_file_name("examples/bare_window");
    in_session(&format!("BARE={}\n{script}", bare.display()), folder.path());
    let log = fs::read_to_string(folder.path().join("timing")).unwrap();
    let times: Vec<u32> = log
        .lines()
        .filter_map(|line| line.strip_prefix("first frame after ")?.strip_suffix(" ms"))
        .map(|time| time.parse().unwrap())
        .collect();
    println!("first frames of an empty window and of the program, in turns: {times:?} ms");
    // A single frame waits for the machine now and then: of each kind the one in the middle counts.
    let middle = |first: usize| {
        let mut all: Vec<u32> = times.iter().skip(first).step_by(2).copied().collect();
        all.sort_unstable();
        let (low, high) = (all[(all.len() - 1) / 2], all[all.len() / 2]);
        f64::midpoint(f64::from(low), f64::from(high))
    };
    let (empty, own) = (middle(0), middle(1));
    let allowed = FIRST_FRAME_MS * (empty / EMPTY_MS).max(1.0);
    assert!(own <= allowed, "{own} ms of {allowed:.0} that are allowed; all: {times:?}");
}

#[test]
#[ignore = "needs a virtual screen"]
fn largest_scene_takes_little_memory() {
    const MOST_KB: u64 = 64 << 10;
    let folder = tempfile::tempdir().unwrap();
    let script = r#"
for scene in d_model=8\&length=8 d_model=16384\&length=4294967296; do
  "$PHASOR" --timing --scene "$scene" 2>"$OUT/last" &
  program=$!
  for _ in $(seq 100); do grep -q frame "$OUT/last" && break; sleep 0.1; done
  sleep 1
  grep VmRSS "/proc/$program/status" >>"$OUT/memory"
  kill "$program"; wait "$program" 2>/dev/null || true
done
"#;
    in_session(script, folder.path());
    let log = fs::read_to_string(folder.path().join("memory")).unwrap();
    let kilobytes: Vec<u64> = log
        .lines()
        .filter_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"))
        .map(|number| number.parse().unwrap())
        .collect();
    println!("resident with the smallest and the largest scene: {kilobytes:?} kB");
    let &[smallest, largest] = &kilobytes[..] else { panic!("two programs ran: {log}") };
    assert!(largest <= smallest + MOST_KB, "{smallest} kB grow to {largest} kB");
}

#[test]
#[ignore = "needs a virtual screen and a window manager"]
fn restart_shows_the_same_picture() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        r#"{OPEN}
open --d-model 8 --length 12
still "$OUT/before.ppm"
xdotool key --clearmodifiers F11
still "$OUT/full.ppm"
xdotool key --clearmodifiers F11
still "$OUT/back.ppm"
xdotool key --clearmodifiers ctrl+q
wait $program || true
open
still "$OUT/after.ppm"
"#
    );
    in_session(&script, folder.path());
    let pixels = |name| fs::read(folder.path().join(name)).unwrap();
    assert!(pixels("before.ppm") == pixels("after.ppm"), "the scene has survived");
}
