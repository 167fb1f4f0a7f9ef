//! Captions of figures, as a file beside the figure: what is shown, of which encoding, with which parameters.

use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

use super::{request::FigureRequest, write::omitted};
use crate::{
    export::{PROGRAM, Provenance},
    picture::{
        Body, COLOR_BAR, Caption, Chart, Figure, Omission, Panels, ValueName, latex, latex_words,
        number,
    },
    regular_file,
    stable_enum::stable_enum,
};

stable_enum! {
    /// Form of a caption. The key is the ending of its file.
    pub enum CaptionForm {
        /// Figure of LaTeX with caption and label.
        Tex = "tex",
        /// Picture of Markdown with its caption.
        Markdown = "md",
        /// The caption alone.
        Text = "txt",
    }
}

/// Figure whose file is wider, in millimeters, spans both columns of a page.
const WIDEST_COLUMN: f64 = 100.0;

impl CaptionForm {
    /// File of the caption of a figure: `fig.tex` beside `fig.pdf`.
    pub fn path(self, figure: &Path) -> PathBuf {
        figure.with_extension(self.key())
    }

    /// True unless a file stands in the place of the caption that the program has not written.
    pub fn may_replace(self, file: &Path) -> bool {
        /// Bytes of a caption at most.
        const LONGEST: u64 = 1 << 16;
        let mut text = Vec::new();
        let opened = regular_file::open(file);
        if opened.and_then(|file| file.take(LONGEST).read_to_end(&mut text)).is_err() {
            // Writing says what is in the way.
            return true;
        }
        let text = String::from_utf8_lossy(&text);
        match self {
            // A caption alone says nothing of the program, but is one line.
            Self::Text => text.lines().count() <= 1,
            Self::Tex | Self::Markdown => text.contains("program: Phasor "),
        }
    }

    /// Caption of the figure in a file.
    pub fn caption(
        self,
        figure: &Figure,
        request: &FigureRequest,
        provenance: &Provenance,
        file: &Path,
    ) -> String {
        let caption = sentences(figure, &omitted(figure, request), self == Self::Tex);
        // As it was typed, unless that is a place of one machine.
        let name = if file.is_relative() {
            file.to_string_lossy().replace('\\', "/")
        } else {
            file.file_name().unwrap_or_default().to_string_lossy().into_owned()
        };
        let scene = provenance.whole_scene();
        match self {
            Self::Text => format!("{caption}\n"),
            // A comment of Markdown cannot hold two hyphens, and no scene needs them.
            Self::Markdown => format!(
                "![{caption}](<{name}>)\n\n<!--\nprogram: {PROGRAM}\nscene: {}\n-->\n",
                scene.replace("--", "-%2D")
            ),
            Self::Tex => {
                let millimeters = request.size.millimeters().map(|(width, _)| width);
                let width = millimeters
                    .map_or_else(|| "\\linewidth".to_owned(), |width| format!("{width:.1}mm"));
                let width = width.replace(".0mm", "mm");
                let is_wide = millimeters.is_some_and(|width| width > WIDEST_COLUMN);
                let environment = if is_wide { "figure*" } else { "figure" };
                // Outside of LaTeX's own formats, a package draws the file.
                let (package, command) = match request.format.key() {
                    "svg" => ("svg", "includesvg"),
                    _ => ("graphicx", "includegraphics"),
                };
                let label = file.file_stem().unwrap_or_default().to_string_lossy();
                let (before, after) = literally(&name);
                format!(
                    "% program: {PROGRAM}\n% scene: {scene}\n% Needs \\usepackage{{{package}}}.\n\
                     \\begin{{{environment}}}\n  \\centering\n  \
                     {before}\\{command}[width={width}]{{{name}}}{after}\n  \
                     \\caption{{{}}}\n  \\label{{fig:{}}}\n\\end{{{environment}}}\n",
                    caption,
                    label_of(&label),
                )
            }
        }
    }
}

/// Commands before and after the one that names a file: LaTeX reads characters that it would obey as letters.
fn literally(name: &str) -> (String, &'static str) {
    let obeyed: Vec<char> = "%#&$^~".chars().filter(|&c| name.contains(c)).collect();
    if obeyed.is_empty() {
        return (String::new(), "");
    }
    let letter = |c: char| format!("\\catcode`\\{c}=12 ");
    let letters: Vec<String> = obeyed.into_iter().map(letter).collect();
    (format!("\\begingroup{}", letters.concat()), "\\endgroup")
}

/// Label of LaTeX for a file's name.
pub(in crate::export) fn label_of(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-.:".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect()
}

