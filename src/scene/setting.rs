//! Typed values of the scene's keys, and parsing of their text.

use std::{ops::RangeInclusive, sync::Arc};

use super::{
    BiasSetting, Colors, Controls, CriteriaSelection, CurveAxes, Curves, DifferenceScale, Digits,
    FilePath, InvalidScales, Key, Named, RotarySetting, Scales, SceneError, Sentence, Sides, View,
    ViewScale, Viewport, Views, error::shortened,
};
use crate::{
    encoding::{
        Components, Convention, Exponent, Family, Layout, Limits, NoStages, Order, Stages,
        bias::Bias,
        grid::{GridAxis, GridConvention, GridShape, Sequence},
        similarity::Measure,
    },
    picture::{ColorMap, Pixels, number},
    stable_enum::UnknownKey,
    tokens::{Join, Overlong},
};

/// Largest seed, 2⁵³: an f64 represents every whole number up to it.
const SEED_MAX: i64 = 1 << 53;
/// Longest name of a tensor in bytes.
const MOST_NAME_BYTES: usize = 4096;

/// Change of a scene: the value of one key. Two changes in one frame do not undo each other, as two whole scenes
/// would.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// Convention; overrides of its parts are dropped.
    Convention(Convention),
    /// Family of the encoding.
    Encoding(Family),
    /// File of the table; its numbers become the encoding.
    Table(FilePath),
    /// Tensor of the file.
    Tensor(Arc<str>),
    /// Seed of the random vectors.
    Seed(u64),
    /// Value of a rotary encoding.
    Rotary(RotarySetting),
    /// Value of a bias.
    Bias(BiasSetting),
    /// Convention of a grid.
    GridConvention(GridConvention),
    /// Shape of a grid.
    Grid(GridShape),
    /// Number of cells along an axis of the grid.
    GridAlong(GridAxis, u32),
    /// Number of columns.
    DModel(u32),
    /// Position of the first row.
    Start(f64),
    /// Distance between the positions of two rows.
    Step(f64),
    /// Number of positions.
    Length(u64),
    /// Base.
    Base(f64),
    /// Exponent rule.
    Exponent(Exponent),
    /// Layout.
    Layout(Layout),
    /// Order.
    Order(Order),
    /// Components.
    Components(Components),
    /// Types that the stages of the computation are rounded to.
    Round(Stages),
    /// Value that makes B, with its key.
    OfB(Key, Box<Self>),
    /// Sides that views show.
    Sides(Sides),
    /// Largest |A − B| that counts as equal.
    Tolerance(f64),
    /// Scale of A − B.
    DifferenceScale(DifferenceScale),
    /// Offset k.
    Offset(i64),
    /// Second offset a.
    OffsetA(i64),
    /// Second length.
    OtherLength(u64),
    /// Selected candidate and criterion.
    CriteriaSelection(CriteriaSelection),
    /// Axes of the curve of positions.
    Axes(CurveAxes),
    /// Decimals in the table of values.
    Digits(Digits),
    /// Text and images whose tokens have three positions.
    Sequence(Sequence),
    /// Shape that a grid is resized to.
    Resize(GridShape),
    /// Sentence whose words become rows.
    Sentence(Sentence),
    /// File of word vectors; `None`: toy embeddings.
    Vectors(Option<FilePath>),
    /// True if embeddings are multiplied by √`d_model`.
    Scaled(bool),
    /// Operation that combines embedding and encoding.
    Join(Join),
    /// Treatment of a sentence longer than the table.
    Overlong(Overlong),
    /// Visible controls; `None`: all.
    Controls(Option<Controls>),
    /// Open views.
    Views(Views),
    /// Selected position.
    Position(i64),
    /// Selected column.
    Column(u32),
    /// Selected head.
    Head(u32),
    /// Measure of similarity.
    Measure(Measure),
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
    /// True if the heatmap has positions across.
    Transpose(bool),
    /// Rule for pixels that cover several cells.
    Pixels(Pixels),
    /// Columns drawn as waves.
    Curves(Curves),
    /// Columns whose waves are hidden.
    Hidden(Curves),
    /// True if heatmap and waves show the same positions.
    Link(bool),
    /// Marked columns and rows of the table of values.
    Marked(Viewport),
    /// Visible part of a view.
    Viewport(View, Viewport),
}

