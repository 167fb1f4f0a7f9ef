//! Draft of a scene: every value by its key, read and written as text.

use std::sync::{Arc, LazyLock};

use super::error::shortened;
use super::{
    Beside, BiasSetting, BiasSettings, Colors, Contents, Controls, CriteriaSelection, CurveAxes,
    Curves, DifferenceScale, Digits, FileKind, FilePath, FileSource, Key, RotarySetting,
    RotarySettings, Scales, SceneError, Sentence, Setting, Sides, Viewport, Viewports, Views,
    beside,
    fields::{any_field, for_fields},
    text_value::WrittenValue,
    texts::unescaped,
};
use crate::{
    encoding::{
        Components, Convention, Exponent, Family, FourierFactor, Layout, Order, Stages,
        bias::BiasConvention,
        grid::{GridConvention, GridShape, Sequence},
        similarity::Measure,
    },
    picture::{ColorMap, Pixels},
    tokens::{Join, Overlong},
};

/// Scene as requested, not yet validated.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is the value of a key")]
pub struct SceneDraft {
    /// Convention, which supplies every part that is not set below.
    pub convention: Convention,
    /// Family of the encoding; all but the sinusoidal one ignore the convention.
    pub encoding: Family,
    /// File of the table; `None` unless the family is that of tables.
    pub table: Option<FilePath>,
    /// Tensor of the file; `None`: the only one.
    pub tensor: Option<Arc<str>>,
    /// Contents of the file of the table or of the model, once it has been read. They are no part of the scene's text.
    pub contents: Option<Contents>,
    /// Values of a rotary encoding.
    pub rotary: RotarySettings,
    /// Convention of a grid, which counts only in that family.
    pub grid_convention: GridConvention,
    /// Shape of a grid; `None`: the usual one in the family of grids, and none in others.
    pub grid: Option<GridShape>,
    /// Values of a bias.
    pub bias: BiasSettings,
    /// File with the numbers that a bias by buckets has learned.
    pub bias_table: Option<FilePath>,
    /// Seed of the random vectors.
    pub seed: u64,
    /// Number of octaves of Fourier features.
    pub octaves: u32,
    /// Factor of the frequencies of Fourier features.
    pub pi: FourierFactor,
    /// True if the first column of Fourier features is the coordinate itself.
    pub identity: bool,
    /// Number of columns.
    pub d_model: u32,
    /// Position of the first row; `None`: the convention's.
    pub start: Option<f64>,
    /// Distance between the positions of two rows, negative in reverse; `None`: 1, and for Fourier features one that
    /// ends at 1.
    pub step: Option<f64>,
    /// Number of rows.
    pub length: u64,
    /// Base; `None`: the convention's.
    pub base: Option<f64>,
    /// Exponent rule; `None`: the convention's.
    pub exponent: Option<Exponent>,
    /// Layout; `None`: the convention's.
    pub layout: Option<Layout>,
    /// Order; `None`: the convention's.
    pub order: Option<Order>,
    /// Components; `None`: the convention's.
    pub components: Option<Components>,
    /// Types that the stages of the computation are rounded to.
    pub round: Stages,
    /// Values that make B; empty if there is no B.
    pub beside: Beside,
    /// Sides that views show.
    pub sides: Sides,
    /// Largest |A − B| that counts as equal.
    pub tolerance: f64,
    /// Scale of A − B.
    pub difference_scale: DifferenceScale,
    /// Offset k as set. [`Scene::offset`](super::Scene::offset) is how the encoding reads it.
    pub offset: i64,
    /// Selected position, which may lie outside the table.
    pub position: i64,
    /// Selected column, which may lie beyond the end of the table.
    pub column: u32,
    /// Selected head, which may lie beyond the last.
    pub head: u32,
    /// Measure of similarity.
    pub measure: Measure,
    /// Color maps.
    pub colors: Colors,
    /// Color scales of single views.
    pub scales: Scales,
    /// True if compared tables have their names beside their letters.
    pub side_names: bool,
    /// True if the heatmap has positions across.
    pub transpose: bool,
    /// Rule for pixels that cover several cells.
    pub pixels: Pixels,
    /// Columns drawn as waves.
    pub curves: Curves,
    /// Columns whose waves are hidden.
    pub hidden: Curves,
    /// True if heatmap and waves show the same positions.
    pub link: bool,
    /// Second offset a, to check that `M_a·M_k` equals `M_(a+k)`.
    pub offset_a: i64,
    /// Second length, at which the criteria are measured as well.
    pub other_length: u64,
    /// Selected candidate and criterion.
    pub criteria_selection: CriteriaSelection,
    /// Axes of the curve of positions.
    pub axes: CurveAxes,
    /// Decimals in the table of values.
    pub digits: Digits,
    /// Shape that a grid is resized to; `None`: half as many rows and columns again.
    pub resize: Option<GridShape>,
    /// Text and images whose tokens have three positions.
    pub sequence: Sequence,
    /// Sentence whose words become rows.
    pub sentence: Sentence,
    /// File of word vectors; `None`: toy embeddings.
    pub vectors: Option<FilePath>,
    /// True if embeddings are multiplied by √`d_model`.
    pub scaled: bool,
    /// Operation that combines embedding and encoding.
    pub join: Join,
    /// Model whose positions the encoding shows: its folder, configuration or checkpoint.
    pub about: Option<FilePath>,
    /// Treatment of a sentence longer than the table.
    pub overlong: Overlong,
    /// Visible controls; `None`: all.
    pub controls: Option<Controls>,
    /// Open views.
    pub views: Views,
    /// Marked columns and rows of the table of values.
    pub marked: Option<Viewport>,
    /// Visible part of each view.
    pub viewports: Viewports,
}

