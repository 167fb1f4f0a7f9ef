//! Reads configurations of the library diffusers: rotary encodings with several axes, and embeddings of timesteps.

use serde_json::{Map, Value};

use super::{
    error::ModelError,
    keys::invalid,
    mechanisms::Mechanism,
    numbers::{MOST_BASE, MOST_DIMS},
    origin::{Origin, Sourced},
    set::LayerSet,
};
use crate::encoding::rotary::{pairing::Pairing, scaling::Scaling};

/// Key of the class.
const CLASS: &str = "_class_name";
/// Keys of the numbers of dimensions of the axes.
const AXES: [&str; 4] = ["axes_dims_rope", "rope_axes_dim", "axes_dims", "axes_dim"];
const BASES: [&str; 2] = ["rope_theta", "theta"];
/// Keys of the width of a head.
const HEADS: [&str; 2] = ["attention_head_dim", "head_dim"];
/// Axes of most classes.
const USUAL_AXES: &[&str] = &["time", "rows", "columns"];

/// Class that turns patches by a rule or by a base of its own.
struct DiffusersRow {
    class: &'static str,
    base: f64,
    /// Dimensions of time, rows and columns, where no key gives them.
    axes: Option<fn(u32) -> [u32; 3]>,
    /// Key that switches the rotation on.
    switch: Option<&'static str>,
    axis_names: &'static [&'static str],
}

/// Classes with a rule.
///
/// Source: huggingface/diffusers, `models/transformers/transformer_*.py`.
const ROWS: [DiffusersRow; 7] = [
    row("WanTransformer3DModel", 10_000.0, Some(thirds)),
    row("WanVACETransformer3DModel", 10_000.0, Some(thirds)),
    row("SkyReelsV2Transformer3DModel", 10_000.0, Some(thirds)),
    DiffusersRow {
        switch: Some("use_rotary_positional_embeddings"),
        ..row("CogVideoXTransformer3DModel", 10_000.0, Some(quarters))
    },
    row("HunyuanVideoTransformer3DModel", 256.0, None),
    row("HunyuanVideoFramepackTransformer3DModel", 256.0, None),
    DiffusersRow {
        axis_names: &["time", "rows", "columns", "text"],
        ..row("Flux2Transformer2DModel", 2_000.0, None)
    },
];

const fn row(class: &'static str, base: f64, axes: Option<fn(u32) -> [u32; 3]>) -> DiffusersRow {
    DiffusersRow { class, base, axes, switch: None, axis_names: USUAL_AXES }
}

/// Rows and columns get a third of the pairs each, time the rest.
fn thirds(head: u32) -> [u32; 3] {
    let side = 2 * (head / 6);
    [head - 2 * side, side, side]
}

/// Time gets a quarter, rows and columns three eighths each.
fn quarters(head: u32) -> [u32; 3] {
    [head / 4, head / 8 * 3, head / 8 * 3]
}

/// Class of a configuration of diffusers.
pub(super) fn class_of(object: &Map<String, Value>) -> Option<&str> {
    object.get(CLASS)?.as_str()
}

fn row_of(object: &Map<String, Value>) -> Option<&'static DiffusersRow> {
    let class = class_of(object)?;
    ROWS.iter().find(|row| row.class == class)
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
        found.value.fract() == 0.0 && (1.0..=f64::from(MOST_DIMS)).contains(&found.value);
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
                .filter(|it| (1..=MOST_DIMS).contains(it) && it % 2 == 0)
        };
        let sizes: Option<Vec<u32>> =
            value.as_array().and_then(|all| all.iter().map(size).collect());
        let sizes = sizes.filter(|all| !all.is_empty());
        let error = || invalid(key, "a list of even numbers of dimensions", value);
        return sizes.map(|it| Some(Sourced::key(it, key))).ok_or_else(error);
    }
    let Some(row) = row_of(object) else { return Ok(None) };
    let is_on = row.switch.is_none_or(|key| object.get(key) == Some(&Value::Bool(true)));
    let head = whole(object, &HEADS).filter(|_| is_on);
    let Some((head, sizes)) = head.and_then(|head| Some((head.clone(), row.axes?(head.value))))
    else {
        return Ok(None);
    };
    Ok(Some(Sourced { value: sizes.to_vec(), origin: Origin::derived_from(&[&head.origin]) }))
}

