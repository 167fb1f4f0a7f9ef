//! Reads lessons from files.

use std::{
    io::{self, Read as _},
    path::Path,
};

use super::{BUNDLED, CLASS, EXERCISES, Lesson, NUM_BUNDLED, SUMMARY, one_class};
use crate::regular_file;

/// Largest size of a lesson in bytes, many times that of a long one.
const MAX_SIZE: u64 = 1 << 17;

/// Opens a bundled lesson by its number, counted from 1, or by name (`class`, `summary`, `exercises`), or reads a file.
/// The error is one sentence for the user.
pub fn open(name: &str) -> Result<Lesson, String> {
    match name {
        CLASS => return Ok(one_class()),
        "summary" => return Ok(Lesson::new(SUMMARY)),
        "exercises" => return Ok(Lesson::new(EXERCISES)),
        _ => {}
    }
    match name.parse::<usize>() {
        Ok(number @ 1..=NUM_BUNDLED) => Ok(Lesson::new(BUNDLED[number - 1])),
        Ok(number) if !Path::new(name).exists() => {
            Err(format!("No lesson {number}: expected 1 to {NUM_BUNDLED}, or a Markdown file"))
        }
        _ => read(Path::new(name)),
    }
}

/// Reads and parses a lesson from a file. The error is one sentence for the user.
pub fn read(path: &Path) -> Result<Lesson, String> {
    let describe =
        |error: &io::Error| format!("Cannot read the lesson: {error}: {}", path.display());
    let file = regular_file::open(path).map_err(|error| describe(&error))?;
    let mut bytes = Vec::new();
    file.take(MAX_SIZE + 1).read_to_end(&mut bytes).map_err(|error| describe(&error))?;
    if bytes.len() as u64 > MAX_SIZE {
        // Its beginning may exceed a limit that says more.
        let excess = Lesson::new(&String::from_utf8_lossy(&bytes)).exceeded_limit();
        let excess = excess.unwrap_or_else(|| format!("more than {} KB", MAX_SIZE >> 10));
        return Err(format!("Not a lesson: it has {excess}: {}", path.display()));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = memchr::memchr_iter(b'\n', &error.as_bytes()[..at]).count() + 1;
        format!("Not a lesson: line {line} is not UTF-8 text: {}", path.display())
    })?;
    let lesson = Lesson::new(&text);
    match lesson.exceeded_limit() {
        Some(excess) => Err(format!("Not a lesson: it has {excess}: {}", path.display())),
        None => Ok(lesson),
    }
}
