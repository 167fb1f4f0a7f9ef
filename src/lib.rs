//! Phasor: a native explorer of sinusoidal positional encodings.
//!
//! # Map
//!
//! | module | what it is | knows |
//! |---|---|---|
//! | [`encoding`] | the mathematics: parameters, frequencies, engine, similarity, rotation | nothing of ours |
//! | [`tokens`] | a sentence as rows: embeddings, and what becomes of them with their positions | `encoding` |
//! | [`picture`] | values → pixels and figures: color maps, theme, rasters, formulas | `encoding` |
//! | [`scene`] | all that determines the picture, the open views among it, and its text form | `encoding`, names in `tokens` and `picture` |
//! | [`lesson`] | Markdown whose links carry scenes, and the nine that come with the program | `scene`, formulas of `picture` |
//! | [`action`] | what a person may ask for: plain data | `scene`, names in `picture` |
//! | [`views`] | one file a view: scene → figure, and its controls | the above |
//! | [`export`] | numbers and the figures of views, in a format → bytes; the one function that puts a file in place | the above but `lesson` and `action` |
//! | [`app`] | the window: state, panels, dialogs, jobs | all but `cli` |
//! | [`cli`] | what was typed → scene and command | all but the inside of `app` |
//!
//! # Invariants
//!
//! - [`encoding::Parameters`] are valid by construction; after that nothing in `encoding` returns an
//!   error or panics.
//! - A view computes the pixels that it shows, inside the frame, whatever the size of the table. There
//!   are no workers for pictures. What pixels do not bound (all pairs of positions, principal directions)
//!   is a [`views::Question`]: the window has it answered in the background and draws what is known, a
//!   figure on the command line waits for it.
//! - A view changes nothing; it pushes actions. `app::State::run` needs no window.
//! - What the window shows and what an export writes are one [`picture::Drawing`] of one
//!   [`picture::Figure`].
//! - egui is used in `app` and `views` alone, file dialogs in `app` alone. `tests/layers.rs` checks it.

pub mod action;
#[cfg(feature = "window")]
pub mod app;
#[cfg(not(feature = "window"))]
#[path = "no_window.rs"]
pub mod app;
pub mod cli;
pub mod encoding;
pub mod export;
mod keyed;
mod launch;
pub mod lesson;
pub mod picture;
pub mod scene;
pub mod tokens;
mod told;
pub mod views;

pub use keyed::NotAKey;
