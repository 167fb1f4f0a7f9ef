//! Reasons why the values of two scenes differ.

use super::{Named, Scene};
use crate::encoding::{Difference, Family, rotary::Rotary};

impl Scene {
    /// Reasons why values differ from those of another scene, as far as its parameters tell: `two blocks instead of
    /// interleaved`, `starts at 2 instead of 0`.
    pub fn reasons_beside(&self, other: &Self) -> Vec<String> {
        let (own, beside) = (self.draft(), other.draft());
        // What a file holds is not a parameter.
        if [own, beside].iter().any(|it| it.encoding.family == Family::Table) {
            return Vec::new();
        }
        let mut found = if own.encoding.family == beside.encoding.family {
            self.differences_within_family(other)
        } else {
            let title = |family: Family| family.title().to_lowercase();
            Vec::from_iter(Difference::of("", [own, beside].map(|it| title(it.encoding.family))))
        };
        let spacing = |it: &Self| {
            let start = it.extent().start() as f64;
            it.spacing().map_or((start, 1.0), |spacing| (spacing.start, spacing.step))
        };
        let both = [spacing(self), spacing(other)];
        found.extend(Difference::of("starts at", both.map(|it| it.0.to_string())));
        found.extend(Difference::of("step", both.map(|it| it.1.to_string())));
        found.extend(Difference::of("", [own, beside].map(|it| it.encoding.round.title())));
        found.iter().map(Difference::both).collect()
    }

    /// Differences of two scenes of one family.
    fn differences_within_family(&self, other: &Self) -> Vec<Difference> {
        if let Some((a, b)) = self.rotary().zip(other.rotary()) {
            return of_rotary([a, b]);
        }
        match self.draft().encoding.family {
            Family::Sinusoidal => self.sinusoid().differences(other.sinusoid()),
            Family::Random => {
                let seeds = [self, other].map(|it| it.draft().encoding.seed.to_string());
                Vec::from_iter(Difference::of("seed", seeds))
            }
            // Several conventions may name one table.
            _ if is_one_table(self, other) => Vec::new(),
            _ => {
                let title = |it: &Self| it.named().map(Named::title);
                let titles = title(self).zip(title(other));
                let differences =
                    titles.and_then(|(a, b)| Difference::of("", [a, b].map(str::to_owned)));
                Vec::from_iter(differences)
            }
        }
    }
}

/// True if the rows of two scenes are the same but for rounding, as far as some of them tell.
fn is_one_table(a: &Scene, b: &Scene) -> bool {
    const MOST_ROWS: u64 = 64;
    const NEAR: f64 = 1e-5;
    let (a, b) = (a.table(), b.table());
    let num_rows = a.num_rows().min(b.num_rows());
    let step = num_rows.div_ceil(MOST_ROWS).max(1) as usize;
    let is_row = |row: u64| {
        let [a, b] = [&a, &b].map(|it| it.encoding.row(it.position(row)));
        a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= NEAR)
    };
    a.num_columns() == b.num_columns() && (0..num_rows).step_by(step).all(is_row)
}

/// Differences of two rotary encodings.
fn of_rotary(both: [&Rotary; 2]) -> Vec<Difference> {
    let pairings = both[0].pairing().zip(both[1].pairing());
    let is_one_rule = both[0].scaling().rule() == both[1].scaling().rule();
    let factor = |it: &Rotary| it.scaling().factor().unwrap_or(1.0).to_string();
    [
        Difference::of("base", both.map(|it| it.base().to_string())),
        Difference::of("rotary_dim", both.map(|it| it.rotary_dim().to_string())),
        Difference::of("scaling", both.map(|it| it.scaling().key().to_owned())),
        Difference::of("factor", both.map(factor)).filter(|_| is_one_rule),
        Difference::of("attention factor", both.map(|it| it.attention_factor().to_string())),
        pairings.and_then(|(a, b)| Difference::of("pairing", [a, b].map(|it| it.key().to_owned()))),
        Difference::of("cache", both.map(|it| it.cache().key().to_owned())),
    ]
    .into_iter()
    .flatten()
    .collect()
}
