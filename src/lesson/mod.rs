//! Lessons: Markdown files whose links contain scenes.
//!
//! ```text
//! # [A lesson](scene:d_model=64&length=32)          its title, and what all its scenes have in common
//! ## [The first step](scene:views=waves#waves)      a step: its scene, and what is pointed out in it
//! Text, *stressed* and **strong**, `code`, a formula $\omega_k$, and
//! a [link](scene:position=7#heatmap:cell) to another scene.
//!
//! $$ PE(t) = \sin(\omega t) $$
//!
//! > A question to the class.
//!
//! - [ ] A wrong answer.
//! - [x] The right one.
//! ```
//!
//! The scene of a step is the lesson's scene with the changes that its heading makes. The scene of a link is
//! its step's scene with the changes that the link makes. The part after `#` is highlighted: a view
//! (`heatmap`), its selected cell or row (`heatmap:cell`, `heatmap:row`), or a control by its scene key
//! (`offset`).
//!
//! A step with answers to choose from shows its scene, and the text below the answers, once one is chosen.
//!
//! Comments may be directives. They are not shown in their place:
//!
//! ```text
//! <!-- notes
//! goal: …                                           for the teacher; also needs, minutes, expect, click
//! -->
//! <!-- class: 3 -->                                 the step is on the path of one class, and takes 3 minutes
//! <!-- answer: Yes, since … -->                     printed at the end of a handout
//! Text. <!-- window --> Drag **k**. <!-- /window --> what is of no use on paper
//! ```
//!
//! Parsing a lesson never fails. Each part that cannot be read becomes an error in its place, with its line, and
//! the rest works.

mod bundled;
mod class;
mod content;
mod directive;
mod highlight;
mod inline;
mod limits;
mod link;
mod parse;
mod questions;
mod read;

pub use bundled::{BUNDLED, EXERCISES, NUM_BUNDLED, SUMMARY, part_from, title};
pub use class::{CLASS, one_class};
pub use content::{Block, Lesson, Step};
pub use directive::{InQuiz, NoteKind};
pub use highlight::Highlight;
pub use inline::{Inline, LinkTarget, Run, Style};
pub use link::{LessonError, Link};
pub use read::{open, read};
