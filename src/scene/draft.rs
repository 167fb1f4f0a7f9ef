//! A scene as asked for: every value by its key, read and written as text.

use std::ops::RangeInclusive;

use super::{
    Controls, CurveAxes, Curves, Digits, Judged, Key, SceneError, Sentence, VectorsFile, View,
    Viewport, Viewports, Views, texts::unescaped,
};
use crate::{
    encoding::{
        Components, Convention, Exponent, Family, Layout, Limits, Order, similarity::Measure,
    },
    keyed::NotAKey,
    picture::{ColorMap, Pixels, number},
    tokens::{Join, Overlong},
};

/// Color maps as chosen; what is not chosen follows the theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colors {
    /// For signed data.
    pub diverging: Option<ColorMap>,
    /// For unsigned data.
    pub sequential: Option<ColorMap>,
}

/// A scene as asked for, not yet checked.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneDraft {
    /// Where all that is not set below comes from.
    pub convention: Convention,
    /// Family of the encoding; all but the sinusoidal one ignore the convention.
    pub encoding: Family,
    /// Seed of drawn vectors.
    pub seed: u64,
    /// Number of columns.
    pub d_model: u32,
    /// Position of the first row; unset: the convention's.
    pub start: Option<i64>,
    /// Number of rows.
    pub length: u64,
    /// Base; unset: the convention's.
    pub base: Option<f64>,
    /// Rule of the exponent; unset: the convention's.
    pub exponent: Option<Exponent>,
    /// Layout; unset: the convention's.
    pub layout: Option<Layout>,
    /// Order; unset: the convention's.
    pub order: Option<Order>,
    /// Components; unset: the convention's.
    pub components: Option<Components>,
    /// Offset k.
    pub offset: i64,
    /// Selected position, wherever the table begins and ends.
    pub position: i64,
    /// Selected column, however wide the table is.
    pub column: u32,
    /// Measure of similarity.
    pub measure: Measure,
    /// Color maps.
    pub colors: Colors,
    /// Whether the heatmap has positions across.
    pub transpose: bool,
    /// What a pixel of several cells shows.
    pub pixels: Pixels,
    /// Columns that are drawn as waves.
    pub curves: Curves,
    /// Whether heatmap and waves show the same positions.
    pub link: bool,
    /// A second offset a: `M_a·M_k` is to be `M_(a+k)`.
    pub offset_a: i64,
    /// A second length.
    pub other_length: u64,
    /// Which encoding is looked at, and by which criterion.
    pub judged: Judged,
    /// What the curve of positions is drawn along.
    pub axes: CurveAxes,
    /// Digits behind the point in the table of values.
    pub digits: Digits,
    /// Words that become rows.
    pub sentence: Sentence,
    /// File of their embeddings; unset: toy embeddings.
    pub vectors: Option<VectorsFile>,
    /// Whether embeddings are multiplied by √`d_model`.
    pub scaled: bool,
    /// How embedding and encoding come together.
    pub join: Join,
    /// What becomes of a sentence longer than the table.
    pub overlong: Overlong,
    /// The controls that are left; unset: all.
    pub controls: Option<Controls>,
    /// The views that are open.
    pub views: Views,
    /// Marked columns and rows of the table of values.
    pub marked: Option<Viewport>,
    /// Visible part of each view.
    pub viewports: Viewports,
}

impl Default for SceneDraft {
    fn default() -> Self {
        Self {
            convention: Convention::PAPER,
            encoding: Family::Sinusoidal,
            seed: 0,
            d_model: 128,
            start: None,
            length: 256,
            base: None,
            exponent: None,
            layout: None,
            order: None,
            components: None,
            offset: 10,
            position: 42,
            column: 14,
            measure: Measure::Dot,
            colors: Colors::default(),
            transpose: false,
            pixels: Pixels::Mean,
            curves: Curves::default(),
            link: false,
            offset_a: 3,
            other_length: 512,
            judged: Judged::default(),
            axes: CurveAxes::default(),
            digits: Digits::default(),
            sentence: Sentence::default(),
            vectors: None,
            scaled: false,
            join: Join::Add,
            overlong: Overlong::Cut,
            controls: None,
            views: Views::default(),
            marked: None,
            viewports: Viewports::default(),
        }
    }
}

impl SceneDraft {
    /// Largest seed: the last whole number up to which an f64 holds every one.
    const SEED_MAX: i64 = 1 << 53;

    /// Takes another convention: what belongs to it follows it again, all else stays.
    pub fn set_convention(&mut self, convention: Convention) {
        self.convention = convention;
        self.encoding = Family::Sinusoidal;
        (self.exponent, self.layout, self.order, self.components) = (None, None, None, None);
    }

