//! Grids in files: which convention and which shape a table of patches comes from.

use std::io;

use super::{Grid, GridConvention, GridDraft, GridShape};
use crate::encoding::{
    Arithmetic, Component, Limits, Rounding, RowPositions, RowSource, fewest_digits_first,
    ladder_ratio,
    median::median,
    proof::{
        Evidence, Expected, MARGIN, SINGLE, are_few, choice_bits, factor_bits, last_place,
        notable_factor, number_bits, unscale,
    },
    rotary::cache::Cache,
    row_positions,
};

/// Grid that a table holds.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownGrid {
    /// Convention, shape and width.
    pub grid: Grid,
    /// Number of rows before those of the patches: a class token, or none.
    pub num_before: u64,
    /// True if the rows before hold zeros alone.
    pub is_zero_before: bool,
    /// Narrowest type that holds the values; `None` for double precision.
    pub rounding: Option<Rounding>,
    /// Factor of all values.
    pub scale: f64,
    /// True if the patches run across the table.
    pub is_transposed: bool,
    /// Rows of the table that are not those of their patches, from 0.
    pub wrong_rows: Vec<u64>,
    /// Largest absolute difference of the other rows, after rounding if that explains all values.
    pub largest_difference: f64,
    /// Other conventions and shapes that give the same table.
    pub also: Vec<(GridConvention, GridShape)>,
    /// True if few rows deviate, and the values explain more than was chosen.
    pub is_certain: bool,
    /// Bits that the values explain, without those of the choices.
    pub(crate) score: f64,
}

impl KnownGrid {
    /// Position of each row: the number of its patch; none before them, and for rows that are not those of their
    /// patches.
    pub fn row_positions(&self) -> RowPositions {
        let patches = 0..self.grid.shape().num_cells();
        let before = (0..self.num_before).map(|_| None);
        let all: Vec<Option<f64>> = before
            .chain(patches.map(|patch| {
                let row = patch + self.num_before;
                (!self.wrong_rows.contains(&row)).then_some(patch as f64)
            }))
            .collect();
        row_positions(&all, false, |_| 0.0)
    }
}

/// Largest number of patches and of columns of a table that is compared.
const MOST_ROWS: u64 = 1 << 16;
const MOST_COLUMNS: u32 = 4096;

/// Finds the grid whose rows a table holds, with some rows before them. The rows may be scaled, run across, and a few
/// of them may be others. `None` if there is none.
///
/// # Errors
///
/// Fails if the table is read from a file and that fails.
pub fn recognize_grid(table: &dyn RowSource) -> io::Result<Option<KnownGrid>> {
    let (num_rows, width) = (table.num_rows(), table.num_columns());
    if num_rows > MOST_ROWS + 1 || u64::from(width) > MOST_ROWS + 1 {
        return Ok(None);
    }
    let mut values = vec![0.0; num_rows as usize * width as usize];
    table.fill(0, &mut values)?;
    let scaled = unscale(&mut values);
    let found = either_way(&values, num_rows, width);
    Ok(match scaled {
        Some((factor, _)) => found.map(|it| KnownGrid {
            scale: notable_factor(it.scale * factor, f64::from(it.grid.width()), 4.0 * SINGLE),
            largest_difference: it.largest_difference * factor.abs(),
            ..it
        }),
        None => found,
    })
}

/// The grid whose rows run down or across.
fn either_way(values: &[f64], num_rows: u64, width: u32) -> Option<KnownGrid> {
    let down = in_rows(values, width);
    if down.as_ref().is_some_and(|it| it.wrong_rows.is_empty()) {
        return down;
    }
    let turned = u32::try_from(num_rows).ok().filter(|it| *it <= MOST_COLUMNS);
    let Some(turned) = turned else { return down };
    let cell = |i: usize| values[(i % turned as usize) * width as usize + i / turned as usize];
    let across: Vec<f64> = (0..values.len()).map(cell).collect();
    let across = in_rows(&across, turned).map(|it| KnownGrid { is_transposed: true, ..it });
    down.or(across)
}

