//! Reasons why the values of two scenes differ.

use super::{Named, Scene};
use crate::encoding::{Family, rotary::Rotary};

/// Text of a difference, in which the same first word stands once; nothing where there is none.
fn instead(own: &str, other: &str) -> Option<String> {
    let rest =
        own.split_once(' ').and_then(|(word, _)| other.strip_prefix(word)?.strip_prefix(' '));
    (own != other).then(|| format!("{own} instead of {}", rest.unwrap_or(other)))
}

impl Scene {
    /// Reasons why values differ from those of another scene, as far as its parameters tell: `two blocks instead of
    /// interleaved`, `starts at 2 instead of 0`.
    pub fn reasons_beside(&self, other: &Self) -> Vec<String> {
        let (own, beside) = (self.draft(), other.draft());
        let mut found = Vec::new();
        // What a file holds is not a parameter.
        if [own, beside].iter().any(|it| it.encoding == Family::Table) {
            return found;
        }
        if own.encoding == beside.encoding {
            found.extend(self.reasons_within_family(other));
        } else {
            let title = |family: Family| family.title().to_lowercase();
            found.extend(instead(&title(own.encoding), &title(beside.encoding)));
        }
        let start = |it: &Self| {
            it.spacing().map_or_else(|| it.extent().start() as f64, |spacing| spacing.start)
        };
        if start(self).to_bits() != start(other).to_bits() {
            found.push(format!("starts at {} instead of {}", start(self), start(other)));
        }
        let step = |it: &Self| it.spacing().map_or(1.0, |spacing| spacing.step);
        if step(self).to_bits() != step(other).to_bits() {
            found.push(format!("step {} instead of {}", step(self), step(other)));
        }
        found.extend(instead(&own.round.title(), &beside.round.title()));
        found
    }

    /// Differences of two scenes of one family.
    fn reasons_within_family(&self, other: &Self) -> Vec<String> {
        let (own, beside) = (self.draft(), other.draft());
        if let Some((a, b)) = self.rotary().zip(other.rotary()) {
            return of_rotary(a, b);
        }
        match own.encoding {
            Family::Sinusoidal => {
                let differences = self.sinusoid().differences(other.sinusoid());
                differences.iter().filter_map(|[own, other]| instead(own, other)).collect()
            }
            Family::Random => instead(&format!("seed {}", own.seed), &beside.seed.to_string())
                .into_iter()
                .collect(),
            _ => {
                let title = |it: &Self| it.named().map(Named::title);
                let titles = title(self).zip(title(other));
                titles.and_then(|(own, other)| instead(own, other)).into_iter().collect()
            }
        }
    }
}

/// Differences of two rotary encodings.
fn of_rotary(own: &Rotary, other: &Rotary) -> Vec<String> {
    let mut found = Vec::new();
    let mut add = |name: &str, own: String, other: String| {
        found.extend(instead(&own, &other).map(|it| format!("{name} {it}")));
    };
    add("base", own.base().to_string(), other.base().to_string());
    add("rotary_dim", own.rotary_dim().to_string(), other.rotary_dim().to_string());
    let scaling = |it: &Rotary| it.scaling().key().to_owned();
    add("scaling", scaling(own), scaling(other));
    if own.scaling().rule() == other.scaling().rule() {
        let factor = |it: &Rotary| it.scaling().factor().unwrap_or(1.0).to_string();
        add("factor", factor(own), factor(other));
    }
    let attention_factor = |it: &Rotary| it.attention_factor().to_string();
    add("attention factor", attention_factor(own), attention_factor(other));
    if let Some((a, b)) = own.pairing().zip(other.pairing()) {
        add("pairing", a.key().to_owned(), b.key().to_owned());
    }
    add("cache", own.cache().key().to_owned(), other.cache().key().to_owned());
    found
}
