//! Reads configurations of the library diffusers: rotary encodings with several axes, and embeddings of timesteps.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    class::BASE,
    error::ModelError,
    keys::invalid,
    mechanism_kind::MechanismKind,
    mechanisms::Mechanism,
    origin::{Origin, Sourced},
    set::LayerSet,
};
use crate::encoding::{
    Limits,
    rotary::{pairing::Pairing, scaling::Scaling},
};

/// Key of the class.
const CLASS: &str = "_class_name";
/// Keys of the numbers of dimensions of the axes.
const AXES: [&str; 5] =
    ["axes_dims_rope", "axes_dim_rope", "rope_axes_dim", "axes_dims", "axes_dim"];
const BASES: [&str; 2] = [BASE, "theta"];
/// Keys of the width of a head.
const HEADS: [&str; 2] = ["attention_head_dim", "head_dim"];
/// Axes of most classes.
const USUAL_AXES: [&str; 3] = ["time", "rows", "columns"];

/// Rules by class, as `assets/models/diffusers.json` says them.
#[derive(Deserialize)]
struct DiffusersClasses {
    classes: BTreeMap<String, DiffusersRow>,
    /// Beginnings of the classes whose times are sinusoids with the cosines first and no shift, whatever keys they
    /// have.
    timed: Vec<String>,
}

/// Rules of a class.
#[derive(Default, Deserialize)]
#[serde(default)]
struct DiffusersRow {
    /// Base, where no key gives it.
    base: Option<f64>,
    /// Dimensions of the axes, where no key gives them.
    axes: Option<UsualAxes>,
    names: Option<Vec<String>>,
    /// Key that switches the rotation on.
    switch: Option<String>,
    /// Mechanisms of the class where it does not rotate by axes; the first that is switched on counts.
    #[serde(rename = "else")]
    others: Vec<OtherPositions>,
    /// Positions besides the rotation, where they are switched on.
    also: Vec<OtherPositions>,
}

/// Dimensions of the axes of a class.
#[derive(Deserialize)]
#[serde(untagged)]
enum UsualAxes {
    Fixed(Vec<u32>),
    OfHead(HeadShares),
}

/// Rules that divide a head among time, rows and columns.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum HeadShares {
    /// Rows and columns get a third of the pairs each, time the rest.
    Thirds,
    /// Time gets a quarter, rows and columns three eighths each.
    Quarters,
}

impl HeadShares {
    fn of(self, head: u32) -> Vec<u32> {
        match self {
            Self::Thirds => {
                let side = 2 * (head / 6);
                vec![head - 2 * side, side, side]
            }
            Self::Quarters => vec![head / 4, head / 8 * 3, head / 8 * 3],
        }
    }
}

/// Positions of a class that does not rotate by axes.
#[derive(Deserialize)]
struct OtherPositions {
    kind: MechanismKind,
    /// Key that switches them on.
    switch: Option<String>,
    /// Key of the number of rows.
    rows: Option<String>,
    /// Key of the side of a square grid.
    side: Option<String>,
    tensor: Option<String>,
    /// Remark, with the side for `{side}`.
    note: String,
}

fn classes() -> &'static DiffusersClasses {
    static CLASSES: LazyLock<DiffusersClasses> = LazyLock::new(|| {
        serde_json::from_str(include_str!("../../assets/models/diffusers.json"))
            .unwrap_or_else(|error| unreachable!("the bundled classes are valid: {error}"))
    });
    &CLASSES
}

/// True if the switch, if any, is true.
fn is_on(object: &Map<String, Value>, switch: Option<&str>) -> bool {
    switch.is_none_or(|key| object.get(key) == Some(&Value::Bool(true)))
}

/// Class of a configuration of diffusers.
pub(super) fn class_of(object: &Map<String, Value>) -> Option<&str> {
    object.get(CLASS)?.as_str()
}

fn row_of(object: &Map<String, Value>) -> Option<&'static DiffusersRow> {
    classes().classes.get(class_of(object)?)
}

/// True if the model turns patches.
pub(super) fn rotates(object: &Map<String, Value>) -> bool {
    axes(object).is_ok_and(|axes| axes.is_some())
}

