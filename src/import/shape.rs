//! Shapes of tensors, and the rows and columns that they stand for.

/// Number of cells from which on a table is too large.
pub(super) const TOO_MANY_CELLS: u64 = 1 << 27;
/// Number of cells that are too many, in words.
pub(super) const TOO_MANY: &str = "2^27 cells or more";

/// Rows and columns of a tensor, with the distance in memory of two neighbors in each direction, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberGrid {
    pub(super) num_rows: u64,
    pub(super) num_columns: u32,
    pub(super) row_stride: u64,
    pub(super) column_stride: u64,
}

/// Text of a shape, such as `(1, 512, 768)`.
pub(super) fn text(shape: &[u64]) -> String {
    match shape {
        [one] => format!("({one},)"),
        several => {
            let sides: Vec<String> = several.iter().map(u64::to_string).collect();
            format!("({})", sides.join(", "))
        }
    }
}

/// Number of cells; `None` if it does not fit into 64 bits.
pub(super) fn num_cells(shape: &[u64]) -> Option<u64> {
    shape.iter().try_fold(1_u64, |product, &side| product.checked_mul(side))
}

/// Number of cells of a table: some, and not too many.
fn checked_num_cells(shape: &[u64]) -> Result<u64, String> {
    match num_cells(shape).filter(|&num| num < TOO_MANY_CELLS) {
        _ if shape.contains(&0) => Err(format!("the shape {} has no cells", text(shape))),
        Some(num) => Ok(num),
        None => Err(format!("the shape {} has {TOO_MANY}", text(shape))),
    }
}

/// Grid of a tensor of any number of sides: those of [`grid`]; (…, N, d/2, 2) and (…, N, d/2, 2, 2), as complex numbers
/// and matrices are kept, with a row for each N; and (…, N, d) as stacked tables.
///
/// # Errors
///
/// Returns a description of what is expected.
pub(super) fn any_grid(shape: &[u64], is_fortran: bool) -> Result<NumberGrid, String> {
    let long: Vec<u64> = shape.iter().copied().filter(|&side| side > 1).collect();
    let num_inner = match long[..] {
        [.., _, _, 2, 2] => 3,
        [.., _, pairs, 2] if pairs > 2 && long.len() > 2 => 2,
        _ => 1,
    };
    let is_deep = long.len() > 2 && !is_fortran;
    if !is_deep || num_inner == 1 && grid(shape, is_fortran).is_ok() {
        return grid(shape, is_fortran);
    }
    let num_cells = checked_num_cells(shape)?;
    let num_columns: u64 = long[long.len() - num_inner..].iter().product();
    let num_rows = num_cells / num_columns;
    let num_columns = u32::try_from(num_columns)
        .map_err(|_too_many| format!("the shape {} has too many columns", text(shape)))?;
    Ok(NumberGrid { num_rows, num_columns, row_stride: num_columns.into(), column_stride: 1 })
}