/// The grid whose rows stand one after the other, the one with the fewest wrong rows.
fn in_rows(values: &[f64], width: u32) -> Option<KnownGrid> {
    if !(4..=MOST_COLUMNS).contains(&width) {
        return None;
    }
    let rows: Vec<&[f64]> = values.chunks_exact(width as usize).collect();
    if !have_common_axes(&rows) {
        return None;
    }
    let rounding = Rounding::narrowest_of_many(values);
    let mut found: Option<KnownGrid> = None;
    for num_before in nums_before(&rows) {
        let patches = &rows[num_before as usize..];
        for grid in candidates(patches, width, rounding) {
            let Some(fit) = compared(&grid, patches, rounding) else { continue };
            let num_wrong = found.as_ref().map(|known| known.wrong_rows.len());
            if let Some(known) = found.as_mut().filter(|_| num_wrong == Some(fit.wrong_rows.len()))
            {
                known.also.push((grid.convention(), grid.shape()));
                continue;
            }
            if num_wrong.is_some_and(|num| num < fit.wrong_rows.len()) {
                continue;
            }
            let is_zero_before = rows[..num_before as usize].concat().iter().all(|&it| it == 0.0);
            found = Some(KnownGrid {
                grid,
                num_before,
                is_zero_before,
                rounding,
                scale: fit.scale,
                is_transposed: false,
                wrong_rows: fit.wrong_rows.iter().map(|row| row + num_before).collect(),
                largest_difference: fit.largest_difference,
                is_certain: fit.is_certain,
                score: fit.score,
                also: Vec::new(),
            });
        }
        if found.as_ref().is_some_and(|it| it.wrong_rows.is_empty()) {
            break;
        }
    }
    found
}

/// True if some neighboring rows have many equal values, as patches in a line of a grid have those of its coordinate.
fn have_common_axes(rows: &[&[f64]]) -> bool {
    /// Number of places that are looked at, and parts of them and of the values of a row.
    const PLACES: usize = 64;
    const FEW_PLACES: usize = 8;
    const FEW_VALUES: usize = 8;
    let is_common = |a: &[f64], b: &[f64]| {
        let num_equal = a.iter().zip(b).filter(|(a, b)| a == b).count();
        FEW_VALUES * num_equal >= a.len()
    };
    // At least one of two steps in a row stays in a line.
    let places = || rows.windows(3).step_by(rows.len().div_ceil(PLACES).max(1));
    let is_line = |it: &&[&[f64]]| is_common(it[0], it[1]) || is_common(it[1], it[2]);
    FEW_PLACES * places().filter(is_line).count() >= places().count()
}

/// Numbers of rows that may stand before the patches: a class token, registers, or all rows of zeros.
fn nums_before(rows: &[&[f64]]) -> Vec<u64> {
    const REGISTERS: [u64; 6] = [0, 1, 2, 4, 5, 8];
    let num_zero = rows.iter().take_while(|row| row.iter().all(|&it| it == 0.0)).count() as u64;
    let mut all = REGISTERS.to_vec();
    if num_zero > 0 && !all.contains(&num_zero) {
        all.insert(1, num_zero);
    }
    all.retain(|it| it + 4 <= rows.len() as u64);
    all
}

/// Shapes of so many cells, none of whose sides is a single cell; of frames, too.
fn shapes(num_cells: u64, has_frames: bool) -> Vec<GridShape> {
    let sides = |num: u64| (2..=num / 2).filter(move |rows| num.is_multiple_of(*rows));
    if has_frames {
        return sides(num_cells)
            .flat_map(|frames| {
                let rest = num_cells / frames;
                sides(rest).map(move |rows| format!("{frames}x{rows}x{}", rest / rows))
            })
            .filter_map(|text| text.parse().ok())
            .collect();
    }
    sides(num_cells)
        .filter_map(|rows| format!("{rows}x{}", num_cells / rows).parse().ok())
        .collect()
}

