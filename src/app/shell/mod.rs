//! The program in its window: the only module that knows all the others.

mod app;
mod beginning;
mod closing;
mod command;
mod command_handling;
mod description;
mod formula_bar;
mod frame_state;
mod go_to;
mod guide;
mod job_handling;
mod launch;
mod layout;
mod lesson_handling;
mod lesson_panel;
mod menu_bar;
mod notices;
mod palette;
mod sheets;
mod shortcuts;
mod welcome;
mod workspace_bar;

pub use app::App;
pub use command::Command;
pub use launch::{LaunchError, run};