/// Part of a scene's text: a key and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    /// True for a value of B.
    pub(super) is_of_b: bool,
    /// Key.
    pub(super) key: Key,
    /// Value, in which special characters are escaped.
    pub(super) value: &'a str,
}

impl<'a> Pair<'a> {
    /// Reads a part of a text, after others.
    pub(super) fn read(part: &'a str, others: &[Self]) -> Result<Self, SceneError> {
        let (name, value) =
            part.split_once('=').ok_or_else(|| SceneError::NotAPair(shortened(part)))?;
        let (is_of_b, name_of_key) = match name.strip_prefix(beside::PREFIX) {
            Some(rest) => (true, rest),
            None => (false, name),
        };
        let key = Key::named(name_of_key)
            .map_err(|source| SceneError::UnknownKey { key: shortened(name), source })?;
        if others.iter().any(|other| (other.is_of_b, other.key) == (is_of_b, key)) {
            return Err(SceneError::Twice(shortened(name)));
        }
        if is_of_b && !key.makes_encoding() {
            return Err(SceneError::Shared(key.key()));
        }
        Ok(Self { is_of_b, key, value })
    }
}

macro_rules! define_fields {
    (@set value $place:expr, $value:expr) => { $place = $value };
    (@set option $place:expr, $value:expr) => { $place = Some($value) };
    (@text value $place:expr) => { Some($place.written()) };
    (@text option $place:expr) => { $place.as_ref().map(WrittenValue::written) };
    ($( $(#[$doc:meta])* $name:ident($type:ty) $field:ident $kind:ident, $read:expr; )+) => {
        impl SceneDraft {
            /// Sets a field; returns a setting that is none.
            fn set_field(&mut self, setting: Setting) -> Option<Setting> {
                match setting {
                    $( Setting::$name(value) => define_fields!(@set $kind self.$field, value), )+
                    other => return Some(other),
                }
                None
            }

            /// Text of a field; `None` for a key that is none.
            fn field_text(&self, key: Key) -> Option<Option<String>> {
                Some(match key {
                    $( Key::$name => define_fields!(@text $kind self.$field), )+
                    _ => return None,
                })
            }
        }
    };
}

for_fields!(define_fields);

impl Default for SceneDraft {
    fn default() -> Self {
        Self {
            convention: Convention::PAPER,
            encoding: Family::Sinusoidal,
            table: None,
            tensor: None,
            contents: None,
            rotary: RotarySettings::default(),
            grid_convention: GridConvention::MAE,
            grid: None,
            bias: BiasSettings::default(),
            bias_table: None,
            seed: 0,
            octaves: 10,
            pi: FourierFactor::One,
            identity: true,
            d_model: 128,
            start: None,
            step: None,
            length: 256,
            base: None,
            exponent: None,
            layout: None,
            order: None,
            components: None,
            round: Stages::default(),
            beside: Beside::default(),
            sides: Sides::A,
            tolerance: 0.0,
            difference_scale: DifferenceScale::Linear,
            offset: 10,
            position: 42,
            column: 14,
            head: 0,
            measure: Measure::Dot,
            colors: Colors::default(),
            scales: Scales::default(),
            side_names: true,
            transpose: false,
            pixels: Pixels::Mean,
            curves: Curves::default(),
            hidden: Curves::default(),
            link: false,
            offset_a: 3,
            other_length: 512,
            criteria_selection: CriteriaSelection::default(),
            axes: CurveAxes::default(),
            digits: Digits::default(),
            resize: None,
            sequence: Sequence::default(),
            sentence: Sentence::default(),
            vectors: None,
            about: None,
            scaled: true,
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
    /// File that the encoding is read from; `None` for an encoding by rule.
    pub fn file_source(&self) -> Option<FileSource> {
        match self.encoding {
            Family::Bias if self.bias.has_buckets() => {
                let kind = FileKind::Table(self.tensor.clone());
                Some(FileSource { file: self.bias_table.clone()?, kind })
            }
            Family::Table => {
                let kind = FileKind::Table(self.tensor.clone());
                Some(FileSource { file: self.table.clone()?, kind })
            }
            Family::Rotary => {
                Some(FileSource { file: self.rotary.file()?.clone(), kind: FileKind::Model })
            }
            _ => None,
        }
    }

    /// Family and conventions: what names an encoding by rule.
    pub fn named(&self) -> (Family, Convention, GridConvention, BiasConvention) {
        (self.encoding, self.convention, self.grid_convention, self.bias.convention)
    }

    /// File that has to be read: that of the encoding, or that of the model which an encoding by rule is about.
    pub fn file_to_read(&self) -> Option<FileSource> {
        let about = || Some(FileSource { file: self.about.clone()?, kind: FileKind::About });
        self.file_source().or_else(about)
    }

    /// Sets the convention and the sinusoidal family. Overrides of exponent, layout, order and components are
    /// dropped; all else stays.
    pub fn set_convention(&mut self, convention: Convention) {
        self.convention = convention;
        self.encoding = Family::Sinusoidal;
        (self.exponent, self.layout, self.order, self.components) = (None, None, None, None);
    }

    /// Reads the text form of a scene: sets the keys that it names and keeps all other values.
    pub fn read(&mut self, text: &str) -> Result<(), SceneError> {
        let mut pairs: Vec<Pair<'_>> = Vec::new();
        for part in Self::parts(text) {
            pairs.push(Pair::read(part, &pairs)?);
        }
        // In the order of the keys: the convention comes first, so that the others override it.
        pairs.sort_by_key(|pair| (pair.is_of_b, pair.key));
        for Pair { is_of_b, key, value } in pairs {
            let setting = Setting::parse(key, &unescaped(value))?;
            if is_of_b {
                self.beside.set(key, setting);
            } else {
                self.apply(setting);
            }
        }
        Ok(())
    }

    /// Parts of a scene's text, each of the form `key=value`.
    pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
        text.trim().split('&').filter(|part| !part.is_empty())
    }

    /// True if a scene's text says what the value of a key is.
    pub fn states(text: &str, key: Key) -> bool {
        Self::parts(text).any(|part| part.split('=').next() == Some(key.key()))
    }

    /// Parses and sets the value of a key.
    pub fn set(&mut self, key: Key, text: &str) -> Result<(), SceneError> {
        self.apply(Setting::parse(key, text)?);
        Ok(())
    }

    /// Applies one setting.
    pub fn apply(&mut self, setting: Setting) {
        if matches!(setting, Setting::BiasTable(_)) {
            (self.tensor, self.contents) = (None, None);
        }
        let Some(setting) = self.set_field(setting) else { return };
        match setting {
            Setting::Convention(convention) => self.set_convention(convention),
            Setting::Encoding(family) => self.encoding = family,
            Setting::Table(file) => {
                self.encoding = Family::Table;
                (self.table, self.tensor, self.contents) = (Some(file), None, None);
            }
            Setting::Tensor(name) => (self.tensor, self.contents) = (Some(name), None),
            Setting::Rotary(setting) => {
                if matches!(setting, RotarySetting::Model(_)) {
                    self.encoding = Family::Rotary;
                    (self.base, self.contents) = (None, None);
                }
                self.rotary.apply(setting);
            }
            Setting::Bias(setting) => {
                if matches!(setting, BiasSetting::Convention(_)) {
                    self.encoding = Family::Bias;
                }
                self.bias.apply(setting);
            }
            Setting::GridConvention(convention) => {
                (self.grid_convention, self.encoding) = (convention, Family::Grid);
                // Frames belong to a convention that has them.
                self.grid = self.grid.filter(|it| it.has_frames() == convention.has_frames());
                // A base belongs to its convention.
                self.base = None;
            }
            Setting::GridAlong(axis, num) => {
                self.grid = Some(self.grid.unwrap_or_default().with(axis, num));
            }
            Setting::OfB(key, setting) => self.beside.set(key, *setting),
            Setting::Vectors(vectors) => self.vectors = vectors,
            Setting::Controls(controls) => self.controls = controls,
            Setting::Colors(Colors { diverging, sequential }) => {
                self.colors.diverging = diverging.or(self.colors.diverging);
                self.colors.sequential = sequential.or(self.colors.sequential);
            }
            Setting::DivergingMap(map) => self.colors.diverging = map,
            Setting::SequentialMap(map) => self.colors.sequential = map,
            Setting::Scales(scales) => self.scales = *scales,
            Setting::ViewScale(view, scale) => self.scales = self.scales.with(view, scale),
            Setting::Marked(marked) => self.marked = Some(marked),
            Setting::Viewport(view, viewport) => self.viewports.set(view, Some(viewport)),
            // Set above.
            for_fields!(any_field) => {}
        }
    }

    /// Text of one value; `None` if it is the default.
    pub(super) fn get(&self, key: Key) -> Option<String> {
        static DEFAULT: LazyLock<SceneDraft> = LazyLock::new(SceneDraft::default);
        self.text(key).filter(|text| DEFAULT.text(key).as_ref() != Some(text))
    }

    /// Text of one value; `None` if the scene sets none.
    pub fn text(&self, key: Key) -> Option<String> {
        if let Some(text) = self.field_text(key) {
            return text;
        }
        match key {
            Key::Convention if self.encoding == Family::Bias => {
                Some(self.bias.convention.key().to_owned())
            }
            Key::Convention if self.encoding == Family::Grid => {
                Some(self.grid_convention.key().to_owned())
            }
            Key::Convention => Some(self.convention.key().to_owned()),
            // The file, the model or the convention says it.
            Key::Encoding
                if matches!(self.encoding, Family::Table | Family::Bias | Family::Grid)
                    || self.rotary.model.is_some() =>
            {
                None
            }
            Key::Encoding => Some(self.encoding.key().to_owned()),
            Key::Table => self.table.as_ref().map(|file| file.text().to_owned()),
            Key::Tensor => self.tensor.as_ref().map(ToString::to_string),
            Key::Vectors => self.vectors.as_ref().map(|file| file.text().to_owned()),
            Key::Controls => self.controls.map(|controls| controls.to_string()),
            Key::Colors => {
                let names: Vec<&str> = [self.colors.diverging, self.colors.sequential]
                    .into_iter()
                    .flatten()
                    .map(ColorMap::key)
                    .collect();
                (!names.is_empty()).then(|| names.join(","))
            }
            Key::Scales => Some(self.scales.to_string()),
            Key::Range => self.marked.map(|marked| marked.to_string()),
            Key::Viewport(view) => self.viewports.get(view).map(|viewport| viewport.to_string()),
            key if key.is_of_bias() => Some(self.bias.text(key)),
            rotary => self.rotary.text(rotary),
        }
    }
}
