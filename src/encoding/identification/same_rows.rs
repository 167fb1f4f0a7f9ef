//! Sinusoids with the same rows, and their conventions.

use crate::encoding::{Column, Component, Convention, Sinusoid, Waves};

/// Conventions whose rows are those of a sinusoid.
pub(crate) fn conventions_of(sinusoid: Sinusoid) -> impl Iterator<Item = Convention> {
    let is_it = move |convention: &Convention| {
        let own = Sinusoid::new(convention.draft(sinusoid.d_model()));
        own.is_ok_and(|own| have_equal_columns(own, sinusoid))
    };
    Convention::all().filter(is_it)
}

/// True if two sinusoids have the same values.
pub(super) fn have_equal_columns(a: Sinusoid, b: Sinusoid) -> bool {
    a.d_model() == b.d_model() && columns_of(a) == columns_of(b)
}

/// Component and frequency of each column, which are equal for sinusoids with the same values.
pub(super) fn columns_of(sinusoid: Sinusoid) -> Vec<Option<(Component, u64)>> {
    let waves = Waves::new(sinusoid);
    let column = |j: u32| match waves.column(j) {
        Column::Wave { frequency, component } => {
            Some((component, waves.frequencies()[frequency].omega.hi.to_bits()))
        }
        Column::Zero => None,
    };
    (0..sinusoid.d_model()).map(column).collect()
}
