//! Tables of LaTeX: a tabular of booktabs, or a table with columns of the package siunitx, a caption and a label.

use std::io::{self, Write};

use super::{
    export::DataExport,
    request::{DataRequest, Format, What},
};
use crate::{
    export::{figure::encoding_words, provenance::Provenance},
    views,
};

/// Cell between columns that are left out.
pub(super) const DOTS: &str = "{$\\cdots$}";
/// Cell between rows that are left out.
const DOTS_DOWN: &str = "{$\\vdots$}";

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
        let each = if self.is_siunitx {
            self.siunitx_columns()
        } else {
            "r".repeat((self.columns.end - self.columns.start) as usize)
        };
        let columns = format!(
            "{}{}{each}{}",
            if self.has_labels() { "r" } else { "" },
            dots(self.has_dots_before()),
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
        writeln!(out, "  {} \\\\\n  \\midrule", names.join(" & "))?;
        if self.rows.start > 0 {
            write!(out, "{}", self.row_of_dots())?;
        }
        Ok(())
    }

    /// Row in place of rows that are left out.
    fn row_of_dots(&self) -> String {
        let (rows, columns) = (&self.rows, &self.columns);
        debug_assert!(rows.start < rows.end || self.num_rows == 0, "there are rows");
        let num = usize::from(self.has_labels())
            + usize::from(self.has_dots_before())
            + (columns.end - columns.start) as usize
            + usize::from(self.has_dots_after());
        format!("  {} \\\\\n", vec![DOTS_DOWN; num].join(" & "))
    }

    /// Columns of siunitx, each as wide as its numbers.
    fn siunitx_columns(&self) -> String {
        let num = (self.columns.end - self.columns.start) as usize;
        let (height, width) = self.shape();
        if height * width > DataRequest::MOST_PRINTED {
            return "S".repeat(num);
        }
        let plain = Self { format: Format::Csv, is_siunitx: false, ..self.clone() };
        let text = String::from_utf8_lossy(&plain.in_memory()).into_owned();
        let rows: Vec<Vec<&str>> =
            text.lines().skip(1).map(|line| line.split(',').collect()).collect();
        let skipped = usize::from(self.has_labels());
        (0..num)
            .map(|column| {
                let cells = rows.iter().filter_map(|row| row.get(column + skipped).copied());
                table_format(cells)
                    .map_or_else(|| "S".to_owned(), |it| format!("S[table-format={it}]"))
            })
            .collect()
    }

    /// Text after the rows.
    pub(super) fn latex_foot(&self) -> Vec<u8> {
        let dots = if self.rows.end < self.num_rows { self.row_of_dots() } else { String::new() };
        let end: &[u8] = if self.is_siunitx {
            b"  \\bottomrule\n  \\end{tabular}\n\\end{table}\n"
        } else {
            b"  \\bottomrule\n\\end{tabular}\n"
        };
        [dots.as_bytes(), end].concat()
    }

    /// Symbol of what a row stands for.
    fn row_symbol(&self) -> &'static str {
        match self.what() {
            What::Table | What::Similarity | What::Difference if self.scene.spacing().is_some() => {
                "row"
            }
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
            What::Table => match self.scene.rotary() {
                Some(rotary) => format!(
                    "Cache \\texttt{{{}}} of position $t$ in column $j$",
                    escaped(rotary.cache().key())
                ),
                None => "Positional encoding $\\mathit{PE}(t, j)$ of position $t$ in column $j$"
                    .to_owned(),
            },
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
        let encoding = encoding_words(&views::caption(&self.scene), true);
        format!("{what}: {encoding}.")
    }
}

/// Sign, and digits before and after the point, of the widest numbers of a column, as siunitx has them; `None` for
/// powers of ten.
fn table_format<'a>(cells: impl Iterator<Item = &'a str>) -> Option<String> {
    let (mut is_signed, mut before, mut after) = (false, 1, 0);
    for cell in cells {
        let digits = cell.trim_start_matches('-');
        if digits.contains(|c: char| !c.is_ascii_digit() && c != '.') {
            return None;
        }
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        is_signed |= cell.starts_with('-');
        (before, after) = (before.max(whole.len()), after.max(part.len()));
    }
    let sign = if is_signed { "-" } else { "" };
    Some(if after > 0 { format!("{sign}{before}.{after}") } else { format!("{sign}{before}") })
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
