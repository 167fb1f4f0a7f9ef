//! Enums with a stable key for every variant, and tables with one for every row. Keys are stored, typed on the command
//! line and written to scene texts. Keys never change; display names may.

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

/// Declares a type whose values are the rows of a table of data, each with a stable key.
macro_rules! stable_rows {
    ($(#[$meta:meta])* $vis:vis struct $name:ident($row:ty) = $table:expr;) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        $vis struct $name(&'static $row);

        impl PartialEq for $name {
            /// Compares the keys, which are unique.
            fn eq(&self, other: &Self) -> bool {
                self.0.key == other.0.key
            }
        }

        impl Eq for $name {}

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.0.key)
            }
        }

        impl $name {
            /// All rows, in the order in which menus list them.
            $vis fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
                $table.iter().map(Self)
            }

            /// Row with a key; `None` if there is none.
            $vis fn of_key(key: &str) -> Option<Self> {
                Self::all().find(|row| row.key() == key)
            }

            /// Stable key, used in scene texts and on the command line.
            $vis fn key(self) -> &'static str {
                self.0.key
            }

            /// Data of the row.
            $vis fn facts(self) -> &'static $row {
                self.0
            }
        }
    };
}

pub(crate) use stable_enum;
pub(crate) use stable_rows;
