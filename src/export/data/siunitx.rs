//! Tables of LaTeX with columns of the package siunitx, a caption and a label.

use std::io::{self, Write};

use super::{export::DataExport, request::What};
use crate::{encoding::Spec, picture::number};

/// Cell between columns that are left out.
pub(super) const DOTS: &str = "{$\\cdots$}";

impl DataExport {
    /// True if columns before the first are left out, and the dots for them are written.
    pub(super) fn has_dots_before(&self) -> bool {
        self.siunitx.is_some() && self.columns.start > 0
    }

    /// True if columns after the last are left out, and the dots for them are written.
    pub(super) fn has_dots_after(&self) -> bool {
        self.siunitx.is_some_and(|num_columns| self.columns.end < num_columns)
    }

    /// Writes everything before the rows.
    pub(super) fn write_siunitx_head(&self, out: &mut impl Write) -> io::Result<()> {
        let dots = |has_dots: bool| if has_dots { "c" } else { "" };
        let columns = format!(
            "{}{}{}{}",
            if self.has_labels() { "r" } else { "" },
            dots(self.has_dots_before()),
            "S".repeat((self.columns.end - self.columns.start) as usize),
            dots(self.has_dots_after())
        );
        writeln!(out, "% Needs \\usepackage{{booktabs}} and \\usepackage{{siunitx}}.")?;
        writeln!(out, "\\begin{{table}}\n  \\centering")?;
        writeln!(out, "  \\caption{{{}}}", self.caption())?;
        writeln!(out, "  \\label{{tab:{}}}", self.what().key())?;
        writeln!(out, "  \\begin{{tabular}}{{{columns}}}\n  \\toprule")?;
        let label = self.has_labels().then(|| self.row_symbol().to_owned());
        let before = self.has_dots_before().then(|| DOTS.to_owned());
        let after = self.has_dots_after().then(|| DOTS.to_owned());
        let names = self
            .columns
            .clone()
            .map(|column| format!("{{{}}}", escaped(&self.column_label(column))));
        let names: Vec<String> =
            label.into_iter().chain(before).chain(names).chain(after).collect();
        writeln!(out, "  {} \\\\\n  \\midrule", names.join(" & "))
    }

    /// Text after the rows.
    pub(super) fn siunitx_foot() -> Vec<u8> {
        b"  \\bottomrule\n  \\end{tabular}\n\\end{table}\n".to_vec()
    }

    /// Symbol of what a row stands for.
    fn row_symbol(&self) -> &'static str {
        match self.what() {
            What::Table | What::Similarity | What::Difference | What::Bias => "$t$",
            What::Rotation => "{column}",
            What::Frequencies | What::Buckets => "$k$",
            What::Slopes => "$h$",
            What::Positions => "{token}",
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
