//! Tests of common file formats and of malformed files.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use proptest::prelude::*;

use super::*;

struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }
}

fn words(words: &[&str]) -> Vec<Arc<str>> {
    words.iter().map(|&word| word.into()).collect()
}

fn found(path: &Path, asked: &[&str]) -> WordVectors {
    read(path, &words(asked), &|_| true).unwrap().unwrap()
}

#[track_caller]
fn check_refused(path: &Path, expected: &str) {
    let error = read(path, &words(&["cat"]), &|_| true).unwrap_err().to_string();
    assert!(error.starts_with(expected), "{error:?} must begin with {expected:?}");
    let name = path.file_stem().unwrap().to_str().unwrap();
    assert!(error.contains(name), "{error:?} names the file");
}

#[test]
fn text_formats_are_read() {
    let case = Case::new();
    for (name, content) in [
        ("plain.txt", "dog 1 2 3\ncat 0.5 -1e-3 4\n"),
        ("header.vec", "2 3\r\ndog 1 2 3 \r\ncat 0.5 -1e-3 4 \r\n"),
        ("mark.txt", "\u{feff}dog 1 2 3\ncat 0.5 -1e-3 4\n"),
        ("tabs.tsv", "dog\t1\t2\t3\ncat\t0.5\t-1e-3\t4"),
    ] {
        let vectors = found(&case.file(name, content.as_bytes()), &["cat", "Dog", "bird"]);
        assert_eq!(vectors.width, 3, "{name}");
        assert_eq!(vectors.of("cat"), Some(&[0.5, -0.001, 4.0][..]), "{name}");
        assert_eq!(vectors.of("Dog"), Some(&[1.0, 2.0, 3.0][..]), "in lower case, {name}");
        assert_eq!(vectors.of("bird"), None, "{name}");
    }
    let both = case.file("case.txt", b"the 1\nThe 2\n");
    assert_eq!(found(&both, &["The"]).of("The"), Some(&[2.0][..]), "as written, where it is there");
    let spaces = case.file("spaces.txt", b"dog 1 2\n. . . 3 4\ncat 5 6\n");
    assert_eq!(found(&spaces, &["cat"]).of("cat"), Some(&[5.0, 6.0][..]), "words with spaces");
}

#[test]
fn reading_stops_at_the_last_word() {
    let case = Case::new();
    let path = case.file("rest.txt", b"dog 1 2\ncat 3 4\nbroken\n");
    assert_eq!(
        found(&path, &["cat"]).of("cat"),
        Some(&[3.0, 4.0][..]),
        "it ends with the last word"
    );
    let broken = case.file("later.txt", b"dog 1 2\nbird x y\ncat 3 4\n");
    assert_eq!(found(&broken, &["cat"]).width, 2, "numbers of other words are not read");
    assert_eq!(read(&path, &words(&["bird"]), &|_| false).unwrap_err().to_string(), {
        format!("line 3 has 0 numbers, the first line has 2: {}", path.display())
    });
}

#[test]
fn malformed_text_is_refused() {
    let case = Case::new();
    let text = |content: &[u8]| case.file("file.txt", content);
    check_refused(&text(b""), "not word vectors: it has no line");
    check_refused(&text(b"cat\n"), "line 1 has 0 numbers after its first word");
    check_refused(&text(b"It was a dark night\n"), "line 1 has \"was\" where a finite number");
    check_refused(&text(b"dog 1 2\ncat 1 nan\n"), "line 2 has \"nan\" where a finite number");
    check_refused(&text(b"dog 1 2\ncat 1\n"), "line 2 has 1 numbers, the first line has 2");
    check_refused(&text(&[0xff; 64]), "line 1 has 0 numbers");
    check_refused(&text(&vec![b'x'; 5 << 20]), "line 1 is longer than 4 MB");
    check_refused(case.folder.path(), "cannot read word vectors: it is not a file");
    check_refused(&case.folder.path().join("none.txt"), "cannot read word vectors: ");
}

#[test]
fn unwanted_search_is_cancelled() {
    let case = Case::new();
    let path = case.folder.path().join("large.txt");
    let mut file = fs::File::create(&path).unwrap();
    for i in 0..200_000 {
        writeln!(file, "word{i} 0.25 0.5").unwrap();
    }
    assert_eq!(read(&path, &words(&["cat"]), &|_| false), Ok(None));
    assert_eq!(found(&path, &["word199999"]).of("word199999"), Some(&[0.25, 0.5][..]));
}

fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn arrays_are_read() {
    let case = Case::new();
    let values = [1.0_f32, 2.0, 0.5, -0.25];
    for (descr, data) in [
        ("<f4", values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>()),
        (">f4", values.iter().flat_map(|value| value.to_be_bytes()).collect()),
        ("<f8", values.iter().flat_map(|&value| f64::from(value).to_le_bytes()).collect()),
    ] {
        let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': (2, 2), }}\n");
        let path = case.file("words.npy", &npy(&header, &data));
        case.file("words.txt", b"dog\ncat\n");
        assert_eq!(found(&path, &["cat"]).of("cat"), Some(&[0.5, -0.25][..]), "{descr}");
    }
}

#[test]
fn malformed_arrays_are_refused() {
    let case = Case::new();
    let write = |header: &str| case.file("array.npy", &npy(header, &[0; 16]));
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n";
    check_refused(&write(header), "cannot read word vectors: a list of words is expected");
    case.file("array.txt", b"dog\n");
    check_refused(&write(header), "not word vectors: it has 2 rows, ");
    case.file("array.txt", b"dog\ncat 1 2\n");
    check_refused(&write(header), "line 2 has more than a word");
    case.file("array.txt", b"dog\ncat\nbird\n");
    check_refused(&write(header), "not word vectors: it has 2 rows, and ");
    let expected = "not word vectors: an array of shape";
    check_refused(&write("{'descr': '<i8', 'fortran_order': False, 'shape': (2, 2), }"), expected);
    check_refused(&write("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }"), expected);
    check_refused(&write("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }"), expected);
    check_refused(&write(&"(".repeat(60_000)), expected);
    let huge = "{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551615, 4), }";
    check_refused(&write(huge), "not word vectors: the file ends before");
    check_refused(&case.file("short.npy", b"\x93NUMPY"), "not word vectors: it is cut off");
    check_refused(
        &case.file("other.npy", b"PK\x03\x04 and so on"),
        "not word vectors: it does not",
    );
}

proptest! {
    #[test]
    fn arbitrary_files_do_not_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        text in "[a-z0-9. \\t\\n-]{0,120}",
        header in "\\PC{0,80}",
    ) {
        let case = Case::new();
        case.file("array.txt", text.as_bytes());
        for (name, content) in [
            ("bytes.vec", bytes.clone()),
            ("text.vec", text.clone().into_bytes()),
            ("array.npy", npy(&header, &bytes)),
            ("bytes.npy", bytes),
        ] {
            let path = case.file(name, &content);
            if let Ok(Some(found)) = read(&path, &words(&["cat", "a", "1"]), &|_| true) {
                prop_assert!((1..=WIDEST).contains(&found.width), "{name}: {}", found.width);
            }
        }
    }
}
