//! Blocks of rotary parameters, one per set of layers.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    class::{ALL, BASE, Class, PARAMETERS, SCALING, SHARE},
    error::ModelError,
    keys::{Keys, invalid},
    layers::{BASES, Layers, set_of_base},
    origin::{Origin, Sourced},
    reader::Reader,
};

/// Rotary parameters of a set of layers.
#[derive(Clone, Debug)]
pub(super) struct ScalingBlock {
    /// Name of the set.
    pub(super) set: String,
    /// Parameters that the block holds, or that the class adds to it.
    pub(super) parameters: BTreeMap<String, Sourced<Value>>,
    /// Object of the file that holds it; `None` if the class brings it.
    pub(super) object: Option<String>,
    /// True if the layers of the set are named by their type.
    pub(super) is_nested: bool,
    /// True if an object for all layers was laid over the block of the class.
    pub(super) is_laid_over: bool,
}

impl ScalingBlock {
    /// Block of a class.
    fn of_class(set: &str, values: &Map<String, Value>) -> Self {
        let parameters = values.iter();
        let parameters =
            parameters.map(|(key, value)| (key.clone(), Sourced::class_default(value.clone())));
        Self::of_set(set, parameters.collect())
    }

    /// Block of parameters that no object of the file holds.
    pub(super) fn of_set(set: &str, parameters: BTreeMap<String, Sourced<Value>>) -> Self {
        Self {
            set: set.to_owned(),
            parameters,
            object: None,
            is_nested: set != ALL,
            is_laid_over: false,
        }
    }

    /// Empty block of an object of the file.
    fn of_file(set: &str, object: String) -> Self {
        let is_nested = set != ALL;
        Self {
            set: set.to_owned(),
            parameters: BTreeMap::new(),
            object: Some(object),
            is_nested,
            is_laid_over: false,
        }
    }

    /// Overwrites parameters with those of an object of the file.
    fn overwrite_with(&mut self, object: &str, values: &Map<String, Value>) {
        for (key, value) in values {
            let origin = Origin::key(format!("{object}.{key}"));
            self.parameters.insert(key.clone(), Sourced { value: value.clone(), origin });
        }
        self.object = Some(object.to_owned());
    }

    /// Adds what the class adds to a block that lacks it. The type is left out: it may stand under its old key.
    fn fill(&mut self, class: &Class) {
        let is_yarn = self.text("rope_type").or_else(|| self.text("type")) == Some("yarn");
        let filled = class.filled_of(&self.set, self.object.as_deref()).into_iter();
        let filled = filled.chain(class.filled_yarn.get(&self.set).filter(|_| is_yarn)).flatten();
        for (key, value) in filled.filter(|(key, _)| *key != BASE && *key != "rope_type") {
            self.parameters
                .entry(key.clone())
                .or_insert_with(|| Sourced::class_default(value.clone()));
        }
    }

    /// Leaves the type under its old key out, and says so.
    fn drop_type(&mut self, class: &Class, object: &str, notices: &mut Vec<String>) {
        if self.parameters.remove("type").is_some() {
            notices.push(format!("{object}.type is not read: {} wants rope_type.", class.name));
        }
    }

    /// Text of a parameter.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.parameters.get(key)?.value.as_str()
    }
}

/// Objects of a file that hold rotary parameters.
struct Objects<'a> {
    scaling: Option<&'a Map<String, Value>>,
    parameters: Option<&'a Map<String, Value>>,
}

/// Blocks of a file as a reader sees them, with notices about what it does not use. `types` are those of the layers.
pub(super) fn blocks(
    class: &Class,
    keys: &Keys<'_>,
    types: &[String],
    reader: Reader,
    notices: &mut Vec<String>,
) -> Result<Vec<ScalingBlock>, ModelError> {
    let scaling = keys.object_at(SCALING)?;
    let parameters = if reader.reads_parameters() { keys.object_at(PARAMETERS)? } else { None };
    let objects = Objects { scaling, parameters };
    if class.has_one_block() {
        Ok(flat(class, &objects, types, notices))
    } else {
        by_type(class, &objects, notices)
    }
}

/// Blocks of a class that has one for all layers, or reads one per type of layers where the file has them.
fn flat(
    class: &Class,
    objects: &Objects<'_>,
    types: &[String],
    notices: &mut Vec<String>,
) -> Vec<ScalingBlock> {
    let scaling = objects.scaling.filter(|_| !class.scaling_unread);
    let own = match (scaling, objects.parameters) {
        (Some(own), both) => {
            if both.is_some() {
                notices.push(format!("{SCALING} replaces {PARAMETERS}: both are in the file."));
            }
            Some((SCALING, own))
        }
        (None, own) => own.map(|own| (PARAMETERS, own)),
    };
    let Some((name, own)) = own else {
        return class
            .blocks
            .iter()
            .map(|(set, values)| ScalingBlock::of_class(set, values))
            .collect();
    };
    let labels: Vec<&String> =
        own.keys().filter(|key| types.contains(key) && is_block(&own[*key])).collect();
    if labels.is_empty() {
        let mut block = ScalingBlock::of_file(ALL, name.to_owned());
        block.overwrite_with(name, own);
        block.fill(class);
        return vec![block];
    }
    if !class.nested && !class.name.is_empty() {
        notices.push(format!(
            "{} wants one block of {name}, not one per type of layers: the model fails with this file.",
            class.name
        ));
    }
    let blocks = labels.into_iter().filter_map(|label| {
        let object = format!("{name}.{label}");
        let mut block = ScalingBlock::of_file(label, object.clone());
        block.overwrite_with(&object, own[label].as_object()?);
        block.fill(class);
        Some(block)
    });
    blocks.collect()
}

