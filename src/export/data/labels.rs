//! Names of rows and columns, and the metadata of a file.

use super::{
    export::DataExport,
    request::{FREQUENCY_COLUMNS, Format, What},
};
use crate::export::provenance::Provenance;

impl DataExport {
    /// Names and values of the metadata: the provenance, and a description of the numbers.
    pub(super) fn metadata(&self) -> Vec<(&'static str, String)> {
        let provenance = Provenance::of(&self.scene);
        let entries = provenance.entries().map(|(name, value)| (name, value.to_owned()));
        entries.into_iter().chain([("what", self.what_text())]).collect()
    }

    /// Description of the numbers, with the parts of the scene that they depend on.
    pub(super) fn what_text(&self) -> String {
        match self.what() {
            What::Table | What::Frequencies | What::Difference => self.what().key().to_owned(),
            What::Similarity => format!("similarity, {}", self.scene.measure().key()),
            What::Rotation => format!("rotation, offset {}", self.scene.offset()),
        }
    }

    /// Quantity that a row stands for.
    pub(super) fn row_name(&self) -> &'static str {
        match self.what() {
            What::Table | What::Similarity | What::Difference if self.scene.spacing().is_some() => {
                "row"
            }
            What::Table | What::Similarity | What::Difference => "position",
            What::Rotation => "column",
            What::Frequencies => FREQUENCY_COLUMNS[0],
        }
    }

    /// Number of a row.
    pub(super) fn row_label(&self, row: u64) -> i64 {
        match self.what() {
            What::Table | What::Similarity | What::Difference => self.table.position(row),
            What::Rotation | What::Frequencies => row as i64,
        }
    }

    /// Number of a column.
    pub(super) fn column_number(&self, column: u64) -> i64 {
        match self.what() {
            What::Similarity => self.row_label(column),
            What::Table | What::Rotation | What::Frequencies | What::Difference => column as i64,
        }
    }

    /// Name of a column, or its number.
    pub(super) fn column_label(&self, column: u64) -> String {
        if self.what() == What::Frequencies {
            return FREQUENCY_COLUMNS[column as usize].to_owned();
        }
        self.column_number(column).to_string()
    }

    /// True if rows begin with their label. Frequencies have theirs as the first column.
    pub(super) fn has_labels(&self) -> bool {
        self.what() != What::Frequencies && self.format != Format::Json
    }
}
