//! Columns of a grid's encoding.

use super::{GridAxis, GridColumns, GridConvention, Repetition};
use crate::encoding::{Component, rotary::cache::Cache};

/// Sine or cosine of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridColumn {
    /// Axis of the coordinate.
    pub axis: GridAxis,
    /// Frequency in radians per unit of the coordinate.
    pub omega: f64,
    /// Sine or cosine.
    pub component: Component,
}

/// Angle of a coordinate: its axis and its frequency.
type Angle = (GridAxis, f64);

use Component::{Cos, Sin};

/// Columns of a convention.
pub(super) fn columns(
    convention: GridConvention,
    width: u32,
    base: f64,
    cache: Cache,
) -> Vec<GridColumn> {
    let facts = convention.facts();
    match facts.columns {
        GridColumns::Blocks(blocks) => {
            let quarter = width / 4;
            let block = |(axis, component)| {
                let num_steps = if facts.is_endpoint { (quarter - 1).max(1) } else { quarter };
                let omega = move |k: u32| base.powf(-f64::from(k) / f64::from(num_steps));
                (0..quarter).map(move |k| GridColumn { axis, omega: omega(k), component })
            };
            blocks.into_iter().flat_map(block).collect()
        }
        GridColumns::Interleaved(axes) => {
            let each = 2 * width.div_ceil(2 * axes.len() as u32);
            let of_axis = |&axis: &GridAxis| {
                (0..each).map(move |j| GridColumn {
                    axis,
                    omega: base.powf(-f64::from(j - j % 2) / f64::from(each)),
                    component: if j % 2 == 0 { Sin } else { Cos },
                })
            };
            axes.iter().flat_map(of_axis).take(width as usize).collect()
        }
        GridColumns::Rotary(..) | GridColumns::RotaryInTurns(_) => {
            let angles = angles(convention, width, base);
            let of = |component: Component| {
                angles.iter().map(move |&(axis, omega)| GridColumn { axis, omega, component })
            };
            cache.components().iter().flat_map(|&component| of(component)).collect()
        }
    }
}

/// Angles of the columns of a cache; empty for a table.
fn angles(convention: GridConvention, width: u32, base: f64) -> Vec<Angle> {
    let quarter = width / 4;
    match convention.facts().columns {
        GridColumns::RotaryInTurns([even, odd]) => {
            let omega = |j: u32| base.powf(-f64::from(2 * j) / f64::from(width));
            let of = |axis, first: u32| (0..quarter).map(move |i| (axis, omega(2 * i + first)));
            of(even, 0).chain(of(odd, 1)).collect::<Vec<_>>().repeat(2)
        }
        GridColumns::Rotary(axes, repetition) => {
            let of_axis = |axis: GridAxis| -> Vec<Angle> {
                let omega = |j: u32| base.powf(-f64::from(4 * j) / f64::from(width));
                (0..quarter).map(|j| (axis, omega(j))).collect()
            };
            let [first, second] = axes.map(of_axis);
            match repetition {
                Repetition::Never => [first, second].concat(),
                Repetition::Whole => [first, second].concat().repeat(2),
                Repetition::EachAxis => [first.repeat(2), second.repeat(2)].concat(),
                Repetition::EachAngle => {
                    [first, second].concat().into_iter().flat_map(|angle| [angle; 2]).collect()
                }
            }
        }
        GridColumns::Blocks(_) | GridColumns::Interleaved(_) => Vec::new(),
    }
}

/// Pairs of a rotated head, each once: cosine and sine of every angle.
pub(super) fn pairs(convention: GridConvention, width: u32, base: f64) -> Vec<GridColumn> {
    let mut known: Vec<Angle> = Vec::new();
    for angle in angles(convention, width, base) {
        if !known.contains(&angle) {
            known.push(angle);
        }
    }
    let column =
        |(axis, omega): Angle| [Cos, Sin].map(|component| GridColumn { axis, omega, component });
    known.into_iter().flat_map(column).collect()
}
