//! Names of rows and columns, and the metadata of a file.

use super::{
    export::DataExport,
    request::{Format, What},
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
            What::Table | What::Frequencies | What::Difference | What::Slopes | What::Buckets => {
                self.what().key().to_owned()
            }
            What::Positions => format!("positions, {}", self.scene.draft().sequence),
            What::Bias => format!("bias, head {}", self.scene.head()),
            What::Similarity => format!("similarity, {}", self.scene.measure().key()),
            What::Rotation => format!("rotation, offset {}", self.scene.offset()),
        }
    }

    /// Quantity that a row stands for.
    pub(super) fn row_name(&self) -> &'static str {
        if let Some(&[first, ..]) = self.content.names() {
            return first;
        }
        match self.what() {
            What::Rotation => "column",
            _ if self.scene.spacing().is_some() => "row",
            _ => "position",
        }
    }

    /// Number of a row.
    pub(super) fn row_label(&self, row: u64) -> i64 {
        match self.what() {
            What::Rotation => row as i64,
            _ if self.content.names().is_some() => self.content.row_number(row),
            _ => self.table.position(row),
        }
    }

    /// Number of a column.
    pub(super) fn column_number(&self, column: u64) -> i64 {
        match self.what() {
            What::Similarity | What::Bias => self.row_label(column),
            _ => column as i64,
        }
    }

    /// Name of a column, or its number.
    pub(super) fn column_label(&self, column: u64) -> String {
        if let Some(names) = self.content.names() {
            return names[column as usize].to_owned();
        }
        self.column_number(column).to_string()
    }

    /// True if rows begin with their label. Lists have theirs as the first column.
    pub(super) fn has_labels(&self) -> bool {
        self.content.names().is_none() && self.format != Format::Json
    }
}
