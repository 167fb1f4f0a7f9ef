//! Typed values of the scene's keys, and parsing of their text.

use std::ops::RangeInclusive;

use super::{
    Colors, Controls, CriteriaSelection, CurveAxes, CurveColumns, DifferenceScale, Digits,
    EncodingSetting, FilePath, Key, Scales, SceneError, Sentence, Sides, View, ViewScale, Viewport,
    Views,
    declarations::define_setting,
    error::shortened,
    key::NoKey,
    key_rows::for_scene_fields,
    text_value::{SceneText, WrittenValue as _},
};
use crate::{
    encoding::{
        Limits,
        bias::Bias,
        grid::{GridAxis, GridShape, Sequence},
        similarity::Measure,
    },
    likeness::nearest,
    picture::{ColorMap, Pixels, number},
    stable_enum::UnknownKey,
    tokens::{Join, Overlong},
};

/// Limits of positions and offsets.
const POSITIONS: RangeInclusive<i64> = -Limits::POSITION_MAX..=Limits::POSITION_MAX;

/// Expected views for a text with one that there is not: the nearest names.
fn views_expected(text: &str) -> String {
    let unknown = text.split(',').find(|name| View::from_key(name).is_err()).unwrap_or_default();
    let name = shortened(unknown);
    let nearest = nearest(&name, View::ALL.iter().map(|view| view.key()));
    format!("expected views separated by commas; nearest are {}", nearest.join(", "))
}

for_scene_fields! { define_setting
    /// Change of a scene: the value of one key. Two changes in one frame do not undo each other, as two whole scenes
    /// would.
    Setting {
        /// Value that makes the encoding.
        Encoding(EncodingSetting) of (setting) setting.key(),
        /// Value that B sets itself.
        OfB(EncodingSetting) of (setting) setting.key(),
        /// Number of cells along an axis of the grid.
        GridAlong(GridAxis, u32) of (_, _) Key::Grid,
        /// File of word vectors; `None`: toy embeddings.
        Vectors(Option<FilePath>) of (_) Key::Vectors,
        /// Visible controls; `None`: all.
        Controls(Option<Controls>) of (_) Key::Controls,
        /// Color maps; a map that is `None` keeps its value.
        Colors(Colors) of (_) Key::Colors,
        /// Color map for signed values; `None`: the theme's.
        DivergingMap(Option<ColorMap>) of (_) Key::Colors,
        /// Color map for unsigned values; `None`: the theme's.
        SequentialMap(Option<ColorMap>) of (_) Key::Colors,
        /// Color scales of all views.
        Scales(Box<Scales>) of (_) Key::Scales,
        /// Color scale of one view.
        ViewScale(View, ViewScale) of (_, _) Key::Scales,
        /// Marked columns and rows of the table of values.
        Marked(Viewport) of (_) Key::Range,
        /// Visible part of a view.
        Viewport(View, Viewport) of (view, _) Key::Viewport(*view),
    }
}

impl<T: Into<EncodingSetting>> From<T> for Setting {
    /// Value that makes the encoding of A.
    fn from(setting: T) -> Self {
        Self::Encoding(setting.into())
    }
}

impl Setting {
    /// Key of the value. A value of B has that of the same value of A; the visible part of a view that always shows
    /// everything has none.
    pub fn key(&self) -> Option<Key> {
        match self {
            Self::Viewport(view, _) => view.viewport_key(),
            other => Some(other.own_key()),
        }
    }

    /// The same setting for B; a setting that makes no encoding stays as it is. So does one that changes a value of A
    /// in part: B has the cells of A.
    #[must_use]
    pub fn of_b(self) -> Self {
        match self {
            Self::Encoding(setting) => Self::OfB(setting),
            other => other,
        }
    }

    /// Parses the value of a key.
    pub fn parse(key: Key, text: &str) -> Result<Self, SceneError> {
        let it = SceneText { key, text };
        if let Some(row) = Self::read_row(it) {
            return row;
        }
        let viewport = || {
            let refused = |expected| it.refused(format!("{expected}, such as {}", key.example()));
            Viewport::parse(text).map_err(refused)
        };
        Ok(match key {
            Key::Vectors if text == FilePath::TOY => Self::Vectors(None),
            Key::Vectors => {
                let file = it.allowed(FilePath::new(text), FilePath::ALLOWED_OR_TOY)?;
                Self::Vectors(Some(file))
            }
            Key::Controls => {
                let refused = |error: NoKey| it.refused(error.to_string());
                Self::Controls(Controls::parse(text).map_err(refused)?)
            }
            Key::Colors => {
                let mut colors = Colors::default();
                for name in text.split(',') {
                    let unknown = |error: UnknownKey| it.refused(error.to_string());
                    let map = ColorMap::from_key(name).map_err(unknown)?;
                    if map.is_diverging() {
                        colors.diverging = Some(map);
                    } else {
                        colors.sequential = Some(map);
                    }
                }
                Self::Colors(colors)
            }
            Key::Scales => Self::Scales(Box::new(it.told()?)),
            Key::Range => Self::Marked(viewport()?),
            Key::Viewport(view) => Self::Viewport(view, viewport()?),
            _ => Self::Encoding(EncodingSetting::parse(it)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, SceneDraft};

    #[test]
    fn parsed_setting_has_its_key() {
        for &key in Key::ALL {
            let setting = Setting::parse(key, key.example()).unwrap();
            assert_eq!(setting.key(), Some(key), "{setting:?}");
        }
    }

    #[test]
    fn scene_reads_every_setting_of_b_again() {
        for &key in Key::ALL {
            let mut draft = SceneDraft::default();
            draft.copy_to_b();
            draft.apply(Setting::parse(key, key.example()).unwrap().of_b());
            let is_of_b = draft.b.sets(key);
            assert!(!is_of_b || key.makes_encoding(), "{key:?} is no key of B");
            let Ok(scene) = Scene::new(draft) else { continue };
            let text = scene.to_string();
            assert_eq!(text.parse(), Ok(scene), "{key:?}: {text}");
        }
    }
}
