//! Sinusoids that have the same table, counted once.

use std::collections::BTreeSet;

use super::same_rows::columns_of;
use crate::encoding::{Sinusoid, SinusoidDraft};

/// Sinusoids of some drafts, each table once.
pub(super) fn distinct(drafts: impl Iterator<Item = SinusoidDraft>) -> Vec<Sinusoid> {
    let mut found: Vec<Sinusoid> = Vec::new();
    let mut known = BTreeSet::new();
    for sinusoid in drafts.filter_map(|draft| Sinusoid::new(draft).ok()) {
        let columns = columns_of(sinusoid).into_iter();
        let bits = columns.map(|it| it.map(|(component, omega)| (component as u8, omega)));
        if known.insert(bits.collect::<Vec<_>>()) {
            found.push(sinusoid);
        }
    }
    found
}
