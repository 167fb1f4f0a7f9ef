//! Writing where links, pipes, devices or other programs are in the way.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink},
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{folder::names, part::part};

const BINARY: &str = env!("CARGO_BIN_EXE_phasor");

/// Runs the program in a folder. One that hangs is a failure.
#[track_caller]
fn phasor(folder: &Path, arguments: &[&str]) -> Output {
    let mut child = Command::new(BINARY)
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > Duration::from_mins(1) {
            child.kill().unwrap();
            panic!("{arguments:?} hangs");
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

#[track_caller]
fn check_export(folder: &Path, file: &str) {
    let output =
        phasor(folder, &["export", "table", "--d-model", "4", "--length", "4", "-o", file]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{file}: {message}");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    assert_eq!(text.lines().count(), 5, "{file} is whole");
}

#[track_caller]
fn shell(folder: &Path, script: &str) -> Output {
    let output = Command::new("bash")
        .args(["-euc", script])
        .current_dir(folder)
        .env("PHASOR", BINARY)
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}: {message}");
    output
}

#[test]
fn planted_temporary_names_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (work, precious) = (folder.path().join("work"), folder.path().join("precious"));
    fs::create_dir(&work).unwrap();
    fs::write(&precious, "precious").unwrap();
    let planted = work.join(".pe.csv.phasor-tmp");
    let plants: [(&str, &dyn Fn()); 4] = [
        ("a link", &|| symlink(&precious, &planted).unwrap()),
        ("a dangling link", &|| symlink(folder.path().join("elsewhere"), &planted).unwrap()),
        ("a hard link", &|| fs::hard_link(&precious, &planted).unwrap()),
        ("a pipe", &|| {
            let made = Command::new("mkfifo").arg(&planted).status();
            assert!(made.unwrap().success(), "a pipe is made");
        }),
    ];
    for (name, plant) in plants {
        plant();
        check_export(&work, "pe.csv");
        assert_eq!(fs::read_to_string(&precious).unwrap(), "precious", "{name}");
        assert!(!folder.path().join("elsewhere").exists(), "{name}: nothing is made elsewhere");
        drop(fs::remove_file(&planted));
        fs::remove_file(work.join("pe.csv")).unwrap();
    }
}

#[test]
fn permissions_of_the_target_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pe.csv");
    for mode in [0o600, 0o640, 0o666] {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        check_export(folder.path(), "pe.csv");
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, mode, "{mode:o}");
    }
    shell(folder.path(), "umask 027; rm pe.csv; \"$PHASOR\" export table --length 4 -o pe.csv");
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640, "a new file has the umask");
}

#[test]
fn pipes_and_descriptors_are_written_directly() {
    let folder = tempfile::tempdir().unwrap();
    let export = "\"$PHASOR\" export table --d-model 4 --length 4 --format csv -o";
    for script in [
        format!("{export} /dev/stdout | cat >out"),
        format!("{export} /dev/stdout >out"),
        format!("{export} /dev/fd/3 3>out"),
        format!("{export} >(cat >out); wait $!"),
        format!("mkfifo pipe; cat pipe >out & {export} pipe; wait; [ -p pipe ]"),
    ] {
        shell(folder.path(), &script);
        let text = fs::read_to_string(folder.path().join("out")).unwrap();
        assert_eq!(text.lines().count(), 5, "{script}: {text}");
    }
    shell(folder.path(), &format!("echo before >out; {export} /dev/stdout >>out"));
    let text = fs::read_to_string(folder.path().join("out")).unwrap();
    assert!(text.starts_with("before\n") && text.lines().count() == 6, "appended: {text}");
}

/// Arguments of a film of offsets.
fn film(sweep: &str) -> [&str; 10] {
    ["animate", "rotation", "--d-model", "8", "--size", "100x100", "--sweep", sweep, "-o", "frames"]
}

#[test]
fn only_marked_frames_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let frames = folder.path().join("frames");
    assert!(phasor(folder.path(), &film("offset=0..5")).status.success(), "a film");
    fs::write(frames.join("notes.txt"), "mine").unwrap();
    fs::create_dir(frames.join("raw")).unwrap();
    fs::write(frames.join("raw/a"), "mine, too").unwrap();
    assert!(phasor(folder.path(), &film("offset=0..2")).status.success(), "a shorter film");
    assert_eq!(names(&frames), ["0001.png", "0002.png", "notes.txt", "raw"]);
    assert_eq!(fs::read_to_string(frames.join("raw/a")).unwrap(), "mine, too");
    assert_eq!(names(folder.path()), ["frames"], "nothing else is left");
    // A figure of this program is no frame.
    let figure = ["figure", "heatmap", "--size", "100x100", "-o", "frames/20261122.png"];
    assert!(phasor(folder.path(), &figure).status.success(), "a figure with a number for a name");
    let output = phasor(folder.path(), &film("offset=0..3"));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("it contains 20261122.png, which is not a frame"), "{message}");
    assert_eq!(names(&frames), ["0001.png", "0002.png", "20261122.png", "notes.txt", "raw"]);
}

