//! Black-box tests of the binary: its answers, files, exit codes and errors.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod answers;
mod biases;
mod caches;
mod checkpoints;
mod command_line;
mod docs;
mod families;
#[cfg(target_os = "linux")]
mod faults;
mod first_act;
#[path = "../support/folder.rs"]
mod folder;
#[path = "../support/gguf.rs"]
mod gguf;
mod grids;
mod models;
#[path = "../support/part.rs"]
mod part;
mod precision;
mod published;
mod python_types;
mod recognized;
mod rotary_scenes;
mod stdin;
mod tables;
#[path = "../support/tensors.rs"]
mod tensors;
#[path = "../support/wait.rs"]
mod wait;
#[cfg(target_os = "linux")]
mod writing;
