//! Brings the numbers of a table into memory.

use std::path::Path;

use super::{
    ImportError,
    file::{open_in_part, whole},
};
use crate::encoding::{Data, Limits, RowSource as _};

/// Reads the table of a tensor, or of the only one of a file. Returns `None` once `is_wanted`, which gets the share of
/// the work that is done, returns false.
pub fn load(
    path: &Path,
    tensor: Option<&str>,
    is_wanted: impl Fn(f32) -> bool,
) -> Result<Option<Data>, ImportError> {
    let file = open_in_part(path)?;
    // A tensor with a name is whole, whatever is wrong with others.
    let is_there = tensor.is_some_and(|name| file.has(name));
    let table = if is_there { file.table(tensor)? } else { whole(file, path)?.table(tensor)? };
    let (width, most) = (table.num_columns(), Limits::D_MODEL_MAX);
    if width > most {
        let reason = format!("it has {width} columns: expected {most} at most");
        return Err(ImportError::form(path, reason));
    }
    let data = Data::read(&table, is_wanted);
    let data = data.map_err(|error| ImportError::unreadable(path, &error))?;
    Ok(data.map(|data| data.with_notices(table.notices().to_vec())))
}
