//! Draft of an encoding: every value that makes it. A scene has one for A, and one for B by what that sets itself.

use std::sync::Arc;

use super::{
    Contents, EncodingSetting, FileKind, FilePath, FileSource, Key, Named,
    declarations::{define_draft, define_reset},
    key_rows::{any_of, for_encoding_fields},
};
use crate::{
    encoding::{
        Components, Convention, Exponent, Family, Fourier, FourierFactor, Layout, Order, Sinusoid,
        Spacing, Stages,
        bias::{BiasConvention, Buckets},
        grid::{GridConvention, GridShape},
        rotary::{
            Sections,
            cache::{Cache, CacheForm},
            pairing::Pairing,
            scaling::Rule,
        },
    },
    model::Reader,
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
        /// Contents of the file of the table or of the model, once it has been read. They are no part of the scene's
        /// text.
        contents: Option<Contents> = None,
    }
}

for_encoding_fields! { define_reset EncodingDraft }

/// True for a key whose value belongs to a file or a model, not to a convention.
fn is_of_file(key: Key) -> bool {
    key.is_named() && !key.families().contains(&Family::Sinusoidal)
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
                Some(FileSource { file: self.model_file()?.clone(), kind: FileKind::Model })
            }
            _ => None,
        }
    }

    /// Convention of the family; `None` for a family without conventions.
    pub(super) fn convention_of_family(&self) -> Option<Named> {
        match self.family {
            Family::Sinusoidal => Some(Named::Sinusoid(self.convention)),
            Family::Grid => Some(Named::Grid(self.grid_convention)),
            Family::Bias => Some(Named::Bias(self.bias_convention)),
            _ => None,
        }
    }

    /// First position where the draft sets none; first coordinate of Fourier features.
    pub(super) fn usual_start(&self) -> f64 {
        match self.family {
            Family::Sinusoidal => self.convention.facts().start as f64,
            Family::Fourier => Fourier::FIRST,
            _ => 0.0,
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
    pub(crate) fn without_name(mut self) -> Self {
        self.reset_all(Key::is_named);
        Self { family: Family::Sinusoidal, contents: None, ..self }
    }

    /// Drops what belongs to the files and models of other families.
    pub(super) fn drop_other_families(&mut self) {
        let family = self.family;
        self.reset_all(|key| is_of_file(key) && !key.families().contains(&family));
    }

    fn reset_all(&mut self, is_reset: impl Fn(Key) -> bool) {
        for &key in Key::ALL.iter().filter(|key| is_reset(**key)) {
            self.reset(key);
        }
    }

    /// Applies one setting.
    pub(super) fn apply(&mut self, setting: EncodingSetting) {
        // What belongs to the value before goes with it.
        match &setting {
            EncodingSetting::Table(_) => {
                self.family = Family::Table;
                (self.tensor, self.contents) = (None, None);
            }
            EncodingSetting::BiasTable(_) => (self.tensor, self.contents) = (None, None),
            EncodingSetting::Tensor(_) => self.contents = None,
            EncodingSetting::Model(_) => {
                self.reset_all(|key| is_of_file(key) && key.families().contains(&Family::Rotary));
                self.family = Family::Rotary;
                (self.base, self.contents) = (None, None);
            }
            EncodingSetting::Part(_) => self.layers = None,
            _ => {}
        }
        let Some(setting) = self.set_row(setting) else { return };
        match setting {
            EncodingSetting::Convention(convention) => self.set_convention(convention),
            EncodingSetting::Family(family) => self.family = family,
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
            // Set above.
            for_encoding_fields!(any_of EncodingSetting) => {}
        }
    }

    /// Value of a key; `None` if the encoding sets none.
    pub(super) fn setting(&self, key: Key) -> Option<EncodingSetting> {
        match key {
            Key::Convention => {
                let own = self.convention_of_family();
                Some(own.unwrap_or(Named::Sinusoid(self.convention)).into())
            }
            Key::Encoding => {
                // The file, the model or the convention says it.
                let is_said = matches!(self.family, Family::Table | Family::Bias | Family::Grid)
                    || self.model.is_some();
                (!is_said).then_some(EncodingSetting::Family(self.family))
            }
            row => self.row(row),
        }
    }

    /// Text of one value; `None` if the encoding sets none.
    pub fn text(&self, key: Key) -> Option<String> {
        self.setting(key).map(|setting| setting.text())
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
