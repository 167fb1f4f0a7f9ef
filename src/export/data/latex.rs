//! Tables of LaTeX: a tabular of booktabs, or a table with columns of the package siunitx, a caption and a label.

use std::io::{self, Write};

use super::{
    export::DataExport,
    request::{Format, What},
};
use crate::{encoding::Spec, export::provenance::Provenance, picture::number};

/// Cell between columns that are left out.
pub(super) const DOTS: &str = "{$\\cdots$}";

impl DataExport {
    /// True if columns before the first are left out, and the dots for them are written.
    pub(super) fn has_dots_before(&self) -> bool {
        self.format == Format::Latex && self.columns.start > 0
    }

    /// True if columns after the last are left out, and the dots for them are written.
    pub(super) fn has_dots_after(&self) -> bool {
        self.format == Format::Latex && self.columns.end < self.num_columns
    }

    /// Writes everything before the rows.
    pub(super) fn write_latex_head(&self, out: &mut impl Write) -> io::Result<()> {
        for (name, value) in self.metadata() {
            let value = match name {
                "scene" => Provenance::of(&self.scene).whole_scene(),
                _ => value,
            };
            writeln!(out, "% {name}: {value}")?;
        }
        let dots = |has_dots: bool| if has_dots { "c" } else { "" };
        let column = if self.is_siunitx { "S" } else { "r" };
        let columns = format!(
            "{}{}{}{}",
            if self.has_labels() { "r" } else { "" },
            dots(self.has_dots_before()),
            column.repeat((self.columns.end - self.columns.start) as usize),
            dots(self.has_dots_after())
        );
        if self.is_siunitx {
            writeln!(out, "% Needs \\usepackage{{booktabs}} and \\usepackage{{siunitx}}.")?;
            writeln!(out, "\\begin{{table}}\n  \\centering")?;
            writeln!(out, "  \\caption{{{}}}", self.caption())?;
            writeln!(out, "  \\label{{tab:{}}}", self.label)?;
            writeln!(out, "  \\begin{{tabular}}{{{columns}}}\n  \\toprule")?;
        } else {
            writeln!(out, "% Needs \\usepackage{{booktabs}}.")?;
            writeln!(out, "\\begin{{tabular}}{{{columns}}}\n  \\toprule")?;
        }
        let label = self.has_labels().then(|| match self.row_symbol() {
            word if self.is_siunitx && !word.starts_with('$') => format!("{{{word}}}"),
            symbol => symbol.to_owned(),
        });
        let before = self.has_dots_before().then(|| DOTS.to_owned());
        let after = self.has_dots_after().then(|| DOTS.to_owned());
        let name = |column| {
            let name = escaped(&self.column_label(column));
            if self.is_siunitx { format!("{{{name}}}") } else { name }
        };
        let names: Vec<String> = (label.into_iter().chain(before))
            .chain(self.columns.clone().map(name))
            .chain(after)
            .collect();
        writeln!(out, "  {} \\\\\n  \\midrule", names.join(" & "))
    }

    /// Text after the rows.
    pub(super) fn latex_foot(&self) -> Vec<u8> {
        let end: &[u8] = if self.is_siunitx {
            b"  \\bottomrule\n  \\end{tabular}\n\\end{table}\n"
        } else {
            b"  \\bottomrule\n\\end{tabular}\n"
        };
        end.to_vec()
    }

    /// Symbol of what a row stands for.
    fn row_symbol(&self) -> &'static str {
        match self.what() {
            What::Table | What::Similarity | What::Difference | What::Bias => "$t$",
            What::Rotation => "column",
            What::Frequencies | What::Buckets => "$k$",
            What::Slopes => "$h$",
            What::Positions => "token",
        }
    }

    /// Caption: the numbers, the convention and its parameters.
    fn caption(&self) -> String {
        let what = match self.what() {
            What::Table => {
                "Positional encoding $PE(t, j)$ of position $t$ in column $j$".to_owned()
            }
            What::Difference => "Difference $A - B$ of two encodings".to_owned(),
            What::Similarity => format!("Similarity ({}) of positions", self.scene.measure().key()),
            What::Rotation => {
                format!("Rotation $M_k$ for the offset $k = {}$", self.scene.offset())
            }
            What::Slopes => "Slopes of heads".to_owned(),
            What::Buckets => "Buckets of offsets, key minus query".to_owned(),
            What::Positions => {
                format!("Positions of the tokens of {}", self.scene.draft().sequence)
            }
            What::Bias => format!("Bias of head {}", self.scene.head()),
            What::Frequencies => "Frequencies in radians per position".to_owned(),
        };
        let convention = self.scene.convention_title();
        let base = match self.scene.spec().exact() {
            Spec::Sinusoidal(sinusoid) | Spec::Spaced { sinusoid, .. } => {
                format!(", base ${}$", number::shortest(sinusoid.base()))
            }
            Spec::Rotary(rotary) => format!(", base ${}$", number::shortest(rotary.base())),
            Spec::Computed(_)
            | Spec::Fourier(_)
            | Spec::Data { .. }
            | Spec::Bias(_)
            | Spec::Grid(_)
            | Spec::Difference(_)
            | Spec::Rounded(..) => String::new(),
        };
        let width = self.scene.num_columns();
        format!("{what}: {}, $d_\\mathrm{{model}} = {width}${base}.", escaped(&convention))
    }
}

/// Text of LaTeX without characters that it would obey.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '&' | '%' | '$' | '#' | '_' | '{' | '}') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
