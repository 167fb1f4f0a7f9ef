//! Columns of a grid's encoding.

use super::GridConvention;
use crate::{
    encoding::{Component, rotary::cache::Cache},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Axis of a grid.
    pub enum GridAxis {
        /// Number of the frame.
        Frame = "frame",
        /// Number of the row, y.
        Row = "row",
        /// Number of the column, x.
        Column = "column",
    }
}

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
use GridAxis::{Column, Frame, Row};

/// Columns of a convention.
pub(super) fn columns(
    convention: GridConvention,
    width: u32,
    base: f64,
    cache: Cache,
) -> Vec<GridColumn> {
    if convention.is_rotary() {
        let angles = angles(convention, width, base);
        let of = |component: Component| {
            angles.iter().map(move |&(axis, omega)| GridColumn { axis, omega, component })
        };
        return cache.components().iter().flat_map(|&component| of(component)).collect();
    }
    let quarter = width / 4;
    let blocks = |blocks: [(GridAxis, Component); 4]| {
        let block = |(axis, component)| {
            let omega = move |k: u32| base.powf(-f64::from(k) / f64::from(quarter));
            (0..quarter).map(move |k| GridColumn { axis, omega: omega(k), component })
        };
        blocks.into_iter().flat_map(block).collect()
    };
    let interleaved = |axes: &[GridAxis], each: u32| -> Vec<GridColumn> {
        let of_axis = |&axis: &GridAxis| {
            (0..each).map(move |j| GridColumn {
                axis,
                omega: base.powf(-f64::from(j - j % 2) / f64::from(each)),
                component: if j % 2 == 0 { Sin } else { Cos },
            })
        };
        axes.iter().flat_map(of_axis).take(width as usize).collect()
    };
    match convention {
        GridConvention::VitMae | GridConvention::TimmInterleaved => {
            blocks([(Row, Sin), (Row, Cos), (Column, Sin), (Column, Cos)])
        }
        GridConvention::Timm => blocks([(Row, Sin), (Column, Sin), (Row, Cos), (Column, Cos)]),
        GridConvention::TimmReversed => {
            blocks([(Column, Sin), (Row, Sin), (Column, Cos), (Row, Cos)])
        }
        GridConvention::Detr => interleaved(&[Row, Column], width / 2),
        GridConvention::Tatp2d => interleaved(&[Row, Column], 2 * width.div_ceil(4)),
        GridConvention::Tatp3d => interleaved(&[Frame, Row, Column], 2 * width.div_ceil(6)),
        _ => blocks([(Column, Sin), (Column, Cos), (Row, Sin), (Row, Cos)]),
    }
}

/// Angles of the columns of a cache.
fn angles(convention: GridConvention, width: u32, base: f64) -> Vec<Angle> {
    let quarter = width / 4;
    let of_axis = |axis: GridAxis| {
        let omega = move |j: u32| base.powf(-f64::from(4 * j) / f64::from(width));
        (0..quarter).map(move |j| (axis, omega(j)))
    };
    let twice = |angles: Vec<Angle>| angles.repeat(2);
    match convention {
        GridConvention::Pixtral => {
            let omega = |j: u32| base.powf(-f64::from(2 * j) / f64::from(width));
            let of = |axis, first: u32| (0..quarter).map(move |i| (axis, omega(2 * i + first)));
            twice(of(Row, 0).chain(of(Column, 1)).collect())
        }
        GridConvention::Gemma4 => {
            let of = |axis| twice(of_axis(axis).collect());
            [of(Column), of(Row)].concat()
        }
        GridConvention::Llama4 => of_axis(Column).chain(of_axis(Row)).collect(),
        GridConvention::Sam2 => {
            of_axis(Column).chain(of_axis(Row)).flat_map(|angle| [angle, angle]).collect()
        }
        _ => twice(of_axis(Row).chain(of_axis(Column)).collect()),
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