/// Names of a number of axes: those of the class, else rows and columns, after time where there are three. Of more, only
/// the class tells what they are.
fn axis_names(object: &Map<String, Value>, num: usize) -> Vec<String> {
    let of_class = row_of(object).map_or(USUAL_AXES, |row| row.axis_names);
    let known = if num == 2 { &USUAL_AXES[1..] } else { of_class };
    if known.len() == num {
        known.iter().map(|&name| name.to_owned()).collect()
    } else {
        (0..num).map(|axis| format!("axis-{axis}")).collect()
    }
}

/// Rotations of the axes, a set each.
pub(super) fn sets(object: &Map<String, Value>) -> Result<Vec<LayerSet>, ModelError> {
    let Some(axes) = axes(object)? else { return Ok(Vec::new()) };
    let usual = row_of(object).map_or(10_000.0, |row| row.base);
    let base = number(object, &BASES).unwrap_or_else(|| Sourced::class_default(usual));
    if !(base.value > 1.0 && base.value <= MOST_BASE) {
        let key = base.origin.key.as_deref().unwrap_or_default();
        return Err(invalid(key, "a number above 1, at most 1e12", &base.value.into()));
    }
    let head = whole(object, &HEADS).unwrap_or_else(|| Sourced::derived(axes.value.iter().sum()));
    let names = axis_names(object, axes.value.len());
    let set = |(name, &dims): (String, &u32)| LayerSet {
        name,
        part: None,
        layers: None,
        rope_type: Sourced::class_default("default".to_owned()),
        scaling: Scaling::Default,
        base: Some(base.clone()),
        head_dim: Some(head.clone()),
        rotary_dim: Some(axes.with(dims)),
        exponent_dim: dims,
        pairing: Some(Sourced::class_default(Pairing::Adjacent)),
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
        let kind = if axes.value.len() == 2 { "rotary_2d" } else { "rotary_3d" };
        let axis_names = axis_names(object, axes.value.len());
        let sizes = axis_names.iter().zip(&axes.value);
        let sizes: Vec<String> = sizes.map(|(name, dims)| format!("{dims} for {name}")).collect();
        found.push(Mechanism {
            kind: kind.to_owned(),
            place: "patches".to_owned(),
            note: Some(format!("dimensions of a head: {}", sizes.join(", "))),
            axes: axis_names,
            ..Mechanism::default()
        });
    } else if let Some(side) = whole(object, &["pos_embed_max_size"]) {
        found.push(Mechanism {
            kind: "grid_sinusoidal".to_owned(),
            place: "vision".to_owned(),
            rows: Some(u64::from(side.value).pow(2)),
            first_row: None,
            tensor: Some("pos_embed.pos_embed".to_owned()),
            note: Some(format!(
                "a grid of {0} × {0} patches, whose center is cut out for smaller pictures",
                side.value
            )),
            ..Mechanism::default()
        });
    }
    found.extend(time(object));
    found
}

/// Classes whose times are sinusoids with the cosines first and no shift, whatever keys they have.
const TIMED: [&str; 6] = ["Flux", "SD3", "Wan", "HunyuanVideo", "QwenImage", "UNet"];

/// Sinusoids of the diffusion's time; `None` for a configuration that says nothing about it.
fn time(object: &Map<String, Value>) -> Option<Mechanism> {
    let class = class_of(object)?;
    let mechanism = |width, note| Mechanism {
        kind: "sinusoidal".to_owned(),
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
    if !has_key && !TIMED.iter().any(|it| class.starts_with(it)) {
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
