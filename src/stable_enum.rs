//! Enums with a stable key for every variant. Keys are stored, typed on the command line and written to scene
//! texts. Keys never change; display names may.

use thiserror::Error;

/// Error for a text that is none of the allowed keys.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected one of {}", .allowed.join(", "))]
pub struct UnknownKey {
    /// Allowed keys.
    pub allowed: Vec<&'static str>,
}

/// Declares an enum with a stable key for every variant, and its `ALL`, `key` and `from_key`.
macro_rules! stable_enum {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident { $( $(#[$variant_meta:meta])* $variant:ident = $key:literal, )+ }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $name { $( $(#[$variant_meta])* $variant, )+ }

        impl $name {
            /// All variants, in the order in which menus list them.
            $vis const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// Stable key of the variant.
            $vis fn key(self) -> &'static str {
                match self { $( Self::$variant => $key, )+ }
            }

            /// Returns the variant with a key.
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