#[test]
fn frames_follow_a_link_to_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("real")).unwrap();
    symlink("real", folder.path().join("frames")).unwrap();
    for sweep in ["offset=0..3", "offset=0..2"] {
        assert!(phasor(folder.path(), &film(sweep)).status.success(), "{sweep}");
    }
    assert!(folder.path().join("frames").is_symlink(), "the link stays");
    assert_eq!(names(&folder.path().join("real")), ["0001.png", "0002.png"]);
    assert_eq!(names(folder.path()), ["frames", "real"]);
}

/// All frames of one film, or `None`.
fn whole_film(frames: &Path) -> Option<usize> {
    let names: Vec<String> =
        names(frames).into_iter().filter(|name| !name.starts_with('.')).collect();
    let expected: Vec<String> = (1..=names.len()).map(|i| format!("{i:04}.png")).collect();
    let mark = format!(" of {}", names.len());
    let is_marked = |name: &String| {
        let bytes = fs::read(frames.join(name)).unwrap();
        bytes.windows(mark.len()).any(|window| window == mark.as_bytes())
    };
    (names == expected && names.iter().all(is_marked)).then_some(names.len())
}

#[test]
fn kills_leave_one_film_or_the_other() {
    check_kills(30, |round, _, _| thread::sleep(Duration::from_millis(2 * round + 10)));
}

/// Kills films some time after their frame of this name has been drawn.
#[track_caller]
fn check_kills_after(last_drawn: &str) {
    check_kills(40, |round, folder, child| {
        let is_drawn = || {
            let staging = names(folder).into_iter().find(|name| name.starts_with('.'));
            staging.is_some_and(|staging| folder.join(staging).join(last_drawn).exists())
        };
        while child.try_wait().unwrap().is_none() && !is_drawn() {}
        thread::sleep(Duration::from_micros(100 * round));
    });
}

/// Kills films that replace each other, each after a wait for its round, its folder and its process.
#[track_caller]
fn check_kills(num_rounds: u64, wait: impl Fn(u64, &Path, &mut Child)) {
    let folder = tempfile::tempdir().unwrap();
    let frames = folder.path().join("frames");
    assert!(phasor(folder.path(), &film("offset=0..9")).status.success(), "a film");
    for round in 0..num_rounds {
        let sweep = if round % 2 == 0 { "offset=0..5" } else { "offset=0..9" };
        let mut child = Command::new(BINARY)
            .args(film(sweep))
            .current_dir(folder.path())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait(round, folder.path(), &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        let num_frames = whole_film(&frames);
        assert!(matches!(num_frames, Some(5 | 9)), "round {round}: {:?}", names(&frames));
        assert!(names(folder.path()).len() <= 2, "one leftover: {:?}", names(folder.path()));
    }
    assert!(phasor(folder.path(), &film("offset=0..3")).status.success(), "the next film");
    let left = names(folder.path());
    assert_eq!((whole_film(&frames), left), (Some(3), vec!["frames".to_owned()]), "the next");
}

#[test]
#[ignore = "seconds"]
fn kills_in_each_phase_leave_one_film_or_the_other() {
    // Frames are drawn; the last frame is there, and the folders are exchanged; the old frames are removed.
    for last_drawn in ["0001.png", "0004.png", "0005.png", "0009.png"] {
        check_kills_after(last_drawn);
    }
}

#[test]
fn parallel_writers_leave_one_whole_result() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..part(10, 500) {
        let start = |arguments: &[&str]| {
            let mut command = Command::new(BINARY);
            command.args(arguments).current_dir(folder.path()).stderr(Stdio::piped());
            command.spawn().unwrap()
        };
        let lengths = ["300", "400"];
        let mut children: Vec<_> = lengths
            .map(|length| start(&["export", "table", "--length", length, "-o", "pe.csv"]))
            .into();
        children.extend(["offset=0..6", "offset=0..8"].map(|sweep| start(&film(sweep))));
        for child in children {
            let output = child.wait_with_output().unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "round {round}: {message}");
        }
        let table = fs::read_to_string(folder.path().join("pe.csv")).unwrap();
        assert!(matches!(table.lines().count(), 301 | 401), "round {round}: a whole table");
        let num_frames = whole_film(&folder.path().join("frames"));
        assert!(matches!(num_frames, Some(6 | 8)), "round {round}: {num_frames:?}");
        assert_eq!(names(folder.path()), ["frames", "pe.csv"], "round {round}: nothing is left");
    }
}

#[test]
#[ignore = "mounts a file system in a namespace of its own"]
fn frames_go_into_a_mount_point() {
    let folder = tempfile::tempdir().unwrap();
    let script = r#"
mkdir frames
mount -t tmpfs -o size=10m none frames
for sweep in offset=0..5 offset=0..3; do
  "$PHASOR" animate rotation --d-model 8 --size 100x100 --sweep $sweep -o frames
done
ls -A frames
"#;
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "bash", "-euc", script])
        .current_dir(folder.path())
        .env("PHASOR", BINARY)
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    let left = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(left, "0001.png\n0002.png\n0003.png\n", "a film, and nothing else");
}

#[test]
fn full_or_closed_standard_output_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in ["--help", "--version", "conventions", "man", "export table --length 4 -o -"] {
        for output in [">/dev/full", ">&-"] {
            let script = format!("if \"$PHASOR\" {arguments} {output}; then exit 9; fi");
            shell(folder.path(), &script);
        }
        shell(folder.path(), &format!("\"$PHASOR\" {arguments} >/dev/null"));
    }
}
