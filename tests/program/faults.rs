//! Failures while a file is written: the old file stays, with at most one temporary file beside it.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{folder::names, part::part, wait::wait_until};

const BINARY: &str = env!("CARGO_BIN_EXE_phasor");

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(BINARY);
    command.args(arguments).stderr(Stdio::piped()).stdout(Stdio::piped());
    command.spawn().unwrap()
}

/// Temporary files and folders of a target.
fn temporaries(target: &Path) -> Vec<PathBuf> {
    let folder = target.parent().unwrap();
    let start = format!(".{}.", target.file_name().unwrap().to_str().unwrap());
    let is_temporary = |name: &String| name.starts_with(&start) && name.ends_with(".phasor-tmp");
    names(folder).into_iter().filter(is_temporary).map(|name| folder.join(name)).collect()
}

#[track_caller]
fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    wait_until(what, || is_so().then_some(()));
}

/// Waits until the temporary file of a target holds at least `bytes` bytes.
#[track_caller]
fn wait_for_temporary(target: &Path, bytes: u64) {
    let size = |path: &PathBuf| fs::metadata(path).map_or(0, |metadata| metadata.len());
    wait_for("a temporary file", || temporaries(target).iter().any(|path| size(path) >= bytes));
}

/// Waits until a frame of a film is drawn.
#[track_caller]
fn wait_for_frame(target: &Path, name: &str) {
    wait_for("a frame", || temporaries(target).iter().any(|folder| folder.join(name).exists()));
}

#[test]
fn killed_export_keeps_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["npy", "npz", "csv", "safetensors"] {
        let path = folder.path().join(format!("table.{format}"));
        fs::write(&path, "old").unwrap();
        let file = path.to_str().unwrap();
        let long = ["export", "table", "--d-model", "512", "--length", "4294967296", "-o", file];
        let mut killed = start(&long);
        wait_for_temporary(&path, 1 << 20);
        killed.kill().unwrap();
        killed.wait().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old", "{format}: the old file");
        let left = names(folder.path());
        assert_eq!(left.len(), 2, "{format}: the old file and a temporary one: {left:?}");
        let short = ["export", "table", "--d-model", "4", "--length", "4", "-o", file];
        assert!(start(&short).wait_with_output().unwrap().status.success(), "{format}: again");
        assert_eq!(names(folder.path()), [format!("table.{format}")], "the next export cleans up");
        assert_ne!(fs::read(&path).unwrap(), b"old", "{format}: the next export replaces the file");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn killed_animation_leaves_one_temporary_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("frames");
    let animate = |sweep: &str| {
        let scene = ["animate", "rotation", "--d-model", "8", "--size", "200x150"];
        let output = ["--sweep", sweep, "-o", path.to_str().unwrap()];
        start(&[&scene[..], &output].concat())
    };
    let mut killed = animate("offset=0..9999");
    wait_for_frame(&path, "0002.png");
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(temporaries(&path).len(), 1, "{:?}", names(folder.path()));
    assert!(animate("offset=0..3").wait_with_output().unwrap().status.success(), "again");
    assert_eq!(names(folder.path()), ["frames"]);
    assert_eq!(names(&path), ["0001.png", "0002.png", "0003.png"]);
    fs::write(path.join("notes.txt"), "mine").unwrap();
    assert!(animate("offset=0..2").wait_with_output().unwrap().status.success(), "shorter");
    assert_eq!(names(&path), ["0001.png", "0002.png", "notes.txt"], "no frame of the longer film");
    fs::write(path.join("0007.png"), "a photograph").unwrap();
    let output = animate("offset=0..2").wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("0007.png, which is not a frame that Phasor wrote: choose another folder"),
        "{message}"
    );
    assert_eq!(names(&path), ["0001.png", "0002.png", "0007.png", "notes.txt"], "untouched");
}

#[test]
fn interrupted_export_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for signal in ["INT", "TERM"] {
        let path = folder.path().join("table.csv");
        let file = path.to_str().unwrap();
        let long = ["export", "table", "--d-model", "512", "--length", "4294967296", "-o", file];
        let interrupted = start(&long);
        wait_for_temporary(&path, 1 << 20);
        let kill =
            Command::new("kill").args(["-s", signal, &interrupted.id().to_string()]).status();
        assert!(kill.unwrap().success(), "{signal} is sent");
        let output = interrupted.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{signal}: no success");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message, "phasor: cancelled: nothing was written\n", "{signal}");
        assert!(names(folder.path()).is_empty(), "{signal}: nothing is left");
    }
}

