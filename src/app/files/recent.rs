//! Files that were opened last.

use std::path::Path;

/// Paths of the files that were opened last, the latest first. Those that are no Unicode are left out: settings are
/// text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Recent(pub(crate) Vec<String>);

impl Recent {
    const MOST: usize = 8;

    /// Puts a file first.
    pub(crate) fn note(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_error| path.to_owned());
        let Some(path) = path.to_str() else { return };
        self.0.retain(|other| other != path);
        self.0.insert(0, path.to_owned());
        self.0.truncate(Self::MOST);
    }
}
