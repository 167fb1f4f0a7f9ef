//! The command `handout`: what is printed of which lesson.

use clap::{Arg, ArgMatches};

use super::{
    UsageError,
    arg::{self, flag, keys, option, quiet},
    options::{chosen, extension, output, text},
    request::{Command, Output},
};
use crate::{
    handout::{HandoutKind, Paper},
    lesson::NUM_BUNDLED,
};

/// Lessons that `handout` prints by name.
const NAMED_LESSONS: [(&str, &str); 3] = [
    ("class", "The path of one class: 45 minutes through the lessons"),
    ("summary", "One page about the encoding of the paper"),
    ("exercises", "Exercises with solutions"),
];

/// Command `handout`.
pub(super) fn command() -> clap::Command {
    clap::Command::new("handout")
        .about("Writes a lesson as PDF: text, figures and answers; its questions as a quiz; notes for its teacher")
        .arg(
            Arg::new("lesson")
                .value_name("LESSON")
                .required_unless_present_any(NAMED_LESSONS.map(|(name, _)| name))
                .help(format!("1 to {NUM_BUNDLED} for the bundled lessons, or a Markdown file")),
        )
        .args(NAMED_LESSONS.map(|(name, help)| {
            let others = NAMED_LESSONS.map(|(name, _)| name).into_iter().filter(|it| *it != name);
            flag(name, help).conflicts_with("lesson").conflicts_with_all(others)
        }))
        .arg(flag("quiz", "Print its questions, and the key on a page of its own").conflicts_with("notes"))
        .arg(flag("notes", "Print the notes for its teacher: goal, time, the wrong answer to expect"))
        .arg(arg::output())
        .arg(
            option("paper", "PAPER", "Paper of the pages")
                .default_value("a4")
                .value_parser(keys(Paper::ALL, Paper::key)),
        )
        .arg(quiet())
}

/// Parses the arguments of the command.
pub(super) fn parse(matches: &ArgMatches) -> Result<Command, UsageError> {
    let output = output(matches);
    if output != Output::Stdout && extension(&output).as_deref() != Some("pdf") {
        let name = text(matches, "output").unwrap_or_default().to_owned();
        return Err(UsageError::NotPdf(name));
    }
    let named = NAMED_LESSONS.iter().map(|(name, _)| *name).find(|name| matches.get_flag(name));
    let sheets = [("quiz", HandoutKind::Quiz), ("notes", HandoutKind::Notes)];
    let sheet = sheets.into_iter().find(|(name, _)| matches.get_flag(name));
    Ok(Command::Handout {
        lesson: named.or_else(|| text(matches, "lesson")).unwrap_or_default().to_owned(),
        sheet: sheet.map_or(HandoutKind::Handout, |(_, sheet)| sheet),
        output,
        paper: chosen(matches, "paper", Paper::from_key).unwrap_or(Paper::A4),
        is_trusted: matches.get_flag("trust-files"),
        is_quiet: matches.get_flag("quiet"),
    })
}