/// Starts a command, interrupts it after a while, and returns its error and how long it took to end.
fn interrupted(folder: &Path, arguments: &[&str], after: Duration) -> (String, Duration) {
    let child = Command::new(BINARY)
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(after);
    let sent = Instant::now();
    let kill = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success(), "{arguments:?} is interrupted");
    let output = child.wait_with_output().unwrap();
    let took = sent.elapsed();
    assert_eq!(output.status.code(), Some(1), "{arguments:?} does not succeed");
    (String::from_utf8_lossy(&output.stderr).into_owned(), took)
}

#[test]
fn everything_ends_soon_when_interrupted() {
    let long: &[&[&str]] = &[
        &["export", "similarity", "--length", "131072", "--components", "sin", "-o", "a.npy"],
        &["export", "similarity", "--length", "131072", "--components", "sin", "-o", "-"],
        &["export", "similarity", "--length", "131072", "--encoding", "random", "-o", "b.npy"],
        &["export", "table", "--length", "4294967296", "-o", "c.csv"],
        &["export", "rotation", "-o", "d.json"],
        &["figure", "heatmap", "--length", "16384", "--size", "16384x16384", "-o", "e.png"],
        &["figure", "criteria", "--length", "65536", "--size", "600x400", "-o", "f.png"],
        &["animate", "heatmap", "--size", "2000x2000", "--sweep", "offset=0..99", "-o", "g.apng"],
        &["animate", "heatmap", "--size", "2000x2000", "--sweep", "offset=0..99", "-o", "frames"],
    ];
    for arguments in long {
        let folder = tempfile::tempdir().unwrap();
        let arguments = [arguments, &["--d-model", "16384"][..]].concat();
        // The largest rotation is written in 2 to 5 s: a fast machine ends it before the second interruption.
        let moments = if arguments.contains(&"rotation") { [100, 300] } else { [300, 1500] };
        for after in moments.map(Duration::from_millis) {
            let (message, took) = interrupted(folder.path(), &arguments, after);
            assert!(took < Duration::from_secs(1), "{arguments:?} takes {took:?} to end");
            assert_eq!(message, "phasor: cancelled: nothing was written\n", "{arguments:?}");
            assert!(names(folder.path()).is_empty(), "{arguments:?} leaves nothing");
        }
    }
}

#[test]
fn interrupted_sweep_says_what_stands() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = ["export", "table", "--sweep", "length=1,2,4294967296", "-o", "{length}.csv"];
    let (message, _) = interrupted(folder.path(), &sweep, Duration::from_secs(1));
    assert_eq!(message, "phasor: cancelled; 2 of 3 files are written, the last is 2.csv\n");
    assert_eq!(names(folder.path()), ["1.csv", "2.csv"]);
}

#[test]
fn ignored_signals_stay_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv");
    let long = "export table --d-model 512 --length 40000 -o t.csv";
    for signal in ["HUP", "INT"] {
        let script = format!("trap '' {signal}; exec {BINARY} {long}");
        let mut child =
            Command::new("bash").args(["-c", &script]).current_dir(folder.path()).spawn().unwrap();
        wait_for_temporary(&path, 1 << 16);
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(kill.unwrap().success(), "{signal} is sent");
        assert!(child.wait().unwrap().success(), "{signal} is ignored");
        assert_eq!(names(folder.path()), ["t.csv"], "{signal}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn limit_on_the_size_of_files_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.csv"), "old").unwrap();
    let limited = |arguments: &str| {
        let script = format!("ulimit -f 100; exec {BINARY} {arguments}");
        let output =
            Command::new("bash").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments}: {message}");
        assert!(message.contains("File too large"), "{arguments}: {message}");
    };
    limited("export table --d-model 512 --length 40000 -o t.csv");
    limited("figure heatmap --size 2000x2000 -o big.png");
    limited("animate heatmap --size 1000x1000 --sweep offset=0..9 -o film");
    assert_eq!(names(folder.path()), ["t.csv"], "no temporary file");
    assert_eq!(fs::read_to_string(folder.path().join("t.csv")).unwrap(), "old");
}

#[test]
fn failed_allocation_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for figure in ["f.png", "f.svg", "f.pdf"] {
        let script = format!(
            "ulimit -v 250000; RUST_BACKTRACE=0 RAYON_NUM_THREADS=2 exec timeout 60 {BINARY} figure heatmap \
             --d-model 8000 --length 8000 --size 8000x8000 -o {figure}"
        );
        // Without backtraces: where no memory is left to print one, the standard library waits for itself.
        let mut bash = Command::new("bash");
        let output = bash.args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        assert!(!output.status.success(), "{figure} needs more memory");
        assert_ne!(output.status.code(), Some(124), "{figure}: the program does not end");
        assert!(names(folder.path()).is_empty(), "{figure}: {:?}", names(folder.path()));
    }
}