/// First of some keys with a number.
fn number(object: &Map<String, Value>, keys: &[&str]) -> Option<Sourced<f64>> {
    keys.iter().find_map(|key| {
        let found = object.get(*key)?.as_f64().filter(|it| it.is_finite())?;
        Some(Sourced::key(found, *key))
    })
}

fn whole(object: &Map<String, Value>, keys: &[&str]) -> Option<Sourced<u32>> {
    let found = number(object, keys)?;
    let is_whole =
        found.value.fract() == 0.0 && (1.0..=f64::from(Limits::D_MODEL_MAX)).contains(&found.value);
    is_whole.then(|| found.with(found.value as u32))
}

/// Numbers of dimensions that the axes turn; `None` for a class that does not rotate.
fn axes(object: &Map<String, Value>) -> Result<Option<Sourced<Vec<u32>>>, ModelError> {
    if class_of(object).is_none() {
        return Ok(None);
    }
    for key in AXES {
        let Some(value) = object.get(key).filter(|it| !it.is_null()) else { continue };
        let size = |it: &Value| {
            u32::try_from(it.as_u64()?)
                .ok()
                .filter(|it| (1..=Limits::D_MODEL_MAX).contains(it) && it % 2 == 0)
        };
        let sizes: Option<Vec<u32>> =
            value.as_array().and_then(|all| all.iter().map(size).collect());
        let sizes = sizes.filter(|all| !all.is_empty());
        let error = || invalid(key, "a list of even numbers of dimensions", value);
        return sizes.map(|it| Some(Sourced::key(it, key))).ok_or_else(error);
    }
    let Some(row) = row_of(object) else { return Ok(None) };
    let Some(axes) = row.axes.as_ref().filter(|_| is_on(object, row.switch.as_deref())) else {
        return Ok(None);
    };
    Ok(match axes {
        UsualAxes::Fixed(sizes) => Some(Sourced::class_default(sizes.clone())),
        UsualAxes::OfHead(shares) => whole(object, &HEADS).map(|head| Sourced {
            value: shares.of(head.value),
            origin: Origin::derived_from(&[&head.origin]),
        }),
    })
}

/// Names of a number of axes: those of the class, else rows and columns, after time where there are three. Of more,
/// only the class tells what they are.
fn axis_names(object: &Map<String, Value>, num: usize) -> Vec<String> {
    let usual = || USUAL_AXES.map(ToOwned::to_owned).to_vec();
    let mut names = row_of(object).and_then(|row| row.names.clone()).unwrap_or_else(usual);
    if num == 2 {
        names = usual().split_off(1);
    }
    if names.len() == num { names } else { (0..num).map(|axis| format!("axis-{axis}")).collect() }
}

/// Rotations of the axes, a set each.
pub(super) fn sets(object: &Map<String, Value>) -> Result<Vec<LayerSet>, ModelError> {
    let Some(axes) = axes(object)? else { return Ok(Vec::new()) };
    let row = row_of(object);
    let usual = row.and_then(|row| row.base).map(Sourced::class_default);
    let base = number(object, &BASES).or(usual);
    if let Some(base) = base.as_ref().filter(|it| !Limits::is_base(it.value)) {
        let key = base.origin.key.as_deref().unwrap_or_default();
        return Err(invalid(key, Limits::BASES, &base.value.into()));
    }
    // All classes whose rules are known turn neighbors.
    let pairing = row.map(|_| Sourced::class_default(Pairing::Adjacent));
    let head = whole(object, &HEADS).unwrap_or_else(|| Sourced::derived(axes.value.iter().sum()));
    let names = axis_names(object, axes.value.len());
    let set = |(name, &dims): (String, &u32)| LayerSet {
        name,
        part: None,
        layers: None,
        rope_type: Sourced::class_default("default".to_owned()),
        scaling: Scaling::Default,
        base: base.clone(),
        head_dim: Some(head.clone()),
        rotary_dim: Some(axes.with(dims)),
        exponent_dim: dims,
        pairing: pairing.clone(),
        attention_factor: Sourced::class_default(1.0),
        attention_factor_beyond: None,
        logit_factor: 1.0,
        trained_length: None,
        max_length: None,
        sections: None,
        has_other_frequencies: false,
        parameters: std::collections::BTreeMap::new(),
    };
    Ok(names.into_iter().zip(&axes.value).map(set).collect())
}