/// Grid of a tensor: (N, d), with sides of 1 anywhere, (1, d, H, W) and (1, H, W, d) as H·W rows of d columns, or a
/// vector as one column. Of three sides, the last is d if it is the longest.
///
/// # Errors
///
/// Returns a description of what is expected.
pub(super) fn grid(shape: &[u64], is_fortran: bool) -> Result<NumberGrid, String> {
    let shown = text(shape);
    let cells = checked_num_cells(shape)?;
    // Distance of neighbors along each side.
    let mut strides = vec![1_u64; shape.len()];
    if is_fortran {
        for i in 1..shape.len() {
            strides[i] = strides[i - 1] * shape[i - 1];
        }
    } else {
        for i in (1..shape.len()).rev() {
            strides[i - 1] = strides[i] * shape[i];
        }
    }
    let sides: Vec<(u64, u64)> = shape.iter().copied().zip(strides).collect();
    let long: Vec<(u64, u64)> = sides.iter().copied().filter(|(side, _)| *side > 1).collect();
    let ((num_rows, row_stride), (num_columns, column_stride)) = match (&sides[..], &long[..]) {
        // A picture: channels, then rows and columns of patches.
        ([(1, _), channels, down, across], _)
            if channels.0 > 1
                && down.0 > 1
                && across.0 > 1
                && across.0 <= channels.0.max(down.0)
                && !is_fortran =>
        {
            ((down.0 * across.0, across.1), *channels)
        }
        // The same with channels last, which are more than the patches along a side.
        ([(1, _), down, across, channels], _)
            if down.0 > 1 && across.0 > 1 && channels.0 > 1 && !is_fortran =>
        {
            ((down.0 * across.0, across.1), *channels)
        }
        ([rows, columns], _) | (_, [rows, columns]) => (*rows, *columns),
        ([only], _) | (_, [only]) => (*only, (1, 1)),
        (_, []) => ((1, 1), (1, 1)),
        _ => {
            return Err(format!(
                "the shape {shown} is not that of a table: expected (N, d), (1, N, d), (N, 1, d), \
                 (1, d, H, W), (1, H, W, d) or (N,)"
            ));
        }
    };
    debug_assert_eq!(num_rows * num_columns, cells, "every cell has its place");
    let num_columns = u32::try_from(num_columns)
        .map_err(|_too_many| format!("the shape {shown} has too many columns"))?;
    Ok(NumberGrid { num_rows, num_columns, row_stride, column_stride })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_grid(grid: NumberGrid, expected: (u64, u32, u64, u64), shape: &[u64]) {
        let found = (grid.num_rows, grid.num_columns, grid.row_stride, grid.column_stride);
        assert_eq!(found, expected, "{shape:?}");
    }

    #[track_caller]
    fn check(shape: &[u64], is_fortran: bool, expected: (u64, u32, u64, u64)) {
        check_grid(grid(shape, is_fortran).unwrap(), expected, shape);
    }

    #[track_caller]
    fn check_any(shape: &[u64], expected: (u64, u32, u64, u64)) {
        check_grid(any_grid(shape, false).unwrap(), expected, shape);
    }

    #[test]
    fn sizes_that_are_no_table_are_told() {
        let message = |shape: &[u64]| any_grid(shape, false).unwrap_err();
        assert_eq!(message(&[0, 3, 4, 5]), "the shape (0, 3, 4, 5) has no cells");
        assert_eq!(
            message(&[1 << 20, 1 << 10, 4]),
            "the shape (1048576, 1024, 4) has 2^27 cells or more"
        );
    }

    #[test]
    fn shapes_are_rows_and_columns() {
        check(&[3, 4], false, (3, 4, 4, 1));
        check(&[3, 4], true, (3, 4, 1, 3));
        check(&[1, 3, 4], false, (3, 4, 4, 1));
        check(&[3, 1, 4], false, (3, 4, 4, 1));
        check(&[5], false, (5, 1, 1, 1));
        check(&[1, 8, 2, 3], false, (6, 8, 1, 6));
        check(&[1, 2, 3, 8], false, (6, 8, 8, 1));
        check(&[1, 1, 5, 4], false, (5, 4, 4, 1));
        check(&[1, 64, 14, 20], false, (280, 64, 1, 280));
        check(&[1, 1], false, (1, 1, 1, 1));
        check(&[1, 7], false, (1, 7, 7, 1));
        for (shape, expected) in [
            (&[256, 32, 2][..], (256, 64, 64, 1)),
            (&[1, 256, 32, 2], (256, 64, 64, 1)),
            (&[256, 32, 2, 2], (256, 128, 128, 1)),
            (&[4, 256, 64], (1024, 64, 64, 1)),
            (&[2, 3, 256, 64], (1536, 64, 64, 1)),
            (&[3, 4], (3, 4, 4, 1)),
        ] {
            check_any(shape, expected);
        }
        assert!(any_grid(&[1 << 20, 1 << 20, 2], false).is_err(), "too many cells");
        for shape in
            [&[2, 3, 4][..], &[0, 4], &[1 << 20, 1 << 20], &[u64::MAX, 2], &[2, 2, 2, 2, 2]]
        {
            assert!(grid(shape, false).is_err(), "{shape:?}");
        }
    }
}