    /// Reads a scene's text: what it names is set, all else stays.
    pub fn read(&mut self, text: &str) -> Result<(), SceneError> {
        let mut pairs = Vec::new();
        for part in text.trim().split('&').filter(|part| !part.is_empty()) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| SceneError::NotAPair(shortened(part)))?;
            let key = Key::from_key(name)
                .map_err(|source| SceneError::UnknownKey { key: shortened(name), source })?;
            if pairs.iter().any(|&(known, _)| known == key) {
                return Err(SceneError::Twice(key.key()));
            }
            pairs.push((key, value));
        }
        // In the order of the keys: the convention first, so that the others override it.
        pairs.sort_by_key(|&(key, _)| key);
        pairs.into_iter().try_for_each(|(key, value)| self.set(key, &unescaped(value)))
    }

    /// Reads one value.
    pub fn set(&mut self, key: Key, text: &str) -> Result<(), SceneError> {
        let bad = |allowed: String| SceneError::BadValue {
            key: key.key(),
            value: if text.is_empty() { "nothing".to_owned() } else { shortened(text) },
            allowed,
        };
        let not_a_key = |error: NotAKey| bad(error.to_string());
        let whole = |range: RangeInclusive<i64>| {
            number::parse_whole(text).filter(|value| range.contains(value)).ok_or_else(|| {
                bad(format!("allowed is a whole number, {} to {}", range.start(), range.end()))
            })
        };
        let yes_or_no =
            || text.parse().map_err(|_not_a_bool| bad("allowed is true or false".to_owned()));
        let viewport = |view| {
            Viewport::parse(text, view).map_err(|expected: &'static str| bad(expected.to_owned()))
        };
        let positions = -Limits::POSITION_MAX..=Limits::POSITION_MAX;
        match key {
            Key::Convention => self.set_convention(Convention::named(text)?),
            Key::Encoding => self.encoding = Family::from_key(text).map_err(not_a_key)?,
            Key::Seed => self.seed = whole(0..=Self::SEED_MAX)? as u64,
            Key::DModel => self.d_model = whole(1..=i64::from(Limits::D_MODEL_MAX))? as u32,
            Key::Start => self.start = Some(whole(positions)?),
            Key::Length => self.length = whole(1..=Limits::LENGTH_MAX as i64)? as u64,
            Key::Base => {
                let base = number::parse(text)
                    .filter(|&base| base > 1.0 && base <= Limits::BASE_MAX)
                    .ok_or_else(|| bad("allowed is a number above 1, up to 1e12".to_owned()))?;
                self.base = Some(base);
            }
            Key::Exponent => self.exponent = Some(Exponent::from_key(text).map_err(not_a_key)?),
            Key::Layout => self.layout = Some(Layout::from_key(text).map_err(not_a_key)?),
            Key::Order => self.order = Some(Order::from_key(text).map_err(not_a_key)?),
            Key::Components => {
                self.components = Some(Components::from_key(text).map_err(not_a_key)?);
            }
            Key::Offset => self.offset = whole(positions)?,
            Key::OffsetA => self.offset_a = whole(positions)?,
            Key::OtherLength => {
                self.other_length = whole(1..=Limits::LENGTH_MAX as i64)? as u64;
            }
            Key::Judged => self.judged = text.parse().map_err(not_a_key)?,
            Key::Axes => {
                let refused = |_not_axes| bad(CurveAxes::ALLOWED.to_owned());
                self.axes = text.parse().map_err(refused)?;
            }
            Key::Digits => {
                let range = Digits::FEWEST as i64..=Digits::MOST as i64;
                self.digits = Digits::new(whole(range)?);
            }
            Key::Sentence => {
                let refused = || bad(Sentence::ALLOWED.to_owned());
                self.sentence = Sentence::new(text).ok_or_else(refused)?;
            }
            Key::Vectors => {
                let refused = || bad(VectorsFile::ALLOWED.to_owned());
                let is_toy = text == VectorsFile::TOY;
                self.vectors =
                    if is_toy { None } else { Some(VectorsFile::new(text).ok_or_else(refused)?) };
            }
            Key::Scaled => self.scaled = yes_or_no()?,
            Key::Join => self.join = Join::from_key(text).map_err(not_a_key)?,
            Key::Overlong => self.overlong = Overlong::from_key(text).map_err(not_a_key)?,
            Key::Controls => self.controls = Controls::parse(text).map_err(not_a_key)?,
            Key::Views => self.views = text.parse().map_err(not_a_key)?,
            // Limits are checked with the table, whose last rows may lie beyond them.
            Key::Position => {
                self.position = number::parse_whole(text).map_or_else(|| whole(positions), Ok)?;
            }
            Key::Column => self.column = whole(0..=i64::from(Limits::D_MODEL_MAX) - 1)? as u32,
            Key::Measure => self.measure = Measure::from_key(text).map_err(not_a_key)?,
            Key::Colors => {
                for name in text.split(',') {
                    let map = ColorMap::from_key(name).map_err(not_a_key)?;
                    if map.is_diverging() {
                        self.colors.diverging = Some(map);
                    } else {
                        self.colors.sequential = Some(map);
                    }
                }
            }
            Key::Transpose => self.transpose = yes_or_no()?,
            Key::Link => self.link = yes_or_no()?,
            Key::Curves => {
                let refused = |_not_curves| bad(Curves::ALLOWED.to_owned());
                self.curves = text.parse().map_err(refused)?;
            }
            Key::Pixels => self.pixels = Pixels::from_key(text).map_err(not_a_key)?,
            Key::Range => self.marked = Some(viewport(View::Values)?),
            Key::Heatmap
            | Key::Waves
            | Key::Similarity
            | Key::Rotation
            | Key::RotationLab
            | Key::Profile
            | Key::Wavelengths
            | Key::Shares
            | Key::Values
            | Key::Tokens
            | Key::Sum => {
                if let Some(view) = View::of_viewport(key) {
                    self.viewports.set(view, Some(viewport(view)?));
                }
            }
        }
        Ok(())
    }

    /// The text of one value; `None` where it is the default.
    pub(super) fn get(&self, key: Key) -> Option<String> {
        let default = Self::default();
        let changed = |is_changed: bool, text: String| is_changed.then_some(text);
        match key {
            Key::Convention => {
                changed(self.convention != default.convention, self.convention.key().to_owned())
            }
            Key::Encoding => {
                changed(self.encoding != default.encoding, self.encoding.key().to_owned())
            }
            Key::Seed => changed(self.seed != default.seed, self.seed.to_string()),
            Key::DModel => changed(self.d_model != default.d_model, self.d_model.to_string()),
            Key::Start => self.start.map(|start| start.to_string()),
            Key::Length => changed(self.length != default.length, self.length.to_string()),
            Key::Base => self.base.map(number::shortest),
            Key::Exponent => self.exponent.map(|exponent| exponent.key().to_owned()),
            Key::Layout => self.layout.map(|layout| layout.key().to_owned()),
            Key::Order => self.order.map(|order| order.key().to_owned()),
            Key::Components => self.components.map(|components| components.key().to_owned()),
            Key::Offset => changed(self.offset != default.offset, self.offset.to_string()),
            Key::OffsetA => changed(self.offset_a != default.offset_a, self.offset_a.to_string()),
            Key::OtherLength => {
                changed(self.other_length != default.other_length, self.other_length.to_string())
            }
            Key::Judged => changed(self.judged != default.judged, self.judged.to_string()),
            Key::Axes => changed(self.axes != default.axes, self.axes.to_string()),
            Key::Digits => changed(self.digits != default.digits, self.digits.get().to_string()),
            Key::Sentence => {
                changed(self.sentence != default.sentence, self.sentence.text().to_string())
            }
            Key::Vectors => self.vectors.as_ref().map(|file| file.text().to_owned()),
            Key::Scaled => changed(self.scaled, "true".to_owned()),
            Key::Join => changed(self.join != default.join, self.join.key().to_owned()),
            Key::Overlong => {
                changed(self.overlong != default.overlong, self.overlong.key().to_owned())
            }
            Key::Controls => self.controls.map(|controls| controls.to_string()),
            Key::Views => changed(self.views != default.views, self.views.to_string()),
            Key::Position => changed(self.position != default.position, self.position.to_string()),
            Key::Column => changed(self.column != default.column, self.column.to_string()),
            Key::Measure => changed(self.measure != default.measure, self.measure.key().to_owned()),
            Key::Colors => {
                let names: Vec<&str> = [self.colors.diverging, self.colors.sequential]
                    .into_iter()
                    .flatten()
                    .map(ColorMap::key)
                    .collect();
                changed(!names.is_empty(), names.join(","))
            }
            Key::Transpose => changed(self.transpose, "true".to_owned()),
            Key::Pixels => changed(self.pixels != default.pixels, self.pixels.key().to_owned()),
            Key::Curves => changed(self.curves != default.curves, self.curves.to_string()),
            Key::Link => changed(self.link, "true".to_owned()),
            Key::Range => self.marked.map(|marked| marked.to_string()),
            Key::Heatmap
            | Key::Waves
            | Key::Similarity
            | Key::Rotation
            | Key::RotationLab
            | Key::Profile
            | Key::Wavelengths
            | Key::Shares
            | Key::Values
            | Key::Tokens
            | Key::Sum => {
                let viewport = self.viewports.get(View::of_viewport(key)?)?;
                Some(viewport.to_string())
            }
        }
    }
}

/// Text from a clipboard may be anything of any length; an error shows its beginning.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}
