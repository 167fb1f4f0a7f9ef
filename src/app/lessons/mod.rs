//! Lessons: the reader, transitions between scenes, and the presentation.

mod blocks;
pub(crate) mod course;
pub(crate) mod presentation;
pub(crate) mod print;
pub(crate) mod reader;
mod text_flow;
mod transition;
