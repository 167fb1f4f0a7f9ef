//! Declarations of drafts and of changes to them: a field and a value for each row of `key_rows`, and some of their own.

/// Declares a draft: fields of its own, each with its default, and those of the rows that follow.
macro_rules! define_draft {
    (@set value $place:expr, $value:expr) => { $place = $value };
    (@set option $place:expr, $value:expr) => { $place = Some($value) };
    (@row value $place:expr) => { Some($place.clone()) };
    (@row option $place:expr) => { $place.clone() };
    (@type value $type:ty) => { $type };
    (@type option $type:ty) => { Option<$type> };
    ([
        $( #[$attribute:meta] )+
        $draft:ident set by $setting:ident { $(
            $( #[doc = $about_own:literal] )+
            $own:ident: $own_type:ty = $own_default:expr,
        )+ }
    ] $(
        $name:ident($type:ty) $field:ident $kind:ident = $default:expr, $read:expr, $help:literal;
    )+) => {
        $( #[$attribute] )+
        #[derive(Clone, Debug, PartialEq)]
        #[expect(clippy::doc_markdown, reason = "the help of keys is plain text")]
        pub struct $draft {
            $( $( #[doc = $about_own] )+ pub $own: $own_type, )+
            $( #[doc = $help] pub $field: define_draft!(@type $kind $type), )+
        }

        impl Default for $draft {
            fn default() -> Self {
                Self { $( $own: $own_default, )+ $( $field: $default, )+ }
            }
        }

        impl $draft {
            /// Sets the field of a row. Returns the setting if it is of no row.
            fn set_row(&mut self, setting: $setting) -> Option<$setting> {
                match setting {
                    $( $setting::$name(value) => define_draft!(@set $kind self.$field, value), )+
                    other => return Some(other),
                }
                None
            }

            /// Value of a row; `None` if it is not set, or for a key without a row.
            fn row(&self, key: Key) -> Option<$setting> {
                match key {
                    $( Key::$name => define_draft!(@row $kind self.$field).map($setting::$name), )+
                    _ => None,
                }
            }
        }
    };
}

/// Declares how a draft takes the value of a row back.
macro_rules! define_reset {
    ([$draft:ident] $(
        $name:ident($type:ty) $field:ident $kind:ident = $default:expr, $read:expr, $help:literal;
    )+) => {
        impl $draft {
            /// Takes the value of a key back, if it is a row.
            fn reset(&mut self, key: Key) {
                match key {
                    $( Key::$name => self.$field = $default, )+
                    _ => {}
                }
            }
        }
    };
}

/// Declares the change of a draft: values of its own, each with its key, and one for each of the rows that follow.
macro_rules! define_setting {
    ([
        $( #[$attribute:meta] )+
        $setting:ident { $(
            #[doc = $about_own:literal]
            $own:ident( $( $own_type:ty ),+ ) of ( $( $value:pat ),+ ) $own_key:expr,
        )+ }
    ] $(
        $name:ident($type:ty) $field:ident $kind:ident = $default:expr, $read:expr, $help:literal;
    )+) => {
        $( #[$attribute] )+
        #[derive(Clone, Debug, PartialEq)]
        #[expect(clippy::doc_markdown, reason = "the help of keys is plain text")]
        pub enum $setting {
            $( #[doc = $help] $name($type), )+
            $( #[doc = $about_own] $own( $( $own_type ),+ ), )+
        }

        impl $setting {
            /// Key of the value.
            fn own_key(&self) -> Key {
                match self {
                    $( Self::$name(_) => Key::$name, )+
                    $( Self::$own( $( $value ),+ ) => $own_key, )+
                }
            }

            /// Text of the value of a row; `None` for another value.
            pub(super) fn row_text(&self) -> Option<String> {
                match self {
                    $( Self::$name(value) => Some(value.written()), )+
                    _ => None,
                }
            }

            /// Reads the value of a row.
            fn read_row(it: SceneText<'_>) -> Option<Result<Self, SceneError>> {
                $( if it.key == Key::$name {
                    let read: fn(SceneText<'_>) -> Result<$type, SceneError> = $read;
                    return Some(read(it).map(Self::$name));
                } )+
                None
            }
        }
    };
}

pub(super) use {define_draft, define_reset, define_setting};
