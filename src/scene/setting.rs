//! Typed values of the scene's keys, and parsing of their text.

use std::{ops::RangeInclusive, sync::Arc};

use super::{
    Colors, Controls, CriteriaSelection, CurveAxes, CurveColumns, DifferenceScale, Digits,
    FilePath, Key, Named, RotarySetting, Scales, SceneError, Sentence, Sides, View, ViewScale,
    Viewport, Views,
    error::shortened,
    key::NoKey,
    key_rows::{any_field, for_fields},
    text_value::SceneText,
};
use crate::{
    encoding::{
        Components, Convention, Exponent, Family, Fourier, FourierFactor, Layout, Limits, Order,
        Stages,
        bias::{Bias, BiasConvention, Buckets},
        grid::{GridAxis, GridConvention, GridShape, Sequence},
        similarity::Measure,
    },
    likeness::nearest,
    picture::{ColorMap, Pixels, number},
    stable_enum::UnknownKey,
    tokens::{Join, Overlong},
};

/// Largest seed, 2⁵³: an f64 represents every whole number up to it.
const SEED_MAX: i64 = 1 << 53;
/// Limits of positions and offsets.
const POSITIONS: RangeInclusive<i64> = -Limits::POSITION_MAX..=Limits::POSITION_MAX;
/// Longest name of a tensor in bytes.
const MOST_NAME_BYTES: usize = 4096;

/// Expected views for a text with one that there is not: the nearest names.
fn views_expected(text: &str) -> String {
    let unknown = text.split(',').find(|name| View::from_key(name).is_err()).unwrap_or_default();
    let name = shortened(unknown);
    let nearest = nearest(&name, View::ALL.iter().map(|view| view.key()));
    format!("expected views separated by commas; nearest are {}", nearest.join(", "))
}

/// Declares the settings: those of the rows, and all others.
macro_rules! define_settings {
    ($(
        $name:ident($type:ty) $field:ident $kind:ident = $default:expr, $read:expr, $help:literal;
    )+) => {
        /// Change of a scene: the value of one key. Two changes in one frame do not undo each other, as two whole
        /// scenes would.
        #[derive(Clone, Debug, PartialEq)]
        #[expect(clippy::doc_markdown, reason = "the help of keys is plain text")]
        pub enum Setting {
            $( #[doc = $help] $name($type), )+
            /// Convention; overrides of its parts are dropped.
            Convention(Convention),
            /// Family of the encoding.
            Encoding(Family),
            /// File of the table; its numbers become the encoding.
            Table(FilePath),
            /// Tensor of the file.
            Tensor(Arc<str>),
            /// Value of a rotary encoding.
            Rotary(RotarySetting),
            /// Convention of a bias.
            BiasConvention(BiasConvention),
            /// Convention of a grid.
            GridConvention(GridConvention),
            /// Number of cells along an axis of the grid.
            GridAlong(GridAxis, u32),
            /// Value that makes B, with its key.
            OfB(Key, Box<Self>),
            /// File of word vectors; `None`: toy embeddings.
            Vectors(Option<FilePath>),
            /// Visible controls; `None`: all.
            Controls(Option<Controls>),
            /// Color maps; a map that is `None` keeps its value.
            Colors(Colors),
            /// Color map for signed values; `None`: the theme's.
            DivergingMap(Option<ColorMap>),
            /// Color map for unsigned values; `None`: the theme's.
            SequentialMap(Option<ColorMap>),
            /// Color scales of all views.
            Scales(Box<Scales>),
            /// Color scale of one view.
            ViewScale(View, ViewScale),
            /// Marked columns and rows of the table of values.
            Marked(Viewport),
            /// Visible part of a view.
            Viewport(View, Viewport),
        }

        impl Setting {
            /// Key of a value that is a field of the draft.
            fn key_of_field(&self) -> Option<Key> {
                Some(match self {
                    $( Self::$name(_) => Key::$name, )+
                    _ => return None,
                })
            }

            /// Reads the value of a key that is a field of the draft.
            fn read_field(it: SceneText<'_>) -> Option<Result<Self, SceneError>> {
                $( if it.key == Key::$name {
                    let read: fn(SceneText<'_>) -> Result<$type, SceneError> = $read;
                    return Some(read(it).map(Self::$name));
                } )+
                None
            }
        }
    };
}

for_fields!(define_settings);

impl From<Named> for Setting {
    /// Chooses the convention.
    fn from(named: Named) -> Self {
        match named {
            Named::Sinusoid(it) => Self::Convention(it),
            Named::Grid(it) => Self::GridConvention(it),
            Named::Bias(it) => Self::BiasConvention(it),
        }
    }
}

impl Setting {
    /// Key of the value. A value of B has that of the same value of A; the visible part of a view that always shows
    /// everything has none.
    pub fn key(&self) -> Option<Key> {
        Some(match self {
            Self::Convention(_) | Self::GridConvention(_) | Self::BiasConvention(_) => {
                Key::Convention
            }
            Self::Encoding(_) => Key::Encoding,
            Self::Table(_) => Key::Table,
            Self::Tensor(_) => Key::Tensor,
            Self::Rotary(setting) => setting.key(),
            Self::GridAlong(..) => Key::Grid,
            Self::OfB(key, _) => *key,
            Self::Vectors(_) => Key::Vectors,
            Self::Controls(_) => Key::Controls,
            Self::Colors(_) | Self::DivergingMap(_) | Self::SequentialMap(_) => Key::Colors,
            Self::Scales(_) | Self::ViewScale(..) => Key::Scales,
            Self::Marked(_) => Key::Range,
            Self::Viewport(view, _) => return view.viewport_key(),
            for_fields!(any_field) => return self.key_of_field(),
        })
    }

    /// The same setting for B; a setting that makes no encoding stays as it is. So does one that changes a value of A
    /// in part: B has the cells of A.
    #[must_use]
    pub fn of_b(self) -> Self {
        match self.key().filter(|key| key.makes_encoding()) {
            Some(key) if !matches!(self, Self::GridAlong(..) | Self::OfB(..)) => {
                Self::OfB(key, Box::new(self))
            }
            _ => self,
        }
    }

    /// Parses the value of a key.
    pub fn parse(key: Key, text: &str) -> Result<Self, SceneError> {
        let it = SceneText { key, text };
        if let Some(field) = Self::read_field(it) {
            return field;
        }
        let viewport = || {
            let refused = |expected| it.refused(format!("{expected}, such as {}", key.example()));
            Viewport::parse(text).map_err(refused)
        };
        Ok(match key {
            Key::Convention => Named::find(text)?.into(),
            Key::Encoding => Self::Encoding(it.keyed(Family::from_key)?),
            Key::Table => Self::Table(it.allowed(FilePath::new(text), FilePath::ALLOWED)?),
            Key::Tensor => {
                let is_name = !text.is_empty() && text.len() <= MOST_NAME_BYTES;
                let name = is_name.then(|| text.into());
                Self::Tensor(it.allowed(name, "expected the name of a tensor")?)
            }
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
            _ => Self::Rotary(RotarySetting::parse(it)?),
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
            let is_of_b = draft.beside.sets(key);
            assert!(!is_of_b || key.makes_encoding(), "{key:?} is no key of B");
            let Ok(scene) = Scene::new(draft) else { continue };
            let text = scene.to_string();
            assert_eq!(text.parse(), Ok(scene), "{key:?}: {text}");
        }
    }
}
