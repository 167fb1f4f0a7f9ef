//! Draft of a scene: every value by its key, read and written as text.

use std::sync::LazyLock;

use super::{
    Colors, Controls, CriteriaSelection, CurveAxes, CurveColumns, DifferenceScale, Digits,
    EncodingDraft, FileKind, FilePath, FileSource, Key, Overrides, Scales, SceneError, Sentence,
    Setting, Sides, Viewport, Viewports, Views,
    declarations::define_draft,
    key_rows::{any_of, for_scene_fields},
    key_value::KeyValue,
    texts::unescaped,
};
use crate::{
    encoding::{
        grid::{GridShape, Sequence},
        similarity::Measure,
    },
    picture::{ColorMap, Pixels},
    tokens::{Join, Overlong},
};

for_scene_fields! { define_draft
    /// Scene as requested, not yet validated.
    SceneDraft set by Setting {
        /// Encoding A.
        encoding: EncodingDraft = EncodingDraft::default(),
        /// Values that B sets itself; empty if there is no B.
        b: Overrides = Overrides::default(),
        /// Color maps.
        colors: Colors = Colors::default(),
        /// Color scales of single views.
        scales: Scales = Scales::default(),
        /// File of word vectors; `None`: toy embeddings.
        vectors: Option<FilePath> = None,
        /// Visible controls; `None`: all.
        controls: Option<Controls> = None,
        /// Marked columns and rows of the table of values.
        marked: Option<Viewport> = None,
        /// Visible part of each view.
        viewports: Viewports = Viewports::default(),
    }
}

impl From<EncodingDraft> for SceneDraft {
    /// Scene of the encoding, with all else as usual.
    fn from(encoding: EncodingDraft) -> Self {
        Self { encoding, ..Self::default() }
    }
}

impl SceneDraft {
    /// Makes B an encoding of its own with the values of A.
    pub fn copy_to_b(&mut self) {
        self.b = Overrides::of(&self.encoding, &self.encoding);
    }

    /// Removes B.
    pub fn close_b(&mut self) {
        (self.b, self.sides) = (Overrides::default(), Sides::A);
    }

    /// File that has to be read: that of the encoding, or that of the model which an encoding by rule is about.
    pub fn file_to_read(&self) -> Option<FileSource> {
        let about = || Some(FileSource { file: self.about.clone()?, kind: FileKind::About });
        self.encoding.file_source().or_else(about)
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
            self.apply(if is_of_b { setting.of_b() } else { setting });
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
        let Some(setting) = self.set_row(setting) else { return };
        match setting {
            Setting::Encoding(setting) => self.encoding.apply(setting),
            Setting::OfB(setting) => self.b.set(setting),
            Setting::GridAlong(axis, num) => {
                let grid = self.encoding.grid.unwrap_or_default();
                self.encoding.grid = Some(grid.with(axis, num));
            }
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
            for_scene_fields!(any_of Setting) => {}
        }
    }

    /// Text of one value; `None` if it is the default.
    pub(super) fn get(&self, key: Key) -> Option<String> {
        static DEFAULT: LazyLock<SceneDraft> = LazyLock::new(SceneDraft::default);
        self.text(key).filter(|text| DEFAULT.text(key).as_ref() != Some(text))
    }

    /// Text of one value; `None` if the scene sets none.
    pub fn text(&self, key: Key) -> Option<String> {
        match key {
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
            key if key.makes_encoding() => self.encoding.text(key),
            row => self.row(row)?.row_text(),
        }
    }
}
