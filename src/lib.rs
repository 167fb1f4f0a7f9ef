//! Phasor: a native explorer of positional encodings.
//!
//! ```
//! use phasor::encoding::{Convention, Encoding, Rotation, similarity::{self, Measure}};
//! let encoding = Encoding::sinusoidal(Convention::PAPER.draft(512))?;
//! let table = encoding.table::<f32>(0..2048, 0..512); // ndarray::Array2, 2048 × 512
//! let score = similarity::of(&encoding, Measure::Dot, 42, 52);
//! let rotation = encoding.waves().map(|waves| Rotation::new(waves, 10).matrix()); // 512 × 512
//! # assert_eq!((table.dim(), rotation.map(|m| m.dim())), ((2048, 512), Some((512, 512))));
//! # assert!(score < 256.0);
//! # Ok::<(), phasor::encoding::OutOfLimits>(())
//! ```
//!
//! # Map
//!
//! | module | contents | depends on |
//! |---|---|---|
//! | [`encoding`] | the mathematics: families, conventions, rotary encodings, engine, similarity, rotation, criteria | – |
//! | [`tokens`] | a sentence as rows: embeddings alone, and combined with encodings | `encoding` |
//! | [`picture`] | values → pixels (`raster`), charts and their composition (`chart`), formulas (`typeset`) | `encoding` |
//! | [`model`] | a model's configuration → rotary encodings per set of layers, with the origin of every number | `encoding` |
//! | [`scene`] | everything that determines the picture, including the open views, and its text form | `encoding`, `model`, types of `tokens` and `picture` |
//! | [`lesson`] | Markdown with links that hold scenes, and the bundled lessons | `scene`, formulas of `picture` |
//! | [`action`] | user actions as typed data | `scene` |
//! | [`views`] | one file per view: scene → figure, and the controls of the view | all of the above except `lesson` |
//! | [`export`] | numbers and figures × format → bytes; the only function that puts a file in place | all of the above except `lesson` and `action` |
//! | [`handout`] | a lesson as PDF: text and figures of every step | `export`, `lesson`, `picture`, `scene`, `views` |
//! | [`import`] | tables in files: npy, npz, safetensors, csv and tsv; the bytes of configurations | `encoding` |
//! | [`report`] | what differs between tables, what a configuration means, in words and as JSON | `encoding`, `export`, `import`, `model`, `scene`, words of `views`, numbers of `picture` |
//! | [`app`] | the window, one folder per part; absent without the feature `window` | all except `cli` |
//! | [`cli`] | command-line arguments → scene and command | all except `app` |
//!
//! # From a slider to pixels
//!
//! A change of `d_model` passes eight stations: the row of the parameter panel, [`action::Action::Edit`] with a typed
//! [`scene::Setting`], `State::run`, [`scene::Scene`] (validated), [`encoding::Encoding`], the [`picture::Figure`] of a
//! view, [`picture::compose`], and [`picture::RasterRequest`].
//!
//! # Invariants
//!
//! - [`encoding::Spec`] and [`encoding::Extent`] are valid by construction. Given valid values, nothing in
//!   `encoding` returns an error or panics.
//! - An encoding is described by its capabilities: all have rows, some have [`encoding::Waves`]. A view that needs
//!   waves is not drawn for an encoding without them; one sentence explains why.
//! - A view computes the pixels that it shows, within the frame, whatever the size of the table. Pictures need no
//!   worker threads. Work that the number of pixels does not bound (all pairs of positions, principal directions)
//!   is a [`views::Computation`]: the window runs it in the background and draws the results that are ready; a
//!   figure on the command line waits for it.
//! - A view does not change state; it pushes actions. `app::state::State::run` needs no window.
//! - A figure and its rasters hold the encoding that they show; there is no global current encoding.
//! - The window and the exports draw the same [`picture::Drawing`] of the same [`picture::Figure`].
//! - A frame of the window has two halves. `App::logic` takes results, reads the gestures on charts and runs actions;
//!   `App::ui` draws. So pictures and axes are under the hand in the frame of the gesture.
//! - egui and file dialogs are used only in `app`. `tests/layers.rs` checks the map on parsed `use` trees.

pub mod action;
#[cfg(feature = "window")]
pub mod app;
#[cfg(not(feature = "window"))]
#[path = "no_window.rs"]
pub mod app;
pub mod cli;
pub mod encoding;
pub mod export;
pub mod handout;
pub mod import;
mod launch;
pub mod lesson;
pub mod model;
pub mod picture;
mod regular_file;
pub mod report;
mod sanitize;
pub mod scene;
mod stable_enum;
pub mod tokens;
pub mod views;

pub use stable_enum::UnknownKey;
