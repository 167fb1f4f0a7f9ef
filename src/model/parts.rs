//! Configurations within a file, and which of them is that of the text.

use std::{borrow::Cow, sync::LazyLock};

use serde_json::{Map, Value};

use super::{
    class::{BASE, Class, class_of},
    error::ModelError,
    makers,
    mechanism_keys::NUMBERS_OF_TEXT,
    params,
};

/// Keys of configurations within others, text first.
const TEXT_PARTS: [&str; 9] = [
    "text_config",
    "llm_config",
    "language_config",
    "language_model_config",
    "thinker_config",
    "vlm_config",
    "text",
    "llm",
    "decoder",
];

/// Configuration within another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigPart {
    /// Name, with dots between nested ones.
    pub name: String,
    /// Model type, where it is known.
    pub model_type: Option<String>,
}

impl ConfigPart {
    /// Number of names in the name: 0 for the whole.
    fn depth(&self) -> usize {
        self.name.split('.').filter(|name| !name.is_empty()).count()
    }
}

/// Object of a configuration with its name within the file.
pub(super) struct ConfigObject<'a> {
    pub(super) part: ConfigPart,
    pub(super) object: &'a Map<String, Value>,
    /// Model type of the class that reads the object, where the class of the whole hands it on.
    reads_as: Option<&'a str>,
    /// Numbers that the class of the whole gives to a part that is not in the file.
    values: Option<&'a Map<String, Value>>,
    /// True if the file holds the object itself.
    is_stated: bool,
    /// True if another configuration within is that of the text.
    has_text: bool,
}

/// The configurations of a file, the one that is asked for first.
pub(super) struct ConfigParts<'a> {
    pub(super) own: ConfigObject<'a>,
    pub(super) others: Vec<ConfigObject<'a>>,
}

impl<'a> ConfigParts<'a> {
    /// Finds the configuration of a part; of the text, if no part is named.
    pub(super) fn new(
        object: &'a Map<String, Value>,
        part: Option<&str>,
    ) -> Result<Self, ModelError> {
        let mut found = Vec::new();
        let top =
            ConfigPart { name: String::new(), model_type: type_of(object).map(ToOwned::to_owned) };
        collect(&mut found, ConfigObject::stated(top, object));
        let own = match part {
            Some(name) => {
                let is_named = |it: &ConfigObject<'_>| it.is_stated && it.part.name == name;
                let at = found.iter().position(is_named);
                let at = at.ok_or_else(|| unknown_part(name, &found))?;
                let own = &found[at];
                if !own.has_text && !own.class_type_is_rotary() && !own.says_something() {
                    return Err(nothing_rotary(own.class_type().map(ToOwned::to_owned)));
                }
                at
            }
            None => (0..found.len())
                .filter(|&i| found[i].is_candidate())
                .min_by_key(|&i| found[i].rank())
                .ok_or_else(|| nothing_rotary(type_of(object).map(ToOwned::to_owned)))?,
        };
        let own = found.remove(own);
        Ok(Self { own, others: found })
    }

    /// Other parts of the file.
    pub(super) fn others(&self) -> Vec<ConfigPart> {
        let is_part = |it: &&ConfigObject<'_>| it.is_stated && !it.part.name.is_empty();
        self.others.iter().filter(is_part).map(|it| it.part.clone()).collect()
    }

    /// Rotation of the whole beside that of the text.
    pub(super) fn of_whole(&self) -> Option<&ConfigObject<'a>> {
        let is_of_text = self.own.is_of_text();
        self.others
            .iter()
            .find(|it| it.part.name.is_empty() && is_of_text && it.class_type_is_rotary())
    }
}

impl<'a> ConfigObject<'a> {
    pub(super) fn stated(part: ConfigPart, object: &'a Map<String, Value>) -> Self {
        let own = part.model_type.as_deref();
        let reads_as = own.and_then(|own| super::mechanisms::type_of_attention(own, object));
        Self { part, object, reads_as, values: None, is_stated: true, has_text: false }
    }

    /// Model type of the class that reads the object.
    pub(super) fn class_type(&self) -> Option<&str> {
        self.reads_as.or(self.part.model_type.as_deref())
    }

    /// Configurations within the object.
    fn stated_parts(&self, class: Option<&Class>) -> Vec<Self> {
        let known = |key: &str| class.and_then(|class| class.parts.get(key));
        let own = type_of(self.object).map(ToOwned::to_owned);
        let rotates = !own.is_some_and(|it| super::mechanisms::does_not_rotate(&it));
        let part = |(key, value): (&String, &'a Value)| {
            let inner = value.as_object()?;
            let known = known(key);
            // Settings of a class that rotates nothing are no model of their own.
            let is_setting = !rotates && type_of(inner).is_none();
            let is_model = key.ends_with("_config") && key != "quantization_config" && !is_setting;
            if known.is_none() && !is_model {
                return None;
            }
            // A class makes its parts itself: a type within one counts if it is that of a rotary class.
            let is_rotary = |own: &String| class_of(own).is_some_and(Class::rotates);
            let own = type_of(inner).map(ToOwned::to_owned);
            let model_type = own.clone().filter(is_rotary).or_else(|| known.cloned()).or(own);
            Some(Self::stated(ConfigPart { name: self.name_within(key), model_type }, inner))
        };
        self.object.iter().filter_map(part).collect()
    }

