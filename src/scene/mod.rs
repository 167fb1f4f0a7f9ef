//! Scene: one small value with one text form that determines the whole picture.
//!
//! Undo, presets, the command line, "copy scene" and the provenance in exported files all use this value.
//! Its text form consists of `key=value` pairs joined by `&`. The pairs may be read in any order; they are
//! written in a fixed order, without defaults. In text values, `&`, `%`, `#` and white space are
//! percent-encoded, as in `%26`:
//!
//! ```
//! use phasor::scene::Scene;
//! let scene: Scene = "length=4&d_model=4".parse().unwrap();
//! assert_eq!(scene.to_string(), "d_model=4&length=4");
//! let scene: Scene = "sentence=salt%20%26%20pepper".parse().unwrap();
//! assert_eq!(&**scene.draft().sentence.text(), "salt & pepper");
//! let error = "d_model=0".parse::<Scene>().unwrap_err();
//! assert_eq!(error.to_string(), "invalid d_model \"0\": expected a whole number from 1 to 16384");
//! ```

mod axes;

mod bias;
mod checked;
mod checked_encoding;
mod colors;
mod controls;
mod criteria_selection;
mod curves;
mod declarations;
mod digits;
mod draft;
mod encoding_draft;
mod encoding_setting;
mod error;
mod file_source;
mod key;
mod key_rows;
mod key_value;
pub mod listed_mechanism;
mod model;
mod named;
mod overrides;
mod parts;
mod presets;
mod reasons;
mod resolution;
mod restored;
mod rotary;
#[cfg(test)]
mod round_trip;
mod scales;
mod setting;
mod sides;
mod sweep;
mod text_value;
mod texts;
mod titles;
mod view;
mod viewport;
mod what;

pub use axes::{CurveAxes, CurveAxis};
pub use checked::Scene;
pub use colors::Colors;
pub use controls::Controls;
pub use criteria_selection::CriteriaSelection;
pub use curves::CurveColumns;
pub use digits::Digits;
pub use draft::SceneDraft;
pub use encoding_draft::EncodingDraft;
pub use encoding_setting::EncodingSetting;
pub use error::SceneError;
pub use file_source::{Contents, ContentsKind, FileKind, FileSource};
pub use key::Key;
pub use named::Named;
pub use overrides::Overrides;
pub use presets::{PRESETS, ScenePreset, WORKED_EXAMPLE};
pub use restored::{Fault, Restored};
pub use scales::{ColorRange, InvalidColorRange, InvalidScales, Scales, ViewScale};
pub use setting::Setting;
pub use sides::{DifferenceScale, Side, Sides};
pub use sweep::{Sweep, SweepError, Swept};
pub use texts::{FilePath, Sentence};
pub(crate) use view::for_views;
pub use view::{View, Views};
pub use viewport::{Viewport, Viewports};
pub use what::What;
