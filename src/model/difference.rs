//! Difference between two readings of a set of layers.

use super::set::LayerSet;
use crate::encoding::Double;

impl LayerSet {
    /// Numbers that another reading has instead, in words; empty if both rotate alike.
    pub fn differences_of(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        let mut differs = |name: &str, own: Option<String>, their: Option<String>| {
            if own != their {
                let known = |text: Option<String>| text.unwrap_or_else(|| "not known".to_owned());
                found.push(format!("{name} {}, not {}", known(their), known(own)));
            }
        };
        let text = |value: &f64| value.to_string();
        differs(
            "rope_type",
            Some(self.rope_type.value.clone()),
            Some(other.rope_type.value.clone()),
        );
        let base = |set: &Self| set.base.as_ref().map(|it| text(&it.value));
        differs("base", base(self), base(other));
        let dims = |set: &Self| set.rotary_dim.as_ref().map(|it| it.value.to_string());
        differs("rotary_dim", dims(self), dims(other));
        let pairing = |set: &Self| set.pairing.as_ref().map(|it| it.value.key().to_owned());
        // What a program does not state is no difference.
        if self.pairing.is_some() && other.pairing.is_some() {
            differs("pairing", pairing(self), pairing(other));
        }
        let factor = |set: &Self| Some(text(&set.attention_factor.value));
        differs("attention factor", factor(self), factor(other));
        if let (Some(own), Some(their)) = (self.frequencies(None), other.frequencies(None))
            && own.len() == their.len()
        {
            let is_other = |(a, b): &(&Double, &Double)| (a.hi - b.hi).abs() > 1e-9 * a.hi.abs();
            let num = own.iter().zip(&their).filter(is_other).count();
            if num > 0 {
                let turn = if num == 1 { "turns" } else { "turn" };
                found.push(format!("{num} of {} pairs {turn} at another speed", own.len()));
            }
        }
        found
    }
}
