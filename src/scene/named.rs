//! Encodings by name: the conventions of all families in one list.

use crate::encoding::{
    Convention, Family, UnknownConvention, bias::BiasConvention, grid::GridConvention,
};

/// Convention of any family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Sinusoidal table.
    Sinusoid(Convention),
    /// Cells of a grid.
    Grid(GridConvention),
    /// Bias of scores.
    Bias(BiasConvention),
}

impl Named {
    /// All conventions, family by family and group by group.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let biases = BiasConvention::all().map(Self::Bias);
        let grids = GridConvention::all().map(Self::Grid);
        Convention::all().map(Self::Sinusoid).chain(grids).chain(biases)
    }

    /// Returns the convention with a key, or an error that lists the nearest keys.
    pub fn find(name: &str) -> Result<Self, UnknownConvention> {
        let found = Self::all().find(|it| it.key() == name);
        found.ok_or_else(|| UnknownConvention::new(name, Self::all().map(Self::key)))
    }

    /// Stable name, used in scene texts and on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Self::Sinusoid(it) => it.key(),
            Self::Grid(it) => it.key(),
            Self::Bias(it) => it.key(),
        }
    }

    /// Family of the encodings.
    pub fn family(self) -> Family {
        match self {
            Self::Sinusoid(_) => Family::Sinusoidal,
            Self::Grid(_) => Family::Grid,
            Self::Bias(_) => Family::Bias,
        }
    }

    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Sinusoid(it) => it.facts().title,
            Self::Grid(it) => it.facts().title,
            Self::Bias(it) => it.facts().title,
        }
    }

    /// Heading under which the convention is listed.
    pub fn group(self) -> &'static str {
        match self {
            Self::Sinusoid(it) => it.facts().group,
            Self::Grid(_) => GridConvention::GROUP,
            Self::Bias(_) => BiasConvention::GROUP,
        }
    }

    /// Description in one sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Sinusoid(it) => it.facts().sentence,
            Self::Grid(it) => it.facts().sentence,
            Self::Bias(it) => it.facts().sentence,
        }
    }

    /// Source: repository and file, or publication.
    pub fn source(self) -> &'static str {
        match self {
            Self::Sinusoid(it) => it.facts().source,
            Self::Grid(it) => it.facts().source,
            Self::Bias(it) => it.facts().source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_finds_its_convention() {
        for it in Named::all() {
            assert_eq!(Named::find(it.key()), Ok(it));
        }
        let error = Named::find("alibi-blom").unwrap_err().to_string();
        assert!(error.contains("nearest are alibi-bloom"), "{error}");
    }
}
