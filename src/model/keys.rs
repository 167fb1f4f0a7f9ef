//! Keys of a configuration, some of which have several spellings.

use std::{
    borrow::Cow,
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use serde_json::{Map, Value};

use super::{error::ModelError, mechanism_keys::object_at, origin::Sourced};

/// Object of a configuration, which remembers the keys that were read.
pub(super) struct Keys<'a> {
    object: &'a Map<String, Value>,
    /// Own spellings of standard names.
    aliases: &'a BTreeMap<String, String>,
    read: RefCell<BTreeSet<String>>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(
        object: &'a Map<String, Value>,
        aliases: &'a BTreeMap<String, String>,
    ) -> Self {
        Self { object, aliases, read: RefCell::default() }
    }

    pub(super) fn object(&self) -> &'a Map<String, Value> {
        self.object
    }

    /// True if a key was asked for.
    pub(super) fn is_read(&self, name: &str) -> bool {
        self.read.borrow().contains(name)
    }

    /// Value of a key, or at a path with dots between keys, in either spelling; `None` also for null.
    pub(super) fn value(&self, name: &str) -> Option<Sourced<&'a Value>> {
        let alias = self.aliases.get(name).map(String::as_str);
        self.read.borrow_mut().extend([name].into_iter().chain(alias).map(ToOwned::to_owned));
        // Some classes have another number under the standard name.
        let (key, value) =
            [alias, Some(name)].into_iter().flatten().find_map(|key| Some((key, self.at(key)?)))?;
        (!value.is_null()).then(|| Sourced::key(value, key))
    }

    fn at(&self, path: &str) -> Option<&'a Value> {
        self.object.get(path).or_else(|| {
            let (parents, key) = path.rsplit_once('.')?;
            object_at(self.object, parents)?.get(key)
        })
    }

    /// Object under a key that holds something.
    pub(super) fn object_at(
        &self,
        name: &str,
    ) -> Result<Option<&'a Map<String, Value>>, ModelError> {
        let Some(found) = self.value(name) else { return Ok(None) };
        match found.value {
            Value::Object(object) => Ok(Some(object).filter(|object| !object.is_empty())),
            value => Err(invalid(name, "an object", value)),
        }
    }

    /// Finite number of a key.
    pub(super) fn number(&self, name: &str) -> Result<Option<Sourced<f64>>, ModelError> {
        self.value(name).map(|found| number(&found)).transpose()
    }

    /// Whole number of a key within a range.
    pub(super) fn whole(&self, name: &str, most: u32) -> Result<Option<Sourced<u32>>, ModelError> {
        let Some(found) = self.number(name)? else { return Ok(None) };
        Ok(Some(found.with(whole(&found, most)?)))
    }

    /// True or false of a key, as Python takes its value.
    pub(super) fn flag(&self, name: &str) -> Option<Sourced<bool>> {
        let found = self.value(name)?;
        Some(found.with(is_true(found.value)))
    }
}

/// Truth of a value, as in Python.
pub(super) fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(values) => !values.is_empty(),
        Value::Object(object) => !object.is_empty(),
    }
}

/// Finite number of a value.
pub(super) fn number(found: &Sourced<&Value>) -> Result<Sourced<f64>, ModelError> {
    let number = found.value.as_f64().filter(|number| number.is_finite());
    let name = found.origin.key.as_deref().unwrap_or_default();
    number.map(|it| found.with(it)).ok_or_else(|| invalid(name, "a number", found.value))
}

/// Whole number of a number, from 1 on.
pub(super) fn whole(found: &Sourced<f64>, most: u32) -> Result<u32, ModelError> {
    let is_whole = found.value.fract() == 0.0 && (1.0..=f64::from(most)).contains(&found.value);
    let name = found.origin.key.as_deref().unwrap_or_default();
    let error = || invalid(name, format!("a whole number from 1 to {most}"), &found.value.into());
    is_whole.then_some(found.value as u32).ok_or_else(error)
}

/// Error about the value of a key.
pub(super) fn invalid(
    key: &str,
    expected: impl Into<Cow<'static, str>>,
    value: &Value,
) -> ModelError {
    /// Longest value that is shown.
    const LONGEST: usize = 60;
    let whole = value.as_f64().filter(|it| it.fract() == 0.0 && it.abs() < 1e15);
    let mut found = whole.map_or_else(|| value.to_string(), |it| it.to_string());
    if found.chars().count() > LONGEST {
        found = found.chars().take(LONGEST).collect::<String>() + "…";
    }
    ModelError::Invalid { key: key.to_owned(), expected: expected.into(), found }
}
