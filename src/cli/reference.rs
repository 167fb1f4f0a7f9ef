//! Reference in Markdown, made from the definitions of the command line, of scenes and of answers.

use clap::{Arg, Command};

use super::args::{self, allowed};
use crate::{
    report::{ANSWERS, VERSION_KEY},
    scene::Key,
};

/// Reference of all commands, keys of scenes and answers, as `docs/reference.md` has it.
pub fn reference() -> String {
    let mut text = String::from(
        "# Reference\n\nMade from the program's own definitions: `UPDATE_DOCS=1 cargo test --test program docs` writes it again.\n\n\
         ## Commands\n\nWithout a command, `phasor` opens the window. It and the commands `export`, `figure`, `animate` and \
         `code` take the keys of a scene as options besides: `--d-model 64` is `d_model=64`.\n",
    );
    let command = args::command();
    text.push_str("\n### phasor\n");
    command_text(&mut text, &command);
    for own in command.get_subcommands().filter(|own| own.get_name() != "help") {
        text.extend([format!("\n### phasor {}\n", own.get_name())]);
        if let Some(about) = own.get_about() {
            text.extend([format!("\n{about}.\n")]);
        }
        command_text(&mut text, own);
    }
    text.push_str(
        "\n## Keys of a scene\n\nA scene is `KEY=VALUE` joined by `&`; what is absent has its default: the paper's \
         encoding with d_model 128 and length 256. Keys that describe the \
         encoding stand with `b.` before them for B, which it is compared with: `b.base=500`. On the command line a key is an \
         option, with `-` for `_`.\n\n| key | value | |\n|---|---|---|\n",
    );
    for &key in Key::ALL {
        let help = format!("{}{}", key.help(), allowed(key));
        text.extend([format!(
            "| `{}` | {} | {} |\n",
            key.key(),
            code(key.value_name()),
            cell(&help)
        )]);
    }
    text.extend([format!(
        "\n## Answers in JSON\n\nEvery answer, and every entry of a list, has `{VERSION_KEY}` besides: the version of the program. \
         A value of a type with `?` may be null, and its key may be absent.\n"
    )]);
    for answer in ANSWERS {
        text.extend([format!("\n### {}\n\n| key | type | |\n|---|---|---|\n", answer.command)]);
        for (key, kind, meaning) in answer.fields {
            text.extend([format!("| `{key}` | {kind} | {} |\n", cell(meaning))]);
        }
    }
    text
}

/// Arguments of a command, without the keys of a scene.
fn command_text(text: &mut String, command: &Command) {
    let is_key = |arg: &Arg| Key::ALL.iter().any(|key| key.key() == arg.get_id().as_str());
    let is_usual = |arg: &Arg| {
        // Help, and what belongs to the window or to every command that takes a scene.
        ["help", "version"].contains(&arg.get_id().as_str())
            || arg.is_global_set() && (is_key(arg) || command.get_name() != "phasor")
    };
    let own: Vec<&Arg> = command.get_arguments().filter(|arg| !is_usual(arg)).collect();
    if own.is_empty() {
        return;
    }
    text.push_str("\n| argument | |\n|---|---|\n");
    for arg in own {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let values: Vec<String> = arg
            .get_possible_values()
            .iter()
            .filter(|_| takes_value(arg))
            .map(|value| value.get_name().to_owned())
            .collect();
        let values = match values.as_slice() {
            [] => String::new(),
            values => format!(": {}", values.join(", ")),
        };
        let values_of_default = arg.get_default_values().iter().filter(|_| takes_value(arg));
        let default: Vec<_> = values_of_default.map(|value| value.to_string_lossy()).collect();
        let default = match default.as_slice() {
            [] => String::new(),
            values => format!(" [default: {}]", values.join(", ")),
        };
        let help = format!("{help}{values}{default}");
        text.extend([format!(
            "| {} | {} |\n",
            code(&name(arg)),
            cell(help.trim_start_matches(": "))
        )]);
    }
}

/// True for an argument with a value, false for a flag.
fn takes_value(arg: &Arg) -> bool {
    arg.get_num_args().is_none_or(|num| num.takes_values())
}

/// Argument as it is typed.
fn name(arg: &Arg) -> String {
    let value = arg.get_value_names().filter(|_| takes_value(arg)).and_then(<[_]>::first);
    let value = value.map_or_else(String::new, ToString::to_string);
    let long = arg.get_long().map(|long| format!("--{long}"));
    let short = arg.get_short().map(|short| format!("-{short}"));
    let typed = match (short, long) {
        (Some(short), Some(long)) => format!("{short}, {long}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => return value,
    };
    if value.is_empty() { typed } else { format!("{typed} {value}") }
}

/// Text as code, or nothing.
fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{}`", text.replace('|', "\\|")) }
}

/// Text that may stand in a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ").replace('<', "\\<")
}
