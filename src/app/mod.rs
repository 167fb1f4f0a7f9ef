//! The window.
//!
//! | module | contents | knows |
//! |---|---|---|
//! | `shell` | the program in its window: frame, bars, commands, overlays | all the others |
//! | `tiles` | arrangement of the tiles, their titles and edges | `plot`, `controls`, `tasks`, `look` |
//! | `plot` | charts in a tile: painting, pointer and keys | `look` |
//! | `panel` | parameter panel, convention chooser, table card, player | `files`, `controls`, `plot`, `look` |
//! | `controls` | controls of views, fields of numbers | `plot`, `look` |
//! | `lessons` | reader, transitions, presentation | `plot`, `look`, `tasks` |
//! | `files` | export panel, open panel, clipboard, table of the scene | `tasks`, `look` |
//! | [`settings`] | settings and their file, autosave | nothing |
//! | `tasks` | background tasks: exports and computations | nothing |
//! | `look` | fonts, colors, icons, focus | nothing |
//!
//! Each module owns its state in a struct of its own, and [`App`] is a list of them. All modules may know [`state`],
//! the scene with its history and the notices, and `request`, the messages from a tile to the window.

mod controls;
mod files;
mod history;
mod lessons;
mod look;
mod opening;
mod panel;
mod plot;
mod request;
pub mod settings;
mod shell;
pub mod state;
mod tasks;
mod tiles;

pub use crate::launch::{OnFrame, Options};
pub use shell::{App, Command, LaunchError, run};
pub use tasks::share_memory;