/// Largest resident memory of a command in kB, with 16 threads.
fn peak_memory(arguments: &[&str]) -> u64 {
    let mut child =
        Command::new(BINARY).args(arguments).env("RAYON_NUM_THREADS", "16").spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        most = most.max(peak.unwrap_or(0));
        thread::sleep(Duration::from_millis(20));
    }
    assert!(child.wait().unwrap().success(), "{arguments:?}");
    most
}

#[test]
#[ignore = "half a minute"]
fn large_figures_and_films_stay_below_a_gigabyte() {
    const MOST_KB: u64 = 1 << 20;
    let sweep = format!("offset=0..{}", part(4, 20));
    let folder = tempfile::tempdir().unwrap();
    let table = ["--d-model", "16384", "--length", "16384"];
    for file in ["f.png", "f.svg", "f.pdf", "f.apng", "f.gif", "film"] {
        let path = folder.path().join(file);
        let command: &[&str] = match file {
            "f.png" | "f.svg" | "f.pdf" => &["figure", "heatmap", "--size", "16384x16384"],
            _ => &["animate", "heatmap", "--size", "4096x4096", "--sweep", &sweep],
        };
        let most = peak_memory(&[command, &table, &["-o", path.to_str().unwrap()]].concat());
        println!("{file}: {} MB", most >> 10);
        assert!((1..MOST_KB).contains(&most), "{file}: {most} kB");
    }
}

fn refused(arguments: &[&str], code: i32) -> String {
    let output = start(arguments).wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
    assert_eq!(message.lines().count(), 1, "one line: {message}");
    message
}

#[test]
fn folders_and_missing_folders_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for command in
        [["export", "table", "--format", "npy"], ["figure", "heatmap", "--format", "pdf"]]
    {
        let message = refused(&[&command[..], &["-o", path]].concat(), 1);
        assert!(message.contains(path) && message.contains("directory"), "{message}");
        let missing = format!("{path}/missing/x");
        let message = refused(&[&command[..], &["-o", &missing]].concat(), 1);
        assert!(message.contains("missing"), "{message}");
    }
    let file = folder.path().join("file");
    fs::write(&file, "old").unwrap();
    let sweep = ["animate", "rotation", "--sweep", "offset=0..3", "--size", "100x100"];
    let message = refused(&[&sweep[..], &["-o", file.to_str().unwrap()]].concat(), 1);
    assert!(message.contains("not a directory"), "a file is no folder for frames: {message}");
    assert_eq!(names(folder.path()), ["file"], "nothing is left behind");
}

/// Runs a shell script in its own user and mount namespaces. There it may mount a small disk, without root's
/// rights over files.
fn on_a_small_disk(script: &str) -> Output {
    Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "bash", "-euc", script])
        .env("PHASOR", BINARY)
        .output()
        .unwrap()
}

#[test]
#[ignore = "needs name spaces, to mount a disk of 1 MB"]
fn full_disk_keeps_the_old_file() {
    let output = on_a_small_disk(
        r#"
disk=$(mktemp -d)
mount -t tmpfs -o size=1m none "$disk"
cd "$disk"
for format in csv tsv json npy npz safetensors; do
  echo old >"table.$format"
  if "$PHASOR" export table --d-model 512 --length 8192 -o "table.$format" 2>errors; then exit 1; fi
  cat errors
  [ "$(cat "table.$format")" = old ]
done
for format in png svg pdf; do
  echo old >"heatmap.$format"
  if "$PHASOR" figure heatmap --size 6000x6000 --d-model 2048 --length 4096 -o "heatmap.$format" 2>errors
  then exit 1; fi
  cat errors
  [ "$(cat "heatmap.$format")" = old ]
done
for format in gif apng frames; do
  if "$PHASOR" animate heatmap --format $format --size 1640x1200 --sweep d_model=40..60 -o film 2>errors; then exit 1; fi
  cat errors
done
rm errors
ls -A >&2
"#,
    );
    let (messages, left) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "messages: {messages}; files left: {left}");
    assert_eq!(messages.lines().count(), 12, "one line each: {messages}");
    for line in messages.lines() {
        assert!(line.starts_with("phasor: cannot write "), "{line}");
        assert!(line.contains("No space left on device"), "{line}");
    }
    assert!(!left.contains("phasor-tmp"), "nothing is left behind: {left}");
}

