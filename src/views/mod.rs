//! Views: each turns a scene into a figure, and a cell of a chart into readouts and actions.
//!
//! The enum [`View`] of `scene` is the registry: menus, tiles, the command line, storage and tests iterate over
//! [`View::ALL`]. To add a view, write a file with a type that implements `Behavior`, add a row to the registry, and
//! write a test.

mod along;
mod behavior;
mod bias;
mod bias_formula;
mod bias_layers;
mod bias_matrix;
mod bias_offsets;
mod bias_score;
mod bias_words;
mod by_frequency;
mod caption;
mod checks;
mod clocks;
mod color_scale;
mod computation;
mod config;
mod controls;
mod counter;
mod counterpart;
mod criteria;
mod differences;
mod drift;
mod error_map;
mod errors;
pub mod explanation;
mod facet;
mod facts;
mod grid_axes;
mod grid_faults;
mod grid_maps;
mod grid_similarity;
mod head;
mod heads;
mod heatmap;
mod learned;
mod learned_cells;
mod manifold;
mod names;
mod neighbors;
mod number_line;
mod pair;
mod pointed;
mod position_words;
mod positions;
mod precision;
mod profile;
mod proof;
mod registry;
mod relative;
mod requirement;
mod resized_grid;
mod rotary_wavelengths;
mod rotary_words;
mod rotation;
mod rotation_lab;
mod rounding;
mod row_positions;
mod score;
mod shares;
mod shuffled;
mod side_by_side;
mod similarity;
mod subject;
mod tensors;
mod tokens;
pub mod values;
mod verdict;
mod wave_words;
mod wavelengths;
mod waves;
mod window;
mod workspaces;

pub use crate::scene::View;
pub use behavior::Fact;
pub(in crate::views) use behavior::{
    Behavior, Cells, Descriptor, Selection, ViewSides, column_at, position_at, visible,
};
pub use bias_words::difference_words;
pub use caption::caption;
pub(in crate::views) use caption::caption_with_offset;
pub(in crate::views) use color_scale::{
    Quantity, color_scale, difference_scale, name_with_ends, outliers_text, range_computation,
    robust_color_scale, robust_ends,
};
pub use computation::{Answered, Computation, Results};
pub use controls::{Control, ControlRow};
pub use counterpart::Counterpart;
pub use facet::{Facet, heading};
pub use pointed::Pointed;
pub use position_words::{sentences as position_sentences, sentences_of as position_sentences_of};
pub use registry::CellView;
pub use requirement::Remedy;
pub(in crate::views) use requirement::Requirement;
pub use subject::Subject;
pub use verdict::{Compared, verdict_words};
pub use workspaces::{Beginning, Example, WORKSPACES, Workspace, WorkspaceLayout};