/// Expected views for a text with one that there is not: the nearest names.
fn views_expected(text: &str) -> String {
    const NUM: usize = 3;
    let unknown = text.split(',').find(|name| View::from_key(name).is_err()).unwrap_or_default();
    let name = shortened(unknown);
    let mut keys: Vec<&str> = View::ALL.iter().map(|view| view.key()).collect();
    keys.sort_by_key(|key| strsim::osa_distance(&name, key));
    format!("expected views separated by commas; nearest are {}", keys[..NUM].join(", "))
}

impl From<Named> for Setting {
    /// Chooses the convention.
    fn from(named: Named) -> Self {
        match named {
            Named::Sinusoid(it) => Self::Convention(it),
            Named::Grid(it) => Self::GridConvention(it),
            Named::Bias(it) => Self::Bias(BiasSetting::Convention(it)),
        }
    }
}

impl Setting {
    /// Key of the value. A value of B has that of the same value of A; the visible part of a view that always shows
    /// everything has none.
    pub fn key(&self) -> Option<Key> {
        Some(match self {
            Self::Convention(_) | Self::GridConvention(_) => Key::Convention,
            Self::Encoding(_) => Key::Encoding,
            Self::Table(_) => Key::Table,
            Self::Tensor(_) => Key::Tensor,
            Self::Seed(_) => Key::Seed,
            Self::Rotary(setting) => setting.key(),
            Self::Bias(setting) => setting.key(),
            Self::Grid(_) | Self::GridAlong(..) => Key::Grid,
            Self::DModel(_) => Key::DModel,
            Self::Start(_) => Key::Start,
            Self::Step(_) => Key::Step,
            Self::Length(_) => Key::Length,
            Self::Base(_) => Key::Base,
            Self::Exponent(_) => Key::Exponent,
            Self::Layout(_) => Key::Layout,
            Self::Order(_) => Key::Order,
            Self::Components(_) => Key::Components,
            Self::Round(_) => Key::Round,
            Self::OfB(key, _) => *key,
            Self::Sides(_) => Key::Side,
            Self::Tolerance(_) => Key::Tolerance,
            Self::DifferenceScale(_) => Key::DifferenceScale,
            Self::Offset(_) => Key::Offset,
            Self::OffsetA(_) => Key::OffsetA,
            Self::OtherLength(_) => Key::OtherLength,
            Self::CriteriaSelection(_) => Key::CriteriaSelection,
            Self::Axes(_) => Key::Axes,
            Self::Digits(_) => Key::Digits,
            Self::Sequence(_) => Key::Sequence,
            Self::Resize(_) => Key::Resize,
            Self::Sentence(_) => Key::Sentence,
            Self::Vectors(_) => Key::Vectors,
            Self::Scaled(_) => Key::Scaled,
            Self::Join(_) => Key::Join,
            Self::Overlong(_) => Key::Overlong,
            Self::Controls(_) => Key::Controls,
            Self::Views(_) => Key::Views,
            Self::Position(_) => Key::Position,
            Self::Column(_) => Key::Column,
            Self::Head(_) => Key::Head,
            Self::Measure(_) => Key::Measure,
            Self::Colors(_) | Self::DivergingMap(_) | Self::SequentialMap(_) => Key::Colors,
            Self::Scales(_) | Self::ViewScale(..) => Key::Scales,
            Self::Transpose(_) => Key::Transpose,
            Self::Pixels(_) => Key::Pixels,
            Self::Curves(_) => Key::Curves,
            Self::Hidden(_) => Key::Hidden,
            Self::Link(_) => Key::Link,
            Self::Marked(_) => Key::Range,
            Self::Viewport(view, _) => return view.viewport_key(),
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
        let bad = |allowed: String| SceneError::BadValue {
            key: key.key(),
            value: if text.is_empty() { "nothing".to_owned() } else { shortened(text) },
            allowed,
        };
        let unknown_key = |error: UnknownKey| bad(error.to_string());
        let whole = |range: RangeInclusive<i64>| {
            number::parse_whole(text).filter(|value| range.contains(value)).ok_or_else(|| {
                bad(format!("expected a whole number from {} to {}", range.start(), range.end()))
            })
        };
        let yes_or_no =
            || text.parse().map_err(|_not_a_bool| bad("expected true or false".to_owned()));
        let viewport = || {
            let refused = |expected| bad(format!("{expected}, such as {}", key.example()));
            Viewport::parse(text).map_err(refused)
        };
        let positions = -Limits::POSITION_MAX..=Limits::POSITION_MAX;
        let real = |is_allowed: fn(f64) -> bool, what: &str| {
            let furthest = Limits::POSITION_MAX as f64;
            let within = |&value: &f64| value.abs() <= furthest && is_allowed(value);
            let refused = || bad(format!("expected {what} from -{furthest} to {furthest}"));
            number::parse(text).filter(within).ok_or_else(refused)
        };
        Ok(match key {
            Key::Convention => Named::find(text)?.into(),
            Key::Encoding => Self::Encoding(Family::from_key(text).map_err(unknown_key)?),
            Key::Table => {
                let refused = || bad(FilePath::ALLOWED.to_owned());
                Self::Table(FilePath::new(text).ok_or_else(refused)?)
            }
            Key::Tensor => {
                let is_name = !text.is_empty() && text.len() <= MOST_NAME_BYTES;
                let refused = || bad("expected the name of a tensor".to_owned());
                Self::Tensor(is_name.then(|| text.into()).ok_or_else(refused)?)
            }
            Key::Seed => Self::Seed(whole(0..=SEED_MAX)? as u64),
            Key::DModel => Self::DModel(whole(1..=i64::from(Limits::D_MODEL_MAX))? as u32),
            Key::Start => Self::Start(real(|_| true, "a number")?),
            Key::Step => Self::Step(real(|step| step != 0.0, "a number other than 0,")?),
            Key::Length => Self::Length(whole(1..=Limits::LENGTH_MAX as i64)? as u64),
            Key::Base => {
                let base = number::parse(text)
                    .filter(|&base| base > 1.0 && base <= Limits::BASE_MAX)
                    .ok_or_else(|| bad("expected a number above 1, up to 1e12".to_owned()))?;
                Self::Base(base)
            }
            Key::Exponent => Self::Exponent(Exponent::from_key(text).map_err(unknown_key)?),
            Key::Layout => Self::Layout(Layout::from_key(text).map_err(unknown_key)?),
            Key::Order => Self::Order(Order::from_key(text).map_err(unknown_key)?),
            Key::Components => Self::Components(Components::from_key(text).map_err(unknown_key)?),
            Key::Round => {
                Self::Round(text.parse().map_err(|error: NoStages| bad(error.to_string()))?)
            }
            Key::Side => Self::Sides(Sides::from_key(text).map_err(unknown_key)?),
            Key::Tolerance => {
                let tolerance = number::parse(text).filter(|&it| it >= 0.0 && it.is_finite());
                let refused = || bad("expected a number from 0".to_owned());
                Self::Tolerance(tolerance.ok_or_else(refused)?)
            }
            Key::DifferenceScale => {
                Self::DifferenceScale(DifferenceScale::from_key(text).map_err(unknown_key)?)
            }
            Key::Offset => Self::Offset(whole(positions)?),
            Key::OffsetA => Self::OffsetA(whole(positions)?),
            Key::OtherLength => Self::OtherLength(whole(1..=Limits::LENGTH_MAX as i64)? as u64),
            Key::CriteriaSelection => Self::CriteriaSelection(text.parse().map_err(unknown_key)?),
            Key::Axes => {
                let refused = |_not_axes| bad(CurveAxes::ALLOWED.to_owned());
                Self::Axes(text.parse().map_err(refused)?)
            }
            Key::Digits => {
                let range = Digits::FEWEST as i64..=Digits::MOST as i64;
                Self::Digits(Digits::new(whole(range)?))
            }
            Key::Resize => {
                let refused = || bad(GridShape::ALLOWED_SIDES.to_owned());
                let shape = text.parse().ok().filter(|it: &GridShape| !it.has_frames());
                Self::Resize(shape.ok_or_else(refused)?)
            }
            Key::Sequence => {
                let refused = |_no_sequence| bad(Sequence::ALLOWED.to_owned());
                Self::Sequence(text.parse().map_err(refused)?)
            }
            Key::Sentence => {
                let refused = || bad(Sentence::ALLOWED.to_owned());
                Self::Sentence(Sentence::new(text).ok_or_else(refused)?)
            }
            Key::Vectors => {
                let refused = || bad(FilePath::ALLOWED_OR_TOY.to_owned());
                let is_toy = text == FilePath::TOY;
                let file = || FilePath::new(text).ok_or_else(refused);
                Self::Vectors(if is_toy { None } else { Some(file()?) })
            }
            Key::Scaled => Self::Scaled(yes_or_no()?),
            Key::Join => Self::Join(Join::from_key(text).map_err(unknown_key)?),
            Key::Overlong => Self::Overlong(Overlong::from_key(text).map_err(unknown_key)?),
            Key::Controls => {
                Self::Controls(Controls::parse(text).map_err(|error| bad(error.to_string()))?)
            }
            Key::Views => {
                let refused = |_unknown: UnknownKey| bad(views_expected(text));
                Self::Views(text.parse().map_err(refused)?)
            }
            // The limits are checked together with the table, whose last rows may lie beyond them.
            Key::Position => {
                Self::Position(number::parse_whole(text).map_or_else(|| whole(positions), Ok)?)
            }
            Key::Column => Self::Column(whole(0..=i64::from(Limits::D_MODEL_MAX) - 1)? as u32),
            Key::Grid => {
                let refused = |_no_shape| bad(GridShape::ALLOWED.to_owned());
                Self::Grid(text.parse().map_err(refused)?)
            }
            Key::Head => Self::Head(whole(0..=i64::from(Bias::MOST_HEADS) - 1)? as u32),
            Key::Measure => Self::Measure(Measure::from_key(text).map_err(unknown_key)?),
            Key::Colors => {
                let mut colors = Colors::default();
                for name in text.split(',') {
                    let map = ColorMap::from_key(name).map_err(unknown_key)?;
                    if map.is_diverging() {
                        colors.diverging = Some(map);
                    } else {
                        colors.sequential = Some(map);
                    }
                }
                Self::Colors(colors)
            }
            Key::Scales => {
                let refused = |error: InvalidScales| bad(error.to_string());
                Self::Scales(Box::new(text.parse().map_err(refused)?))
            }
            Key::Transpose => Self::Transpose(yes_or_no()?),
            Key::Link => Self::Link(yes_or_no()?),
            Key::Curves => {
                let refused = |_not_curves| bad(Curves::ALLOWED.to_owned());
                Self::Curves(text.parse().map_err(refused)?)
            }
            Key::Hidden => {
                let hidden = Curves::parse_hidden(text);
                Self::Hidden(hidden.map_err(|_not_curves| bad(Curves::HIDDEN_ALLOWED.to_owned()))?)
            }
            Key::Pixels => Self::Pixels(Pixels::from_key(text).map_err(unknown_key)?),
            Key::Range => Self::Marked(viewport()?),
            Key::Viewport(view) => Self::Viewport(view, viewport()?),
            key if key.is_of_bias() => Self::Bias(BiasSetting::parse(key, text, bad)?),
            rotary => Self::Rotary(RotarySetting::parse(rotary, text)?),
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