/// Grids with so many cells and columns, with the base of their convention or with one that the rows tell.
fn candidates(patches: &[&[f64]], width: u32, rounding: Option<Rounding>) -> Vec<Grid> {
    let num_cells = patches.len() as u64;
    let of_shape = [shapes(num_cells, false), shapes(num_cells, true)];
    let mut all = Vec::new();
    for convention in GridConvention::all() {
        let shapes = &of_shape[usize::from(convention.has_frames())];
        let Some(&first) = shapes.first() else { continue };
        let caches: &[Cache] =
            if convention.is_rotary() { &[Cache::Cos, Cache::Sin] } else { &[Cache::Cos] };
        for &cache in caches {
            // A cache has as many columns as the head, or half of them.
            let widths = if convention.is_rotary() { [width, 2 * width] } else { [width; 2] };
            let make = |width: u32, shape: GridShape, base: Option<f64>| {
                Grid::new(GridDraft { convention, shape, width, base, cache }).ok()
            };
            let fits = |grid: &Grid| grid.num_columns() == width;
            let own = widths.into_iter().find_map(|it| make(it, first, None).filter(fits));
            let Some(own) = own else { continue };
            let bases = std::iter::once(None)
                .chain(told_bases(&own, patches, rounding).into_iter().map(Some));
            for base in bases {
                all.extend(shapes.iter().filter_map(|&shape| make(own.width(), shape, base)));
            }
        }
    }
    // The bases of conventions come first.
    all.sort_by_key(|grid| grid.base().to_bits() != grid.convention().facts().base.to_bits());
    all
}

/// Bases other than the convention's that single rows tell, whatever the shape.
fn told_bases(own: &Grid, patches: &[&[f64]], rounding: Option<Rounding>) -> Vec<f64> {
    const MOST_ROWS: usize = 48;
    const DIGITS: usize = 5;
    let axis = own.columns()[0].axis;
    let mut omegas: Vec<f64> =
        own.columns().iter().filter(|it| it.axis == axis).map(|it| it.omega).collect();
    omegas.sort_by(|a, b| b.total_cmp(a));
    omegas.dedup();
    if omegas.len() < 3 {
        return Vec::new();
    }
    let of_row = |row: &&[f64]| {
        let mut all = vec![(None, None); omegas.len()];
        for (it, value) in own.columns().iter().zip(*row).filter(|(it, _)| it.axis == axis) {
            let Some(at) = omegas.iter().position(|omega| *omega == it.omega) else { continue };
            let own = &mut all[at];
            let place = if it.component == Component::Cos { &mut own.0 } else { &mut own.1 };
            *place = Some(*value);
        }
        all
    };
    let step = patches.len().div_ceil(MOST_ROWS);
    let unit = rounding.map_or(SINGLE, Rounding::unit).max(SINGLE);
    let Some(ratio) = ladder_ratio(patches.iter().step_by(step).map(of_row), unit) else {
        return Vec::new();
    };
    let own_ratio = (omegas[0] / omegas[1]).ln();
    let power = own.base().ln() / own_ratio;
    let (base, off) = ((power * ratio.ln).exp(), (4.0 * power * ratio.error).max(1e-6));
    let mut all: Vec<f64> = fewest_digits_first(base, DIGITS).collect();
    all.dedup();
    all.retain(|it| (it / base).ln().abs() <= off && Limits::is_base(*it) && *it != own.base());
    all.truncate(2);
    all
}

/// Agreement of a table with a grid.
struct Fit {
    scale: f64,
    wrong_rows: Vec<u64>,
    largest_difference: f64,
    is_certain: bool,
    score: f64,
}

/// Factor between the rows of a table and those of a grid, 1 if it is within `one` of that; `None` if most cells have
/// another.
fn scale_of(grid: &Grid, rows: &[&[f64]], probes: &[usize], one: f64) -> Option<f64> {
    /// Relative difference of factors that rounding makes.
    const NEAR: f64 = 0.01;
    /// Number of columns that are looked at.
    const MOST: usize = 32;
    let step = rows[0].len().div_ceil(MOST) | 1;
    let mut ratios: Vec<f64> = Vec::new();
    for &t in probes {
        let cells =
            (0..).zip(rows[t]).step_by(step).map(|(j, value)| (*value, grid.value(t as i64, j)));
        ratios.extend(cells.filter(|(_, own)| own.abs() > 0.5).map(|(value, own)| value / own));
    }
    ratios.retain(|ratio| ratio.is_finite());
    let scale = median(&mut ratios)?;
    let is_near = |ratio: &&f64| (*ratio / scale - 1.0).abs() < NEAR;
    let num_near = ratios.iter().filter(is_near).count();
    let scale = if (scale - 1.0).abs() < one { 1.0 } else { scale };
    (scale != 0.0 && 2 * num_near > ratios.len()).then_some(scale)
}

