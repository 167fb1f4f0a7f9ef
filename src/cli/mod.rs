//! Command line: parses arguments into scenes and a command.
//!
//! Nothing here writes or prints. The file of `--scene-from` is read, because its scene is part of the arguments.

mod args;
mod error;
mod figure;
mod options;
mod parse;
mod reference;
mod request;

pub use self::{
    args::command,
    error::UsageError,
    parse::parse,
    reference::reference,
    request::{AxisNames, Command, Output, PanelGrid},
};
use crate::{
    encoding::{Convention, OddRule},
    sanitize,
    scene::Named,
};

/// Message on one line, without characters that a terminal would obey: names of files and values may contain any.
pub fn message(text: impl std::fmt::Display) -> String {
    sanitize::single_line(&text.to_string())
}

/// Manual page of the program, or of one of its commands.
pub fn manual(name: Option<&str>) -> Result<String, std::io::Error> {
    let mut all = command();
    all.build();
    let chosen = name.and_then(|name| all.find_subcommand(name)).unwrap_or(&all);
    // A page has the name of its command: phasor-export(1).
    let title = chosen.get_name().to_owned();
    let title = if name.is_some() { format!("phasor-{title}") } else { title };
    let mut page = Vec::new();
    clap_mangen::Man::new(chosen.clone().name(title)).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// List of the conventions, one per line, tab-separated: key, group, rules, title, sentence, source.
pub fn conventions_text() -> String {
    let sinusoid = |convention: Convention| {
        let f = convention.facts();
        format!(
            "exponent {} ({}), {}, {}, {}, start {}, base {}, odd d_model {}, original in {}",
            f.exponent.key(),
            f.exponent.formula(f.components, OddRule::Lone),
            f.layout.key(),
            f.order.key(),
            f.components.key(),
            f.start,
            f.base,
            f.odd.key(),
            f.arithmetic.key(),
        )
    };
    let line = |it: Named| {
        let rules = match it {
            Named::Sinusoid(convention) => sinusoid(convention),
            Named::Grid(convention) => {
                let order = if convention.is_column_major() { "columns" } else { "rows" };
                let rows = if convention.is_rotary() { "rotary cache" } else { "table" };
                format!("grid, {rows}, cells by {order}, base {}", convention.base())
            }
            Named::Bias(convention) if convention.is_alibi() => "bias per head, a slope".to_owned(),
            Named::Bias(convention) if convention.is_shape() => {
                "bias per head, a shape with typical numbers".to_owned()
            }
            Named::Bias(_) => "bias per head, learned for each bucket".to_owned(),
        };
        let (key, group, title) = (it.key(), it.group(), it.title());
        format!("{key}\t{group}\t{rules}\t{title}\t{}\t{}\n", it.sentence(), it.source())
    };
    Named::all().map(line).collect()
}
