//! Controls that a scene shows in the window; a teacher can hide the others.

use std::fmt;

use super::{Key, key::NoKey};

/// Keys of the scene whose controls are shown. The text form is `d_model,offset`, or `none`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controls(u128);

impl Controls {
    /// Text for no controls.
    const NONE: &'static str = "none";
    /// Text for all controls, equivalent to leaving out the key.
    const ALL: &'static str = "all";

    /// Parses a list of keys; `None` if all controls are shown.
    pub(super) fn parse(text: &str) -> Result<Option<Self>, NoKey> {
        match text.trim() {
            Self::ALL => Ok(None),
            Self::NONE => Ok(Some(Self::default())),
            keys => {
                let bits = keys.split(',').map(|key| Key::named(key.trim()).map(bit));
                let all = bits.collect::<Result<Vec<u128>, _>>()?;
                Ok(Some(Self(all.into_iter().fold(0, |bits, bit| bits | bit))))
            }
        }
    }

    /// True if the control of a key is shown.
    pub fn contains(self, key: Key) -> bool {
        self.0 & bit(key) != 0
    }
}

fn bit(key: Key) -> u128 {
    const { assert!(Key::ALL.len() <= u128::BITS as usize, "one bit each") }
    Key::ALL.iter().position(|&it| it == key).map_or(0, |index| 1 << index)
}

impl fmt::Display for Controls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str(Self::NONE);
        }
        let keys = Key::ALL.iter().filter(|&&key| self.contains(key)).map(|key| key.key());
        f.write_str(&keys.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_and_written() {
        for text in ["d_model,offset", "none", "sum"] {
            assert_eq!(Controls::parse(text).unwrap().unwrap().to_string(), text);
        }
        assert_eq!(Controls::parse("all"), Ok(None));
        assert!(Controls::parse("width").is_err() && Controls::parse("").is_err());
    }
}
