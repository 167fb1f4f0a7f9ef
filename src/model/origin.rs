//! Origins of the numbers of a configuration.

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Kind of place that a number comes from.
    pub enum ValueSource {
        /// Key of the file.
        Key = "key",
        /// Assumption of the model's class when no key says otherwise.
        ClassDefault = "class_default",
        /// Computed from other numbers.
        Derived = "derived",
    }
}

/// Place that a number comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Kind of place.
    pub source: ValueSource,
    /// Key of the file, with a dot before the keys of an object, such as `rope_scaling.factor`.
    pub key: Option<String>,
}

impl Origin {
    /// Key of the file.
    pub fn key(name: impl Into<String>) -> Self {
        Self { source: ValueSource::Key, key: Some(name.into()) }
    }

    /// Default of the class.
    pub fn class_default() -> Self {
        Self { source: ValueSource::ClassDefault, key: None }
    }

    /// Other numbers.
    pub fn derived() -> Self {
        Self { source: ValueSource::Derived, key: None }
    }

    /// Numbers of several origins, whose keys are named.
    pub(super) fn derived_from(origins: &[&Self]) -> Self {
        let keys: Vec<&str> = origins.iter().filter_map(|it| it.key.as_deref()).collect();
        let key = (!keys.is_empty()).then(|| keys.join(", "));
        Self { source: ValueSource::Derived, key }
    }
}

/// Value with its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Place that it comes from.
    pub origin: Origin,
}

impl<T> Sourced<T> {
    /// Value of a key.
    pub(super) fn key(value: T, name: impl Into<String>) -> Self {
        Self { value, origin: Origin::key(name) }
    }

    /// Value that the class assumes.
    pub(super) fn class_default(value: T) -> Self {
        Self { value, origin: Origin::class_default() }
    }

    /// Computed value.
    pub(super) fn derived(value: T) -> Self {
        Self { value, origin: Origin::derived() }
    }

    /// Another value of the same origin.
    pub(super) fn with<U>(&self, value: U) -> Sourced<U> {
        Sourced { value, origin: self.origin.clone() }
    }
}
