//! Values of options.

use std::path::PathBuf;

use clap::ArgMatches;

use super::{UsageError, request::Output};
use crate::{
    model::Preset,
    regular_file, report, sanitize,
    scene::{Key, Named, SceneDraft},
};

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

/// Draft of a preset, or else of a convention.
pub(super) fn named(name: &str) -> Result<SceneDraft, UsageError> {
    let mut draft = SceneDraft::default();
    let Err(preset) = Preset::named(name) else {
        draft.set(Key::Model, name)?;
        return Ok(draft);
    };
    let unknown = |source| UsageError::UnknownName { text: sanitize::word(name), preset, source };
    draft.apply(Named::find(name).map_err(unknown)?.into());
    Ok(draft)
}

/// Destination of a command's output.
pub(super) fn output(matches: &ArgMatches) -> Output {
    match text(matches, "output") {
        None | Some(report::STDIN) => Output::Stdout,
        Some(path) => Output::File(PathBuf::from(path)),
    }
}

/// Ending of the file that is written, in lower case.
pub(super) fn extension(output: &Output) -> Option<String> {
    match output {
        Output::Stdout => None,
        Output::File(path) => Some(regular_file::ending(path)).filter(|ending| !ending.is_empty()),
    }
}
