//! Options that several commands have, and how any is made.

use clap::{Arg, builder::PossibleValuesParser};

/// Option that names the file to write.
pub(super) fn output() -> Arg {
    Arg::new("output")
        .short('o')
        .long("output")
        .value_name("FILE")
        .required(true)
        .help("File to write; - is standard output")
}

/// Option that silences the progress on the terminal.
pub(super) fn quiet() -> Arg {
    flag("quiet", "Show no progress on the terminal").short('q')
}

/// Option with a value.
pub(super) fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

/// Option without a value.
pub(super) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).num_args(0).help(help)
}

/// Values of an option that takes a key.
pub(super) fn keys<T: Copy>(all: &[T], key: fn(T) -> &'static str) -> PossibleValuesParser {
    PossibleValuesParser::new(all.iter().map(|&value| key(value)).collect::<Vec<_>>())
}
