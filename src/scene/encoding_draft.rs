//! Draft of an encoding: every value that makes it. A scene has one for A, and one for B by what that sets itself.

use std::sync::Arc;

use super::{
    Contents, EncodingSetting, FileKind, FilePath, FileSource, Key, RotarySetting, RotarySettings,
    declarations::define_draft,
    key_rows::{any_of, for_encoding_fields},
    text_value::WrittenValue,
};
use crate::encoding::{
    Components, Convention, Exponent, Family, Fourier, FourierFactor, Layout, Order, Sinusoid,
    Spacing, Stages,
    bias::{BiasConvention, Buckets},
    grid::{GridConvention, GridShape},
};

for_encoding_fields! { define_draft
    /// Encoding as requested, not yet validated.
    EncodingDraft set by EncodingSetting {
        /// Family; all but the sinusoidal one ignore the convention.
        family: Family = Family::Sinusoidal,
        /// Convention, which supplies every part that is not set below.
        convention: Convention = Convention::PAPER,
        /// Convention of a grid, which counts only in that family.
        grid_convention: GridConvention = GridConvention::MAE,
        /// Convention of a bias, which counts only in that family.
        bias_convention: BiasConvention = BiasConvention::ALIBI_BLOOM,
        /// File of the table; `None` unless the family is that of tables.
        table: Option<FilePath> = None,
        /// Tensor of the file; `None`: the only one.
        tensor: Option<Arc<str>> = None,
        /// Contents of the file of the table or of the model, once it has been read. They are no part of the scene's
        /// text.
        contents: Option<Contents> = None,
        /// Values of a rotary encoding.
        rotary: RotarySettings = RotarySettings::default(),
    }
}

impl EncodingDraft {
    /// File that the encoding is read from; `None` for an encoding by rule.
    pub fn file_source(&self) -> Option<FileSource> {
        match self.family {
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
        (self.family, self.convention, self.grid_convention, self.bias_convention)
    }

    /// Sets the convention and the sinusoidal family. Overrides of exponent, layout, order and components are
    /// dropped; all else stays.
    pub fn set_convention(&mut self, convention: Convention) {
        self.convention = convention;
        self.family = Family::Sinusoidal;
        (self.exponent, self.layout, self.order, self.components) = (None, None, None, None);
    }

    /// The same without what names it, and without the values that belong to that.
    pub(super) fn without_name(self) -> Self {
        Self {
            family: Family::Sinusoidal,
            table: None,
            tensor: None,
            contents: None,
            rotary: self.rotary.of_cache_alone(),
            base: None,
            exponent: None,
            layout: None,
            order: None,
            components: None,
            round: Stages::default(),
            ..self
        }
    }

    /// Applies one setting.
    pub(super) fn apply(&mut self, setting: EncodingSetting) {
        if matches!(setting, EncodingSetting::BiasTable(_)) {
            (self.tensor, self.contents) = (None, None);
        }
        let Some(setting) = self.set_field(setting) else { return };
        match setting {
            EncodingSetting::Convention(convention) => self.set_convention(convention),
            EncodingSetting::Family(family) => self.family = family,
            EncodingSetting::Table(file) => {
                self.family = Family::Table;
                (self.table, self.tensor, self.contents) = (Some(file), None, None);
            }
            EncodingSetting::Tensor(name) => (self.tensor, self.contents) = (Some(name), None),
            EncodingSetting::Rotary(setting) => {
                if matches!(setting, RotarySetting::Model(_)) {
                    self.family = Family::Rotary;
                    (self.base, self.contents) = (None, None);
                }
                self.rotary.apply(setting);
            }
            EncodingSetting::BiasConvention(convention) => {
                (self.bias_convention, self.family) = (convention, Family::Bias);
            }
            EncodingSetting::GridConvention(convention) => {
                (self.grid_convention, self.family) = (convention, Family::Grid);
                // Frames belong to a convention that has them.
                self.grid = self.grid.filter(|it| it.has_frames() == convention.has_frames());
                // A base belongs to its convention.
                self.base = None;
            }
            EncodingSetting::GridAlong(axis, num) => {
                self.grid = Some(self.grid.unwrap_or_default().with(axis, num));
            }
            // Set above.
            for_encoding_fields!(any_of EncodingSetting) => {}
        }
    }

    /// Text of one value; `None` if the encoding sets none.
    pub fn text(&self, key: Key) -> Option<String> {
        if let Some(text) = self.field_text(key) {
            return text;
        }
        match key {
            Key::Convention => Some(match self.family {
                Family::Bias => self.bias_convention.key().to_owned(),
                Family::Grid => self.grid_convention.key().to_owned(),
                _ => self.convention.key().to_owned(),
            }),
            // The file, the model or the convention says it.
            Key::Encoding
                if matches!(self.family, Family::Table | Family::Bias | Family::Grid)
                    || self.rotary.model.is_some() =>
            {
                None
            }
            Key::Encoding => Some(self.family.key().to_owned()),
            Key::Table => self.table.as_ref().map(|file| file.text().to_owned()),
            Key::Tensor => self.tensor.as_ref().map(ToString::to_string),
            rotary => self.rotary.text(rotary),
        }
    }

    /// Fourier features at the coordinates of the rows; `sinusoid` has their layout and order.
    pub(super) fn fourier(&self, sinusoid: &Sinusoid, spacing: Spacing) -> Fourier {
        Fourier {
            num_octaves: self.octaves,
            factor: self.pi,
            has_identity: self.identity,
            layout: sinusoid.layout(),
            order: sinusoid.order(),
            spacing,
        }
    }
}