/// Sentences of a caption: content of a figure, what it has no room for, and its encoding; as plain text, or as text of
/// LaTeX.
fn sentences(figure: &Figure, omitted: &[Omission], is_latex: bool) -> String {
    let has_bars = !omitted.iter().any(|part| part.text() == COLOR_BAR);
    let shown = match &figure.body {
        Body::Panels(panels) if !panels.are_sides => of_panels(panels, |it| shown(it, has_bars)),
        _ => shown(figure, has_bars),
    };
    let left_out = omitted.iter().filter(|part| matches!(part, Omission::Data(_)));
    let left_out: Vec<&str> = left_out.map(Omission::text).collect();
    let not_shown = match left_out.as_slice() {
        [] => String::new(),
        parts => format!("Not shown: {}", parts.join(", ")),
    };
    let set = |text: &str| if is_latex { latex(text) } else { text.to_owned() };
    let encoding = figure.caption.as_ref().map(|caption| encoding_words(caption, is_latex));
    let all = [set(&shown), set(&not_shown), encoding.unwrap_or_default()];
    let all = all.into_iter().filter(|part| !part.is_empty());
    all.map(|sentence| format!("{sentence}.")).collect::<Vec<_>>().join(" ")
}

/// Encoding in a sentence or two: its name with its parameters, and what it is compared with; as plain text, or as text
/// of LaTeX.
pub(in crate::export) fn encoding_words(caption: &Caption, is_latex: bool) -> String {
    let joined = |name: &str, parameters: &[String]| {
        let name = if is_latex { latex_words(name) } else { name.to_owned() };
        let parameters = parameters.iter().map(|part| {
            let part = parameter(part);
            if is_latex { latex(&part) } else { part }
        });
        [name].into_iter().chain(parameters).collect::<Vec<_>>().join(", ")
    };
    let own = joined(&caption.name, &caption.parameters);
    match &caption.compared {
        Some((title, parameters)) => format!("{own}. B: {}", joined(title, parameters)),
        None => own,
    }
}

/// Parameter with its sign: `d_model = 128`.
fn parameter(part: &str) -> String {
    match part.split_once(' ') {
        Some((name, value)) if name.contains('_') => format!("{name} = {value}"),
        _ => part.to_owned(),
    }
}

/// Content of a figure: its title, a sentence, and what of its state and of its colors the sentence leaves out.
fn shown(figure: &Figure, has_bars: bool) -> String {
    if let Body::Panels(sides) = &figure.body
        && sides.are_sides
    {
        return shown_sides(sides, has_bars);
    }
    let mut text = if figure.sentence.starts_with(&figure.title) {
        String::new()
    } else {
        figure.title.clone()
    };
    let range = range_of_colors(figure, has_bars);
    let left_out = figure.state.split(", ").filter(|clause| !figure.sentence.contains(clause));
    let clauses = [&*figure.sentence].into_iter().chain(left_out).chain(range.as_deref());
    for clause in clauses.filter(|clause| !clause.is_empty()) {
        text += match &*text {
            "" => "",
            own if own == figure.title => ": ",
            _ => ", ",
        };
        text += clause;
    }
    // Names of sides.
    text.replace(" · ", ": ")
}

/// Ends of the colors of a chart in words, where no bar says them, or where values lie beyond.
fn range_of_colors(figure: &Figure, has_bars: bool) -> Option<String> {
    let end = |value| number::readable(value, 4);
    let scale = figure.chart().and_then(Chart::scale)?;
    let beyond = figure.chart().and_then(Chart::value_name).and_then(ValueName::beyond);
    let text = format!("colors from {} to {}", end(scale.low), end(scale.high));
    match beyond {
        Some(beyond) => Some(format!("{text}, values {beyond}")),
        None => Some(text).filter(|_| !has_bars),
    }
}

/// Words of every panel, each behind its letter.
fn of_panels(panels: &Panels, words: impl Fn(&Figure) -> String) -> String {
    let panel = |(i, figure): (usize, &Figure)| {
        format!("{} {}", panels.letter(i), words(figure)).trim().to_owned()
    };
    panels.figures.iter().enumerate().map(panel).collect::<Vec<_>>().join("; ")
}

/// Content of the sides of a comparison, told once where all have the same.
fn shown_sides(sides: &Panels, has_bars: bool) -> String {
    // The sentence of a side begins with its name.
    let content = |side: &Figure| match side.sentence.split_once(": ") {
        Some((name, content)) if side.title.starts_with(name) => content.to_owned(),
        _ => side.sentence.clone(),
    };
    let contents: Vec<String> = sides.figures.iter().map(content).collect();
    if !contents.windows(2).all(|pair| pair[0] == pair[1]) {
        return of_panels(sides, |side| shown(side, has_bars));
    }
    let name = |side: &Figure| {
        let range = range_of_colors(side, has_bars);
        let range = range.map_or_else(String::new, |range| format!(" ({range})"));
        format!("{}{range}", side.title.replace(" · ", ": "))
    };
    let names = of_panels(sides, name);
    let content = contents.into_iter().next().unwrap_or_default();
    if content.is_empty() { names } else { format!("{names}: {content}") }
}

#[cfg(test)]
mod tests {
    use super::literally;

    #[test]
    fn any_file_name_is_read_literally() {
        assert_eq!(literally("figures/a b_c.pdf"), (String::new(), ""));
        let (before, after) = literally("d%1#.pdf");
        assert_eq!(before, "\\begingroup\\catcode`\\%=12 \\catcode`\\#=12 ");
        assert_eq!(after, "\\endgroup");
    }
}