/// Mechanisms of a model of diffusers: patches by axes or by a grid, and the time of the diffusion.
pub(super) fn mechanisms(object: &Map<String, Value>) -> Vec<Mechanism> {
    let mut found = Vec::new();
    if let Ok(Some(axes)) = axes(object) {
        let is_flat = axes.value.len() == 2;
        let kind = if is_flat { MechanismKind::Rotary2d } else { MechanismKind::Rotary3d };
        let axis_names = axis_names(object, axes.value.len());
        let sizes = axis_names.iter().zip(&axes.value);
        let sizes: Vec<String> = sizes.map(|(name, dims)| format!("{dims} for {name}")).collect();
        found.push(Mechanism {
            kind,
            place: "patches".to_owned(),
            note: Some(format!("dimensions of a head: {}", sizes.join(", "))),
            axes: axis_names,
            ..Mechanism::default()
        });
        let also = row_of(object).into_iter().flat_map(|row| &row.also);
        let also = also.filter(|it| is_on(object, it.switch.as_deref()));
        found.extend(also.map(|it| it.mechanism(object)));
    } else if let Some(other) = row_of(object)
        .and_then(|row| row.others.iter().find(|other| is_on(object, other.switch.as_deref())))
    {
        found.push(other.mechanism(object));
    }
    found.extend(time(object));
    found
}

impl OtherPositions {
    fn mechanism(&self, object: &Map<String, Value>) -> Mechanism {
        let number = |key: &Option<String>| Some(whole(object, &[key.as_deref()?])?.value);
        let side = number(&self.side);
        let text = side.map_or_else(|| "a few".to_owned(), |side| side.to_string());
        let rows =
            side.map(|side| u64::from(side).pow(2)).or_else(|| number(&self.rows).map(Into::into));
        let place = if self.kind.is_rotary() { "patches" } else { "vision" };
        Mechanism {
            kind: self.kind,
            place: place.to_owned(),
            rows,
            tensor: self.tensor.clone(),
            note: Some(self.note.replace("{side}", &text)),
            rows_of: (self.kind == MechanismKind::Learned).then(|| "patches".to_owned()),
            ..Mechanism::default()
        }
    }
}

/// Sinusoids of the diffusion's time; `None` for a configuration that says nothing about it.
fn time(object: &Map<String, Value>) -> Option<Mechanism> {
    let class = class_of(object)?;
    let mechanism = |width, note| Mechanism {
        kind: MechanismKind::Sinusoidal,
        place: "time of the diffusion".to_owned(),
        width,
        note: Some(note),
        ..Mechanism::default()
    };
    if let Some(steps) = whole(object, &["num_train_timesteps"]) {
        let last = steps.value - 1;
        let note = format!("times 0 to {last}; the model that they go to makes the sinusoids");
        return Some(mechanism(None, note));
    }
    let has_key = ["freq_shift", "flip_sin_to_cos"].iter().any(|key| object.contains_key(*key));
    if !has_key && !classes().timed.iter().any(|it| class.starts_with(it)) {
        return None;
    }
    let is_cos_first = object.get("flip_sin_to_cos").is_none_or(|it| it == &Value::Bool(true));
    let shift = object.get("freq_shift").and_then(Value::as_f64).unwrap_or(0.0);
    let first = object.get("block_out_channels").and_then(|it| it.as_array()?.first()?.as_u64());
    let width = first.or_else(|| whole(object, &["freq_dim"]).map(|it| it.value.into()));
    let order = if is_cos_first { "cosines first" } else { "sines first" };
    let exponent = if shift == 0.0 { "−k/n".to_owned() } else { format!("−k/(n − {shift})") };
    let note = format!("{order}; frequency k of n is 10000^({exponent})");
    Some(mechanism(width, note))
}
