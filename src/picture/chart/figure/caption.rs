//! Encoding of a figure in words.

/// Encoding of a figure in words: its name and its parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// Name of the encoding.
    pub name: String,
    /// Parameters: `d_model 64`, `base 10 000`.
    pub parameters: Vec<String>,
    /// Offset that the figure depends on.
    pub offset: Option<String>,
    /// Encoding that it is compared with: what tells it from the first, and those of its parameters that the first
    /// lacks.
    pub compared: Option<(String, Vec<String>)>,
}

impl Caption {
    /// Clauses of the line below a figure. The last names the program.
    pub fn clauses(&self) -> Vec<String> {
        let mut clauses = vec![self.name.clone()];
        clauses.extend(self.parameters.iter().cloned());
        clauses.extend(self.offset.iter().map(|offset| format!("offset {offset}")));
        clauses.extend(self.compared.iter().map(|(title, _)| format!("B: {title}")));
        clauses.push(format!("Phasor {}", env!("CARGO_PKG_VERSION")));
        clauses
    }
}
