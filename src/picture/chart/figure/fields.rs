//! Fields: names, values and remarks in three columns.

/// Rows of fields under headings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    /// Headings of the columns.
    pub headings: [&'static str; 3],
    /// Rows from the top.
    pub rows: Vec<FieldRow>,
}

/// Row of a table of fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldRow {
    /// Name of the field.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Origin or meaning.
    pub remark: String,
    /// True if the row needs attention.
    pub is_warning: bool,
    /// True if a click on the row opens what it names.
    pub is_link: bool,
}

impl FieldRow {
    /// Row that is neither a warning nor a link.
    pub fn new(
        name: impl Into<String>,
        value: impl Into<String>,
        remark: impl Into<String>,
    ) -> Self {
        let (name, value, remark) = (name.into(), value.into(), remark.into());
        Self { name, value, remark, is_warning: false, is_link: false }
    }

    /// The same row, as a warning if it is one.
    #[must_use]
    pub fn warned(self, is_warning: bool) -> Self {
        Self { is_warning, ..self }
    }

    /// All rows as lines of text, their parts separated by tabs.
    pub fn tab_separated(rows: &[Self]) -> String {
        let line = |row: &Self| format!("{}\t{}\t{}", row.name, row.value, row.remark);
        rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The whole row in plain text.
    pub fn plain_text(&self) -> String {
        let parts = [&*self.name, &*self.value, &*self.remark];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// All rows in plain text, a sentence each.
    pub fn sentences(rows: &[Self]) -> String {
        let sentence = |row: &Self| row.plain_text().trim_end_matches('.').to_owned() + ".";
        rows.iter().map(sentence).collect::<Vec<_>>().join(" ")
    }
}
