//! Values of options.

use clap::ArgMatches;

/// Value of an option, as typed.
pub(super) fn text<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a str> {
    matches.get_one::<String>(name).map(String::as_str)
}

/// Variant of a key. Unknown keys never get here: clap rejects them.
pub(super) fn chosen<T, E>(
    matches: &ArgMatches,
    name: &str,
    from_key: impl Fn(&str) -> Result<T, E>,
) -> Option<T> {
    text(matches, name).and_then(|key| from_key(key).ok())
}
