//! A data export: checked, then written.

use std::{io::Write, ops::Range, path::Path};

use super::{
    content::DataContent,
    request::{DataRequest, DigitFormat, Dtype, Format, RequestError, What},
};
use crate::{
    encoding::Table,
    export::{error::ExportError, figure::label_of, progress::Progress},
    scene::{Scene, Sides},
    views::Counterpart,
};

/// Largest number of similarity values without a range.
const LARGEST_SIMILARITY: u64 = 1 << 34;

/// A checked request for the numbers of one scene.
#[derive(Clone, Debug)]
pub struct DataExport {
    pub(super) scene: Scene,
    pub(super) table: Table,
    pub(super) content: DataContent,
    pub(super) format: Format,
    pub(super) dtype: Dtype,
    pub(super) digits: DigitFormat,
    pub(super) rows: Range<u64>,
    pub(super) columns: Range<u64>,
    /// Number of rows and of columns of the whole table.
    pub(super) num_rows: u64,
    pub(super) num_columns: u64,
    /// True for columns of siunitx, in LaTeX.
    pub(super) is_siunitx: bool,
    /// Name in the label of a table of LaTeX; that of the numbers if the file has none.
    pub(super) label: String,
}

impl DataExport {
    /// Checks ranges and size, and that the format has the type and the digits. Of a scene that shows B alone, the
    /// numbers are those of B.
    pub fn new(scene: &Scene, table: &Table, request: &DataRequest) -> Result<Self, RequestError> {
        request.check()?;
        let b = scene.draft().sides == Sides::B && request.what != What::Difference;
        let b = b.then(|| Counterpart::new(scene, table)).flatten();
        let (scene, table) = b.as_ref().map_or((scene, table), |it| (&it.scene, &it.table));
        let difference = match request.what {
            What::Difference => Some(difference(scene, table)?),
            _ => None,
        };
        let table = difference.as_ref().unwrap_or(table);
        let content = DataContent::new(scene, table, request)?;
        let (num_rows, num_columns) = content.full_size(table);
        let check = |name, range: &Option<Range<u64>>, limit| match range {
            // A table may have no rows at all: one column of zeros has no frequency.
            None => Ok(0..limit),
            Some(range) if range.start < range.end && range.end <= limit => Ok(range.clone()),
            Some(range) => {
                let value = format!("{}..{}", range.start, range.end);
                Err(RequestError::Range { name, value, limit })
            }
        };
        let rows = check("rows", &request.rows, num_rows)?;
        let columns = check("columns", &request.columns, num_columns)?;
        let (height, width) = (rows.end - rows.start, columns.end - columns.start);
        let num_cells = u128::from(height) * u128::from(width);
        if request.what == What::Similarity && num_cells > u128::from(LARGEST_SIMILARITY) {
            return Err(RequestError::TooLarge { rows: height, columns: width });
        }
        let is_long = num_cells > u128::from(DataRequest::MOST_PRINTED);
        if request.format.is_printed() && is_long && !request.is_forced {
            let format = request.format.key();
            return Err(RequestError::TooLargeToPrint { rows: height, columns: width, format });
        }
        let digits = request.digits.unwrap_or_else(|| DigitFormat::of(request.format));
        // Fixed digits come from the `f64` value, since the last digit would be wrong after rounding twice; far offsets
        // are no numbers of `f32`.
        let is_exact = digits != DigitFormat::Shortest
            || (request.format.is_text()
                && matches!(request.what, What::Buckets | What::Positions));
        let dtype = if is_exact { Dtype::F64 } else { request.dtype };
        Ok(Self {
            scene: scene.clone(),
            table: table.clone(),
            content,
            format: request.format,
            dtype,
            digits,
            rows,
            columns,
            num_rows,
            num_columns,
            is_siunitx: request.is_siunitx,
            label: request.what.key().to_owned(),
        })
    }

    /// The same export, labeled by the name of its file.
    #[must_use]
    pub fn labeled(self, file: &Path) -> Self {
        let name = file.file_stem().map(|name| label_of(&name.to_string_lossy()));
        Self { label: name.unwrap_or(self.label), ..self }
    }

    /// Kind of numbers.
    pub(super) fn what(&self) -> What {
        self.content.what()
    }

    /// Number of rows and columns to write.
    pub fn shape(&self) -> (u64, u64) {
        (self.rows.end - self.rows.start, self.columns.end - self.columns.start)
    }

    /// Writes the whole file. On an error [`to_file`](crate::export::to_file) removes what was written.
    pub fn write(&self, mut out: &mut dyn Write, progress: &Progress) -> Result<(), ExportError> {
        progress.begin(self.shape().0);
        match self.format {
            Format::Npy => {
                out.write_all(&self.npy_header())?;
                self.write_blocks(&mut out, progress)
            }
            Format::Npz => self.write_npz(out, progress),
            Format::Safetensors => {
                out.write_all(&self.safetensors_header())?;
                self.write_blocks(&mut out, progress)
            }
            Format::Csv | Format::Tsv | Format::Json | Format::Markdown | Format::Latex => {
                self.write_head(&mut out, progress)?;
                self.write_blocks(&mut out, progress)?;
                out.write_all(&self.foot())?;
                Ok(())
            }
        }
    }

    /// Notice about a property that the numbers do not show, if any.
    pub fn notice(&self) -> Option<&'static str> {
        let is_rotation =
            matches!(&self.content, DataContent::Rotation(waves) if !waves.is_paired());
        is_rotation.then_some(
            "columns without a partner have no rotation: their best approximation, cos ωk, is written",
        )
    }
}

/// A − B at the positions of A.
fn difference(scene: &Scene, table: &Table) -> Result<Table, RequestError> {
    let counterpart = Counterpart::new(scene, table).ok_or(RequestError::NoB)?;
    let (a, b) = (table.num_columns(), counterpart.table.num_columns());
    counterpart.difference.ok_or(RequestError::Widths { a, b })
}
