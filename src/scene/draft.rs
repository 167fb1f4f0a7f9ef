//! Draft of a scene: every value by its key, read and written as text. Most of its fields are rows of `key_rows`.

use std::sync::{Arc, LazyLock};

use super::{
    Beside, Colors, Contents, Controls, CriteriaSelection, CurveAxes, CurveColumns,
    DifferenceScale, Digits, FileKind, FilePath, FileSource, Key, RotarySetting, RotarySettings,
    Scales, SceneError, Sentence, Setting, Sides, Viewport, Viewports, Views,
    key_rows::{any_field, for_fields},
    key_value::KeyValue,
    text_value::WrittenValue,
    texts::unescaped,
};
use crate::{
    encoding::{
        Components, Convention, Exponent, Family, FourierFactor, Layout, Order, Stages,
        bias::{BiasConvention, Buckets},
        grid::{GridConvention, GridShape, Sequence},
        similarity::Measure,
    },
    picture::{ColorMap, Pixels},
    tokens::{Join, Overlong},
};

macro_rules! define_fields {
    (@set value $place:expr, $value:expr) => { $place = $value };
    (@set option $place:expr, $value:expr) => { $place = Some($value) };
    (@text value $place:expr) => { Some($place.written()) };
    (@text option $place:expr) => { $place.as_ref().map(WrittenValue::written) };
    (@type value $type:ty) => { $type };
    (@type option $type:ty) => { Option<$type> };
    ($(
        $name:ident($type:ty) $field:ident $kind:ident = $default:expr, $read:expr, $help:literal;
    )+) => {
        /// Scene as requested, not yet validated.
        #[derive(Clone, Debug, PartialEq)]
        #[expect(clippy::doc_markdown, reason = "the help of keys is plain text")]
        pub struct SceneDraft {
            /// Convention, which supplies every part that is not set below.
            pub convention: Convention,
            /// Family of the encoding; all but the sinusoidal one ignore the convention.
            pub encoding: Family,
            /// File of the table; `None` unless the family is that of tables.
            pub table: Option<FilePath>,
            /// Tensor of the file; `None`: the only one.
            pub tensor: Option<Arc<str>>,
            /// Contents of the file of the table or of the model, once it has been read. They are no part of the
            /// scene's text.
            pub contents: Option<Contents>,
            /// Values of a rotary encoding.
            pub rotary: RotarySettings,
            /// Convention of a grid, which counts only in that family.
            pub grid_convention: GridConvention,
            /// Convention of a bias, which counts only in that family.
            pub bias_convention: BiasConvention,
            /// Values that make B; empty if there is no B.
            pub beside: Beside,
            /// Color maps.
            pub colors: Colors,
            /// Color scales of single views.
            pub scales: Scales,
            /// File of word vectors; `None`: toy embeddings.
            pub vectors: Option<FilePath>,
            /// Visible controls; `None`: all.
            pub controls: Option<Controls>,
            /// Marked columns and rows of the table of values.
            pub marked: Option<Viewport>,
            /// Visible part of each view.
            pub viewports: Viewports,
            $( #[doc = $help] pub $field: define_fields!(@type $kind $type), )+
        }

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
                    bias_convention: BiasConvention::ALIBI_BLOOM,
                    beside: Beside::default(),
                    colors: Colors::default(),
                    scales: Scales::default(),
                    vectors: None,
                    controls: None,
                    marked: None,
                    viewports: Viewports::default(),
                    $( $field: $default, )+
                }
            }
        }

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

impl SceneDraft {
    /// File that the encoding is read from; `None` for an encoding by rule.
    pub fn file_source(&self) -> Option<FileSource> {
        match self.encoding {
            Family::Bias if self.has_buckets() => {
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
        (self.encoding, self.convention, self.grid_convention, self.bias_convention)
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
        let mut pairs: Vec<KeyValue<'_>> = Vec::new();
        for part in Self::parts(text) {
            pairs.push(KeyValue::read(part, &pairs)?);
        }
        // In the order of the keys: the convention comes first, so that the others override it.
        pairs.sort_by_key(|pair| (pair.is_of_b, pair.key));
        for pair @ KeyValue { is_of_b, key, value } in pairs {
            let setting = Setting::parse(key, &unescaped(value))
                .map_err(|error| pair.not_joined().unwrap_or(error))?;
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
            Setting::BiasConvention(convention) => {
                (self.bias_convention, self.encoding) = (convention, Family::Bias);
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
                Some(self.bias_convention.key().to_owned())
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
            rotary => self.rotary.text(rotary),
        }
    }
}
