//! The program and what is outside it: corrupted input, other programs that read its files, a real desktop.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

#[cfg(target_os = "linux")]
mod desktop;
mod hostile;
#[path = "../support/part.rs"]
mod part;
#[path = "../support/readable.rs"]
mod readable;
mod readers;
#[path = "../support/shown.rs"]
mod shown;
#[path = "../support/tensors.rs"]
mod tensors;