#[test]
#[ignore = "needs name spaces, to mount a disk and take it away"]
fn lost_disk_is_reported() {
    let output = on_a_small_disk(
        r#"
place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
away() {
  mount -t tmpfs -o size=400m none "$place"
  "$PHASOR" "$@" 2>>"$place.told" &
  until [ -s "$place"/.*.phasor-tmp ] || [ -s "$place"/.*.phasor-tmp/0001.png ]; do sleep 0.01; done
  umount -l "$place"
  if wait $!; then exit 1; fi
  ls -A "$place" >&2
}
away export table --d-model 512 --length 131072 -o "$place/table.npy"
away animate rotation --format gif --size 820x600 --sweep offset=0..200 -o "$place/film.gif"
away animate rotation --format frames --size 820x600 --sweep offset=0..200 -o "$place/frames"
cat "$place.told"; rm "$place.told"
"#,
    );
    let (messages, left) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "messages: {messages}; files left: {left}");
    assert_eq!(messages.lines().count(), 3, "one line each: {messages}");
    for line in messages.lines() {
        assert!(line.starts_with("phasor: cannot write "), "{line}");
        assert!(line.contains("No such file or directory"), "{line}");
    }
    assert_eq!(left, "", "nothing is written where the disk was");
}

#[test]
fn export_continues_after_suspension() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("film.gif");
    let scene = ["animate", "rotation", "--d-model", "8", "--size", "200x150"];
    let rest = ["--sweep", "offset=0..600", "-o", path.to_str().unwrap()];
    let arguments = [&scene[..], &rest].concat();
    let film = |sleeps: bool| {
        let mut child = start(&arguments);
        let mut num_sleeps = 0;
        // Again and again until it ends, so that it is stopped at any point of its work.
        while sleeps && child.try_wait().unwrap().is_none() {
            for signal in ["STOP", "CONT"] {
                let id = child.id().to_string();
                let kill = Command::new("kill").args(["-s", signal, &id]).status();
                assert!(kill.unwrap().success(), "{signal} is sent");
                thread::sleep(Duration::from_millis(20));
            }
            num_sleeps += 1;
        }
        assert!(child.wait().unwrap().success(), "the film is made");
        (fs::read(&path).unwrap(), num_sleeps)
    };
    let ((interrupted, num_sleeps), (whole, _)) = (film(true), film(false));
    assert!(num_sleeps > 0, "the export was suspended");
    assert!(interrupted == whole, "the same film");
}

#[test]
#[ignore = "needs a shell without the rights of root"]
fn without_permission_nothing_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let script = format!(
        r#"
cd "{path}"
mkdir locked && echo old >locked/table.csv && echo old >closed.csv
chmod 444 closed.csv && chmod 555 locked && chmod 777 .
runs() {{ setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }}
for file in closed.csv locked/table.csv locked/new.csv; do
  if runs "$PHASOR" export table --length 4 -o "$file" 2>errors; then exit 1; fi
  cat errors
done
[ "$(cat closed.csv locked/table.csv)" = "old
old" ]
chmod 755 locked; ls -A . locked
"#
    );
    let output =
        Command::new("bash").args(["-euc", &script]).env("PHASOR", BINARY).output().unwrap();
    let messages = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "messages: {messages}; errors: {errors}");
    assert_eq!(messages.matches("ermission denied").count(), 3, "{messages}");
    assert!(!messages.contains("phasor-tmp"), "{messages}");
}

#[test]
#[ignore = "writes four gigabytes into a pipe"]
fn four_gigabytes_take_little_memory() {
    // Limit for the whole process, including the memory it uses when idle.
    const MOST_KB: u64 = 64 << 10;
    let peak = |format: &str| {
        let size = ["--d-model", "1024", "--length", "1000000", "--format", format];
        let mut child = start(&[&["export", "table"], &size[..], &["-o", "-"]].concat());
        let mut out = child.stdout.take().unwrap();
        let mut bytes = 0_u64;
        let mut most = 0;
        let mut buffer = vec![0; 1 << 20];
        loop {
            let number = out.read(&mut buffer).unwrap();
            bytes += number as u64;
            // Peak resident memory so far.
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            most = line.map_or(most, |line| line.trim().trim_end_matches(" kB").parse().unwrap());
            if number == 0 {
                break;
            }
        }
        assert!(child.wait().unwrap().success(), "{format}");
        (bytes, most)
    };
    for format in ["npy", "npz", "safetensors"] {
        let (bytes, most) = peak(format);
        println!("{format}: {bytes} bytes with {most} kB");
        assert!(bytes >= 4_096_000_000, "{format}: every value is written");
        assert!((1..=MOST_KB).contains(&most), "{format}: {most} kB");
    }
}
