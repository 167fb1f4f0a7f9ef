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
//! | module | contents | knows |
//! |---|---|---|
//! | [`encoding`] | the mathematics: families, conventions, engine, similarity, rotation, criteria | nothing of ours |
//! | [`tokens`] | a sentence as rows: embeddings, and their sums with positions | `encoding` |
//! | [`picture`] | values → pixels (`raster`), charts and their composition (`chart`), formulas (`typeset`) | `encoding` |
//! | [`scene`] | everything that determines the picture, the open views among it, and its text form | `encoding`, names in `tokens` and `picture` |
//! | [`lesson`] | Markdown whose links carry scenes, and the nine lessons | `scene`, formulas of `picture` |
//! | [`action`] | requests of a person: typed data | `scene` |
//! | [`views`] | one file a view: scene → figure, and which controls it has | the above but `lesson` |
//! | [`export`] | numbers and figures × format → bytes; the one function that puts a file in place | the above but `lesson` and `action` |
//! | [`app`] | the window, a room a folder; absent without the feature `window` | all but `cli` |
//! | [`cli`] | what was typed → scene and command | all but the inside of `app` |
//!
//! # Invariants
//!
//! - [`encoding::Spec`] and [`encoding::Extent`] are valid by construction; after that nothing in `encoding`
//!   returns an error or panics.
//! - An encoding is what it can do: all have rows, some have [`encoding::Waves`]. A view that needs waves is
//!   not asked where there are none; it says so in one sentence.
//! - A view computes the pixels that it shows, inside the frame, whatever the size of the table. There
//!   are no workers for pictures. What pixels do not bound (all pairs of positions, principal directions)
//!   is a [`views::Computation`]: the window computes it in the background and draws what is known, a
//!   figure on the command line waits for it.
//! - A view changes nothing; it pushes actions. `app::state::State::run` needs no window.
//! - A figure and its rasters carry the encoding that they show; there is no current encoding.
//! - What the window shows and what an export writes are one [`picture::Drawing`] of one
//!   [`picture::Figure`].
//! - egui and file dialogs are used in `app` alone. `tests/layers.rs` checks the map on parsed `use` trees.

pub mod action;
#[cfg(feature = "window")]
pub mod app;
#[cfg(not(feature = "window"))]
#[path = "no_window.rs"]
pub mod app;
pub mod cli;
pub mod encoding;
pub mod export;
mod launch;
pub mod lesson;
pub mod picture;
mod sanitize;
pub mod scene;
mod stable_enum;
pub mod tokens;
pub mod views;

pub use stable_enum::UnknownKey;