/// True if a value may be a block of parameters, or says that there is none.
fn is_block(value: &Value) -> bool {
    value.is_object() || value.is_null()
}

/// Blocks of a class that has one per type of layers.
fn by_type(
    class: &Class,
    objects: &Objects<'_>,
    notices: &mut Vec<String>,
) -> Result<Vec<ScalingBlock>, ModelError> {
    let sets = class.blocks.keys();
    let mut blocks: Vec<ScalingBlock> =
        class.blocks.iter().map(|(set, values)| ScalingBlock::of_class(set, values)).collect();
    if let Some(own) = objects.parameters {
        if sets.clone().any(|set| own.contains_key(set)) {
            blocks.retain_mut(|block| match own.get(&block.set) {
                Some(Value::Object(values)) => {
                    let object = format!("{PARAMETERS}.{}", block.set);
                    *block = ScalingBlock::of_file(&block.set, object.clone());
                    block.overwrite_with(&object, values);
                    if class.nested_type_unread && !values.contains_key("rope_type") {
                        block.drop_type(class, &object, notices);
                    }
                    if !class.nested_unfilled {
                        block.fill(class);
                    }
                    true
                }
                // Layers of this type do not rotate.
                Some(Value::Null) => false,
                Some(_) | None => true,
            });
            let wrong =
                own.iter().find(|(set, value)| class.blocks.contains_key(*set) && !is_block(value));
            if let Some((set, value)) = wrong {
                return Err(invalid(&format!("{PARAMETERS}.{set}"), "an object", value));
            }
        } else {
            apply(class, &mut blocks, (PARAMETERS, own), &class.flat_sets, notices);
        }
    }
    if let Some(own) = objects.scaling {
        apply(class, &mut blocks, (SCALING, own), &class.scaling_sets, notices);
    }
    Ok(blocks)
}

/// Blocks of layers whose bases a file lists: one by type of layers where these have one base each, else one by base.
pub(super) fn by_base(
    blocks: &[ScalingBlock],
    layers: &Layers,
    keys: &Keys<'_>,
) -> Vec<ScalingBlock> {
    /// Key of the share of each layer, and of the types of layers that are scaled.
    const SHARES: &str = "partial_rotary_factors";
    const SCALED: &str = "yarn_only_types";
    let Some(bases) = &layers.bases else { return blocks.to_vec() };
    let key = BASES.into_iter().find(|key| keys.object().get(*key).is_some_and(Value::is_array));
    let key = key.unwrap_or_default();
    let has_one_base = |of: &String| {
        let own = layers.types.iter().zip(bases).filter(|(it, _)| *it == of).map(|(_, base)| base);
        own.clone().all(|base| Some(base) == own.clone().next())
    };
    let is_by_type = !layers.types.is_empty() && layers.types.iter().all(has_one_base);
    let shares = keys.value(SHARES).and_then(|it| it.value.as_array());
    let scaled = keys.value(SCALED).and_then(|it| it.value.as_array());
    let mut found: Vec<ScalingBlock> = Vec::new();
    for (i, &base) in bases.iter().enumerate().filter(|(_, base)| **base != 0.0) {
        let set = match layers.types.get(i).filter(|_| is_by_type) {
            Some(of) => of.clone(),
            None => set_of_base(base),
        };
        if found.iter().any(|block| block.set == set) {
            continue;
        }
        let is_scaled = scaled.is_none_or(|of| of.iter().any(|it| it.as_str() == Some(&*set)));
        let own = blocks.iter().find(|block| block.set == set || block.set == ALL);
        let own = own.filter(|_| is_scaled).cloned();
        let mut block = own.unwrap_or_else(|| ScalingBlock::of_class(&set, &Map::new()));
        block.set = set;
        let mut note = |name: &str, key: &str, value: Value| {
            let found = Sourced { value, origin: Origin::key(format!("{key}[{i}]")) };
            block.parameters.insert(name.to_owned(), found);
        };
        note(BASE, key, base.into());
        if let Some(share) = shares.and_then(|shares| shares.get(i)) {
            note(SHARE, SHARES, share.clone());
        }
        found.push(block);
    }
    found
}

/// Applies an object for all layers to the sets to which the class applies it.
fn apply(
    class: &Class,
    blocks: &mut [ScalingBlock],
    (name, values): (&str, &Map<String, Value>),
    sets: &[String],
    notices: &mut Vec<String>,
) {
    let mut applied: Vec<&str> = Vec::new();
    for block in blocks.iter_mut().filter(|block| sets.contains(&block.set)) {
        let share = block.parameters.get(SHARE).cloned();
        block.overwrite_with(name, values);
        if let Some(share) = share.filter(|_| class.flat_base_unread) {
            block.parameters.insert(SHARE.to_owned(), share);
        }
        block.is_laid_over = true;
        if let Some(own) = values.get("type").filter(|_| !values.contains_key("rope_type")) {
            if class.type_unread {
                block.drop_type(class, name, notices);
            } else {
                let origin = Origin::key(format!("{name}.type"));
                let own = Sourced { value: own.clone(), origin };
                block.parameters.insert("rope_type".to_owned(), own);
            }
        }
        block.fill(class);
        applied.push(&block.set);
    }
    let (wanted, sets): (&str, Vec<&str>) =
        (&class.name, class.blocks.keys().map(String::as_str).collect());
    notices.push(if applied.is_empty() {
        format!(
            "The flat {name} is not used: {wanted} wants one block per type of layers ({}).",
            sets.join(", ")
        )
    } else {
        format!("The flat {name} is applied to {}.", applied.join(", "))
    });
}
