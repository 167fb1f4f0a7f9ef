//! Enums whose variants have a stable key: what is stored, typed on the command line and put into
//! scene texts. Keys never change; display names may.

use thiserror::Error;

/// A text that is none of the allowed keys.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected one of {}", .allowed.join(", "))]
pub struct UnknownKey {
    /// The keys there are.
    pub allowed: Vec<&'static str>,
}

/// Declares an enum with one stable key a variant, `ALL`, `key` and `from_key`.
macro_rules! stable_enum {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident { $( $(#[$variant_meta:meta])* $variant:ident = $key:literal, )+ }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $name { $( $(#[$variant_meta])* $variant, )+ }

        impl $name {
            /// Every variant, in the order in which they are offered.
            $vis const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// The stable key.
            $vis fn key(self) -> &'static str {
                match self { $( Self::$variant => $key, )+ }
            }

            /// The variant with that key.
            $vis fn from_key(key: &str) -> Result<Self, $crate::stable_enum::UnknownKey> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|variant| variant.key() == key)
                    .ok_or_else(|| $crate::stable_enum::UnknownKey {
                        allowed: Self::ALL.iter().map(|variant| variant.key()).collect(),
                    })
            }
        }
    };
}

pub(crate) use stable_enum;
