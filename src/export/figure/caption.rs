//! Captions of figures, as a file beside the figure: what is shown, of which encoding, with which parameters.

use std::path::{Path, PathBuf};

use super::{request::FigureRequest, write::omitted};
use crate::{
    export::{PROGRAM, Provenance},
    picture::{Body, Chart, Figure, latex, latex_words, number},
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

    /// Caption of the figure in a file.
    pub fn caption(
        self,
        figure: &Figure,
        request: &FigureRequest,
        provenance: &Provenance,
        file: &Path,
    ) -> String {
        let has_bars = !omitted(figure, request).iter().any(|name| name == "color bar");
        let parts = CaptionParts::of(figure, has_bars);
        let caption = parts.joined();
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
                format!(
                    "% program: {PROGRAM}\n% scene: {scene}\n% Needs \\usepackage{{{package}}}.\n\
                     \\begin{{{environment}}}\n  \\centering\n  \\{command}[width={width}]{{{name}}}\n  \
                     \\caption{{{}}}\n  \\label{{fig:{}}}\n\\end{{{environment}}}\n",
                    parts.latex().joined(),
                    label_of(&label),
                )
            }
        }
    }
}

/// Label of LaTeX for a file's name.
pub(in crate::export) fn label_of(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-.:".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect()
}

/// Content of a figure in words, the name of the encoding, and its parameters.
struct CaptionParts {
    shown: String,
    of_encoding: EncodingWords,
}

/// Name of an encoding, and its parameters.
pub(in crate::export) struct EncodingWords {
    name: String,
    parameters: String,
}

impl EncodingWords {
    /// Words of a line of parameters, as figures have it below them.
    pub(in crate::export) fn of(caption: &str) -> Self {
        let mut parameters: Vec<&str> = caption.split(" · ").collect();
        // The last part names the program.
        parameters.pop();
        let name = if parameters.is_empty() { "" } else { parameters.remove(0) };
        // The offset belongs to what is shown.
        let parameters = parameters.iter().filter(|part| !part.starts_with("offset "));
        let parameters: Vec<String> = parameters.map(|part| parameter(part)).collect();
        Self { name: name.to_owned(), parameters: parameters.join(", ") }
    }

    /// The same words as text of LaTeX.
    pub(in crate::export) fn latex(&self) -> Self {
        Self { name: latex_words(&self.name), parameters: latex(&self.parameters) }
    }

    /// Name and parameters in one clause.
    pub(in crate::export) fn joined(&self) -> String {
        let parts = [&*self.name, &self.parameters].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ")
    }
}

impl CaptionParts {
    fn of(figure: &Figure, has_bars: bool) -> Self {
        let of_encoding = EncodingWords::of(&figure.caption);
        let shown = match &figure.body {
            Body::Panels(panels) if !panels.are_sides => {
                let panel = |(i, figure): (usize, &Figure)| {
                    format!("{} {}", panels.letter(i), shown(figure, has_bars)).trim().to_owned()
                };
                panels.figures.iter().enumerate().map(panel).collect::<Vec<_>>().join("; ")
            }
            _ => shown(figure, has_bars),
        };
        Self { shown, of_encoding }
    }

    /// The same parts as text of LaTeX.
    fn latex(&self) -> Self {
        Self { shown: latex(&self.shown), of_encoding: self.of_encoding.latex() }
    }

    /// Sentences of all parts.
    fn joined(&self) -> String {
        let encoding = self.of_encoding.joined();
        let sentences = [&*self.shown, &encoding].into_iter().filter(|part| !part.is_empty());
        sentences.map(|sentence| format!("{sentence}.")).collect::<Vec<_>>().join(" ")
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
        let sides: Vec<String> = sides.figures.iter().map(|side| shown(side, has_bars)).collect();
        return sides.join("; ");
    }
    let mut text = if figure.sentence.starts_with(&figure.title) {
        String::new()
    } else {
        figure.title.clone()
    };
    let range = figure.chart().and_then(Chart::scale).filter(|_| !has_bars).map(|scale| {
        let end = |value| number::readable(value, 4);
        format!("colors from {} to {}", end(scale.low), end(scale.high))
    });
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
