//! Phasor: a native explorer of positional encodings, and the mathematics behind it as a library.
//!
//! # Ten minutes
//!
//! A **table** in the convention of a program, as an [`ndarray::Array2`]. Every value is the exact one, rounded once:
//!
//! ```
//! use phasor::encoding::{Convention, Encoding};
//! let whisper = Convention::named("whisper")?;
//! let encoding = Encoding::sinusoidal(whisper.draft(384))?; // width 384
//! let table = encoding.table::<f32>(0..1500, 0..384); // positions, columns
//! assert_eq!(table.dim(), (1500, 384));
//! assert_eq!(encoding.value(4_000_000_000, 0), (4e9_f64).sin()); // any position
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Similarity** of two positions, and the matrix **M_k** that moves every position by k:
//!
//! ```
//! use ndarray::Array1;
//! use phasor::encoding::{Convention, Encoding, Rotation, similarity::{self, Measure}};
//! let encoding = Encoding::sinusoidal(Convention::PAPER.draft(64))?;
//! let near = similarity::of(&encoding, Measure::Cosine, 42, 43);
//! let far = similarity::of(&encoding, Measure::Cosine, 42, 99);
//! assert!(near > 0.9 && far < near);
//! let waves = encoding.waves().expect("a sinusoid has waves");
//! let moved = Rotation::new(waves, 10).matrix().dot(&Array1::from(encoding.row(42)));
//! let expected = Array1::from(encoding.row(52));
//! assert!((moved - expected).iter().all(|off| off.abs() < 1e-14)); // M₁₀ · PE(42) = PE(52)
//! # Ok::<(), phasor::encoding::OutOfLimits>(())
//! ```
//!
//! The **rotation of a model** from its configuration, every number with its origin:
//!
//! ```
//! use phasor::model::{Model, Reader};
//! let config = r#"{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000}"#;
//! let model = Model::from_json(config, None, Reader::Transformers5)?;
//! let set = &model.sets[0]; // layers that rotate alike
//! assert_eq!(set.base.as_ref().map(|base| base.value), Some(500_000.0));
//! let inv_freq = set.frequencies(None).expect("everything is known");
//! assert_eq!((inv_freq.len(), inv_freq[0].hi), (64, 1.0));
//! # Ok::<(), phasor::model::ModelError>(())
//! ```
//!
//! **Which encoding is this table?** Any [`encoding::RowSource`] is asked: an array, or a file that [`import`] reads.
//!
//! ```
//! use phasor::encoding::{Convention, Encoding, Identity, identify};
//! let fairseq = Convention::named("fairseq")?;
//! let table = Encoding::sinusoidal(fairseq.draft(64))?.table::<f32>(2..202, 0..64);
//! let Some(Identity::Table { best, .. }) = identify(&table, |_share| true)? else {
//!     panic!("it is a sinusoid")
//! };
//! assert_eq!((best.convention, best.start), (Some(fairseq), 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Where do two tables differ?**
//!
//! ```
//! use phasor::encoding::{Comparison, Convention, ComparedRows, Encoding};
//! let right = Encoding::sinusoidal(Convention::PAPER.draft(64))?.table::<f32>(0..200, 0..64);
//! let mut wrong = right.clone();
//! wrong[[17, 3]] += 0.25;
//! let [a, b] = [&right, &wrong].map(|rows| ComparedRows { rows, start: 0 });
//! let found = Comparison::new(a, b, 1e-6)?.expect("they have positions in common");
//! assert_eq!(found.first_above_tolerance.map(|at| (at.position, at.column)), Some((17, 3)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two programs that use the library are in `examples/`: `print_positions` and `draw_figure`.
//!
//! # Map
//!
//! | module | contents | depends on |
//! |---|---|---|
//! | [`encoding`] | the mathematics: families, conventions, rotary encodings, engine, similarity, rotation, criteria | – |
//! | [`tokens`] | a sentence as rows: embeddings alone, and combined with encodings | `encoding` |
//! | [`picture`] | values → pixels (`raster`), charts and their composition (`chart`), formulas (`typeset`) | `encoding` |
//! | [`model`] | a model's configuration → rotary encodings per set of layers, with the origin of every number | `encoding` |
//! | [`recognition`] | rows of numbers → caches, coordinates of patches, frequencies, lists | `encoding`, `model` |
//! | [`scene`] | everything that determines the picture, including the open views, and its text form | `encoding`, `model`, types of `tokens` and `picture` |
//! | [`lesson`] | Markdown with links that hold scenes, and the bundled lessons | `scene`, formulas of `picture` |
//! | [`action`] | user actions as typed data | `scene` |
//! | [`views`] | one file per view: scene → figure, and the controls of the view | all of the above except `lesson` |
//! | [`export`] | numbers and figures × format → bytes; the only function that puts a file in place | all of the above except `lesson` and `action` |
//! | [`handout`] | a lesson as PDF: text and figures of every step | `export`, `lesson`, `picture`, `scene`, `views` |
//! | [`import`] | tables in files: npy, npz, safetensors, csv and tsv; the bytes of configurations | `encoding` |
//! | [`report`] | what differs between tables, what a configuration means, in words and as JSON | `encoding`, `export`, `import`, `model`, `recognition`, `scene`, words of `views`, numbers of `picture` |
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
//! - egui and file dialogs are used only in `app`. `tests/library/layers.rs` checks the map on parsed `use` trees.

pub mod action;
#[cfg(feature = "window")]
pub mod app;
#[cfg(not(feature = "window"))]
#[path = "no_window.rs"]
pub mod app;
pub mod cli;
pub mod encoding;
pub mod export;
mod gguf;
pub mod handout;
pub mod import;
mod launch;
pub mod lesson;
mod likeness;
pub mod model;
pub mod picture;
pub mod recognition;
mod regular_file;
pub mod report;
mod sanitize;
pub mod scene;
mod stable_enum;
pub mod tokens;
pub mod views;

pub use stable_enum::UnknownKey;