/// Agreement of a table with a grid; `None` if more than a tenth of its rows are others, or less is explained than was
/// chosen.
fn compared(grid: &Grid, rows: &[&[f64]], rounding: Option<Rounding>) -> Option<Fit> {
    const MOST_WRONG: usize = 10;
    let last = rows.len() - 1;
    let mut probes = vec![last, last / 2, 1.min(last), last / 3, last / 5];
    probes.dedup();
    let one = f64::max(1e-6, rounding.map_or(0.0, Rounding::unit));
    let scale = scale_of(grid, rows, &probes, one)?;
    let arithmetics: &[Arithmetic] = match rounding {
        None => &[Arithmetic::F64, Arithmetic::F32],
        Some(_) => &[Arithmetic::F32],
    };
    arithmetics.iter().find_map(|&arithmetic| {
        let of_row = |t: usize| {
            let mut found = Evidence::default();
            let expected = (0..grid.num_columns())
                .map(|j| expected(grid, (t, j), scale, (arithmetic, rounding)));
            let above = t.checked_sub(1).map(|above| rows[above]);
            found.add_row((t as u64, rows[t], above), expected, (scale, rounding), |j| j);
            found
        };
        // Most candidates differ in most of a few rows.
        let num_far = probes.iter().filter(|&&t| of_row(t).num_wrong > 0).count();
        if 2 * num_far >= probes.len() {
            return None;
        }
        let of_rows: Vec<Evidence> = (0..rows.len()).map(of_row).collect();
        let is_wrong = |t: &usize| of_rows[*t].num_wrong > 0;
        let wrong_rows: Vec<u64> = (0..rows.len()).filter(is_wrong).map(|t| t as u64).collect();
        if MOST_WRONG * wrong_rows.len() > rows.len() {
            return None;
        }
        let right = of_rows.iter().filter(|it| it.num_wrong == 0);
        let whole = right.fold(Evidence::default(), |all, row| all.and(row.clone()));
        // Convention, width and shape, the scale, and the rows that are others.
        let names = choice_bits((GridConvention::all().len() * rows.len()) as u64);
        let factor = factor_bits(scale, f64::from(grid.width()), rounding);
        let is_own = grid.base().to_bits() == grid.convention().facts().base.to_bits();
        let names = names + if is_own { 0.0 } else { number_bits(grid.base()) };
        let rows_bits = wrong_rows.len() as f64 * choice_bits(rows.len() as u64);
        let score = whole.explained.total() - names - factor - rows_bits;
        let is_certain = are_few(wrong_rows.len() as u64, rows.len() as u64);
        let largest_difference = whole.largest_difference;
        (score >= MARGIN).then_some(Fit {
            scale,
            wrong_rows,
            largest_difference,
            is_certain,
            score,
        })
    })
}

/// Value of a cell of a table of a grid, with what computing and rounding may change.
fn expected(
    grid: &Grid,
    (t, j): (usize, u32),
    scale: f64,
    (arithmetic, rounding): (Arithmetic, Option<Rounding>),
) -> Expected {
    /// Number of roundings of a coordinate, of its product with a frequency and of the sine.
    const STEPS: f64 = 12.0;
    const SINE: f64 = 2.0;
    let unit = if arithmetic == Arithmetic::F64 { f64::EPSILON / 2.0 } else { SINGLE };
    let own = grid.value(t as i64, j);
    let angle = grid.angle(t as i64, j);
    let error =
        angle.abs() * unit * (STEPS + 2.0 * grid.columns()[j as usize].omega.abs().ln().abs());
    let slope = ((1.0 - own * own).max(0.0).sqrt() + error).min(1.0);
    let is_one = scale.to_bits() == 1.0_f64.to_bits();
    let product = if is_one { 0.0 } else { SINE };
    let computed = scale.abs() * (error * slope + (SINE + product) * unit * own.abs());
    let value = scale * own;
    Expected { value, tolerance: computed + last_place(rounding, value) }
}
