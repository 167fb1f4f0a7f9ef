//! Keys of a scene's text form.

use thiserror::Error;

use super::{View, key_rows::for_keys};
use crate::{encoding::Family, likeness::nearest, stable_enum::UnknownKey};

/// Declares the keys.
macro_rules! define_keys {
    (@families) => { &[] };
    (@families all) => { Family::ALL };
    (@families $( $family:ident )+) => { &[$( Family::$family ),+] };
    (@is_named) => { false };
    (@is_named named) => { true };
    ([] $(
        $name:ident $( [$( $family:ident )+] $( $named:ident )? )? =
            $key:literal, $value:literal, $example:literal, $help:literal
            $( => ($type:ty) $field:ident $kind:ident = $default:expr, $read:expr )?;
    )+) => {
        /// Keys of a scene's text form.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Key {
            $( #[doc = concat!("The key `", $key, "`.")] $name, )+
            /// Visible part of a view.
            Viewport(View),
        }

        /// Keys that are no visible part of a view.
        const PLAIN: &[Key] = &[$( Key::$name, )+];

        impl Key {
            /// Stable text of the key.
            pub fn key(self) -> &'static str {
                match self {
                    $( Self::$name => $key, )+
                    Self::Viewport(view) => view.key(),
                }
            }

            /// Description in one sentence, for tooltips and for the command line.
            pub fn help(self) -> &'static str {
                match self {
                    $( Self::$name => $help, )+
                    Self::Viewport(view) => view.part().map_or("", |part| part.help),
                }
            }

            /// Names of the value in programs and papers; empty where it has none of its own.
            pub fn in_code(self) -> &'static str {
                match self {
                    Self::DModel => "d_model, hidden_size, embedding_dim, n_embd; d in formulas",
                    Self::Length => "max_len, max_position_embeddings, num_positions",
                    Self::Start => "padding_idx + 1, offset",
                    Self::Base => "rope_theta, theta, rotary_emb_base, max_timescale, 10000.0",
                    Self::HeadDim => "head_dim, hidden_size / num_attention_heads",
                    Self::RotaryDim => "rotary_dim, partial_rotary_factor × head_dim",
                    Self::Position => "pos, position_ids; m in papers on rotation",
                    Self::Column => "2i and 2i + 1 in the paper, for pair i",
                    Self::Offset => "relative position, key position − query position",
                    _ => "",
                }
            }

            /// Example of a value. Where the help names one, it is this.
            pub fn example(self) -> &'static str {
                match self {
                    $( Self::$name => $example, )+
                    Self::Viewport(view) => view.part().map_or("", |part| part.example),
                }
            }

            /// Families of the encodings that the value makes; none for a key that makes no encoding.
            pub(super) fn families(self) -> &'static [Family] {
                match self {
                    $( Self::$name => define_keys!(@families $( $( $family )+ )?), )+
                    Self::Viewport(_) => &[],
                }
            }

            /// True for a key whose value belongs to a convention or a model, and is dropped with it.
            pub(super) fn is_named(self) -> bool {
                match self {
                    $( Self::$name => define_keys!(@is_named $( $( $named )? )?), )+
                    Self::Viewport(_) => false,
                }
            }

            /// Placeholder for the value in the command line's help.
            pub fn value_name(self) -> &'static str {
                match self {
                    $( Self::$name => $value, )+
                    Self::Viewport(_) => "A..B,C..D",
                }
            }
        }
    };
}

for_keys! { define_keys [] }

/// Number of keys.
const NUM: usize = PLAIN.len() + View::NUM_PARTS;

/// All keys: the visible parts come last, and marked values after the part of the values that is visible.
const ALL: [Key; NUM] = {
    let mut all = [Key::Range; NUM];
    let (mut num, mut i) = (0, 0);
    while i < PLAIN.len() {
        if !matches!(PLAIN[i], Key::Range) {
            all[num] = PLAIN[i];
            num += 1;
        }
        i += 1;
    }
    i = 0;
    while i < View::ALL.len() {
        if View::ALL[i].part().is_some() {
            all[num] = Key::Viewport(View::ALL[i]);
            // The place after it is that of marked values.
            num += if matches!(View::ALL[i], View::Values) { 2 } else { 1 };
        }
        i += 1;
    }
    all
};

/// Error for a text that is no key, with the keys most like it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("nearest are {}; the help of the command line lists all", .nearest.join(", "))]
pub struct NoKey {
    nearest: Vec<&'static str>,
}

impl Key {
    /// All keys, in the order in which they are written.
    pub const ALL: &'static [Self] = &ALL;

    /// Key with a text.
    pub fn from_key(key: &str) -> Result<Self, UnknownKey> {
        let found = Self::ALL.iter().copied().find(|it| it.key() == key);
        found.ok_or_else(|| UnknownKey { allowed: Self::ALL.iter().map(|it| it.key()).collect() })
    }

    /// True for a key that makes an encoding, which B may set as well.
    pub(crate) fn makes_encoding(self) -> bool {
        !self.families().is_empty()
    }

    /// Key with a name.
    ///
    /// # Errors
    ///
    /// Fails with the nearest keys if there is none.
    pub fn named(name: &str) -> Result<Self, NoKey> {
        Self::from_key(name).map_err(|_unknown| NoKey {
            nearest: nearest(name, Self::ALL.iter().map(|key| key.key())),
        })
    }
}

impl View {
    /// Key of the view's visible part; `None` if the whole view is always shown.
    pub fn viewport_key(self) -> Option<Key> {
        self.part().map(|_| Key::Viewport(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, Setting};

    #[test]
    fn every_example_parses() {
        for &key in Key::ALL {
            let parsed = Setting::parse(key, key.example());
            assert!(parsed.is_ok(), "{key:?}: {parsed:?}");
        }
    }

    #[test]
    fn help_names_the_example() {
        for &key in Key::ALL {
            let named = key.help().split_once("such as ").map(|(_, named)| named);
            assert!(named.is_none_or(|it| it.starts_with(key.example())), "{key:?}: {named:?}");
        }
    }

    #[test]
    fn every_example_is_a_scene_with_what_it_depends_on() {
        for &key in Key::ALL {
            let with = match key {
                Key::Side => "b.convention=fairseq&",
                Key::Tensor => "table=table.npz&",
                _ => "",
            };
            let text = format!("{with}{}={}", key.key(), key.example());
            let scene = text.parse::<Scene>();
            assert!(scene.is_ok(), "{text}: {scene:?}");
        }
    }
}