    /// Texts of the class that the object does not hold.
    fn missing_texts<'b>(
        &self,
        class: &'b Class,
    ) -> impl Iterator<Item = (&'b String, &'b String)> {
        let is_missing = |key: &str| !self.object.get(key).is_some_and(Value::is_object);
        let parts = class.parts.iter();
        parts.filter(move |(key, _)| TEXT_PARTS.contains(&key.as_str()) && is_missing(key))
    }

    /// True if the keys of a text stand in the object itself, beside the type of the whole.
    fn holds_keys_of(&self, class: &Class, key: &String) -> bool {
        self.is_stated && class.flat_part.as_ref() == Some(key)
    }

    /// Model type of the text whose keys stand in the object itself.
    fn type_of_flat(&self, class: &'static Class) -> Option<&'static str> {
        let mut texts = self.missing_texts(class);
        texts.find(|(key, _)| self.holds_keys_of(class, key)).map(|(_, own)| own.as_str())
    }

    /// Texts that the object lacks, as the class makes them.
    fn parts_of_class(&self, class: &'static Class) -> Vec<Self> {
        static NOTHING: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);
        let texts = self.missing_texts(class).filter(|(key, _)| !self.holds_keys_of(class, key));
        let part = |(key, model_type): (&String, &String)| {
            let part =
                ConfigPart { name: self.name_within(key), model_type: Some(model_type.clone()) };
            let values = class.part_values.get(key);
            Self { values, is_stated: false, ..Self::stated(part, &NOTHING) }
        };
        texts.map(part).collect()
    }

    /// Name of a part within the object.
    fn name_within(&self, key: &str) -> String {
        let name = &self.part.name;
        if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") }
    }

    /// Class that reads the object, if it rotates.
    pub(super) fn class(&self) -> Option<Cow<'static, Class>> {
        let class = self.class_type().and_then(class_of).filter(|it| it.rotates())?;
        Some(match self.values {
            Some(values) => Cow::Owned(class.with_values(values)),
            None => Cow::Borrowed(class),
        })
    }

    fn class_type_is_rotary(&self) -> bool {
        self.class_type().and_then(class_of).is_some_and(Class::rotates)
    }

    /// True if the object says something about the rotation of a text, or of the only input.
    fn is_candidate(&self) -> bool {
        if self.has_text {
            return false;
        }
        // A known class without rotation ignores keys about one.
        let is_known = || self.class_type().is_some_and(super::mechanisms::does_not_rotate);
        let is_meant = self.is_stated || self.is_of_text();
        is_meant && (self.class_type_is_rotary() || self.says_something() && !is_known())
    }

    /// True if a key of the object is about rotation.
    fn says_something(&self) -> bool {
        params::is_params(self.object) || self.object.keys().any(|key| makers::is_of_rotation(key))
    }

    /// Sentence about numbers of the text that the whole states, though the class looks for them in a part that the
    /// file lacks.
    pub(super) fn keys_outside(&self, whole: &Map<String, Value>) -> Option<String> {
        let numbers = NUMBERS_OF_TEXT.into_iter().chain([BASE]);
        let stated = numbers.filter(|key| whole.contains_key(*key) && !self.is_stated);
        let stated: Vec<&str> = stated.collect();
        (!stated.is_empty()).then(|| {
            format!(
                "The class looks for {} in {}, which the file lacks, and assumes its defaults; the model's own code may read \
                 those of the file.",
                stated.join(", "),
                self.part.name
            )
        })
    }

    fn is_of_text(&self) -> bool {
        let name = &self.part.name;
        name.is_empty() || name.split('.').all(|name| TEXT_PARTS.contains(&name))
    }

    /// Rank among the parts, the least for the one that is meant: the whole, the text, and others by depth.
    fn rank(&self) -> (bool, usize, usize) {
        let name = &self.part.name;
        let depth = self.part.depth();
        let last = name.rsplit('.').next().unwrap_or_default();
        let place = TEXT_PARTS.iter().position(|name| *name == last);
        (!self.is_of_text(), depth, place.unwrap_or(TEXT_PARTS.len()))
    }
}

/// Model type that a configuration states.
pub(super) fn type_of(object: &Map<String, Value>) -> Option<&str> {
    object.get("model_type")?.as_str()
}

fn nothing_rotary(model_type: Option<String>) -> ModelError {
    let is_known = model_type.as_deref().is_some_and(super::mechanisms::is_known);
    ModelError::NothingRotary { model_type, is_known }
}

fn unknown_part(part: &str, found: &[ConfigObject<'_>]) -> ModelError {
    let names = found.iter().filter(|it| it.is_stated).map(|it| it.part.name.as_str());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let expected = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    ModelError::UnknownPart { part: part.to_owned(), expected }
}

/// Adds a configuration and those within it. Those of a known class that are not in the file are as the class makes
/// them.
fn collect<'a>(found: &mut Vec<ConfigObject<'a>>, mut own: ConfigObject<'a>) {
    /// Deepest nesting.
    const DEEPEST: usize = 3;
    let is_deep = own.part.depth().max(1) >= DEEPEST;
    if is_deep {
        found.push(own);
        return;
    }
    let class = own.part.model_type.as_deref().and_then(class_of);
    let mut within = own.stated_parts(class);
    if let Some(class) = class {
        within.extend(own.parts_of_class(class));
        own.reads_as = own.type_of_flat(class).or(own.reads_as);
        let has_text = class.parts.keys().any(|key| TEXT_PARTS.contains(&key.as_str()));
        own.has_text = has_text && own.reads_as.is_none();
    }
    found.push(own);
    for part in within {
        collect(found, part);
    }
}
